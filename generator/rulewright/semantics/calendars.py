"""Calendars of game turns: conversion between dates and turn numbers. Rules and facts hold turn numbers; dates are for people."""

from __future__ import annotations

import datetime
from fractions import Fraction

from rulewright.base.dates import Date, civil_day, date_text, day_text
from rulewright.base.keywords import Period
from rulewright.base.records import record

_PARTS = {Period.MONTH: 1, Period.HALF_MONTH: 2, Period.QUARTER_MONTH: 4}
_MONTHS = 12
_DAYS = {Period.WEEK: 7, Period.DAY: 1}


@record
class Calendar:
    """A calendar: turn `turn` is `first`, and each later turn is the next `period`.

    With weeks and days `first` is the day on which its turn begins.

    If `first` has no year, the calendar has the turns of any single year, from `first` to the turn before it. If `leap_day_in_march`, years
    from 29 February end on 1 March where there is no 29th, else on 28 February.
    """

    title: str
    period: Period
    turn: int
    first: Date
    leap_day_in_march: bool = False

    @property
    def last(self) -> int | None:
        """The last turn of a calendar without years; None if it is unbounded."""
        return None if self.first.year is not None else self.turn + _MONTHS * _PARTS[self.period] - 1

    def has_date(self, date: Date) -> bool:
        """Return True if a date determines a turn of the calendar."""
        return date_fits(self.period, date) and (date.year is None) == (self.first.year is None)


def date_fits(period: Period, date: Date) -> bool:
    """Return True if a date determines a period: a day for weeks and days, a month for months, a part of a month for its parts."""
    if period in _DAYS:
        return civil_day(date) is not None
    parts = _PARTS[period]
    return date.day is None and (date.part is None if parts == 1 else date.part is not None and date.part <= parts)


def turn_of(calendar: Calendar, date: Date) -> int:
    """Return the turn number of a date that fits the calendar's period; less than `calendar.turn` if it is before the first turn.

    >>> turn_of(Calendar("", Period.MONTH, 1, Date(1939, 9)), Date(1942, 5))
    33
    """
    first_count, count = _count_periods(calendar.period, calendar.first), _count_periods(calendar.period, date)
    if calendar.last is not None:
        return calendar.turn + (count - first_count) % (calendar.last - calendar.turn + 1)
    return calendar.turn + (count - first_count) // _DAYS.get(calendar.period, 1)


def date_of(calendar: Calendar, turn: object) -> str | None:
    """Return the date of a turn, for weeks its first day; None if it is no turn of the calendar.

    >>> date_of(Calendar("", Period.HALF_MONTH, 1, Date(1939, 9, part=2)), 4)
    'I November 1939'
    """
    if isinstance(turn, bool) or not isinstance(turn, int | Fraction) or turn < calendar.turn or turn != int(turn):
        return None
    if calendar.last is not None and turn > calendar.last:
        return None
    later = int(turn) - calendar.turn
    first = _count_periods(calendar.period, calendar.first)
    if calendar.period in _DAYS:
        ordinal = first + later * _DAYS[calendar.period]
        if ordinal > datetime.date.max.toordinal():
            return None
        return day_text(datetime.date.fromordinal(ordinal))
    parts = _PARTS[calendar.period]
    months, part = divmod(first + later, parts)
    year, month = divmod(months, _MONTHS)
    if calendar.last is not None:
        return date_text(Date(None, month + 1, part + 1))
    return date_text(Date(year, month + 1, part + 1 if parts > 1 else None)) if year <= datetime.MAXYEAR else None


def first_turn_text(calendar: Calendar) -> str:
    """Return the first turn of a calendar in words: `turn 1 is September 1939, by month`."""
    return f"turn {calendar.turn} is {date_text(calendar.first)}, by {calendar.period}"


def no_turn_text(calendar: Calendar, date: Date) -> str:
    """Return the sentence on a date that is no turn of a calendar: there is no such day, or the calendar goes by something else."""
    if date.day is not None and date.year is not None and civil_day(date) is None:
        return f"there is no day `{date_text(date)}`"
    return f"`{date_text(date)}` is no turn of {calendar.title}, which goes by {calendar.period}"


def date_help(calendar: Calendar) -> str:
    """Return the help text on how to write a date of a calendar."""
    if calendar.last is not None:
        return f"write it without a year: `{date_text(calendar.first)}`"
    return dated_year_help(calendar.period)


def dated_year_help(period: Period) -> str:
    """Return the help text on how to write a date with a year."""
    match period:
        case Period.MONTH:
            return "write the month and the year: `May 1942`"
        case Period.HALF_MONTH:
            return "write which half of the month it is, I or II: `II May 1942`"
        case Period.QUARTER_MONTH:
            return "write which quarter of the month it is, I to IV: `III May 1942`"
        case Period.WEEK:
            return "write a day of that week: `3 May 1942`"
        case Period.DAY:
            return "write the day, the month and the year: `3 May 1942`"


def _count_periods(period: Period, date: Date) -> int:
    """Return the days, months or parts of months since the year 0."""
    if period in _DAYS:
        day = civil_day(date)
        assert day is not None
        return day.toordinal()
    return ((date.year or 0) * _MONTHS + date.month - 1) * _PARTS[period] + (date.part or 1) - 1

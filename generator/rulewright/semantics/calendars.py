"""Calendars of game turns: which turn a date is, and the date of a turn. Rules and facts hold numbers of turns; dates are for people."""

from __future__ import annotations

import datetime
from fractions import Fraction

from rulewright.dates import Date, date_text
from rulewright.records import record
from rulewright.words import Period

_PARTS = {Period.MONTH: 1, Period.HALF_MONTH: 2, Period.QUARTER_MONTH: 4}
_DAYS_OF_WEEK = 7


@record
class Calendar:
    """Turn `turn` is `first`, and each later turn is the `period` after it; with weeks `first` is the day on which its turn begins."""

    title: str
    period: Period
    turn: int
    first: Date


def fits(period: Period, date: Date) -> bool:
    """Whether a date says which of such periods it is: a day for weeks, a month for months, a part of a month for its parts."""
    if period is Period.WEEK:
        return _day(date) is not None
    parts = _PARTS[period]
    return date.day is None and (date.part is None if parts == 1 else date.part is not None and date.part <= parts)


def turn_of(calendar: Calendar, date: Date) -> int:
    """The number of the turn of a date that fits the calendar's period; less than `calendar.turn` where it is before its first.

    >>> turn_of(Calendar("", Period.MONTH, 1, Date(1939, 9)), Date(1942, 5))
    33
    """
    first, found = _count(calendar.period, calendar.first), _count(calendar.period, date)
    return calendar.turn + (found - first) // (_DAYS_OF_WEEK if calendar.period is Period.WEEK else 1)


def date_of(calendar: Calendar, turn: object) -> str | None:
    """The date of a turn, for weeks its first day; None where it is no turn of the calendar.

    >>> date_of(Calendar("", Period.HALF_MONTH, 1, Date(1939, 9, part=2)), 4)
    'I November 1939'
    """
    if isinstance(turn, bool) or not isinstance(turn, int | Fraction) or turn < calendar.turn or turn != int(turn):
        return None
    later = int(turn) - calendar.turn
    first = _count(calendar.period, calendar.first)
    if calendar.period is Period.WEEK:
        ordinal = first + later * _DAYS_OF_WEEK
        if ordinal > datetime.date.max.toordinal():
            return None
        day = datetime.date.fromordinal(ordinal)
        return date_text(Date(day.year, day.month, day=day.day))
    parts = _PARTS[calendar.period]
    months, part = divmod(first + later, parts)
    year, month = divmod(months, 12)
    return date_text(Date(year, month + 1, part + 1 if parts > 1 else None)) if year <= datetime.MAXYEAR else None


def first_turn_text(calendar: Calendar) -> str:
    """`turn 1 is September 1939, by month`."""
    return f"turn {calendar.turn} is {date_text(calendar.first)}, by {calendar.period}"


def how_written(period: Period) -> str:
    """How a date of a calendar is written, as help."""
    match period:
        case Period.MONTH:
            return "write the month and the year: `May 1942`"
        case Period.HALF_MONTH:
            return "write which half of the month it is, I or II: `II May 1942`"
        case Period.QUARTER_MONTH:
            return "write which quarter of the month it is, I to IV: `III May 1942`"
        case Period.WEEK:
            return "write a day of that week: `3 May 1942`"


def _count(period: Period, date: Date) -> int:
    """Days, months or parts of months since the year 0."""
    if period is Period.WEEK:
        day = _day(date)
        assert day is not None
        return day.toordinal()
    return (date.year * 12 + date.month - 1) * _PARTS[period] + (date.part or 1) - 1


def _day(date: Date) -> datetime.date | None:
    try:
        return None if date.day is None else datetime.date(date.year, date.month, date.day)
    except ValueError:  # no such day in that month
        return None

"""Lowering of months and years on a calendar by days to arithmetic that every engine has: `l.lent + 3 month`, `the years from b to d`.

A month is counted on from the day itself: the same day of the later month or, where that month is shorter, its last day. So 31 January
and one month is 28 or 29 February, and two months are 31 March. The whole months from one day to another are the most that can be added to
the first without going past the second.

Days are numbered from 1 March of the year 0, so that a leap day is the last day of its year. With the leap days put back that the
centuries leave out, years follow one another by 1461 days in four, and the months of a year by 153 days in five.
"""

from __future__ import annotations

import datetime
from fractions import Fraction
from typing import NamedTuple

from rulewright.base.keywords import Operator, Period, Pick, Rounding
from rulewright.base.numerals import plain_number
from rulewright.semantics.calendars import Calendar
from rulewright.semantics.terms import Arithmetic, Const, PickOf, Rounded, Term, walk

_BEFORE_YEAR_1 = 305
"""How many days the year 1 begins after 1 March of the year 0, less one."""
_DAYS_OF_LONGEST_MONTH = 31
_MONTHS_OF_YEAR = 12
LARGEST_DATE = 60
"""The most parts of a date to which months are added; a longer one, as one with months of its own, would be repeated too often."""


class _Day(NamedTuple):
    """A day: the months since March of the year 0, and the days since the first of its month."""

    months: Term
    days: Term


def counts_civil_days(calendar: Calendar) -> bool:
    """Return True if the turns of a calendar are days, so that months can be counted from one."""
    return calendar.period is Period.DAY


def fits_months(date: Term) -> bool:
    """Return True if a date is short enough to be repeated as often as counting months needs."""
    return sum(1 for _ in zip(walk(date), range(LARGEST_DATE + 1), strict=False)) <= LARGEST_DATE


def later_by_months(calendar: Calendar, date: Term, months: Term) -> Term:
    """Return the turn that is some months after a turn, or before it if they are fewer than none."""
    origin = _origin_of(calendar)
    days = _sum_of(date, Const(origin))
    number = _number_of(months)
    if number is not None and number % _MONTHS_OF_YEAR == 0:
        return _difference_of(_later_by_years(days, int(number // _MONTHS_OF_YEAR)), Const(origin))
    day = _split_day(days)
    month = _sum_of(day.months, months)
    same_day = _sum_of(_start_of_month(month), day.days)
    last_day = _difference_of(_start_of_month(_sum_of(month, Const(1))), Const(1))
    return _difference_of(_pick_of(Pick.LEAST, same_day, last_day), Const(origin))


def months_between(calendar: Calendar, first: Term, last: Term) -> Term:
    """Return the whole months from a turn to another; below 0 if the other is earlier.

    A day that comes earlier in its month than the first does makes a month less, unless it is the last of its month: then the next day is
    in the month after it.
    """
    origin = Const(_origin_of(calendar))
    begins, ends = _split_day(_sum_of(first, origin)), _split_day(_sum_of(last, origin))
    by_days = _whole_quotient(_difference_of(_rank_of(ends), _rank_of(begins)), _DAYS_OF_LONGEST_MONTH)
    next_day = _split_day(_sum_of(_sum_of(last, origin), Const(1)))
    by_last_day = _difference_of(_difference_of(next_day.months, begins.months), Const(1))
    return _pick_of(Pick.GREATEST, by_days, by_last_day)


def later_by_years(calendar: Calendar, date: Term, years: Term) -> Term:
    """Return the turn that is some years after a turn, or before it; 1 March for 29 February in a year that has none."""
    origin = Const(_origin_of(calendar))
    julian = _count_all_leap_days(_sum_of(date, origin))
    year = _year_of(julian)
    return _difference_of(_sum_of(_start_of_year(_sum_of(year, years)), _days_since_march(julian, year)), origin)


def years_between(calendar: Calendar, first: Term, last: Term) -> Term:
    """Return the whole years from a turn to another: an age."""
    if calendar.leap_day_in_march:
        origin = Const(_origin_of(calendar))
        begins, ends = _split_day(_sum_of(first, origin)), _split_day(_sum_of(last, origin))
        return _whole_quotient(_difference_of(_rank_of(ends), _rank_of(begins)), _DAYS_OF_LONGEST_MONTH * _MONTHS_OF_YEAR)
    return _whole_quotient(months_between(calendar, first, last), _MONTHS_OF_YEAR)


def day_of_year(calendar: Calendar, date: Term) -> Term:
    """Return the days from 1 March to a turn, in the year that begins there: one number for a day in every year."""
    julian = _count_all_leap_days(_sum_of(date, Const(_origin_of(calendar))))
    return _days_since_march(julian, _year_of(julian))


def place_in_year(month: int, day: int) -> int:
    """Return the days from 1 March to a day, in the year that begins there.

    >>> place_in_year(3, 1), place_in_year(12, 31), place_in_year(1, 1), place_in_year(2, 29)
    (0, 305, 306, 365)
    """
    return (153 * ((month - 3) % _MONTHS_OF_YEAR) + 2) // 5 + day - 1


def _origin_of(calendar: Calendar) -> int:
    """Return what is added to a turn to get the days since 1 March of the year 0."""
    first = calendar.first
    assert first.year is not None and first.day is not None
    return datetime.date(first.year, first.month, first.day).toordinal() + _BEFORE_YEAR_1 - calendar.turn


def _later_by_years(days: Term, years: int) -> Term:
    """Return the day some years after a day: the same day of the year that begins on 1 March or, where that has no leap day, its last."""
    julian = _count_all_leap_days(days)
    year = _year_of(julian)
    same_day = _sum_of(_start_of_year(_sum_of(year, Const(years))), _days_since_march(julian, year))
    last_day = _difference_of(_start_of_year(_sum_of(year, Const(years + 1))), Const(1))
    return _pick_of(Pick.LEAST, same_day, last_day)


def _split_day(days: Term) -> _Day:
    """Return the month and the day of a number of days since 1 March of the year 0."""
    julian = _count_all_leap_days(days)
    year = _year_of(julian)
    days_since_march = _days_since_march(julian, year)
    month = _whole_quotient(_sum_of(_product_of(5, days_since_march), Const(2)), 153)
    months = _sum_of(_product_of(_MONTHS_OF_YEAR, year), month)
    return _Day(months, _difference_of(days_since_march, _days_before_month(month)))


def _count_all_leap_days(days: Term) -> Term:
    """Return a number of days with one for each leap day that was left out: 1700, 1800 and 1900, not 1600."""
    return _sum_of(days, _left_out(_whole_quotient(_sum_of(_product_of(4, days), Const(3)), 146097)))


def _days_since_march(julian: Term, year: Term) -> Term:
    return _difference_of(julian, _whole_quotient(_product_of(1461, year), 4))


def _year_of(julian: Term) -> Term:
    """Return the year, from 1 March, of a number of days that counts all leap days."""
    return _whole_quotient(_sum_of(_product_of(4, julian), Const(3)), 1461)


def _left_out(centuries: Term) -> Term:
    """Return how many leap days are left out in some centuries: three in four."""
    return _whole_quotient(_sum_of(_product_of(3, centuries), Const(3)), 4)


def _start_of_year(year: Term) -> Term:
    """Return the days from 1 March of the year 0 to 1 March of a year."""
    return _difference_of(_whole_quotient(_product_of(1461, year), 4), _left_out(_whole_quotient(year, 100)))


def _start_of_month(months: Term) -> Term:
    """Return the days from 1 March of the year 0 to the first of a month."""
    year = _whole_quotient(months, _MONTHS_OF_YEAR)
    month = _difference_of(months, _product_of(_MONTHS_OF_YEAR, year))
    return _sum_of(_start_of_year(year), _days_before_month(month))


def _days_before_month(month: Term) -> Term:
    """Return the days of a year that begins on 1 March before a month of it, March is 0."""
    return _whole_quotient(_sum_of(_product_of(153, month), Const(2)), 5)


def _rank_of(day: _Day) -> Term:
    """Return a number by which days are in order, and one month apart if they are the same day of two."""
    return _sum_of(_product_of(_DAYS_OF_LONGEST_MONTH, day.months), day.days)


# ---- arithmetic that works constants out --------------------------------------------------------------------------------------------


def _number_of(term: Term) -> Fraction | None:
    """Return the number that a constant is, or None."""
    is_number = isinstance(term, Const) and isinstance(term.value, int | Fraction)
    return Fraction(term.value) if is_number else None  # type: ignore[union-attr, arg-type]


def _sum_of(term: Term, addend: Term) -> Term:
    first, second = _number_of(term), _number_of(addend)
    if first is not None and second is not None:
        return Const(plain_number(first + second))
    if second is not None and isinstance(term, Arithmetic) and term.operator is Operator.ADD and _number_of(term.right) is not None:
        return _sum_of(term.left, _sum_of(term.right, addend))
    return term if second == 0 else Arithmetic(Operator.ADD, term, addend)


def _difference_of(term: Term, subtrahend: Term) -> Term:
    first, second = _number_of(term), _number_of(subtrahend)
    if first is not None and second is not None:
        return Const(plain_number(first - second))
    return Arithmetic(Operator.SUBTRACT, term, subtrahend)


def _product_of(times: int, term: Term) -> Term:
    value = _number_of(term)
    return Arithmetic(Operator.TIMES, Const(times), term) if value is None else Const(plain_number(times * value))


def _whole_quotient(term: Term, divisor: int) -> Term:
    """Return a quotient rounded down."""
    value = _number_of(term)
    if value is not None:
        return Const(int(value // divisor))
    return Rounded(Arithmetic(Operator.DIVIDED, term, Const(divisor)), Rounding.DOWN)


def _pick_of(pick: Pick, term: Term, rival: Term) -> Term:
    first, second = _number_of(term), _number_of(rival)
    if first is not None and second is not None:
        return Const(plain_number(max(first, second) if pick is Pick.GREATEST else min(first, second)))
    return PickOf(pick, (term, rival))

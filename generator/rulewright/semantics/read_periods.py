"""Reading of months and years on a calendar by days: `l.lent + 3 month`, `d - 1 year`, `the years from b to d`."""

from __future__ import annotations

from fractions import Fraction

from rulewright.base.keywords import OfTwo, Operator
from rulewright.semantics import terms, types
from rulewright.semantics.aggregates import ExpressionReader
from rulewright.semantics.calendars import Calendar
from rulewright.semantics.civil_dates import counts_civil_days, fits_months, later_by_months, later_by_years, months_between, years_between
from rulewright.semantics.measures import conversion_factor, multiply_term
from rulewright.semantics.symbols import read_unit
from rulewright.semantics.terms import Term
from rulewright.syntax import nodes

_MONTHS = {"month": 1, "year": 12}
"""The measures that are counted on a calendar by days, as multiples of a month."""


def read_later_day(
    reader: ExpressionReader, node: nodes.Arithmetic, first: tuple[Term, types.Numeric], second: tuple[Term, types.Numeric]
) -> tuple[Term, types.Numeric] | None:
    """Return a day plus or minus months or years; None for any other sum. Report months that are not whole."""
    day, months = (second, first) if node.operator is Operator.ADD and first[1].calendar is None else (first, second)
    calendar = _calendar_by_days(reader, day[1])
    factor = _months_of_unit(reader, day[1], months[1])
    if calendar is None or factor is None:
        return None
    number = multiply_term(months[0], factor)
    _check_whole(reader, node.left if months is first else node.right, number, months[1], factor)
    if not (fits_months(day[0]) and fits_months(number)):
        help_ = "declare a value for the date that comes before them, and add them to it"
        message = "months and years are added to a date with a name, not to one that is worked out here"
        raise reader.context.fail("RW203", message, node, help=help_)
    if node.operator is Operator.SUBTRACT:
        number = multiply_term(number, Fraction(-1))
    kind = types.Numeric(None, None, day[1].unit, None, calendar=day[1].calendar)
    if calendar.leap_day_in_march and factor % _MONTHS["year"] == 0:
        years = factor / _MONTHS["year"] * (-1 if node.operator is Operator.SUBTRACT else 1)
        return later_by_years(calendar, day[0], multiply_term(months[0], years)), kind
    return later_by_months(calendar, day[0], number), kind


def read_period(reader: ExpressionReader, node: nodes.Pair) -> tuple[Term, types.Numeric]:
    """Read `the years from b to d` or `the months from b to d`: a whole number of years or months between two days of one calendar."""
    first, first_kind = read_day(reader, node.left)
    last, last_kind = read_day(reader, node.right)
    reader.convert_to_type(first_kind, last, last_kind, node)
    calendar = _calendar_by_days(reader, first_kind)
    assert calendar is not None
    if not fits_months(first) or not fits_months(last):
        help_ = "declare a value for each date that is worked out"
        raise reader.context.fail("RW203", f"`the {node.word} … to …` takes dates with a name", node, help=help_)
    in_years = node.word is OfTwo.YEARS
    unit = read_unit(reader.vocabulary, "year" if in_years else "month", reader.context, node)
    count_periods = years_between if in_years else months_between
    return count_periods(calendar, first, last), types.Numeric(None, None, unit, None)


def check_turn(reader: ExpressionReader, node: nodes.Expr) -> None:
    """Report what is no turn of a calendar in `is within 30 day after …`."""
    _, kind = reader.read_expression(node, types.Numeric(None, None, None, None))
    if types.calendar_of(kind) is None:
        message = f"this is {types.type_text(kind)}, but a turn of a calendar is expected: nothing else is before or after"
        raise reader.context.fail("RW203", message, node, help="compare numbers with `is between`")


def read_day(reader: ExpressionReader, node: nodes.Expr) -> tuple[Term, types.Numeric]:
    """Read a turn of a calendar by days; report anything else."""
    term, kind = reader.read_expression(node, types.Numeric(None, None, None, None))
    if not isinstance(kind, types.Numeric) or _calendar_by_days(reader, kind) is None:
        message = f"this is {types.type_text(kind)}, but a day of a calendar is expected"
        help_ = "years and months are counted between days: the calendar goes `by day`, and the range of the date ends in `in` and its name"
        raise reader.context.fail("RW203", message, node, help=help_)
    return term, kind


def _calendar_by_days(reader: ExpressionReader, kind: types.Numeric) -> Calendar | None:
    """Return the calendar of a type whose numbers are days, or None."""
    calendar = None if kind.calendar is None else reader.vocabulary.calendars.get(kind.calendar)
    return calendar if calendar is not None and counts_civil_days(calendar) else None


def _months_of_unit(reader: ExpressionReader, day: types.Numeric, kind: types.Numeric) -> Fraction | None:
    """Return how many months one of a unit is; None if it is not counted in months, or if the book says how many days it is."""
    if kind.unit is None or len(kind.unit) != 1 or kind.calendar is not None:
        return None
    conversions = reader.vocabulary.conversions
    if day.unit is not None and conversion_factor(conversions, kind.unit, day.unit) is not None:
        return None
    for name, months in _MONTHS.items():
        factor = conversion_factor(conversions, kind.unit, ((name, 1),))
        if factor is not None:
            return factor * months
    return None


def _check_whole(reader: ExpressionReader, node: nodes.Expr, months: Term, kind: types.Numeric, factor: Fraction) -> None:
    """Report months that may be no whole number: a part of a month is no number of days."""
    if isinstance(months, terms.Const):
        is_whole = isinstance(months.value, int)
    else:
        is_whole = kind.step is not None and Fraction(kind.step * factor).denominator == 1
    if not is_whole:
        help_ = "write a whole number, `3 month`, or name a value or fact with a range of whole numbers, `0..120 month`"
        raise reader.context.fail("RW203", "only whole months and years are added to a date", node, help=help_)

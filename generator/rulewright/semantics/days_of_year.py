"""Days compared within their year: `applied is more than 30 June`, `played in 1 October..31 March`, where the date has no year.

A day is lowered to its number in a year that begins on 1 March, and what it is compared with to ranges of such numbers. A range that ends
earlier in the year than it begins goes on over the turn of the year.
"""

from __future__ import annotations

import datetime
from dataclasses import replace

from rulewright.base.dates import civil_day, date_text
from rulewright.base.keywords import Comparison
from rulewright.semantics.aggregates import ExpressionReader
from rulewright.semantics.civil_dates import day_of_year, fits_months, place_in_year
from rulewright.semantics.read_periods import read_day
from rulewright.semantics.terms import Const, InSet, Term
from rulewright.syntax import nodes
from rulewright.syntax.node_text import text_of

_LEAP_YEAR = 2000
_FIRST, _LAST = datetime.date(_LEAP_YEAR, 1, 1), datetime.date(_LEAP_YEAR, 12, 31)


def read_days_of_year(reader: ExpressionReader, node: nodes.Compare | nodes.Between | nodes.WithinReach | nodes.In) -> InSet | None:
    """Return the comparison of a day with days without a year; None for any other comparison."""
    operand, ends = _compared_ends(node)
    if not ends or not all(_is_day_of_year(end) for pair in ends for end in pair):
        return None
    date, kind = read_day(reader, operand)
    if not fits_months(date):
        help = "declare a value for the date that is worked out"
        raise reader.context.fail("RW203", "a day is compared within its year by its name", operand, help=help)
    ranges = [(_read_day_of_year(reader, first), _read_day_of_year(reader, last)) for first, last in ends]
    if isinstance(node, nodes.Compare):
        ((day, _),) = ranges
        ranges = [_range_of(node.comparison, day)]
        if ranges[0][0] > ranges[0][1]:
            raise reader.context.fail("RW205", f"no day of a year {node.comparison} {text_of(node.right)}", node)
    negated = node.comparison is Comparison.IS_NOT if isinstance(node, nodes.Compare) else isinstance(node, nodes.In) and node.negated
    members = tuple(member for first, last in ranges for member in _members_of(first, last))
    return InSet(day_of_year(reader.vocabulary.calendars[kind.calendar or ""], date), members, negated)


def _compared_ends(
    node: nodes.Compare | nodes.Between | nodes.WithinReach | nodes.In,
) -> tuple[nodes.Expr, list[tuple[nodes.Expr, nodes.Expr]]]:
    """Return what is compared, and the first and the last of each range that it is compared with."""
    match node:
        case nodes.Compare():
            return node.left, [(node.right, node.right)]
        case nodes.Between():
            return node.of, [(node.low, node.high)]
        case nodes.In():
            return node.of, [(member.low, member.high or member.low) for member in node.members]
        case nodes.WithinReach():
            return node.date, []


def _is_day_of_year(node: nodes.Expr) -> bool:
    return isinstance(node, nodes.MonthDate) and node.date.year is None and node.date.day is not None


def _read_day_of_year(reader: ExpressionReader, node: nodes.Expr) -> datetime.date:
    assert isinstance(node, nodes.MonthDate)
    day = civil_day(replace(node.date, year=_LEAP_YEAR))
    if day is None:
        raise reader.context.fail("RW205", f"no year has a day `{date_text(node.date)}`", node)
    return day


def _range_of(comparison: Comparison, day: datetime.date) -> tuple[datetime.date, datetime.date]:
    """Return the first and the last day of a year of which a comparison with a day holds; for `is not`, those of which it does not."""
    match comparison:
        case Comparison.IS | Comparison.IS_NOT:
            return day, day
        case Comparison.AT_LEAST:
            return day, _LAST
        case Comparison.AT_MOST:
            return _FIRST, day
        case Comparison.MORE:
            return day + datetime.timedelta(days=1), _LAST
        case Comparison.LESS:
            return _FIRST, day - datetime.timedelta(days=1)


def _members_of(first: datetime.date, last: datetime.date) -> list[tuple[Term, Term]]:
    """Return a range of days as ranges of their numbers from 1 March."""
    low, high = place_in_year(first.month, first.day), place_in_year(last.month, last.day)
    ends = [(low, high)] if low <= high else [(low, place_in_year(2, 29)), (0, high)]
    return [(Const(start), Const(end)) for start, end in ends]

"""Dates in rules, tables and examples, resolved to turn numbers."""

from __future__ import annotations

from rulewright.base.dates import Date, date_text
from rulewright.semantics import types
from rulewright.semantics.calendars import date_help, first_turn_text, no_turn_text, turn_of
from rulewright.semantics.faults import FaultContext
from rulewright.semantics.symbols import Vocabulary
from rulewright.syntax import nodes


def read_turn(
    vocabulary: Vocabulary, context: FaultContext, node: nodes.Node, date: Date, expected: types.Type | None
) -> tuple[int, types.Numeric]:
    """Return the turn number of a date in a place of the type `expected`, and its type as a turn of its calendar."""
    name = _calendar_of(vocabulary, context, node, date, expected)
    calendar = vocabulary.calendars[name]
    if not calendar.has_date(date):
        raise context.fail("RW203", no_turn_text(calendar, date), node, help=date_help(calendar))
    turn = turn_of(calendar, date)
    if turn < calendar.turn:
        message = f"`{date_text(date)}` is before turn {calendar.turn} of {calendar.title}"
        raise context.fail("RW205", message, node, help=f"its {first_turn_text(calendar)}")
    unit = expected.unit if isinstance(expected, types.Numeric) else None
    if isinstance(expected, types.Numeric) and expected.high is not None and turn > expected.high:
        message = f"`{date_text(date)}` is turn {turn} of {calendar.title}, outside {types.type_text(expected)}"
        raise context.fail("RW205", message, node)
    return turn, types.Numeric(None, None, unit, None, calendar=name)


def _calendar_of(vocabulary: Vocabulary, context: FaultContext, node: nodes.Node, date: Date, expected: types.Type | None) -> str:
    """Return the calendar of the expected type or, without one, the only calendar of the book."""
    if isinstance(expected, types.Numeric) and expected.calendar is not None:
        return expected.calendar
    if expected is not None and not (isinstance(expected, types.Numeric) and expected.unit is None):
        message = f"`{date_text(date)}` is a date, but {types.type_text(expected)} is expected"
        help_ = "only turns of a calendar are compared with dates: say `in` and the calendar after a range, as in `1..80 turn in campaign`"
        raise context.fail("RW203", message, node, help=help_)
    if len(vocabulary.calendars) == 1:
        return next(iter(vocabulary.calendars))
    message = f"nothing says of which calendar `{date_text(date)}` is a turn"
    raise context.fail("RW203", message, node, help="compare it with a turn of that calendar")

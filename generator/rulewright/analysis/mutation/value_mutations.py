"""Mutations of values: a number one more or less, the next value of an enum, the next turn of a calendar, no for yes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from rulewright.analysis.mutation.change import Change, Form
from rulewright.analysis.mutation.model import SlipKind
from rulewright.base.dates import Date
from rulewright.base.names import is_name
from rulewright.semantics.model import Declarations
from rulewright.syntax import nodes
from rulewright.syntax.node_text import text_of

MONTHS = 12
UP, DOWN = 1, -1


class Values:
    """The named values of a book, and the adjacent values of any value."""

    def __init__(self, declared: Declarations) -> None:
        self._value_lists: dict[str, list[tuple[str, ...]]] = {}
        for enum in declared.enums.values():
            for value in enum.values:
                self._value_lists.setdefault(value, []).append(enum.values)
        self._declared: Mapping[str, object] = {**declared.facts, **declared.questions, **declared.groups, **declared.classes}

    def is_value(self, node: nodes.Node) -> bool:
        """Return True if a node is a literal value."""
        match node:
            case nodes.Number() | nodes.MonthDate() | nodes.Truth():
                return True
            case nodes.Quoted():
                return node.text in self._value_lists
            case nodes.Call():
                return not node.args and node.name in self._value_lists and node.name not in self._declared
            case _:  # open: other expressions are evaluated
                return False

    def adjacent_values(self, node: nodes.Node, step: int) -> Iterator[nodes.Node]:
        """Yield replacements of a value: the value after it (`UP`) or before it; the likeliest first."""
        match node:
            case nodes.Number():
                yield replace(node, value=node.value + Fraction(step, node.value.denominator))
            case nodes.Truth():
                yield replace(node, value=not node.value)
            case nodes.MonthDate():
                for date in _adjacent_dates(node.date, step):
                    yield replace(node, date=date)
            case nodes.Quoted() | nodes.Call():
                for name in self._adjacent_names(node.text if isinstance(node, nodes.Quoted) else node.name, step):
                    yield nodes.Call(name, span=node.span) if is_name(name) else nodes.Quoted(name, span=node.span)
            case _:  # open: other nodes are no values
                return

    def _adjacent_names(self, name: str, step: int) -> Iterator[str]:
        """Yield the value after or before a value, in each list that contains it."""
        for values in self._value_lists.get(name, ()):
            place = values.index(name) + step
            if 0 <= place < len(values):
                yield values[place]

    def value_changes(self, node: nodes.Node) -> Iterator[Change]:
        """Yield the change to another value: the next, else the previous."""
        forms = [*self.adjacent_values(node, UP), *self.adjacent_values(node, DOWN)]
        if forms:
            yield Change(SlipKind.VALUE, _value_text(node), tuple(Form(_value_text(form), form) for form in forms))

    def bound_changes(self, node: nodes.Node) -> Iterator[Change]:
        """Yield the changes of a bound: one more, and one less."""
        for step in (UP, DOWN):
            forms = tuple(Form(_value_text(form), form) for form in self.adjacent_values(node, step))
            if forms:
                yield Change(SlipKind.BOUND, _value_text(node), forms)


def _value_text(node: nodes.Node) -> str:
    assert isinstance(node, nodes.Number | nodes.Truth | nodes.MonthDate | nodes.Quoted | nodes.Call)
    return text_of(node)


def _adjacent_dates(date: Date, step: int) -> Iterator[Date]:
    """Yield the date a turn later or earlier; a turn is a day, a part of a month or a month."""
    if date.day is not None:
        yield replace(date, day=date.day + step)
        return
    month = date.month - 1 + step
    year = None if date.year is None else date.year + month // MONTHS
    if date.part is None:
        yield replace(date, month=month % MONTHS + 1, year=year)
    elif step == UP:
        yield replace(date, part=date.part + 1) if date.part < 4 else date
        yield replace(date, month=month % MONTHS + 1, year=year, part=1)
    elif date.part > 1:
        yield replace(date, part=date.part - 1)
    else:
        yield from (replace(date, month=month % MONTHS + 1, year=year, part=part) for part in (4, 2))

"""An answer over what is not known: `ask --over FACT`, one line for the values of the fact that lead to the same answer.

Of the values that no condition and no effect tells apart one is tried; the others have the same answer. A second fact makes a table.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from math import prod
from typing import Any, NamedTuple

from rulewright.base.errors import WrongInput
from rulewright.base.records import record
from rulewright.core.query import Plain, Status
from rulewright.core.wording import date_in, fact_text
from rulewright.engines.interpreter.answer import Cell, Over, Stretch, Undetermined
from rulewright.engines.interpreter.assumptions import assuming
from rulewright.engines.interpreter.default_values import Usual
from rulewright.engines.interpreter.explanation import assumptions, undetermined_of
from rulewright.engines.interpreter.explore import BUDGET, Inquiry
from rulewright.engines.interpreter.value_classes import domain_of
from rulewright.semantics import types
from rulewright.semantics.terms import FactKey

MOST_FACTS = 2
MOST_CELLS = 4_000
_PASSES = 60_000
"""So many passes are made in all; no cell takes more than a question does that is asked alone."""
IMPOSSIBLE = "impossible"
"""What comes of values that the book rules out."""


class _Outcome(NamedTuple):
    """What comes of one value of each fact."""

    status: str
    value: Plain = None
    undetermined: Undetermined | None = None


@record
class _Piece:
    """Values of a fact that follow one another, and the one that is tried for all of them."""

    values: Sequence[Any]
    tried: Any


@dataclass(frozen=True, slots=True)
class _Axis:
    """A fact with all its values, in pieces."""

    key: FactKey
    unit: str | None
    decimal: bool
    date: Callable[[Any], str | None]
    pieces: list[_Piece]
    in_order: bool

    def stretches(self, outcomes: Callable[[Any], Hashable]) -> list[tuple[Stretch, Any]]:
        """The values with the same outcomes together, each with one of them that was tried."""
        stretches: list[list[_Piece]] = []
        known: dict[Hashable, list[_Piece]] = {}
        for piece in self.pieces:
            found = outcomes(piece.tried)
            stretch = known.get(found)
            if stretch is None:
                stretches.append(stretch := [])
                if self.in_order:
                    known.clear()
                known[found] = stretch
            stretch.append(piece)
        return [(self._stretch(stretch), stretch[0].tried) for stretch in stretches]

    def _stretch(self, pieces: list[_Piece]) -> Stretch:
        if self.in_order:
            values = (pieces[0].values[0], pieces[-1].values[-1])
        else:
            values = tuple(value for piece in pieces for value in piece.values)
        dates = tuple(date for value in values if (date := self.date(value)) is not None)
        return Stretch(values, self.in_order, self.unit, self.decimal, dates)


def answers_over(inquiry: Inquiry, keys: tuple[FactKey, ...], unit: str | None, usual: Callable[[], Usual] | None) -> Over:
    """The answers over all values of these facts, which are not given; `usual` tells what is usual, where that is to be assumed."""
    if len(keys) > MOST_FACTS:
        raise WrongInput(f"answers are shown over {MOST_FACTS} facts at most, not over {len(keys)}")
    core = inquiry.machine.core
    axes = [_axis(inquiry, key) for key in keys]
    ways = [list(dict.fromkeys(piece.tried for piece in axis.pieces)) for axis in axes]
    _not_too_many(inquiry, keys, [len(several) for several in ways])
    found, assumed = _tried(inquiry, keys, ways, usual)
    lines = axes[0].stretches(lambda value: tuple(found[value, *rest] for rest in product(*ways[1:])))
    if len(axes) == 1:
        cells = [_cell((stretch,), found[value,]) for stretch, value in lines]
    else:
        columns = axes[1].stretches(lambda value: tuple(found[first, value] for first in ways[0]))
        cells = [_cell((line, column), found[first, second]) for line, first in lines for column, second in columns]
    return Over(tuple(fact_text(core, key) for key in keys), tuple(cells), unit, assumptions(core, assumed))


def _cell(at: tuple[Stretch, ...], outcome: _Outcome) -> Cell:
    return Cell(at, outcome.status, outcome.value, outcome.undetermined)


def _axis(inquiry: Inquiry, key: FactKey) -> _Axis:
    core = inquiry.machine.core
    kind = core.facts[key[0]].type
    values = domain_of(core, key[0], inquiry.things)
    if not values:
        raise WrongInput(f"`{fact_text(core, key)}` has no list of values to go through")
    sensitivity = inquiry.sensitivity()
    _not_too_many(inquiry, (key,), [len(sensitivity.firsts(key[0], values))])
    groups = sensitivity.groups(key[0], values)
    if isinstance(kind, types.Numeric):
        pieces = [_Piece(group, group[0]) for group in groups]
    else:
        tried = {value: group[0] for group in groups for value in group}
        pieces = [_Piece((value,), tried[value]) for value in values]
    in_order = isinstance(kind, types.Numeric) or (isinstance(kind, types.Enumerated) and core.enums[kind.name].ordered)
    date = partial(date_in, core, kind)
    return _Axis(key, types.unit_of_type(kind), types.is_decimal(kind), date, pieces, in_order and not getattr(kind, "or_none", False))


def _not_too_many(inquiry: Inquiry, keys: Sequence[FactKey], counts: Iterable[int]) -> None:
    count = prod(counts)
    if count > MOST_CELLS:
        names = " and ".join(f"`{fact_text(inquiry.machine.core, key)}`" for key in keys)
        raise WrongInput(f"rules can tell {count} values of {names} apart; no more than {MOST_CELLS} are gone through")


def _tried(
    inquiry: Inquiry, keys: tuple[FactKey, ...], ways: list[list[Any]], usual: Callable[[], Usual] | None
) -> tuple[dict[tuple[Any, ...], _Outcome], dict[FactKey, Any]]:
    """What comes of every combination of values, and what was assumed for some of them."""
    combinations = list(product(*ways))
    budget = min(BUDGET, max(_PASSES // len(combinations), 50))
    found: dict[tuple[Any, ...], _Outcome] = {}
    assumed: dict[FactKey, Any] = {}
    for values in combinations:
        given = {**inquiry.facts, **dict(zip(keys, values, strict=True))}
        inner = replace(inquiry, facts=given, passes=0, spent=False, budget=budget)
        if inner.is_impossible({}) is True:
            found[values] = _Outcome(IMPOSSIBLE)
            continue
        if usual is not None:
            inner, more = assuming(inner, usual)
            assumed.update(more)
        found[values] = _outcome(inner)
    return found, assumed


def _outcome(inquiry: Inquiry) -> _Outcome:
    """The one outcome of every completion, or that facts are missing."""
    outcome = inquiry.certain()
    if outcome is None:
        return _Outcome(Status.MISSING.value)
    if outcome[0] == Status.ANSWERED.value:
        return _Outcome(*outcome)
    passed = inquiry.explore({}, {})
    return _Outcome(outcome[0], undetermined=undetermined_of(passed.value, passed.situation))

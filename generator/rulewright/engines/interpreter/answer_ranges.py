"""Answers over the values of an unknown fact: `ask --over FACT`, one line for the values that lead to the same answer.

One value of each value class is tried; the others have the same answer. A second fact makes a table.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from math import prod
from typing import Any, NamedTuple

from rulewright.base.errors import WrongInput
from rulewright.base.limits import MAX_CELLS_OF_RANGES, MAX_FACTS_OF_RANGES, MAX_PASSES_OF_RANGES
from rulewright.base.records import record
from rulewright.core.query import Plain, Status
from rulewright.core.wording import date_in, fact_text
from rulewright.engines.interpreter.answer import Cell, Over, Stretch, Undetermined
from rulewright.engines.interpreter.assumptions import with_assumptions
from rulewright.engines.interpreter.default_values import DefaultValues
from rulewright.engines.interpreter.explanation import list_assumptions, undetermined_of
from rulewright.engines.interpreter.explore import MAX_PASSES_PER_INQUIRY, Inquiry
from rulewright.engines.interpreter.value_classes import fact_domain
from rulewright.semantics import types
from rulewright.semantics.terms import FactKey

IMPOSSIBLE = "impossible"
"""The status of values that an `impossible` statement rules out."""


class _CellOutcome(NamedTuple):
    """The outcome for one value of each fact."""

    status: str
    value: Plain = None
    undetermined: Undetermined | None = None


@record
class _ValueClass:
    """Consecutive values of a fact, and the one that is tried for all of them."""

    values: Sequence[Any]
    representative: Any


@dataclass(frozen=True, slots=True)
class _Axis:
    """A fact with all its values, in classes."""

    key: FactKey
    unit: str | None
    decimal: int
    date: Callable[[Any], str | None]
    pieces: list[_ValueClass]
    in_order: bool

    def stretches(self, outcomes: Callable[[Any], Hashable]) -> list[tuple[Stretch, Any]]:
        """Return the values with equal outcomes as stretches, each with a representative that was tried."""
        stretches: list[list[_ValueClass]] = []
        open_stretches: dict[Hashable, list[_ValueClass]] = {}
        for piece in self.pieces:
            key = outcomes(piece.representative)
            stretch = open_stretches.get(key)
            if stretch is None:
                stretches.append(stretch := [])
                if self.in_order:
                    open_stretches.clear()
                open_stretches[key] = stretch
            stretch.append(piece)
        return [(self._build_stretch(stretch), stretch[0].representative) for stretch in stretches]

    def _build_stretch(self, pieces: list[_ValueClass]) -> Stretch:
        if self.in_order:
            values = (pieces[0].values[0], pieces[-1].values[-1])
        else:
            values = tuple(value for piece in pieces for value in piece.values)
        dates = tuple(date for value in values if (date := self.date(value)) is not None)
        return Stretch(values, self.in_order, self.unit, self.decimal, dates)


def answers_over(
    inquiry: Inquiry,
    keys: tuple[FactKey, ...],
    unit: str | None,
    load_defaults: Callable[[], DefaultValues] | None,
    heed_facts: Callable[[Inquiry], Inquiry],
) -> Over:
    """Return the answers over all values of these facts, which are not given; `load_defaults` is None if no defaults are assumed.

    `heed_facts` returns an inquiry in which facts that rules work out give way to the rules.
    """
    if len(keys) > MAX_FACTS_OF_RANGES:
        raise WrongInput(f"answers are shown over {MAX_FACTS_OF_RANGES} facts at most, not over {len(keys)}")
    core = inquiry.machine.core
    axes = [_build_axis(inquiry, key) for key in keys]
    values_by_axis = [list(dict.fromkeys(piece.representative for piece in axis.pieces)) for axis in axes]
    _check_cell_count(inquiry, keys, [len(values) for values in values_by_axis])
    outcomes, assumed = _evaluate_cells(inquiry, keys, values_by_axis, load_defaults, heed_facts)
    lines = axes[0].stretches(lambda value: tuple(outcomes[value, *other_values] for other_values in product(*values_by_axis[1:])))
    if len(axes) == 1:
        cells = [_build_cell((stretch,), outcomes[value,]) for stretch, value in lines]
    else:
        columns = axes[1].stretches(lambda value: tuple(outcomes[first, value] for first in values_by_axis[0]))
        cells = [_build_cell((line, column), outcomes[first, second]) for line, first in lines for column, second in columns]
    return Over(tuple(fact_text(core, key) for key in keys), tuple(cells), unit, list_assumptions(core, assumed))


def _build_cell(position: tuple[Stretch, ...], outcome: _CellOutcome) -> Cell:
    return Cell(position, outcome.status, outcome.value, outcome.undetermined)


def _build_axis(inquiry: Inquiry, key: FactKey) -> _Axis:
    core = inquiry.machine.core
    kind = core.facts[key[0]].type
    values = fact_domain(core, key[0], inquiry.things)
    if not values:
        raise WrongInput(f"`{fact_text(core, key)}` has no list of values to go through")
    sensitivity = inquiry.sensitivity()
    _check_cell_count(inquiry, (key,), [len(sensitivity.representatives(key[0], values))])
    groups = sensitivity.value_classes(key[0], values)
    if isinstance(kind, types.Numeric):
        pieces = [_ValueClass(group, group[0]) for group in groups]
    else:
        representatives = {value: group[0] for group in groups for value in group}
        pieces = [_ValueClass((value,), representatives[value]) for value in values]
    in_order = isinstance(kind, types.Numeric) or (isinstance(kind, types.Enumerated) and core.enums[kind.name].ordered)
    is_ordered = in_order and not getattr(kind, "or_none", False)
    return _Axis(key, types.unit_of_type(kind), types.written_decimals(kind), partial(date_in, core, kind), pieces, is_ordered)


def _check_cell_count(inquiry: Inquiry, keys: Sequence[FactKey], counts: Iterable[int]) -> None:
    count = prod(counts)
    if count > MAX_CELLS_OF_RANGES:
        names = " and ".join(f"`{fact_text(inquiry.machine.core, key)}`" for key in keys)
        raise WrongInput(f"rules can tell {count} values of {names} apart; no more than {MAX_CELLS_OF_RANGES} are gone through")


def _evaluate_cells(
    inquiry: Inquiry,
    keys: tuple[FactKey, ...],
    values_by_axis: list[list[Any]],
    load_defaults: Callable[[], DefaultValues] | None,
    heed_facts: Callable[[Inquiry], Inquiry],
) -> tuple[dict[tuple[Any, ...], _CellOutcome], dict[FactKey, Any]]:
    """Return the outcome for each combination of values, and the defaults that some of them assumed."""
    combinations = list(product(*values_by_axis))
    budget = min(MAX_PASSES_PER_INQUIRY, max(MAX_PASSES_OF_RANGES // len(combinations), 50))
    outcomes: dict[tuple[Any, ...], _CellOutcome] = {}
    assumed: dict[FactKey, Any] = {}
    for values in combinations:
        facts = {**inquiry.facts, **dict(zip(keys, values, strict=True))}
        inner = heed_facts(replace(inquiry, facts=facts, passes=0, spent=False, budget=budget))
        if inner.is_impossible({}) is True:
            outcomes[values] = _CellOutcome(IMPOSSIBLE)
            continue
        if load_defaults is not None:
            inner, new_assumptions, _ = with_assumptions(inner, load_defaults)
            assumed.update(new_assumptions)
        outcomes[values] = _common_outcome(inner)
    return outcomes, assumed


def _common_outcome(inquiry: Inquiry) -> _CellOutcome:
    """Return the outcome common to all completions, or the status missing."""
    outcome = inquiry.common_outcome()
    if outcome is None:
        return _CellOutcome(Status.MISSING.value)
    if outcome[0] == Status.ANSWERED.value:
        return _CellOutcome(*outcome)
    exploration = inquiry.explore({}, {})
    return _CellOutcome(outcome[0], undetermined=undetermined_of(exploration.value, exploration.situation, exploration.situation.frame))

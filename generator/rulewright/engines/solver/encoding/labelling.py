"""How rules stand over all situations: the twin of `engines.interpreter.fixpoint`, the same least fixed point as formulas instead of
states.

Where rules that are open go before one another, only choices of them that can be together count: what is open is then taken one way or the
other as variables choose (`choosers`), on which nothing else depends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from rulewright.base.records import record
from rulewright.engines.interpreter.fixpoint import MOST_TRIED, labellings
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, TRUE, Formula
from rulewright.engines.solver.formula.symbolic import Algebra, Truth
from rulewright.engines.solver.search.solver import Solver

T = TypeVar("T")
MOST_CELLS = 16
"""Where cycles are different ones in more sets of situations than this, it is not followed which of their rules stand."""
MANY_CELLS, MOST_LOOKS = 8, 200
"""Of more sets of situations than this the empty ones are left out, as far as the solver finds them; so many are looked into."""


@dataclass(slots=True)
class Standing:
    """Where something stands, where it is out, and where it is open by conflict; elsewhere it is open."""

    stands: Formula
    out: Formula
    bad: Formula = FALSE

    def is_whole(self, algebra: Algebra) -> bool:
        """Whether it is known to be nowhere open."""
        return algebra.space.are_opposite(self.stands, self.out)

    def open(self, algebra: Algebra) -> Formula:
        """Where it is open."""
        return algebra.open(Truth(self.stands, self.out))


def settle(algebra: Algebra, conditions: list[Truth], attackers: list[list[tuple[int, Truth]]]) -> list[Standing]:
    """The least fixed point: where each node stands, where it is out; what never settles is a cycle, open by conflict."""
    count = len(conditions)
    standing = [Standing(FALSE, TRUE) for _ in range(count)]
    for group in _components(attackers, count):
        if len(group) == 1 and all(by != group[0] for by, _ in attackers[group[0]]):
            node = group[0]
            standing[node] = _settled(algebra, conditions[node], attackers[node], standing)
        else:
            _settle_cycle(algebra, group, conditions, attackers, standing)
    return standing


def _settled(algebra: Algebra, condition: Truth, attackers: list[tuple[int, Truth]], standing: list[Standing]) -> Standing:
    """One node whose attackers are settled."""
    if not attackers:
        return Standing(condition.yes, condition.no, condition.bad)
    both, either = algebra.space.both, algebra.space.either
    stands = both(condition.yes, *[either(standing[by].out, active.no) for by, active in attackers])
    if algebra.is_whole(condition) and all(algebra.is_whole(active) and standing[by].is_whole(algebra) for by, active in attackers):
        return Standing(stands, algebra.space.negate(stands))
    out = either(condition.no, *[both(standing[by].stands, active.yes) for by, active in attackers])
    return Standing(stands, out, _reasons(algebra, condition, attackers, standing))


def _reasons(algebra: Algebra, condition: Truth, attackers: Iterable[tuple[int, Truth]], standing: list[Standing]) -> Formula:
    """Where a node that is open is so by conflict."""
    both, either, negate = algebra.space.both, algebra.space.either, algebra.space.negate
    parts = [algebra.ill(condition)]
    for by, active in attackers:
        ill = algebra.ill(active)
        parts.append(both(standing[by].stands, ill))
        if not standing[by].is_whole(algebra):
            parts.append(both(standing[by].open(algebra), negate(active.no), either(standing[by].bad, ill)))
    return either(*parts)


def _settle_cycle(
    algebra: Algebra, group: list[int], conditions: list[Truth], attackers: list[list[tuple[int, Truth]]], standing: list[Standing]
) -> None:
    """Nodes that go before one another: settled step by step from what is known for certain."""
    both, either = algebra.space.both, algebra.space.either
    for node in group:
        standing[node] = Standing(FALSE, conditions[node].no)
    told = dict.fromkeys(group, FALSE)
    for _ in range(2 * len(group) + 1):
        changed = False
        after: dict[int, Standing] = {}
        for node in group:
            found = _settled(algebra, conditions[node], attackers[node], standing)
            after[node] = Standing(either(standing[node].stands, found.stands), either(standing[node].out, found.out))
            changed = changed or after[node] != standing[node]
        for node, found in after.items():
            standing[node] = found
        if not changed:
            break
    for _ in range(len(group) + 1):
        changed = False
        for node in group:
            known = [either(standing[by].stands, standing[by].out, told.get(by, TRUE), active.no) for by, active in attackers[node]]
            found_told = both(algebra.space.negate(either(standing[node].stands, standing[node].out)), *known)
            changed = changed or found_told != told[node]
            told[node] = found_told
        if not changed:
            break
    for _ in group:
        for node in group:
            standing[node].bad = either(algebra.space.negate(told[node]), _reasons(algebra, conditions[node], attackers[node], standing))


def _components(attackers: list[list[tuple[int, Truth]]], count: int) -> list[list[int]]:
    """Groups of nodes that go before one another, each after those that go before it (networkx tells the last ones first)."""
    import networkx

    if all(by < node for node in range(count) for by, _ in attackers[node]):
        return [[node] for node in range(count)]
    graph: networkx.DiGraph[int] = networkx.DiGraph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from((by, node) for node in range(count) for by, _ in attackers[node])
    return [sorted(group) for group in networkx.strongly_connected_components(graph)][::-1]


# ---- choices that can be together -------------------------------------------------------------------------------------------------------


def depending(
    algebra: Algebra, attackers: Sequence[list[tuple[int, Truth]]], settled: Sequence[Standing], parted: Mapping[int, int]
) -> Formula:
    """Where something that is open goes before something that is open, so that not every choice of them can be together."""
    space = algebra.space
    opened = [one.open(algebra) for one in settled]
    return space.either(
        *[
            space.both(opened[node], opened[by], space.negate(active.no))
            for node, several in enumerate(attackers)
            for by, active in several
            if opened[by] != FALSE
        ],
        *[space.both(opened[node], opened[part]) for node, part in parted.items()],
    )


def choosers(algebra: Algebra, opened: Mapping[T, Formula], region: Formula) -> dict[T, int]:
    """A number for each thing that is open in a region. Things that are nowhere open together have the same: fewer choices do."""
    space = algebra.space
    shared: list[Formula] = []
    numbers: dict[T, int] = {}
    for choice, where in opened.items():
        here = space.both(where, region)
        if here == FALSE:
            continue
        number = next((number for number, taken in enumerate(shared) if space.both(taken, here) == FALSE), len(shared))
        if number == len(shared):
            shared.append(here)
        else:
            shared[number] = space.either(shared[number], here)
        numbers[choice] = number
    return numbers


@dataclass(slots=True)
class Labelling:
    """Goes through the ways in which rules may stand where some are on a cycle; `solver` says which situations there are."""

    algebra: Algebra
    solver: Solver
    _there: dict[Formula, bool] = field(default_factory=dict)
    _looks: int = 0

    def taken(
        self,
        conditions: list[Truth],
        attackers: list[list[tuple[int, Truth]]],
        region: Formula,
        parted: Mapping[int, int],
        choosing: Callable[[int], Sequence[Formula]],
    ) -> list[Standing]:
        """How everything stands in a region where nothing is open except cycles: each node on a cycle is tried both ways, others follow.

        The region is taken apart into cells, in each of which the same nodes go before the same others, and a cell is tried as the
        interpreter tries one situation. `choosing` chooses among so many ways, or more: where the first is taken, and so on.
        """
        settled = settle(self.algebra, conditions, attackers)
        left = [self.algebra.space.both(one.open(self.algebra), region) for one in settled]
        cells = [(cell.where, _tried(cell, parted)) for cell in self._cells(left, attackers)]
        if not cells:
            return [self._whole(one) for one in settled]
        chosen = choosing(max(len(ways) for _, ways in cells))
        return [self._whole(one) if left[node] == FALSE else self._as_taken(one, node, cells, chosen) for node, one in enumerate(settled)]

    def _whole(self, one: Standing) -> Standing:
        """How a node stands that is nowhere open in the region."""
        return Standing(one.stands, self.algebra.space.negate(one.stands))

    def _cells(self, left: Sequence[Formula], attackers: Sequence[list[tuple[int, Truth]]]) -> list[_Cell]:
        """The situations in which something is left, taken apart."""
        space = self.algebra.space
        self._looks = MOST_LOOKS
        found = [_Cell(where)] if (where := space.either(*left)) != FALSE else []
        for node, inside in enumerate(left):
            found = self._split(found, inside, _Cell(TRUE, frozenset({node})))
        for node, several in enumerate(attackers):
            for by, active in several:
                inside = space.both(left[node], left[by], space.negate(active.no))
                found = self._split(found, inside, _Cell(TRUE, ahead=frozenset({(by, node)})))
        return found

    def _split(self, cells: list[_Cell], inside: Formula, more: _Cell) -> list[_Cell]:
        """The cells, each taken apart where a formula cuts it; inside of it there is more."""
        if inside == FALSE:
            return cells
        space, found = self.algebra.space, []
        for cell in cells:
            within = _Cell(space.both(cell.where, inside), cell.nodes | more.nodes, cell.ahead | more.ahead)
            without = _Cell(space.both(cell.where, space.negate(inside)), cell.nodes, cell.ahead)
            found += [one for one in (within, without) if one.where != FALSE]
        if len(found) > MANY_CELLS:
            found = [cell for cell in found if self._may_be(cell.where)]
        if len(found) > MOST_CELLS:
            raise NotAnalysable(f"rules that go before one another in circles, in more than {MOST_CELLS} ways")
        return found

    def _may_be(self, where: Formula) -> bool:
        """Whether there may be situations of a cell; most cells are asked for again when others are split."""
        found = self._there.get(where)
        if found is None:
            if self._looks < 1:
                raise NotAnalysable(f"rules that go before one another in circles, in more than {MOST_CELLS} ways")
            self._looks -= 1
            found = self._there[where] = self.solver.possible_shortly(where) is not False
        return found

    def _as_taken(
        self, one: Standing, node: int, cells: Sequence[tuple[Formula, list[dict[int, bool]]]], chosen: Sequence[Formula]
    ) -> Standing:
        """How a node stands, in each cell as is taken there."""
        space = self.algebra.space
        found = [one.stands]
        for where, ways in cells:
            taken = [which for number, which in enumerate(chosen) if ways[number % len(ways)].get(node) is True]
            found.append(space.both(where, space.either(*taken)))
        return self._whole(Standing(space.either(*found), FALSE))


@record
class _Cell:
    """Situations in which these nodes are on a cycle or after one, and these (the first before the second) go before one another."""

    where: Formula
    nodes: frozenset[int] = frozenset()
    ahead: frozenset[tuple[int, int]] = frozenset()


def _tried(cell: _Cell, parted: Mapping[int, int]) -> list[dict[int, bool]]:
    """Who stands in a cell, of those that are left there, in every way."""
    found = labellings({node: [by for by, after in sorted(cell.ahead) if after == node] for node in sorted(cell.nodes)}, parted)
    if found is None:
        raise NotAnalysable(f"more than {MOST_TRIED} ways in which rules may go before one another in a circle")
    return found

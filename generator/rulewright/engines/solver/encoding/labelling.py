"""The labellings of undecided rules over all situations.

Where undecided rules attack one another, only consistent choices of their statuses count: chooser variables (`number_choices`), on which
nothing else depends, then resolve what is undecided.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from rulewright.base.limits import MAX_CELL_LOOKS, MAX_CELLS, MAX_LABELLING_TRIALS, MAX_UNPROVED_CELLS
from rulewright.base.records import record
from rulewright.core.standing import Attackers, circle_labellings, settle_nodes
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, TRUE, Formula
from rulewright.engines.solver.formula.symbolic import Algebra, Truth
from rulewright.engines.solver.search.solver import Solver

T = TypeVar("T")


# ---- consistent choices -----------------------------------------------------------------------------------------------------------------


def interdependent_region(
    algebra: Algebra, attackers: Sequence[Attackers[Truth]], statuses: Sequence[Truth], requirement_parts: Mapping[int, int]
) -> Formula:
    """Return the region in which an undecided node attacks an undecided node, so that not all choices are consistent."""
    space = algebra.space
    undecided = [algebra.undefined_region(status) for status in statuses]
    return space.disjunction(
        *[
            space.conjunction(undecided[node], undecided[attacker], space.negate(active.no))
            for node, node_attackers in enumerate(attackers)
            for attacker, active in node_attackers
            if undecided[attacker] != FALSE
        ],
        *[space.conjunction(undecided[node], undecided[second]) for node, second in requirement_parts.items()],
    )


def number_choices(algebra: Algebra, undecided: Mapping[T, Formula], region: Formula) -> dict[T, int]:
    """Number the undecided things of a region; things that are nowhere undecided together share a number, to have fewer choices."""
    space = algebra.space
    shared: list[Formula] = []
    numbers: dict[T, int] = {}
    for choice, guard in undecided.items():
        joint = space.conjunction(guard, region)
        if joint == FALSE:
            continue
        number = next((number for number, occupied in enumerate(shared) if space.conjunction(occupied, joint) == FALSE), len(shared))
        if number == len(shared):
            shared.append(joint)
        else:
            shared[number] = space.disjunction(shared[number], joint)
        numbers[choice] = number
    return numbers


@dataclass(slots=True)
class Labelling:
    """An enumerator of labellings where some rules are on a cycle; `solver` tells which cells are empty."""

    algebra: Algebra
    solver: Solver
    _nonempty: dict[Formula, bool] = field(default_factory=dict)
    _remaining_checks: int = 0

    def resolve_region(
        self,
        conditions: list[Truth],
        attackers: Sequence[Attackers[Truth]],
        region: Formula,
        requirement_parts: Mapping[int, int],
        choose: Callable[[int], Sequence[Formula]],
    ) -> list[Truth]:
        """Return the statuses in a region where only cycles are undecided: all labellings of the nodes on cycles, and their consequences.

        The region is split into cells with constant attacks, and a cell is labelled as the interpreter labels one situation.
        `choose(count)` returns guards of at least so many alternatives.
        """
        statuses = settle_nodes(self.algebra, conditions, attackers)
        undecided = [self.algebra.space.conjunction(self.algebra.undefined_region(status), region) for status in statuses]
        cells = [(cell.region, _enumerate_labellings(cell, requirement_parts)) for cell in self._split_into_cells(undecided, attackers)]
        if not cells:
            return [self.algebra.decided_truth(status.yes) for status in statuses]
        # One choice serves all cells: a cell with fewer labellings than others has some of them twice, which changes nothing.
        choices = choose(max(len(labellings_of_cell) for _, labellings_of_cell in cells))
        return [
            self.algebra.decided_truth(status.yes) if undecided[node] == FALSE else self._status_by_cell(status, node, cells, choices)
            for node, status in enumerate(statuses)
        ]

    def _split_into_cells(self, undecided: Sequence[Formula], attackers: Sequence[Attackers[Truth]]) -> list[_Cell]:
        """Split the situations with undecided nodes into cells with the same nodes and attacks."""
        space = self.algebra.space
        self._remaining_checks = MAX_CELL_LOOKS
        # Nodes come first, then attacks: an attack cuts only where both its ends are undecided, and most cells differ by then.
        cells = [_Cell(region)] if (region := space.disjunction(*undecided)) != FALSE else []
        for node, cut in enumerate(undecided):
            cells = self._split_cells(cells, cut, _Cell(TRUE, frozenset({node})))
        for node, node_attackers in enumerate(attackers):
            for attacker, active in node_attackers:
                cut = space.conjunction(undecided[node], undecided[attacker], space.negate(active.no))
                cells = self._split_cells(cells, cut, _Cell(TRUE, edges=frozenset({(attacker, node)})))
        return cells

    def _split_cells(self, cells: list[_Cell], cut: Formula, addition: _Cell) -> list[_Cell]:
        """Split each cell by a formula; inside the formula `addition` joins the cell's nodes and edges."""
        if cut == FALSE:
            return cells
        space, split_cells = self.algebra.space, []
        for cell in cells:
            inner = _Cell(space.conjunction(cell.region, cut), cell.nodes | addition.nodes, cell.edges | addition.edges)
            outer = _Cell(space.conjunction(cell.region, space.negate(cut)), cell.nodes, cell.edges)
            split_cells += [half for half in (inner, outer) if half.region != FALSE]
        # A few empty cells cost less than the solver; beyond that each further cut would double them.
        if len(split_cells) > MAX_UNPROVED_CELLS:
            split_cells = [cell for cell in split_cells if self._may_be_nonempty(cell.region)]
        if len(split_cells) > MAX_CELLS:
            raise NotAnalysable(f"rules that go before one another in circles, in more than {MAX_CELLS} ways")
        return split_cells

    def _may_be_nonempty(self, region: Formula) -> bool:
        """Return False if the solver proves a cell empty. Memoized: most cells come up again when others are split."""
        may_exist = self._nonempty.get(region)
        if may_exist is None:
            if self._remaining_checks < 1:
                raise NotAnalysable(f"rules that go before one another in circles, in more than {MAX_CELLS} ways")
            self._remaining_checks -= 1
            may_exist = self._nonempty[region] = self.solver.is_satisfiable_shortly(region) is not False
        return may_exist

    def _status_by_cell(
        self, status: Truth, node: int, cells: Sequence[tuple[Formula, list[dict[int, bool]]]], choices: Sequence[Formula]
    ) -> Truth:
        """Return the status of a node: in each cell that of the chosen labelling."""
        space = self.algebra.space
        stands = [status.yes]
        for region, labellings_of_cell in cells:
            selected = [
                choice for number, choice in enumerate(choices) if labellings_of_cell[number % len(labellings_of_cell)].get(node) is True
            ]
            stands.append(space.conjunction(region, space.disjunction(*selected)))
        return self.algebra.decided_truth(space.disjunction(*stands))


@record
class _Cell:
    """A set of situations with the same nodes on or after a cycle, and the same attacks (attacker, target) between them."""

    region: Formula
    nodes: frozenset[int] = frozenset()
    edges: frozenset[tuple[int, int]] = frozenset()


def _enumerate_labellings(cell: _Cell, requirement_parts: Mapping[int, int]) -> list[dict[int, bool]]:
    """Return the labellings of the undecided nodes of a cell. Raises `NotAnalysable` if they are too many."""
    result = circle_labellings(
        {node: [attacker for attacker, target in sorted(cell.edges) if target == node] for node in sorted(cell.nodes)}, requirement_parts
    )
    if result is None:
        raise NotAnalysable(f"more than {MAX_LABELLING_TRIALS} ways in which rules may go before one another in a circle")
    return result

"""Statuses of rules over all situations: the counterpart of `engines.interpreter.fixpoint`, the same least fixed point as formulas
instead of states.

Where undecided rules attack one another, only consistent choices of their statuses count: chooser variables (`number_choices`), on which
nothing else depends, then resolve what is undecided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from rulewright.base.limits import MAX_CELL_LOOKS, MAX_CELLS, MAX_LABELLING_TRIALS, MAX_UNPROVED_CELLS
from rulewright.base.records import record
from rulewright.engines.interpreter.fixpoint import labellings
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, TRUE, Formula
from rulewright.engines.solver.formula.symbolic import Algebra, Truth
from rulewright.engines.solver.search.solver import Solver

T = TypeVar("T")


@dataclass(slots=True)
class StatusFormulas:
    """A status as formulas: in (`stands`), `out`, and `bad` for a conflict within the rest, which is undecided."""

    in_: Formula
    out: Formula
    bad: Formula = FALSE

    def is_whole(self, algebra: Algebra) -> bool:
        """Return True if the status is known to be decided everywhere."""
        return algebra.space.are_opposite(self.in_, self.out)

    def undecided_region(self, algebra: Algebra) -> Formula:
        """The region in which the status is undecided."""
        return algebra.undefined_region(Truth(self.in_, self.out))


def least_fixpoint(algebra: Algebra, conditions: list[Truth], attackers: list[list[tuple[int, Truth]]]) -> list[StatusFormulas]:
    """Compute the least fixed point: the status of each node; nodes of a cycle that is not decided are undecided by conflict."""
    count = len(conditions)
    statuses = [StatusFormulas(FALSE, TRUE) for _ in range(count)]
    for group in _strong_components(attackers, count):
        if len(group) == 1 and all(attacker != group[0] for attacker, _ in attackers[group[0]]):
            node = group[0]
            statuses[node] = _settle_node(algebra, conditions[node], attackers[node], statuses)
        else:
            _settle_cycle(algebra, group, conditions, attackers, statuses)
    return statuses


def _settle_node(algebra: Algebra, condition: Truth, attackers: list[tuple[int, Truth]], statuses: list[StatusFormulas]) -> StatusFormulas:
    """Return the status of a node from the statuses of its attackers."""
    if not attackers:
        return StatusFormulas(condition.yes, condition.no, condition.conflict)
    conjunction, disjunction = algebra.space.conjunction, algebra.space.disjunction
    stands = conjunction(condition.yes, *[disjunction(statuses[attacker].out, active.no) for attacker, active in attackers])
    if algebra.is_total(condition) and all(
        algebra.is_total(active) and statuses[attacker].is_whole(algebra) for attacker, active in attackers
    ):
        return StatusFormulas(stands, algebra.space.negate(stands))
    out = disjunction(condition.no, *[conjunction(statuses[attacker].in_, active.yes) for attacker, active in attackers])
    return StatusFormulas(stands, out, _conflict_reasons(algebra, condition, attackers, statuses))


def _conflict_reasons(
    algebra: Algebra, condition: Truth, attackers: Iterable[tuple[int, Truth]], statuses: list[StatusFormulas]
) -> Formula:
    """Return the region in which a node, if undecided, is so by conflict."""
    conjunction, disjunction, negate = algebra.space.conjunction, algebra.space.disjunction, algebra.space.negate
    conflicts = [algebra.conflict_region(condition)]
    for attacker, active in attackers:
        ill = algebra.conflict_region(active)
        conflicts.append(conjunction(statuses[attacker].in_, ill))
        if not statuses[attacker].is_whole(algebra):
            conflicts.append(
                conjunction(statuses[attacker].undecided_region(algebra), negate(active.no), disjunction(statuses[attacker].bad, ill))
            )
    return disjunction(*conflicts)


def _settle_cycle(
    algebra: Algebra, group: list[int], conditions: list[Truth], attackers: list[list[tuple[int, Truth]]], statuses: list[StatusFormulas]
) -> None:
    """Compute the statuses of nodes on a cycle by iteration, from the certain parts of their conditions."""
    conjunction, disjunction = algebra.space.conjunction, algebra.space.disjunction
    for node in group:
        statuses[node] = StatusFormulas(FALSE, conditions[node].no)
    decided = dict.fromkeys(group, FALSE)
    for _ in range(2 * len(group) + 1):
        changed = False
        updated: dict[int, StatusFormulas] = {}
        for node in group:
            status = _settle_node(algebra, conditions[node], attackers[node], statuses)
            updated[node] = StatusFormulas(disjunction(statuses[node].in_, status.in_), disjunction(statuses[node].out, status.out))
            changed = changed or updated[node] != statuses[node]
        for node, status in updated.items():
            statuses[node] = status
        if not changed:
            break
    for _ in range(len(group) + 1):
        changed = False
        for node in group:
            attackers_settled = [
                disjunction(statuses[attacker].in_, statuses[attacker].out, decided.get(attacker, TRUE), active.no)
                for attacker, active in attackers[node]
            ]
            now_settled = conjunction(algebra.space.negate(disjunction(statuses[node].in_, statuses[node].out)), *attackers_settled)
            changed = changed or now_settled != decided[node]
            decided[node] = now_settled
        if not changed:
            break
    for _ in group:
        for node in group:
            statuses[node].bad = disjunction(
                algebra.space.negate(decided[node]), _conflict_reasons(algebra, conditions[node], attackers[node], statuses)
            )


def _strong_components(attackers: list[list[tuple[int, Truth]]], count: int) -> list[list[int]]:
    """Return the strongly connected components, attackers first (networkx yields them in the reverse order)."""
    import networkx

    if all(attacker < node for node in range(count) for attacker, _ in attackers[node]):
        return [[node] for node in range(count)]
    graph: networkx.DiGraph[int] = networkx.DiGraph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from((attacker, node) for node in range(count) for attacker, _ in attackers[node])
    return [sorted(group) for group in networkx.strongly_connected_components(graph)][::-1]


# ---- consistent choices -----------------------------------------------------------------------------------------------------------------


def interdependent_region(
    algebra: Algebra, attackers: Sequence[list[tuple[int, Truth]]], statuses: Sequence[StatusFormulas], requirement_parts: Mapping[int, int]
) -> Formula:
    """Return the region in which an undecided node attacks an undecided node, so that not all choices are consistent."""
    space = algebra.space
    undecided = [status.undecided_region(algebra) for status in statuses]
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
        attackers: list[list[tuple[int, Truth]]],
        region: Formula,
        requirement_parts: Mapping[int, int],
        choose: Callable[[int], Sequence[Formula]],
    ) -> list[StatusFormulas]:
        """Return the statuses in a region where only cycles are undecided: all labellings of the nodes on cycles, and their consequences.

        The region is split into cells with constant attacks, and a cell is labelled as the interpreter labels one situation.
        `choose(count)` returns guards of at least so many alternatives.
        """
        statuses = least_fixpoint(self.algebra, conditions, attackers)
        undecided = [self.algebra.space.conjunction(status.undecided_region(self.algebra), region) for status in statuses]
        cells = [(cell.region, _enumerate_labellings(cell, requirement_parts)) for cell in self._split_into_cells(undecided, attackers)]
        if not cells:
            return [self._resolved_status(status) for status in statuses]
        choices = choose(max(len(labellings_of_cell) for _, labellings_of_cell in cells))
        return [
            self._resolved_status(status) if undecided[node] == FALSE else self._status_by_cell(status, node, cells, choices)
            for node, status in enumerate(statuses)
        ]

    def _resolved_status(self, status: StatusFormulas) -> StatusFormulas:
        """Return the status of a node that is decided throughout the region."""
        return StatusFormulas(status.in_, self.algebra.space.negate(status.in_))

    def _split_into_cells(self, undecided: Sequence[Formula], attackers: Sequence[list[tuple[int, Truth]]]) -> list[_Cell]:
        """Split the situations with undecided nodes into cells with the same nodes and attacks."""
        space = self.algebra.space
        self._remaining_checks = MAX_CELL_LOOKS
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
        self, status: StatusFormulas, node: int, cells: Sequence[tuple[Formula, list[dict[int, bool]]]], choices: Sequence[Formula]
    ) -> StatusFormulas:
        """Return the status of a node: in each cell that of the chosen labelling."""
        space = self.algebra.space
        stands = [status.in_]
        for region, labellings_of_cell in cells:
            selected = [
                choice for number, choice in enumerate(choices) if labellings_of_cell[number % len(labellings_of_cell)].get(node) is True
            ]
            stands.append(space.conjunction(region, space.disjunction(*selected)))
        return self._resolved_status(StatusFormulas(space.disjunction(*stands), FALSE))


@record
class _Cell:
    """A set of situations with the same nodes on or after a cycle, and the same attacks (attacker, target) between them."""

    region: Formula
    nodes: frozenset[int] = frozenset()
    edges: frozenset[tuple[int, int]] = frozenset()


def _enumerate_labellings(cell: _Cell, requirement_parts: Mapping[int, int]) -> list[dict[int, bool]]:
    """Return the labellings of the undecided nodes of a cell. Raises `NotAnalysable` if they are too many."""
    result = labellings(
        {node: [attacker for attacker, target in sorted(cell.edges) if target == node] for node in sorted(cell.nodes)}, requirement_parts
    )
    if result is None:
        raise NotAnalysable(f"more than {MAX_LABELLING_TRIALS} ways in which rules may go before one another in a circle")
    return result

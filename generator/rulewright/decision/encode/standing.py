"""How rules stand over all situations: the twin of `interpreter.standing`, the same least fixed point as formulas instead of states.

Where rules that are open go before one another, each choice of what is open is laid out by itself (`choices`): only choices that can
be together count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeVar

from rulewright.decision.formula.space import FALSE, TRUE, Formula
from rulewright.decision.formula.symbolic import Algebra, NotAnalysable, Truth

T = TypeVar("T")
MOST_CHOICES = 9
"""A stage in which more conditions and precedences may be open, so that it matters which of them hold together, is not analysed."""
MOST_TRIED = 24
"""The same for tries on cycles."""


@dataclass(slots=True)
class Standing:
    """Where something stands, where it is out, and where it is open by conflict; elsewhere it is open."""

    stands: Formula
    out: Formula
    bad: Formula = FALSE


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
    out = either(condition.no, *[both(standing[by].stands, active.yes) for by, active in attackers])
    return Standing(stands, out, _reasons(algebra, condition, attackers, standing))


def _reasons(algebra: Algebra, condition: Truth, attackers: Iterable[tuple[int, Truth]], standing: list[Standing]) -> Formula:
    """Where a node that is open is so by conflict."""
    both, either, negate = algebra.space.both, algebra.space.either, algebra.space.negate
    parts = [algebra.ill(condition)]
    for by, active in attackers:
        ill = algebra.ill(active)
        parts.append(both(standing[by].stands, ill))
        if standing[by].out != negate(standing[by].stands):
            opened = negate(either(standing[by].stands, standing[by].out))
            parts.append(both(opened, negate(active.no), either(standing[by].bad, ill)))
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
    opened = [_open(algebra, one) for one in settled]
    return space.either(
        *[
            space.both(opened[node], opened[by], space.negate(active.no))
            for node, several in enumerate(attackers)
            for by, active in several
            if opened[by] != FALSE
        ],
        *[space.both(opened[node], opened[part]) for node, part in parted.items()],
    )


def choices(algebra: Algebra, opened: Mapping[T, Formula], region: Formula) -> Iterator[dict[T, bool]]:
    """Every way to choose what is open in a region. Things that are nowhere open together are chosen together: fewer ways do."""
    space = algebra.space
    shared: list[Formula] = []
    bits: dict[T, int] = {}
    for choice, where in opened.items():
        here = space.both(where, region)
        if here == FALSE:
            continue
        bit = next((number for number, taken in enumerate(shared) if space.both(taken, here) == FALSE), len(shared))
        if bit == len(shared):
            shared.append(here)
        else:
            shared[bit] = space.either(shared[bit], here)
        bits[choice] = bit
    if len(shared) > MOST_CHOICES:
        raise NotAnalysable(f"more than {MOST_CHOICES} open conditions at once among rules that go before one another")
    for chosen in product((False, True), repeat=len(shared)):
        yield {choice: chosen[bit] for choice, bit in bits.items()}


def _open(algebra: Algebra, one: Standing) -> Formula:
    space = algebra.space
    return FALSE if one.out == space.negate(one.stands) else space.negate(space.either(one.stands, one.out))


def labellings(
    algebra: Algebra, conditions: list[Truth], attackers: list[list[tuple[int, Truth]]], region: Formula
) -> Iterator[list[Standing]]:
    """How everything stands in a region where nothing is open except cycles: each node on a cycle is tried both ways, others follow.

    A cycle is tried when all that goes before it is settled.
    """
    both = algebra.space.both
    waiting = [(conditions, attackers)]
    tried: set[tuple[tuple[Formula, Formula], ...]] = set()
    while waiting:
        truths, attacks = waiting.pop()
        settled = settle(algebra, truths, attacks)
        key = tuple((both(one.stands, region), both(one.out, region)) for one in settled)
        if key in tried:
            continue
        tried.add(key)
        if len(tried) > MOST_TRIED:
            raise NotAnalysable(f"more than {MOST_TRIED} ways in which rules may go before one another in a circle")
        left = [both(_open(algebra, one), region) for one in settled]
        before = {node: _before(algebra, node, left, attacks) for node, where in enumerate(left) if where != FALSE}
        circles = {node: where for node in before if (where := _on_first_circle(algebra, node, left, before)) != FALSE}
        if not circles:
            yield settled
        for node in circles:
            for stands in (True, False):
                waiting.append(_tried(algebra, truths, attacks, node, circles[node], stands))


def _before(algebra: Algebra, start: int, left: list[Formula], attackers: Sequence[list[tuple[int, Truth]]]) -> dict[int, Formula]:
    """What goes before a node, and where: by way of others that are not settled."""
    space = algebra.space
    found: dict[int, Formula] = {}
    for _ in range(len(attackers) + 1):  # no way is longer
        changed = False
        for target, several in enumerate(attackers):
            reached = space.either(left[start] if target == start else FALSE, found.get(target, FALSE))
            for by, active in several if reached != FALSE else ():
                before = found.get(by, FALSE)
                after = space.either(before, space.both(reached, left[by], space.negate(active.no)))
                if after != before:
                    found[by] = after
                    changed = True
        if not changed:
            break
    return found


def _on_first_circle(algebra: Algebra, node: int, left: list[Formula], before: Mapping[int, Mapping[int, Formula]]) -> Formula:
    """Where a node is left and also goes before all that goes before it: it is on a circle that waits for nothing else."""
    space = algebra.space
    back = [space.either(space.negate(where), before[by].get(node, FALSE)) for by, where in before[node].items() if where != FALSE]
    return space.both(left[node], *back)


def _tried(
    algebra: Algebra, conditions: list[Truth], attackers: list[list[tuple[int, Truth]]], node: int, where: Formula, stands: bool
) -> tuple[list[Truth], list[list[tuple[int, Truth]]]]:
    """The same with a node fixed in some situations: nothing goes before it there."""
    both, either, elsewhere = algebra.space.both, algebra.space.either, algebra.space.negate(where)
    own = conditions[node]
    yes, no = both(own.yes, elsewhere), both(own.no, elsewhere)
    fixed = Truth(either(yes, where), no, own.bad) if stands else Truth(yes, either(no, where), own.bad)
    before = [(by, Truth(both(active.yes, elsewhere), either(active.no, where), active.bad)) for by, active in attackers[node]]
    return [*conditions[:node], fixed, *conditions[node + 1 :]], [*attackers[:node], before, *attackers[node + 1 :]]

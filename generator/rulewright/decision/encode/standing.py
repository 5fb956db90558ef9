"""How rules stand over all situations: the twin of `interpreter.standing`, the same least fixed point as formulas instead of states.

Where rules that are open go before one another, each choice of what is open is laid out by itself (`ways_to_stand`): only choices that can
be together count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from rulewright.decision.formula.space import FALSE, TRUE, Formula
from rulewright.decision.formula.symbolic import Algebra, NotAnalysable, Truth

MOST_CHOICES = 9
"""A stage in which more conditions and precedences may be open, so that it matters which of them hold together, is not analysed."""


@dataclass(slots=True)
class Standing:
    """Where something stands, where it is out, and where it is open by conflict; elsewhere it is open."""

    stands: Formula
    out: Formula
    bad: Formula = FALSE


@dataclass(slots=True)
class Ways:
    """Where (`region`) rules that are open go before one another, every way in which they may stand."""

    region: Formula
    several: list[list[Standing]]


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


# ---- choices that can be together ------------------------------------------------------------------------------------------------------


def ways_to_stand(
    algebra: Algebra,
    conditions: Sequence[Truth],
    attackers: Sequence[list[tuple[int, Truth]]],
    settled: Sequence[Standing],
    parted: dict[int, int],
) -> Ways | None:
    """Each way in which what is open may come out, where rules that are open go before one another; None where that is nowhere so."""
    space = algebra.space
    opened = [_open(algebra, one) for one in settled]
    region = space.either(
        *[space.both(opened[node], opened[by]) for node, several in enumerate(attackers) for by, _ in several if opened[by] != FALSE],
        *[space.both(opened[node], opened[part]) for node, part in parted.items()],
    )
    if region == FALSE:
        return None
    owner = {part: node for node, part in parted.items()}
    opens: dict[int | tuple[int, int], Formula] = {node: algebra.open(truth) for node, truth in enumerate(conditions) if node not in owner}
    for node, attacks in enumerate(attackers):
        opens |= {(node, place): algebra.open(active) for place, (_, active) in enumerate(attacks)}
    bits = _bits(algebra, {atom: here for atom, where in opens.items() if (here := space.both(where, region)) != FALSE})
    count = max(bits.values(), default=-1) + 1
    if count > MOST_CHOICES:
        raise NotAnalysable(f"more than {MOST_CHOICES} open conditions at once among rules that go before one another")
    several: list[list[Standing]] = []
    for chosen in product((False, True), repeat=count):
        there = [_chosen(algebra, truth, _bit(bits, chosen, owner.get(node, node))) for node, truth in enumerate(conditions)]
        ahead = [
            [(by, _chosen(algebra, active, _bit(bits, chosen, (node, place)))) for place, (by, active) in enumerate(attacks)]
            for node, attacks in enumerate(attackers)
        ]
        several.extend(one for one in _labellings(algebra, there, ahead) if one not in several)
    return Ways(region, several)


def _bits(algebra: Algebra, opens: dict[int | tuple[int, int], Formula]) -> dict[int | tuple[int, int], int]:
    """A choice for each condition and precedence that may be open; those that are nowhere open together share one."""
    space = algebra.space
    shared: list[Formula] = []
    found: dict[int | tuple[int, int], int] = {}
    for atom, where in opens.items():
        bit = next((number for number, taken in enumerate(shared) if space.both(taken, where) == FALSE), len(shared))
        if bit == len(shared):
            shared.append(where)
        else:
            shared[bit] = space.either(shared[bit], where)
        found[atom] = bit
    return found


def _bit(bits: dict[int | tuple[int, int], int], chosen: tuple[bool, ...], atom: int | tuple[int, int]) -> bool | None:
    return chosen[bits[atom]] if atom in bits else None


def _open(algebra: Algebra, one: Standing) -> Formula:
    space = algebra.space
    return FALSE if one.out == space.negate(one.stands) else space.negate(space.either(one.stands, one.out))


def _chosen(algebra: Algebra, truth: Truth, holds: bool | None) -> Truth:
    """A truth that is true, or false, where it was open."""
    if holds is None:
        return truth
    space = algebra.space
    return Truth(space.negate(truth.no), truth.no) if holds else Truth(truth.yes, space.negate(truth.yes))


def _labellings(algebra: Algebra, conditions: list[Truth], attackers: list[list[tuple[int, Truth]]]) -> Iterable[list[Standing]]:
    """How everything stands where nothing is open but cycles: a node on a cycle is tried both ways."""
    settled = settle(algebra, conditions, attackers)
    cycles = [
        node
        for group in _components(attackers, len(conditions))
        for node in group
        if (len(group) > 1 or any(by == node for by, _ in attackers[node])) and _open(algebra, settled[node]) != FALSE
    ]
    if len(cycles) > MOST_CHOICES:
        raise NotAnalysable(f"more than {MOST_CHOICES} rules that go before one another in a circle")
    for chosen in product((False, True), repeat=len(cycles)):
        holds = dict(zip(cycles, chosen, strict=True))
        tried = [_tried(algebra, truth, settled[node], holds.get(node)) for node, truth in enumerate(conditions)]
        yield settle(algebra, tried, [[] if node in holds else several for node, several in enumerate(attackers)])


def _tried(algebra: Algebra, condition: Truth, settled: Standing, stands: bool | None) -> Truth:
    """The condition; of a node on a cycle: how it stands, with what is not settled as it is tried."""
    if stands is None:
        return condition
    space = algebra.space
    yes = space.negate(settled.out) if stands else settled.stands
    return Truth(yes, space.negate(yes))

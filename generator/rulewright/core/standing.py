"""The least fixed point of guards and attacks, in the truths of any engine; and the labellings of circles.

A node stands if its guard is true and no attacker that stands attacks it. Attackers are settled before what they attack. Nodes that attack
one another in a circle start as undecided by conflict, and only what follows from outside of the circle settles them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeAlias, TypeVar

from rulewright.base.cycles import ordered_components
from rulewright.base.limits import MAX_LABELLING_TRIALS
from rulewright.core.logic import Logic

T = TypeVar("T")
Attackers: TypeAlias = "list[tuple[int, T]]"
"""The attackers of a node, each with the truth that its attack is in force."""


def standing_truth(logic: Logic[T], guard: T, attacks: Iterable[tuple[T, T]]) -> T:
    """Return the truth that the guard holds and no attack succeeds; of an attack, that the attacker stands and that it is in force."""
    return logic.conjunction_of([guard, *[logic.negate_truth(logic.conjunction_of(attack)) for attack in attacks]])


def settle_nodes(logic: Logic[T], guards: Sequence[T], attackers: Sequence[Attackers[T]]) -> list[T]:
    """Return the truth of each node that it stands."""
    truths = list(guards)
    sources = {node: [attacker for attacker, _ in attacks] for node, attacks in enumerate(attackers) if attacks}
    for group in ordered_components(sources):
        if len(group) > 1 or group[0] in sources[group[0]]:
            _settle_circle(logic, group, guards, attackers, truths)
        else:
            truths[group[0]] = _settle_node(logic, group[0], guards, attackers, truths)
    return truths


def _settle_node(logic: Logic[T], node: int, guards: Sequence[T], attackers: Sequence[Attackers[T]], truths: Sequence[T]) -> T:
    return standing_truth(logic, guards[node], [(truths[attacker], attack) for attacker, attack in attackers[node]])


def _settle_circle(logic: Logic[T], group: Sequence[int], guards: Sequence[T], attackers: Sequence[Attackers[T]], truths: list[T]) -> None:
    """Settle nodes that attack one another, whose attackers outside are settled.

    What is true and what is false is found first, with no reason but the circle itself. Then the reasons go around, from the nodes that are
    left: a reason that a node had only until another one was settled would never leave a circle again.
    """
    for node in group:
        truths[node] = logic.circular_truth
    for is_final in (False, True):
        for _ in range(2 * len(group)):  # each round settles a node more, or changes nothing
            updated = {node: _settle_node(logic, node, guards, attackers, truths) for node in group}
            if not is_final:
                updated = {node: logic.fill_undecided(truth, logic.circular_truth) for node, truth in updated.items()}
            is_same = all(logic.are_same(truths[node], truth) for node, truth in updated.items())
            for node, truth in updated.items():
                truths[node] = truth
            if is_same:
                break


# ---- circles ----------------------------------------------------------------------------------------------------------------------------


def circle_labellings(attackers: Mapping[int, Collection[int]], second_parts: Mapping[int, int]) -> list[dict[int, bool]] | None:
    """Enumerate the labellings of nodes that wait only for one another: nodes of a cycle are tried both ways, others follow.

    A cycle is tried when all its attackers outside are decided. A second part whose attackers are those of the first is tried with it, as
    one. Return None if that takes more than `MAX_LABELLING_TRIALS` trials.
    """
    merged_parts = {
        part: node
        for node, part in second_parts.items()
        if {node, part} <= attackers.keys() and set(attackers[node]) == set(attackers[part])
    }
    merged_labellings = _enumerate_labellings(
        {
            node: {merged_parts.get(attacker, attacker) for attacker in node_attackers}
            for node, node_attackers in attackers.items()
            if node not in merged_parts
        }
    )
    return merged_labellings and [
        {**labelling, **{part: labelling[node] for part, node in merged_parts.items()}} for labelling in merged_labellings
    ]


def _enumerate_labellings(attackers: Mapping[int, Collection[int]]) -> list[dict[int, bool]] | None:
    complete: list[dict[int, bool]] = []
    visited: set[frozenset[tuple[int, bool]]] = set()
    pending: list[dict[int, bool]] = [{}]
    while pending:
        labelling = pending.pop()
        _extend_labelling(labelling, attackers)
        key = frozenset(labelling.items())
        if key in visited:
            continue
        visited.add(key)
        if len(visited) > MAX_LABELLING_TRIALS:
            return None
        cycle = first_component({node: sources for node, sources in attackers.items() if node not in labelling})
        if not cycle:
            complete.append(labelling)
        pending += [{**labelling, node: is_accepted} for node in cycle for is_accepted in (True, False)]
    return complete


def _extend_labelling(labelling: dict[int, bool], attackers: Mapping[int, Collection[int]]) -> None:
    has_changed = True
    while has_changed:
        has_changed = False
        for node, node_attackers in attackers.items():
            if node not in labelling:
                if any(labelling.get(attacker, False) for attacker in node_attackers):
                    labelling[node], has_changed = False, True
                elif all(attacker in labelling for attacker in node_attackers):
                    labelling[node], has_changed = True, True


def first_component(attackers: Mapping[int, Collection[int]]) -> list[int]:
    """Return a group of nodes attacked by no other of these nodes: a circle, or a single node; empty if there are no nodes."""
    return sorted(next(ordered_components(attackers), []))

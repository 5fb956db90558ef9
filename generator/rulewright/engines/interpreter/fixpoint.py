"""Statuses of claims: the least fixpoint of guards and attacks.

A claim is out if its guard is false or an accepted claim attacks it; it is accepted if its guard is true and all its attackers are out. A
claim that depends on an unknown is undecided. A claim that never settles is on a cycle of precedence: undecided, by conflict.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from typing import Any, TypeAlias

from rulewright.base.limits import MAX_LABELLING_TRIALS
from rulewright.base.records import record
from rulewright.engines.interpreter.unknown import CONFLICT, Unknown, merge_all_reasons, merge_reasons

Attack: TypeAlias = tuple[int, Any, int]
"""An attacker of a node: the node, True or an `Unknown`, and the number of the attack."""


class ClaimStatus(Enum):
    """Status of a claim. FALSE: its guard is false; BEATEN: another claim defeats it."""

    STANDS = 1
    OPEN = 2
    FALSE = 3
    BEATEN = 4


@record
class Fixpoint:
    """The statuses of all nodes; the reasons of undecided ones; the winning attack (node, number) of beaten ones; nodes on cycles."""

    statuses: list[ClaimStatus]
    reasons: dict[int, Unknown]
    winning_attacks: dict[int, tuple[int, int]]
    cyclic_nodes: frozenset[int]


def compute_fixpoint(conditions: list[Any], attackers: list[list[Attack]]) -> Fixpoint:
    """Compute the statuses of nodes from their guards (True, False or `Unknown`) and attackers."""
    count = len(conditions)
    statuses: list[ClaimStatus | None] = [ClaimStatus.FALSE if condition is False else None for condition in conditions]
    reasons: dict[int, Unknown] = {}
    winning_attacks: dict[int, tuple[int, int]] = {}
    has_changed = True
    while has_changed:
        has_changed = False
        for node in range(count):
            if statuses[node] is not None:
                continue
            status = _decide_status(node, conditions, attackers, statuses, reasons, winning_attacks)
            if status is not None:
                statuses[node] = status
                has_changed = True
    undecided = frozenset(node for node in range(count) if statuses[node] is None)
    for node in undecided:
        statuses[node] = ClaimStatus.OPEN
        unknowns = [edge for _, edge, _ in attackers[node] if edge is not True]
        unknowns += [conditions[node]] if conditions[node] is not True else []
        reasons[node] = merge_all_reasons([CONFLICT, *unknowns])
    if undecided:
        _share_cycle_reasons(undecided, attackers, reasons)
    return Fixpoint([state or ClaimStatus.OPEN for state in statuses], reasons, winning_attacks, undecided)


def _decide_status(
    node: int,
    conditions: list[Any],
    attackers: list[list[Attack]],
    statuses: list[ClaimStatus | None],
    reasons: dict[int, Unknown],
    winning_attacks: dict[int, tuple[int, int]],
) -> ClaimStatus | None:
    """Return the status of a node if its attackers decide it by now; record the reason."""
    has_pending_attacker = False
    unknowns: list[Unknown] = [] if conditions[node] is True else [conditions[node]]
    for attacker, attack, number in attackers[node]:
        status = statuses[attacker]
        if status is None:
            has_pending_attacker = True
        elif status is ClaimStatus.STANDS and attack is True:
            winning_attacks[node] = (attacker, number)
            return ClaimStatus.BEATEN
        elif status is ClaimStatus.STANDS:
            unknowns.append(attack)
        elif status is ClaimStatus.OPEN:
            unknowns.append(reasons[attacker] if attack is True else merge_reasons(reasons[attacker], attack))
    if has_pending_attacker:
        return None
    if not unknowns:
        return ClaimStatus.STANDS
    reasons[node] = merge_all_reasons(unknowns)
    return ClaimStatus.OPEN


def _share_cycle_reasons(undecided: frozenset[int], attackers: list[list[Attack]], reasons: dict[int, Unknown]) -> None:
    """Propagate reasons around a cycle: whatever could break it is a reason of each node on it."""
    for _ in undecided:
        for node in undecided:
            for attacker, _, _ in attackers[node]:
                if attacker in reasons:
                    reasons[node] = merge_reasons(reasons[node], reasons[attacker])


# ---- choices that can be together -------------------------------------------------------------------------------------------------------


def depend_on_one_another(
    fixpoint: Fixpoint, attackers: list[list[Attack]], second_parts: Mapping[int, int], silent_nodes: frozenset[int] = frozenset()
) -> bool:
    """Return True if an undecided node attacks an undecided node, so that their choices are not independent.

    `second_parts` maps a node to its second part, which has the same guard. If a reading is among the reasons, the result is False:
    readings are enumerated elsewhere. Readings of `silent_nodes` do not count, since these say nothing. An unknown fact is one more choice:
    an outcome common to all labellings holds whatever its value.
    """
    undecided = {node for node, status in enumerate(fixpoint.statuses) if status is ClaimStatus.OPEN}
    has_undecided_attack = any(attacker in undecided for node in undecided for attacker, _, _ in attackers[node])
    if not has_undecided_attack and not any(node in undecided and part in undecided for node, part in second_parts.items()):
        return False
    return not any(fixpoint.reasons[node].readings for node in undecided - silent_nodes)


def labellings(attackers: Mapping[int, Collection[int]], second_parts: Mapping[int, int]) -> list[dict[int, bool]] | None:
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
        cycle = first_cycle([node for node in attackers if node not in labelling], attackers)
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


def first_undecided(statuses: Sequence[ClaimStatus], attackers: Sequence[Sequence[Attack]]) -> list[int]:
    """Return an unattacked strongly connected group of undecided nodes; empty if nothing is undecided."""
    undecided = [node for node, status in enumerate(statuses) if status is ClaimStatus.OPEN]
    return first_cycle(undecided, {node: [attacker for attacker, _, _ in attackers[node]] for node in undecided})


def first_cycle(nodes: Sequence[int], attackers: Mapping[int, Collection[int]]) -> list[int]:
    """Return a group of nodes attacked by no other of these nodes: a cycle, or a single node."""
    ancestors = {node: _ancestors(node, set(nodes), attackers) for node in nodes}
    return next(
        (
            sorted({node, *node_ancestors})
            for node, node_ancestors in ancestors.items()
            if all(node in ancestors[ancestor] for ancestor in node_ancestors)
        ),
        [],
    )


def _ancestors(node: int, nodes: Collection[int], attackers: Mapping[int, Collection[int]]) -> set[int]:
    """Return the ancestors of a node by way of these nodes."""
    visited: set[int] = set()
    pending = [node]
    while pending:
        unvisited = [attacker for attacker in attackers[pending.pop()] if attacker in nodes and attacker not in visited]
        visited.update(unvisited)
        pending += unvisited
    return visited

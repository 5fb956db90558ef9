"""Which rules stand: the least fixed point of conditions and of who goes before whom.

A rule is out where its condition is false or a standing rule goes before it; it stands where its condition is true and every rule that goes
before it is out. What depends on something open is open. What never settles is a cycle of precedence: open, by conflict.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import product
from typing import Any, TypeAlias

from rulewright.interpreter.opened import CONFLICT, Open, join, join_all
from rulewright.records import record

Attack: TypeAlias = tuple[int, Any, int]
"""What goes before a node: a node, whether it does (True or an `Open`), and the number of the edge."""
MOST_CHOICES = 9
"""So many open conditions and edges are gone through in all their combinations; with more, each rule that is open is taken by itself."""


class State(Enum):
    """How a rule stands. FALSE: a condition is false; BEATEN: another rule goes before it."""

    STANDS = 1
    OPEN = 2
    FALSE = 3
    BEATEN = 4


@record
class Settled:
    """How each node stands; why open ones are open; which attacker beat which (node, number of the edge); which nodes are on cycles."""

    states: list[State]
    reasons: dict[int, Open]
    beaten: dict[int, tuple[int, int]]
    cycles: frozenset[int]


def settle(conditions: list[Any], attackers: list[list[Attack]]) -> Settled:
    """The states of nodes with these conditions (True, False or `Open`) and attackers."""
    count = len(conditions)
    states: list[State | None] = [State.FALSE if condition is False else None for condition in conditions]
    reasons: dict[int, Open] = {}
    beaten: dict[int, tuple[int, int]] = {}
    changing = True
    while changing:
        changing = False
        for node in range(count):
            if states[node] is not None:
                continue
            state = _settled(node, conditions, attackers, states, reasons, beaten)
            if state is not None:
                states[node] = state
                changing = True
    left = frozenset(node for node in range(count) if states[node] is None)
    for node in left:
        states[node] = State.OPEN
        opened = [edge for _, edge, _ in attackers[node] if edge is not True]
        opened += [conditions[node]] if conditions[node] is not True else []
        reasons[node] = join_all([CONFLICT, *opened])
    if left:
        _share(left, attackers, reasons)
    return Settled([state or State.OPEN for state in states], reasons, beaten, left)


def _settled(
    node: int,
    conditions: list[Any],
    attackers: list[list[Attack]],
    states: list[State | None],
    reasons: dict[int, Open],
    beaten: dict[int, tuple[int, int]],
) -> State | None:
    """The state of a node, if it can be told now; notes why."""
    waiting = False
    opened: list[Open] = [] if conditions[node] is True else [conditions[node]]
    for other, edge, number in attackers[node]:
        state = states[other]
        if state is None:
            waiting = True
        elif state is State.STANDS and edge is True:
            beaten[node] = (other, number)
            return State.BEATEN
        elif state is State.STANDS:
            opened.append(edge)
        elif state is State.OPEN:
            opened.append(reasons[other] if edge is True else join(reasons[other], edge))
    if waiting:
        return None
    if not opened:
        return State.STANDS
    reasons[node] = join_all(opened)
    return State.OPEN


def _share(left: frozenset[int], attackers: list[list[Attack]], reasons: dict[int, Open]) -> None:
    """What could break a cycle (a fact not known, a reading) is a reason of every rule that hangs on it."""
    for _ in left:
        for node in left:
            for other, _, _ in attackers[node]:
                if other in reasons:
                    reasons[node] = join(reasons[node], reasons[other])


# ---- choices that can be together --------------------------------------------------------------------------------------------------------


def together(
    settled: Settled, conditions: list[Any], attackers: list[list[Attack]], parted: dict[int, int]
) -> list[tuple[bool, ...]] | None:
    """Every way in which what is open may come out, as which nodes stand; None where each open rule may be taken by itself.

    That is so where no open node goes before another. Where a fact or a reading would settle something, nothing needs to be gone through:
    the facts and readings will be. `parted` has for a node the one of its second part, which has the same condition.
    """
    opened = {node for node, state in enumerate(settled.states) if state is State.OPEN}
    if not any(by in opened for node in opened for by, _, _ in attackers[node]) and not any(
        node in opened and part in opened for node, part in parted.items()
    ):
        return None
    if any(settled.reasons[node].facts or settled.reasons[node].readings for node in opened):
        return None
    owner = {part: node for node, part in parted.items()}
    free = [node for node in range(len(conditions)) if conditions[node].__class__ is Open and node not in owner]
    edges = [(node, place) for node, several in enumerate(attackers) for place, attack in enumerate(several) if attack[1] is not True]
    if len(free) + len(edges) > MOST_CHOICES:
        return None
    found: dict[tuple[bool, ...], None] = {}
    for chosen in product((False, True), repeat=len(free) + len(edges)):
        holds = dict(zip([*free, *edges], chosen, strict=True))
        there = [
            holds[owner.get(node, node)] if condition.__class__ is Open else condition is True for node, condition in enumerate(conditions)
        ]
        ahead = [
            [by for place, (by, active, _) in enumerate(several) if active is True or holds[node, place]]
            for node, several in enumerate(attackers)
        ]
        found.update(dict.fromkeys(_labellings(there, ahead)))
    return list(found)


def _labellings(conditions: Sequence[bool], ahead: list[list[int]]) -> Iterator[tuple[bool, ...]]:
    """Who stands, everything being settled but cycles: a node on a cycle is tried both ways."""
    stands: list[bool | None] = [None if condition else False for condition in conditions]
    _label(stands, ahead)
    left = [node for node, one in enumerate(stands) if one is None]
    if not left:
        yield tuple(one is True for one in stands)
        return
    cycles = [node for node in left if _reaches_itself(node, left, ahead)]
    for chosen in product((False, True), repeat=len(cycles)):
        tried = stands.copy()
        for node, one in zip(cycles, chosen, strict=True):
            tried[node] = one
        _label(tried, ahead)
        yield tuple(one is True for one in tried)


def _label(stands: list[bool | None], ahead: list[list[int]]) -> None:
    changing = True
    while changing:
        changing = False
        for node, one in enumerate(stands):
            if one is None:
                if any(stands[by] is True for by in ahead[node]):
                    stands[node], changing = False, True
                elif all(stands[by] is False for by in ahead[node]):
                    stands[node], changing = True, True


def _reaches_itself(start: int, left: list[int], ahead: list[list[int]]) -> bool:
    """Whether a node goes before itself by way of others that are not settled."""
    inside = set(left)
    seen: set[int] = set()
    waiting = [start]
    while waiting:
        for by in ahead[waiting.pop()]:
            if by == start:
                return True
            if by in inside and by not in seen:
                seen.add(by)
                waiting.append(by)
    return False

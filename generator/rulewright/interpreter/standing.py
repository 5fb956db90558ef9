"""Which rules stand: the least fixed point of conditions and of who goes before whom.

A rule is out where its condition is false or a standing rule goes before it; it stands where its condition is true and every rule that goes
before it is out. What depends on something open is open. What never settles is a cycle of precedence: open, by conflict.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from enum import Enum
from typing import Any, TypeAlias

from rulewright.interpreter.opened import CONFLICT, Open, join, join_all
from rulewright.records import record

Attack: TypeAlias = tuple[int, Any, int]
"""What goes before a node: a node, whether it does (True or an `Open`), and the number of the edge."""
MOST_CHOICES = 9
"""So many open conditions and statements are gone through in all combinations; with more, each rule that is open is taken by itself."""
MOST_TRIED = 300
"""The same for tries on cycles."""


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


# ---- choices that can be together -------------------------------------------------------------------------------------------------------


def depend_on_one_another(settled: Settled, attackers: list[list[Attack]], parted: dict[int, int]) -> bool:
    """Whether something that is open goes before something that is open, so that not every choice of them can be together.

    `parted` has for a node the one of its second part, which has the same condition. Where a fact or a reading would settle something,
    nothing needs to be gone through here: the facts and readings will be.
    """
    opened = {node for node, state in enumerate(settled.states) if state is State.OPEN}
    joined = any(by in opened for node in opened for by, _, _ in attackers[node])
    if not joined and not any(node in opened and part in opened for node, part in parted.items()):
        return False
    return not any(settled.reasons[node].facts or settled.reasons[node].readings for node in opened)


def labellings(conditions: Sequence[bool], ahead: list[list[int]], parts: Collection[int]) -> Iterator[tuple[bool, ...]] | None:
    """Who stands, everything being settled except cycles: each node on a cycle is tried both ways, the others then follow.

    A second part (`parts`) is tried after all others. None where that would take more than `MOST_TRIED` tries.
    """
    found: dict[tuple[bool, ...], None] = {}
    tried: set[tuple[bool | None, ...]] = set()
    waiting: list[list[bool | None]] = [[None if condition else False for condition in conditions]]
    while waiting:
        stands = waiting.pop()
        _label(stands, ahead)
        key = tuple(stands)
        if key in tried:
            continue
        tried.add(key)
        if len(tried) > MOST_TRIED:
            return None
        left = [node for node, one in enumerate(stands) if one is None]
        if not left:
            found[tuple(one is True for one in stands)] = None
            continue
        cycles = [node for node in left if _reaches_itself(node, left, ahead)]
        for node in [node for node in cycles if node not in parts] or cycles:
            waiting += [[*stands[:node], one, *stands[node + 1 :]] for one in (True, False)]
    return iter(found)


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

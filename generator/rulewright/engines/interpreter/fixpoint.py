"""Which rules stand: the least fixed point of conditions and of who goes before whom.

A rule is out where its condition is false or a standing rule goes before it; it stands where its condition is true and every rule that goes
before it is out. What depends on something open is open. What never settles is a cycle of precedence: open, by conflict.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from typing import Any, TypeAlias

from rulewright.base.records import record
from rulewright.engines.interpreter.unknown import CONFLICT, Open, join, join_all

Attack: TypeAlias = tuple[int, Any, int]
"""What goes before a node: a node, whether it does (True or an `Open`), and the number of the edge."""
MOST_TRIED = 2000
"""So many choices of what is open are tried, and so many tries are made on cycles; with more, each rule that is open is taken by itself."""


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
    """The state of a node, if it is known by now; notes why."""
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
    """What could break a cycle (a fact not known, a reading) is a reason of every rule that depends on it."""
    for _ in left:
        for node in left:
            for other, _, _ in attackers[node]:
                if other in reasons:
                    reasons[node] = join(reasons[node], reasons[other])


# ---- choices that can be together -------------------------------------------------------------------------------------------------------


def depend_on_one_another(
    settled: Settled, attackers: list[list[Attack]], parted: Mapping[int, int], silent: frozenset[int] = frozenset()
) -> bool:
    """Whether something that is open goes before something that is open, so that not every choice of them can be together.

    `parted` has for a node the one of its second part, which has the same condition. Where a reading would settle something, nothing needs
    to be gone through here: the readings will be. Not those of `silent` nodes, which say nothing: they are no reason of the answer. A fact
    that is not known is one more choice: what comes out the same in every way does so whatever the fact is.
    """
    opened = {node for node, state in enumerate(settled.states) if state is State.OPEN}
    joined = any(by in opened for node in opened for by, _, _ in attackers[node])
    if not joined and not any(node in opened and part in opened for node, part in parted.items()):
        return False
    return not any(settled.reasons[node].readings for node in opened - silent)


def labellings(ahead: Mapping[int, Collection[int]], parted: Mapping[int, int]) -> list[dict[int, bool]] | None:
    """Who stands of nodes that only wait for one another: of a cycle each node is tried both ways, standing and not, and the others follow.

    A cycle is tried when all that goes before it is settled. A second part (`parted`) before which nothing else goes than before the first
    is tried with it, as one. None where that would take more than `MOST_TRIED` tries.
    """
    as_one = {part: node for node, part in parted.items() if {node, part} <= ahead.keys() and set(ahead[node]) == set(ahead[part])}
    found = _tried({node: {as_one.get(by, by) for by in several} for node, several in ahead.items() if node not in as_one})
    return found and [{**stands, **{part: stands[node] for part, node in as_one.items()}} for stands in found]


def _tried(ahead: Mapping[int, Collection[int]]) -> list[dict[int, bool]] | None:
    found: list[dict[int, bool]] = []
    tried: set[frozenset[tuple[int, bool]]] = set()
    waiting: list[dict[int, bool]] = [{}]
    while waiting:
        stands = waiting.pop()
        _label(stands, ahead)
        key = frozenset(stands.items())
        if key in tried:
            continue
        tried.add(key)
        if len(tried) > MOST_TRIED:
            return None
        cycle = first_of([node for node in ahead if node not in stands], ahead)
        if not cycle:
            found.append(stands)
        waiting += [{**stands, node: one} for node in cycle for one in (True, False)]
    return found


def _label(stands: dict[int, bool], ahead: Mapping[int, Collection[int]]) -> None:
    changing = True
    while changing:
        changing = False
        for node, several in ahead.items():
            if node not in stands:
                if any(stands.get(by, False) for by in several):
                    stands[node], changing = False, True
                elif all(by in stands for by in several):
                    stands[node], changing = True, True


def first_left(states: Sequence[State], attackers: Sequence[Sequence[Attack]]) -> list[int]:
    """Nodes that are open, of which no other that is open goes before any; none if nothing is open."""
    left = [node for node, state in enumerate(states) if state is State.OPEN]
    return first_of(left, {node: [by for by, _, _ in attackers[node]] for node in left})


def first_of(left: Sequence[int], ahead: Mapping[int, Collection[int]]) -> list[int]:
    """Of these nodes one before which nothing goes but itself and what it goes before, with all of these: a cycle, or a node by itself."""
    before = {node: _before(node, set(left), ahead) for node in left}
    return next((sorted({node, *several}) for node, several in before.items() if all(node in before[by] for by in several)), [])


def _before(node: int, left: Collection[int], ahead: Mapping[int, Collection[int]]) -> set[int]:
    """All that goes before a node, by way of others that are left too."""
    seen: set[int] = set()
    waiting = [node]
    while waiting:
        more = [by for by in ahead[waiting.pop()] if by in left and by not in seen]
        seen.update(more)
        waiting += more
    return seen

"""Which rules stand: the least fixed point of conditions and of who goes before whom.

A rule is out where its condition is false or a standing rule goes before it; it stands where its condition is true and every rule that goes
before it is out. What hangs on something open is open. What never settles is a cycle of precedence: open, by conflict.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

from rulewright.interpreter.opened import CONFLICT, Open, join, join_all


class State(Enum):
    """How a rule stands. NOT_ABOUT: its head names another value; FALSE: a condition is false; BEATEN: another rule goes before it."""

    STANDS = 1
    OPEN = 2
    FALSE = 3
    BEATEN = 4
    NOT_ABOUT = 5


def settle(
    conditions: list[Any], attackers: list[list[tuple[int, Any, int]]]
) -> tuple[list[State], dict[int, Open], dict[int, tuple[int, int]], frozenset[int]]:
    """The states of nodes with these conditions (True, False or `Open`) and attackers (node, edge True or `Open`, number of the edge).

    Also why open ones are open, which attacker beat which (node, edge), and which nodes are on cycles.
    """
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
    return [state or State.OPEN for state in states], reasons, beaten, left


def _settled(
    node: int,
    conditions: list[Any],
    attackers: list[list[tuple[int, Any, int]]],
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


def _share(left: frozenset[int], attackers: list[list[tuple[int, Any, int]]], reasons: dict[int, Open]) -> None:
    """What could break a cycle (a fact not known, a reading) is a reason of every rule that hangs on it."""
    for _ in left:
        for node in left:
            for other, _, _ in attackers[node]:
                if other in reasons:
                    reasons[node] = join(reasons[node], reasons[other])

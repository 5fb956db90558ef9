"""Which terminals may stand next to each other, worked out from the parser's table without its stack.

A form ends where the parser reduces it, and what follows it then depends on what it stands in. Without the stack any form around it is
taken as possible. So more neighbours are found than there are, and never fewer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from rulewright.syntax.lalr import Table

LINE, END = "the beginning of a line", "the end of a line"
"""The beginning of a line as the left neighbour of its first terminal, and its end (or the tags there) as the right one of its last."""
_LAYOUT = frozenset({"_NEWLINE", "_INDENT", "_DEDENT"})
_AT_END = _LAYOUT | {"TAG", "$END"}

Pairs: TypeAlias = Mapping[str, frozenset[str]]
"""Left neighbour -> the right neighbours that go with it."""


class Neighbours:
    """Of every terminal, by the table of the grammar."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._before: dict[int, set[int]] = defaultdict(set)
        """State -> the states from which the parser comes to it."""
        self._entered: dict[str, set[int]] = defaultdict(set)
        """Terminal -> the states in which the parser is after it."""
        self._known: dict[tuple[int, str], frozenset[int]] = {}
        for state, moves in table.actions.items():
            for terminal, move in moves.items():
                if move >= 0:
                    self._before[move].add(state)
                    self._entered[LINE if terminal in _LAYOUT else terminal].add(move)
        for rule in table.rules:
            for state, goal in rule.goto.items():
                self._before[goal].add(state)
        self._entered[LINE].add(table.starts["start"])

    def of(self, terminal: str) -> Pairs:
        """Left neighbour -> right neighbours."""
        found = {}
        for left, states in self._entered.items():
            right = self._accepted(self._after_all(states, terminal))
            if right:
                found[left] = right
        return found

    def left_of_pair(self, first: str, second: str) -> frozenset[str]:
        """What may be on the left of two terminals in a row."""
        return frozenset(left for left, states in self._entered.items() if self._after_all(self._after_all(states, first), second))

    def _after_all(self, states: Iterable[int], terminal: str) -> frozenset[int]:
        return frozenset(goal for state in states for goal in self._after(state, terminal))

    def _accepted(self, states: Iterable[int]) -> frozenset[str]:
        terminals = {(state, terminal) for state in states for terminal in self._table.actions[state]}
        return frozenset(END if terminal in _AT_END else terminal for state, terminal in terminals if self._after(state, terminal))

    def _after(self, state: int, terminal: str) -> frozenset[int]:
        """The states after a terminal, with every form ended before it that it ends."""
        found = self._known.get((state, terminal))
        if found is None:
            found = self._known[state, terminal] = self._work_out(state, terminal)
        return found

    def _work_out(self, state: int, terminal: str) -> frozenset[int]:
        seen, todo, found = {state}, [state], set()
        while todo:
            move = self._table.actions[state := todo.pop()].get(terminal)
            if move is None:
                continue
            if move >= 0:
                found.add(move)
                continue
            rule = self._table.rules[~move]
            goals = {rule.goto[below] for below in self._below(state, rule.size) if below in rule.goto} - seen
            seen |= goals
            todo += goals
        return frozenset(found)

    def _below(self, state: int, size: int) -> set[int]:
        """The states that can be so far down the stack below this one."""
        states = {state}
        for _ in range(size):
            states = {below for one in states for below in self._before[one]}
        return states

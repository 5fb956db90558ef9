"""Possible neighbours of terminals, computed from the parser's table without its stack.

A form ends with a reduction, and its possible right neighbours then depend on the enclosing form. Without the stack every enclosing form is
taken as possible. So the result may contain too many neighbours, and never too few.
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
    """The neighbours of terminals, by the table of the grammar."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._predecessors: dict[int, set[int]] = defaultdict(set)
        """State -> the states with a transition to it."""
        self._states_after: dict[str, set[int]] = defaultdict(set)
        """Terminal -> the states of the parser after it."""
        self._memo: dict[tuple[int, str], frozenset[int]] = {}
        for state, moves in table.actions.items():
            for terminal, move in moves.items():
                if move >= 0:
                    self._predecessors[move].add(state)
                    self._states_after[LINE if terminal in _LAYOUT else terminal].add(move)
        for rule in table.rules:
            for state, goal in rule.goto.items():
                self._predecessors[goal].add(state)
        self._states_after[LINE].add(table.starts["start"])

    def pairs_of(self, terminal: str) -> Pairs:
        """Return left neighbour -> right neighbours of a terminal."""
        pairs = {}
        for neighbour, states in self._states_after.items():
            right = self._accepted_terminals(self._shift_all(states, terminal))
            if right:
                pairs[neighbour] = right
        return pairs

    def left_of_pair(self, first: str, second: str) -> frozenset[str]:
        """Return the possible left neighbours of two terminals in a row."""
        return frozenset(
            neighbour for neighbour, states in self._states_after.items() if self._shift_all(self._shift_all(states, first), second)
        )

    def _shift_all(self, states: Iterable[int], terminal: str) -> frozenset[int]:
        return frozenset(goal for state in states for goal in self._shift(state, terminal))

    def _accepted_terminals(self, states: Iterable[int]) -> frozenset[str]:
        terminals = {(state, terminal) for state in states for terminal in self._table.actions[state]}
        return frozenset(END if terminal in _AT_END else terminal for state, terminal in terminals if self._shift(state, terminal))

    def _shift(self, state: int, terminal: str) -> frozenset[int]:
        """Return the states after a terminal, with the reductions that it triggers done before it."""
        goals = self._memo.get((state, terminal))
        if goals is None:
            goals = self._memo[state, terminal] = self._compute_shift(state, terminal)
        return goals

    def _compute_shift(self, state: int, terminal: str) -> frozenset[int]:
        visited, todo, targets = {state}, [state], set()
        while todo:
            move = self._table.actions[state := todo.pop()].get(terminal)
            if move is None:
                continue
            if move >= 0:
                targets.add(move)
                continue
            rule = self._table.rules[~move]
            goals = {rule.goto[bottom] for bottom in self._states_below(state, rule.size) if bottom in rule.goto} - visited
            visited |= goals
            todo += goals
        return frozenset(targets)

    def _states_below(self, state: int, size: int) -> set[int]:
        """Return the possible states `size` positions below this one on the stack."""
        states = {state}
        for _ in range(size):
            states = {predecessor for current in states for predecessor in self._predecessors[current]}
        return states

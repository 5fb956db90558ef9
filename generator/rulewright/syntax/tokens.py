"""Terminals, and what a state of the parser accepts."""

from __future__ import annotations

import re

from rulewright.syntax.lalr import Table

NUMBERS = ("NUMBER", "FRACTION", "DOTTED_NUMBER")
SPECIAL = ("LABEL", "DICE", "DATE", "MONTH_DATE", "CASE")  # terminals that are tried only where they are accepted


class Token:
    """One terminal and where it stands."""

    __slots__ = ("column", "end_column", "end_line", "line", "type", "value")

    def __init__(self, type_: str, value: str, line: int, column: int, end_line: int, end_column: int) -> None:
        self.type = type_
        self.value = value
        self.line = line
        self.column = column
        self.end_line = end_line
        self.end_column = end_column

    def __repr__(self) -> str:
        return f"Token({self.type}, {self.value!r}, {self.line}:{self.column})"


def stack_after(table: Table, stack: list[int], name: str) -> list[int] | None:
    """The parser's stack after a terminal, with every conclusion drawn that it asks for; None if it is not accepted."""
    stack = list(stack)
    actions, rules = table.actions, table.rules
    while True:
        move = actions[stack[-1]].get(name)
        if move is None:
            return None
        if move >= 0:
            stack.append(move)
            return stack
        rule = rules[~move]
        if rule.size:
            del stack[-rule.size :]
        stack.append(rule.goto[stack[-1]])


class Accepted:
    """What one state of the parser accepts: keywords by their word, and the pattern of the special terminals, if any.

    A state that ends a form (the end of a line) lists what may follow that form anywhere. Where a name may stand too, such a keyword is
    `doubtful`: whether it is accepted depends on what the form stands in.
    """

    __slots__ = ("doubtful", "special", "terminals", "words")

    def __init__(self, actions: dict[str, int], keywords: dict[str, str], patterns: dict[str, str]) -> None:
        self.terminals = actions.keys()
        found = {word: name for word, name in keywords.items() if name in actions}
        sure = "NAME" not in actions
        self.words = {word: name for word, name in found.items() if sure or actions[name] >= 0}
        self.doubtful = {word: name for word, name in found.items() if word not in self.words}
        parts = [f"(?P<{name}>{patterns[name]})" for name in SPECIAL if name in actions]
        self.special = re.compile(r"[ \xa0]*(?:" + "|".join(parts) + ")") if parts else None

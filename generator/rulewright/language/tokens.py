"""Terminals, and what a state of the parser accepts."""

from __future__ import annotations

import re
from typing import Any

from lark.parsers.lalr_analysis import Shift

SPECIAL = ("LABEL", "DICE", "CASE")  # terminals that are tried only where they are accepted


def stack_after(states: dict[int, dict[str, tuple[Any, Any]]], stack: list[int], name: str) -> list[int] | None:
    """The parser's stack after a terminal, with every conclusion drawn that it asks for; None if it is not accepted."""
    stack = list(stack)
    while True:
        action = states[stack[-1]].get(name)
        if action is None:
            return None
        kind, arg = action
        if kind is Shift:
            return [*stack, arg]
        if arg.expansion:
            del stack[-len(arg.expansion) :]
        stack.append(states[stack[-1]][arg.origin.name][1])


class Token:
    """One terminal and where it stands. Lark asks only for `type`; a light class of our own is half the time of Lark's."""

    __slots__ = ("column", "end_column", "end_line", "line", "type", "value")
    start_pos = end_pos = None  # asked for by Lark when it makes the token of the end

    def __init__(self, type_: str, value: str, line: int, column: int, end_line: int, end_column: int) -> None:
        self.type = type_
        self.value = value
        self.line = line
        self.column = column
        self.end_line = end_line
        self.end_column = end_column

    def __repr__(self) -> str:
        return f"Token({self.type}, {self.value!r}, {self.line}:{self.column})"


class Accepted:
    """What one state of the parser accepts: keywords by their word, and the pattern of the special terminals, if any.

    A state that ends a form (the end of a line) lists what may follow that form anywhere. Where a name may stand too, such a keyword is
    `doubtful`: whether it is accepted depends on what the form stands in.
    """

    __slots__ = ("doubtful", "special", "terminals", "words")

    def __init__(self, actions: dict[str, tuple[Any, Any]], keywords: dict[str, str], patterns: dict[str, str]) -> None:
        self.terminals = terminals = {name for name in actions if name.isupper()}
        found = {word: name for word, name in keywords.items() if name in terminals}
        sure = "NAME" not in terminals
        self.words = {word: name for word, name in found.items() if sure or actions[name][0] is Shift}
        self.doubtful = {word: name for word, name in found.items() if word not in self.words}
        parts = [f"(?P<{name}>{patterns[name]})" for name in SPECIAL if name in terminals]
        self.special = re.compile(r"[ \xa0]*(?:" + "|".join(parts) + ")") if parts else None

"""Tokens, and the terminals that a parser state accepts."""

from __future__ import annotations

import re

from rulewright.syntax.lalr import Table

NUMBERS = ("NUMBER", "FRACTION", "DOTTED_NUMBER")
SPECIAL = (
    "LABEL",
    "DICE",
    "DATE",
    "MONTH_DATE",
    "STEP_TO",
    "WITHIN",
    "ADVISED",
    "FOR_EACH",
    "DECIDED_IF",
    "CASE",
)  # terminals that are matched only where they are accepted


OFTEN_MISTAKEN = frozenset({"if"})
"""Keywords that are often written for others, so that each is held against the context of the form in which it stands."""


class Token:
    """A terminal with its text and its location."""

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
    """Return the parser's stack after shifting a terminal and its reductions; None if the terminal is not accepted."""
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
    """The terminals that a parser state accepts: keywords by their word, and the pattern of the special terminals, if any.

    A state that ends a form (such as the end of a line) lists the terminals that may follow that form in any context. If a name is accepted
    too, or the keyword is often mistaken, it is `doubtful`: acceptance depends on the context of the form.
    """

    __slots__ = ("doubtful", "special", "terminals", "words")

    def __init__(self, actions: dict[str, int], keywords: dict[str, str], patterns: dict[str, str]) -> None:
        self.terminals = actions.keys()
        keyword_terminals = {word: name for word, name in keywords.items() if name in actions}
        is_certain = "NAME" not in actions
        self.words = {
            word: name for word, name in keyword_terminals.items() if actions[name] >= 0 or (is_certain and word not in OFTEN_MISTAKEN)
        }
        self.doubtful = {word: name for word, name in keyword_terminals.items() if word not in self.words}
        parts = [f"(?P<{name}>{patterns[name]})" for name in SPECIAL if name in actions]
        self.special = re.compile(r"[ \xa0]*(?:" + "|".join(parts) + ")") if parts else None

"""Helpers of the node builders: spans of children, and small values that exist only while a block is parsed.

The parser calls a builder's method at each reduction with the children of the rule: tokens (all are kept), nodes, and the small values
below. A missing optional child is None, so positions are fixed.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from rulewright.base.source import Span
from rulewright.syntax import nodes
from rulewright.syntax.syntax_errors import BuildError
from rulewright.syntax.tokens import Token


class End(NamedTuple):
    """The end of a line: its tags, and the location where its last word ends."""

    tags: tuple[nodes.Tag, ...]
    line: int
    column: int


class DeclarationLine(NamedTuple):
    """A line under a declaration that becomes a field of the declaration's node: its key and its value."""

    key: str
    value: Any
    span: Span
    tags: tuple[nodes.Tag, ...]


def span_of(node: Any) -> Span:
    """Return the span of a token or a node."""
    if type(node) is Token:
        return Span(node.line, node.column, node.end_line, node.end_column)
    span: Span = node.span
    return span


def span_between(first: Any, last: Any) -> Span:
    """Return the span from the start of `first` to the end of `last`, each a token or a node."""
    end = last if type(last) is Token else last.span
    if type(first) is Token:
        return Span(first.line, first.column, end.end_line, end.end_column)
    start = first.span
    return Span(start.line, start.column, end.end_line, end.end_column)


def is_decimal(token: Token) -> bool:
    """Return True if a number is written with a dot and is not whole."""
    return token.type == "DOTTED_NUMBER" and Fraction(token.value).denominator != 1


def span_up_to(first: Any, end: End) -> Span:
    """Return the span from the start of `first`, a token or a node, to the end of the line's last word."""
    start = first if type(first) is Token else first.span
    return Span(start.line, start.column, end.line, end.column)


def token_text(token: Token | None) -> str | None:
    """Return the text of a token; None for None."""
    return None if token is None else token.value


def free_name(token: Token, reserved: frozenset[str]) -> str:
    """Return the name that a token declares. Raises `BuildError` if it is one of the `reserved` words."""
    if token.value in reserved:
        raise BuildError("reserved", span_of(token), token.value)
    name: str = token.value
    return name


def token_texts(tokens: Any) -> tuple[str, ...]:
    """Return the texts of the names and quotations among tokens, without signs."""
    return tuple(token.value for token in tokens if token.type in ("NAME", "STRING"))


def every_other(children: list[Any]) -> tuple[Any, ...]:
    """Return the items of a list whose separators (commas, `and`, `or`, `+`) are children too."""
    return tuple(children[::2])


def block_lines(children: list[Any]) -> list[Any]:
    """Return the nodes of a block's lines without layout tokens; lines of a nested block (`while C`) are inlined."""
    nodes: list[Any] = []
    for child in children:
        if type(child) is list:
            nodes.extend(child)
        elif child is not None and type(child) is not Token:
            nodes.append(child)
    return nodes


class DeclarationBody:
    """The lines under a declaration by key; a key occurs at most once unless it is repeatable. Raises `BuildError` if not."""

    def __init__(self, kind: str, children: list[Any], allowed: tuple[str, ...], repeatable: tuple[str, ...] = ()) -> None:
        self.single: dict[str, Any] = {}
        self.repeated: dict[str, list[Any]] = {name: [] for name in repeatable}
        self.tags: tuple[nodes.Tag, ...] = ()
        for line in block_lines(children):
            if line.key not in allowed:
                raise BuildError("misplaced", line.span, line.key, kind, allowed_lines_help(kind, allowed))
            if line.key in self.repeated:
                self.repeated[line.key].append(line.value)
            elif line.key in self.single:
                raise BuildError("twice", line.span, line.key)
            else:
                self.single[line.key] = line.value
            self.tags += line.tags

    def get(self, key: str) -> Any:
        """Return the value of a line, or None."""
        return self.single.get(key)


def allowed_lines_help(kind: str, allowed: tuple[str, ...]) -> str:
    """Return help that lists the lines allowed under a declaration."""
    if not allowed:
        return f"nothing stands under a {kind}"
    return f"under a {kind} stand: " + ", ".join(f"`{name}`" for name in allowed)


def written_places(token: Token) -> int:
    """Return the number of decimal places of a number that is written with a dot and is not whole, else 0."""
    return len(token.value.partition(".")[2]) if is_decimal(token) else 0

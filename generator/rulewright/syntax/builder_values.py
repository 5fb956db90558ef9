"""What the builders of nodes share: the places of children, and small values that live only while a block is read.

Lark calls a builder's method at each reduction with the children of the rule: tokens (every one is kept), nodes, and the small values
below. An optional piece that is not there is None, so positions are fixed.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from rulewright.base.source import Span
from rulewright.syntax import nodes
from rulewright.syntax.syntax_errors import BuildError
from rulewright.syntax.tokens import Token


class End(NamedTuple):
    """The end of a line: its tags, and where its last word ended."""

    tags: tuple[nodes.Tag, ...]
    line: int
    column: int


class Said(NamedTuple):
    """A line that becomes a part of its parent's node: what it says, and its value."""

    what: str
    value: Any
    span: Span
    tags: tuple[nodes.Tag, ...]


def span_of(thing: Any) -> Span:
    """The place of a token or a node."""
    if type(thing) is Token:
        return Span(thing.line, thing.column, thing.end_line, thing.end_column)
    found: Span = thing.span
    return found


def between(first: Any, last: Any) -> Span:
    """From the start of one to the end of another."""
    end = last if type(last) is Token else last.span
    if type(first) is Token:
        return Span(first.line, first.column, end.end_line, end.end_column)
    start = first.span
    return Span(start.line, start.column, end.end_line, end.end_column)


def is_decimal(token: Token) -> bool:
    """Whether a number is written with a dot, and is no whole number."""
    return token.type == "DOTTED_NUMBER" and Fraction(token.value).denominator != 1


def up_to(first: Any, end: End) -> Span:
    """From the start of the first to the end of the line's last word."""
    start = first if type(first) is Token else first.span
    return Span(start.line, start.column, end.line, end.column)


def text(token: Token | None) -> str | None:
    """What a token says, or None."""
    return None if token is None else token.value


def free_name(token: Token, reserved: frozenset[str]) -> str:
    """The name that a token declares, if it is not one of these words of the language."""
    if token.value in reserved:
        raise BuildError("reserved", span_of(token), token.value)
    name: str = token.value
    return name


def texts(tokens: Any) -> tuple[str, ...]:
    """What the tokens among these say, signs left out."""
    return tuple(token.value for token in tokens if token.type in ("NAME", "STRING"))


def every_other(children: list[Any]) -> tuple[Any, ...]:
    """The items of a list whose commas (or `and`, `or`, `+`) are children too."""
    return tuple(children[::2])


def lines(children: list[Any]) -> list[Any]:
    """The lines of a block without its layout; those of a block in it (`while C`) one after another, in its place."""
    found: list[Any] = []
    for child in children:
        if type(child) is list:
            found.extend(child)
        elif child is not None and type(child) is not Token:
            found.append(child)
    return found


class Gathered:
    """The lines under a declaration, by what they say; each at most once unless it may be said often."""

    def __init__(self, kind: str, children: list[Any], allowed: tuple[str, ...], many: tuple[str, ...] = ()) -> None:
        self.single: dict[str, Any] = {}
        self.many: dict[str, list[Any]] = {name: [] for name in many}
        self.tags: tuple[nodes.Tag, ...] = ()
        for line in lines(children):
            if line.what not in allowed:
                raise BuildError("misplaced", line.span, line.what, kind, belongs(kind, allowed))
            if line.what in self.many:
                self.many[line.what].append(line.value)
            elif line.what in self.single:
                raise BuildError("twice", line.span, line.what)
            else:
                self.single[line.what] = line.value
            self.tags += line.tags

    def get(self, what: str) -> Any:
        """What was said, or None."""
        return self.single.get(what)


def belongs(kind: str, allowed: tuple[str, ...]) -> str:
    """What may stand under a declaration, for help."""
    if not allowed:
        return f"nothing stands under a {kind}"
    return f"under a {kind} stand: " + ", ".join(f"`{name}`" for name in allowed)

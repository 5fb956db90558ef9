"""The questions that people type, read without the grammar: `weather`, `u.arm`, `allowance(u)`, `cost(u, 3 hex)`.

A command that asks one such question need not load the parser's table. What is read here is exactly what the grammar would read, places
included (held by a test); whatever is not plainly of this kind is left to the grammar.
"""

from __future__ import annotations

import re
from fractions import Fraction

from rulewright.base.source import Span
from rulewright.syntax import nodes as n
from rulewright.syntax.reserved_names import AFTER_NUMBERS, IN_EXPRESSIONS

_PIECE = re.compile(r" *(?:([A-Za-z_][A-Za-z0-9_]*)|([0-9]{1,15})(?![0-9A-Za-z_./,])|([(),.]))")
_MOST = 200  # signs; a longer text is nobody's quick question


class _NotSimple(Exception):
    """The text is for the grammar to read."""


def read_simple(text: str) -> n.Expr | None:
    """The expression, if it is a name, a field, a number or a call of such; None leaves it to the grammar.

    >>> read_simple("allowance(u)")
    Call(name='allowance', args=(Call(name='u', args=()),))
    >>> read_simple("a and b") is None
    True
    """
    if len(text) > _MOST:
        return None
    try:
        reader = _Reader(text)
        expression = reader.expression()
    except _NotSimple:
        return None
    return expression if reader.at == len(reader.pieces) else None


class _Reader:
    def __init__(self, text: str) -> None:
        self.pieces: list[tuple[str, int]] = []  # words and signs with their columns
        self.at = 0
        position = 0
        bare = text.rstrip(" ")
        while position < len(bare):
            match = _PIECE.match(bare, position)
            if match is None:
                raise _NotSimple
            group = match.lastindex or 1
            self.pieces.append((match[group], match.start(group) + 1))
            position = match.end()

    def expression(self) -> n.Expr:
        word, column = self._next()
        if word.isdigit():
            return self._number(word, column)
        if (not word[0].isalpha() and word[0] != "_") or word in IN_EXPRESSIONS:
            raise _NotSimple
        found: n.Expr = self._call(word, column)
        while self._peek() == ".":
            self.at += 1
            name, start = self._next()
            if not name[0].isalpha() and name[0] != "_":
                raise _NotSimple
            found = n.Field(found, name, span=Span(1, column, 1, start + len(name)))
        return found

    def _call(self, word: str, column: int) -> n.Call:
        if self._peek() != "(":
            return n.Call(word, span=Span(1, column, 1, column + len(word)))
        self.at += 1
        args = [self.expression()]
        while self._peek() == ",":
            self.at += 1
            args.append(self.expression())
        sign, end = self._next()
        if sign != ")":
            raise _NotSimple
        return n.Call(word, tuple(args), span=Span(1, column, 1, end + 1))

    def _number(self, digits: str, column: int) -> n.Number:
        unit = self._peek()
        if unit is None or not (unit[0].isalpha() or unit[0] == "_"):
            return n.Number(Fraction(int(digits)), span=Span(1, column, 1, column + len(digits)))
        if unit in AFTER_NUMBERS:
            raise _NotSimple
        name, start = self._next()
        return n.Number(Fraction(int(digits)), name, span=Span(1, column, 1, start + len(name)))

    def _peek(self) -> str | None:
        return self.pieces[self.at][0] if self.at < len(self.pieces) else None

    def _next(self) -> tuple[str, int]:
        if self.at >= len(self.pieces):
            raise _NotSimple
        self.at += 1
        return self.pieces[self.at - 1]

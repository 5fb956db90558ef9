"""A fast parser for simple questions as people type them: `weather`, `u.arm`, `allowance(u)`, `cost(u, 3 hex)`.

A command with such a question need not load the parser's table. The result, spans included, is exactly that of the grammar (asserted by a
test); any other text is left to the grammar.
"""

from __future__ import annotations

import re
from fractions import Fraction

from rulewright.base.names import NAME, is_name
from rulewright.base.source import Span
from rulewright.syntax import nodes as n
from rulewright.syntax.reserved_names import AFTER_NUMBERS, IN_EXPRESSIONS

_PIECE = re.compile(rf" *(?:({NAME})|([0-9]{{1,15}})(?![\w./,])|([(),.]))")
_MAX_LENGTH = 200  # characters; longer texts are left to the grammar


class _NotSimple(Exception):
    """Raised for a text that the grammar must parse."""


def read_simple(text: str) -> n.Expr | None:
    """Return the expression if it is a name, a field, a number or a call of such; None leaves it to the grammar.

    >>> read_simple("allowance(u)")
    Call(name='allowance', args=(Call(name='u', args=()),))
    >>> read_simple("a and b") is None
    True
    """
    if len(text) > _MAX_LENGTH:
        return None
    try:
        reader = _Reader(text)
        expression = reader.read_expression()
    except _NotSimple:
        return None
    return expression if reader.index == len(reader.pieces) else None


class _Reader:
    def __init__(self, text: str) -> None:
        self.pieces: list[tuple[str, int]] = []  # words and signs with their columns
        self.index = 0
        position = 0
        stripped = text.rstrip(" ")
        while position < len(stripped):
            match = _PIECE.match(stripped, position)
            if match is None:
                raise _NotSimple
            group = match.lastindex or 1
            self.pieces.append((match[group], match.start(group) + 1))
            position = match.end()

    def read_expression(self) -> n.Expr:
        word, column = self._next_piece()
        if word.isdigit():
            return self._read_number(word, column)
        if not is_name(word) or word in IN_EXPRESSIONS:
            raise _NotSimple
        node: n.Expr = self._read_call(word, column)
        while self._peek_text() == ".":
            self.index += 1
            name, start = self._next_piece()
            if not is_name(name):
                raise _NotSimple
            node = n.Field(node, name, span=Span(1, column, 1, start + len(name)))
        return node

    def _read_call(self, word: str, column: int) -> n.Call:
        if self._peek_text() != "(":
            return n.Call(word, span=Span(1, column, 1, column + len(word)))
        self.index += 1
        args = [self.read_expression()]
        while self._peek_text() == ",":
            self.index += 1
            args.append(self.read_expression())
        sign, end = self._next_piece()
        if sign != ")":
            raise _NotSimple
        return n.Call(word, tuple(args), span=Span(1, column, 1, end + 1))

    def _read_number(self, digits: str, column: int) -> n.Number:
        unit = self._peek_text()
        if unit is None or not is_name(unit):
            return n.Number(Fraction(int(digits)), span=Span(1, column, 1, column + len(digits)))
        if unit in AFTER_NUMBERS:
            raise _NotSimple
        name, start = self._next_piece()
        return n.Number(Fraction(int(digits)), name, span=Span(1, column, 1, start + len(name)))

    def _peek_text(self) -> str | None:
        return self.pieces[self.index][0] if self.index < len(self.pieces) else None

    def _next_piece(self) -> tuple[str, int]:
        if self.index >= len(self.pieces):
            raise _NotSimple
        self.index += 1
        return self.pieces[self.index - 1]

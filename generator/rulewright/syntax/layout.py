"""Lines, indentation and brackets: where a statement begins and ends.

Two blanks make a level. A deeper line goes on the line above it if it begins with a joining word that fits there, if the line above ends
in a comma, `and`, `or`, `not` or an operator, or while a bracket is open. So a mistake in the layout is reported where it stands.
"""

from __future__ import annotations

import re

from rulewright.base.source import Span
from rulewright.syntax.lalr import Table
from rulewright.syntax.syntax_errors import Fault, LayoutError, say
from rulewright.syntax.tokens import Token

# What a deeper line must begin with, or the line above it end with, to go on the line above.
JOINING = {
    "and": "AND",
    "or": "OR",
    "when": "WHEN",
    "unless": "UNLESS",
    "because": "BECAUSE",
    "with": "WITH",
    "over": "OVER",
    "among": "AMONG",
}
GOING_ON = frozenset({"COMMA", "SEMICOLON", "AND", "OR", "NOT", "PLUS", "MINUS", "STAR", "SLASH", "EQUAL", "IS"})

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_BLANK_LINES = re.compile(r"(?:[ \xa0]*(?:#[^\n]*)?\n)*( *)")


class Layout:
    """What is known of the lines of a text while it is read from its beginning to its end.

    `table` and `stack` are the parser's; with `lines` the text is a block, without it a single expression whose line ends mean nothing.
    """

    def __init__(self, text: str, table: Table, stack: list[int], lines: bool) -> None:
        self.text = text
        self.table = table
        self.stack = stack
        self.lines = lines
        self.notes: list[Fault] = []
        self.indents = [0]
        self.brackets: list[tuple[str, int, int]] = []
        self.depths = [0]  # nesting operators so far, of each open bracket
        self.tags: list[Token] = []
        self.line = 1
        self.line_start = 0
        self.last: Token | None = None
        self.started = 1  # the line on which the statement began

    def _first_line(self) -> int:
        match = _BLANK_LINES.match(self.text)
        assert match is not None
        start = match.end()
        if start >= len(self.text) or self.text[start] == "#":
            raise LayoutError("empty file", Span(1, 1, 1, 2))
        self._move(0, match.start(1))
        self.started = self.line
        if match[1] or self.text[start : start + 1] == "\xa0":
            raise LayoutError("margin", self._spot(start, self._line_end(start)))
        return start

    def _move(self, start: int, line_start: int) -> None:
        self.line += self.text.count("\n", start, line_start)
        self.line_start = line_start

    def _end_of_line(self, position: int) -> tuple[list[Token], int]:
        """What the end of a line means: nothing (the next goes on with it), or its end and the layout of the next; -1 at the end of all."""
        if not self.lines:
            self._move(position, position + 1)
            return [], -1 if position >= len(self.text) else position + 1
        match = _BLANK_LINES.match(self.text, min(position + 1, len(self.text)))
        assert match is not None
        content = match.end()
        last = self.last
        if content >= len(self.text) or self.text[content] == "#":
            self._closed()
            return self._layout(0, len(self.text)), -1
        depth = len(match[1])
        if self._goes_on(depth, content):
            self._move(position, match.start(1))
            return [], content
        self._closed()
        assert last is not None
        tokens = self._ended()
        self._move(position, match.start(1))
        self.started = self.line
        if self.text[content] == "\xa0":
            raise LayoutError("no-break space", self._spot(content, content + 1))
        return tokens + self._layout(depth, content), content

    def _goes_on(self, depth: int, content: int) -> bool:
        if depth <= self.indents[-1]:
            return False
        if self.brackets or (self.last is not None and self.last.type in GOING_ON):
            return True
        word = WORD.match(self.text, content)
        return word is not None and JOINING.get(word[0], "") in self.table.actions[self.stack[-1]]

    def _closed(self) -> None:
        if self.brackets:
            sign, line, column = self.brackets[-1]
            raise LayoutError("open bracket", Span(line, column, line, column + 1), sign)

    def _ended(self) -> list[Token]:
        last = self.last
        assert last is not None
        tokens, self.tags, self.depths = self.tags, [], [0]
        return [*tokens, Token("_NEWLINE", "", last.end_line, last.end_column, last.end_line, last.end_column)]

    def _layout(self, depth: int, content: int) -> list[Token]:
        """Indents and dedents before a line of this depth (or the end of the text, where the last line is ended too)."""
        tokens = self._ended() if content >= len(self.text) else []
        column = depth + 1
        at_end = content >= len(self.text)
        line = self.line
        current = self.indents[-1]
        if depth > current:
            if depth != current + 2:
                raise LayoutError("indentation", self._spot(content, self._line_end(content)), str(depth), str(current + 2))
            self.indents.append(depth)
            return [*tokens, Token("_INDENT", "", line, column, line, column)]
        while self.indents[-1] > depth:
            self.indents.pop()
            tokens.append(Token("_DEDENT", "", line, 1 if at_end else column, line, 1 if at_end else column))
        if self.indents[-1] != depth:
            raise LayoutError("indentation", self._spot(content, self._line_end(content)), str(depth), str(self.indents[-1] + 2))
        return tokens

    # ---- places ------------------------------------------------------------------------------------------------------------------

    def _line_end(self, position: int) -> int:
        end = self.text.find("\n", position)
        return len(self.text) if end < 0 else end

    def _spot(self, start: int, end: int) -> Span:
        return Span(self.line, start - self.line_start + 1, self.line, end - self.line_start + 1)

    def _token(self, name: str, value: str, start: int, end: int) -> Token:
        return Token(name, value, self.line, start - self.line_start + 1, self.line, end - self.line_start + 1)

    def _note(self, what: str, start: int, end: int, written: str, meant: str) -> None:
        self.notes.append(say(what, self._spot(start, end), written, meant))

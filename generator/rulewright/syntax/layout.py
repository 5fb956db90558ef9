"""Layout of statements: lines, indentation and brackets.

Two spaces make a level. A deeper line continues the line above it if it begins with a joining word that is accepted there, if the line
above ends in a comma, `and`, `or`, `not` or an operator, or while a bracket is open. So a layout mistake is reported at its location.
"""

from __future__ import annotations

import re

from rulewright.base.names import NAME
from rulewright.base.source import Span
from rulewright.syntax.lalr import Table
from rulewright.syntax.syntax_errors import Fault, LayoutError, make_fault
from rulewright.syntax.tokens import Token

# A deeper line continues the line above if it begins with one of `JOINING` or the line above ends with one of `GOING_ON`.
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
CONTINUING_TERMINALS = frozenset({"COMMA", "SEMICOLON", "AND", "OR", "NOT", "PLUS", "MINUS", "STAR", "SLASH", "EQUAL", "IS"})

WORD = re.compile(NAME)
_BLANK_LINES = re.compile(r"(?:[ \xa0]*(?:#[^\n]*)?\n)*( *)")


class Layout:
    """The state of the lines of a text during one pass from its beginning to its end.

    `table` and `stack` are the parser's; with `lines` the text is a block, without it a single expression, in which line ends mean nothing.
    """

    def __init__(self, text: str, table: Table, stack: list[int], lines: bool) -> None:
        self.text = text
        self.table = table
        self.stack = stack
        self.lines = lines
        self.notes: list[Fault] = []
        self.indents = [0]
        self.brackets: list[tuple[str, int, int]] = []
        self.depths = [0]  # nesting operators so far, per open bracket
        self.tags: list[Token] = []
        self.line = 1
        self.line_start = 0
        self.last: Token | None = None
        self.statement_line = 1  # the first line of the current statement

    def _skip_to_first_line(self) -> int:
        match = _BLANK_LINES.match(self.text)
        assert match is not None
        start = match.end()
        if start >= len(self.text) or self.text[start] == "#":
            raise LayoutError("empty file", Span(1, 1, 1, 2))
        self._advance(0, match.start(1))
        self.statement_line = self.line
        if match[1] or self.text[start : start + 1] == "\xa0":
            raise LayoutError("margin", self._span(start, self._line_end(start)))
        return start

    def _advance(self, start: int, line_start: int) -> None:
        self.line += self.text.count("\n", start, line_start)
        self.line_start = line_start

    def _end_of_line(self, position: int) -> tuple[list[Token], int]:
        """Return the tokens at the end of a line and the next position, which is -1 at the end of the text.

        A continued line has no tokens; else they are the end of the line and the indentation of the next.
        """
        if not self.lines:
            self._advance(position, position + 1)
            return [], -1 if position >= len(self.text) else position + 1
        match = _BLANK_LINES.match(self.text, min(position + 1, len(self.text)))
        assert match is not None
        content = match.end()
        last = self.last
        if content >= len(self.text) or self.text[content] == "#":
            self._check_brackets_closed()
            return self._indentation_tokens(0, len(self.text)), -1
        depth = len(match[1])
        if self._is_continuation(depth, content):
            self._advance(position, match.start(1))
            return [], content
        self._check_brackets_closed()
        assert last is not None
        tokens = self._end_statement()
        self._advance(position, match.start(1))
        self.statement_line = self.line
        if self.text[content] == "\xa0":
            raise LayoutError("no-break space", self._span(content, content + 1))
        return tokens + self._indentation_tokens(depth, content), content

    def _is_continuation(self, depth: int, content: int) -> bool:
        if depth <= self.indents[-1]:
            return False
        if self.brackets or (self.last is not None and self.last.type in CONTINUING_TERMINALS):
            return True
        word = WORD.match(self.text, content)
        return word is not None and JOINING.get(word[0], "") in self.table.actions[self.stack[-1]]

    def _check_brackets_closed(self) -> None:
        if self.brackets:
            sign, line, column = self.brackets[-1]
            raise LayoutError("open bracket", Span(line, column, line, column + 1), sign)

    def _end_statement(self) -> list[Token]:
        last = self.last
        assert last is not None
        tokens, self.tags, self.depths = self.tags, [], [0]
        return [*tokens, Token("_NEWLINE", "", last.end_line, last.end_column, last.end_line, last.end_column)]

    def _indentation_tokens(self, depth: int, content: int) -> list[Token]:
        """Return the indents and dedents before a line of this depth; at the end of the text, the end of the last line comes first."""
        tokens = self._end_statement() if content >= len(self.text) else []
        column = depth + 1
        at_end = content >= len(self.text)
        line = self.line
        current = self.indents[-1]
        if depth > current:
            if depth != current + 2:
                raise LayoutError("indentation", self._span(content, self._line_end(content)), str(depth), str(current + 2))
            self.indents.append(depth)
            return [*tokens, Token("_INDENT", "", line, column, line, column)]
        while self.indents[-1] > depth:
            self.indents.pop()
            tokens.append(Token("_DEDENT", "", line, 1 if at_end else column, line, 1 if at_end else column))
        if self.indents[-1] != depth:
            raise LayoutError("indentation", self._span(content, self._line_end(content)), str(depth), str(self.indents[-1] + 2))
        return tokens

    # ---- spans -------------------------------------------------------------------------------------------------------------------

    def _line_end(self, position: int) -> int:
        end = self.text.find("\n", position)
        return len(self.text) if end < 0 else end

    def _span(self, start: int, end: int) -> Span:
        return Span(self.line, start - self.line_start + 1, self.line, end - self.line_start + 1)

    def _make_token(self, name: str, value: str, start: int, end: int) -> Token:
        return Token(name, value, self.line, start - self.line_start + 1, self.line, end - self.line_start + 1)

    def _add_note(self, key: str, start: int, end: int, source: str, replacement: str) -> None:
        self.notes.append(make_fault(key, self._span(start, end), source, replacement))

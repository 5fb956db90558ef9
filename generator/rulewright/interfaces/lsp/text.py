"""A text in the editor's units: lines from 0, columns in the negotiated encoding."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from lsprotocol import types

from rulewright.base.errors import WrongInput
from rulewright.base.source import Location

Width: TypeAlias = Callable[[str], int]
"""Counts the client's units of a text."""
_LINE_END = re.compile(r"\r\n?|\n")


def utf16(text: str) -> int:
    """Return the length in UTF-16 units, as most clients count: a character beyond the basic plane is two."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def utf8(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def width_of(encoding: types.PositionEncodingKind | str | None) -> Width:
    """Return the function that counts the units of an encoding."""
    if encoding == types.PositionEncodingKind.Utf32:
        return len
    return utf8 if encoding == types.PositionEncodingKind.Utf8 else utf16


class Text:
    """The lines of a file, with conversions between locations of findings (from 1, in characters) and positions of the client."""

    def __init__(self, text: str, width: Width = utf16) -> None:
        self.content = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self.lines = self.content.split("\n")
        self._width = width

    def line(self, number: int) -> str:
        """Return line `number`, from 1; empty if there is none."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def position(self, line: int, column: int) -> types.Position:
        """Return the client's position of a place, clamped to the text."""
        line = min(max(line, 1), len(self.lines))
        return types.Position(line - 1, self._width(self.line(line)[: max(column - 1, 0)]))

    def range(self, location: Location) -> types.Range:
        """Return the client's range of a location."""
        return types.Range(self.position(location.line, location.column), self.position(location.end_line, location.end_column))

    def place(self, position: types.Position) -> tuple[int, int]:
        """Return line and column, from 1, of the client's position."""
        line = self.line(position.line + 1)
        column, units = 0, 0
        while column < len(line) and units < position.character:
            units += self._width(line[column])
            column += 1
        return position.line + 1, column + 1

    @property
    def all(self) -> types.Range:
        """The range of the whole text."""
        return types.Range(types.Position(0, 0), self.position(len(self.lines), len(self.lines[-1]) + 1))


def change_text(text: str, change: types.TextDocumentContentChangeEvent, width: Width) -> str:
    """Return a text after a change of the client, of which the positions are in the text before it. Raises `WrongInput`."""
    if isinstance(change, types.TextDocumentContentChangeWholeDocument):
        return change.text
    start, end = (_offset_of(text, position, width) for position in (change.range.start, change.range.end))
    if end < start:
        raise WrongInput("the range of a change ends before it begins")
    return text[:start] + change.text + text[end:]


def _offset_of(text: str, position: types.Position, width: Width) -> int:
    """Return the offset of the client's position; beyond the end of a line, or of the text, it is that end, as the protocol has it."""
    start = 0
    for _ in range(position.line):
        line_end = _LINE_END.search(text, start)
        if line_end is None:
            return len(text)
        start = line_end.end()
    line_end = _LINE_END.search(text, start)
    line = text[start : line_end.start() if line_end is not None else len(text)]
    if line.isascii() or width(line) <= position.character:
        return start + min(position.character, len(line))
    column = units = 0
    while units < position.character:
        units += width(line[column])
        column += 1
    if units > position.character:
        raise WrongInput("a position of a change is inside a character")
    return start + column

"""A text as the editor counts it: lines from 0, columns in the units that client and server have agreed on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from lsprotocol import types

from rulewright.base.source import Location

Width: TypeAlias = Callable[[str], int]
"""How many units of the client some text takes."""


def utf16(text: str) -> int:
    """What most clients count: a sign beyond the basic plane is two."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def utf8(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def width_of(encoding: types.PositionEncodingKind | str | None) -> Width:
    """How that encoding counts."""
    if encoding == types.PositionEncodingKind.Utf32:
        return len
    return utf8 if encoding == types.PositionEncodingKind.Utf8 else utf16


class Text:
    """The lines of a file, and the way between places as findings have them (from 1, in signs) and positions of the client."""

    def __init__(self, text: str, width: Width = utf16) -> None:
        self.whole = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self.lines = self.whole.split("\n")
        self._width = width

    def line(self, number: int) -> str:
        """Line `number`, from 1; empty where there is none."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def position(self, line: int, column: int) -> types.Position:
        """The client's position of a place; one that is beyond the text is brought back into it."""
        line = min(max(line, 1), len(self.lines))
        return types.Position(line - 1, self._width(self.line(line)[: max(column - 1, 0)]))

    def range(self, at: Location) -> types.Range:
        """The client's range of a place."""
        return types.Range(self.position(at.line, at.column), self.position(at.end_line, at.end_column))

    def place(self, position: types.Position) -> tuple[int, int]:
        """Line and column, from 1, of the client's position."""
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

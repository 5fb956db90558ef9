"""Texts and the locations in them that every other module refers to.

A `Source` is one file, decoded and normalised (line ends, byte order mark). A `Span` is a range inside one *block* of a file: its
lines count from the block's first line, so that a parsed block stays valid wherever an edit moves it. A `Location` is absolute.
"""

from __future__ import annotations

from rulewright.base.records import record


@record
class Span:
    """From (line, column) up to but not including (end_line, end_column); all count from 1, lines from the block's first line."""

    line: int
    column: int
    end_line: int
    end_column: int


@record
class Location:
    """A place in a file, as it is shown to people and programs. Places are in order by file, then by line.

    Lines and columns count from 1; the end column is one past the last character.
    """

    path: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __lt__(self, other: Location) -> bool:
        return self._sort_key < other._sort_key

    @property
    def _sort_key(self) -> tuple[str, int, int, int, int]:
        return (self.path, self.line, self.column, self.end_line, self.end_column)


@record
class Place:
    """The position of a block: its file (path as shown) and the number of its first line."""

    path: str
    first_line: int

    def location_of(self, span: Span) -> Location:
        """Return the absolute location of a span of this block."""
        shift = self.first_line - 1
        return Location(self.path, span.line + shift, span.column, span.end_line + shift, span.end_column)


@record
class Source:
    """One file: the path as shown to people, and its text with `\\\
    ` line ends and without a byte order mark."""

    path: str
    text: str

    def line(self, number: int) -> str:
        """Return line `number`, counted from 1, without its end; empty beyond the last line."""
        lines = self.text.split("\n")
        return lines[number - 1] if 0 < number <= len(lines) else ""

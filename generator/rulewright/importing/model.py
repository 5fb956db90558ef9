"""The forms of a sheet on its way into a book: its text, blocks, entries, statements. Positions are offsets into the text."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from enum import StrEnum
from functools import lru_cache

from rulewright.base.records import record


@record
class Sheet:
    """The text of a sheet; `pages` are the offsets at which its pages begin, empty if it has none."""

    name: str
    text: str
    pages: tuple[int, ...] = ()

    def describe_offset(self, offset: int) -> str:
        """Describe an offset for people: `line 12`, or `page 3, line 5`."""
        page = bisect_right(self.pages, offset)
        start = self.pages[page - 1] if page else 0
        ends = _ends_of_lines(self.text)
        line = f"line {bisect_left(ends, offset) - bisect_left(ends, start) + 1}"
        return f"page {page}, {line}" if page else line


@lru_cache(maxsize=2)
def _ends_of_lines(text: str) -> tuple[int, ...]:
    return tuple(index for index, letter in enumerate(text) if letter == "\n")


class BlockKind(StrEnum):
    """The kind of a block by its layout."""

    HEADING = "heading"
    TEXT = "text"
    ITEM = "item"  # of a list
    ROW = "row"  # of a table


@record
class Block:
    """A heading, a paragraph, an item of a list or a row of a table, from `start` to `end` without marks of its layout."""

    kind: BlockKind
    start: int
    end: int
    marked: bool = False  # marked as a heading by its layout: `## …`, `<h2>`


class Kind(StrEnum):
    """The kind of a statement of a sheet, as in the column `kind` of a ledger."""

    RULE = "rule"
    CLARIFICATION = "clarification"
    CORRECTION = "correction"
    OMISSION = "omission"
    ADDITION = "addition"
    CHANGE = "change"
    NEW_CASE = "new case"
    RULING = "ruling"
    QUESTION = "question"
    EXAMPLE = "example"
    NOTE = "note"
    TABLE = "table"
    SETUP = "setup"


@record
class Head:
    """The parsed beginning of an entry. `body` is the offset at which its words begin."""

    body: int
    numbers: tuple[str, ...] = ()
    letter: str = ""
    question: bool = False
    answer: bool = False
    point: str = ""  # its number in a list: `4`, `b`
    title: str = ""
    label: Kind | None = None
    part: str = ""  # `second sentence`
    page: bool = False  # preceded by a page number
    bold: bool = False  # a question that consists of its bold letters

    @property
    def says_nothing(self) -> bool:
        """True if the following words belong to the entry before."""
        return not (self.numbers or self.letter or self.question or self.title or self.label or self.page)


UNREADABLE = "?"
"""The letter of a case that cannot be read."""


@record
class Case:
    """The case that an entry is on, as the sheet has it: numbers, or a heading with a letter, a title or a question's number."""

    numbers: tuple[str, ...] = ()
    section: str = ""
    letter: str = ""
    title: str = ""
    question: int = 0

    @property
    def locator(self) -> str:
        """The case as the column `locator` names it: its numbers, else `Q3 title`, `(b)`, the title or the section."""
        if self.numbers:
            return ", ".join(self.numbers)
        if self.question:
            return f"Q{self.question} {self.title}".strip()
        if self.letter:
            return f"({self.letter})"
        return self.title or self.section


@record
class Entry:
    """One entry of the sheet: a case, the kind of the entry, and the stretches of text that are its words."""

    case: Case
    label: Kind | None
    part: str
    stretches: tuple[Stretch, ...]


@record
class Stretch:
    """Words of an entry from `start` to `end`; `lead` is where its head begins (a number, a bullet), shown with the first words."""

    lead: int
    start: int
    end: int
    kind: BlockKind = BlockKind.TEXT
    point: str = ""
    answer: bool = False


@record
class Act:
    """The change of the text that a statement orders: the line that a draft proposes, such as `deletes the case`."""

    line: str


@record
class Statement:
    """One statement of the sheet."""

    start: int
    end: int
    words: str
    case: Case
    kind: Kind
    entry: int = 0  # the number shared by the statements of an entry
    label: Kind | None = None  # the kind that the entry states
    part: str = ""
    point: str = ""
    act: Act | None = None
    refs: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()  # parts that could not be read, for a person to look at

"""The forms of a sheet on its way into a book: its text, blocks, entries, statements. Positions are offsets into the text."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import field
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
    CODE = "code"  # between the fences of Markdown
    TABLE_HEAD = "table head"  # the row of a table that names its columns


@record
class Block:
    """A heading, a paragraph, an item of a list or a row of a table, from `start` to `end` without marks of its layout."""

    kind: BlockKind
    start: int
    end: int
    level: int = 0  # of a heading marked as one: 2 for `## …`, `<h2>`
    is_apart: bool = False  # after a blank line

    @property
    def is_marked(self) -> bool:
        """True if its layout marks it as a heading."""
        return self.level > 0


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
    section: str = ""  # a heading run into the entry: `SEA MOVEMENT (D) (Clarification): …`
    creates: bool = False  # the sheet calls its case a new one
    in_words: bool = False  # its numbers are among the entry's words: `Delete 5.6.`
    everywhere: bool = False  # `Throughout the rules, …`: on no single case
    doubt: str = ""  # why its case is not sure

    @property
    def says_nothing(self) -> bool:
        """True if the following words belong to the entry before."""
        return not (self.numbers or self.letter or self.question or self.title or self.label or self.page or self.everywhere or self.doubt)


UNREADABLE = "?"
"""The letter of a case that cannot be read."""


@record
class Heading:
    """A heading of the sheet, or the head of a table; the words under it have it in their ledger's `section`."""

    start: int
    end: int
    words: str
    level: int
    numbers: tuple[str, ...] = ()
    label: Kind | None = None  # the kind of what is under it: `Clarifications`
    names_cases: bool = True  # False for a version, a label or the head of a table, under which the same case has the same name
    is_title: bool = False  # the sheet's own title


@record
class Case:
    """The case that an entry is on, as the sheet has it: numbers, or a heading with a letter, a title or a question's number."""

    numbers: tuple[str, ...] = ()
    section: str = ""
    letter: str = ""
    title: str = ""
    question: int = 0
    above: tuple[Heading, ...] = ()  # the headings above it, the outermost first

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

    @property
    def section_path(self) -> str:
        """The headings above the case, as the column `section` has them; the sheet's title where there is no other."""
        headings = [heading.words for heading in self.above if not heading.is_title]
        return " / ".join(headings or [heading.words for heading in self.above])


@record
class Act:
    """The changes of the text that a statement orders: lines that a draft proposes, such as `deletes the case`."""

    lines: tuple[str, ...]

    @property
    def first_line(self) -> str:
        """The first of the lines."""
        return self.lines[0]


@record
class Entry:
    """One entry of the sheet: a case, the kind of the entry, and the stretches of text that are its words."""

    case: Case
    label: Kind | None
    part: str
    stretches: tuple[Stretch, ...]
    creates: bool = False
    doubt: str = ""
    is_named: bool = False  # its title has a form that only titles of entries have: a page, a label


@record
class Stretch:
    """Words of an entry from `start` to `end`; `lead` is where its head begins (a number, a bullet), shown with the first words."""

    lead: int
    start: int
    end: int
    kind: BlockKind = BlockKind.TEXT
    point: str = ""
    answer: bool = False
    label: Kind | None = None  # a kind of its own, other than that of its entry
    doubt: str = ""
    act: Act | None = None  # an old and a new text that stand one below the other


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
    creates: bool = False
    unsure: bool = False  # its case is not sure: a draft writes no amendment of it


@record
class BookCases:
    """The cases of the text that a sheet amends, by number and by title; none if the book has none yet."""

    numbers: frozenset[str] = frozenset()
    is_own: bool = False  # the sheet amends nothing: it is a text of its own
    by_name: Mapping[str, str] = field(default_factory=dict)  # the number or the name of each, by the name that its title makes


NO_CASES = BookCases()


@record
class Reading:
    """A sheet as it was read: every word is in one statement or in one heading."""

    statements: tuple[Statement, ...]
    headings: tuple[Heading, ...]

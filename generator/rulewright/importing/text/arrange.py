"""Lines of a file -> chapters and clauses: which heading is a case, which a chapter, and what number each clause has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from rulewright.importing.names import case_name
from rulewright.importing.text.model import Clause, Passage, RulesText, TextChapter
from rulewright.importing.text.numbers import LONGEST_TITLE, NumberedHead, confirm_numbers, counts_by_section, split_title
from rulewright.rulebook.case_numbers import heading_of, roman_value

TEXT_LEVEL = 7
"""The level of a clause that begins in a paragraph or an item: below all headings."""
_WORD_HEAD = re.compile(r"[^\W\d_]\w+")


class LineKind(StrEnum):
    """The kinds of lines of a file."""

    TITLE = "title"
    HEADING = "heading"
    CLAUSE = "clause"
    PASSAGE = "passage"
    NUMBERED_LIST = "numbered list"
    NOT_HELD = "not held"


@dataclass(frozen=True, slots=True)
class Line:
    """A heading or a block of a file. `head` is the number that it begins with, if any; `items` are the items of a list."""

    kind: LineKind
    words: str
    line: int
    level: int = 0
    head: NumberedHead | None = None
    marks: tuple[str, ...] = ()
    refers: tuple[str, ...] = ()
    anchors: tuple[str, ...] = ()
    items: tuple[Line, ...] = ()

    def joined_with(self, following: Line) -> Line:
        """Return the line with the words of the next block after its own."""
        head = self.head and self.head._replace(words=f"{self.head.words} {following.words}")
        marks, refers = (*self.marks, *following.marks), (*self.refers, *following.refers)
        return replace(self, words=f"{self.words} {following.words}", head=head, marks=marks, refers=refers)

    def quoted(self) -> Line:
        """Return the line as a passage that is a quotation."""
        kind = LineKind.PASSAGE if self.kind is not LineKind.NOT_HELD else self.kind
        return replace(self, kind=kind, words=f"> {self.words}" if self.words else "", head=None)

    def passage(self) -> Passage:
        """Return the words of the line as a passage."""
        return Passage(self.words, self.line, self.marks, self.refers)


@dataclass(slots=True)
class _Section:
    """A clause or a chapter that is being put together."""

    number: str
    title: str
    line: Line
    level: int
    evidence: str
    parent: str = ""
    is_chapter: bool = False
    is_held: bool = True
    passages: list[Passage] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    subclauses: int = 0


def arrange_text(lines: Sequence[Line], name: str) -> tuple[RulesText, dict[str, str]]:
    """Return the text of a rulebook, and the number to which each anchor of the file leads, empty for a heading that is no case."""
    arranger = _Arranger(lines, name)
    for index, line in enumerate(arranger.lines):
        arranger.take_line(index, line)
    return arranger.finish_text()


class _Arranger:
    def __init__(self, lines: Sequence[Line], name: str) -> None:
        self.title, self.lines = _split_book_title(lines, name)
        levels: dict[int, list[int]] = {}
        for index, line in enumerate(self.lines):
            if line.kind is LineKind.HEADING:
                levels.setdefault(line.level, []).append(index)
        self.numbered: set[int] = set()
        for indexes in levels.values():
            heads = [self.lines[index].head or NumberedHead("", "") for index in indexes]
            self.numbered |= {index for index, sure in zip(indexes, confirm_numbers(heads), strict=True) if sure}
        self.has_numbers = bool(self.numbered) or any(line.kind is LineKind.CLAUSE for line in self.lines)
        self.top_level = min((self.lines[index].level for index in self.numbered), default=TEXT_LEVEL)
        self.introduction: list[Passage] = []
        self.sections: list[_Section] = []
        self.stack: list[_Section] = []
        self.names: Counter[str] = Counter()
        self.anchors: list[tuple[str, _Section | None]] = []

    # ---- line by line ----------------------------------------------------------------------------------------------------------------

    def take_line(self, index: int, line: Line) -> None:
        """Put a line where it belongs."""
        match line.kind:
            case LineKind.HEADING | LineKind.TITLE:
                self._take_heading(index, line)
            case LineKind.CLAUSE:
                self._take_clause(index, line)
            case LineKind.NOT_HELD:
                if self.sections:
                    self.sections[-1].is_held = False
            case LineKind.NUMBERED_LIST if self._items_are_clauses(index):
                self._take_items(line)
            case LineKind.NUMBERED_LIST | LineKind.PASSAGE:
                self._add_passage(line.passage())
        if line.kind in (LineKind.PASSAGE, LineKind.NUMBERED_LIST):
            self.anchors += [(anchor, self.sections[-1] if self.sections else None) for anchor in line.anchors]

    def _add_passage(self, passage: Passage) -> None:
        (self.sections[-1].passages if self.sections else self.introduction).append(passage)

    def _begin(self, section: _Section) -> None:
        while self.stack and self.stack[-1].level >= section.level:
            self.stack.pop()
        section.parent = next((above.number for above in reversed(self.stack) if above.number), "")
        self.stack.append(section)
        self.sections.append(section)
        section.marks += section.line.marks
        self.anchors += [(anchor, section) for anchor in section.line.anchors]

    def _take_heading(self, index: int, line: Line) -> None:
        head = line.head or NumberedHead("", line.words)
        if index in self.numbered:
            is_chapter = head.is_chapter or (line.level == self.top_level and self._is_bare(index) and self._has_clauses_below(index))
            evidence = f"its heading has the number {head.number}"
            self._begin(_Section(head.number, head.words, line, line.level, evidence, is_chapter=is_chapter))
        elif head.is_chapter or self._has_clauses_below(index):
            self._begin(
                _Section(
                    "", line.words if not head.is_chapter else head.words, line, line.level, "a heading above clauses", is_chapter=True
                )
            )
        elif self._is_inside_clause(line.level):
            self._add_passage(replace(line, words=f"**{line.words.replace('*', '')}**").passage())
            self.anchors += [(anchor, None) for anchor in line.anchors]
        else:
            self._take_named_heading(index, line)

    def _take_named_heading(self, index: int, line: Line) -> None:
        """Begin a case that a heading without a number names: by its words, or counted under the heading above."""
        while self.stack and self.stack[-1].level >= line.level:
            self.stack.pop()
        if self.stack and not self.has_numbers:
            above = self.stack[-1]
            above.subclauses += 1
            number, evidence = f"{above.number}.{above.subclauses}", "its heading, counted under the one above"
        else:
            number, evidence = self._new_name(line.words), "its heading, which has no number"
        is_chapter = not self.has_numbers and not self.stack and self._is_bare(index) and self._next_heading_is_deeper(index)
        self._begin(_Section(number, line.words, line, line.level, evidence, is_chapter=is_chapter))

    def _new_name(self, words: str) -> str:
        name = case_name(words) or "section"
        self.names[name] += 1
        return name if self.names[name] == 1 else f"{name}_{self.names[name]}"

    def _take_clause(self, index: int, line: Line) -> None:
        assert line.head is not None
        title, words = split_title(line.head.words)
        following = self.lines[index + 1].kind if index + 1 < len(self.lines) else None
        if not title and following is LineKind.PASSAGE and _looks_like_title(words):
            title, words = words, ""
        section = _Section(line.head.number, title, line, TEXT_LEVEL, f"its words begin with the number {line.head.number}")
        self._begin(section)
        if words:
            section.passages.append(Passage(words, line.line, line.marks, line.refers))
            section.marks.clear()

    def _items_are_clauses(self, index: int) -> bool:
        """Return True if a numbered list that follows a heading at once is a list of clauses: in a text without other numbers."""
        if self.has_numbers or any(item.words == "" for item in self.lines[index].items):
            return False
        if index == 0 or not any(line.kind is LineKind.HEADING for line in self.lines):
            return sum(line.kind is LineKind.NUMBERED_LIST for line in self.lines) == 1
        return self.lines[index - 1].kind is LineKind.HEADING and not self._next_heading_is_deeper(index - 1)

    def _take_items(self, line: Line) -> None:
        above = self.stack[-1] if self.stack else None
        for place, item in enumerate(line.items, 1):
            number = f"{above.number}.{place}" if above is not None else str(place)
            title, words = split_title(item.words)
            section = _Section(number, title, item, TEXT_LEVEL, f"item {place} of the list under the heading")
            self._begin(section)
            if words:
                section.passages.append(replace(item, words=words).passage())
                section.marks.clear()
        if above is not None and not above.passages:
            above.is_chapter = True

    # ---- what is around a heading ------------------------------------------------------------------------------------------------------

    def _is_bare(self, index: int) -> bool:
        """Return True if no passage stands directly under a heading."""
        following = self.lines[index + 1].kind if index + 1 < len(self.lines) else None
        return following in (LineKind.HEADING, LineKind.CLAUSE)

    def _next_heading_is_deeper(self, index: int) -> bool:
        level = self.lines[index].level
        later = next((line.level for line in self.lines[index + 1 :] if line.kind is LineKind.HEADING), 0)
        return later > level

    def _has_clauses_below(self, index: int) -> bool:
        """Return True if clauses with numbers stand under a heading, before one of its level."""
        level = self.lines[index].level
        for later in range(index + 1, len(self.lines)):
            line = self.lines[later]
            if line.kind is LineKind.HEADING and line.level <= level:
                return False
            if line.kind is LineKind.CLAUSE or later in self.numbered:
                return True
        return False

    def _is_inside_clause(self, level: int) -> bool:
        """Return True if a heading without a number is one within a clause: of a text with numbers, under a case."""
        above = next((section for section in reversed(self.stack) if section.level < level), None)
        return self.has_numbers and above is not None and (not above.is_chapter or bool(self.sections and not self.sections[-1].is_chapter))

    # ---- the end -----------------------------------------------------------------------------------------------------------------------

    def finish_text(self) -> tuple[RulesText, dict[str, str]]:
        """Return the text and the targets of anchors."""
        _compose_numbers(self.sections)
        clauses = [section for section in self.sections if not section.is_chapter]
        heads = list(dict.fromkeys(heading_of(section.number) for section in clauses))
        by_heading = bool(heads) and all(_WORD_HEAD.fullmatch(head) and roman_value(head) is None for head in heads)
        numbers = [section.number for section in clauses]
        headings = tuple(heads) if by_heading else None
        chapters = _chapters_of(self.sections)
        anchors = {anchor: "" if section is None or section.is_chapter else section.number for anchor, section in reversed(self.anchors)}
        targets = {f"#{anchor}": number for anchor, number in anchors.items()}
        return RulesText(self.title, tuple(self.introduction), chapters, headings, not by_heading and counts_by_section(numbers)), targets


def _split_book_title(lines: Sequence[Line], name: str) -> tuple[str, list[Line]]:
    """Return the title of the book and the other lines: the heading at the beginning, if it is the only one of its level."""
    headings = [line for line in lines if line.kind in (LineKind.HEADING, LineKind.TITLE)]
    if not headings:
        return name, list(lines)
    first = headings[0]
    levels = Counter(line.level for line in headings if line.kind is LineKind.HEADING)
    is_title = first.kind is LineKind.TITLE or (
        levels[first.level] == 1
        and first.level == min(levels)
        and (len(headings) > 1 or any(line.kind is LineKind.CLAUSE for line in lines) or first.level == 1)
        and not (first.head is not None and first.head.number and first.head.is_sure)
    )
    if not is_title:
        return name, list(lines)
    is_repeated = first.kind is LineKind.TITLE and len(headings) > 1 and headings[1].words == first.words
    return first.words, [line for line in lines if line is not first and not (is_repeated and line is headings[1])]


def _looks_like_title(words: str) -> bool:
    return bool(words) and len(words) <= LONGEST_TITLE and words[-1] not in ".;:,!?)”" and ". " not in words


def _compose_numbers(sections: Sequence[_Section]) -> None:
    """Give a number of its own to each clause: where numbers begin anew in each chapter, that of the chapter goes before."""
    clauses = [section for section in sections if not section.is_chapter]
    counts = Counter(section.number for section in clauses)
    levels = {section.level for section in clauses if counts[section.number] > 1 and section.parent}
    if len(levels) > 1:
        levels.discard(min(levels))
    for section in sections:
        if section.level in levels and not section.is_chapter and section.parent and not section.number.startswith(f"{section.parent}."):
            section.number = f"{section.parent}.{section.number}"
    numbers: set[str] = set()
    for section in clauses:
        if section.number in numbers:
            section.marks.append(f"the text has {section.number} twice")
            while section.number in numbers:
                section.number += "+"
        numbers.add(section.number)


def _chapters_of(sections: Sequence[_Section]) -> tuple[TextChapter, ...]:
    """Return the chapters with their clauses; clauses under no chapter are parted by the first part of their numbers."""
    chapters: list[tuple[_Section | None, list[_Section]]] = []
    for section in sections:
        if section.is_chapter:
            chapters.append((section, []))
        elif not chapters or ((chapters[-1][0] is None or _is_beside(section, chapters[-1][0])) and _begins_part(section, chapters[-1][1])):
            chapters.append((None, [section]))
        else:
            chapters[-1][1].append(section)
    return tuple(_chapter_of(head, clauses) for head, clauses in chapters)


def _is_beside(section: _Section, chapter: _Section) -> bool:
    """Return True if a clause is not under a chapter that was before it, but next to it."""
    return section.level <= chapter.level


def _begins_part(section: _Section, clauses: Sequence[_Section]) -> bool:
    return not clauses or heading_of(clauses[-1].number) != heading_of(section.number)


def _chapter_of(head: _Section | None, sections: Sequence[_Section]) -> TextChapter:
    clauses = tuple(
        Clause(
            section.number,
            section.title,
            tuple(section.passages),
            section.line.line,
            section.evidence,
            tuple(section.marks),
            section.is_held,
        )
        for section in sections
    )
    if head is None:
        return TextChapter("", "", (), clauses, sections[0].line.line)
    if len(head.passages) > 1:
        head.marks.append("the paragraphs of the chapter are one here")
    marks = (Passage("", head.line.line, tuple(head.marks)),) if head.marks else ()
    return TextChapter(head.number, head.title, (*marks, *head.passages), clauses, head.line.line)

"""Blocks -> entries: the start of each entry of a sheet, and its case."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from rulewright.importing.headings import LONGEST, SCENES, SHEETS, TABULAR, VERSIONS, is_in_capitals, is_title_case, plain_heading
from rulewright.importing.heads import ANSWER, BOLD_QUESTION, QUESTION, head_of
from rulewright.importing.labels import CHANGES, label_at, label_of_heading
from rulewright.importing.model import Block, BlockKind, Case, Entry, Head, Kind, Sheet, Stretch
from rulewright.importing.numbers import AT_END, bracketed_at, numbers_in

INLINE_ANSWER = re.compile(r"(?<=[?)\]])[*_]*\s+(?:[-–—]\s+)?(?=[*_]*A(?:nswer)?\s?[.:][*_]*\s)")
ANSWERED = re.compile(rf"\s+(?={ANSWER.pattern})")
"""The context after a number that belongs to the question before."""

PART_OF_SHEET = r"(?:[A-Z][\w'’]*\s+){1,5}?(?:Errata|Corrections|Addenda|Clarifications):\s"
INLINE_HEADING = re.compile(rf"(?<=[.!?)\"”])\s+(?={PART_OF_SHEET})")
"""`… until dusk. Map Errata: …`"""

INLINE_HEADING_AT = re.compile(PART_OF_SHEET)

CAPITALS_LAST = re.compile(r"(?:(?<=[.!?\"”])|^)\s*((?:[A-Z][A-Z'’&-]+\s*){2,})$")
"""A heading in capitals at the end of the text before an entry."""

RUN_TOGETHER = re.compile(r"(?:(?:[A-Z][\w'’-]*|of|the|and|in|for|to)\s+){1,9}")
"""The words of a title, and the first word of the sentence that has run into it."""


@dataclass
class _Walk:
    """The state of a walk through a sheet."""

    sheet: Sheet
    entries: list[Entry] = field(default_factory=list)
    section: str = ""
    default: Kind | None = None  # the kind that the heading gives to all entries under it
    case: Case = field(default_factory=Case)
    label: Kind | None = None
    part: str = ""
    stretches: list[Stretch] = field(default_factory=list)
    questions: int = 0
    unanswered: bool = False  # the entry is a question in bold letters: its answer follows
    in_heading: bool = False  # the entry has the number of a heading: all that follows belongs to it
    heading_numbers: tuple[str, ...] = ()  # the numbers of the current heading
    columns: int = 0  # the width of a table of old and new texts
    column_kind: Kind = Kind.CHANGE  # the kind that the head of that table gives to its rows
    grown: tuple[str, Kind] | None = None  # a heading added by the sheet, with its kind, which its sub-cases inherit

    # ---- one entry ---------------------------------------------------------------------------------------------------------------

    def close_entry(self) -> None:
        """End the open entry."""
        if self.stretches:
            self.entries.append(Entry(self.case, self.label, self.part, tuple(self.stretches)))
        self.stretches = []

    def open_entry(self, case: Case, label: Kind | None, part: str = "") -> None:
        """End the open entry, and begin one on a case."""
        self.close_entry()
        self.case, self.part, self.in_heading = case, part, False
        self.label = label or self._inherited_kind(case) or self.default

    def _inherited_kind(self, case: Case) -> Kind | None:
        """Return the kind of the heading that the sheet adds above a case."""
        prefix, kind = self.grown or ("", None)
        return kind if prefix and case.numbers and all(number != prefix and number.startswith(prefix) for number in case.numbers) else None

    def add_stretch(self, stretch: Stretch) -> None:
        """Add words to the open entry."""
        if re.search(r"\w", self.sheet.text[stretch.start : stretch.end]):
            self.stretches.append(stretch)

    # ---- blocks ------------------------------------------------------------------------------------------------------------------

    def add_heading(self, block: Block, following: Block | None) -> None:
        """Process a heading: of the sheet, of the following text, or of one entry."""
        text = self.sheet.text
        head = head_of(text, block.start, block.end, titles=False)
        label_alone = head.label and not re.search(r"\w", text[head.body : block.end])
        if head.numbers or head.letter or (head.label and not label_alone):
            self._heading_with_head(block, head)
            return
        label = self._label_inside(block)
        words = plain_heading(text[block.start : label[0] if label else block.end])
        if self._is_title_of_sheet(words, following):
            self.default = label_of_heading(words)
            self.open_entry(Case(title=words), Kind.NOTE)
            self.add_stretch(Stretch(block.start, block.start, block.end))
            self.open_entry(Case(), Kind.NOTE)
            return
        self._begin_section(words, block, following)
        if label:
            self.open_entry(Case(section=self.section), label[1])
            self.add_stretch(Stretch(label[0], label[2], block.end))

    def _is_title_of_sheet(self, words: str, following: Block | None) -> bool:
        """Return True if a heading is the sheet's own: the first one, or one of several at the beginning."""
        if self.section or any(entry.label is not Kind.NOTE for entry in self.entries):
            return False
        first = not self.entries and not self.stretches
        return first or (following is not None and following.kind is BlockKind.HEADING and not SHEETS.fullmatch(words))

    def _heading_with_head(self, block: Block, head: Head) -> None:
        words = plain_heading(self.sheet.text[head.body : block.end]) or head.title
        if head.numbers:
            if self.heading_numbers != head.numbers:
                self.questions = 0
            self.heading_numbers = head.numbers
            self._enter_head(head, block.start, words)
            self.in_heading = True
        elif head.label and not head.letter:
            self.open_entry(Case(section=self.section), head.label)
            self.add_stretch(Stretch(block.start, head.body, block.end))
        else:
            self._enter_head(head, block.start, words)

    def _label_inside(self, block: Block) -> tuple[int, Kind, int] | None:
        """Return the label in a heading that has run into its text: start, kind, end."""
        for match in re.finditer(r"\(", self.sheet.text[block.start : block.end]):
            offset = block.start + match.start()
            if label := label_at(self.sheet.text, offset, block.end):
                return offset, *label
        return None

    def _begin_section(self, words: str, block: Block, following: Block | None) -> None:
        """Begin the section under a heading."""
        self.close_entry()
        self.heading_numbers = ()
        if VERSIONS.fullmatch(words):
            self.open_entry(Case(section=self.section), None)
            return
        self.default = label_of_heading(words)
        if self.default is None:
            self.section = words
        self.grown, self.questions = None, 0
        self.open_entry(Case(section=self.section), None)
        if TABULAR.search(words) and following is not None and not self._is_sentence(following):
            self.add_stretch(Stretch(block.start, block.start, block.end, BlockKind.ROW))

    def _is_sentence(self, block: Block) -> bool:
        words = self.sheet.text[block.start : block.end]
        return block.kind is BlockKind.TEXT and (words.rstrip()[-1:] in ".:" or len(words) > 80)

    def add_row(self, block: Block) -> None:
        """Process a row of a table; one without a word continues the row before."""
        cells = _split_cells(self.sheet.text[block.start : block.end])
        if WAS_AND_IS.fullmatch("|".join(cells[:3])):
            self.columns = len(cells)
            self.column_kind = Kind.CORRECTION if CORRECTED.match(cells[2]) else Kind.CHANGE
            return
        if self.columns == len(cells) and cells[0]:
            numbers = numbers_in(cells[0])
            self.open_entry(
                Case(numbers, self.section, title="" if numbers else PART_AT_END.sub("", cells[0])), self.default or self.column_kind
            )
            self.add_stretch(Stretch(block.start, block.start, block.end, BlockKind.ROW))
            return
        wordless = not re.search(r"[^\W\d_]", self.sheet.text[block.start : block.end])
        if wordless and self.stretches and self.stretches[-1].kind is BlockKind.ROW:
            self.stretches[-1] = replace(self.stretches[-1], end=block.end)
            return
        self.add_stretch(Stretch(block.start, block.start, block.end, BlockKind.ROW))

    def add_paragraph(self, block: Block) -> None:
        """Process a paragraph or an item: it may hold several entries, and begin in the middle of one."""
        cuts = [block.start]
        text = self.sheet.text
        cuts += [
            match.start()
            for match in bracketed_at(text, block.start, block.end)
            if not QUESTION.fullmatch(text, block.start, match.start()) and not ANSWERED.match(text, match.end(), block.end)
        ]
        for habit in (INLINE_ANSWER, INLINE_HEADING, BOLD_QUESTION):
            cuts += [match.end() for match in habit.finditer(text, block.start, block.end)]
        cuts = sorted(set(cuts))
        for start, end in zip(cuts, [*cuts[1:], block.end], strict=True):
            self._add_piece(block, start, end)

    def _add_piece(self, block: Block, start: int, end: int) -> None:
        """Add a piece of a paragraph, except a heading in capitals at its end, which belongs to the next one."""
        text = self.sheet.text
        last = end < block.end and CAPITALS_LAST.search(text[start:end])
        if last and is_in_capitals(last[1]):
            if start + last.start(1) > start:
                self._add_words(block, start, start + last.start(1))
            self.section, self.grown = plain_heading(last[1]), None
            return
        self._add_words(block, start, end)

    def _add_words(self, block: Block, start: int, end: int) -> None:
        """Add a piece that continues the open entry, or begins one."""
        text = self.sheet.text
        head = head_of(text, start, end, titles=start == block.start or INLINE_HEADING_AT.match(text, start, end) is not None)
        if head.says_nothing or self._continues_entry(head):
            first = head.body if head.answer or head.point else start
            self.add_stretch(Stretch(start, first, end, block.kind, head.point, head.answer or self.unanswered))
            self._take_case_of_answer(text[start:end] if head.answer else "")
            self.unanswered = False
            return
        if head.numbers and not head.label and self._is_asked(end):
            head = replace(head, question=True)
        self._enter_head(head, start, "")
        self.unanswered = head.bold
        if head.numbers and self._is_title_only(head, end):
            self._add_title(head, start, end)
            return
        body = head.body
        if head.numbers and head.numbers[0].endswith(".0"):
            body = self._title_before_words(head, end)
        self.add_stretch(Stretch(start if body == head.body else body, body, end, block.kind))

    def _is_asked(self, end: int) -> bool:
        """Return True if the text that ends here is a question: an answer follows."""
        text = self.sheet.text
        while end and text[end - 1].isspace():
            end -= 1
        return text[end - 1 : end] == "?" and ANSWER.match(text, end + 1) is not None

    def _take_case_of_answer(self, answer: str) -> None:
        """Take over the case at the end of an answer, if the question names none."""
        if self.case.question and not self.case.numbers and (last := AT_END.search(answer)):
            self.case = replace(self.case, numbers=numbers_in(last[1]))

    def _title_before_words(self, head: Head, end: int) -> int:
        """Return the offset at which a section's text begins, if its title has run into it."""
        text = self.sheet.text
        title = RUN_TOGETHER.match(text, head.body, end)
        words = title[0].split() if title else []
        if head.title or not words or title is None:
            return head.body
        point = re.compile(r"\(?\d{1,2}[.)]\s").match(text, title.end(), end)
        title_words = words if point else words[:-1]
        if title_words:
            self.section = f"[{head.numbers[0]}] {' '.join(title_words)}"
            self.case = replace(self.case, section=self.section)
        return title.end() if point else head.body

    def _continues_entry(self, head: Head) -> bool:
        """Return True if a bare title belongs to the entry before it, which is a whole section of the sheet, or a table."""
        only_title = not (head.numbers or head.letter or head.question or head.label)
        return only_title and self.in_heading and bool(self.case.numbers)

    def _is_title_only(self, head: Head, end: int) -> bool:
        """Return True if only a title, or nothing, follows a number."""
        remainder = self.sheet.text[head.body : end].strip()
        if not remainder:
            return True
        short = "\n" not in remainder and len(remainder) <= LONGEST and remainder[-1] not in ".!?:;"
        return short and (is_title_case(remainder) or is_in_capitals(remainder))

    def _add_title(self, head: Head, start: int, end: int) -> None:
        """Process a number with a title and no text: a heading, or a heading that the sheet adds."""
        title = plain_heading(self.sheet.text[head.body : end]) or head.title
        if head.label or not head.numbers[0].endswith(".0"):
            self.grown = (_number_stem(head.numbers[0]), head.label) if head.label else self.grown
            self.add_stretch(Stretch(start, head.body, end))
        if head.numbers[0].endswith(".0"):
            self.section = f"[{head.numbers[0]}] {title}".strip()

    def _enter_head(self, head: Head, start: int, title: str) -> None:
        """Begin the entry of a head."""
        if self.grown and head.numbers and not head.numbers[0].startswith(self.grown[0]):
            self.grown = None
        if head.question:
            self.questions += 1
            self.open_entry(
                Case(head.numbers or self.heading_numbers, self.section, title=head.title, question=self.questions), Kind.QUESTION
            )
        elif head.numbers:
            self.open_entry(Case(head.numbers, self.section, title=title or head.title), head.label, head.part)
        elif head.letter:
            self.open_entry(Case((), self.section, head.letter, head.title or title), head.label, head.part)
        else:
            self.open_entry(Case((), self.section, "", head.title), head.label, head.part)


WAS_AND_IS = re.compile(
    r"(?:rule|case|section|paragraph|number|no\.?|§|where|place|reference|item|component|chart|table)s?"
    r"\|(?:was|old|before|printed|original|reads|says|error|now reads)\b[^|]*"
    r"\|(?:is|now|new|after|revised|should|correct|correction|corrected|read)\b[^|]*",
    re.IGNORECASE,
)
"""The head of a table with old and new texts."""

CORRECTED = re.compile(r"should|correct|read", re.IGNORECASE)
"""The head of the column with the new text in a table of corrections."""

PART_AT_END = re.compile(r",[^,]*\b(?:row|column|line|entry|cell)\b[^,]*$", re.IGNORECASE)
"""The part of a table named by the first cell of a row."""


def _split_cells(row: str) -> list[str]:
    """Split a row at tabs or bars."""
    return [cell.strip() for cell in re.split(r"[|\t]", row.strip().removeprefix("|").removesuffix("|"))]


def entries_of(sheet: Sheet, blocks: tuple[Block, ...]) -> tuple[Entry, ...]:
    """Return the entries of a sheet, in order; the text before the first is an entry without a case."""
    walk = _Walk(sheet, label=Kind.NOTE)
    if blocks and CHANGES.search(sheet.text[blocks[0].start : blocks[0].end]):
        walk.default = Kind.CHANGE
    for index, block in enumerate(blocks):
        following = blocks[index + 1] if index + 1 < len(blocks) else None
        if block.kind is BlockKind.HEADING and not _is_label_of_table(walk.section, sheet.text[block.start : block.end], block):
            walk.add_heading(block, following)
        elif block.kind in (BlockKind.ROW, BlockKind.HEADING):
            walk.add_row(block)
        else:
            walk.columns = 0
            walk.add_paragraph(block)
    walk.close_entry()
    return tuple(walk.entries)


def _is_label_of_table(section: str, words: str, block: Block) -> bool:
    """Return True if a short line under the heading of a table is the head of a column or a row, and no heading."""
    names_another = TABULAR.search(words) or SHEETS.search(words) or is_in_capitals(words) or words.rstrip().endswith(":")
    return not block.marked and bool(TABULAR.search(section)) and not names_another


def _number_stem(number: str) -> str:
    """Return the common prefix of the numbers of a case's sub-cases: `13.9` for 13.91, `13.` for 13.0."""
    return number[: -len("0")] if number.endswith(".0") else number


def is_in_scene(case: Case) -> bool:
    """Return True if an entry is about a scenario's forces and not its rules."""
    return bool(SCENES.search(case.section) or SCENES.search(case.title))

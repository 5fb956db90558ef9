"""Blocks -> entries: the start of each entry of a sheet, and its case. Every word goes into an entry or into a recorded heading."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from rulewright.base.errors import WrongInput
from rulewright.base.steps import count_step
from rulewright.importing.blocks import following_point
from rulewright.importing.outline import CONTENTS, NUMBERED, SMALL, STEP, TABLE, TITLE, Outline, is_component, level_of
from rulewright.importing.paragraphs import INLINE_HEADING_AT, cuts_of
from rulewright.importing.readers import read_head
from rulewright.importing.readers.points import POINT
from rulewright.importing.readers.questions import ANSWER, BARE_QUESTION
from rulewright.importing.sheet.amending import MARKS, act_of, amending_of
from rulewright.importing.sheet.headings import (
    LONGEST,
    NUMBER_ALONE,
    SCENES,
    SHEETS,
    TABULAR,
    VERSIONS,
    is_in_capitals,
    is_title_case,
    plain_heading,
)
from rulewright.importing.sheet.labels import CHANGES, label_at, label_of_heading, trailing_label
from rulewright.importing.sheet.model import Block, BlockKind, Case, Entry, Head, Heading, Kind, Sheet, Stretch
from rulewright.importing.sheet.numbers import AT_END, CASE_WORD, NUMBER, numbers_in
from rulewright.importing.sheet.old_and_new import OF_BOTH, OLD, is_label, old_and_new_in
from rulewright.importing.table_rows import CORRECTED, OF_CASES, PART_AT_END, WAS_AND_IS, split_cells

CAPITALS_LAST = re.compile(r"(?:(?<=[.!?\"”])|^)\s*((?:[A-Z][A-Z'’&-]+\s*){2,})$")
"""A heading in capitals at the end of the text before an entry."""

RUN_TOGETHER = re.compile(r"(?:(?:[A-Z][\w'’-]*|of|the|and|in|for|to)\s+){1,9}")
"""The words of a title, and the first word of the sentence that has run into it."""

QUESTIONS = re.compile(r"\bquestions?\b|\bQ ?(?:&|and) ?A\b|\bFAQ\b|frequently asked", re.IGNORECASE)
CHAPTER = re.compile(r"(?:\[|\()?(?:Articles?|Art\.|Chapter|Sections?)\s", re.IGNORECASE)
CHAPTER_TITLE = re.compile(r"[A-Z][\w'’, -]{2,60}")
ASIDE = re.compile(r"[*_(\[]*(?:note|example|for example|for instance|exception|reason|comment|designer)", re.IGNORECASE)
NUMBER_CELL = re.compile(rf"[*_\[(§]{{0,3}}\s?{NUMBER}(?:\s*(?:,|&|and)\s*{NUMBER})*[\])*_:.]{{0,3}}")
OF_ITSELF = re.compile(
    r"\s*(?:[^.;:]{0,120}\b(?:is|are) (?:hereby )?amended as follows\b|"
    r"This (?i:Act|Regulation|Order|Decision|Directive|Ordinance|Instrument|Bill|By-?law|Amendment)\b"
    r"|These (?:Rules|Regulations|Amendments|By-?laws)\b)"
)
"""The words of an article of the amending text: they are on that text, and its number is none of the text that it amends."""

CASE_IN_QUESTION = re.compile(rf"\((?:rule |case )?{NUMBER}\)|\b[Ii]n {NUMBER}(?=,)")
"""A case in a question: `… a full harbour (4.6)?`, `In 4.1, does …`."""

MARKED_NEW = re.compile(r"\s*(?:\*\*[^*]+\*\*|<ins>(?:(?!</ins>).)+</ins>)\s*", re.IGNORECASE)
"""A paragraph that is new in a sheet that marks struck words, too."""

OWN_NUMBER = re.compile(r"[*_]*(\d{1,3}[A-Za-z]?)[.)]?\s+(?=[A-Z])")
AT_END_OF_HEADING = re.compile(rf"\w[*_]*\s[(\[](?:(?i:{CASE_WORD})\s?)?({NUMBER}(?:\s*(?:,|&|and)\s*{NUMBER})*)[)\]][*_:\s]*$")
"""`Trade (6.2)`"""

HAS_LETTER = re.compile(r"[^\W\d_]")
WORD = re.compile(r"[^\W_]")
SENTENCE = re.compile(r"\w+\s+\w+\s+\w*[a-z]\w*[.!?]\s*$")
"""The end of a sentence, which no list of the sheet's parts has."""

SIGHT = 80
MOST_TITLES = 4
"""The most headings at the beginning that are titles of the sheet."""

MOST_ENTRIES = MOST_HEADINGS = 20_000
EVERYWHERE = "it is said of all rules, and not of one case"


@dataclass
class _Walk:
    """The state of a walk through a sheet."""

    sheet: Sheet
    is_own: bool = False  # the sheet is a text of its own: `1. Boats` is its case 1
    entries: list[Entry] = field(default_factory=list)
    outline: Outline = field(default_factory=Outline)
    default: Kind | None = None  # the kind that the headings give to all entries under them
    case: Case = field(default_factory=Case)
    label: Kind | None = Kind.NOTE
    part: str = ""
    creates: bool = False
    doubt: str = ""
    is_named: bool = False
    stretches: list[Stretch] = field(default_factory=list)
    head: tuple[int, int] | None = None  # where the head of an entry stands that has no words yet
    passing: bool = False  # the default is that of a label such as `Notes:`, which ends with the paragraph below it
    head_heading: Heading | None = None  # that head as a heading, if it is one
    doubtful: str = ""  # why it is not sure that the words that follow are on the case
    questions: int = 0
    question_numbers: tuple[str, ...] = ()  # the cases of the question before, for those that follow it without a blank line
    unanswered: bool = False  # the entry is a question in bold letters: its answer follows
    is_reopened: bool = False  # after a table, on the case of its last row
    in_pair: bool = False  # below the label of an old or a new text
    in_heading: bool = False  # the entry has the number of a heading: all that follows belongs to it
    item_indent: int = -1  # of the item of a list that the entry begins with
    in_contents: bool = False  # in a list of the sheet's parts
    heading_numbers: tuple[str, ...] = ()  # the numbers of the current heading
    columns: int = 0  # the width of a table of old and new texts
    column_kind: Kind = Kind.CHANGE  # the kind that the head of that table gives to its rows
    grown: tuple[str, Kind] | None = None  # a heading added by the sheet, with its kind, which its sub-cases inherit

    # ---- one entry ---------------------------------------------------------------------------------------------------------------

    def has_word(self, start: int, end: int) -> bool:
        """Return True if there is a word between two offsets."""
        return WORD.search(self.sheet.text, start, end) is not None

    def close_entry(self) -> None:
        """End the open entry. A head without words after it is a note, or what its label says."""
        if self.head is not None:
            start, end = self.head
            words = self.sheet.text[start:end]
            is_note = self.label is None and act_of(words) is None
            self.stretches.append(Stretch(start, start, end, label=Kind.NOTE if is_note else None))
            self.head = self.head_heading = None
        if self.stretches:
            self._doubt_pair()
            self.entries.append(Entry(self.case, self.label, self.part, tuple(self.stretches), self.creates, self.doubt, self.is_named))
            if len(self.entries) > MOST_ENTRIES:
                raise WrongInput(f"`{self.sheet.name}` has more than {MOST_ENTRIES:,} statements: it is no errata sheet")
        self.stretches = []

    def _doubt_pair(self) -> None:
        """Doubt what follows the label of an old text, if no new text follows."""
        start, end = self.stretches[0].lead, self.stretches[-1].end
        announced = self.in_pair or (self.label is not Kind.NOTE and OLD.search(self.sheet.text, start, end))
        if announced and old_and_new_in(self.sheet.text, self.stretches[0].start, end) is None:
            doubt = f"an old text of {self.case.locator or 'a case'} is announced, and no new one is found"
            self.stretches = [replace(stretch, doubt=stretch.doubt or doubt) for stretch in self.stretches]

    def open_entry(
        self, case: Case, label: Kind | None, part: str = "", *, creates: bool = False, doubt: str = "", is_named: bool = False
    ) -> None:
        """End the open entry, and begin one on a case; a heading with the number of that case is above it."""
        if self.head_heading is not None and set(case.numbers) & set(self.head_heading.numbers):
            self.outline.headings.append(self.head_heading)
            self.head = self.head_heading = None
        self.close_entry()
        self.case, self.part, self.creates, self.doubt = replace(case, above=self.outline.chain), part, creates, doubt
        self.in_heading = self.in_pair = self.is_reopened = False
        self.doubtful, self.item_indent, self.is_named = "", -1, is_named
        self.label = label or self._inherited_kind(case) or self.default

    def _inherited_kind(self, case: Case) -> Kind | None:
        """Return the kind of the heading that the sheet adds above a case."""
        prefix, kind = self.grown or ("", None)
        return kind if prefix and case.numbers and all(number != prefix and number.startswith(prefix) for number in case.numbers) else None

    def add_stretch(self, stretch: Stretch) -> None:
        """Add words to the open entry; a head without words waits for those that follow."""
        if self.head is not None and self.head_heading is None:
            stretch = replace(stretch, lead=self.head[0])
        if not self.has_word(stretch.start, stretch.end):
            if self.has_word(stretch.lead, stretch.end):
                self.head = (stretch.lead, stretch.end)
            return
        if self.head_heading is not None:
            self.outline.headings.append(self.head_heading)
        self.head = self.head_heading = None
        self.stretches.append(stretch)

    # ---- headings ----------------------------------------------------------------------------------------------------------------

    def push_heading(self, heading: Heading, *, recorded: bool = True) -> None:
        """Begin the text under a heading."""
        self.close_entry()
        last = self.outline.headings[-1] if self.outline.headings else None
        at_once = last is not None and not last.is_title and not self.has_word(last.end, heading.start)
        self.outline.push_heading(heading, recorded=recorded, follows_at_once=at_once)

    def add_heading(self, block: Block, following: Block | None) -> None:
        """Process a heading: of the sheet, of the following text, or of one entry."""
        text = self.sheet.text
        if doubled := OF_BOTH.fullmatch(text[block.start : block.end]):
            self._add_old_or_new(block, doubled)
            return
        head = read_head(text, block.start, block.end, titles=False)
        if self.is_own and not head.numbers and (own_number := OWN_NUMBER.match(text, block.start, block.end)):
            head = Head(own_number.end(), (own_number[1],))
        if head.says_nothing and (last := AT_END_OF_HEADING.search(text, block.start, block.end)):
            head = Head(block.start, numbers_in(last[1]))
        has_words = self.has_word(head.body, block.end)
        if self._is_version(block):
            self._plain_heading(block, following)
            return
        if block.is_marked and (head.question or text[block.start : block.end].rstrip(" *_").endswith("?")):
            self._enter_head(replace(head, question=True), "")
            self.add_stretch(Stretch(block.start, head.body, block.end))
            self.unanswered = True
        elif head.numbers and not head.question:
            self._heading_with_numbers(block, head)
        elif head.page or head.letter:
            self._enter_head(head, "" if head.page else plain_heading(text[head.body : block.end]) or head.title)
            self.add_stretch(Stretch(block.start, head.body, block.end))
        elif head.label and has_words:
            self.open_entry(Case(section=self.outline.section), head.label)
            self.add_stretch(Stretch(block.start, head.body, block.end))
        else:
            self._plain_heading(block, following)

    def _add_old_or_new(self, block: Block, doubled: re.Match[str]) -> None:
        """Process a heading above the old text of a case, or above its new text: both are of one entry."""
        stem = plain_heading(doubled["stem"])
        if doubled["which"].casefold() == "current" or stem != self.outline.section:
            self.push_heading(Heading(block.start, block.start, stem, level_of(block, stem)), recorded=False)
            self.open_entry(Case(section=stem), Kind.CHANGE)
        self.add_stretch(Stretch(block.start, block.start, block.end))
        self.in_pair = True

    def _is_version(self, block: Block) -> bool:
        """Return True for a heading that is a version; a number alone is one in a list of changes."""
        words = self.sheet.text[block.start : block.end].strip(" *_#:")
        in_changes = any(CHANGES.search(heading.words) for heading in self.outline.chain)
        return VERSIONS.fullmatch(words) is not None or (in_changes and NUMBER_ALONE.fullmatch(words) is not None)

    def _plain_heading(self, block: Block, following: Block | None) -> None:
        text = self.sheet.text
        label = self._label_inside(block)
        has_more = label is not None and self.has_word(label[2], block.end)
        end = label[0] if label and has_more else block.end
        words = plain_heading(text[block.start : label[0] if label else block.end])
        self.in_contents = CONTENTS.fullmatch(words) is not None
        if self._is_title_of_sheet(block, words, following):
            self.push_heading(Heading(block.start, block.end, words, TITLE, label=label_of_heading(words), is_title=True))
            self.default = self.outline.kind_above()
            self.open_entry(Case(), self.default or Kind.NOTE)
            return
        self._begin_section(block, end, words)
        if self.in_contents:
            self.default = Kind.NOTE
        if label:
            self.open_entry(Case(section=self.outline.section), label[1])
            self.add_stretch(Stretch(end, label[2], block.end))

    def _is_title_of_sheet(self, block: Block, words: str, following: Block | None) -> bool:
        """Return True if a heading is the sheet's own: the first one, or one of several at the beginning."""
        if self.outline.is_begun or self.in_contents or any(entry.label is not Kind.NOTE for entry in self.entries):
            return False
        if (self.stretches and self.label is not Kind.NOTE) or label_of_heading(words) in (Kind.NOTE, Kind.EXAMPLE):
            return False
        if not self.outline.headings and not self.entries and not self.stretches:
            words_in_place = self.sheet.text[block.start : block.end]
            is_section = words_in_place.rstrip("*_ ").endswith(":") and not SHEETS.search(words)
            return not (is_section or is_component(words_in_place))
        if (
            block.level > 1
            or len(self.outline.headings) >= MOST_TITLES
            or any(SHEETS.search(heading.words) for heading in self.outline.headings)
        ):
            return False
        is_last = following is None or following.kind is not BlockKind.HEADING
        return not is_last and not SHEETS.fullmatch(words) and not is_component(self.sheet.text[block.start : block.end])

    def _heading_with_numbers(self, block: Block, head: Head) -> None:
        """Process a heading with the number of a case, or an entry that was marked as a heading."""
        text = self.sheet.text
        if self.heading_numbers != head.numbers:
            self.questions = 0
        self.heading_numbers = head.numbers
        words = plain_heading(text[head.body : block.end])
        trailing = trailing_label(text, head.body, block.end)
        self._enter_head(replace(head, label=head.label or (trailing[0] if trailing else None)), words or head.title)
        if words.count(" ") >= 3 and text[block.start : block.end].rstrip(" *_")[-1:] in '.!"”':
            self.add_stretch(Stretch(block.start, head.body, block.end))
            return
        section = head.numbers[0].endswith(".0")
        level = block.level * STEP or (NUMBERED if section else NUMBERED + 1)
        words_with_number = re.sub(r"[\[\]]", "", plain_heading(text[block.start : block.end]))
        heading = Heading(block.start, block.end, words_with_number, level, head.numbers, head.label, names_cases=section)
        self.outline.push_heading(heading, recorded=False)
        self.case = replace(self.case, above=self.outline.chain)
        self.in_heading = True
        if section and not head.label:
            self.outline.headings.append(heading)
        else:
            self.head, self.head_heading = (block.start, block.end), heading

    def _label_inside(self, block: Block) -> tuple[int, Kind, int] | None:
        """Return the label in a heading that has run into its text: start, kind, end."""
        for match in re.finditer(r"\(", self.sheet.text[block.start : block.end]):
            offset = block.start + match.start()
            if label := label_at(self.sheet.text, offset, block.end):
                return offset, *label
        return None

    def _begin_section(self, block: Block, end: int, words: str) -> None:
        """Begin the section under a heading."""
        self.heading_numbers, self.question_numbers = (), ()
        version, label = self._is_version(block), label_of_heading(words)
        level = TABLE - 1 if self.in_contents else level_of(block, words)
        names_cases = label is None and not version and not self.in_contents and not SHEETS.search(words)
        self.push_heading(Heading(block.start, end, words, level, label=label, names_cases=names_cases))
        if not version or block.is_marked:
            self.default = label if label or not block.is_marked else self.outline.kind_above()
        self.passing = label in (Kind.NOTE, Kind.EXAMPLE) and not block.is_marked
        if not version:
            self.grown, self.questions = None, 0
        self.open_entry(Case(section=self.outline.section), None)

    # ---- tables ------------------------------------------------------------------------------------------------------------------

    def add_row(self, block: Block) -> None:
        """Process a row of a table: its head, a row on a case, or one more row."""
        text = self.sheet.text[block.start : block.end]
        cells = split_cells(text)
        if WAS_AND_IS.fullmatch("|".join(cells[:3])):
            if self.passing:
                self._end_label()
            self.column_kind = Kind.CORRECTION if CORRECTED.match(cells[2]) else Kind.CHANGE
            self._begin_table(block, cells, len(cells))
        elif block.kind is BlockKind.TABLE_HEAD:
            self._begin_table(block, cells, 0)
        elif self.columns == len(cells) and cells[0]:
            numbers = numbers_in(cells[0])
            title = "" if numbers else PART_AT_END.sub("", cells[0])
            self.open_entry(Case(numbers, self.outline.section, title=title), self.default or self.column_kind)
            self.add_stretch(Stretch(block.start, block.start, block.end, BlockKind.ROW))
        else:
            if self._is_row_on_case(cells) or self._is_table_of_cases():
                numbers = numbers_in(cells[0]) if re.match(rf"\W*{NUMBER}", cells[0]) else ()
                number_end = len(cells[0]) - len(re.sub(rf"^\W*{NUMBER}\W*(?=[(\[])", "", cells[0]))
                label = label_at(cells[0], number_end, len(cells[0])) if number_end else None
                label = label or (label_at(cells[1], 0, len(cells[1])) if len(cells) > 1 else None)
                self.open_entry(Case(numbers, self.outline.section), label[0] if label else None)
                self.add_stretch(Stretch(block.start, block.start, block.end, BlockKind.ROW, label=self.label or Kind.RULE))
                return
            if self.stretches and self.stretches[-1].kind is BlockKind.ROW and "\t" in text and not HAS_LETTER.search(text):
                self.stretches[-1] = replace(self.stretches[-1], end=block.end)
                return
            self.doubtful = self.doubtful or self._doubt_of_table(block)
            self.add_stretch(Stretch(block.start, block.start, block.end, BlockKind.ROW, doubt=self.doubtful))

    def _doubt_of_table(self, block: Block) -> str:
        """Return why it is not sure that a table belongs to the case of the entry before it; empty if it does."""
        last = self.stretches[-1] if self.stretches else None
        is_named = bool(self.case.numbers or self.case.title) and not self.in_heading
        if last is None or last.kind is BlockKind.ROW or not block.is_apart or not is_named:
            return ""
        goes_on = self.sheet.text[last.start : last.end].rstrip(" *_").endswith((":", ","))
        return "" if goes_on else f"the table follows {self.case.locator}, and names no case"

    def _is_row_on_case(self, cells: list[str]) -> bool:
        """Return True if a row begins with the number of a case and has words after it, outside of a case and of a table with a head."""
        head = self.outline.chain[-1] if self.outline.chain else None
        has_place = self.in_heading or (head is not None and head.level == TABLE) or TABULAR.search(self.outline.section)
        return not has_place and len(cells) > 1 and NUMBER_CELL.fullmatch(cells[0]) is not None and bool(HAS_LETTER.search(cells[1]))

    def _is_table_of_cases(self) -> bool:
        """Return True in a table whose first column has the numbers of cases."""
        head = self.outline.chain[-1] if self.outline.chain else None
        return head is not None and head.level == TABLE and OF_CASES.fullmatch(head.words.split(" | ")[0]) is not None

    def _begin_table(self, block: Block, cells: list[str], columns: int) -> None:
        """Begin a table after its head; its rows are on the case that is open."""
        self.columns = columns
        if not self.has_word(block.start, block.end):
            return
        words = " | ".join(filter(None, (plain_heading(cell) for cell in cells)))
        self.outline.push_heading(Heading(block.start, block.end, words, TABLE, names_cases=False))
        self._reopen_entry()

    def _reopen_entry(self) -> None:
        """Begin another entry on the case that is open, under the headings of now; a head that waits for its words goes on waiting."""
        if self.head is not None:
            self.case = replace(self.case, above=self.outline.chain)
            return
        case, label, part, in_heading = self.case, self.label, self.part, self.in_heading
        self.open_entry(case, label, part)
        self.in_heading, self.is_reopened = in_heading, True

    def end_table(self) -> None:
        """Leave a table, before a block that is no row."""
        if self.outline.chain and self.outline.chain[-1].level == TABLE:
            self.outline.end_table()
            self._reopen_entry()
        self.columns = 0

    # ---- paragraphs --------------------------------------------------------------------------------------------------------------

    def add_paragraph(self, block: Block) -> None:
        """Process a paragraph or an item: it may hold several entries, and begin in the middle of one."""
        if self.in_contents and not SENTENCE.search(self.sheet.text, block.start, block.end):
            self.open_entry(Case(), Kind.NOTE)
            self.add_stretch(Stretch(block.start, block.start, block.end, block.kind))
            return
        if self._add_bare_question(block):
            return
        if self.stretches and self.doubtful == "" and self._goes_on_as_pair(block):
            self.add_stretch(Stretch(block.start, block.start, block.end, block.kind))
            self.in_pair = True
            return
        if block.kind is BlockKind.CODE:
            self.add_stretch(Stretch(block.start, block.start, block.end, block.kind, label=Kind.NOTE))
            return
        cuts = cuts_of(self.sheet.text, block)
        for start, end in zip(cuts, [*cuts[1:], block.end], strict=True):
            self._add_piece(block, start, end)

    def _goes_on_as_pair(self, block: Block) -> bool:
        """Return True for the label of an old or a new text that names no case: it goes on with the entry."""
        words = self.sheet.text[block.start : block.end]
        return is_label(self.sheet.text, block.start, block.end) and amending_of(words) is None

    def _add_bare_question(self, block: Block) -> bool:
        """Add a question without a mark and its answer, where a heading says that questions follow; False if the block is none."""
        text = self.sheet.text
        match = BARE_QUESTION.match(text, block.start, block.end)
        above = any(QUESTIONS.search(heading.words) for heading in self.outline.chain)
        if match is None or not (above and block.is_apart):
            return False
        head = read_head(text, block.start, block.end, titles=False)
        if head.question:
            return False
        self._enter_head(Head(head.body, head.numbers, question=True), "", block.start)
        self.add_stretch(Stretch(block.start, head.body, match.end()))
        self.unanswered = True
        if self.has_word(match.end(), block.end):
            self._add_words(block, match.end(), block.end)
        return True

    def _add_piece(self, block: Block, start: int, end: int) -> None:
        """Add a piece of a paragraph, except a heading in capitals at its end, which belongs to the next one."""
        text = self.sheet.text
        last = CAPITALS_LAST.search(text[start:end]) if end < block.end else None
        if last and is_in_capitals(last[1]):
            first = start + last.start(1)
            if first > start:
                self._add_words(block, start, first)
            words = plain_heading(last[1])
            self.push_heading(Heading(first, end, words, level_of(replace(block, level=0), words)))
            self.grown = None
            self.open_entry(Case(section=self.outline.section), None)
            return
        self._add_words(block, start, end)

    def _add_words(self, block: Block, start: int, end: int) -> None:
        """Add a piece that continues the open entry, or begins one."""
        text = self.sheet.text
        if self._ends_pair(block, start):
            self.open_entry(Case(section=self.outline.section), None)
        if self._awaits_text() and block.kind is BlockKind.TEXT and self._is_new_text(start, end):
            self.stretches[-1] = replace(self.stretches[-1], end=end)
            return
        if self.passing and self.stretches and block.is_apart and start == block.start:
            self._end_label()
        head = read_head(text, start, end, titles=start == block.start or INLINE_HEADING_AT.match(text, start, end) is not None)
        trailing = None if head.label or head.question or head.answer else trailing_label(text, max(start, head.body), end)
        label = trailing[0] if trailing else None
        if head.letter and not head.label and self.case.numbers:
            head = Head(head.body, point=head.letter)  # a part of the numbered case
        if self._is_next_item(block, start, head) or self._ends_preamble(block, start, end, head):
            self.open_entry(Case(section=self.outline.section), label)
        if head.says_nothing or self._continues_entry(head):
            self.doubtful = self.doubtful or self._doubt_of(block, start, head)
            first = head.body if head.answer or head.point else start
            answers = head.answer or self.unanswered
            self.add_stretch(Stretch(start, first, end, block.kind, head.point, answers, label, self.doubtful))
            self._take_case_of_answer(text[start:end] if head.answer else "")
            self.unanswered = False
            return
        if head.numbers and not head.label and self._is_asked(end):
            head = replace(head, question=True)
        if head.numbers and not head.in_words and OF_ITSELF.match(text, head.body, end):
            head = Head(start, label=Kind.NOTE)
        if head.numbers and MARKED_NEW.fullmatch(text, start, end) and MARKS.search(text):
            head = replace(head, label=Kind.ADDITION, creates=True)
        head = self._doubt_head(head, start, end)
        if head.question and not head.numbers and len(question_numbers := _numbers_asked(text[head.body : end])) == 1:
            head = replace(head, numbers=question_numbers)
        if head.question and not head.numbers and block.is_apart and start == block.start:
            self.question_numbers = ()
        self._enter_head(replace(head, label=head.label or label), "", start)
        self.unanswered = head.bold
        self.in_pair = is_label(text, start, end)
        self.item_indent = self._indent_of(block, start)
        if block.kind is BlockKind.ITEM and not self.has_word(head.body, end):
            self.stretches.append(Stretch(start, start, end, block.kind))
            return
        if head.numbers and not head.in_words and self._is_title_only(head, start, end):
            self._add_title(head, start, end)
            return
        if head.numbers and head.numbers[0].endswith(".0"):
            self._title_before_words(head, end)
        self.add_stretch(Stretch(start, head.body, end, block.kind))

    def _awaits_text(self) -> bool:
        """Return True after an order whose new text stands below it: `Section 8.2 is replaced by the following:`."""
        last = self.sheet.text[self.stretches[-1].lead : self.stretches[-1].end] if self.stretches else ""
        if not last.endswith((":", "-", "–", "—")):
            return False
        amending = amending_of(last)
        return amending is not None and (amending.creates or (amending.act is not None and amending.act.first_line == "replaces the case"))

    def _is_new_text(self, start: int, end: int) -> bool:
        """Return True for what may be the new text that an order announces: in quotation marks, or neither on another case nor an order."""
        words = self.sheet.text[start:end]
        if words.lstrip()[:1] in ('"', "“"):
            return True
        numbers = read_head(self.sheet.text, start, end, titles=False).numbers
        amending = amending_of(words)
        return set(numbers) <= set(self.case.numbers) and (amending is None or amending.act is None)

    def _ends_pair(self, block: Block, start: int) -> bool:
        """Return True for a paragraph below an old and a new text that is not set in as they are."""
        is_below = self.in_pair and bool(self.stretches) and block.is_apart and start == block.start
        is_set_in = start - self.sheet.text.rfind("\n", 0, start) > 2
        return is_below and not is_set_in and old_and_new_in(self.sheet.text, self.stretches[0].start, self.stretches[-1].end) is not None

    def _end_label(self) -> None:
        """Leave a label: what follows its paragraph is on the case before it only if it says so."""
        self.passing, self.default = False, None
        self.outline.leave_label()
        self.open_entry(Case(section=self.outline.section), None)

    def _doubt_head(self, head: Head, start: int, end: int) -> Head:
        """Return a head with a doubt if its number may be that of a chapter: its words name a number in it."""
        whole_number = head.numbers[0] if len(head.numbers) == 1 and "." not in head.numbers[0] else ""
        inner = (
            re.search(rf"\b{whole_number}\.\d+", self.sheet.text[head.body : min(end, head.body + SIGHT)])
            if whole_number and not head.in_words
            else None
        )
        return replace(head, doubt=head.doubt or f"{inner[0]} is named, and may be the case") if inner else head

    def _indent_of(self, block: Block, start: int) -> int:
        """Return how far an item is from the margin; -1 for another piece of text."""
        is_item = block.kind is BlockKind.ITEM and start == block.start
        return start - self.sheet.text.rfind("\n", 0, start) if is_item else -1

    def _is_next_item(self, block: Block, start: int, head: Head) -> bool:
        """Return True for an item that names no case, after an item of the same list with a case of its own."""
        indent = self._indent_of(block, start)
        own_point = POINT.match(self.sheet.text, self.stretches[0].lead) if self.stretches else None
        is_on_case = bool(self.case.numbers or self.case.title) and not self.in_heading
        if own_point and is_on_case and head.point == following_point(own_point[1]) and start == block.start:
            return True
        is_bare = head.says_nothing and not head.answer and not head.point and indent >= 0
        return is_bare and indent <= self.item_indent and bool(self.stretches) and self.sheet.text[self.stretches[-1].end - 1] != ":"

    def _ends_preamble(self, block: Block, start: int, end: int, head: Head) -> bool:
        """Return True for a change without a case before the first entry: a sentence in a list, or an order."""
        is_preamble = self.label is Kind.NOTE and not (self.in_contents or self.outline.section or self.case.numbers or self.case.title)
        words = self.sheet.text[start:end].rstrip(" *_")
        return is_preamble and head.says_nothing and ((block.kind is BlockKind.ITEM and words.endswith(".")) or act_of(words) is not None)

    def _doubt_of(self, block: Block, start: int, head: Head) -> str:
        """Return why it is not sure that a piece belongs to the case of the entry before it; empty if it does."""
        text = self.sheet.text
        is_named = bool(self.case.numbers or self.case.title)
        preceding = self.stretches or (self.entries[-1].stretches if self.is_reopened and self.entries else ())
        if not block.is_apart or start != block.start or not preceding or not is_named or self.in_heading or self.in_pair:
            return ""
        last = preceding[-1]
        own_point = POINT.match(text, preceding[0].lead, preceding[0].end) if preceding else None
        is_next = (
            own_point is not None and own_point[1].isdigit() == head.point.isdigit()
        )  # of the list in which the entry itself is an item
        last_point = POINT.match(text, last.start, last.end)
        is_in_order = head.point in ("1", "a", following_point(last.point or (last_point[1] if last_point else "")))
        in_list = (
            bool(head.point and not is_next and is_in_order and (last.point or last_point)) or last.kind is block.kind is BlockKind.ITEM
        )
        goes_on = text[last.start : last.end].rstrip(" *_").endswith((":", ",")) or text[block.start].islower()
        if (
            head.answer
            or (self.case.question and not any(stretch.answer for stretch in preceding))
            or in_list
            or goes_on
            or ASIDE.match(text, start, block.end)
        ):
            return ""
        return f"it follows {self.case.locator} in a paragraph of its own, and names no case"

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

    def _title_before_words(self, head: Head, end: int) -> None:
        """Begin the section of a number whose title has run into its text."""
        text = self.sheet.text
        title = RUN_TOGETHER.match(text, head.body, end)
        words = title[0].split() if title else []
        if head.title or not words or title is None:
            return
        point = re.compile(r"\(?\d{1,2}[.)]\s").match(text, title.end(), end)
        title_words = words if point else words[:-1]
        if title_words:
            heading = Heading(head.body, head.body, f"[{head.numbers[0]}] {' '.join(title_words)}", NUMBERED, head.numbers)
            self.outline.push_heading(heading, recorded=False)
            self.case = replace(self.case, section=self.outline.section, above=self.outline.chain)

    def _continues_entry(self, head: Head) -> bool:
        """Return True if a bare title belongs to the entry before it, which is a whole section of the sheet, or a table."""
        only_title = not (head.numbers or head.letter or head.question or head.label or head.everywhere)
        return only_title and self.in_heading and bool(self.case.numbers)

    def _is_title_only(self, head: Head, start: int, end: int) -> bool:
        """Return True if only a title, or nothing, follows a number."""
        remainder = self.sheet.text[head.body : end].strip()
        if not remainder:
            return True
        short = "\n" not in remainder and len(remainder) <= LONGEST and remainder[-1] not in ".!?:;"
        chapter = CHAPTER.match(self.sheet.text, start, end) and CHAPTER_TITLE.fullmatch(remainder)
        return short and (is_title_case(remainder) or is_in_capitals(remainder) or chapter is not None)

    def _add_title(self, head: Head, start: int, end: int) -> None:
        """Process a number with a title and no text: a heading, or a heading that the sheet adds."""
        title = plain_heading(self.sheet.text[head.body : end]) or head.title
        section = head.numbers[0].endswith(".0")
        words = f"[{head.numbers[0]}] {title}".strip() if section else re.sub(r"[\[\]]", "", plain_heading(self.sheet.text[start:end]))
        heading = Heading(start, end, words, NUMBERED if section else NUMBERED + 1, head.numbers, names_cases=section)
        if head.label or not section:
            self.grown = (_number_stem(head.numbers[0]), head.label) if head.label else self.grown
            self.head = (start, end)
        self.outline.push_heading(heading, recorded=section and not head.label)
        self.case = replace(self.case, section=self.outline.section, title=self.case.title or title)

    def _enter_head(self, head: Head, title: str, start: int = 0) -> None:
        """Begin the entry of a head."""
        if self.grown and head.numbers and not head.numbers[0].startswith(self.grown[0]):
            self.grown = None
        if head.numbers:
            self.outline.leave_numbers(head.numbers)
        if head.section:
            self.push_heading(Heading(start, start, head.section, SMALL), recorded=False)
        section = self.outline.section
        if head.question:
            self.questions += 1
            self.question_numbers = head.numbers or self.question_numbers
            numbers = self.question_numbers or self.heading_numbers
            self.open_entry(Case(numbers, section, title=head.title, question=self.questions), Kind.QUESTION, head.part)
        elif head.everywhere:
            self.open_entry(Case(above=self.outline.chain), head.label, doubt=EVERYWHERE)
        else:
            case = Case(head.numbers, section, "" if head.numbers else head.letter, title or head.title)
            if head.doubt and not (head.numbers or head.letter):
                case = Case()
            is_named = head.page or head.label is not None
            if self.passing and self.default is Kind.NOTE and head.numbers:
                head = replace(head, doubt=head.doubt or f"it stands below the label of a note: is it a note on {head.numbers[0]}?")
            self.open_entry(case, head.label, head.part, creates=head.creates, doubt=head.doubt, is_named=is_named)


def entries_of(sheet: Sheet, blocks: tuple[Block, ...], *, is_own: bool = False) -> tuple[tuple[Entry, ...], tuple[Heading, ...]]:
    """Return the entries of a sheet, in order, and its headings; the text before the first entry is an entry without a case."""
    walk = _Walk(sheet, is_own=is_own)
    if blocks and CHANGES.search(sheet.text[blocks[0].start : blocks[0].end]):
        walk.default = Kind.CHANGE
    for index, block in enumerate(blocks):
        following = blocks[index + 1] if index + 1 < len(blocks) else None
        count_step()
        if len(walk.outline.headings) > MOST_HEADINGS:
            raise WrongInput(f"`{sheet.name}` has more than {MOST_HEADINGS:,} headings: it is no errata sheet")
        if block.kind in (BlockKind.ROW, BlockKind.TABLE_HEAD):
            walk.add_row(block)
            continue
        walk.end_table()
        if block.kind is BlockKind.HEADING and not _is_label_of_table(walk.outline.section, sheet.text[block.start : block.end], block):
            walk.add_heading(block, following)
        elif block.kind is BlockKind.HEADING:
            walk.add_row(block)
        else:
            walk.add_paragraph(block)
    walk.close_entry()
    return tuple(walk.entries), tuple(sorted(walk.outline.headings, key=lambda heading: heading.start))


def _is_label_of_table(section: str, words: str, block: Block) -> bool:
    """Return True if a short line under the heading of a table is the head of a column or a row, and no heading."""
    names_another = TABULAR.search(words) or SHEETS.search(words) or is_in_capitals(words) or words.rstrip().endswith(":")
    return not block.is_marked and bool(TABULAR.search(section)) and not names_another


def _number_stem(number: str) -> str:
    """Return the common prefix of the numbers of a case's sub-cases: `13.9` for 13.91, `13.` for 13.0."""
    return number[: -len("0")] if number.endswith(".0") else number


def _numbers_asked(words: str) -> tuple[str, ...]:
    """Return the numbers of the cases that a question names before its question mark."""
    question = words[: words.find("?") + 1]
    return tuple(dict.fromkeys(number for match in CASE_IN_QUESTION.finditer(question) for number in numbers_in(match[0])))


def is_in_scene(case: Case) -> bool:
    """Return True if an entry is about a scenario's forces and not its rules."""
    return bool(SCENES.search(case.section) or SCENES.search(case.title))

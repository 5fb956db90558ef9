"""Entries -> statements, each with its case, kind, act and doubts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile

from rulewright.base.errors import WrongInput
from rulewright.base.suggestions import did_you_mean
from rulewright.importing.blocks import blocks_of
from rulewright.importing.entries import QUESTIONS, entries_of
from rulewright.importing.kinds import kinds_of
from rulewright.importing.names import case_name
from rulewright.importing.readers.everywhere import EVERYWHERE
from rulewright.importing.readers.pieces import PIECE_NAME
from rulewright.importing.remainder import unread_stretches
from rulewright.importing.repeated import doubt_other_books, doubt_repeated_numbers
from rulewright.importing.sheet.amending import GONE, MARKS, act_of, act_of_marks, act_of_row, amending_of, orders_more
from rulewright.importing.sheet.headings import GENERAL
from rulewright.importing.sheet.model import (
    NO_CASES,
    UNREADABLE,
    Act,
    BlockKind,
    BookCases,
    Case,
    Entry,
    Kind,
    Reading,
    Sheet,
    Statement,
    Stretch,
)
from rulewright.importing.sheet.numbers import CASE_WORD, NUMBER, PAGE, cited_numbers, numbers_in
from rulewright.importing.sheet.old_and_new import old_and_new_in
from rulewright.importing.sheet.sentences import split_statements
from rulewright.importing.table_rows import split_cells

MAX_STATEMENTS = 20_000
"""The most statements of one sheet."""

BULLET = re.compile(r"^(?:[-•–·]|\*(?=\s))\s+|(?<=\?)\s(?:-\s)?(?=A(?:nswer)?\s?[.:]\s)")

NUMBER_FIRST = re.compile(rf"[*_§\[(]{{0,4}}({NUMBER})")
RUN_IN_HEADING = re.compile(r"[A-Z]{3,}(?: [A-Z&]{2,})+ [A-Z][a-z]")
ORDERED_IN = re.compile(
    rf"\b(?:in|of|to|at|delete|replace|change|omit)(?<!reference to)(?<!references to) (?:rules? |cases? |sections? )?({NUMBER})\b",
    re.IGNORECASE,
)
"""The case in which a sentence orders a change; `delete the reference to 5.3` orders none there."""

OTHER_CASE = re.compile(rf"(?:--|[–—:.]) ?(?:Sub-?section|Case|Rule|Paragraph) ({NUMBER}):")
REMOVED_HEADING = re.compile(r"(?:removed|deleted|deletions)(?: (?:rules|cases|sections))?", re.IGNORECASE)
NUMBERS_ALONE = re.compile(rf"\W*{NUMBER}(?:\W+(?:and )?{NUMBER})*\W*")
"""A case under a heading that says that it is gone."""

DIFF = re.compile(r"^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@", re.MULTILINE)
SAYING_NOTHING = (Kind.NOTE, Kind.EXAMPLE, Kind.QUESTION)
LEGAL = (
    "deleted|omitted|inserted|substituted|replaced|amended|renumbered|redesignated|repealed|revoked|rescinded|reworded|stricken|struck|"
    "withdrawn|added|appended|abolished"
)
MAY_ORDER = re.compile(
    r"(?:^|[:;,)–—-]\s|\bby\s)(?:\W*)(?:delete|omit|strike|insert|append|substitute|replace|amend|renumber|redesignate|repeal|revoke|rescind|"
    r"revise|rewrite|correct|deleting|omitting|striking|inserting|adding|substituting|replacing|amending|removing|"
    r"add(?=\s(?:a\s)?new\b|\sthe following|\safter|\sat the end|:))\b"
    rf"|^\W*(?:\d{{1,2}}[.)]\W+)?(?:(?i:{CASE_WORD})\s?)?[\d.]+\w?\W+(?:(?!added)(?:{LEGAL})|removed|dropped|cancelled)\b"
    rf"|\b(?:is|are|be|been|being)\s(?:hereby\s|now\s)?(?:{LEGAL})\b|[\"”]\s(?:is|becomes|instead)\b"
    r"|[\"”]\s(?:to|with|by|instead of|for)\s[\"“]|\binstead of [\"“]|→|⇒|[-=]>|\b(?:now|to|shall) reads?\b",
    re.IGNORECASE,
)
"""Words of an order that no form of the grammar has."""

OTHER_AT_START = re.compile(rf"(?!See\b|As\b|Cf)(?:[*_]*[A-Za-z][\w'’]*:?\s){{1,3}}[*_\[(]*({NUMBER})")
TITLE_LINE = re.compile(r"[*_]*[A-Z][\w'’&,-]*(?: [\w'’&,()#-]+){0,5}[*_]*[ \t]*\n(?=[A-Z\"“])")
PAGE_AT_START = re.compile(rf"(?:[A-Z][\w'’]*,?\s){{1,4}}[(\[]?{PAGE.pattern}")

PAGE_IN = re.compile(PAGE.pattern + r"(?<=\W)\w", re.IGNORECASE)
NOT_ADOPTED = re.compile(
    r"\((?:lost|rejected|defeated|not (?:carried|adopted|approved|agreed)|withdrawn|remitted|fell|failed)\)", re.IGNORECASE
)
"""`Motion 2 (lost)`"""

REMOVED = re.compile(rf"\W*{NUMBER}\s*[(\[](?:deleted?|removed?|omit(?:ted)?|repealed|revoked|withdrawn|del\.?)[)\]][.\s]*", re.IGNORECASE)
"""`8.3.5 [delete]`"""

DOTTED_IN = re.compile(rf"(?<![\w.€$£]){NUMBER}(?!\s?(?:%|am|pm|m\b|km\b))")
"""A number that may be that of a case, anywhere in a note."""

NAMES_CASE = re.compile(rf"\W*(?:(?:In|At|For|To|From|After|A new) )?(?i:{CASE_WORD})\s?\d")
"""The beginning of words that are on a case, though the layout takes them for a note."""

UNREAD = "these words have a form that is not known"
MORE_QUOTED = "more words are quoted than one change explains: each has to be looked at"
FOR_ALL = "it is said of all rules, and not of this case alone"

Piece = tuple[Stretch, int, int, str]
"""A stretch, the start and end of a statement in it, and the statement's number in a list."""


def statements_of(sheet: Sheet) -> tuple[Statement, ...]:
    """Return the statements of a sheet, in order. Raises `WrongInput` if there are too many for a sheet."""
    return read_statements(sheet).statements


def read_statements(sheet: Sheet, cases: BookCases = NO_CASES) -> Reading:
    """Return the statements and the headings of a sheet: together they have each of its words once.

    `cases` are those of the book that it amends: a title is evidence for a case if the book has it.
    """
    if DIFF.search(sheet.text):
        raise WrongInput(
            f"`{sheet.name}` is a diff and no errata sheet",
            hints=["save it under a name that ends in `.diff`: it is read as the changes of a text then, with `--into` and `--source`"],
        )
    entries, headings = entries_of(sheet, blocks_of(sheet.text, cases), is_own=cases.is_own)
    entries = _doubt_names(sheet.text, entries, cases)
    statements: list[Statement] = []
    for number, entry in enumerate(doubt_other_books(doubt_repeated_numbers(entries))):
        statements.extend(_statements_of_entry(sheet, entry, number, cases))
        if len(statements) > MAX_STATEMENTS:
            raise WrongInput(f"`{sheet.name}` has more than {MAX_STATEMENTS:,} statements: it is no errata sheet")
    ranges = [*((statement.start, statement.end) for statement in statements), *((heading.start, heading.end) for heading in headings)]
    for index, (start, end) in enumerate(unread_stretches(sheet.text, ranges)):
        words = _plain_words(sheet.text[start:end])
        statements.append(Statement(start, end, words, Case(), Kind.RULE, len(entries) + index, doubts=(UNREAD,), unsure=True))
    return Reading(tuple(sorted(statements, key=lambda statement: statement.start)), headings)


def _doubt_names(text: str, entries: Sequence[Entry], cases: BookCases) -> tuple[Entry, ...]:
    """Return the entries, with a doubt on each that a title or a heading alone puts on a case.

    The title is evidence if the book has it, or if the sheet has no other way of naming cases and the book no cases yet.
    """
    has_numbers = any(entry.case.numbers for entry in entries)
    if all(entry.case == Case(above=entry.case.above) for entry in entries):
        entries = [replace(entry, label=None) if entry.label is Kind.NOTE else entry for entry in entries]  # no preamble without a text
    return tuple(replace(entry, doubt=entry.doubt or _doubt_of_name(text, entry, cases, has_numbers=has_numbers)) for entry in entries)


def _doubt_of_name(text: str, entry: Entry, cases: BookCases, *, has_numbers: bool) -> str:
    case = entry.case
    words = case.title or case.section
    if case.numbers or case.letter or not words or entry.label is Kind.NOTE:
        return ""
    if case.question and len(cited_numbers(" ".join(text[stretch.start : stretch.end] for stretch in entry.stretches), ())) == 1:
        return ""  # the one case that the question or its answer names
    if case.question and not case.title and QUESTIONS.search(words):
        return f"`{words}` is above it, and no case is named"
    name = case_name(words)
    if GENERAL.fullmatch(words) and name not in cases.by_name:
        return f"`{words}` is above it, and is the name of no case"
    if cases.numbers and name not in cases.by_name:
        similar = did_you_mean(name, cases.by_name)
        return f"the book has no case `{words}`" + (f": {similar}" if similar else "")
    if not cases.numbers and has_numbers and not (entry.is_named or PIECE_NAME.fullmatch(words)):
        return f"`{words}` is above it; other cases of the sheet have numbers, and nothing says that this is one"
    return ""


def _statements_of_entry(sheet: Sheet, entry: Entry, number: int, cases: BookCases) -> Iterator[Statement]:
    parts = _split_entry(sheet.text, entry)
    words = [_plain_words(sheet.text[start:end]) for _, start, end, _ in parts]
    kinds = kinds_of(entry, [(stretch, sentence) for (stretch, *_), sentence in zip(parts, words, strict=True)])
    is_doubtful = False  # among notes one of which may be on a case
    line_above = sheet.text[: entry.stretches[0].lead].removesuffix("\n").rpartition("\n")[2]
    headings = " ".join(heading.words for heading in entry.case.above[-1:])
    for index, ((stretch, start, end, point), sentence, kind) in enumerate(zip(parts, words, kinds, strict=True)):
        act, act_doubt = _find_act(sheet.text[max(start, stretch.start) : end], sheet.text[start:end], sentence, entry, stretch, kind)
        if not (act or entry.creates) and kind not in SAYING_NOTHING and MAY_ORDER.search(sentence):
            act_doubt = act_doubt or "it may order a change, in a form that is not known"
        order = amending_of(sentence) if kind is Kind.NOTE and not entry.case.numbers else None
        if (order and (order.numbers or order.act)) or (kind is Kind.NOTE and entry.label is Kind.NOTE and NAMES_CASE.match(sentence)):
            act_doubt = "it stands among notes, and may order a change"
        first_number = NUMBER_FIRST.match(sentence)
        cited = (first_number[1],) if first_number else cited_numbers(sentence, ()) or DOTTED_IN.findall(sentence)
        if kind is Kind.NOTE and not entry.case.numbers and cited:
            act_doubt = act_doubt or f"{cited[0]} is named, and may be the case"
        if kind is Kind.NOTE and not entry.case.numbers and (sentence.endswith("?") or PAGE_IN.search(sentence)):
            act_doubt = act_doubt or "it is a question, or on a page, and no case is named"
        if kind not in SAYING_NOTHING and NOT_ADOPTED.search(f"{headings} {line_above} {sentence}"):
            act_doubt = act_doubt or "the sheet says that it was not adopted"
        is_doubtful = kind is Kind.NOTE and (is_doubtful or act_doubt != "")
        if is_doubtful:
            act_doubt = act_doubt or "it follows words that may be on a case"
        if act and index and (other := ORDERED_IN.search(sentence)) and entry.case.numbers and other[1] not in entry.case.numbers:
            act_doubt = act_doubt or f"{other[1]} is named, and may be the case that is changed"
        doubts = (*_find_doubts(entry, cases, sheet.text[start:end], sentence, kind, is_first=index == 0), stretch.doubt, act_doubt)
        yield Statement(
            start,
            end,
            sentence,
            entry.case,
            kind,
            number,
            entry.label,
            entry.part,
            point or stretch.point,
            act,
            cited_numbers(sentence, entry.case.numbers),
            tuple(dict.fromkeys(filter(None, doubts))),
            entry.creates,
            bool(entry.doubt),
        )


def _find_act(text: str, marked_text: str, words: str, entry: Entry, stretch: Stretch, kind: Kind) -> tuple[Act | None, str]:
    """Return the act of a statement, and a doubt if its words order more; `words` include its head, `text` does not."""
    if stretch.act:
        return stretch.act, ""
    if kind in (Kind.NOTE, Kind.EXAMPLE):
        return None, ""
    if REMOVED_HEADING.fullmatch(entry.case.above[-1].words if entry.case.above else "") and NUMBERS_ALONE.fullmatch(words):
        return Act(("deletes the case",)), ""
    if REMOVED.fullmatch(words):
        return Act(("deletes the case",)), ""
    if marked := act_of_marks(marked_text):
        return marked, ""
    if stretch.kind is BlockKind.ROW and kind in (Kind.CHANGE, Kind.CORRECTION):
        cells = " ".join(split_cells(text)[1:])
        return act_of_row(text) or (Act(("deletes the case",)) if GONE.fullmatch(cells) else act_of(cells)), ""
    plain = _plain_words(text)
    act = act_of(words, plain)
    return (None, MORE_QUOTED) if act and orders_more(plain, act) else (act, "")


def _split_entry(text: str, entry: Entry) -> list[Piece]:
    """Return the statements of an entry; the first begins with its head, and the end of a question is joined to its answer."""
    pieces: list[Piece] = []
    sure = list(takewhile(lambda stretch: not stretch.doubt, entry.stretches))
    pair = old_and_new_in(text, sure[0].start, sure[-1].end) if sure else None
    stretches = entry.stretches
    if pair is not None:
        first, end = sure[0], sure[-1].end
        act = Act((f'replaces "{pair.old}" with "{pair.new}"' if pair.new else f'strikes "{pair.old}"',))
        reason = Stretch(pair.end, pair.end, end, label=Kind.NOTE)
        pieces.append((replace(first, end=pair.end, act=act), first.lead, pair.end, ""))
        if pair.end < end:
            pieces.append((reason, pair.end, end, ""))
        stretches = entry.stretches[len(sure) :]
    for stretch in stretches:
        rows = stretch.kind is BlockKind.ROW
        ranges = [(stretch.start, stretch.end, "")] if rows else list(split_statements(text, stretch.start, stretch.end))
        for number, (start, end, point) in enumerate(ranges):
            pieces.append((stretch, stretch.lead if number == 0 else start, end, point))
    return _with_answers(text, pieces) if entry.label is Kind.QUESTION else pieces


def _with_answers(text: str, pieces: list[Piece]) -> list[Piece]:
    """Join the last sentence of a question with the first of its answer: a question says nothing without its answer."""
    for index, (question, answer) in enumerate(pairwise(pieces)):
        if answer[0].answer and not question[0].answer:
            return [*pieces[:index], (question[0], question[1], answer[2], question[3]), *pieces[index + 2 :]]
    return pieces


def _plain_words(text: str) -> str:
    """Return the words on one line, without the marks of a list and of bold letters."""
    line = re.sub(r"\s+", " ", text).strip()
    return re.sub(r"\s+", " ", BULLET.sub(" ", line if MARKS.search(line) else re.sub(r"\*\*|__", "", line))).strip()


def _find_doubts(entry: Entry, cases: BookCases, raw: str, words: str, kind: Kind, *, is_first: bool) -> Iterator[str]:
    """Yield the points that a person has to look at."""
    case = entry.case
    if entry.doubt:
        yield entry.doubt
    if case.numbers and kind not in (Kind.NOTE, Kind.EXAMPLE) and EVERYWHERE.search(words):
        yield FOR_ALL
    if case.letter == UNREADABLE:
        yield "the letter of the case cannot be read"
    if kind is not Kind.NOTE and not entry.doubt and not (case.numbers or case.section or case.title):
        yield "no case is named before these words"
    is_of_list = bool(case.numbers) and cases.numbers.issuperset(case.numbers)  # a number at the beginning that the book has not
    number = NUMBER_FIRST.match(words) if case.numbers and kind is not Kind.NOTE else None
    if number and number[1] not in case.numbers and (number[1] in cases.numbers or not is_of_list):
        yield f"{number[1]} stands at its beginning, and may be the case"
    if RUN_IN_HEADING.match(words) and not is_first and kind is Kind.RULE:
        yield "a heading may have run into these words"
    if (other := OTHER_CASE.search(words)) and case.numbers and is_first and other[1] not in case.numbers:
        yield f"{other[1]} is named too, and may be the case"
    if (
        kind not in SAYING_NOTHING
        and (other := OTHER_AT_START.match(words))
        and case.numbers
        and not set(numbers_in(other[1])) & set(case.numbers)
    ):
        yield f"{other[1]} is named at its beginning, and may be the case"
    if kind not in SAYING_NOTHING and TITLE_LINE.match(raw) and not (case.numbers or case.title or entry.is_named):
        yield "a short line stands above these words, and may be the title of their case"
    if kind not in SAYING_NOTHING and not is_first and PAGE_AT_START.match(words):
        yield "a page is named at its beginning, and may begin another entry"
    if words.startswith("..."):
        yield "the beginning of the sentence is not printed"
    if entry.label is Kind.QUESTION and not any(stretch.answer for stretch in entry.stretches):
        yield "no answer is found"

"""Entries -> statements, each with its case, kind, act and what is in doubt about it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from rulewright.base.errors import WrongInput
from rulewright.importing.acts import act_of, act_of_row
from rulewright.importing.blocks import blocks_of
from rulewright.importing.entries import entries_of
from rulewright.importing.kinds import kinds_of
from rulewright.importing.model import UNREADABLE, Act, BlockKind, Entry, Kind, Sheet, Statement, Stretch
from rulewright.importing.numbers import cited
from rulewright.importing.sentences import pieces

MOST = 20_000
"""Statements of one sheet."""

BULLET = re.compile(r"^(?:[-•–·]|\*(?=\s))\s+|(?<=\?)\s(?:-\s)?(?=A(?:nswer)?\s?[.:]\s)")

Piece = tuple[Stretch, int, int, str]
"""A stretch, where a statement in it begins and ends, and the statement's number in a list."""


def statements_of(sheet: Sheet) -> tuple[Statement, ...]:
    """Every statement of a sheet, in its order. Raises `WrongInput` where there are too many for a sheet."""
    found: list[Statement] = []
    for number, entry in enumerate(entries_of(sheet, blocks_of(sheet.text))):
        found.extend(_of_entry(sheet, entry, number))
        if len(found) > MOST:
            raise WrongInput(f"`{sheet.name}` has more than {MOST:,} statements: it is no errata sheet")
    return tuple(found)


def _of_entry(sheet: Sheet, entry: Entry, number: int) -> Iterator[Statement]:
    parts = _pieces(sheet.text, entry)
    words = [_words(sheet.text[start:end]) for _, start, end, _ in parts]
    kinds = kinds_of(entry, [(stretch, said) for (stretch, *_), said in zip(parts, words, strict=True)])
    for (stretch, start, end, point), said, kind in zip(parts, words, kinds, strict=True):
        yield Statement(
            start,
            end,
            said,
            entry.case,
            kind,
            number,
            entry.label,
            entry.part,
            point or stretch.point,
            _act(sheet.text[max(start, stretch.start) : end], said, stretch, kind),
            cited(said, entry.case.numbers),
            tuple(_doubts(entry, said, kind)),
        )


def _act(text: str, words: str, stretch: Stretch, kind: Kind) -> Act | None:
    """The act of a statement; `words` are with its head, `text` without."""
    if kind in (Kind.NOTE, Kind.EXAMPLE):
        return None
    if stretch.kind is BlockKind.ROW and kind in (Kind.CHANGE, Kind.CORRECTION):
        return act_of_row(text)
    return act_of(_words(text)) or act_of(words)


def _pieces(text: str, entry: Entry) -> list[Piece]:
    """The statements of an entry; the first begins with its head, and the end of a question is one with the beginning of its answer."""
    found: list[Piece] = []
    for stretch in entry.stretches:
        rows = stretch.kind is BlockKind.ROW
        inside = [(stretch.start, stretch.end, "")] if rows else list(pieces(text, stretch.start, stretch.end))
        for number, (start, end, point) in enumerate(inside):
            found.append((stretch, stretch.lead if number == 0 else start, end, point))
    return _with_answers(text, found) if entry.label is Kind.QUESTION else found


def _with_answers(text: str, found: list[Piece]) -> list[Piece]:
    """A question says nothing without its answer: its last sentence and the answer's first are one statement."""
    for at, (one, other) in enumerate(pairwise(found)):
        if other[0].answer and not one[0].answer:
            return [*found[:at], (one[0], one[1], other[2], one[3]), *found[at + 2 :]]
    return found


def _words(text: str) -> str:
    """The words on one line, without the marks of a list and of bold letters."""
    line = re.sub(r"\s+", " ", text).strip()
    return re.sub(r"\s+", " ", BULLET.sub(" ", re.sub(r"\*\*|__", "", line))).strip()


def _doubts(entry: Entry, words: str, kind: Kind) -> Iterator[str]:
    """What a person has to look at."""
    case = entry.case
    if case.letter == UNREADABLE:
        yield "the letter of the case cannot be read"
    if kind is not Kind.NOTE and not (case.numbers or case.section or case.title):
        yield "no case is named before these words"
    if words.startswith("..."):
        yield "the beginning of the sentence is not printed"
    if entry.label is Kind.QUESTION and not any(stretch.answer for stretch in entry.stretches):
        yield "no answer is found"

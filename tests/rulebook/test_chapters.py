"""The heading of a chapter is with its cases, also where it is written in a file that has none."""

from __future__ import annotations

from rulebook.books import copy
from rulewright.rulebook import build_rulebook
from rulewright.rulebook.model import Rulebook

FRONT = 'rulebook example "Example"\n'


def _book(**files: str) -> Rulebook:
    book, findings = build_rulebook(
        copy({"rulebook.case": FRONT, **{f"{name}.case": text for name, text in files.items()}}), ledger=None, slug="example"
    )
    assert not findings
    return book


def test_a_heading_among_the_words_is_that_of_the_file_with_its_cases() -> None:
    book = _book(
        vocabulary='chapter 1.0 "The game"\nfact wet: yes/no "it rains"\n',
        game='case 1.1 "Sides"\n  "Two sides."\n',
        war='case 2.1\n  "War."\n',
    )
    assert {stem: chapter.title for stem, chapter in book.chapters.items()} == {"game": "The game"}


def test_a_heading_stays_where_there_is_no_such_file_or_it_has_one() -> None:
    book = _book(vocabulary='chapter 3.0 "Words"\n', game='chapter 1.0 "The game"\n\ncase 1.1 "Sides"\n  "Two sides."\n')
    assert {stem: chapter.title for stem, chapter in book.chapters.items()} == {"vocabulary": "Words", "game": "The game"}
    book = _book(vocabulary='chapter 1.0 "Words"\n', game='chapter 1.0 "The game"\n\ncase 1.1 "Sides"\n  "Two sides."\n')
    assert {stem: chapter.title for stem, chapter in book.chapters.items()} == {"vocabulary": "Words", "game": "The game"}

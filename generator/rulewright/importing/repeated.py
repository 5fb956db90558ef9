"""Numbers that come again under another title: the sheet may be on two games, or two editions, of which each has such a case."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from rulewright.importing.sheet.headings import is_in_capitals, is_title_case
from rulewright.importing.sheet.model import Entry


def doubt_repeated_numbers(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the entries, with a doubt on each whose number had another title before."""
    titles: dict[str, str] = {}
    checked: list[Entry] = []
    for entry in entries:
        title = entry.case.title
        if len(entry.case.numbers) == 1 and not entry.case.question and (is_title_case(title) or is_in_capitals(title)):
            first = titles.setdefault(entry.case.numbers[0], title)
            if not _may_agree(first, title):
                doubt = f"{entry.case.numbers[0]} has another title above, `{first}`: is this a case of the same rulebook?"
                entry = replace(entry, doubt=entry.doubt or doubt)
        checked.append(entry)
    return tuple(checked)


BOOKS = re.compile(
    r"(?:[\w']+ )?(?:(?:rule|play|scenario|campaign|battle|source)s? ?book(?:let)?|booklet|player aids?|manual)s?", re.IGNORECASE
)
"""Headings that name the text of which the cases under them are."""


def doubt_other_books(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the entries, with a doubt on each with a number below the name of another text than the first one that is named."""
    first = ""
    checked: list[Entry] = []
    for entry in entries:
        book_title = next(
            (heading.words for heading in reversed(entry.case.above) if not heading.is_title and BOOKS.fullmatch(heading.words)), ""
        )
        first = first or book_title
        if book_title != first and book_title and entry.case.numbers and not entry.doubt:
            entry = replace(
                entry, doubt=f"it stands below `{book_title}`: is {entry.case.locator} a case of the same text as those of `{first}`?"
            )
        checked.append(entry)
    return tuple(checked)


def _may_agree(first: str, title: str) -> bool:
    """Return True if two titles may be of one case: one has all words of the other."""
    words, other_words = set(first.casefold().split()), set(title.casefold().split())
    return words <= other_words or other_words <= words

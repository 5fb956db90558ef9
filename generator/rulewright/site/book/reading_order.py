"""The order in which a book is read: its chapters, each with its cases, and rulings after the case that they are on."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.rulebook.model import CaseInForce
from rulewright.site.book.book_data import BookOfSite


def chapters_of(site_book: BookOfSite) -> Iterator[tuple[str, list[CaseInForce]]]:
    """(file stem, its cases, each with the rulings on it after it) in the order of the book; rulings on no case come last."""
    by_chapter: dict[str, list[CaseInForce]] = {}
    for case in site_book.cases:
        by_chapter.setdefault(case.chapter, []).extend((case, *site_book.rulings_on.get(case.number, ())))
    for ruling in site_book.rulings_on.get("", ()):
        by_chapter.setdefault(ruling.chapter, []).append(ruling)
    for stem in site_book.addresses.chapters:
        if stem in by_chapter:
            yield stem, by_chapter[stem]

"""The index of cases: every number with its title, one line each."""

from __future__ import annotations

from rulewright.rulebook.model import CaseInForce
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.badges import NOT_HERE
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Page, rendered_page
from rulewright.site.pages.chapter import chapter_title
from rulewright.syntax import nodes


def index_page(site_book: BookOfSite, writer: CaseWriter) -> Page:
    by_chapter: dict[str, list[CaseInForce]] = {}
    for case in site_book.cases:
        by_chapter.setdefault(case.chapter, []).append(case)
    chapters = [
        (" ".join(chapter_title(site_book, stem)).strip(), f"chapter-{name}", by_chapter[stem])
        for stem, name in site_book.addresses.chapters.items()
        if stem in by_chapter
    ]
    if site_book.view.rulings:
        chapters.append(("Rulings", "rulings", list(site_book.view.rulings.values())))
    return rendered_page(site_book, writer, "cases", "Index of cases", chapters=chapters, first_question=first_question, not_here=NOT_HERE)


def first_question(case: CaseInForce) -> str:
    """Return the first question that a ruling answers."""
    return next((line.text for line, _ in case.other if isinstance(line, nodes.AsksQuestion)), "")

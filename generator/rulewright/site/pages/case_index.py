"""The index of cases: every number with its title, one line each."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.rulebook.model import CaseInForce
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.badges import NOT_HERE, badge
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Heading, Page, book_page
from rulewright.site.html.escape import EMPTY, Html, el
from rulewright.site.pages.chapter import chapter_title
from rulewright.syntax import nodes


def index_page(of: BookOfSite, writer: CaseWriter) -> Page:
    return book_page(of, "cases", "Index of cases", _parts(of))


def _parts(of: BookOfSite) -> Iterator[Html | Heading]:
    by_chapter: dict[str, list[CaseInForce]] = {}
    for case in of.cases:
        by_chapter.setdefault(case.chapter, []).append(case)
    for stem, name in of.addresses.chapters.items():
        if stem in by_chapter:
            number, title = chapter_title(of, stem)
            yield Heading(2, f"{number} {title}".strip(), f"chapter-{name}")
            yield el("ul", *(_line(of, case) for case in by_chapter[stem]), cls="rw-index")
    if of.view.rulings:
        yield Heading(2, "Rulings", "rulings")
        yield el("ul", *(_line(of, case) for case in of.view.rulings.values()), cls="rw-index")


def _line(of: BookOfSite, case: CaseInForce) -> Html:
    address = of.addresses.case(case.number)
    link = el("a", of.number(case.number), href=address.href("cases") if address else None, cls="rw-number")
    mark = (
        badge("deleted", "deleted")
        if case.deleted
        else badge(NOT_HERE, "held")
        if not case.held
        else badge("new case")
        if case.new
        else EMPTY
    )
    return el("li", link, " ", el("span", case.title or first_question(case)), " ", mark)


def first_question(case: CaseInForce) -> str:
    """What a ruling answers."""
    return next((line.text for line, _ in case.other if isinstance(line, nodes.AsksQuestion)), "")

"""The index of cases: every number with its title, one line each."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.rulebook.model import CaseInForce
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.badges import NOT_HERE, badge
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Page, book_page
from rulewright.site.html.escape import EMPTY, Html, el
from rulewright.site.html.templates import Heading
from rulewright.site.pages.chapter import chapter_title
from rulewright.syntax import nodes


def index_page(site_book: BookOfSite, writer: CaseWriter) -> Page:
    return book_page(site_book, "cases", "Index of cases", _page_parts(site_book))


def _page_parts(site_book: BookOfSite) -> Iterator[Html | Heading]:
    by_chapter: dict[str, list[CaseInForce]] = {}
    for case in site_book.cases:
        by_chapter.setdefault(case.chapter, []).append(case)
    for stem, name in site_book.addresses.chapters.items():
        if stem in by_chapter:
            number, title = chapter_title(site_book, stem)
            yield Heading(2, f"{number} {title}".strip(), f"chapter-{name}")
            yield el("ul", *(_case_line(site_book, case) for case in by_chapter[stem]), cls="rw-index")
    if site_book.view.rulings:
        yield Heading(2, "Rulings", "rulings")
        yield el("ul", *(_case_line(site_book, case) for case in site_book.view.rulings.values()), cls="rw-index")


def _case_line(site_book: BookOfSite, case: CaseInForce) -> Html:
    address = site_book.addresses.address_of_case(case.number)
    link = el("a", site_book.printed_number(case.number), href=address.href_from("cases") if address else None, cls="rw-number")
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
    """Return the first question that a ruling answers."""
    return next((line.text for line, _ in case.other if isinstance(line, nodes.AsksQuestion)), "")

"""The index of cases: every number with its title, one line each, which links from outside go to; rulings come by their date."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.rulebook.model import CaseInForce
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.book.source_days import days_of
from rulewright.site.case.badges import NOT_HERE, source_title
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Page, rendered_page
from rulewright.site.html.addresses import rule_name
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
    days, rulings = days_of(site_book), site_book.view.rulings
    if rulings:
        latest_first = sorted(rulings.values(), key=lambda ruling: days.get(ruling.source, ""), reverse=True)
        chapters.append(("Rulings, the latest first", "rulings", latest_first))
    return rendered_page(
        site_book,
        writer,
        "cases",
        "All cases",
        chapters=chapters,
        renumbered=list(_renumbered(site_book)),
        dates={ruling.id: _dated_source(site_book, ruling.source) for ruling in rulings.values()},
        sample=rule_name(next((case.number for case in site_book.view.all_cases()), ""), site_book.edition),
        first_question=first_question,
        not_here=NOT_HERE,
    )


def _dated_source(site_book: BookOfSite, name: str) -> str:
    source = site_book.book.sources.get(name)
    return ", ".join(filter(None, (source_title(site_book, name), source.dated if source is not None else None)))


def _renumbered(site_book: BookOfSite) -> Iterator[tuple[str, str, str, str, str]]:
    """Yield (name in links, number as printed, title, edition, address) of numbers that are not, or not so, those of today."""
    addresses = site_book.addresses
    today = {case.number: address.href_from() for case in site_book.view.all_cases() if (address := addresses.address_of(case)) is not None}
    for edition, view in site_book.book.views.items():
        for case in view.all_cases():
            address = addresses.address_of(case)
            if address is not None and today.get(case.number) != address.href_from():
                number, title = site_book.book.numbering.display(case.number), site_book.edition_title(edition)
                yield rule_name(case.number, edition), number, case.title or "", title, address.href_from()


def first_question(case: CaseInForce) -> str:
    """Return the first question that a ruling answers."""
    return next((line.text for line, _ in case.other if isinstance(line, nodes.AsksQuestion)), "")

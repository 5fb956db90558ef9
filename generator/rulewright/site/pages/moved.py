"""Pages under addresses of before: each leads on to the page that has their content now, with what the address names on it."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.history import earlier_editions
from rulewright.site.case.page import Page, rendered_page
from rulewright.site.html.addresses import RULE, sheet_page_name
from rulewright.site.pages.amendments import PAGE as AMENDMENTS
from rulewright.site.pages.amendments import count_errata


def moved_pages(site_book: BookOfSite, writer: CaseWriter) -> Iterator[Page]:
    """Yield the page of a rule by its number, and those of what changed since an edition."""
    moves = [(RULE, "cases", "All cases", "")]
    if count_errata(site_book):
        moves += [(sheet_page_name(name), AMENDMENTS, "What changed", f"since {name}") for name in earlier_editions(site_book)]
    for name, page, title, choice in moves:
        yield rendered_page(site_book, writer, name, title, template="moved", goal=(f"{page}.html", title), choice=choice)

"""The page *Your own copy* of a book: where a reader gives the text of a booklet that is not held, and sees what came of it."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.own_copy_links import PAGE
from rulewright.site.case.page import Page, book_page
from rulewright.site.html.escape import Html, el
from rulewright.site.html.templates import Heading


def copy_page(site_book: BookOfSite, writer: CaseWriter) -> Page | None:
    """`own-copy.md` of the book's folder; None where every case is held."""
    return book_page(site_book, PAGE, "Your own copy", _page_parts(site_book)) if site_book.unheld else None


def _page_parts(site_book: BookOfSite) -> Iterator[Html | Heading]:
    number = len(site_book.unheld)
    cases = f"The printed words of {number} cases are" if number > 1 else "The printed words of one case are"
    invitation = "If you own the booklet, give its text: each case then shows your words, with the amendments carried out on them."
    yield el("p", f"{cases} not held here. {invitation}", cls="rw-intro")
    yield el("p", "Your text stays on this device. This page sends nothing, and nobody else sees it.", cls="rw-private")
    yield el("p", "This needs scripts, which are switched off.", cls="rw-copy-none")
    yield el("div", cls="rw-copy", data_book=site_book.folder, hidden=True)
    command = el("code", f"rulewright check {site_book.data.name} --with FOLDER")
    yield el(
        "p", "The file that you export is laid over the book by a terminal too: put it in a folder, and run ", command, ".", cls="rw-small"
    )

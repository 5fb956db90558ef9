"""The page *Your own copy* of a book: where a reader gives the text of a booklet that is not held, and sees what came of it."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.own_copy_links import PAGE
from rulewright.site.case.page import Heading, Page, book_page
from rulewright.site.html.escape import Html, el


def copy_page(of: BookOfSite, writer: CaseWriter) -> Page | None:
    """`own-copy.md` of the book's folder; None where every case is held."""
    return book_page(of, PAGE, "Your own copy", _parts(of)) if of.unheld else None


def _parts(of: BookOfSite) -> Iterator[Html | Heading]:
    many = len(of.unheld)
    cases = f"The printed words of {many} cases are" if many > 1 else "The printed words of one case are"
    asked = "If you own the booklet, give its text: each case then shows your words, with the amendments carried out on them."
    yield el("p", f"{cases} not held here. {asked}", cls="rw-intro")
    yield el("p", "Your text stays on this device. This page sends nothing, and nobody else sees it.", cls="rw-private")
    yield el("p", "This needs scripts, which are switched off.", cls="rw-copy-none")
    yield el("div", cls="rw-copy", data_book=of.folder, hidden=True)
    command = el("code", f"rulewright check {of.given.name} --with FOLDER")
    yield el(
        "p", "The file that you export is laid over the book by a terminal too: put it in a folder, and run ", command, ".", cls="rw-small"
    )

"""The page *Your own copy* of a book: where a reader gives the text of a booklet that is not held, and sees what came of it."""

from __future__ import annotations

from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.own_copy_links import PAGE
from rulewright.site.case.page import Page, rendered_page


def copy_page(site_book: BookOfSite, writer: CaseWriter) -> Page | None:
    """`own-copy.md` of the book's folder; None where every case is held."""
    return rendered_page(site_book, writer, PAGE, "Your own copy", number=len(site_book.unheld)) if site_book.unheld else None

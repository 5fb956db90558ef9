"""The way from a case of which the words are not held to the page on which a reader gives them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

if TYPE_CHECKING:
    from rulewright.rulebook.model import CaseInForce
    from rulewright.site.book.book_data import BookOfSite

PAGE = "own-copy"


def own_copy_address(site_book: BookOfSite, case: CaseInForce) -> str:
    """The address of the page on which a reader gives the words of a case; empty where no copy is laid over it."""
    return f"{PAGE}.html#{urlencode({'case': case.first_number})}" if case.first_number in site_book.unheld_numbers else ""

"""The way from a case of which the words are not held to the page on which a reader gives them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from rulewright.site.html.escape import EMPTY, Html, el

if TYPE_CHECKING:
    from rulewright.rulebook.model import CaseInForce
    from rulewright.site.book.book_data import BookOfSite

PAGE = "own-copy"


def give_words(site_book: BookOfSite, case: CaseInForce) -> Html:
    """A link, shown where pages run scripts; nothing where no copy is laid over the case."""
    if case.first_number not in site_book.unheld_numbers:
        return EMPTY
    address = f"{PAGE}.html#{urlencode({'case': case.first_number})}"
    words = "Add the words from your own copy"
    link = el("a", words, href=address, aria_label=f"{words}: {site_book.printed_number(case.number)}")
    return el("p", link, cls="rw-give")

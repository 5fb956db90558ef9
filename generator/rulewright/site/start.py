"""The start page of a site whose author has none: a book's front page, or the rulebooks as cards."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.page import Page, make_page
from rulewright.site.content import BookContent
from rulewright.site.front import figures_of
from rulewright.site.html.escape import Html
from rulewright.site.html.templates import Templates

_LINK = re.compile(r'(\s(?:href|src)=")(?![a-z][a-z0-9+.-]*:|[/#])')


def start_page(contents: Sequence[BookContent], title: str) -> Page:
    """`index.md` of the site: the front page of its only book, or a card a book."""
    if len(contents) == 1:
        front = contents[0].pages[0]
        return Page("index.md", front.title, seen_from_above(front.markdown, contents[0].site_book.folder))
    return make_page("index.md", title, [book_cards([content.site_book for content in contents])])


def seen_from_above(markdown: str, folder: str) -> str:
    """The Markdown of a page of a book as a page of the folder above has it: its links lead into the book's folder."""
    return _LINK.sub(rf"\1{folder}/", markdown)


def book_cards(books: Sequence[BookOfSite], prefix: str = "") -> Html:
    """Render a card for each rulebook: what it is, and how much of it there is. `prefix`: the way to the top of the site."""
    templates: Templates = books[0].templates
    cards = [
        {
            "title": site_book.title,
            "folder": prefix + site_book.folder,
            "about": site_book.book.front.about[0] if site_book.book.front.about else None,
            "figures": [(number, noun) for number, noun, _, _ in figures_of(site_book)],
            "edition": site_book.edition_title(site_book.edition),
        }
        for site_book in books
    ]
    return templates.render_html("parts/book-cards.html", books=cards)

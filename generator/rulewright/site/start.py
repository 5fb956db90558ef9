"""The start page with the rulebooks as cards, and the hand-written pages of the manual."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.page import Page
from rulewright.site.front import figures_of
from rulewright.site.html.escape import Html, el, escape_text

BOOKS_MARK = "<!-- rulebooks -->"
_TITLE = re.compile(r"^# +(.+)$", re.MULTILINE)
_ORDER = (
    *("index", "tour", "vocabulary", "cases", "rules", "expressions", "tables", "editions", "layout", "meaning", "limits"),
    *("tutorial", "new", "import", "erratum", "first-attempts", "patterns", "brackets", "ledger", "cheat-sheet"),
)


def start_page(folder: Path, books: Sequence[BookOfSite]) -> Page:
    """`index.md` with a card a book in place of the mark that the hand-written page carries."""
    markdown = (folder / "index.md").read_text(encoding="utf-8")
    cards = el("div", *(_book_card(site_book) for site_book in books), cls="rw-cards")
    return Page("index.md", "Start", markdown.replace(BOOKS_MARK, cards))


def _book_card(site_book: BookOfSite) -> Html:
    figures = [el("li", el("b", str(number)), f" {noun}") for number, noun, _, _ in figures_of(site_book)]
    edition = site_book.book.editions[site_book.edition]
    description = el("p", escape_text(site_book.book.front.about[0])) if site_book.book.front.about else None
    title = el("h2", el("a", site_book.title, href=f"{site_book.folder}/index.html"))
    cases = el("a", "All cases", href=f"{site_book.folder}/cases.html", aria_label=f"All cases of {site_book.title}")
    edition_line = el("p", f"Edition: {edition.title or edition.name} · ", cases, cls="rw-from")
    return el("section", title, description, el("ul", *figures), edition_line, cls="rw-card")


def manual_pages(folder: Path) -> list[Page]:
    """The hand-written pages, in the order of reading: by folder, its `index.md` first, then as their numbers or names have it."""
    pages = []
    for path in sorted(folder.rglob("*.md"), key=lambda path: _sort_key(path.relative_to(folder))):
        name = path.relative_to(folder).as_posix()
        if name == "index.md":
            continue
        markdown = path.read_text(encoding="utf-8")
        title = _TITLE.search(markdown)
        pages.append(Page(name, title[1].strip() if title else path.stem, markdown))
    return pages


def _sort_key(path: Path) -> tuple[str, int, str]:
    stem = path.stem
    return (path.parent.as_posix(), _ORDER.index(stem) if stem in _ORDER else len(_ORDER), stem)

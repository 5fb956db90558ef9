"""The start page with the rulebooks as cards, and the hand-written pages of the manual."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.page import Page
from rulewright.site.front import counts
from rulewright.site.html.escape import Html, el, text
from rulewright.site.wording.words import plural

HERE = "<!-- rulebooks -->"
_TITLE = re.compile(r"^# +(.+)$", re.MULTILINE)
_ORDER = (
    *("index", "tour", "vocabulary", "cases", "rules", "expressions", "tables", "editions", "layout", "meaning", "limits"),
    *("tutorial", "new", "import", "erratum", "patterns", "brackets", "ledger", "cheat-sheet"),
)


def start_page(folder: Path, books: Sequence[BookOfSite]) -> Page:
    """`index.md` with a card a book in place of the mark that the hand-written page carries."""
    written = (folder / "index.md").read_text(encoding="utf-8")
    cards = el("div", *(_card(of) for of in books), cls="rw-cards")
    return Page("index.md", "Start", written.replace(HERE, cards))


def _card(of: BookOfSite) -> Html:
    figures = [el("li", el("b", str(many)), f" {what if many == 1 else plural(what)}") for many, what, _, _ in list(counts(of))]
    edition = of.book.editions[of.edition]
    about = el("p", text(of.book.front.about[0])) if of.book.front.about else None
    title = el("h2", el("a", of.title, href=f"{of.folder}/index.html"))
    cases = el("a", "All cases", href=f"{of.folder}/cases.html", aria_label=f"All cases of {of.title}")
    named = el("p", f"Edition: {edition.title or edition.name} · ", cases, cls="rw-from")
    return el("section", title, about, el("ul", *figures), named, cls="rw-card")


def manual_pages(folder: Path) -> list[Page]:
    """The hand-written pages, in the order of reading: by folder, its `index.md` first, then as their numbers or names have it."""
    found = []
    for path in sorted(folder.rglob("*.md"), key=lambda one: _sort_key(one.relative_to(folder))):
        name = path.relative_to(folder).as_posix()
        if name == "index.md":
            continue
        written = path.read_text(encoding="utf-8")
        title = _TITLE.search(written)
        found.append(Page(name, title[1].strip() if title else path.stem, written))
    return found


def _sort_key(path: Path) -> tuple[str, int, str]:
    stem = path.stem
    return (path.parent.as_posix(), _ORDER.index(stem) if stem in _ORDER else len(_ORDER), stem)

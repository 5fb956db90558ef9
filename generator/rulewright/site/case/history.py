"""The history of a case: its changes, and its text in each earlier edition.

The page shows the words in force. `editions.js` puts those of an earlier edition in their place, or marks what has changed since it; the
rules and tables of an edition are the business of `versions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from rulewright.rulebook.model import CaseInForce, ClauseKind, HistoryEntry, Paragraph
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.acts import acts_said
from rulewright.site.case.badges import badge, entry_kind, source_title, withdrawn_mark
from rulewright.site.case.effects import effect_mark
from rulewright.site.html.escape import EMPTY, Html, el, escape_text, join_html

RenderEarlier: TypeAlias = Callable[[Paragraph, CaseInForce], Html]
"""Renders a paragraph of an earlier version of the case."""


def earlier_editions(site_book: BookOfSite) -> tuple[str, ...]:
    """The editions before the one that is shown, the latest first."""
    names = list(site_book.book.editions)
    return tuple(reversed(names[: names.index(site_book.edition)]))


def latest_earlier(site_book: BookOfSite, case: CaseInForce) -> CaseInForce | None:
    """The case as the latest earlier edition that holds it has it, if its words were others there."""
    for name in earlier_editions(site_book):
        earlier = site_book.book.views[name].find_case(case.first_number)
        if earlier is not None and earlier.held and not earlier.deleted and earlier.text:
            return earlier if _texts_in_force(earlier) != _texts_in_force(case) else None
    return None


def changed_since(site_book: BookOfSite, case: CaseInForce) -> tuple[str, ...]:
    """The earlier editions that do not have the case as it is now: it is new, or was amended since."""
    sources = [case.source] * case.new + [entry.origin.source for entry in case.history]
    return tuple(
        name for name in earlier_editions(site_book) if any(source not in site_book.book.editions[name].sources for source in sources)
    )


def absent_from(site_book: BookOfSite, case: CaseInForce) -> tuple[str, ...]:
    """The earlier editions in which there is no such case."""
    versions = {name: site_book.book.views[name].find_case(case.first_number) for name in earlier_editions(site_book)}
    return tuple(name for name, earlier in versions.items() if earlier is None or earlier.deleted)


def not_held_in(site_book: BookOfSite, case: CaseInForce) -> tuple[str, ...]:
    """The earlier editions that have the case in words which are not held here, and which are not those of today."""
    versions = {name: site_book.book.views[name].find_case(case.first_number) for name in earlier_editions(site_book)}
    return tuple(
        name
        for name, earlier in versions.items()
        if earlier is not None and not earlier.deleted and not _texts_in_force(earlier) and _texts_in_force(case)
    )


def history_parts(site_book: BookOfSite, case: CaseInForce, render_earlier: RenderEarlier) -> Iterator[Html]:
    """Yield the folds of a case's history: its changes, and each earlier text that differs."""
    entries = [_entry_item(site_book, case, entry) for entry in case.history]
    if entries:
        yield _history_fold(f"Changes: {len(entries)}", el("ul", *entries), "rw-history")
    yield from _earlier_texts(site_book, case, render_earlier)


def _history_fold(title: str, content: Html, kind: str, edition: str | None = None) -> Html:
    return el("details", el("summary", title), content, cls=kind, data_rw_edition=edition)


def _earlier_texts(site_book: BookOfSite, case: CaseInForce, render_earlier: RenderEarlier) -> Iterator[Html]:
    seen_texts: set[tuple[str, ...]] = set()
    for name in earlier_editions(site_book):
        earlier = site_book.book.views[name].find_case(case.first_number)
        if earlier is None or earlier.deleted or not _texts_in_force(earlier) or _texts_in_force(earlier) == _texts_in_force(case):
            continue
        is_repeated = (
            _texts_in_force(earlier) in seen_texts
        )  # shown with the later edition that has the same words; here only when it is asked for
        seen_texts.add(_texts_in_force(earlier))
        paragraphs = join_html(render_earlier(paragraph, earlier) for paragraph in earlier.text if not paragraph.struck)
        kind = "rw-history rw-earlier-again" if is_repeated else "rw-history"
        yield _history_fold(f"As in “{site_book.edition_title(name)}”", el("div", paragraphs, cls="rw-earlier"), kind, name)


def _texts_in_force(case: CaseInForce) -> tuple[str, ...]:
    return tuple(paragraph.text for paragraph in case.text if not paragraph.struck)


def _entry_item(site_book: BookOfSite, case: CaseInForce, entry: HistoryEntry) -> Html:
    origin = entry.origin
    kind = entry_kind(entry)
    title = getattr(origin.block, "title", None) if origin.kind is ClauseKind.AMENDMENT else None
    acts = [escape_text(act) for act in acts_said(site_book, entry)]
    not_held = any("not held" in act for act in entry.acts)
    undone = EMPTY if entry.carried_out or not_held else escape_text(" (recorded; the words that it changes are not held)")
    head = join_html([el("b", source_title(site_book, origin.source)), " ", badge(kind, "amended")])
    what = join_html([escape_text(": "), join_html(acts, "; ")]) if acts else EMPTY
    title_part = join_html([escape_text(f" — {title}")]) if title else EMPTY
    return el("li", head, withdrawn_mark(site_book, case, entry), effect_mark(site_book, origin), title_part, what, undone)

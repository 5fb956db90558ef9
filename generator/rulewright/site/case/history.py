"""What happened to a case on the way to the edition in force: its changes, and its words as each earlier edition has them.

The page shows the words in force. `editions.js` puts those of an earlier edition in their place, or marks what has changed since it; the
rules and tables of an edition are the business of `versions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from rulewright.rulebook.model import CaseInForce, ClauseKind, HistoryEntry, Paragraph
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.acts import acts_said
from rulewright.site.case.badges import badge, entry_kind, source_title
from rulewright.site.case.effects import effect_mark
from rulewright.site.html.escape import EMPTY, Html, el, join, text

RenderEarlier: TypeAlias = Callable[[Paragraph, CaseInForce], Html]
"""Renders a paragraph of an earlier version of the case."""


def earlier_editions(of: BookOfSite) -> tuple[str, ...]:
    """The editions before the one that is shown, the latest first."""
    names = list(of.book.editions)
    return tuple(reversed(names[: names.index(of.edition)]))


def before(of: BookOfSite, case: CaseInForce) -> CaseInForce | None:
    """The case as the latest earlier edition that holds it has it, if its words were others there."""
    for name in earlier_editions(of):
        found = of.book.views[name].find(case.first_number)
        if found is not None and found.held and not found.deleted and found.text:
            return found if _words(found) != _words(case) else None
    return None


def changed_since(of: BookOfSite, case: CaseInForce) -> tuple[str, ...]:
    """The earlier editions that do not have the case as it is now: it is new, or was amended since."""
    sources = [case.source] * case.new + [entry.origin.source for entry in case.history]
    return tuple(name for name in earlier_editions(of) if any(one not in of.book.editions[name].sources for one in sources))


def absent_from(of: BookOfSite, case: CaseInForce) -> tuple[str, ...]:
    """The earlier editions in which there is no such case."""
    found = {name: of.book.views[name].find(case.first_number) for name in earlier_editions(of)}
    return tuple(name for name, one in found.items() if one is None or one.deleted)


def not_held_in(of: BookOfSite, case: CaseInForce) -> tuple[str, ...]:
    """The earlier editions that have the case in words which are not held here, and which are not those of today."""
    found = {name: of.book.views[name].find(case.first_number) for name in earlier_editions(of)}
    return tuple(name for name, one in found.items() if one is not None and not one.deleted and not _words(one) and _words(case))


def history_parts(of: BookOfSite, case: CaseInForce, render_earlier: RenderEarlier) -> Iterator[Html]:
    """Yield the folds of a case's history: its changes, and each earlier text that differs."""
    entries = [_entry(of, one) for one in case.history]
    if entries:
        yield _folded(f"Changes: {len(entries)}", el("ul", *entries), "rw-history")
    yield from _earlier(of, case, render_earlier)


def _folded(title: str, inside: Html, kind: str, edition: str | None = None) -> Html:
    return el("details", el("summary", title), inside, cls=kind, data_rw_edition=edition)


def _earlier(of: BookOfSite, case: CaseInForce, render_earlier: RenderEarlier) -> Iterator[Html]:
    seen: set[tuple[str, ...]] = set()
    for name in earlier_editions(of):
        found = of.book.views[name].find(case.first_number)
        if found is None or found.deleted or not _words(found) or _words(found) == _words(case):
            continue
        again = _words(found) in seen  # shown with the later edition that has the same words; here only when it is asked for
        seen.add(_words(found))
        paragraphs = join(render_earlier(one, found) for one in found.text if not one.struck)
        kind = "rw-history rw-earlier-again" if again else "rw-history"
        yield _folded(f"As in “{of.edition_title(name)}”", el("div", paragraphs, cls="rw-earlier"), kind, name)


def _words(case: CaseInForce) -> tuple[str, ...]:
    return tuple(one.text for one in case.text if not one.struck)


def _entry(of: BookOfSite, entry: HistoryEntry) -> Html:
    origin = entry.origin
    kind = entry_kind(entry)
    title = getattr(origin.block, "title", None) if origin.kind is ClauseKind.AMENDMENT else None
    said = [text(one) for one in acts_said(of, entry)]
    not_held = any("not held" in one for one in entry.acts)
    undone = EMPTY if entry.carried_out or not_held else text(" (recorded; the words that it changes are not held)")
    head = join([el("b", source_title(of, origin.source)), " ", badge(kind, "amended")])
    what = join([text(": "), join(said, "; ")]) if said else EMPTY
    about = join([text(f" — {title}")]) if title else EMPTY
    return el("li", head, effect_mark(of, origin), about, what, undone)

"""The history of a case: its changes, and its text in each earlier edition.

The page shows the words in force. `editions.js` puts those of an earlier edition in their place, or marks what has changed since it; the
rules and tables of an edition are the business of `versions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

from rulewright.rulebook.model import CaseInForce, ClauseKind, HistoryEntry, Paragraph
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.acts import acts_said
from rulewright.site.case.badges import entry_kind, source_title, withdrawn_by
from rulewright.site.case.effects import effect_badge

ShowEarlier: TypeAlias = Callable[[Paragraph, CaseInForce], Any]
"""Prepares a paragraph of an earlier version of the case for a page."""


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


class EntryShown(NamedTuple):
    """A change of a case: its source, kind and title, what it did, and what became of it."""

    source: str
    kind: str
    title: str
    acts: list[str]
    withdrawn_by: str
    effect: tuple[str, str, str] | None
    not_carried_out: bool


class EarlierText(NamedTuple):
    """The words of an earlier edition; `is_repeated` if a later edition has the same, with which they are shown."""

    edition: str
    title: str
    paragraphs: list[Any]
    is_repeated: bool


def changes_of_case(site_book: BookOfSite, case: CaseInForce) -> list[EntryShown]:
    """The changes of a case, in their order."""
    return [_entry_shown(site_book, case, entry) for entry in case.history]


def earlier_texts(site_book: BookOfSite, case: CaseInForce, show: ShowEarlier) -> Iterator[EarlierText]:
    """Yield each earlier text of a case that is another than today's."""
    seen_texts: set[tuple[str, ...]] = set()
    for name in earlier_editions(site_book):
        earlier = site_book.book.views[name].find_case(case.first_number)
        if earlier is None or earlier.deleted or not _texts_in_force(earlier) or _texts_in_force(earlier) == _texts_in_force(case):
            continue
        is_repeated = _texts_in_force(earlier) in seen_texts
        seen_texts.add(_texts_in_force(earlier))
        paragraphs = [show(paragraph, earlier) for paragraph in earlier.text if not paragraph.struck]
        yield EarlierText(name, site_book.edition_title(name), paragraphs, is_repeated)


def _texts_in_force(case: CaseInForce) -> tuple[str, ...]:
    return tuple(paragraph.text for paragraph in case.text if not paragraph.struck)


def _entry_shown(site_book: BookOfSite, case: CaseInForce, entry: HistoryEntry) -> EntryShown:
    origin = entry.origin
    not_held = any("not held" in act for act in entry.acts)
    return EntryShown(
        source_title(site_book, origin.source),
        entry_kind(entry),
        getattr(origin.block, "title", None) or "" if origin.kind is ClauseKind.AMENDMENT else "",
        acts_said(site_book, entry),
        withdrawn_by(site_book, case, entry),
        effect_badge(site_book, origin),
        not entry.carried_out and not not_held,
    )

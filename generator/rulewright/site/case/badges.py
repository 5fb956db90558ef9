"""The small marks next to a case: its kind and source, whether its words are held, the statements of the ledger it accounts for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.rulebook.model import CaseInForce, ClauseKind, HistoryEntry, withdrawing_entry
from rulewright.site.book.book_data import BookOfSite, kind_of
from rulewright.site.html.escape import EMPTY, Html, el, join_html
from rulewright.site.wording.words import spell_out
from rulewright.syntax import nodes

NOT_HERE = "printed words not here"  # of a case or a source that the book knows by number or title alone
COLOURS = {
    "clarification": "clarification",
    "correction": "correction",
    "omission": "omission",
    "addition": "addition",
    "change": "change",
    "new case": "new",
    "ruling": "ruling",
}


def badge(words: str, colour: str = "plain") -> Html:
    """A small label; an act of amendment of a known kind takes that kind's colour."""
    return el("span", words, cls=f"rw-badge rw-badge-{COLOURS.get(words, colour)}")


def tags_html(tags: Iterable[nodes.Tag]) -> Html:
    """Ledger tags, small: what statements of the source this line accounts for."""
    names = [tag.name for tag in tags]
    return join_html([" ", el("span", " ".join(names), cls="rw-tags")]) if names else EMPTY


def source_title(site_book: BookOfSite, name: str) -> str:
    """The title of a source as the front page has it."""
    source = site_book.book.sources.get(name)
    return source.title if source is not None else spell_out(name)


def badges_of(site_book: BookOfSite, case: CaseInForce, heading: str | None = None) -> Iterator[Html]:
    """Kind and source first, then what is out of the ordinary; `heading` is the number that stands above it, if not the case's own."""
    words = kind_of(case)
    if words != "case":
        yield badge(words, "new" if case.new else "plain")
    if case.deleted:
        yield badge("deleted", "deleted")
    elif not case.held:
        yield badge(NOT_HERE, "held")
    for kind in dict.fromkeys(entry.origin.amendment_kind for entry in case.history):
        if kind and kind != words:
            yield badge(kind, "amended")
    if case.scope.option:
        yield badge(f"option: {spell_out(case.scope.option)}", "option")
    if case.scope.scenario:
        yield badge(f"scenario {site_book.printed_number(case.scope.scenario)}", "option")
    for game in case.scope.games:
        title = site_book.game_title(game)
        yield badge(title, "option")
    if case.number != case.first_number:
        yield badge(f"was {site_book.printed_number(case.first_number)}", "plain")
    if heading is not None and heading != case.number:
        yield badge(f"{site_book.printed_number(case.number)} in this edition", "plain")
    if len(site_book.book.sources) > 1:
        yield el("span", source_title(site_book, case.source), cls="rw-source")
    yield tags_html(case.origin.block.tags)


def entry_kind(entry: HistoryEntry) -> str:
    """The kind of an entry of a case's history: of an amendment as written, else `new case`, `ruling` or what else the clause is."""
    if entry.origin.kind is ClauseKind.CASE:
        return "new case"
    return entry.origin.amendment_kind or entry.origin.kind.value


def withdrawn_mark(site_book: BookOfSite, case: CaseInForce, entry: HistoryEntry) -> Html:
    """Return a mark for an entry of a case's history that a later source has withdrawn, with that source; nothing for any other."""
    withdrawal = withdrawing_entry(case.history, entry)
    if withdrawal is None:
        return EMPTY
    return join_html(
        [" ", el("span", f"withdrawn by “{source_title(site_book, withdrawal.origin.source)}”", cls="rw-badge rw-badge-deleted")]
    )

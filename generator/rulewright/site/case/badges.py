"""The small marks next to a case: its kind and source, whether its words are held, the statements of the ledger it accounts for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulewright.rulebook.model import CaseInForce, ClauseKind, HistoryEntry, Paragraph, withdrawing_entry
from rulewright.site.book.book_data import BookOfSite, kind_of
from rulewright.site.wording.words import spell_out
from rulewright.syntax import nodes

NOT_HERE = "printed words not here"  # of a case or a source that the book knows by number or title alone


def amendment_heading(paragraph: Paragraph, text: Sequence[Paragraph] = ()) -> str:
    """Return the title of the amendment that brought a paragraph; empty if it has none, or another paragraph of `text` has it already."""
    origin = paragraph.origin
    title = getattr(origin.block, "title", None) if origin.kind is ClauseKind.AMENDMENT else None
    first = next((each for each in text if each.origin == origin and not each.struck), paragraph)
    return (title or "").rstrip(".:") if first is paragraph else ""


def source_title(site_book: BookOfSite, name: str) -> str:
    """The title of a source as the front page has it."""
    source = site_book.book.sources.get(name)
    return source.title if source is not None else spell_out(name)


class CaseBadges(NamedTuple):
    """The line over a case: badges as (words, colour), its source where the book has several, its ledger tags."""

    badges: tuple[tuple[str, str], ...]
    source: str
    tags: tuple[nodes.Tag, ...]


def badges_of(site_book: BookOfSite, case: CaseInForce, heading: str | None = None) -> CaseBadges | None:
    """Kind and source first, then what is out of the ordinary; `heading` is the number that stands above it, if not the case's own."""
    source = source_title(site_book, case.source) if len(site_book.book.sources) > 1 else ""
    line = CaseBadges(tuple(_case_badges(site_book, case, heading)), source, case.origin.block.tags)
    return line if any(line) else None


def _case_badges(site_book: BookOfSite, case: CaseInForce, heading: str | None) -> Iterator[tuple[str, str]]:
    words = kind_of(case)
    if words != "case":
        yield words, "new" if case.new else "plain"
    if case.deleted:
        yield "deleted", "deleted"
    elif not case.held:
        yield NOT_HERE, "held"
    for kind in dict.fromkeys(entry.origin.amendment_kind for entry in case.history):
        if kind and kind != words:
            yield kind, "amended"
    if case.scope.option:
        yield f"option: {spell_out(case.scope.option)}", "option"
    if case.scope.scenario:
        yield f"scenario {site_book.printed_number(case.scope.scenario)}", "option"
    yield from ((site_book.game_title(game), "option") for game in case.scope.games)
    if case.number != case.first_number:
        yield f"was {site_book.printed_number(case.first_number)}", "plain"
    if heading is not None and heading != case.number:
        yield f"{site_book.printed_number(case.number)} in this edition", "plain"


def entry_kind(entry: HistoryEntry) -> str:
    """The kind of an entry of a case's history: of an amendment as written, else `new case`, `ruling` or what else the clause is."""
    if entry.origin.kind is ClauseKind.CASE:
        return "new case"
    return entry.origin.amendment_kind or entry.origin.kind.value


def withdrawn_by(site_book: BookOfSite, case: CaseInForce, entry: HistoryEntry) -> str:
    """Return the title of the later source that has withdrawn an entry of a case's history; empty for any other."""
    withdrawal = withdrawing_entry(case.history, entry)
    return "" if withdrawal is None else source_title(site_book, withdrawal.origin.source)

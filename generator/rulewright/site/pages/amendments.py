"""The page *What changed*: what the later sources changed, chapter by chapter, in words to put into the booklet that one has."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.rulebook.act_sentences import act_sentence
from rulewright.rulebook.model import CaseInForce, HistoryEntry, Renaming
from rulewright.rulebook.renaming import is_throughout
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.book.reading_order import chapters_of
from rulewright.site.case.acts import acts_said
from rulewright.site.case.badges import entry_kind, source_title, withdrawn_by
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.effects import effect_badge
from rulewright.site.case.folds import count_text
from rulewright.site.case.history import changed_since, earlier_editions
from rulewright.site.case.page import Page, rendered_page
from rulewright.site.html.addresses import changes_page_name
from rulewright.site.html.escape import Html
from rulewright.site.pages.chapter import chapter_title
from rulewright.site.wording.words import join_words
from rulewright.syntax import nodes

PAGE = "amendments"
FOLDED_FROM = 10
"""From so many entries on each chapter is folded; fewer are all open."""


@dataclass(frozen=True, slots=True)
class _Act:
    """The acts of one clause on a case, or on many; the source that has withdrawn it; (words, colour, address) of its effect."""

    kind: str
    acts: str
    source: str
    tags: tuple[nodes.Tag, ...] = ()
    withdrawn_by: str = ""
    effect: tuple[str, str, str] | None = None


@dataclass(frozen=True, slots=True)
class _Entry:
    """A case, what was done to it, and the words as they are now: question and answer, and paragraphs.

    `and_below`: something was done to its sub-cases with it. `editions_without`: the earlier ones that do not have it so.
    """

    case: CaseInForce
    acts: list[_Act]
    dialogue: list[tuple[str, Html]]
    paragraphs: list[Html]
    and_below: bool
    editions_without: str


@dataclass(frozen=True, slots=True)
class _UnknownChanges:
    """An earlier edition with sources of which nothing is held, so that what changed since it cannot be told; what is listed instead."""

    edition: str
    sources: str
    base: str


def amendments_page(site_book: BookOfSite, writer: CaseWriter) -> Page | None:
    """Return the page of what later sources changed; None if nothing was amended."""
    number = count_errata(site_book)
    if not number and not site_book.view.renamings:
        return None
    names = earlier_editions(site_book)
    return rendered_page(
        site_book,
        writer,
        PAGE,
        "What changed",
        number=number,
        comparisons=[(site_book.edition_title(new), f"{changes_page_name(old, new)}.html") for old, new in site_book.changes],
        renamings=[_renaming_act(site_book, renaming) for renaming in site_book.view.renamings],
        unknown=[unknown for name in names if (unknown := _unknown_changes(site_book, name)) is not None],
        chapters=[
            (" ".join(chapter_title(site_book, stem)).strip(), f"chapter-{site_book.addresses.chapters[stem]}", entries)
            for stem, cases in chapters_of(site_book)
            if (entries := [_make_entry(site_book, writer, case) for case in cases if _is_entry(site_book, case)])
        ],
        is_open=number < FOLDED_FROM,
    )


def count_errata(site_book: BookOfSite) -> int:
    """The number of cases and rulings that are new or have been amended."""
    return sum(_is_entry(site_book, case) for _, cases in chapters_of(site_book) for case in cases)


def _is_entry(site_book: BookOfSite, case: CaseInForce) -> bool:
    return bool(case.new or _own_history(site_book, case) or (case.id in site_book.view.rulings and _editions_without(site_book, case)))


def _own_history(site_book: BookOfSite, case: CaseInForce) -> list[HistoryEntry]:
    """The history of a case, without what is said once for all cases or at a case above."""
    return [entry for entry in case.history if not is_throughout(entry.origin) and _said_at(site_book, entry) in ("", case.number)]


def _said_at(site_book: BookOfSite, entry: HistoryEntry) -> str:
    """The case that an amendment of `7.3 and below` is listed at; empty for one that reaches no sub-cases, or whose case is not there."""
    targets = entry.origin.block.targets if isinstance(entry.origin.block, nodes.Amendment) else ()
    return next((number for ref in targets if ref.and_below and (number := site_book.addresses.case_number(ref.number))), "")


def _editions_without(site_book: BookOfSite, case: CaseInForce) -> tuple[str, ...]:
    """The earlier editions that do not have a case, or a ruling, as it is now."""
    if case.id not in site_book.view.rulings:
        return changed_since(site_book, case)
    return tuple(name for name in earlier_editions(site_book) if case.source not in site_book.book.editions[name].sources)


def _make_entry(site_book: BookOfSite, writer: CaseWriter, case: CaseInForce) -> _Entry:
    history = _own_history(site_book, case)
    acts = [_make_act(site_book, case, entry) for entry in history]
    if not acts:
        kind = "ruling" if case.id in site_book.view.rulings else "new case"
        acts = [_Act(kind, "", source_title(site_book, case.source), effect=effect_badge(site_book, case.origin))]
    paragraphs = [] if case.deleted else [paragraph for paragraph in case.text if not paragraph.struck]
    return _Entry(
        case,
        acts,
        [
            ("Q. " if isinstance(line, nodes.AsksQuestion) else "A. ", writer.prose.render_inline(line.text, PAGE))
            for line, _ in case.other
            if isinstance(line, nodes.AsksQuestion | nodes.Answers) and not case.deleted
        ],
        [writer.render_paragraph(paragraph, case.origin, PAGE, say_from=False) for paragraph in paragraphs],
        any(_said_at(site_book, entry) for entry in history),
        " ".join(_editions_without(site_book, case)),
    )


def _make_act(site_book: BookOfSite, case: CaseInForce, entry: HistoryEntry) -> _Act:
    not_held = any("not held" in act for act in entry.acts)
    undone = "" if entry.carried_out or not_held else " (recorded: its words are not held)"
    return _Act(
        entry_kind(entry),
        "; ".join(acts_said(site_book, entry)) + undone,
        source_title(site_book, entry.origin.source),
        withdrawn_by=withdrawn_by(site_book, case, entry),
        effect=effect_badge(site_book, entry.origin),
    )


def _renaming_act(site_book: BookOfSite, renaming: Renaming) -> _Act:
    """A term that is renamed throughout, once for all the cases whose words change."""
    acts = f"{act_sentence(renaming.renames, None)}, in {count_text(len(renaming.cases), 'case') or '0 cases'}"
    tags = (*renaming.origin.block.tags, *renaming.renames.tags)
    return _Act(renaming.origin.amendment_kind or "amendment", acts, source_title(site_book, renaming.origin.source), tags)


def _unknown_changes(site_book: BookOfSite, edition: str) -> _UnknownChanges | None:
    now, names = site_book.book.editions[site_book.edition].sources, site_book.book.editions[edition].sources
    own_sources = [name for name in names if name not in now]
    held_sources = {getattr(clause.block, "source", None) for clause in site_book.book.clauses}
    if not own_sources or not held_sources.isdisjoint(own_sources):
        return None
    sources, base = (
        join_words([f"“{source_title(site_book, name)}”" for name in some], "and")
        for some in (own_sources, [name for name in names if name in now])
    )
    return _UnknownChanges(edition, sources, base)

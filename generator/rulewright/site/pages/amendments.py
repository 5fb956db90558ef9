"""The page of amendments: what the later sources changed, case by case."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.rulebook.act_sentences import act_sentence
from rulewright.rulebook.model import CaseInForce, Renaming
from rulewright.rulebook.renaming import is_throughout
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.acts import acts_said
from rulewright.site.case.badges import entry_kind, source_title, withdrawn_by
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.effects import effect_badge
from rulewright.site.case.folds import count_text
from rulewright.site.case.page import Page, rendered_page
from rulewright.site.html.addresses import changes_page_name
from rulewright.syntax import nodes


@dataclass(frozen=True, slots=True)
class _Entry:
    """The acts of one clause on a case, or on many; the source that has withdrawn it; (words, colour, address) of its effect."""

    kind: str
    acts: str
    source: str
    tags: tuple[nodes.Tag, ...] = ()
    withdrawn_by: str = ""
    effect: tuple[str, str, str] | None = None


def amendments_page(site_book: BookOfSite, writer: CaseWriter) -> Page | None:
    """Return the page of what later sources changed, case by case; None if nothing was amended."""
    changed = [case for case in site_book.cases if case.new or any(not is_throughout(entry.origin) for entry in case.history)]
    if not changed and not site_book.view.renamings:
        return None
    comparisons = [(site_book.edition_title(new), f"{changes_page_name(old, new)}.html") for old, new in site_book.changes]
    renamings = [_renaming_entry(site_book, renaming) for renaming in site_book.view.renamings]
    cases = [(case, list(_case_entries(site_book, case))) for case in changed]
    return rendered_page(
        site_book, writer, "amendments", "What has been amended", comparisons=comparisons, renamings=renamings, cases=cases
    )


def _case_entries(site_book: BookOfSite, case: CaseInForce) -> Iterator[_Entry]:
    entries = [entry for entry in case.history if not is_throughout(entry.origin)]
    for entry in entries:
        not_held = any("not held" in act for act in entry.acts)
        undone = "" if entry.carried_out or not_held else " (recorded: its words are not held)"
        acts = "; ".join(acts_said(site_book, entry)) + undone
        yield _Entry(
            entry_kind(entry),
            acts,
            source_title(site_book, entry.origin.source),
            (),
            withdrawn_by(site_book, case, entry),
            effect_badge(site_book, entry.origin),
        )
    if case.new and not entries:
        yield _Entry("new case", "", source_title(site_book, case.source), (), "", effect_badge(site_book, case.origin))


def _renaming_entry(site_book: BookOfSite, renaming: Renaming) -> _Entry:
    """A term that is renamed throughout, once for all the cases whose words change."""
    acts = f"{act_sentence(renaming.renames, None)}, in {count_text(len(renaming.cases), 'case') or '0 cases'}"
    tags = (*renaming.origin.block.tags, *renaming.renames.tags)
    return _Entry(renaming.origin.amendment_kind or "amendment", acts, source_title(site_book, renaming.origin.source), tags)

"""The page of amendments: what the later sources changed, case by case."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.rulebook.act_sentences import act_sentence
from rulewright.rulebook.model import CaseInForce, HistoryEntry, Renaming
from rulewright.rulebook.renaming import is_throughout
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.acts import acts_said
from rulewright.site.case.badges import badge, entry_kind, source_title, tags_html, withdrawn_mark
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.effects import effect_mark
from rulewright.site.case.page import Page, book_page
from rulewright.site.html.addresses import changes_page_name
from rulewright.site.html.escape import Html, el, escape_text, join_html
from rulewright.site.html.templates import Heading
from rulewright.site.wording.words import plural


def amendments_page(site_book: BookOfSite, writer: CaseWriter) -> Page | None:
    """Return the page of what later sources changed, case by case; None if nothing was amended."""
    changed = [case for case in site_book.cases if case.new or any(not is_throughout(entry.origin) for entry in case.history)]
    if not changed and not site_book.view.renamings:
        return None
    return book_page(site_book, "amendments", "What has been amended", _amendment_parts(site_book, writer, changed))


def _amendment_parts(site_book: BookOfSite, writer: CaseWriter, changed: list[CaseInForce]) -> Iterator[Html | Heading]:
    if site_book.changes:
        links = [el("a", site_book.edition_title(new), href=f"{changes_page_name(old, new)}.html") for old, new in site_book.changes]
        yield el("p", "What that does to answers, question by question: ", join_html(links, ", "), ".")
    rows = [_renaming_row(site_book, renaming) for renaming in site_book.view.renamings]
    for case in changed:
        entries = [_entry_item(site_book, case, entry) for entry in case.history if not is_throughout(entry.origin)]
        if case.new and not entries:
            entries = [
                el(
                    "p",
                    badge("new case"),
                    " ",
                    el("span", source_title(site_book, case.source), cls="rw-from"),
                    effect_mark(site_book, case.origin),
                )
            ]
        rows.append(el("div", el("dt", writer.case_link(case.number, "amendments"), " ", case.title or ""), el("dd", *entries)))
    yield el("dl", *rows, cls="rw-amendments")


def _renaming_row(site_book: BookOfSite, renaming: Renaming) -> Html:
    """A term that is renamed throughout, once for all the cases whose words change."""
    count = len(renaming.cases)
    return el(
        "div",
        el("dt", "Throughout"),
        el(
            "dd",
            el(
                "p",
                badge(renaming.origin.amendment_kind or "amendment", "amended"),
                " ",
                escape_text(f"{act_sentence(renaming.renames, None)}, in {count} {'case' if count == 1 else plural('case')}"),
                " ",
                el("span", source_title(site_book, renaming.origin.source), cls="rw-from"),
                tags_html((*renaming.origin.block.tags, *renaming.renames.tags)),
            ),
        ),
    )


def _entry_item(site_book: BookOfSite, case: CaseInForce, entry: HistoryEntry) -> Html:
    kind = entry_kind(entry)
    not_held = any("not held" in act for act in entry.acts)
    undone = "" if entry.carried_out or not_held else " (recorded: its words are not held)"
    return el(
        "p",
        badge(kind, "amended"),
        " ",
        escape_text("; ".join(acts_said(site_book, entry))),
        undone,
        " ",
        el("span", source_title(site_book, entry.origin.source), cls="rw-from"),
        withdrawn_mark(site_book, case, entry),
        effect_mark(site_book, entry.origin),
    )

"""The page of amendments: what the later sources changed, case by case."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.rulebook.model import CaseInForce, HistoryEntry
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.acts import acts_said
from rulewright.site.case.badges import badge, entry_kind, source_title, withdrawn_mark
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.effects import effect_mark
from rulewright.site.case.page import Heading, Page, book_page
from rulewright.site.html.addresses import changes_page_name
from rulewright.site.html.escape import Html, el, escape_text, join_html


def amendments_page(site_book: BookOfSite, writer: CaseWriter) -> Page | None:
    """Return the page of what later sources changed, case by case; None if nothing was amended."""
    changed = [case for case in site_book.cases if case.history or case.new]
    if not changed:
        return None
    return book_page(site_book, "amendments", "What has been amended", _amendment_parts(site_book, writer, changed))


def _amendment_parts(site_book: BookOfSite, writer: CaseWriter, changed: list[CaseInForce]) -> Iterator[Html | Heading]:
    if site_book.changes:
        links = [el("a", site_book.edition_title(new), href=f"{changes_page_name(old, new)}.html") for old, new in site_book.changes]
        yield el("p", "What that does to answers, question by question: ", join_html(links, ", "), ".")
    rows = []
    for case in changed:
        entries = [_entry_item(site_book, case, entry) for entry in case.history]
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

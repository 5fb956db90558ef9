"""The page of amendments: what the later sources changed, case by case."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.rulebook.model import CaseInForce, HistoryEntry
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.acts import acts_said
from rulewright.site.case.badges import badge, entry_kind, source_title
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.effects import effect_mark
from rulewright.site.case.page import Heading, Page, book_page
from rulewright.site.html.addresses import changes_page_name
from rulewright.site.html.escape import Html, el, join, text


def amendments_page(of: BookOfSite, writer: CaseWriter) -> Page | None:
    """What the later sources changed, case by case; None where nothing was amended."""
    changed = [case for case in of.cases if case.history or case.new]
    if not changed:
        return None
    return book_page(of, "amendments", "What has been amended", _amendments(of, writer, changed))


def _amendments(of: BookOfSite, writer: CaseWriter, changed: list[CaseInForce]) -> Iterator[Html | Heading]:
    if of.changes:
        links = [el("a", of.edition_title(new), href=f"{changes_page_name(old, new)}.html") for old, new in of.changes]
        yield el("p", "What that does to answers, question by question: ", join(links, ", "), ".")
    rows = []
    for case in changed:
        entries = [_entry(of, one) for one in case.history]
        if case.new and not entries:
            entries = [
                el("p", badge("new case"), " ", el("span", source_title(of, case.source), cls="rw-from"), effect_mark(of, case.origin))
            ]
        rows.append(el("div", el("dt", writer.case_link(case.number, "amendments"), " ", case.title or ""), el("dd", *entries)))
    yield el("dl", *rows, cls="rw-amendments")


def _entry(of: BookOfSite, entry: HistoryEntry) -> Html:
    kind = entry_kind(entry)
    not_held = any("not held" in act for act in entry.acts)
    undone = "" if entry.carried_out or not_held else " (recorded: its words are not held)"
    return el(
        "p",
        badge(kind, "amended"),
        " ",
        text("; ".join(acts_said(of, entry))),
        undone,
        " ",
        el("span", source_title(of, entry.origin.source), cls="rw-from"),
        effect_mark(of, entry.origin),
    )

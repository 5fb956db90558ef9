"""`rules.json`: an index of every case with its text in force and what changed it. Names of fields stay; new ones may come."""

from __future__ import annotations

import json
from typing import Any

from rulewright.rulebook.model import CaseInForce
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.book.reading_order import chapters_of
from rulewright.site.carried.case_text import paragraphs_of, state_of, tables_of
from rulewright.site.case.badges import entry_kind
from rulewright.site.html.addresses import rule_link
from rulewright.site.html.escape import clean_line
from rulewright.site.pages.chapter import chapter_title

FORMAT = 1
"""Rises when a field goes or means something else."""


def rules_json(site_book: BookOfSite) -> str:
    """The whole book, its cases in order."""
    edition = site_book.book.editions[site_book.edition]
    document = {
        "format": FORMAT,
        "book": site_book.book.slug,
        "title": site_book.title,
        "edition": {"name": edition.name, "title": site_book.edition_title(edition.name), "sources": list(edition.sources)},
        "sources": [
            {"name": source.name, "title": source.title, "dated": source.dated, "publisher": source.publisher}
            for source in site_book.book.sources.values()
        ],
        "chapters": [_chapter_json(site_book, stem, cases) for stem, cases in chapters_of(site_book)],
    }
    return json.dumps(_clean_texts(document), ensure_ascii=False, separators=(",", ":")) + "\n"


def _clean_texts(value: Any) -> Any:
    """The same, every text without the characters that no file of ours holds."""
    if isinstance(value, str):
        return clean_line(value)
    if isinstance(value, list):
        return [_clean_texts(item) for item in value]
    return {key: _clean_texts(item) for key, item in value.items()} if isinstance(value, dict) else value


def _chapter_json(site_book: BookOfSite, stem: str, cases: list[CaseInForce]) -> dict[str, Any]:
    number, title = chapter_title(site_book, stem)
    page = f"{site_book.addresses.chapters[stem]}.html"
    return {"number": number, "title": title, "page": page, "cases": [_case_json(site_book, case) for case in cases]}


def _case_json(site_book: BookOfSite, case: CaseInForce) -> dict[str, Any]:
    address = site_book.addresses.address_of_case(case.number)
    return {
        "number": case.number,
        "was": case.first_number if case.first_number != case.number else None,
        "kind": case.kind.value,
        "title": case.title,
        "state": state_of(case),
        "source": case.source,
        "text": paragraphs_of(case),
        "tables": [{"title": title, "rows": rows} for title, rows in tables_of(site_book, case)],
        "history": [{"source": entry.origin.source, "kind": entry_kind(entry), "acts": list(entry.acts)} for entry in case.history],
        "page": address.href_from() if address is not None else None,
        "link": rule_link(case.number, site_book.edition),
    }

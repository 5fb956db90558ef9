"""`rules.json`: an index of every case with its text in force and what changed it. Names of fields stay; new ones may come."""

from __future__ import annotations

import json
from typing import Any

from rulewright.rulebook.model import CaseInForce
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.carried.case_text import chapters_of, paragraphs_of, state_of, tables_of
from rulewright.site.case.badges import entry_kind
from rulewright.site.html.escape import clean
from rulewright.site.pages.chapter import chapter_title

FORMAT = 1
"""Rises when a field goes or means something else."""


def rules_json(of: BookOfSite) -> str:
    """The whole book, its cases in order."""
    edition = of.book.editions[of.edition]
    whole = {
        "format": FORMAT,
        "book": of.book.slug,
        "title": of.title,
        "edition": {"name": edition.name, "title": of.edition_title(edition.name), "sources": list(edition.sources)},
        "sources": [
            {"name": one.name, "title": one.title, "dated": one.dated, "publisher": one.publisher} for one in of.book.sources.values()
        ],
        "chapters": [_chapter(of, stem, cases) for stem, cases in chapters_of(of)],
    }
    return json.dumps(_cleaned(whole), ensure_ascii=False, separators=(",", ":")) + "\n"


def _cleaned(value: Any) -> Any:
    """The same, every text without the characters that no file of ours holds."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return [_cleaned(one) for one in value]
    return {key: _cleaned(one) for key, one in value.items()} if isinstance(value, dict) else value


def _chapter(of: BookOfSite, stem: str, cases: list[CaseInForce]) -> dict[str, Any]:
    number, title = chapter_title(of, stem)
    page = f"{of.addresses.chapters[stem]}.html"
    return {"number": number, "title": title, "page": page, "cases": [_case(of, one) for one in cases]}


def _case(of: BookOfSite, case: CaseInForce) -> dict[str, Any]:
    address = of.addresses.case(case.number)
    return {
        "number": case.number,
        "was": case.first_number if case.first_number != case.number else None,
        "kind": case.kind.value,
        "title": case.title,
        "state": state_of(case),
        "source": case.source,
        "text": paragraphs_of(case),
        "tables": [{"title": title, "rows": rows} for title, rows in tables_of(of, case)],
        "history": [{"source": one.origin.source, "kind": entry_kind(one), "acts": list(one.acts)} for one in case.history],
        "page": address.href() if address is not None else None,
    }

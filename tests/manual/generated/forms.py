"""All forms of the language in short: each row of forms of the reference pages, with the words up to its first semicolon or full stop."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from rulewright.base.form_rows import FORM_PAGES
from rulewright.base.page_sections import Row, manual_sections, strip_links

_END_OF_GLOSS = re.compile(r"; |\.(?: |$)|$")


def gloss_of(row: Row) -> str:
    """Return what a row says of its form, in a few words."""
    meaning = strip_links(row.others[0])
    return meaning[: _END_OF_GLOSS.search(meaning).start()]  # type: ignore[union-attr]


def form_rows() -> Iterator[tuple[str, str, Row]]:
    """Yield the address and the title of a reference page, and each of its rows of forms."""
    pages = {section.page: section.title for section in manual_sections()}
    for page in FORM_PAGES:
        for section in manual_sections():
            if section.page == page:
                yield from ((page, pages[page], row) for row in section.table_rows() if row.anchor)


def make() -> str:
    parts = []
    for (page, title), rows in groupby(form_rows(), key=lambda found: found[:2]):
        parts.append(f"## [{title}](../{page}.md)")
        by_place: dict[str, list[Row]] = {}
        for _, _, row in rows:
            by_place.setdefault(row.head, []).append(row)
        for place, some in by_place.items():
            lines = [f"| {row.first} | [{gloss_of(row)}](../{page}.md#{row.anchor}) |" for row in some]
            parts.append("\n".join([f"| {place} | is |", "|---|---|", *lines]))
    return "\n\n".join(parts)

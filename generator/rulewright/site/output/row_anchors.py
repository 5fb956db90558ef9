"""Anchors of the rows of the manual that explain a form of the language."""

from __future__ import annotations

import re

from rulewright.base.form_rows import FORM_PAGES
from rulewright.base.page_sections import read_rows

_TABLE = re.compile(r"^\|.*\|$(?:\n\|.*\|$){2,}", re.MULTILINE)


def add_row_anchors(path: str, markdown: str) -> str:
    """Return a page whose rows of forms can be linked to."""
    page = path.removesuffix(".md")
    return _TABLE.sub(lambda table: _add_anchors(page, table[0]), markdown) if page in FORM_PAGES else markdown


def _add_anchors(page: str, table: str) -> str:
    head, rule, *lines = table.split("\n")
    rows = zip(lines, read_rows(page, table), strict=True)
    return "\n".join([head, rule, *(f"{line[:-1]}{{#{row.anchor}}} |" if row.anchor else line for line, row in rows)])

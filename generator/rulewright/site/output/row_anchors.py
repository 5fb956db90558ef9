"""Anchors of the rows of the manual that explain a form of the language."""

from __future__ import annotations

import re

from rulewright.base.form_rows import FORM_PAGES
from rulewright.base.page_sections import read_rows

_TABLE = re.compile(r"(?:^\|.*\|$\n?){3,}", re.MULTILINE)


def add_row_anchors(path: str, markdown: str) -> str:
    """Return a page whose rows of forms can be linked to."""
    page = path.removesuffix(".md")
    return _TABLE.sub(lambda table: _add_anchors(page, table[0]), markdown) if page in FORM_PAGES else markdown


def _add_anchors(page: str, table: str) -> str:
    head, rule, *lines = table.rstrip("\n").split("\n")
    anchors = [row.anchor for row in read_rows(page, table.rstrip("\n"))]
    with_anchors = [f"{line[:-1]}{{#{anchor}}} |" if anchor else line for line, anchor in zip(lines, anchors, strict=True)]
    return "\n".join([head, rule, *with_anchors]) + table[len(table.rstrip("\n")) :]

"""Statements of the manual that have an address of their own: a comment on the line before one, `<!-- #silence.reason -->`, becomes a mark
that leads to it."""

from __future__ import annotations

import re

_MARK = re.compile(r"^<!-- #([a-z][a-z-]*(?:\.[a-z][a-z-]*)+) -->$", re.MULTILINE)


def statement_ids(markdown: str) -> list[str]:
    """Return the ids on a page, in its order."""
    return _MARK.findall(markdown)


def mark_statements(markdown: str) -> str:
    """Return a page with the marks of its statements."""
    return _MARK.sub(r'<a class="rw-statement" id="\1" href="#\1">\1</a>', markdown)

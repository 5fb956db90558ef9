"""The place in a sheet at which a reader looks for the beginning of an entry, and what readers share."""

from __future__ import annotations

import re
from collections.abc import Callable

from rulewright.base.records import record
from rulewright.importing.sheet.labels import label_at
from rulewright.importing.sheet.model import Head, Kind
from rulewright.importing.sheet.numbers import COUNT, PAGE, VERSION

BULLET = re.compile(r"(?:[-*•–·+]|\\-)\s+(?=\S)|;(?=\d)")
COUNTED = re.compile(COUNT)
LOOSE = re.compile(r"[\s:.*_–—-]*")


@record
class Passage:
    """Text between two offsets; `offset` comes after a bullet, a version and a page. With `titles`, words before a colon are one."""

    text: str
    start: int
    offset: int
    end: int
    page: str = ""  # the page named before the offset: `Page 36 – `
    titles: bool = False


Reader = Callable[[Passage], Head | None]
"""Recognises one form of the beginning of an entry; None if the text has another form."""


def passage_at(text: str, start: int, end: int, *, titles: bool) -> Passage:
    """Return the passage at an offset, after the bullet, the version and the page that may come before a head."""
    offset = start
    if bullet := BULLET.match(text, offset, end):
        offset = bullet.end()
    if count := COUNTED.match(text, offset, end):
        offset = count.end()
    if version := VERSION.match(text, offset, end):
        offset = version.end()
    page = PAGE.match(text, offset, end)
    return Passage(text, start, page.end() if page else offset, end, page[0] if page else "", titles)


def skip_loose(text: str, offset: int, end: int) -> int:
    """Return the offset after spaces, colons, dashes and marks of bold letters; three dots are words."""
    match = LOOSE.match(text, offset, end)
    skipped = match.end() if match else offset
    return offset if skipped < end and text[skipped - 1 : skipped] == "." and text[skipped - 3 : skipped] == "..." else skipped


def label_after(text: str, offset: int, end: int) -> tuple[Kind, int] | None:
    """Return the label at an offset, and the offset of the words after it."""
    label = label_at(text, offset, end)
    return (label[0], skip_loose(text, label[1], end)) if label else None

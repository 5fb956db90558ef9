"""The lists and the table in a paragraph of prose, as Markdown has them, though its lines have been joined.

A list begins after a colon, or with the paragraph: ` - ` before each item, or `1. `, `2. ` and so on. A table has a row of dashes under its
heads: `| ground | cost | |---|---| | mud | 2 |`. Both end with the paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise


class LayoutKind(StrEnum):
    """The kinds of a part that follows the words of a paragraph."""

    BULLETS = "bullets"
    NUMBERED = "numbered"
    TABLE = "table"


Span = tuple[int, int]
"""Where a part of the text begins and ends."""


@dataclass(frozen=True, slots=True)
class ProseLayout:
    """A paragraph as its first words up to `lead_end`, and the items of a list, or the rows of a table, each with its cells.

    The first row of a table has the heads of its columns. `tail` is what follows the table.
    """

    kind: LayoutKind
    lead_end: int
    rows: tuple[tuple[Span, ...], ...]
    tail: Span = (0, 0)


_BULLET = re.compile(r"(?:(?<=\s)|^)[-•]\s+(?=\S)")
_NUMBER = re.compile(r"(?:(?<=\s)|^)(?P<number>\d{1,2})[.)]\s+(?=\S)")
_RULE = re.compile(r"\|(?:\s*:?-{2,}:?\s*\|)+")


def find_layout(text: str) -> ProseLayout | None:
    """Return the list or the table of a paragraph, None if it is words alone."""
    return (_find_table(text) if "|" in text else None) or _find_list(text)


def _find_list(text: str) -> ProseLayout | None:
    for kind, marker in ((LayoutKind.BULLETS, _BULLET), (LayoutKind.NUMBERED, _NUMBER)):
        first = next((match for match in marker.finditer(text) if text[: match.start()].rstrip().endswith(":") or match.start() == 0), None)
        if first is None:
            continue
        marks = [first, *marker.finditer(text, first.end())]
        if kind is LayoutKind.NUMBERED:
            marks = [mark for place, mark in enumerate(marks, 1) if mark["number"] == str(place)]
        if len(marks) > 1:
            ends = [*(mark.start() for mark in marks[1:]), len(text)]
            items = tuple((_trim_span(text, mark.end(), end),) for mark, end in zip(marks, ends, strict=True))
            return ProseLayout(kind, len(text[: first.start()].rstrip()), items)
    return None


def _find_table(text: str) -> ProseLayout | None:
    rule = _RULE.search(text)
    if rule is None:
        return None
    width = rule[0].count("|") - 1
    head_bars = _bars_before(text, rule.start(), width)
    if head_bars is None:
        return None
    bars = [match.start() for match in re.finditer(r"\|", text[rule.end() :])]
    body = [place + rule.end() for place in bars[: len(bars) // (width + 1) * (width + 1)]]
    rows = [_cell_spans(text, head_bars)]
    end = rule.end()
    for start in range(0, len(body), width + 1):
        row = body[start : start + width + 1]
        if text[end : row[0]].strip():
            break  # words follow
        rows.append(_cell_spans(text, row))
        end = row[-1] + 1
    if len(rows) == 1:
        return None
    return ProseLayout(LayoutKind.TABLE, len(text[: head_bars[0]].rstrip()), tuple(rows), _trim_span(text, end, len(text)))


def _bars_before(text: str, end: int, width: int) -> list[int] | None:
    """Return where the bars of the row of heads are; None if there are too few."""
    bars = [match.start() for match in re.finditer(r"\|", text[:end])]
    return bars[-width - 1 :] if len(bars) > width else None


def _cell_spans(text: str, bars: list[int]) -> tuple[Span, ...]:
    return tuple(_trim_span(text, start + 1, end) for start, end in pairwise(bars))


def _trim_span(text: str, start: int, end: int) -> Span:
    """Return a span without the blanks at its ends."""
    part = text[start:end]
    return (start + len(part) - len(part.lstrip()), start + len(part.rstrip())) if part.strip() else (start, start)


def line_starts(text: str) -> Iterator[int]:
    """Yield where a line of the source begins, so that a list has an item on each line, and a table a row; not that of the first words."""
    layout = find_layout(text)
    if layout is None:
        return
    is_table = layout.kind is LayoutKind.TABLE
    for place, row in enumerate(layout.rows):
        text_before = text[: row[0][0]].rstrip()
        start = text_before.rfind("|") if is_table else text_before.rfind(" ") + 1
        if start:
            yield start
        if is_table and place == 0:
            yield from (match.start() for match in _RULE.finditer(text, row[-1][1]) if match.start() < layout.rows[1][0][0])
    if layout.tail[0] < layout.tail[1]:
        yield layout.tail[0]

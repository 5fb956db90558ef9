"""The list, table, quotation or lines of code in a paragraph of prose, as Markdown has them, though its lines have been joined.

A list begins after a colon, or with the paragraph: ` - ` before each item, or `1. `, `2. ` and so on. An item of a list in an item has a
dash more: `-- `, or `-1. `, `-2. `. A table has a row of dashes under its heads: `| ground | cost | |---|---| | mud | 2 |`. A quotation
begins with `> `. A paragraph, or what follows its colon, is code where all of it is in backquotes, each line apart. All end with the
paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise


class LayoutKind(StrEnum):
    """The kinds of a part that follows the words of a paragraph."""

    BULLETS = "bullets"
    NUMBERED = "numbered"
    TABLE = "table"
    QUOTATION = "quotation"
    CODE = "code"


Span = tuple[int, int]
"""Where a part of the text begins and ends."""


@dataclass(frozen=True, slots=True)
class ProseLayout:
    """A paragraph as its first words up to `lead_end`, and the items of a list, or the rows of a table, each with its cells.

    The first row of a table has the heads of its columns. `tail` is what follows the table. `inner` has the list in each item, None for
    none.
    """

    kind: LayoutKind
    lead_end: int
    rows: tuple[tuple[Span, ...], ...]
    tail: Span = (0, 0)
    inner: tuple[ProseLayout | None, ...] = ()


_BULLET = re.compile(r"(?:(?<=\s)|^)(?:[-•]|-{2,4})\s+(?=\S)")
_NUMBER = re.compile(r"(?:(?<=\s)|^)(?:-{1,3}(?=\d+\.))?(?P<number>\d{1,2})[.)]\s+(?=\S)")
_ITEM = re.compile(rf"{_BULLET.pattern}|{_NUMBER.pattern}")
_CODE = re.compile(r"(?:(?:(?<=:) |^)(?=`)|(?<=`) )`([^`]+)`(?=(?: `[^`]+`)*$)")
_RULE = re.compile(r"\|(?:\s*:?-{2,}:?\s*\|)+")


def find_layout(text: str) -> ProseLayout | None:
    """Return the list, table, quotation or code of a paragraph, None if it is words alone."""
    if text.startswith("> ") and text[2:].strip():
        return ProseLayout(LayoutKind.QUOTATION, 0, ((_trim_span(text, 2, len(text)),),))
    return (_find_table(text) if "|" in text else None) or _find_code(text) or _find_list(text)


def _find_code(text: str) -> ProseLayout | None:
    if not text.endswith("`") or not (lines := list(_CODE.finditer(text))):
        return None
    return ProseLayout(LayoutKind.CODE, len(text[: lines[0].start()].rstrip()), tuple((line.span(1),) for line in lines))


def _find_list(text: str) -> ProseLayout | None:
    for marker in (_BULLET, _NUMBER):
        first = next((match for match in marker.finditer(text) if text[: match.start()].rstrip().endswith(":") or match.start() == 0), None)
        if first is None or _depth(first) > 1:
            continue
        layout = _list_of_marks(text, [first, *_ITEM.finditer(text, first.end())], len(text), len(text[: first.start()].rstrip()))
        if layout is not None:
            return layout
    return None


def _number(mark: re.Match[str]) -> str | None:
    """Return the number in a mark, None for a bullet."""
    return mark.groupdict().get("number")


def _depth(mark: re.Match[str]) -> int:
    """Return how deep in lists the item of a mark is; 1 for a list that is in no other."""
    dashes = len(mark[0]) - len(mark[0].lstrip("-"))
    return dashes + 1 if _number(mark) else max(dashes, 1)


def _list_of_marks(text: str, marks: Sequence[re.Match[str]], end: int, lead_end: int) -> ProseLayout | None:
    """Return the list whose first item begins with the first mark; deeper marks make lists in its items. None for a single item."""
    depth, is_numbered = _depth(marks[0]), _number(marks[0]) is not None
    counted: list[int] = []
    for place, mark in enumerate(marks):
        if place + 1 < len(marks) and marks[place + 1].start() == mark.end():
            continue  # no words between them
        if (
            _depth(mark) == depth
            and (_number(mark) is not None) == is_numbered
            and (not is_numbered or _number(mark) == str(len(counted) + 1))
        ):
            counted.append(place)
    if not counted or counted[0] != 0 or (len(counted) < 2 and depth == 1):
        return None
    rows: list[tuple[Span, ...]] = []
    inner: list[ProseLayout | None] = []
    for place, following in pairwise([*counted, len(marks)]):
        item_end = marks[following].start() if following < len(marks) else end
        deeper = next((index for index in range(place + 1, following) if _depth(marks[index]) == depth + 1), None)
        block = None if deeper is None else _list_of_marks(text, marks[deeper:following], item_end, marks[deeper].start())
        words_end = item_end if block is None else block.lead_end
        rows.append((_trim_span(text, marks[place].end(), words_end),))
        inner.append(block)
    return ProseLayout(LayoutKind.NUMBERED if is_numbered else LayoutKind.BULLETS, lead_end, tuple(rows), inner=tuple(inner))


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
    if layout is None or layout.kind is LayoutKind.QUOTATION:
        return
    if layout.kind is LayoutKind.CODE:
        yield from (line[0] - 1 for (line,) in layout.rows if line[0] > 1)
    elif layout.kind is LayoutKind.TABLE:
        yield from _line_starts_of_table(text, layout)
    else:
        yield from _line_starts_of_list(text, layout)


def _line_starts_of_list(text: str, layout: ProseLayout) -> Iterator[int]:
    for (words,), inner in zip(layout.rows, layout.inner, strict=True):
        if start := text[: words[0]].rstrip().rfind(" ") + 1:
            yield start
        if inner is not None:
            yield from _line_starts_of_list(text, inner)


def _line_starts_of_table(text: str, layout: ProseLayout) -> Iterator[int]:
    for place, row in enumerate(layout.rows):
        if start := text[: row[0][0]].rstrip().rfind("|"):
            yield start
        if place == 0:
            yield from (match.start() for match in _RULE.finditer(text, row[-1][1]) if match.start() < layout.rows[1][0][0])
    if layout.tail[0] < layout.tail[1]:
        yield layout.tail[0]

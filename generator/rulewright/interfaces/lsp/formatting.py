"""Formatting of a file, as an edit of the fewest lines."""

from __future__ import annotations

from lsprotocol import types

from rulewright.interfaces.lsp.text import Text
from rulewright.syntax.formatter import format_source


def format_edits(text: Text) -> list[types.TextEdit]:
    """Return the edits that format a file; none if it is formatted, or has errors."""
    new = format_source(text.content)
    return minimal_edits(text, new) if new != text.content else []


def minimal_edits(text: Text, new: str) -> list[types.TextEdit]:
    """Return the replacement of the lines between the common beginning and the common end."""
    old_lines, new_lines = text.lines, new.split("\n")
    first = next(
        (index for index, (a, b) in enumerate(zip(old_lines, new_lines, strict=False)) if a != b), min(len(old_lines), len(new_lines))
    )
    room = min(len(old_lines), len(new_lines)) - first
    tail = next((index for index in range(room) if old_lines[-1 - index] != new_lines[-1 - index]), room)
    lines = new_lines[first : len(new_lines) - tail]
    last = len(old_lines) - tail
    if tail:
        target = types.Range(text.position(first + 1, 1), text.position(last + 1, 1))
        return [types.TextEdit(target, "".join(line + "\n" for line in lines))]
    start = text.position(first, len(text.line(first)) + 1) if first else text.position(1, 1)
    target = types.Range(start, text.all.end)
    return [types.TextEdit(target, "".join("\n" + line for line in lines) if first else "\n".join(lines))]

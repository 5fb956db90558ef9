"""The one layout of a file, as the fewest lines to write anew."""

from __future__ import annotations

from lsprotocol import types

from rulewright.interfaces.lsp.text import Text
from rulewright.syntax.formatter import format_source


def formatted(text: Text) -> list[types.TextEdit]:
    """What to write so that a file has its layout; nothing where it has it, or has errors."""
    new = format_source(text.whole)
    return edits(text, new) if new != text.whole else []


def edits(text: Text, new: str) -> list[types.TextEdit]:
    """The lines between what begins and what ends alike."""
    before, after = text.lines, new.split("\n")
    first = next((at for at, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), min(len(before), len(after)))
    room = min(len(before), len(after)) - first
    tail = next((at for at in range(room) if before[-1 - at] != after[-1 - at]), room)
    lines = after[first : len(after) - tail]
    last = len(before) - tail
    if tail:
        there = types.Range(text.position(first + 1, 1), text.position(last + 1, 1))
        return [types.TextEdit(there, "".join(line + "\n" for line in lines))]
    start = text.position(first, len(text.line(first)) + 1) if first else text.position(1, 1)
    there = types.Range(start, text.all.end)
    return [types.TextEdit(there, "".join("\n" + line for line in lines) if first else "\n".join(lines))]

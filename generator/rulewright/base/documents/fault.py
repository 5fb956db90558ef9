"""One fault of a document, and its sentence."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, TypeAlias

from rulewright.base.prose_lists import listing

Steps: TypeAlias = tuple[str | int, ...]
"""The path to a place in a document: names and, in lists, positions from 0."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault at one place: the path to it, and the rest of the sentence.

    >>> print(Fault(("u", "arm"), "is null, but text is expected"))
    `/u/arm` is null, but text is expected
    """

    steps: Steps
    says: str

    def __str__(self) -> str:
        return f"{_pointer_text(self.steps)} {self.says}"


def _pointer_text(steps: Steps) -> str:
    """A JSON pointer (RFC 6901), in which no character can move a terminal's cursor."""
    if not steps:
        return "the document"
    pointer = "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps)
    return f"`{cut_short(json.dumps(pointer, ensure_ascii=False)[1:-1], 120)}`"


def display_value(value: Any) -> str:
    """Return a JSON value as written, cut short; a list as `1, 2 or 3`."""
    if isinstance(value, list) and value:
        return cut_short(listing(dict.fromkeys(map(display_value, value))))
    return cut_short(json.dumps(value, ensure_ascii=False))


def cut_short(text: str, limit: int = 60) -> str:
    return text if len(text) <= limit else f"{text[:limit]}…"

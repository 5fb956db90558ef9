"""One fault of a document, and the words in which it is said."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, TypeAlias

from rulewright.base.prose_lists import listing

Steps: TypeAlias = tuple[str | int, ...]
"""The way to a place in a document: names and, in lists, positions from 0."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong at one place: the way to it, and the rest of the sentence.

    >>> print(Fault(("u", "arm"), "is null, but text is expected"))
    `/u/arm` is null, but text is expected
    """

    steps: Steps
    says: str

    def __str__(self) -> str:
        return f"{_place(self.steps)} {self.says}"


def _place(steps: Steps) -> str:
    """A JSON pointer (RFC 6901), in which no character can move a terminal's cursor."""
    if not steps:
        return "the document"
    pointer = "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps)
    return f"`{cut(json.dumps(pointer, ensure_ascii=False)[1:-1], 120)}`"


def shown(value: Any) -> str:
    """A value of JSON as it is written, cut short; a list as `1, 2 or 3`."""
    if isinstance(value, list) and value:
        return cut(listing(dict.fromkeys(map(shown, value))))
    return cut(json.dumps(value, ensure_ascii=False))


def cut(text: str, most: int = 60) -> str:
    return text if len(text) <= most else f"{text[:most]}…"

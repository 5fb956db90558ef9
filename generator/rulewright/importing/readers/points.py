"""A point of a list: `1. …`, `(2) …`, `b) …`. Its words belong to the entry before it."""

from __future__ import annotations

import re

from rulewright.importing.readers.passage import Passage
from rulewright.importing.sheet.model import Head

POINT = re.compile(r"\(?(\d{1,2}|[a-z](?=\)))[.)](?:\s+(?=\S)|(?=[A-Z][a-z]))")


def read_point(passage: Passage) -> Head | None:
    """Read the number of a point."""
    match = POINT.match(passage.text, passage.offset, passage.end)
    return Head(match.end(), point=match[1]) if match else None

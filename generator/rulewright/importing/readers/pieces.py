"""A piece of the game with its number: `Scenario 1. The ferry begins …`, `Card 54: …`, or on a line of its own."""

from __future__ import annotations

import re

from rulewright.importing.readers.passage import Passage
from rulewright.importing.sheet.model import Head

PIECE_NAME = re.compile(
    r"(?:(?:Event|Scenario|Strategy|Action)\s)?(?:Card|Counter|Scenario|Chart|Table)\s(?:\d{1,4}[A-Za-z]?|[IVX]{1,5}|[A-Z])"
)
PIECE = re.compile(rf"[*_]*({PIECE_NAME.pattern})[*_]*(?:\.[*_]*\s+(?=[A-Z])|[ \t]*\n)")


def read_piece(passage: Passage) -> Head | None:
    """Read the name of a piece before a full stop or the end of its line; before a colon it is a title like others."""
    match = PIECE.match(passage.text, passage.offset, passage.end)
    return Head(match.end(), title=match[1]) if match else None

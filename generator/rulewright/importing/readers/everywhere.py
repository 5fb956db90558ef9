"""A change of all cases at once: `Throughout the rules, "a" should read "b".`"""

from __future__ import annotations

import re

from rulewright.importing.readers.passage import Passage
from rulewright.importing.sheet.model import Head

PLACE = r"(?:the )?(?:whole |entire |other )?(?:rules?(?:book|let)?|booklet|text|document|game)\b"
EVERYWHERE = re.compile(rf"\b(?:throughout(?: {PLACE})?|in all (?:of )?(?:rules|cases|{PLACE})|everywhere in {PLACE})", re.IGNORECASE)
BEGINS = re.compile(rf"[*_\"“]*(?:{EVERYWHERE.pattern})", re.IGNORECASE)


def read_everywhere(passage: Passage) -> Head | None:
    """Read words that begin so: they are on no single case."""
    return Head(passage.offset, everywhere=True) if BEGINS.match(passage.text, passage.offset, passage.end) else None

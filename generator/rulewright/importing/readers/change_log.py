"""An entry of a list of changes, a sentence about a case: `Added 8.12 to support ferries.`, `Renumbered 9.3 to 9.4.`"""

from __future__ import annotations

import re

from rulewright.importing.readers.passage import Passage
from rulewright.importing.sheet.labels import kinds_by_word
from rulewright.importing.sheet.model import Head, Kind
from rulewright.importing.sheet.numbers import CASE_WORD, NUMBER, numbers_in

VERBS = kinds_by_word(
    {
        Kind.ADDITION: "added introduced addition",
        Kind.CLARIFICATION: "clarified reworded clarification",
        Kind.CORRECTION: "corrected fixed removed deleted correction typo",
        Kind.CHANGE: "changed updated revised modified rewrote rewritten renumbered replaced moved change changes update",
    }
)
"""The words that begin an entry, and the kind of change that each names."""

CASE_WORDS = rf"(?:(?:a |the )?(?:new )?(?:{CASE_WORD}|paragraphs?)\s*)"
ENTRY = re.compile(
    rf"[*_]*([A-Z][a-z]{{3,12}})[*_]*:?\s+(?:[^.:;\n\"“]{{0,40}}?\b(?:in|of|to|for|from)\s+)?(?:{CASE_WORDS}?({NUMBER}(?:(?:\s*,\s*|\s*,?\s*(?:and|&)\s*){NUMBER})*)|{CASE_WORDS}(\d{{1,3}}[a-z]?))"
    r"(?=[\s.,:;)]|$)"
)


LAST = re.compile(
    rf"[*_]*{CASE_WORDS}?({NUMBER}(?:(?:\s*,\s*|\s*,?\s*(?:and|&)\s*){NUMBER})*)[*_]*:?\s+"
    r"(?:(?:was|were|has been|have been)\s+)?([a-z]+)\.?\s*$"
)
"""`8.14 added.`"""


def read_change_log(passage: Passage) -> Head | None:
    """Read a verb and the cases that it is about; the verb is one of the entry's words."""
    if (last := LAST.match(passage.text, passage.offset, passage.end)) and last[2] in VERBS:
        return Head(passage.offset, numbers_in(last[1]), label=None if last[2] in ("removed", "deleted") else VERBS[last[2]], in_words=True)
    match = ENTRY.match(passage.text, passage.offset, passage.end)
    kind = VERBS.get(match[1].casefold()) if match else None
    if match is None or kind is None:
        return None
    return Head(passage.offset, numbers_in(match[2]) if match[2] else (match[3],), label=kind, in_words=True)

"""The part of a case that an entry names after its number: `second sentence`, `(2a)`, `Exception #1, Example`."""

from __future__ import annotations

import re

WORDS = (
    r"(?:sentence|paragraph|para|bullet point|bullet|exception|point|item|line|column|row|step|entry|note|part|half|table|figure|chart|"
    r"example|diagram)"
)
ORDINAL = r"(?:\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth|last|final)"
PART = re.compile(
    rf"\(?((?:{ORDINAL}\s+{WORDS}|{WORDS}\s+#?\d+)(?:\s*,\s*(?:{ORDINAL}\s+{WORDS}|{WORDS}\s+#?\d+))*)\)?\s*[:.,]?\s*", re.IGNORECASE
)
BEFORE_LABEL = re.compile(
    r"[\s,]*((?:Exception|Example|Note|Step|Point|Bullet)(?: #?\d+)?(?:, (?:Exception|Example|Note|Step|Point)(?: #?\d+)?)*)\s*(?=[(\[])"
)
"""Parts before a label: `7.12 Exception #1, Example (addition): …`"""

LETTER = re.compile(r"\s*([A-H])\.\s+(?=[(\[])")
"""`8.12 A. (correction) …`"""

NEXT = re.compile(rf",\s*(?={PART.pattern})", re.IGNORECASE)
"""The separator after a number: `§7.12, third bullet: …`"""

AT_END = re.compile(rf"(?:,\s*(?:{ORDINAL}\s+{WORDS}|{WORDS}\s+\d+))+$", re.IGNORECASE)


def part_before_label(text: str, offset: int, end: int) -> tuple[str, int]:
    """Return the part between a number and a label, and the offset after it."""
    match = BEFORE_LABEL.match(text, offset, end) or LETTER.match(text, offset, end)
    return (match[1], match.end()) if match else ("", offset)


def part_at(text: str, offset: int, end: int) -> tuple[str, int]:
    """Return the part that words begin with, and the offset after it."""
    match = PART.match(text, offset, end)
    return (re.sub(r"\s+", " ", match[1]).lower(), match.end()) if match else ("", offset)


def without_part(title: str) -> tuple[str, str]:
    """Split a title from the part named at its end: `Free Actions, 1st para`."""
    match = AT_END.search(title)
    return (title[: match.start()], match[0].strip(" ,").lower()) if match else (title, "")

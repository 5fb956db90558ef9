"""The numbers of cases, in the habits of sheets: `[12.77]`, `[25.2, 25.3]`, `[17.25] & [7.27]`, `5.3d`, `Case 8.2`, `Rule 12`."""

from __future__ import annotations

import re

NUMBER = r"(?:\b[A-Z](?=\d{1,2}\.\d))?\d{1,3}(?:\.(?:\d{1,3}|[A-Z](?=[.\s:)])))+[a-z]?"
"""Also with letters among the figures: `17.F.4`, `A7.5`."""

BRACKETS = rf"\[\s*{NUMBER}[^\]\n\[]{{0,60}}?[\]l|](?=[\s,.:;&(]|$)"
BRACKETED = re.compile(rf"{BRACKETS}(?:\s*(?:,|;|&|and)\s*{BRACKETS})*")
"""One or several numbers in square brackets; a bad scan has a small letter for the last bracket."""

ROUND = re.compile(rf"\( ?({NUMBER})(?: ?\[\w{{1,4}}\])?(?:, ?{NUMBER})* ?\)")
"""`(6.42)`, `(3.0[D])`"""

NAMED = re.compile(
    rf"(?:cases?|rules?|sections?|paragraphs?|para\.?|§)\s*({NUMBER}|\d{{1,3}}[a-z]?)((?:\s*(?:,|&|and)\s*{NUMBER})*)(?=[\s:.,;)*_–—-]|$)",
    re.IGNORECASE,
)
BARE = re.compile(rf"({NUMBER})((?:\s*(?:,|&|and)\s*{NUMBER})*)\.?(?=[\s:;,)*_–—-])")
LETTER = re.compile(r"\(([A-Z])[)\]l|](?=[\s(.:])")
"""The letter of a case under a heading."""

COLUMN = r"(?:left|right|first|second|third|middle)(?:[- ]hand)? column"
PAGE = re.compile(rf"(?:on )?(?:page|pages|pg\.?|p\.)\s*\d+(?:\s*[-–]\s*\d+)?(?:,?\s*{COLUMN})?\s*[,:;.]?\s*", re.IGNORECASE)
CITED = re.compile(
    rf"\b(?:rules?|cases?|sections?|see|paragraphs?)\s+({NUMBER}(?:(?:\s*,\s*|\s*,?\s*(?:and|or|&)\s*){NUMBER})*)", re.IGNORECASE
)
FOLLOWED = re.compile(
    r"[\s:.;)*_–—-]*[\"“'‘(\[*_•A-Z0-9.…]|[\s:.;)*_–—-]+(?:should|delete|add|change|replace|omit|reads?|strike|insert|is|was|now|"
    r"removed|deleted|cancelled|has been|have been|the|ignore)\b|[*_]*:[*_]*\s+[a-z]"
)
"""What comes after the number of an entry, and not after one that is only mentioned."""

QUOTED_FROM = re.compile(rf"({NUMBER})\s+(?:says|states|reads|allows|permits|requires|forbids|prohibits)\b")
"""How a question begins that quotes a case: `6.5 says "friendly".`"""

AT_END = re.compile(rf"(?<=[.?!\"”])\s*[(\[](?:(?:see|rule|case)\s)?({NUMBER}(?:\s*[,;&]\s*{NUMBER})*)[)\]]\.?\s*$", re.IGNORECASE)
"""The case of a question or an answer at its end: `(6.42)`"""

VERSION = re.compile(
    r"[*_]*[\[(]?v(?:ersion|er|\.)?\s?\d+(?:\.\d+)*[a-z]?[\])]?[*_]*\s{0,9}(?:[:,–—-]\s{0,9})?(?=[*_]{0,3}[\w§\[(\"“‘])", re.IGNORECASE
)
"""The version in which an entry came: `v2.1:`, `[v1.1]`."""

MENTION = re.compile(
    r"(?:\b(?:see|cases?|rules?|sections?|of|in|by|per|and|or|to|under|from|with|than|exception:|as)|[(\[,])\s*$", re.IGNORECASE
)
"""What comes before a number that is only mentioned."""


def numbers_in(text: str) -> tuple[str, ...]:
    """Every number of a case in a text, in order, each once."""
    return tuple(dict.fromkeys(re.findall(NUMBER, re.sub(r"(?<=\d)[l|]$", "]", text))))


def bracketed_at(text: str, start: int, end: int) -> list[re.Match[str]]:
    """The numbers in brackets that begin entries between two offsets."""
    found: list[re.Match[str]] = []
    for one in BRACKETED.finditer(text, start, end):
        before = text[max(start, one.start() - 24) : one.start()]
        if FOLLOWED.match(text, one.end(), end) and not MENTION.search(before):
            found.append(one)
    return found


def cited(words: str, own: tuple[str, ...]) -> tuple[str, ...]:
    """The cases that words name (`see 6.53`, `rule 7.75`, `[8.7]`), apart from their own."""
    said = [number for one in CITED.finditer(words) for number in numbers_in(one[1])]
    said += [number for one in re.finditer(BRACKETS, words) for number in numbers_in(one[0])]
    return tuple(number for number in dict.fromkeys(said) if number not in own)

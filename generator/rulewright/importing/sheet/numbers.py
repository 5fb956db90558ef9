"""The numbers of cases, in the notations of sheets: `[12.77]`, `[25.2, 25.3]`, `[17.25] & [7.27]`, `5.3d`, `Case 8.2`, `Rule 12`."""

from __future__ import annotations

import re

NUMBER = r"(?:\b[A-Z](?=\d{1,2}\.\d))?\d{1,3}(?:\.(?:\d{1,3}|[A-Z](?=[.\s:)])))+[a-z]?"
"""Also with letters among the figures: `17.F.4`, `A7.5`."""

BRACKETS = rf"\[\s*{NUMBER}[^\]\n\[]{{0,60}}?[\]l|](?=[\s,.:;&(]|$)"
BRACKETED = re.compile(rf"{BRACKETS}(?:\s*(?:,|;|&|and)\s*{BRACKETS})*")
"""One or several numbers in square brackets; a bad scan has a small letter for the last bracket."""

ROUND = re.compile(rf"\( ?({NUMBER})(?: ?\[\w{{1,4}}\])?(?:, ?{NUMBER})* ?\)")
"""`(6.42)`, `(3.0[D])`"""

CASE_WORD = r"(?:(?:case|rule|section|article|law|clause|regulation|(?:bye?-?|sub)(?:law|clause)|standing order)s?|(?:sec|art|reg|cl)\.|§)"
"""A word for a case."""

COUNT = (
    r"(?i:item|motion|proposal|amendment|change|decision|resolution|sec\.|section)\s(?:no\.?\s?)?\d{1,3}[a-z]?\s?[.:)–—-]+\s+"
    rf"(?=(?i:(?:in|after|to|delete|add|a new|new)\s)?(?i:{CASE_WORD})\s?\d)"
)
"""The count of an order in a text that amends, before the case that it names: `Item 3: Rule 5.2 …`, `Section 1. Section 4.7 …`."""

NAMED_NUMBER = re.compile(
    rf"(?:{CASE_WORD}|paragraphs?|para\.?):?\s*({NUMBER}|\d{{1,3}}[a-z]?(?!\.?\d|[-–]\d))((?:\s*(?:,|&|and)\s*{NUMBER})*)(?=[\s:.,;()\[*_–—-]|$)",
    re.IGNORECASE,
)
BARE = re.compile(rf"({NUMBER})((?:\s*(?:,|&|and|/)\s*{NUMBER})*)\.?(?=[\s:;,)*_–—-]|$)")
SUBPART = re.compile(r"\s?[\[(]([A-Za-z]|\d{1,2}[a-z]?|[ivx]{1,4})[\])](?=[\s:.,;]|$)")
"""The part of a case after its number: `3.0[D]`, `3.1.2 (b)`, `5.1(2a)`."""

LETTER = re.compile(r"\(([A-Z])[)\]l|](?=[\s(.:])")
"""The letter of a case under a heading."""

COLUMN = r"(?:left|right|first|second|third|middle)(?:[- ]hand)? column"
MORE_PAGES = r"(?:(?:\s*[-–&]\s*|\s+and\s+)\d+(?!\.?\d)|,\s*\d+(?=,\s*\d|\s+and\s))*"
PAGE = re.compile(rf"(?:on )?(?:pages?|pg\.?|p\.)\s*\d+{MORE_PAGES}(?:,?\s*{COLUMN})?\s*[,:;.]?\s*", re.IGNORECASE)
CITED = re.compile(
    rf"\b(?:rules?|cases?|sections?|see|paragraphs?)\s+({NUMBER}(?:(?:\s*,\s*|\s*,?\s*(?:and|or|&)\s*){NUMBER})*)", re.IGNORECASE
)
FOLLOWED = re.compile(
    r"[\s:.;)*_–—-]*[\"“'‘(\[*_•A-Z0-9.…<~]|[\s:.;)*_–—-]+(?:should|delete|add|change|replace|omit|reads?|strike|insert|is|was|now|"
    r"removed|deleted|cancelled|added|clarified|corrected|changed|updated|reworded|renumbered|has been|have been|the|ignore)\b"
    r"|\s+[a-z]\)\s|[*_]*:[*_]*\s+[a-z]|\s+[-–—]\s+[a-z]"
)
"""The text after the number of an entry, as opposed to a number that is only mentioned."""

QUOTED_FROM = re.compile(rf"({NUMBER})\s+(?:says|states|reads|allows|permits|requires|forbids|prohibits)\b")
"""The beginning of a question that quotes a case: `6.5 says "friendly".`"""

AT_END = re.compile(rf"(?<=[.?!\"”])\s*[(\[](?:(?:see|rule|case)\s)?({NUMBER}(?:\s*[,;&]\s*{NUMBER})*)[)\]]\.?[*_]*\s*$", re.IGNORECASE)
"""The case of a question or an answer at its end: `(6.42)`"""

VERSION = re.compile(
    r"[*_]*[\[(]?v(?:ersion|er|\.)?\s?\d+(?:\.\d+)*[a-z]?[\])]?[*_]*\s{0,9}(?:[:,–—-]\s{0,9})?(?=[*_]{0,3}[\w§\[(\"“‘])", re.IGNORECASE
)
"""The version that added an entry: `v2.1:`, `[v1.1]`."""

MENTION = re.compile(
    r"(?:\b(?:see|cases?|rules?|sections?|of|in|by|per|and|or|to|under|from|with|than|exception:|as)|[(\[,])\s*$", re.IGNORECASE
)
"""The text before a number that is only mentioned."""


def numbers_in(text: str) -> tuple[str, ...]:
    """Return the numbers of cases in a text, in order, each once."""
    return tuple(dict.fromkeys(re.findall(NUMBER, re.sub(r"(?<=\d)[l|]$", "]", text))))


def bracketed_at(text: str, start: int, end: int) -> list[re.Match[str]]:
    """Return the numbers in brackets that begin entries between two offsets."""
    matches: list[re.Match[str]] = []
    for match in BRACKETED.finditer(text, start, end):
        preceding = text[max(start, match.start() - 24) : match.start()]
        has_words = re.compile(r"[^\W_]").search(text, match.end(), end)
        if has_words and FOLLOWED.match(text, match.end(), end) and not MENTION.search(preceding):
            matches.append(match)
    return matches


def cited_numbers(words: str, own_numbers: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cases that words name (`see 6.53`, `rule 7.75`, `[8.7]`), apart from their own."""
    mentioned = [number for match in CITED.finditer(words) for number in numbers_in(match[1])]
    mentioned += [number for match in re.finditer(BRACKETS, words) for number in numbers_in(match[0])]
    return tuple(number for number in dict.fromkeys(mentioned) if number not in own_numbers)

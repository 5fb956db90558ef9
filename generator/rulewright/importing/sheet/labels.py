"""The label of an entry: `(Clarification)`, `(new case)`, `Correction:`, also as misread by a scanner."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches

from rulewright.importing.sheet.model import Kind


def kinds_by_word(words: Mapping[Kind, str]) -> dict[str, Kind]:
    """Return the kind of each word, given the words of each kind."""
    return {word: kind for kind, line in words.items() for word in line.split()}


WORDS = kinds_by_word(
    {
        Kind.CLARIFICATION: "clarification clarifications clarified",
        Kind.CORRECTION: "correction corrections corrected typo misprint error erratum deletion deletions",
        Kind.OMISSION: "omission omissions omitted",
        Kind.ADDITION: "addition additions added add addendum addenda",
        Kind.CHANGE: "change changes changed revision revised amendment replacement",
        Kind.RULING: "ruling",
        Kind.EXAMPLE: "example examples",
    }
)
IN_BRACKETS = kinds_by_word(
    {
        Kind.CORRECTION: "delete deleted errata fixed",
        Kind.ADDITION: "insert inserted",
        Kind.CHANGE: "replace replaced update updated",
    }
)
"""Words that are a label in brackets only; elsewhere they are an order, or a heading."""

NEW = re.compile(r"new\b.*\b(case|rule|section|paragraph|scenario|option)s?\b|new", re.IGNORECASE)
PRINT = r"[*_\\ ]*"

BRACKETED = re.compile(rf"[\[(]?{PRINT}([A-Za-z][A-Za-z\d .,'-]{{2,45}}?){PRINT}[\])]{PRINT}[:.]?{PRINT}")
"""A label in brackets; the first bracket may be lost."""

IN_CAPITALS = re.compile(rf"{PRINT}([A-Z]{{5,14}}){PRINT}(?=[\s:])[\s:]*")
"""A label in capitals, without a colon: `ADDITION Under …`"""

TRAILING = re.compile(r"\s*[\[(]\s*([A-Za-z]+)((?:\s[\w.,'’-]+){0,6})\s*[\])][.\s*_]*$")
"""A label at the end of the words: `(Added 3 June 2003)`"""

EXTENDED = re.compile(r"(?:has been|have been|was|is) (?:extended|expanded)\b|now (?:also )?includes?\b")
"""The words after a number that say that its case has more text now."""

SENTENCE = re.compile(r"(?:\w+\s+){3}.*\.$", re.DOTALL)
"""A sentence in brackets, which is no label: `(Corrections are in red.)`"""

NEWLY = re.compile(
    rf"{PRINT}(?:(?:NEW|New)(?:\s+(?i:case|rule|section|paragraph))?|new\s+(?:case|rule|section|paragraph)){PRINT}[:.!]{PRINT}(?=\S)"
)
"""`NEW.`, `New rule:`"""

LEADING = re.compile(r"[*_]*([A-Za-z]{4,14})[*_]*\s+(?:in|to|of|for)\s+")
"""`Typo in 5.6`, `Clarification of rule 7`."""

OF_LINE = re.compile(rf"{PRINT}([A-Z][a-z]{{2,14}}(?: (?:[Cc]ase|[Rr]ule|[Ss]ection))?){PRINT}[ \t]*(?:\n|$)")
"""A label that is the rest of its line."""

LEFT_OUT = re.compile(r"(?:was|were) (?:left out|omitted|missing)\b[^.:\n]{0,40}:\s+", re.IGNORECASE)
"""`Rule 10.3 was left out: …`"""

LONGEST_TRAILING = 80
LONGEST_TITLE = 75

PLAIN = re.compile(rf"{PRINT}([A-Za-z]{{4,14}})(?: of (?:the )?(?:text|case|rule))?{PRINT}(?:[:.]|\s[–—-]\s)\s*{PRINT}")
"""A label without brackets ends in a colon, a dash or a full stop."""


CHANGES = re.compile(
    r"\bchange ?log\b|\b(?:revision|version) history\b|\bwhat(?:'s|’s| is| has)? (?:new|changed)\b|"
    r"\bchanges (?:from|since|in|of)\b.*(?:\bedition\b|\bversion\b|\bv\.?\s?\d)",
    re.IGNORECASE,
)
"""Headings of a list of changes."""

NOTES = re.compile(
    r"(?:(?:design(?:er)?|developer|player|historical)(?:'s|s'|’s)? )?notes?|credits|reasons?|rationale|background|explanation|discussion",
    re.IGNORECASE,
)
"""Headings of text without rules."""


def label_of(words: str) -> Kind | None:
    """Return the kind that some words name: by the first word that is a label, or close to one (a bad scan)."""
    text = words.casefold().strip()
    if NEW.fullmatch(text):
        return Kind.NEW_CASE
    for word in re.findall(r"[a-z]+", text)[:2]:
        if word in WORDS or word in IN_BRACKETS:
            return WORDS.get(word) or IN_BRACKETS[word]
    single_word = re.fullmatch(r"[a-z]{8,15}", text)
    similar = get_close_matches(text, WORDS, n=1, cutoff=0.75) if single_word else []
    return WORDS[similar[0]] if similar else None


def leading_label(text: str, offset: int, end: int) -> tuple[Kind, int] | None:
    """Return the label before a number, and the offset at which the number should be."""
    match = LEADING.match(text, offset, end)
    if match and match[1].casefold() in WORDS:
        return WORDS[match[1].casefold()], match.end()
    return label_at(text, offset, end)


def label_at(text: str, offset: int, end: int) -> tuple[Kind, int] | None:
    """Return the label at an offset, and the offset after it."""
    if newly := NEWLY.match(text, offset, end):
        return Kind.NEW_CASE, newly.end()
    match = BRACKETED.match(text, offset, end)
    if match and not SENTENCE.search(match[1]) and (kind := label_of(match[1])) is not None:
        return kind, match.end()
    capitals = IN_CAPITALS.match(text, offset, end)
    if capitals and capitals[1].casefold() in WORDS:
        return WORDS[capitals[1].casefold()], capitals.end()
    of_line = OF_LINE.match(text, offset, end)
    if of_line and (of_line[1].casefold() in WORDS or NEW.fullmatch(of_line[1])):
        return label_of(of_line[1]) or Kind.NEW_CASE, of_line.end()
    if left_out := LEFT_OUT.match(text, offset, end):
        return Kind.OMISSION, left_out.end()
    plain = PLAIN.match(text, offset, end)
    if plain and plain[1][0].isupper() and plain[1].casefold() in WORDS:
        return WORDS[plain[1].casefold()], plain.end()
    return None


def trailing_label(text: str, start: int, end: int) -> tuple[Kind, int] | None:
    """Return the label in brackets at the end of some words, and the offset at which it begins."""
    first = max(start, end - LONGEST_TRAILING)
    bracket = max(text.rfind("(", first, end), text.rfind("[", first, end))
    match = TRAILING.match(text, bracket, end) if bracket > start else None
    kind = WORDS.get(match[1].casefold()) or IN_BRACKETS.get(match[1].casefold()) if match else None
    return None if kind is None or kind is Kind.EXAMPLE else (kind, bracket)


def is_change_title(text: str) -> bool:
    """Return True if one short line is the title of a list of changes."""
    line = text.strip()
    return "\n" not in line and len(line) <= LONGEST_TITLE and line[-1:] not in ".!?;:" and CHANGES.search(line) is not None


def label_of_heading(heading: str) -> Kind | None:
    """Return the kind that a heading such as `Clarifications` gives to the text under it."""
    if CHANGES.search(heading):
        return Kind.CHANGE
    if NOTES.fullmatch(heading):
        return Kind.NOTE
    words = re.findall(r"[a-z]+", heading.casefold())
    if len(words) == 1 and words[0] in ("removed", "deleted", "fixed", "new"):
        return Kind.ADDITION if words[0] == "new" else Kind.CORRECTION
    return WORDS[words[0]] if len(words) == 1 and words[0] in WORDS else None

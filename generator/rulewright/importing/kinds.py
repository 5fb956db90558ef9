"""The kind of a statement: the label of its entry, unless its own words make it a note, an example or a line of a table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.importing.entries import is_in_scene
from rulewright.importing.sheet.model import BlockKind, Case, Entry, Kind, Stretch

NOTE_MARKED = re.compile(
    r"[-*•_>\s(\[]*(?:[A-Za-z'’]+\s+)?(?:[Nn]ote|NOTE|Comment|COMMENT|Rationale|RATIONALE|Reason|REASON|Explanation|Commentary|Background|Discussion)s?\b[*_]*(?::|\s+(?!that\b)[A-Z])"
    r"|\(Note that\b|<!--|>\s*\*\*[A-Z]\w+:?\*\*|>\s*[A-Z]\w+:"
)
IMPRINT = re.compile(
    r"^no (?:known )?(?:corrections|errata|changes)(?: to date| so far)?\.?$|©|\bcopyright\b|\ball rights reserved\b"
    r"|^(?:all other|in all other|except as)\b.*\b(?:unchanged|unaffected|not affected|in (?:full )?force(?: and effect)?)\b",
    re.IGNORECASE,
)
EXAMPLE = re.compile(
    r"[-*•_\s(\[]*(?:as an )?(?:for example|for instance|example|e\.g\.|in other words|thus, for example)\b", re.IGNORECASE
)
GOES_ON = re.compile(r"[*_\s]*(?:for example|example)\b", re.IGNORECASE)
"""An example that also covers the following sentences."""

DIE_ROW = re.compile(r"\d{1,2}\s*(?:or|to|,|-|–)\s*\d{1,2}\s+[A-Z]")
TABLE = re.compile(r"\b(tables?|modifiers?|results|matrix)\b", re.IGNORECASE)
SPECIAL = re.compile(r"special rules?\b", re.IGNORECASE)
TOPIC = re.compile(r"([A-Z][A-Z -]{3,}(?:,? (?:point )?\d+)?)(?:[.,:]|\s[A-Z][a-z])")
"""The head of a stretch in a scenario: `SET-UP:`, `FRENCH AOC Napoleon`."""


def kinds_of(entry: Entry, sentences: Sequence[tuple[Stretch, str]]) -> list[Kind]:
    """Return the kind of each statement of an entry, given its stretch and its words."""
    kinds: list[Kind] = []
    continuing: Kind | None = None  # the kind of a note or an example that continues
    stretch_before: Stretch | None = None
    special = announces_note = False
    for stretch, words in sentences:
        if stretch is not stretch_before and not announces_note:
            continuing = None
        stretch_before = stretch
        if topic := TOPIC.match(words):
            special = bool(SPECIAL.match(topic[1]))
        kind, continuing = _kind_of_words(words, continuing)
        announces_note = kind is Kind.NOTE and words.rstrip(" *_").endswith(":")
        kinds.append(kind or _kind_of_entry(entry, stretch, words, special))
    return kinds


def _kind_of_words(words: str, continuing: Kind | None) -> tuple[Kind | None, Kind | None]:
    """Return the kind that the words themselves state, and the kind that the following words inherit."""
    if IMPRINT.search(words):
        return Kind.NOTE, None
    if NOTE_MARKED.match(words):
        return Kind.NOTE, None if words.lstrip(" *_").startswith("(") else Kind.NOTE
    if EXAMPLE.match(words):
        return Kind.EXAMPLE, Kind.EXAMPLE if GOES_ON.match(words) else continuing
    return continuing, continuing


def _kind_of_entry(entry: Entry, stretch: Stretch, words: str, special: bool) -> Kind:
    """Return the kind that a statement has by its position."""
    if stretch.label is not None:
        return stretch.label
    if entry.label is not None:
        return entry.label
    if stretch.kind is BlockKind.ROW or DIE_ROW.match(words) or _is_table(entry.case):
        return Kind.TABLE
    if is_in_scene(entry.case) and not special:
        return Kind.SETUP
    return Kind.RULE


def _is_table(case: Case) -> bool:
    """Return True if the heading of an entry says that it is a table. Sentences under a chart or a track are rules on it."""
    return not case.numbers and bool(TABLE.search(case.title or case.section))

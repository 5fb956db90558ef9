"""Recognition of headings: a short line in capitals, or with a capital before each significant word."""

from __future__ import annotations

import re

SMALL = frozenset(
    ["a", "an", "and", "as", "at", "by", "du", "de", "for", "from", "in", "la", "of", "on", "or", "the", "to", "vs", "with", "&", "s"]
)
LONGEST = 75
LONGEST_PLAIN = 5
"""The most words of a heading in small letters."""

SHEETS = re.compile(
    r"\b(errata|erratum|corrigend(a|um)|addend(a|um)|corrections?|clarifications?|additions?|changes|"
    r"amendments|faq|frequently asked questions)\b",
    re.IGNORECASE,
)
"""Words that name a sheet, or a part of one."""

TABULAR = re.compile(r"\b(tables?|charts?|modifiers?|results|(?<=\w )tracks?|schedules?|matrix)\b", re.IGNORECASE)
"""Words that name a table."""

SCENES = re.compile(
    r"\b(scenarios?|campaign(?! game)s?|battle of|set[- ]?ups?|deployments?|orders? of (?:battle|appearance))\b", re.IGNORECASE
)
"""Words that name a scenario or its forces."""


VERSIONS = re.compile(
    r"(?:changes in |new in )?v(?:ersion|er|\.)?\s?\d+(?:\.\d+)*[a-z]?\b.{0,40}"
    r"|\[?\d+(?:\.\d+)+[a-z]?\]?[\s,(\[–—-]{1,5}"
    r"(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}|(?:\d{1,2} )?[A-Z][a-z]{2,8},? \d{4})[)\]]?",
    re.IGNORECASE,
)
"""A version with its date: a heading without meaning for the text under it."""

NUMBER_ALONE = re.compile(r"\[?\d+(?:\.\d+){1,3}\]?")
"""In a list of changes a version too."""

STANDALONE = re.compile(
    r"[ \t]*(?:(?i:change ?log|(?:revision|version) history):?|"
    r"(?!(?:EXCEPTION|NOTE|EXAMPLE|IMPORTANT|CLARIFICATION|CORRECTION|ADDITION|OMISSION)S?:)[A-Z][A-Z &/-]{2,40}:|\[[A-Z][A-Z &/-]{2,40}\]|"
    r"(?:Maps?|Counters?|Counter Mix|Cards|Rules|Rule ?[Bb]ook|Play ?[Bb]ook|Scenarios|Charts|Charts (?:and|&) Tables|Player Aids?|FAQ):?"
    r")[ \t]*"
)
"""Lines that are headings even without a blank line after them: `Change log`, `COUNTERS:`, `[ERRATA]`, `Map`."""


GENERAL = re.compile(
    r"(?:(?:general|miscellaneous|various|others?|everything else|overview|introduction|preface|foreword|appendix|glossary|index|credits|"
    r"fix(?:es)?|bug ?fixes|bugs|known issues|improvements|features|updates|highlights|balance|(?:front |back |inside )*covers?|"
    r"title page|box|imprint)(?: (?:question|rule|note|remark|comment|matter|change|ruling)s?)?"
    r"|(?:deleted|new|amended|changed|revised|added|removed|updated) [a-z]+s"
    r"|(?:interpretation|question|item|error|erratum|ruling|decision|issue|correction|change|amendment|note|answer|proposal|motion|page)s? "
    r"(?:no\.? ?|#)?\d+\w?)",
    re.IGNORECASE,
)
"""Headings that are the name of no case."""

CLAUSE = re.compile(r"(?:During|In|At|For|If|When|After|Before|Under|On|With|To|The Following)\b", re.IGNORECASE)
"""The first word of a line that ends in a colon and is a clause of what follows, and no heading."""


def looks_like_heading(text: str) -> bool:
    """Return True if a paragraph is a heading: one short line in title case or capitals."""
    line = text.strip().strip("*_").strip()
    if "\n" in line or not line or len(line) > LONGEST or not (line[0].isupper() or line[0].isdigit()):
        return False
    if (
        re.match(r"(?:\d{1,3}\s?)?(?:[QA]|Question|Answer)\s?\d*\s?[.:)\]](\s|$)", line)
        or (line[-1] in "?!;,")
        or "©" in line
        or (line[-1] == "." and " " in line and not is_in_capitals(line))
        or (line[-1] == ":" and CLAUSE.match(line))
    ):
        return False
    return is_in_capitals(line) or is_title_case(line)


def is_plain_heading(text: str) -> bool:
    """Return True if a paragraph may be a heading in small letters, such as `Optional rules`: what follows has to show it."""
    line = text.strip().strip("*_").strip()
    return bool(re.fullmatch(r"[A-Z][A-Za-z'’ &,/-]*[A-Za-z]:?", line)) and len(line.split()) <= LONGEST_PLAIN


def is_sheet_title(text: str) -> bool:
    """Return True if the first paragraph is the sheet's title, in whatever case."""
    line = text.strip()
    return "\n" not in line and len(line) <= LONGEST and line[-1:] not in ".!?;" and SHEETS.search(line) is not None


def is_in_capitals(line: str) -> bool:
    """Return True if all letters are capitals, and there are at least four."""
    letters = [letter for letter in line if letter.isalpha()]
    return len(letters) >= 4 and all(letter.isupper() for letter in letters)


def is_title_case(line: str) -> bool:
    """Return True if all words but the small ones (`of`, `the`) begin with a capital or are figures."""
    words = re.findall(r"[^\W_][\w'’.&-]*", line)
    counted = [word for word in words if word.casefold() not in SMALL]
    return (
        bool(counted) and len(words) <= 9 and all(word[0].isupper() or word[0].isdigit() for word in counted) and not _only_figures(counted)
    )


def _only_figures(words: list[str]) -> bool:
    return all(word[0].isdigit() for word in words)


def plain_heading(text: str) -> str:
    """Return a heading without marks, surplus spaces, and a colon or full stop at its end."""
    words = re.sub(r"\s+", " ", text).strip(" \t\n#*_:.[]").strip()
    return f"{words}]" if words.count("[") > words.count("]") else words

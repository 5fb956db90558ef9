"""The numbers of cases at a passage, with the part of the case among them; a number that is only mentioned is none."""

from __future__ import annotations

import re

from rulewright.base.records import record
from rulewright.importing.readers import parts
from rulewright.importing.readers.passage import skip_loose
from rulewright.importing.sheet.numbers import BARE, BRACKETED, FOLLOWED, NAMED_NUMBER, NUMBER, PAGE, ROUND, SUBPART, VERSION, numbers_in

BOLD = re.compile(r"[*_~]+|<(?:del|ins)>")
TITLE_NEXT = re.compile(r",\s*(?=[A-Z][^.:\n]{2,40}:)")
"""`Rule 2.7, Coaling: …`"""

PAGE_AFTER = re.compile(rf"[\s,;]*\(?(?:{PAGE.pattern})\)?", re.IGNORECASE)
BRACKETED_PART = re.compile(r"\d\s?((?:[\[(]\s?\w{1,4}\s?[\])])+)")
"""The part part_match the brackets of a number: `[5.1 (2a)]`, `(3.0[D])`."""

ATTACHED = re.compile(rf"({NUMBER})[\[(]([A-Za-z]|\d{{1,2}}[a-z]?|[ivx]{{1,4}})[\])](?=[\s:.,;])")
LETTER_AFTER = re.compile(r"\s?\[[A-Z]\](?=\s)")
"""`[3.0] [D]`"""

CAPITAL = re.compile(r" ?([A-Z])(?=:\s)")
"""`Law 40 C: …`"""

LINE_ALONE = re.compile(r"[*_]*[:.]?[ \t]*(?:\n|$)")


@record
class Numbers:
    """The numbers at an offset, the part of the case among them, and the offset after both."""

    numbers: tuple[str, ...]
    end: int
    part: str = ""


def numbers_at(text: str, offset: int, end: int) -> Numbers | None:
    """Return the numbers at an offset, None if there are none or they are only mentioned."""
    for habit in (BRACKETED, ROUND):
        if match := habit.match(text, offset, end):
            part_match = BRACKETED_PART.search(match[0])
            numbers, part = numbers_in(match[0]), part_match[1].replace(" ", "") if part_match and habit is BRACKETED else ""
            if part_match and habit is ROUND:
                part = f"({part_match[1].strip('[]()')})"
            if not part and (letter := LETTER_AFTER.match(text, match.end(), end)):
                return Numbers(numbers, skip_loose(text, letter.end(), end), letter[0].strip())
            if FOLLOWED.match(text, match.end(), end):
                return Numbers(numbers, skip_loose(text, match.end(), end), part)
            if tail := parts.NEXT.match(text, match.end(), end):
                return Numbers(numbers, tail.end(), part)
    bold = BOLD.match(text, offset, end)
    begin = bold.end() if bold else offset
    for habit in (NAMED_NUMBER, BARE):
        if (match := habit.match(text, begin, end)) and (numbered := _after_number(text, match, end)):
            return numbered
    return _with_subpart(text, begin, end)


def _after_number(text: str, match: re.Match[str], end: int) -> Numbers | None:
    """Return the numbers of a match, if the words after them are those of an entry."""
    numbers = (match[1], *numbers_in(match[2]))
    offset = match.end()
    if version := VERSION.match(text, skip_loose(text, offset, end), end):
        return Numbers(numbers, skip_loose(text, version.end(), end))
    if tail := parts.NEXT.match(text, offset, end) or TITLE_NEXT.match(text, offset, end):
        return Numbers(numbers, tail.end())
    if page := PAGE_AFTER.match(text, offset, end):
        return Numbers(numbers, skip_loose(text, page.end(), end))
    subpart = SUBPART.match(text, offset, end)
    if subpart and FOLLOWED.match(text, subpart.end(), end):
        return Numbers(numbers, skip_loose(text, subpart.end(), end), f"({subpart[1]})")
    if capital := CAPITAL.match(text, offset, end):
        return Numbers(numbers, skip_loose(text, capital.end(), end), f"({capital[1]})")
    if FOLLOWED.match(text, offset, end) or LINE_ALONE.match(text, offset, end):
        return Numbers(numbers, skip_loose(text, offset, end))
    return None


def _with_subpart(text: str, begin: int, end: int) -> Numbers | None:
    """Return a number with its part attached: `3.0[D]`, `2.6(b)`."""
    match = ATTACHED.match(text, begin, end)
    if match and FOLLOWED.match(text, match.end(), end):
        return Numbers((match[1],), skip_loose(text, match.end(), end), f"({match[2]})")
    return None

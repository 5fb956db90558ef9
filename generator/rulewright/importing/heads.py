"""The head of a stretch of text: a number, a letter, `Q.` or `A.`, a title before a colon, a label."""

from __future__ import annotations

import re

from rulewright.importing.labels import label_at, leading_label
from rulewright.importing.model import UNREADABLE, Head, Kind
from rulewright.importing.numbers import (
    AT_END,
    BARE,
    BRACKETED,
    FOLLOWED,
    LETTER,
    NAMED_NUMBER,
    PAGE,
    QUOTED_FROM,
    ROUND,
    VERSION,
    numbers_in,
)

BULLET = re.compile(r"(?:[-*•–·+]|\\-)\s+(?=\S)")
QUESTION = re.compile(r"[*_]*Q(?:uestion)?\s?\d*\s?[.:)](?!\d)[*_]*\s*|Q\s+(?=[A-Z(])")
BOLD_QUESTION = re.compile(r"([*_]{1,3})(?=[^\s*_])[^*_]{4,400}\?\1(?=\s|$)")
"""A question in bold or slanted letters; the text after it is its answer."""

NUMBERED_QUESTION = re.compile(r"[*_]*Q(?:uestion)?\s?\d*\s?[.:)][*_]*\s*")
"""A question after a number; a bare `Q` begins a name there."""

ANSWER = re.compile(r"[*_]*A(?:nswer)?\s?\d*\s?[.:)](?!\d)[*_]*\s*(?=\S)")
POINT = re.compile(r"\(?(\d{1,2}|[a-z](?=\)))[.)]\s+(?=\S)")
BEGINS = re.compile(r"[*_\"“]*[A-Z0-9#]")
STOP = re.compile(r":[*_]*\s+(?=\S)|\.[*_]*\s+(?=[A-Z(\[])|[(\[]|(?<= )(?=[A-Z][a-z]{6,14}\))")
"""The end of a title: a colon; a full stop or a bracket before a label, also one that has lost its first bracket."""

LONGEST_TITLE = 120
MOST_WORDS = 11
PART_WORDS = r"(?:sentence|paragraph|para|bullet point|bullet|exception|point|item|line|column|row|step|bullet|entry|note|part|half)"
PART = re.compile(
    rf"\(?((?:(?:\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth|last|final)\s+{PART_WORDS}|{PART_WORDS}\s+\d+)"
    rf"(?:\s*,\s*(?:(?:\d+(?:st|nd|rd|th)|first|second|third|last)\s+{PART_WORDS}|{PART_WORDS}\s+\d+))*)\)?\s*[:.,]?\s*",
    re.IGNORECASE,
)
ASIDE = re.compile(
    r"(?:historical|designer'?s?'?|design|editors?'?|developer'?s?'?)?\s*(?:notes?|comments?|examples?|exceptions?|reason)\b", re.IGNORECASE
)
"""Titles that begin no entry: they belong to the preceding words."""

ORDER = re.compile(r"(?:delete|replace|add|change|omit|strike|insert|ignore|disregard|scrap|substitute)\b(?! of)", re.IGNORECASE)
"""Words that order a change, which are no title."""

GARBAGE = re.compile(r"[A-Za-z]{1,3}\s+(?=[A-Za-z]{8,15}\))")
"""The remains of `(A) (` before a label in a bad scan."""

PART_NEXT = re.compile(rf",\s*(?={PART.pattern})", re.IGNORECASE)
"""The separator after a number: `§7.12, third bullet: …`"""

TITLE_NEXT = re.compile(r",\s*(?=[A-Z][^.:\n]{2,40}:)")
"""`Rule 2.7, Coaling: …`"""

PART_AT_END = re.compile(rf"(?:,\s*(?:(?:\d+(?:st|nd|rd|th)|first|second|third|last)\s+{PART_WORDS}|{PART_WORDS}\s+\d+))+$", re.IGNORECASE)
QUOTED_TITLE = re.compile(r"['‘\"“]([^'’\"”\n]{3,60})['’\"”]\s*[.:,]\s+")
PLAIN_PAGE = re.compile(r"^on |[\s,:;.]+$", re.IGNORECASE)
LOOSE = re.compile(r"[\s:.*_–—-]*")
PAGE_AFTER = re.compile(rf"[\s,;]*\(?(?:{PAGE.pattern})\)?", re.IGNORECASE)


def head_of(text: str, start: int, end: int, *, titles: bool) -> Head:
    """Return the head of the text between two offsets; with `titles`, words before a colon are one."""
    offset = start
    if bullet := BULLET.match(text, offset, end):
        offset = bullet.end()
    if version := VERSION.match(text, offset, end):
        offset = version.end()
    if page := PAGE.match(text, offset, end):
        offset = page.end()
    if BOLD_QUESTION.match(text, offset, end):
        return Head(offset, question=True, bold=True)
    if question := QUESTION.match(text, offset, end):
        return _question_head(text, question.end(), end)
    if answer := ANSWER.match(text, offset, end):
        return Head(answer.end(), answer=True)
    numbers, label, offset = _numbers_and_label(text, offset, end)
    if numbers and (question := NUMBERED_QUESTION.match(text, offset, end)):
        return Head(question.end(), numbers, question=True)
    letter = ""
    if not numbers:
        if match := LETTER.match(text, offset, end):
            letter, offset = match[1], _skip_loose(text, match.end(), end)
        elif (match := GARBAGE.match(text, offset, end)) and label_at(text, match.end(), end):
            letter, offset = UNREADABLE if match[0][0].isupper() else "", match.end()
        elif match := POINT.match(text, offset, end):
            numbers, label, offset = _numbers_and_label(text, match.end(), end)
            if not numbers:
                return Head(match.end(), point=match[1])
    if page and not numbers and (quoted := QUOTED_TITLE.match(text, offset, end)):
        return Head(quoted.end(), title=quoted[1], page=True)
    title, own_label, offset = _title_and_label(text, offset, end, titles or bool(numbers))
    label = label or own_label
    if label is Kind.EXAMPLE and not (numbers or letter or title):
        return Head(start)
    part = ""
    if numbers and (match := PART.match(text, offset, end)):
        part, offset = re.sub(r"\s+", " ", match[1]).lower(), match.end()
        if label is None and (later := label_at(text, offset, end)):
            label, offset = later
    if page and not numbers:
        title, part = _without_part(title)
        part = part or ("" if title else PLAIN_PAGE.sub("", page[0]))
    return Head(offset, numbers, letter, title=title, label=label, part=part, page=page is not None)


def _without_part(title: str) -> tuple[str, str]:
    """Split a title from the part named at its end: `Free Actions, 1st para`."""
    match = PART_AT_END.search(title)
    return (title[: match.start()], match[0].strip(" ,").lower()) if match else (title, "")


def _numbers_and_label(text: str, offset: int, end: int) -> tuple[tuple[str, ...], Kind | None, int]:
    """Return the numbers at an offset, the label before them, and the offset after both."""
    numbers, numbers_end = _match_numbers(text, offset, end)
    if numbers:
        return numbers, None, numbers_end
    if (label := leading_label(text, offset, end)) is not None:
        numbers, numbers_end = _match_numbers(text, label[1], end)
        if numbers:
            return numbers, label[0], numbers_end
    return (), None, offset


def _question_head(text: str, offset: int, end: int) -> Head:
    numbers, body = _match_numbers(text, offset, end)
    if numbers:
        return Head(body, numbers, question=True)
    if quoted := QUOTED_FROM.match(text, offset, end):
        return Head(offset, (quoted[1],), question=True)
    if last := AT_END.search(text[offset:end]):
        return Head(offset, numbers_in(last[1]), question=True)
    title = _match_title(text, offset, end)
    return Head(title[1], question=True, title=title[0]) if title else Head(offset, question=True)


def _match_numbers(text: str, offset: int, end: int) -> tuple[tuple[str, ...], int]:
    """Return the numbers at an offset, and the offset after them."""
    if (match := BRACKETED.match(text, offset, end)) and FOLLOWED.match(text, match.end(), end):
        return numbers_in(match[0]), _skip_loose(text, match.end(), end)
    if (match := BRACKETED.match(text, offset, end)) and (tail := PART_NEXT.match(text, match.end(), end)):
        return numbers_in(match[0]), tail.end()
    if (match := ROUND.match(text, offset, end)) and (FOLLOWED.match(text, match.end(), end)):
        return numbers_in(match[0]), _skip_loose(text, match.end(), end)
    bold = re.compile(r"[*_]+").match(text, offset, end)
    begin = bold.end() if bold else offset
    for habit in (NAMED_NUMBER, BARE):
        match = habit.match(text, begin, end)
        version = match and VERSION.match(text, _skip_loose(text, match.end(), end), end)
        if match and version:
            return (match[1], *numbers_in(match[2])), _skip_loose(text, version.end(), end)
        if match and (tail := PART_NEXT.match(text, match.end(), end) or TITLE_NEXT.match(text, match.end(), end)):
            return (match[1], *numbers_in(match[2])), tail.end()
        if match and (page := PAGE_AFTER.match(text, match.end(), end)):
            return (match[1], *numbers_in(match[2])), _skip_loose(text, page.end(), end)
        if match and FOLLOWED.match(text, match.end(), end):
            return (match[1], *numbers_in(match[2])), _skip_loose(text, match.end(), end)
    return (), offset


def _skip_loose(text: str, offset: int, end: int) -> int:
    match = LOOSE.match(text, offset, end)
    skipped = match.end() if match else offset
    return offset if skipped < end and text[skipped - 1 : skipped] == "." and text[skipped - 3 : skipped] == "..." else skipped


def _title_and_label(text: str, offset: int, end: int, titles: bool) -> tuple[str, Kind | None, int]:
    """Match a title, a label, or a title and a label; return the offset after them, too."""
    if first := label_at(text, offset, end):
        return "", first[0], _skip_loose(text, first[1], end)
    titled = _match_title(text, offset, end) if titles else None
    if titled is None:
        return "", None, offset
    title, title_end = titled
    if second := label_at(text, title_end, end):
        return title, second[0], _skip_loose(text, second[1], end)
    bracket = text[title_end : title_end + 1] in ("(", "[")
    return ("", None, offset) if bracket else (title, None, title_end)


def _match_title(text: str, offset: int, end: int) -> tuple[str, int] | None:
    """Return the title at an offset, and the offset after it: words that begin with a capital and end at a colon or before a label."""
    snippet = text[offset : min(end, offset + LONGEST_TITLE)].replace("\n", " ")
    if not BEGINS.match(snippet):
        return None
    for stop in STOP.finditer(snippet):
        title = snippet[: stop.start()].strip(' *_("“”')
        if re.search(r"[.;?!](?:\s|$)", title) or len(title.split()) > MOST_WORDS:
            return None
        title_end = offset + (stop.end() if stop[0][:1] in (":", ".") else stop.start())
        if title and (stop[0].startswith(":") or label_at(text, title_end, end)):
            return None if ASIDE.fullmatch(title) or ORDER.match(title) else (title, title_end)
    return None

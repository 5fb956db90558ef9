"""What the beginning of a stretch of text says: a number, a letter, `Q.` or `A.`, a title before a colon, a label."""

from __future__ import annotations

import re

from rulewright.importing.labels import label_at, leading_label
from rulewright.importing.model import UNREADABLE, Head, Kind
from rulewright.importing.numbers import AT_END, BARE, BRACKETED, FOLLOWED, LETTER, NAMED, PAGE, QUOTED_FROM, ROUND, VERSION, numbers_in

BULLET = re.compile(r"(?:[-*•–·+]|\\-)\s+(?=\S)")
QUESTION = re.compile(r"[*_]*Q(?:uestion)?\s?\d*\s?[.:)](?!\d)[*_]*\s*|Q\s+(?=[A-Z(])")
BOLD_QUESTION = re.compile(r"([*_]{1,3})(?=[^\s*_])[^*_]{4,400}\?\1(?=\s|$)")
"""A question in bold or slanted letters; what comes after it is its answer."""

ASKED = re.compile(r"[*_]*Q(?:uestion)?\s?\d*\s?[.:)][*_]*\s*")
"""After a number, where a bare `Q` begins a name."""

ANSWER = re.compile(r"[*_]*A(?:nswer)?\s?\d*\s?[.:)](?!\d)[*_]*\s*(?=\S)")
POINT = re.compile(r"\(?(\d{1,2}|[a-z](?=\)))[.)]\s+(?=\S)")
BEGINS = re.compile(r"[*_\"“]*[A-Z0-9#]")
STOP = re.compile(r":[*_]*\s+(?=\S)|\.[*_]*\s+(?=[A-Z(\[])|[(\[]|(?<= )(?=[A-Z][a-z]{6,14}\))")
"""Where a title ends: at a colon; at a full stop or before a bracket, where a label follows, also one that has lost its first bracket."""

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
"""Titles that begin no entry: they belong to the words before."""

ORDER = re.compile(r"(?:delete|replace|add|change|omit|strike|insert|ignore|disregard|scrap|substitute)\b(?! of)", re.IGNORECASE)
"""Words that order a change are no title."""

GARBAGE = re.compile(r"[A-Za-z]{1,3}\s+(?=[A-Za-z]{8,15}\))")
"""What a bad scan leaves of `(A) (` before a label."""

PART_NEXT = re.compile(rf",\s*(?={PART.pattern})", re.IGNORECASE)
"""After a number: `§7.12, third bullet: …`"""

TITLE_NEXT = re.compile(r",\s*(?=[A-Z][^.:\n]{2,40}:)")
"""`Rule 2.7, Coaling: …`"""

PART_AT_END = re.compile(rf"(?:,\s*(?:(?:\d+(?:st|nd|rd|th)|first|second|third|last)\s+{PART_WORDS}|{PART_WORDS}\s+\d+))+$", re.IGNORECASE)
QUOTED_TITLE = re.compile(r"['‘\"“]([^'’\"”\n]{3,60})['’\"”]\s*[.:,]\s+")
PLAIN_PAGE = re.compile(r"^on |[\s,:;.]+$", re.IGNORECASE)
LOOSE = re.compile(r"[\s:.*_–—-]*")
PAGE_AFTER = re.compile(rf"[\s,;]*\(?(?:{PAGE.pattern})\)?", re.IGNORECASE)


def head_of(text: str, start: int, end: int, *, titles: bool) -> Head:
    """The head of the text between two offsets; with `titles`, words before a colon are one."""
    at = start
    if bullet := BULLET.match(text, at, end):
        at = bullet.end()
    if version := VERSION.match(text, at, end):
        at = version.end()
    if page := PAGE.match(text, at, end):
        at = page.end()
    if BOLD_QUESTION.match(text, at, end):
        return Head(at, question=True, bold=True)
    if question := QUESTION.match(text, at, end):
        return _question(text, question.end(), end)
    if answer := ANSWER.match(text, at, end):
        return Head(answer.end(), answer=True)
    numbers, label, at = _numbers_and_label(text, at, end)
    if numbers and (question := ASKED.match(text, at, end)):
        return Head(question.end(), numbers, question=True)
    letter = ""
    if not numbers:
        if found := LETTER.match(text, at, end):
            letter, at = found[1], _skip(text, found.end(), end)
        elif (found := GARBAGE.match(text, at, end)) and label_at(text, found.end(), end):
            letter, at = UNREADABLE if found[0][0].isupper() else "", found.end()
        elif found := POINT.match(text, at, end):
            numbers, label, at = _numbers_and_label(text, found.end(), end)
            if not numbers:
                return Head(found.end(), point=found[1])
    if page and not numbers and (quoted := QUOTED_TITLE.match(text, at, end)):
        return Head(quoted.end(), title=quoted[1], page=True)
    title, said, at = _title_and_label(text, at, end, titles or bool(numbers))
    label = label or said
    if label is Kind.EXAMPLE and not (numbers or letter or title):
        return Head(start)
    part = ""
    if numbers and (found := PART.match(text, at, end)):
        part, at = re.sub(r"\s+", " ", found[1]).lower(), found.end()
        if label is None and (later := label_at(text, at, end)):
            label, at = later
    if page and not numbers:
        title, part = _without_part(title)
        part = part or ("" if title else PLAIN_PAGE.sub("", page[0]))
    return Head(at, numbers, letter, title=title, label=label, part=part, page=page is not None)


def _without_part(title: str) -> tuple[str, str]:
    """A title, and the part of it that its end names: `Free Actions, 1st para`."""
    found = PART_AT_END.search(title)
    return (title[: found.start()], found[0].strip(" ,").lower()) if found else (title, "")


def _numbers_and_label(text: str, at: int, end: int) -> tuple[tuple[str, ...], Kind | None, int]:
    """The numbers at an offset, and the label before them; the offset after both."""
    numbers, after = _numbers(text, at, end)
    if numbers:
        return numbers, None, after
    if (label := leading_label(text, at, end)) is not None:
        numbers, after = _numbers(text, label[1], end)
        if numbers:
            return numbers, label[0], after
    return (), None, at


def _question(text: str, at: int, end: int) -> Head:
    numbers, body = _numbers(text, at, end)
    if numbers:
        return Head(body, numbers, question=True)
    if quoted := QUOTED_FROM.match(text, at, end):
        return Head(at, (quoted[1],), question=True)
    if last := AT_END.search(text[at:end]):
        return Head(at, numbers_in(last[1]), question=True)
    title = _title(text, at, end)
    return Head(title[1], question=True, title=title[0]) if title else Head(at, question=True)


def _numbers(text: str, at: int, end: int) -> tuple[tuple[str, ...], int]:
    """The numbers at an offset, and the offset after them."""
    if (found := BRACKETED.match(text, at, end)) and FOLLOWED.match(text, found.end(), end):
        return numbers_in(found[0]), _skip(text, found.end(), end)
    if (found := BRACKETED.match(text, at, end)) and (rest := PART_NEXT.match(text, found.end(), end)):
        return numbers_in(found[0]), rest.end()
    if (found := ROUND.match(text, at, end)) and (FOLLOWED.match(text, found.end(), end)):
        return numbers_in(found[0]), _skip(text, found.end(), end)
    bold = re.compile(r"[*_]+").match(text, at, end)
    inside = bold.end() if bold else at
    for habit in (NAMED, BARE):
        found = habit.match(text, inside, end)
        version = found and VERSION.match(text, _skip(text, found.end(), end), end)
        if found and version:
            return (found[1], *numbers_in(found[2])), _skip(text, version.end(), end)
        if found and (rest := PART_NEXT.match(text, found.end(), end) or TITLE_NEXT.match(text, found.end(), end)):
            return (found[1], *numbers_in(found[2])), rest.end()
        if found and (page := PAGE_AFTER.match(text, found.end(), end)):
            return (found[1], *numbers_in(found[2])), _skip(text, page.end(), end)
        if found and FOLLOWED.match(text, found.end(), end):
            return (found[1], *numbers_in(found[2])), _skip(text, found.end(), end)
    return (), at


def _skip(text: str, at: int, end: int) -> int:
    found = LOOSE.match(text, at, end)
    after = found.end() if found else at
    return at if after < end and text[after - 1 : after] == "." and text[after - 3 : after] == "..." else after


def _title_and_label(text: str, at: int, end: int, titles: bool) -> tuple[str, Kind | None, int]:
    """A title, a label, a title and a label; the offset after them."""
    if first := label_at(text, at, end):
        return "", first[0], _skip(text, first[1], end)
    found = _title(text, at, end) if titles else None
    if found is None:
        return "", None, at
    title, after = found
    if second := label_at(text, after, end):
        return title, second[0], _skip(text, second[1], end)
    bracket = text[after : after + 1] in ("(", "[")
    return ("", None, at) if bracket else (title, None, after)


def _title(text: str, at: int, end: int) -> tuple[str, int] | None:
    """The title at an offset, and the offset after it: words that begin with a capital and end at a colon or before a label."""
    shown = text[at : min(end, at + LONGEST_TITLE)].replace("\n", " ")
    if not BEGINS.match(shown):
        return None
    for stop in STOP.finditer(shown):
        title = shown[: stop.start()].strip(' *_("“”')
        if re.search(r"[.;?!](?:\s|$)", title) or len(title.split()) > MOST_WORDS:
            return None
        after = at + (stop.end() if stop[0][:1] in (":", ".") else stop.start())
        if title and (stop[0].startswith(":") or label_at(text, after, end)):
            return None if ASIDE.fullmatch(title) or ORDER.match(title) else (title, after)
    return None

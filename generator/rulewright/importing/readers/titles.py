"""A title before a colon, a label, or both: `Terrain Effects Chart: …`, `Stacking Limits (Clarification) …`, `Correction: …`."""

from __future__ import annotations

import re

from rulewright.importing.readers import parts
from rulewright.importing.readers.passage import Passage, skip_loose
from rulewright.importing.sheet.headings import SHEETS, is_in_capitals, is_title_case
from rulewright.importing.sheet.labels import label_at
from rulewright.importing.sheet.model import Head, Kind
from rulewright.importing.sheet.numbers import NUMBER
from rulewright.importing.sheet.old_and_new import LABELS

BEGINS = re.compile(r"[*_\"“]*[A-Z0-9#]")
STOP = re.compile(r":[*_]*\s+(?=\S)|\.[*_]*\s+(?=[A-Z(\[])|[(\[]|(?<= )(?=[A-Z][a-z]{6,14}\))")
"""The end of a title: a colon; a full stop or a bracket before a label, also one that has lost its first bracket."""

BOLD_TITLE = re.compile(r"\*\*([A-Z][^*\d:.?!]{2,60})\*\*\s+[-–—]\s+")
LONGEST_TITLE = 120
MOST_WORDS = 11
ASIDE = re.compile(
    r"(?:(?:historical|designer'?s?'?|design|editors?'?|developer'?s?'?)?\s*(?:notes?|comments?|examples?|exceptions?|reason)\b"
    r"|rationale|explanation|discussion|background|intent|commentary"
    r"|reasons?|errata id|type|status|reported by|verifie[rd].*|no longer.*|motion \S+"
    rf"|{LABELS}"
    rf"|(?:last )?(?:updated?|changed?|revised|modified)|version|date|source|{SHEETS.pattern})",
    re.IGNORECASE,
)
"""Titles that begin no entry: they belong to the preceding words."""

IN_TEXT = re.compile(r"(?:in|on|at|under|after|before|during|for|of) (?:the|this|that|all|each|every|any)\b", re.IGNORECASE)
"""The beginning of words that say where in the text a change is, which are no title."""

ORDER = re.compile(r"(?:delete|replace|add|change|omit|strike|insert|ignore|disregard|scrap|substitute)\b(?! of)", re.IGNORECASE)
"""Words that order a change, which are no title."""

WRAPPED = 60
"""The length from which a line may have been broken by the page and not by the writer."""

LONGEST_LABELLED = 5
"""The most words of a title in small letters before a label that ends its line; more are a sentence."""


def read_title(passage: Passage) -> Head | None:
    """Read a title, a label, or both."""
    if passage.titles and (bold := BOLD_TITLE.match(passage.text, passage.offset, passage.end)) and not ASIDE.fullmatch(bold[1]):
        return Head(bold.end(), title=bold[1])
    title, label, body = title_and_label(passage.text, passage.offset, passage.end, titles=passage.titles)
    if label is Kind.EXAMPLE and not title:
        return None
    if title and (number := re.search(NUMBER, title)) and number.start():
        return Head(passage.offset, doubt=f"`{number[0]}` is named in the middle of a title")
    doubt = "its title is over several lines" if title and label and _is_over_lines(passage.text, passage.offset, body - 1) else ""
    if doubt and not _is_over_lines(passage.text, passage.offset, passage.text.find(title.split()[-1], passage.offset)):
        doubt = ""
    title, part = parts.without_part(title)
    return Head(body, title=title, label=label, part=part, doubt=doubt) if title or label else None


def title_and_label(text: str, offset: int, end: int, *, titles: bool) -> tuple[str, Kind | None, int]:
    """Match a title, a label, or a title and a label; return the offset after them, too."""
    if first := label_at(text, offset, end):
        return "", first[0], skip_loose(text, first[1], end)
    titled = title_at(text, offset, end) if titles else None
    if titled is None:
        return "", None, offset
    title, title_end = titled
    if second := label_at(text, title_end, end):
        body = skip_loose(text, second[1], end)
        return ("", second[0], offset) if body >= end and _is_sentence(text[offset:title_end]) else (title, second[0], body)
    bracket = text[title_end : title_end + 1] in ("(", "[")
    return ("", None, offset) if bracket else (title, None, title_end)


def _is_sentence(words: str) -> bool:
    """Return True if words before a label that ends a line are a sentence, and no title: nothing else would be said."""
    plain = words.strip(" \t\n*_")
    if is_title_case(plain) or is_in_capitals(plain):
        return False
    return plain[-1:] in '.!?"”' or len(plain.split()) > LONGEST_LABELLED


def _is_over_lines(text: str, offset: int, end: int) -> bool:
    """Return True if words go over the end of a line that the writer broke, and not the page: it is short."""
    line_end = text.find("\n", offset, end)
    return line_end >= 0 and line_end - (text.rfind("\n", 0, offset) + 1) < WRAPPED


def title_at(text: str, offset: int, end: int) -> tuple[str, int] | None:
    """Return the title at an offset, and the offset after it: words that begin with a capital and end at a colon or before a label."""
    snippet = text[offset : min(end, offset + LONGEST_TITLE)].replace("\n", " ")
    if not BEGINS.match(snippet):
        return None
    for stop in STOP.finditer(snippet):
        title = snippet[: stop.start()].strip(' *_("“”')
        if re.search(r"[.;?!](?:\s|$)", title) or len(title.split()) > MOST_WORDS:
            return None
        if stop[0].startswith(":") and _is_over_lines(text, offset, offset + stop.start()):
            return None
        title_end = offset + (stop.end() if stop[0][:1] in (":", ".") else stop.start())
        if title and (stop[0].startswith(":") or label_at(text, title_end, end)):
            return None if ASIDE.fullmatch(title) or ORDER.match(title) or IN_TEXT.match(title) else (title, title_end)
    return None

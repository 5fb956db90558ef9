"""Digests of statements, so that a later sheet can be compared without keeping its words; and the words that locate a statement."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Sequence

from rulewright.importing.sheet.model import Sheet, Statement

ANCHOR = 5
"""The number of words that locate a statement; more if two begin alike."""

MOST_WORDS = 14
UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]")
"""Characters that act on a terminal or a page, or are invisible there."""


def clean_text(text: str) -> str:
    """Return a stranger's text on one line, without control characters."""
    return re.sub(r"\s+", " ", UNSEEN.sub("", re.sub(r"\s+", " ", text))).strip()


def digest(words: str) -> str:
    """Return twelve hexadecimal digits of the digest of words; spacing and the shape of quotation marks and dashes do not matter."""
    plain = unicodedata.normalize("NFKC", words).translate(str.maketrans("“”„‘’–—", '"""\'\'--'))
    return hashlib.sha256(re.sub(r"\s+", " ", plain).strip().encode("utf-8", "replace")).hexdigest()[:12]


def anchors_of(sheet: Sheet, statements: Sequence[Statement]) -> list[str]:
    """Return the shortest distinguishing first words of each statement; the mark of a list is no word."""
    first = [
        re.findall(r"\S+", re.sub(r"^[\s=+@*#|•–-]+", "", clean_text(sheet.text[statement.start : statement.end])))[:MOST_WORDS]
        for statement in statements
    ]
    counts: dict[tuple[str, ...], int] = {}
    for words in first:
        for count in range(1, len(words) + 1):
            counts[tuple(words[:count])] = counts.get(tuple(words[:count]), 0) + 1
    return [" ".join(_distinguishing_words(words, counts)) for words in first]


def _distinguishing_words(words: list[str], counts: dict[tuple[str, ...], int]) -> list[str]:
    for count in range(min(ANCHOR, len(words)), len(words)):
        if counts[tuple(words[:count])] == 1:
            return words[:count]
    return words

"""What a statement's words come to, so that a later sheet can be compared without keeping its words; and the words that locate it."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Sequence

from rulewright.importing.model import Sheet, Statement

ANCHOR = 5
"""So many words locate a statement; more where two begin alike."""

MOST_WORDS = 14
UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]")
"""What acts on a terminal or a page, or is not seen there."""


def clean(text: str) -> str:
    """A stranger's text on one line, without letters that act on what shows it."""
    return re.sub(r"\s+", " ", UNSEEN.sub("", re.sub(r"\s+", " ", text))).strip()


def digest(words: str) -> str:
    """Twelve figures of the digest of words; spaces and the shape of quotation marks and dashes do not count."""
    plain = unicodedata.normalize("NFKC", words).translate(str.maketrans("“”„‘’–—", '"""\'\'--'))
    return hashlib.sha256(re.sub(r"\s+", " ", plain).strip().encode("utf-8", "replace")).hexdigest()[:12]


def anchors(sheet: Sheet, statements: Sequence[Statement]) -> list[str]:
    """For each statement its first words, as many as it takes that no other begins so; the mark of a list is no word."""
    first = [re.findall(r"\S+", re.sub(r"^[\s=+@*#|•–-]+", "", clean(sheet.text[one.start : one.end])))[:MOST_WORDS] for one in statements]
    taken: dict[tuple[str, ...], int] = {}
    for words in first:
        for count in range(1, len(words) + 1):
            taken[tuple(words[:count])] = taken.get(tuple(words[:count]), 0) + 1
    return [" ".join(_enough(words, taken)) for words in first]


def _enough(words: list[str], taken: dict[tuple[str, ...], int]) -> list[str]:
    for count in range(min(ANCHOR, len(words)), len(words)):
        if taken[tuple(words[:count])] == 1:
            return words[:count]
    return words

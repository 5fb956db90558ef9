"""The sentences that checks say about the examples on their own pages, from `said.txt`, and the check that a pasted sentence comes from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

MESSAGES_FILE = Path(__file__).with_name("said.txt")
"""What each check says of its example; `cd tests && python -m checks.said` writes it."""
_MESSAGE = re.compile(r"^(?:error|warning|info): (.+)$", re.MULTILINE)
_CODE = re.compile(r"\bRW\d{3}\b")
_VARIABLE = re.compile(r"`[^`]*`|“[^”]*”|\b[\w.]*\d[\w.]*\b")
ENOUGH_SHARED = 0.6
"""The share of the words of two sentences that they have in common at least."""


@cache
def example_messages() -> Mapping[str, tuple[str, ...]]:
    """Return, by code, the sentences about the example on the page of the check."""
    parts = (part.partition("\n") for part in MESSAGES_FILE.read_text("utf-8").split("\n\n"))
    return {code.strip(): tuple(_MESSAGE.findall(text)) for code, _, text in parts if _CODE.fullmatch(code.strip())}


def check_of_message(text: str) -> str | None:
    """Return the code in a message, else that of the check whose sentences are the most like it; None if none is."""
    if code := _CODE.search(text):
        return code[0]
    words = _fixed_words(text)
    shares = [(_shared_part(words, _fixed_words(message)), code) for code, some in example_messages().items() for message in some]
    best, code_of_best = max(shares)
    is_telling = len(words) > 2 or (best == 1 and _VARIABLE.search(text) is not None)
    return code_of_best if best >= ENOUGH_SHARED and is_telling else None


def _fixed_words(message: str) -> frozenset[str]:
    """Return the words of a message that do not come from a book: none of what is quoted, and no number."""
    return frozenset(re.findall(r"[a-z]+", _VARIABLE.sub(" ", message).lower()))


def _shared_part(words: frozenset[str], others: frozenset[str]) -> float:
    return len(words & others) / max(len(words | others), 1)

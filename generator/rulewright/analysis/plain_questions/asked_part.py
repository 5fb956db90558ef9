"""The part of a text that asks, and what it asks for. Texts are lists of words and marks here, as `match` reads them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

MODALS = frozenset(["may", "might", "can", "could", "must", "should", "shall"])
_VERBS = frozenset(["is", "are", "am", "was", "were", "has", "have", "do", "does", "did", "will", "would"])
_ASKING = MODALS | _VERBS | frozenset(["how", "what", "which", "where", "who", "whose"])
_TIME_WORDS = frozenset(["when", "why"])
FIRST_WORDS = _ASKING | _TIME_WORDS | frozenset(["had", "if", "need", "whom"])
"""Words with which a question may begin."""
_LEAD_WORDS = frozenset(["and", "but", "so", "then", "by", "on", "at", "in", "from", "if"])
"""What may be before the first word of a question: `so may it`, `by how much`, `on whose`."""
_DUTY = frozenset(["allowed", "permitted", "forbidden", "obliged", "required"])
_DUTIES = frozenset({("have", "to"), ("need", "to")})
_AMOUNT = frozenset(["many", "much", "far", "long", "often", "strong", "high", "great", "large", "big", "old"])
_MARKS = frozenset(".:;,!?–—")


def asked_part(tokens: Sequence[str]) -> tuple[int, int]:
    """Return where the question itself begins and ends: `may it move` in `A unit is dispersed: may it move?`"""
    marks = [place for place, token in enumerate(tokens) if token == "?"]
    end = marks[-1] if marks else len(tokens)
    starts = [0, *(place + 1 for place, token in enumerate(tokens[:end]) if token in _MARKS)]
    for asking in (_ASKING, _TIME_WORDS):
        places = [place for start in starts if (place := _asks_at(tokens, start, end, asking)) is not None]
        if places:
            return places[-1], end
    return 0, end


def _asks_at(tokens: Sequence[str], start: int, end: int, asking: frozenset[str]) -> int | None:
    """Return the place of the first word of a question that begins at a place, or right behind one small word there."""
    if start < end and tokens[start] in asking:
        return start
    second = start + 1
    return second if second < end and tokens[start] in _LEAD_WORDS and tokens[second] in asking else None


def asked_kind(tokens: Sequence[str]) -> str:
    """Return what the words of a question ask for: `may`, `is`, `much`, `what`, `when`, `who`, or nothing of these."""
    first, second = (*tokens, "", "")[:2]
    has_duty = not _DUTY.isdisjoint(tokens) or not _DUTIES.isdisjoint(pairwise(tokens))
    if first in MODALS or (second in MODALS and first in ("where", "when", "which", "what", "why")) or (first in _VERBS and has_duty):
        return "may"
    if first == "how" and second in _AMOUNT:
        return "much"
    if first == "what" and not {"cost", "costs", "number", "percentage"}.isdisjoint(tokens) and second in _VERBS:
        return "much"
    if first in ("who", "whose") or (first, second) == ("which", "side"):
        return "who"
    if first == "when":
        return "when"
    if first == "why" or first in ("how", "what", "which", "where"):
        return "what"
    return "is" if first in _VERBS else ""

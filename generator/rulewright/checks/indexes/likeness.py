"""Similarity of two names: by the words of the identifier and of its phrase, in any order and inflection."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from functools import cache

from rulewright.base.records import record

WORD = re.compile(r"[A-Za-z]{2,}")
PLACEHOLDER = re.compile(r"\{[^}]*\}")
DUTY_WORDS = frozenset(("may", "must", "can", "need", "needs", "needed", "required", "allowed", "able", "free", "forbidden"))
"""Words of duty and permission: who has to do a thing has not done it yet."""
HAVE_TO = re.compile(r"\b(has|have) to\b")
SMALL_WORDS = frozenset(
    (
        "an",
        "and",
        "as",
        "at",
        "be",
        "been",
        "by",
        "for",
        "from",
        "had",
        "has",
        "have",
        "in",
        "into",
        "is",
        "it",
        "its",
        "of",
        "on",
        "one",
        "or",
        "that",
        "the",
        "their",
        "they",
        "to",
        "was",
        "were",
        "which",
        "with",
    )
)
COMMON_ROOT_LETTERS = 3
"""Minimal common prefix of the forms of a word, in letters: `entry`, `enter`, `entered`."""
MIN_FORM_SIMILARITY = 0.8


@record
class NameWords:
    """The words of a name and of its phrase, without function words; `ought` is true if one of them is a word of duty."""

    of_name: frozenset[str]
    of_phrase: frozenset[str]
    ought: bool


def words_of(name: str, phrase: str | None) -> NameWords:
    """Return the words of an identifier and of its phrase; without a phrase, the identifier's words serve for both."""
    of_name = _words_in(name.replace("_", " "))
    of_phrase = _words_in(PLACEHOLDER.sub(" ", phrase)) if phrase else of_name
    return NameWords(of_name - SMALL_WORDS - DUTY_WORDS, of_phrase - SMALL_WORDS - DUTY_WORDS, bool(DUTY_WORDS & (of_name | of_phrase)))


def likeness(first: NameWords, second: NameWords) -> float:
    """Return the share of common words, from 0 to 1: the mean of the share for identifiers and for phrases."""
    return (_shared_fraction(first.of_name, second.of_name) + _shared_fraction(first.of_phrase, second.of_phrase)) / 2


def _words_in(text: str) -> frozenset[str]:
    return frozenset(WORD.findall(HAVE_TO.sub("must", text.lower())))


def _shared_fraction(first: frozenset[str], second: frozenset[str]) -> float:
    """Return the fraction of words in both sets that are a form of a word in the other set."""
    if not first or not second:
        return 0.0
    matches = sum(any(_are_forms_of_one_word(word, word_of_other) for word_of_other in second) for word in first) + sum(
        any(_are_forms_of_one_word(word, word_of_other) for word_of_other in first) for word in second
    )
    return matches / (len(first) + len(second))


@cache
def _are_forms_of_one_word(first: str, second: str) -> bool:
    """Return True if these are forms of one word: `enter` and `entry`, `attack` and `attacker`."""
    return first == second or (
        first[:COMMON_ROOT_LETTERS] == second[:COMMON_ROOT_LETTERS]
        and SequenceMatcher(None, first, second, autojunk=False).ratio() >= MIN_FORM_SIMILARITY
    )

"""How much alike two names are: by the words of the identifier and of the phrase that readers see, in any order and in all their forms."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from functools import cache

from rulewright.base.records import record

WORD = re.compile(r"[A-Za-z]{2,}")
PLACEHOLDER = re.compile(r"\{[^}]*\}")
DUTY = frozenset(("may", "must", "can", "need", "needs", "needed", "required", "allowed", "able", "free", "forbidden"))
"""Words that say what ought to be: who has to do a thing has not done it yet."""
HAVE_TO = re.compile(r"\b(has|have) to\b")
SMALL = frozenset(
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
ROOT = 3
"""Letters that the forms of a word have in common at least: `entry`, `enter`, `entered`."""
ONE_WORD = 0.8


@record
class Words:
    """The words of a name and of its phrase, without small ones; `ought` where one of them says what ought to be, not what is."""

    of_name: frozenset[str]
    of_phrase: frozenset[str]
    ought: bool


def words_of(name: str, phrase: str | None) -> Words:
    """The words of an identifier and of its phrase; of what has no phrase, the identifier's stand for it."""
    of_name = _words(name.replace("_", " "))
    of_phrase = _words(PLACEHOLDER.sub(" ", phrase)) if phrase else of_name
    return Words(of_name - SMALL - DUTY, of_phrase - SMALL - DUTY, bool(DUTY & (of_name | of_phrase)))


def likeness(one: Words, other: Words) -> float:
    """From 0 to 1: the share of words that both have, the identifiers' and the phrases' counted alike."""
    return (_share(one.of_name, other.of_name) + _share(one.of_phrase, other.of_phrase)) / 2


def _words(text: str) -> frozenset[str]:
    return frozenset(WORD.findall(HAVE_TO.sub("must", text.lower())))


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    """Which part of the words of both has a word of the other that is a form of it."""
    if not one or not other:
        return 0.0
    met = sum(any(_one_word(word, its) for its in other) for word in one) + sum(any(_one_word(word, its) for its in one) for word in other)
    return met / (len(one) + len(other))


@cache
def _one_word(one: str, other: str) -> bool:
    """Whether these are forms of one word: `enter` and `entry`, `attack` and `attacker`."""
    return one == other or (one[:ROOT] == other[:ROOT] and SequenceMatcher(None, one, other, autojunk=False).ratio() >= ONE_WORD)

"""Words of a text as stems: `moves`, `moving` and `movement` are one. `site/assets/find/stems.js` takes the same steps."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from rulewright.analysis.plain_questions.word_lists import forms_of_words, word_lists

SMALL_WORDS: Sequence[str] = word_lists()["small"].split()
"""Words that tell nothing from another."""

STOP_WORDS = frozenset([*SMALL_WORDS, *word_lists()["small_in_questions"].split()])
"""Words that tell no question from another."""

IRREGULAR = forms_of_words()
"""Forms whose endings do not lead to their word."""

NUMBER_WORDS = {word: number for number, word in enumerate(word_lists()["numbers"].split(), 2)}
"""Numbers that are written as words; `one` is more often no number."""

ENDINGS: Sequence[tuple[str, str, int]] = word_lists()["endings"]
"""Endings, what they become, and how many letters must be before them."""

DENIALS = frozenset(word_lists()["denials"].split())
"""Words that deny what follows."""

GLUE = frozenset(word_lists()["glue"].split())
"""Small words that may be left out of what names a value or a state; the others say something: *all sea*, *with a leader*."""

DERIVED_ENDINGS: Sequence[str] = word_lists()["derived_endings"].split()
"""Endings that make one word of another: *attacker* of *attack*, *rebellion* of *rebel*."""

_MARKS = re.compile("[\u0300-\u036f]")
_WORD = re.compile(r"[^\W_]+")
_LETTERS = re.compile(r"[a-z]+")
_SAID_OTHERWISE = (
    ("’", "'"), ("won't", "will not"), ("shan't", "shall not"), ("can't", "can not"), ("n't", " not"), ("cannot", "can not"),
    ("takes place", "happens"), ("take place", "happen"), ("far away from", "far from"),
)  # fmt: skip
"""What is read as something else that says the same: short forms, and words that mean something else alone."""


def plain_text(text: str) -> str:
    """Return a text in lower case without accents; `can't` as `can not`, `enemy's` as `enemy`."""
    plain = _MARKS.sub("", unicodedata.normalize("NFD", text)).lower()
    for form, replacement in _SAID_OTHERWISE:
        plain = plain.replace(form, replacement)
    return re.sub(r"'s(?![a-z])", "", plain).replace("%", " percent ")


def is_small(word: str) -> bool:
    """Return True for a word that tells no question from another, and for a number."""
    return word in STOP_WORDS or re.fullmatch(r"[0-9]+", word) is not None


def stem_of(word: str) -> str:
    """Return what a word has in common with its other forms: `supplies`, `supplied` and `supply` -> `supply`."""
    word = IRREGULAR.get(word, word)
    if len(word) < 4 or _LETTERS.fullmatch(word) is None:
        return word
    word = singular_of(word)
    word = _without_ending(IRREGULAR.get(word, word))
    word = re.sub(r"(?<=[a-z]{3})our$", "or", word)
    word = re.sub(r"(?<=[a-z]{3})is$", "iz", word[:-1] if word.endswith("e") and len(word) > 3 else word)
    return re.sub(r"(?<=[a-z]{4})at$", "", word)


def base_of(stem: str) -> str:
    """Return the stem of the word that another is made of: `attacker` -> `attack`; itself where it is made of none."""
    for ending in DERIVED_ENDINGS:
        base = stem[: -len(ending)]
        if stem.endswith(ending) and len(base) >= 4:
            return base_of(re.sub(r"([^aeiou])\1$", r"\1", base))
    return stem


def singular_of(word: str) -> str:
    """Return a word without the ending of several: `wagons` -> `wagon`, `supplies` -> `supply`."""
    if re.search(r"(?:ss|x|ch|sh|zz)es$", word):
        return word[:-2]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-1] if re.search(r"[^sui]s$", word) else word


def _without_ending(word: str) -> str:
    for ending, ending_instead, minimum in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= minimum:
            stump = word[: -len(ending)] + ending_instead
            return re.sub(r"([^aeiouylsz])\1$", r"\1", stump) if ending in ("ing", "ed") else stump
    return word


def full_words(text: str) -> list[str]:
    """Return the words of a text that tell questions apart, in their order."""
    return [word for word in _WORD.findall(plain_text(text)) if not is_small(word)]


def stems_of(text: str) -> list[str]:
    """Return the stems of the words of a text that tell questions apart, in their order."""
    return [stem_of(word) for word in full_words(text)]


def pattern_of(text: str) -> list[str]:
    """Return the stems, figures and telling small words of what names a value or a state: `with a 2-5 division` -> `with 2 5 diviz`."""
    words = [str(NUMBER_WORDS.get(word, word)) for word in _WORD.findall(plain_text(text))]
    telling_words = [word for word in words if word not in GLUE and word not in DENIALS]
    return [word if word.isdigit() or word in STOP_WORDS else stem_of(word) for word in telling_words]


LIGHT_STEMS = frozenset(map(stem_of, word_lists()["light"].split()))
"""Stems of verbs and nouns that say nothing by themselves: `take a fortress`, `use a bridge`, `a unit`."""

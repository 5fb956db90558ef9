"""Words of a text as stems: `moves`, `moving` and `movement` are one. `site/assets/ask/plain.js` takes the same steps."""

from __future__ import annotations

import re
import unicodedata

STOP_WORDS = frozenset(
    [
        "a",
        "all",
        "also",
        "am",
        "an",
        "and",
        "any",
        "are",
        "as",
        "at",
        "be",
        "been",
        "being",
        "both",
        "but",
        "by",
        "can",
        "could",
        "d",
        "did",
        "do",
        "does",
        "during",
        "each",
        "either",
        "every",
        "far",
        "for",
        "from",
        "get",
        "go",
        "goes",
        "got",
        "had",
        "has",
        "have",
        "he",
        "her",
        "here",
        "hers",
        "him",
        "his",
        "how",
        "i",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "itself",
        "just",
        "long",
        "many",
        "may",
        "me",
        "might",
        "mine",
        "much",
        "must",
        "my",
        "need",
        "needs",
        "no",
        "nor",
        "not",
        "now",
        "of",
        "off",
        "on",
        "one",
        "or",
        "other",
        "our",
        "out",
        "over",
        "own",
        "same",
        "shall",
        "she",
        "should",
        "so",
        "some",
        "still",
        "such",
        "t",
        "than",
        "that",
        "the",
        "their",
        "theirs",
        "them",
        "then",
        "there",
        "these",
        "they",
        "this",
        "those",
        "to",
        "too",
        "under",
        "up",
        "us",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "whether",
        "which",
        "while",
        "who",
        "whom",
        "whose",
        "why",
        "will",
        "with",
        "would",
        "you",
        "your",
    ]
)
"""Words that tell no question from another."""

IRREGULAR = {
    form: base
    for base, forms in {
        "begin": "began begun", "break": "broke broken", "bring": "brought", "build": "built", "choose": "chose chosen choice",
        "come": "came", "defence": "defense defensive", "defend": "defender defenders", "draw": "drew drawn",
        "fall": "fell fallen", "feed": "fed",
        "fight": "fought", "fly": "flew flown flight", "foot": "feet", "give": "gave given", "half": "halve halves halved halving",
        "hold": "held", "keep": "kept", "leave": "left", "lose": "lost loss losses", "make": "made", "man": "men", "meet": "met",
        "pay": "paid", "percent": "percentage percentages", "put": "puts putting", "send": "sent",
        "spend": "spent", "stand": "stood", "strike": "struck",
        "take": "took taken", "throw": "threw thrown", "win": "won winner",
    }.items()
    for form in forms.split()
}  # fmt: skip
"""Forms whose endings do not lead to their word."""

_FROM_TWO = """two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
    twenty"""
NUMBER_WORDS = {word: number for number, word in enumerate(_FROM_TWO.split(), 2)}
"""Numbers that are written as words; `one` is more often no number."""

LIGHT_STEMS = frozenset(
    [
        *("tak", "mak", "use", "used", "using", "happen", "allow", "permit", "wish", "want", "try", "attempt", "possibl"),
        *("unit", "guy", "troop", "counter", "piec", "player", "gam", "rul"),
    ]
)
"""Stems of verbs and nouns that say nothing by themselves: `take a fortress`, `use a bridge`, `a unit`."""

ENDINGS = (
    ("ied", "y", 2), ("ation", "", 4), ("ition", "it", 3), ("sion", "s", 4), ("tion", "t", 3), ("ment", "", 3), ("ing", "", 3),
    ("ed", "", 3), ("ally", "al", 3), ("ly", "", 5), ("sal", "s", 4), ("val", "v", 4), ("ance", "", 6), ("ness", "", 4),
)  # fmt: skip
"""Endings, what they become, and how many letters must be before them."""

DENIALS = frozenset(["not", "no", "non", "never", "without", "neither", "nor"])

_GLUE = """a am an and any are as at be been being by each either every for from had has have he her his i in into is it its itself me my of
    on one or our she that the their them they this those these to was we were you your"""
GLUE = frozenset(_GLUE.split())
"""Small words that may be left out of what names a value or a state; the others say something: *all sea*, *with a leader*."""

DERIVED_ENDINGS = ("ship", "er", "or", "ion", "iv", "al")
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

"""Small turns of English that sentences about rules need: plurals, verbs after `may`, negation, lists."""

from __future__ import annotations

import re
from collections.abc import Sequence

_IRREGULAR = {"is": "be", "are": "be", "has": "have", "does": "do", "goes": "go", "dies": "die", "lies": "lie", "ties": "tie"}
_AUXILIARY = re.compile(r" (is|are|was|were|has been|have been|may|must|can|will|does|do)\b(?! not\b)")
_THIRD_PERSON = re.compile(r"[a-z]+s\Z")
_SIBILANT = ("s", "x", "z", "ch", "sh")


def plural(noun: str) -> str:
    """`hex` -> `hexes`, `ally` -> `allies`, `movement point` -> `movement points`, `mile per hour` -> `miles per hour`."""
    head, separator, tail = noun.partition(" of ") if " of " in noun else noun.partition(" per ")
    if head.endswith("s") and not head.endswith("ss"):
        return noun
    if head.endswith("y") and head[-2:-1] not in "aeiou":
        head = head[:-1] + "ies"
    elif head.endswith(_SIBILANT):
        head += "es"
    else:
        head += "s"
    return head + separator + tail


def bare_verb(word: str) -> str | None:
    """The form that stands after `may`: `draws` -> `draw`, `is` -> `be`; None for what is no verb in the third person."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if not _THIRD_PERSON.match(word) or word.endswith("ss") or len(word) < 3:
        return None
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith("es") and word[:-2].endswith(_SIBILANT) and not word.endswith(("ses", "zes")):
        return word[:-2]
    if word.endswith("sses"):
        return word[:-2]
    return word[:-1]


def negated(sentence: str) -> str:
    """`the unit is in reserve` -> `the unit is not in reserve`; where no auxiliary is found, `it is not so that …`."""
    found = _AUXILIARY.search(sentence)
    if found is None:
        return f"it is not so that {sentence}"
    return f"{sentence[: found.end(1)]} not{sentence[found.end(1) :]}"


def listed(parts: Sequence[str], word: str) -> str:
    """`a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def capital(sentence: str) -> str:
    """With a capital at the beginning."""
    return sentence[:1].upper() + sentence[1:]


def worded(name: str) -> str:
    """A name as words: `horse_artillery` -> `horse artillery`."""
    return name.replace("_", " ").strip()

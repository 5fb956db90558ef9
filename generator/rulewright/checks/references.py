"""References in prose: `[9.13]`, `[zone of control]`, `[5.2] to [5.4]`, and case numbers written out (`cases 5.2 to 5.4`)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

NUMBER = r"[A-Za-z0-9_]+(?:[./][A-Za-z0-9_]+)*"
BRACKETED = re.compile(r"\[([^\[\]]+)\](?!\()")
CASE_LIKE = re.compile(rf"(?=.*[0-9./]){NUMBER}(?: and below)?")
# outside brackets only what can be nothing else: the word `case`, and numbers with a point in them
SPOKEN = re.compile(r"\b[Cc]ases?\s+([0-9]+\.[0-9]+[a-z]?(?:(?:\s*,\s*|\s+(?:and|or|to)\s+)[0-9]+\.[0-9]+[a-z]?)*)")
SPOKEN_NUMBER = re.compile(r"[0-9]+\.[0-9]+[a-z]?")


@dataclass(frozen=True, slots=True)
class ProseReferences:
    """What one text refers to: numbers of cases, and words in brackets (terms of the glossary, or headings)."""

    cases: tuple[str, ...]
    words: tuple[str, ...]


NOTHING = ProseReferences((), ())


@lru_cache(maxsize=100_000)
def references_in(text: str) -> ProseReferences:
    """The references of a text, each once, in order. `movement.5` and `8.6` are numbers, `zone of control` and `morale` are words."""
    if "[" not in text and "ase" not in text:
        return NOTHING
    cases: dict[str, None] = {}
    words: dict[str, None] = {}
    for inside in BRACKETED.findall(text):
        for part in inside.split(", ") if "," in inside and any(c.isdigit() for c in inside) else (inside,):
            if CASE_LIKE.fullmatch(part):
                cases[part.removesuffix(" and below")] = None
            else:
                words[part] = None
    for numbers in SPOKEN.findall(text):
        cases.update(dict.fromkeys(SPOKEN_NUMBER.findall(numbers)))
    return ProseReferences(tuple(cases), tuple(words))

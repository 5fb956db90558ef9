"""What a text in prose refers to, as the checks need it: numbers of cases and words in brackets, each once."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from rulewright.rulebook.prose import references, terms


@dataclass(frozen=True, slots=True)
class ProseReferences:
    """Numbers of cases (of a range, `5.2 to 5.4`, its two ends), and words in brackets: terms of the glossary.

    `bare` are numbers that may also be quantities: references only where the edition has such a case.
    """

    cases: tuple[str, ...]
    words: tuple[str, ...]
    bare: tuple[str, ...] = ()


NOTHING = ProseReferences((), ())


def references_in(text: str, known: Container[str]) -> ProseReferences:
    """The references of a text in order; `known` are the numbers of the book, which tell `[Q10]` from a word."""
    found = references(text, known)
    words = terms(text, known)
    if not found and not words:
        return NOTHING
    numbers = (number for one in found if not one.bare for number in (one.number, one.last) if number is not None)
    bare = (one.number for one in found if one.bare)
    return ProseReferences(tuple(dict.fromkeys(numbers)), tuple(dict.fromkeys(one.name for one in words)), tuple(dict.fromkeys(bare)))

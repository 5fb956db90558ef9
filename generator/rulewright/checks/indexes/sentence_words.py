"""What a formal line says, in the terms in which prose can say it too: its numbers and its words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache, lru_cache
from unicodedata import combining, normalize

from rulewright.base.keywords import Comparison, Gather
from rulewright.checks.indexes.figures import values_said
from rulewright.syntax import nodes
from rulewright.syntax.traversal import descendants

RANGE = re.compile(r"(\d+)?\.\.(\d+)?")
WORD = re.compile(r"[^\W\d_]+")
STEM = 5
"""So many letters of a word stand for all of its forms: `Prussia`, `Prussian`."""


def numbers_said(node: nodes.Node) -> frozenset[Fraction]:
    """Every number that a reader can find in a line: bounds as the next number too, numbers in names, a list by its length."""
    found: set[Fraction] = set()
    for part in descendants(node):
        found |= _numbers_of(part)
        for text in _texts(part):
            found |= values_said(text.replace("_", " "))
    return frozenset(found)


def written_numbers(node: nodes.Node) -> Iterator[nodes.Number]:
    """The numbers that are written as numbers, without the 2 by which `at least 2` of a count says *several*."""
    several = {id(part.right) for part in descendants(node) if isinstance(part, nodes.Compare) and _several(part)}
    return (part for part in descendants(node) if isinstance(part, nodes.Number) and id(part) not in several)


def _several(part: nodes.Compare) -> bool:
    counted = isinstance(part.left, nodes.Aggregate) and part.left.gather in (Gather.NUMBER, Gather.DIFFERENT)
    return counted and part.comparison is Comparison.AT_LEAST and isinstance(part.right, nodes.Number) and part.right.value == 2


def words_said(node: nodes.Node) -> Iterator[str]:
    """Every word of a line, names taken apart."""
    for part in descendants(node):
        for text in _texts(part):
            yield from words(text.replace("_", " "))


@lru_cache(maxsize=1 << 16)
def words(text: str) -> tuple[str, ...]:
    return tuple(WORD.findall(text))


def stems(said: Iterable[str]) -> frozenset[str]:
    return frozenset(_plain(word)[:STEM] for word in said)


@cache
def _plain(word: str) -> str:
    """In small letters, without accents: `blucher` of `Blücher`."""
    return "".join(letter for letter in normalize("NFD", word.casefold()) if not combining(letter))


def _numbers_of(part: nodes.Node) -> set[Fraction]:
    match part:
        case nodes.Number():
            return {part.value, abs(part.value), part.value * 100, part.value / 100}
        case nodes.Compare() if isinstance(part.right, nodes.Number):
            return _next_to(part.right.value)
        case nodes.Scaled():
            return {part.factor, part.factor * 100, 1 / part.factor if part.factor else part.factor}
        case nodes.Binder():
            return {Fraction(end) for end in (part.low, part.high) if end is not None}
        case nodes.Component():
            return set() if part.count is None else {Fraction(part.count)}
        case nodes.MonthDate():
            return {Fraction(one) for one in (part.date.part, part.date.day) if one is not None}
        case nodes.Cell():
            ends = [Fraction(end) for found in RANGE.finditer(part.text) for end in found.groups() if end]
            return {value for end in ends for value in _next_to(end)}
        case nodes.Setup():
            return {Fraction(len(part.at))}
        case nodes.In():
            return {Fraction(len(part.members))}
        case _:  # open: all others have no numbers of their own
            return set()


def _next_to(bound: Fraction) -> set[Fraction]:
    """`more than 3` is 4 or more, and where `3 or less` goes on, something else begins at 4."""
    return {bound, bound + 1, bound - 1}


def _texts(part: nodes.Node) -> Iterator[str]:
    for name in _texts_of(part.__class__):
        text = getattr(part, name)
        if isinstance(text, str):
            yield text
        elif isinstance(text, tuple):
            yield from (one for one in text if isinstance(one, str))


TEXTS = ("name", "text", "title", "phrase", "unit", "label", "turn", "piece", "at", "chooser", "new", "printed", "read", "among")


_TEXTS_OF: dict[type, tuple[str, ...]] = {}


def _texts_of(kind: type[nodes.Node]) -> tuple[str, ...]:
    """Those of them that a kind of node has."""
    found = _TEXTS_OF.get(kind)
    if found is None:
        found = _TEXTS_OF[kind] = tuple(name for name in TEXTS if hasattr(kind, name))
    return found

"""Numbers and words of a formal line, in a form comparable with prose."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache, lru_cache
from unicodedata import combining, normalize

from rulewright.base.keywords import Comparison, Gather
from rulewright.checks.indexes.figures import values_in_text
from rulewright.syntax import nodes
from rulewright.syntax.traversal import descendants

RANGE = re.compile(r"(\d+)?\.\.(\d+)?")
WORD = re.compile(r"[^\W\d_]+")
LETTER_THEN_DIGIT = re.compile(r"(?<=[a-z])(?=\d)")
"""Where the number of a name begins: `ao5`."""
HALF = Fraction(1, 2)
"""What a rounding turns on."""
STEM = 5
"""Length of a stem in letters, the same for all forms of a word: `Prussia`, `Prussian`."""


def numbers_in_node(node: nodes.Node) -> frozenset[Fraction]:
    """Return the numbers that a reader can find in a line: bounds also as the adjacent integers, numbers in names, a list by its length."""
    numbers: set[Fraction] = set()
    for part in descendants(node):
        numbers |= _numbers_of(part)
        for text in _texts_in(part):
            numbers |= values_in_text(LETTER_THEN_DIGIT.sub(" ", text.replace("_", " ")))
    return frozenset(numbers)


def written_numbers(node: nodes.Node) -> Iterator[nodes.Number]:
    """Return the literal numbers, without the 2 in `at least 2` of a count, which only means *several*."""
    pairs_meant = {id(part.right) for part in descendants(node) if isinstance(part, nodes.Compare) and _means_several(part)}
    return (part for part in descendants(node) if isinstance(part, nodes.Number) and id(part) not in pairs_meant)


def _means_several(part: nodes.Compare) -> bool:
    counted = isinstance(part.left, nodes.Aggregate) and part.left.gather in (Gather.NUMBER, Gather.DIFFERENT)
    return counted and part.comparison is Comparison.AT_LEAST and isinstance(part.right, nodes.Number) and part.right.value == 2


def words_in_node(node: nodes.Node) -> Iterator[str]:
    """Yield the words of a line, with identifiers split at underscores."""
    for part in descendants(node):
        for text in _texts_in(part):
            yield from split_words(text.replace("_", " "))


@lru_cache(maxsize=1 << 16)
def split_words(text: str) -> tuple[str, ...]:
    return tuple(WORD.findall(text))


def stems_of_words(text_words: Iterable[str]) -> frozenset[str]:
    return frozenset(_fold_accents(word)[:STEM] for word in text_words)


@cache
def _fold_accents(word: str) -> str:
    """Return a word in lower case without accents: `blucher` for `Blücher`."""
    return "".join(letter for letter in normalize("NFD", word.casefold()) if not combining(letter))


def _numbers_of(part: nodes.Node) -> set[Fraction]:
    match part:
        case nodes.Number():
            return {part.value, abs(part.value), part.value * 100, part.value / 100, *_changes_by(part.value)}
        case nodes.Compare() if isinstance(part.right, nodes.Number):
            return _neighbours_of(part.right.value)
        case nodes.Scaled():
            changes = _changes_by(part.factor, always=part.word == "percent")
            return {part.factor, part.factor * 100, 1 / part.factor if part.factor else part.factor, *changes}
        case nodes.Rate():
            return {part.count}
        case nodes.Rounded():
            return {HALF} if part.step is None else {HALF, Fraction(part.step.decimal)}
        case nodes.Rule() if part.rounding is not None:
            return {HALF}
        case nodes.Binder():
            return {Fraction(end) for end in (part.low, part.high) if end is not None}
        case nodes.Component():
            return set() if part.count is None else {Fraction(part.count)}
        case nodes.MonthDate():
            return {Fraction(number) for number in (part.date.part, part.date.day) if number is not None}
        case nodes.Cell():
            ends = [Fraction(end) for match in RANGE.finditer(part.text) for end in match.groups() if end]
            return {value for end in ends for value in _neighbours_of(end)}
        case nodes.Setup():
            return {Fraction(len(part.at))}
        case nodes.In():
            return {Fraction(len(part.members))}
        case nodes.AtLeast() | nodes.Guard() if part.count:
            return {Fraction(part.count)}
        case _:  # open: no other node has numbers of its own
            return set()


def _changes_by(factor: Fraction, *, always: bool = False) -> set[Fraction]:
    """Return by how much an amount times a broken factor is more or less, in parts and in the hundred: 125 percent is 25 per cent more."""
    return {abs(factor - 1), abs(factor - 1) * 100} if always or factor.denominator > 1 else set()


def _neighbours_of(limit: Fraction) -> set[Fraction]:
    """Return a bound with its adjacent integers: `more than 3` is 4 or more, and after `3 or less` something else begins at 4."""
    return {limit, limit + 1, limit - 1}


def _texts_in(part: nodes.Node) -> Iterator[str]:
    for name in _text_fields_of(part.__class__):
        text = getattr(part, name)
        if isinstance(text, str):
            yield text
        elif isinstance(text, tuple):
            yield from (item for item in text if isinstance(item, str))


TEXT_FIELDS = ("name", "text", "title", "phrase", "unit", "label", "turn", "piece", "at", "chooser", "new", "printed", "read", "among")


_TEXT_FIELDS_BY_KIND: dict[type, tuple[str, ...]] = {}


def _text_fields_of(kind: type[nodes.Node]) -> tuple[str, ...]:
    """Return the fields of `TEXT_FIELDS` that a kind of node has."""
    names = _TEXT_FIELDS_BY_KIND.get(kind)
    if names is None:
        names = _TEXT_FIELDS_BY_KIND[kind] = tuple(name for name in TEXT_FIELDS if hasattr(kind, name))
    return names

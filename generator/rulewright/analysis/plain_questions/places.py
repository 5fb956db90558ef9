"""Cases, tables, terms and options of a rulebook that speak of some words, and the words of which it does not speak at all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log

from rulewright.analysis.plain_questions.stems import LIGHT_STEMS
from rulewright.analysis.plain_questions.table import Table
from rulewright.analysis.plain_questions.words import Word, read_words
from rulewright.base.records import record

TITLE_WEIGHT, TEXT_WEIGHT = 3, 1
LISTED_SHARE = 50
"""A place is listed if it weighs so many percent of the first one."""


@record
class Place:
    """A case, table, term or option that speaks of some words: its kind, its name, its title. A table has the number of its case."""

    kind: str
    name: str
    title: str

    def to_json(self) -> dict[str, str]:
        """Return an entry of `mentions`."""
        return {"kind": self.kind, "name": self.name, "title": self.title}


@record
class Mentions:
    """The places that speak of some words, the most telling first, and the words that stand nowhere in the book."""

    places: tuple[Place, ...]
    unknown: tuple[str, ...]


def find_mentions(table: Table, text: str, limit: int = 5) -> Mentions:
    """Return the places of a book that speak of the words of a text, and the words that it does not have."""
    words, _ = read_words(table, text)
    full = [word for word in words if word.stem and word.stem not in LIGHT_STEMS]
    spread = _count_places(table, {word.stem for word in full})
    phrases = [stems for stems, *_ in table["values"]] + [stems for forms in table["states"].values() for stems, _ in forms]
    vocabulary = {*table["rarity"], *table["nouns"], *(stem for stems in phrases for stem in stems)}
    unknown = tuple(dict.fromkeys(word.text for word in full if not spread[word.stem] and word.stem not in vocabulary))
    rated = sorted(((_weight(entry, full, spread, len(table["places"])), entry) for entry in table["places"]), key=lambda rated: -rated[0])
    best = rated[0][0] if rated else 0
    best_entries = [entry for weight, entry in rated[:limit] if weight and weight * 100 >= best * LISTED_SHARE]
    return Mentions(tuple(Place(kind, name, title) for kind, name, title, *_ in best_entries), unknown)


def _count_places(table: Table, stems: Iterable[str]) -> dict[str, int]:
    return {stem: sum(stem in entry[3] or stem in entry[4] for entry in table["places"]) for stem in stems}


def _weight(entry: Sequence[object], words: Sequence[Word], spread: dict[str, int], count: int) -> int:
    """Return how much a place speaks of some words, in thousandths of what a word in one place alone counts."""
    _, _, _, title, text = entry
    assert isinstance(title, list) and isinstance(text, list)
    weight = 0
    for stem in {word.stem for word in words}:
        share = TITLE_WEIGHT if stem in title else TEXT_WEIGHT if stem in text else 0
        weight += share * round(1000 * log(1 + count / max(spread[stem], 1)))
    return weight

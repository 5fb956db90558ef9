"""Some defects of each kind, drawn at random over the books, and always the same for one seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence

from benchmarks.sown.in_acts import IN_ACTS
from benchmarks.sown.in_blocks import IN_BLOCKS
from benchmarks.sown.in_conditions import IN_CONDITIONS, bounds
from benchmarks.sown.in_rules import IN_RULES
from benchmarks.sown.in_tables import IN_TABLES, keys
from benchmarks.sown.in_words import IN_WORDS
from benchmarks.sown.kinds import Kind
from benchmarks.sown.text import Book, Sown
from rulewright.base.resources import book_folder, shipped_books


def _bounds(book: Book, chance: random.Random) -> Iterator[Sown]:
    yield from bounds(book, chance)
    yield from keys(book, chance)


PLACES: Mapping[Kind, Callable[[Book, random.Random], Iterator[Sown]]] = {
    **IN_CONDITIONS,
    **IN_RULES,
    **IN_TABLES,
    **IN_BLOCKS,
    **IN_ACTS,
    **IN_WORDS,
    Kind.BOUND: _bounds,
}
"""For each kind, what finds its places in a book."""


def books() -> list[Book]:
    """The shipped books."""
    return [Book(name, book_folder(name)) for name in shipped_books()]


def places(kind: Kind, among: Sequence[Book], seed: int) -> list[Sown]:
    """Every place of a kind; what is written there instead is drawn."""
    chance = random.Random(f"{seed}/{kind}")
    return [sown for book in among for sown in PLACES[kind](book, chance)]


def drawn(kind: Kind, among: Sequence[Book], how_many: int, seed: int) -> list[Sown]:
    """So many defects of a kind; all of them where there are no more."""
    found = places(kind, among, seed)
    return found if len(found) <= how_many else random.Random(f"{seed}/{kind}/drawn").sample(found, how_many)

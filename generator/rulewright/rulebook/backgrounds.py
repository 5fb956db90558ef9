"""Shared backgrounds of examples: default facts, in the order in which they yield to one another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from rulewright.base.records import record
from rulewright.base.source import Place
from rulewright.rulebook.model import Rulebook
from rulewright.syntax import nodes


@record
class SharedBackground:
    """A background with its place."""

    node: nodes.Background
    place: Place


Level: TypeAlias = tuple[SharedBackground, ...]
"""Backgrounds of equal precedence."""


class Backgrounds:
    """The backgrounds of a book: the named ones, and those of files. Backgrounds of a clause are read from its block."""

    def __init__(self, book: Rulebook) -> None:
        self.named: dict[str, SharedBackground] = {}
        self._by_file: dict[str, SharedBackground] = {}
        self._clauses = book.clauses
        for entry in book.front_blocks:
            match entry.block:
                case nodes.Background():
                    self.named.setdefault(entry.block.name, SharedBackground(entry.block, entry.place))
                case nodes.Chapter(background=nodes.Background() as node):
                    self._by_file.setdefault(entry.place.path, SharedBackground(node, entry.place))
                case _:  # open: other lines of the front page have no background
                    pass

    def all_backgrounds(self) -> Iterator[SharedBackground]:
        """Yield the backgrounds of the book."""
        yield from self.named.values()
        yield from self._by_file.values()
        for entry in self._clauses:
            yield from _clause_backgrounds(entry.block, entry.place)

    def levels_of_example(self, example: nodes.Example, block: nodes.Block, place: Place) -> tuple[Level, ...]:
        """Return the backgrounds of an example in a block, the nearest first; a nearer background overrides a farther one.

        The order: backgrounds named by the example; those of its clause, then those that these name; that of the file, then those it names.
        """
        return tuple(level for level in (self._resolve_names(example.backgrounds), *self.levels_of_block(block, place)) if level)

    def levels_of_block(self, block: nodes.Block, place: Place) -> tuple[Level, ...]:
        """Return the backgrounds common to all examples of a block, the nearest first."""
        clause_level = _clause_backgrounds(block, place)
        file = self._by_file.get(place.path)
        levels: list[Level] = []
        for level in (clause_level, () if file is None else (file,)):
            levels += [level, self._resolve_names(name for shared in level for name in shared.node.backgrounds)]
        return tuple(level for level in levels if level)

    def _resolve_names(self, names: Iterable[str]) -> Level:
        return tuple(self.named[name] for name in dict.fromkeys(names) if name in self.named)


def _clause_backgrounds(block: nodes.Block, place: Place) -> Level:
    """Return the backgrounds that are lines of a clause."""
    return tuple(SharedBackground(line, place) for line in getattr(block, "body", ()) if isinstance(line, nodes.Background))

"""What stands behind an example: the backgrounds that it shares with others, in the order in which they give way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from rulewright.base.records import record
from rulewright.base.source import Place
from rulewright.rulebook.model import Rulebook
from rulewright.syntax import nodes


@record
class Shared:
    """A background and where it is written."""

    node: nodes.Background
    place: Place


Level: TypeAlias = tuple[Shared, ...]
"""Backgrounds of which none goes before another."""


class Backgrounds:
    """The backgrounds of a book: the named ones, and those of whole files. The ones of a clause are in its block."""

    def __init__(self, book: Rulebook) -> None:
        self.named: dict[str, Shared] = {}
        self._of_files: dict[str, Shared] = {}
        self._clauses = book.clauses
        for placed in book.front_blocks:
            match placed.block:
                case nodes.Background():
                    self.named.setdefault(placed.block.name, Shared(placed.block, placed.place))
                case nodes.Chapter(background=nodes.Background() as node):
                    self._of_files.setdefault(placed.place.path, Shared(node, placed.place))
                case _:  # open: other lines of the front page have no background
                    pass

    def every(self) -> Iterator[Shared]:
        """Every background of the book."""
        yield from self.named.values()
        yield from self._of_files.values()
        for placed in self._clauses:
            yield from _own(placed.block, placed.place)

    def behind(self, example: nodes.Example, block: nodes.Block, place: Place) -> tuple[Level, ...]:
        """The backgrounds of an example of this block, the nearest first: what a nearer one says of a fact goes before a farther one.

        First those that the example names; then its clause's own, then those that this names; then the file's, and those that it names.
        """
        return tuple(level for level in (self._called(example.backgrounds), *self.of_all(block, place)) if level)

    def of_all(self, block: nodes.Block, place: Place) -> tuple[Level, ...]:
        """The backgrounds that all examples of a block have, the nearest first."""
        own = _own(block, place)
        file = self._of_files.get(place.path)
        found: list[Level] = []
        for level in (own, () if file is None else (file,)):
            found += [level, self._called(name for shared in level for name in shared.node.backgrounds)]
        return tuple(level for level in found if level)

    def _called(self, names: Iterable[str]) -> Level:
        return tuple(self.named[name] for name in dict.fromkeys(names) if name in self.named)


def _own(block: nodes.Block, place: Place) -> Level:
    """The backgrounds that are lines of a clause."""
    return tuple(Shared(line, place) for line in getattr(block, "body", ()) if isinstance(line, nodes.Background))

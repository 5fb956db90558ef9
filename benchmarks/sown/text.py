"""A book as it is written, and a defect as what it does to the text of one or two of its files."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from pathlib import Path

from benchmarks.sown.kinds import Kind
from rulewright.base.source import Place, Source, Span
from rulewright.checks.indexes.clauses import body_lines, clause_numbers
from rulewright.syntax import nodes
from rulewright.syntax.parser import parse_source
from rulewright.syntax.traversal import descendants
from rulewright.workspace.inputs import Inputs, read_inputs


@dataclass(frozen=True, slots=True)
class Splice:
    """In one file, what is between two characters becomes something else."""

    path: str
    start: int
    end: int
    new: str


@dataclass(frozen=True, slots=True)
class Sown:
    """A defect. `names` are the cases that its place goes by: a finding that names one of them is at the right place."""

    kind: Kind
    book: str
    splices: tuple[Splice, ...]
    names: frozenset[str]
    was: str
    now: str


@dataclass(frozen=True, slots=True)
class Stretch:
    """Lines of a file, the last one included."""

    path: str
    first: int
    last: int

    def meets(self, path: str, first: int, last: int) -> bool:
        return self.path == path and first <= self.last and self.first <= last


@dataclass(frozen=True, slots=True)
class Written:
    """A block of a book: what it is, where its first line is, and the text of its file."""

    block: nodes.Block
    place: Place

    @property
    def cases(self) -> frozenset[str]:
        return frozenset(clause_numbers(self.block))

    @property
    def rules(self) -> Iterator[nodes.Rule]:
        """Its rules, those of its choices among them."""
        for line in body_lines(self.block):
            if isinstance(line, nodes.Rule):
                yield line
            elif isinstance(line, nodes.ReadingChoice):
                yield from line.rules


class Book:
    """The files of a shipped book, parsed once."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.inputs = read_inputs(folder)
        self.files = {path: data.decode("utf-8") for path, data in self.inputs.files}
        self.cases = [path for path, _ in self.inputs.cases]
        self._starts = {path: [0, *accumulate(len(line) + 1 for line in text.split("\n"))] for path, text in self.files.items()}

    @cached_property
    def blocks(self) -> tuple[Written, ...]:
        """Every block, in the order of the book."""
        return tuple(Written(one.block, one.place) for path in self.cases for one in parse_source(Source(path, self.files[path]))[0])

    @cached_property
    def clauses(self) -> tuple[Written, ...]:
        """The blocks that hold rules."""
        return tuple(one for one in self.blocks if isinstance(one.block, nodes.ClauseBlock))

    def declared(self, kind: type[nodes.Node]) -> Iterator[Written]:
        return (one for one in self.blocks if isinstance(one.block, kind))

    # ---- places ----------------------------------------------------------------------------------------------------------------------

    def between(self, place: Place, span: Span) -> tuple[int, int]:
        """Where in the text of its file a span begins and ends."""
        at, starts = place.location_of(span), self._starts[place.path]
        return starts[at.line - 1] + at.column - 1, starts[at.end_line - 1] + at.end_column - 1

    def written(self, place: Place, span: Span) -> str:
        start, end = self.between(place, span)
        return self.files[place.path][start:end]

    def line(self, path: str, number: int) -> str:
        return self.files[path].split("\n")[number - 1]

    def lines(self, path: str, first: int, last: int) -> tuple[int, int]:
        """Where whole lines begin and end, their line ends included."""
        return self._starts[path][first - 1], min(self._starts[path][last], len(self.files[path]))

    def extent(self, place: Place, node: nodes.Node) -> tuple[int, int]:
        """The first and the last line of a line of a clause, what is indented under it included."""
        at = place.location_of(node.span)
        lines = self.files[place.path].split("\n")
        margin, last = indent(lines[at.line - 1]), at.end_line
        while last < len(lines) and lines[last].strip() and indent(lines[last]) > margin:
            last += 1
        return at.line, last

    # ---- defects ---------------------------------------------------------------------------------------------------------------------

    def changed(self, kind: Kind, where: Written, span: Span, new: str, also: frozenset[str] = frozenset()) -> Sown:
        """The defect that a span of a block says something else."""
        start, end = self.between(where.place, span)
        return self.spliced(kind, where, start, end, new, also)

    def spliced(self, kind: Kind, where: Written, start: int, end: int, new: str, also: frozenset[str] = frozenset()) -> Sown:
        """The same between two characters of its file."""
        path = where.place.path
        return self.sown(kind, (Splice(path, start, end, new),), where.cases | also)

    def sown(self, kind: Kind, splices: tuple[Splice, ...], names: frozenset[str]) -> Sown:
        was = " … ".join(self._shown(one, self.files[one.path][one.start : one.end]) for one in splices)
        now = " … ".join(self._shown(one, one.new) for one in splices)
        return Sown(kind, self.name, splices, names, was, now)

    def _shown(self, splice: Splice, middle: str) -> str:
        """A splice with the rest of its line, on one line."""
        text = self.files[splice.path]
        start = text.rfind("\n", 0, splice.start) + 1
        end = text.find("\n", splice.end)
        return " ".join((text[start : splice.start] + middle + text[splice.end : end]).split())

    def with_defect(self, sown: Sown) -> tuple[Inputs, tuple[Stretch, ...]]:
        """The files with a defect, and the blocks in them that it is in."""
        texts = dict(self.files)
        for path in {one.path for one in sown.splices}:
            texts[path] = _spliced(texts[path], [one for one in sown.splices if one.path == path])
        files = tuple((path, text.encode("utf-8")) for path, text in texts.items())
        places = tuple(
            _block_round(texts[one.path], _new_place(one, sown.splices), one.path) for one in sown.splices if not self._is_block_lost(one)
        )
        return Inputs(self.inputs.folder, self.inputs.shown_folder, files), places

    def _is_block_lost(self, splice: Splice) -> bool:
        """Whether whole blocks are gone: then no block of the new text is the place."""
        text = self.files[splice.path]
        return not splice.new and (splice.start == 0 or text[splice.start - 1] == "\n") and text[splice.start] != " "


def _spliced(text: str, splices: Sequence[Splice]) -> str:
    for one in sorted(splices, key=lambda one: one.start, reverse=True):
        text = text[: one.start] + one.new + text[one.end :]
    return text


def _new_place(one: Splice, splices: Sequence[Splice]) -> tuple[int, int]:
    """Where a splice begins and ends in the new text."""
    shift = sum(len(other.new) - (other.end - other.start) for other in splices if other.path == one.path and other.start < one.start)
    return one.start + shift, one.start + shift + len(one.new)


def _block_round(text: str, at: tuple[int, int], path: str) -> Stretch:
    """The block that a place is in: from the line at the margin before it to the line before the next one at the margin."""
    lines = text.split("\n")
    first = min(text.count("\n", 0, at[0]) + 1, len(lines))
    last = max(first, text.count("\n", 0, max(at[0], at[1] - 1)) + 1)
    while first > 1 and (not lines[first - 1].strip() or indent(lines[first - 1]) > 0):
        first -= 1
    while last < len(lines) and (not lines[last].strip() or indent(lines[last]) > 0):
        last += 1
    return Stretch(path, first, last)


def indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def words_of(node: nodes.Node) -> Iterator[nodes.Node]:
    """A node and all below it, in the order in which they are written."""
    return iter(sorted(descendants(node), key=lambda one: (one.span.line, one.span.column, -one.span.end_line, -one.span.end_column)))


def another(chance: random.Random, among: Sequence[str], than: str) -> str | None:
    """One of several words that is not the one that is there."""
    others = [one for one in among if one != than]
    return chance.choice(others) if others else None


def enums_of(book: Book) -> Mapping[str, tuple[str, ...]]:
    """The values of each enum and scale by its name."""
    return {
        one.block.name: tuple(value.name for value in one.block.values)
        for kind in (nodes.Enum, nodes.Scale)
        for one in book.declared(kind)
        if isinstance(one.block, nodes.Enum | nodes.Scale)
    }

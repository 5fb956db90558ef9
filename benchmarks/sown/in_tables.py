"""Defects in the cells of a table."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from benchmarks.sown.kinds import Kind
from benchmarks.sown.text import Book, Sown, Splice, Written
from rulewright.checks.indexes.clauses import body_lines
from rulewright.syntax import nodes

RANGE = re.compile(r"(\d+)\.\.(\d+)")


def cells(book: Book, chance: random.Random) -> Iterator[Sown]:
    """Two neighbouring cells, in a row or in a column, have each other's value."""
    for where, table in _tables(book):
        values = _values(table)
        for row, column in values:
            for other in ((row, column + 1), (row + 1, column)):
                if other in values and values[other].text != values[(row, column)].text:
                    yield _exchanged(book, Kind.CELLS, where, values[(row, column)], values[other])


def heads(book: Book, chance: random.Random) -> Iterator[Sown]:
    """Two neighbouring columns have each other's head."""
    for where, table in _tables(book):
        if table.rows and not table.rows[0].cells[0].text:
            head = table.rows[0].cells
            for left, right in pairwise(head[1:]):
                yield _exchanged(book, Kind.HEADS, where, left, right)


def one_more(book: Book, chance: random.Random) -> Iterator[Sown]:
    """A number in a cell is one more."""
    for where, table in _tables(book):
        for cell in _values(table).values():
            if cell.text.isdigit():
                yield book.changed(Kind.CELL, where, cell.span, str(int(cell.text) + 1))


def keys(book: Book, chance: random.Random) -> Iterator[Sown]:
    """Where the ranges of two rows meet, the end of the first is one more or one less."""
    for where, table in _tables(book):
        for row, following in pairwise(table.rows):
            first, second = RANGE.search(row.cells[0].text), RANGE.search(following.cells[0].text)
            if first is not None and second is not None and int(first[2]) + 1 == int(second[1]):
                off = f"{first[1]}..{int(first[2]) + chance.choice((1, -1))}"
                yield book.changed(Kind.BOUND, where, row.cells[0].span, RANGE.sub(off, row.cells[0].text, count=1))


def _tables(book: Book) -> Iterator[tuple[Written, nodes.Table]]:
    return ((where, line) for where in book.clauses for line in body_lines(where.block) if isinstance(line, nodes.Table))


def _values(table: nodes.Table) -> dict[tuple[int, int], nodes.Cell]:
    """The cells that hold values, by row and column."""
    headed = bool(table.rows) and not table.rows[0].cells[0].text
    return {
        (number, at): cell
        for number, row in enumerate(table.rows)
        if number or not headed
        for at, cell in enumerate(row.cells)
        if at and cell.text
    }


def _exchanged(book: Book, kind: Kind, where: Written, one: nodes.Cell, other: nodes.Cell) -> Sown:
    path = where.place.path
    first, second = book.between(where.place, one.span), book.between(where.place, other.span)
    there, here = book.written(where.place, other.span), book.written(where.place, one.span)
    return book.sown(kind, (Splice(path, *first, there), Splice(path, *second, here)), where.cases)


IN_TABLES: Mapping[Kind, Callable[[Book, random.Random], Iterator[Sown]]] = {
    Kind.CELLS: cells,
    Kind.HEADS: heads,
    Kind.CELL: one_more,
}

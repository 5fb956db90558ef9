"""two neighbouring keys of a table are in the other order than all the rest

## What it does
Reads the heads of the columns of a table, and the keys of its rows, in the order in which numbers and the values of enums go. Where they
all go up (or down) but for two neighbours, it reports these.

## Why it matters
Two columns whose heads have changed places give every answer of the one for the other.

## Example
```case
enum ground: clear, rough, marsh
enum arm: foot, horse
value cost(a: arm, g: ground): 0..9

case 8.3 "Cost"
  table entry(a: arm, g: ground): 0..9
    |       | clear | marsh | rough |
    | foot  | 1     | 2     | 3     |
    | horse | 1     | 3     | 6     |
  cost(a, g) is entry(a, g)
```

## Use instead
```diff
-    |       | clear | marsh | rough |
+    |       | clear | rough | marsh |
```

## Limits
Two keys have no order of their own, and keys that go up and down are left alone. An order that is meant is accepted with its reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput, Judged
from rulewright.checks.indexes.clauses import body, clause_numbers
from rulewright.rulebook.model import Rulebook
from rulewright.syntax import nodes

CHECK = Check("RW327", "keys-exchanged", Severity.WARNING, Judged.BOOK)
PARTS = re.compile(r"\s*/\s*")
FIRST = re.compile(r'\d+|"[^"]*"|[A-Za-z_][A-Za-z0-9_]*')
ENOUGH = 3

Rank = tuple[int, ...]


def find(given: CheckInput) -> Iterator[Diagnostic]:
    enums = _enums(given.book)
    for placed in given.book.clauses:
        for table in body(placed.block):
            if isinstance(table, nodes.Table) and table.rows:
                for cells, params in _keys(table):
                    pair = _exchanged(cells, [enums.get(getattr(param.type, "name", ""), ()) for param in params])
                    if pair is not None:
                        yield CHECK.finding(
                            f"`{pair[0].text}` comes before `{pair[1].text}` in the table `{table.name}`, against the order of all others",
                            [Label(placed.place.at(pair[0].span)), Label(placed.place.at(pair[1].span))],
                            help="see whether the two have changed places",
                            cases=clause_numbers(placed.block),
                        )


def _keys(table: nodes.Table) -> Iterator[tuple[Sequence[nodes.Cell], Sequence[nodes.Param]]]:
    """The heads of the columns and the keys of the rows, each with the parameters that they are of."""
    headed = not table.rows[0].cells[0].text
    columns = [param for param in table.params if param.name in table.columns] or list(table.params[-1:])
    if headed:
        yield table.rows[0].cells[1:], columns
    rows = [param for param in table.params if not headed or param not in columns]
    yield [row.cells[0] for row in table.rows[headed:]], rows


def _exchanged(cells: Sequence[nodes.Cell], values: Sequence[Sequence[str]]) -> tuple[nodes.Cell, nodes.Cell] | None:
    """The two neighbours that alone are out of order; None where nothing is, or more than that."""
    ranks = [_rank(cell.text, values) for cell in cells]
    if len(ranks) < ENOUGH or any(rank is None for rank in ranks):
        return None
    known = [rank for rank in ranks if rank is not None]
    if _in_order(known):
        return None
    for at in range(len(known) - 1):
        exchanged = [*known[:at], known[at + 1], known[at], *known[at + 2 :]]
        if _in_order(exchanged):
            return cells[at], cells[at + 1]
    return None


def _in_order(ranks: Sequence[Rank]) -> bool:
    """Whether they all go up, or all go down."""
    pairs = list(pairwise(ranks))
    return all(one < other for one, other in pairs) or all(one > other for one, other in pairs)


def _rank(text: str, values: Sequence[Sequence[str]]) -> Rank | None:
    """Where a key is in the order of its parameters: by its first value or the lower end of its range."""
    found: list[int] = []
    for part, names in zip(PARTS.split(text), values, strict=False):
        first = FIRST.search(part)
        word = first[0].strip('"') if first is not None else ""
        if word.isdigit() and word not in names:
            found.append(int(word))
        elif word in names and "," not in part:  # several values together have no one place
            found.append(names.index(word))
        else:
            return None
    return tuple(found)


def _enums(book: Rulebook) -> Mapping[str, tuple[str, ...]]:
    declared = [one.node for one in book.declarations]
    return {node.name: tuple(value.name for value in node.values) for node in declared if isinstance(node, nodes.Enum | nodes.Scale)}

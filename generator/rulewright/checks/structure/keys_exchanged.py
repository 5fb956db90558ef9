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
from rulewright.base.names import NAME
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.checks.indexes.clauses import body_lines, clause_numbers
from rulewright.rulebook.model import Rulebook
from rulewright.syntax import nodes

CHECK = Check("RW327", "keys-exchanged", Severity.WARNING, CheckScope.BOOK)
PARTS = re.compile(r"\s*/\s*")
FIRST = re.compile(rf'\d+|"[^"]*"|{NAME}')
MIN_KEYS = 3

Rank = tuple[int, ...]


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    enums = _values_by_enum(check_input.book)
    for clause in check_input.book.clauses:
        for table in body_lines(clause.block):
            if isinstance(table, nodes.Table) and table.rows:
                for cells, params in _key_sequences(table):
                    pair = _exchanged_pair(cells, [enums.get(getattr(param.type, "name", ""), ()) for param in params])
                    if pair is not None:
                        yield CHECK.finding(
                            f"`{pair[0].text}` comes before `{pair[1].text}` in the table `{table.name}`, against the order of all others",
                            [Label(clause.place.location_of(pair[0].span)), Label(clause.place.location_of(pair[1].span))],
                            help="see whether the two have changed places",
                            cases=clause_numbers(clause.block),
                        )


def _key_sequences(table: nodes.Table) -> Iterator[tuple[Sequence[nodes.Cell], Sequence[nodes.Param]]]:
    """Yield the heads of the columns and the keys of the rows, each with their parameters."""
    headed = not table.rows[0].cells[0].text
    columns = [param for param in table.params if param.name in table.columns] or list(table.params[-1:])
    if headed:
        yield table.rows[0].cells[1:], columns
    rows = [param for param in table.params if not headed or param not in columns]
    yield [row.cells[0] for row in table.rows[headed:]], rows


def _exchanged_pair(cells: Sequence[nodes.Cell], values: Sequence[Sequence[str]]) -> tuple[nodes.Cell, nodes.Cell] | None:
    """Return the two neighbours that are the only ones out of order, or None."""
    ranks = [_rank_of(cell.text, values) for cell in cells]
    if len(ranks) < MIN_KEYS or any(rank is None for rank in ranks):
        return None
    key_ranks = [rank for rank in ranks if rank is not None]
    if _is_monotonic(key_ranks):
        return None
    for index in range(len(key_ranks) - 1):
        exchanged = [*key_ranks[:index], key_ranks[index + 1], key_ranks[index], *key_ranks[index + 2 :]]
        if _is_monotonic(exchanged):
            return cells[index], cells[index + 1]
    return None


def _is_monotonic(ranks: Sequence[Rank]) -> bool:
    """Return True if the ranks strictly increase or strictly decrease."""
    pairs = list(pairwise(ranks))
    return all(first < second for first, second in pairs) or all(first > second for first, second in pairs)


def _rank_of(text: str, values: Sequence[Sequence[str]]) -> Rank | None:
    """Return the sort key of a table key: for each parameter its first value or the lower end of its range; None if one has no rank."""
    ranks: list[int] = []
    for part, names in zip(PARTS.split(text), values, strict=False):
        first = FIRST.search(part)
        word = first[0].strip('"') if first is not None else ""
        if word.isdigit() and word not in names:
            ranks.append(int(word))
        elif word in names and "," not in part:  # a list of values has no single rank
            ranks.append(names.index(word))
        else:
            return None
    return tuple(ranks)


def _values_by_enum(book: Rulebook) -> Mapping[str, tuple[str, ...]]:
    declared_nodes = [declaration.node for declaration in book.declarations]
    return {node.name: tuple(value.name for value in node.values) for node in declared_nodes if isinstance(node, nodes.Enum | nodes.Scale)}

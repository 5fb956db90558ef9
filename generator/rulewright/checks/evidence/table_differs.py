"""a table does not have the numbers of its statement, or has them in another order

## What it does
Takes the rows of a table with one tag, or the whole of a table that is tagged, and reads their numbers row by row. It holds them against
the numbers of the statement, in their order.

## Why it matters
A digit of a table is mistyped, or two of them change places, and nothing in the book disagrees with it.

## Example
```case
enum fort: field, stone
value defence(f: fort): 0..9

case 9.4 "Forts"
  "The table has what each kind of fort adds."
  table added(f: fort): 0..9
    | field | 5 |   @EX-001
    | stone | 3 |   @EX-001
  defence(f) is added(f)
```
```ledger
EX-001,Combat,9.4,rule,A field work adds 3 and one of stone 5,,yes,table,
```

## Use instead
```diff
-    | field | 5 |   @EX-001
-    | stone | 3 |   @EX-001
+    | field | 3 |   @EX-001
+    | stone | 5 |   @EX-001
```

## Limits
A statement may have more numbers than the table, and may have them in words. Where there are more than a hundred or two on both sides,
the table is left alone. A table that goes column by column where its statement goes
row by row is accepted: `accepts table_differs because "…"`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.checks.common.check import Check, CheckInput, Judged
from rulewright.checks.indexes.accounts import row_values
from rulewright.checks.indexes.ledgers import at_row
from rulewright.rulebook.model import LedgerRow
from rulewright.syntax import nodes

CHECK = Check("RW357", "table-differs", Severity.WARNING, Judged.BOOK)
NUMBER = re.compile(r"\d+")
SAID = re.compile(r"(?<![\d.])\d+(?!\.?\d)")
ITEM = re.compile(r"\b[A-Z]+-\d+[a-z]?\b")
MANY = 6
"""From so many numbers on, keys among them: if all but one of a table's numbers stand in the statement, that one is wrong."""

MOST = 20_000
"""So many pairs of a number of a table and one of its statement are compared; a larger table is left alone."""


@dataclass(frozen=True, slots=True)
class _Said:
    """A number of a table, and its cell."""

    value: int
    cell: nodes.Cell
    is_key: bool


def find(given: CheckInput) -> Iterator[Diagnostic]:
    for account in given.whole.accounts.all:
        rows = {row.item: row for row in account.rows}
        for table in account.formal:
            if isinstance(table, nodes.Table):
                for item, said in _by_statement(table).items():
                    wrong = _wrong(said, rows[item]) if item in rows else None
                    if wrong is not None:
                        yield CHECK.finding(
                            f"`{wrong.value}` in the table `{table.name}` is not where `@{item}` has it",
                            [
                                account.at(wrong.cell, f"`{wrong.value}` here"),
                                at_row(given.book, rows[item], "the statement of it"),
                            ],
                            help="write the numbers as the source has them, in its order",
                            cases=account.cases,
                        )


def _by_statement(table: nodes.Table) -> dict[str, list[_Said]]:
    found: dict[str, list[_Said]] = defaultdict(list)
    for row in table.rows:
        numbers = [
            _Said(int(number), cell, is_key=not place) for place, cell in enumerate(row.cells) for number in NUMBER.findall(cell.text)
        ]
        for tag in row.tags or table.tags:
            found[tag.name] += numbers
    return found


def _wrong(said: Sequence[_Said], row: LedgerRow) -> _Said | None:
    """The first number of a table that is not where its statement has it."""
    stated = [int(number) for number in SAID.findall(ITEM.sub("", row.summary))]
    if len(said) * len(stated) > MOST:
        return None
    elsewhere = row_values(row)
    values = [one for one in said if not one.is_key]
    if not stated or not values:
        return None
    if all(one.value in stated for one in values) and len({one.value for one in values}) == 1:
        return None
    of_values, of_all = _out_of_line(values, stated), _out_of_line(said, stated)
    if of_values and of_all:
        return next((one for one in of_values if one.value in stated or Fraction(one.value) not in elsewhere), None)
    return of_all[0] if len(of_all) == 1 and len(said) >= MANY else None


def _out_of_line(said: Sequence[_Said], stated: Sequence[int]) -> list[_Said]:
    """The numbers that are left over where as many as possible are put in line with those of a statement, in order."""
    best: list[list[tuple[_Said, ...]]] = [[()] * (len(stated) + 1) for _ in range(len(said) + 1)]
    for at, one in enumerate(said):
        for there, value in enumerate(stated):
            with_it = (*best[at][there], one) if one.value == value else ()
            best[at + 1][there + 1] = max(with_it, best[at][there + 1], best[at + 1][there], key=len)
    kept = {id(one) for one in best[-1][-1]}
    return [one for one in said if id(one) not in kept]

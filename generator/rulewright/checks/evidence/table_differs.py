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
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.checks.indexes.accounts import row_values
from rulewright.checks.indexes.ledgers import at_row
from rulewright.rulebook.model import LedgerRow
from rulewright.syntax import nodes

CHECK = Check("RW357", "table-differs", Severity.WARNING, CheckScope.BOOK)
NUMBER = re.compile(r"\d+")
STATED_NUMBER = re.compile(r"(?<![\d.])\d+(?!\.?\d)")
ITEM = re.compile(r"\b[A-Z]+-\d+[a-z]?\b")
MIN_NUMBERS = 6
"""Minimal count of a table's numbers, with keys, from which a single number missing in the statement is wrong."""

MAX_COMPARED_PAIRS = 20_000
"""Maximal number of (table number, statement number) pairs to compare; larger tables are skipped."""


@dataclass(frozen=True, slots=True)
class _CellNumber:
    """A number of a table with its cell."""

    value: int
    cell: nodes.Cell
    is_key: bool


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for account in check_input.book_index.accounts.all:
        rows = {row.item: row for row in account.rows}
        for table in account.formal_lines:
            if isinstance(table, nodes.Table):
                for item, cell_numbers in _numbers_by_statement(table).items():
                    misplaced = _misplaced_number(cell_numbers, rows[item]) if item in rows else None
                    if misplaced is not None:
                        yield CHECK.finding(
                            f"`{misplaced.value}` in the table `{table.name}` is not where `@{item}` has it",
                            [
                                account.label_at(misplaced.cell, f"`{misplaced.value}` here"),
                                at_row(check_input.book, rows[item], "the statement of it"),
                            ],
                            help="write the numbers as the source has them, in its order",
                            cases=account.cases,
                        )


def _numbers_by_statement(table: nodes.Table) -> dict[str, list[_CellNumber]]:
    numbers_by_item: dict[str, list[_CellNumber]] = defaultdict(list)
    for row in table.rows:
        numbers = [
            _CellNumber(int(number), cell, is_key=not column)
            for column, cell in enumerate(row.cells)
            for number in NUMBER.findall(cell.text)
        ]
        for tag in row.tags or table.tags:
            numbers_by_item[tag.name] += numbers
    return numbers_by_item


def _misplaced_number(cell_numbers: Sequence[_CellNumber], row: LedgerRow) -> _CellNumber | None:
    """Return the first number of a table that is out of the statement's order, or None."""
    row_numbers = [int(number) for number in STATED_NUMBER.findall(ITEM.sub("", row.summary))]
    if len(cell_numbers) * len(row_numbers) > MAX_COMPARED_PAIRS:
        return None
    row_equivalents = row_values(row)
    values = [number for number in cell_numbers if not number.is_key]
    if not row_numbers or not values:
        return None
    if all(number.value in row_numbers for number in values) and len({number.value for number in values}) == 1:
        return None
    of_values, of_all = _out_of_order(values, row_numbers), _out_of_order(cell_numbers, row_numbers)
    if of_values and of_all:
        return next((number for number in of_values if number.value in row_numbers or Fraction(number.value) not in row_equivalents), None)
    return of_all[0] if len(of_all) == 1 and len(cell_numbers) >= MIN_NUMBERS else None


def _out_of_order(cell_numbers: Sequence[_CellNumber], row_numbers: Sequence[int]) -> list[_CellNumber]:
    """Return the numbers outside a longest common subsequence of the table and the statement."""
    best: list[list[tuple[_CellNumber, ...]]] = [[()] * (len(row_numbers) + 1) for _ in range(len(cell_numbers) + 1)]
    for cell_index, number in enumerate(cell_numbers):
        for row_index, value in enumerate(row_numbers):
            extended = (*best[cell_index][row_index], number) if number.value == value else ()
            best[cell_index + 1][row_index + 1] = max(extended, best[cell_index][row_index + 1], best[cell_index + 1][row_index], key=len)
    ids_in_order = {id(number) for number in best[-1][-1]}
    return [number for number in cell_numbers if id(number) not in ids_in_order]

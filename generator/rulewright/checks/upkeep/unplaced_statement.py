"""a statement of the ledger is accounted for nowhere

## What it does
Lists the rows of `ledger.csv` whose id no line of the book carries as a tag.

## Why it matters
The ledger is the list of everything the source says. A row without a place is a sentence of the rules that got lost on the way into
the book. Place it on a rule if it can be one, otherwise on prose, a `note` or a `step`.

## Example
```case
case 8.6 "Weather"
  "Mud slows everyone."          @EX-001
```
```ledger
EX-001,Movement,8.6,rule,Mud takes 2 MP,,yes,modifier,
EX-002,Movement,8.6,rule,Snow takes 1 MP,,yes,modifier,
```

## Use instead
```diff
   "Mud slows everyone."          @EX-001
+  "Snow slows everyone, less."   @EX-002
```

## Limits
Rows that follow one another in the ledger and are all missing make one finding. Whether the line really says what the row says is for
people to judge. `rulewright coverage` shows which rows are executable and exercised.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.checks.indexes.ledgers import at_row
from rulewright.rulebook.model import LedgerRow, Rulebook

CHECK = Check("RW401", "unplaced-statement", Severity.WARNING, CheckScope.BOOK, reports_absence=True)
MAX_SHOWN = 5  # of a run of statements, the first few are named


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    tagged_items = {tag_use.tag.name for tag_use in check_input.book_index.uses.tags}
    for missing, rows in groupby(check_input.book.ledger, key=lambda row: row.item not in tagged_items):
        if missing:
            run = list(rows)
            yield _report_row(check_input.book, run[0]) if len(run) == 1 else _report_run(check_input.book, run)


def _report_row(book: Rulebook, row: LedgerRow) -> Diagnostic:
    return CHECK.finding(
        f"`{row.item}` of the ledger is placed nowhere: {_summary_of(row).rstrip('.')}",
        [at_row(book, row)],
        help=f"put `@{row.item}` at the end of the line that accounts for it" + (f", in {row.locator}" if row.locator else ""),
    )


def _report_run(book: Rulebook, rows: list[LedgerRow]) -> Diagnostic:
    first, last = rows[0], rows[-1]
    return CHECK.finding(
        f"{len(rows)} statements of the ledger are placed nowhere, `{first.item}` to `{last.item}`",
        [at_row(book, first, "the first of them"), at_row(book, last, "the last")],
        help="`rulewright coverage` lists them; put each one's tag at the end of the line that accounts for it",
        notes=tuple(f"{row.item}: {_summary_of(row)}" for row in rows[:MAX_SHOWN])
        + ((f"and {len(rows) - MAX_SHOWN} more",) if len(rows) > MAX_SHOWN else ()),
    )


def _summary_of(row: LedgerRow) -> str:
    """Return the summary of a statement, or its first words while the summary is not written."""
    return row.anchor if row.summary == "todo" and row.anchor else row.summary

"""a statement of the ledger is accounted for nowhere

## What it does
Lists the rows of `ledger.csv` whose id no line of the book carries as a tag.

## Why it matters
The ledger is the list of everything the source says. A row without a place is a sentence of the rules that got lost on the way into
the book. Place it on a rule if it can be one, else on prose, a `note` or a `step`.

## Example
```case
case 8.6 "Weather"
  "Mud slows everyone."          @EX-001
```
```csv
item,section,locator,kind,summary,refs,computable,shape,ocr_note
EX-001,Movement,8.6,rule,Mud takes 2 MP,,yes,modifier,
EX-002,Movement,8.6,rule,Snow takes 1 MP,,yes,modifier,
```

## Use instead
```case
case 8.6 "Weather"
  "Mud slows everyone."          @EX-001
  "Snow slows everyone, less."   @EX-002
```
```csv
item,section,locator,kind,summary,refs,computable,shape,ocr_note
EX-001,Movement,8.6,rule,Mud takes 2 MP,,yes,modifier,
EX-002,Movement,8.6,rule,Snow takes 1 MP,,yes,modifier,
```

## Limits
Whether the line really says what the row says is for people to judge. `rulewright coverage` tells which rows are executable and exercised.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.checks.base import Check, CheckInput, Judged
from rulewright.checks.ledgers import at_row
from rulewright.diagnostics import Diagnostic, Severity

CHECK = Check("RW401", "unplaced-statement", Severity.WARNING, Judged.BOOK, by_absence=True)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    placed = {use.tag.name for use in given.whole.tags}
    for row in given.book.ledger:
        if row.item not in placed:
            yield CHECK.finding(
                f"`{row.item}` of the ledger is placed nowhere: {row.summary}",
                [at_row(given.book, row)],
                help=f"put `@{row.item}` at the end of the line that accounts for it" + (f", in {row.locator}" if row.locator else ""),
            )

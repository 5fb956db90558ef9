"""a tag names no statement of the ledger

## What it does
Looks up every tag in the ledger. On an example, and on the lines of one, a tag may instead name a row of the source's list of worked
cases, whose ids begin differently from those of the ledger (`@TGA-026`, and `@GA-013b` in the ledger).

## Why it matters
Tags connect book and source. One that leads nowhere is a mistake, and the statement it was meant for counts as lost.

## Example
```case
case 8.6 "Weather"
  "Mud slows everyone."     @EX-01
```
```csv
item,section,locator,kind,summary,refs,computable,shape,ocr_note
EX-001,Movement,8.6,rule,Mud takes 2 MP,,yes,modifier,
```

## Use instead
```diff
 case 8.6 "Weather"
-  "Mud slows everyone."     @EX-01
+  "Mud slows everyone."     @EX-001
```
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.checks.base import Check, CheckInput, Judged
from rulewright.checks.ledgers import prefix
from rulewright.diagnostics import Diagnostic, Label, Severity
from rulewright.suggest import did_you_mean

CHECK = Check("RW402", "tag-without-statement", Severity.ERROR, Judged.BOOK)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    items = {row.item for row in given.book.ledger}
    prefixes = {prefix(item) for item in items}
    for use in given.whole.gathered.tags:
        name = use.tag.name
        if name in items or (use.in_example and prefix(name) not in prefixes):
            continue
        near = [item for item in items if item[: len(name) - 2] == name[: len(name) - 2]]
        if items:
            message, help = f"`@{name}` names no statement of the ledger", did_you_mean(name, near or sorted(prefixes))
        else:
            message, help = f"`@{name}` is used in a book without a ledger", 'name the ledger at its source: `ledger "ledger.csv"`'
        yield CHECK.finding(message, [Label(use.place.at(use.tag.span))], help=help)

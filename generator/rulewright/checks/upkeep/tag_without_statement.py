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
```ledger
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

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.suggestions import did_you_mean
from rulewright.checks.common.check import Check, CheckInput, Judged
from rulewright.checks.indexes.ledgers import prefix

CHECK = Check("RW402", "tag-without-statement", Severity.ERROR, Judged.BOOK)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    items = {row.item for row in given.book.ledger}
    if not items:
        yield from _without_ledger(given)
        return
    prefixes = {prefix(item) for item in items}
    for use in given.whole.gathered.tags:
        name = use.tag.name
        if name in items or (use.in_example and prefix(name) not in prefixes):
            continue
        near = [item for item in items if item[: len(name) - 2] == name[: len(name) - 2]]
        help = did_you_mean(name, near or sorted(prefixes))
        yield CHECK.finding(f"`@{name}` names no statement of the ledger", [Label(use.place.at(use.tag.span))], help=help)


def _without_ledger(given: CheckInput) -> Iterator[Diagnostic]:
    """One finding for all tags, at the first of them."""
    uses = [use for use in given.whole.gathered.tags if not use.in_example]
    if not uses:
        return
    others = len({use.tag.name for use in uses}) - 1
    more = "" if not others else f" and {others} other tag{'s' if others > 1 else ''}"
    message = f"`@{uses[0].tag.name}`{more} in a book without a ledger"
    help = 'name the ledger at its source: `ledger "ledger.csv"`'
    yield CHECK.finding(message, [Label(uses[0].place.at(uses[0].tag.span))], help=help)

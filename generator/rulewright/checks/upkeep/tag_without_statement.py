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
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.checks.indexes.ledgers import item_prefix

CHECK = Check("RW402", "tag-without-statement", Severity.ERROR, CheckScope.BOOK)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    items = {row.item for row in check_input.book.ledger}
    if not items:
        yield from _report_without_ledger(check_input)
        return
    prefixes = {item_prefix(item) for item in items}
    for tag_use in check_input.book_index.uses.tags:
        name = tag_use.tag.name
        if name in items or (tag_use.in_example and item_prefix(name) not in prefixes):
            continue
        candidates = [item for item in items if item[: len(name) - 2] == name[: len(name) - 2]]
        help = did_you_mean(name, candidates or sorted(prefixes))
        yield CHECK.finding(f"`@{name}` names no statement of the ledger", [Label(tag_use.place.location_of(tag_use.tag.span))], help=help)


def _report_without_ledger(check_input: CheckInput) -> Iterator[Diagnostic]:
    """Yield one finding for all tags, at the first of them."""
    tag_uses = [tag_use for tag_use in check_input.book_index.uses.tags if not tag_use.in_example]
    if not tag_uses:
        return
    other_count = len({tag_use.tag.name for tag_use in tag_uses}) - 1
    others_phrase = "" if not other_count else f" and {other_count} other tag{'s' if other_count > 1 else ''}"
    message = f"`@{tag_uses[0].tag.name}`{others_phrase} in a book without a ledger"
    help = 'name the ledger at its source: `ledger "ledger.csv"`'
    yield CHECK.finding(message, [Label(tag_uses[0].place.location_of(tag_uses[0].tag.span))], help=help)

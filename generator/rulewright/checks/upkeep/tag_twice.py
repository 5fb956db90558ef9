"""a tag appears twice where once is meant

## What it does
Reports a tag that appears twice on one line.

## Why it matters
Usually the second was meant to be a different tag, whose statement now counts as not placed.

## Example
```case
case 8.6 "Weather"
  "Mud slows everyone."     @EX-001 @EX-001
```
```ledger
EX-001,Movement,8.6,rule,Mud takes 2 MP,,yes,modifier,
```

## Use instead
```diff
 case 8.6 "Weather"
-  "Mud slows everyone."     @EX-001 @EX-001
+  "Mud slows everyone."     @EX-001
```

## Limits
One statement of a source may well need several rules, or prose and a rule, or be in several cases; none of that is reported.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.checks.indexes.clauses import TagUse

CHECK = Check("RW403", "tag-twice", Severity.WARNING, CheckScope.BOOK)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    first_uses: dict[tuple[int, str], TagUse] = {}
    for tag_use in check_input.book_index.uses.tags:
        key = (id(tag_use.owner), tag_use.tag.name)
        first = first_uses.setdefault(key, tag_use)
        if first is not tag_use:
            yield CHECK.finding(
                f"`@{tag_use.tag.name}` appears twice on one line",
                [Label(tag_use.place.location_of(tag_use.tag.span)), Label(first.place.location_of(first.tag.span), "first here")],
                help="remove one, or  put the tag that was meant",
            )

"""a case is named that an amendment has deleted

## What it does
Looks at every reference, formal or in prose, for cases that are deleted in the same edition.

## Why it matters
The text sends its reader to a case that is no longer in force; the amendment forgot this place, or the reference should name the case
that replaced it.

## Example
```case
case 8.3 "Stacking"
  "Four units stack in a hex, but see [8.4]."

case 8.4 "Guards"
  "Guards count double."

amend 8.4 in errata as correction
  deletes the case
```

## Use instead
```diff
   deletes the case
+
+amend 8.3 in errata as correction
+  strikes ", but see [8.4]"
```
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput, heading_location
from rulewright.checks.common.places import at_mention, describe_mention
from rulewright.rulebook.model import CaseInForce

CHECK = Check("RW303", "deleted-reference", Severity.WARNING)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for mention in check_input.edition_index.mentions:
        case = mention.target.case if mention.target is not None else None
        if case is None or not case.deleted:
            continue
        yield CHECK.finding(
            f"{describe_mention(mention)}, which is deleted",
            [at_mention(mention), *_deletion_labels(case)],
            help=f"amend {mention.mentioned_in} as well, or name the case that took its place",
            cases=[mention.mentioned_in, case.number],
        )


def _deletion_labels(case: CaseInForce) -> list[Label]:
    last = case.history[-1] if case.history else None
    return [Label(heading_location(last.origin), "deleted here")] if last else []

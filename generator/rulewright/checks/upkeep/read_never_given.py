"""rules read a value, a verdict or a predicate that no rule gives

## What it does
Lists declared questions without a single rule and without an `otherwise`, in any edition, that a rule of the book reads.

## Why it matters
Every answer that depends on it is silent, whatever the facts; of a predicate it is always *no*. Mostly the thing is a fact that players
know, or its rule was forgotten.

## Example
```case
value total: 0..99 "the total"
value result: 0..99 "the result"

case 1.1 "Result"
  result is total
```

## Use instead
```diff
-value total: 0..99 "the total"
+fact total: 0..99 "the total"
 value result: 0..99 "the result"
```

## Limits
One that no rule reads is reported as RW408.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.prose_lists import listing
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.checks.common.unanswered import questions_without_rules

CHECK = Check("RW417", "read-never-given", Severity.WARNING, CheckScope.BOOK, reports_absence=True, ignores_prose=True)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for name, declared, readers in questions_without_rules(check_input):
        if readers:
            yield CHECK.finding(
                f"{listing(readers, 'and')} read{'s' if len(readers) == 1 else ''} `{name}`, and no rule gives it",
                [Label(declared.place.location_of(declared.node.span))],
                help="declare it a `fact`, write its rules, or say which case that is not held `bears on` it",
                cases=readers,
            )

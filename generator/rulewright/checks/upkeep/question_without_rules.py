"""a value, verdict or predicate that no rule speaks about

## What it does
Lists declared questions without a single rule in any edition, in no case, ruling, scenario or choice of a reading.

## Why it matters
Whoever asks gets *undetermined*, or the declared `otherwise`, whatever the facts. A predicate without rules is simply *no*. Perhaps
the rule was written under another name, or the thing is a fact.

## Example
```case
record unit
verdict move(u: unit)
verdict attack(u: unit)

case 8.1 "Movement"
  may move(u)
```

## Use instead
```diff
   may move(u)
+
+case 9.1 "Combat"
+  not held, bears on attack(u)
```

## Limits
A question on which a case without text `bears` is left out, and so is a predicate declared `not held`.
One that rules read is reported as RW417.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.checks.common.unanswered import questions_without_rules

CHECK = Check("RW408", "question-without-rules", Severity.WARNING, CheckScope.BOOK, reports_absence=True, ignores_prose=True)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for name, declared, readers in questions_without_rules(check_input):
        if not readers:
            yield CHECK.finding(
                f"no rule speaks about the {type(declared.node).__name__.lower()} `{name}`",
                [Label(declared.place.location_of(declared.node.span))],
                help="write its rules, say which case that is not held `bears on` it, or declare it a `fact`",
            )

"""a rule that changes no answer

## What it does
Removes each rule from the book and compares: if no answer to its question changes in any situation, it is reported.

## Why it matters
It may be a reminder, which is fine, or repeat by mistake what is said elsewhere.

## Example
```case
enum weather: clear, mud, snow
fact weather: weather
value delay: 0..3

case 8.1 "Bad weather"
  delay is 2 when weather is not clear

case 8.2 "Snow"
  delay is 2 when weather is snow
```

## Use instead
```diff
-case 8.1 "Bad weather"
-  delay is 2 when weather is not clear
+case 8.1 "Mud"
+  delay is 2 when weather is mud
```

## Limits
Only the rule's own question is looked at; of a definition (`p means …`) both halves have to be redundant. Questions with very many rules
are listed as not analysed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulewright.analysis.verdicts.depth import Depth
from rulewright.analysis.verdicts.findings import Kind
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.checks.common.check import Check, CheckInput
from rulewright.checks.common.decided import asked, halves, label, of_kind

CHECK = Check("RW337", "redundant-rule", Severity.INFO, depth=Depth.NOTES, of_verdicts=True)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    several = list(of_kind(given, Kind.REDUNDANT_RULE))
    for (question, rule), number in Counter((found.question, *found.rules) for found in several).items():
        if number < halves(given, question, rule):
            continue  # one half of a definition: it says `no` where silence would
        found = next(one for one in several if one.question == question and one.rules == (rule,))
        yield CHECK.finding(
            f"without {rule}, every answer about `{asked(found, given)}` is the same",
            [label(given, found.question, rule)],
            help="say `restates` if it is a reminder, else delete it or look at its conditions",
            cases=found.cases,
        )

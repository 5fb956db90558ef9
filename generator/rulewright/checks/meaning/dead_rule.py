"""a rule that applies in no situation

## What it does
Reports a rule whose conditions never hold together, and a rule that is always defeated when its conditions hold; with the rules that go
before it.

## Why it matters
The reader believes a sentence that has no effect. Usually a condition is wrong, or an `overrides` reaches too far.

## Example
```case
measure MP "movement point"
record unit
  steps: 0..4
value allowance(u: unit): 0..9 MP

case 8.1 "Allowance"
  allowance(u) is 4 MP when u.steps is at most 3
  allowance(u) is 2 MP when u.steps is more than 3

case 8.2 "Large units"
  allowance(u) is 1 MP when u.steps is at least 6
```

## Use instead
```diff
 record unit
-  steps: 0..4
+  steps: 0..8
   allowance(u) is 4 MP when u.steps is at most 3
-  allowance(u) is 2 MP when u.steps is more than 3
+  allowance(u) is 2 MP when u.steps in 4..5
```

## Limits
Reported only where it is proved: where a question counts more things than can be tried, it is listed as not analysed instead. A definition
(`p means …`) is two rules, `p when …` and `not p when not …`; each can be dead.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.analysis.verdicts.findings import Kind
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.prose_lists import listing
from rulewright.checks.common.check import Check, CheckInput
from rulewright.checks.common.decided import halves, label, of_kind

CHECK = Check("RW333", "dead-rule", Severity.WARNING, of_verdicts=True)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    for found in of_kind(given, Kind.DEAD_RULE):
        (rule,) = found.rules
        by = tuple(dict.fromkeys(found.by))
        before = f"wherever its conditions hold, {listing(by, 'or')} {'goes' if len(by) == 1 else 'go'} before it"
        never = "has a half that never applies" if halves(given, found.question, rule) > 1 else "never applies"
        yield CHECK.finding(
            f"{rule} {never}: {before if by else found.why}",
            [label(given, found.question, rule), *(label(given, found.question, one, "goes before it") for one in by)],
            help="limit what goes before it, or delete it" if by else "look at its conditions, and at the ranges of the facts in them",
            cases=found.cases,
        )

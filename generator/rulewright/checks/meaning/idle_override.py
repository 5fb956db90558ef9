"""a statement of precedence that never has an effect

## What it does
Reports an `overrides`, an `except` or a `sets aside` that is in force in no situation where the rule it would defeat applies.

## Why it matters
Whoever wrote it was thinking of a situation in which both apply. Either a condition keeps them apart by mistake, or the line is no longer
needed.

## Example
```case
enum weather: clear, mud, snow
fact weather: weather
value delay: 0..3

case 8.1 "Mud"
  delay is 1 when weather is mud

case 8.2 "Snow"
  overrides 8.1
  delay is 2 when weather is snow
```

## Use instead
```diff
-case 8.1 "Mud"
-  delay is 1 when weather is mud
+case 8.1 "Bad weather"
+  delay is 1 when weather is not clear
```

## Limits
Reported only where it is proved for every question that the statement is about.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.analysis.verdicts.findings import FindingKind
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput
from rulewright.checks.common.decided import findings_of_kind, statement_of

CHECK = Check("RW334", "idle-override", Severity.WARNING, reads_verdicts=True)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for finding in findings_of_kind(check_input, FindingKind.IDLE_OVERRIDE):
        statement = statement_of(check_input, finding.authors[0])
        assert statement is not None
        yield CHECK.finding(
            f"`{statement.says}` in {statement.case} never has an effect: the two never apply together",
            [Label(statement.location)] if statement.location is not None else [],
            help="look at the conditions on both sides, or remove the line",
            cases=finding.cases,
        )

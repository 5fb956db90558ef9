"""a statement of precedence that never has an effect

## What it does
Reports an `overrides`, an `except` or a `sets aside` of two sides that apply together in no situation. That the side which would go first
never stands is not enough: the statement may be a link of a chain, and it says which of the two counts.

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
Reported only where it is proved for every question that the statement is about. Take the line out only if no other edition needs it: the
help names those that do.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.analysis.verdicts.findings import Finding, FindingKind
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.prose_lists import listing
from rulewright.checks.common.check import Check, CheckInput
from rulewright.checks.common.decided import editions_without, findings_of_kind, has_its_time_elsewhere, statement_of

CHECK = Check("RW334", "idle-override", Severity.WARNING, reads_verdicts=True)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for finding in findings_of_kind(check_input, FindingKind.IDLE_OVERRIDE):
        if has_its_time_elsewhere(check_input, finding):
            continue
        statement = statement_of(check_input, finding.authors[0])
        assert statement is not None
        yield CHECK.finding(
            f"`{statement.says}` in {statement.case} never has an effect: the two never apply together",
            [Label(statement.location)] if statement.location is not None else [],
            help=_help_for(check_input, finding),
            cases=finding.cases,
        )


def _help_for(check_input: CheckInput, finding: Finding) -> str:
    """Return the help; the line is to be taken out only if no edition needs it."""
    needing = [f"`{edition}`" for edition in editions_without(check_input, finding)]
    needed = f"in {listing(needing, 'and')} the line has an effect" if needing else ""
    return f"look at the conditions on both sides; {needed}" if needed else "look at the conditions on both sides, or remove the line"

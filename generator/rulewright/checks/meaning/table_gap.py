"""a question that is declared `total` looks up keys that no row of its table holds

## What it does
Looks for a situation in which a rule of a `total` question applies and asks a table for keys that are in none of its rows.

## Why it matters
`total` says that the book always answers. Here the players look into the table and find nothing.

## Example
```case
fact strength: 0..9
value losses: 0..9
  total

case 8.1 "Losses"
  table loss(points: 0..9): 0..9
    | 0..3 | 1 |
    | 4..8 | 2 |
  losses is loss(strength)
```

## Use instead
```diff
     | 0..3 | 1 |
-    | 4..8 | 2 |
+    | 4..9 | 2 |
```

## Limits
An empty cell is reported as a gap (RW332). Keys without a row that other questions ask for are reported as RW213.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.analysis.situations import situation_note, witness_json
from rulewright.analysis.verdicts.findings import FindingKind
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput
from rulewright.checks.common.decided import findings_of_kind, question_text

CHECK = Check("RW340", "table-gap", Severity.WARNING, reads_verdicts=True)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for finding in findings_of_kind(check_input, FindingKind.TABLE_GAP):
        assert check_input.core is not None
        assert finding.situation is not None
        table = check_input.core.tables[finding.rules[0]]
        yield CHECK.finding(
            f"`{question_text(finding, check_input)}` is declared as `total`, and {finding.why}",
            [Label(table.location)] if table.location is not None else [],
            help="add the row, let the table clamp, or declare the situation `impossible`",
            notes=(situation_note(finding.situation),),
            cases=finding.cases,
            witness=witness_json(finding),
        )

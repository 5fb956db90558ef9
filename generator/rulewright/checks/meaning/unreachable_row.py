"""a row of a table that no rule of the book can reach

## What it does
Looks at what the rules ask a table for, and reports rows whose keys none of them can reach.

## Why it matters
Either the rule that should reach the row has too narrow a condition or limit, or the table has a row too many.

## Example
```case
fact strength: 0..9
value losses: 0..9

case 8.1 "Losses"
  table loss(points: 0..19): 0..9
    | 0..4   | 1 |
    | 5..9   | 2 |
    | 10..19 | 3 |
  losses is loss(strength)
```

## Use instead
```diff
-fact strength: 0..9
+fact strength: 0..19
```

## Limits
Reported only for tables that rules ask, and not where one of them asks for each of many things. A question put to the table itself
reaches every row.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.analysis.verdicts.findings import Kind
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput
from rulewright.checks.common.decided import of_kind

CHECK = Check("RW339", "unreachable-row", Severity.WARNING, of_verdicts=True)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    for found in of_kind(given, Kind.UNREACHABLE_ROW):
        tables = [table for table in given.core.tables.values() if table.question == found.question]
        places = [row.location for table in tables for row in table.rows if row.text == found.rules[1] and row.location is not None]
        yield CHECK.finding(
            f"no rule can reach the row `{found.rules[1]}` of `{found.question}`",
            [Label(places[0])] if places else [],
            help="look at the rules that ask the table, or remove the row",
            cases=found.cases,
        )

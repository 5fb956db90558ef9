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

from rulewright.analysis.verdicts.findings import Finding, FindingKind
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.prose_lists import listing
from rulewright.base.source import Location
from rulewright.checks.common.check import Check, CheckInput
from rulewright.checks.common.decided import findings_of_kind

CHECK = Check("RW339", "unreachable-row", Severity.WARNING, reads_verdicts=True)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for finding in findings_of_kind(check_input, FindingKind.UNREACHABLE_ROW):
        tables = [table for table in check_input.core.tables.values() if table.question == finding.question]
        row_locations = [
            row.location for table in tables for row in table.rows if row.text == finding.rules[1] and row.location is not None
        ]
        yield CHECK.finding(
            f"no rule can reach the row `{finding.rules[1]}` of `{finding.question}`",
            [Label(row_locations[0])] if row_locations else [],
            help=_help_for(check_input, finding, row_locations),
            cases=finding.cases,
        )


def _help_for(check_input: CheckInput, finding: Finding, row_locations: list[Location]) -> str:
    """Return the help; the row is to be taken out only if no edition reaches it."""
    needing = [
        f"`{edition}`"
        for edition, index in check_input.edition_indexes.items()
        if any(row.location in row_locations for table in index.core.tables.values() for row in table.rows)
        and not any(
            (other.question, other.rules) == (finding.question, finding.rules)
            for other in findings_of_kind(check_input.input_of_edition(edition), FindingKind.UNREACHABLE_ROW)
        )
    ]
    look = "look at the rules that ask the table"
    return f"{look}; in {listing(needing, 'and')} the row is reached" if needing else f"{look}, or remove the row"

"""a case that says nothing

## What it does
Lists cases that should have text and have no prose, no rule and no table, only a number; headings of sub-cases are left out.

## Why it matters
Either its text was forgotten, or it is not held, and then the book should say so to readers and in answers.

## Example
```case
case 8.6 "Effects of weather"
```

## Use instead
```case
case 8.6 "Effects of weather"
  not held
```
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.checks.common.check import Check, CheckInput, at_head

CHECK = Check("RW411", "empty-case", Severity.WARNING, reports_absence=True)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for case in check_input.view.cases.values():
        if not case.held or case.deleted or case.text or case.provisions or case.other or case.examples:
            continue
        if not check_input.edition_index.addresses.sub_cases(case.number) and not check_input.edition_index.addresses.provisions_of_case(
            case.number
        ):
            yield CHECK.finding(
                f"{case.number} says nothing",
                [at_head(case)],
                help="write its text, or the line `not held`",
                cases=[case.number],
            )

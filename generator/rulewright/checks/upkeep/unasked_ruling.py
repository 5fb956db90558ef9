"""a ruling without its question or its answer

## What it does
Lists rulings that lack `asks "…"` or `answers "…"`. One with a kind of its own, `as reminder`, need not answer a question.

## Why it matters
A ruling is an answer that somebody gave. Its rule alone does not show players what was in doubt.

## Example
```case
record unit
verdict move(u: unit)

case 8.1 "Movement"
  "Units move."

ruling Q1 on 8.1 in errata
  answers "Yes."
  may move(u)
```

## Use instead
```diff
 ruling Q1 on 8.1 in errata
+  asks "May all units move?"
```
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.syntax import nodes

CHECK = Check("RW413", "unasked-ruling", Severity.WARNING, CheckScope.BOOK, reports_absence=True)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for clause in check_input.book.clauses:
        ruling = clause.block
        if not isinstance(ruling, nodes.Ruling) or ruling.kind is not None:
            continue
        lacks = [
            word
            for word, kind in (("asks", nodes.AsksQuestion), ("answers", nodes.Answers))
            if not any(isinstance(line, kind) for line in ruling.body)
        ]
        if lacks:
            yield CHECK.finding(
                f"the ruling {ruling.number} lacks {' and '.join(f'`{word}`' for word in lacks)}",
                [Label(clause.place.location_of(ruling.span))],
                cases=[ruling.number],
            )

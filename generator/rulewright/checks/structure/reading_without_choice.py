"""a reading leaves nothing to choose

## What it does
Lists readings with one choice or with none.

## Why it matters
A reading keeps open what the text does not settle. With a single choice it would ask a question that has only one answer; then it is
a rule, or a ruling.

## Example
```case
record unit
verdict fire(u: unit)

case 7.1 "Fire"
  "Guns fire."

reading once on 7.1 "May a gun fire twice?"
  choice yes_it_may: may fire(u)
```

## Use instead
```diff
 record unit
+fact has_fired(u: unit): yes/no
   choice yes_it_may: may fire(u)
+  choice only_once: may fire(u) when not has_fired(u)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.checks.common.check import Check, CheckInput, at_head

CHECK = Check("RW311", "reading-without-choice", Severity.WARNING)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for reading in check_input.view.readings.values():
        if len(reading.choices) > 1:
            continue
        number = "no choice" if not reading.choices else f"one choice, `{reading.choices[0].name}`"
        yield CHECK.finding(
            f"the reading `{reading.name}` has {number}",
            [at_head(reading)],
            help="add the other way to read it, or write it as a rule of the case",
            cases=[reading.name, *(str(case) for case in reading.cases)],
        )

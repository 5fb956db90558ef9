"""the choices of a reading all have the same effect

## What it does
Lists readings whose choices bring no rules, or the same rules.

## Why it matters
Such a reading changes no answer: it looks as if a gap in the text had been kept open, and nothing depends on it.

## Example
```case
case 7.1 "Fire"
  "Guns fire."

reading once on 7.1 "May a gun fire twice?"
  choice twice
  choice only_once
```

## Use instead
```diff
+record unit
+fact has_fired(u: unit): yes/no
+verdict fire(u: unit)
+
   "Guns fire."
+  may fire(u)
   choice only_once
+    overrides 7.1
+    may not fire(u) when has_fired(u)
```

## Limits
Where the question is about something that a rulebook does not compute, keep the reading and write
`accepts reading_without_effect because "…"`. Rules elsewhere that settle the matter are not looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.checks.common.check import Check, CheckInput, at_head

CHECK = Check("RW312", "reading-without-effect", Severity.INFO)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for reading in check_input.view.readings.values():
        if len(reading.choices) < 2:
            continue
        first, *others = [Counter((*choice.rules, *choice.relations)) for choice in reading.choices]
        if any(other != first for other in others):
            continue
        rules_phrase = "the same rules" if first else "no rules"
        yield CHECK.finding(
            f"the choices of the reading `{reading.name}` bring {rules_phrase}",
            [at_head(reading)],
            help="give at least one choice the rule that it would bring",
            cases=[reading.name, *(str(case) for case in reading.cases)],
        )

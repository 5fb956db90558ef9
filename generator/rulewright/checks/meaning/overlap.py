"""two cases say the same, and neither mentions the other

## What it does
Reports two rules of different cases that apply in one situation, with the same answer, where no statement connects them.

## Why it matters
The two agree today. When one of them is amended, nobody will think of the other: `restates`, `besides` or `overrides` would be a reminder.

## Example
```case
record unit
  tired: yes/no
  lost: yes/no
verdict move(u: unit)

case 8.1 "Tired units"
  may not move(u) when u.tired

case 8.2 "Lost units"
  may not move(u) when u.lost
```

## Use instead
```diff
 case 8.2 "Lost units"
-  may not move(u) when u.lost
+  may not move(u) when u.lost and not u.tired
```

## Limits
This is a note, not an error: two reasons for the same answer are common. Pairs that contradict each other elsewhere are reported as
contradictions.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.checks.base import Check, CheckInput
from rulewright.checks.decided import asked, each, label, of_kind, says, speakers
from rulewright.checks.situations import shown_in, witness_of
from rulewright.decision.judge.findings import Kind
from rulewright.diagnostics import Diagnostic, Severity

CHECK = Check("RW336", "overlap", Severity.INFO)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    opposed = {found.rules for kind in (Kind.CONTRADICTION, Kind.OPTION_CLASH) for found in of_kind(given, kind)}
    for found in of_kind(given, Kind.OVERLAP):
        if found.rules in opposed:
            continue
        assert found.situation is not None
        yield CHECK.finding(
            f"{each(speakers(found))} both say that `{asked(found, given)}` {says(found.said[0].value)}",
            [label(given, found.question, said.who, said.value) for said in found.said],
            help="say `restates` or `besides` in one of them, or which goes first",
            notes=(shown_in(found.situation),),
            cases=found.cases,
            witness=witness_of(found),
        )

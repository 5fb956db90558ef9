"""an answer depends on how an open reading is taken

## What it does
Reports each question whose answer differs, in one and the same situation, between two choices of a reading.

## Why it matters
These are the situations that players should agree on before the game, and that a ruling would settle.

## Example
```case
record unit
  tired: yes/no
verdict move(u: unit)

case 8.1 "Tired units"
  "Tired units stay, or at least should."

reading tired_stay on 8.1 "Whether tired units may move"
  choice stay in play
    may not move(u) when u.tired
  choice go
    may move(u) when u.tired
```

## Use instead
```case
record unit
  tired: yes/no
verdict move(u: unit)

case 8.1 "Tired units"
  "Tired units stay."
  may not move(u) when u.tired
```

## Limits
For each reading and question, the first two choices and the first situation that are found are shown. That a reading makes a difference is
what it is for: `rulewright check` counts these notes, and `--all` shows each. A reading that makes none is `choices-alike`.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.analysis.situations import shown_in, witness_of
from rulewright.analysis.verdicts.depth import Depth
from rulewright.analysis.verdicts.findings import Kind
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput
from rulewright.checks.common.decided import asked, of_kind

CHECK = Check("RW338", "reading-matters", Severity.INFO, depth=Depth.ALL, of_verdicts=True)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    for found in of_kind(given, Kind.READING_MATTERS):
        assert found.situation is not None and given.core is not None and found.reading is not None
        reading = given.core.readings[found.reading]
        first, second = found.said
        yield CHECK.finding(
            f"`{asked(found, given)}` depends on the reading `{found.reading}`: "
            f"{first.value} under `{first.who}`, {second.value} under `{second.who}`",
            [Label(reading.location)] if reading.location is not None else [],
            help="agree on a choice before play, or write the ruling that settles it",
            notes=(shown_in(found.situation),),
            cases=found.cases,
            witness=witness_of(found),
        )

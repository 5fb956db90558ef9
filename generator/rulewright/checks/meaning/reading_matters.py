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

from rulewright.analysis.situations import situation_note, witness_json
from rulewright.analysis.verdicts.depth import Depth
from rulewright.analysis.verdicts.findings import FindingKind
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput
from rulewright.checks.common.decided import findings_of_kind, question_text

CHECK = Check("RW338", "reading-matters", Severity.INFO, depth=Depth.ALL, reads_verdicts=True)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for finding in findings_of_kind(check_input, FindingKind.READING_MATTERS):
        assert finding.situation is not None and check_input.core is not None and finding.reading is not None
        reading = check_input.core.readings[finding.reading]
        first, second = finding.statements
        yield CHECK.finding(
            f"`{question_text(finding, check_input)}` depends on the reading `{finding.reading}`: "
            f"{first.value} under `{first.who}`, {second.value} under `{second.who}`",
            [Label(reading.location)] if reading.location is not None else [],
            help="agree on a choice before play, or write the ruling that settles it",
            notes=(situation_note(finding.situation),),
            cases=finding.cases,
            witness=witness_json(finding),
        )

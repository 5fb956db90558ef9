"""a rule without a condition needs a value that no rule gives in some situation

## What it does
Looks for rules of a value that have no condition, and for a situation in which what they are worked out from is silent: the answer is then
undetermined, though the rule says that it always holds.

## Why it matters
*The fee is the less of the two* means every fee; where only one of the two is given, there is none.

## Example
```case
measure euro "euro"
fact member: yes/no
fact hours: 0..24
value most: 0..99 euro "what a member pays at most"
value fee: 0..99 euro "the fee"

case 1.2 "Members"
  most is 10 euro when member

case 1.3 "The fee"
  fee is the least of ((3 euro) * hours, most)
```

## Use instead
```diff
   fee is the least of ((3 euro) * hours, most)
+      when member
+  fee is (3 euro) * hours when not member
```

## Limits
Not for a value that is `total` (RW332), and not where the silence is for want of text, of a row, or of the choice of a reading. Where the
source leaves it open, `accepts rests_on_silence because "…"` says so.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.analysis.situations import situation_note, witness_json
from rulewright.analysis.verdicts.findings import Finding, FindingKind
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.prose_lists import listing
from rulewright.checks.common.check import Check, CheckInput
from rulewright.checks.common.decided import findings_of_kind, label_of, question_of

CHECK = Check("RW343", "rests-on-silence", Severity.INFO, reads_verdicts=True)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    by_needed: dict[str, list[Finding]] = {}
    for finding in findings_of_kind(check_input, FindingKind.RESTS_ON_SILENCE):
        by_needed.setdefault(finding.why, []).append(finding)
    for name, (first, *others) in by_needed.items():
        assert first.situation is not None
        rules = listing([finding.rules[0] for finding in (first, *others)], "and")
        verbs = "have no condition, and need" if others else "has no condition, and needs"
        location = question_of(check_input, name).location
        yield CHECK.finding(
            f"{rules} {verbs} `{name}`, which no rule gives in some situation",
            [
                *(label_of(check_input, finding.question, finding.rules[0]) for finding in (first, *others)),
                *([Label(location, "may be silent")] if location is not None else []),
            ],
            help=f"say what `{name}` is there, or what `{first.question}` is without it",
            notes=(situation_note(first.situation),),
            cases=[case for finding in (first, *others) for case in finding.cases],
            witness=witness_json(first),
        )

"""one rule advises what another advises against

## What it does
Looks, for every verdict that a clause advises about, through all situations, and reports each `should` and `should not` that stand in
one of them, with no precedence between the two; with the smallest such situation, and an example that proves it.

## Why it matters
The answer says what is permitted, and of the advice that it is in conflict: whoever asks what is wise hears two things.

## Example
```case
enum weather: clear, mud
fact weather: weather
record unit
  tired: yes/no
verdict march(u: unit)

case 8.1 "Marching"
  may march(u)
  should march(u) when weather is clear

case 8.2 "Rest"
  should not march(u) when u.tired
```

## Use instead
```diff
 case 8.2 "Rest"
   should not march(u) when u.tired
+    overrides 8.1
```

## Limits
As those of a contradiction (RW301). Where the source contradicts itself, write `accepts conflicting_advice with CASE because "…"`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.analysis.verdicts.findings import FindingKind
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.keywords import Advice
from rulewright.base.prose_lists import listing
from rulewright.checks.common.check import Check, CheckInput
from rulewright.checks.common.decided import findings_of_kind, question_of, question_text, speaker_names
from rulewright.checks.meaning.contradiction import clash_finding
from rulewright.semantics.advice import advice_name, is_advice

CHECK = Check("RW348", "conflicting-advice", Severity.WARNING, reads_verdicts=True)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for kind in (FindingKind.CONTRADICTION, FindingKind.OPTION_CLASH):
        for finding in findings_of_kind(check_input, kind):
            if is_advice(question_of(check_input, finding.question)):
                action = question_text(finding, check_input).removeprefix(advice_name(""))
                speaker, rival = speaker_names(finding)
                if finding.statements[0].value != Advice.ADVISED:
                    speaker, rival = rival, speaker
                options = f"with {listing((f'`{name}`' for name in finding.options), 'and')}, " if finding.options else ""
                diagnostic = clash_finding(CHECK, check_input, finding, "", "conflicting_advice")
                yield replace(diagnostic, message=f"{options}{speaker} advises `{action}`, and {rival} advises against it")

"""one rule advises what another forbids, or advises against what another requires

## What it does
Looks, for every verdict that a clause advises about, for situations in which it is forbidden and advised, or required and advised
against; and reports each two rules that say so, with such a situation.

## Why it matters
Advice changes no status: where both speak, the advice is to do what may not be done. Mostly the writer of the advice did not think of
the ban.

## Example
```case
enum weather: clear, snow
fact weather: weather
record unit
  elite: yes/no
verdict march(u: unit)

case 8.1 "Marching"
  may march(u)
  snow: may not march(u) when weather is snow
    overrides 8.1

case 8.2 "The elite"
  should march(u) when u.elite
```

## Use instead
```diff
 case 8.2 "The elite"
-  should march(u) when u.elite
+  should march(u) when u.elite and may march(u)
```

## Limits
Only where rules say both: what is forbidden because no rule permits it is none. It is looked for among few things. Where the source says
both, write `accepts advice_against_verdict with CASE because "…"`.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.analysis.situations import situation_note, witness_json
from rulewright.analysis.verdicts.findings import FindingKind
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.checks.common.check import Check, CheckInput
from rulewright.checks.common.decided import findings_of_kind, label_of, question_of, question_text, speaker_names

CHECK = Check("RW349", "advice-against-verdict", Severity.WARNING, reads_verdicts=True)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for finding in findings_of_kind(check_input, FindingKind.ADVICE_AGAINST_VERDICT):
        assert finding.situation is not None
        statement, advised = finding.statements
        speaker, adviser = speaker_names(finding)
        action, advice = question_text(finding, check_input), question_of(check_input, finding.question).advice
        assert advice is not None
        is_forbidden = statement.value == "forbidden"
        says, advises = ("forbids", "advises it") if is_forbidden else ("requires", "advises against it")
        condition = f"may {action}" if is_forbidden else f"not must {action}"
        with_ = "" if statement.case == advised.case else f" with {statement.case}"
        yield CHECK.finding(
            f"{speaker} {says} `{action}`, and {adviser} {advises}",
            [
                label_of(check_input, finding.question, statement.who, statement.value),
                label_of(check_input, advice, advised.who, advised.value.replace("_", " ")),
            ],
            help=f"give {adviser} the condition `{condition}`, or say in {speaker} that it does not hold there; "
            f'if the source says both: `accepts advice_against_verdict{with_} because "…"` in {advised.case}',
            notes=(situation_note(finding.situation),),
            cases=finding.cases,
            witness=witness_json(finding),
        )

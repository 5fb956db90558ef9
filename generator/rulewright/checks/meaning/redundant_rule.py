"""a rule that changes no answer

## What it does
Removes each rule from the book and compares: if no answer to its question changes in any situation, it is reported.

## Why it matters
It may be a reminder, which is fine, or repeat by mistake what is said elsewhere.

## Example
```case
enum weather: clear, mud, snow
fact weather: weather
value delay: 0..3

case 8.1 "Bad weather"
  delay is 2 when weather is not clear

case 8.2 "Snow"
  delay is 2 when weather is snow
```

## Use instead
```diff
-case 8.1 "Bad weather"
-  delay is 2 when weather is not clear
+case 8.1 "Mud"
+  delay is 2 when weather is mud
```

## Limits
Only the rule's own question is looked at; of a definition (`p means …`) both halves have to be redundant. Questions with very many rules
are listed as not analysed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulewright.analysis.verdicts.depth import Depth
from rulewright.analysis.verdicts.findings import FindingKind
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.checks.common.check import Check, CheckInput
from rulewright.checks.common.decided import count_rules_with_id, findings_of_kind, label_of, question_text, why_rule_stays

CHECK = Check("RW337", "redundant-rule", Severity.INFO, depth=Depth.ALL, reads_verdicts=True)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    findings = list(findings_of_kind(check_input, FindingKind.REDUNDANT_RULE))
    for (question, rule), number in Counter((finding.question, *finding.rules) for finding in findings).items():
        if number < count_rules_with_id(check_input, question, rule):
            continue  # one half of a definition: it says `no` where silence would
        first_finding = next(finding for finding in findings if finding.question == question and finding.rules == (rule,))
        yield CHECK.finding(
            f"without {rule}, every answer about `{question_text(first_finding, check_input)}` is the same",
            [label_of(check_input, first_finding.question, rule)],
            help=_help_for(why_rule_stays(check_input, first_finding)),
            cases=first_finding.cases,
        )


def _help_for(why_it_stays: str) -> str:
    if why_it_stays:
        return f"say `restates` if it is a reminder, else look at its conditions; {why_it_stays}"
    return "say `restates` if it is a reminder, else delete it or look at its conditions"

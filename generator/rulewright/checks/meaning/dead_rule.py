"""a rule that applies in no situation

## What it does
Reports a rule whose conditions never hold together, and a rule that is always defeated when its conditions hold; with the rules that go
before it.

## Why it matters
The reader believes a sentence that has no effect. Usually a condition is wrong, or an `overrides` reaches too far.

## Example
```case
measure MP "movement point"
record unit
  steps: 0..4
value allowance(u: unit): 0..9 MP

case 8.1 "Allowance"
  allowance(u) is 4 MP when u.steps is at most 3
  allowance(u) is 2 MP when u.steps is more than 3

case 8.2 "Large units"
  allowance(u) is 1 MP when u.steps is at least 6
```

## Use instead
```diff
 record unit
-  steps: 0..4
+  steps: 0..8
   allowance(u) is 4 MP when u.steps is at most 3
-  allowance(u) is 2 MP when u.steps is more than 3
+  allowance(u) is 2 MP when u.steps in 4..5
```

## Limits
Reported only where it is proved: where a question counts more things than can be tried, it is listed as not analysed instead. A definition
(`p means …`) is two rules, `p when …` and `not p when not …`; each can be dead. Rules of a choice that a ruling has settled against are not
looked at, nor those over which a chain of precedence leads that answers depend on. Where an answer depends on the day asked, a rule is dead
if it is so in every edition that has it.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.analysis.verdicts.findings import FindingKind
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.prose_lists import listing
from rulewright.checks.common.check import Check, CheckInput
from rulewright.checks.common.decided import count_rules_with_id, findings_of_kind, has_its_time_elsewhere, label_of, why_rule_stays

CHECK = Check("RW333", "dead-rule", Severity.WARNING, reads_verdicts=True)
LOOK_AT_CONDITIONS = "look at its conditions, and at the ranges of the facts in them"


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for finding in findings_of_kind(check_input, FindingKind.DEAD_RULE):
        if has_its_time_elsewhere(check_input, finding):
            continue
        (rule,) = finding.rules
        winners = tuple(dict.fromkeys(finding.authors))
        reason = f"wherever its conditions hold, {listing(winners, 'or')} {'goes' if len(winners) == 1 else 'go'} before it"
        never_applies = "has a half that never applies" if count_rules_with_id(check_input, finding.question, rule) > 1 else "never applies"
        yield CHECK.finding(
            f"{rule} {never_applies}: {reason if winners else finding.why}",
            [
                label_of(check_input, finding.question, rule),
                *(label_of(check_input, finding.question, winner, "goes before it") for winner in winners),
            ],
            help=_help_for(why_rule_stays(check_input, finding)) if winners else LOOK_AT_CONDITIONS,
            cases=finding.cases,
        )


def _help_for(why_it_stays: str) -> str:
    return f"limit what goes before it; {why_it_stays}" if why_it_stays else "limit what goes before it, or delete it"

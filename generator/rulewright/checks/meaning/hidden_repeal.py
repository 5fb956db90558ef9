"""a statement of precedence that defeats a rule in every situation

## What it does
Reports a rule whose conditions can hold, but which one statement of precedence defeats wherever they do.

## Why it matters
An exception that covers all cases is a repeal that nobody announced. If it is meant, the rule should be deleted.

## Example
```case
enum weather: clear, mud, snow
fact weather: weather
value delay: 0..3

case 8.1 "Snow"
  delay is 1 when weather is snow

case 8.2 "Bad weather"
  overrides 8.1
  delay is 2 when weather is not clear
```

## Use instead
```diff
-case 8.1 "Snow"
+case 8.1 "Bad weather"
-  delay is 1 when weather is snow
+  delay is 1 when weather is not clear
-case 8.2 "Bad weather"
+case 8.2 "Snow"
   overrides 8.1
-  delay is 2 when weather is not clear
+  delay is 2 when weather is snow
```

## Limits
A rule that several statements defeat together in every situation is reported as `dead-rule`. Such a rule may still be needed: by another
edition, or by the rest of its line. The help then says so. A rule over which a chain leads is reported only if no answer differs without
it.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.analysis.verdicts.findings import FindingKind
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput
from rulewright.checks.common.decided import findings_of_kind, label_of, rule_of, statement_of, why_rule_stays

CHECK = Check("RW335", "hidden-repeal", Severity.WARNING, reads_verdicts=True)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for finding in findings_of_kind(check_input, FindingKind.HIDDEN_REPEAL):
        _, rule = finding.rules
        statement = statement_of(check_input, finding.authors[0])
        assert statement is not None
        is_only_target = sum(len(on_question.targets) for on_question in statement.on) == 1
        target = rule_of(check_input, finding.question, rule)
        yield CHECK.finding(
            f"`{statement.says}` in {statement.case} defeats {rule} in every situation",
            [
                *([Label(statement.location, "goes before it wherever it holds")] if statement.location is not None else []),
                label_of(check_input, finding.question, rule, "" if target is None else "never stands"),
            ],
            help=_help_for(rule, f" and `{statement.says}`" if is_only_target else "", why_rule_stays(check_input, finding)),
            cases=finding.cases,
        )


def _help_for(rule: str, and_statement: str, why_it_stays: str) -> str:
    """Return the advice on a rule without effect, and on the statement that reaches nothing else."""
    if why_it_stays:
        return f"limit what goes before it; {rule} is not simply to be deleted: {why_it_stays}"
    return f"delete {rule}{and_statement} if that is meant, or limit what goes before it"

"""a question that is declared `total` has no answer in some situation

## What it does
Looks for a situation in which every rule about a `total` question is silent, only a `need not` speaks, or the rule that speaks has no
value: a divisor is zero, a cell of a table is empty, what it is worked out from is silent.

## Why it matters
`total` says that the book always answers. Here it does not, and players have to invent a rule.

## Example
```case
enum weather: clear, mud, snow
fact weather: weather
value delay: 0..3
  total

case 8.1 "Delay"
  delay is 0 when weather is clear
  delay is 2 when weather is snow
```

## Use instead
```diff
   delay is 0 when weather is clear
+  delay is 1 when weather is mud
```

## Limits
Silence because the text of a case is not held is not a gap: that answer is `not held`. A question that comes with a later source is not
asked for in the editions before: `total` begins with the first edition that has a rule on it.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.analysis.situations import example_for_finding, situation_note, witness_json
from rulewright.analysis.verdicts.findings import FindingKind
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput
from rulewright.checks.common.decided import findings_of_kind, question_of, question_text

CHECK = Check("RW332", "gap", Severity.ERROR, reads_verdicts=True)
HELP_WHERE_OPEN = (
    "write what is missing there, or a rule that `overrides` this one and says what holds, or declare the situation `impossible`"
)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for finding in findings_of_kind(check_input, FindingKind.GAP):
        if _begins_later(check_input, finding.question):
            continue
        question = question_of(check_input, finding.question)
        assert finding.situation is not None
        question_call = question_text(finding, check_input)
        yield CHECK.finding(
            f"`{question_call}` has no answer where {finding.why}, though it is declared as `total`"
            if finding.why
            else f"no rule says what `{question_call}` is, though it is declared as `total`",
            [Label(question.location, "total")] if question.location is not None else [],
            help=HELP_WHERE_OPEN
            if finding.why
            else "say what holds there, with a rule or an `otherwise`, or declare the situation `impossible`",
            notes=(situation_note(finding.situation),),
            cases=finding.cases,
            example=example_for_finding(finding, f"nothing is said about {finding.question}"),
            witness=witness_json(finding),
        )


def _begins_later(check_input: CheckInput, question: str) -> bool:
    """Return True if no edition up to this one has a rule on a question, and a later one has: the question comes with a later source."""
    editions = list(check_input.book.editions)
    place = editions.index(check_input.edition)
    has_rules = [bool(check_input.edition_indexes[edition].core.on[question].rules) for edition in editions]
    return not any(has_rules[: place + 1]) and any(has_rules)

"""a value can go beyond the range that is declared for it

## What it does
Looks for a situation in which no rules contradict each other and a value is more or less than its declaration allows.

## Why it matters
Either the range is wrong, or a limit is missing: the question has no answer there, and `ask` says *out of range*.

## Example
```case
record unit
  steps: 0..4
value strength(u: unit): 0..4

case 8.1 "Strength"
  strength(u) is u.steps + 1
```

## Use instead
```diff
   steps: 0..4
-value strength(u: unit): 0..4
+value strength(u: unit): 0..5
```

## Limits
Facts take every value that is declared for them: write `impossible when …` for what cannot occur in play.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rulewright.analysis.situations import example_for_finding, situation_note, witness_json
from rulewright.analysis.verdicts.findings import FindingKind
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput
from rulewright.checks.common.decided import findings_of_kind, label_of, question_of, question_text
from rulewright.semantics.types import Numeric, Type, type_text

CHECK = Check("RW331", "out-of-range", Severity.WARNING, reads_verdicts=True)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for finding in findings_of_kind(check_input, FindingKind.OUT_OF_RANGE):
        question = question_of(check_input, finding.question)
        assert finding.situation is not None and question.type is not None
        declaration_labels = [Label(question.location, "declared here")] if question.location is not None else []
        extreme = finding.statements[0].value
        yield CHECK.finding(
            f"`{question_text(finding, check_input)}` can come to {extreme}, and is declared as {type_text(question.type)}",
            [*(label_of(check_input, finding.question, id) for id in dict.fromkeys(finding.authors)), *declaration_labels],
            help=_range_remedies(question.type, extreme),
            notes=(situation_note(finding.situation),),
            cases=finding.cases,
            example=example_for_finding(finding, f"{finding.question} comes to {extreme}"),
            witness=witness_json(finding),
        )


def _range_remedies(kind: Type, value: str) -> str:
    """Return the help for a value (a number with its unit). One within the range is no multiple of the step, so widening is no help."""
    if isinstance(kind, Numeric) and kind.calendar is not None:
        return "widen the range, limit the value (`is at most …`, `is at least …`), or declare the situation `impossible`"
    number = Fraction(value.split()[0])
    if isinstance(kind, Numeric) and (kind.low is None or kind.low <= number) and (kind.high is None or number <= kind.high):
        return "round the value (`rounded up`, `rounded down`), declare smaller steps (`by 1/2`), or declare the situation `impossible`"
    return "widen the range, limit the value (`is at most …`, `is at least …`), or declare the situation `impossible`"

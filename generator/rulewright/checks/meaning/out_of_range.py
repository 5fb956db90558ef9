"""a value can go beyond the range that is declared for it

## What it does
Looks for a situation in which no rules contradict each other and a value is more or less than its declaration allows.

## Why it matters
Either the range is wrong, or a limit is missing: the question has no answer there.

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

from rulewright.analysis.situations import example_of, shown_in, witness_of
from rulewright.analysis.verdicts.findings import Kind
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput
from rulewright.checks.common.decided import asked, label, of_kind, question_of
from rulewright.semantics.types import Numeric, Type, type_text

CHECK = Check("RW331", "out-of-range", Severity.WARNING, of_verdicts=True)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    for found in of_kind(given, Kind.OUT_OF_RANGE):
        question = question_of(given, found.question)
        assert found.situation is not None and question.type is not None
        declared = [Label(question.location, "declared here")] if question.location is not None else []
        most = found.said[0].value
        yield CHECK.finding(
            f"`{asked(found, given)}` can come to {most}, and is declared as {type_text(question.type)}",
            [*(label(given, found.question, id) for id in dict.fromkeys(found.by)), *declared],
            help=_ways_out(question.type, most),
            notes=(shown_in(found.situation),),
            cases=found.cases,
            example=example_of(found, f"{found.question} comes to {most}"),
            witness=witness_of(found),
        )


def _ways_out(kind: Type, value: str) -> str:
    """What can be done about a value (a number with its unit). Within the range it is no multiple of the step: a wider one is no help."""
    number = Fraction(value.split()[0])
    if isinstance(kind, Numeric) and (kind.low is None or kind.low <= number) and (kind.high is None or number <= kind.high):
        return "round the value (`rounded up`, `rounded down`), declare smaller steps (`by 1/2`), or declare the situation `impossible`"
    return "widen the range, limit the value (`is at most …`, `is at least …`), or declare the situation `impossible`"

"""a yes or no of which only one ground is known, in a case whose words are not held

## What it does
Lists predicates with a single rule, which says *yes* where something holds, in a case whose own words are `not held`.

## Why it matters
The text that is here says of one way that it leads there. The words that are not here may say others. So the answer is undetermined where
that ground does not hold, and never a plain *no*.

## Example
```case
record unit
  in_reserve: yes/no
predicate shaken(u: unit)

case 1.1 "Breaking"
  not held

amend 1.1 in errata as addition
  "A unit in reserve is shaken."
  shaken(u) when u.in_reserve
```

## Use instead
```diff
 case 1.1 "Breaking"
-  not held
+  not held, bears on shaken(u)
```
If what is here is the whole definition, write `shaken(u) means u.in_reserve`.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput
from rulewright.core.wording import call_text
from rulewright.semantics.grounds import is_implied

CHECK = Check("RW433", "grounds-only", Severity.WARNING)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for core_question in check_input.core.on.values():
        question = core_question.question
        call = call_text(question.name, tuple(param.name for param in question.params), question.params)
        for clause in (absent.clause for absent in core_question.absent if is_implied(absent.clause)):
            yield CHECK.finding(
                f"of `{call}` only one ground is known, and the words of {clause.case} are not held: elsewhere it is not *no*",
                [Label(clause.location, "the only ground that is known")] if clause.location is not None else [],
                cases=(clause.case,),
                help=f"write `means` if it is the whole definition, or `not held, bears on {call}` in {clause.case}",
            )

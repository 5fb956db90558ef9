"""an example gives what the rules contradict

## What it does
Works out what follows from the `given` lines of each example, and compares it with the values, predicates and verdicts that they give.

## Why it matters
Where the rules say otherwise, the rules stand. The example then shows another situation than the one it tells of, and may pass for a reason
that nobody meant.

## Example
```of allowance
   allowance(u) is printed(u)
+
+  example "a slow unit"
+    given printed(u) is 7 MP, allowance(u) is 5 MP
+    then allowance(u) is 7 MP
```

## Use instead
```diff
-    given printed(u) is 7 MP, allowance(u) is 5 MP
+    given printed(u) is 7 MP
```

## Limits
Only what follows for certain counts: nothing usual is assumed, and there may be more things than the example names. A fact that rules work
out may be given as something else: that is what is seen, and the example shows what the rules make of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.analysis.examples import find_overruled_givens
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.prose_lists import listing
from rulewright.checks.common.check import Check, CheckInput
from rulewright.core.wording import with_unit

CHECK = Check("RW344", "given-against-rules", Severity.WARNING, ignores_prose=True)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for example in check_input.core.examples:
        for overruled in find_overruled_givens(check_input.core, example):
            assignment, value = (
                with_unit(content, overruled.unit, decimal=overruled.decimal) for content in (overruled.given, overruled.value)
            )
            rules = f"by {listing(overruled.rules, 'and')} it is" if overruled.rules else "no rule says so: it is"
            yield CHECK.finding(
                f"the example `{example.title}` gives `{overruled.fact}` as {assignment}; {rules} {value}",
                [Label(example.location)] if example.location else [],
                help="give what leads to it, or leave it to the rules",
                cases=[example.case],
            )

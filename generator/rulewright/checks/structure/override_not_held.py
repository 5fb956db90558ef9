"""a case takes precedence over one whose text is not held

## What it does
Lists each `overrides`, `sets aside` and `except` whose other side is known by number only and has no rules.

## Why it matters
The precedence is recorded and appears in answers, but rulewright cannot say what it changes. Whoever has the printed text should
look at it there.

## Example
```case
record unit
verdict move(u: unit)

case 6.53 "Winter"
  not held

case 6.42 "Leaders"
  overrides 6.53
  may move(u)
```

## Use instead
```diff
 case 6.53 "Winter"
-  not held
+  "Nothing moves in winter."
+  may not move(u)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.checks.base import Check, CheckInput, at_node
from rulewright.checks.edition_index import is_held
from rulewright.diagnostics import Diagnostic, Severity
from rulewright.words import RelationKind

CHECK = Check("RW307", "override-not-held", Severity.INFO)
WORDS = {RelationKind.OVERRIDES: "overrides", RelationKind.SETS_ASIDE: "sets aside", RelationKind.EXCEPT: "gives way to"}


def find(given: CheckInput) -> Iterator[Diagnostic]:
    here = given.here
    for one in here.statements:
        if is_held(one.target) or one.target.deleted or here.sides(one)[1]:
            continue
        yield CHECK.finding(
            f"{one.provision.case} {WORDS[one.kind]} `{one.ref.number}`, whose text is not held",
            [at_node(one.provision.origin, one.relation)],
            cases=[str(one.provision.case), one.ref.number],
        )

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

from collections import defaultdict
from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.keywords import RelationKind
from rulewright.base.prose_lists import listing
from rulewright.base.source import Location
from rulewright.checks.common.check import Check, CheckInput, at_node
from rulewright.checks.indexes.edition_index import Statement, is_held

CHECK = Check("RW307", "override-not-held", Severity.INFO)
WORDS = {RelationKind.OVERRIDES: "overrides", RelationKind.SETS_ASIDE: "sets aside", RelationKind.EXCEPT: "gives way to"}


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    edition_index = check_input.edition_index
    unheld: dict[tuple[str, Location], list[Statement]] = defaultdict(list)
    for statement in edition_index.statements:
        if not (is_held(statement.target) or statement.target.is_deleted or edition_index.sides_of(statement)[1]):
            unheld[statement.provision.id.text, statement.location].append(statement)
    for first, *others in unheld.values():
        numbers = [statement.ref.number for statement in (first, *others)]
        text = f"{listing([f'`{number}`' for number in numbers], 'and')}, whose text{'s are' if others else ' is'} not held"
        yield CHECK.finding(
            f"{first.provision.case} {WORDS[first.kind]} {text}",
            [at_node(first.provision.origin, first.relation)],
            cases=[str(first.provision.case), *numbers],
        )

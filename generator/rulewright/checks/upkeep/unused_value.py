"""a value of an enum or scale that nothing mentions

## What it does
Lists values that are in no condition, effect, table, class, set-up line or example.

## Why it matters
It makes no difference whether the value is there. That may be so: a list of all nations is worth having. Or a row of a table was
forgotten.

## Example
```case
enum weather: clear, mud, snow
record unit
fact weather: weather
verdict move(u: unit)

case 8.1 "Movement"
  may move(u) when weather is clear
  may not move(u) when weather is mud
```

## Use instead
```diff
   may move(u) when weather is clear
-  may not move(u) when weather is mud
+  may not move(u) when weather in {mud, snow}
```

## Limits
One finding per enum. Enums with more than 30 values (maps, rosters) are left out, and so are those of which half of the values or more
are unused. A value for which alone the rules of a question do not say what it is belongs to RW342.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.checks.upkeep.uncovered_value import uncovered_values
from rulewright.syntax import nodes

CHECK = Check("RW409", "unused-value", Severity.INFO, CheckScope.BOOK, reports_absence=True)
ROSTER = 30


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    rules, examples = check_input.book_index.uses.in_rules, check_input.book_index.uses.in_examples
    mentioned = rules.calls | rules.words | examples.calls | examples.words
    uncovered = {value for question in uncovered_values(check_input.core) for value in question.values}
    for declared in check_input.book.declarations:
        node = declared.node
        if not isinstance(node, nodes.Enum) or len(node.values) > ROSTER:
            continue
        unused = [value.name for value in node.values if value.name not in mentioned and value.name not in uncovered]
        if unused and 2 * len(unused) < len(node.values):
            value_list = ", ".join(f"`{name}`" for name in unused)
            yield CHECK.finding(
                f"{value_list} of the enum `{node.name}` {'is' if len(unused) == 1 else 'are'} mentioned nowhere",
                [Label(declared.place.location_of(node.span))],
            )

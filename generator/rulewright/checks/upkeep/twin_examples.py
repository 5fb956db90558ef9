"""two examples of one case have the same title

## What it does
Compares the titles of the examples of each case, including those of amendments and rulings.

## Why it matters
Reports of tests and pages name an example by its case and title; with two of the same name nobody knows which one failed.

## Example
```case
record unit
verdict move(u: unit)

case 8.1 "Movement"
  may move(u)
  example "a unit"
    world u: unit
    then permitted move(u)
  example "a unit"
    world v: unit
    then permitted move(v)
```

## Use instead
```diff
     then permitted move(u)
-  example "a unit"
+  example "another unit"
```
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.checks.common.check import Check, CheckInput, at_node
from rulewright.checks.indexes.edition_index import clause_number
from rulewright.rulebook.model import Origin
from rulewright.syntax import nodes

CHECK = Check("RW412", "twin-examples", Severity.WARNING)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    first_examples: dict[tuple[str, str], tuple[nodes.Example, Origin]] = {}
    for clause, example, origin in check_input.edition_index.examples_in_force():
        number = clause_number(clause)
        first, first_origin = first_examples.setdefault((number, example.title), (example, origin))
        if first is not example:
            yield CHECK.finding(
                f"two examples of {number} are called `{example.title}`",
                [at_node(origin, example), at_node(first_origin, first, "the first")],
                help="give one of them another title",
                cases=[number],
            )

"""an example gives two things that cannot both be true

## What it does
Looks in the `given` lines of each example for two that plainly exclude each other, as `condition-never-true` does in rules.

## Why it matters
There is no such situation, so whatever the example expects says nothing about the rules.

## Example
```of movement
-  may move(u)
+  may move(u) when weather is clear
+
+  example "a fine day"
+    given weather is clear, weather is mud
+    then permitted move(u)
```

## Use instead
```diff
   example "a fine day"
-    given weather is clear, weather is mud
+    given weather is clear
```

## Limits
Facts that a rule or an `impossible` line makes incompatible are not found.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.source import Place
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.checks.common.conditions import find_clash
from rulewright.syntax import nodes

CHECK = Check("RW321", "contradictory-given", Severity.WARNING, CheckScope.BOOK)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for number, example, clause in check_input.book_index.examples_in_clauses:
        yield from _check_facts(check_input, f"example `{example.title}`", example, clause.place, [number])
    for background in check_input.book_index.backgrounds.all_backgrounds():
        name = f"background `{background.node.name}`" if background.node.name else "background"
        yield from _check_facts(check_input, name, background.node, background.place, [])


def _check_facts(
    check_input: CheckInput, subject: str, node: nodes.Example | nodes.Background, place: Place, cases: list[str]
) -> Iterator[Diagnostic]:
    clash = find_clash(node.given, check_input.book_index.value_names)
    if clash is not None:
        yield CHECK.finding(
            f"the {subject} gives two things that cannot both be true",
            [Label(place.location_of(clash[1].span), "this"), Label(place.location_of(clash[0].span), "and this")],
            help="remove one of them",
            cases=cases,
        )

"""a condition that can never hold

## What it does
Looks in the conditions of rules, of precedences and of `bears on` for two parts that plainly exclude each other: `x` and `not x`,
`weather is mud` and `weather is snow`, `u.arm in {cavalry}` and `u.arm is leader`.

## Why it matters
The line never applies. Usually `or` was meant, or one of two similar facts.

## Example
```case
enum weather: clear, mud, snow
record unit
fact weather: weather
verdict move(u: unit)

case 8.6 "Bad weather"
  may not move(u) when weather is mud and weather is snow
```

## Use instead
```diff
 case 8.6 "Bad weather"
-  may not move(u) when weather is mud and weather is snow
+  may not move(u) when weather in {mud, snow}
```

## Limits
Only parts joined by `and` are compared, as they are written; sums, ranges and conditions inside `some` and `every` are not worked out.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.checks.common.check import Check, CheckInput, at_node, at_provision
from rulewright.checks.common.conditions import conditions_of, find_clash
from rulewright.rulebook.model import Provision
from rulewright.syntax import nodes

CHECK = Check("RW319", "condition-never-true", Severity.WARNING)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for provision, rule in check_input.edition_index.rules:
        if rule.guards:
            yield from _check_conditions(provision, conditions_of(rule), check_input.book_index.value_names)
    for provision, relation in check_input.edition_index.relations:
        if relation.when is not None:
            yield from _check_conditions(provision, [relation.when], check_input.book_index.value_names)
    for provision in check_input.edition_index.provisions:
        if isinstance(provision.node, nodes.NotHeld) and provision.node.when is not None:
            yield from _check_conditions(provision, [provision.node.when], check_input.book_index.value_names)


def _check_conditions(provision: Provision, conditions: list[nodes.Expr], values: frozenset[str]) -> Iterator[Diagnostic]:
    clash = find_clash(conditions, values)
    if clash is None:
        return
    spans = [part for part in clash if part.span != nodes.NO_SPAN]
    yield CHECK.finding(
        f"{provision.case} has a condition that can never hold",
        [at_node(provision.origin, part, "excludes the other") for part in spans] or [at_provision(provision)],
        help="did you mean `or`? for one thing with several values write `x in {a, b}`",
        cases=[str(provision.case)],
    )

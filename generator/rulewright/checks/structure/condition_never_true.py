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
from rulewright.checks.common.conditions import clash, conditions_of
from rulewright.rulebook.model import Provision
from rulewright.syntax import nodes

CHECK = Check("RW319", "condition-never-true", Severity.WARNING)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    for provision, rule in given.here.rules:
        if rule.guards:
            yield from _judge(provision, conditions_of(rule), given.whole.values)
    for provision, relation in given.here.relations:
        if relation.when is not None:
            yield from _judge(provision, [relation.when], given.whole.values)
    for provision in given.here.provisions:
        if isinstance(provision.node, nodes.NotHeld) and provision.node.when is not None:
            yield from _judge(provision, [provision.node.when], given.whole.values)


def _judge(provision: Provision, conditions: list[nodes.Expr], values: frozenset[str]) -> Iterator[Diagnostic]:
    found = clash(conditions, values)
    if found is None:
        return
    spans = [part for part in found if part.span != nodes.NO_SPAN]
    yield CHECK.finding(
        f"{provision.case} has a condition that can never hold",
        [at_node(provision.origin, part, "excludes the other") for part in spans] or [at_provision(provision)],
        help="did you mean `or`? for one thing with several values write `x in {a, b}`",
        cases=[str(provision.case)],
    )

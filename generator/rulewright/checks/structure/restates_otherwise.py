"""a rule restates another and says something else

## What it does
Compares a rule that says `restates` with the rule it names: question, verb and amount must be the same.

## Why it matters
A restated rule counts once, at its first place. If the second place gives another amount, the second is silently not in force.

## Example
```case
measure MP "movement point"
enum weather: clear, mud
record unit
fact weather: weather
fact printed(u: unit): 0..20 MP
value allowance(u: unit): 0..20 MP

case 8.1 "Allowance"
  allowance(u) is printed(u)

case 8.6 "Mud"
  take 2 MP from allowance(u) when weather is mud

case 15.3 "Weather again"
  take 3 MP from allowance(u) when weather is mud
    restates 8.6
```

## Use instead
```case
measure MP "movement point"
enum weather: clear, mud
record unit
fact weather: weather
fact printed(u: unit): 0..20 MP
value allowance(u: unit): 0..20 MP

case 8.1 "Allowance"
  allowance(u) is printed(u)

case 8.6 "Mud"
  take 2 MP from allowance(u) when weather is mud

case 15.3 "Weather again"
  take 2 MP from allowance(u) when weather is mud
    restates 8.6
```

## Limits
That the second condition implies the first is not decided yet. Names of variables must be the same at both places.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.checks.base import Check, CheckInput, at_node, at_provision
from rulewright.checks.edition_index import is_held
from rulewright.diagnostics import Diagnostic, Severity
from rulewright.language import nodes
from rulewright.language.nodes import RelationKind

CHECK = Check("RW310", "restates-otherwise", Severity.WARNING)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    here = given.here
    for provision, relation in here.relations:
        if relation.kind is not RelationKind.RESTATES or not isinstance(provision.node, nodes.Rule):
            continue
        rule = provision.node
        for ref in relation.targets:
            target = here.target(ref)
            if target is None or not (is_held(target) or target.provisions):
                continue
            theirs = [p for p in target.provisions if isinstance(p.node, nodes.Rule) and p.id != provision.id]
            if any(_same(rule, p.node) for p in theirs if isinstance(p.node, nodes.Rule)):
                continue
            yield CHECK.finding(
                f"{provision.case} restates `{ref.number}`, and no rule there says the same",
                [at_node(provision.origin, relation), *(at_provision(p, "the rule it names") for p in theirs[:1])],
                help="make both the same, or take `restates` away",
                cases=[str(provision.case), ref.number],
            )


def _same(one: nodes.Rule, other: nodes.Rule) -> bool:
    alike = one.verb is other.verb and one.effect == other.effect and one.rounding is other.rounding
    return alike and bool({h.name for h in one.heads} & {h.name for h in other.heads})

"""cases take precedence over one another in a circle

## What it does
Follows `overrides`, `except` and `sets aside` from rule to rule, on the same question and stage, and reports each circle.

## Why it matters
If all conditions on the circle can hold together, no rule on it stands and none is defeated: the only answer to the question is a conflict.

## Example
```case
measure MP "movement point"
enum weather: clear, mud, snow
record unit
fact weather: weather
value allowance(u: unit): 0..20 MP

case 8.1 "Mud"
  overrides 8.2
  allowance(u) is 3 MP when weather is mud

case 8.2 "Bad weather"
  overrides 8.1
  allowance(u) is 4 MP when weather is not clear
```

## Use instead
```case
measure MP "movement point"
enum weather: clear, mud, snow
record unit
fact weather: weather
value allowance(u: unit): 0..20 MP

case 8.1 "Mud"
  overrides 8.2
  allowance(u) is 3 MP when weather is mud

case 8.2 "Bad weather"
  allowance(u) is 4 MP when weather is not clear
```

## Limits
Judged by the names of rules, not yet by their conditions: a circle whose conditions exclude each other (one holds in mud, the other in
snow) is allowed and does no harm. Where that can be seen at once, from an equality of the same fact with different values, the finding
is `info`; elsewhere write `accepts override_cycle with CASE because "…"`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from rulewright.checks.base import Check, CheckInput, at_node
from rulewright.checks.conditions import conditions_of, exclude
from rulewright.checks.cycles import cycles
from rulewright.checks.edition_index import Edge
from rulewright.diagnostics import Diagnostic, Severity
from rulewright.language import nodes
from rulewright.language.nodes import RelationKind

CHECK = Check("RW304", "override-cycle", Severity.WARNING)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    causes = _causes(given)
    successors: dict[str, list[str]] = defaultdict(list)
    for attacker, defender in causes:
        successors[attacker].append(defender)
    for cycle in cycles(successors):
        on = [causes[pair] for pair in zip(cycle, [*cycle[1:], cycle[0]], strict=True)]
        numbers = list(dict.fromkeys(str(edge.provision.case) for edge in on))
        apart = _exclude_each_other(on, given.whole.values)
        yield CHECK.finding(
            f"{' and '.join(numbers)} take precedence over one another"
            if len(numbers) > 1
            else f"rules of {numbers[0]} take precedence over one another",
            [at_node(edge.provision.origin, edge.relation, f"{edge.provision.case} {edge.kind.value} {edge.ref.number}") for edge in on],
            help="their conditions exclude each other, so it does no harm"
            if apart
            else "remove one of them, or give them conditions that exclude each other",
            cases=numbers,
            severity=Severity.INFO if apart else None,
        )


def _causes(given: CheckInput) -> dict[tuple[str, str], Edge]:
    """Which rule goes before which, and by what statement. A `sets aside` is a vertex of its own: it acts without a rule."""
    here = given.here
    found: dict[tuple[str, str], Edge] = {}
    setting_aside: dict[str, list[str]] = defaultdict(list)
    for edge in here.edges:
        if edge.kind is RelationKind.SETS_ASIDE:
            setting_aside[edge.provision.case.number].append(edge.provision.id.text)
    for edge in here.edges:
        if edge.kind is RelationKind.SETS_ASIDE:
            own = edge.provision.id.text
            reached = [p.id.text for p in edge.defenders] + setting_aside.get(edge.ref.number, [])
            found.update({(own, other): edge for other in reached if other != own})
            continue
        for attacker in edge.attackers:
            slots = here.slots_of(attacker)
            for defender in edge.defenders:
                if defender.id != attacker.id and slots & here.slots_of(defender):
                    found[attacker.id.text, defender.id.text] = edge
    return found


def _exclude_each_other(on: list[Edge], values: frozenset[str]) -> bool:
    together: list[nodes.Expr] = []
    for edge in on:
        rules = [p.node for p in edge.attackers if isinstance(p.node, nodes.Rule)]
        if len(rules) == 1:
            together.extend(conditions_of(rules[0]))
        if edge.relation.when is not None:
            together.append(edge.relation.when)
    return exclude(together, values)

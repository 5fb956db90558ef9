"""a case overrides a second, the second a third, and nothing is said of the first and the third

## What it does
Looks for A `overrides` B and B `overrides` C, where rules of A and C can disagree on the same question and no `overrides` stands between
them.

## Why it matters
An overridden rule overrides nothing. Where A, B and C all apply, A takes B out, so that C stands again beside A, and if they disagree
the answer is a conflict. Mostly A was meant to go before C as well, and should say so.

## Example
```case
record unit
  guard: yes/no
  elite: yes/no
  militia: yes/no
verdict charge(u: unit)

case 7.1 "Militia"
  may not charge(u) when u.militia

case 7.2 "Guards"
  overrides 7.1
  may charge(u) when u.guard

case 7.3 "Elite"
  overrides 7.2
  may charge(u) when u.elite
```

## Use instead
```case
record unit
  guard: yes/no
  elite: yes/no
  militia: yes/no
verdict charge(u: unit)

case 7.1 "Militia"
  may not charge(u) when u.militia

case 7.2 "Guards"
  overrides 7.1
  may charge(u) when u.guard

case 7.3 "Elite"
  overrides 7.1, 7.2
  may charge(u) when u.elite
```

## Limits
Judged by what the rules say, not yet by when: the conditions of A and C may exclude each other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from rulewright.checks.base import Check, CheckInput, at_node, at_provision
from rulewright.checks.clashes import can_clash
from rulewright.checks.conditions import conditions_of, exclude
from rulewright.checks.edition_index import Edge
from rulewright.diagnostics import Diagnostic, Severity
from rulewright.language import nodes
from rulewright.language.nodes import RelationKind
from rulewright.rulebook.model import Provision

CHECK = Check("RW306", "override-chain", Severity.INFO)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    here = given.here
    before: dict[str, list[tuple[Provision, Edge]]] = defaultdict(list)  # rule -> those that go before it
    pairs: set[tuple[str, str]] = set()
    for edge in here.edges:
        for attacker in edge.attackers:
            for defender in edge.defenders:
                if edge.kind is RelationKind.SETS_ASIDE or here.slots_of(attacker) & here.slots_of(defender):
                    pairs.add((attacker.id.text, defender.id.text))
                    if edge.kind is not RelationKind.SETS_ASIDE:
                        before[defender.id.text].append((attacker, edge))
    told: set[tuple[str, str, str]] = set()
    for last, middles in before.items():
        lowest = here.by_address[last]
        for middle, low_edge in middles:
            for first, high_edge in before.get(middle.id.text, ()):
                cases = (str(first.case), str(middle.case), str(lowest.case))
                if len(set(cases)) < 3 or cases in told or _settled(first, lowest, pairs, given.whole.values):
                    continue
                told.add(cases)
                yield CHECK.finding(
                    f"{cases[0]} overrides {cases[1]}, which overrides {cases[2]}, and nothing is said of {cases[0]} and {cases[2]}",
                    [
                        at_node(high_edge.provision.origin, high_edge.relation),
                        at_node(low_edge.provision.origin, low_edge.relation),
                        at_provision(lowest),
                    ],
                    help=f"if {cases[0]} goes before {cases[2]} as well, say `overrides {cases[2]}` there",
                    cases=cases,
                )


def _settled(first: Provision, lowest: Provision, pairs: set[tuple[str, str]], values: frozenset[str]) -> bool:
    """No conflict can come of it: one goes before the other, or they never disagree, or never apply together."""
    one, other = first.node, lowest.node
    if (first.id.text, lowest.id.text) in pairs or (lowest.id.text, first.id.text) in pairs:
        return True
    if not isinstance(one, nodes.Rule) or not isinstance(other, nodes.Rule):
        return True
    return not can_clash(one, other) or exclude([*conditions_of(one), *conditions_of(other)], values)

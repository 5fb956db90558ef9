"""the same term counts twice towards a value

## What it does
Looks for two rules that add, take or multiply the same amount at the same step of the same value under the same condition, where neither
says `restates` or `besides`.

## Why it matters
In a sum or a product each rule counts. A rulebook that repeats a rule for the reader's convenience would take the two points
twice; but there are also two separate bonuses of the same size, and only the author knows which it is.

## Example
```of mud
-value allowance(u: unit): -9..20 MP
+value allowance(u: unit): 0..20 MP
-  "Mud takes two points from every unit."
   take 2 MP from allowance(u) when weather is mud
+
+case 15.3 "Weather again"
+  take 2 MP from allowance(u) when weather is mud
```

## Use instead
```diff
 case 15.3 "Weather again"
   take 2 MP from allowance(u) when weather is mud
+    restates 8.6
```

## Limits
Conditions are compared as they are written, with the same names of variables; two conditions that mean the same in other words are not
found yet.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.keywords import RelationKind, Verb
from rulewright.checks.common.check import Check, CheckInput, at_provision, stable_address
from rulewright.checks.common.conditions import guard_key
from rulewright.checks.indexes.edition_index import can_coexist
from rulewright.rulebook.model import Provision
from rulewright.syntax import nodes

CHECK = Check("RW309", "equal-terms", Severity.WARNING, ignores_prose=True)
ADDING_UP = frozenset({Verb.ADD, Verb.TAKE, Verb.MULTIPLY})
SETTLING_RELATIONS = frozenset({RelationKind.RESTATES, RelationKind.BESIDES, RelationKind.OVERRIDES, RelationKind.SETS_ASIDE})


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for rules in check_input.edition_index.rules_by_question.values():
        alike: dict[tuple[object, ...], list[tuple[Provision, nodes.Rule]]] = defaultdict(list)
        for provision, rule, slot in rules:
            if rule.verb in ADDING_UP and rule.of_kind is None:  # of a kind one counts, once
                alike[slot, rule.verb, rule.effect].append((provision, rule))
        for group in alike.values():
            if len(group) > 1:
                yield from _report_repetitions(check_input, group)


def _report_repetitions(check_input: CheckInput, group: list[tuple[Provision, nodes.Rule]]) -> Iterator[Diagnostic]:
    """Yield one finding for each repetition, not for each pair: 400 equal terms make 79,800 pairs."""
    provisions_by_term: dict[tuple[object, ...], list[Provision]] = defaultdict(list)
    for provision, rule in group:
        if any(relation.kind in SETTLING_RELATIONS for relation in rule.relations):
            continue
        key = (rule.heads, guard_key(rule))
        first = next((other for other in provisions_by_term[key] if can_coexist(provision.scope, other.scope)), None)
        if first is not None:
            name, address = stable_address(check_input, first, first.id.text)
            yield CHECK.finding(
                f"{first.case} and {provision.case} have the same term under the same condition: both count",
                [at_provision(provision, "here again"), at_provision(first, "here first")],
                help=(f"write `{name}: ` before the first, and " if name else "")
                + f"say `restates {address}` or `besides {address}` at the second",
                cases=[str(first.case), str(provision.case)],
            )
        provisions_by_term[key].append(provision)

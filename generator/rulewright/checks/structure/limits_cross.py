"""a value is limited to at most one number and at least a greater one

## What it does
Compares the constant limits that rules set for one value: `is at most 3` with `is at least 5`.

## Why it matters
Where both apply, the later stage wins and the other limit is not kept. The book declared the order, so there is an answer, but
one of the two sentences is then not true.

## Example
```case
measure MP "movement point"
record unit
  heavy: yes/no
  mounted: yes/no
fact printed(u: unit): 0..20 MP
value allowance(u: unit): 0..20 MP
  base  is the one
  most  at most
  least at least

case 8.1 "Allowance"
  allowance(u) is printed(u)

case 8.2 "Heavy units"
  allowance(u) is at most 3 MP when u.heavy

case 8.3 "Mounted units"
  allowance(u) is at least 5 MP when u.mounted
```

## Use instead
```diff
 case 8.3 "Mounted units"
-  allowance(u) is at least 5 MP when u.mounted
+  allowance(u) is at least 5 MP when u.mounted and not u.heavy
```

## Limits
Only limits that are plain numbers are compared. Conditions count as exclusive only where that is obvious: one negates the
other, or both compare the same thing with different values.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.keywords import Verb
from rulewright.checks.common.check import Check, CheckInput, at_provision
from rulewright.checks.common.conditions import are_contradictory, conditions_of
from rulewright.rulebook.model import Provision
from rulewright.syntax import nodes

CHECK = Check("RW308", "limits-cross", Severity.WARNING, ignores_prose=True)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for question, rules in check_input.edition_index.rules_by_question.items():
        ceilings = [(p, r, r.effect) for p, r, _ in rules if r.verb is Verb.AT_MOST and isinstance(r.effect, nodes.Number)]
        floors = [(p, r, r.effect) for p, r, _ in rules if r.verb is Verb.AT_LEAST and isinstance(r.effect, nodes.Number)]
        for ceiling, ceiling_rule, ceiling_value in ceilings:
            for floor, floor_rule, floor_value in floors:
                if floor_value.value > ceiling_value.value and not are_contradictory(
                    [*conditions_of(ceiling_rule), *conditions_of(floor_rule)], check_input.book_index.value_names
                ):
                    yield _report_crossing(question, ceiling, ceiling_value, floor, floor_value)


def _report_crossing(
    question: str, ceiling: Provision, ceiling_value: nodes.Number, floor: Provision, floor_value: nodes.Number
) -> Diagnostic:
    return CHECK.finding(
        f"`{question}` is at most {ceiling_value.value} by {ceiling.case} and at least {floor_value.value} by {floor.case}",
        [at_provision(ceiling), at_provision(floor)],
        help="say in one of them when the other holds, or let one override the other",
        cases=[str(ceiling.case), str(floor.case)],
    )

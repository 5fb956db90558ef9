"""a case overrides another, and says nothing on any question of it

## What it does
For each `overrides` and `except`, looks whether some rule of the case speaks on the same question, and for values at the same stage, as
some rule of the case it overrides.

## Why it matters
`overrides` means *where both apply, this one stands*. A case without a rule on that question has nothing that could stand, so the other
goes on as if nothing had been written. What was meant is mostly `sets aside`: the other does not apply at all.

## Example
```case
measure MP "movement point"
enum weather: clear, mud
record unit
  reserve: yes/no
fact weather: weather
fact printed(u: unit): 0..20 MP
value allowance(u: unit): 0..20 MP

case 8.1 "Allowance"
  allowance(u) is printed(u)

case 8.6 "Mud"
  take 2 MP from allowance(u) when weather is mud

case 9.5 "Reserves"
  overrides 8.6 when weather is mud
```

## Use instead
```case
measure MP "movement point"
enum weather: clear, mud
record unit
  reserve: yes/no
fact weather: weather
fact printed(u: unit): 0..20 MP
value allowance(u: unit): 0..20 MP

case 8.1 "Allowance"
  allowance(u) is printed(u)

case 8.6 "Mud"
  take 2 MP from allowance(u) when weather is mud

case 9.5 "Reserves"
  sets aside 8.6 when u.reserve
```

## Limits
An override of a case whose text is not held is not judged here, since nobody knows what that case says.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.checks.base import Check, CheckInput, at_node, at_provision
from rulewright.checks.edition_index import Edge, is_held
from rulewright.diagnostics import Diagnostic, Label, Severity
from rulewright.language.nodes import RelationKind
from rulewright.rulebook.model import Provision

CHECK = Check("RW305", "override-off-question", Severity.WARNING)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    here = given.here
    for edge in here.edges:
        if edge.kind is RelationKind.SETS_ASIDE or edge.target.deleted:
            continue
        theirs, ours = here.slots_of_all(edge.defenders), here.slots_of_all(edge.attackers)
        other = edge.attackers if edge.kind is RelationKind.EXCEPT else edge.defenders
        if theirs & ours or (not other and not is_held(edge.target)):
            continue
        same = {slot.question for slot in theirs} & {slot.question for slot in ours}
        number = str(edge.provision.case)
        yield CHECK.finding(
            _message(edge, number, bool(ours), bool(theirs), same),
            [at_node(edge.provision.origin, edge.relation), *_other_label(edge, other)],
            help=f"did you mean `sets aside {edge.ref.number}`?" if edge.kind is RelationKind.OVERRIDES else "",
            cases=[number, edge.ref.number],
        )


def _message(edge: Edge, number: str, has_ours: bool, has_theirs: bool, same: set[str]) -> str:
    said = f"{number} {'overrides' if edge.kind is RelationKind.OVERRIDES else 'excepts'} `{edge.ref.number}`"
    if edge.kind is RelationKind.EXCEPT:
        has_ours, has_theirs = has_theirs, has_ours
    if same:
        return f"{said}, and their rules on `{min(same)}` are of different stages"
    if not has_ours:
        return f"{said}, and has no rule that could stand in its place"
    if not has_theirs:
        return f"{said}, which has no rule"
    return f"{said}, and says nothing on any question of it"


def _other_label(edge: Edge, other: tuple[Provision, ...]) -> list[Label]:
    return [at_provision(other[0], "what it is said of")] if other else []

"""a case overrides another, and says nothing about any of its questions

## What it does
For each `overrides` and `except`, checks whether some rule of the case is about the same question (for values, the same stage) as
some rule of the case that it overrides.
A statement that names nothing but what it stands on has a sentence of its own.

## Why it matters
`overrides` means *where both apply, this one stands*. A case without a rule on that question has nothing that could stand, so the other
still applies as if nothing had been written. Usually `sets aside` was meant: the other does not apply at all.

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
Where the text of one of the two cases is not held and no amendment gives it a rule, nothing is judged: nobody knows what that case says.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.checks.base import Check, CheckInput, at_node, at_provision
from rulewright.checks.edition_index import Edge, Slot, is_held
from rulewright.diagnostics import Diagnostic, Severity
from rulewright.language import nodes
from rulewright.language.nodes import RelationKind
from rulewright.rulebook.model import CaseInForce, ClauseKind

CHECK = Check("RW305", "override-off-question", Severity.WARNING)
ITSELF = {
    RelationKind.OVERRIDES: "overrides itself, and nothing goes before itself",
    RelationKind.EXCEPT: "gives way to itself, and nothing goes before itself",
    RelationKind.SETS_ASIDE: "sets itself aside, and what is set aside sets nothing aside",
}


def find(given: CheckInput) -> Iterator[Diagnostic]:
    here = given.here
    for edge in here.edges:
        if edge.target.deleted:
            continue
        if _names_itself(edge):
            yield _of_itself(edge)
            continue
        if edge.kind is RelationKind.SETS_ASIDE:
            continue
        theirs, ours = here.slots_of_all(edge.others), here.slots_of_all(edge.own)
        if theirs & ours or (not edge.others and not is_held(edge.target)) or (not edge.own and not _own_is_held(given, edge)):
            continue
        number = str(edge.provision.case)
        yield CHECK.finding(
            _message(edge, number, ours, theirs),
            [at_node(edge.provision.origin, edge.relation), *(at_provision(p, "what it is said of") for p in edge.others[:1])],
            help=_help(given, edge, ours),
            cases=[number, edge.ref.number],
        )


def _names_itself(edge: Edge) -> bool:
    """Whether it goes before nothing but what it stands on: its own rule, or its own case with all of its rules."""
    if edge.others or (edge.target.whole and edge.provision.origin.kind is ClauseKind.AMENDMENT):
        return False
    reached = {one.id for one in edge.target.provisions if isinstance(one.node, nodes.Rule | nodes.Table)}
    own_case = edge.target.whole and edge.target.number == str(edge.provision.case)
    return reached <= {one.id for one in edge.own} if reached else own_case


def _of_itself(edge: Edge) -> Diagnostic:
    rule = isinstance(edge.provision.node, nodes.Rule)
    who = str(edge.provision.id if rule else edge.provision.case)
    return CHECK.finding(
        f"{who} {ITSELF[edge.kind]}",
        [at_node(edge.provision.origin, edge.relation)],
        help="name the case or rule that is meant, or take the line out",
        cases=[str(edge.provision.case)],
    )


def _own_is_held(given: CheckInput, edge: Edge) -> bool:
    own = given.here.find(edge.provision.case.number)
    return not isinstance(own, CaseInForce) or own.held


def _message(edge: Edge, number: str, ours: set[Slot], theirs: set[Slot]) -> str:
    said = f"{number} {'overrides' if edge.kind is RelationKind.OVERRIDES else 'gives way to'} `{edge.ref.number}`"
    same = {slot.question for slot in theirs} & {slot.question for slot in ours}
    if same:
        return f"{said}, and their rules on `{min(same)}` are of different stages"
    if not ours:
        return f"{said}, and has no rule itself"
    if not theirs:
        return f"{said}, which has no rule"
    return f"{said}, and says nothing on any of its questions"


def _help(given: CheckInput, edge: Edge, ours: set[Slot]) -> str:
    """Of one rule: which rules of its case would be on the same question. Of a case: the other form."""
    if not edge.target.whole and edge.target.case is not None:
        near = [p for p in given.here.addresses.of_case(edge.target.case.number) if given.here.slots_of(p) & ours and p not in edge.own]
        if near:
            return "on the same question " + ("is " if len(near) == 1 else "are ") + ", ".join(f"`{p.id}`" for p in near)
    return f"did you mean `sets aside {edge.ref.number}`?" if edge.kind is RelationKind.OVERRIDES else ""

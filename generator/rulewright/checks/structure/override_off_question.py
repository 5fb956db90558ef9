"""a case overrides another, and says nothing about any of its questions

## What it does
For each `overrides` and `except`, checks whether some rule of the case is about the same question (for values, the same stage) as
some rule of the case that it overrides.
A statement that names nothing but what it stands on has a sentence of its own.

## Why it matters
`overrides` means *where both apply, this one stands*. A case without a rule on that question has nothing that could stand, so the other
still applies as if nothing had been written. Usually `sets aside` was meant: the other does not apply at all.

## Example
```of mud
 record unit
+  reserve: yes/no
-value allowance(u: unit): -9..20 MP
+value allowance(u: unit): 0..20 MP
-  "Mud takes two points from every unit."
   take 2 MP from allowance(u) when weather is mud
+
+case 9.5 "Reserves"
+  overrides 8.6 when weather is mud
```

## Use instead
```diff
 case 9.5 "Reserves"
-  overrides 8.6 when weather is mud
+  sets aside 8.6 when u.reserve
```

## Limits
Where the text of one of the two cases is not held and no amendment gives it a rule, nothing is judged: nobody knows what that case says.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.keywords import RelationKind
from rulewright.checks.common.check import Check, CheckInput, at_node, at_provision
from rulewright.checks.indexes.edition_index import Slot, Statement, is_held
from rulewright.rulebook.model import CaseInForce, ClauseKind, Provision
from rulewright.syntax import nodes

CHECK = Check("RW305", "override-off-question", Severity.WARNING, of_rules_alone=True)
ITSELF = {
    RelationKind.OVERRIDES: "overrides itself, and nothing goes before itself",
    RelationKind.EXCEPT: "gives way to itself, and nothing goes before itself",
    RelationKind.SETS_ASIDE: "sets itself aside, and what is set aside sets nothing aside",
}


def find(given: CheckInput) -> Iterator[Diagnostic]:
    here = given.here
    for one in here.statements:
        if one.target.deleted:
            continue
        own, others = here.sides(one)
        if not others and _names_itself(one, own):
            yield _of_itself(one)
            continue
        if one.kind is RelationKind.SETS_ASIDE or not _are_resolved(given, one, (*own, *others)):
            continue
        met = here.biting[one.provision.id.text, one.location]
        if met & {p.id.text for p in others} or (not others and not is_held(one.target)) or (not own and not _own_is_held(given, one)):
            continue
        number = str(one.provision.case)
        ours, theirs = here.slots_of_all(own), here.slots_of_all(others)
        yield CHECK.finding(
            _message(one, number, ours, theirs),
            [at_node(one.provision.origin, one.relation), *(at_provision(p, "what it is said of") for p in others[:1])],
            help=_help(given, one, own, ours),
            cases=[number, one.ref.number],
        )


def _names_itself(one: Statement, own: tuple[Provision, ...]) -> bool:
    """Whether what names nothing else names what it stands on: its own rule, or its own case with all of its rules."""
    if one.target.whole and one.provision.origin.kind is ClauseKind.AMENDMENT:
        return False
    reached = {p.id for p in one.target.provisions if isinstance(p.node, nodes.Rule | nodes.Table)}
    own_case = one.target.whole and one.target.number == str(one.provision.case)
    return reached <= {p.id for p in own} if reached else own_case


def _of_itself(one: Statement) -> Diagnostic:
    rule = isinstance(one.provision.node, nodes.Rule)
    who = str(one.provision.id if rule else one.provision.case)
    return CHECK.finding(
        f"{who} {ITSELF[one.kind]}",
        [at_node(one.provision.origin, one.relation)],
        help="name the case or rule that is meant, or take the line out",
        cases=[str(one.provision.case)],
    )


def _are_resolved(given: CheckInput, one: Statement, sides: tuple[Provision, ...]) -> bool:
    """Whether a statement and all rules of both sides could be read: of others nothing can be said."""
    return (one.provision.id.text, one.location) in given.here.biting and all(given.here.slots_of(p) for p in sides)


def _own_is_held(given: CheckInput, one: Statement) -> bool:
    own = given.here.find(one.provision.case.number)
    return not isinstance(own, CaseInForce) or own.held


def _message(one: Statement, number: str, ours: set[Slot], theirs: set[Slot]) -> str:
    said = f"{number} {'overrides' if one.kind is RelationKind.OVERRIDES else 'gives way to'} `{one.ref.number}`"
    same = {slot.question for slot in theirs} & {slot.question for slot in ours}
    if same:
        return f"{said}, and their rules on `{min(same)}` are of different stages"
    if not ours:
        return f"{said}, and has no rule itself"
    if not theirs:
        return f"{said}, which has no rule"
    return f"{said}, and says nothing on any of its questions"


def _help(given: CheckInput, one: Statement, own: tuple[Provision, ...], ours: set[Slot]) -> str:
    """Of one rule: which rules of its case would be on the same question. Of a case: the other form."""
    if not one.target.whole and one.target.case is not None:
        near = [p for p in given.here.addresses.of_case(one.target.case.number) if given.here.slots_of(p) & ours and p not in own]
        if near:
            return "on the same question " + ("is " if len(near) == 1 else "are ") + ", ".join(f"`{p.id}`" for p in near)
    return f"did you mean `sets aside {one.ref.number}`?" if one.kind is RelationKind.OVERRIDES else ""

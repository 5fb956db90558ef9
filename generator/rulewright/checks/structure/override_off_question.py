"""a case overrides another, and says nothing about any of its questions

## What it does
For each `overrides` and `except`, checks whether some rule of the case is about the same question (for values, the same stage) as
some rule of the case that it overrides.
A statement that names nothing but what it stands on has a sentence of its own, and so has a `sets aside` that is among what it sets aside.

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

CHECK = Check("RW305", "override-off-question", Severity.WARNING, ignores_prose=True)
ITSELF = {
    RelationKind.OVERRIDES: "overrides itself, and nothing goes before itself",
    RelationKind.EXCEPT: "gives way to itself, and nothing goes before itself",
    RelationKind.SETS_ASIDE: "sets itself aside, so that nothing settles whether it does",
}
OTHERS_ARE_MEANT = "name the case or rule that is meant, or take the line out"


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    edition_index = check_input.edition_index
    for statement in edition_index.statements:
        if statement.target.is_deleted:
            continue
        if statement.kind is RelationKind.SETS_ASIDE:
            if _sets_itself_aside(check_input, statement):
                yield _report_itself(statement)
            continue
        own_side, named_side = edition_index.sides_of(statement)
        if not named_side and _names_itself(statement, own_side):
            yield _report_itself(statement)
            continue
        if not _are_resolved(check_input, statement, (*own_side, *named_side)):
            continue
        effective = edition_index.effective_targets[statement.provision.id.text, statement.location]
        if (
            effective & {p.id.text for p in named_side}
            or (not named_side and not is_held(statement.target))
            or (not own_side and not _own_is_held(check_input, statement))
        ):
            continue
        number = str(statement.provision.case)
        own_slots, named_slots = edition_index.slots_of_all(own_side), edition_index.slots_of_all(named_side)
        if own_slots & named_slots and statement.target.number == number:
            yield _report_nothing_left(statement, own_side)
            continue
        yield CHECK.finding(
            _off_question_message(statement, number, own_slots, named_slots),
            [at_node(statement.provision.origin, statement.relation), *(at_provision(p, "what it is said of") for p in named_side[:1])],
            help=_help_for(check_input, statement, own_side, own_slots),
            cases=[number, statement.ref.number],
        )


def _names_itself(statement: Statement, own_side: tuple[Provision, ...]) -> bool:
    """Return True if a statement that names nothing else names its own rule, or its own case with all rules."""
    if statement.target.is_whole and statement.provision.origin.kind is ClauseKind.AMENDMENT:
        return False
    target_ids = {p.id for p in statement.target.provisions if isinstance(p.node, nodes.Rule | nodes.Table)}
    names_own_case = statement.target.is_whole and statement.target.number == str(statement.provision.case)
    return target_ids <= {p.id for p in own_side} if target_ids else names_own_case


def _sets_itself_aside(check_input: CheckInput, statement: Statement) -> bool:
    """Return True if a setting-aside is among what it sets aside: its case as a whole, or the rule that it is written on."""
    return any(
        aside.uid in aside.setters
        for aside in check_input.core.asides.values()
        if (aside.id, aside.location) == (statement.provision.id.text, statement.location)
    )


def _report_itself(statement: Statement) -> Diagnostic:
    is_rule = isinstance(statement.provision.node, nodes.Rule)
    subject = str(statement.provision.id if is_rule else statement.provision.case)
    return CHECK.finding(
        f"{subject} {ITSELF[statement.kind]}",
        [at_node(statement.provision.origin, statement.relation)],
        help=_help_for_itself(statement, is_rule),
        cases=[str(statement.provision.case)],
    )


def _report_nothing_left(statement: Statement, own_side: tuple[Provision, ...]) -> Diagnostic:
    """Return the finding on a statement about the rest of its own case, each rule of which says the same or is put before it."""
    subject = str(own_side[0].id if len(own_side) == 1 else statement.provision.case)
    word = "overrides" if statement.kind is RelationKind.OVERRIDES else "gives way to"
    return CHECK.finding(
        f"{subject} {word} the rest of {statement.ref.number}, and every other rule of it says the same, or is put the other way by name",
        [at_node(statement.provision.origin, statement.relation)],
        help="name the rule that is meant",
        cases=[str(statement.provision.case)],
    )


def _help_for_itself(statement: Statement, is_rule: bool) -> str:
    if statement.kind is not RelationKind.SETS_ASIDE:
        return OTHERS_ARE_MEANT
    return "say in the rule itself what it does not apply to: `unless …`" if is_rule else "name the rules that are meant, not their case"


def _are_resolved(check_input: CheckInput, statement: Statement, sides: tuple[Provision, ...]) -> bool:
    """Return True if a statement and the rules of both sides could be resolved; others are not judged."""
    return (statement.provision.id.text, statement.location) in check_input.edition_index.effective_targets and all(
        check_input.edition_index.slots_of(p) for p in sides
    )


def _own_is_held(check_input: CheckInput, statement: Statement) -> bool:
    clause = check_input.edition_index.find_clause(statement.provision.case.number)
    return not isinstance(clause, CaseInForce) or clause.held


def _off_question_message(statement: Statement, number: str, own_slots: set[Slot], named_slots: set[Slot]) -> str:
    opening = f"{number} {'overrides' if statement.kind is RelationKind.OVERRIDES else 'gives way to'} `{statement.ref.number}`"
    shared_questions = {slot.question for slot in named_slots} & {slot.question for slot in own_slots}
    if shared_questions:
        return f"{opening}, and their rules on `{min(shared_questions)}` are of different stages"
    if not own_slots:
        return f"{opening}, and has no rule itself"
    if not named_slots:
        return f"{opening}, which has no rule"
    return f"{opening}, and says nothing on any of its questions"


def _help_for(check_input: CheckInput, statement: Statement, own_side: tuple[Provision, ...], own_slots: set[Slot]) -> str:
    """Return the help: for a rule, the rules of its case on the same question; for a case, the other form of the statement."""
    if not statement.target.is_whole and statement.target.case is not None:
        candidates = [
            p
            for p in check_input.edition_index.addresses.provisions_of_case(statement.target.case.number)
            if check_input.edition_index.slots_of(p) & own_slots and p not in own_side
        ]
        if candidates:
            return "on the same question " + ("is " if len(candidates) == 1 else "are ") + ", ".join(f"`{p.id}`" for p in candidates)
    return f"did you mean `sets aside {statement.ref.number}`?" if statement.kind is RelationKind.OVERRIDES else ""

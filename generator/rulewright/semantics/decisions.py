"""Rules that somebody decides on: each decision becomes a choice, called by the name of its rule.

`forfeit: dns(a) when not_ready(a) if the judge so decides` declares `choice forfeit(a: attempt): yes/no by judge`. Rules of one name, of
the same parameters and decided by the same person, share one decision.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.base.keywords import FactKind
from rulewright.rulebook.model import Declared, EditionView, Rulebook
from rulewright.semantics.faults import FaultContext, Faults
from rulewright.syntax import nodes


def with_decisions(book: Rulebook, view: EditionView, faults: Faults) -> Rulebook:
    """Return the book with a choice declared for each decision in an edition, whose name must be free; unchanged if it has none."""
    params = {
        declared.node.name: declared.node.params
        for declared in book.declarations
        if isinstance(declared.node, nodes.Value | nodes.Verdict | nodes.Predicate)
    }
    choices: dict[str, nodes.Fact] = {}
    declarations: list[Declared] = []
    declared_names = {getattr(declared.node, "name", "") for declared in book.declarations}
    for provision in view.provisions_in_force():
        for choice in _choices_of(provision.node, params) if isinstance(provision.node, nodes.Rule) else ():
            if choice.name in declared_names or choices.setdefault(choice.name, choice) != choice:
                message = f"the decision is called `{choice.name}` as its rule is, and that is the name of something else"
                help_ = "give the rule another name"
                FaultContext.of(faults, provision).fail("RW218", message, provision.node, help=help_)
            elif choices[choice.name] is choice:
                declarations.append(Declared(replace(choice, span=provision.node.span), provision.origin.place, ""))
    return replace(book, declarations=(*book.declarations, *declarations)) if declarations else book


def name_decisions(rule: nodes.Rule) -> nodes.Rule:
    """Return a rule in which the condition of somebody's decision is the choice that it declares."""
    head = rule.heads[0]
    args = head.args if isinstance(head, nodes.Call) else (head.of,)

    def name_guard(guard: nodes.Guard) -> nodes.Guard:
        item = guard.items[0]
        decision = nodes.Call(rule.name or "", args, span=item.span)
        return replace(guard, items=(replace(item, condition=decision),)) if guard.decider else guard

    return replace(rule, guards=tuple(map(name_guard, rule.guards)))


def _choices_of(rule: nodes.Rule, params: dict[str, tuple[nodes.Param, ...]]) -> Iterator[nodes.Fact]:
    """Yield the choice of a rule that has a name and is about a declared question, without a span."""
    head = rule.heads[0]
    for guard in rule.guards:
        if guard.decider and rule.name and isinstance(head, nodes.Call) and head.name in params:
            things = " and ".join(f"{{{param.name}}}" for param in params[head.name])
            phrase = f"the {guard.decider} decides on {rule.name}{f' for {things}' if things else ''}".replace("_", " ")
            yield nodes.Fact(
                phrase=phrase, kind=FactKind.CHOICE, name=rule.name, params=params[head.name], type=nodes.YesNo(), by=guard.decider
            )

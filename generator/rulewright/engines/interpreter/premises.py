"""The premises of an answer: assumed values of facts, and that there are no things of a kind but the named ones.

A premise is found by giving it up: in place of "there is no other unit" there may be any number of further units of which nothing is
known, not even what is usual. If the answer is not certain then, it depends on the premise.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from rulewright.base.limits import MAX_PASSES_OF_WORLD, WORLDS_SHARE_OF_STEPS
from rulewright.core.model import Core
from rulewright.core.query import Plain, Status
from rulewright.core.wording import fact_text
from rulewright.engines.interpreter.answer import Answer, Contrary, Premise
from rulewright.engines.interpreter.assumptions import AssumedInquiry, Keys, restart_with, union_of_minimal_sets
from rulewright.engines.interpreter.claims import Claim, ClaimStatus
from rulewright.engines.interpreter.default_values import DefaultValues
from rulewright.engines.interpreter.explanation import claimed_value, list_assumptions
from rulewright.engines.interpreter.explore import Inquiry
from rulewright.engines.interpreter.query_inputs import PreparedQuestion
from rulewright.engines.interpreter.relevance import is_about_anonymous
from rulewright.engines.interpreter.step_budget import OutOfSteps
from rulewright.semantics.terms import Const, FactKey, FactOf

Kinds = frozenset[str]


class _KindPremises(NamedTuple):
    """The kinds of which the answer takes it that no other things are there; `necessary` are those that it depends on one by one."""

    kinds: Kinds = frozenset()
    necessary: Kinds = frozenset()


def find_premises(assumed_inquiry: AssumedInquiry, outcome: tuple[Status, Plain]) -> tuple[Premise, ...]:
    """Return the premises of an outcome: kinds, then facts, those of unnamed things last. An answer that lacks facts has none."""
    if outcome[0] is Status.MISSING:
        return ()
    inquiry, assumed, necessary = assumed_inquiry
    core = inquiry.machine.core
    closed = _closed_kinds(inquiry, _outcome_key(outcome), frozenset(assumed))
    of_kinds = [
        Premise(kind=kind, has_named=bool(inquiry.things.get(kind)), decisive=kind in closed.necessary) for kind in sorted(closed.kinds)
    ]
    decisive = {fact_text(core, key) for key in necessary}
    of_facts = [Premise(entry, decisive=entry.fact in decisive) for entry in list_assumptions(core, assumed)]
    about_unnamed = {fact_text(core, key) for key in assumed if is_about_anonymous(key)}  # nobody can look these up, so they come last
    return (*of_kinds, *sorted(of_facts, key=lambda premise: premise.assumption is not None and premise.assumption.fact in about_unnamed))


def _outcome_key(outcome: tuple[Status, Plain]) -> Any:
    status, value = outcome
    return ("answered", value) if status is Status.ANSWERED else (status.value,)


def _closed_kinds(inquiry: Inquiry, outcome: Any, assumed: Keys) -> _KindPremises:
    """Return the kinds that must have no further things for an outcome to be certain under the listed assumptions alone."""
    world = inquiry.open_world
    if world is None or not world.ranged_over:
        return _KindPremises()
    steps = inquiry.steps.fresh_copy(WORLDS_SHARE_OF_STEPS)
    ranged_over = set(world.ranged_over)  # if the steps run out, a trial has not come to all of them

    def holds_with(uncounted: Kinds, defaults: DefaultValues | None) -> bool:
        """Return True if the outcome is certain although there may be further things of these kinds."""
        wider = world.with_uncounted(uncounted)
        trial = replace(inquiry if defaults is None else restart_with(inquiry, defaults), open_world=wider, steps=steps, last=None)
        trial.passes, trial.spent, trial.budget = 0, False, min(inquiry.budget, MAX_PASSES_OF_WORLD)
        is_certain = trial.always_has(outcome)
        ranged_over.update(wider.ranged_over)
        return is_certain

    all_defaults, listed_defaults = inquiry.defaults, _limited_to(inquiry.defaults, assumed)
    if holds_with(frozenset(inquiry.machine.core.records), listed_defaults):
        return _KindPremises()
    kinds = frozenset(ranged_over)
    necessary = frozenset(kind for kind in sorted(kinds) if not holds_with(frozenset({kind}), all_defaults))
    if holds_with(kinds - necessary, listed_defaults):
        return _KindPremises(necessary, necessary)
    return _KindPremises(necessary | union_of_minimal_sets(kinds, lambda closed: holds_with(kinds - closed, listed_defaults)), necessary)


def _limited_to(defaults: DefaultValues | None, keys: Keys) -> DefaultValues | None:
    """Return the defaults of these facts alone."""
    return None if defaults is None else replace(defaults, allowed=keys, consulted=set())


# ---- a fact is asked for -----------------------------------------------------------------------------------------------------------------


def asked_fact(core: Core, prepared: PreparedQuestion) -> FactKey | None:
    """Return the fact that a question asks for; None if it asks for something else."""
    if prepared.free_term is None:
        decl = core.facts.get(prepared.question)
        return None if decl is None else decl.key(prepared.args)
    match prepared.free_term:
        case FactOf(fact=name, args=args) if all(isinstance(arg, Const) for arg in args):
            return core.facts[name].key(tuple(arg.value for arg in args if isinstance(arg, Const)))
    return None


def without_own_assumption(assumed_inquiry: AssumedInquiry, answer: Answer, fact: FactKey) -> Answer:
    """Return the answer to a question for a fact without the assumption of this fact: its usual value is the answer, and no premise of it.

    Instead the answer has the rules that would give the fact another value.
    """
    if fact not in assumed_inquiry.assumed:
        return answer
    name, value = fact_text(assumed_inquiry.inquiry.machine.core, fact), assumed_inquiry.assumed[fact]
    is_usual = answer.status is Status.ANSWERED
    return replace(
        answer,
        assumed=tuple(entry for entry in answer.assumed if entry.fact != name),
        rests_on=tuple(premise for premise in answer.rests_on if premise.assumption is None or premise.assumption.fact != name),
        is_usual=is_usual,
        contrary=_contrary_rules(assumed_inquiry.inquiry, fact, value) if is_usual else (),
    )


def _contrary_rules(inquiry: Inquiry, fact: FactKey, value: Plain) -> tuple[Contrary, ...]:
    """Return the rules that would give a fact another value than its usual one, and that what is given does not exclude."""
    world, core = inquiry.open_world, inquiry.machine.core
    if fact[0] not in core.questions:
        return ()
    trial = replace(
        inquiry,
        open_world=None if world is None else world.with_uncounted(core.records),
        defaults=_limited_to(inquiry.defaults, frozenset({fact})),
        steps=inquiry.steps.fresh_copy(WORLDS_SHARE_OF_STEPS),
    )
    try:
        claims = trial.build_situation({}, inquiry.switches).evaluate(*fact).claims
    except OutOfSteps:
        return ()
    return tuple(_contrary(claim) for claim in claims if claim.status is ClaimStatus.OPEN and claimed_value(claim) != value)


def _contrary(claim: Claim) -> Contrary:
    rule = claim.live.rule
    return Contrary(rule.case, rule.id, claimed_value(claim), tuple(part.text for part in rule.parts))

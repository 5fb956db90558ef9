"""Stipulations: what is given of questions that rules answer. It stands unless the rules are certain of something else from the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import prod
from typing import Any, TypeAlias

from rulewright.base.limits import MAX_OPEN_FACTS_OF_GIVEN, MAX_PASSES_OF_GIVEN
from rulewright.core.query import Switches
from rulewright.engines.interpreter.anonymous import OpenWorld, is_about_uncounted
from rulewright.engines.interpreter.claims import ClaimStatus
from rulewright.engines.interpreter.default_values import ABSENT
from rulewright.engines.interpreter.evaluation import Evaluation, Suppositions
from rulewright.engines.interpreter.explore import Inquiry
from rulewright.engines.interpreter.plan import SpecializedCore
from rulewright.engines.interpreter.possibility import Facts
from rulewright.engines.interpreter.situation import Situation
from rulewright.engines.interpreter.step_budget import StepBudget
from rulewright.engines.interpreter.unknown import Unknown
from rulewright.engines.interpreter.value_classes import Sensitivity
from rulewright.semantics.terms import FactKey

SensitivityOf: TypeAlias = Callable[[str, Switches], Sensitivity]
"""Returns the sensitivity of a question under some switches."""


def heed_stipulations(inquiry: Inquiry, sensitivity_of: SensitivityOf) -> Inquiry:
    """Return the inquiry in which what is given of questions that rules answer gives way where the rules are certain."""
    questions = inquiry.machine.core.questions
    facts = {key: value for key, value in inquiry.facts.items() if key[0] in questions}
    base = replace(inquiry, stipulations=None)
    return replace(inquiry, stipulations=Stipulations(base, {**facts, **inquiry.fixed}, sensitivity_of))


@dataclass(slots=True)
class Stipulations:
    """Answers that are given, and facts that rules work out, with what the rules make of them under each setting of the switches."""

    inquiry: Inquiry
    answers: Facts
    sensitivity_of: SensitivityOf
    tries_facts: bool = True
    """True to try the facts that are not given, where the rules leave a question open for want of them alone."""
    _memo: dict[Switches, StandingStipulations] = field(default_factory=dict, init=False)

    def standing_under(self, switches: Switches) -> StandingStipulations | None:
        """Return the stipulations that stand under these switches; None if there are none."""
        if not self.answers:
            return None
        if switches not in self._memo:
            self._memo[switches] = StandingStipulations(self, switches)
        return self._memo[switches]


@dataclass(slots=True)
class StandingStipulations:
    """The stipulations that stand under some switches; each is settled when it is first asked for."""

    stipulations: Stipulations
    switches: Switches
    _consequences: Consequences | None = field(default=None, init=False)
    _memo: dict[FactKey, Any] = field(default_factory=dict, init=False)

    def value_of(self, key: FactKey) -> Any:
        """Return what is given for a question; `ABSENT` if nothing is, or the rules are certain of an answer.

        It is an `Unknown` for a fact on which only a choice of an open reading has a rule that applies.
        """
        if key not in self.stipulations.answers:
            return ABSENT
        if key not in self._memo:
            self._memo[key] = self._settle(key)
        return self._memo[key]

    def _settle(self, key: FactKey) -> Any:
        consequences = self.consequences()
        evaluation = consequences.evaluate(*key)
        if not evaluation.is_fixed:
            return ABSENT
        if self.stipulations.tries_facts and key in consequences.undecided and self._is_decided(key, consequences):
            return ABSENT
        return evaluation.value

    def consequences(self) -> Consequences:
        """Return what follows from what is given."""
        if self._consequences is None:
            self._consequences = _consequences_of(self.stipulations, self.switches)
            if self.stipulations.inquiry.observed is not None:
                self.stipulations.inquiry.observed.append(self._consequences)
        return self._consequences

    def _is_decided(self, key: FactKey, consequences: Consequences) -> bool:
        """Return True if the rules answer a question in one way whatever the facts are that are not given."""
        inquiry, sensitivity_of = self.stipulations.inquiry, self.stipulations.sensitivity_of
        others = {other: value for other, value in self.stipulations.answers.items() if other != key}
        trial = replace(
            inquiry, switches=self.switches, facts=consequences.facts, fixed={}, goal=lambda situation: situation.evaluate(*key).value,
            stipulations=Stipulations(inquiry, others, sensitivity_of, tries_facts=False), open_world=consequences.open_world,
            sensitivity=partial(sensitivity_of, key[0], self.switches), budget=MAX_PASSES_OF_GIVEN, passes=0, spent=False,
            defaults=None, last=None,
        )  # fmt: skip
        if prod(len(trial.candidate_values(fact)) for fact in consequences.undecided[key]) > MAX_PASSES_OF_GIVEN:
            return False
        outcome = trial.common_outcome()
        return outcome is not None and outcome[0] == "answered"


class Consequences(Situation):
    """A situation in which nothing holds but what follows from what is given.

    No default is assumed, and of each kind there may be further things, in a closed world too. What is given for a question is the answer
    only where the rules are silent or leave it open; `undecided` are the questions that they leave open for want of a few facts alone.
    """

    __slots__ = ("defeasible", "undecided")

    def __init__(
        self,
        selection: SpecializedCore,
        facts: Facts,
        fixed: Facts,
        things: dict[str, tuple[str, ...]],
        open_world: OpenWorld | None,
        steps: StepBudget,
        defeasible: Facts,
    ) -> None:
        super().__init__(selection, facts, fixed, things, open_world, steps=steps)
        self.defeasible = defeasible
        self.undecided: dict[FactKey, tuple[FactKey, ...]] = {}

    def _with_assignment(self, facts: Facts, fixed: Facts, suppositions: Suppositions) -> Situation:
        return Consequences(self.selection, facts, fixed, self.things, self.open_world, self.steps, self.defeasible)

    def _evaluate_question(self, name: str, args: tuple[Any, ...], last_stage: int | None = None) -> Evaluation:
        evaluation, key = super()._evaluate_question(name, args, last_stage), (name, args)
        if last_stage is not None or key not in self.defeasible or evaluation.is_fixed or _is_said(evaluation):
            return evaluation
        value, evaluation.value, evaluation.is_fixed = evaluation.value, self.defeasible[key], True
        if value.__class__ is Unknown:
            if name in self.selection.core.facts and (readings := _deciding_readings(evaluation)):
                evaluation.value = Unknown(readings=readings)
            facts = tuple(fact for fact in value.facts if fact != key)
            if not (value.whys or value.conflict or value.out_of_range or value.readings) and _can_be_tried(facts):
                self.undecided[key] = facts
        return evaluation


def _consequences_of(stipulations: Stipulations, switches: Switches) -> Consequences:
    """Return the situation of an inquiry in which what is given of questions gives way to rules that are certain."""
    inquiry, stipulated = stipulations.inquiry, stipulations.answers
    core = inquiry.machine.core
    world = (inquiry.open_world or OpenWorld(core, frozenset, inquiry.things)).with_uncounted(core.records)
    facts = {key: value for key, value in inquiry.facts.items() if key not in stipulated}
    return Consequences(inquiry.machine.specialize(switches), facts, {}, inquiry.things, world, inquiry.steps, stipulated)


def _deciding_readings(evaluation: Evaluation) -> frozenset[str]:
    """Return the open readings that alone decide whether a rule applies."""
    claims = (claim for claim in evaluation.claims if claim.status is ClaimStatus.OPEN and claim.unknown is claim.address.unknown)
    return frozenset().union(*(claim.unknown.readings for claim in claims if claim.unknown is not None))


def _can_be_tried(facts: Sequence[FactKey]) -> bool:
    """Return True if these facts are few and have values to try."""
    return len(facts) <= MAX_OPEN_FACTS_OF_GIVEN and not any(map(is_about_uncounted, facts))


def _is_said(evaluation: Evaluation) -> bool:
    """Return True if rules give an answer: one stands, or the question is a predicate with rules that is *no* where none stands.

    Where no declaration answers in their place, rules of which it is open which stands may give it, too.
    """
    if evaluation.value.__class__ is Unknown:
        return False
    if evaluation.plan.default is False:
        return bool(evaluation.claims)
    speaking = {ClaimStatus.STANDS, ClaimStatus.OPEN} if evaluation.plan.default is None else {ClaimStatus.STANDS}
    return any(claim.status in speaking for claim in evaluation.claims)

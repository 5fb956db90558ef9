"""Situations replayed in the interpreter on both sides of a comparison: the outcomes there, and the smallest situation that shows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from rulewright.analysis.comparison.answer_change import Change, Effect, Outcome, effect_of
from rulewright.analysis.comparison.paired_cores import Sides
from rulewright.analysis.verdicts.findings import Witness
from rulewright.analysis.verdicts.witness import Witnesses, witness_from_point
from rulewright.base.limits import MAX_ADDED_FACTS
from rulewright.base.runtime import nests_deep
from rulewright.core.model import Core
from rulewright.core.query import Status
from rulewright.core.wording import unit_of
from rulewright.engines.interpreter.claims import ClaimStatus
from rulewright.engines.interpreter.default_values import ABSENT
from rulewright.engines.interpreter.evaluation import Evaluation
from rulewright.engines.interpreter.unknown import Unknown
from rulewright.engines.solver.questions.point import Point
from rulewright.semantics.model import Question
from rulewright.semantics.terms import FactKey
from rulewright.semantics.types import written_decimals


class PairReplay:
    """One question in the interpreter on both sides."""

    def __init__(self, sides: Sides, question: Question) -> None:
        self.sides = sides
        self.question = question

    def outcomes_at(self, point: Point) -> tuple[Outcome, Outcome] | None:
        """Return the unique outcome on each side under every completion of a situation; None if one is not unique."""
        outcomes = []
        for side in self.sides.pair:
            outcome = outcome_in(side.witnesses, point)
            if outcome is None:
                return None
            outcomes.append(outcome)
        return outcomes[0], outcomes[1]

    def change_at(self, effect: Effect, point: Point) -> Change | None:
        """Return a change with this effect, in a part of a situation that is as small and as usual as possible; None if it is not shown.

        What an answer needs and the situation leaves open is as usual there, if that shows the effect.
        """
        usual_point = self.with_usual_facts(point)
        for candidate in (usual_point,) if usual_point is point else (usual_point, point):
            outcomes = self._outcomes_of_effect(effect, candidate)
            if outcomes is not None:
                break
        else:
            return None
        witnesses = self.sides.after.witnesses
        point, outcomes = self._with_usual_values(effect, candidate, outcomes)
        point = witnesses.with_names_in_order(self._without_needless(point, outcomes))
        outcomes = self.outcomes_at(point) or outcomes
        # What links the things is asked for only where all that goes before it is known.
        usual_point = self.with_usual_facts(point)
        linked = witnesses.with_links(usual_point, lambda candidate: self._has_outcomes(candidate, outcomes))
        facts = {key: value for key, value in linked.facts.items() if key in point.facts or key not in usual_point.facts}
        unusual = {key: value for key, value in facts.items() if self._usual_value(key) != value}
        situations = [self.witness_of(replace(linked, facts=part)) for part in (unusual, facts)]
        return Change(self.question.name, effect, situations[0], *outcomes, self.cases_of_difference(linked), linked, situations[1])

    def _outcomes_of_effect(self, effect: Effect, point: Point) -> tuple[Outcome, Outcome] | None:
        """Return the outcomes of a situation if they have this effect."""
        outcomes = self.outcomes_at(point)
        return outcomes if outcomes is not None and effect_of(*outcomes) is effect else None

    def _usual_value(self, key: FactKey) -> Any:
        """Return the usual value of a fact; `ABSENT` if a side that has the fact has no usual value for it, or another one."""
        sides = [side.core.facts[key[0]] for side in self.sides.pair if key[0] in side.core.facts]
        values = [ABSENT if fact.usual is None else fact.usual.value for fact in sides]
        return values[0] if all(value == values[0] for value in values) else ABSENT

    def with_usual_facts(self, point: Point) -> Point:
        """Return the situation with the facts, as they usually are, that a pass asks for on one side or the other, if they can be so."""
        for _ in range(MAX_ADDED_FACTS):
            unknown: dict[FactKey, None] = {}
            for side in self.sides.pair:
                value, _ = side.witnesses.inquiry(restrict_to_core(side.core, point)).run_pass({})
                unknown.update(dict.fromkeys(value.facts if value.__class__ is Unknown else ()))
            usual = {key: value for key in unknown if key not in point.facts and (value := self._usual_value(key)) is not ABSENT}
            candidate = replace(point, facts={**point.facts, **usual})
            if not usual or self._is_impossible(candidate):
                break
            point = candidate
        return point

    def _is_impossible(self, point: Point) -> bool:
        """Return True if the book rules a situation out, on one side or the other."""
        return any(side.witnesses.inquiry(restrict_to_core(side.core, point)).is_impossible({}) is True for side in self.sides.pair)

    def _with_usual_values(self, effect: Effect, point: Point, outcomes: tuple[Outcome, Outcome]) -> tuple[Point, tuple[Outcome, Outcome]]:
        """Return the situation, and its outcomes, with each fact as it usually is that does not matter to the effect."""
        changed = True
        while changed:
            changed = False
            for key, value in list(point.facts.items()):
                usual = self._usual_value(key)
                if usual in (value, ABSENT):
                    continue
                candidate = self.with_usual_facts(replace(point, facts={**point.facts, key: usual}))
                outcomes_as_usual = self._outcomes_of_effect(effect, candidate)
                if outcomes_as_usual is not None:
                    point, outcomes, changed = candidate, outcomes_as_usual, True
        return point, outcomes

    def _without_needless(self, point: Point, expected: tuple[Outcome, Outcome]) -> Point:
        """Return the situation without the parts that do not matter to these outcomes."""
        for reduced in _without_one_switch(point):
            point = reduced if self._has_outcomes(reduced, expected) else point
        point = self._without_needless_things(point, expected)
        # Those that are as usual come last: with them given, others are needless.
        for fact, value in sorted(point.facts.items(), key=lambda item: self._usual_value(item[0]) == item[1]):
            reduced = replace(point, facts={key: value for key, value in point.facts.items() if key != fact})
            outcomes_by_side = zip(self.sides.pair, expected, strict=True)
            point = reduced if all(stays_in(side.witnesses, reduced, outcome, fact, value) for side, outcome in outcomes_by_side) else point
        return point

    def _without_needless_things(self, point: Point, expected: tuple[Outcome, Outcome]) -> Point:
        """Return the situation without the things that do not matter to these outcomes: all but the arguments, or one after the other."""
        others = [name for name in point.things if name not in point.args]
        bare_point = point
        for thing in others:
            bare_point = _without_thing(bare_point, thing)
        if len(others) > 1 and self._has_outcomes(bare_point, expected):
            return bare_point
        for thing in others:
            reduced = _without_thing(point, thing)
            point = reduced if self._has_outcomes(reduced, expected) else point
        return point

    def _has_outcomes(self, point: Point, expected: tuple[Outcome, Outcome]) -> bool:
        """Return True if these are the outcomes on both sides under every completion of a situation."""
        return all(has_outcome(side.witnesses, point, outcome) for side, outcome in zip(self.sides.pair, expected, strict=True))

    def cases_of_difference(self, point: Point) -> tuple[str, ...]:
        """Return the cases of the rules that stand on one side only, on the way to the answers."""
        standing_rules: list[dict[tuple[str, str, str], None]] = []
        for side in self.sides.pair:
            standing_rules.append(
                dict.fromkeys(_standing_rules(side.witnesses.evaluate_situation(restrict_to_core(side.core, point)).all_evaluations()))
            )
        return tuple(
            dict.fromkeys(
                entry[0]
                for entry in (*standing_rules[1], *standing_rules[0])
                if (entry in standing_rules[0]) != (entry in standing_rules[1])
            )
        )

    def witness_of(self, point: Point) -> Witness:
        """Return a situation as texts of the language; facts that only the earlier core has are in its words."""
        return witness_from_point(point, self.question, self.sides.after.core, self.sides.before.core)


@nests_deep
def outcome_in(witnesses: Witnesses, point: Point) -> Outcome | None:
    """Return the interpreter's answer under every completion of a situation; None if it is not unique."""
    certain_outcome = witnesses.inquiry(restrict_to_core(witnesses.core, point)).common_outcome()
    if certain_outcome is None:
        return None
    if certain_outcome[0] != "answered":
        return Outcome(Status(certain_outcome[0]))
    question = witnesses.core.questions[point.question]
    return Outcome(Status.ANSWERED, certain_outcome[1], unit_of(question), written_decimals(question.type))


@nests_deep
def has_outcome(witnesses: Witnesses, point: Point, outcome: Outcome) -> bool:
    """Return True if an outcome is the interpreter's answer under every completion of a situation."""
    return witnesses.inquiry(restrict_to_core(witnesses.core, point)).is_outcome(_outcome_key(outcome))


@nests_deep
def stays_in(witnesses: Witnesses, point: Point, outcome: Outcome, fact: FactKey, value: Any) -> bool:
    """Return True if the interpreter's outcome, certain with this value of a fact, stays the same without the fact."""
    if fact[0] not in witnesses.core.facts:
        return True
    return witnesses.inquiry(restrict_to_core(witnesses.core, point)).is_outcome_without(_outcome_key(outcome), fact, value)


def _outcome_key(outcome: Outcome) -> tuple[Any, ...]:
    """Return an outcome as an inquiry has it."""
    return (outcome.status.value, outcome.value) if outcome.status is Status.ANSWERED else (outcome.status.value,)


def restrict_to_core(core: Core, point: Point) -> Point:
    """Return a situation without parts that a core does not have: absent or settled readings, absent facts and options."""
    open_ = {name for name, reading in core.readings.items() if reading.settled_as is None}
    return replace(
        point,
        readings={name: choice for name, choice in point.readings.items() if name in open_},
        facts={key: value for key, value in point.facts.items() if key[0] in core.facts},
        options=point.options & set(core.options),
    )


def _standing_rules(results: Iterable[Evaluation]) -> Iterator[tuple[str, str, str]]:
    for result in results:
        for claim in result.claims:
            if claim.status is ClaimStatus.STANDS:
                yield claim.live.rule.case, claim.live.rule.question, claim.live.rule.says


def _without_one_switch(point: Point) -> Iterator[Point]:
    """Yield the situation without one of its switches, each in turn."""
    if point.game is not None:
        yield replace(point, game=None)
    if point.scenario is not None:
        yield replace(point, scenario=None)
    for name in sorted(point.readings):
        yield replace(point, readings={other: choice for other, choice in point.readings.items() if other != name})


def _without_thing(point: Point, thing: str) -> Point:
    """Return the situation without one of its things."""
    facts = {(fact, args): value for (fact, args), value in point.facts.items() if thing not in args and value != thing}
    return replace(point, things={name: kind for name, kind in point.things.items() if name != thing}, facts=facts)

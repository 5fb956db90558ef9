"""Evaluation of one encoded question at one point, where all formulas are constant, with all of its rules or without one.

That is far quicker than encoding the question again without the rule, and a difference is enough to show that the rule matters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from rulewright.engines.solver.encoding.answers import EncodedQuestion
from rulewright.engines.solver.encoding.encoded_rule import EncodedRule
from rulewright.engines.solver.encoding.encoder import Encoder
from rulewright.engines.solver.encoding.precedence import EncodedContest
from rulewright.engines.solver.encoding.rules import Stage
from rulewright.engines.solver.formula.leaves import Expression, Linear, evaluate
from rulewright.engines.solver.formula.named_numbers import definition_cases, index_at_point
from rulewright.engines.solver.formula.space import FALSE, TRUE, Exact, Formula, PointTruths, Space
from rulewright.engines.solver.formula.symbolic import ALWAYS, NEVER, Leaf, Truth, Value


class _Places(Mapping[int, int]):
    """The value index of each variable at a point (of a numeric one the number). A named variable follows from its definition.

    Not a lazy mapping of `base.memo`: a name depends on other places, so its value function would hold the mapping, and the mapping
    it. All points would then wait for the cycle collector: a full check of Leipzig took 409 MiB so, and takes 249.
    """

    def __init__(self, space: Space, place_of: Callable[[int], Exact]) -> None:
        self._space = space
        self._place_of = place_of
        self._cached_places: dict[int, int] = {}

    def __getitem__(self, variable: int) -> int:
        place = self._cached_places.get(variable)
        if place is None:
            place = self._cached_places[variable] = int(self._compute_place(variable))
        return place

    def _compute_place(self, variable: int) -> Exact:
        space = self._space
        if not space.name_bits >> variable & 1:
            return self._place_of(variable)
        holds = PointTruths(space, self)
        leaf = next((leaf for region, leaf in definition_cases(space, variable) if holds[region]), None)
        return index_at_point(space, variable, leaf, self)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self._space.keys)))

    def __len__(self) -> int:
        return len(self._space.keys)


class PointEvaluation:
    """An encoded question at the point that gives each variable an index of its values (a numeric one: a number)."""

    def __init__(self, encoder: Encoder, encoded: EncodedQuestion, place_of: Callable[[int], Exact]) -> None:
        self.encoder = encoder
        self.space = encoder.space
        self._places = _Places(encoder.space, place_of)
        self._holds = PointTruths(encoder.space, self._places)
        setters = [replace(setter, active=self._truth_at_point(setter.active)) for setter in encoded.suspensions]
        self._contests = [None if stage.contest is None else stage.contest.at_point(self._truth_at_point) for stage in encoded.stages]
        stages = [self._stage_at_point(*pair) for pair in zip(encoded.stages, self._contests, strict=True)]
        self.encoded = replace(encoded, suspensions=setters, stages=stages)
        self.full_outcome = self._evaluate_outcome(self.encoded)

    def changes_without(self, live: EncodedRule) -> bool:
        """Return True if the answer at this point differs without a rule of the question."""
        stage = self.encoded.stages[live.rule.stage]
        rules = stage.rules.copy()
        rules[live.index] = replace(rules[live.index], condition=NEVER, effective_condition=NEVER, blank_condition=NEVER)
        reduced = Stage(rules, [])
        contest = self._contests[live.rule.stage]
        self.encoder.rules.compute_statuses(reduced, None if contest is None else contest.without_rule(live.index))
        stages = [reduced if candidate is stage else candidate for candidate in self.encoded.stages]
        return self._evaluate_outcome(replace(self.encoded, stages=stages)) != self.full_outcome

    def _evaluate_outcome(self, encoded: EncodedQuestion) -> tuple[bool, bool, Leaf]:
        """Return (open, ill, value): `ill` is True for yes or no, and for a conflict or a result out of range."""
        value = self._value_at_point(self.encoder.answers.encode_outcome(encoded, None))
        if not value.cases:
            return True, self.encoder.algebra.ill_region(value) == TRUE, None
        leaf = value.cases[0][1]
        return False, isinstance(leaf, bool), leaf

    # ---- plain at the point ---------------------------------------------------------------------------------------------------------

    def _stage_at_point(self, stage: Stage, contest: EncodedContest | None) -> Stage:
        result = Stage([self._rule_at_point(live) for live in stage.rules], [])
        self.encoder.rules.compute_statuses(result, contest)
        return result

    def _rule_at_point(self, live: EncodedRule) -> EncodedRule:
        return replace(
            live,
            condition=self._truth_at_point(live.condition),
            effective_condition=self._truth_at_point(live.effective_condition),
            effect=None if live.effect is None else self._value_at_point(live.effect),
            blank_condition=self._truth_at_point(live.blank_condition),
        )

    def _truth_at_point(self, truth: Truth) -> Truth:
        if truth is ALWAYS or truth is NEVER:  # as most are
            return truth
        return Truth(self._constant_of(truth.yes), self._constant_of(truth.no), self._constant_of(truth.conflict))

    def _value_at_point(self, value: Value) -> Value:
        for region, leaf in value.cases:
            if self._constant_of(region) == TRUE:
                number = evaluate(self.space, leaf, self._places) if isinstance(leaf, Linear | Expression) else leaf
                return Value(((TRUE, number),), self._constant_of(value.conflict))
        return Value((), self._constant_of(value.conflict))

    def _constant_of(self, formula: Formula) -> Formula:
        """Return TRUE or FALSE, the value of the formula at this point."""
        return TRUE if self._holds[formula] else FALSE

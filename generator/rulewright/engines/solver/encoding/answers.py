"""The combination of rules into an answer, over all situations.

Where rules are undecided, the states carry all choices of their statuses: an outcome common to all is the outcome, else the answer is
undefined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TypeAlias, assert_never

from rulewright.base.keywords import StageVerb, Verb
from rulewright.core.stages import REQUIRED, End, equality_of, outcomes_of_predicate, outcomes_of_verdict
from rulewright.engines.solver.encoding.encoder_part import EncoderContext, EncoderPart
from rulewright.engines.solver.encoding.rules import EncodedSuspension, RuleEncoder, Stage
from rulewright.engines.solver.encoding.stages import Outcomes, StageEncoder, States, Undefined, values_of
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, TRUE, Formula
from rulewright.engines.solver.formula.symbolic import Leaf, Truth, Value, constant
from rulewright.semantics.model import Question, QuestionKind
from rulewright.semantics.types import Numeric

_CHOOSING = frozenset({None, StageVerb.ONE, StageVerb.AT_MOST, StageVerb.AT_LEAST})
"""Verbs that select one of the rules' values; other verbs compute a new value from them."""

_Verbs: TypeAlias = "tuple[frozenset[str], frozenset[str]]"
"""The verbs that are certainly said, and those that may be."""


@dataclass(slots=True)
class EncodedQuestion:
    """A question encoded for certain operands: its stages and suspensions."""

    question: Question
    env: tuple[Value, ...]
    suspensions: list[EncodedSuspension]
    stages: list[Stage]


class AnswerEncoder(EncoderPart):
    """An encoder of answers."""

    def __init__(self, encoder: EncoderContext, rules: RuleEncoder) -> None:
        super().__init__(encoder)
        self.stages = StageEncoder(encoder, rules)

    def encode_outcome(self, encoded: EncodedQuestion, last: int | None) -> Value:
        """Encode the answer, or for a value with `last`, the value after that stage."""
        match encoded.question.kind:
            case QuestionKind.VERDICT | QuestionKind.PREDICATE:
                return self._encode_verbs(encoded)
            case QuestionKind.VALUE | QuestionKind.TABLE:
                return self._encode_value(encoded, last)
            case _:
                assert_never(encoded.question.kind)

    # ---- verdicts and predicates ----------------------------------------------------------------------------------------------------

    def bar_stands(self, encoded: EncodedQuestion, bar: str) -> Truth:
        """Encode the truth that a bar of this address is in."""
        stage = encoded.stages[0]
        bars = [rule for rule in stage.rules if rule.core.verb is Verb.MAY_NOT and bar in rule.core.ids]
        statuses = [stage.statuses[rule.index] for rule in bars]
        return self.algebra.disjunction_of(statuses)

    def _encode_verbs(self, encoded: EncodedQuestion) -> Value:
        """Combine the verbs of the rules of a verdict or predicate."""
        states = self.stages.encode_over_labellings(encoded.stages[0], partial(self._encode_labelled_verbs, encoded))
        return self._collect_outcomes(states, encoded.stages[:1])

    def _encode_labelled_verbs(self, encoded: EncodedQuestion, stage: Stage) -> States:
        """Encode the states of one labelling of the rules, from the sets of verbs that are certainly and possibly said."""
        statuses_by_verb: dict[str, list[Truth]] = {
            verb: [stage.statuses[rule.index] for rule in stage.rules if rule.core.verb is verb]
            for verb in (Verb.YES, Verb.NO, Verb.MAY, Verb.MAY_NOT, Verb.MUST, Verb.NEED_NOT)
        }
        statuses_by_verb[REQUIRED] = [
            stage.required.get(rule.index, stage.statuses[rule.index]) for rule in stage.rules if rule.core.verb is Verb.MUST
        ]
        verbs: dict[_Verbs, Formula] = {(frozenset(), frozenset()): TRUE}
        for verb, statuses in statuses_by_verb.items():
            verbs = self.stages.combine_states(self._add_verb(verb, statuses), verbs.items())
        outcomes_of = outcomes_of_verdict if encoded.question.kind is QuestionKind.VERDICT else outcomes_of_predicate
        step = self.stages.with_default(
            lambda guard, spoken: [(self.stages.domain.distinct_outcomes(outcomes_of(*spoken)), guard)],
            lambda: self.encode_silence(encoded, stage),
        )
        return self.stages.combine_states(step, verbs.items())

    def _add_verb(self, verb: str, statuses: list[Truth]) -> Callable[[Formula, _Verbs], Iterator[tuple[_Verbs, Formula]]]:
        """Return a step that adds a verb where a rule of it is certainly in, or undecided."""
        conjunction, negate = self.space.conjunction, self.space.negate
        certain = self.space.disjunction(*[status.yes for status in statuses])
        is_whole = all(self.algebra.is_total(status) for status in statuses)
        out = negate(certain) if is_whole else conjunction(*[status.no for status in statuses])
        undecided = FALSE if is_whole else conjunction(negate(certain), negate(out))

        def add_verb(guard: Formula, verbs: _Verbs) -> Iterator[tuple[_Verbs, Formula]]:
            certain_verbs, possible_verbs = verbs
            yield (certain_verbs | {verb}, possible_verbs), conjunction(guard, certain)
            yield (certain_verbs, possible_verbs | {verb}), conjunction(guard, undecided)
            yield verbs, conjunction(guard, out)

        return add_verb

    def conflict_region(self, stages: Iterable[Stage]) -> Formula:
        """Return the region in which some rule is undecided by conflict."""
        conflicts: list[Formula] = []
        for stage in stages:
            for status in (*stage.statuses, *stage.required.values()):
                if status.conflict != FALSE and not self.algebra.is_total(status):
                    conflicts.append(self.space.conjunction(self.algebra.undefined_region(status), status.conflict))
        return self.space.disjunction(*conflicts)

    # ---- default --------------------------------------------------------------------------------------------------------------------

    def encode_silence(self, encoded: EncodedQuestion, stage: Stage) -> Value:
        """Encode the default under the statuses of the first stage, unless text is missing."""
        default = self._encode_default(encoded)
        missing, bad = self.missing_text_regions(encoded, stage)
        conjunction, negate = self.space.conjunction, self.space.negate
        cases = tuple((conjunction(guard, negate(missing)), leaf) for guard, leaf in default.cases)
        return Value(cases, self.algebra.if_then_else(missing, bad, default.conflict), default.is_total and missing == FALSE)

    def _encode_default(self, encoded: EncodedQuestion) -> Value:
        question = encoded.question
        default = question.default_answer
        if isinstance(default, str | bool | None):
            return Value(()) if default is None or question.kind is QuestionKind.VALUE else constant(default)
        return self.encoder.encode_effect(default, encoded.env)

    def missing_text_regions(self, encoded: EncodedQuestion, stage: Stage) -> tuple[Formula, Formula]:
        """Return the region in which missing text leaves the default undefined, and the part of it that is so by conflict."""
        conjunction, disjunction, negate = self.space.conjunction, self.space.disjunction, self.space.negate
        missing: list[Formula] = []
        for number, missing_clause in enumerate(self.encoder.core.on[encoded.question.name].absent):
            applicable = self.encoder.head_matches(missing_clause.clause.heads, encoded.env)
            active = conjunction(
                applicable, negate(self.encoder.force_condition(missing_clause.there, missing_clause.clause.when, encoded.env).no)
            )
            for setter in encoded.suspensions:
                if number in setter.missing_clauses:
                    active = conjunction(active, negate(setter.active.yes))
            for override in missing_clause.overridden_by:
                in_force = self.encoder.force_condition(override.there, override.when, encoded.env).yes
                stands = disjunction(*[stage.statuses[rule.index].yes for rule in stage.rules if rule.core.number == override.by])
                active = conjunction(active, negate(conjunction(in_force, stands)))
            missing.append(active)
        held_back = [rule.blank_condition for rule in stage.rules]
        missing += [truth.yes for truth in held_back]
        if encoded.question.not_held:
            missing.append(TRUE)
        return disjunction(*missing), disjunction(*[conjunction(truth.yes, truth.conflict) for truth in held_back])

    # ---- values ---------------------------------------------------------------------------------------------------------------------

    def _encode_value(self, encoded: EncodedQuestion, last: int | None) -> Value:
        used_stages = self._used_stages(encoded, last)
        states = self._encode_states(encoded, used_stages)
        if last is None:
            states = self._ranged_states(encoded.question, states)
        return self._collect_outcomes(states, [encoded.stages[number] for number in used_stages])

    def out_of_range_region(self, encoded: EncodedQuestion) -> Formula:
        """Return the region in which a value is outside its declared range; with several possible values, all of them are."""
        used_stages = self._used_stages(encoded, None)
        if self._is_always_in_range(encoded, used_stages):
            return FALSE
        return self._ranged_states(encoded.question, self._encode_states(encoded, used_stages)).get((End.OUT_OF_RANGE,), FALSE)

    def _is_always_in_range(self, encoded: EncodedQuestion, used_stages: Sequence[int]) -> bool:
        """Return True if all values that the rules can give lie in the declared range, whatever their statuses."""
        verbs: list[StageVerb | None] = [stage.verb for stage in encoded.question.stages] or [None]
        if any(verbs[number] not in _CHOOSING for number in used_stages):
            return False
        effects = [rule.effect for number in used_stages for rule in encoded.stages[number].rules if rule.effect is not None]
        try:
            effects.append(self._encode_default(encoded))
        except NotAnalysable:
            return False  # the default matters only where silence is possible
        leaves = dict.fromkeys(leaf for effect in effects for _, leaf in effect.cases)  # in order: it makes formulas
        return all(self.range_condition(encoded.question, leaf) == TRUE for leaf in leaves)

    def _used_stages(self, encoded: EncodedQuestion, last: int | None) -> list[int]:
        """Return the indexes of the stages that make the value: the first, and later ones with rules."""
        return [number for number, stage in enumerate(encoded.stages) if (stage.rules or number == 0) and (last is None or number <= last)]

    def _encode_states(self, encoded: EncodedQuestion, used_stages: Sequence[int]) -> States:
        """Encode the states after these stages."""
        verbs: list[StageVerb | None] = [stage.verb for stage in encoded.question.stages] or [None]
        states: States = {(End.SILENT,): TRUE}
        for number in used_stages:
            states = self.stages.encode_stage(verbs[number], encoded.stages[number], states, partial(self.encode_silence, encoded))
        return states

    def _ranged_states(self, question: Question, states: States) -> States:
        """Return states in which an end stands for the values outside of the declared range: values are never clamped."""
        conjunction, negate = self.space.conjunction, self.space.negate

        def check_range(guard: Formula, outcomes: Outcomes) -> Iterator[tuple[Outcomes, Formula]]:
            values = values_of(outcomes)
            in_range = [self.range_condition(question, value) for value in values]
            all_inside, all_outside = conjunction(*in_range), conjunction(*map(negate, in_range)) if values else FALSE
            yield outcomes, conjunction(guard, all_inside)
            distinct, ends = self.stages.domain.distinct_outcomes, outcomes[len(values) :]
            yield distinct((End.OUT_OF_RANGE, *ends)), conjunction(guard, all_outside)
            yield distinct((End.OUT_OF_RANGE, *outcomes)), conjunction(guard, negate(all_inside), negate(all_outside))

        return self.stages.combine_states(check_range, states.items())

    def _collect_outcomes(self, states: States, stages: Iterable[Stage]) -> Value:
        """Collect the outcomes of states into an answer: where they agree, they are the answer, elsewhere it is undefined.

        It is so by conflict where all are conflicts, where one is by a conflict in what it calls, and where they differ and some rule is
        undecided by conflict. A result out of range is a conflict under the mark, and undetermined elsewhere.
        """
        conjunction, disjunction, negate = self.space.conjunction, self.space.disjunction, self.space.negate
        cases: list[tuple[Formula, Leaf]] = []
        conflicts: list[Formula] = []
        differing: list[Formula] = []
        is_total = True
        for outcomes, guard in states.items():
            values = values_of(outcomes)
            ends = set(outcomes[len(values) :])
            differs = guard
            if not outcomes:
                continue  # a state that is nowhere, though its guard may not show it
            if not ends:
                agrees = equality_of(self.stages.domain, values)
                cases.append((conjunction(guard, agrees), values[0]))
                differs = conjunction(guard, negate(agrees))
            elif not values and Undefined.OPEN not in ends:
                is_outside = End.OUT_OF_RANGE in ends
                conflicts.append(self.algebra.marked_out_of_range(guard) if is_outside else guard)
                differs = guard if is_outside and len(ends) > 1 else FALSE
            elif not values and ends <= {Undefined.OPEN, End.OUT_OF_RANGE}:
                differs = self.algebra.marked_out_of_range(guard) if len(ends) > 1 else FALSE
            (conflicts if Undefined.ILL in ends else differing).append(differs)
            is_total = is_total and not ends and differs == FALSE
        reasons = self.conflict_region(stages)
        bad = disjunction(*conflicts, *[conjunction(region, reasons) for region in differing])
        return self.algebra.make_value(cases, bad, is_total=is_total)

    def range_condition(self, question: Question, leaf: Leaf) -> Formula:
        """Return the region in which a value lies in the declared range."""
        kind = question.type
        if not isinstance(kind, Numeric) or leaf is None:
            return TRUE
        conditions: list[Formula] = []
        if kind.low is not None:
            conditions.append(numbers.compare(self.space, ">=", leaf, kind.low))  # type: ignore[arg-type]
        if kind.high is not None:
            conditions.append(numbers.compare(self.space, "<=", leaf, kind.high))  # type: ignore[arg-type]
        if kind.step is not None:
            steps = numbers.multiply(leaf, 1 / Fraction(kind.step))  # type: ignore[arg-type]
            conditions.append(numbers.compare(self.space, "=", numbers.round_(steps, "down"), steps))
        return self.space.conjunction(*conditions)

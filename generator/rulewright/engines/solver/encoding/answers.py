"""The combination of rules into an answer, over all situations: the counterpart of `engines.interpreter.combine`.

Where rules are undecided, the states carry all choices of their statuses: an outcome common to all is the outcome, else the answer is
undefined. Outcomes that are no value are CLASH (of this very question), OPEN (undefined) and ILL (undefined by a conflict).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import assert_never

from rulewright.base.keywords import StageVerb, Verb
from rulewright.engines.solver.encoding.encoder_part import EncoderContext, EncoderPart
from rulewright.engines.solver.encoding.rules import EncodedSuspension, RuleEncoder, Stage
from rulewright.engines.solver.encoding.stages import CLASH, ILL, OPEN, Ends, Leaves, Running, StageEncoder, States, states_of
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, TRUE, Formula
from rulewright.engines.solver.formula.symbolic import Leaf, Truth, Value, constant, ordered_leaves
from rulewright.semantics.model import Question, QuestionKind
from rulewright.semantics.types import Numeric

_CHOOSING = frozenset({None, StageVerb.ONE, StageVerb.AT_MOST, StageVerb.AT_LEAST})
"""Verbs that select one of the rules' values; other verbs compute a new value from them."""


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
            case QuestionKind.VERDICT:
                return self._encode_verbs(encoded, self._verdict_items, _verdict_of_verbs)
            case QuestionKind.PREDICATE:
                return self._encode_verbs(encoded, self._predicate_items, _predicate_of_verbs)
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
        return self.algebra.disjunction_of([Truth(status.yes, status.no, status.conflict) for status in statuses])

    def _predicate_items(self, stage: Stage) -> list[tuple[str, list[Truth]]]:
        return [
            (verb.value, [stage.statuses[rule.index] for rule in stage.rules if rule.core.verb is verb]) for verb in (Verb.YES, Verb.NO)
        ]

    def _verdict_items(self, stage: Stage) -> list[tuple[str, list[Truth]]]:
        items = [
            (verb.value, [stage.statuses[rule.index] for rule in stage.rules if rule.core.verb is verb])
            for verb in (Verb.MAY, Verb.MAY_NOT, Verb.MUST, Verb.NEED_NOT)
        ]
        required = [stage.required.get(rule.index, stage.statuses[rule.index]) for rule in stage.rules if rule.core.verb is Verb.MUST]
        return [*items, ("required", required)]

    def _encode_verbs(
        self,
        encoded: EncodedQuestion,
        items_of: Callable[[Stage], list[tuple[str, list[Truth]]]],
        outcome_of: Callable[[frozenset[str]], Leaf | str | None],
    ) -> Value:
        """Combine certain and possible verbs into an answer; `outcome_of` returns a leaf, CLASH, OPEN for silence, or None."""
        states = self.stages.encode_over_labellings(
            encoded.stages[0], lambda stage: self._encode_labelled_verbs(encoded, stage, items_of(stage), outcome_of)
        )
        return self._collect_outcomes(encoded, states, encoded.stages[:1], ranged=False)

    def _encode_labelled_verbs(
        self,
        encoded: EncodedQuestion,
        stage: Stage,
        items: list[tuple[str, list[Truth]]],
        outcome_of: Callable[[frozenset[str]], Leaf | str | None],
    ) -> States:
        """Encode the states of one labelling of the rules."""
        conjunction, disjunction, negate = self.space.conjunction, self.space.disjunction, self.space.negate
        verbs: dict[tuple[frozenset[str], frozenset[str]], Formula] = {(frozenset(), frozenset()): TRUE}
        for name, statuses in items:
            certain = disjunction(*[status.yes for status in statuses])
            out = conjunction(*[status.no for status in statuses])
            if all(self.algebra.is_total(status) for status in statuses):
                out = negate(certain)
            maybe = conjunction(negate(certain), negate(out)) if out != negate(certain) else FALSE
            extended: dict[tuple[frozenset[str], frozenset[str]], Formula] = {}
            for (certain_verbs, possible_verbs), guard in verbs.items():
                for key, region in (
                    ((certain_verbs | {name}, possible_verbs), conjunction(guard, certain)),
                    ((certain_verbs, possible_verbs | {name}), conjunction(guard, maybe)),
                    ((certain_verbs, possible_verbs), conjunction(guard, out)),
                ):
                    if region != FALSE:
                        extended[key] = region
            verbs = extended
        guards_by_state: dict[Running, list[Formula]] = {}
        silence: Value | None = None
        for (certain_verbs, possible_verbs), guard in verbs.items():
            outcomes: set[Leaf] = set()
            for choice in product((False, True), repeat=len(possible_verbs)):
                verbs_in_force = certain_verbs | {
                    name for name, is_in_force in zip(sorted(possible_verbs), choice, strict=True) if is_in_force
                }
                outcome = outcome_of(frozenset(verbs_in_force))
                if outcome is not None:
                    outcomes.add(outcome)
            values: Leaves = frozenset(outcome for outcome in outcomes if outcome not in (CLASH, OPEN))
            ends: Ends = frozenset({CLASH} & outcomes)
            if OPEN not in outcomes:
                guards_by_state.setdefault(Running(values, ends), []).append(guard)
                continue
            silence = silence or self.encode_silence(encoded, stage)
            for running, region in self.stages.states_with_silence(silence, guard, values, ends):
                guards_by_state.setdefault(running, []).append(region)
        return {running: region for running, guards in guards_by_state.items() if (region := disjunction(*guards)) != FALSE}

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
        """Encode the default under the statuses of the first stage: the declared `otherwise`, unless text is missing.

        A predicate that nothing makes true is false.
        """
        default = self._encode_default(encoded)
        missing, bad = self.missing_text_regions(encoded, stage)
        conjunction, negate = self.space.conjunction, self.space.negate
        cases = tuple((conjunction(guard, negate(missing)), leaf) for guard, leaf in default.cases)
        return Value(cases, self.algebra.if_then_else(missing, bad, default.conflict), default.is_total and missing == FALSE)

    def _encode_default(self, encoded: EncodedQuestion) -> Value:
        """Encode the declared default."""
        question = encoded.question
        if question.kind is QuestionKind.PREDICATE:
            return constant(False)
        if question.otherwise is None:
            return Value(())
        if isinstance(question.otherwise, str):
            return constant(question.otherwise) if question.kind is QuestionKind.VERDICT else Value(())
        return self.encoder.encode_effect(question.otherwise, encoded.env)

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
        direct = self._direct_value(encoded)
        if direct is not None and used_stages == [0]:
            return direct if last is not None else self._restrict_to_range(encoded, direct)
        states = self._encode_states(encoded, used_stages, direct)
        return self._collect_outcomes(encoded, states, [encoded.stages[number] for number in used_stages], ranged=last is None)

    def out_of_range_region(self, encoded: EncodedQuestion) -> Formula:
        """Return the region in which a value is outside its declared range; with several possible values, all of them are."""
        conjunction, negate = self.space.conjunction, self.space.negate
        regions: list[Formula] = []
        used_stages = self._used_stages(encoded, None)
        if self._is_always_in_range(encoded, used_stages):
            return FALSE
        for running, guard in self._encode_states(encoded, used_stages, self._direct_value(encoded)).items():
            if running.values and not running.ended:
                regions.append(
                    conjunction(guard, *[negate(self.range_condition(encoded.question, leaf)) for leaf in ordered_leaves(running.values)])
                )
        return self.space.disjunction(*regions)

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

    def _encode_states(self, encoded: EncodedQuestion, used_stages: Sequence[int], direct: Value | None) -> States:
        """Encode the states after these stages; `direct` is the value of the first one, if known."""
        verbs: list[StageVerb | None] = [stage.verb for stage in encoded.question.stages] or [None]
        if direct is not None:
            states = states_of(self.algebra, direct)
        else:
            start = self.stages.encode_sum if verbs[0] is StageVerb.SUM else self.stages.encode_single
            states = self.stages.encode_over_labellings(
                encoded.stages[0], lambda stage: start(stage, lambda: self.encode_silence(encoded, stage))
            )
        for number in used_stages[1:]:
            states = self.stages.encode_later_stage(verbs[number], states, encoded.stages[number])
        return states

    def _collect_outcomes(self, encoded: EncodedQuestion, states: States, stages: Iterable[Stage], *, ranged: bool) -> Value:
        outcomes = _OutcomeCollector(self, encoded)
        for running, guard in states.items():
            outcomes.add_outcome(guard, running, ranged=ranged)
        return outcomes.to_value(self.conflict_region(stages))

    def _direct_value(self, encoded: EncodedQuestion) -> Value | None:
        """Encode a first stage without undecided rules and with constant effects directly; None for any other."""
        conjunction, disjunction, negate = self.space.conjunction, self.space.disjunction, self.space.negate
        stage = encoded.stages[0]
        if encoded.question.stages and encoded.question.stages[0].verb is StageVerb.SUM:
            return None
        by_leaf: dict[Leaf, list[Formula]] = {}
        for rule in stage.rules:
            status = stage.statuses[rule.index]
            if not self.algebra.is_total(status) or rule.effect is None:
                return None
            if not rule.effect.cases or (self.algebra.defined_region(rule.effect) != TRUE and rule.blank_condition.yes == FALSE):
                return None
            for guard, leaf in rule.effect.cases:
                if isinstance(leaf, numbers.Linear | numbers.Expression):
                    return None
                by_leaf.setdefault(leaf, []).append(conjunction(status.yes, guard))
        groups = [(disjunction(*guards), leaf) for leaf, guards in by_leaf.items()]
        clashes: list[Formula] = []
        any_answer = FALSE
        for guard, _ in reversed(groups):
            clashes.append(conjunction(guard, any_answer))
            any_answer = disjunction(guard, any_answer)
        clash = disjunction(*clashes)
        silent = negate(any_answer)
        cases = [(conjunction(guard, negate(clash)), leaf) for guard, leaf in groups]
        if silent == FALSE:
            return self.algebra.make_value(cases, clash, is_total=clash == FALSE)
        silence = self.encode_silence(encoded, stage)
        cases += [(conjunction(silent, guard), leaf) for guard, leaf in silence.cases]
        return self.algebra.make_value(
            cases, disjunction(clash, conjunction(silent, silence.conflict)), is_total=clash == FALSE and silence.is_total
        )

    def _restrict_to_range(self, encoded: EncodedQuestion, value: Value) -> Value:
        conjunction, negate = self.space.conjunction, self.space.negate
        cases: list[tuple[Formula, Leaf]] = []
        regions: list[Formula] = []
        for guard, leaf in value.cases:
            in_range = self.range_condition(encoded.question, leaf)
            cases.append((conjunction(guard, in_range), leaf))
            regions.append(conjunction(guard, negate(in_range)))
        outside = self.space.disjunction(*regions)
        bad = self.space.disjunction(value.conflict, self.algebra.marked_out_of_range(outside))
        return self.algebra.make_value(cases, bad, is_total=value.is_total and outside == FALSE)

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


class _OutcomeCollector:
    """A collector of guarded outcomes: where the possible outcomes agree, they are the answer, elsewhere it is undefined."""

    def __init__(self, encoder: AnswerEncoder, encoded: EncodedQuestion) -> None:
        self.encoder = encoder
        self.encoded = encoded
        self.space = encoder.space
        self.algebra = encoder.algebra
        self.cases: list[tuple[Formula, Leaf]] = []
        self.conflict_regions: list[Formula] = []
        self.undecided_regions: list[Formula] = []
        self.is_silent = False

    def add_outcome(self, region: Formula, running: Running, *, ranged: bool) -> None:
        """Add a state with its guard; with `ranged`, values outside the declared range are conflicts under the mark, else undetermined."""
        if region == FALSE:
            return
        conjunction, negate = self.space.conjunction, self.space.negate
        values = ordered_leaves(running.values)
        in_range = [self.encoder.range_condition(self.encoded.question, leaf) if ranged else TRUE for leaf in values]
        conflicting = running.ended <= {CLASH, ILL}
        if not values:
            if conflicting:
                self.conflict_regions.append(region)
            elif running.ended != {OPEN}:
                self._add_undecided(region, running)
            else:
                self.is_silent = True
            return
        none_in_range = conjunction(*[negate(condition) for condition in in_range])
        outside = conjunction(region, none_in_range)
        if conflicting:
            self.conflict_regions.append(self.algebra.marked_out_of_range(outside))
            if running.ended:
                self._add_undecided(outside, running)
            region = conjunction(region, negate(none_in_range))
        elif running.ended == {OPEN}:
            self._add_undecided(self.algebra.marked_out_of_range(outside), running)
            region = conjunction(region, negate(none_in_range))
        if running.ended:
            self._add_undecided(region, running)
            return
        agreeing = conjunction(*in_range, *[self.algebra.leaves_equal(values[0], value) for value in values[1:]])
        self.cases.append((conjunction(region, agreeing), values[0]))
        self._add_undecided(conjunction(region, negate(agreeing)), running)

    def _add_undecided(self, region: Formula, running: Running) -> None:
        """Add a region with several possible outcomes: undefined, by conflict if some reason is one."""
        (self.conflict_regions if ILL in running.ended else self.undecided_regions).append(region)

    def to_value(self, reasons: Formula) -> Value:
        bad = self.space.disjunction(*self.conflict_regions, *[self.space.conjunction(guard, reasons) for guard in self.undecided_regions])
        undefined = self.is_silent or any(guard != FALSE for guard in (*self.conflict_regions, *self.undecided_regions))
        return self.algebra.make_value(self.cases, bad, is_total=not undefined)


def _verdict_of_verbs(verbs: frozenset[str]) -> Leaf | str | None:
    must, may_not = "required" in verbs, Verb.MAY_NOT.value in verbs
    if must and Verb.MUST.value not in verbs:
        return None
    may = Verb.MAY.value in verbs or Verb.MUST.value in verbs
    if (may_not and may) or (must and Verb.NEED_NOT.value in verbs):
        return CLASH
    if may_not:
        return "forbidden"
    if must:
        return "required"
    return "permitted" if may else OPEN


def _predicate_of_verbs(verbs: frozenset[str]) -> Leaf | str:
    if len(verbs) == 2:
        return CLASH
    return Verb.YES.value in verbs if verbs else OPEN

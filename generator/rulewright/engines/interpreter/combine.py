"""Combination of the accepted claims of a question into its answer, in one situation.

Undecided claims are tried both ways, in all labellings that are consistent: a common outcome is the answer, else the answer is unknown for
the reasons of the undecided claims. Claims with equal effects are tried together, so the cost grows with the number of different outcomes.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from rulewright.base.keywords import StageVerb, Verb
from rulewright.base.limits import MAX_RUNNING_VALUES
from rulewright.core.primitives import multiply, reduce_fraction, round_value
from rulewright.core.stages import REQUIRED, Combination, End, Joined, outcomes_of_predicate, outcomes_of_verdict
from rulewright.engines.interpreter.claims import Claim, Labelling, StageClaims
from rulewright.engines.interpreter.evaluation import Evaluation, StageEvaluator
from rulewright.engines.interpreter.plan import LiveSuspension, Plan
from rulewright.engines.interpreter.unknown import CONFLICT, OUT_OF_RANGE, SILENT, Unknown, merge_all_reasons, merge_reasons, says_nothing
from rulewright.semantics.model import QuestionKind

T = TypeVar("T")
_ENDS = {End.CLASH: CONFLICT, End.OUT_OF_RANGE: OUT_OF_RANGE}


class _Plain:
    """The domain of one situation: guards are truths, outcomes are plain values or `Unknown`s."""

    conjunction_of = staticmethod(lambda *guards: all(guards))
    negate_guard = staticmethod(operator.not_)
    are_equal = staticmethod(operator.eq)
    multiply_values = staticmethod(multiply)
    merge_ends = staticmethod(merge_all_reasons)

    @staticmethod
    def add_values(first: Any, second: Any) -> Any:
        return reduce_fraction(first + second)

    @staticmethod
    def pick_value(greatest: bool, values: Sequence[Any]) -> Any:
        return max(values) if greatest else min(values)

    @staticmethod
    def is_end(outcome: Any) -> bool:
        return outcome.__class__ is Unknown or outcome.__class__ is End

    @staticmethod
    def distinct_outcomes(outcomes: Iterable[Any]) -> tuple[Any, ...]:
        return tuple(dict.fromkeys(outcomes))


_FIRST, _LATER = (
    {verb: Combination[bool, Any](_Plain(), verb, is_first=is_first) for verb in (None, *StageVerb)} for is_first in (True, False)
)


def _outcome_kind(outcome: Any, *, with_range: bool) -> Any:
    """Return the comparison key of an outcome: its value, its missing facts and readings, `conflict` or `undetermined`.

    A result out of range counts as a conflict; without `with_range` as undetermined.
    """
    reason = _ENDS[outcome] if outcome.__class__ is End else outcome
    if reason.__class__ is not Unknown:
        return ("answered", outcome)
    is_ill = reason.conflict or (with_range and reason.out_of_range)
    if reason.facts or reason.readings:
        return ("hanging", reason.facts, reason.readings, is_ill)
    return "conflict" if is_ill else "undetermined"


def merge_outcomes(outcomes: list[Any], reasons: list[Unknown]) -> Any:
    """Return the outcome common to all choices, else an `Unknown` with the reasons, those of unknown effects included.

    It is out of range where it would be a conflict if results out of range were conflicts, and would be none if they were undetermined. If
    only one of the two says that choices differ, the facts and readings that they hang on are among the reasons all the same.
    """
    merged = _merge_choices(outcomes, reasons, with_range=True)
    if merged.__class__ is not Unknown or not any(
        outcome is End.OUT_OF_RANGE or (outcome.__class__ is Unknown and outcome.out_of_range) for outcome in (*outcomes, *reasons)
    ):
        return merged
    as_undetermined = _merge_choices(outcomes, reasons, with_range=False)
    is_conflict = as_undetermined.conflict
    is_outside = (merged.conflict or merged.out_of_range) and not is_conflict
    both_reasons = merge_reasons(merged, as_undetermined)
    return Unknown(is_conflict, merged.whys, both_reasons.facts, both_reasons.readings, is_outside)


def _merge_choices(outcomes: list[Any], reasons: list[Unknown], *, with_range: bool) -> Any:
    if len({_outcome_kind(outcome, with_range=with_range) for outcome in outcomes}) > 1:
        return merge_all_reasons(reasons + [outcome for outcome in outcomes if outcome.__class__ is Unknown and not says_nothing(outcome)])
    outcome = outcomes[0]
    if outcome is End.CLASH or not _Plain.is_end(outcome):
        return _ENDS.get(outcome, outcome)
    return merge_all_reasons([_ENDS[choice] if choice.__class__ is End else choice for choice in outcomes])


def _write_answer(evaluation: Evaluation, outcomes: list[Any], reasons: list[Unknown]) -> None:
    """Set the value of an evaluation from its possible outcomes."""
    if len(outcomes) == 1 and not _Plain.is_end(outcomes[0]):
        evaluation.value = outcomes[0]
        return
    evaluation.is_clash = all(outcome is End.CLASH for outcome in outcomes)
    evaluation.value = merge_outcomes(outcomes, reasons)


def _undecided_reasons(stage: StageClaims) -> list[Unknown]:
    return [claim.unknown for claim in stage.claims if claim.unknown is not None]


# ---- verdicts and predicates -------------------------------------------------------------------------------------------------------------


def combine_verbs(evaluator: StageEvaluator, evaluation: Evaluation, stage: StageClaims) -> None:
    """Combine the verbs of the accepted claims of a verdict or predicate."""
    plan = evaluation.plan
    outcomes_of = outcomes_of_verdict if plan.question.kind is QuestionKind.VERDICT else outcomes_of_predicate
    default = SILENT if plan.default is None else plan.default
    outcomes: list[Any] = []
    for labelling in stage.labellings:
        outcomes += [
            evaluator.evaluate_default(evaluation, stage, labelling.accepted, default) if outcome is End.SILENT else outcome
            for outcome in outcomes_of(*_verbs_of(labelling))
        ]
    _write_answer(evaluation, outcomes, _undecided_reasons(stage))


def _verbs_of(labelling: Labelling) -> tuple[frozenset[str], frozenset[str]]:
    """Return the certain and the possible verbs, `REQUIRED` with them."""
    certain: set[str] = {claim.live.core.verb for claim in labelling.accepted}
    possible: set[str] = {claim.live.core.verb for claim in labelling.undecided}
    if Verb.MUST in certain or Verb.MUST in possible:
        musts = {id(claim) for claim in (*labelling.accepted, *labelling.undecided) if claim.live.core.verb is Verb.MUST}
        if musts & labelling.required:
            certain.add(REQUIRED)
        if musts & labelling.possibly_required:
            possible.add(REQUIRED)
    return frozenset(certain), frozenset(possible)


# ---- values ------------------------------------------------------------------------------------------------------------------------------


def combine_value(
    evaluator: StageEvaluator, evaluation: Evaluation, suspensions: tuple[tuple[LiveSuspension, Any], ...], last_stage: int | None
) -> None:
    """Evaluate stage by stage, up to `last_stage` if given, carrying along all running values that undecided claims leave possible."""
    running_values: list[Any] = [End.SILENT]
    ends: list[Any] = []
    reasons: list[Unknown] = []
    for number, stage in enumerate(evaluation.plan.stages):
        if last_stage is not None and number > last_stage:
            break
        if not stage.rules and number:
            continue
        running_value = merge_outcomes(running_values + ends, reasons) if stage.verb is StageVerb.ROUNDED else None
        stage_claims = evaluator.evaluate_stage(evaluation, number, suspensions, running_value)
        reasons.extend(_undecided_reasons(stage_claims))
        combination = (_LATER if number else _FIRST)[stage.verb]
        values, running_values = running_values, []
        for value in values:
            for labelling in stage_claims.labellings_for(value):
                for outcome in _outcomes_after(combination, labelling, value):
                    if outcome is End.SILENT:
                        outcome = _evaluate_default(evaluator, evaluation, stage_claims, labelling)
                    (ends if _Plain.is_end(outcome) else running_values).append(outcome)
        if len(running_values) > 1:
            running_values = list(dict.fromkeys(running_values))
        if len(running_values) > MAX_RUNNING_VALUES:
            ends.extend(reasons)
            running_values = running_values[:2]
        if len(running_values) == 1 and not ends and stage_claims.claims:
            evaluation.stage_values.append((stage.name, running_values[0]))
    if running_values and last_stage is None:
        checked_values = [value if _is_in_range(evaluation.plan, value) else End.OUT_OF_RANGE for value in running_values]
        if not ends and checked_values.count(End.OUT_OF_RANGE) == len(checked_values):
            evaluation.out_of_range = running_values[0]
        running_values = checked_values
    _write_answer(evaluation, running_values + ends, reasons)


def _evaluate_default(evaluator: StageEvaluator, evaluation: Evaluation, stage: StageClaims, labelling: Labelling) -> Any:
    code = evaluation.plan.default
    default = SILENT if isinstance(code, str | bool | None) else code(evaluator, evaluation.args)
    return evaluator.evaluate_default(evaluation, stage, labelling.accepted, default)


def _outcomes_after(combination: Combination[bool, Any], labelling: Labelling, value: Any) -> tuple[Any, ...]:
    """Return the possible outcomes of a stage under one labelling, from the value before it."""
    accepted, undecided = labelling.accepted, labelling.undecided
    if not undecided and len(accepted) < 2:  # the plain case, for speed
        effect = _effect_of(accepted[0], value) if accepted else value
        return (combination.apply(value, effect) if accepted and effect.__class__ is not Unknown else effect,)
    joined: Joined[Any] = Joined()
    for is_certain, claims in ((True, accepted), (False, undecided)):
        for claim in claims:
            effect = _effect_of(claim, value)
            if is_certain or effect.__class__ is Unknown or len(joined.possible) <= MAX_RUNNING_VALUES:
                joined = _true_one(combination.join_effect(joined, effect, is_certain=is_certain))
    return _true_one(combination.outcomes_after((value,), joined))


def _true_one(results: Iterable[tuple[T, bool]]) -> T:
    for result, is_true in results:
        if is_true:
            return result
    raise AssertionError("of guards that exclude one another one holds")


def _effect_of(claim: Claim, value: Any) -> Any:
    """Return the effect of a claim on the value before its stage: an amount to add, to multiply by and so on, or the value after it."""
    verb = claim.live.core.verb
    if verb is Verb.ROUNDED and (way := claim.live.core.rounds_to) is not None:
        return round_value(value, *way)
    return -claim.effect if verb is Verb.TAKE and claim.effect.__class__ is not Unknown else claim.effect


def _is_in_range(plan: Plan, value: Any) -> bool:
    """Return True if a value is in the declared range: values are never clamped."""
    if not plan.is_numeric:
        return True
    if (plan.low is not None and value < plan.low) or (plan.high is not None and value > plan.high):
        return False
    if plan.step == 1:
        return value.__class__ is int or Fraction(value).denominator == 1
    return plan.step is None or (Fraction(value) / plan.step).denominator == 1

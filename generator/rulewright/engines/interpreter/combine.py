"""Combination of the accepted claims of a question into its answer: verdicts, predicates, and values stage by stage.

Undecided claims are tried both ways, in all labellings that are consistent: a common outcome is the answer, else the answer is unknown for
the reasons of the undecided claims. Claims with equal effects are tried together, so the cost grows with the number of different outcomes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any, assert_never

from rulewright.base.keywords import StageVerb, Verb
from rulewright.base.limits import MAX_RUNNING_VALUES
from rulewright.core.primitives import multiply, reduce_fraction, round_value
from rulewright.engines.interpreter.claims import Claim, Labelling, StageClaims
from rulewright.engines.interpreter.evaluation import Evaluation, StageEvaluator
from rulewright.engines.interpreter.plan import LiveSuspension
from rulewright.engines.interpreter.unknown import CONFLICT, OUT_OF_RANGE, SILENT, Unknown, merge_all_reasons, merge_reasons, says_nothing

_SILENT = object()
_CLASH = Unknown(conflict=True)
"""A clash of this very question; `CONFLICT` may also come from a question that an effect calls."""
_OUTSIDE = Unknown(out_of_range=True)
"""A result of this very question outside of its range; `OUT_OF_RANGE` may also come from a question that an effect calls."""
_OWN_ENDS = (_CLASH, _OUTSIDE, SILENT)
"""Ends that are no reason by themselves: other choices lead to other outcomes."""


def outcome_kind(outcome: Any, *, with_range: bool = True) -> Any:
    """Return the comparison key of an outcome: its value, its missing facts and readings, `conflict` or `undetermined`.

    A result out of range counts as a conflict; without `with_range` as undetermined.
    """
    if outcome.__class__ is not Unknown:
        return ("answered", outcome)
    is_ill = outcome.conflict or (with_range and outcome.out_of_range)
    if outcome.facts or outcome.readings:
        return ("hanging", outcome.facts, outcome.readings, is_ill)
    return "conflict" if is_ill else "undetermined"


def merge_outcomes(outcomes: list[Any], reasons: list[Unknown]) -> Any:
    """Return the outcome common to all choices, else an `Unknown` with the reasons, those of unknown effects included.

    It is out of range where it would be a conflict if results out of range were conflicts, and would be none if they were undetermined. If
    only one of the two says that choices differ, the facts and readings that they hang on are among the reasons all the same.
    """
    merged = _merge_choices(outcomes, reasons, with_range=True)
    if merged.__class__ is not Unknown or not any(
        unknown.__class__ is Unknown and unknown.out_of_range for unknown in (*outcomes, *reasons)
    ):
        return merged
    as_undetermined = _merge_choices(outcomes, reasons, with_range=False)
    is_conflict = as_undetermined.conflict
    is_outside = (merged.conflict or merged.out_of_range) and not is_conflict
    both_reasons = merge_reasons(merged, as_undetermined)
    return Unknown(is_conflict, merged.whys, both_reasons.facts, both_reasons.readings, is_outside)


def _merge_choices(outcomes: list[Any], reasons: list[Unknown], *, with_range: bool) -> Any:
    kinds = {outcome_kind(outcome, with_range=with_range) for outcome in outcomes}
    if len(kinds) > 1:
        open_outcomes = [
            outcome for outcome in outcomes if outcome.__class__ is Unknown and outcome not in _OWN_ENDS and not says_nothing(outcome)
        ]
        return merge_all_reasons(reasons + open_outcomes)
    outcome = outcomes[0]
    if outcome.__class__ is not Unknown:
        return outcome
    return CONFLICT if outcome is _CLASH else merge_all_reasons([OUT_OF_RANGE if choice is _OUTSIDE else choice for choice in outcomes])


def _write_answer(evaluation: Evaluation, outcomes: list[Any], reasons: list[Unknown]) -> None:
    """Set the value of an evaluation from its possible outcomes."""
    if len(outcomes) == 1 and outcomes[0].__class__ is not Unknown:
        evaluation.value = outcomes[0]
        return
    evaluation.is_clash = all(outcome is _CLASH for outcome in outcomes)
    evaluation.value = merge_outcomes(outcomes, reasons)


# ---- verdicts and predicates -------------------------------------------------------------------------------------------------------------


def combine_verdict(evaluator: StageEvaluator, evaluation: Evaluation, stage: StageClaims) -> None:
    """Combine permission and requirement, each from the accepted claims."""
    default = evaluation.plan.default
    _combine_verbs(evaluator, evaluation, stage, _verbs_of_verdict, _verdict_outcome, SILENT if default is None else default)


def combine_predicate(evaluator: StageEvaluator, evaluation: Evaluation, stage: StageClaims) -> None:
    """Answer yes if an accepted claim says yes, no if none does, and conflict if both are said."""
    _combine_verbs(evaluator, evaluation, stage, _verbs_of_predicate, _predicate_outcome, False)


def _combine_verbs(
    evaluator: StageEvaluator,
    evaluation: Evaluation,
    stage: StageClaims,
    verbs_of: Callable[[Labelling], tuple[set[Verb | str], set[Verb | str]]],
    outcome_of: Callable[[set[Verb | str]], Any],
    default: Any,
) -> None:
    """Enumerate the sets of verbs that each labelling allows, and combine their outcomes."""
    outcomes: list[Any] = []
    for labelling in stage.labellings:
        default_outcome: Any = None
        certain, possible = verbs_of(labelling)
        undecided = possible - certain
        for choices in product((False, True), repeat=len(undecided)):
            verbs = certain | {verb for verb, is_said in zip(undecided, choices, strict=True) if is_said}
            if "required" in verbs and Verb.MUST not in verbs:
                continue
            outcome = outcome_of(verbs)
            if outcome is _SILENT:
                if default_outcome is None:
                    default_outcome = evaluator.evaluate_default(evaluation, stage, labelling.accepted, default)
                outcome = default_outcome
            outcomes.append(outcome)
    _write_answer(evaluation, outcomes, _undecided_reasons(stage))


def _verbs_of_verdict(labelling: Labelling) -> tuple[set[Verb | str], set[Verb | str]]:
    """Return the certain and the possible verbs; "required" marks an accepted requirement of a `must`, whose own verb is its permission."""
    certain, possible = _verbs_of_predicate(labelling)
    musts = [claim for claim in (*labelling.accepted, *labelling.undecided) if claim.live.core.verb is Verb.MUST]
    if any(id(claim) in labelling.required for claim in musts):
        certain.add("required")
    if any(id(claim) in labelling.possibly_required for claim in musts):
        possible.add("required")
    return certain, possible


def _verbs_of_predicate(labelling: Labelling) -> tuple[set[Verb | str], set[Verb | str]]:
    return {claim.live.core.verb for claim in labelling.accepted}, {claim.live.core.verb for claim in labelling.undecided}


def _verdict_outcome(verbs: set[Verb | str]) -> Any:
    may = Verb.MAY in verbs or Verb.MUST in verbs
    must = "required" in verbs
    if (Verb.MAY_NOT in verbs and may) or (must and Verb.NEED_NOT in verbs):
        return _CLASH
    if Verb.MAY_NOT in verbs:
        return "forbidden"
    if must:
        return "required"
    return "permitted" if may else _SILENT


def _predicate_outcome(verbs: set[Verb | str]) -> Any:
    if len(verbs) == 2:
        return _CLASH
    return Verb.YES in verbs if verbs else _SILENT


def _undecided_reasons(stage: StageClaims) -> list[Unknown]:
    return [claim.unknown for claim in stage.claims if claim.unknown is not None]


# ---- values ------------------------------------------------------------------------------------------------------------------------------


def combine_value(
    evaluator: StageEvaluator, evaluation: Evaluation, suspensions: tuple[tuple[LiveSuspension, Any], ...], last_stage: int | None
) -> None:
    """Evaluate stage by stage, up to `last_stage` if given, carrying along all running values that undecided claims leave possible."""
    plan = evaluation.plan
    running_values: list[Any] = []
    unknown_outcomes: list[Any] = []
    reasons: list[Unknown] = []
    for number, stage in enumerate(plan.stages):
        if last_stage is not None and number > last_stage:
            break
        if not stage.rules and number:
            continue
        running_value = _running_value(running_values, unknown_outcomes, reasons) if stage.verb is StageVerb.ROUNDED else None
        stage_claims = evaluator.evaluate_stage(evaluation, number, suspensions, running_value)
        reasons.extend(_undecided_reasons(stage_claims))
        if number == 0:
            outcomes = list(_first_stage_outcomes(evaluator, evaluation, stage.verb, stage_claims))
        else:
            outcomes = [
                outcome
                for value in running_values
                for labelling in stage_claims.labellings_for(value)
                for outcome in _later_stage_outcomes(stage.verb, labelling, value)
            ]
        unknown_outcomes += [outcome for outcome in outcomes if outcome.__class__ is Unknown]
        running_values = [outcome for outcome in outcomes if outcome.__class__ is not Unknown]
        if len(running_values) > 1:
            running_values = list(dict.fromkeys(running_values))
        if len(running_values) > MAX_RUNNING_VALUES:
            unknown_outcomes.extend(reasons)
            running_values = running_values[:2]
        if len(running_values) == 1 and not unknown_outcomes and stage_claims.claims:
            evaluation.stage_values.append((stage.name, running_values[0]))
    if running_values and last_stage is None:
        checked_values = [_check_range(evaluation, value) for value in running_values]
        if not unknown_outcomes and all(value is _OUTSIDE for value in checked_values):
            evaluation.out_of_range = running_values[0]
        running_values = checked_values
    _write_answer(evaluation, running_values + unknown_outcomes, reasons)


def _first_stage_outcomes(evaluator: StageEvaluator, evaluation: Evaluation, verb: StageVerb | None, stage: StageClaims) -> Iterator[Any]:
    """Yield the possible outcomes of the first stage; the default where no claim is accepted."""
    default_code = evaluation.plan.default
    for labelling in stage.labellings:
        for outcome in _outcomes_of_labelling(verb, labelling):
            if outcome is _SILENT:
                default = SILENT if default_code is None or isinstance(default_code, str) else default_code(evaluator, evaluation.args)
                yield evaluator.evaluate_default(evaluation, stage, labelling.accepted, default)
            else:
                yield outcome


def _running_value(running_values: list[Any], unknown_outcomes: list[Any], reasons: list[Unknown]) -> Any:
    """Return the value after the stages so far, or an `Unknown`."""
    return (
        running_values[0]
        if len(running_values) == 1 and not unknown_outcomes
        else merge_outcomes(running_values + unknown_outcomes, reasons)
    )


def _check_range(evaluation: Evaluation, value: Any) -> Any:
    """Return the value, or `_OUTSIDE` if it is outside the declared range: values are never clamped."""
    plan = evaluation.plan
    if not plan.is_numeric:
        return value
    if (plan.low is not None and value < plan.low) or (plan.high is not None and value > plan.high):
        return _OUTSIDE
    step = plan.step
    if step == 1:
        return value if value.__class__ is int or Fraction(value).denominator == 1 else _OUTSIDE
    return value if step is None or (Fraction(value) / step).denominator == 1 else _OUTSIDE


def _outcomes_of_labelling(verb: StageVerb | None, labelling: Labelling) -> list[Any]:
    """Return the possible outcomes of the first stage under one labelling; `_SILENT` where no claim is accepted."""
    if verb is StageVerb.SUM:
        return _sum_effects(labelling, 0) if labelling.accepted else [_SILENT, *_nonempty_sums(labelling.undecided)]
    return _single_value(labelling)


def _single_value(labelling: Labelling) -> list[Any]:
    """Return the outcomes of claims that each set the value: equal values agree, different values clash."""
    if not labelling.undecided and len(labelling.accepted) == 1:
        return [labelling.accepted[0].effect]
    values = {claim.effect for claim in labelling.accepted if claim.effect.__class__ is not Unknown}
    unknown = [claim.effect for claim in labelling.accepted if claim.effect.__class__ is Unknown]
    if len(values) > 1:
        return [_CLASH]
    undecided_values = list(
        dict.fromkeys(claim.effect for claim in labelling.undecided if claim.effect.__class__ is not Unknown and claim.effect not in values)
    )
    if unknown:
        return _unknown_outcomes(unknown, labelling.undecided) + ([_CLASH] if len(values) + len(undecided_values) > 1 else [])
    outcomes: list[Any] = [claim.effect for claim in labelling.undecided if claim.effect.__class__ is Unknown]
    if values:
        outcomes.extend(values)
        return outcomes + ([_CLASH] if undecided_values else [])
    return [_SILENT, *outcomes, *undecided_values, *([_CLASH] if len(undecided_values) > 1 else [])]


def _unknown_outcomes(unknown: list[Unknown], undecided: tuple[Claim, ...]) -> list[Any]:
    """Return the outcomes where a certain effect is unknown: its reasons, also joined with those of each undecided unknown effect."""
    certain = merge_all_reasons(unknown)
    return [certain, *(merge_reasons(certain, claim.effect) for claim in undecided if claim.effect.__class__ is Unknown)]


def _later_stage_outcomes(verb: StageVerb | None, labelling: Labelling, running_value: Any) -> list[Any]:
    """Return the possible outcomes of a later stage, given the running value."""
    if not labelling.accepted and not labelling.undecided:
        return [running_value]
    match verb:
        case StageVerb.SUM:
            return _sum_effects(labelling, running_value)
        case StageVerb.PRODUCT:
            return _multiply_effects(labelling, running_value)
        case StageVerb.GREATEST | StageVerb.LEAST | StageVerb.AT_MOST | StageVerb.AT_LEAST:
            return _apply_strongest(verb, labelling, running_value)
        case StageVerb.ROUNDED:
            return _round_value(labelling, running_value)
        case StageVerb.ONE | None:
            raise AssertionError(f"`{verb}` cannot come after another stage")
        case _:
            assert_never(verb)


def _signed_effects(claims: tuple[Claim, ...]) -> list[Any]:
    return [
        -claim.effect if claim.live.core.verb is Verb.TAKE and claim.effect.__class__ is not Unknown else claim.effect for claim in claims
    ]


def _sum_effects(labelling: Labelling, running_value: Any) -> list[Any]:
    terms = _signed_effects(labelling.accepted)
    if not labelling.undecided and all(term.__class__ is int for term in terms):
        return [reduce_fraction(running_value + sum(terms))]
    unknowns = [term for term in terms if term.__class__ is Unknown]
    if unknowns:
        return _unknown_outcomes(unknowns, labelling.undecided)
    return _fold_optional_effects([reduce_fraction(running_value + sum(terms))], _signed_effects(labelling.undecided), _add)


def _nonempty_sums(undecided: tuple[Claim, ...]) -> list[Any]:
    """Return the sums of the nonempty subsets of these claims' effects."""
    return _fold_optional_effects([], _signed_effects(undecided), _add, allow_single=True)


def _multiply_effects(labelling: Labelling, running_value: Any) -> list[Any]:
    unknowns = [claim.effect for claim in labelling.accepted if claim.effect.__class__ is Unknown]
    if unknowns:
        return _unknown_outcomes(unknowns, labelling.undecided)
    product_so_far = running_value
    for claim in labelling.accepted:
        product_so_far = multiply(product_so_far, claim.effect)
    return _fold_optional_effects([product_so_far], [claim.effect for claim in labelling.undecided], multiply)


def _add(augend: Any, addend: Any) -> Any:
    return reduce_fraction(augend + addend)


def _fold_optional_effects(
    start: list[Any], effects: list[Any], operation: Callable[[Any, Any], Any], *, allow_single: bool = False
) -> list[Any]:
    """Fold any subset of `effects` into each start value; with `allow_single` an effect may also start. Unknown effects come last."""
    values: dict[Any, None] = dict.fromkeys(start)
    unknowns: list[Any] = []
    for effect in effects:
        if effect.__class__ is Unknown:
            unknowns.append(effect)
        elif len(values) <= MAX_RUNNING_VALUES:
            values.update(dict.fromkeys([operation(value, effect) for value in values] + ([effect] if allow_single else [])))
    return [*values, *unknowns]


def _apply_strongest(verb: StageVerb, labelling: Labelling, running_value: Any) -> list[Any]:
    """Apply the one effect that prevails: the greatest or least factor, the lowest ceiling, the highest floor."""
    unknowns = [claim.effect for claim in labelling.accepted if claim.effect.__class__ is Unknown]
    if unknowns:
        return _unknown_outcomes(unknowns, labelling.undecided)
    greatest = verb in {StageVerb.GREATEST, StageVerb.AT_LEAST}
    choose = max if greatest else min
    best = choose(claim.effect for claim in labelling.accepted) if labelling.accepted else None
    candidates = [best]
    unknown_outcomes: list[Any] = []
    for claim in labelling.undecided:
        if claim.effect.__class__ is Unknown:
            unknown_outcomes.append(claim.effect)
        elif best is None or choose(best, claim.effect) != best:
            candidates.append(claim.effect)
    return [*dict.fromkeys(_apply_bound(verb, running_value, candidate) for candidate in candidates), *unknown_outcomes]


def _apply_bound(verb: StageVerb, running_value: Any, strongest: Any) -> Any:
    if strongest is None:
        return running_value
    if verb is StageVerb.AT_MOST:
        return min(running_value, strongest)
    if verb is StageVerb.AT_LEAST:
        return max(running_value, strongest)
    return reduce_fraction(running_value * strongest)


def _round_value(labelling: Labelling, running_value: Any) -> list[Any]:
    """Round the running value; roundings with the same result agree."""

    def rounded_values(claims: tuple[Claim, ...]) -> set[Any]:
        ways = (claim.live.core.rounds_to for claim in claims)
        return {round_value(running_value, *way) for way in ways if way is not None}

    certain = rounded_values(labelling.accepted)
    if len(certain) > 1:
        return [_CLASH]
    undecided = rounded_values(labelling.undecided) - certain
    if certain:
        return [*certain, *([_CLASH] if undecided else [])]
    return list(dict.fromkeys([running_value, *undecided])) + ([_CLASH] if len(undecided) > 1 else [])

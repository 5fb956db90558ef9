"""Rules that may be left out: whether the answer to their question differs without one.

A point where it does is enough, and is looked for first: at sampled points, near the situations of examples, by the search, and by z3
where the rule alone makes the answer. What is left is decided by the two answers as formulas.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import assert_never

from rulewright.base.keywords import Comparison, StageVerb, Verb
from rulewright.base.limits import LONG_SEARCH_FACTOR, MAX_FORMULAS_COMPARED, MAX_POINTS_OF_RULE, MAX_RULES_COMPARED
from rulewright.engines.solver.formula.symbolic import Value, constant
from rulewright.engines.solver.questions.question import (
    NOWHERE,
    BudgetExhausted,
    EncodedRule,
    Holds,
    NotAnalysable,
    QuestionFormulas,
    Region,
)
from rulewright.engines.solver.search.solver import Assignment
from rulewright.semantics.model import TableVerb

DENIED: dict[Verb | TableVerb, tuple[Verb, ...]] = {
    Verb.NO: (Verb.YES,),
    Verb.MAY_NOT: (Verb.MAY, Verb.MUST),
    Verb.NEED_NOT: (Verb.MUST,),
}
"""The verbs that a rule with a verb contradicts."""


def rules_without_effect(question: QuestionFormulas, rules: Iterable[EncodedRule]) -> Iterator[tuple[EncodedRule, Region, str]]:
    """Yield the rules without which no other answer is found: where it might differ, and why that is undecided (empty: it does not)."""
    candidates: list[tuple[EncodedRule, Region]] = []
    for live in rules:
        try:
            sole_region = _sole_region(question, live)
        except NotAnalysable as refusal:
            yield live, NOWHERE, refusal.reason
            continue
        if question.holds_shortly(sole_region):
            continue
        if len(question.rules) <= MAX_RULES_COMPARED:
            candidates.append((live, sole_region))
        else:
            yield live, NOWHERE, f"its question has more than {MAX_RULES_COMPARED} rules"
    compared: list[tuple[EncodedRule, Region, Region]] = []
    gave_up: dict[Region, str] = {}
    for live, sole_region in candidates:
        why = ""
        try:
            if _matters_at_a_point(question, live, sole_region):
                continue
        except BudgetExhausted as spent:
            why = spent.reason
        try:
            differ = question.algebra.outcomes_differ(question.encode_outcome(), _outcome_without(question, live))
        except NotAnalysable as refusal:
            yield live, NOWHERE, refusal.reason
            continue
        surely = question.encoder.restrict_to_known(differ)
        compared.append((live, differ, surely))
        gave_up |= {surely: why} if why else {}
    answers = _which_can_hold(question, [surely for _, _, surely in compared], gave_up)
    for live, differ, surely in compared:
        answer = answers[surely]
        if isinstance(answer, str):
            yield live, differ, answer
        elif not answer:
            yield live, differ, "" if surely == differ else question.opaque_reasons(differ)[0]


def _outcome_without(question: QuestionFormulas, live: EncodedRule) -> Value:
    """Return the answer without a rule, also where the question is asked on the way. Raises `NotAnalysable`."""
    question.encoder.omitted_rule = (question.question.name, live.rule.uid)
    try:
        return question.encode_outcome()
    finally:
        question.encoder.omitted_rule = None


def _which_can_hold(question: QuestionFormulas, regions: Iterable[Region], gave_up: dict[Region, str]) -> dict[Region, Holds]:
    """Decide some regions: by the search, by z3 unless it gave up on a simpler one (`gave_up`), at last by a longer search.

    If it would be no proof that one cannot hold, large ones are skipped.
    """
    space, limits = question.space, question.limits
    answers = {region: question.holds_shortly(region) for region in regions}
    undecided = [region for region, answer in answers.items() if answer is None]
    idle = {
        region: limits[0]
        for region in undecided
        if limits and len(space.subformulas(space.with_definitions(region))) > MAX_FORMULAS_COMPARED
    }
    decided = question.decided_together({region: None for region in undecided if region not in gave_up and region not in idle})
    gave_up = gave_up | {region: answer for region, answer in decided.items() if isinstance(answer, str)}
    for region in undecided:
        if region in idle:
            decided[region] = idle[region]
        elif region in gave_up:
            answer = question.holds_shortly(region, LONG_SEARCH_FACTOR)
            decided[region] = gave_up[region] if answer is None else answer
    return decided | {region: answer for region, answer in answers.items() if answer is not None}


def _matters_at_a_point(question: QuestionFormulas, live: EncodedRule, sole_region: Region) -> bool:
    """Return True if the answer at some point differs without the rule: quick; False is no proof. Raises `BudgetExhausted`.

    z3 comes last, and first where the rule alone makes the answer: such a point needs no further evaluation.
    """
    nodes, stands = LONG_SEARCH_FACTOR * question.solver.budget, question.standing_region(live)
    hard: list[Region] = []
    if _can_be_left_out(question):
        with suppress(NotAnalysable):
            if any(point.changes_without(live) for point in question.evaluated_samples(stands, MAX_POINTS_OF_RULE)):
                return True
            for region in dict.fromkeys((likely_region(question, live), stands)):
                try:
                    if any(_changes_at(question, live, point) for point in question.points_near_examples(region)):
                        return True
                    if _changes_at(question, live, question.solver.find_point(region, nodes)):
                        return True
                except BudgetExhausted:
                    hard.append(region)
    if sole_region != NOWHERE and question.solver.find_point_or_z3(sole_region, nodes) is not None:
        return True
    with suppress(NotAnalysable):
        return any(_changes_at(question, live, question.solver.find_point_or_z3(region, 1)) for region in hard)
    return False


def _changes_at(question: QuestionFormulas, live: EncodedRule, point: Assignment | None) -> bool:
    return point is not None and question.evaluated_at(point).changes_without(live)


def _can_be_left_out(question: QuestionFormulas) -> bool:
    """Return True if it is enough to evaluate the question's own rules without one of them."""
    if any(question.encoder.rules.calls_itself(other.rule) for other in question.rules):
        return False  # without the rule, a recursive call would have another answer, too
    return all(stage.stage_at_value is None for stage in question.stages)  # else roundings may be given another value, and clash elsewhere


def likely_region(question: QuestionFormulas, live: EncodedRule) -> Region:
    """Return the region where a rule stands and no other of its stage has its verb; for a negative rule, where one that it denies holds."""
    stage = question.stages[live.rule.stage]
    others = [other for other in stage.rules if other is not live]
    alike = [question.standing_region(other) for other in others if other.rule.verb is live.rule.verb]
    parts = [question.standing_region(live), *[question.without(stands) for stands in alike]]
    denied = DENIED.get(live.rule.verb)
    if denied is not None:
        parts.append(question.either(*[other.effective_condition.yes for other in others if other.rule.verb in denied]))
    if live.effect is not None:
        parts.append(question.algebra.defined_region(live.effect))
    if live.rule.stage:
        parts.append(question.algebra.defined_region(question.encode_outcome(live.rule.stage - 1)))
    return question.both(*parts)


def _sole_region(question: QuestionFormulas, live: EncodedRule) -> Region:
    """Return the region where the rule alone makes the answer; NOWHERE is no proof that it never does."""
    declared, stage = question.question, question.stages[live.rule.stage]
    if len(question.stages) > 1 and any(other.rules for other in question.stages if other is not stage):
        return NOWHERE
    if (
        stage is not question.stages[0]
        or live.rule.verb is Verb.NEED_NOT
        or (live.rule.verb is Verb.NO and declared.default_answer is False)
    ):
        return NOWHERE
    if declared.stages and declared.stages[0].verb is StageVerb.SUM:
        return NOWHERE
    own_answer = _own_answer(live)
    if own_answer is None:
        return NOWHERE
    others = [other.effective_condition.no for other in stage.rules if other is not live]
    as_silence = question.algebra.compare_values(Comparison.IS, own_answer, question.encode_silence()).yes
    defined = question.algebra.defined_region(own_answer)
    region = question.both(question.standing_region(live), *others, defined, question.without(as_silence))
    return NOWHERE if question.opaque_reasons(region) else region


def _own_answer(live: EncodedRule) -> Value | None:
    """Return the answer if a rule stands alone."""
    match live.rule.verb:
        case Verb.MAY:
            return constant("permitted")
        case Verb.MAY_NOT:
            return constant("forbidden")
        case Verb.MUST:
            return constant("required")
        case Verb.YES:
            return constant(True)
        case Verb.NO:
            return constant(False)
        case Verb.IS | TableVerb.LOOK_UP | Verb.ADD | Verb.TAKE | Verb.MULTIPLY | Verb.AT_MOST | Verb.AT_LEAST | Verb.ROUNDED:
            return live.effect
        case Verb.NEED_NOT:
            return live.effect  # none: no answer of its own
        case _:
            assert_never(live.rule.verb)

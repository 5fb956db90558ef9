"""Verdicts on the answers of one question: values outside the declared range, readings that matter."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

from rulewright.analysis.verdicts.context import Context
from rulewright.analysis.verdicts.doubts import Doubts
from rulewright.analysis.verdicts.findings import ChoicePair, FindingKind, RuleStatement
from rulewright.analysis.verdicts.witness import NotShown
from rulewright.core.model import Core
from rulewright.core.switches import readings_in
from rulewright.engines.interpreter.claims import ClaimStatus
from rulewright.engines.interpreter.evaluation import Evaluation
from rulewright.engines.interpreter.unknown import Unknown
from rulewright.engines.solver.questions.point import Point
from rulewright.engines.solver.questions.question import Box, BudgetExhausted, NotAnalysable, Region
from rulewright.engines.solver.questions.readings import LikelyPoints, differing_choices
from rulewright.semantics.model import Question, QuestionKind
from rulewright.semantics.types import Numeric


def has_range(question: Question) -> bool:
    """Return True if a question is answered by a number, with a declared range."""
    return question.kind in (QuestionKind.VALUE, QuestionKind.TABLE) and isinstance(question.type, Numeric)


def judge_range(context: Context) -> None:
    """Report an undisputed value outside its declared range."""
    question = context.question
    if not has_range(question):
        return
    what = "whether it stays in its range"
    try:
        outside = context.formulas.out_of_range()
    except NotAnalysable as refusal:
        context.note_undecided(None, f"{what}: {refusal.reason}", Doubts(outside=True))
        return
    case = context.find_case(
        outside, lambda result: result.out_of_range is not None, what, None, Doubts(outside=True), lambda result: [result.value]
    )
    if case is None:
        return
    situation, result = case
    standing_rules = [claim.live.rule for claim in result.claims if claim.status is ClaimStatus.STANDS]
    statements = (RuleStatement(question.name, "", context.witnesses.outcome_text(question, result.out_of_range)),)
    context.report_finding(
        FindingKind.OUT_OF_RANGE,
        (),
        [rule.case for rule in standing_rules],
        situation,
        statements,
        authors=[rule.id for rule in standing_rules],
        answers=Doubts(outside=True),
    )  # fmt: skip


def judge_choices(context: Context) -> set[ChoicePair]:
    """Return the choices of readings under which the answer may differ in some situation."""
    differing: set[ChoicePair] = set()
    formulas = context.formulas
    with formulas.with_note_budget():
        try:
            for reading, pairs in differing_choices(formulas, readings_on(context.core, context.question.name)):
                for (choice, other_choice), differ in pairs:
                    if formulas.may_hold(differ):
                        differing.add((reading, choice, other_choice))
        except NotAnalysable:
            return set(choices_on(context.core, context.question.name))
    return differing


def judge_readings(context: Context) -> None:
    """Report the readings under which the answer differs, everything else being equal: for each, its first two such choices.

    Only readings of the question's own provisions count: a difference in a caller is not reported again.
    """
    for reading, pairs in differing_choices(context.formulas, readings_on(context.core, context.question.name)):
        points = LikelyPoints(context.formulas, reading)
        try:
            for choices, differ in pairs:
                box = context.formulas.find_small_box(differ, points)
                if box is not None and _report_difference(context, differ, box, reading, choices):
                    break
        except BudgetExhausted as spent:
            context.note_undecided(None, f"whether the reading `{reading}` matters: {spent.reason}")


def readings_on(core: Core, question: str) -> set[str]:
    """Return the readings on which provisions of a question depend."""
    core_question = core.on[question]
    enablements = [address.there for rule in core_question.rules for address in rule.addresses]
    enablements += (
        [precedence.there for precedence in core_question.precedence]
        + [precedence.there for precedence in core_question.asides]
        + [precedence.there for precedence in core_question.absent]
    )
    return {reading for enabled_when in enablements for reading in readings_in(enabled_when)}


def choices_on(core: Core, question: str) -> frozenset[ChoicePair]:
    """Return all pairs of choices of the readings that affect a question: without analysis, the answers may differ."""
    readings = [core.readings[name] for name in readings_on(core, question)]
    return frozenset((reading.name, first.name, second.name) for reading in readings for first, second in combinations(reading.choices, 2))


def _report_difference(context: Context, differ: Region, box: Box, reading: str, names: tuple[str, str]) -> bool:
    """Report a situation in which two choices give different answers; False if the interpreter shows none."""
    try:
        _, (point, results) = context.first_shown_point(differ, box, lambda candidate: _distinguish(context, candidate, reading, names))
    except NotShown as fault:
        context.note_not_shown(differ, None, f"whether the reading `{reading}` matters", fault)
        return False
    statements = [
        RuleStatement(name, "", context.witnesses.outcome_text(context.question, result.value))
        for name, result in zip(names, results, strict=True)
    ]
    situation = context.witness_of(_with_choice(point, reading, None))
    context.report_finding(
        FindingKind.READING_MATTERS, (reading,), context.core.readings[reading].on, situation, statements, reading=reading
    )
    return True


def _distinguish(context: Context, point: Point, reading: str, choices: tuple[str, str]) -> tuple[Point, list[Evaluation]]:
    """Return the situation with the facts that the outcomes under two choices need, and both evaluations. Raises `NotShown`."""
    witnesses = context.witnesses
    for choice in choices:
        point = witnesses.with_more_facts(_with_choice(point, reading, choice), lambda result: _comparison_key(result.value) != "missing")
    results = [witnesses.evaluate(_with_choice(point, reading, choice)) for choice in choices]
    if _comparison_key(results[0].value) == _comparison_key(results[1].value):
        raise NotShown(f"the reading `{reading}` makes no difference: {witnesses.witness_of(point)}")
    return point, results


def _with_choice(point: Point, reading: str, choice: str | None) -> Point:
    readings = {name: value for name, value in point.readings.items() if name != reading}
    if choice is not None:
        readings[reading] = choice
    return replace(point, readings=readings)


def _comparison_key(value: Any) -> Any:
    """Return an answer as it is compared: its value, or only why there is none: `missing`, `conflict`, `out of range` or `undetermined`."""
    if value.__class__ is not Unknown:
        return ("answered", value)
    if value.facts or value.readings:
        return "missing"
    return "conflict" if value.conflict else "out of range" if value.out_of_range else "undetermined"

"""Verdicts on the answers of one question: values outside the declared range, readings that matter."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from typing import Any

from rulewright.analysis.verdicts.context import Context
from rulewright.analysis.verdicts.doubts import Doubts
from rulewright.analysis.verdicts.findings import ChoicePair, FindingKind, RuleStatement
from rulewright.analysis.verdicts.point import Point
from rulewright.analysis.verdicts.rules import likely_region
from rulewright.analysis.verdicts.witness import NotShown
from rulewright.base.limits import LONG_SEARCH_FACTOR
from rulewright.core.model import Core
from rulewright.core.switches import readings_in
from rulewright.engines.interpreter.claims import ClaimStatus
from rulewright.engines.interpreter.evaluation import Evaluation
from rulewright.engines.interpreter.unknown import Unknown
from rulewright.engines.solver.encoding.world import SwitchVariable
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, Formula
from rulewright.engines.solver.formula.symbolic import Value, restrict_value, support_of
from rulewright.engines.solver.search.solver import Assignment, Box, BudgetExhausted
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
    try:
        outside = context.encoder.answers.out_of_range_region(context.encoded)
    except NotAnalysable as refusal:
        context.note_undecided(None, f"whether it stays in its range: {refusal.reason}", Doubts(outside=True))
        return
    try:
        box = None if outside == FALSE else context.find_small_box(outside)
    except BudgetExhausted as spent:
        context.note_undecided(None, f"whether it stays in its range: {spent.reason}", Doubts(outside=True))
        return
    if box is None:
        return
    try:
        situation, result = context.find_witness(
            outside, box, lambda result: result.out_of_range is not None, lambda result: [result.value]
        )
    except NotShown as fault:
        context.note_not_shown(outside, None, "whether it stays in its range", fault, Doubts(outside=True))
        return
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
    with context.with_note_budget():
        try:
            for reading, pairs in _differing_pairs(context):
                for (choice, other_choice), differ in pairs:
                    if context.may_hold(differ):
                        differing.add((reading, choice, other_choice))
        except NotAnalysable:
            return set(choices_on(context.core, context.question.name))
    return differing


def judge_readings(context: Context) -> None:
    """Report the readings under which the answer differs, everything else being equal: for each, its first two such choices.

    Only readings of the question's own provisions count: a difference in a caller is not reported again.
    """
    for reading, pairs in _differing_pairs(context):
        points = _LikelyPoints(context, reading)
        try:
            for choices, differ in pairs:
                box = None if differ == FALSE else context.find_small_box(differ, points)
                if box is not None and _report_difference(context, differ, box, reading, choices):
                    break
        except BudgetExhausted as spent:
            context.note_undecided(None, f"whether the reading `{reading}` matters: {spent.reason}")


def _differing_pairs(context: Context) -> Iterator[tuple[str, Iterator[tuple[tuple[str, str], Formula]]]]:
    """Yield each reading of the question's own provisions that affects its answer, with all pairs of its choices and the region where
    their answers differ. Raises `NotAnalysable`."""
    own_readings, space = readings_on(context.core, context.question.name), context.space
    if not own_readings:
        return
    outcome = context.algebra.as_value(context.encoder.encode_answer(context.question.name, context.env))
    for variable in sorted(support_of(space, outcome)):
        key = space.keys[variable]
        if isinstance(key, SwitchVariable) and key.what == "reading" and key.name in own_readings:
            yield key.name, _differing_under(context, outcome, variable)


def _differing_under(context: Context, outcome: Value, variable: int) -> Iterator[tuple[tuple[str, str], Formula]]:
    choices = context.space.values[variable] or ()
    restricted_outcomes = [restrict_value(context.space, outcome, variable, 1 << index) for index in range(len(choices))]
    for first, second in combinations(range(len(choices)), 2):
        yield (
            (str(choices[first]), str(choices[second])),
            context.algebra.outcomes_differ(restricted_outcomes[first], restricted_outcomes[second]),
        )


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


class _LikelyPoints:
    """Points where a rule under a reading is likely to make the answer, as far as the search finds them; computed on first use."""

    def __init__(self, context: Context, reading: str) -> None:
        self.context = context
        self.reading = reading
        self._points: list[Assignment] | None = None

    def __iter__(self) -> Iterator[Assignment]:
        if self._points is None:
            self._points = list(self._find_likely_points())
        return iter(self._points)

    def _find_likely_points(self) -> Iterator[Assignment]:
        """Yield, for each rule under the reading, a point where it is likely to make the answer, if the search finds one."""
        context = self.context
        for stage in context.stages:
            for live in stage.rules:
                if any(self.reading in readings_in(address.there) for address in live.core.addresses):
                    with suppress(NotAnalysable, BudgetExhausted):
                        spot = context.solver.find_point(likely_region(context, stage, live), LONG_SEARCH_FACTOR * context.solver.budget)
                        if spot is not None:
                            yield spot


def _report_difference(context: Context, differ: Formula, box: Box, reading: str, names: tuple[str, str]) -> bool:
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

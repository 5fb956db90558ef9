"""The answers of one question as a whole: values outside what is declared, readings that matter."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from typing import Any

from rulewright.analysis.verdicts.context import Context
from rulewright.analysis.verdicts.doubts import Doubts
from rulewright.analysis.verdicts.findings import Apart, Kind, Said
from rulewright.analysis.verdicts.rules import LONGER, likely
from rulewright.analysis.verdicts.witness import NotShown, Point
from rulewright.core.model import Core
from rulewright.core.switches import readings_in
from rulewright.engines.interpreter.evaluation import Result
from rulewright.engines.interpreter.fixpoint import State
from rulewright.engines.interpreter.unknown import Open
from rulewright.engines.solver.encoding.world import SwitchVariable
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, Formula
from rulewright.engines.solver.formula.symbolic import Value, restricted, support
from rulewright.engines.solver.search.solver import Box, Spent, Spot
from rulewright.semantics.model import Question, QuestionKind
from rulewright.semantics.types import Numeric


def has_range(question: Question) -> bool:
    """A question is answered by a number, for which a range is declared."""
    return question.kind in (QuestionKind.VALUE, QuestionKind.TABLE) and isinstance(question.type, Numeric)


def judge_range(context: Context) -> None:
    """Report a value that no two rules dispute, outside the range that is declared for it."""
    question = context.question
    if not has_range(question):
        return
    try:
        outside = context.encoder.answers.outside(context.asked)
    except NotAnalysable as refusal:
        context.leave(None, f"whether it stays in its range: {refusal.reason}", Doubts(outside=True))
        return
    try:
        box = None if outside == FALSE else context.small(outside)
    except Spent as spent:
        context.leave(None, f"whether it stays in its range: {spent.why}", Doubts(outside=True))
        return
    if box is None:
        return
    try:
        situation, result = context.show(
            outside, box, lambda result: result.over is not None and result.clash, lambda result: [result.value]
        )
    except NotShown as fault:
        context.excused(outside, None, "whether it stays in its range", fault, Doubts(outside=True))
        return
    standing = [one.live.rule for one in result.weighed if one.state is State.STANDS]
    said = (Said(question.name, "", context.witnesses.outcome_text(question, result.over)),)
    context.find(
        Kind.OUT_OF_RANGE, (), [rule.case for rule in standing], situation, said, by=[rule.id for rule in standing],
        answers=Doubts(outside=True),
    )  # fmt: skip


def judge_choices(context: Context) -> set[Apart]:
    """The choices of readings under which the answer is not the same in every situation, or is not known to be."""
    found: set[Apart] = set()
    with context.sparingly():
        try:
            for reading, pairs in _differing(context):
                for (one, other), differ in pairs:
                    if context.may_hold(differ):
                        found.add((reading, one, other))
        except NotAnalysable:
            return set(choices_on(context.core, context.question.name))
    return found


def judge_readings(context: Context) -> None:
    """Report the readings under which the answer differs, everything else being equal: of each the first two choices that do.

    They are those that the question's own provisions are under. What asks such a question may differ with it; that is not reported again.
    """
    for reading, pairs in _differing(context):
        at = _SpotsUnder(context, reading)
        try:
            for choices, differ in pairs:
                box = None if differ == FALSE else context.small(differ, at)
                if box is not None and _show_apart(context, differ, box, reading, choices):
                    break
        except Spent as spent:
            context.leave(None, f"whether the reading `{reading}` matters: {spent.why}")


def _differing(context: Context) -> Iterator[tuple[str, Iterator[tuple[tuple[str, str], Formula]]]]:
    """Each reading that the question's own provisions are under and that bears on its answer; every two of its choices, and where they
    give other answers. Raises `NotAnalysable`."""
    own, space = readings_on(context.core, context.question.name), context.space
    if not own:
        return
    outcome = context.algebra.as_value(context.encoder.answer(context.question.name, context.env))
    for variable in sorted(support(space, outcome)):
        key = space.keys[variable]
        if isinstance(key, SwitchVariable) and key.what == "reading" and key.name in own:
            yield key.name, _differing_under(context, outcome, variable)


def _differing_under(context: Context, outcome: Value, variable: int) -> Iterator[tuple[tuple[str, str], Formula]]:
    choices = context.space.values[variable] or ()
    taken = [restricted(context.space, outcome, variable, 1 << index) for index in range(len(choices))]
    for one, other in combinations(range(len(choices)), 2):
        yield (str(choices[one]), str(choices[other])), context.algebra.outcomes_differ(taken[one], taken[other])


def readings_on(core: Core, question: str) -> set[str]:
    """The readings that provisions on a question are under."""
    on = core.on[question]
    theres = [address.there for rule in on.rules for address in rule.addresses]
    theres += [one.there for one in on.precedence] + [one.there for one in on.asides] + [one.there for one in on.absent]
    return {reading for there in theres for reading in readings_in(there)}


def choices_on(core: Core, question: str) -> frozenset[Apart]:
    """Every two choices of the readings that bear on a question: what is not looked into may differ."""
    readings = [core.readings[name] for name in readings_on(core, question)]
    return frozenset((one.name, first.name, second.name) for one in readings for first, second in combinations(one.choices, 2))


class _SpotsUnder:
    """Points where a rule that is under a reading is likely to make the answer, as far as the search finds them; looked for when needed."""

    def __init__(self, context: Context, reading: str) -> None:
        self.context = context
        self.reading = reading
        self._found: list[Spot] | None = None

    def __iter__(self) -> Iterator[Spot]:
        if self._found is None:
            self._found = list(self._look())
        return iter(self._found)

    def _look(self) -> Iterator[Spot]:
        context = self.context
        for stage in context.stages:
            for live in stage.rules:
                if any(self.reading in readings_in(address.there) for address in live.core.addresses):
                    with suppress(NotAnalysable, Spent):
                        spot = context.solver.reached(likely(context, stage, live), LONGER * context.solver.budget)
                        if spot is not None:
                            yield spot


def _show_apart(context: Context, differ: Formula, box: Box, reading: str, names: tuple[str, str]) -> bool:
    """Report a situation in which two choices give different answers; False where there is none that the interpreter shows."""
    try:
        _, (point, results) = context.first_shown(differ, box, lambda whole: _distinguished(context, whole, reading, names))
    except NotShown as fault:
        context.excused(differ, None, f"whether the reading `{reading}` matters", fault)
        return False
    said = [
        Said(name, "", context.witnesses.outcome_text(context.question, result.value)) for name, result in zip(names, results, strict=True)
    ]
    situation = context.situation(_with_choice(point, reading, None))
    context.find(Kind.READING_MATTERS, (reading,), context.core.readings[reading].on, situation, said, reading=reading)
    return True


def _distinguished(context: Context, point: Point, reading: str, choices: tuple[str, str]) -> tuple[Point, list[Result]]:
    """The situation with the facts that the outcomes under two choices need, and these outcomes. Raises `NotShown`."""
    witnesses = context.witnesses
    for choice in choices:
        point = witnesses.with_more_facts(_with_choice(point, reading, choice), lambda result: _settled(result.value) != "missing")
    results = [witnesses.result(_with_choice(point, reading, choice)) for choice in choices]
    if _settled(results[0].value) == _settled(results[1].value):
        raise NotShown(f"the reading `{reading}` makes no difference: {witnesses.case(point)}")
    return point, results


def _with_choice(point: Point, reading: str, choice: str | None) -> Point:
    readings = {name: value for name, value in point.readings.items() if name != reading}
    if choice is not None:
        readings[reading] = choice
    return replace(point, readings=readings)


def _settled(value: Any) -> Any:
    if value.__class__ is not Open:
        return ("answered", value)
    return "missing" if value.facts or value.readings else "conflict" if value.conflict else "undetermined"

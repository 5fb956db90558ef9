"""The answers of one question as a whole: gaps, values outside what is declared, readings that matter."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

from rulewright.core.model import Aside, Precedence
from rulewright.core.switches import readings_in
from rulewright.decision.encode.world import SwitchVariable
from rulewright.decision.formula.space import FALSE, Formula
from rulewright.decision.formula.symbolic import NotAnalysable, Value, restricted, support
from rulewright.decision.judge.findings import Kind, Said
from rulewright.decision.judge.frame import Frame
from rulewright.decision.judge.witness import NotShown, Point
from rulewright.decision.solve.solver import Spent
from rulewright.interpreter.answer import Why
from rulewright.interpreter.opened import Open
from rulewright.interpreter.situation import Result
from rulewright.interpreter.standing import State
from rulewright.semantics.program import QuestionKind
from rulewright.semantics.types import Numeric
from rulewright.words import Verb


def judge_gap(frame: Frame) -> None:
    """A question that must always be answered, and a situation in which nothing answers it, or a divisor is zero."""
    if not frame.question.total or frame.question.kind is QuestionKind.PREDICATE:
        return
    if not _found_gap(frame, _unanswered(frame), sure=True):
        _found_gap(frame, _divided_by_zero(frame), sure=False)


def _found_gap(frame: Frame, unanswered: Formula, *, sure: bool) -> bool:
    """Whether a situation shows that the question is not answered there; if not `sure`, the answer may be open for another reason."""
    try:
        box = None if unanswered == FALSE else frame.small(unanswered)
    except Spent as spent:
        frame.leave(None, f"whether it is always answered: {spent.why}")
        return False
    if box is None:
        return False
    try:
        situation, result = frame.show(unanswered, box, _silent)
    except NotShown as fault:
        if sure:
            frame.excused(unanswered, None, "whether it is always answered", fault)
        else:
            frame.leave(None, "whether it is always answered: where a divisor is 0 it may be open for another reason, too")
        return False
    cases = sorted({live.rule.case for live in frame.lives()})
    zero = any(why is Why.ZERO_DIVISOR for why, _ in result.value.whys)
    frame.find(Kind.GAP, (), cases, situation, why="a divisor is 0" if zero else "")
    return True


def _unanswered(frame: Frame) -> Formula:
    """Where nothing stands that answers: a `need not` alone says nothing."""
    stage = frame.stages[0]
    silence = frame.encoder.answers.silence(frame.asked, stage)
    missing, _ = frame.encoder.answers.missing(frame.asked, stage)
    out = [stage.standing[live.place].out for live in stage.rules if live.core.verb is not Verb.NEED_NOT]
    return frame.space.both(*out, frame.algebra.open(silence), frame.space.negate(missing))


def _divided_by_zero(frame: Frame) -> Formula:
    """Where the answer is undetermined and a divisor is zero: in what a rule that may stand does, or in an open condition or statement."""
    space, found = frame.space, []
    on = frame.core.on[frame.question.name]
    statements: list[Precedence | Aside] = [*on.precedence, *on.asides]
    for one in statements:
        if one.when is not None:
            opened = frame.algebra.open(frame.encoder.in_force(one.there, one.when, frame.env))
            found.append(space.both(opened, frame.encoder.terms.divided_by_zero(one.when, frame.env)))
    for live in frame.lives():
        opened = space.negate(space.either(live.held.yes, live.held.no))
        for address in live.core.addresses:
            rule = address.rule
            inside = [(part.term, opened) for part in rule.parts]
            inside += [(rule.effect, space.negate(frame.standing(live).out))] if rule.effect is not None else []
            found += [space.both(where, frame.encoder.terms.divided_by_zero(term, frame.env)) for term, where in inside if where != FALSE]
    where = space.either(*found)
    if where == FALSE:
        return FALSE
    try:
        outcome = frame.encoder.answer(frame.question.name, frame.env)
    except NotAnalysable as refusal:
        frame.leave(None, f"whether it is always answered: {refusal.reason}")
        return FALSE
    return space.both(where, frame.algebra.open(outcome), space.negate(frame.algebra.ill(outcome)))


def _silent(result: Result) -> bool:
    value = result.value
    if value.__class__ is not Open or value.conflict or value.facts or value.readings:
        return False
    whys = {why for why, _ in value.whys}
    return whys <= {Why.SILENT} or Why.ZERO_DIVISOR in whys


def judge_range(frame: Frame) -> None:
    """A value that no two rules dispute, outside the range that is declared for it."""
    question = frame.question
    if question.kind not in (QuestionKind.VALUE, QuestionKind.TABLE) or not isinstance(question.type, Numeric):
        return
    try:
        outside = frame.encoder.answers.outside(frame.asked)
    except NotAnalysable as refusal:
        frame.leave(None, f"whether it stays in its range: {refusal.reason}")
        return
    try:
        box = None if outside == FALSE else frame.small(outside)
    except Spent as spent:
        frame.leave(None, f"whether it stays in its range: {spent.why}")
        return
    if box is None:
        return
    try:
        situation, result = frame.show(outside, box, lambda result: result.over is not None and result.clash, lambda result: [result.value])
    except NotShown as fault:
        frame.excused(outside, None, "whether it stays in its range", fault)
        return
    standing = [one.live.rule for one in result.weighed if one.state is State.STANDS]
    said = (Said(question.name, "", frame.witnesses.outcome_text(question, result.over)),)
    frame.find(Kind.OUT_OF_RANGE, (), [rule.case for rule in standing], situation, said, by=[rule.id for rule in standing])


def judge_readings(frame: Frame, outcome: Value) -> None:
    """Readings under which the answer differs, everything else being equal: those that the question's own rules and statements are under.

    What asks such a question may differ with it; that is not reported again.
    """
    space = frame.space
    own = _readings_on(frame)
    for variable in sorted(support(space, outcome)):
        key = space.keys[variable]
        if not isinstance(key, SwitchVariable) or key.what != "reading" or key.name not in own:
            continue
        try:
            _judge_reading(frame, outcome, variable, key.name)
        except Spent as spent:
            frame.leave(None, f"whether the reading `{key.name}` matters: {spent.why}")


def _readings_on(frame: Frame) -> set[str]:
    """The readings that provisions on the question are under."""
    on = frame.core.on[frame.question.name]
    theres = [address.there for rule in on.rules for address in rule.addresses]
    theres += [one.there for one in on.precedence] + [one.there for one in on.asides] + [one.there for one in on.absent]
    return {reading for there in theres for reading in readings_in(there)}


def _judge_reading(frame: Frame, outcome: Value, variable: int, reading: str) -> None:
    choices = frame.space.values[variable] or ()
    taken = [restricted(frame.space, outcome, variable, 1 << index) for index in range(len(choices))]
    for one, other in combinations(range(len(choices)), 2):
        differ = frame.algebra.outcomes_differ(taken[one], taken[other])
        if differ == FALSE:
            continue
        box = frame.small(differ)
        if box is None:
            continue
        try:
            point, results = _distinguished(
                frame, frame.small_point(differ, box), reading, [str(choices[number]) for number in (one, other)]
            )
        except NotShown as fault:
            frame.excused(differ, None, f"whether the reading `{reading}` matters", fault)
            return
        said = [
            Said(str(choices[number]), "", frame.witnesses.outcome_text(frame.question, result.value))
            for number, result in zip((one, other), results, strict=True)
        ]
        declared = frame.core.readings[reading]
        situation = frame.witnesses.case(_with_choice(point, reading, None))
        frame.find(Kind.READING_MATTERS, (reading,), declared.on, situation, said, reading=reading)
        return


def _distinguished(frame: Frame, point: Point, reading: str, choices: list[str]) -> tuple[Point, list[Result]]:
    """The situation with the facts that the outcomes under two choices need, and these outcomes. Raises `NotShown`."""
    witnesses = frame.witnesses
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

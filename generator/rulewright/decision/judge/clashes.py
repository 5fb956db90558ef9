"""Pairs of rules of one question: contradictions, clashes under options, overlaps with the same answer, and what settles the others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations, groupby
from math import comb
from operator import itemgetter

from rulewright.core.model import PrecedenceKind
from rulewright.core.policy import may_clash
from rulewright.decision.encode.rules import Live, Stage
from rulewright.decision.formula.overlaps import overlapping
from rulewright.decision.formula.space import FALSE, TRUE, Formula
from rulewright.decision.judge.findings import Kind, SettledPair
from rulewright.decision.judge.frame import Frame, effects_of, stand
from rulewright.decision.judge.witness import NotShown
from rulewright.decision.solve.solver import Box, Spent
from rulewright.graph.pairs import opposed
from rulewright.semantics.program import QuestionKind, TableVerb
from rulewright.words import Verb

MOST_FOUND, FEWEST_FOUND, MOST_WEIGHED = 200, 20, 200_000
"""At most so many contradictions and overlaps of one question are reported; fewer for a question of very many rules, as each is replayed
with all of its rules: so many are weighed in all. That there are more is reported as not analysed."""
MOST_TOGETHER, MOST_SETS = 3, 500
"""Sets of up to so many further options are tried for the smallest while there are few such sets; else one is made smaller as it goes."""


def meeting(frame: Frame, stage: Stage) -> Iterator[tuple[Live, Live]]:
    """The pairs of a stage whose conditions share a point, as far as their plain parts show."""
    space = frame.space
    boxes = [space.necessary(one.stands) for one in stage.standing]
    for one, other in overlapping(boxes, space):
        yield stage.rules[one], stage.rules[other]


def judge_contradictions(frame: Frame) -> None:
    """Two rules that stand and say opposite things."""
    found, most = 0, _most_found(frame)
    for stage in frame.stages:
        for one, other, formula in contradicting(frame, stage):
            if found >= most:
                frame.leave(None, f"more than {most} contradictions: the pairs after these were not looked at")
                return
            try:
                found += _judge(frame, one, other, formula)
            except Spent as spent:
                frame.leave(one, f"whether it contradicts {other.rule.id}: {spent.why}")


def _most_found(frame: Frame) -> int:
    rules = sum(len(stage.rules) for stage in frame.stages)
    return max(FEWEST_FOUND, min(MOST_FOUND, MOST_WEIGHED // max(1, rules)))


def contradicting(frame: Frame, stage: Stage) -> Iterator[tuple[Live, Live, Formula]]:
    """The pairs that can stand together and disagree, with where they do; a rule is asked with all that it meets at once.

    Pairs that are too much for the search come last, all at once.
    """
    both = frame.space.both
    left: list[tuple[Live, Live, Formula]] = []
    for one, met in groupby(meeting(frame, stage), itemgetter(0)):
        asked: dict[Formula, list[tuple[Live, Formula]]] = {}
        for _, other in met:
            if not opposed(one.rule, other.rule):
                continue
            clash = _disagree(frame, one, other)
            stands = frame.standing(other, one).stands
            against = stands if clash == TRUE else both(stands, clash)
            if against != FALSE:
                asked.setdefault(frame.standing(one, other).stands, []).append((other, against))
        for stands, several in asked.items():
            answers = frame.solver.possible_with(stands, [against for _, against in several])
            for (other, against), possible in zip(several, answers, strict=True):
                if possible:
                    yield one, other, both(stands, against)
                elif possible is None:
                    left.append((one, other, both(stands, against)))
    possible_too, undecided = frame.solver.which(where for _, _, where in left)
    for one, other, where in left:
        if where in undecided:
            frame.leave(one, f"whether it contradicts {other.rule.id}: {undecided[where]}")
        elif where in possible_too:
            yield one, other, where


def _disagree(frame: Frame, one: Live, other: Live) -> Formula:
    """Where two rules that clash have different answers; two roundings, where they make something different of the value at hand."""
    if one.core.rounding is None or other.core.rounding is None or one.core.rounding is other.core.rounding:
        return frame.encoder.rules.precedence.clash(one, other).yes
    before = frame.algebra.as_value(frame.encoder.answer(frame.question.name, frame.env, one.core.stage - 1))
    alike = frame.encoder.answers.stages.round_alike
    apart = [(where, frame.space.negate(alike(one.core.rounding, other.core.rounding, leaf))) for where, leaf in before.cases]
    return frame.space.either(*[frame.space.both(where, differ) for where, differ in apart])


def _judge(frame: Frame, one: Live, other: Live, formula: Formula) -> bool:
    box = _with_fewest_options(frame, formula)
    if box is None:
        return False
    try:
        situation, result = frame.show(formula, box, stand(one, other, alike=False), effects_of(one, other))
    except NotShown as fault:
        frame.excused(formula, one, f"whether it contradicts {other.rule.id}", fault)
        return False
    said = frame.said_by((one, other), result)
    frame.find(
        Kind.OPTION_CLASH if situation.options else Kind.CONTRADICTION,
        (one.rule.id, other.rule.id),
        (one.rule.case, other.rule.case),
        situation,
        said,
        options=situation.options,
    )
    return True


def _with_fewest_options(frame: Frame, formula: Formula) -> Box | None:
    """A box with no option if there is one, else with a smallest set of them: those that are needed at all, and as few more as possible."""
    off = frame.options_off(formula)
    if not off:
        return frame.solver.model(formula)
    plain = frame.space.necessary(formula)
    needed = {variable: 1 for variable in off if not plain.get(variable, 2) & 2}
    others = {variable: 2 for variable in off if variable not in needed}
    for size in range(MOST_TOGETHER + 1):
        if comb(len(others), size) > MOST_SETS:
            break
        for chosen in combinations(others, size):
            found = frame.solver.model(formula, {**needed, **others, **dict.fromkeys(chosen, 1)})
            if found is not None:
                return found
    return _shrunk(frame, formula, others)


def _shrunk(frame: Frame, formula: Formula, off: dict[int, int]) -> Box | None:
    """Many options at once: taken away one after the other, as long as a box is left."""
    found = frame.solver.model(formula)
    fixed: dict[int, int] = {}
    for variable in off:
        without = frame.solver.model(formula, {**fixed, variable: 2})
        if without is not None:
            found, fixed[variable] = without, 2
    return found


def judge_overlaps(frame: Frame) -> None:
    """Two rules of different cases that say the same where both stand, with no statement between them."""
    stage = frame.stages[0]
    ahead, behind = _stated(frame)
    found, most = 0, _most_found(frame)
    for one, other in meeting(frame, stage):
        first, second = one.core.number, other.core.number
        if not _may_say_the_same(frame, one, other) or ahead[first] & behind[second] or ahead[second] & behind[first]:
            continue
        if found >= most:
            frame.leave(None, f"more than {most} overlaps with the same answer: the pairs after these were not looked at")
            return
        same = frame.space.both(frame.standing(one).stands, frame.standing(other).stands, _same(frame, one, other))
        if same == FALSE or frame.encoder.reasons(same):
            continue
        try:
            box = frame.small(same)
        except Spent as spent:
            frame.leave(one, f"whether it says the same as {other.rule.id}: {spent.why}")
            continue
        if box is not None:
            situation, result = frame.show(same, box, stand(one, other, alike=True), effects_of(one, other), expected=False)
            frame.find(
                Kind.OVERLAP, (one.rule.id, other.rule.id), (one.rule.case, other.rule.case), situation, frame.said_by((one, other), result)
            )
            found += 1


def _stated(frame: Frame) -> tuple[dict[int, set[int]], dict[int, set[int]]]:
    """The statements that put each rule before others, and those that put it behind others, whether they are ever in force or not."""
    ahead: dict[int, set[int]] = defaultdict(set)
    behind: dict[int, set[int]] = defaultdict(set)
    for place, one in enumerate(frame.core.on[frame.question.name].precedence):
        if one.kind is PrecedenceKind.STATED:
            for number in one.by:
                ahead[number].add(place)
            for number in one.targets:
                behind[number].add(place)
    return ahead, behind


def _may_say_the_same(frame: Frame, one: Live, other: Live) -> bool:
    first, second = one.rule, other.rule
    if first.case == second.case or first.otherwise != second.otherwise:
        return False
    if set(first.restates + first.besides) & set(other.core.uids) or set(second.restates + second.besides) & set(one.core.uids):
        return False
    if frame.question.kind in (QuestionKind.VERDICT, QuestionKind.PREDICATE):
        return first.verb is second.verb
    return {first.verb, second.verb} <= {Verb.IS, TableVerb.LOOK_UP}


def _same(frame: Frame, one: Live, other: Live) -> Formula:
    if one.effect is None or other.effect is None:
        return frame.space.both()
    return frame.algebra.same(one.effect, other.effect)


def settled_pairs(frame: Frame) -> Iterator[SettledPair]:
    """Each pair whose conditions hold together somewhere with opposite answers, and each principle that settles it there."""
    for stage in frame.stages:
        boxes = [frame.space.necessary(live.condition.yes) for live in stage.rules]
        for first, second in overlapping(boxes, frame.space):
            one, other = stage.rules[first], stage.rules[second]
            if may_clash(one.rule, other.rule):
                yield from _settled(frame, stage, one, other)


def _settled(frame: Frame, stage: Stage, one: Live, other: Live) -> Iterator[SettledPair]:
    cases = (one.rule.case, other.rule.case)
    rules = (one.rule.id, other.rule.id)
    for where, principle, winner in _ways_to_settle(frame, stage, one, other):
        box = None if where == FALSE else _box(frame, where)
        if box is not None:
            yield SettledPair(frame.question.name, rules, cases, principle, winner, frame.situation_of((one, other), box))


def _ways_to_settle(frame: Frame, stage: Stage, one: Live, other: Live) -> Iterator[tuple[Formula, str, str]]:
    """Where each principle would settle two rules, what it is and which provision wins; the last is where nothing settles them."""
    clash = _disagree(frame, one, other)
    together = frame.space.both(one.condition.yes, other.condition.yes, clash)
    setters = [setter for setter in frame.asked.setters if not setter.targets.isdisjoint((one.core.number, other.core.number))]
    gone = [setter.active.yes for setter in setters]
    before: dict[int, list[Formula]] = {one.place: gone.copy(), other.place: gone.copy()}
    for edge in stage.edges:
        if {edge.by, edge.target} == {one.place, other.place}:
            if edge.kind is PrecedenceKind.CARRIED and one.core.otherwise is not other.core.otherwise:
                continue  # that an `otherwise` rule gives way says it all
            by_policy = edge.kind is PrecedenceKind.POLICY
            earlier = frame.space.either(*before[edge.by]) if by_policy else FALSE  # a line speaks where nothing before it does
            yield frame.space.both(together, edge.active.yes, frame.space.negate(earlier)), edge.why, stage.rules[edge.by].rule.id
            before[edge.by].append(edge.active.yes)
    for setter in setters:
        yield frame.space.both(together, setter.active.yes), "set aside", setter.setter.id
    yield frame.space.both(frame.standing(one, other).stands, frame.standing(other, one).stands, clash), "", ""


def _box(frame: Frame, formula: Formula) -> Box | None:
    try:
        box = frame.small(formula)
    except Spent:
        return None
    return None if box is None else frame.widened(formula, box)

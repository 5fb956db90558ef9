"""The context in which one question is judged: its rules over all situations, the solver that knows which are possible, the witnesses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Protocol, TypeVar, assert_never

from rulewright.analysis.verdicts.doubts import NO_DOUBT, Doubts
from rulewright.analysis.verdicts.findings import Finding, Kind, NotAnalysed, Said, Witness
from rulewright.analysis.verdicts.point_evaluation import AtPoint
from rulewright.analysis.verdicts.witness import NotShown, Point, Witnesses, named_values, options_off, small
from rulewright.base.keywords import Verb
from rulewright.base.limits import for_a_glance, for_a_note
from rulewright.core.model import Core
from rulewright.engines.interpreter.evaluation import Result
from rulewright.engines.interpreter.fixpoint import State
from rulewright.engines.interpreter.unknown import Open
from rulewright.engines.solver.encoding.abstract_world import AbstractWorld
from rulewright.engines.solver.encoding.answers import Asked
from rulewright.engines.solver.encoding.cone import Cone
from rulewright.engines.solver.encoding.crowd_world import CrowdWorld
from rulewright.engines.solver.encoding.encoded_rule import EncodedRule
from rulewright.engines.solver.encoding.encoder import Encoder
from rulewright.engines.solver.encoding.labelling import Standing
from rulewright.engines.solver.encoding.rules import Stage
from rulewright.engines.solver.formula.space import FALSE, Formula, Space
from rulewright.engines.solver.formula.symbolic import Algebra, Value
from rulewright.engines.solver.search.solver import Box, Solver, Spent, Spot
from rulewright.semantics.groups import kind_run_over
from rulewright.semantics.model import Question, Rule, TableVerb
from rulewright.semantics.types import Thing

T = TypeVar("T")


class Elsewhere(Protocol):
    """One question in other worlds than that of few things."""

    def at_a_glance(self) -> Context | None:
        """The same as `anywhere`, where whatever is asked on the way may be answered in any way: quick, and less is ruled out."""

    def anywhere(self) -> Context | None:
        """The question where there are any number of things: what is not possible there is not possible at all. None: not looked into."""

    def crowds(self, shared_by: int | None = None) -> Iterator[Context]:
        """The question where there are more and more things, of which some stand for several: what is shown there is so.

        If it is said by how many things sums are `shared_by`, for so many alone.
        """


@dataclass(slots=True)
class Context:
    """All that judging one question needs. `findings` and `left` (what was not decided, with the doubts that it leaves) are the results."""

    core: Core
    question: Question
    cone: Cone
    encoder: Encoder
    env: tuple[Value, ...]
    asked: Asked
    solver: Solver
    witnesses: Witnesses
    findings: list[Finding] = field(default_factory=list)
    left: dict[NotAnalysed, Doubts] = field(default_factory=dict)
    answered: Doubts = NO_DOUBT
    """The doubts that findings settle."""
    points: dict[int, AtPoint] = field(default_factory=dict)
    """The question at sampled points, by their numbers."""
    dead: set[int] = field(default_factory=set)
    """The numbers of rules that stand in no situation that was found."""
    shared_by: int = 0
    """Sums over any number of things are looked at where so many things share them; 0: wherever they can be."""
    elsewhere: Elsewhere | None = None
    """The same question in other worlds."""
    space: Space = field(init=False)
    algebra: Algebra = field(init=False)
    stages: list[Stage] = field(init=False)
    _silence: Value | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.space, self.algebra, self.stages = self.encoder.space, self.encoder.algebra, self.asked.stages

    @property
    def has_many(self) -> bool:
        """One thing may stand for many."""
        return isinstance(self.encoder.world, AbstractWorld | CrowdWorld)

    @property
    def limits(self) -> tuple[str, ...]:
        """The reasons for which what holds in none of the situations that are tried may hold in another."""
        return () if isinstance(self.encoder.world, AbstractWorld) else self.cone.limits

    def proved(self, *formulas: Formula) -> bool:
        """Whether what is said of these formulas holds of every situation: nothing in them is left out, and no limit of the world bears."""
        return not self.limits and not any(self.encoder.reasons(formula) for formula in formulas)

    def leave(self, live: EncodedRule | None, reason: str, doubts: Doubts = NO_DOUBT) -> None:
        """Note what was not decided, and what may be found there."""
        rule = None if live is None else live.rule
        entry = NotAnalysed(self.question.name, "" if rule is None else rule.case, "" if rule is None else rule.id, reason)
        self.left.setdefault(entry, doubts)

    def take_results(self) -> tuple[tuple[Finding, ...], tuple[NotAnalysed, ...]]:
        """What was found since this was last called, and what was left."""
        found = tuple(self.findings), tuple(self.left)
        self.findings.clear()
        self.left.clear()
        return found

    def excused(self, formula: Formula, live: EncodedRule | None, what: str, fault: NotShown, doubts: Doubts = NO_DOUBT) -> None:
        """Note as not decided what the interpreter does not show: it may depend on what was left out on the way to a formula.

        Where nothing was left out, that is a bug, and raised. `what` was asked; without it only the reason is noted. Of what is likened to
        one thing where there are several, and of any number of things, the interpreter need not show everything.
        """
        reasons = self.encoder.reasons(formula)
        if not reasons and self.has_many:
            reasons = ("it may tell things apart that are alike",)
        if not reasons:
            raise fault
        self.leave(live, f"{what}: {reasons[0]}" if what else reasons[0], doubts)

    # ---- situations -----------------------------------------------------------------------------------------------------------------

    def options_off(self, formula: Formula) -> dict[int, int]:
        """The options that a formula depends on, all off."""
        return options_off(self.solver, formula)

    def point(self, box: Box) -> Point:
        world = self.encoder.world
        several = world.how_many(box, self.shared_by) if isinstance(world, AbstractWorld | CrowdWorld) else {}
        return self.witnesses.point(world, self.question, box, several)

    def show(
        self,
        formula: Formula,
        box: Box,
        shows: Callable[[Result], bool],
        telling: Callable[[Result], Iterable[Any]] | None = None,
        *,
        expected: bool = True,
    ) -> tuple[Witness, Result]:
        """A situation in a box of a formula, as small as the formula allows, and what the interpreter makes of it. Raises `NotShown`.

        What `telling` takes from a result must be known: facts that it depends on are given even if they do not matter. With `expected` the
        situation says what an example of it may expect.
        """
        with self.witnesses.within_steps():
            whole, point = self.first_shown(formula, box, lambda whole: self.witnesses.shown(whole, shows))
            if self.has_many:
                point = self.witnesses.without_needless_things(point, shows)
            result = self.witnesses.result(point)
            while telling is not None and (more := self._values_for(whole, point, telling(result))):
                point = replace(point, facts={**point.facts, **more})
                result = self.witnesses.result(point)
            case = self.situation(point)
            return (replace(case, outcome=self.outcome(point)) if expected else case), result

    def situation(self, point: Point) -> Witness:
        """A situation as texts of the language, with the kinds of which there is nothing in it."""
        kinds = {kind_run_over(one.domain.over, self.core.groups) for one in self.cone.collections} | self.cone.chains
        there = {None, *point.things.values()}
        return replace(self.witnesses.case(point), without=tuple(sorted(kind for kind in kinds if kind is not None and kind not in there)))

    def situation_of(self, rules: tuple[EncodedRule, EncodedRule], box: Box) -> Witness:
        """A situation in the box, with every fact that the conditions of both rules need, though any value of it may do."""
        whole = point = self.point(box)
        numbers = {live.core.number for live in rules}
        while opened := list(self.witnesses.undecided(point, numbers)):
            more = self._values_for(whole, point, opened)
            things = {} if more else self._things_for(point, opened)
            if not more and not things:
                break
            point = replace(point, facts={**point.facts, **more}, things={**point.things, **things})
        return self.situation(point)

    def _things_for(self, point: Point, opened: Iterable[Open]) -> dict[str, str]:
        """A thing of the first kind of which a fact needs one and there is none."""
        for name, _ in (fact for one in opened for fact in one.facts):
            kind = self.witnesses.core.facts[name].type
            if isinstance(kind, Thing) and kind.record not in point.things.values():
                return {self.witnesses.new_thing(point, kind.record): kind.record}
        return {}

    def first_shown(self, formula: Formula, box: Box, showing: Callable[[Point], T]) -> tuple[Point, T]:
        """A situation in the box, and what is shown in it: without what the formula does not need, or else as it is. Raises `NotShown`."""
        small = self.point(self.widened(formula, box))
        if self.witnesses.possible(small):
            # With a value for a fact that it lacks it may not be possible any more: the box has one with which it is.
            with suppress(NotShown):
                return small, showing(small)
        whole = self.point(box)
        if self.has_many and not self.witnesses.possible(whole):
            raise NotShown(f"the situation is impossible: {self.witnesses.case(whole)}")
        return whole, showing(whole)

    def widened(self, formula: Formula, box: Box) -> Box:
        """The box without what the formula does not need.

        What only keeps the situation possible is freed, too: some situation in the box stays possible, and people take no other.
        """
        fixed = self.options_off(formula)
        return self.solver.freed(formula, box, sorted(variable for variable in box if variable not in fixed))

    @contextmanager
    def sparingly(self) -> Iterator[None]:
        """What is only worth a note gets few steps."""
        with self._within(*for_a_note(self.solver.budget)):
            yield

    @contextmanager
    def at_a_glance(self) -> Iterator[None]:
        """What can be decided later as well gets very few steps, and none of z3."""
        with self._within(for_a_glance(self.solver.budget), 0):
            yield

    @contextmanager
    def _within(self, budget: int, z3_steps: int) -> Iterator[None]:
        solver = self.solver
        before = solver.budget, solver.z3_steps
        solver.budget, solver.z3_steps = budget, z3_steps
        try:
            yield
        finally:
            solver.budget, solver.z3_steps = before

    def _values_for(self, whole: Point, point: Point, values: Iterable[Any]) -> dict[Any, Any]:
        """A value for each fact that some values depend on: that of the whole situation, or any other."""
        missing = {fact for value in values if value.__class__ is Open for fact in value.facts} - set(point.facts)
        inquiry = self.witnesses.inquiry(point)
        chosen: dict[Any, Any] = {}
        for fact in sorted(missing, key=str):
            values_of = [*([whole.facts[fact]] if fact in whole.facts else []), *named_values(inquiry, fact)]
            for value in values_of:
                if inquiry.is_impossible({**chosen, fact: value}) is not True:
                    chosen[fact] = value
                    break
        return chosen

    def outcome(self, point: Point) -> str:
        """What an example of this situation may expect; an example names no game."""
        match self.witnesses.inquiry(replace(point, game=None)).certain():
            case ("answered", value):
                return self.witnesses.outcome_text(self.question, value)
            case (word,):
                return str(word)
            case _:  # open: no certain outcome
                return ""

    def small(self, formula: Formula, at: Iterable[Spot] = ()) -> Box | None:
        """A box in which a formula holds, with the options off if that can be; `at` are points where it may hold.

        If it can, it is one where it is known what comes about.
        """
        surely = self.encoder.surely(formula)
        found = small(self.solver, surely, at) if surely not in (FALSE, formula) else None
        return small(self.solver, formula, at) if found is None else found

    def find(
        self,
        kind: Kind,
        rules: Iterable[str],
        cases: Iterable[str],
        situation: Witness | None = None,
        said: Iterable[Said] = (),
        *,
        by: Iterable[str] = (),
        options: Iterable[str] = (),
        reading: str | None = None,
        why: str = "",
        answers: Doubts = NO_DOUBT,
    ) -> None:
        """Report something, and which doubts that settles (`answers`)."""
        self.answered = self.answered.joined_with(answers)
        self.findings.append(
            Finding(
                kind,
                self.question.name,
                tuple(rules),
                tuple(dict.fromkeys(cases)),
                situation,
                tuple(said),
                tuple(by),
                tuple(options),
                reading,
                why,
            )
        )

    def said_by(self, rules: Iterable[EncodedRule], result: Result) -> tuple[Said, ...]:
        """What these rules say in a result, in their order."""
        found: list[Said] = []
        for live in rules:
            weighed = next((one for one in result.weighed if one.live.number == live.core.number), None)
            effect = None if weighed is None else weighed.effect
            found.append(Said(live.rule.id, live.rule.case, said_text(self, live.rule, effect)))
        return tuple(found)

    # ---- formulas -------------------------------------------------------------------------------------------------------------------

    def may_hold(self, formula: Formula) -> bool:
        """A formula can hold, or it is not known that it cannot."""
        try:
            return formula != FALSE and self.solver.possible(formula)
        except Spent:
            return True

    def standing(self, live: EncodedRule, other: EncodedRule | None = None) -> Standing:
        """How a rule stands; against a `need not`, it is the requirement of a `must` that counts."""
        stage = self.stages[live.rule.stage]
        if live.rule.verb is Verb.MUST and other is not None and other.rule.verb is Verb.NEED_NOT:
            return stage.required.get(live.place, stage.standing[live.place])
        return stage.standing[live.place]

    def at_points(self, formula: Formula, most: int) -> Iterator[AtPoint]:
        """The question at so many sampled points where a formula holds, those first that were looked at before."""
        holds = self.solver.sampled(formula)
        known = [point for number, point in self.points.items() if holds >> number & 1][:most]
        yield from known
        for _ in range(most - len(known)):
            for number in self.points:
                holds &= ~(1 << number)
            if not holds:
                return
            number = (holds & -holds).bit_length() - 1
            sample = self.solver.sample()
            self.points[number] = AtPoint(self.encoder, self.asked, partial(sample.place, number))
            yield self.points[number]

    def at_spot(self, spot: Spot) -> AtPoint:
        """The question at a point that was found."""
        return AtPoint(self.encoder, self.asked, lambda variable: spot.get(variable, self.space.first(variable)))

    def silence(self) -> Value:
        """What the question's silence is. Raises `NotAnalysable`."""
        if self._silence is None:
            self._silence = self.encoder.answers.silence(self.asked, self.stages[0])
        return self._silence

    def lives(self) -> list[EncodedRule]:
        return [live for stage in self.stages for live in stage.rules]


def said_text(context: Context, rule: Rule, effect: Any) -> str:
    """What a rule says: a verdict, or its value."""
    match rule.verb:
        case Verb.MAY:
            return "permitted"
        case Verb.MAY_NOT:
            return "forbidden"
        case Verb.MUST:
            return "required"
        case Verb.NEED_NOT:
            return "not required"
        case Verb.YES:
            return "yes"
        case Verb.NO:
            return "no"
        case Verb.ROUNDED:
            return f"rounded {rule.rounding}"
        case Verb.IS | TableVerb.LOOK_UP | Verb.ADD | Verb.TAKE | Verb.MULTIPLY | Verb.AT_MOST | Verb.AT_LEAST:
            return context.witnesses.outcome_text(context.question, effect)
        case _:
            assert_never(rule.verb)


def effects_of(*rules: EncodedRule) -> Callable[[Result], list[Any]]:
    """What these rules set."""
    numbers = {live.core.number for live in rules}
    return lambda result: [one.effect for one in result.weighed if one.live.number in numbers]


def stand(*rules: EncodedRule, alike: bool | None = None) -> Callable[[Result], bool]:
    """That all of these rules stand in a result; against a `need not`, the requirement of a `must` has to.

    With `alike` also that what they set is known, and the same (or, where it is False, not the same). Roundings set nothing by themselves:
    whether they differ is told by the answer, which is a conflict then.
    """
    numbers = {live.core.number for live in rules}
    excusing = any(live.rule.verb is Verb.NEED_NOT for live in rules)
    setting = alike is not None and all(live.rule.verb in (Verb.IS, TableVerb.LOOK_UP) for live in rules)
    rounding = alike is False and all(live.rule.verb is Verb.ROUNDED for live in rules)

    def shows(result: Result) -> bool:
        standing = [
            one
            for one in result.weighed
            if one.live.number in numbers and (one.excused if excusing and one.excused is not None else one.state) is State.STANDS
        ]
        if len(standing) < len(numbers) or not setting:
            return len(standing) == len(numbers) and (result.clash or not rounding)
        effects = [one.effect for one in standing]
        return not any(effect.__class__ is Open for effect in effects) and all(effect == effects[0] for effect in effects) is alike

    return shows

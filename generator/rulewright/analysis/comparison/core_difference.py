"""Two cores compared question by question: equal in every situation, or a situation in which the answer changes.

>>> found = differences(printed, errata)
>>> [(one.question, one.before.status, one.after.status) for one in found.changes]
[('allowance', 'undetermined', 'answered')]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, TypeAlias, assert_never

from rulewright.analysis.comparison.paired_cores import Sides, Unlike, unlike
from rulewright.analysis.verdicts.findings import Witness
from rulewright.analysis.verdicts.fingerprint import Fingerprints
from rulewright.analysis.verdicts.witness import NotShown, Point, Witnesses, all_fixed, case_text, small
from rulewright.base.limits import USUAL
from rulewright.base.records import record
from rulewright.base.runtime import nests_deep
from rulewright.core.model import Core
from rulewright.core.query import Status
from rulewright.core.wording import unit_of, with_unit
from rulewright.engines.interpreter.evaluation import Result
from rulewright.engines.interpreter.fixpoint import State
from rulewright.engines.solver.encoding.encoder import Encoder, Refusals
from rulewright.engines.solver.encoding.open_readings import left_open
from rulewright.engines.solver.encoding.world import FactVariable, Needs, ThingVariable
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, Formula, TooLarge
from rulewright.engines.solver.formula.symbolic import Value, parts, support_with_numbers
from rulewright.engines.solver.search.solver import Box, Solver, Spent
from rulewright.semantics.model import Question
from rulewright.semantics.terms import FactKey, Plain

Refused: TypeAlias = dict[str, list[tuple[Needs, Refusals]]]
"""By question, and by what its world must have: what cannot be looked into on the way to its answer."""

KnownDifferences: TypeAlias = "MutableMapping[str, QuestionDifference]"
"""Verdicts by all that they depend on."""


class Effect(StrEnum):
    """What becomes of an answer."""

    CHANGES = "changes"
    SETTLES = "settles"
    """It was undetermined, or a conflict, and is answered."""
    OPENS = "opens"
    """It was answered, or a conflict, and is undetermined."""
    CONFLICT = "conflict"
    """It was answered, or undetermined, and is a conflict."""


@record
class Outcome:
    """A status, and the value with its unit where it is answered."""

    status: Status
    value: Plain = None
    unit: str | None = None

    @property
    def text(self) -> str:
        return with_unit(self.value, self.unit) if self.status is Status.ANSWERED else self.status.value


@record
class Change:
    """A situation in which the answer to a question is another after than before; `cases` are those whose rules make the difference.

    `point` is the situation as the interpreter takes it.
    """

    question: str
    effect: Effect
    situation: Witness
    before: Outcome
    after: Outcome
    cases: tuple[str, ...]
    point: Point = field(compare=False, repr=False)


@record
class QuestionDifference:
    """What was found out about one question: the first situation of each effect; `reason`: why that is not all there is to say.

    `proved` where nothing else can change: equal in every situation if there is no change. `alike`: nothing it depends on is different.
    """

    question: str
    changes: tuple[Change, ...] = ()
    reason: str | None = None
    alike: bool = False

    @property
    def equal(self) -> bool:
        return not self.changes and self.reason is None


@dataclass(slots=True)
class Differences:
    """Two cores compared, in the situations that both can be in.

    `added` and `removed` are questions that only one of them has, `unlike` is what only one of them declares, or each in another way.
    """

    verdicts: tuple[QuestionDifference, ...] = ()
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    unlike: tuple[Unlike, ...] = ()

    @property
    def changes(self) -> tuple[Change, ...]:
        return tuple(change for verdict in self.verdicts for change in verdict.changes)

    @property
    def equal(self) -> tuple[str, ...]:
        return tuple(verdict.question for verdict in self.verdicts if verdict.equal)

    @property
    def not_analysed(self) -> tuple[tuple[str, str], ...]:
        """Questions of which not everything is decided, with the reason."""
        return tuple((verdict.question, verdict.reason) for verdict in self.verdicts if verdict.reason is not None)


def differences(
    before: Core,
    after: Core,
    questions: Iterable[str] | None = None,
    budget: int = USUAL,
    done: Callable[[int, int], object] | None = None,
    known: KnownDifferences | None = None,
) -> Differences:
    """Every question of both compared; `questions` names those to look at. `budget`: nodes of the search for one effect on one question.

    `done` is called with how many of how many questions are done; `known` has verdicts of the same budget, and gets those that are new.
    Raises `NotShown`.
    """
    comparing = Comparing(before, after, budget, known=known)
    wanted = None if questions is None else frozenset(questions)
    both = [name for name in after.questions if name in before.questions and (wanted is None or name in wanted)]
    verdicts: list[QuestionDifference] = []
    for name in both:
        if done is not None:
            done(len(verdicts), len(both))
        verdicts.append(comparing.verdict(name))
    added = tuple(name for name in after.questions if name not in before.questions and (wanted is None or name in wanted))
    removed = tuple(name for name in before.questions if name not in after.questions and (wanted is None or name in wanted))
    return Differences(tuple(verdicts), added, removed, tuple(unlike(before, after)))


def was_answered(change: Change) -> bool:
    """Whether there was an answer before."""
    return change.before.status is Status.ANSWERED


def answered_first(changes: Sequence[Change]) -> Change | None:
    """The first change of what was answered; if there is none, the first; None where there are no changes."""
    return next((change for change in changes if was_answered(change)), next(iter(changes), None))


class Comparing:
    """The comparison of two cores, one question at a time.

    `refused` is kept by what compares one core with many others that declare the same: what of it cannot be looked into is tried once.
    `known` has whole verdicts by their keys, and gets those that are new; with it no change is `enough`.
    """

    def __init__(
        self,
        before: Core,
        after: Core,
        budget: int = USUAL,
        after_prints: Fingerprints | None = None,
        refused: Refused | None = None,
        known: KnownDifferences | None = None,
    ) -> None:
        self.sides = Sides(before, after, after_prints)
        self.budget = budget
        self.refused = refused
        self.known = known

    @nests_deep
    def verdict(self, name: str, enough: Callable[[Change], bool] = lambda change: False) -> QuestionDifference:
        """What becomes of a question of both. Raises `NotShown` if the interpreter does not bear out what the formulas say.

        After a change that is `enough` no other is looked for.
        """
        if self.sides.same(name):
            return QuestionDifference(name, alike=True)
        if self.known is None:
            return self._worked_out(name, enough)
        key = self.sides.key(name)
        if key not in self.known:
            self.known[key] = self._worked_out(name, enough)
        return self.known[key]

    def _worked_out(self, name: str, enough: Callable[[Change], bool]) -> QuestionDifference:
        sides = self.sides
        strange = sides.strange(name)
        if strange is not None:
            return QuestionDifference(name, reason=strange)
        try:
            if self.refused is not None:
                sides.refuse(self._refusals(name, self.refused))
            compared = Compared(sides, name, self.budget)
        except NotAnalysable as refusal:
            return QuestionDifference(name, reason=refusal.reason)
        except TooLarge:
            return QuestionDifference(name, reason=f"`{name}` can come about in too many ways")
        found: list[Change] = []
        reason: str | None = None
        try:
            for change in compared.changes():
                found.append(change)
                if enough(change):
                    return QuestionDifference(name, tuple(found))
        except Spent as spent:
            reason = spent.why
        return QuestionDifference(name, tuple(found), reason or compared.doubt(found))

    def _refusals(self, name: str, refused: Refused) -> Refusals:
        """What of the core before cannot be looked into on the way to an answer."""
        several, needs = refused.setdefault(name, []), self.sides.needs
        found = next((refusals for wanted, refusals in several if wanted == needs), None)
        if found is None:
            found = self.sides.refused(name)
            several.append((needs, found))
        return found


class Compared:
    """One question encoded on both sides."""

    def __init__(self, sides: Sides, name: str, budget: int) -> None:
        self.sides = sides
        self.question: Question = sides.matched.question(name)
        self.encoders = sides.encoders()
        first = self.encoders[0]
        self.space = first.space
        self.algebra = first.algebra
        self.env = first.world.arguments(self.question)
        answer = self._answer(self.encoders[0])
        self.encoders[1].learn(self.encoders[0], sides.same)
        self.answers: tuple[Value, Value] = (answer, self._answer(self.encoders[1]))
        self.holes = self._holes()
        self._left: list[Effect] = []
        """Effects that there may be, and which the interpreter does not show."""
        self.effects = dict(self._effects())
        # What the answers depend on is fixed when an effect is shown: it must be possible together, too.
        self.about = {variable for value in self.answers for variable in support_with_numbers(self.space, value)}
        self.about.update(*[self.space.variables_of(formula) for formula in self.effects.values()])
        given = [first.world.frame(self.question)]
        for encoder in self.encoders:
            given.append(encoder.possible(self.about))
        self.solver = Solver(self.space, budget, self.space.both(*given))

    def _answer(self, encoder: Encoder) -> Value:
        try:
            value = self.algebra.as_value(encoder.answer(self.question.name, self.env))
        except NotAnalysable as refusal:
            raise NotAnalysable(f"{self._edition(encoder)}{refusal.reason}") from None
        return left_open(encoder, value, self.sides.matched.readings)

    def _holes(self) -> tuple[str, ...]:
        """What is not looked into on the way to the answers: an effect that depends on it is one only if it is shown."""
        found: list[str] = []
        for encoder, value in zip(self.encoders, self.answers, strict=True):
            for where in parts(value):
                found += [f"{self._edition(encoder)}{reason}" for reason in encoder.reasons(where)]
        return tuple(dict.fromkeys(found))

    def _edition(self, encoder: Encoder) -> str:
        """The edition that a reason is about, where the two sides have different ones."""
        one, other = (each.core.edition for each in self.encoders)
        return "" if one == other else f"in the edition `{encoder.core.edition}`: "

    def _effects(self) -> Iterator[tuple[Effect, Formula]]:
        """Where each effect is: no two hold together, and where none holds the answers are the same."""
        algebra, both, negate = self.algebra, self.space.both, self.space.negate
        before, after = self.answers
        defined = [algebra.defined(one) for one in self.answers]
        ill = [algebra.ill(one) for one in self.answers]
        undetermined = [both(negate(there), negate(bad)) for there, bad in zip(defined, ill, strict=True)]
        yield Effect.CHANGES, both(defined[0], defined[1], negate(algebra.same(before, after)))
        yield Effect.SETTLES, both(negate(defined[0]), defined[1])
        yield Effect.OPENS, both(negate(undetermined[0]), undetermined[1])
        yield Effect.CONFLICT, both(negate(ill[0]), ill[1])

    def doubt(self, found: list[Change]) -> str | None:
        """Why effects that were not found are not proved not to be there."""
        shown = {change.effect for change in found}
        left = [formula for effect, formula in self.effects.items() if effect not in shown]
        limits: tuple[str, ...] = ()
        if any(formula != FALSE for formula in left):
            limits = self.sides.limits(self.question.name)
        elif not found:
            limits = self.sides.made_of_all(self.question.name)
        return next(iter((*(self.holes if self._left else ()), *limits)), None)

    def changes(self) -> Iterator[Change]:
        """The effects that there are, each shown. Raises `Spent`, `NotShown`."""
        for effect, formula in self.effects.items():
            change = None if formula == FALSE else self._change(effect, formula)
            if change is not None:
                yield change

    def _change(self, effect: Effect, formula: Formula) -> Change | None:
        """An effect that there may be, shown; first looked for where it is known what comes about."""
        possible = False
        for one in dict.fromkeys((self._surely(formula), formula)):
            box = None if one == FALSE else small(self.solver, one)
            if box is not None:
                possible = True
                change = self._shown(effect, one, box)
                if change is not None:
                    return change
        if possible:
            self._left.append(effect)
        return None

    def _surely(self, formula: Formula) -> Formula:
        """A formula where it is known on both sides what comes about."""
        return self.encoders[1].surely(self.encoders[0].surely(formula))

    # ---- showing --------------------------------------------------------------------------------------------------------------------

    def _shown(self, effect: Effect, formula: Formula, box: Box) -> Change | None:
        """The effect in the interpreter, in a situation as small as can be; None where it depends on what was not looked into."""
        point = self._point(box)
        outcomes = self.outcomes(point)
        if outcomes is None or effect_of(*outcomes) is not effect:
            point = self._point(self._all_fixed(formula, box))
            outcomes = self.outcomes(point)
        if outcomes is None or effect_of(*outcomes) is not effect:
            if self.holes:
                return None
            raise NotShown(f"the interpreter does not show that an answer {effect.value}: {self.case(point)}")
        point = self._smaller(point, outcomes)
        return Change(self.question.name, effect, self.case(point), *outcomes, self._causes(point), point)

    def _point(self, box: Box) -> Point:
        """A situation in a box; nothing is said of things that are not there."""
        keys = self.space.keys
        key_of = {variable: keys[variable] for variable in box}
        gone = {key.thing for variable, key in key_of.items() if isinstance(key, ThingVariable) and box[variable] == 2}
        box = {v: mask for v, mask in box.items() if not (isinstance(key := key_of[v], FactVariable) and gone.intersection(key.args))}
        point = self.sides.after.witnesses.point(self.encoders[1].world, self.question, box)
        matched = self.sides.matched.readings
        return replace(point, readings={name: choice for name, choice in point.readings.items() if name in matched})

    def _all_fixed(self, formula: Formula, box: Box) -> Box:
        """The box with everything fixed that the answers depend on."""
        return all_fixed(self.solver, formula, box, self.about | self.space.variables_of(self.solver.given))

    def outcomes(self, point: Point) -> tuple[Outcome, Outcome] | None:
        """The one outcome on each side under every completion of a situation; None where there is more than one."""
        found = []
        for side in self.sides.both:
            outcome = outcome_in(side.witnesses, point)
            if outcome is None:
                return None
            found.append(outcome)
        return found[0], found[1]

    def _smaller(self, point: Point, wanted: tuple[Outcome, Outcome]) -> Point:
        """The situation without what does not matter to these outcomes."""
        for less in _switched_off(point):
            point = less if self.outcomes(less) == wanted else point
        for thing in [one for one in point.things if one not in point.args]:
            less = _without_thing(point, thing)
            point = less if self.outcomes(less) == wanted else point
        for fact, value in list(point.facts.items()):
            less = replace(point, facts={key: value for key, value in point.facts.items() if key != fact})
            both = zip(self.sides.both, wanted, strict=True)
            point = less if all(stays_in(side.witnesses, less, outcome, fact, value) for side, outcome in both) else point
        return point

    def _causes(self, point: Point) -> tuple[str, ...]:
        """The cases of the rules that stand on one side and not on the other, on the way to the answers."""
        standing: list[dict[tuple[str, str, str], None]] = []
        for side in self.sides.both:
            standing.append(dict.fromkeys(_standing(side.witnesses.worked_out(known_to(side.core, point)).results())))
        return tuple(dict.fromkeys(one[0] for one in (*standing[1], *standing[0]) if (one in standing[0]) != (one in standing[1])))

    def case(self, point: Point) -> Witness:
        """A situation as texts of the language; facts that only the side before knows are in its words."""
        return case_text(point, self.question, self.sides.after.core, self.sides.before.core)


@nests_deep
def outcome_in(witnesses: Witnesses, point: Point) -> Outcome | None:
    """What the interpreter answers under every completion of a situation; None where that is not one and the same."""
    found = witnesses.inquiry(known_to(witnesses.core, point)).certain()
    if found is None:
        return None
    if found[0] != "answered":
        return Outcome(Status(found[0]))
    return Outcome(Status.ANSWERED, found[1], unit_of(witnesses.core.questions[point.question]))


@nests_deep
def stays_in(witnesses: Witnesses, point: Point, outcome: Outcome, without: FactKey, value: Any) -> bool:
    """Whether the interpreter still answers an outcome, certain where a fact has this value, in the situation where it is not given."""
    if without[0] not in witnesses.core.facts:
        return True
    answered = (outcome.status.value, outcome.value) if outcome.status is Status.ANSWERED else (outcome.status.value,)
    return witnesses.inquiry(known_to(witnesses.core, point)).stays(answered, without, value)


def known_to(core: Core, point: Point) -> Point:
    """A situation without what a core does not know: readings that are not there or are settled, facts and options that are not there."""
    open_ = {name for name, reading in core.readings.items() if reading.settled_as is None}
    return replace(
        point,
        readings={name: choice for name, choice in point.readings.items() if name in open_},
        facts={key: value for key, value in point.facts.items() if key[0] in core.facts},
        options=point.options & set(core.options),
    )


def effect_of(before: Outcome, after: Outcome) -> Effect | None:
    """What becomes of an answer; None where it stays what it is."""
    if before.status is after.status:
        return None if before == after else Effect.CHANGES
    match after.status:
        case Status.ANSWERED:
            return Effect.SETTLES
        case Status.CONFLICT:
            return Effect.CONFLICT
        case Status.UNDETERMINED | Status.MISSING:
            return Effect.OPENS
        case _:
            assert_never(after.status)


def _standing(results: Iterable[Result]) -> Iterator[tuple[str, str, str]]:
    for result in results:
        for one in result.weighed:
            if one.state is State.STANDS:
                yield one.live.rule.case, one.live.rule.question, one.live.rule.says


def _switched_off(point: Point) -> Iterator[Point]:
    """The same situation with one switch fewer, one after the other."""
    if point.game is not None:
        yield replace(point, game=None)
    if point.scenario is not None:
        yield replace(point, scenario=None)
    for name in sorted(point.readings):
        yield replace(point, readings={other: choice for other, choice in point.readings.items() if other != name})


def _without_thing(point: Point, thing: str) -> Point:
    """The same situation where one of its things is not there."""
    facts = {(fact, args): value for (fact, args), value in point.facts.items() if thing not in args and value != thing}
    return replace(point, things={one: kind for one, kind in point.things.items() if one != thing}, facts=facts)

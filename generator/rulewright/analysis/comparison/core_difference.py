"""The difference of two cores, question by question: equal in every situation, or a situation in which the answer changes.

>>> found = differences(printed, errata)
>>> [(one.question, one.before.status, one.after.status) for one in found.changes]
[('allowance', 'undetermined', 'answered')]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, TypeAlias, assert_never

from rulewright.analysis.comparison.paired_cores import DeclarationDifference, Sides, unlike_declarations
from rulewright.analysis.verdicts.findings import Witness
from rulewright.analysis.verdicts.fingerprint import Fingerprints
from rulewright.analysis.verdicts.witness import NotShown, Point, Witnesses, fix_variables, smallest_box, witness_from_point
from rulewright.base.limits import DEFAULT_BUDGET
from rulewright.base.records import record
from rulewright.base.runtime import nests_deep
from rulewright.core.model import Core
from rulewright.core.query import Status
from rulewright.core.wording import unit_of, with_unit
from rulewright.engines.interpreter.evaluation import Evaluation
from rulewright.engines.interpreter.fixpoint import ClaimStatus
from rulewright.engines.solver.encoding.encoder import Encoder, Refusals
from rulewright.engines.solver.encoding.open_readings import common_answer_of_readings
from rulewright.engines.solver.encoding.world import FactVariable, ThingVariable, WorldNeeds
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, Formula, TooLarge
from rulewright.engines.solver.formula.symbolic import Value, support_with_numbers, value_formulas
from rulewright.engines.solver.search.solver import Box, BudgetExhausted, Solver
from rulewright.semantics.model import Question
from rulewright.semantics.terms import FactKey, Plain
from rulewright.semantics.types import written_decimals

RefusalsByNeeds: TypeAlias = dict[str, list[tuple[WorldNeeds, Refusals]]]
"""By question, and by the needs of its world: the parts that cannot be encoded on the way to its answer."""

KnownDifferences: TypeAlias = "MutableMapping[str, QuestionDifference]"
"""Verdicts by key, which covers all that they depend on."""


class Effect(StrEnum):
    """A kind of change of an answer."""

    CHANGES = "changes"
    SETTLES = "settles"
    """It was undetermined, a conflict or out of range, and is answered."""
    OPENS = "opens"
    """It was answered, a conflict or out of range, and is undetermined."""
    CONFLICT = "conflict"
    """It was answered, undetermined or out of range, and is a conflict."""
    OUT_OF_RANGE = "out of range"
    """It was answered, undetermined or a conflict, and is out of range."""


@record
class Outcome:
    """A status, with the value, its unit and its least number of decimal places if it is answered."""

    status: Status
    value: Plain = None
    unit: str | None = None
    decimal: int = 0

    @property
    def text(self) -> str:
        return with_unit(self.value, self.unit, decimal=self.decimal) if self.status is Status.ANSWERED else self.status.value


@record
class Change:
    """A situation in which the answer to a question changes; `cases` are those of the rules that make the difference.

    `point` is the situation as input of the interpreter.
    """

    question: str
    effect: Effect
    situation: Witness
    outcome_before: Outcome
    outcome_after: Outcome
    cases: tuple[str, ...]
    point: Point = field(compare=False, repr=False)


@record
class QuestionDifference:
    """The verdict on one question: the first situation of each effect; `reason`: the reason why it is incomplete.

    A verdict without `reason` is a proof: no other effect exists. `alike`: nothing on which the question depends differs.
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
    """The comparison of two cores, in the situations that are possible in both.

    `added` and `removed` are questions of only one core, `unlike` are declarations of only one, or with different content.
    """

    verdicts: tuple[QuestionDifference, ...] = ()
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    unlike: tuple[DeclarationDifference, ...] = ()

    @property
    def changes(self) -> tuple[Change, ...]:
        return tuple(change for verdict in self.verdicts for change in verdict.changes)

    @property
    def equal(self) -> tuple[str, ...]:
        return tuple(verdict.question for verdict in self.verdicts if verdict.equal)

    @property
    def not_analysed(self) -> tuple[tuple[str, str], ...]:
        """Questions that were not fully decided, with the reason."""
        return tuple((verdict.question, verdict.reason) for verdict in self.verdicts if verdict.reason is not None)


def compare_cores(
    old: Core,
    new: Core,
    questions: Iterable[str] | None = None,
    budget: int = DEFAULT_BUDGET,
    done: Callable[[int, int], object] | None = None,
    known: KnownDifferences | None = None,
) -> Differences:
    """Compare every shared question; `questions` restricts them. `budget`: search nodes for one effect on one question.

    `done` is called with the number of finished questions and the total; `known` has verdicts of the same budget, and gets new ones.
    Raises `NotShown`.
    """
    comparing = CoreComparison(old, new, budget, known=known)
    selected = None if questions is None else frozenset(questions)
    shared = [name for name in new.questions if name in old.questions and (selected is None or name in selected)]
    verdicts: list[QuestionDifference] = []
    for name in shared:
        if done is not None:
            done(len(verdicts), len(shared))
        verdicts.append(comparing.verdict_on(name))
    added = tuple(name for name in new.questions if name not in old.questions and (selected is None or name in selected))
    removed = tuple(name for name in old.questions if name not in new.questions and (selected is None or name in selected))
    return Differences(tuple(verdicts), added, removed, tuple(unlike_declarations(old, new)))


def was_answered(change: Change) -> bool:
    """Return True if there was an answer before."""
    return change.outcome_before.status is Status.ANSWERED


def answered_first(changes: Sequence[Change]) -> Change | None:
    """Return the first change of an answered question, or else the first change; None if there are no changes."""
    return next((change for change in changes if was_answered(change)), next(iter(changes), None))


class CoreComparison:
    """The comparison of two cores, one question at a time.

    `refused` is shared by comparisons of one core with many others of the same declarations: its refusals are computed once. `known` has
    verdicts by key, and gets new ones; with it no change may be `enough`.
    """

    def __init__(
        self,
        old: Core,
        new: Core,
        budget: int = DEFAULT_BUDGET,
        after_prints: Fingerprints | None = None,
        refused: RefusalsByNeeds | None = None,
        known: KnownDifferences | None = None,
    ) -> None:
        self.sides = Sides(old, new, after_prints)
        self.budget = budget
        self.refused = refused
        self.known = known

    @nests_deep
    def verdict_on(self, name: str, enough: Callable[[Change], bool] = lambda change: False) -> QuestionDifference:
        """Return the verdict on a shared question. Raises `NotShown` if the interpreter does not confirm the formulas.

        After a change that is `enough` the search stops.
        """
        if self.sides.is_same(name):
            return QuestionDifference(name, alike=True)
        if self.known is None:
            return self._compute_verdict(name, enough)
        key = self.sides.key_of(name)
        if key not in self.known:
            self.known[key] = self._compute_verdict(name, enough)
        return self.known[key]

    def _compute_verdict(self, name: str, enough: Callable[[Change], bool]) -> QuestionDifference:
        sides = self.sides
        mismatch = sides.mismatch_of(name)
        if mismatch is not None:
            return QuestionDifference(name, reason=mismatch)
        try:
            if self.refused is not None:
                sides.reset_with_refusals(self._refusals_before(name, self.refused))
            pair = EncodedPair(sides, name, self.budget)
        except NotAnalysable as refusal:
            return QuestionDifference(name, reason=refusal.reason)
        except TooLarge:
            return QuestionDifference(name, reason=f"`{name}` can come about in too many ways")
        changes: list[Change] = []
        reason: str | None = None
        try:
            for change in pair.find_changes():
                changes.append(change)
                if enough(change):
                    return QuestionDifference(name, tuple(changes))
        except BudgetExhausted as spent:
            reason = spent.reason
        return QuestionDifference(name, tuple(changes), reason or pair.reason_for_doubt(changes))

    def _refusals_before(self, name: str, refused: RefusalsByNeeds) -> Refusals:
        """Return the refusals of the earlier core on the way to an answer."""
        entries, needs = refused.setdefault(name, []), self.sides.needs
        known_refusals = next((refusals for entry_needs, refusals in entries if entry_needs == needs), None)
        if known_refusals is None:
            known_refusals = self.sides.find_refusals(name)
            entries.append((needs, known_refusals))
        return known_refusals


class EncodedPair:
    """One question encoded on both sides."""

    def __init__(self, sides: Sides, name: str, budget: int) -> None:
        self.sides = sides
        self.question: Question = sides.matched.common_question(name)
        self.encoders = sides.encoders()
        first = self.encoders[0]
        self.space = first.space
        self.algebra = first.algebra
        self.env = first.world.question_arguments(self.question)
        answer = self._encode_answer(self.encoders[0])
        self.encoders[1].learn_from(self.encoders[0], sides.is_same)
        self.answers: tuple[Value, Value] = (answer, self._encode_answer(self.encoders[1]))
        self.holes = self._opaque_reasons()
        self._unshown: list[Effect] = []
        """Possible effects that the interpreter does not show."""
        self.effects = dict(self._effect_regions())
        # The variables of the answers are fixed when an effect is shown, so they must be possible together, too.
        self.variables = {variable for value in self.answers for variable in support_with_numbers(self.space, value)}
        self.variables.update(*[self.space.variables_of(formula) for formula in self.effects.values()])
        premises = [first.world.existing_arguments(self.question)]
        for encoder in self.encoders:
            premises.append(encoder.possible_situations(self.variables))
        self.solver = Solver(self.space, budget, self.space.conjunction(*premises))

    def _encode_answer(self, encoder: Encoder) -> Value:
        try:
            value = self.algebra.as_value(encoder.encode_answer(self.question.name, self.env))
        except NotAnalysable as refusal:
            raise NotAnalysable(f"{self._edition_prefix(encoder)}{refusal.reason}") from None
        return common_answer_of_readings(encoder, value, self.sides.matched.readings)

    def _opaque_reasons(self) -> tuple[str, ...]:
        """Return the reasons for opaque parts of the answers: an effect that depends on them exists only if it is shown."""
        reasons: list[str] = []
        for encoder, value in zip(self.encoders, self.answers, strict=True):
            for formula in value_formulas(value):
                reasons += [f"{self._edition_prefix(encoder)}{reason}" for reason in encoder.opaque_reasons(formula)]
        return tuple(dict.fromkeys(reasons))

    def _edition_prefix(self, encoder: Encoder) -> str:
        """Return a prefix that names the edition of a reason, if the two sides have different ones."""
        first_edition, second_edition = (encoder_of_side.core.edition for encoder_of_side in self.encoders)
        return "" if first_edition == second_edition else f"in the edition `{encoder.core.edition}`: "

    def _effect_regions(self) -> Iterator[tuple[Effect, Formula]]:
        """Yield the region of each effect: no two overlap, and outside of them the answers are the same."""
        algebra, conjunction, negate = self.algebra, self.space.conjunction, self.space.negate
        old_answer, new_answer = self.answers
        defined = [algebra.defined_region(answer) for answer in self.answers]
        clashing = [algebra.clash_region(answer) for answer in self.answers]
        out_of_range = [algebra.outside_region(answer) for answer in self.answers]
        undetermined = [conjunction(*map(negate, regions)) for regions in zip(defined, clashing, out_of_range, strict=True)]
        yield Effect.CHANGES, conjunction(defined[0], defined[1], negate(algebra.equal_region(old_answer, new_answer)))
        yield Effect.SETTLES, conjunction(negate(defined[0]), defined[1])
        yield Effect.OPENS, conjunction(negate(undetermined[0]), undetermined[1])
        yield Effect.CONFLICT, conjunction(negate(clashing[0]), clashing[1])
        yield Effect.OUT_OF_RANGE, conjunction(negate(out_of_range[0]), out_of_range[1])

    def reason_for_doubt(self, changes: list[Change]) -> str | None:
        """Return the reason why effects that were not found are not proved absent; None if they are."""
        shown_effects = {change.effect for change in changes}
        remaining = [formula for effect, formula in self.effects.items() if effect not in shown_effects]
        limits: tuple[str, ...] = ()
        if any(formula != FALSE for formula in remaining):
            limits = self.sides.limits_of(self.question.name)
        elif not changes:
            limits = self.sides.formula_limits_of(self.question.name)
        return next(iter((*(self.holes if self._unshown else ()), *limits)), None)

    def find_changes(self) -> Iterator[Change]:
        """Yield the effects, each with a situation. Raises `BudgetExhausted`, `NotShown`."""
        for effect, formula in self.effects.items():
            change = None if formula == FALSE else self._find_change(effect, formula)
            if change is not None:
                yield change

    def _find_change(self, effect: Effect, formula: Formula) -> Change | None:
        """Return a change with a possible effect; search first in the region where both outcomes are known."""
        possible = False
        for region in dict.fromkeys((self._known_region(formula), formula)):
            box = None if region == FALSE else smallest_box(self.solver, region, self.encoders[1].world, self.question)
            if box is not None:
                possible = True
                change = self._replay_change(effect, region, box)
                if change is not None:
                    return change
        if possible:
            self._unshown.append(effect)
        return None

    def _known_region(self, formula: Formula) -> Formula:
        """Return the part of a formula in which the outcomes of both sides are known."""
        return self.encoders[1].restrict_to_known(self.encoders[0].restrict_to_known(formula))

    # ---- showing --------------------------------------------------------------------------------------------------------------------

    def _replay_change(self, effect: Effect, formula: Formula, box: Box) -> Change | None:
        """Return the effect as the interpreter shows it, in a minimal situation; None if it depends on opaque parts."""
        point = self._point_in_box(box)
        outcomes = self.outcomes_at(point)
        if outcomes is None or effect_of(*outcomes) is not effect:
            point = self._point_in_box(self._fix_answer_variables(formula, box))
            outcomes = self.outcomes_at(point)
        if outcomes is None or effect_of(*outcomes) is not effect:
            if self.holes:
                return None
            raise NotShown(f"the interpreter does not show that an answer {effect.value}: {self.witness_of(point)}")
        point = self._minimize(point, outcomes)
        witnesses = self.sides.after.witnesses
        point = witnesses.with_names_in_order(point)
        outcomes = self.outcomes_at(point) or outcomes
        linked = witnesses.with_links(point, lambda candidate: self.outcomes_at(candidate) == outcomes)
        return Change(self.question.name, effect, self.witness_of(linked), *outcomes, self._cases_of_difference(point), point)

    def _point_in_box(self, box: Box) -> Point:
        """Return a situation in a box, without facts about things that do not exist."""
        keys = self.space.keys
        key_of = {variable: keys[variable] for variable in box}
        absent_things = {key.thing for variable, key in key_of.items() if isinstance(key, ThingVariable) and box[variable] == 2}
        box = {
            v: mask for v, mask in box.items() if not (isinstance(key := key_of[v], FactVariable) and absent_things.intersection(key.args))
        }
        point = self.sides.after.witnesses.point_in_box(self.encoders[1].world, self.question, box)
        matched = self.sides.matched.readings
        return replace(point, readings={name: choice for name, choice in point.readings.items() if name in matched})

    def _fix_answer_variables(self, formula: Formula, box: Box) -> Box:
        """Return the box with all variables fixed on which the answers depend."""
        return fix_variables(self.solver, formula, box, self.variables | self.space.variables_of(self.solver.assumption))

    def outcomes_at(self, point: Point) -> tuple[Outcome, Outcome] | None:
        """Return the unique outcome on each side under every completion of a situation; None if one is not unique."""
        outcomes = []
        for side in self.sides.pair:
            outcome = outcome_in(side.witnesses, point)
            if outcome is None:
                return None
            outcomes.append(outcome)
        return outcomes[0], outcomes[1]

    def _minimize(self, point: Point, expected: tuple[Outcome, Outcome]) -> Point:
        """Return the situation without the parts that do not matter to these outcomes."""
        for reduced in _without_one_switch(point):
            point = reduced if self.outcomes_at(reduced) == expected else point
        for thing in [name for name in point.things if name not in point.args]:
            reduced = _without_thing(point, thing)
            point = reduced if self.outcomes_at(reduced) == expected else point
        for fact, value in list(point.facts.items()):
            reduced = replace(point, facts={key: value for key, value in point.facts.items() if key != fact})
            outcomes_by_side = zip(self.sides.pair, expected, strict=True)
            point = reduced if all(stays_in(side.witnesses, reduced, outcome, fact, value) for side, outcome in outcomes_by_side) else point
        return point

    def _cases_of_difference(self, point: Point) -> tuple[str, ...]:
        """Return the cases of the rules that stand on one side only, on the way to the answers."""
        standing_rules: list[dict[tuple[str, str, str], None]] = []
        for side in self.sides.pair:
            standing_rules.append(
                dict.fromkeys(_standing_rules(side.witnesses.evaluate_situation(restrict_to_core(side.core, point)).all_evaluations()))
            )
        return tuple(
            dict.fromkeys(
                entry[0]
                for entry in (*standing_rules[1], *standing_rules[0])
                if (entry in standing_rules[0]) != (entry in standing_rules[1])
            )
        )

    def witness_of(self, point: Point) -> Witness:
        """Return a situation as texts of the language; facts that only the earlier core has are in its words."""
        return witness_from_point(point, self.question, self.sides.after.core, self.sides.before.core)


@nests_deep
def outcome_in(witnesses: Witnesses, point: Point) -> Outcome | None:
    """Return the interpreter's answer under every completion of a situation; None if it is not unique."""
    certain_outcome = witnesses.inquiry(restrict_to_core(witnesses.core, point)).common_outcome()
    if certain_outcome is None:
        return None
    if certain_outcome[0] != "answered":
        return Outcome(Status(certain_outcome[0]))
    question = witnesses.core.questions[point.question]
    return Outcome(Status.ANSWERED, certain_outcome[1], unit_of(question), written_decimals(question.type))


@nests_deep
def stays_in(witnesses: Witnesses, point: Point, outcome: Outcome, fact: FactKey, value: Any) -> bool:
    """Return True if the interpreter's outcome, certain with this value of a fact, stays the same without the fact."""
    if fact[0] not in witnesses.core.facts:
        return True
    expected = (outcome.status.value, outcome.value) if outcome.status is Status.ANSWERED else (outcome.status.value,)
    return witnesses.inquiry(restrict_to_core(witnesses.core, point)).is_outcome_without(expected, fact, value)


def restrict_to_core(core: Core, point: Point) -> Point:
    """Return a situation without parts that a core does not have: absent or settled readings, absent facts and options."""
    open_ = {name for name, reading in core.readings.items() if reading.settled_as is None}
    return replace(
        point,
        readings={name: choice for name, choice in point.readings.items() if name in open_},
        facts={key: value for key, value in point.facts.items() if key[0] in core.facts},
        options=point.options & set(core.options),
    )


def effect_of(old: Outcome, new: Outcome) -> Effect | None:
    """Return the kind of change of an answer; None if it stays the same."""
    if old.status is new.status:
        return None if old == new else Effect.CHANGES
    match new.status:
        case Status.ANSWERED:
            return Effect.SETTLES
        case Status.CONFLICT:
            return Effect.CONFLICT
        case Status.OUT_OF_RANGE:
            return Effect.OUT_OF_RANGE
        case Status.UNDETERMINED | Status.MISSING:
            return Effect.OPENS
        case _:
            assert_never(new.status)


def _standing_rules(results: Iterable[Evaluation]) -> Iterator[tuple[str, str, str]]:
    for result in results:
        for claim in result.claims:
            if claim.status is ClaimStatus.STANDS:
                yield claim.live.rule.case, claim.live.rule.question, claim.live.rule.says


def _without_one_switch(point: Point) -> Iterator[Point]:
    """Yield the situation without one of its switches, each in turn."""
    if point.game is not None:
        yield replace(point, game=None)
    if point.scenario is not None:
        yield replace(point, scenario=None)
    for name in sorted(point.readings):
        yield replace(point, readings={other: choice for other, choice in point.readings.items() if other != name})


def _without_thing(point: Point, thing: str) -> Point:
    """Return the situation without one of its things."""
    facts = {(fact, args): value for (fact, args), value in point.facts.items() if thing not in args and value != thing}
    return replace(point, things={name: kind for name, kind in point.things.items() if name != thing}, facts=facts)

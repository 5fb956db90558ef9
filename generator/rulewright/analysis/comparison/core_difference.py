"""The difference of two cores, question by question: equal in every situation, or a situation in which the answer changes.

>>> found = differences(printed, errata)
>>> [(one.question, one.before.status, one.after.status) for one in found.changes]
[('allowance', 'undetermined', 'answered')]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from contextlib import suppress
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias

from rulewright.analysis.comparison.answer_change import Change, Effect
from rulewright.analysis.comparison.carried import CarriedDifference
from rulewright.analysis.comparison.paired_cores import DeclarationDifference, Sides, unlike_declarations
from rulewright.analysis.comparison.replay import PairReplay
from rulewright.analysis.verdicts.fingerprint import Fingerprints
from rulewright.analysis.verdicts.witness import NotShown
from rulewright.base.keywords import Comparison
from rulewright.base.limits import DEFAULT_BUDGET
from rulewright.base.records import record
from rulewright.base.runtime import nests_deep
from rulewright.base.steps import count_step
from rulewright.core.model import Core
from rulewright.engines.solver.encoding.encoder import Encoder, Refusals
from rulewright.engines.solver.encoding.open_readings import common_answer_of_readings
from rulewright.engines.solver.encoding.world import FactVariable, ThingVariable, WorldNeeds
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, Formula, TooLarge
from rulewright.engines.solver.formula.symbolic import Value, support_with_numbers, value_formulas
from rulewright.engines.solver.questions.boxes import fix_variables, smallest_box
from rulewright.engines.solver.questions.point import Point, point_in_box
from rulewright.engines.solver.search.solver import Box, BudgetExhausted, Solver
from rulewright.semantics.model import Question

RefusalsByNeeds: TypeAlias = dict[str, list[tuple[WorldNeeds, Refusals]]]
"""By question, and by the needs of its world: the parts that cannot be encoded on the way to its answer."""

KnownDifferences: TypeAlias = "MutableMapping[str, QuestionDifference]"
"""Verdicts by key, which covers all that they depend on."""


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


@record
class Precedent:
    """The verdict on a question in another comparison with the same later core: the key under which it is kept, and that of its content."""

    key: str
    content_key: str
    verdict: QuestionDifference


NO_PRECEDENTS: Mapping[str, Precedent] = MappingProxyType({})


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
) -> Differences:
    """Compare every shared question; `questions` restricts them. `budget`: search nodes for one effect on one question.

    `done` is called with the number of finished questions and the total. Raises `NotShown`.
    """
    return compare_questions(CoreComparison(old, new, budget), questions, done)


def compare_questions(
    comparison: CoreComparison, questions: Iterable[str] | None = None, done: Callable[[int, int], object] | None = None
) -> Differences:
    """Return the differences that a comparison finds, as `compare_cores` does."""
    old, new = (side.core for side in comparison.sides.pair)
    selected = None if questions is None else frozenset(questions)
    shared = [name for name in new.questions if name in old.questions and (selected is None or name in selected)]
    verdicts: list[QuestionDifference] = []
    for name in shared:
        if done is not None:
            done(len(verdicts), len(shared))
        verdicts.append(comparison.verdict_on(name))
    added = tuple(name for name in new.questions if name not in old.questions and (selected is None or name in selected))
    removed = tuple(name for name in old.questions if name not in new.questions and (selected is None or name in selected))
    return Differences(tuple(verdicts), added, removed, tuple(unlike_declarations(old, new)))


class CoreComparison:
    """The comparison of two cores, one question at a time.

    `refused` is shared by comparisons of one core with many others of the same declarations: its refusals are computed once. `known` has
    verdicts by key, and gets new ones; with it no change may be `enough`. `precedents` has verdicts of another comparison by question: one
    on the same content is taken over.
    """

    def __init__(
        self,
        old: Core,
        new: Core,
        budget: int = DEFAULT_BUDGET,
        after_prints: Fingerprints | None = None,
        refused: RefusalsByNeeds | None = None,
        known: KnownDifferences | None = None,
        precedents: Mapping[str, Precedent] = NO_PRECEDENTS,
    ) -> None:
        self.sides = Sides(old, new, after_prints)
        self.budget = budget
        self.refused = refused
        self.known = known
        self._found: KnownDifferences = {}
        self.precedents = precedents

    @nests_deep
    def verdict_on(self, name: str, enough: Callable[[Change], bool] = lambda change: False) -> QuestionDifference:
        """Return the verdict on a shared question. Raises `NotShown` if the interpreter does not confirm the formulas.

        After a change that is `enough` the search stops.
        """
        if self.sides.is_same(name):
            return QuestionDifference(name, alike=True)
        key = name if self.known is None else self.key_of(name)
        known = self._found if self.known is None else self.known
        if key not in known:
            known[key] = self._compute_verdict(name, enough)
            count_step()
        return known[key]

    def key_of(self, name: str) -> str:
        """Return a digest of all that the verdict on a shared question depends on."""
        precedent = self._precedent_on(name)
        return self.sides.key_of(name, "" if precedent is None else precedent.key)

    def _precedent_on(self, name: str) -> Precedent | None:
        """Return the precedent on the same content of a question, if there is one."""
        precedent = self.precedents.get(name)
        return precedent if precedent is not None and precedent.content_key == self.sides.content_key_of(name) else None

    def precedent_of(self, verdict: QuestionDifference) -> Precedent:
        """Return a verdict of this comparison as a precedent for others."""
        return Precedent(self.key_of(verdict.question), self.sides.content_key_of(verdict.question), verdict)

    def _compute_verdict(self, name: str, enough: Callable[[Change], bool]) -> QuestionDifference:
        sides = self.sides
        mismatch = sides.mismatch_of(name)
        if mismatch is not None:
            return QuestionDifference(name, reason=mismatch)
        precedent = self._precedent_on(name)
        if precedent is not None:
            return self._adapt_verdict(precedent.verdict)
        try:
            if self.refused is not None:
                sides.reset_with_refusals(self._refusals_before(name, self.refused))
            pair = EncodedPair(sides, name, self.budget)
        except NotAnalysable as refusal:
            return QuestionDifference(name, self._carried_changes(name), refusal.reason)
        except TooLarge:
            return QuestionDifference(name, self._carried_changes(name), f"`{name}` can come about in too many ways")
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

    def _carried_changes(self, name: str) -> tuple[Change, ...]:
        """Return a change of an answer that cannot be compared over all situations, if it takes one over from what it asks for."""
        callees = set().union(*(side.cones.dependence.reads_of_question(name).questions for side in self.sides.pair)) - {name}
        shared = [other for other in sorted(callees) if all(other in side.core.questions for side in self.sides.pair)]
        changes = (change for other in shared for change in self.verdict_on(other).changes)
        with suppress(NotAnalysable):
            replay = PairReplay(self.sides, self.sides.matched.common_question(name))
            change = CarriedDifference(replay).find_change(changes)
            return () if change is None else (change,)
        return ()

    def _adapt_verdict(self, verdict: QuestionDifference) -> QuestionDifference:
        """Return a verdict on the same content with the cases of these cores."""
        replay = PairReplay(self.sides, self.sides.matched.common_question(verdict.question))
        changes = tuple(replace(change, cases=replay.cases_of_difference(change.point)) for change in verdict.changes)
        return replace(verdict, changes=changes, reason=None if verdict.reason is None else self.sides.reason_between(verdict.reason))

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
        self.replay = PairReplay(sides, self.question)
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
            raise NotAnalysable(f"{self.sides.prefix_of_reason(encoder.core)}{refusal.reason}") from None
        return common_answer_of_readings(encoder, value, self.sides.matched.readings)

    def _opaque_reasons(self) -> tuple[str, ...]:
        """Return the reasons for opaque parts of the answers: an effect that depends on them exists only if it is shown."""
        reasons: list[str] = []
        for encoder, value in zip(self.encoders, self.answers, strict=True):
            for formula in value_formulas(value):
                reasons += [f"{self.sides.prefix_of_reason(encoder.core)}{reason}" for reason in encoder.opaque_reasons(formula)]
        return tuple(dict.fromkeys(reasons))

    def _effect_regions(self) -> Iterator[tuple[Effect, Formula]]:
        """Yield the region of each effect: no two overlap, and outside of them the answers are the same."""
        algebra, conjunction, negate = self.algebra, self.space.conjunction, self.space.negate
        old_answer, new_answer = self.answers
        defined = [algebra.defined_region(answer) for answer in self.answers]
        clashing = [algebra.clash_region(answer) for answer in self.answers]
        out_of_range = [algebra.outside_region(answer) for answer in self.answers]
        undetermined = [conjunction(*map(negate, regions)) for regions in zip(defined, clashing, out_of_range, strict=True)]
        yield Effect.CHANGES, conjunction(defined[0], defined[1], negate(algebra.compare_values(Comparison.IS, old_answer, new_answer).yes))
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
        if not self._may_hold(formula):
            return None
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

    def _may_hold(self, formula: Formula) -> bool:
        """Return False if a formula holds nowhere: by a short search, or else by z3, which is sooner done with a region that is empty."""
        is_possible = self.solver.is_satisfiable_shortly(formula)
        if is_possible is None:
            satisfiable, undecided = self.solver.partition_satisfiable([formula])
            is_possible = bool(satisfiable or undecided)
        return is_possible

    def _known_region(self, formula: Formula) -> Formula:
        """Return the part of a formula in which the outcomes of both sides are known."""
        return self.encoders[1].restrict_to_known(self.encoders[0].restrict_to_known(formula))

    # ---- showing --------------------------------------------------------------------------------------------------------------------

    def _replay_change(self, effect: Effect, formula: Formula, box: Box) -> Change | None:
        """Return the effect as the interpreter shows it, in a minimal situation; None if it depends on opaque parts."""
        change = self.replay.change_at(effect, self._point_in_box(box))
        if change is None:
            point = self._point_in_box(self._fix_answer_variables(formula, box))
            change = self.replay.change_at(effect, point)
            if change is None and not self.holes:
                raise NotShown(f"the interpreter does not show that an answer {effect.value}: {self.replay.witness_of(point)}")
        return change

    def _point_in_box(self, box: Box) -> Point:
        """Return a situation in a box, without facts about things that do not exist."""
        keys = self.space.keys
        key_of = {variable: keys[variable] for variable in box}
        absent_things = {key.thing for variable, key in key_of.items() if isinstance(key, ThingVariable) and box[variable] == 2}
        box = {
            v: mask for v, mask in box.items() if not (isinstance(key := key_of[v], FactVariable) and absent_things.intersection(key.args))
        }
        point = point_in_box(self.sides.after.witnesses.core, self.encoders[1].world, self.question, box)
        matched = self.sides.matched.readings
        return replace(point, readings={name: choice for name, choice in point.readings.items() if name in matched})

    def _fix_answer_variables(self, formula: Formula, box: Box) -> Box:
        """Return the box with all variables fixed on which the answers depend."""
        return fix_variables(self.solver, formula, box, self.variables | self.space.variables_of(self.solver.assumption))

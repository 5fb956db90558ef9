"""One question in one world: its rules, regions of situations, and whether and where a region can hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TypeAlias

from rulewright.base.keywords import Verb
from rulewright.base.limits import note_budget
from rulewright.core.model import Core, CoreRule
from rulewright.engines.solver.cone import Cone
from rulewright.engines.solver.encoding.abstract_world import AbstractWorld
from rulewright.engines.solver.encoding.answers import EncodedQuestion
from rulewright.engines.solver.encoding.crowd_world import CrowdWorld
from rulewright.engines.solver.encoding.encoded_rule import EncodedRule
from rulewright.engines.solver.encoding.encoder import Encoder
from rulewright.engines.solver.encoding.rules import Stage
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, Formula, TooLarge
from rulewright.engines.solver.formula.symbolic import Truth, Value
from rulewright.engines.solver.questions import boxes
from rulewright.engines.solver.questions.example_points import AskedExamples, points_of_examples
from rulewright.engines.solver.questions.point import Point, point_in_box
from rulewright.engines.solver.questions.point_evaluation import PointEvaluation
from rulewright.engines.solver.search.solver import Assignment, Box, BudgetExhausted, Effort, Solver
from rulewright.semantics.model import Question

__all__ = [
    "NOWHERE",
    "Box",
    "BudgetExhausted",
    "Effort",
    "EncodedRule",
    "Holds",
    "NotAnalysable",
    "QuestionFormulas",
    "Region",
    "Stage",
]

Region: TypeAlias = Formula
"""A set of situations of one world, as a handle: equal regions are mostly the same handle."""
NOWHERE: Region = FALSE
Holds: TypeAlias = "bool | str"
"""Whether a region can hold; a text is the reason why that is not decided."""


class QuestionFormulas:
    """A question of a core in the world of an encoder. `solver` knows which situations are possible."""

    def __init__(
        self,
        question: Question,
        cone: Cone,
        encoder: Encoder,
        env: tuple[Value, ...],
        encoded: EncodedQuestion,
        solver: Solver,
        examples: AskedExamples,
        shared_by: int = 0,
    ) -> None:
        self.question = question
        self.cone = cone
        self.encoder = encoder
        self.env = env
        self.encoded = encoded
        self.solver = solver
        self.shared_by = shared_by
        """The number of things that share a sum in a world of any number of things; 0: no such restriction."""
        self.core: Core = encoder.core
        self.space = encoder.space
        self.algebra = encoder.algebra
        self.stages: list[Stage] = encoded.stages
        self.rules = [live for stage in encoded.stages for live in stage.rules]
        self.both, self.either, self.without = self.space.conjunction, self.space.disjunction, self.space.negate
        self._examples = examples
        self._silence: Value | None = None
        self._samples: dict[int, PointEvaluation] = {}
        """The question at sampled points, by sample number."""
        self._example_points: list[Assignment] | None = None
        """The situations of examples that ask the question; None until they are needed."""

    @property
    def has_many(self) -> bool:
        """True if one thing may stand for many."""
        return isinstance(self.encoder.world, AbstractWorld | CrowdWorld)

    @property
    def has_sums(self) -> bool:
        """True if things may share a sum in a world of any number of things."""
        return isinstance(self.encoder.world, AbstractWorld) and self.encoder.world.has_aggregates

    @property
    def limits(self) -> tuple[str, ...]:
        """The reasons why a property of every tried situation may fail in another one."""
        return () if isinstance(self.encoder.world, AbstractWorld) else self.cone.limits

    def is_proved(self, *regions: Region) -> bool:
        """Return True if a result about these regions holds in every situation: no part is opaque, and no limit of the world applies."""
        return not self.limits and not any(self.opaque_reasons(region) for region in regions)

    def opaque_reasons(self, *regions: Region) -> tuple[str, ...]:
        """Return the reasons why conditions in all of these regions together are not read."""
        return self.encoder.opaque_reasons(self.both(*regions))

    # ---- regions --------------------------------------------------------------------------------------------------------------------

    def status_of(self, live: EncodedRule, rival: EncodedRule | None = None) -> Truth:
        """Return the status formulas of a rule; against a `need not`, those of the requirement of a `must`."""
        stage = self.stages[live.rule.stage]
        if live.rule.verb is Verb.MUST and rival is not None and rival.rule.verb is Verb.NEED_NOT:
            return stage.required.get(live.index, stage.statuses[live.index])
        return stage.statuses[live.index]

    def standing_region(self, live: EncodedRule, rival: EncodedRule | None = None) -> Region:
        """Return the region where a rule stands; against a `need not`, where the requirement of a `must` does."""
        return self.status_of(live, rival).yes

    def standing_at_all(self, live: EncodedRule) -> Region:
        """Return the region where a rule, or its requirement, stands."""
        required = self.stages[live.rule.stage].required.get(live.index)
        return self.standing_region(live) if required is None else self.either(self.standing_region(live), required.yes)

    def standing_of_called(self, rule: CoreRule) -> Region:
        """Return the region where a rule of a question that is called with the same operands stands, or the requirement of a `must`.

        Raises `NotAnalysable`.
        """
        name = rule.first.question
        try:
            stage = self.encoder.encode_with_budget(name, self.env).stages[rule.stage]
        except TooLarge:
            raise NotAnalysable(f"`{name}` can come about in too many ways") from None
        regions = [
            stage.required.get(live.index, stage.statuses[live.index]).yes for live in stage.rules if live.core.number == rule.number
        ]
        return self.either(*regions)

    def undecided_region(self, live: EncodedRule) -> Region:
        """Return the region where it is undecided whether a rule, or the requirement of a `must`, stands."""
        required = self.stages[live.rule.stage].required.get(live.index)
        statuses = [self.status_of(live), *([] if required is None else [required])]
        return self.either(*[self.without(self.either(status.yes, status.no)) for status in statuses])

    def rule_numbered(self, number: int) -> EncodedRule | None:
        """Return the rule with a number, which it has in every world."""
        return next((live for live in self.rules if live.core.number == number), None)

    def encode_outcome(self, stage: int | None = None) -> Value:
        """Return the answer over all situations, or what it is after a stage. Raises `NotAnalysable`."""
        return self.algebra.as_value(self.encoder.encode_answer(self.question.name, self.env, stage))

    def encode_silence(self) -> Value:
        """Return the default of the question. Raises `NotAnalysable`."""
        if self._silence is None:
            self._silence = self.encoder.answers.encode_silence(self.encoded, self.stages[0])
        return self._silence

    def undetermined_region(self, value: Value) -> Region:
        """Return the region where a value is undefined, and not by a conflict."""
        return self.both(self.algebra.undefined_region(value), self.without(self.algebra.ill_region(value)))

    def out_of_range(self) -> Region:
        """Return the region of an undisputed value outside its declared range. Raises `NotAnalysable`."""
        return self.encoder.answers.out_of_range_region(self.encoded)

    # ---- whether a region can hold --------------------------------------------------------------------------------------------------

    def can_hold(self, *regions: Region) -> bool:
        """Return True if regions share a possible situation. Raises `BudgetExhausted`."""
        return NOWHERE not in regions and self.solver.is_satisfiable(*regions)

    def may_hold(self, region: Region) -> bool:
        """Return True if a region can hold, or if that is undecided."""
        try:
            return self.can_hold(region)
        except BudgetExhausted:
            return True

    def holds_shortly(self, region: Region, factor: int = 0) -> bool | None:
        """Return whether a region can hold, by a short search; by one of so many times the usual budget, if `factor` is given."""
        return self.solver.is_satisfiable_shortly(region, factor * self.solver.budget or None)

    def which_can_hold(self, regions: Iterable[Region]) -> dict[Region, Holds]:
        """Return for each region whether it can hold: by a short search, near the situations of examples, by a longer search, by z3."""
        answers = {region: self.holds_shortly(region) for region in dict.fromkeys(regions)}
        for region, answer in answers.items():
            if answer is None:
                answers[region] = any(self.points_near_examples(region)) or self.holds_shortly(region, 1)
        return self.decided_together(answers)

    def decided_together(self, answers: dict[Region, bool | None]) -> dict[Region, Holds]:
        """Return the answers, with those that the search did not find (None) by z3, all at once."""
        possible, undecided = self.solver.partition_satisfiable(region for region, answer in answers.items() if answer is None)
        return {region: undecided.get(region, region in possible) if answer is None else answer for region, answer in answers.items()}

    def points_near_examples(self, region: Region) -> Iterator[Assignment]:
        """Yield points of a region near the situations of examples that ask the question; none proves nothing."""
        if self._example_points is None:
            points = () if self.has_many else points_of_examples(self.encoder.world, self.question, self._examples)
            self._example_points = list(points)
        return self.solver.points_near(region, self._example_points)

    def evaluated_samples(self, region: Region, limit: int) -> Iterator[PointEvaluation]:
        """Yield the question at up to `limit` sampled points of a region, those evaluated before first."""
        holds = self.solver.sampled_points(region)
        evaluated = [point for number, point in self._samples.items() if holds >> number & 1][:limit]
        yield from evaluated
        for _ in range(limit - len(evaluated)):
            for number in self._samples:
                holds &= ~(1 << number)
            if not holds:
                return
            number = (holds & -holds).bit_length() - 1
            sample = self.solver.get_sample()
            self._samples[number] = PointEvaluation(self.encoder, self.encoded, partial(sample.value_index, number))
            yield self._samples[number]

    def evaluated_at(self, point: Assignment) -> PointEvaluation:
        """Return the question at an assignment that the search found."""
        return PointEvaluation(self.encoder, self.encoded, lambda variable: point.get(variable, self.space.default_index(variable)))

    @contextmanager
    def with_note_budget(self, z3_share: int = 1) -> Iterator[None]:
        """Lower the budget while informational findings are looked for; z3 gets one in `z3_share` of its steps."""
        solver = self.solver
        saved = solver.budget, solver.z3_steps
        solver.budget, steps = note_budget(solver.budget)
        solver.z3_steps = steps // z3_share
        try:
            yield
        finally:
            solver.budget, solver.z3_steps = saved

    @contextmanager
    def with_z3_share(self, share: int) -> Iterator[None]:
        """Give z3 one in so many of its steps."""
        steps = self.solver.z3_steps
        self.solver.z3_steps = steps // share
        try:
            yield
        finally:
            self.solver.z3_steps = steps

    # ---- where a region holds -------------------------------------------------------------------------------------------------------

    def find_small_box(self, region: Region, points: Iterable[Assignment] = ()) -> Box | None:
        """Return a box in which a region holds, with the options off if possible; `points` are points where it may hold.

        A box in which the outcome is known is preferred. Raises `BudgetExhausted`.
        """
        if region == NOWHERE:
            return None
        surely = self.encoder.restrict_to_known(region)
        for part in (region,) if surely in (NOWHERE, region) else (surely, region):
            box = boxes.smallest_box(self.solver, part, self.encoder.world, self.question, points)
            if box is not None:
                return box
        return None

    def find_boxes(self, region: Region) -> Iterator[Box]:
        """Yield a box in which a region holds and the outcome is known, then any, as far as they are found. Raises `BudgetExhausted`."""
        for part in dict.fromkeys((self.encoder.restrict_to_known(region), region)):
            box = None if part == NOWHERE else boxes.small_box(self.solver, part, self.encoder.world, self.question)[1]
            if box is not None:
                yield box

    def find_box_with_fewest_options(self, region: Region) -> Box | None:
        """Return a box in which a region holds, with as few options as possible. Raises `BudgetExhausted`."""
        return boxes.box_with_fewest_options(self.solver, region)

    def widen_box(self, region: Region, box: Box) -> Box:
        """Return the box without the variables that the region does not need.

        Variables that only keep the situation possible are freed, too: some situation in the box stays possible, and people take no other.
        """
        fixed = boxes.options_off(self.solver, region)
        return self.solver.free_variables(region, box, sorted(variable for variable in box if variable not in fixed))

    def situation_in(self, box: Box) -> Point:
        """Return a situation in a box, without what the box leaves free."""
        world = self.encoder.world
        copies = world.represented_counts(box, self.shared_by) if isinstance(world, AbstractWorld | CrowdWorld) else {}
        return point_in_box(self.core, world, self.question, box, copies)

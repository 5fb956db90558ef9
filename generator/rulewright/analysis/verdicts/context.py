"""The context in which one question is judged: its encoded rules, the solver that knows the possible situations, and the witnesses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import Any, Protocol, TypeVar

from rulewright.analysis.verdicts.doubts import NO_DOUBT, Doubts
from rulewright.analysis.verdicts.example_points import AskedExamples, points_of_examples
from rulewright.analysis.verdicts.findings import Finding, FindingKind, NotAnalysed, RuleStatement, Witness
from rulewright.analysis.verdicts.point import Point
from rulewright.analysis.verdicts.point_evaluation import PointEvaluation
from rulewright.analysis.verdicts.rule_statements import rule_statements
from rulewright.analysis.verdicts.witness import NotShown, Witnesses, named_values, options_off, possible_values, small_box, smallest_box
from rulewright.base.keywords import Verb
from rulewright.base.limits import MAX_REPLAY_STEPS, note_budget
from rulewright.core.model import Core
from rulewright.engines.interpreter.claims import ClaimStatus
from rulewright.engines.interpreter.evaluation import Evaluation
from rulewright.engines.interpreter.unknown import Unknown
from rulewright.engines.solver.encoding.abstract_world import AbstractWorld
from rulewright.engines.solver.encoding.answers import EncodedQuestion
from rulewright.engines.solver.encoding.cone import Cone
from rulewright.engines.solver.encoding.crowd_world import CrowdWorld
from rulewright.engines.solver.encoding.encoded_rule import EncodedRule
from rulewright.engines.solver.encoding.encoder import Encoder
from rulewright.engines.solver.encoding.rules import Stage
from rulewright.engines.solver.formula.space import FALSE, Formula, Space
from rulewright.engines.solver.formula.symbolic import Algebra, Truth, Value
from rulewright.engines.solver.search.solver import Assignment, Box, BudgetExhausted, Solver
from rulewright.semantics.model import Question, TableVerb
from rulewright.semantics.types import Thing

T = TypeVar("T")


class QuestionWorlds(Protocol):
    """One question in worlds other than that of few things."""

    def shallow_abstraction(self) -> Context | None:
        """The question as in `deep_abstraction`, but any question called on the way may have any answer: quick, and less is ruled out."""

    def deeper_abstractions(self) -> Iterator[Context]:
        """Yield the question with more and more levels of the questions that it calls, at last as in `deep_abstraction`."""

    def deep_abstraction(self) -> Context | None:
        """The question for any number of things: an impossibility there is an impossibility everywhere. None if it is not analysed."""

    def crowd_contexts(self, shared_by: int | None = None) -> Iterator[Context]:
        """Yield the question for more and more things, some of which stand for several: a witness found there is a real one.

        With `shared_by`, only the world in which that many things share a sum.
        """


@dataclass(slots=True)
class Context:
    """State for judging one question. The results are `findings` and `undecided` (open matters, with the doubts that they leave)."""

    core: Core
    question: Question
    cone: Cone
    encoder: Encoder
    env: tuple[Value, ...]
    encoded: EncodedQuestion
    solver: Solver
    witnesses: Witnesses
    examples: AskedExamples
    findings: list[Finding] = field(default_factory=list)
    undecided: dict[NotAnalysed, Doubts] = field(default_factory=dict)
    settled_doubts: Doubts = NO_DOUBT
    """The doubts that findings settle."""
    points: dict[int, PointEvaluation] = field(default_factory=dict)
    """The question at sampled points, by sample number."""
    example_points: list[Assignment] | None = None
    """The situations of examples that ask the question; None until they are needed."""
    dead: set[int] = field(default_factory=set)
    """The numbers of rules that stand in no situation."""
    shared_by: int = 0
    """The number of things that share a sum in a world of any number of things; 0: no such restriction."""
    worlds: QuestionWorlds | None = None
    """The same question in other worlds."""
    space: Space = field(init=False)
    algebra: Algebra = field(init=False)
    stages: list[Stage] = field(init=False)
    _silence: Value | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.space, self.algebra, self.stages = self.encoder.space, self.encoder.algebra, self.encoded.stages

    @property
    def has_many(self) -> bool:
        """True if one thing may stand for many."""
        return isinstance(self.encoder.world, AbstractWorld | CrowdWorld)

    @property
    def limits(self) -> tuple[str, ...]:
        """The reasons why a property of every tried situation may fail in another one."""
        return () if isinstance(self.encoder.world, AbstractWorld) else self.cone.limits

    def is_proved(self, *formulas: Formula) -> bool:
        """Return True if a result about these formulas holds in every situation: no part is opaque, and no limit of the world applies."""
        return not self.limits and not any(self.encoder.opaque_reasons(formula) for formula in formulas)

    def note_undecided(self, live: EncodedRule | None, reason: str, doubts: Doubts = NO_DOUBT) -> None:
        """Record an undecided matter, with the doubts that it leaves."""
        rule = None if live is None else live.rule
        entry = NotAnalysed(self.question.name, "" if rule is None else rule.case, "" if rule is None else rule.id, reason)
        self.undecided.setdefault(entry, doubts)

    def take_results(self) -> tuple[tuple[Finding, ...], tuple[NotAnalysed, ...]]:
        """Return the findings and undecided matters since the last call, and clear both."""
        results = tuple(self.findings), tuple(self.undecided)
        self.findings.clear()
        self.undecided.clear()
        return results

    def note_not_shown(self, formula: Formula, live: EncodedRule | None, what: str, fault: NotShown, doubts: Doubts = NO_DOUBT) -> None:
        """Record as undecided a claim that the interpreter does not show: it may depend on parts left out of the formula.

        If nothing was left out, raise `fault`: that is a bug. `what` is the question put; if it is empty only the reason is recorded.
        In an abstraction, where one thing stands for several or for any number, the interpreter need not show everything.
        """
        reasons = self.encoder.opaque_reasons(formula)
        if not reasons and self.has_many:
            reasons = ("it may tell things apart that are alike",)
        if not reasons:
            raise fault
        self.note_undecided(live, f"{what}: {reasons[0]}" if what else reasons[0], doubts)

    # ---- situations -----------------------------------------------------------------------------------------------------------------

    def options_off(self, formula: Formula) -> dict[int, int]:
        """Return the options that a formula depends on, all off."""
        return options_off(self.solver, formula)

    def point_in_box(self, box: Box) -> Point:
        world = self.encoder.world
        copies = world.represented_counts(box, self.shared_by) if isinstance(world, AbstractWorld | CrowdWorld) else {}
        return self.witnesses.point_in_box(world, self.question, box, copies)

    def find_witness(
        self,
        formula: Formula,
        box: Box,
        shows: Callable[[Evaluation], bool],
        telling: Callable[[Evaluation], Iterable[Any]] | None = None,
        *,
        expected: bool = True,
    ) -> tuple[Witness, Evaluation]:
        """Return a situation in a box of a formula, as small as the formula allows, and its evaluation. Raises `NotShown`.

        Values that `telling` takes from the evaluation must be known: facts that they depend on are given even if they do not matter. With
        `expected` the witness states the outcome that an example of it may expect.
        """
        with self.witnesses.raising_not_shown():
            full, point = self.first_shown_point(formula, box, lambda candidate: self.witnesses.replay(candidate, shows))
            point = self.witnesses.without_needless_things(point, shows)
            result = self.witnesses.evaluate(point)
            while telling is not None and (missing := self._values_for(full, point, telling(result))):
                point = replace(point, facts={**point.facts, **missing})
                result = self.witnesses.evaluate(point)
            point = self.witnesses.with_links(self.witnesses.with_names_in_order(point), lambda linked: self._is_shown(linked, shows))
            case, result = self.witness_of(point), self.witnesses.evaluate(point)
            return (self.witnesses.with_expected_outcome(case, point) if expected else case), result

    def is_shown_somewhere(self, formula: Formula, shows: Callable[[Evaluation], bool]) -> bool:
        """Return True if a situation of a formula is found that shows a property, large as it may be. Raises `BudgetExhausted`."""
        surely = self.encoder.restrict_to_known(formula)
        for region in dict.fromkeys((surely, formula)):
            box = None if region == FALSE else small_box(self.solver, region, self.encoder.world, self.question)[1]
            if box is not None:
                with suppress(NotShown), self.witnesses.with_step_budget(MAX_REPLAY_STEPS), self.witnesses.raising_not_shown():
                    return self._is_shown(self.point_in_box(box), shows)
        return False

    def _is_shown(self, point: Point, shows: Callable[[Evaluation], bool]) -> bool:
        return self.witnesses.is_possible(point) and self.witnesses.is_shown(point, shows)

    def witness_of(self, point: Point) -> Witness:
        """Return a point as texts of the language, with the kinds of which it has no thing."""
        present_kinds = set(point.things.values())
        return replace(
            self.witnesses.witness_of(point),
            without=tuple(sorted(self.cone.kinds - present_kinds)),
        )

    def witness_of_conditions(self, rules: tuple[EncodedRule, EncodedRule], box: Box) -> Witness:
        """Return a situation in the box with every fact that the conditions of both rules depend on, whatever its value."""
        full = point = self.point_in_box(box)
        numbers = {live.core.number for live in rules}
        while unknowns := list(self.witnesses.unknown_conditions(point, numbers)):
            missing = self._values_for(full, point, unknowns)
            things = {} if missing else self._things_for(point, unknowns)
            if not missing and not things:
                break
            point = replace(point, facts={**point.facts, **missing}, things={**point.things, **things})
        return self.witness_of(point)

    def _things_for(self, point: Point, unknowns: Iterable[Unknown]) -> dict[str, str]:
        """Return a new thing of the first kind that an unknown fact ranges over and that has no thing yet."""
        for name, _ in (fact for unknown in unknowns for fact in unknown.facts):
            kind = self.witnesses.core.facts[name].type
            if isinstance(kind, Thing) and kind.record not in point.things.values():
                return {self.witnesses.new_thing_name(point, kind.record): kind.record}
        return {}

    def first_shown_point(self, formula: Formula, box: Box, showing: Callable[[Point], T]) -> tuple[Point, T]:
        """Return a situation in the box and what is shown in it, without needless facts if possible. Raises `NotShown`."""
        minimal = self.point_in_box(self.widen_box(formula, box))
        if self.witnesses.is_possible(minimal):
            # Once a missing fact has a value the situation may be impossible: the box has a value with which it is possible.
            with suppress(NotShown):
                return minimal, showing(minimal)
        full = self.point_in_box(box)
        if self.has_many and not self.witnesses.is_possible(full):
            raise NotShown(f"the situation is impossible: {self.witnesses.witness_of(full)}")
        return full, showing(full)

    def widen_box(self, formula: Formula, box: Box) -> Box:
        """Return the box without the variables that the formula does not need.

        Variables that only keep the situation possible are freed, too: some situation in the box stays possible, and people take no other.
        """
        fixed = self.options_off(formula)
        return self.solver.free_variables(formula, box, sorted(variable for variable in box if variable not in fixed))

    @contextmanager
    def with_note_budget(self) -> Iterator[None]:
        """Lower the solver's budget while informational findings are computed."""
        solver = self.solver
        saved = solver.budget, solver.z3_steps
        solver.budget, solver.z3_steps = note_budget(solver.budget)
        try:
            yield
        finally:
            solver.budget, solver.z3_steps = saved

    def _values_for(self, full: Point, point: Point, values: Iterable[Any]) -> dict[Any, Any]:
        """Return a value for each fact that some values depend on: that of the full situation, or any possible one."""
        missing = {fact for value in values if value.__class__ is Unknown for fact in value.facts} - set(point.facts)
        inquiry = self.witnesses.inquiry(point)
        assignment: dict[Any, Any] = {}
        for fact in sorted(missing, key=str):
            of_full = possible_values(inquiry, assignment, fact, [full.facts[fact]] if fact in full.facts else [])
            for value in chain(of_full, possible_values(inquiry, assignment, fact, named_values(inquiry, fact))):
                assignment[fact] = value
                break
        return assignment

    def find_small_box(self, formula: Formula, points: Iterable[Assignment] = ()) -> Box | None:
        """Return a box in which a formula holds, with the options off if possible; `points` are points where it may hold.

        A box in which the outcome is known is preferred.
        """
        surely = self.encoder.restrict_to_known(formula)
        box = self._smallest_box(surely, points) if surely not in (FALSE, formula) else None
        return self._smallest_box(formula, points) if box is None else box

    def _smallest_box(self, formula: Formula, points: Iterable[Assignment]) -> Box | None:
        return smallest_box(self.solver, formula, self.encoder.world, self.question, points)

    def report_finding(
        self,
        kind: FindingKind,
        rules: Iterable[str],
        cases: Iterable[str],
        situation: Witness | None = None,
        statements: Iterable[RuleStatement] = (),
        *,
        authors: Iterable[str] = (),
        options: Iterable[str] = (),
        reading: str | None = None,
        why: str = "",
        answers: Doubts = NO_DOUBT,
    ) -> None:
        """Report a finding, and the doubts that it settles (`answers`)."""
        self.settled_doubts = self.settled_doubts.joined_with(answers)
        self.findings.append(
            Finding(
                kind,
                self.question.name,
                tuple(rules),
                tuple(dict.fromkeys(cases)),
                situation,
                tuple(statements),
                tuple(authors),
                tuple(options),
                reading,
                why,
            )
        )

    def rule_statements(self, rules: Iterable[EncodedRule], result: Evaluation) -> tuple[RuleStatement, ...]:
        """Return the statements of these rules in an evaluation, in their order."""
        return rule_statements(self.witnesses, self.question, (live.core for live in rules), result)

    # ---- formulas -------------------------------------------------------------------------------------------------------------------

    def may_hold(self, formula: Formula) -> bool:
        """Return True if a formula can hold, or if that is undecided."""
        try:
            return formula != FALSE and self.solver.is_satisfiable(formula)
        except BudgetExhausted:
            return True

    def standing_of(self, live: EncodedRule, rival: EncodedRule | None = None) -> Truth:
        """Return the status formulas of a rule; against a `need not`, those of the requirement of a `must`."""
        stage = self.stages[live.rule.stage]
        if live.rule.verb is Verb.MUST and rival is not None and rival.rule.verb is Verb.NEED_NOT:
            return stage.required.get(live.index, stage.statuses[live.index])
        return stage.statuses[live.index]

    def evaluate_samples(self, formula: Formula, limit: int) -> Iterator[PointEvaluation]:
        """Yield the question at up to `limit` sampled points where a formula holds, those evaluated before first."""
        holds = self.solver.sampled_points(formula)
        evaluated = [point for number, point in self.points.items() if holds >> number & 1][:limit]
        yield from evaluated
        for _ in range(limit - len(evaluated)):
            for number in self.points:
                holds &= ~(1 << number)
            if not holds:
                return
            number = (holds & -holds).bit_length() - 1
            sample = self.solver.get_sample()
            self.points[number] = PointEvaluation(self.encoder, self.encoded, partial(sample.value_index, number))
            yield self.points[number]

    def evaluate_spot(self, spot: Assignment) -> PointEvaluation:
        """Return the question at an assignment that the search found."""
        return PointEvaluation(self.encoder, self.encoded, lambda variable: spot.get(variable, self.space.default_index(variable)))

    def partition_satisfiable(self, formulas: Iterable[Formula]) -> tuple[set[Formula], dict[Formula, str]]:
        """Split formulas into the satisfiable ones, and the undecided ones with the limit reached; the others are not satisfiable.

        By a short search, near the situations of examples, by a longer search, and by z3.
        """
        solver = self.solver
        answers = {formula: solver.is_satisfiable_shortly(formula) for formula in dict.fromkeys(formulas)}
        for formula, answer in answers.items():
            if answer is None:
                is_shown = any(self.points_near_examples(formula))
                answers[formula] = is_shown or solver.is_satisfiable_shortly(formula, solver.budget)
        possible, undecided = solver.partition_satisfiable(formula for formula, answer in answers.items() if answer is None)
        return possible | {formula for formula, answer in answers.items() if answer}, undecided

    def points_near_examples(self, formula: Formula) -> Iterator[Assignment]:
        """Yield points of a formula near the situations of examples that ask the question; none proves nothing."""
        if self.example_points is None:
            points = () if self.has_many else points_of_examples(self.encoder.world, self.question, self.examples)
            self.example_points = list(points)
        return self.solver.points_near(formula, self.example_points)

    def encoded_silence(self) -> Value:
        """Return the encoded default of the question. Raises `NotAnalysable`."""
        if self._silence is None:
            self._silence = self.encoder.answers.encode_silence(self.encoded, self.stages[0])
        return self._silence

    def encoded_rules(self) -> list[EncodedRule]:
        return [live for stage in self.stages for live in stage.rules]


def effects_of(*rules: EncodedRule) -> Callable[[Evaluation], list[Any]]:
    """Return a function from an evaluation to the values that these rules set."""
    numbers = {live.core.number for live in rules}
    return lambda result: [claim.effect for claim in result.claims if claim.live.number in numbers]


def all_stand(*rules: EncodedRule, alike: bool | None = None) -> Callable[[Evaluation], bool]:
    """Return a test of an evaluation that all of these rules stand; against a `need not`, the requirement of a `must` has to.

    With `alike` also that the values that they set are known, and the same (or, if it is False, not the same). Roundings set nothing by
    themselves: a difference shows as a conflict in the answer.
    """
    numbers = {live.core.number for live in rules}
    excusing = any(live.rule.verb is Verb.NEED_NOT for live in rules)
    setting = alike is not None and all(live.rule.verb in (Verb.IS, TableVerb.LOOK_UP) for live in rules)
    rounding = alike is False and all(live.rule.verb is Verb.ROUNDED for live in rules)

    def shows(result: Evaluation) -> bool:
        claims = [
            claim
            for claim in result.claims
            if claim.live.number in numbers
            and (claim.requirement_status if excusing and claim.requirement_status is not None else claim.status) is ClaimStatus.STANDS
        ]
        if len(claims) < len(numbers) or not setting:
            return len(claims) == len(numbers) and (result.is_clash or not rounding)
        effects = [claim.effect for claim in claims]
        return not any(effect.__class__ is Unknown for effect in effects) and all(effect == effects[0] for effect in effects) is alike

    return shows

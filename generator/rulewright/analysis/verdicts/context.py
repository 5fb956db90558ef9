"""The context in which one question is judged: its encoded rules, the solver that knows the possible situations, and the witnesses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Protocol, TypeVar

from rulewright.analysis.verdicts.doubts import NO_DOUBT, Doubts
from rulewright.analysis.verdicts.findings import Finding, FindingKind, NotAnalysed, RuleStatement, Witness
from rulewright.analysis.verdicts.rule_statements import rule_statements
from rulewright.analysis.verdicts.witness import NotShown, Witnesses, named_values, possible_values
from rulewright.base.keywords import Verb
from rulewright.base.limits import MAX_REPLAY_STEPS
from rulewright.core.model import Core
from rulewright.engines.interpreter.claims import ClaimStatus
from rulewright.engines.interpreter.evaluation import Evaluation
from rulewright.engines.interpreter.unknown import Unknown
from rulewright.engines.solver.questions.point import Point
from rulewright.engines.solver.questions.question import Box, BudgetExhausted, EncodedRule, QuestionFormulas, Region
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
    """State for judging one question. The results are `findings` and `undecided` (open matters)."""

    formulas: QuestionFormulas
    witnesses: Witnesses
    findings: list[Finding] = field(default_factory=list)
    undecided: list[NotAnalysed] = field(default_factory=list)
    settled_doubts: Doubts = NO_DOUBT
    """The doubts that findings settle."""
    dead: set[int] = field(default_factory=set)
    """The numbers of rules that stand in no situation."""
    worlds: QuestionWorlds | None = None
    """The same question in other worlds."""

    core: Core = field(init=False)
    question: Question = field(init=False)

    def __post_init__(self) -> None:
        self.core, self.question = self.formulas.core, self.formulas.question

    def note_undecided(self, live: EncodedRule | None, reason: str, doubts: Doubts = NO_DOUBT) -> None:
        """Record an undecided matter, with the doubts that it leaves."""
        rule = None if live is None else live.rule
        entry = NotAnalysed(self.question.name, "" if rule is None else rule.case, "" if rule is None else rule.id, reason, doubts)
        if entry not in self.undecided:
            self.undecided.append(entry)

    def take_results(self) -> tuple[tuple[Finding, ...], tuple[NotAnalysed, ...]]:
        """Return the findings and undecided matters since the last call, and clear both."""
        results = tuple(self.findings), tuple(self.undecided)
        self.findings.clear()
        self.undecided.clear()
        return results

    def note_not_shown(self, region: Region, live: EncodedRule | None, what: str, fault: NotShown, doubts: Doubts = NO_DOUBT) -> None:
        """Record as undecided a claim that the interpreter does not show: it may depend on parts left out of the formula.

        If nothing was left out, raise `fault`: that is a bug. `what` is the question put; if it is empty only the reason is recorded.
        In an abstraction, where one thing stands for several or for any number, the interpreter need not show everything.
        """
        reasons = self.formulas.opaque_reasons(region)
        if not reasons and self.formulas.has_many:
            reasons = ("it may tell things apart that are alike",)
        if not reasons:
            raise fault
        self.note_undecided(live, f"{what}: {reasons[0]}" if what else reasons[0], doubts)

    def find_case(
        self,
        region: Region,
        shows: Callable[[Evaluation], bool],
        what: str,
        live: EncodedRule | None,
        doubts: Doubts,
        telling: Callable[[Evaluation], Iterable[Any]] | None = None,
    ) -> tuple[Witness, Evaluation] | None:
        """Return a situation of a region as `find_witness` does; None if there is none, or if that is undecided, which is noted."""
        try:
            box = self.formulas.find_small_box(region)
            return None if box is None else self.find_witness(region, box, shows, telling)
        except BudgetExhausted as spent:
            self.note_undecided(live, f"{what}: {spent.reason}", doubts)
        except NotShown as fault:
            self.note_not_shown(region, live, what, fault, doubts)
        return None

    # ---- situations -----------------------------------------------------------------------------------------------------------------

    def find_witness(
        self,
        region: Region,
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
            full, point = self.first_shown_point(region, box, lambda candidate: self.witnesses.replay(candidate, shows))
            point = self.witnesses.without_needless_things(point, shows)
            result = self.witnesses.evaluate(point)
            while telling is not None and (missing := self._values_for(full, point, telling(result))):
                point = replace(point, facts={**point.facts, **missing})
                result = self.witnesses.evaluate(point)
            point = self.witnesses.with_links(self.witnesses.with_names_in_order(point), lambda linked: self._is_shown(linked, shows))
            case, result = self.witness_of(point), self.witnesses.evaluate(point)
            return (self.witnesses.with_expected_outcome(case, point) if expected else case), result

    def is_shown_somewhere(self, region: Region, shows: Callable[[Evaluation], bool]) -> bool:
        """Return True if a situation of a formula is found that shows a property, large as it may be. Raises `BudgetExhausted`."""
        for box in self.formulas.find_boxes(region):
            with suppress(NotShown), self.witnesses.with_step_budget(MAX_REPLAY_STEPS), self.witnesses.raising_not_shown():
                return self._is_shown(self.formulas.situation_in(box), shows)
        return False

    def find_witness_somewhere(self, region: Region, shows: Callable[[Evaluation], bool]) -> tuple[Witness, Evaluation] | None:
        """Return a situation of a formula that shows a property, with its evaluation; None if none is found. Raises `BudgetExhausted`."""
        for box in self.formulas.find_boxes(region):
            with suppress(NotShown):
                return self.find_witness(region, box, shows)
        return None

    def _is_shown(self, point: Point, shows: Callable[[Evaluation], bool]) -> bool:
        return self.witnesses.is_possible(point) and self.witnesses.is_shown(point, shows)

    def witness_of(self, point: Point) -> Witness:
        """Return a point as texts of the language, with the kinds of which it has no thing."""
        present_kinds = set(point.things.values())
        return replace(
            self.witnesses.witness_of(point),
            without=tuple(sorted(self.formulas.cone.kinds - present_kinds)),
        )

    def witness_of_conditions(self, rules: tuple[EncodedRule, EncodedRule], box: Box) -> Witness:
        """Return a situation in the box with every fact that the conditions of both rules depend on, whatever its value."""
        full = point = self.formulas.situation_in(box)
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

    def first_shown_point(self, region: Region, box: Box, showing: Callable[[Point], T]) -> tuple[Point, T]:
        """Return a situation in the box and what is shown in it, without needless facts if possible. Raises `NotShown`."""
        minimal = self.formulas.situation_in(self.formulas.widen_box(region, box))
        if self.witnesses.is_possible(minimal):
            # Once a missing fact has a value the situation may be impossible: the box has a value with which it is possible.
            with suppress(NotShown):
                return minimal, showing(minimal)
        full = self.formulas.situation_in(box)
        if self.formulas.has_many and not self.witnesses.is_possible(full):
            raise NotShown(f"the situation is impossible: {self.witnesses.witness_of(full)}")
        return full, showing(full)

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

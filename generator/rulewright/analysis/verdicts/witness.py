"""From a box of formulas to a situation, and back to the reference interpreter: a finding is reported only if the interpreter shows it.

The situation is as small as possible: irrelevant facts are left out, and the remaining ones decide under every completion.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from rulewright.analysis.verdicts.findings import Witness
from rulewright.base.errors import WrongInput
from rulewright.base.limits import MAX_ADDED_FACTS, MAX_PASSES_OF_WITNESS, MAX_VALUES_TRIED, STEPS_PER_NODE
from rulewright.base.names import is_name
from rulewright.core.model import Core
from rulewright.core.query import Switches
from rulewright.core.wording import fact_text, question_text, reserved_names, typed_text, unused_name, value_text
from rulewright.engines.interpreter.anonymous import AnonymousThing
from rulewright.engines.interpreter.ask import engine_of
from rulewright.engines.interpreter.evaluation import Evaluation
from rulewright.engines.interpreter.explore import Inquiry
from rulewright.engines.interpreter.situation import Situation
from rulewright.engines.interpreter.step_budget import StepBudget
from rulewright.engines.interpreter.unknown import Unknown
from rulewright.engines.solver.questions.point import Point, rename_things
from rulewright.semantics import types

if TYPE_CHECKING:
    from rulewright.semantics.model import Question
    from rulewright.semantics.terms import FactKey


class NotShown(Exception):
    """The interpreter does not confirm the formulas: a fault of the procedure, and no finding."""


class Witnesses:
    """Builds situations for the questions of one core, and replays them."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.engine = engine_of(core)
        self._things: dict[str, tuple[str, ...]] = {}
        self._last: dict[Switches, Situation] = {}
        self._steps: StepBudget | None = None
        """The shared budget of all replays; None: each replay has the usual budget."""

    @contextmanager
    def with_step_budget(self, steps: int) -> Iterator[None]:
        """Limit all replays in this context to `steps` together; a replay that takes more raises `NotShown`."""
        outer, self._steps = self._steps, StepBudget(steps // STEPS_PER_NODE)
        try:
            yield
        finally:
            self._steps = outer

    @contextmanager
    def raising_not_shown(self) -> Iterator[None]:
        """Raise `NotShown` for a replay that exceeds the step budget."""
        try:
            yield
        except WrongInput as error:
            if self._steps is None:
                raise
            raise NotShown(error.message) from error

    def with_names_in_order(self, point: Point) -> Point:
        """Return the situation with the shortest names for its things, after others were left out: `h`, and not `h3`."""
        arguments = {arg for arg in point.args if arg in point.things}
        names = {thing: thing for thing in point.things if thing in arguments}
        reserved = reserved_names(self.core)
        for thing, kind in point.things.items():
            if thing not in names:
                names[thing] = unused_name(reserved.union(names.values()), kind[0])
        return rename_things(self.core, point, names)

    # ---- to the interpreter ---------------------------------------------------------------------------------------------------------

    def inquiry(self, point: Point, shows: Callable[[Evaluation], Any] | None = None) -> Inquiry:
        """Return the inquiry into a situation; `shows` maps the evaluation to its goal, by default its value."""
        name, args = point.question, point.args

        def goal(situation: Situation) -> Any:
            result = situation.evaluate(name, args)
            return result.value if shows is None else shows(result)

        things: dict[str, tuple[str, ...]] = {}
        for thing, kind in point.things.items():
            things[kind] = (*things.get(kind, ()), thing)
        engine = self.engine
        if self._things != things:
            self._things, self._last = things, {}
        return Inquiry(
            engine.machine, point.switches, point.facts, {}, things, goal, partial(engine.sensitivity, name, point.switches),
            budget=MAX_PASSES_OF_WITNESS, last=self._last, steps=self._steps or StepBudget(),
        )  # fmt: skip

    def evaluate(self, point: Point) -> Evaluation:
        """Evaluate a situation in one pass of the interpreter, with the full argument."""
        inquiry = self.inquiry(point)
        _, situation = inquiry.run_pass({})
        return situation.evaluate(point.question, point.args)

    def evaluate_situation(self, point: Point) -> Situation:
        """Return the situation after one pass of the interpreter, with every answer that was asked for on the way."""
        return replace(self.inquiry(point), last=None).run_pass({})[1]

    def unknown_conditions(self, point: Point, numbers: Collection[int]) -> Iterator[Unknown]:
        """Yield the unknowns in the conditions of the rules with these numbers."""
        _, situation = self.inquiry(point).run_pass({})
        result = situation.evaluate(point.question, point.args)
        for weighed in result.claims:
            if weighed.live.number in numbers:
                condition_values = [[part(situation, result.args) for part in address.conditions] for address in weighed.live.addresses]
                if not any(all(value is True for value in values) for values in condition_values):
                    yield from (value for values in condition_values for value in values if isinstance(value, Unknown))

    def replay(self, point: Point, shows: Callable[[Evaluation], bool]) -> Point:
        """Return the situation, if the interpreter shows a property of it: at once, under every completion, or with more facts given.

        Raises `NotShown`.
        """
        with self.raising_not_shown():
            if not self.is_shown(point, shows):
                point = self.with_more_facts(point, shows)
            return self._without_idle_things(point, shows)

    def is_shown(self, point: Point, shows: Callable[[Evaluation], bool]) -> bool:
        """Return True if the interpreter shows the property at once or under every completion."""
        return shows(self.evaluate(point)) or self.is_certain(point, shows)

    def with_more_facts(self, point: Point, shows: Callable[[Evaluation], bool]) -> Point:
        """Return the situation with further facts, added one after the other as the interpreter needs them, until it shows the property."""
        extended = replace(point, readings=dict(point.readings))
        for _ in range(MAX_ADDED_FACTS):
            inquiry = self.inquiry(extended)
            _, situation = inquiry.run_pass({})
            result = situation.evaluate(extended.question, extended.args)
            if shows(result):
                return extended
            if not self._add_fact(extended, inquiry, result):
                break
        raise NotShown(f"the interpreter does not show it: {self.witness_of(extended)}")

    def _add_fact(self, point: Point, inquiry: Inquiry, result: Evaluation) -> bool:
        """Add one more fact, or choose one more reading, on which an evaluation depends; return True if there was one."""
        reasons = [result.value, *(claim.unknown for claim in result.claims), *(claim.effect for claim in result.claims)]
        unknowns = [reason for reason in reasons if reason.__class__ is Unknown]
        for fact in dict.fromkeys(fact for reason in unknowns for fact in reason.facts):
            for value in possible_values(inquiry, {}, fact, named_values(inquiry, fact) or self._candidate_values(fact, point)):
                point.facts = {**point.facts, fact: value}
                return True
        for reading in sorted({name for reason in unknowns for name in reason.readings}):
            point.readings[reading] = self.core.readings[reading].choices[0].name
            return True
        return False

    def _candidate_values(self, fact: FactKey, point: Point) -> list[Any]:
        """Return a value of a fact with an unlistable domain: a place of a map, an unbounded number, a thing of an empty kind."""
        kind = self.core.facts[fact[0]].type
        if isinstance(kind, types.Thing):
            name = self.new_thing_name(point, kind.record)
            point.things = {**point.things, name: kind.record}
            return [name]
        if isinstance(kind, types.PlaceOf):
            return [None] if kind.or_none else [low for low, _ in self.core.maps.get(kind.map, ())]
        return [kind.low or 0] if isinstance(kind, types.Numeric) else []

    def new_thing_name(self, point: Point, record: str) -> str:
        """Return an unused name for a further thing of a kind."""
        return unused_name(reserved_names(self.core).union(point.things), record[0])

    def without_needless_things(self, point: Point, shows: Callable[[Evaluation], bool]) -> Point:
        """Return the situation without the things, and their facts, that it does not need to show the property."""
        for thing in [thing for thing in reversed(point.things) if thing not in point.args]:
            facts = {key: value for key, value in point.facts.items() if thing not in key[1] and value != thing}
            reduced = replace(point, things={name: kind for name, kind in point.things.items() if name != thing}, facts=facts)
            try:
                with self.raising_not_shown():
                    point = reduced if self.is_possible(reduced) and self.is_shown(reduced, shows) else point
            except NotShown:
                break  # no steps are left
        return point

    def _without_idle_things(self, point: Point, shows: Callable[[Evaluation], bool]) -> Point:
        """Return the situation without the things that have no facts and that the property does not need: their facts may follow."""
        mentioned = {arg for _, args in point.facts for arg in args} | set(point.facts.values()) | set(point.args)
        for thing in [thing for thing in point.things if thing not in mentioned]:
            reduced = replace(point, things={name: kind for name, kind in point.things.items() if name != thing})
            point = reduced if self.is_possible(reduced) and self.is_shown(reduced, shows) else point
        return point

    def with_links(self, point: Point, is_same: Callable[[Point], bool]) -> Point:
        """Return the situation with the facts given that link each thing to the others, as far as its answer asks for such facts.

        `is_same` of a situation is True if it shows the same. Without these facts they follow, since there is no other thing; a reader
        cannot know that.
        """
        for thing in [thing for thing in point.things if thing not in point.args]:
            for fact in () if _is_linked(point, thing) else self._open_links(point, thing):
                linked = replace(point, facts={**point.facts, fact: thing})
                if is_same(linked):
                    point = linked
                    break
        return point

    def _open_links(self, point: Point, thing: str) -> list[FactKey]:
        """Return the facts that are not given, that an answer asks for, and that may be this thing."""
        situation = self.evaluate_situation(point)
        unknowns = [
            value
            for evaluation in situation.all_evaluations()
            for claim in evaluation.claims
            for value in (evaluation.value, claim.unknown, claim.effect)
            if value.__class__ is Unknown
        ]
        facts = dict.fromkeys(fact for value in unknowns for fact in value.facts)
        kind = point.things[thing]
        types_by_fact = {fact: self.core.facts[fact[0]].type for fact in facts if fact not in point.facts and thing not in fact[1]}
        return [fact for fact, declared in types_by_fact.items() if isinstance(declared, types.Thing) and declared.record == kind]

    def is_possible(self, point: Point) -> bool:
        """Return True if the book allows some completion of a situation; with a step budget, only if that is established."""
        with suppress(NotShown), self.raising_not_shown():
            verdict = not self.core.impossible or self.inquiry(point).is_possible({})
            return verdict is True if self._steps is not None else verdict is not False
        return False  # no steps are left

    def is_certain(self, point: Point, shows: Callable[[Evaluation], bool]) -> bool:
        """Return True if the interpreter shows the property under every completion of the situation."""
        inquiry = self.inquiry(point, lambda result: _shown_or_unknown(result, shows))
        return bool(inquiry.common_outcome() == ("answered", True))

    # ---- for people -----------------------------------------------------------------------------------------------------------------

    def witness_of(self, point: Point) -> Witness:
        """Return a situation as texts of the language."""
        return witness_from_point(point, self.core.questions[point.question], self.core)

    def with_expected_outcome(self, case: Witness, point: Point) -> Witness:
        """Return a situation with the outcome that an example of it may expect; none is stated if it is not certain."""
        question = self.core.questions[point.question]
        outcome = self.expected_outcome(point)
        of_list = isinstance(question.type, types.Enumerated) and is_quoted(outcome)
        return replace(case, outcome=outcome, quoted=case.quoted | {outcome} if of_list else case.quoted)

    def expected_outcome(self, point: Point) -> str:
        """Return the outcome that an example of this situation may expect; an example names no game. Empty if none is certain."""
        match self.inquiry(replace(point, game=None)).common_outcome():
            case ("answered", value):
                return self.outcome_text(self.core.questions[point.question], value)
            case (word,):
                return str(word)
            case _:  # open: no certain outcome
                return ""

    def outcome_text(self, question: Question, value: Any) -> str:
        """Return an outcome as text: the value with its unit, or the status without a value."""
        if value.__class__ is Unknown:
            return "conflict" if value.conflict else "out of range" if value.out_of_range else "undetermined"
        if question.type is not None:
            return typed_text(self.core, question.type, value)
        return value_text(value)


def _is_linked(point: Point, thing: str) -> bool:
    """Return True if some fact names a thing together with another one."""
    return any(len({*args, value} & set(point.things)) > 1 and thing in (*args, value) for (_, args), value in point.facts.items())


def witness_from_point(point: Point, question: Question, *cores: Core) -> Witness:
    """Return a situation as texts of the language, each fact in the words of the first core that has it."""
    facts = []
    typed_values: list[tuple[types.Type, Any]] = [(param.type, arg) for param, arg in zip(question.params, point.args, strict=True)]
    for key, value in point.facts.items():
        core = next(candidate for candidate in cores if key[0] in candidate.facts)
        declared = core.facts[key[0]]
        facts.append((fact_text(core, key), typed_text(core, declared.type, value)))
        typed_values += [(declared.type, value), *((param.type, arg) for param, arg in zip(declared.params, key[1], strict=True))]
    args = tuple(typed_text(cores[0], param.type, arg) for param, arg in zip(question.params, point.args, strict=True))
    return Witness(
        question_text(cores[0], point.question, args),
        tuple(point.things.items()),
        tuple(sorted(facts)),
        tuple(sorted(point.options)),
        point.scenario,
        point.game,
        tuple(sorted(point.readings.items())),
        quoted=frozenset(str(value) for kind, value in typed_values if isinstance(kind, types.Enumerated) and is_quoted(value)),
        point=point,
    )


def is_quoted(value: str | None) -> bool:
    """Return True if the language writes a value of a list in quotation marks, since it is no plain word."""
    return value is not None and not is_name(value)


def named_values(inquiry: Inquiry, fact: FactKey) -> Sequence[Any]:
    """Return the values of a fact, without things that the situation does not name."""
    values = inquiry.candidate_values(fact)
    if not isinstance(inquiry.machine.core.facts[fact[0]].type, types.Thing):
        return values  # a range is not listed
    return [value for value in values if not isinstance(value, AnonymousThing)]


def possible_values(inquiry: Inquiry, facts: Mapping[FactKey, Any], fact: FactKey, values: Sequence[Any]) -> Iterator[Any]:
    """Yield those of these values of a fact that no statement rules out next to other facts.

    Of a long range the first numbers are tried, then as many that are spread over it.
    """
    spread = (values[len(values) * part // MAX_VALUES_TRIED] for part in range(1, MAX_VALUES_TRIED))
    candidates = chain(values[:MAX_VALUES_TRIED], spread) if len(values) > MAX_VALUES_TRIED else values
    return (value for value in candidates if inquiry.is_impossible({**facts, fact: value}) is not True)


def _shown_or_unknown(result: Evaluation, shows: Callable[[Evaluation], bool]) -> Any:
    """Return True or False for the property, or an `Unknown` if it depends on facts that are not given."""
    unknowns = [claim.unknown for claim in result.claims if claim.unknown is not None and claim.unknown.facts]
    if shows(result):
        return True
    value = result.value
    if value.__class__ is Unknown and value.facts:
        return value
    return unknowns[0] if unknowns else False

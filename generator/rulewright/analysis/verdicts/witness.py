"""From a box of formulas to a situation, and back to the reference interpreter: a finding is reported only if the interpreter shows it.

The situation is as small as possible: irrelevant facts are left out, and the remaining ones decide under every completion.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import chain, product
from typing import TYPE_CHECKING, Any

from rulewright.analysis.verdicts.findings import Witness
from rulewright.analysis.verdicts.point import Point
from rulewright.base.errors import WrongInput
from rulewright.base.limits import MAX_ADDED_FACTS, MAX_PASSES_OF_WITNESS, MAX_VALUES_TRIED, STEPS_PER_NODE
from rulewright.core.model import Core
from rulewright.core.query import Switches
from rulewright.core.wording import fact_text, question_text, typed_text, value_text
from rulewright.engines.interpreter.anonymous import AnonymousThing
from rulewright.engines.interpreter.ask import engine_of
from rulewright.engines.interpreter.evaluation import Evaluation
from rulewright.engines.interpreter.explore import Inquiry
from rulewright.engines.interpreter.situation import Situation
from rulewright.engines.interpreter.step_budget import StepBudget
from rulewright.engines.interpreter.unknown import Unknown
from rulewright.engines.solver.encoding.world import (
    ArgumentVariable,
    FactVariable,
    SwitchVariable,
    ThingVariable,
    World,
    reserved_names,
    unused_name,
)
from rulewright.semantics import types

if TYPE_CHECKING:
    from rulewright.engines.solver.formula.space import Formula
    from rulewright.engines.solver.search.solver import Assignment, Box, Solver
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

    # ---- from boxes -----------------------------------------------------------------------------------------------------------------

    def point_in_box(self, world: World, question: Question, box: Box, copies: Mapping[str, int] | None = None) -> Point:
        """Return a situation in a box, without the variables that the box leaves free and without things that nothing mentions.

        `copies` gives the number of things for which a thing stands.
        """
        space = world.space
        by_key: dict[Any, Any] = {}
        for variable, mask in box.items():
            if isinstance(space.keys[variable], FactVariable | ArgumentVariable | ThingVariable | SwitchVariable):
                by_key[space.keys[variable]] = world.plain_value(variable, mask)
        absent = {key.thing for key, exists in by_key.items() if isinstance(key, ThingVariable) and not exists}
        by_key = {key: value for key, value in by_key.items() if not (isinstance(key, FactVariable) and absent.intersection(key.args))}
        args = tuple(self._argument(world, question, slot, by_key, absent) for slot in range(len(question.params)))
        things = {arg for arg in args if arg in world.kinds}
        for key, value in by_key.items():
            if isinstance(key, ThingVariable) and value:
                things.add(key.thing)
            if isinstance(key, FactVariable):
                things |= {str(thing) for thing in (*key.args, value) if thing in world.kinds}
        point = Point(question.name, args, {}, {name: world.kinds[name] for name in sorted(things)})
        for key, value in by_key.items():
            match key:
                case FactVariable(fact=fact, args=inner):
                    point.facts[fact, inner] = value
                case SwitchVariable():
                    self._set_switch(point, key, value)
                case _:  # open: other variables are of the solver alone
                    pass
        if point.game is None and self.core.games:
            point.game = self.core.games[0]
        return self._with_readable_names(world, question, _with_copies(point, copies or {}))

    def _argument(self, world: World, question: Question, slot: int, by_key: Mapping[Any, Any], absent: Collection[str]) -> Any:
        value = world.question_arguments(question)[slot]
        if len(value.cases) == 1 and value.cases[0][1] in world.kinds:
            return value.cases[0][1]
        key = world.argument_key(question, slot)
        if key in by_key:
            return by_key[key]
        variable = world.space.variable_named(key)
        values = world.space.values[variable]
        if values is None:
            return world.plain_value(variable, world.space.wide_bounds[variable][0] or 0)
        return next(candidate for candidate in values if candidate not in absent)

    def _set_switch(self, point: Point, key: SwitchVariable, value: Any) -> None:
        match key.what:
            case "option":
                point.options = point.options | {key.name} if value else point.options
            case "scenario":
                point.scenario = value
            case "game":
                point.game = value
            case _:  # open: the choice of a reading
                point.readings[key.name] = value

    def _with_readable_names(self, world: World, question: Question, point: Point) -> Point:
        """Return the situation with names that people would give: those of the parameters, and of the kinds."""
        names: dict[Any, str] = {}
        for param, arg in zip(question.params, point.args, strict=True):
            if isinstance(param.type, types.Thing) and arg is not None and arg not in names:
                names[arg] = world.free_name(param.name, names.values())
        for thing, kind in point.things.items():
            if thing not in names:
                names[thing] = world.free_name(kind[0], names.values())

        return self._rename_things(question, point, names)

    def with_names_in_order(self, point: Point) -> Point:
        """Return the situation with the shortest names for its things, after others were left out: `h`, and not `h3`."""
        arguments = {arg for arg in point.args if arg in point.things}
        names = {thing: thing for thing in point.things if thing in arguments}
        reserved = reserved_names(self.core)
        for thing, kind in point.things.items():
            if thing not in names:
                names[thing] = unused_name(reserved.union(names.values()), kind[0])
        return self._rename_things(self.core.questions[point.question], point, names)

    def _rename_things(self, question: Question, point: Point, names: Mapping[Any, str]) -> Point:
        """Return the situation with other names for its things."""

        def rename(value: Any) -> Any:
            return names.get(value, value) if isinstance(value, str) else value

        return Point(
            point.question,
            tuple(
                rename(arg) if isinstance(param.type, types.Thing) else arg for param, arg in zip(question.params, point.args, strict=True)
            ),
            {self._fact_key(fact, tuple(rename(arg) for arg in args)): rename(value) for (fact, args), value in point.facts.items()},
            {names[thing]: kind for thing, kind in point.things.items()},
            point.options,
            point.scenario,
            point.game,
            point.readings,
        )

    def _fact_key(self, fact: str, args: tuple[Any, ...]) -> FactKey:
        """Return the key of a fact; one that only another core has is taken as it is."""
        return self.core.facts[fact].key(args) if fact in self.core.facts else (fact, args)

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
            engine.machine, point.switches, point.facts, {}, things, goal, engine.sensitivity,
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


def _with_copies(point: Point, counts: Mapping[str, int]) -> Point:
    """Return the situation with a copy of each thing that stands for several; the facts of one hold for all."""
    facts, things = dict(point.facts), dict(point.things)
    for thing, count in counts.items():
        if thing not in things:
            continue
        names = [f"{thing}_{number}" for number in range(2, count + 1)]
        things.update(dict.fromkeys(names, things[thing]))
        for (fact, args), value in list(facts.items()):
            if thing in args:
                combinations = product(*((arg, *names) if arg == thing else (arg,) for arg in args))
                facts.update({(fact, combination): value for combination in combinations})
    return replace(point, facts=facts, things=things)


def options_off(solver: Solver, formula: Formula) -> dict[int, int]:
    """Return the options that a formula, or the solver's premise, depends on, all off."""
    space = solver.space
    keys = {variable: space.keys[variable] for variable in sorted(space.variables_of(formula) | space.variables_of(solver.assumption))}
    return {variable: 2 for variable, key in keys.items() if isinstance(key, SwitchVariable) and key.what == "option"}


def with_distinct_arguments(solver: Solver, formula: Formula) -> Formula:
    """Return a formula in which each argument is another thing, if it can hold so."""
    space = solver.space
    keys = {variable: space.keys[variable] for variable in sorted(space.variables_of(formula) | space.variables_of(solver.assumption))}
    others = [
        space.literal(variable, 1)
        for variable, key in keys.items()
        if isinstance(key, ArgumentVariable)
        and isinstance(key.type, types.Thing)
        and len(space.values[variable] or ()) > 1 + key.type.or_none
    ]
    stronger = space.conjunction(formula, *others)
    return stronger if others and solver.is_satisfiable_shortly(stronger) else formula


def further_things_absent(solver: Solver, formula: Formula, world: World, question: Question) -> dict[int, int]:
    """Return the things that a formula, or the solver's premise, depends on and that are no arguments of a question, all absent."""
    space = solver.space
    arguments = {leaf for value in world.question_arguments(question) for _, leaf in value.cases}
    keys = {variable: space.keys[variable] for variable in sorted(space.variables_of(formula) | space.variables_of(solver.assumption))}
    return {variable: 2 for variable, key in keys.items() if isinstance(key, ThingVariable) and key.thing not in arguments}


def usual_values(solver: Solver, formula: Formula, core: Core) -> dict[int, int]:
    """Return the facts that a formula depends on and that have a usual value, each with that value."""
    space = solver.space
    usual: dict[int, int] = {}
    for variable in sorted(space.variables_of(formula)):
        key, values = space.keys[variable], space.values[variable]
        declared = core.facts.get(key.fact) if isinstance(key, FactVariable) else None
        if declared is not None and declared.usual is not None and values is not None and declared.usual.value in values:
            usual[variable] = 1 << values.index(declared.usual.value)
    return usual


def smallest_box(solver: Solver, formula: Formula, world: World, question: Question, points: Iterable[Assignment] = ()) -> Box | None:
    """Return a box of a formula, if possible with distinct arguments, with the options off, without any thing but the arguments, and with
    facts as they usually are. `points` are points where it may hold.
    """
    formula = with_distinct_arguments(solver, formula)
    small, box = small_box(solver, formula, world, question, points)
    usual = usual_values(solver, formula, world.core) if box is not None and small else None
    usual_box = _box_within(solver, formula, {**small, **usual}, points) if usual else None
    if box is None or usual_box is None:
        return box
    return box if len(_free_needless(solver, formula, usual_box)) > len(_free_needless(solver, formula, box)) else usual_box


def small_box(
    solver: Solver, formula: Formula, world: World, question: Question, points: Iterable[Assignment] = ()
) -> tuple[Box, Box | None]:
    """Return a box of a formula, if possible with the options off and without any thing but the arguments; and first what that fixes.

    What it fixes is empty where none of it is possible.
    """
    off = options_off(solver, formula)
    absent = further_things_absent(solver, formula, world, question)
    box = _box_within(solver, formula, {**off, **absent}, points) if absent else None
    if box is None:
        box = solver.find_model(formula, off, points) if off else None
    if box is None:
        return {}, solver.find_model(formula, candidate_points=points)
    return {**off, **absent}, box


def _box_within(solver: Solver, formula: Formula, fixed: Mapping[int, int], points: Iterable[Assignment]) -> Box | None:
    """Return a box of a formula inside `fixed`, if one is found at once."""
    is_possible = solver.is_satisfiable_shortly(formula_in(solver, formula, fixed))
    return solver.find_model(formula, fixed, points) if is_possible else None


def _free_needless(solver: Solver, formula: Formula, box: Box) -> Box:
    """Return the box without the variables that the formula does not need."""
    return solver.free_variables(formula, box, sorted(box))


def formula_in(solver: Solver, formula: Formula, fixed: Mapping[int, int]) -> Formula:
    """Return a formula under the condition that variables have values of these masks."""
    space = solver.space
    return space.conjunction(formula, *(space.literal(variable, mask) for variable, mask in fixed.items()))


def fix_variables(solver: Solver, formula: Formula, box: Box, variables: Iterable[int]) -> Box:
    """Return a box of a formula with each of these variables fixed to one value with which the formula may still hold."""
    space = solver.space
    fixed = {v: mask if space.values[v] is None else mask & -mask for v, mask in box.items()}
    for variable in sorted(set(variables) - set(fixed)):
        if space.name_bits >> variable & 1:
            continue  # it follows from the others
        values = space.values[variable]
        if values is None:
            fixed[variable] = int(space.default_index(variable))
            continue
        fixed[variable] = next(
            (1 << n for n in range(len(values)) if solver.find_model(formula, {**fixed, variable: 1 << n}) is not None), 1
        )
    return fixed


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
    return value is not None and not value.isidentifier()


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

"""From a box of formulas to a situation, and back to the reference interpreter: no finding is reported that the interpreter does not show.

The situation is as small as can be: facts that do not matter are left out, and what is left decides under every completion.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import product
from typing import TYPE_CHECKING, Any

from rulewright.analysis.verdicts.findings import Witness
from rulewright.base.errors import WrongInput
from rulewright.base.limits import STEPS_A_NODE
from rulewright.core.model import Core
from rulewright.core.query import Switches
from rulewright.core.wording import fact_text, question_text, typed_text, value_text
from rulewright.engines.interpreter.anonymous import Unnamed
from rulewright.engines.interpreter.ask import engine_of
from rulewright.engines.interpreter.evaluation import Result
from rulewright.engines.interpreter.explore import Inquiry
from rulewright.engines.interpreter.situation import Situation
from rulewright.engines.interpreter.step_budget import Steps
from rulewright.engines.interpreter.unknown import Open
from rulewright.engines.solver.encoding.world import (
    ArgumentVariable,
    FactVariable,
    SwitchVariable,
    ThingVariable,
    World,
    names_taken,
    unused_name,
)
from rulewright.semantics import types

if TYPE_CHECKING:
    from rulewright.engines.solver.formula.space import Formula
    from rulewright.engines.solver.search.solver import Box, Solver, Spot
    from rulewright.semantics.model import Question
    from rulewright.semantics.terms import FactKey

MOST_ADDED = 80
"""So many further facts are added before a situation is given up."""
PASSES = 60
"""How many passes of the interpreter a small situation may take before all facts are given."""


class NotShown(Exception):
    """The interpreter does not show what the formulas say: a fault of the procedure, and no finding."""


@dataclass(slots=True)
class Point:
    """A situation as the interpreter takes it: a question, facts, switches and things."""

    question: str
    args: tuple[Any, ...]
    facts: dict[FactKey, Any]
    things: dict[str, str]
    options: frozenset[str] = frozenset()
    scenario: str | None = None
    game: str | None = None
    readings: dict[str, str] = field(default_factory=dict)

    @property
    def switches(self) -> Switches:
        games = None if self.game is None else frozenset({self.game})
        return Switches(self.options, self.scenario, games, tuple(sorted(self.readings.items())))


class Witnesses:
    """Makes situations for the questions of one core, and replays them."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.engine = engine_of(core)
        self._things: dict[str, tuple[str, ...]] = {}
        self._last: dict[Switches, Situation] = {}
        self._steps: Steps | None = None
        """The steps that are left for all that is replayed; None: as many as are usual for each."""

    @contextmanager
    def sparingly(self, steps: int) -> Iterator[None]:
        """All that is replayed meanwhile has so many steps together; what takes more is not shown."""
        self._steps = Steps(steps // STEPS_A_NODE)
        try:
            yield
        finally:
            self._steps = None

    @contextmanager
    def within_steps(self) -> Iterator[None]:
        """What no steps are left for is not shown: raises `NotShown`."""
        try:
            yield
        except WrongInput as error:
            if self._steps is None:
                raise
            raise NotShown(error.message) from error

    # ---- from boxes -----------------------------------------------------------------------------------------------------------------

    def point(self, world: World, question: Question, box: Box, several: Mapping[str, int] | None = None) -> Point:
        """A situation in a box; variables that the box leaves free are left out, as are things that nothing is said of.

        Some things stand for `several`.
        """
        space = world.space
        by_key: dict[Any, Any] = {}
        for variable, mask in box.items():
            if isinstance(space.keys[variable], FactVariable | ArgumentVariable | ThingVariable | SwitchVariable):
                by_key[space.keys[variable]] = world.plain(variable, mask)
        absent = {key.thing for key, there in by_key.items() if isinstance(key, ThingVariable) and not there}
        by_key = {key: value for key, value in by_key.items() if not (isinstance(key, FactVariable) and absent.intersection(key.args))}
        args = tuple(self._argument(world, question, slot, by_key, absent) for slot in range(len(question.params)))
        things = {arg for arg in args if arg in world.kinds}
        for key, value in by_key.items():
            if isinstance(key, ThingVariable) and value:
                things.add(key.thing)
            if isinstance(key, FactVariable):
                things |= {str(one) for one in (*key.args, value) if one in world.kinds}
        found = Point(question.name, args, {}, {name: world.kinds[name] for name in sorted(things)})
        for key, value in by_key.items():
            match key:
                case FactVariable(fact=fact, args=inner):
                    found.facts[fact, inner] = value
                case SwitchVariable():
                    self._switch(found, key, value)
                case _:  # open: other variables are of the solver alone
                    pass
        if found.game is None and self.core.games:
            found.game = self.core.games[0]
        return self._named(world, question, _with_each_of_several(found, several or {}))

    def _argument(self, world: World, question: Question, slot: int, by_key: Mapping[Any, Any], absent: Collection[str]) -> Any:
        value = world.arguments(question)[slot]
        if len(value.cases) == 1 and value.cases[0][1] in world.kinds:
            return value.cases[0][1]
        key = world.argument_key(question, slot)
        if key in by_key:
            return by_key[key]
        variable = world.space.variable_named(key)
        values = world.space.values[variable]
        if values is None:
            return world.plain(variable, world.space.ends[variable][0] or 0)
        return next(one for one in values if one not in absent)

    def _switch(self, found: Point, key: SwitchVariable, value: Any) -> None:
        match key.what:
            case "option":
                found.options = found.options | {key.name} if value else found.options
            case "scenario":
                found.scenario = value
            case "game":
                found.game = value
            case _:  # open: the choice of a reading
                found.readings[key.name] = value

    def _named(self, world: World, question: Question, found: Point) -> Point:
        """The same with names that people would give: those of the parameters, and of the kinds."""
        names: dict[Any, str] = {}
        for param, arg in zip(question.params, found.args, strict=True):
            if isinstance(param.type, types.Thing) and arg is not None and arg not in names:
                names[arg] = world.free_name(param.name, names.values())
        for thing, kind in found.things.items():
            if thing not in names:
                names[thing] = world.free_name(kind[0], names.values())

        def named(value: Any) -> Any:
            return names.get(value, value) if isinstance(value, str) else value

        return Point(
            found.question,
            tuple(
                named(arg) if isinstance(param.type, types.Thing) else arg for param, arg in zip(question.params, found.args, strict=True)
            ),
            {self.core.facts[fact].key(tuple(named(arg) for arg in args)): named(value) for (fact, args), value in found.facts.items()},
            {names[thing]: kind for thing, kind in found.things.items()},
            found.options,
            found.scenario,
            found.game,
            found.readings,
        )

    # ---- to the interpreter ---------------------------------------------------------------------------------------------------------

    def inquiry(self, point: Point, shows: Callable[[Result], Any] | None = None) -> Inquiry:
        """The inquiry into a situation; `shows` is what is asked of the result, else its value is."""
        name, args = point.question, point.args

        def goal(situation: Situation) -> Any:
            result = situation.result(name, args)
            return result.value if shows is None else shows(result)

        things: dict[str, tuple[str, ...]] = {}
        for thing, kind in point.things.items():
            things[kind] = (*things.get(kind, ()), thing)
        engine = self.engine
        if self._things != things:
            self._things, self._last = things, {}
        return Inquiry(
            engine.machine, point.switches, point.facts, {}, things, goal, engine.sensitivity,
            budget=PASSES, last=self._last, steps=self._steps or Steps(),
        )  # fmt: skip

    def result(self, point: Point) -> Result:
        """What the interpreter makes of a situation in one pass, with its whole argument."""
        inquiry = self.inquiry(point)
        _, situation = inquiry.run({})
        return situation.result(point.question, point.args)

    def worked_out(self, point: Point) -> Situation:
        """The situation after one pass of the interpreter, which holds every answer that was asked for on the way."""
        return replace(self.inquiry(point), last=None).run({})[1]

    def undecided(self, point: Point, numbers: Collection[int]) -> Iterator[Open]:
        """What is open in the conditions of the rules with these numbers."""
        _, situation = self.inquiry(point).run({})
        result = situation.result(point.question, point.args)
        for weighed in result.weighed:
            if weighed.live.number in numbers:
                there = [[part(situation, result.args) for part in address.parts] for address in weighed.live.addresses]
                if not any(all(value is True for value in values) for values in there):
                    yield from (value for values in there for value in values if isinstance(value, Open))

    def shown(self, point: Point, shows: Callable[[Result], bool]) -> Point:
        """The situation, if the interpreter shows something in it: at once, under every completion, or with more facts given.

        Raises `NotShown`.
        """
        with self.within_steps():
            if not self._shows(point, shows):
                point = self.with_more_facts(point, shows)
            return self._without_idle_things(point, shows)

    def _shows(self, point: Point, shows: Callable[[Result], bool]) -> bool:
        """Whether the interpreter shows it at once or under every completion."""
        return shows(self.result(point)) or self.certain(point, shows)

    def with_more_facts(self, point: Point, shows: Callable[[Result], bool]) -> Point:
        """The situation with the further facts, one after the other, that the interpreter runs into until it shows something."""
        found = replace(point, readings=dict(point.readings))
        for _ in range(MOST_ADDED):
            inquiry = self.inquiry(found)
            _, situation = inquiry.run({})
            result = situation.result(found.question, found.args)
            if shows(result):
                return found
            if not self._add_fact(found, inquiry, result):
                break
        raise NotShown(f"the interpreter does not show it: {self.case(found)}")

    def _add_fact(self, found: Point, inquiry: Inquiry, result: Result) -> bool:
        """Give one more fact, or take one more reading, of those that a result depends on; whether there was one."""
        reasons = [result.value, *(one.opened for one in result.weighed), *(one.effect for one in result.weighed)]
        opened = [reason for reason in reasons if reason.__class__ is Open]
        for fact in dict.fromkeys(fact for reason in opened for fact in reason.facts):
            for value in named_values(inquiry, fact) or self._untried(fact, found):
                if inquiry.is_impossible({fact: value}) is not True:
                    found.facts = {**found.facts, fact: value}
                    return True
        for reading in sorted({name for reason in opened for name in reason.readings}):
            found.readings[reading] = self.core.readings[reading].choices[0].name
            return True
        return False

    def _untried(self, fact: FactKey, found: Point) -> list[Any]:
        """A value of a fact whose values cannot be listed: a place of a map, a number without end, a thing of which there is none yet."""
        kind = self.core.facts[fact[0]].type
        if isinstance(kind, types.Thing):
            made = self.new_thing(found, kind.record)
            found.things = {**found.things, made: kind.record}
            return [made]
        if isinstance(kind, types.PlaceOf):
            return [None] if kind.or_none else [low for low, _ in self.core.maps.get(kind.map, ())]
        return [kind.low or 0] if isinstance(kind, types.Numeric) else []

    def new_thing(self, point: Point, record: str) -> str:
        """A name for a further thing of a kind."""
        return unused_name(names_taken(self.core).union(point.things), record[0])

    def without_needless_things(self, point: Point, shows: Callable[[Result], bool]) -> Point:
        """The situation without the things, each with its facts, that it does not need to show something."""
        for thing in [thing for thing in reversed(point.things) if thing not in point.args]:
            facts = {key: value for key, value in point.facts.items() if thing not in key[1] and value != thing}
            less = replace(point, things={name: kind for name, kind in point.things.items() if name != thing}, facts=facts)
            try:
                with self.within_steps():
                    point = less if self.possible(less) and self._shows(less, shows) else point
            except NotShown:
                break  # no steps are left
        return point

    def _without_idle_things(self, point: Point, shows: Callable[[Result], bool]) -> Point:
        """The situation without the things of which no fact is given, except those that it shows something by: their facts may follow."""
        used = {arg for _, args in point.facts for arg in args} | set(point.facts.values()) | set(point.args)
        for thing in [thing for thing in point.things if thing not in used]:
            less = replace(point, things={name: kind for name, kind in point.things.items() if name != thing})
            point = less if self.possible(less) and self._shows(less, shows) else point
        return point

    def possible(self, point: Point) -> bool:
        """Whether some completion of a situation is possible, as the book has it; among many things, whether that is found out."""
        with suppress(NotShown), self.within_steps():
            found = not self.core.impossible or self.inquiry(point).is_possible({})
            return found is True if self._steps is not None else found is not False
        return False  # no steps are left

    def certain(self, point: Point, shows: Callable[[Result], bool]) -> bool:
        """Whether the interpreter shows it under every completion of the situation."""
        inquiry = self.inquiry(point, lambda result: _kept_open(result, shows))
        return bool(inquiry.certain() == ("answered", True))

    # ---- for people -----------------------------------------------------------------------------------------------------------------

    def case(self, point: Point) -> Witness:
        """A situation as texts of the language."""
        return case_text(point, self.core.questions[point.question], self.core)

    def outcome_text(self, question: Question, value: Any) -> str:
        """An outcome: the value with its unit, or what it is instead."""
        if value.__class__ is Open:
            return "conflict" if value.conflict else "undetermined"
        if question.type is not None:
            return typed_text(self.core, question.type, value)
        return value_text(value)


def _with_each_of_several(point: Point, several: Mapping[str, int]) -> Point:
    """The situation with each of the things that some things stand for; what is said of one is said of all."""
    facts, things = dict(point.facts), dict(point.things)
    for thing, many in several.items():
        if thing not in things:
            continue
        copies = [f"{thing}_{number}" for number in range(2, many + 1)]
        things.update(dict.fromkeys(copies, things[thing]))
        for (fact, args), value in list(facts.items()):
            if thing in args:
                ways = product(*((arg, *copies) if arg == thing else (arg,) for arg in args))
                facts.update({(fact, way): value for way in ways})
    return replace(point, facts=facts, things=things)


def options_off(solver: Solver, formula: Formula) -> dict[int, int]:
    """The options that a formula depends on, or what is given with it, all off."""
    space = solver.space
    keys = {variable: space.keys[variable] for variable in sorted(space.variables_of(formula) | space.variables_of(solver.given))}
    return {variable: 2 for variable, key in keys.items() if isinstance(key, SwitchVariable) and key.what == "option"}


def apart(solver: Solver, formula: Formula) -> Formula:
    """A formula where each argument is another thing, if it can hold there."""
    space = solver.space
    keys = {variable: space.keys[variable] for variable in sorted(space.variables_of(formula) | space.variables_of(solver.given))}
    others = [
        space.literal(variable, 1)
        for variable, key in keys.items()
        if isinstance(key, ArgumentVariable)
        and isinstance(key.type, types.Thing)
        and len(space.values[variable] or ()) > 1 + key.type.or_none
    ]
    stronger = space.both(formula, *others)
    return stronger if others and solver.possible_shortly(stronger) else formula


def small(solver: Solver, formula: Formula, at: Iterable[Spot] = ()) -> Box | None:
    """A box in which a formula holds, with another thing for each argument and the options off if that can be; `at`: where it may hold."""
    formula = apart(solver, formula)
    off = options_off(solver, formula)
    found = solver.model(formula, off, at) if off else None
    return found if found is not None else solver.model(formula, at=at)


def all_fixed(solver: Solver, formula: Formula, box: Box, about: Iterable[int]) -> Box:
    """A box of a formula with each of these variables fixed to one value with which the formula may still hold."""
    space = solver.space
    fixed = {v: mask if space.values[v] is None else mask & -mask for v, mask in box.items()}
    for variable in sorted(set(about) - set(fixed)):
        if space.named >> variable & 1:
            continue  # it is what the others make it
        values = space.values[variable]
        if values is None:
            fixed[variable] = int(space.first(variable))
            continue
        fixed[variable] = next((1 << n for n in range(len(values)) if solver.model(formula, {**fixed, variable: 1 << n}) is not None), 1)
    return fixed


def case_text(point: Point, question: Question, *cores: Core) -> Witness:
    """A situation as texts of the language, each fact in the words of the first core that has it."""
    facts = []
    for key, value in point.facts.items():
        core = next(one for one in cores if key[0] in one.facts)
        facts.append((fact_text(core, key), typed_text(core, core.facts[key[0]].type, value)))
    args = tuple(typed_text(cores[0], param.type, arg) for param, arg in zip(question.params, point.args, strict=True))
    return Witness(
        question_text(cores[0], point.question, args),
        tuple(point.things.items()),
        tuple(sorted(facts)),
        tuple(sorted(point.options)),
        point.scenario,
        point.game,
        tuple(sorted(point.readings.items())),
    )


def named_values(inquiry: Inquiry, fact: FactKey) -> list[Any]:
    """The values of a fact, without a thing that is not there."""
    return [value for value in inquiry.domain(fact) if not isinstance(value, Unnamed)]


def _kept_open(result: Result, shows: Callable[[Result], bool]) -> Any:
    """Whether a result shows it; open where it depends on facts that are not given."""
    opened = [one.opened for one in result.weighed if one.opened is not None and one.opened.facts]
    if shows(result):
        return True
    value = result.value
    if value.__class__ is Open and value.facts:
        return value
    return opened[0] if opened else False

"""A situation as input of the interpreter, and how one is read off a box of formulas."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from rulewright.core.model import Core
from rulewright.core.query import Switches
from rulewright.engines.solver.encoding.world import ArgumentVariable, FactVariable, SwitchVariable, ThingVariable, World
from rulewright.engines.solver.search.solver import Box
from rulewright.semantics import types
from rulewright.semantics.model import Question
from rulewright.semantics.terms import FactKey


@dataclass(slots=True)
class Point:
    """A question with its operands, and the facts, switches and things (name -> kind) of a situation."""

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


def point_in_box(core: Core, world: World, question: Question, box: Box, copies: Mapping[str, int] | None = None) -> Point:
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
    args = tuple(_argument_in_box(world, question, slot, by_key, absent) for slot in range(len(question.params)))
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
                _set_switch(point, key, value)
            case _:  # open: other variables are of the solver alone
                pass
    if point.game is None and core.games:
        point.game = core.games[0]
    return _with_readable_names(core, world, question, _with_copies(point, copies or {}))


def _argument_in_box(world: World, question: Question, slot: int, by_key: Mapping[Any, Any], absent: Collection[str]) -> Any:
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


def _set_switch(point: Point, key: SwitchVariable, value: Any) -> None:
    match key.what:
        case "option":
            point.options = point.options | {key.name} if value else point.options
        case "scenario":
            point.scenario = value
        case "game":
            point.game = value
        case _:  # open: the choice of a reading
            point.readings[key.name] = value


def _with_readable_names(core: Core, world: World, question: Question, point: Point) -> Point:
    """Return the situation with names that people would give: those of the parameters, and of the kinds."""
    names: dict[Any, str] = {}
    for param, arg in zip(question.params, point.args, strict=True):
        if isinstance(param.type, types.Thing) and arg is not None and arg not in names:
            names[arg] = world.free_name(param.name, names.values())
    for thing, kind in point.things.items():
        if thing not in names:
            names[thing] = world.free_name(kind[0], names.values())

    return rename_things(core, point, names)


def rename_things(core: Core, point: Point, names: Mapping[Any, str]) -> Point:
    """Return the situation with other names for its things."""

    def renamed_value(value: Any) -> Any:
        return names.get(value, value) if isinstance(value, str) else value

    params = core.questions[point.question].params
    return Point(
        point.question,
        tuple(renamed_value(arg) if isinstance(param.type, types.Thing) else arg for param, arg in zip(params, point.args, strict=True)),
        {
            _fact_key(core, fact, tuple(renamed_value(arg) for arg in args)): renamed_value(value)
            for (fact, args), value in point.facts.items()
        },
        {names[thing]: kind for thing, kind in point.things.items()},
        point.options,
        point.scenario,
        point.game,
        point.readings,
    )


def _fact_key(core: Core, fact: str, args: tuple[Any, ...]) -> FactKey:
    """Return the key of a fact; one that only another core has is taken as it is."""
    return core.facts[fact].key(args) if fact in core.facts else (fact, args)


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

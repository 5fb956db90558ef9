"""The situations of a book's examples as points of a world of few things.

An author has thought of these situations, so what a search does not find from where it begins is often near one of them. A point is where
a search begins, and proves nothing: an answer that an example gives is left out, as the facts that it follows from are not known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from rulewright.base.limits import MAX_EXAMPLE_POINTS
from rulewright.core.model import Core
from rulewright.engines.solver.encoding.world import FactVariable, SwitchVariable, ThingVariable, World
from rulewright.engines.solver.formula.space import Exact
from rulewright.engines.solver.search.solver import Assignment
from rulewright.semantics import terms, types
from rulewright.semantics.model import Example, Question
from rulewright.semantics.terms import Plain

AskedExamples: TypeAlias = Mapping[str, Sequence[tuple[Example, tuple[Plain, ...]]]]
"""By question, the first examples that ask it, each with the operands."""


def examples_by_question(core: Core) -> AskedExamples:
    """Return, for each question, the first examples that ask it with constants as operands."""
    examples_of_name: dict[str, dict[tuple[int, tuple[Plain, ...]], tuple[Example, tuple[Plain, ...]]]] = {}
    for number, example in enumerate(core.examples):
        for question, args in (call for expectation in example.then for call in _calls_in(expectation.about)):
            examples = examples_of_name.setdefault(question, {})
            if len(examples) < MAX_EXAMPLE_POINTS:
                examples[number, args] = (example, args)
    return {question: tuple(examples.values()) for question, examples in examples_of_name.items()}


def _calls_in(condition: terms.Term) -> Iterator[tuple[str, tuple[Plain, ...]]]:
    """Yield the questions that a condition asks with constants as operands."""
    for term in terms.walk(condition):
        if isinstance(term, terms.Ask | terms.AskVerdict):
            operands = tuple(arg.value for arg in term.args if isinstance(arg, terms.Const))
            if len(operands) == len(term.args):
                yield term.question, operands


def points_of_examples(world: World, question: Question, examples: AskedExamples) -> Iterator[Assignment]:
    """Yield the situations of examples that ask a question, as indexes of values; facts that they do not give are left out."""
    for example, args in examples.get(question.name, ()):
        names = _names_in_world(world, question, example, args)
        if names is not None:
            yield {**_point_of_arguments(world, question, args, names), **_point_of_example(world, example, names)}


def _names_in_world(world: World, question: Question, example: Example, args: tuple[Plain, ...]) -> dict[Any, str] | None:
    """Return the thing of a world for each thing of an example, arguments first; None if the arguments are not as they are in the world."""
    names: dict[Any, str] = {}
    arguments = world.question_arguments(question)
    for param, value, arg in zip(question.params, arguments, args, strict=True):
        if isinstance(param.type, types.Thing) and arg is not None:
            thing = names.setdefault(arg, str(value.cases[0][1]))
            if all(leaf != thing for _, leaf in value.cases):
                return None
    for thing, kind in example.world:
        unnamed = [name for name in world.things.get(kind, ()) if name not in names.values()]
        if thing not in names and unnamed:
            names[thing] = unnamed[0]
    return names


def _point_of_arguments(world: World, question: Question, args: tuple[Plain, ...], names: Mapping[Any, str]) -> dict[int, Exact]:
    """Return the arguments that are variables of the world, with their indexes."""
    point: dict[int, Exact] = {}
    for slot, (param, arg) in enumerate(zip(question.params, args, strict=True)):
        variable = world.space.known_variable(world.argument_key(question, slot))
        if variable is not None:
            point.update(_index_of_value(world, variable, _value_in_world(param.type, arg, names)))
    return point


def _point_of_example(world: World, example: Example, names: Mapping[Any, str]) -> dict[int, Exact]:
    """Return the things, switches and given facts of an example that are variables of the world, with their indexes."""
    space, core = world.space, world.core
    present, readings = set(names.values()), dict(example.readings)
    point: dict[int, Exact] = {}
    for variable, key in enumerate(space.keys):
        if isinstance(key, ThingVariable):
            point.update(_index_of_value(world, variable, key.thing in present))
        elif isinstance(key, SwitchVariable):
            switches = {"option": key.name in example.options, "scenario": example.scenario}
            choice = switches[key.what] if key.what in switches else readings.get(key.name)
            point.update(_index_of_value(world, variable, choice))
    for assignment in example.given:
        fact = core.facts.get(assignment.name)
        if fact is None or assignment.narrow is not None:
            continue
        args = fact.key(tuple(_value_in_world(param.type, arg, names) for param, arg in zip(fact.params, assignment.args, strict=True)))
        fact_variable = space.known_variable(FactVariable(*args))
        if fact_variable is not None:
            point.update(_index_of_value(world, fact_variable, _value_in_world(fact.type, assignment.value, names)))
    return point


def _value_in_world(kind: types.Type, value: Plain, names: Mapping[Any, str]) -> Plain:
    """Return a value of an example as it is in a world: a thing by its name there."""
    return names.get(value, value) if isinstance(kind, types.Thing) else value


def _index_of_value(world: World, variable: int, value: Plain) -> dict[int, Exact]:
    """Return a variable with the index of a value, or its number of steps; nothing if the value is not in its domain."""
    values = world.space.values[variable]
    if values is not None:
        return {variable: values.index(value)} if value in values else {}
    steps = Fraction(value) / world.steps.get(variable, 1) if isinstance(value, int | Fraction) else Fraction(1, 2)
    return {variable: steps.numerator} if steps.denominator == 1 else {}

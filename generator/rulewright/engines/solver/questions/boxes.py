"""Boxes in which a formula holds, as small as people want situations: few things, no options, facts as they usually are."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import combinations
from math import comb

from rulewright.base.limits import MAX_FURTHER_OPTIONS, MAX_OPTION_SETS
from rulewright.core.model import Core
from rulewright.engines.solver.encoding.world import ArgumentVariable, FactVariable, SwitchVariable, ThingVariable, World
from rulewright.engines.solver.formula.space import Formula
from rulewright.engines.solver.search.solver import Assignment, Box, Solver
from rulewright.semantics import types
from rulewright.semantics.model import Question


def _keys(solver: Solver, formula: Formula) -> Iterator[tuple[int, Hashable]]:
    """Yield the variables that a formula, or the solver's premise, depends on, each with what it stands for."""
    space = solver.space
    return ((variable, space.keys[variable]) for variable in sorted(space.variables_of(formula) | space.variables_of(solver.assumption)))


def options_off(solver: Solver, formula: Formula) -> dict[int, int]:
    """Return the options that a formula, or the solver's premise, depends on, all off."""
    return {variable: 2 for variable, key in _keys(solver, formula) if isinstance(key, SwitchVariable) and key.what == "option"}


def with_distinct_arguments(solver: Solver, formula: Formula) -> Formula:
    """Return a formula in which each argument is another thing, if it can hold so."""
    space = solver.space
    others = [
        space.literal(variable, 1)
        for variable, key in _keys(solver, formula)
        if isinstance(key, ArgumentVariable)
        and isinstance(key.type, types.Thing)
        and len(space.values[variable] or ()) > 1 + key.type.or_none
    ]
    stronger = space.conjunction(formula, *others)
    return stronger if others and solver.is_satisfiable_shortly(stronger) else formula


def further_things_absent(solver: Solver, formula: Formula, world: World, question: Question) -> dict[int, int]:
    """Return the things that a formula, or the solver's premise, depends on and that are no arguments of a question, all absent."""
    arguments = {leaf for value in world.question_arguments(question) for _, leaf in value.cases}
    return {variable: 2 for variable, key in _keys(solver, formula) if isinstance(key, ThingVariable) and key.thing not in arguments}


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


def box_with_fewest_options(solver: Solver, formula: Formula) -> Box | None:
    """Return a box with no option if there is one, else with a smallest set: the necessary options, and as few more as possible."""
    formula = with_distinct_arguments(solver, formula)
    off = options_off(solver, formula)
    if not off:
        return solver.find_model(formula)
    plain = solver.space.bounding_box(formula)
    needed = {variable: 1 for variable in off if not plain.get(variable, 2) & 2}
    others = {variable: 2 for variable in off if variable not in needed}
    for size in range(MAX_FURTHER_OPTIONS + 1):
        if comb(len(others), size) > MAX_OPTION_SETS:
            break
        for enabled in combinations(others, size):
            box = solver.find_model(formula, {**needed, **others, **dict.fromkeys(enabled, 1)})
            if box is not None:
                return box
    return _shrink_options(solver, formula, others)


def _shrink_options(solver: Solver, formula: Formula, off: dict[int, int]) -> Box | None:
    """Return a box with many options, of which each is switched off in turn if the formula still holds."""
    box = solver.find_model(formula)
    fixed: dict[int, int] = {}
    for variable in off:
        reduced = solver.find_model(formula, {**fixed, variable: 2})
        if reduced is not None:
            box, fixed[variable] = reduced, 2
    return box

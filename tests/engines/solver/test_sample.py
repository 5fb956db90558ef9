"""Many points at once: every formula holds at just those of them at which its parts say so."""

from __future__ import annotations

from random import Random

import pytest

from engines.solver.random_formulas import spaces
from rulewright.base.limits import SAMPLED_POINTS
from rulewright.engines.solver.formula.space import Space
from rulewright.engines.solver.search.sample import EVERYWHERE, Sample

SIZES = (2, 3, 5, 8, 13)


def space_of(*sizes: int) -> Space:
    space = Space()
    for place, size in enumerate(sizes):
        space.variable(f"v{place}", tuple(range(size)))
    return space


def test_each_point_has_one_value_of_each_variable() -> None:
    space = space_of(*SIZES)
    sample = Sample(space)
    for variable, size in enumerate(SIZES):
        having = [sample.literal(variable, 1 << value) for value in range(size)]
        assert sum(points.bit_count() for points in having) == SAMPLED_POINTS
        assert all(points for points in having), "each value is drawn"
        union = 0
        for points in having:
            union |= points
        assert union == EVERYWHERE


def test_a_literal_holds_where_the_variable_has_one_of_its_values() -> None:
    random = Random(3)
    sample = Sample(space_of(*SIZES))
    for _ in range(60):
        variable = random.randrange(len(SIZES))
        mask = random.randrange(1, 1 << SIZES[variable])
        wanted = 0
        for value in range(SIZES[variable]):
            if mask >> value & 1:
                wanted |= sample.literal(variable, 1 << value)
        assert sample.literal(variable, mask) == wanted


def test_a_formula_holds_where_it_is_true() -> None:
    """Each sampled point read out as values, and the formula worked out there."""
    for made in spaces(11, 12, hard=0):
        sample = Sample(made.space)
        values = [
            [
                next(v for v in range(made.space.full[variable].bit_length()) if sample.literal(variable, 1 << v) >> point & 1)
                for variable in made.variables
            ]
            for point in range(0, SAMPLED_POINTS, SAMPLED_POINTS // 16)
        ]
        for formula in made.pool:
            points = sample.satisfying_points(formula)
            for number, point in zip(range(0, SAMPLED_POINTS, SAMPLED_POINTS // 16), values, strict=True):
                assert bool(points >> number & 1) is made.space.evaluate(formula, dict(zip(made.variables, point, strict=True)))


@pytest.mark.parametrize("size", SIZES)
def test_half_of_the_points_are_near_the_base(size: int) -> None:
    space = space_of(size)
    near = Sample(space, [1 << (size - 1)]).literal(0, 1 << (size - 1)).bit_count()
    assert near > SAMPLED_POINTS * 0.4

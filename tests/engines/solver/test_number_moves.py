"""A point that a search begins at is moved, number by number, until the arithmetic holds; what is found is one of all points."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.numbers import compare, variable_number
from rulewright.engines.solver.formula.space import Formula, Space
from rulewright.engines.solver.search.solver import Solver


@pytest.fixture
def space() -> Space:
    return Space()


def formulas(space: Space, first: numbers.Leaf, second: numbers.Leaf) -> dict[str, tuple[Formula, bool]]:
    """Return formulas about two numbers, and whether there is a point of each."""
    greater, product = compare(space, ">", first, 4_000), numbers.multiply(first, second)
    return {
        "a quotient": (space.conjunction(greater, compare(space, "<", numbers.divide(first, second), Fraction(3, 2))), True),
        "a product": (space.conjunction(greater, compare(space, ">", product, 10_000_000)), True),
        "a sum": (space.conjunction(greater, compare(space, "=", numbers.add(first, second), 9_000)), True),
        "none": (space.conjunction(greater, compare(space, ">", product, 100_000_000)), False),
    }


@pytest.mark.parametrize("name", ["a quotient", "a product", "a sum", "none"])
def test_points_near_a_point_are_points_of_the_formula(name: str, space: Space) -> None:
    first, second = (space.numeric_variable(key, 0, 7_200) for key in ("first", "second"))
    formula, is_possible = formulas(space, variable_number(first), variable_number(second))[name]
    found = list(Solver(space).points_near(formula, [{first: 10, second: 10}]))
    assert bool(found) is is_possible
    assert all(space.evaluate(formula, point) for point in found)

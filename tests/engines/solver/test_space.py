"""Formulas mean what they were built to mean, equal ones are one, and depth is no matter."""

from __future__ import annotations

from random import Random

import pytest

from engines.solver.random_formulas import Made, plainly, spaces
from rulewright.base.limits import MAX_FLATTENED_PARTS
from rulewright.engines.solver.formula.space import FALSE, TRUE, Space, TooLarge


def test_what_is_built_holds_where_its_parts_say() -> None:
    random = Random(5)
    for made in spaces(1, 150):
        chosen = random.sample(made.pool, 3)
        both, either, negated = made.space.conjunction(*chosen), made.space.disjunction(*chosen), made.space.negate(chosen[0])
        for point in made.points():
            told = [plainly(made.space, formula, point) for formula in chosen]
            assert plainly(made.space, both, point) is all(told)
            assert plainly(made.space, either, point) is any(told)
            assert plainly(made.space, negated, point) is not told[0]
            assert made.space.evaluate(both, point) is all(told)


def test_order_and_repetition_make_no_other_formula() -> None:
    for made in spaces(2, 60):
        chosen = made.random.sample(made.pool, 4)
        both = made.space.conjunction(*chosen)
        made.random.shuffle(chosen)
        assert made.space.conjunction(*chosen, chosen[0], both) == both
        assert made.space.negate(made.space.negate(both)) == both


@pytest.mark.parametrize("kind", ["conjunction", "disjunction"])
def test_what_has_many_parts_stays_a_part_of_what_it_stands_in(kind: str) -> None:
    """So that a long formula is not written out anew for each that it is part of."""
    space = Space()
    join = getattr(space, kind)
    *parts, last = [space.literal(space.variable(number, (False, True)), 2) for number in range(MAX_FLATTENED_PARTS + 2)]
    many, few = join(*parts), join(*parts[1:])
    assert set(space.parts[join(many, last)]) == {many, last}
    assert set(space.parts[join(few, last)]) == {*parts[1:], last}


def test_what_decides_itself_is_a_constant() -> None:
    space = Space()
    one, other = space.variable("one", ("a", "b", "c")), space.variable("other", (False, True))
    a, b, yes = space.literal(one, 1), space.literal(one, 2), space.literal(other, 2)
    assert space.conjunction(a, b) == FALSE
    assert space.disjunction(a, b, space.literal(one, 4)) == TRUE
    assert space.conjunction(a, space.disjunction(a, yes)) == a
    assert space.conjunction(a, space.disjunction(b, yes)) == space.conjunction(a, yes)
    assert space.disjunction(a, space.conjunction(a, yes)) == a
    formula = space.disjunction(a, yes)
    assert space.conjunction(formula, space.negate(formula)) == FALSE
    assert space.conjunction() == TRUE
    assert space.disjunction() == FALSE


def test_at_least_counts() -> None:
    for made in spaces(3, 40, hard=0):
        chosen = made.random.sample(made.pool, 5)
        formulas = [made.space.at_least(count, chosen) for count in range(-1, 7)]
        for point in made.points():
            holding = sum(plainly(made.space, formula, point) for formula in chosen)
            assert [plainly(made.space, formula, point) for formula in formulas] == [holding >= count for count in range(-1, 7)]


def test_depth_is_no_matter() -> None:
    space = Space()
    variables = [space.variable(name, (False, True)) for name in range(10_000)]
    formula = space.literal(variables[0], 2)
    for place, variable in enumerate(variables[1:]):
        formula = (space.conjunction if place % 2 else space.disjunction)(formula, space.literal(variable, 2))
    assert space.height[formula] > 9_000
    opposite = space.negate(formula)
    assert space.evaluate(formula, dict.fromkeys(variables, 1))
    assert not space.evaluate(opposite, dict.fromkeys(variables, 1))
    assert len(space.variables_of(opposite)) == 10_000


def test_a_variable_keeps_its_values() -> None:
    space = Space()
    assert space.variable("weather", ("dry", "mud")) == space.variable("weather", ["dry", "mud"])
    with pytest.raises(ValueError, match="different values"):
        space.variable("weather", ("dry", "snow"))
    assert space.numeric_variable("cash", 0, None) == space.numeric_variable("cash", 0, None)
    with pytest.raises(ValueError, match="different values"):
        space.numeric_variable("cash", 0, 10)


def test_too_many_formulas_are_refused() -> None:
    space = Space(limit=40)
    with pytest.raises(TooLarge):
        for place in range(30):
            one, other = space.variable((place, 1), (False, True)), space.variable((place, 2), (False, True))
            space.conjunction(space.literal(one, 1), space.literal(other, 1))


def test_pools_are_worth_testing() -> None:
    """The random formulas hold at some points and fail at others: a test over them can fail."""
    some = none = every = 0
    for made in spaces(4, 60):
        total = sum(1 for _ in made.points())
        holding = len(made.true_at(made.formula()))
        some += 0 < holding < total
        none += holding == 0
        every += holding == total
    assert some > 20
    assert none > 3
    assert isinstance(made, Made)


@pytest.mark.parametrize(("low", "high", "first"), [(3, 9, 3), (None, 9, 0), (None, 0, 0), (None, -5, -5), (None, None, 0), (-7, None, -7)])
def test_what_stands_for_a_variable_that_is_not_given(low: int | None, high: int | None, first: int) -> None:
    space = Space()
    assert space.default_index(space.variable("listed", (7, 8))) == 0, "the place of its first value"
    assert space.default_index(space.numeric_variable("wide", low, high)) == first

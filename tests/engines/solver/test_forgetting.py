"""A formula in which variables are forgotten holds where the formula does for some of their values: point by point."""

from __future__ import annotations

from random import Random

import pytest

from engines.solver.random_formulas import Made
from rulewright.engines.solver.formula.forgetting import forget_variables
from rulewright.engines.solver.formula.space import FALSE, Formula, Space


@pytest.mark.parametrize("seed", range(40))
def test_what_is_left_holds_where_some_values_of_the_forgotten_make_the_formula_hold(seed: int) -> None:
    rng = Random(seed)
    two: list[int] = []
    while not two:
        made = Made(rng, 6, rng.choice((10, 30, 60)), hard=False)
        two = [one for one in made.variables if len(made.space.values[one] or ()) == 2]
    gone = two[: rng.randint(1, len(two))]
    bits = sum(1 << variable for variable in gone)
    formulas = [made.formula() for _ in range(4)]
    left = forget_variables(made.space, formulas, bits)
    kept = [variable for variable in made.variables if variable not in gone]
    for formula, found in zip(formulas, left, strict=True):
        assert not made.space.support[found] & bits
        wanted = {tuple(point[one] for one in kept) for point in made.points() if made.space.evaluate(formula, point)}
        assert {tuple(point[one] for one in kept) for point in made.points() if made.space.evaluate(found, point)} == wanted


def chain(space: Space, length: int) -> tuple[Formula, int]:
    """Each rule goes before the next; where it is open, its condition is chosen. Every other one says no, and nobody says yes."""
    stands, chosen, said = FALSE, 0, (list[Formula](), list[Formula]())
    for place in range(length):
        yes, opened, taken = (space.literal(space.variable((what, place), (False, True)), 2) for what in ("yes", "open", "taken"))
        chosen |= space.support[taken]
        stands = space.conjunction(space.disjunction(yes, space.conjunction(opened, taken)), space.negate(stands))
        said[place % 2].append(stands)
    return space.conjunction(space.disjunction(*said[0]), space.negate(space.disjunction(*said[1]))), chosen


def test_a_long_chain_takes_formulas_in_proportion_to_its_length() -> None:
    sizes = []
    for length in (10, 20, 40):
        space = Space()
        formula, chosen = chain(space, length)
        before = len(space.kinds)
        forget_variables(space, [formula], chosen)
        sizes.append(len(space.kinds) - before)
    assert sizes[0] < sizes[1] < 4 * sizes[0], sizes
    assert sizes[1] < sizes[2] < 4 * sizes[1], sizes

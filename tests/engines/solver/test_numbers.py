"""Comparisons of exact numbers say what arithmetic says, for every combination of values."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from rulewright.base.limits import MAX_WORKED_COMBINATIONS
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.numbers import Leaf, variable_number
from rulewright.engines.solver.formula.space import FALSE, HARD, LITERAL, TRUE, Space

DOMAINS = ((0, 1, 2, 3), (1, 2, 3), (-2, 0, 5), (Fraction(1, 2), 1), tuple(range(12)))
SIGNS: dict[str, Callable[[int | Fraction, int | Fraction], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def a_leaf(random: Random, variables: list[int], depth: int) -> Leaf:
    if depth == 0 or random.random() < 0.2:
        return variable_number(random.choice(variables)) if random.random() < 0.7 else random.randint(-3, 3)
    one, other = a_leaf(random, variables, depth - 1), a_leaf(random, variables, depth - 1)
    match random.randrange(6):
        case 0:
            return numbers.add(one, other)
        case 1:
            return numbers.subtract(one, other)
        case 2:
            return numbers.multiply(one, other)
        case 3:
            return one if other == 0 else numbers.divide(one, other)
        case 4:
            return numbers.round_(one, random.choice(("down", "up", "nearest")))
        case _:
            return numbers.pick(random.random() < 0.5, [one, other])


@pytest.mark.parametrize(("seed", "listed"), [(0, 64), (1, 64), (2, 1), (3, 1), (4, 1)])
def test_comparing_agrees_with_arithmetic(seed: int, listed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether combinations are listed, or (`listed` 1) everything is taken apart, split or left to a hard atom."""
    monkeypatch.setattr(numbers, "MAX_LISTED_COMBINATIONS", listed)
    monkeypatch.setattr(numbers, "MAX_WORKED_COMBINATIONS", min(listed, MAX_WORKED_COMBINATIONS))
    random = Random(seed)
    told = set()
    for _ in range(60):
        space = Space()
        variables = [space.variable(name, random.choice(DOMAINS)) for name in range(3)]
        sign = random.choice(sorted(SIGNS))
        try:
            one, other = a_leaf(random, variables, 3), a_leaf(random, variables, 2)
            formula = numbers.compare(space, sign, one, other)
        except ZeroDivisionError:
            continue
        told |= {space.kinds[formula]}
        for indexes in product(*(range(len(space.values[v] or ())) for v in variables)):
            point = dict(zip(variables, indexes, strict=True))
            left, right = numbers.evaluate(space, one, point), numbers.evaluate(space, other, point)
            if left is not None and right is not None:  # by zero: the caller's to guard
                assert space.evaluate(formula, point) is SIGNS[sign](left, right), (one, sign, other, point)
    assert len(told) > 2


def test_limits_are_never_passed_and_often_reached() -> None:
    random = Random(9)
    reached = 0
    for _ in range(150):
        space = Space()
        variables = [space.variable(name, random.choice(DOMAINS)) for name in range(2)]
        try:
            leaf = a_leaf(random, variables, 3)
        except ZeroDivisionError:
            continue
        low, high = numbers.limits(space, leaf)
        found = []
        for indexes in product(*(range(len(space.values[v] or ())) for v in variables)):
            number = numbers.evaluate(space, leaf, dict(zip(variables, indexes, strict=True)))
            if number is not None:
                found.append(number)
                assert low is None or low <= number
                assert high is None or number <= high
        reached += bool(found) and min(found) == low
    assert reached > 80


def test_a_ratio_is_multiplied_out() -> None:
    """`a / b >= 500 percent` is `100 a >= 500 b`: 19 to 4 is not five to one."""
    space = Space()
    attacker, defender = space.variable("attacker", tuple(range(41))), space.variable("defender", tuple(range(1, 21)))
    odds = numbers.divide(variable_number(attacker), variable_number(defender))
    formula = numbers.compare(space, ">=", odds, Fraction(500, 100))
    assert formula == numbers.compare(space, ">=", variable_number(attacker), numbers.multiply(5, variable_number(defender)))
    assert space.evaluate(formula, {attacker: 20, defender: 3})
    assert not space.evaluate(formula, {attacker: 19, defender: 3})


def test_one_variable_is_a_literal_and_settled_is_settled() -> None:
    space = Space()
    strength = variable_number(space.variable("strength", tuple(range(7))))
    formula = numbers.compare(space, "<", numbers.multiply(2, strength), 7)
    assert space.kinds[formula] == LITERAL
    assert space.parts[formula] == (0, 0b1111)
    assert numbers.compare(space, "<=", strength, 6) == TRUE
    assert numbers.compare(space, ">", strength, 6) == FALSE
    assert numbers.compare(space, "=", numbers.round_(strength, "down"), strength) == TRUE


def test_the_same_condition_is_the_same_formula() -> None:
    space = Space()
    one, other = (variable_number(space.variable(name, tuple(range(30)))) for name in ("one", "other"))
    less = numbers.compare(space, "<", one, other)
    assert space.kinds[less] == HARD
    assert less == numbers.compare(space, ">", numbers.multiply(3, other), numbers.multiply(3, one))
    assert space.negate(less) == numbers.compare(space, ">=", one, other)
    assert numbers.compare(space, "=", one, other) == numbers.compare(space, "=", numbers.subtract(other, one), 0)


def test_greatest_and_roundings_become_sums() -> None:
    space = Space()
    one, other = (variable_number(space.variable(name, tuple(range(40)))) for name in ("one", "other"))
    apart = numbers.pick(True, (numbers.subtract(one, other), numbers.subtract(other, one)))
    formula = numbers.compare(space, "<=", numbers.round_(numbers.divide(apart, 2), "up"), 3)
    sums = [space.atoms[space.parts[part][0]] for part in space.subformulas(formula) if space.kinds[part] == HARD]
    assert sums
    assert all(isinstance(atom, numbers.NumericAtom) and isinstance(atom.leaf, numbers.Linear) for atom in sums)
    for point in ({0: 10, 1: 16}, {0: 10, 1: 17}, {0: 17, 1: 10}, {0: 16, 1: 10}):
        assert space.evaluate(formula, point) is (abs(point[0] - point[1]) <= 6)


def test_linear_sums_forget_what_cancels() -> None:
    space = Space()
    one = variable_number(space.variable("one", (1, 2)))
    assert numbers.subtract(one, one) == 0
    assert numbers.multiply(Fraction(1, 2), numbers.add(one, one)) == one
    product_ = numbers.multiply(one, one)
    assert numbers.subtract(numbers.add(product_, 3), product_) == 3
    half = numbers.multiply(Fraction(1, 2), product_)
    assert numbers.add(half, half) == product_
    assert numbers.add(numbers.multiply(3, half), half) == numbers.multiply(2, product_)


def test_every_rounding_against_every_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    """`rounded(x / 2) + y` and `y - rounded(x / 2)`, compared with y and with numbers."""
    monkeypatch.setattr(numbers, "MAX_LISTED_COMBINATIONS", 1)
    space = Space()
    x, y = space.variable("x", tuple(range(-5, 6))), space.variable("y", (0, 1, 3))
    half = numbers.divide(variable_number(x), 2)
    for kind, sign, times in product(("down", "up", "nearest"), sorted(SIGNS), (1, -1, 2, -3)):
        rounded = numbers.multiply(times, numbers.round_(half, kind))
        for leaf, other in ((numbers.add(rounded, variable_number(y)), 1), (rounded, variable_number(y)), (rounded, Fraction(3, 2))):
            formula = numbers.compare(space, sign, leaf, other)
            for point in ({x: i, y: j} for i in range(11) for j in range(3)):
                left, right = numbers.evaluate(space, leaf, point), numbers.evaluate(space, other, point)
                assert left is not None and right is not None  # nothing here divides by zero
                assert space.evaluate(formula, point) is SIGNS[sign](left, right), (kind, sign, times, point)


NUMBERS = (0, 1, -1, 2, Fraction(1, 2), -3)


@pytest.mark.parametrize("factor", NUMBERS)
def test_a_number_times_a_sum_is_the_sum_of_the_products(factor: int | Fraction) -> None:
    space = Space()
    one, other = (variable_number(space.variable(name, DOMAINS[place])) for place, name in enumerate("ab"))
    added = numbers.multiply(factor, numbers.add(numbers.add(one, other), 2))
    apart = numbers.add(numbers.add(numbers.multiply(factor, one), numbers.multiply(other, factor)), 2 * factor)
    assert added == apart
    assert numbers.compare(space, "=", added, apart) == TRUE


def test_nothing_and_one_are_what_they_are_in_a_product() -> None:
    space = Space()
    one, other = (variable_number(space.variable(name, DOMAINS[4])) for name in "ab")
    product_of_both = numbers.multiply(one, other)
    for leaf in (one, numbers.add(one, other), product_of_both, numbers.round_(numbers.divide(one, 2), "down"), 7):
        assert numbers.multiply(0, leaf) == numbers.multiply(leaf, 0) == 0
        assert numbers.multiply(1, leaf) == numbers.multiply(leaf, 1) == leaf
        assert numbers.subtract(leaf, leaf) == 0

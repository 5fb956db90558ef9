"""Numbers over variables as they are built, in every shape: their limits, what is left of them, and what z3 is told, against arithmetic."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
import z3

from rulewright.engines.solver.formula.leaves import (
    Expression,
    Leaf,
    Linear,
    Reach,
    Reaches,
    add,
    divide,
    linear,
    multiply,
    pick,
    reach_of,
    renamed,
    substitute,
    subtract,
    variables,
    worked_out,
)
from rulewright.engines.solver.formula.numbers import NumericAtom, compare, holds, variable_number
from rulewright.engines.solver.formula.space import Exact, Numbers, Space, bits
from rulewright.engines.solver.search.smt_bits import Bits
from rulewright.engines.solver.search.smt_numbers import Arithmetic

DOMAINS: tuple[tuple[Exact, ...], ...] = (
    (0, 1, 2, 3), (2, 4, 6), (-3, -2, -1), (4, 1, 3), (Fraction(1, 2), 1, 4), (Fraction(-1, 3), Fraction(1, 6), Fraction(2, 3)), (5,), (0, 2),
)  # fmt: skip
WIDE = ((-2, 3), (1, 4))
"""Ends of numbers that are not listed."""
OPS = ("+", "*", "/", "min", "max", "floor", "ceil", "nearest")
TRIED = 400


class Given:
    """A few variables, each listed or between two ends, and leaves over them."""

    def __init__(self, random: Random) -> None:
        self.random, self.space = random, Space()
        self.listed = [self.space.variable(name, random.choice(DOMAINS)) for name in "abc"]
        self.wide = [self.space.numeric_variable(name, *random.choice(WIDE)) for name in "xy"]
        self.variables = [*self.listed, *self.wide]

    def linear(self) -> Leaf:
        chosen = self.random.sample(self.variables, self.random.randint(1, 3))
        factors: tuple[Exact, ...] = (-2, -1, 1, 1, 3, Fraction(1, 2))
        return linear({variable: self.random.choice(factors) for variable in chosen}, self.random.choice((-2, 0, 1, Fraction(1, 3))))

    def leaf(self, depth: int) -> Leaf:
        if depth == 0:
            return self.random.choice((-1, 0, 2, Fraction(3, 2))) if self.random.random() < 0.2 else self.linear()
        op = self.random.choice(OPS)
        count = 1 if op in ("floor", "ceil", "nearest") else 2 if op == "/" else self.random.randint(2, 3)
        return Expression(op, tuple(self.leaf(self.random.randint(0, depth - 1)) for _ in range(count)))

    def made(self, depth: int) -> Leaf:
        """A number as terms make it: quotients of products, products of quotients. Raises `ZeroDivisionError`."""
        if depth == 0:
            return self.leaf(0)
        one, other = self.made(depth - 1), self.made(self.random.randint(0, depth - 1))
        return self.random.choice((add, multiply, divide, divide))(one, other)

    def spot(self) -> dict[int, int]:
        """A place of each listed variable, a number of each other one."""
        ends = {variable: self.space.wide_bounds[variable] for variable in self.wide}
        places = {variable: self.random.randrange(len(self.space.values[variable] or ())) for variable in self.listed}
        return places | {variable: self.random.randint(low or 0, high or 0) for variable, (low, high) in ends.items()}


def given(seed: object, count: int = TRIED) -> Iterator[Given]:
    random = Random(repr(seed))
    return (Given(random) for _ in range(count))


def test_what_z3_is_told_of_a_comparison_is_what_it_says() -> None:
    seen: set[tuple[str, bool]] = set()
    context = z3.Context()
    for made in given("z3", 250):
        leaf, op = made.leaf(made.random.choice((0, 1, 1, 2))), made.random.choice(("<=", ">", "=", "!="))
        if isinstance(leaf, int | Fraction):
            continue
        spot, text = made.spot(), Arithmetic(made.space)
        fixed = {variable: 1 << spot[variable] if variable in made.listed else spot[variable] for variable in made.variables}
        wanted = NumericAtom(op, leaf).evaluate(Numbers(made.space, spot))
        text.add_assertion(made.space.atom_formula(NumericAtom(op, leaf)), fixed)
        solver = z3.Solver(ctx=context)
        solver.add(z3.ParserContext(context).from_string("\n".join(text.lines)))
        assert (solver.check() == z3.sat) is wanted, (leaf, op, spot, text.lines)
        seen |= {(part.op, wanted) for part in parts(leaf) if isinstance(part, Expression)}
    assert seen == set(product(OPS, (True, False)))


def test_what_z3_is_told_in_bits_is_what_a_comparison_says() -> None:
    """Of sums; of what bits cannot express nothing is told. What is at most a number is at most a greater one."""
    told: dict[tuple[str, bool], int] = {}
    context = z3.Context()
    for made in given("bits", 50):
        listed = [variable for variable in made.listed if len(made.space.values[variable] or ()) > 1]
        factors: tuple[Exact, ...] = (-2, -1, 1, 3, Fraction(1, 2))
        spot, chosen = made.spot(), {variable: made.random.choice(factors) for variable in listed}
        there = worked_out(linear(chosen, 0), Numbers(made.space, spot))
        leaf = linear(chosen, made.random.choice((-1, 0, 0, Fraction(1, 3))) - (there or 0))
        if isinstance(leaf, int | Fraction | Expression):
            continue
        text = Bits(made.space)
        atoms = [NumericAtom(op, linear(dict(leaf.terms), leaf.constant + more)) for op in ("<=", ">", "=", "!=") for more in (0, 1)]
        formulas = [made.space.atom_formula(atom) for atom in atoms]
        names = [text.formula(formula) for formula in formulas]
        text.order_bounds()
        fixed = {variable: 1 << spot[variable] for variable in listed}
        for variable, mask in fixed.items():
            text.fix(variable, mask)
        ordered = list(text.lines)
        for atom in atoms:
            text.define_proposition(atom)
        for atom, name in zip(atoms, names, strict=True):
            wanted = atom.evaluate(Numbers(made.space, spot))
            if text.expressible[text.propositions[atom][0]]:
                told[atom.op, wanted] = told.get((atom.op, wanted), 0) + 1
                assert _holds(context, [*text.lines, f"(assert {name})"]) is wanted, (atom, spot, text.lines)
                assert _holds(context, [*text.lines, f"(assert (not {name}))"]) is not wanted
        at_most, at_most_less = names[0], names[1]  # the second sum is greater by one
        assert not _holds(context, [*ordered, f"(assert {at_most_less})", f"(assert (not {at_most}))"])
        assert _holds(context, [*ordered, f"(assert {at_most})", f"(assert (not {at_most_less}))"])
    assert told.keys() == set(product(("<=", ">", "=", "!="), (True, False))) and min(told.values()) > 2


def _holds(context: Any, lines: list[str]) -> bool:
    solver = z3.Solver(ctx=context)
    solver.add(z3.ParserContext(context).from_string("\n".join(lines)))
    return bool(solver.check() == z3.sat)


def parts(leaf: Leaf) -> Iterator[Leaf]:
    yield leaf
    if isinstance(leaf, Expression):
        for arg in leaf.args:
            yield from parts(arg)


def test_what_is_left_when_some_variables_are_known_comes_to_the_same() -> None:
    nothing = 0
    for made in given("fixed"):
        leaf, numbers = made.leaf(2), Numbers(made.space, made.spot())
        known = {variable: numbers[variable] for variable in made.random.sample(made.variables, 3)}
        left, wanted = substitute(leaf, known), worked_out(leaf, numbers)
        assert wanted == (None if left is None else worked_out(left, numbers))
        assert left is None or not set(variables(left)) & set(known)
        nothing += left is None
    assert nothing


def test_other_variables_in_place_of_some() -> None:
    for made in given("renamed"):
        leaf, spot = made.leaf(2), made.spot()
        one = made.listed[0]
        other = made.space.variable("other", made.space.values[one] or ())
        found = renamed(leaf, {one: other})
        assert one not in variables(found)
        assert worked_out(found, Numbers(made.space, {**spot, other: spot[one], one: 0})) == worked_out(leaf, Numbers(made.space, spot))


def test_a_formula_with_other_variables_in_place_of_some_holds_where_they_have_its_values() -> None:
    for made in given("formulas", 200):
        space, (one, two, switch) = made.space, made.listed
        others = {one: space.variable("other", space.values[one] or ())}
        leaf = made.leaf(1)
        if isinstance(leaf, int | Fraction):
            continue
        atom = space.atom_formula(NumericAtom("<=", leaf))
        literals = [space.literal(variable, made.random.randrange(1, space.full[variable] + 1)) for variable in (one, two, switch)]
        formula = space.disjunction(space.conjunction(atom, literals[0]), space.conjunction(*literals[1:]))
        mask = made.random.randrange(1, space.full[switch] + 1)
        if switch in variables(leaf):
            continue
        [found] = space.restrict_formulas([formula], switch, mask, others)
        spot = made.spot()
        there = {**spot, switch: next(bits(mask))}
        assert space.evaluate(found, {**there, others[one]: spot[one], one: 0}) == space.evaluate(formula, there)
        assert not space.variables_of(found) & {one}


# ---- limits --------------------------------------------------------------------------------------------------------------------------------


def spots(made: Given, box: Mapping[int, int]) -> Iterator[Numbers]:
    """Every spot of a box; of what is between two ends, every number."""
    masks = [list(bits(box.get(variable, made.space.full[variable]))) for variable in made.listed]
    numbers = [[box[variable]] if variable in box else list(range(*_until(made.space.wide_bounds[variable]))) for variable in made.wide]
    for chosen in product(*masks, *numbers):
        yield Numbers(made.space, dict(zip(made.variables, chosen, strict=True)))


def _until(ends: Reach) -> tuple[int, int]:
    low, high = ends
    assert low is not None and high is not None
    return int(low), int(high) + 1


def test_no_number_in_a_box_is_beyond_the_limits_and_those_of_a_sum_are_reached() -> None:
    for made in given("limits", 120):
        box = {variable: made.random.randrange(1, made.space.full[variable] + 1) for variable in made.listed if made.random.random() < 0.7}
        box |= {variable: made.spot()[variable] for variable in made.wide if made.random.random() < 0.5}
        leaf = made.leaf(made.random.randint(0, 2))
        low, high = reach_of(leaf, Reaches(made.space, box))
        found = [number for numbers in spots(made, box) if (number := worked_out(leaf, numbers)) is not None]
        assert all((low is None or low <= number) and (high is None or number <= high) for number in found), (leaf, box)
        if isinstance(leaf, int | Fraction | Linear):
            assert (low, high) == (min(found), max(found))


END = None
"""A number without an end."""


@pytest.mark.parametrize(
    ("op", "one", "other", "wanted"),
    [
        ("+", (1, 2), (3, 5), (4, 7)),
        ("+", (1, END), (3, 5), (4, END)),
        ("+", (END, 2), (3, 5), (END, 7)),
        ("*", (2, 3), (-1, 4), (-3, 12)),
        ("*", (-2, 3), (-5, -4), (-15, 10)),
        ("*", (2, END), (3, 4), (6, END)),
        ("*", (0, END), (0, 4), (0, END)),
        ("*", (-1, END), (3, 4), (END, END)),
        ("*", (2, END), (-1, 4), (END, END)),
        ("*", (END, 2), (3, 4), (END, END)),
        ("/", (6, 12), (2, 3), (2, 6)),
        ("/", (6, 12), (-3, -2), (-6, -2)),
        ("/", (6, 12), (0, 3), (END, END)),
        ("/", (6, 12), (-3, 0), (END, END)),
        ("/", (6, 12), (2, END), (0, 6)),
        ("/", (0, 12), (Fraction(1, 2), END), (0, 24)),
        ("/", (6, END), (2, END), (0, END)),
        ("/", (-1, 12), (2, END), (END, END)),
        ("/", (END, 12), (2, END), (END, END)),
        ("/", (6, 12), (0, END), (END, END)),
        ("/", (6, 12), (END, 3), (END, END)),
        ("max", (1, 5), (2, 4), (2, 5)),
        ("max", (END, 5), (2, 4), (2, 5)),
        ("max", (END, 5), (END, 4), (END, 5)),
        ("max", (1, END), (2, 4), (2, END)),
        ("min", (1, 5), (2, 4), (1, 4)),
        ("min", (1, END), (2, 4), (1, 4)),
        ("min", (1, END), (2, END), (1, END)),
        ("min", (END, 5), (2, 4), (END, 4)),
    ],
)
def test_the_limits_of_two_numbers_together(op: str, one: Reach, other: Reach, wanted: Reach) -> None:
    leaf = Expression(op, (Linear(((0, 1),), 0), Linear(((1, 1),), 0)))
    assert reach_of(leaf, {0: one, 1: other}) == wanted


@pytest.mark.parametrize(("op", "wanted"), [("floor", (-2, 2)), ("ceil", (-1, 3)), ("nearest", (-1, 3))])
def test_the_limits_of_a_rounded_number(op: str, wanted: Reach) -> None:
    leaf = Expression(op, (Linear(((0, 1),), 0),))
    assert reach_of(leaf, {0: (Fraction(-3, 2), Fraction(5, 2))}) == wanted
    assert reach_of(leaf, {0: (Fraction(-3, 2), END)}) == (wanted[0], END)
    assert reach_of(leaf, {0: (END, Fraction(5, 2))}) == (END, wanted[1])
    assert reach_of(Linear(((0, -2),), 1), {0: (END, 3)}) == (-5, END)


@pytest.mark.parametrize("op", ["<=", ">", "=", "!="])
@pytest.mark.parametrize("low", [END, -1, 0, 1])
@pytest.mark.parametrize("high", [END, -1, 0, 1])
def test_a_comparison_is_settled_where_all_numbers_agree(op: str, low: int | None, high: int | None) -> None:
    if low is not None and high is not None and low > high:
        return
    numbers: Any = range(-3 if low is None else low, (3 if high is None else high) + 1)
    said = {holds(op, number) for number in numbers}
    assert NumericAtom(op, Linear(((0, 1),), 0)).truth_under({0: (low, high)}) == (said.pop() if len(said) == 1 else None)


def test_the_numbers_and_the_limits_of_a_space_are_of_all_its_variables() -> None:
    for made in given("all", 3):
        numbers, reaches = Numbers(made.space, made.spot()), Reaches(made.space)
        assert list(numbers) == list(reaches) == made.variables and len(numbers) == len(reaches) == 5
        assert all(low is not None and high is not None and low <= numbers[one] <= high for one, (low, high) in reaches.items())


MAKING: dict[str, tuple[Callable[[Leaf, Leaf], Leaf], Callable[[Any, Any], Any]]] = {
    "+": (add, operator.add),
    "-": (subtract, operator.sub),
    "*": (multiply, operator.mul),
    "/": (divide, lambda one, other: Fraction(one) / Fraction(other)),
    "max": (lambda one, other: pick(True, [one, other]), max),
    "min": (lambda one, other: pick(False, [one, other]), min),
}


@pytest.mark.parametrize("op", MAKING)
def test_what_is_made_of_two_numbers_is_what_arithmetic_makes_of_them(op: str) -> None:
    """Of sums, products, and quotients of quotients; where nothing is divided by zero."""
    make, reckoned = MAKING[op]
    known = 0
    for made in given(op):
        try:
            one, other = made.made(2), made.made(2)
            leaf = make(one, other)
        except ZeroDivisionError:  # by a plain 0, or what was divided by one
            continue
        for _ in range(3):
            numbers = Numbers(made.space, made.spot())
            first, second = worked_out(one, numbers), worked_out(other, numbers)
            if first is not None and second is not None and (op != "/" or second):
                known += 1
                assert worked_out(leaf, numbers) == reckoned(first, second), (op, one, other)
    assert known > TRIED


@pytest.mark.parametrize("divisors", [(-2, -1, 0), (0, 1, 2), (-1, 0, 1), (-2, -1), (1, 2)])
@pytest.mark.parametrize("op", ["<=", "="])
def test_a_quotient_by_nothing_is_neither_less_nor_equal(op: str, divisors: tuple[int, ...]) -> None:
    space = Space()
    above, below = (space.variable(name, values) for name, values in (("above", range(-3, 4)), ("below", divisors)))
    for with_ in range(-2, 3):
        formula = compare(space, op, divide(variable_number(above), variable_number(below)), with_)
        for spot in product(range(7), range(len(divisors))):
            there = dict(zip((above, below), spot, strict=True))
            one, other = (Numbers(space, there)[variable] for variable in (above, below))
            quotient = Fraction(one) / Fraction(other) if other else None
            wanted = quotient is not None and (quotient <= with_ if op == "<=" else quotient == with_)
            assert space.evaluate(formula, there) is wanted, (one, other, with_)


def test_a_quotient_over_or_under_a_quotient_is_one_quotient() -> None:
    space = Space()
    x, y, z = (variable_number(space.numeric_variable(name, 1, 9)) for name in "xyz")
    assert divide(divide(x, y), z) == divide(x, multiply(y, z))
    assert divide(x, divide(y, z)) == divide(multiply(x, z), y)
    assert divide(divide(x, y), divide(z, x)) == divide(x, divide(multiply(y, z), x))

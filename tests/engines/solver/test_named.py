"""Numbers with a name: they are what their ways make them, and what is found with them is what there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from analysis.verdicts.compare import Comparison
from drawn import BOOKS
from engines.solver.some_books import some_books
from rulewright.base import keywords
from rulewright.engines.solver.encoding import stages
from rulewright.engines.solver.formula import named_numbers, numbers, symbolic
from rulewright.engines.solver.formula.named_numbers import NamedNumber, complete_point
from rulewright.engines.solver.formula.numbers import Leaf
from rulewright.engines.solver.formula.space import FALSE, TRUE, Formula, Space
from rulewright.engines.solver.formula.symbolic import Algebra, Value, constant, restrict_value
from rulewright.engines.solver.search.solver import Solver

HALF = Fraction(1, 2)
SHARES = 10
"""The books are tried share by share."""


def a_space(random: Random) -> tuple[Space, list[int], int]:
    """A space with three numbers and a word of three values."""
    space = Space()
    rows: list[list[int | Fraction]] = [[0, 1, 2, 3], [-2, -1, 0, 1], [0, HALF, 1]]
    variables = [space.variable(f"number {place}", row) for place, row in enumerate(rows)]
    random.shuffle(variables)
    return space, variables, space.variable("word", ("a", "b", "c"))


def a_number(random: Random, space: Space, variables: list[int]) -> Leaf:
    one, other = (numbers.variable_number(random.choice(variables)) for _ in range(2))
    return random.choice(
        [
            numbers.add(one, random.randint(-2, 2)),
            numbers.add(one, numbers.multiply(random.choice((-1, 2, HALF)), other)),
            numbers.round_(numbers.multiply(HALF, one), random.choice(("down", "up", "nearest"))),
            numbers.pick(random.random() < 0.5, [one, other]),
        ]
    )


def a_value(random: Random, space: Space, variables: list[int], word: int) -> Value:
    """One number for each value of the word, or nothing for one of them."""
    cases = [(space.literal(word, 1 << index), a_number(random, space, variables)) for index in range(random.choice((2, 3)))]
    return Value(tuple(cases), is_total=len(cases) == 3)


def points(space: Space, variables: list[int]) -> Iterator[dict[int, int]]:
    for several in product(*[range(len(space.values[one] or ())) for one in variables]):
        yield dict(zip(variables, several, strict=True))


def at(space: Space, value: Value, point: dict[int, int]) -> object:
    """What a value is at a point of facts."""
    found = complete_point(space, point, range(len(space.keys)))
    for where, leaf in value.cases:
        if space.evaluate(where, found):
            return numbers.evaluate(space, leaf, found)  # type: ignore[arg-type]
    return None


@pytest.mark.parametrize("listed", [1, 1_024])
@pytest.mark.parametrize("seed", range(40))
def test_a_name_is_what_its_ways_make_it(seed: int, listed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of names of names, where it is known what the word is, and as the solver has it."""
    monkeypatch.setattr(named_numbers, "MAX_LISTED_VALUES", listed)
    random = Random(seed)
    space, variables, word = a_space(random)
    algebra = Algebra(space, names=True)
    plain = a_value(random, space, variables, word)
    name = algebra.with_named_numbers(plain)
    assert len(name.cases) == 1
    more = a_number(random, space, variables)
    of_name = algebra.with_named_numbers(
        Value(((space.literal(word, 1), numbers.add(name.cases[0][1], more)), (space.literal(word, 2), name.cases[0][1])))  # type: ignore[arg-type]
    )
    everywhere = list(points(space, [*variables, word]))
    for point in everywhere:
        expected = at(space, plain, point)
        assert at(space, name, point) == expected
        known = restrict_value(space, name, word, 1 << point[word])
        assert at(space, known, {**point, word: 0}) == expected
        if point[word] < 2 and expected is not None:
            added = numbers.evaluate(space, more, point) if point[word] == 0 else 0
            assert added is not None
            assert at(space, of_name, point) == numbers.exact(expected + added)  # type: ignore[operator]
    wanted = random.choice([at(space, of_name, point) for point in everywhere])
    several = [constant(wanted), constant(99)] if wanted is not None else [constant(99)]  # type: ignore[arg-type]
    for one in several:
        where = algebra.compare_values(keywords.Comparison.IS, of_name, one).yes
        holding = [point for point in everywhere if at(space, of_name, point) == one.cases[0][1]]
        box = Solver(space).find_model(where)
        assert (box is not None) == bool(holding)
        if box is not None:
            assert not any(space.name_bits >> variable & 1 for variable in box)
            inside = [point for point in everywhere if all(mask >> point[variable] & 1 for variable, mask in box.items())]
            assert inside and all(point in holding for point in inside)
            freed = Solver(space).free_variables(where, box, sorted(box))
            inside = [point for point in everywhere if all(mask >> point[variable] & 1 for variable, mask in freed.items())]
            assert all(point in holding for point in inside)


@pytest.mark.parametrize("before", range(3))
def test_a_name_is_as_the_facts_make_it_whatever_a_box_says_of_it(before: int) -> None:
    space = Space()
    for number in range(before):
        space.variable(number, (False, True))
    word = space.variable("word", ("a", "b", "c"))
    algebra = Algebra(space, names=True)
    name = algebra.with_named_numbers(
        Value(((space.literal(word, 1), 3), (space.literal(word, 2), 5), (space.literal(word, 4), 7)), is_total=True)
    )
    is_three = algebra.compare_values(keywords.Comparison.IS, name, constant(3)).yes
    solver = Solver(space)
    assert solver.is_true_in(is_three, {word: 1})
    assert not solver.is_true_in(is_three, {word: 3})


def test_equal_ways_are_one_name_and_one_way_is_none() -> None:
    space = Space()
    number, word = space.variable("number", range(9)), space.variable("word", ("a", "b"))
    algebra = Algebra(space)
    here, there = space.literal(word, 1), space.literal(word, 2)
    one = Value(((here, numbers.variable_number(number)), (there, 3)), is_total=True)
    other = Value(((there, 3), (here, numbers.variable_number(number))), is_total=True)
    assert algebra.with_named_numbers(one) == algebra.with_named_numbers(other)
    assert algebra.with_named_numbers(constant(3)) == constant(3)
    assert space.with_definitions(here) == here
    assert (
        Solver(space).find_model(algebra.compare_values(keywords.Comparison.IS, algebra.with_named_numbers(one), constant(10)).yes) is None
    )


def test_a_quotient_of_unknowns_has_no_name() -> None:
    space = Space()
    several = [numbers.variable_number(space.variable(name, range(1, 9))) for name in ("one", "other")]
    assert not named_numbers.can_be_named(space, numbers.divide(*several))
    assert named_numbers.can_be_named(space, numbers.round_(numbers.divide(*several), "down"))


@pytest.mark.parametrize("share", range(SHARES))
def test_findings_with_names_are_those_that_there_are(share: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With such low limits that nearly every number has a name: no miss, no false alarm."""
    made: Counter[bool] = Counter()
    without = named_numbers._name_variable

    def counting(space: Space, key: NamedNumber) -> int:
        variable = without(space, key)
        made[space.values[variable] is None] += 1
        return variable

    monkeypatch.setattr(named_numbers, "_name_variable", counting)
    count = max(BOOKS // (8 * SHARES), 1)
    for book in some_books(count, first=300_000 + share * count):
        random = Random(book.seed)
        monkeypatch.setattr(symbolic, "MAX_NUMBERS_OF_TERM", random.choice((1, 1, 2, 3)))
        monkeypatch.setattr(stages, "MAX_STATES_OF_STAGE", random.choice((6, 8, 12, 16)))
        monkeypatch.setattr(named_numbers, "MAX_LISTED_VALUES", random.choice((1, 3, 1_024, 1_024)))
        difference = Comparison(book.program).difference()
        assert not difference, f"book {book.seed}\n{difference}\n{book.text}"
    if share < 2:
        assert made[share == 0], made  # numbers between two ends in the first share, lists in the next one


def test_names_are_no_formulas_by_themselves() -> None:
    space = Space()
    formulas: list[Formula] = [TRUE, FALSE]
    assert [space.with_definitions(one) for one in formulas] == formulas


@pytest.mark.parametrize("seed", range(20))
def test_the_places_of_a_name_between_two_numbers(seed: int) -> None:
    """Numbers apart by parts of one, and ends beyond what the name can be."""
    random = Random(seed)
    space, variables, word = a_space(random)
    name = Algebra(space, names=True).with_named_numbers(a_value(random, space, variables, word))
    variable = next((one for one in range(len(space.keys)) if space.name_bits >> one & 1), None)
    if variable is None:  # one number, whatever the word
        assert len(name.cases) == 1
        return
    every = space.numbers_of(variable)
    ends: list[int | Fraction | None] = [None, *every, *(one + HALF for one in every), min(every) - 3, max(every) + 3]
    for low, high in product(ends, ends):
        wanted = sum(1 << place for place, one in enumerate(every) if (low is None or low <= one) and (high is None or one <= high))
        assert named_numbers.listed_between(space, variable, low, high) == (wanted or space.full[variable])


def test_a_name_for_which_nothing_stands_at_a_point_brings_nothing_into_a_box() -> None:
    space = Space()
    number, word = space.variable("number", [0, 1, 2]), space.variable("word", ("a", "b", "c"))
    ways: list[tuple[Formula, Leaf]] = [(space.literal(word, 1), 5), (space.literal(word, 2), numbers.variable_number(number))]
    leaf = named_numbers.name_number(space, ways)
    least = numbers.compare(space, "<=", leaf, 0)
    for place in range(3):
        point = complete_point(space, {number: 0, word: place}, space.variables_of(least))
        box = Solver(space).box_around(least, point) if space.evaluate(least, point) else None
        assert box == (None, {number: 1, word: 2}, {})[place]


def test_a_box_holds_nothing_of_a_name_that_is_not_needed() -> None:
    space = Space()
    sure, word = space.variable("sure", (True, False)), space.variable("word", ("a", "b"))
    several = [space.variable(f"number {place}", range(4)) for place in range(2)]
    ways: list[tuple[Formula, Leaf]] = [(space.literal(word, 1 << at), numbers.variable_number(one)) for at, one in enumerate(several)]
    large = numbers.compare(space, ">", named_numbers.name_number(space, ways), 2)
    assert Solver(space).find_model(space.disjunction(space.literal(sure, 1), large)) == {sure: 1}
    found = Solver(space).find_model(space.conjunction(large, space.literal(word, 2)))
    assert found is not None
    assert found == {word: 2, several[1]: 8}

"""The box search against all points: whether there is a model, that every point of a box is one, that the smallest is."""

from __future__ import annotations

import pickle

import pytest

from engines.solver.random_formulas import Made, spaces
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.space import FALSE, HARD, TRUE, Formula, Space
from rulewright.engines.solver.search import box_search, box_values, z3_solver
from rulewright.engines.solver.search.clauses import CompiledFormulas
from rulewright.engines.solver.search.solver import Box, BudgetExhausted, Solver


def check_box(made: Made, box: Box | None, formula: Formula, given: Formula, fixed: Box) -> None:
    """`box` is None exactly where there is no model; else it has points, all inside what is fixed and all models."""
    space = made.space
    models = [point for point in made.true_at(formula, fixed) if space.evaluate(given, point)]
    if box is None:
        assert not models
        return
    points = list(made.points(box))
    assert points
    assert all(point in models for point in points), (box, formula)


@pytest.mark.parametrize(("seed", "budget", "deep"), [(1, 20_000, 300), (2, 20_000, 1), (3, 0, 300)])
def test_models_are_models_and_none_means_none(seed: int, budget: int, deep: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(box_search, "MAX_HEIGHT", deep)
    monkeypatch.setattr(box_values, "MAX_HEIGHT", deep)
    met = {True: 0, False: 0}
    for made in spaces(seed, 60 if budget else 25):
        given = made.random.choice(made.pool) if made.random.random() < 0.5 else TRUE
        solver = Solver(made.space, budget, given)
        for _ in range(4):
            formula = made.formula()
            fixed = made.box(0.3)
            box = solver.find_model(formula, fixed)
            met[box is not None] += 1
            check_box(made, box, formula, given, fixed)
            check_box(made, solver.find_smallest_model(formula, fixed), formula, given, fixed)
            assert solver.is_satisfiable(formula) is any(made.space.evaluate(given, point) for point in made.true_at(formula))
    assert min(met.values()) > 10


def test_possible_with_tells_each_of_the_others() -> None:
    told = set()
    for number, made in enumerate(spaces(4, 50)):
        solver = Solver(made.space, budget=500 if number % 2 else 0)
        formula = made.formula()
        holding = made.true_at(formula)
        expected = [any(made.space.evaluate(other, point) for point in holding) for other in made.pool]
        found = solver.satisfiable_with(formula, made.pool)
        told |= set(found)
        left = [made.space.conjunction(formula, other) for other, possible in zip(made.pool, found, strict=True) if possible is None]
        possible_too, _ = solver.partition_satisfiable(left)
        whole = [
            made.space.conjunction(formula, other) in possible_too if known is None else known
            for other, known in zip(made.pool, found, strict=True)
        ]
        assert whole == expected
    assert told == {True, False, None}


def test_the_smallest_model_restricts_the_fewest_variables() -> None:
    space = Space()
    one, two, three, four = (space.literal(space.variable(name, (False, True)), 2) for name in range(4))
    formula = space.disjunction(
        space.conjunction(one, two, three), space.conjunction(four, space.disjunction(one, two)), space.conjunction(two, three)
    )
    box = Solver(space).find_smallest_model(formula)
    assert box is not None
    assert len(box) == 2
    assert Solver(space).find_smallest_model(space.disjunction(space.conjunction(one, two), four)) == {3: 2}


def test_the_smallest_model_is_not_the_first_one_found() -> None:
    """Literals and short alternatives are tried first; here the fewest restrictions lie behind the longest alternatives."""
    for width in (2, 4, 5, 6):
        space = Space()
        literals = [space.literal(space.variable(name, (False, True)), 2) for name in range(width + 3)]
        shared = space.conjunction(*literals[-3:])
        formula = space.conjunction(*(space.disjunction(literal, shared) for literal in literals[:-3]))
        box = Solver(space).find_smallest_model(formula)
        assert box == (dict.fromkeys(range(width, width + 3), 2) if width > 2 else {0: 2, 1: 2})


def test_holding_everywhere() -> None:
    met = {True: 0, False: 0}
    for made in spaces(6, 80):
        solver = Solver(made.space)
        formula, box = made.random.choice(made.pool), made.box(0.7)
        everywhere = all(made.space.evaluate(formula, point) for point in made.points(box))
        met[everywhere] += 1
        assert everywhere or not solver.is_true_in(formula, box)
        assert everywhere is (solver.find_model(made.space.negate(formula), box) is None)
    assert min(met.values()) > 5


def test_a_widened_box_stays_where_it_was_and_frees_what_it_can() -> None:
    freed = 0
    for made in spaces(10, 60):
        given, formula = made.random.choice(made.pool), made.formula()
        solver = Solver(made.space, assumption=given)
        point = next((point for point in made.true_at(formula) if made.space.evaluate(given, point)), None)
        if point is not None:
            whole = {v: 1 << index for v, index in point.items()}
            box = solver.free_variables(made.space.conjunction(given, formula), whole, sorted(whole))
            check_box(made, box, formula, given, {})
            assert all(box[v] >> index & 1 for v, index in point.items() if v in box)
            freed += len(box) < len(point)
    assert freed > 20


@pytest.mark.parametrize("deep", [300, 1])
def test_variables_are_freed_as_if_each_was_worked_out_anew(deep: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(box_search, "MAX_HEIGHT", deep)
    monkeypatch.setattr(box_values, "MAX_HEIGHT", deep)
    freed = 0
    for made in spaces(12, 60):
        solver = Solver(made.space)
        for _ in range(6):
            formula = made.formula()
            whole = solver.find_model(formula)
            if whole is None:
                continue
            fixed = dict(whole) | {v: 1 << made.random.randrange(made.space.full[v].bit_length()) for v in made.variables if v not in whole}
            found = solver.free_variables(formula, fixed, sorted(fixed))
            plainly = fixed
            for variable in sorted(fixed):
                less = {other: mask for other, mask in plainly.items() if other != variable}
                plainly = less if solver.is_true_in(formula, less) else plainly
            assert found == plainly
            freed += 0 < len(found) < len(fixed)
    assert freed > 50


def test_the_same_calls_give_the_same_models() -> None:
    def models() -> list[Box | None]:
        return [Solver(made.space).find_model(made.formula()) for made in spaces(7, 30)]

    assert models() == models()


def test_a_deep_formula_is_searched_without_recursion() -> None:
    space = Space()
    literals = [space.literal(space.variable(name, (False, True)), 2) for name in range(4_000)]
    formula = literals[0]
    for place, literal in enumerate(literals[1:]):
        formula = (space.conjunction if place % 2 else space.disjunction)(formula, literal)
    solver = Solver(space)
    assert solver.is_satisfiable(formula)
    box = solver.find_model(formula)
    assert box is not None
    assert solver.find_model(space.negate(formula), box) is None
    assert solver.find_model(space.conjunction(formula, space.negate(formula))) is None


def test_a_pigeon_too_many_goes_to_z3_when_the_budget_is_gone() -> None:
    """Five into four holes: every clause is small, no literal helps."""
    space = Space()
    holes = [space.variable(pigeon, ("a", "b", "c", "d")) for pigeon in range(5)]
    apart = [
        space.disjunction(space.literal(one, 0b1111 ^ 1 << hole), space.literal(other, 0b1111 ^ 1 << hole))
        for place, one in enumerate(holes)
        for other in holes[:place]
        for hole in range(4)
    ]
    formula = space.conjunction(*apart)
    few, many = Solver(space, budget=3), Solver(space)
    assert few.find_model(formula) is None
    assert few.effort.to_z3 == 1
    assert many.find_model(formula) is None
    assert many.effort.to_z3 == 0
    assert few.find_model(space.conjunction(*apart[:-4])) is not None


# ---- arithmetic ---------------------------------------------------------------------------------------------------------------------------


def test_sums_are_searched_without_z3() -> None:
    """x + y + z = 100, x > 2 y, y > 2 z over 0 to 100: listed nowhere, found and refuted by narrowing and splitting."""
    space = Space()
    x, y, z = (numbers.variable_number(space.variable(name, tuple(range(101)))) for name in "xyz")
    total = numbers.compare(space, "=", numbers.add(x, numbers.add(y, z)), 100)
    assert space.kinds[total] == HARD
    steep = space.conjunction(
        numbers.compare(space, ">", x, numbers.multiply(2, y)), numbers.compare(space, ">", y, numbers.multiply(2, z))
    )
    solver = Solver(space)
    box = solver.find_model(space.conjunction(total, steep))
    assert box is not None
    assert space.evaluate(space.conjunction(total, steep), {v: mask.bit_length() - 1 for v, mask in box.items()})
    assert solver.find_model(space.conjunction(total, steep, numbers.compare(space, ">", z, 14))) is None
    assert solver.effort.to_z3 == 0


def test_wide_numbers_are_found_at_corners_or_by_z3() -> None:
    space = Space()
    cash, cost = space.numeric_variable("cash", 0, None), space.numeric_variable("cost", 1, 10_000)
    mud = space.literal(space.variable("mud", (False, True)), 2)
    more = numbers.compare(space, ">", numbers.variable_number(cash), numbers.multiply(3, numbers.variable_number(cost)))
    odd = numbers.compare(space, "=", numbers.multiply(2, numbers.variable_number(cash)), 4_001)
    solver = Solver(space)
    box = solver.find_model(space.conjunction(more, mud))
    assert box is not None
    assert box[cash] > 3 * box[cost]
    assert solver.find_model(odd) is None
    assert solver.find_model(more, {cash: 3, cost: 1}) is None
    fixed = solver.find_model(more, {cost: 7})
    assert fixed is not None
    assert fixed[cost] == 7
    assert fixed[cash] > 21
    assert solver.effort.to_z3 > 0


def test_formulas_of_any_height_are_searched() -> None:
    """One within the other, many times deeper than functions may call one another."""
    space, deep = Space(), 1_500
    bits = [space.variable(number, (False, True)) for number in range(2 * deep)]
    formula = TRUE
    for either, both in zip(bits[::2], bits[1::2], strict=True):
        formula = space.disjunction(space.literal(either, 2), space.conjunction(space.literal(both, 2), formula))
    solver = Solver(space)
    off = dict.fromkeys(bits[2::2], 1)
    assert space.height[formula] > deep
    assert solver.find_model(formula, {**off, bits[0]: 1, bits[1]: 2}) is not None
    assert solver.find_model(formula, {**off, bits[0]: 1, bits[1]: 1}) is None


def test_a_corner_is_a_model_only_where_all_else_holds_there() -> None:
    """The sum is large enough where one number is as large as it can be: in mud only, or in fog."""
    space = Space()
    cash, cost = (space.variable(name, tuple(range(200))) for name in ("cash", "cost"))
    one, other = numbers.variable_number(cash), numbers.variable_number(cost)
    mud, fog = (space.literal(space.variable(name, (False, True)), 2) for name in ("mud", "fog"))
    formula = space.conjunction(
        numbers.compare(space, ">=", numbers.add(one, other), 150),
        space.disjunction(numbers.compare(space, "<=", one, 100), mud),
        space.disjunction(numbers.compare(space, "<=", other, 100), fog),
    )
    solver = Solver(space)
    for box in (solver.find_model(formula), solver.find_smallest_model(formula)):
        assert box is not None
        point = {variable: (mask & -mask).bit_length() - 1 for variable, mask in enumerate(space.full)} | {
            variable: (mask & -mask).bit_length() - 1 for variable, mask in box.items()
        }
        assert space.evaluate(formula, point)


def test_what_z3_does_not_know_is_said() -> None:
    space = Space()
    x, y, z = (numbers.variable_number(space.numeric_variable(name, 1, None)) for name in "xyz")

    def cube(leaf: numbers.Leaf) -> numbers.Leaf:
        return numbers.multiply(leaf, numbers.multiply(leaf, leaf))

    fermat = numbers.compare(space, "=", numbers.add(cube(x), cube(y)), cube(z))
    solver = Solver(space)
    solver.z3_steps = 50_000
    with pytest.raises(BudgetExhausted) as spent:
        solver.is_satisfiable(fermat)
    assert spent.value.reason == "not decided within 50,000 steps of z3: `--budget N` allows more"


def test_the_points_where_a_formula_may_hold_are_looked_at_before_z3_gives_up() -> None:
    """x * x * x + y * y * y = z + 2: the search gives up, and z3 is let do nothing; of the points told, the second is one."""
    space = Space()
    variables = [space.numeric_variable(name, 1, 10_000) for name in "xyz"]
    x, y, z = map(numbers.variable_number, variables)
    cubes = [numbers.multiply(one, numbers.multiply(one, one)) for one in (x, y)]
    formula = numbers.compare(space, "=", numbers.add(*cubes), numbers.add(z, 2))
    told = [dict(zip(variables, point, strict=True)) for point in ((2, 2, 2), (2, 3, 33))]
    solver = Solver(space, budget=1)
    solver.z3_steps = 1
    with pytest.raises(BudgetExhausted):
        solver.find_model(formula, candidate_points=told[:1])
    box = solver.find_model(formula, candidate_points=told)
    assert box is not None
    assert space.evaluate(formula, box)


def test_z3_agrees_with_all_points_whatever_was_asked_before() -> None:
    met = {True: 0, False: 0}
    for made in spaces(8, 60, hard=0.6):
        asked = z3_solver.Points(made.space)
        for formula, fixed in [(made.formula(), made.box(0.3)) for _ in range(3)]:
            point = asked.find_point(formula, fixed)
            models = made.true_at(formula, fixed)
            assert not isinstance(point, str)
            met[point is not None] += 1
            if point is None:
                assert not models
            else:
                assert made.space.evaluate(formula, point)
                assert models
    assert min(met.values()) > 5


def test_a_space_can_be_kept() -> None:
    made = next(spaces(9, 1))
    formula = made.formula()
    kept: Space = pickle.loads(pickle.dumps(made.space))
    assert Solver(kept).find_model(formula) == Solver(made.space).find_model(formula)
    assert kept.conjunction(formula, kept.negate(formula)) == FALSE


@pytest.mark.parametrize(("kept", "value"), [(2, True), (1, False), (3, None)])
def test_what_a_deep_formula_is_in_a_box(kept: int, value: bool | None) -> None:
    """It is worked out part by part: deeper than any recursion may go."""
    space = Space()
    variables = [space.variable(name, (False, True)) for name in range(10_000)]
    formula = space.literal(variables[0], 2)
    for place, variable in enumerate(variables[1:]):
        formula = (space.conjunction if place % 2 else space.disjunction)(formula, space.literal(variable, 2))
    box = box_search.Search(CompiledFormulas(space), {})
    for variable in variables:
        box.cut_variable(variable, kept)
        box.touched |= 1 << variable
    assert box_values.value_in_box(box, formula, {}) is value
    assert box_values.true_in_box(box, formula, {}) is (value is True)

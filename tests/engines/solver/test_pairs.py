"""Pairs of boxes that meet, and of guards that hold together: as many as one by one, and much faster than z3."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, groupby
from operator import itemgetter
from random import Random

import pytest

from rulewright.engines.solver.formula.overlaps import overlapping_pairs
from rulewright.engines.solver.formula.space import Formula, Space
from rulewright.engines.solver.search.smt_numbers import Arithmetic
from rulewright.engines.solver.search.solver import Solver

SIZES = (2, 3, 5, 6, 7, 11, 21, 31, 41, 41)


def random_boxes(random: Random, space: Space, count: int, sides: int) -> list[dict[int, int]]:
    """Boxes over ten facts: ranges of numbers, sets of values."""
    variables = [space.variable(name, tuple(range(size))) for name, size in enumerate(SIZES)]
    boxes: list[dict[int, int]] = []
    for _ in range(count):
        box: dict[int, int] = {}
        for variable in random.sample(variables, random.randint(2, sides)):
            size = SIZES[variable]
            if size <= 7:
                box[variable] = random.randrange(1, space.full[variable])
            else:
                low, high = sorted((random.randrange(size), random.randrange(size)))
                box[variable] = (1 << high + 1) - (1 << low)
        boxes.append(box)
    return boxes


def with_attackers(random: Random, space: Space, boxes: list[dict[int, int]], layers: int, most: int) -> list[Formula]:
    """Each rule stands where its box holds and no attacker of a higher layer stands."""
    conditions = [space.conjunction(*(space.literal(v, mask) for v, mask in box.items())) for box in boxes]
    layer = [random.randrange(layers) for _ in boxes]
    stands = list(conditions)
    for place in sorted(range(len(boxes)), key=lambda place: -layer[place]):
        above = [other for other in range(len(boxes)) if layer[other] > layer[place]]
        chosen = random.sample(above, min(len(above), random.randint(0, most)))
        stands[place] = space.conjunction(conditions[place], *(space.negate(stands[other]) for other in chosen))
    return stands


@pytest.mark.parametrize("count", [1, 3, 40, 150])
@pytest.mark.parametrize("empty", [None, 0, -1])
def test_boxes_that_meet(count: int, empty: int | None) -> None:
    space = Space()
    boxes = random_boxes(Random(count), space, count, 6)
    if empty is not None:  # a box that nothing is in, of a variable of which the others give more masks than it has values
        boxes[empty] = {1: 0, 2: 1}
    expected = [
        (one, other)
        for one, other in combinations(range(count), 2)
        if all(mask & boxes[other].get(variable, mask) for variable, mask in boxes[one].items())
    ]
    assert list(overlapping_pairs(boxes, space)) == expected
    assert count < 40 or 0 < len(expected) < count * (count - 1) // 2


def test_an_empty_box_meets_none_and_a_free_one_all() -> None:
    space = Space()
    arm = space.variable("arm", ("foot", "horse"))
    assert list(overlapping_pairs([{arm: 1}, {arm: 0}, {}, {arm: 2}], space)) == [(0, 2), (2, 3)]


@pytest.mark.parametrize(("layers", "most", "sides", "budget"), [(1, 0, 3, 500), (3, 4, 5, 500), (6, 12, 4, 500), (3, 4, 5, 2)])
def test_guards_together(layers: int, most: int, sides: int, budget: int) -> None:
    """Against z3: one solver, both guards assumed."""
    random = Random(layers)
    space = Space()
    boxes = random_boxes(random, space, 40, sides)
    stands = with_attackers(random, space, boxes, layers, most)
    found = set(together(Solver(space, budget), boxes, stands))
    assert found == by_assumptions(space, stands)
    assert 0 < len(found) < 780


def together(solver: Solver, boxes: list[dict[int, int]], stands: list[Formula]) -> Iterator[tuple[int, int]]:
    """The pairs that can stand together, as the judging of pairs asks: a rule with all that it meets, what is left over at the end."""
    left: dict[tuple[int, int], Formula] = {}
    for one, met in groupby(overlapping_pairs(boxes, solver.space), itemgetter(0)):
        others = [other for _, other in met]
        for other, possible in zip(others, solver.satisfiable_with(stands[one], [stands[other] for other in others]), strict=True):
            if possible:
                yield one, other
            elif possible is None:
                left[one, other] = solver.space.conjunction(stands[one], stands[other])
    possible_too, _ = solver.partition_satisfiable(left.values())
    yield from (pair for pair, where in left.items() if where in possible_too)


def by_assumptions(space: Space, stands: list[Formula]) -> set[tuple[int, int]]:
    """The pairs that z3 finds possible."""
    import z3

    text = Arithmetic(space)
    named = [text.formula(formula) for formula in stands]
    text.lines += [f"(declare-const s{place} Bool) (assert (= s{place} {name}))" for place, name in enumerate(named)]
    context = z3.Context()
    solver = z3.SolverFor("QF_LIA", ctx=context)
    solver.from_string("\n".join(text.lines))
    guards = [z3.Bool(f"s{place}", context) for place in range(len(stands))]
    return {pair for pair in combinations(range(len(stands)), 2) if solver.check(*(guards[place] for place in pair)) == z3.sat}

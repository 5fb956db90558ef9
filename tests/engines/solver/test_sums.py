"""What a sum over listed variables says about a box, and what it leaves of it, against all the sums there are in the box."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from rulewright.engines.solver.formula.leaves import Linear
from rulewright.engines.solver.formula.numbers import holds
from rulewright.engines.solver.formula.space import Exact, Space, bits
from rulewright.engines.solver.search.sums import Sum

DOMAINS: tuple[tuple[Exact, ...], ...] = ((0, 1, 2, 3), (-2, 0, 5), (3, 1, 2), (Fraction(1, 2), 1, 4), (7, 2), (4,), (5, 5, -1))
BOXES = 1_500


class Given:
    """A sum, a box, and every sum in the box."""

    def __init__(self, random: Random, op: str) -> None:
        self.space, self.op = Space(), op
        domains = [random.choice(DOMAINS) for _ in range(random.randint(1, 3))]
        variables = [self.space.variable(name, domain) for name, domain in enumerate(domains)]
        self.terms: tuple[tuple[int, Exact], ...] = tuple(
            (variable, random.choice((-3, -2, -1, Fraction(-1, 3), 1, 1, 2, Fraction(3, 4)))) for variable in variables
        )
        self.constant: Exact = random.randint(-9, 9)
        self.sum = Sum(self.space, op, Linear(self.terms, self.constant))
        self.box = [0] * (max(variables) + 1)
        for variable, domain in zip(variables, domains, strict=True):
            self.box[variable] = random.randrange(1, 1 << len(domain))

    def adds(self, variable: int, mask: int) -> list[Exact]:
        """What a variable may add."""
        coefficient = dict(self.terms)[variable]
        return [coefficient * self.space.numbers_of(variable)[index] for index in bits(mask)]

    def sums(self, masks: dict[int, int]) -> list[Exact]:
        """Every sum in the box, with some variables held to other masks."""
        adds = [self.adds(variable, masks.get(variable, self.box[variable])) for variable, _ in self.terms]
        return [self.constant + sum(several) for several in product(*adds)]

    def can_hold(self, masks: dict[int, int]) -> bool:
        """Whether the sum may be 0, not above it or above it, as far as the least and the greatest sum say."""
        sums = self.sums(masks)
        match self.op:
            case "<=":
                return min(sums) <= 0
            case ">":
                return max(sums) > 0
            case "=":
                return min(sums) <= 0 <= max(sums)
            case _:  # open: `!=`
                return set(sums) != {0}

    def left(self) -> list[tuple[int, int]] | None:
        """What is left of each variable that is cut."""
        if not self.can_hold({}):
            return None
        open_ = [variable for variable, _ in self.terms if self.box[variable].bit_count() > 1]
        if self.op == "!=" and len(open_) > 1:
            return []
        masks = {one: sum(1 << index for index in bits(self.box[one]) if self.can_hold({one: 1 << index})) for one in open_}
        return [(one, mask) for one, mask in masks.items() if mask != self.box[one]]


@pytest.mark.parametrize("op", ["<=", ">", "=", "!="])
def test_a_sum_leaves_of_a_box_what_can_hold(op: str) -> None:
    random, ends = Random(op), set()
    for _ in range(BOXES):
        given = Given(random, op)
        found, wanted = given.sum.narrow_box(given.box), given.left()
        ends.add("nothing" if wanted is None else "some" if wanted else "all")
        if wanted is not None and any(mask == 0 for _, mask in wanted):
            wanted = None
        assert found == wanted, (given.terms, given.constant, given.box)
    assert ends == {"nothing", "some", "all"}


@pytest.mark.parametrize("op", ["<=", ">", "=", "!="])
def test_limits_and_truth_are_those_of_all_sums(op: str) -> None:
    random, truths = Random(op), set()
    for _ in range(BOXES):
        given = Given(random, op)
        sums = given.sums({})
        least, most = min(sums), max(sums)
        assert given.sum.limits(given.box) == (least * given.sum.denominator, most * given.sum.denominator)
        both = {holds(op, number) for number in (least, most)}
        if op in ("=", "!=") and least < most:  # between them may be any number: that is as much as limits say
            both = {True, False} if least <= 0 <= most else {op == "!="}
        wanted = both.pop() if len(both) == 1 else None
        truths.add(wanted)
        assert given.sum.truth_in(given.box) is wanted
        spot = [mask & -mask for mask in given.box]
        total = given.constant + sum(given.adds(variable, spot[variable])[0] for variable, _ in given.terms)
        assert given.sum.holds_at(spot) is holds(op, total)
    assert truths == {True, False, None}


def test_a_corner_makes_a_sum_hold_and_is_found_where_steps_of_one_lead_there() -> None:
    random, found = Random("corner"), 0
    for _ in range(BOXES):
        space = Space()
        variables = [space.variable(name, range(random.randint(1, 5))) for name in range(random.randint(1, 3))]
        op = random.choice(["<=", ">", "="])
        terms = tuple((variable, random.choice((-1, 1))) for variable in variables)
        one = Sum(space, op, Linear(terms, random.randint(-6, 6)))
        spot = [1 << random.randrange(space.full[variable].bit_length()) for variable in variables]
        if holds(op, one.total_at(spot)):
            continue
        moved = one.find_corner(space.full, spot)
        ends = [one.total_at([1 << place for place in places]) for places in product(*(bits(space.full[v]) for v in variables))]
        assert (moved is not None) == any(holds(op, end) for end in ends), (op, terms, spot)
        if moved is not None:
            there = dict(enumerate(spot)) | dict(moved)
            assert holds(op, one.total_at([there[variable] for variable in variables]))
            found += 1
    assert found > 200

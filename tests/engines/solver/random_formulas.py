"""Small random spaces and formulas, and all of their points: what the solvers are held against."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random

from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.space import Formula, Space

DOMAINS = ((False, True), ("a", "b", "c"), (0, 1, 2, 3), (1, 2, 3, 4, 5), (-1, 2), (4, 1, 3))


class Made:
    """A space of a few variables with a pool of formulas grown from literals and, if asked for, hard atoms."""

    def __init__(self, random: Random, variables: int, steps: int, hard: bool) -> None:
        self.random = random
        self.space = Space()
        self.variables = [self.space.variable(name, random.choice(DOMAINS)) for name in range(variables)]
        self.pool: list[Formula] = [self._literal() for _ in range(10)]
        if hard:
            self.pool += [self._atom() for _ in range(3)]
        for _ in range(steps):
            self._grow()

    def _literal(self) -> Formula:
        variable = self.random.choice(self.variables)
        return self.space.literal(variable, self.random.randrange(1, self.space.full[variable]))

    def _atom(self) -> Formula:
        one, other = self.random.sample(self.variables, 2)
        leaf = numbers.multiply(self.random.choice((1, 2, -1)), numbers.variable_number(one))
        more = numbers.multiply(self.random.choice((1, -1, -3)), numbers.variable_number(other))
        if self.random.random() < 0.2:
            leaf, more = numbers.multiply(leaf, more), 0
        leaf = numbers.add(numbers.add(leaf, more), self.random.randint(-2, 3))
        return self.space.atom_formula(numbers.NumericAtom(self.random.choice(("<=", "=", ">", "!=")), leaf))

    def _grow(self) -> None:
        space, random = self.space, self.random
        chosen = random.sample(self.pool, random.randint(2, 4))
        made = random.choice((space.conjunction(*chosen), space.disjunction(*chosen), space.negate(chosen[0])))
        if made > 1:
            self.pool.append(made)

    def formula(self) -> Formula:
        return self.space.conjunction(*self.random.sample(self.pool[-6:], 2))

    def box(self, share: float = 1.0) -> dict[int, int]:
        """Masks of some variables."""
        return {v: self.random.randrange(1, self.space.full[v] + 1) for v in self.variables if self.random.random() < share}

    def points(self, box: Mapping[int, int] = {}) -> Iterator[dict[int, int]]:
        """Every point (variable -> index) of a box."""
        for indexes in product(*(range(len(self.space.values[v] or ())) for v in self.variables)):
            point = dict(zip(self.variables, indexes, strict=True))
            if all(mask >> point[v] & 1 for v, mask in box.items()):
                yield point

    def true_at(self, formula: Formula, box: Mapping[int, int] = {}) -> list[dict[int, int]]:
        return [point for point in self.points(box) if plainly(self.space, formula, point)]


def plainly(space: Space, formula: Formula, point: Mapping[int, int]) -> bool:
    """The value of a formula at a point, read off its parts without anything that the space does."""
    match space.kinds[formula]:
        case 0:
            return formula == 1
        case 1:
            variable, mask = space.parts[formula]
            return bool(mask >> point[variable] & 1)
        case 2:
            atom = space.atoms[space.parts[formula][0]]
            return atom.evaluate({v: space.number_at(v, point[v]) for v in atom.variables})
        case 3:
            return all(plainly(space, part, point) for part in space.parts[formula])
        case _:
            return any(plainly(space, part, point) for part in space.parts[formula])


def spaces(seed: int, count: int, hard: float = 0.4) -> Iterator[Made]:
    random = Random(seed)
    for _ in range(count):
        yield Made(random, random.randint(2, 5), random.randint(3, 25), random.random() < hard)

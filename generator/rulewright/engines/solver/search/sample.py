"""Bit-parallel evaluation: the sampled points that satisfy a formula, as one integer with a bit for each of some thousand points.

A formula is evaluated once, part by part, for all points together. A common point of two rules is then found by one `&`. A formula
without a satisfying point remains undecided. Hard atoms count as not satisfied.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from random import Random

from rulewright.base.limits import SAMPLED_POINTS
from rulewright.engines.solver.formula.space import BOTH, HARD, LITERAL, Formula, Space

EVERYWHERE = (1 << SAMPLED_POINTS) - 1


class Sample:
    """`SAMPLED_POINTS` points of a space, drawn deterministically, each variable independently, near or far from a `base` point.

    `base` (masks of one value each, by variable) is a point that satisfies the assumption: half of the points keep seven of eight of its
    values, so that enough of them satisfy the assumption, too.
    """

    def __init__(self, space: Space, base: list[int] | None = None) -> None:
        self.space = space
        self.base = base or []
        self.points_by_formula: list[int] = [0, EVERYWHERE]
        self.columns_by_variable: dict[int, tuple[int, ...]] = {}

    def satisfying_points(self, formula: Formula) -> int:
        """Return the points that satisfy a formula."""
        points_of = self.points_by_formula
        if len(points_of) < len(self.space.kinds):
            points_of.extend([-1] * (len(self.space.kinds) - len(points_of)))
        points = points_of[formula]
        if points < 0:
            self.evaluate_formula(formula)
            points = points_of[formula]
        return points

    def evaluate_formula(self, formula: Formula) -> None:
        points_of, kinds, parts = self.points_by_formula, self.space.kinds, self.space.parts
        pending = [formula]
        while pending:
            current = pending[-1]
            if points_of[current] >= 0:
                pending.pop()
                continue
            kind = kinds[current]
            if kind == LITERAL:
                points_of[current] = self.literal(*parts[current])
                continue
            if kind == HARD:
                points_of[current] = 0
                continue
            points = EVERYWHERE if kind == BOTH else 0
            for part in parts[current]:
                part_points = points_of[part]
                if part_points < 0:
                    if kinds[part] != LITERAL:
                        pending.append(part)
                        continue
                    part_points = points_of[part] = self.literal(*parts[part])
                if kind == BOTH:
                    points &= part_points
                else:
                    points |= part_points
            if pending[-1] == current:
                points_of[current] = points
                pending.pop()

    def literal(self, variable: int, mask: int) -> int:
        """Return the points where a variable has a value of a mask: for each run of values, those up to its end without those before it."""
        below = self.columns(variable)
        points = 0
        while mask:
            low = mask & -mask
            end = mask + low
            points ^= below[low.bit_length() - 1] ^ below[(end & -end).bit_length() - 1]
            mask &= end
        return points

    def value_index(self, number: int, variable: int) -> int:
        """Return the index of a variable's value at a point; for a wide variable its default number."""
        if self.space.values[variable] is None:
            return int(self.space.default_index(variable))
        below = self.columns(variable)
        return bisect_left(range(len(below)), True, key=lambda index: below[index] >> number & 1 == 1) - 1

    def columns(self, variable: int) -> tuple[int, ...]:
        """Return, for each value of a variable, the points with an earlier value; at the end, all points."""
        below = self.columns_by_variable.get(variable)
        if below is None:
            below = self.columns_by_variable[variable] = self.draw_variable(variable)
        return below

    def draw_variable(self, variable: int) -> tuple[int, ...]:
        size = self.space.full[variable].bit_length()
        if variable >= len(self.base) or not self.base[variable]:
            return running_union(draw_points(variable, size))
        return draw_points_near(variable, size, self.base[variable].bit_length() - 1)


@lru_cache(1_024)
def draw_points_near(variable: int, size: int, index: int) -> tuple[int, ...]:
    """Draw the points with an earlier value, for each value of a variable; half of all points mostly have the value at `index`."""
    random = Random(-1 - variable)
    half = random.getrandbits(SAMPLED_POINTS)
    keeping = half & (random.getrandbits(SAMPLED_POINTS) | random.getrandbits(SAMPLED_POINTS) | random.getrandbits(SAMPLED_POINTS))
    column = [points & ~keeping for points in draw_points(variable, size)]
    column[index] |= keeping
    return running_union(column)


@lru_cache(1_024)
def draw_points(seed: int, size: int) -> tuple[int, ...]:
    """Draw the points with each of some values, by repeated halving."""
    random = Random(seed)
    column = [0] * size
    spans = [(0, size, EVERYWHERE)]
    while spans:
        low, high, points = spans.pop()
        if high - low == 1:
            column[low] = points
            continue
        middle = (low + high) // 2
        first = points & random.getrandbits(SAMPLED_POINTS)
        spans += [(low, middle, first), (middle, high, points ^ first)]
    return tuple(column)


def running_union(column: Sequence[int]) -> tuple[int, ...]:
    below = [0]
    for points in column:
        below.append(below[-1] | points)
    return tuple(below)

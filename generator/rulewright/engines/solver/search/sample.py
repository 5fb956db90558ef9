"""Many points at once: which of some thousand sampled points satisfy a formula, as one integer with a bit for each point.

A formula is worked out once, part by part, for all points together, and kept. A pair of rules that stand together at one of the points is
then settled by one `&`. What no point satisfies says nothing. Hard atoms count as not satisfied.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from random import Random

from rulewright.engines.solver.formula.space import BOTH, HARD, LITERAL, Formula, Space

POINTS = 8_192
EVERYWHERE = (1 << POINTS) - 1


class Sample:
    """`POINTS` points of a space, drawn anew at every start in the same way, each variable for itself, near or far from a `base` point.

    `base` (masks of one value each, by variable) is a point that satisfies what every question assumes: half of the points keep seven of
    eight of its values, so that enough of them satisfy it, too.
    """

    def __init__(self, space: Space, base: list[int] | None = None) -> None:
        self.space = space
        self.base = base or []
        self.where: list[int] = [0, EVERYWHERE]
        self.below: dict[int, tuple[int, ...]] = {}

    def satisfying(self, formula: Formula) -> int:
        """The points that satisfy a formula."""
        where = self.where
        if len(where) < len(self.space.kind):
            where.extend([-1] * (len(self.space.kind) - len(where)))
        found = where[formula]
        if found < 0:
            self.work_out(formula)
            found = where[formula]
        return found

    def work_out(self, formula: Formula) -> None:
        where, kinds, parts = self.where, self.space.kind, self.space.parts
        waiting = [formula]
        while waiting:
            found = waiting[-1]
            if where[found] >= 0:
                waiting.pop()
                continue
            kind = kinds[found]
            if kind == LITERAL:
                where[found] = self.literal(*parts[found])
                continue
            if kind == HARD:
                where[found] = 0
                continue
            points = EVERYWHERE if kind == BOTH else 0
            for part in parts[found]:
                known = where[part]
                if known < 0:
                    if kinds[part] != LITERAL:
                        waiting.append(part)
                        continue
                    known = where[part] = self.literal(*parts[part])
                if kind == BOTH:
                    points &= known
                else:
                    points |= known
            if waiting[-1] == found:
                where[found] = points
                waiting.pop()

    def literal(self, variable: int, mask: int) -> int:
        """The points where a variable has a value of a mask: for each run of values, those up to its end without those before it."""
        below = self.columns(variable)
        points = 0
        while mask:
            low = mask & -mask
            end = mask + low
            points ^= below[low.bit_length() - 1] ^ below[(end & -end).bit_length() - 1]
            mask &= end
        return points

    def place(self, number: int, variable: int) -> int:
        """At the point of this number the place of the value that a variable has; of a wide one its first number."""
        if self.space.values[variable] is None:
            return int(self.space.first(variable))
        below = self.columns(variable)
        return bisect_left(range(len(below)), True, key=lambda place: below[place] >> number & 1 == 1) - 1

    def columns(self, variable: int) -> tuple[int, ...]:
        """For each value of a variable, the points that have an earlier one; at the end, all of them."""
        below = self.below.get(variable)
        if below is None:
            below = self.below[variable] = self.drawn(variable)
        return below

    def drawn(self, variable: int) -> tuple[int, ...]:
        size = self.space.full[variable].bit_length()
        if variable >= len(self.base) or not self.base[variable]:
            return summed(drawn(variable, size))
        return drawn_near(variable, size, self.base[variable].bit_length() - 1)


@lru_cache(1_024)
def drawn_near(variable: int, size: int, place: int) -> tuple[int, ...]:
    """For each value of a variable the points that have an earlier one, where half of all points mostly have the value at this place."""
    random = Random(-1 - variable)
    half = random.getrandbits(POINTS)
    keeping = half & (random.getrandbits(POINTS) | random.getrandbits(POINTS) | random.getrandbits(POINTS))
    column = [points & ~keeping for points in drawn(variable, size)]
    column[place] |= keeping
    return summed(column)


@lru_cache(1_024)
def drawn(seed: int, size: int) -> tuple[int, ...]:
    """For each of some values, the points that have it: halves of halves."""
    random = Random(seed)
    column = [0] * size
    spans = [(0, size, EVERYWHERE)]
    while spans:
        low, high, points = spans.pop()
        if high - low == 1:
            column[low] = points
            continue
        middle = (low + high) // 2
        first = points & random.getrandbits(POINTS)
        spans += [(low, middle, first), (middle, high, points ^ first)]
    return tuple(column)


def summed(column: Sequence[int]) -> tuple[int, ...]:
    below = [0]
    for points in column:
        below.append(below[-1] | points)
    return tuple(below)

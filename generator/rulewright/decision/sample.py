"""Many points at once: which of some thousand sampled points satisfy a formula, as one integer with a bit for each point.

A formula is worked out once, part by part, for all points together, and kept. A pair of rules that stand together at one of the points is
then settled by one `&`. What no point satisfies says nothing. Hard atoms count as not satisfied.
"""

from __future__ import annotations

from random import Random

from rulewright.decision.formula import BOTH, HARD, LITERAL, Formula, Space, bits

POINTS = 4_096


class Sample:
    """`POINTS` points of a space, drawn anew at every start in the same way, each variable for itself, near or far from a `base` point.

    `base` (masks of one value each, by variable) is a point that satisfies what every question assumes: half of the points keep seven of
    eight of its values, so that enough of them satisfy it, too.
    """

    def __init__(self, space: Space, base: list[int] | None = None) -> None:
        self.space = space
        self.base = base or []
        self.everywhere = (1 << POINTS) - 1
        self.where: list[int] = [0, self.everywhere]
        self.columns: dict[int, list[int]] = {}

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
            before = [part for part in parts[found] if where[part] < 0]
            if before:
                waiting += before
                continue
            if kind == BOTH:
                points = self.everywhere
                for part in parts[found]:
                    points &= where[part]
            else:
                points = 0
                for part in parts[found]:
                    points |= where[part]
            where[found] = points

    def literal(self, variable: int, mask: int) -> int:
        column = self.columns.get(variable)
        if column is None:
            column = self.columns[variable] = self.column(variable)
        turned = mask.bit_count() * 2 > len(column)
        points = 0
        for index in bits(self.space.full[variable] ^ mask if turned else mask):
            points |= column[index]
        return self.everywhere ^ points if turned else points

    def column(self, variable: int) -> list[int]:
        """For each value of a variable, the points that have it: halves of halves, drawn for this variable alone."""
        random = Random(variable)
        size = self.space.full[variable].bit_length()
        column = [0] * size
        spans = [(0, size, self.everywhere)]
        while spans:
            low, high, points = spans.pop()
            if high - low == 1:
                column[low] = points
                continue
            middle = (low + high) // 2
            first = points & random.getrandbits(POINTS)
            spans += [(low, middle, first), (middle, high, points ^ first)]
        if variable < len(self.base) and self.base[variable]:
            half = random.getrandbits(POINTS)
            keeping = half & (random.getrandbits(POINTS) | random.getrandbits(POINTS) | random.getrandbits(POINTS))
            column = [points & ~keeping for points in column]
            column[self.base[variable].bit_length() - 1] |= keeping
        return column

    def point(self, place: int) -> dict[int, int]:
        """One of the points: the index of the value of each variable that was ever asked about."""
        return {v: next(i for i, points in enumerate(column) if points >> place & 1) for v, column in self.columns.items()}

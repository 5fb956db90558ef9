"""Arithmetic inside the search: what a box says about a hard atom, what an atom leaves of a box, and where in a box it would hold.

Sums over listed variables are compiled to a row of addends for each variable; every other atom is looked at through limits alone.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import lcm

from rulewright.engines.solver.formula.leaves import Linear, Reach, Reaches, exact
from rulewright.engines.solver.formula.numbers import NumericAtom, holds
from rulewright.engines.solver.formula.space import Atom, Exact, Formula, Space, bits


class Sum:
    """`sum op 0` over listed variables, taken `parts` times, so that all numbers are whole.

    `rows`: a variable, what it adds at each index, whether that rises (1), falls (-1) or neither.
    """

    __slots__ = ("constant", "op", "parts", "rows")

    def __init__(self, space: Space, op: str, leaf: Linear) -> None:
        self.op = op
        terms = [(variable, coefficient, space.numbers(variable)) for variable, coefficient in leaf.terms]
        self.parts = lcm(leaf.constant.denominator, *(factor.denominator * _parts(numbers) for _, factor, numbers in terms))
        self.constant = int(leaf.constant * self.parts)
        self.rows: list[tuple[int, Sequence[int], int]] = []
        for variable, coefficient, numbers in terms:
            times = exact(coefficient * self.parts)
            adds = [int(times * number) for number in numbers]
            row = space.row(variable)
            steps = [later - one for one, later in pairwise(adds)] if row is None else [times * row[1]]
            direction = 1 if all(step >= 0 for step in steps) else -1 if all(step <= 0 for step in steps) else 0
            self.rows.append((variable, adds, direction))

    def limits(self, box: Sequence[int]) -> tuple[int, int]:
        """The least and the greatest sum in a box, exactly, `parts` times."""
        low = high = self.constant
        for variable, adds, direction in self.rows:
            mask = box[variable]
            if direction:
                first, last = adds[(mask & -mask).bit_length() - 1], adds[mask.bit_length() - 1]
                if direction > 0:
                    low += first
                    high += last
                else:
                    low += last
                    high += first
            else:
                found = [adds[index] for index in bits(mask)]
                low += min(found)
                high += max(found)
        return low, high

    def truth_in(self, box: Sequence[int]) -> bool | None:
        """Whether it holds everywhere in a box, nowhere (False), or None."""
        low, high = self.limits(box)
        op = self.op
        if op == "<=" or op == ">":
            return None if low <= 0 < high else (high <= 0) is (op == "<=")
        if low <= 0 <= high and (low or high):
            return None
        return (not low and not high) is (op == "=")

    def at(self, spot: Sequence[int]) -> bool:
        """Whether it holds at a spot (masks of one value each)."""
        total = self.constant
        for variable, adds, _ in self.rows:
            total += adds[spot[variable].bit_length() - 1]
        return holds(self.op, total)

    def narrowed(self, box: Sequence[int]) -> list[tuple[int, int]] | None:
        """What is left of the variables that it cuts where it must hold (variable, mask); None if it can hold nowhere."""
        if self.op == "!=":
            return self.without(box)
        low, high = self.limits(box)
        least, most = (low, None) if self.op == "<=" else (None, high) if self.op == ">" else (low, high)
        if (least is not None and least > 0) or (most is not None and (most <= 0 if self.op == ">" else most < 0)):
            return None
        cut: list[tuple[int, int]] = []
        for variable, adds, direction in self.rows:
            mask = box[variable]
            if not mask & (mask - 1):
                continue
            if direction:
                first, last = adds[(mask & -mask).bit_length() - 1], adds[mask.bit_length() - 1]
                smallest, greatest = (first, last) if direction > 0 else (last, first)
            else:
                there = [adds[index] for index in bits(mask)]
                smallest, greatest = min(there), max(there)
            # Nothing to cut where its own addends are no further apart than the room that is left.
            apart = greatest - smallest
            if (least is None or apart <= -least) and (most is None or apart < most or (apart == most and self.op == "=")):
                continue
            # Every other addend at its least, or at its most, leaves room for so much.
            most_here = None if least is None else smallest - least
            least_here = None if most is None else greatest - most
            left = self.within(mask, adds, direction, least_here, most_here)
            if not left:
                return None
            if left != mask:
                cut.append((variable, left))
        return cut

    def within(self, mask: int, adds: Sequence[int], direction: int, least: int | None, most: int | None) -> int:
        """The places of a mask whose addends are in a range (of a sum that must be above 0: above its lower end)."""
        above = self.op == ">"
        if not direction:
            for index in bits(mask):
                add = adds[index]
                if (most is not None and add > most) or (least is not None and (add <= least if above else add < least)):
                    mask ^= 1 << index
            return mask
        if direction > 0:
            stop = len(adds) if most is None else bisect_right(adds, most)
            start = 0 if least is None else (bisect_right if above else bisect_left)(adds, least)
        else:
            start = 0 if most is None else bisect_left(adds, -most, key=_negative)
            stop = len(adds) if least is None else (bisect_left if above else bisect_right)(adds, -least, key=_negative)
        return mask >> start << start & (1 << stop) - 1 if start < stop else 0

    def without(self, box: Sequence[int]) -> list[tuple[int, int]] | None:
        """`!=` cuts when one variable is left: the value that would make the sum 0."""
        open_ = [(variable, adds) for variable, adds, _ in self.rows if box[variable] & (box[variable] - 1)]
        if len(open_) > 1:
            return []
        total = self.constant
        for variable, adds, _ in self.rows:
            if not box[variable] & (box[variable] - 1):
                total += adds[box[variable].bit_length() - 1]
        if not open_:
            return [] if total != 0 else None
        variable, adds = open_[0]
        left = box[variable]
        for index in bits(box[variable]):
            if total + adds[index] == 0:
                left ^= 1 << index
        return [] if left == box[variable] else [(variable, left)] if left else None

    def corner(self, box: Sequence[int], spot: Sequence[int]) -> list[tuple[int, int]] | None:
        """Where to move a spot at which it fails so that it holds, one variable after the other to its end; None if that is not enough."""
        downwards = self.op == "<=" or (self.op == "=" and self.total(spot) > 0)
        moved: list[tuple[int, int]] = []
        new = dict[int, int]()
        for variable, adds, direction in self.rows:
            mask = box[variable]
            if direction:
                end = (mask & -mask if (direction > 0) is downwards else mask).bit_length() - 1
            else:
                end = (min if downwards else max)(bits(mask), key=adds.__getitem__)
            new[variable] = 1 << end
            moved.append((variable, 1 << end))
            total = self.constant + sum(a[(new.get(v) or spot[v]).bit_length() - 1] for v, a, _ in self.rows)
            if holds(self.op, total):
                return moved
            if self.op == "=" and (total < 0) is downwards:
                return self.exactly(box, variable, moved, total)
        return None

    def total(self, spot: Sequence[int]) -> int:
        return self.constant + sum(adds[spot[variable].bit_length() - 1] for variable, adds, _ in self.rows)

    def exactly(self, box: Sequence[int], variable: int, moved: list[tuple[int, int]], total: int) -> list[tuple[int, int]] | None:
        """The last move went past 0: the index of that variable that makes the sum 0, if there is one."""
        adds = next(adds for v, adds, _ in self.rows if v == variable)
        wanted = adds[moved[-1][1].bit_length() - 1] - total
        index = next((index for index in bits(box[variable]) if adds[index] == wanted), None)
        return None if index is None else [*moved[:-1], (variable, 1 << index)]


def _parts(numbers: Iterable[Exact]) -> int:
    """Into how many parts one is divided so that all of some numbers are made of whole parts."""
    return lcm(*(number.denominator for number in numbers))


def _negative(number: int) -> int:
    return -number


class Arithmetic:
    """The hard atoms of one space, compiled when they are first met."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self.sums: dict[Formula, Sum | None] = {}

    def sum(self, formula: Formula) -> Sum | None:
        """The compiled sum that a hard atom is; None for other arithmetic."""
        if formula in self.sums:
            return self.sums[formula]
        atom = self.atom(formula)
        made = None
        if isinstance(atom, NumericAtom) and isinstance(atom.leaf, Linear) and not any(v in self.space.ends for v in atom.variables):
            made = Sum(self.space, atom.op, atom.leaf)
        self.sums[formula] = made
        return made

    def atom(self, formula: Formula) -> Atom:
        return self.space.atoms[self.space.parts[formula][0]]

    def truth_in(self, formula: Formula, box: Sequence[int], numbers: dict[int, int], reaches: Mapping[int, Reach]) -> bool | None:
        """What a box says about a hard atom; `numbers` are what wide variables are fixed to, `reaches` between what they are."""
        compiled = self.sum(formula)
        if compiled is not None:
            return compiled.truth_in(box)
        atom = self.atom(formula)
        narrowed = {variable: box[variable] for variable in atom.variables if variable not in self.space.ends}
        return atom.under(Reaches(self.space, narrowed | numbers, reaches))

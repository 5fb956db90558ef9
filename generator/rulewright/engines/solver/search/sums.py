"""Arithmetic in the search: truth of a hard atom in a box, propagation of atoms to a box, and points of a box that satisfy an atom.

Sums over listed variables are compiled to a row of addends for each variable; other atoms use bounds only.
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
    """`sum op 0` over listed variables, multiplied by `denominator`, so that all numbers are integers.

    `rows`: a variable, its addend at each index, and the direction of the addends: rising (1), falling (-1) or neither (0).
    """

    __slots__ = ("constant", "denominator", "op", "rows")

    def __init__(self, space: Space, op: str, leaf: Linear) -> None:
        self.op = op
        terms = [(variable, coefficient, space.numbers_of(variable)) for variable, coefficient in leaf.terms]
        self.denominator = lcm(
            leaf.constant.denominator, *(factor.denominator * _common_denominator(numbers) for _, factor, numbers in terms)
        )
        self.constant = int(leaf.constant * self.denominator)
        self.rows: list[tuple[int, Sequence[int], int]] = []
        for variable, coefficient, numbers in terms:
            multiplier = exact(coefficient * self.denominator)
            adds = [int(multiplier * number) for number in numbers]
            row = space.arithmetic_progression(variable)
            steps = [later - earlier for earlier, later in pairwise(adds)] if row is None else [multiplier * row[1]]
            direction = 1 if all(step >= 0 for step in steps) else -1 if all(step <= 0 for step in steps) else 0
            self.rows.append((variable, adds, direction))

    def limits(self, box: Sequence[int]) -> tuple[int, int]:
        """Return the exact least and greatest sum in a box, multiplied by `denominator`."""
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
                addends = [adds[index] for index in bits(mask)]
                low += min(addends)
                high += max(addends)
        return low, high

    def truth_in(self, box: Sequence[int]) -> bool | None:
        """Return True if the sum's condition holds everywhere in a box, False if nowhere, else None."""
        low, high = self.limits(box)
        op = self.op
        if op == "<=" or op == ">":
            return None if low <= 0 < high else (high <= 0) is (op == "<=")
        if low <= 0 <= high and (low or high):
            return None
        return (not low and not high) is (op == "=")

    def holds_at(self, spot: Sequence[int]) -> bool:
        """Return True if the condition holds at a spot (masks of one value each)."""
        total = self.constant
        for variable, adds, _ in self.rows:
            total += adds[spot[variable].bit_length() - 1]
        return holds(self.op, total)

    def narrow_box(self, box: Sequence[int]) -> list[tuple[int, int]] | None:
        """Return the reduced domains (variable, mask) under the condition; None if it can hold nowhere."""
        if self.op == "!=":
            return self.exclude_zero(box)
        low, high = self.limits(box)
        lower, upper = (low, None) if self.op == "<=" else (None, high) if self.op == ">" else (low, high)
        if (lower is not None and lower > 0) or (upper is not None and (upper <= 0 if self.op == ">" else upper < 0)):
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
                addends = [adds[index] for index in bits(mask)]
                smallest, greatest = min(addends), max(addends)
            # Nothing to cut if the span of its addends is within the remaining slack.
            span = greatest - smallest
            if (lower is None or span <= -lower) and (upper is None or span < upper or (span == upper and self.op == "=")):
                continue
            # The bounds on this addend, with all others at their least or greatest.
            upper_addend = None if lower is None else smallest - lower
            lower_addend = None if upper is None else greatest - upper
            remaining = self.mask_in_range(mask, adds, direction, lower_addend, upper_addend)
            if not remaining:
                return None
            if remaining != mask:
                cut.append((variable, remaining))
        return cut

    def mask_in_range(self, mask: int, adds: Sequence[int], direction: int, lower: int | None, upper: int | None) -> int:
        """Return the part of a mask whose addends are in a range (for a strict sum: strictly above the lower end)."""
        is_strict = self.op == ">"
        if not direction:
            for index in bits(mask):
                add = adds[index]
                if (upper is not None and add > upper) or (lower is not None and (add <= lower if is_strict else add < lower)):
                    mask ^= 1 << index
            return mask
        if direction > 0:
            stop = len(adds) if upper is None else bisect_right(adds, upper)
            start = 0 if lower is None else (bisect_right if is_strict else bisect_left)(adds, lower)
        else:
            start = 0 if upper is None else bisect_left(adds, -upper, key=_negative)
            stop = len(adds) if lower is None else (bisect_left if is_strict else bisect_right)(adds, -lower, key=_negative)
        return mask >> start << start & (1 << stop) - 1 if start < stop else 0

    def exclude_zero(self, box: Sequence[int]) -> list[tuple[int, int]] | None:
        """Return the reduced domain under `!=`: if one variable is not fixed, without the value that makes the sum 0."""
        unfixed = [(variable, adds) for variable, adds, _ in self.rows if box[variable] & (box[variable] - 1)]
        if len(unfixed) > 1:
            return []
        total = self.constant
        for variable, adds, _ in self.rows:
            if not box[variable] & (box[variable] - 1):
                total += adds[box[variable].bit_length() - 1]
        if not unfixed:
            return [] if total != 0 else None
        variable, adds = unfixed[0]
        remaining = box[variable]
        for index in bits(box[variable]):
            if total + adds[index] == 0:
                remaining ^= 1 << index
        return [] if remaining == box[variable] else [(variable, remaining)] if remaining else None

    def find_corner(self, box: Sequence[int], spot: Sequence[int]) -> list[tuple[int, int]] | None:
        """Return moves that make the condition hold at a spot, one variable after the other to its end; None if that is not enough."""
        downwards = self.op == "<=" or (self.op == "=" and self.total_at(spot) > 0)
        moved: list[tuple[int, int]] = []
        moved_masks = dict[int, int]()
        for variable, adds, direction in self.rows:
            mask = box[variable]
            if direction:
                end = (mask & -mask if (direction > 0) is downwards else mask).bit_length() - 1
            else:
                end = (min if downwards else max)(bits(mask), key=adds.__getitem__)
            moved_masks[variable] = 1 << end
            moved.append((variable, 1 << end))
            total = self.constant + sum(a[(moved_masks.get(v) or spot[v]).bit_length() - 1] for v, a, _ in self.rows)
            if holds(self.op, total):
                return moved
            if self.op == "=" and (total < 0) is downwards:
                return self.solve_exactly(box, variable, moved, total)
        return None

    def total_at(self, spot: Sequence[int]) -> int:
        return self.constant + sum(adds[spot[variable].bit_length() - 1] for variable, adds, _ in self.rows)

    def solve_exactly(self, box: Sequence[int], variable: int, moved: list[tuple[int, int]], total: int) -> list[tuple[int, int]] | None:
        """Correct the last move, which went past 0, to the index that makes the sum 0; None if there is none."""
        adds = next(adds for v, adds, _ in self.rows if v == variable)
        wanted_addend = adds[moved[-1][1].bit_length() - 1] - total
        index = next((index for index in bits(box[variable]) if adds[index] == wanted_addend), None)
        return None if index is None else [*moved[:-1], (variable, 1 << index)]


def _common_denominator(numbers: Iterable[Exact]) -> int:
    """Return the common denominator of some numbers."""
    return lcm(*(number.denominator for number in numbers))


def _negative(number: int) -> int:
    return -number


class Arithmetic:
    """The hard atoms of one space, compiled on demand."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self.sums: dict[Formula, Sum | None] = {}

    def compile_sum(self, formula: Formula) -> Sum | None:
        """Return the compiled sum of a hard atom; None for other arithmetic."""
        if formula in self.sums:
            return self.sums[formula]
        atom = self.atom_of(formula)
        compiled = None
        if isinstance(atom, NumericAtom) and isinstance(atom.leaf, Linear) and not any(v in self.space.wide_bounds for v in atom.variables):
            compiled = Sum(self.space, atom.op, atom.leaf)
        self.sums[formula] = compiled
        return compiled

    def atom_of(self, formula: Formula) -> Atom:
        return self.space.atoms[self.space.parts[formula][0]]

    def truth_in(self, formula: Formula, box: Sequence[int], numbers: dict[int, int], reaches: Mapping[int, Reach]) -> bool | None:
        """Return the truth of a hard atom in a box; `numbers` fixes wide variables, `reaches` bounds them."""
        compiled = self.compile_sum(formula)
        if compiled is not None:
            return compiled.truth_in(box)
        atom = self.atom_of(formula)
        narrowed = {variable: box[variable] for variable in atom.variables if variable not in self.space.wide_bounds}
        return atom.truth_under(Reaches(self.space, narrowed | numbers, reaches))

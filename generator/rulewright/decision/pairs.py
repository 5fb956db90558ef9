"""Which pairs of rules can meet at all: their necessary conditions, as boxes, share a point.

For each variable and value, the set of rules that allow it is one integer with a bit for each rule; the rules that meet a given one are
found for all of them at once, by `or` over its values and `and` over its variables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import compress, repeat
from operator import not_

from rulewright.decision.formula import Formula, Space, bits
from rulewright.decision.solve import Solver

DIGITS = bytes.maketrans(b"01", b"\0\1")


def overlapping(boxes: Sequence[Mapping[int, int]], space: Space) -> Iterator[tuple[int, int]]:
    """The pairs i < j, ascending, whose boxes (variable -> mask; a variable that is not told is free) have a point in common.

    A box with an empty mask meets none. Wide variables have no masks and must not be told.
    """
    for place, others in _rows(boxes, space):
        yield from zip(repeat(place), others, strict=False)


def together(solver: Solver, boxes: Sequence[Mapping[int, int]], guards: Sequence[Formula]) -> Iterator[tuple[int, int]]:
    """The pairs i < j, ascending, of guards that can hold together; the box of each is a necessary condition of it. Raises `Spent`."""
    words = [solver.sampled(guard) for guard in guards]
    for place, others in _rows(boxes, solver.space):
        word = words[place]
        meeting = list(others)
        left = [other for other in meeting if not word & words[other]]
        if left:
            apart = set(compress(left, map(not_, solver.possible_with(guards[place], [guards[other] for other in left]))))
            meeting = [other for other in meeting if other not in apart]
        yield from zip(repeat(place), meeting, strict=False)


def _rows(boxes: Sequence[Mapping[int, int]], space: Space) -> Iterator[tuple[int, Iterator[int]]]:
    """Each box, by its place, with the later ones that it meets."""
    everybody = (1 << len(boxes)) - 1
    allowing = _allowing(boxes, everybody, space)
    meeting: dict[tuple[int, int], int] = {}
    for place, box in enumerate(boxes):
        others = everybody
        for pair in box.items():
            met = meeting.get(pair)
            if met is None:
                met = meeting[pair] = _any_of(allowing[pair[0]], pair[1])
            others &= met
        if others >> place & 1:  # else it is empty itself
            yield place, _places(others >> place + 1, place + 1)


def _allowing(boxes: Sequence[Mapping[int, int]], everybody: int, space: Space) -> dict[int, list[int]]:
    """For each variable that a box tells, and each of its values, the boxes that allow it. A box with an empty mask allows nothing."""
    told: dict[int, int] = {}
    allowed: dict[int, list[int]] = {}
    for place, box in enumerate(boxes):
        bit = 1 << place
        for variable, mask in box.items():
            told[variable] = told.get(variable, 0) | bit
            rows = allowed.setdefault(variable, [0] * space.full[variable].bit_length())
            for index in bits(mask & space.full[variable]):
                rows[index] |= bit
    return {variable: [row | everybody & ~told[variable] for row in rows] for variable, rows in allowed.items()}


def _any_of(rows: Sequence[int], mask: int) -> int:
    met = 0
    for index in bits(mask & (1 << len(rows)) - 1):
        met |= rows[index]
    return met


def _places(mask: int, start: int) -> Iterator[int]:
    """The places of the bits that are set, ascending, counted from `start`; the loop over a very long number runs in C."""
    digits = bin(mask)[:1:-1].encode().translate(DIGITS)
    return compress(range(start, start + len(digits)), digits)

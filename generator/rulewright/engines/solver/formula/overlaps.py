"""Which pairs of rules can meet at all: their necessary conditions, as boxes, share a point.

For each variable and each mask given for it, the set of rules that give it is one integer with a bit for each rule; the rules that meet a
given one are found for all of them at once, by `or` over the masks that meet its own and `and` over its variables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import compress, repeat

from rulewright.engines.solver.formula.space import Space, bits

DIGITS = bytes.maketrans(b"01", b"\0\1")


def overlapping(boxes: Sequence[Mapping[int, int]], space: Space) -> Iterator[tuple[int, int]]:
    """The pairs i < j, ascending, whose boxes (variable -> mask; a variable that is not given is free) have a point in common.

    A box with an empty mask meets none. Wide variables have no masks and must not be given.
    """
    for place, others in _rows(boxes, space):
        yield from zip(repeat(place), others, strict=False)


def _rows(boxes: Sequence[Mapping[int, int]], space: Space) -> Iterator[tuple[int, Iterator[int]]]:
    """Each box, by its place, with the later ones that it meets."""
    everybody = (1 << len(boxes)) - 1
    given_by = _given_by(boxes, everybody, space)
    meeting: dict[tuple[int, int], int] = {}
    for place, box in enumerate(boxes):
        others = everybody
        for pair in box.items():
            met = meeting.get(pair)
            if met is None:
                variable, mask = pair
                met = 0
                for other, places in given_by[variable]:
                    if mask & other:
                        met |= places
                meeting[pair] = met
            others &= met
        if others >> place & 1:  # else it is empty itself
            yield place, _places(others >> place + 1, place + 1)


def _given_by(boxes: Sequence[Mapping[int, int]], everybody: int, space: Space) -> dict[int, list[tuple[int, int]]]:
    """For each variable that a box gives: masks (or single values, where these are fewer), each with the boxes that give it (or allow it).

    Boxes that do not give the variable allow all: they come last.
    """
    places: dict[int, dict[int, list[int]]] = {}
    for place, box in enumerate(boxes):
        for variable, mask in box.items():
            places.setdefault(variable, {}).setdefault(mask, []).append(place)
    given_by: dict[int, list[tuple[int, int]]] = {}
    for variable, masks in places.items():
        sets = [(mask, _set(several)) for mask, several in masks.items()]
        size = space.full[variable].bit_length()
        silent = everybody
        for _, several in sets:
            silent &= ~several
        if len(sets) > size:
            values = [0] * size
            for mask, several in sets:
                for index in bits(mask):
                    values[index] |= several
            sets = [(1 << index, several) for index, several in enumerate(values)]
        given_by[variable] = [*sets, (-1, silent)]
    return given_by


def _set(places: Sequence[int]) -> int:
    """Ascending places as bits."""
    if len(places) == 1:
        return 1 << places[0]
    digits = bytearray(places[-1] // 8 + 1)
    for place in places:
        digits[place >> 3] |= 1 << (place & 7)
    return int.from_bytes(digits, "little")


def _places(mask: int, start: int) -> Iterator[int]:
    """The places of the bits that are set, ascending, counted from `start`; the loop over a very long number runs in C."""
    digits = bin(mask)[:1:-1].encode().translate(DIGITS)
    return compress(range(start, start + len(digits)), digits)

"""The pairs of boxes with a common point: rules can meet only if the boxes of their necessary conditions do.

For each variable and each mask of it, the set of boxes with this mask is one integer with a bit for each box; the boxes that meet one
are computed together, by `or` over the masks that meet its own and `and` over its variables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import compress, repeat

from rulewright.engines.solver.formula.space import Space, bits

DIGITS = bytes.maketrans(b"01", b"\0\1")


def overlapping_pairs(boxes: Sequence[Mapping[int, int]], space: Space) -> Iterator[tuple[int, int]]:
    """Yield the pairs i < j, ascending, whose boxes (variable -> mask; a missing variable is free) have a common point.

    A box with an empty mask meets none. Wide variables have no masks and must not be given.
    """
    for index, later in _box_overlaps(boxes, space):
        yield from zip(repeat(index), later, strict=False)


def _box_overlaps(boxes: Sequence[Mapping[int, int]], space: Space) -> Iterator[tuple[int, Iterator[int]]]:
    """Yield the index of each box with the indexes of the later ones that it meets."""
    all_boxes = (1 << len(boxes)) - 1
    boxes_by_mask = _boxes_by_mask(boxes, all_boxes, space)
    met_by_literal: dict[tuple[int, int], int] = {}
    for index, box in enumerate(boxes):
        candidates = all_boxes
        for pair in box.items():
            met_boxes = met_by_literal.get(pair)
            if met_boxes is None:
                variable, mask = pair
                met_boxes = 0
                for other_mask, box_set in boxes_by_mask[variable]:
                    if mask & other_mask:
                        met_boxes |= box_set
                met_by_literal[pair] = met_boxes
            candidates &= met_boxes
        if candidates >> index & 1:  # else it is empty itself
            yield index, _bit_indexes(candidates >> index + 1, index + 1)


def _boxes_by_mask(boxes: Sequence[Mapping[int, int]], all_boxes: int, space: Space) -> dict[int, list[tuple[int, int]]]:
    """Return, for each constrained variable, masks (or single values, if these are fewer) with the boxes that have (or allow) them.

    Boxes that do not constrain the variable allow all values: they come last.
    """
    indexes: dict[int, dict[int, list[int]]] = {}
    for index, box in enumerate(boxes):
        for variable, mask in box.items():
            indexes.setdefault(variable, {}).setdefault(mask, []).append(index)
    boxes_by_mask: dict[int, list[tuple[int, int]]] = {}
    for variable, masks in indexes.items():
        sets = [(mask, _index_bits(box_set)) for mask, box_set in masks.items()]
        size = space.full[variable].bit_length()
        unconstrained = all_boxes
        for _, box_set in sets:
            unconstrained &= ~box_set
        if len(sets) > size:
            values = [0] * size
            for mask, box_set in sets:
                for index in bits(mask):
                    values[index] |= box_set
            sets = [(1 << index, box_set) for index, box_set in enumerate(values)]
        boxes_by_mask[variable] = [*sets, (-1, unconstrained)]
    return boxes_by_mask


def _index_bits(places: Sequence[int]) -> int:
    """Return ascending indexes as bits."""
    if len(places) == 1:
        return 1 << places[0]
    digits = bytearray(places[-1] // 8 + 1)
    for index in places:
        digits[index >> 3] |= 1 << (index & 7)
    return int.from_bytes(digits, "little")


def _bit_indexes(mask: int, start: int) -> Iterator[int]:
    """Yield the indexes of the bits that are set, ascending, counted from `start`; the loop over a very long number runs in C."""
    digits = bin(mask)[:1:-1].encode().translate(DIGITS)
    return compress(range(start, start + len(digits)), digits)

"""JSON documents in which everything that occurs again is written once: a tenth of the text, and `site/assets/engine/packed.js` opens them.

`shapes` are the kinds of objects, each a pair: its names, and by place the values that all objects of this shape share. `whole` has the
documents by name, and `parts` are pieces that occur in them more than once. A piece is a text, a number, yes, no or null as it is, or an
array that begins with a number: `n` an object of shape `n`, of which the other values follow; `-1` a list; `-2 - n` the part `n`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

Json: TypeAlias = Any
LIST = -1
_FIRST_PART = -2
_SHORT = 24  # characters up to which a piece is written anew rather than referred to


def packed(documents: Mapping[str, Json]) -> dict[str, Json]:
    """The packed form of some documents. The same documents always have the same one."""
    packer = _Packer()
    return packer.written({name: packer.piece(one) for name, one in documents.items()})


class _Packer:
    """Every different piece has a number; `_pieces` has what it is made of, and `_uses` how often it occurs."""

    def __init__(self) -> None:
        self._shapes: dict[Json, int] = {}
        self._numbers: dict[Json, int] = {}
        self._pieces: list[Json] = []
        self._uses: list[int] = []
        self._lengths: list[int] = []

    def piece(self, value: Json) -> int:
        """The number of a piece, noted with everything in it."""
        match value:
            case dict():
                shape, rest = self._shape(value)
                return self._noted((shape, *map(self.piece, rest)))
            case list() | tuple():
                return self._noted((LIST, *map(self.piece, value)))
            case _:  # open: a text, a number, yes, no or null
                return self._noted((None, type(value), value))

    def _shape(self, value: dict[str, Json]) -> tuple[int, list[Json]]:
        """The shape of an object, and its values that the shape has not."""
        shared: list[tuple[int, Json]] = []
        kinds: list[type] = []
        rest: list[Json] = []
        for place, (name, one) in enumerate(value.items()):
            if _is_plain(name, one):
                shared.append((place, one or False))
                kinds.append(type(one))
            else:
                rest.append(one)
        number = self._shapes.setdefault((tuple(value), tuple(shared), tuple(kinds)), len(self._shapes))
        return number, rest

    def _noted(self, made: Json) -> int:
        number = self._numbers.get(made)
        if number is None:
            number = self._numbers[made] = len(self._pieces)
            self._pieces.append(made)
            self._uses.append(0)
            self._lengths.append(len(str(made[2])) if made[0] is None else 3 + sum(self._lengths[one] for one in made[1:]))
        self._uses[number] += 1
        return number

    def written(self, whole: Mapping[str, int]) -> dict[str, Json]:
        """All of it, parts in the order in which they are first met."""
        parts: dict[int, int] = {}
        bodies: list[Json] = []

        def write(number: int) -> Json:
            made = self._pieces[number]
            if made[0] is None:
                return made[2]
            if self._uses[number] < 2 or self._lengths[number] < _SHORT:
                return [made[0], *(write(one) for one in made[1:])]
            if number not in parts:
                parts[number] = len(bodies)
                bodies.append(None)
                bodies[parts[number]] = [made[0], *(write(one) for one in made[1:])]
            return [_FIRST_PART - parts[number]]

        body = {name: write(number) for name, number in whole.items()}
        shapes = [[list(names), _by_place(shared, kinds)] for names, shared, kinds in self._shapes]
        return {"shapes": shapes, "parts": bodies, "whole": body}


def _is_plain(name: str, value: Json) -> bool:
    """Whether a value is one that many objects have: nothing at all, or the kind of the object."""
    if value is None or isinstance(value, bool) or (name == "kind" and isinstance(value, str)):
        return True
    return not value and isinstance(value, str | list | dict)


def _by_place(shared: tuple[tuple[int, Json], ...], kinds: tuple[type, ...]) -> dict[str, Json]:
    empty: dict[type, Json] = {type(None): None, str: "", list: [], tuple: [], dict: {}}
    return {str(place): one if one is not False else empty.get(kind, False) for (place, one), kind in zip(shared, kinds, strict=True)}

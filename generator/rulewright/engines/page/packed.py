"""JSON documents in which repeated values are written once: a tenth of the text, and `site/assets/engine/packed.js` unpacks them.

`shapes` are the kinds of objects, each a pair: its names, and by position the values that all objects of this shape share. `whole` has the
documents by name, and `parts` are pieces that occur in them more than once. A piece is a text, a number, a boolean or null itself, or an
array that begins with a number: `n` an object of shape `n`, followed by its other values; `-1` a list; `-2 - n` the part `n`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

Json: TypeAlias = Any
LIST = -1
_FIRST_PART = -2
_SHORT = 24  # characters up to which a piece is repeated rather than referred to


def pack_documents(documents: Mapping[str, Json]) -> dict[str, Json]:
    """Return the packed form of some documents. Equal documents have equal forms."""
    packer = _Packer()
    return packer.pack_all({name: packer.add_piece(document) for name, document in documents.items()})


class _Packer:
    """Numbers the distinct pieces; `_pieces` has their contents, and `_uses` their number of occurrences."""

    def __init__(self) -> None:
        self._shapes: dict[Json, int] = {}
        self._numbers: dict[Json, int] = {}
        self._pieces: list[Json] = []
        self._uses: list[int] = []
        self._lengths: list[int] = []

    def add_piece(self, value: Json) -> int:
        """Return the number of a piece, adding it with all its parts."""
        match value:
            case dict():
                shape, values = self._split_shape(value)
                return self._add_content((shape, *map(self.add_piece, values)))
            case list() | tuple():
                return self._add_content((LIST, *map(self.add_piece, value)))
            case _:  # open: a text, a number, yes, no or null
                return self._add_content((None, type(value), value))

    def _split_shape(self, value: dict[str, Json]) -> tuple[int, list[Json]]:
        """Return the shape of an object, and its values that are not in the shape."""
        shared: list[tuple[int, Json]] = []
        kinds: list[type] = []
        values: list[Json] = []
        for place, (name, field_value) in enumerate(value.items()):
            if _is_plain(name, field_value):
                shared.append((place, field_value or False))
                kinds.append(type(field_value))
            else:
                values.append(field_value)
        number = self._shapes.setdefault((tuple(value), tuple(shared), tuple(kinds)), len(self._shapes))
        return number, values

    def _add_content(self, content: Json) -> int:
        number = self._numbers.get(content)
        if number is None:
            number = self._numbers[content] = len(self._pieces)
            self._pieces.append(content)
            self._uses.append(0)
            self._lengths.append(len(str(content[2])) if content[0] is None else 3 + sum(self._lengths[part] for part in content[1:]))
        self._uses[number] += 1
        return number

    def pack_all(self, documents: Mapping[str, int]) -> dict[str, Json]:
        """Return the packed form, with the parts in the order in which they are first met."""
        parts: dict[int, int] = {}
        bodies: list[Json] = []

        def write(number: int) -> Json:
            content = self._pieces[number]
            if content[0] is None:
                return content[2]
            if self._uses[number] < 2 or self._lengths[number] < _SHORT:
                return [content[0], *(write(part) for part in content[1:])]
            if number not in parts:
                parts[number] = len(bodies)
                bodies.append(None)
                bodies[parts[number]] = [content[0], *(write(part) for part in content[1:])]
            return [_FIRST_PART - parts[number]]

        body = {name: write(number) for name, number in documents.items()}
        shapes = [[list(names), _values_by_place(shared, kinds)] for names, shared, kinds in self._shapes]
        return {"shapes": shapes, "parts": bodies, "whole": body}


def _is_plain(name: str, value: Json) -> bool:
    """Return True if a value is common to many objects: nothing at all, or the kind of the object."""
    if value is None or isinstance(value, bool) or (name == "kind" and isinstance(value, str)):
        return True
    return not value and isinstance(value, str | list | dict)


def _values_by_place(shared: tuple[tuple[int, Json], ...], kinds: tuple[type, ...]) -> dict[str, Json]:
    empty: dict[type, Json] = {type(None): None, str: "", list: [], tuple: [], dict: {}}
    return {str(place): value if value is not False else empty.get(kind, False) for (place, value), kind in zip(shared, kinds, strict=True)}

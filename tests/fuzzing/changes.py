"""A document changed in places that a fuzzer chooses: the bytes of an input say where and how. What comes out is still a document, so that it
reaches what a text with a letter changed does not."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

BYTES = 4
"""So many bytes say one change: two where, one how, one with what."""
PUT: tuple[Any, ...] = (None, True, False, 0, -1, 1, 7, 10**20, 1.5, "", "x", "__proto__", "weather", "u", [], {}, ["u"], {"kind": "ask"})
"""What is put in the place of a part."""

Place = tuple[Any, Any]


def changed(document: Any, data: bytes) -> Any:
    """A copy of the document with the changes that the bytes say, one after the other."""
    whole = [json.loads(json.dumps(document))]
    for at in range(0, len(data) - BYTES + 1, BYTES):
        where, how, what = int.from_bytes(data[at : at + 2], "big"), data[at + 2], data[at + 3]
        places = list(_places(whole))
        _HOWS[how % len(_HOWS)](places[where % len(places)], places[(where + what) % len(places)], what)
    return whole[0] if whole else None


def _places(whole: Any) -> Iterator[Place]:
    """Every place of a document that holds a part: what it is in, and where there."""
    pending = [whole]
    while pending:
        within = pending.pop()
        for at in list(within) if isinstance(within, dict) else range(len(within)):
            yield within, at
            if isinstance(within[at], dict | list):
                pending.append(within[at])


def _put(place: Place, other: Place, what: int) -> None:
    within, at = place
    within[at] = json.loads(json.dumps(PUT[what % len(PUT)]))


def _copy(place: Place, other: Place, what: int) -> None:
    within, at = place
    within[at] = json.loads(json.dumps(other[0][other[1]]))


def _lose(place: Place, other: Place, what: int) -> None:
    within, at = place
    if isinstance(within, dict) or len(within) > 1:
        del within[at]


def _rename(place: Place, other: Place, what: int) -> None:
    within, at = place
    if isinstance(within, dict):
        within[str(PUT[what % len(PUT)])] = within.pop(at)


_HOWS: tuple[Callable[[Place, Place, int], None], ...] = (_put, _copy, _lose, _rename)

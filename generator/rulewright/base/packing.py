"""A binary form for records: a value of this package as JSON text, and back to an equal value without running anything in the text.

>>> unpack(pack((1, "one", frozenset({2}))))
(1, 'one', frozenset({2}))

The text is a list of the classes that occur and a flat list of values. A value is plain (text, number, boolean, null) or a list: the
index of its class, then the indexes of its parts, which all stand before it. So shared values stay shared, no term is too deep, and
reading is one pass. Only records, dataclasses, named tuples and enums of this package are classes; reading calls none of their methods
but those that set the fields.

Fields that a class names in `LATE` are read on access: a sequence as a whole, a mapping value by value. Each such piece
is a line of its own after the text, a list of values whose indexes continue those of the text; values shared by two pieces and absent
from the text are written in both.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from fractions import Fraction
from functools import cache, partial
from importlib import import_module
from operator import attrgetter
from types import EllipsisType
from typing import Any, NamedTuple

from rulewright.base.memo import LazyMapping, LazySequence

PACKAGE = "rulewright"


class NotPackableError(Exception):
    """A value contains something that is no data, such as a function."""


class DamagedError(Exception):
    """A text was not written by `pack`."""


Split = Callable[[Any], Sequence[Any]]
"""Splits a value of one class into its parts, in the order in which `Join` takes them."""
Join = Callable[[list[Any]], Any]
"""Builds a value from its parts."""

_BUILT_IN: dict[type, tuple[str, Split, Join]] = {
    tuple: ("tuple", lambda value: value, tuple),
    list: ("list", lambda value: value, list),
    set: ("set", list, set),
    frozenset: ("frozenset", list, frozenset),
    dict: (
        "dict",
        lambda value: [part for pair in value.items() for part in pair],
        lambda parts: dict(zip(parts[::2], parts[1::2], strict=True)),
    ),
    Fraction: ("fraction", lambda value: (value.numerator, value.denominator), lambda parts: Fraction(*parts)),
    bytes: ("bytes", lambda value: (value.hex(),), lambda parts: bytes.fromhex(parts[0])),
    date: ("date", lambda value: (value.isoformat(),), lambda parts: date.fromisoformat(parts[0])),
    EllipsisType: ("...", lambda value: (), lambda parts: ...),
}
_JOINS = {name: join for name, _, join in _BUILT_IN.values()}
_LATE = "late"
_PLAIN = (str, int, bool, float, type(None))


def pack(value: object) -> bytes:
    """Return a value as text; raises `NotPackableError`."""
    writer = _Writer()
    try:
        text, *late_pieces = writer.pieces_of(value)
    except RecursionError as fault:
        raise NotPackableError("the value is nested too deep") from fault
    return "\n".join(json.dumps(piece, separators=(",", ":")) for piece in ([list(writer.classes), text], *late_pieces)).encode()


class _Deferred(NamedTuple):
    """A deferred field, in the text: the number of its first piece, and the keys of a mapping, which has a piece for each."""

    begin: int
    keys: tuple[Any, ...] | None


class _Writer:
    """The output of one piece. `places` maps the address of an object to its index; `kept_alive` holds temporary objects, so that no
    address is reused; `deferred` are values to be written as pieces of their own, each beginning at index `begin`."""

    def __init__(self) -> None:
        self.classes: dict[str, int] = {}
        self.encoded: list[Any] = []
        self.texts: dict[str, int] = {}
        self.places: dict[int, int] = {}
        self.kept_alive: list[Any] = []
        self.deferred: list[Any] = []
        self.begin = 0

    def pieces_of(self, value: Any) -> Iterator[list[Any]]:
        """Yield the encoded values of the text, then of each deferred piece."""
        self.place_of(value)
        yield self.encoded
        self.begin, texts, places = len(self.encoded), len(self.texts), len(self.places)
        for deferred_value in self.deferred:
            self.encoded = []
            self.place_of((deferred_value,))
            yield self.encoded
            for index, size in ((self.texts, texts), (self.places, places)):
                while len(index) > size:
                    index.popitem()

    def place_of(self, item: Any) -> int:
        """Return the index of an object, writing it now if it is new."""
        kind = type(item)
        if kind is str:
            place = self.texts.get(item)
            if place is None:
                place = self.texts[item] = self._append_value(item)
        elif kind in _PLAIN:
            place = self._append_value(item)
        else:
            place = self._write_parts(item, kind)
        self.places[id(item)] = place
        return place

    def _write_parts(self, item: Any, kind: type) -> int:
        name, split = _splitter_of(kind)
        parts = split(item)
        late_fields = getattr(kind, "LATE", ())
        if late_fields and not self.begin:
            parts = [
                self._defer_value(part) if field.name in late_fields else part for field, part in zip(fields(item), parts, strict=True)
            ]
        self.kept_alive.append(parts)
        row = [self.classes.setdefault(name, len(self.classes))]
        place_of_part = self.places.get
        for part in parts:
            place = place_of_part(id(part))
            row.append(self.place_of(part) if place is None else place)
        return self._append_value(row)

    def _defer_value(self, value: Mapping[Any, Any] | Sequence[Any]) -> _Deferred:
        begin = len(self.deferred)
        if isinstance(value, Mapping):
            self.deferred += value.values()
            return _Deferred(begin, tuple(value))
        self.deferred.append(tuple(value))
        return _Deferred(begin, None)

    def _append_value(self, encoded: Any) -> int:
        self.encoded.append(encoded)
        return self.begin + len(self.encoded) - 1


def unpack(data: bytes) -> Any:
    """Return the value of a text written by `pack`; raises `DamagedError`."""
    text, *late_pieces = data.split(b"\n")
    return _Reader(late_pieces).value(text)


class _Reader:
    """Reads a text, and its pieces on access."""

    def __init__(self, late_pieces: list[bytes]) -> None:
        self._late_pieces = late_pieces
        self._joins: list[Join] = []
        self._values: list[Any] = []
        """The values of the text, by index."""

    def value(self, text: bytes) -> Any:
        """Return the value of the text."""
        with _raising_damaged():
            classes, encoded = json.loads(text)
            self._joins = [self._join_deferred if name == _LATE else _join_of(name) for name in classes]
            return self._decode_values(encoded, self._values)

    def _join_deferred(self, parts: list[Any]) -> Any:
        begin, keys = parts
        if keys is None:
            return LazySequence(partial(self._read_piece, begin))
        numbers = dict(zip(keys, range(begin, len(self._late_pieces)), strict=False))
        if len(numbers) != len(keys):
            raise ValueError("there are not as many pieces as keys")
        return LazyMapping(numbers, lambda key: self._read_piece(numbers[key]))

    def _read_piece(self, number: int) -> Any:
        with _raising_damaged():
            return self._decode_values(json.loads(self._late_pieces[number]), self._values.copy())[0]

    def _decode_values(self, encoded: list[Any], values: list[Any]) -> Any:
        """Decode values, appending them to `values`; return the last."""
        joins = self._joins
        for item in encoded:
            values.append(joins[item[0]]([values[place] for place in item[1:]]) if type(item) is list else item)
        return values[-1]


@contextmanager
def _raising_damaged() -> Iterator[None]:
    """Re-raise as `DamagedError` any exception that a text not written by `pack` can lead to."""
    try:
        yield
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, ImportError, RecursionError) as fault:
        raise DamagedError(str(fault)) from fault


@cache
def _splitter_of(kind: type) -> tuple[str, Split]:
    """The name of a class in the text, and the function that splits its values."""
    if kind in _BUILT_IN:
        return _BUILT_IN[kind][:2]
    if issubclass(kind, Mapping):  # lazy mappings are read back as plain ones
        return _splitter_of(dict)
    if issubclass(kind, LazySequence):
        return _splitter_of(tuple)
    if kind is _Deferred:
        return _LATE, tuple
    if kind.__module__.partition(".")[0] != PACKAGE or "." in kind.__qualname__:
        raise NotPackableError(f"{kind.__module__}.{kind.__qualname__} is no data of {PACKAGE}")
    name = f"{kind.__module__}:{kind.__qualname__}"
    if issubclass(kind, Enum):
        return name, lambda member: (member.value,)
    if is_dataclass(kind):
        return name, _field_getter(tuple(field.name for field in fields(kind)))
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return name, lambda value: value
    raise NotPackableError(f"{name} is neither a record nor an enum")


def _field_getter(names: tuple[str, ...]) -> Split:
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: tuple(getattr(value, name) for name in names)


@cache
def _join_of(name: str) -> Join:
    """The function that builds a value of a class, given by its name in the text, from its parts."""
    if name in _JOINS:
        return _JOINS[name]
    module, _, class_name = name.partition(":")
    if module.partition(".")[0] != PACKAGE or not class_name.isidentifier() or module.endswith("__main__"):
        raise DamagedError(f"{name} is no class of {PACKAGE}")
    kind = getattr(sys.modules.get(module) or import_module(module), class_name)
    if not isinstance(kind, type) or kind.__module__ != module or _splitter_of(kind)[0] != name:
        raise DamagedError(f"{name} is no class of data")
    if issubclass(kind, Enum):
        return lambda parts: kind(*parts)
    if issubclass(kind, tuple):
        make: Callable[..., Any] = kind._make  # type: ignore[attr-defined]
        return make
    return _set_fields(kind)


def _set_fields(kind: Any) -> Join:
    """A function that builds a record or dataclass from the values of its fields, without running `__post_init__` again."""
    names = [field.name for field in fields(kind)]
    new, set_attribute = kind.__new__, object.__setattr__

    def join_fields(parts: list[Any]) -> Any:
        instance = new(kind)
        for name, part in zip(names, parts, strict=True):
            set_attribute(instance, name, part)
        return instance

    return join_fields

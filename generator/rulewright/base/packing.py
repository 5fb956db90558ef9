"""Records as data: a value of the product written as JSON, and read back to an equal one without running anything that the text says.

>>> unpack(pack((1, "one", frozenset({2}))))
(1, 'one', frozenset({2}))

The text is a list of the classes that occur and a flat list of values. A value is plain (text, a number, yes, no, nothing) or a list: which
class it is of, and the places of its parts, which all stand before it. So what is shared stays shared, no depth of a term is too deep, and
reading is one pass. Only records, dataclasses, named tuples and enums of this package are classes; reading calls none of their methods
but those that set the fields.

Fields that a class names in `LATE` are read back when they are asked for: a sequence as a whole, a mapping value by value. Each such piece
is a line of its own after the text, a list of values whose places go on from those of the text; what two pieces share, and the text has
not, is written in both.
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

from rulewright.base.memo import Made, MadeSequence

PACKAGE = "rulewright"


class NotPackableError(Exception):
    """A value holds something that is no data, such as a function."""


class DamagedError(Exception):
    """A text is not what `pack` writes."""


Split = Callable[[Any], Sequence[Any]]
"""The parts of a value of one class, in the order in which `Join` takes them."""
Join = Callable[[list[Any]], Any]
"""The value of those parts."""

_BUILT_IN: dict[type, tuple[str, Split, Join]] = {
    tuple: ("tuple", lambda made: made, tuple),
    list: ("list", lambda made: made, list),
    set: ("set", list, set),
    frozenset: ("frozenset", list, frozenset),
    dict: (
        "dict",
        lambda made: [part for pair in made.items() for part in pair],
        lambda parts: dict(zip(parts[::2], parts[1::2], strict=True)),
    ),
    Fraction: ("fraction", lambda made: (made.numerator, made.denominator), lambda parts: Fraction(*parts)),
    bytes: ("bytes", lambda made: (made.hex(),), lambda parts: bytes.fromhex(parts[0])),
    date: ("date", lambda made: (made.isoformat(),), lambda parts: date.fromisoformat(parts[0])),
    EllipsisType: ("...", lambda made: (), lambda parts: ...),
}
_JOINS = {name: join for name, _, join in _BUILT_IN.values()}
_LATE = "late"
_PLAIN = (str, int, bool, float, type(None))


def pack(value: object) -> bytes:
    """A value as text; raises `NotPackableError`."""
    writer = _Writer()
    try:
        text, *late = writer.pieces_of(value)
    except RecursionError as fault:
        raise NotPackableError("the value is nested too deep") from fault
    return "\n".join(json.dumps(one, separators=(",", ":")) for one in ([list(writer.classes), text], *late)).encode()


class _PutOff(NamedTuple):
    """What is read late, in the text: the number of its first piece, and the keys of a mapping, which has a piece for each."""

    begin: int
    keys: tuple[Any, ...] | None


class _Writer:
    """What is written so far of a piece. `places` says by its address where a thing stands; `held` keeps alive what was made to be written;
    `late` is what is to be written in pieces of its own, each that begins at place `begin`."""

    def __init__(self) -> None:
        self.classes: dict[str, int] = {}
        self.written: list[Any] = []
        self.texts: dict[str, int] = {}
        self.places: dict[int, int] = {}
        self.held: list[Any] = []
        self.late: list[Any] = []
        self.begin = 0

    def pieces_of(self, value: Any) -> Iterator[list[Any]]:
        """What is written of a value, then of each that is read late."""
        self.place_of(value)
        yield self.written
        self.begin, texts, places = len(self.written), len(self.texts), len(self.places)
        for one in self.late:
            self.written = []
            self.place_of((one,))
            yield self.written
            for known, before in ((self.texts, texts), (self.places, places)):
                while len(known) > before:
                    known.popitem()

    def place_of(self, item: Any) -> int:
        """Where a thing stands, which is written now if it is new."""
        kind = type(item)
        if kind is str:
            place = self.texts.get(item)
            if place is None:
                place = self.texts[item] = self._write(item)
        elif kind in _PLAIN:
            place = self._write(item)
        else:
            place = self._write_parts(item, kind)
        self.places[id(item)] = place
        return place

    def _write_parts(self, item: Any, kind: type) -> int:
        name, split = _how_split(kind)
        parts = split(item)
        late = getattr(kind, "LATE", ())
        if late and not self.begin:
            parts = [self._put_off(part) if field.name in late else part for field, part in zip(fields(item), parts, strict=True)]
        self.held.append(parts)
        at = [self.classes.setdefault(name, len(self.classes))]
        known = self.places.get
        for part in parts:
            place = known(id(part))
            at.append(self.place_of(part) if place is None else place)
        return self._write(at)

    def _put_off(self, value: Mapping[Any, Any] | Sequence[Any]) -> _PutOff:
        begin = len(self.late)
        if isinstance(value, Mapping):
            self.late += value.values()
            return _PutOff(begin, tuple(value))
        self.late.append(tuple(value))
        return _PutOff(begin, None)

    def _write(self, written: Any) -> int:
        self.written.append(written)
        return self.begin + len(self.written) - 1


def unpack(data: bytes) -> Any:
    """The value of a text that `pack` wrote; raises `DamagedError`."""
    text, *late = data.split(b"\n")
    return _Reader(late).value(text)


class _Reader:
    """Reads a text; its pieces when they are asked for."""

    def __init__(self, late: list[bytes]) -> None:
        self._late = late
        self._joins: list[Join] = []
        self._made: list[Any] = []
        """What stands in the text."""

    def value(self, text: bytes) -> Any:
        """The value of the text."""
        with _damage_told():
            classes, written = json.loads(text)
            self._joins = [self._put_off if name == _LATE else _join_of(name) for name in classes]
            return self._read(written, self._made)

    def _put_off(self, parts: list[Any]) -> Any:
        begin, keys = parts
        if keys is None:
            return MadeSequence(partial(self._piece, begin))
        numbers = dict(zip(keys, range(begin, len(self._late)), strict=False))
        if len(numbers) != len(keys):
            raise ValueError("there are not as many pieces as keys")
        return Made(numbers, lambda key: self._piece(numbers[key]))

    def _piece(self, number: int) -> Any:
        with _damage_told():
            return self._read(json.loads(self._late[number]), self._made.copy())[0]

    def _read(self, written: list[Any], made: list[Any]) -> Any:
        """The last of these values, made on top of others."""
        joins = self._joins
        for item in written:
            made.append(joins[item[0]]([made[at] for at in item[1:]]) if type(item) is list else item)
        return made[-1]


@contextmanager
def _damage_told() -> Iterator[None]:
    """Whatever a text leads to that is not what `pack` writes is raised as `DamagedError`."""
    try:
        yield
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, ImportError, RecursionError) as fault:
        raise DamagedError(str(fault)) from fault


@cache
def _how_split(kind: type) -> tuple[str, Split]:
    """A class by its name in the text, and how its values come apart."""
    if kind in _BUILT_IN:
        return _BUILT_IN[kind][:2]
    if issubclass(kind, Mapping):  # those that find their values late are read back as what they found
        return _how_split(dict)
    if issubclass(kind, MadeSequence):
        return _how_split(tuple)
    if kind is _PutOff:
        return _LATE, tuple
    if kind.__module__.partition(".")[0] != PACKAGE or "." in kind.__qualname__:
        raise NotPackableError(f"{kind.__module__}.{kind.__qualname__} is no data of {PACKAGE}")
    name = f"{kind.__module__}:{kind.__qualname__}"
    if issubclass(kind, Enum):
        return name, lambda made: (made.value,)
    if is_dataclass(kind):
        return name, _fields_of(tuple(field.name for field in fields(kind)))
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return name, lambda made: made
    raise NotPackableError(f"{name} is neither a record nor an enum")


def _fields_of(names: tuple[str, ...]) -> Split:
    if len(names) > 1:
        return attrgetter(*names)
    return lambda made: tuple(getattr(made, name) for name in names)


@cache
def _join_of(name: str) -> Join:
    """How a value of a class, named as in a text, is made of its parts."""
    if name in _JOINS:
        return _JOINS[name]
    module, _, called = name.partition(":")
    if module.partition(".")[0] != PACKAGE or not called.isidentifier() or module.endswith("__main__"):
        raise DamagedError(f"{name} is no class of {PACKAGE}")
    kind = getattr(sys.modules.get(module) or import_module(module), called)
    if not isinstance(kind, type) or kind.__module__ != module or _how_split(kind)[0] != name:
        raise DamagedError(f"{name} is no class of data")
    if issubclass(kind, Enum):
        return lambda parts: kind(*parts)
    if issubclass(kind, tuple):
        make: Callable[..., Any] = kind._make  # type: ignore[attr-defined]
        return make
    return _set_fields(kind)


def _set_fields(kind: Any) -> Join:
    """A record or dataclass of the values of its fields, as it was: what it does when it is made was done then."""
    names = [field.name for field in fields(kind)]
    new, put = kind.__new__, object.__setattr__

    def join(parts: list[Any]) -> Any:
        made = new(kind)
        for name, part in zip(names, parts, strict=True):
            put(made, name, part)
        return made

    return join

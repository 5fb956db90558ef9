"""Records as data: a value of the product written as JSON, and read back to an equal one without running anything that the text says.

>>> unpack(pack((1, "one", frozenset({2}))))
(1, 'one', frozenset({2}))

The text is a list of the classes that occur and a flat list of values. A value is plain (text, a number, yes, no, nothing) or a list: which
class it is of, and the places of its parts, which all stand before it. So what is shared stays shared, no depth of a term is too deep, and
reading is one pass. Only records, dataclasses, named tuples and enums of this package are classes; reading calls none of their methods
but those that set the fields.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from fractions import Fraction
from functools import cache
from importlib import import_module
from operator import attrgetter
from types import EllipsisType
from typing import Any

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
_PLAIN = (str, int, bool, float, type(None))


def pack(value: object) -> bytes:
    """A value as text; raises `NotPackableError`."""
    writer = _Writer()
    try:
        writer.place_of(value)
    except RecursionError as fault:
        raise NotPackableError("the value is nested too deep") from fault
    return json.dumps([list(writer.classes), writer.written], separators=(",", ":")).encode()


class _Writer:
    """What is written so far. `places` says by its address where a thing stands; `held` keeps alive what was made to be written."""

    def __init__(self) -> None:
        self.classes: dict[str, int] = {}
        self.written: list[Any] = []
        self.texts: dict[str, int] = {}
        self.places: dict[int, int] = {}
        self.held: list[Any] = []

    def place_of(self, item: Any) -> int:
        """Where a thing stands, which is written now if it is new."""
        kind = type(item)
        if kind is str:
            place = self.texts.get(item)
            if place is None:
                place = self.texts[item] = len(self.written)
                self.written.append(item)
        elif kind in _PLAIN:
            place = len(self.written)
            self.written.append(item)
        else:
            place = self._write_parts(item, kind)
        self.places[id(item)] = place
        return place

    def _write_parts(self, item: Any, kind: type) -> int:
        name, split = _how_split(kind)
        parts = split(item)
        self.held.append(parts)
        at = [self.classes.setdefault(name, len(self.classes))]
        known = self.places.get
        for part in parts:
            place = known(id(part))
            at.append(self.place_of(part) if place is None else place)
        self.written.append(at)
        return len(self.written) - 1


def unpack(data: bytes) -> Any:
    """The value of a text that `pack` wrote; raises `DamagedError`."""
    try:
        classes, written = json.loads(data)
        joins = [_join_of(name) for name in classes]
        made: list[Any] = []
        for item in written:
            made.append(joins[item[0]]([made[at] for at in item[1:]]) if type(item) is list else item)
        return made[-1]
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, ImportError, RecursionError) as fault:
        raise DamagedError(str(fault)) from fault


@cache
def _how_split(kind: type) -> tuple[str, Split]:
    """A class by its name in the text, and how its values come apart."""
    if kind in _BUILT_IN:
        return _BUILT_IN[kind][:2]
    if issubclass(kind, Mapping):  # those that find their values late are read back as what they found
        return _how_split(dict)
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

"""What is worked out when it is first asked for, once, and kept in memory."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, wraps
from typing import Any, Generic, TypeVar, overload

K = TypeVar("K")
V = TypeVar("V")
Of = TypeVar("Of")


class Made(Mapping[K, V]):
    """A mapping with these keys whose values are made when they are first asked for; kept on disk as a plain dictionary."""

    def __init__(self, keys: Collection[K], make: Callable[[K], V]) -> None:
        self._keys = keys
        self._make = make
        self._found: dict[K, V] = {}

    def __getitem__(self, key: K) -> V:
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._make(key)
        return found

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __iter__(self) -> Iterator[K]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def __reduce__(self) -> tuple[object, ...]:
        return dict, (dict(self.items()),)


class MadeSequence(Sequence[V]):
    """A sequence that is made, all of it, when something of it is first asked for; kept on disk as a plain tuple."""

    def __init__(self, make: Callable[[], tuple[V, ...]]) -> None:
        self._make = make

    @cached_property
    def made(self) -> tuple[V, ...]:
        return self._make()

    @overload
    def __getitem__(self, at: int) -> V: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[V, ...]: ...
    def __getitem__(self, at: int | slice) -> V | tuple[V, ...]:
        return self.made[at]

    def __iter__(self) -> Iterator[V]:
        return iter(self.made)

    def __len__(self) -> int:
        return len(self.made)

    def __eq__(self, other: object) -> bool:
        return self.made == (other.made if isinstance(other, MadeSequence) else other)

    def __hash__(self) -> int:
        return hash(self.made)

    def __reduce__(self) -> tuple[object, ...]:
        return tuple, (self.made,)


def kept(method: Callable[[Of, K], V]) -> Callable[[Of, K], V]:
    """A method whose answers are kept with its object, by the one thing that it is asked about."""
    name = f"_kept_{method.__name__}"

    @wraps(method)
    def asked(self: Any, about: K) -> V:
        found: dict[K, V] | None = self.__dict__.get(name)
        if found is None:
            found = self.__dict__[name] = {}
        elif about in found:
            return found[about]
        made = found[about] = method(self, about)
        return made

    return asked


class Lately(Generic[K, V]):
    """What was worked out lately, for the few things asked about last; two are one thing where `same` says so."""

    def __init__(self, most: int, same: Callable[[K, K], bool]) -> None:
        self._most, self._same = most, same
        self._found: list[tuple[K, V]] = []

    def of(self, about: K) -> V | None:
        """What was worked out for a thing, which is now the one asked about last; None where it is not there, or no longer."""
        for place, (key, value) in enumerate(self._found):
            if self._same(key, about):
                self._found.insert(0, self._found.pop(place))
                return value
        return None

    def keep(self, about: K, value: V) -> V:
        """Keep this for a thing that is not there yet; what was not asked for the longest time is forgotten."""
        self._found.insert(0, (about, value))
        del self._found[self._most :]
        return value

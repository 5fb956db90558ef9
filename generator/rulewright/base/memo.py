"""Memoization: lazy mappings and sequences, memoized methods and a small LRU cache."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, wraps
from typing import Any, Generic, TypeVar, overload

K = TypeVar("K")
V = TypeVar("V")
Owner = TypeVar("Owner")


class LazyMapping(Mapping[K, V]):
    """A mapping with fixed keys whose values are computed on first access; pickled as a plain dictionary."""

    def __init__(self, keys: Collection[K], make: Callable[[K], V]) -> None:
        self._keys = keys
        self._make = make
        self._values: dict[K, V] = {}

    def __getitem__(self, key: K) -> V:
        value = self._values.get(key)
        if value is None:
            value = self._values[key] = self._make(key)
        return value

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __iter__(self) -> Iterator[K]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def __reduce__(self) -> tuple[object, ...]:
        return dict, (dict(self.items()),)


class LazySequence(Sequence[V]):
    """A sequence that is computed as a whole on first access; pickled as a plain tuple."""

    def __init__(self, make: Callable[[], tuple[V, ...]]) -> None:
        self._make = make

    @cached_property
    def values(self) -> tuple[V, ...]:
        return self._make()

    @overload
    def __getitem__(self, index: int) -> V: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[V, ...]: ...
    def __getitem__(self, index: int | slice) -> V | tuple[V, ...]:
        return self.values[index]

    def __iter__(self) -> Iterator[V]:
        return iter(self.values)

    def __len__(self) -> int:
        return len(self.values)

    def __eq__(self, other: object) -> bool:
        return self.values == (other.values if isinstance(other, LazySequence) else other)

    def __hash__(self) -> int:
        return hash(self.values)

    def __reduce__(self) -> tuple[object, ...]:
        return tuple, (self.values,)


def memoize_method(method: Callable[[Owner, K], V]) -> Callable[[Owner, K], V]:
    """Memoize a method of one argument; the results are stored in the instance."""
    name = f"_memo_{method.__name__}"

    @wraps(method)
    def cached_call(self: Any, key: K) -> V:
        values: dict[K, V] | None = self.__dict__.get(name)
        if values is None:
            values = self.__dict__[name] = {}
        elif key in values:
            return values[key]
        value = values[key] = method(self, key)
        return value

    return cached_call


class LruCache(Generic[K, V]):
    """The results for the keys looked up last; two keys are equal if `equal` says so."""

    def __init__(self, capacity: int, equal: Callable[[K, K], bool]) -> None:
        self._capacity, self._is_same = capacity, equal
        self._entries: list[tuple[K, V]] = []

    def get(self, key: K) -> V | None:
        """Return the result of a key and mark it as the newest; None if it is not in the cache, or no longer."""
        for index, (stored_key, value) in enumerate(self._entries):
            if self._is_same(stored_key, key):
                self._entries.insert(0, self._entries.pop(index))
                return value
        return None

    def put(self, key: K, value: V) -> V:
        """Store the result of a key that is not in the cache; the entry that has not been looked up for longest is evicted."""
        self._entries.insert(0, (key, value))
        del self._entries[self._capacity :]
        return value

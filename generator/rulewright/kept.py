"""What is worked out when it is first asked for, once, and kept in memory."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import wraps
from typing import Any, TypeVar

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

    def __iter__(self) -> Iterator[K]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def __reduce__(self) -> tuple[object, ...]:
        return dict, (dict(self.items()),)


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

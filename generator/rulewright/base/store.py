"""Results on disk between runs: addressed by content, never trusted, never needed.

A result is named by its inputs: the bytes of every input file, the tool's own code, and the versions of the libraries and of Python
(`rulewright.base.tool_version`). So nothing has to be invalidated. A file that is damaged, cut short or unreadable counts as absent; if the
folder cannot be written, work goes on without it. Results are data (`rulewright.base.packing`): nothing in a file can run. Anything but a
plain file of this user counts as absent too (`rulewright.base.private_files`).
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

from rulewright.base.packing import DamagedError, NotPackableError
from rulewright.base.private_files import make_private, read_own
from rulewright.base.runtime import garbage_collector
from rulewright.base.workers import Parcel

MAGIC = b"rulewright 1\n"
DIGEST_BYTES = 16
MAX_RESULTS_ON_DISK = 6
MAX_RESULTS_IN_MEMORY = 2
"""Limits on the results of one book and one part, on disk and in a long-lived process; older ones go when a new one is written."""

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")


def digest(parts: Iterable[bytes]) -> str:
    """A short name for a sequence of byte strings; where one ends and the next begins matters."""
    hasher = blake2b(digest_size=12)
    for part in parts:
        hasher.update(len(part).to_bytes(8, "little"))
        hasher.update(part)
    return hasher.hexdigest()


def plain_name(name: str) -> str:
    """Turn a name into one that can be part of a file name on any system."""
    return "".join(c if c.isascii() and (c.isalnum() or c in "_-") else "_" for c in name)[:60]


class Store:
    """A folder with the results of one book; with `folder` None nothing is stored. No method raises because of a fault of the disk."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def load_or_make(self, part: str, key: str, make: Callable[[], T]) -> T:
        """Return the result of a part and key: from disk, else computed now and written."""
        stored = self.read(part, key)
        if stored is not None:
            value: T = stored[0]
            return value
        result = make()
        self.write(part, key, result)
        return result

    def read(self, part: str, key: str) -> tuple[Any] | None:
        """Return the result in a tuple of one, or None if there is no intact one."""
        parcel = self.read_parcel(part, key)
        return None if parcel is None else (parcel.value,)

    def read_parcel(self, part: str, key: str) -> Parcel[Any] | None:
        """Return the result with its packed bytes, to be handed on; it has been unpacked, so it is intact. None if there is none."""
        if self.folder is None:
            return None
        try:
            data = read_own(self._result_path(part, key))
        except OSError:
            return None
        start = len(MAGIC) + DIGEST_BYTES
        payload = data[start:]
        if data[: len(MAGIC)] != MAGIC or data[len(MAGIC) : start] != blake2b(payload, digest_size=DIGEST_BYTES).digest():
            return None
        parcel: Parcel[Any] = Parcel.from_packed(payload)
        try:
            parcel.value  # noqa: B018
        except DamagedError:
            return None
        return parcel

    def has_result(self, part: str, key: str) -> bool:
        """Return True if the result's file exists; it may still turn out to be damaged."""
        return self.folder is not None and os.path.isfile(self._result_path(part, key))  # noqa: PTH113  # says no where it may not look

    def write(self, part: str, key: str, value: object, limit: bool = True) -> None:
        """Write a result, or the value of a parcel, atomically; with `limit` remove old results of the same part."""
        if self.folder is None:
            return
        try:
            payload = (value if isinstance(value, Parcel) else Parcel(value)).packed
            make_private(self.folder)
            write_whole(self._result_path(part, key), MAGIC + blake2b(payload, digest_size=DIGEST_BYTES).digest() + payload)
            if limit:
                self._remove_old(part)
        except (OSError, NotPackableError):
            return

    def retain(self, part: str, keys: Iterable[str]) -> None:
        """Remove all results of one part but those with these keys."""
        file_names = {f"{part}-{key}.result" for key in keys}
        self._remove_files(path for path in self._result_files(part) if path.name not in file_names)

    def _remove_old(self, part: str) -> None:
        paths = self._result_files(part)
        if len(paths) > MAX_RESULTS_ON_DISK:
            with contextlib.suppress(OSError):
                self._remove_files(sorted(paths, key=lambda path: path.stat().st_mtime)[:-MAX_RESULTS_ON_DISK])

    def _result_files(self, part: str) -> list[Path]:
        """Return the existing result files of a part; `program` is not `program.errata`, and no part's name has a `-`."""
        assert "-" not in part
        try:
            return list(self.folder.glob(f"{part}-*.result")) if self.folder is not None else []
        except OSError:  # others may not look into it
            return []

    def _remove_files(self, paths: Iterable[Path]) -> None:
        with contextlib.suppress(OSError):
            for path in paths:
                path.unlink(missing_ok=True)

    def _result_path(self, part: str, key: str) -> Path:
        assert self.folder is not None
        return self.folder / f"{part}-{key}.result"


class CachingStore(Store):
    """The store of a long-lived process: results read or written last stay in memory, and need not be read again.

    >>> store = Remembering(None)
    >>> store.write("part", "key", 1)
    >>> store.read("part", "key")
    (1,)
    """

    def __init__(self, folder: Path | None) -> None:
        super().__init__(folder)
        self._parcels: dict[str, dict[str, Parcel[Any]]] = {}

    def read_parcel(self, part: str, key: str) -> Parcel[Any] | None:
        parcel = self._parcels.get(part, {}).get(key) or super().read_parcel(part, key)
        if parcel is not None:
            self._hold_parcel(part, key, parcel)
        return parcel

    def has_result(self, part: str, key: str) -> bool:
        return key in self._parcels.get(part, ()) or super().has_result(part, key)

    def write(self, part: str, key: str, value: object, limit: bool = True) -> None:
        parcel: Parcel[Any] = value if isinstance(value, Parcel) else Parcel(value)
        self._hold_parcel(part, key, parcel, MAX_RESULTS_IN_MEMORY if limit else None)
        super().write(part, key, parcel, limit)

    def retain(self, part: str, keys: Iterable[str]) -> None:
        retained_keys = set(keys)
        self._parcels[part] = {key: parcel for key, parcel in self._parcels.get(part, {}).items() if key in retained_keys}
        super().retain(part, retained_keys)

    def _hold_parcel(self, part: str, key: str, parcel: Parcel[Any], capacity: int | None = None) -> None:
        """Hold a parcel in memory as the newest of its part, and drop the oldest beyond `capacity`."""
        parcels = self._parcels.setdefault(part, {})
        parcels.pop(key, None)
        parcels[key] = parcel
        for oldest_key in list(parcels)[: -(capacity or len(parcels))]:
            del parcels[oldest_key]


class Results:
    """The results of one book: each is computed once, held in memory, and stored on disk under the key of all its inputs."""

    def __init__(self, store: Store, key: str) -> None:
        self.store, self.key = store, key
        self._parcels: dict[str, Parcel[Any]] = {}

    def load_or_make(self, part: str, make: Callable[[], T]) -> T:
        """Return the result of that name: from memory, else from disk, else computed now."""
        return self.load_or_make_parcel(part, make).value

    def load_or_make_parcel(self, part: str, make: Callable[[], T]) -> Parcel[T]:
        """Return the result as a parcel, for workers."""
        name = _part_name(part)
        if name not in self._parcels:
            with garbage_collector(running=False):
                parcel = self.store.read_parcel(name, self.key)
                if parcel is None:
                    parcel = Parcel(make())
                    self.store.write(name, self.key, parcel)
            self._parcels[name] = parcel
        return self._parcels[name]

    def has_result(self, part: str) -> bool:
        """Return True if a result of that name is in memory or on disk."""
        name = _part_name(part)
        return name in self._parcels or self.store.has_result(name, self.key)


def _part_name(part: str) -> str:
    return plain_name(part).replace("-", "_")


class StoredMapping(MutableMapping[K, V]):
    """A mapping whose values are files of a store, read on access; `name` gives the key of a result."""

    def __init__(self, store: Store, part: str, name: Callable[[K], str]) -> None:
        self._store, self._part, self._name = store, part, name
        self._loaded: dict[K, V] = {}
        self.used_names: dict[str, None] = {}

    def __getitem__(self, key: K) -> V:
        if key not in self._loaded:
            name = self._name(key)
            stored = self._store.read(self._part, name)
            if stored is None:
                raise KeyError(key)
            self._loaded[key] = stored[0]
            self.used_names[name] = None
        return self._loaded[key]

    def __setitem__(self, key: K, value: V) -> None:
        self.take_parcel(key, Parcel(value))

    def take_parcel(self, key: K, parcel: Parcel[V]) -> None:
        """Set a value that comes packed from a worker."""
        self._loaded[key] = parcel.value
        name = self._name(key)
        self.used_names[name] = None
        self._store.write(self._part, name, parcel, limit=False)

    def __delitem__(self, key: K) -> None:
        del self._loaded[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._loaded)

    def __len__(self) -> int:
        return len(self._loaded)


class TrackedDict(dict[K, V]):
    """A mapping read from disk that records accessed and set keys, and if any value is new, so that stale values can be removed."""

    def __init__(self, values: Mapping[K, V]) -> None:
        super().__init__(values)
        self._unused = dict.fromkeys(values)
        self.has_new_values = False

    def __getitem__(self, key: K) -> V:
        self._unused.pop(key, None)
        return super().__getitem__(key)

    def __setitem__(self, key: K, value: V) -> None:
        self._unused.pop(key, None)
        self.has_new_values = True
        super().__setitem__(key, value)

    def update(self, values: Mapping[K, V]) -> None:  # type: ignore[override]
        for key, value in values.items():
            self[key] = value

    def used_and_newest(self, max_unused: int) -> dict[K, V]:
        """Return the values that were read or set in this run, and the newest `max_unused` of the others."""
        removed = set(list(self._unused)[: max(0, len(self._unused) - max_unused)])
        return {key: value for key, value in self.items() if key not in removed}


def write_whole(path: Path, data: bytes) -> None:
    """Write a file atomically: a reader sees the old content or the new, never a part. Raises OSError."""
    temporary = path.with_name(f".{path.name}.{os.urandom(6).hex()}")
    try:
        with temporary.open("xb") as file:
            file.write(data)
        if path.exists():
            temporary.chmod(path.stat().st_mode & 0o777)
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise

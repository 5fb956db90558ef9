"""Results kept on disk between runs: by content, never trusted, never needed.

A result is named by what it was worked out from: the bytes of every input file, the tool's own code, the libraries and the Python that run
(`rulewright.base.tool_version`). So nothing has to be invalidated. A file that is damaged, cut short or unreadable counts as absent; a
folder that cannot be written is worked without. Results are data (`rulewright.base.packing`): nothing in a file can run. What is not a
plain file of this user's counts as absent too (`rulewright.base.private_files`).
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
DIGEST = 16
KEPT = 6
HELD = 2
"""So many results of one book and one part stay on disk, and so many in a process that lives long; older ones go when a new one is
written."""

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")


def digest(parts: Iterable[bytes]) -> str:
    """A short name for some bytes, each part kept apart from the next."""
    whole = blake2b(digest_size=12)
    for part in parts:
        whole.update(len(part).to_bytes(8, "little"))
        whole.update(part)
    return whole.hexdigest()


def plain_name(name: str) -> str:
    """A name of which a file's name can be made on any system."""
    return "".join(c if c.isascii() and (c.isalnum() or c in "_-") else "_" for c in name)[:60]


class Store:
    """A folder of results of one book; `folder` None keeps nothing. No method raises for anything that is wrong with the disk."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def keep(self, part: str, key: str, make: Callable[[], T]) -> T:
        """The result of that part and key: from disk, else made now and written."""
        found = self.read(part, key)
        if found is not None:
            value: T = found[0]
            return value
        made = make()
        self.write(part, key, made)
        return made

    def read(self, part: str, key: str) -> tuple[Any] | None:
        """The result in a tuple of one, or None where there is none that is whole."""
        found = self.read_parcel(part, key)
        return None if found is None else (found.value,)

    def read_parcel(self, part: str, key: str) -> Parcel[Any] | None:
        """The same with its bytes, to be handed on; it is known to open."""
        if self.folder is None:
            return None
        try:
            data = read_own(self._path(part, key))
        except OSError:
            return None
        start = len(MAGIC) + DIGEST
        payload = data[start:]
        if data[: len(MAGIC)] != MAGIC or data[len(MAGIC) : start] != blake2b(payload, digest_size=DIGEST).digest():
            return None
        parcel: Parcel[Any] = Parcel.closed(payload)
        try:
            parcel.value  # noqa: B018
        except DamagedError:
            return None
        return parcel

    def has(self, part: str, key: str) -> bool:
        """Whether there is such a file; it may still turn out to be damaged."""
        return self.folder is not None and os.path.isfile(self._path(part, key))  # noqa: PTH113  # says no where it may not look

    def write(self, part: str, key: str, value: object, limit: bool = True) -> None:
        """Write a result, or what a parcel holds, whole or not at all; with `limit` remove old ones of the same part."""
        if self.folder is None:
            return
        try:
            payload = (value if isinstance(value, Parcel) else Parcel(value)).packed
            make_private(self.folder)
            write_whole(self._path(part, key), MAGIC + blake2b(payload, digest_size=DIGEST).digest() + payload)
            if limit:
                self._remove_old(part)
        except (OSError, NotPackableError):
            return

    def retain(self, part: str, keys: Iterable[str]) -> None:
        """Of one part remove all results but these."""
        wanted = {f"{part}-{key}.result" for key in keys}
        self._remove(path for path in self._of(part) if path.name not in wanted)

    def _remove_old(self, part: str) -> None:
        same = self._of(part)
        if len(same) > KEPT:
            with contextlib.suppress(OSError):
                self._remove(sorted(same, key=lambda path: path.stat().st_mtime)[:-KEPT])

    def _of(self, part: str) -> list[Path]:
        """The results of a part that are there; `program` is not `program.errata`, and no part's name has a `-`."""
        assert "-" not in part
        try:
            return list(self.folder.glob(f"{part}-*.result")) if self.folder is not None else []
        except OSError:  # others may not look into it
            return []

    def _remove(self, paths: Iterable[Path]) -> None:
        with contextlib.suppress(OSError):
            for path in paths:
                path.unlink(missing_ok=True)

    def _path(self, part: str, key: str) -> Path:
        assert self.folder is not None
        return self.folder / f"{part}-{key}.result"


class Remembering(Store):
    """The store of a process that lives long: what was read or written last is held, and need not be read again.

    >>> store = Remembering(None)
    >>> store.write("part", "key", 1)
    >>> store.read("part", "key")
    (1,)
    """

    def __init__(self, folder: Path | None) -> None:
        super().__init__(folder)
        self._held: dict[str, dict[str, Parcel[Any]]] = {}

    def read_parcel(self, part: str, key: str) -> Parcel[Any] | None:
        found = self._held.get(part, {}).get(key) or super().read_parcel(part, key)
        if found is not None:
            self._hold(part, key, found)
        return found

    def has(self, part: str, key: str) -> bool:
        return key in self._held.get(part, ()) or super().has(part, key)

    def write(self, part: str, key: str, value: object, limit: bool = True) -> None:
        parcel: Parcel[Any] = value if isinstance(value, Parcel) else Parcel(value)
        self._hold(part, key, parcel, HELD if limit else None)
        super().write(part, key, parcel, limit)

    def retain(self, part: str, keys: Iterable[str]) -> None:
        wanted = set(keys)
        self._held[part] = {key: one for key, one in self._held.get(part, {}).items() if key in wanted}
        super().retain(part, wanted)

    def _hold(self, part: str, key: str, parcel: Parcel[Any], most: int | None = None) -> None:
        """The last of its part, of so many."""
        held = self._held.setdefault(part, {})
        held.pop(key, None)
        held[key] = parcel
        for old in list(held)[: -(most or len(held))]:
            del held[old]


class Results:
    """What is made of one book: each result is made once, held from then on, and kept on disk under the key of all that it depends on."""

    def __init__(self, store: Store, key: str) -> None:
        self.store, self.key = store, key
        self._held: dict[str, Parcel[Any]] = {}

    def keep(self, part: str, make: Callable[[], T]) -> T:
        """The result of that name: held, else from disk, else made now."""
        return self.keep_parcel(part, make).value

    def keep_parcel(self, part: str, make: Callable[[], T]) -> Parcel[T]:
        """The same as a parcel, for workers."""
        name = _part_name(part)
        if name not in self._held:
            with garbage_collector(running=False):
                found = self.store.read_parcel(name, self.key)
                if found is None:
                    found = Parcel(make())
                    self.store.write(name, self.key, found)
            self._held[name] = found
        return self._held[name]

    def has(self, part: str) -> bool:
        """Whether a result of that name is held or lies on disk."""
        name = _part_name(part)
        return name in self._held or self.store.has(name, self.key)


def _part_name(part: str) -> str:
    return plain_name(part).replace("-", "_")


class Kept(MutableMapping[K, V]):
    """A mapping whose values lie on disk, each by itself, and are read when asked for; `name` gives the key of a result."""

    def __init__(self, store: Store, part: str, name: Callable[[K], str]) -> None:
        self._store, self._part, self._name = store, part, name
        self._here: dict[K, V] = {}
        self.used: dict[str, None] = {}

    def __getitem__(self, key: K) -> V:
        if key not in self._here:
            name = self._name(key)
            found = self._store.read(self._part, name)
            if found is None:
                raise KeyError(key)
            self._here[key] = found[0]
            self.used[name] = None
        return self._here[key]

    def __setitem__(self, key: K, value: V) -> None:
        self.take(key, Parcel(value))

    def take(self, key: K, parcel: Parcel[V]) -> None:
        """The same of a value that comes from a worker."""
        self._here[key] = parcel.value
        name = self._name(key)
        self.used[name] = None
        self._store.write(self._part, name, parcel, limit=False)

    def __delitem__(self, key: K) -> None:
        del self._here[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._here)

    def __len__(self) -> int:
        return len(self._here)


class Used(dict[K, V]):
    """A mapping read from disk that notes what was asked for or set, and whether anything is new, so that old values can be removed."""

    def __init__(self, known: Mapping[K, V]) -> None:
        super().__init__(known)
        self._old = dict.fromkeys(known)
        self.new = False

    def __getitem__(self, key: K) -> V:
        self._old.pop(key, None)
        return super().__getitem__(key)

    def __setitem__(self, key: K, value: V) -> None:
        self._old.pop(key, None)
        self.new = True
        super().__setitem__(key, value)

    def update(self, more: Mapping[K, V]) -> None:  # type: ignore[override]
        for key, value in more.items():
            self[key] = value

    def kept(self, most: int) -> dict[K, V]:
        """What was asked for or set, and of the rest so many, those that came last."""
        removed = set(list(self._old)[: max(0, len(self._old) - most)])
        return {key: value for key, value in self.items() if key not in removed}


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that a reader sees the old one or the new one, never a part; raises OSError."""
    new = path.with_name(f".{path.name}.{os.urandom(6).hex()}")
    try:
        with new.open("xb") as file:
            file.write(data)
        if path.exists():
            new.chmod(path.stat().st_mode & 0o777)
        new.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            new.unlink()
        raise

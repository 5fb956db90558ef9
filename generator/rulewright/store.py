"""Results kept on disk between runs: by content, never trusted, never needed.

A result is named by what it was worked out from: the bytes of every input file, the tool's own code, the Python that runs. So nothing has
to be invalidated. A file that is damaged, cut short, of another Python or unreadable counts as absent; a folder that cannot be written
is worked without. Each file carries a digest of its payload, and is only unpickled when that fits.

A process that runs one command and ends may put off all writing (`put_off_writing`): then nobody waits for it.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

from rulewright import __version__, resources
from rulewright.records import many_at_once

MAGIC = b"rulewright 1\n"
DIGEST = 16
KEPT = 6
"""So many results of one book and one part stay; older ones go when a new one is written."""

_put_off: list[Callable[[], None]] | None = None

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")


def digest(parts: Iterable[bytes]) -> str:
    """A short name for some bytes, each part told apart from the next."""
    whole = blake2b(digest_size=12)
    for part in parts:
        whole.update(len(part).to_bytes(8, "little"))
        whole.update(part)
    return whole.hexdigest()


def plain_name(name: str) -> str:
    """A name of which a file's name can be made on any system."""
    return "".join(c if c.isascii() and (c.isalnum() or c in "_-") else "_" for c in name)[:60]


@cache
def tool_fingerprint() -> str:
    """What the tool is: its version, the Python that runs it, and its own files by name, size and time of change."""
    seen = [__version__.encode(), sys.version.encode()]
    for top in (Path(__file__).parent, resources.grammar_file().parent):
        for folder, subfolders, files in os.walk(top):
            subfolders[:] = sorted(name for name in subfolders if name not in ("__pycache__", "_data"))
            for name in sorted(files):
                if name.endswith((".py", ".lark")):
                    told = Path(folder, name).stat()
                    seen.append(f"{folder}/{name} {told.st_size} {told.st_mtime_ns}".encode())
    return digest(seen)


def put_off_writing() -> None:
    """From now on nothing is written before `write_what_was_put_off`."""
    global _put_off
    _put_off = []


def write_what_was_put_off() -> None:
    """Write what waits to be written; what comes afterwards is written at once again."""
    global _put_off
    waiting, _put_off = _put_off or (), None
    for write in waiting:
        write()


def writing_waits() -> bool:
    """Whether something waits to be written."""
    return bool(_put_off)


def write_apart() -> None:
    """In a child: leave to the parent what it has put off itself."""
    if _put_off is not None:
        put_off_writing()


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
        if self.folder is None:
            return None
        try:
            data = self._path(part, key).read_bytes()
        except OSError:
            return None
        start = len(MAGIC) + DIGEST
        payload = memoryview(data)[start:]
        if data[: len(MAGIC)] != MAGIC or data[len(MAGIC) : start] != blake2b(payload, digest_size=DIGEST).digest():
            return None
        with many_at_once():
            try:
                return (pickle.loads(payload),)
            except Exception:  # whatever a pickle of another make may raise: it counts as absent
                return None

    def has(self, part: str, key: str) -> bool:
        """Whether there is such a file; it may still turn out to be damaged."""
        return self.folder is not None and self._path(part, key).is_file()

    def write(self, part: str, key: str, value: object, limit: bool = True) -> None:
        """Write a result whole or not at all; with `limit` let old ones of the same part go."""
        if self.folder is None:
            return
        if _put_off is not None:
            _put_off.append(lambda: self.write(part, key, value, limit))
            return
        try:
            payload = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
            self.folder.mkdir(parents=True, exist_ok=True)
            write_whole(self._path(part, key), MAGIC + blake2b(payload, digest_size=DIGEST).digest() + payload)
            if limit:
                self._let_go(part)
        except (OSError, pickle.PicklingError, AttributeError, TypeError, RecursionError):  # the disk, or a thing that has no pickle
            return

    def retain(self, part: str, keys: Iterable[str]) -> None:
        """Of one part let go all results but these."""
        wanted = {f"{part}-{key}.result" for key in keys}
        self._remove(path for path in self._of(part) if path.name not in wanted)

    def _let_go(self, part: str) -> None:
        same = self._of(part)
        if len(same) > KEPT:
            with contextlib.suppress(OSError):
                self._remove(sorted(same, key=lambda path: path.stat().st_mtime)[:-KEPT])

    def _of(self, part: str) -> list[Path]:
        """The results of a part that are there; `program` is not `program.errata`, and no part's name has a `-`."""
        assert "-" not in part
        return list(self.folder.glob(f"{part}-*.result")) if self.folder is not None else []

    def _remove(self, paths: Iterable[Path]) -> None:
        with contextlib.suppress(OSError):
            for path in paths:
                path.unlink(missing_ok=True)

    def _path(self, part: str, key: str) -> Path:
        assert self.folder is not None
        return self.folder / f"{part}-{key}.result"


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
        self._here[key] = value
        name = self._name(key)
        self.used[name] = None
        self._store.write(self._part, name, value, limit=False)

    def __delitem__(self, key: K) -> None:
        del self._here[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._here)

    def __len__(self) -> int:
        return len(self._here)


class Used(dict[K, V]):
    """A mapping read from disk that notes what was asked for and what is new, so that old values can be let go."""

    def __init__(self, known: Mapping[K, V]) -> None:
        super().__init__(known)
        self._old = dict.fromkeys(known)
        self.new = False

    def __getitem__(self, key: K) -> V:
        self._old.pop(key, None)
        return super().__getitem__(key)

    def __setitem__(self, key: K, value: V) -> None:
        self.new = True
        super().__setitem__(key, value)

    def update(self, more: Mapping[K, V]) -> None:  # type: ignore[override]
        for key, value in more.items():
            self[key] = value

    def kept(self, most: int) -> dict[K, V]:
        """What was asked for, and of the rest so many, those that came last."""
        let_go = set(list(self._old)[: max(0, len(self._old) - most)])
        return {key: value for key, value in self.items() if key not in let_go}


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that a reader sees the old one or the new one, never a part; raises OSError."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        if path.exists():
            Path(name).chmod(path.stat().st_mode & 0o777)
        else:
            Path(name).chmod(0o666 & ~_umask())
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


@cache
def _umask() -> int:
    told = os.umask(0o022)
    os.umask(told)
    return told

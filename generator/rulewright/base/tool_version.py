"""What makes the results: the tool's own files, the libraries that it works with, the Python that runs it."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rulewright.base import resources
from rulewright.base.store import Store, digest
from rulewright.base.version import __version__

LIBRARIES = ("lark", "networkx", "z3-solver")
"""Those whose work goes into results."""

PART = "sources"
"""Under this name digests of the tool's own files are kept."""
SETTLED = 10 * 10**9
"""So many nanoseconds a file must have been as it is for its digest to be kept: clocks of file systems are coarse, and not always right."""
_LEFT_OUT = ("__pycache__", "_data")
_DIGEST = re.compile(r"[0-9a-f]{24}")


@cache
def tool_fingerprint() -> str:
    """A short name for all of it: two runs with the same fingerprint make the same of the same books."""
    libraries = [f"{name} {library_version(name)}" for name in LIBRARIES]
    return digest(part.encode() for part in (__version__, sys.version, *libraries, sources_digest()))


# ---- the tool's own files ---------------------------------------------------------------------------------------------------------------


def sources_digest() -> str:
    """A short name for the content of every file of the tool: no copying, checking out or setting back of clocks makes two look alike.

    Three hundred files are not read at every start. An installed package carries its digest; in a checkout it is kept under all that the
    system says of the files, the time of the last change of each among it, which nobody can set.
    """
    tops = _tops()
    seen = list(_seen(tops)) if os.name == "posix" else []  # elsewhere a system does not tell when a file was changed
    return (_carried(seen) or _kept(tops, seen)) if seen else digest_of(*map(own_files, tops))


def digest_of(package: Iterable[tuple[str, bytes]], grammar: Iterable[tuple[str, bytes]]) -> str:
    """The digest of the files of the package and of the grammar: each by its path from its top folder and its content, in order."""
    return digest(part for files in (package, grammar) for name, data in files for part in (name.encode(), data))


def own_files(top: Path) -> Iterator[tuple[str, bytes]]:
    """Every file below a folder by its path from there, in order, with its content; what Python or the packager put there is left out."""
    for name, entry in _entries(top):
        try:
            yield name, Path(entry.path).read_bytes()
        except FileNotFoundError:  # an editor's file, gone since the folder was listed
            continue


def _tops() -> tuple[Path, Path]:
    """The folders in which the tool's own files are: of the package, and of the grammar."""
    return resources.PACKAGE, resources.grammar_file().parent


class _Seen(NamedTuple):
    """What the system says of a file; `changed` is when its content or anything else of it was last changed."""

    name: str
    device: int
    number: int
    size: int
    written: int
    changed: int


def _seen(tops: Iterable[Path]) -> Iterator[_Seen]:
    for top in tops:
        for name, entry in _entries(top):
            try:
                found = entry.stat()
            except FileNotFoundError:
                continue
            yield _Seen(name, found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


def _entries(top: Path | str, within: str = "") -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Every file below a folder by its path from there, in order; a link to a folder is not followed."""
    with os.scandir(top) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if not entry.is_dir():
            yield within + entry.name, entry
        elif entry.name not in _LEFT_OUT and not entry.is_symlink():
            yield from _entries(entry.path, f"{within}{entry.name}/")


def _carried(seen: Iterable[_Seen]) -> str:
    """The digest that an installed package carries; empty where it has none, or where a file was changed after it came."""
    path = resources.carried_digest()
    try:
        came = path.stat().st_ctime_ns
        said = path.read_text("ascii").strip()
    except (OSError, ValueError):
        return ""
    return said if _DIGEST.fullmatch(said) and all(one.changed <= came for one in seen) else ""


def _kept(tops: tuple[Path, Path], seen: list[_Seen]) -> str:
    """The digest that is kept under what was seen of the files; else it is made, and kept unless a file was changed just now."""
    store = Store(resources.cache_folder())
    key = digest(repr(tuple(one)).encode() for one in seen)
    found = store.read(PART, key)
    if found is not None and isinstance(found[0], str) and _DIGEST.fullmatch(found[0]):
        return found[0]
    now = time.time_ns()
    made = digest_of(*map(own_files, tops))
    if list(_seen(tops)) == seen and all(max(one.written, one.changed) < now - SETTLED for one in seen):
        store.write(PART, key, made)
    return made


# ---- libraries --------------------------------------------------------------------------------------------------------------------------


@cache
def library_version(name: str) -> str:
    """The version of an installed library, empty where it is not installed.

    Read from the name of its metadata folder, as `importlib.metadata` does, whose import takes longer than a warm run has.
    """
    wanted = name.replace("-", "_").lower()
    for folder in sys.path:
        for entry in _names_in(folder):
            library, _, version = entry.removesuffix(".dist-info").partition("-")
            if entry.endswith(".dist-info") and library.lower() == wanted:
                return version
    return _recorded_version(name)


@cache
def _names_in(folder: str) -> tuple[str, ...]:
    try:
        return tuple(sorted(os.listdir(folder or ".")))  # noqa: PTH208  (a third of the time, at every start)
    except OSError:  # an archive, or a folder that is not there
        return ()


def _recorded_version(name: str) -> str:
    """The same from the metadata itself: for libraries that are not installed in a folder of their name."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return ""

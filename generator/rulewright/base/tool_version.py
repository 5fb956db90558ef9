"""The version of the tool that results depend on: its own files, its libraries, and the Python that runs it."""

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
"""The libraries that influence results."""

PART = "sources"
"""The name under which digests of the tool's own files are stored."""
MIN_AGE_NANOSECONDS = 10 * 10**9
"""The least age of a file for its digest to be stored: clocks of file systems are coarse, and not always right."""
_LEFT_OUT = ("__pycache__", "_data")
_DIGEST = re.compile(r"[0-9a-f]{24}")


@cache
def tool_fingerprint() -> str:
    """Return a short name for the tool: two runs with the same fingerprint compute the same results from the same books."""
    libraries = [f"{name} {library_version(name)}" for name in LIBRARIES]
    return digest(part.encode() for part in (__version__, sys.version, *libraries, sources_digest()))


# ---- the tool's own files ---------------------------------------------------------------------------------------------------------------


def sources_digest() -> str:
    """Return a digest of the content of every file of the tool: no copying, checking out or resetting of clocks makes two equal.

    Three hundred files are not read at every start. An installed package carries its digest; in a checkout it is stored under the
    metadata of the files, including the time of the last change of each, which nobody can set.
    """
    tops = _top_folders()
    states = list(_file_states(tops)) if os.name == "posix" else []  # other systems do not tell when a file was changed
    return (_carried_digest(states) or _stored_digest(tops, states)) if states else digest_of(*map(own_files, tops))


def digest_of(package: Iterable[tuple[str, bytes]], grammar: Iterable[tuple[str, bytes]]) -> str:
    """Return the digest of the files of the package and of the grammar: each by its path from its top folder and its content, in order."""
    return digest(part for files in (package, grammar) for name, data in files for part in (name.encode(), data))


def own_files(top: Path) -> Iterator[tuple[str, bytes]]:
    """Yield every file below a folder by relative path, in order, with its content; files made by Python or the packager are left out."""
    for name, entry in _list_files(top):
        try:
            yield name, Path(entry.path).read_bytes()
        except FileNotFoundError:  # an editor's file, gone since the folder was listed
            continue


def _top_folders() -> tuple[Path, Path]:
    """The folders with the tool's own files: of the package, and of the grammar."""
    return resources.PACKAGE, resources.grammar_file().parent


class _FileState(NamedTuple):
    """The metadata of a file; `changed` is the time of the last change of its content or of anything else about it."""

    name: str
    device: int
    number: int
    size: int
    modified: int
    changed: int


def _file_states(tops: Iterable[Path]) -> Iterator[_FileState]:
    for top in tops:
        for name, entry in _list_files(top):
            try:
                status = entry.stat()
            except FileNotFoundError:
                continue
            yield _FileState(name, status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


def _list_files(top: Path | str, prefix: str = "") -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Yield every file below a folder by relative path, in order; links to folders are not followed."""
    with os.scandir(top) as listing:
        entries = sorted(listing, key=lambda entry: entry.name)
    for entry in entries:
        if not entry.is_dir():
            yield prefix + entry.name, entry
        elif entry.name not in _LEFT_OUT and not entry.is_symlink():
            yield from _list_files(entry.path, f"{prefix}{entry.name}/")


def _carried_digest(states: Iterable[_FileState]) -> str:
    """The digest carried by an installed package; empty if it has none, or if a file changed after the installation."""
    path = resources.carried_digest()
    try:
        installed = path.stat().st_ctime_ns
        carried = path.read_text("ascii").strip()
    except (OSError, ValueError):
        return ""
    return carried if _DIGEST.fullmatch(carried) and all(state.changed <= installed for state in states) else ""


def _stored_digest(tops: tuple[Path, Path], states: list[_FileState]) -> str:
    """Return the digest stored under the metadata of the files; else compute it, and store it unless a file changed just now."""
    store = Store(resources.cache_folder())
    key = digest(repr(tuple(state)).encode() for state in states)
    stored = store.read(PART, key)
    if stored is not None and isinstance(stored[0], str) and _DIGEST.fullmatch(stored[0]):
        return stored[0]
    now = time.time_ns()
    computed = digest_of(*map(own_files, tops))
    if list(_file_states(tops)) == states and all(max(state.modified, state.changed) < now - MIN_AGE_NANOSECONDS for state in states):
        store.write(PART, key, computed)
    return computed


# ---- libraries --------------------------------------------------------------------------------------------------------------------------


@cache
def library_version(name: str) -> str:
    """Return the version of an installed library, empty if it is not installed.

    Read from the name of its metadata folder, as `importlib.metadata` does, whose import takes longer than a warm run.
    """
    normalized = name.replace("-", "_").lower()
    for folder in sys.path:
        for entry in _names_in(folder):
            library, _, version = entry.removesuffix(".dist-info").partition("-")
            if entry.endswith(".dist-info") and library.lower() == normalized:
                return version
    return _recorded_version(name)


@cache
def _names_in(folder: str) -> tuple[str, ...]:
    try:
        return tuple(sorted(os.listdir(folder or ".")))  # noqa: PTH208  (a third of the time, at every start)
    except OSError:  # an archive, or a folder that is not there
        return ()


def _recorded_version(name: str) -> str:
    """Return the version from the metadata itself: for libraries not installed in a folder of their name."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return ""

"""What makes the results: the tool's own files, the libraries that it works with, the Python that runs it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rulewright import __version__, resources
from rulewright.store import digest

LIBRARIES = ("lark", "networkx", "z3-solver")
"""Those whose work goes into results."""


@cache
def tool_fingerprint() -> str:
    """A short name for all of it: two runs with the same fingerprint make the same of the same books.

    It is of the content of every file, so that no copying, no checking out and no setting back of clocks can make two tools look like one.
    """
    parts = [__version__.encode(), sys.version.encode()]
    parts += [f"{name} {library_version(name)}".encode() for name in LIBRARIES]
    for top in (Path(__file__).parent, resources.grammar_file().parent):
        for name, data in own_files(top):
            parts += [name.encode(), data]
    return digest(parts)


def own_files(top: Path) -> Iterator[tuple[str, bytes]]:
    """Every file below a folder by its path from there, in order, with its content; what Python or the packager put there is left out."""
    for folder, subfolders, names in os.walk(top):
        subfolders[:] = sorted(name for name in subfolders if name not in ("__pycache__", "_data"))
        for name in sorted(names):
            path = os.path.join(folder, name)  # noqa: PTH118  (three hundred files at every start)
            try:
                with open(path, "rb") as file:  # noqa: PTH123
                    yield os.path.relpath(path, top), file.read()
            except FileNotFoundError:  # an editor's file, gone since the folder was listed
                continue


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
        return tuple(sorted(path.name for path in Path(folder or ".").iterdir()))
    except OSError:  # an archive, or a folder that is not there
        return ()


def _recorded_version(name: str) -> str:
    """The same from the metadata itself: for libraries that are not installed in a folder of their name."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return ""

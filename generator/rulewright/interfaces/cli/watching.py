"""Watching files: what is called when they have changed and been quiet for a moment.

Files are looked at a few times a second. A book is some dozens of files, which takes a thousandth of a second; and no notice of the system
is needed, which does not come from a network's disk or from outside of a container.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

Stamp: TypeAlias = dict[str, tuple[int, int]]

POLL = 0.15  # seconds
PATIENCE = 0.1  # seconds without a change before what is there is taken


def watch(folders: Sequence[Path], before: Stamp, changed: Callable[[], object]) -> None:
    """Call `changed` whenever the files of the folders have changed since `before` and been quiet for a moment; until it is interrupted."""
    while True:
        time.sleep(POLL)
        now = stamp(folders)
        if now == before:
            continue
        while True:  # an editor writes several files: wait until it is done
            time.sleep(PATIENCE)
            later = stamp(folders)
            if later == now:
                break
            now = later
        before = now
        changed()


def stamp(folders: Sequence[Path]) -> Stamp:
    """Every file below the folders with its time of change and size."""
    found = {}
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            try:
                status = path.stat()
            except OSError:  # gone between listing and looking
                continue
            if path.is_file():
                found[str(path)] = (status.st_mtime_ns, status.st_size)
    return found

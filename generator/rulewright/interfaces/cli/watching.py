"""File watching by polling: a callback runs after files have changed and been quiet for a moment.

Files are polled a few times a second. A book has some dozens of files, which takes a millisecond; and notifications of the operating
system, which do not arrive from network disks or from outside a container, are not needed.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

Stamp: TypeAlias = dict[str, tuple[int, int]]

POLL_SECONDS = 0.15
QUIET_SECONDS = 0.1  # without a change before the files are taken as complete


def watch(stamp: Callable[[], Stamp], last_stamp: Stamp, changed: Callable[[], object]) -> None:
    """Call `changed` whenever the stamp of some files differs from `last_stamp` and was quiet for a moment; runs until interrupted."""
    while True:
        time.sleep(POLL_SECONDS)
        now = stamp()
        if now == last_stamp:
            continue
        while True:  # an editor writes several files: wait until it is done
            time.sleep(QUIET_SECONDS)
            later = stamp()
            if later == now:
                break
            now = later
        last_stamp = now
        changed()


def stamp_files(folders: Sequence[Path], site: Path | None = None) -> Stamp:
    """Return the modification time in nanoseconds and the size of every file below the folders, by path; not of the site that is built of
    them, nor of what a build makes next to it."""
    stamps = {}
    site_paths = () if site is None else (str(site.resolve()) + os.sep, str(site.resolve().parent / f".{site.name}-"))
    for folder in folders:
        for path in sorted(folder.resolve().rglob("*")):
            if site_paths and str(path).startswith(site_paths):
                continue
            try:
                status = path.stat()
            except OSError:  # deleted between listing and reading its status
                continue
            if path.is_file():
                stamps[str(path)] = (status.st_mtime_ns, status.st_size)
    return stamps

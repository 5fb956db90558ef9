"""Folders and files that only this user can have written.

Another user could write anything into a shared folder. So a folder for results that others may write in is not used, and only a plain
file of this user or of the system is read from one: never a link, a pipe or a device.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

_SYSTEM = 0
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def written_by_others(folder: Path) -> str:
    """Return why a folder is not this user's alone, in half a sentence; empty if it is, or does not exist yet."""
    try:
        status = folder.stat()
    except OSError:
        return ""
    if not stat.S_ISDIR(status.st_mode):
        return ""  # such as /dev/null, in which nothing can be stored anyhow
    if not _is_ours(status):
        return f"`{folder}` belongs to another user"
    if _modes_are_kept() and status.st_mode & _OTHERS_WRITE:
        return f"others may write in `{folder}`"
    return ""


def make_private(folder: Path) -> None:
    """Create a folder and its missing parents, writable by this user only; raises OSError."""
    if not folder.is_dir():
        make_private(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


def read_own(path: Path) -> bytes:
    """Return the bytes of a plain file of this user; raises OSError for anything else, and never blocks."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags), "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode) or not _is_ours(status):
            raise PermissionError(f"{path} is not a file of this user")
        return file.read()


def _is_ours(status: os.stat_result) -> bool:
    return not _modes_are_kept() or status.st_uid in (os.geteuid(), _SYSTEM)


def _modes_are_kept() -> bool:
    """Return True if this system records the owner of a file."""
    return hasattr(os, "geteuid")

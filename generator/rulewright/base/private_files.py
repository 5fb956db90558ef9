"""Folders and files of which only this user can be the author.

What another user may write says what that user wants. So a folder for results that others may write is not used, and what is read from
one is a plain file of this user or of the system: never a link, a pipe or a device.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

_SYSTEM = 0
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def written_by_others(folder: Path) -> str:
    """Why a folder is not this user's alone, in half a sentence; empty where it is, or is not there yet."""
    try:
        found = folder.stat()
    except OSError:
        return ""
    if not stat.S_ISDIR(found.st_mode):
        return ""  # such as /dev/null, in which nothing can be kept anyhow
    if not _is_ours(found):
        return f"`{folder}` belongs to another user"
    if _modes_are_kept() and found.st_mode & _OTHERS_WRITE:
        return f"others may write in `{folder}`"
    return ""


def make_private(folder: Path) -> None:
    """Make a folder, and those above it that are not there, so that only this user may write in them; raises OSError."""
    if not folder.is_dir():
        make_private(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


def read_own(path: Path) -> bytes:
    """The bytes of a plain file of this user; raises OSError for anything else, and waits for none."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags), "rb") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode) or not _is_ours(found):
            raise PermissionError(f"{path} is not a file of this user")
        return file.read()


def _is_ours(found: os.stat_result) -> bool:
    return not _modes_are_kept() or found.st_uid in (os.geteuid(), _SYSTEM)


def _modes_are_kept() -> bool:
    """Whether this system knows who a file belongs to."""
    return hasattr(os, "geteuid")

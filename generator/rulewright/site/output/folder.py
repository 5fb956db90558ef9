"""The site's folder: what a build may replace in it, and how the new site takes the place of the old one.

Each build writes a list of the files that it made into the folder. The next build removes these and no others: what somebody put next to
them (`.git`, `CNAME`) is in the new site's folder, too. A folder without such a list is refused, unless it is empty. Everything is made
in a folder next to the site's, which is renamed at the end. A build that was killed leaves such a folder behind; the next one puts an
old site back if it finds one in it, and clears it away.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Container, Iterator
from contextlib import contextmanager
from pathlib import Path

from rulewright.base.errors import Error

try:
    import fcntl
except ImportError:  # on this system what a killed build leaves behind stays
    fcntl = None  # type: ignore[assignment]

MARKER = ".rulewright-site"
HEADING = "These files are made by `rulewright build`: a change to them is lost. Other files in this folder are left as they are."
LOCK, OLD = ".rulewright-build", "old"


class SiteError(Error):
    """The site cannot be built where it was asked for; the message is a sentence for people."""


def refuse_foreign(goal: Path) -> None:
    """Raise `SiteError` where a folder is not one that a build may write to."""
    if goal.exists() and not goal.is_dir():
        raise SiteError(f"`{goal}` is a file, not a folder")
    if goal.is_dir() and any(goal.iterdir()) and not (goal / MARKER).is_file():
        raise SiteError(
            f"`{goal}` is not empty and was not made by `rulewright build`: it is left alone", ["name another folder with `--out`"]
        )


@contextmanager
def scratch_folder(goal: Path) -> Iterator[Path]:
    """A new folder next to the site's, removed at the end. What builds that were killed left there is cleared first."""
    goal.parent.mkdir(parents=True, exist_ok=True)
    prefix = f".{goal.name}-"
    for leftover in goal.parent.glob(f"{prefix}*"):
        _remove_leftover(leftover, goal)
    with tempfile.TemporaryDirectory(prefix=prefix, dir=goal.parent, ignore_cleanup_errors=True) as name:
        folder = Path(name)
        with _hold_lock(folder / LOCK):
            yield folder


def put_in_place(new: Path, goal: Path, workshop: Path) -> None:
    """Make a new site the one at `goal`, with what others put there. Raises `SiteError`; the old site is there then."""
    files = sorted(path.relative_to(new).as_posix() for path in new.rglob("*") if not path.is_dir())
    if goal.exists():
        _copy_foreign_files(goal, new)
    (new / MARKER).write_text("\n".join([HEADING, *files, ""]), encoding="utf-8")
    if not goal.exists():
        new.rename(goal)
        return
    old = workshop / OLD
    goal.rename(old)
    try:
        new.rename(goal)
    except OSError:
        old.rename(goal)
        raise


# ---- what others put there --------------------------------------------------------------------------------------------------------------


def _copy_foreign_files(goal: Path, new: Path) -> None:
    """Put into the new site what is at `goal` and was not made by a build: as a second name of the same file where that can be."""
    ours = _made_before(goal)
    for folder, folders, files in os.walk(goal):
        relative = Path(folder).relative_to(goal)
        links = [name for name in folders if (goal / relative / name).is_symlink()]
        for name in sorted([*files, *links]):
            path = relative / name
            if path.as_posix() in ours or path == Path(MARKER):
                continue
            if os.path.lexists(new / path):
                raise SiteError(
                    f"`{goal / path}` was not made by `rulewright build`, and the new site has a file of that name",
                    ["move it away, or name another folder with `--out`"],
                )
            _keep_if_equal(goal / path, new / path)
        if not folders and not files:
            (new / relative).mkdir(parents=True, exist_ok=True)


def _made_before(goal: Path) -> Container[str]:
    """The files that the last build made, by its list."""
    if not (goal / MARKER).is_file():
        return ()
    heading, *files = (goal / MARKER).read_text("utf-8", errors="replace").splitlines() or [""]
    return frozenset(files) if heading == HEADING else _Everything()


class _Everything:
    """For a site of before there were lists, which said that whatever is put into it is lost."""

    def __contains__(self, _: object) -> bool:
        return True


def _keep_if_equal(path: Path, new: Path) -> None:
    try:
        new.parent.mkdir(parents=True, exist_ok=True)
        if path.is_symlink():
            new.symlink_to(path.readlink())
            return
        try:
            os.link(path, new)
        except OSError:  # a disk without second names
            shutil.copy2(path, new)
    except OSError as fault:
        raise SiteError(
            f"`{path}` was not made by `rulewright build` and cannot be kept: {(fault.strerror or str(fault)).lower()}"
        ) from None


# ---- what killed builds left ------------------------------------------------------------------------------------------------------------


def _remove_leftover(leftover: Path, goal: Path) -> None:
    """Clear away the workshop of a build that no longer runs; nothing is lost: a site that it had taken away is put back first."""
    with contextlib.suppress(OSError):
        if fcntl is not None and (leftover / LOCK).is_file():
            with _hold_lock(leftover / LOCK):
                if not goal.exists() and (leftover / OLD / MARKER).is_file():
                    (leftover / OLD).rename(goal)
                shutil.rmtree(leftover)


@contextmanager
def _hold_lock(path: Path) -> Iterator[None]:
    """Hold a file's lock, which the system takes back however the process ends. Raises `OSError` where another holds it."""
    with path.open("a") as file:
        if fcntl is not None:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield

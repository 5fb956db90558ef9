"""Runs commands as somebody who is not root, and for whom permissions of files count.

As root, that is the user `nobody`; where the interpreter is in a folder of root's, which `nobody` may not enter, it is root without the
right to pass over permissions. As any other user it is that user. So the same tests run, and none is skipped, whoever runs them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from patience import PATIENCE

NOBODY = 65534
WITHOUT_RIGHTS = ("setpriv", "--bounding-set=-dac_override,-dac_read_search")
NAMELESS = """
import pwd, runpy
def unknown(_): raise KeyError("uid not found")
pwd.getpwuid = unknown
runpy.run_module("rulewright", run_name="__main__", alter_sys=True)
"""
"""The command, run by a user of whom the system knows neither name nor home."""
OURS = ("HOME", "XDG_CACHE_HOME", "RULEWRIGHT_CACHE")


@dataclass(frozen=True)
class Somebody:
    """A way to run commands; `folder` is one of theirs."""

    before: tuple[str, ...]
    options: dict[str, Any] = field(hash=False)
    folder: Path

    def command(self, *words: str | Path, nameless: bool = False) -> list[str]:
        begin = ["-c", NAMELESS] if nameless else ["-m", "rulewright"]
        return [*self.before, sys.executable, *begin, *map(str, words)]

    def environment(self, **given: str) -> dict[str, str]:
        """Nothing is known of a home or a cache but what is given."""
        return {**{name: value for name, value in os.environ.items() if name not in OURS}, **given}

    def run(self, *words: str | Path, nameless: bool = False, **given: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            self.command(*words, nameless=nameless),
            cwd=self.folder,
            env=self.environment(**given),
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
            **self.options,
        )
        said = done.stdout + done.stderr
        assert "Traceback" not in said and "bug in rulewright" not in said, said
        assert done.returncode in (0, 1, 2, 3), said
        return done

    def give(self, path: Path) -> Path:
        """Make files theirs."""
        if "user" in self.options:
            for one in (path, *path.rglob("*")):
                os.chown(one, NOBODY, NOBODY)
        return path


@cache
def _way() -> tuple[tuple[str, ...], bool]:
    """What goes before a command, and whether it is run as `nobody`."""
    if os.geteuid() != 0:
        return (), False
    tried = [sys.executable, "-c", "import rulewright.interfaces.cli.app, rich, lark, z3, mkdocs, json"]
    as_nobody = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    try:
        if subprocess.run(tried, cwd="/", capture_output=True, check=False, **as_nobody).returncode == 0:  # type: ignore[call-overload]
            return (), True
    except PermissionError:
        pass
    assert subprocess.run([*WITHOUT_RIGHTS, *tried], capture_output=True, check=False).returncode == 0, "nobody else can be had here"
    return WITHOUT_RIGHTS, False


@contextmanager
def somebody() -> Iterator[Somebody]:
    """Somebody with a folder that they can reach, which is removed at the end."""
    before, is_nobody = _way()
    folder = Path(tempfile.mkdtemp(prefix="rulewright-users-"))
    try:
        folder.chmod(0o755)
        options = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if is_nobody else {}
        found = Somebody(before, options, folder)
        found.give(folder)
        yield found
    finally:
        for path in (folder, *folder.rglob("*")):
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o755)
        shutil.rmtree(folder)

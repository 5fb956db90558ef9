"""Proof that the checkout can be installed: in new environments, by old and new installers, with each Python of this machine.

`python -m supply.fresh_install` (`make fresh`, in continuous integration) does in copies of the checkout what a stranger would do:

- the steps that the README types by hand, line by line as they stand there, for one of the rulebooks: with the oldest Python and the oldest
  pip that it brings, and with the Python that runs this and the newest pip;
- both locks by `uv`, with every Python;
- the wheel in an environment that holds nothing else of the checkout, from an empty folder, with every Python: a book is begun, checked,
  asked and built.

It needs an index, the first time for all that is pinned.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OLDEST = (3, 11)
"""The oldest Python that `pyproject.toml` allows."""
OLDEST_PIP = "23.0.1"
"""The pip that the oldest Python brings on Debian 12; it does not run with a later Python."""
STEP = re.compile(r"^ *(?P<step>(?:python3 -m venv|\.venv/bin/)[^#\n]*?) *(?:#.*)?$", re.MULTILINE)


ONE_BOOK = "war-in-europe"
"""The rulebook that takes least time."""


class FailedStepError(Exception):
    """A step of an installation that ended with an error; its text is the step and what it printed."""


@dataclass(frozen=True)
class Python:
    """One Python of this machine: its version (major, minor) and the path of its program."""

    version: tuple[int, int]
    path: Path

    @property
    def label(self) -> str:
        """Its version as one writes it."""
        return ".".join(map(str, self.version))


def typed_steps(readme: str) -> list[str]:
    """The commands that a README types by hand, in their order, without the comments behind them."""
    return [match["step"] for match in STEP.finditer(readme)]


def find_pythons() -> list[Python]:
    """Every Python of this machine that is new enough and can make environments, one for each minor version, the oldest first."""
    names = ["python3", *(f"python3.{minor}" for minor in range(OLDEST[1], 30))]
    candidates = [Path(sys.executable).resolve(), *(Path(found) for name in names if (found := shutil.which(name)))]
    candidates += sorted(Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")).glob("versions/3.*/bin/python3"))
    pythons: dict[tuple[int, int], Python] = {}
    for path in candidates:
        asked = subprocess.run(
            [path, "-c", "import ensurepip, sys, venv; print(*sys.version_info[:2])"], capture_output=True, text=True, check=False
        )
        if asked.returncode == 0:
            major, minor = map(int, asked.stdout.split())
            pythons.setdefault((major, minor), Python((major, minor), path))
    return [pythons[version] for version in sorted(pythons) if version >= OLDEST]


def copy_checkout(to: Path) -> Path:
    """Copy the sources as they are on disk, and nothing that git ignores, to a new folder."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
    return to


def run_step(step: str | Sequence[str | Path], folder: Path, environment: Mapping[str, str]) -> None:
    """Run one command, as a shell would, in a folder; raises `FailedStepError` where it fails."""
    done = subprocess.run(
        step if isinstance(step, str) else [str(part) for part in step],
        shell=isinstance(step, str),
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        shown = step if isinstance(step, str) else " ".join(str(part) for part in step)
        raise FailedStepError(f"$ {shown}\n{done.stdout}")


def _environment(python: Python, folder: Path, **more: str) -> dict[str, str]:
    """The variables of a shell in which `python3` is one Python, and nothing of this checkout is known."""
    shims = folder / "shims"
    shims.mkdir(parents=True, exist_ok=True)
    shim = shims / "python3"
    shim.write_text(f'#!/bin/sh\nexec "{python.path}" "$@"\n', "utf-8")
    shim.chmod(0o755)
    unwanted = ("PYTHON", "VIRTUAL_ENV", "PYTEST", "RULEWRIGHT_NO_SKIP")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(unwanted)}
    return {**kept, "PATH": f"{shims}{os.pathsep}{kept['PATH']}", "PIP_DISABLE_PIP_VERSION_CHECK": "1", **more}


def prove_typed_steps(python: Python, pip: str, folder: Path) -> None:
    """Do what the README types by hand, in a copy of the checkout, with one Python and a pip (`pip==23.0.1`, or `pip` for the newest).

    The steps run as they stand. What they work on is less than all, which takes many minutes: the copy has one rulebook, and of the tests
    those of the locks alone are picked, by pytest's own variable.
    """
    checkout = copy_checkout(folder / "checkout")
    for book in (checkout / "rules").iterdir():
        if book.name != ONE_BOOK:
            shutil.rmtree(book)
    environment = _environment(python, folder, PYTEST_ADDOPTS="tests/supply/test_closure.py -q")
    for step in typed_steps((checkout / "README.md").read_text("utf-8")):
        run_step(step, checkout, environment)
        if " -m venv " in step:
            run_step([checkout / ".venv/bin/python", "-m", "pip", "install", "-q", "--upgrade", pip], checkout, environment)
    if not (checkout / "build" / "site" / "index.html").is_file():
        raise FailedStepError("the steps of the README built no site")


def prove_locks_by_uv(python: Python, folder: Path) -> None:
    """Install each lock, and the checkout, into an environment of its own by uv."""
    checkout = copy_checkout(folder / "checkout")
    environment = _environment(python, folder)
    for lock in ("requirements.lock", "requirements-dev.lock"):
        target = folder / lock.removesuffix(".lock")
        _make_environment_by_uv(python, target, checkout / lock, environment)
        run_step([*_uv_pip("install", target), "--no-deps", "--no-build-isolation", "-e", checkout], folder, environment)
        run_step(_uv_pip("check", target), folder, environment)
        run_step([target / "bin" / "rulewright", "--version"], folder, environment)


def prove_wheel(wheel: Path, python: Python, folder: Path) -> None:
    """Install a wheel where nothing else is, and begin, check, ask and build a book with it in an empty folder."""
    environment = _environment(python, folder)
    target, empty = folder / "environment", folder / "empty"
    empty.mkdir(parents=True)
    _make_environment_by_uv(python, target, ROOT / "requirements.lock", environment)
    run_step([*_uv_pip("install", target), "--no-deps", wheel], empty, environment)
    for step in ("new trial", "check trial", "test trial", "ask trial march raining=no", "build trial --out site"):
        run_step(f"{target}/bin/rulewright {step}", empty, environment)
    if not (empty / "site" / "index.html").is_file():
        raise FailedStepError("the wheel built no site")


def _make_environment_by_uv(python: Python, target: Path, lock: Path, environment: Mapping[str, str]) -> None:
    run_step([_uv_program(), "venv", "-q", "--python", python.path, target], target.parent, environment)
    run_step([*_uv_pip("install", target), "--require-hashes", "--no-deps", "-r", lock], target.parent, environment)


def _uv_program() -> Path:
    return Path(sys.executable).with_name("uv")


def _uv_pip(command: str, target: Path) -> list[str | Path]:
    return [_uv_program(), "pip", command, "-q", "--python", target / "bin" / "python"]


def build_wheel(folder: Path) -> Path:
    """The wheel of the checkout, built from a copy of it."""
    checkout = copy_checkout(folder / "checkout")
    command: list[str | Path] = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", folder / "dist", checkout]
    run_step(command, folder, {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"})
    return next((folder / "dist").glob("*.whl"))


def proofs(pythons: Sequence[Python], folder: Path) -> Iterator[tuple[str, Callable[[], None]]]:
    """Each proof with its name, the longest first."""
    oldest = next((python for python in pythons if python.version == OLDEST), None)
    newest_with = next(python for python in pythons if python.version == sys.version_info[:2])
    if oldest is None:
        print(
            f"fresh: pip {OLDEST_PIP} is not tried, since it runs with Python {'.'.join(map(str, OLDEST))} alone, which is not here",
            flush=True,
        )
    else:
        yield (
            f"the README's steps, Python {oldest.label}, pip {OLDEST_PIP}",
            partial(prove_typed_steps, oldest, f"pip=={OLDEST_PIP}", folder / "old"),
        )
    yield f"the README's steps, Python {newest_with.label}, the newest pip", partial(prove_typed_steps, newest_with, "pip", folder / "new")
    wheel = build_wheel(folder / "wheel")
    for python in pythons:
        yield f"the wheel, Python {python.label}", partial(prove_wheel, wheel, python, folder / f"wheel-{python.label}")
        yield f"both locks by uv, Python {python.label}", partial(prove_locks_by_uv, python, folder / f"uv-{python.label}")


def main() -> int:
    """Run all proofs, two at a time; the exit status is 1 where one fails."""
    pythons = find_pythons()
    print(f"fresh: Python {', '.join(python.label for python in pythons)} on this machine", flush=True)
    failed = False
    with tempfile.TemporaryDirectory(prefix="rulewright-fresh-") as folder, ThreadPoolExecutor(2) as pool:
        running = [(name, pool.submit(_timed, proof)) for name, proof in proofs(pythons, Path(folder))]
        for name, result in running:
            try:
                print(f"fresh: {name}: {result.result():.0f} s", flush=True)
            except FailedStepError as error:
                failed = True
                print(f"fresh: {name}: FAILED\n{error}", flush=True)
    return int(failed)


def _timed(proof: Callable[[], None]) -> float:
    """Run a proof; how long it took, in seconds."""
    start = time.monotonic()
    proof()
    return time.monotonic() - start


if __name__ == "__main__":
    sys.exit(main())

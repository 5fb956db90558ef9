"""Every gate runs: a module that the Makefile and the workflows run by its name can be found from the folder in which it is run."""

from __future__ import annotations

import re
import sys
from argparse import Namespace
from collections.abc import Iterator
from importlib.machinery import PathFinder
from pathlib import Path

import pytest

from thorough.__main__ import searches

ROOT = Path(__file__).parents[1]
RUNS = ("Makefile", ".ci/run", *(str(path.relative_to(ROOT)) for path in sorted((ROOT / ".github" / "workflows").glob("*.yml"))))
TELLS = ("README.md", "CONTRIBUTING.md", "site/pages/**/*.md", "tests/**/*.py", "benchmarks/**/*.py", "benchmarks/**/*.md", "supply/*.py")
"""What tells people and programs to run a module."""
ELSEWHERE = {"pip_audit"}
"""Modules of an environment of their own: that of `make audit`."""
COMMAND = re.compile(r"\bpython3? (?:-u )?-m ([\w.]*\w)|\"-m\", \"([\w.]*\w)\"")


def commands_in(text: str) -> Iterator[tuple[str, str]]:
    """Yield each module that a text runs with `-m`, with the folder that its line changes to."""
    for line in text.splitlines():
        for command in COMMAND.finditer(line):
            folder = re.search(r"\bcd (tests)\b", line[: command.start()])
            yield (folder[1] if folder else ""), command[1] or command[2]


def can_run(module: str, folder: Path) -> bool:
    """Return True if Python run there finds a module, or a package with a `__main__`; of other folders of ours it sees nothing."""
    search = [str(folder), *(path for path in sys.path if path and Path(path) not in (ROOT, ROOT / "tests", folder))]
    spec = None
    for name in module.split("."):
        spec = PathFinder.find_spec(name, search)
        if spec is None:
            return False
        search = list(spec.submodule_search_locations or [])
    return spec is not None and (spec.submodule_search_locations is None or PathFinder.find_spec("__main__", search) is not None)


@pytest.mark.parametrize("name", RUNS)
def test_modules_that_are_run_are_found(name: str) -> None:
    commands = set(commands_in((ROOT / name).read_text("utf-8")))
    assert commands or name != "Makefile"
    assert [command for command in commands if not can_run(command[1], ROOT / command[0])] == []


def test_modules_of_the_thorough_searches_are_found() -> None:
    """They are run in `tests`."""
    commands = [search.command for search in searches(Namespace(number=1, books=1, minutes=1, edits=1, sample=1))]
    modules = [command[command.index("-m") + 1] for command in commands]
    assert len(modules) > 4
    assert [module for module in modules if not can_run(module, ROOT / "tests")] == []


def test_modules_that_people_are_told_to_run_are_found() -> None:
    """A file of `tests` may leave out that its commands are run there."""
    paths = [path for pattern in TELLS for path in sorted(ROOT.glob(pattern))]
    missing = []
    for path in paths:
        home = "tests" if path.is_relative_to(ROOT / "tests") else ""
        for folder, module in commands_in(path.read_text("utf-8")):
            if module not in ELSEWHERE and not can_run(module, ROOT / (folder or home)) and not can_run(module, ROOT / folder):
                missing.append(f"{path.relative_to(ROOT)}: {module}")
    assert missing == []


def test_a_module_that_is_not_there_is_not_found() -> None:
    assert not can_run("conformance", ROOT / "tests")
    assert not can_run("engines.conformance", ROOT)
    assert not can_run("engines", ROOT / "tests")
    assert can_run("engines.conformance", ROOT / "tests")

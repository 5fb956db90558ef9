"""Every gate runs: a module that the Makefile and the workflows run by its name can be found from the folder in which it is run.

And each target of the Makefile that is a search or a measurement is one of the gates that a release makes (`make gates`).
"""

from __future__ import annotations

import re
import sys
from argparse import Namespace
from collections.abc import Iterator
from importlib.machinery import PathFinder
from pathlib import Path

import pytest
from benchmarks.__main__ import ORDER

from gates.__main__ import run_gates, search_of, status_of
from gates.targets import GATES, NO_GATES, Gate, Need
from thorough.__main__ import Covered, Search, searches

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
    commands = [search.command for search in searches(Namespace(number=1, books=1, questions=1, minutes=1, edits=1, sample=1))]
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


# ---- make gates --------------------------------------------------------------------------------------------------------------------------


MAKEFILE = (ROOT / "Makefile").read_text("utf-8")


def test_every_target_is_a_gate_or_says_why_it_is_none() -> None:
    targets = set(re.findall(r"^([a-z][a-z-]*):", MAKEFILE, re.MULTILINE))
    gates = [gate.target for gate in GATES]
    assert {*gates, *NO_GATES} == targets
    assert len(gates) == len(set(gates)) and not set(gates) & set(NO_GATES)
    assert all(NO_GATES.values())


def test_the_recipe_of_a_gate_reads_its_numbers() -> None:
    for gate in GATES:
        recipe = re.split(r"^\S", MAKEFILE.split(f"\n{gate.target}:", 1)[1].split("\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]
        for name in (number.partition("=")[0] for number in gate.numbers):
            assert re.search(rf"\$\((?:if \$\()?{name}\)", recipe), f"{gate.target}: {name}"


def test_every_benchmark_of_the_table_is_there() -> None:
    for name in ORDER:
        assert re.search(r"^def rows\(", (ROOT / "benchmarks" / f"{name}.py").read_text("utf-8"), re.MULTILINE), name


def test_what_fails_or_cannot_be_made_is_told() -> None:
    def run(search: Search) -> Covered:
        return Covered(search, search.name != "wide", 0.0, "so many")

    gates = [Gate("wide", ("BOOKS=1",)), Gate("picture", (), (Need.CHROMIUM,)), Gate("lines", (), (Need.INDEX,))]
    results = list(run_gates(gates, lambda need: need is Need.INDEX, run))
    assert [str(result).split() for result in results] == [
        ["wide", "FAILED", "0.0", "min", "so", "many"],
        ["picture", "left", "out:", "Chromium", "cannot", "be", "found", "here"],
        ["lines", "ok", "0.0", "min", "so", "many"],
    ]
    assert status_of(results) == 1
    assert status_of(results[1:]) == 0


def test_what_make_gates_was_given_is_not_handed_on() -> None:
    search = search_of(Gate("mutants", ("SAMPLE=2",)))
    assert search.command[-2:] == ("mutants", "SAMPLE=2")
    assert search.variables["MAKEFLAGS"] == ""

"""The trial of a mutant: the tests that reach it, the nearest first, until one fails.

All tests of a trial run in one process. First those that reach the lines of the mutant, file by file: what is said of whole books, which notices
most, for `FIRST_SECONDS`, then the test folder of the mutated package, then the files whose tests take least, then what is said of the other
books. Then, where none failed, the other tests of those files: what a file computes once, for all its tests, is reached by the first of them
alone. A test that never ends, or a process that dies, is a failure.
"""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate
from pathlib import Path
from typing import Any

from mutation.copies import ROOT, WORK, Copy, Job, Process, fork
from mutation.mutants import Mutant
from mutation.reached import Reached, try_less

SECONDS_A_TEST = 20.0
FIRST = "tests/approved/"
FIRST_SECONDS = 25.0
"""So long, by what they took when it was measured, books come first; a line that each of hundreds reaches has tests of its own, too."""
_WALL = 30.0
"""A process may take so many times longer than the processor works for it."""


class Fate(Enum):
    """What became of a mutant."""

    KILLED = "killed"
    SURVIVED = "survived"
    CUT_SHORT = "survived the tests there was time for"
    UNREACHED = "reached by no test"


@dataclass(slots=True)
class Trial:
    """A mutant, what became of it, and the first test that failed or what else ended it."""

    mutant: Mutant
    fate: Fate
    by: str = ""
    tests: int = 0
    seconds: float = 0.0

    def __str__(self) -> str:
        return f"{self.fate.value} ({self.tests} tests, {self.seconds:.0f} s): {self.mutant}" + (f"\n    by {self.by}" if self.by else "")


def plan(mutant: Mutant, reached: Reached) -> list[tuple[str, list[str]]]:
    """Test files in the order in which they are run, each with its tests; at the end the same files with their other tests."""
    lines = mutant.lines if mutant.called else tuple(reached.by_line[mutant.path])
    first = _by_file(reached.tests(mutant.path, lines), reached)
    own = f"tests/{mutant.path.split('/')[2]}/"
    order = sorted(
        first, key=lambda file: (not file.startswith(FIRST), not file.startswith(own), sum(map(reached.seconds.__getitem__, first[file])))
    )
    everything = _by_file({test for test in reached.seconds if test.partition("::")[0] in first and not test.startswith(FIRST)}, reached)
    rest = {file: [test for test in everything.get(file, ()) if test not in set(first[file])] for file in order}
    later = {file: _later(first[file], reached) if file.startswith(FIRST) else [] for file in order}
    at_once = [(file, first[file][: len(first[file]) - len(later[file])]) for file in order]
    return [*at_once, *((file, tests) for others in (later, rest) for file, tests in others.items() if tests)]


def _later(tests: list[str], reached: Reached) -> list[str]:
    """Those of some tests, the quickest first, for which there is no time at first."""
    return [test for test, until in zip(tests, accumulate(map(reached.seconds.__getitem__, tests)), strict=True) if until > FIRST_SECONDS]


def _by_file(tests: set[str], reached: Reached) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for test in sorted(tests, key=lambda test: (reached.seconds[test], test)):
        found.setdefault(test.partition("::")[0], []).append(test)
    return found


def trying(mutant: Mutant, reached: Reached, budget: float, tell: Callable[[Trial], None]) -> Job:
    """The trial of a mutant as a job, which tells what came of it; `budget` is how long its tests may work, all together."""
    files = plan(mutant, reached)
    source = (ROOT / mutant.path).read_bytes()
    begun = time.monotonic()

    def start(copy: Copy) -> Process:
        nonlocal begun
        begun = time.monotonic()
        copy.write(mutant.path, mutant.of(source))
        _record(copy).unlink(missing_ok=True)
        return fork(copy, lambda: _run(files, budget, _record(copy)), _WALL * budget)

    def ended(copy: Copy, status: int) -> None:
        copy.write(mutant.path, source)
        tell(_judged(mutant, bool(files), status, _record(copy), time.monotonic() - begun))

    return Job(start, ended)


def _record(copy: Copy) -> Path:
    return WORK / f"{copy.number}.json"


def _judged(mutant: Mutant, reached: bool, status: int, record: Path, seconds: float) -> Trial:
    told: dict[str, Any] = json.loads(record.read_text("utf-8")) if record.exists() else {"tests": 0, "by": "", "last": ""}
    if not reached:
        return Trial(mutant, Fate.UNREACHED)
    if status == 0:
        fate, by = (Fate.CUT_SHORT if told.get("cut") else Fate.SURVIVED), ""
    else:
        fate, by = Fate.KILLED, told["by"] or f"{told['last']} (ended with status {status})"
    return Trial(mutant, fate, by, told["tests"], seconds)


def _run(files: list[tuple[str, list[str]]], budget: float, record: Path) -> int:
    """Run the tests in the copy that is the current folder; the status is 1 if one fails."""
    import pytest

    plugin = _Trying(budget, record)
    for file, tests in files:
        plugin.chosen = {test: place for place, test in enumerate(tests)}
        status = pytest.main(["-q", "-x", "-p", "no:cacheprovider", "--no-header", file], plugins=[plugin])
        if plugin.cut:
            break
        if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            plugin.by = plugin.by or f"{file} (ended with status {int(status)})"
            plugin.tell()
            return 1
    plugin.tell()
    return 0


class _Trying:
    """A plugin that runs the chosen tests alone, in their order, each within its time."""

    def __init__(self, budget: float, record: Path) -> None:
        self.budget, self.record = budget, record
        self.chosen: dict[str, int] = {}
        self.tests, self.by, self.last, self.cut = 0, "", "", False
        signal.signal(signal.SIGPROF, signal.SIG_DFL)  # ends the process, whatever it is doing

    def tell(self) -> None:
        self.record.write_text(json.dumps({"tests": self.tests, "by": self.by, "last": self.last, "cut": self.cut}), "utf-8")

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items[:] = sorted((item for item in items if item.nodeid in self.chosen), key=lambda item: self.chosen[item.nodeid])
        for item in items:
            try_less(item)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.last, self.tests = nodeid, self.tests + 1
        self.tell()
        signal.setitimer(signal.ITIMER_PROF, SECONDS_A_TEST)

    def pytest_runtest_protocol(self, item: Any) -> None:
        if sum(os.times()[:4]) > self.budget:
            self.cut = True
            item.session.shouldstop = "its time is over"

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self.by = self.by or report.nodeid
        if report.when == "teardown":
            signal.setitimer(signal.ITIMER_PROF, 0)

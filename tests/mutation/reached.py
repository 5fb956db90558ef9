"""Which tests reach a line: each test file is run once, in a process of its own, with coverage told which test runs.

What was found is kept in `build/mutation/reached`, a file for each test file, named by the content of the test file, of what lies next to it
and is no test file, and of the package: after a change of a test only its file is measured again. Tests that fail in a copy of the checkout are
left out, and those that take longer than `LONGEST`, which is why those that are likely to come last: properties, and what is done for every
shipped book. What is reached while the
grammar is loaded or a test file is imported is reached by its first test.
"""

from __future__ import annotations

import json
import os
import signal
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from types import FrameType
from typing import Any

from mutation.copies import EXAMPLES, ROOT, WORK, Copy, Job, Process, do_all, fork

LONGEST = 6.0
"""So many seconds of processor time a test may take, with coverage on."""
LONGEST_FILE = 180.0
"""And so many all tests of a file together, without the time that the measuring takes itself; those that come after are left out."""
_OFTEN = 2.0
"""After so many seconds what was found is written anew, or after so many times what the writing took."""
FOLDERS = (
    "approved",
    "syntax",
    "rulebook",
    "semantics",
    "core",
    "engines",
    "analysis",
    "checks",
    "interfaces/api",
    "interfaces/cli",
)
"""Of the test folders, those whose tests are run: all but the pages and the editor, which are slow and reach much."""
_HOURS = 3600.0
_LATER = 0.05
_IMPORTING = ""
"""What coverage calls the time before the first test."""


@dataclass(slots=True)
class Reached:
    """What the tests of some files reach."""

    seconds: dict[str, float] = field(default_factory=dict)
    """What each test takes."""
    by_line: dict[str, dict[int, set[str]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(set)))
    """The tests that reach a line of a source file."""

    def tests(self, path: str, lines: Iterable[int]) -> set[str]:
        """The tests that reach any of these lines."""
        of_file = self.by_line[path]
        return {test for line in lines for test in of_file.get(line, ())}

    def add(self, found: dict[str, Any]) -> None:
        """Take in what one test file reaches."""
        names = list(found["seconds"])
        self.seconds.update(found["seconds"])
        for path, lines in found["lines"].items():
            for line, tests in lines.items():
                self.by_line[path][int(line)].update(names[test] for test in tests)


def test_files(folders: Iterable[str] = FOLDERS) -> list[str]:
    """The test files, by their paths from the top."""
    return [path.relative_to(ROOT).as_posix() for folder in folders for path in sorted((ROOT / "tests" / folder).glob("test_*.py"))]


def measured(copies: list[Copy], files: list[str]) -> Reached:
    """What the tests of these files reach; those that are not known yet are run."""
    package = _digest(*sorted((ROOT / "generator").rglob("*.py")))
    beside = {folder: _digest(*no_tests(ROOT / folder), also=package) for folder in {str(Path(file).parent) for file in files}}
    digests = {file: _digest(ROOT / file, also=beside[str(Path(file).parent)]) for file in files}
    kept = {file: WORK / "reached" / f"{file.replace('/', '.')}-{digests[file]}.json" for file in files}
    missing = [file for file in files if not kept[file].exists()]
    if missing:
        print(f"which tests reach which lines: {len(missing)} test files to run", flush=True)
        (WORK / "reached").mkdir(parents=True, exist_ok=True)
        do_all((_measuring(file, kept[file]) for file in missing), copies)
    found = Reached()
    for file in files:
        if kept[file].exists():
            found.add(json.loads(kept[file].read_text("utf-8")))
    return found


def no_tests(folder: Path) -> list[Path]:
    """What tests of a folder use: its other modules, and texts that are read."""
    found = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return sorted(path for path in found if not path.match("test_*.py"))


def _digest(*files: Path, also: str = "") -> str:
    found = blake2b(also.encode(), digest_size=8)
    for file in files:
        found.update(file.read_bytes())
    return found.hexdigest()


def _measuring(file: str, into: Path) -> Job:
    def start(copy: Copy) -> Process:
        return fork(copy, lambda: _measure(file, into), _HOURS)

    def ended(copy: Copy, status: int) -> None:
        partly = _partly(into)
        if partly.exists():
            partly.rename(into)
        if status:
            print(f"  {file}: not all of it, ended with {status}", flush=True)

    return Job(start, ended)


def _measure(file: str, into: Path) -> int:
    """Run one test file, in the copy that is the current folder, and write what its tests reach."""
    import coverage
    import pytest

    watch = coverage.Coverage(data_file=None, config_file=False, source=["generator/rulewright"], messages=False)
    watch.start()
    from rulewright.syntax.grammar import load_grammar  # its modules are imported under the eye of coverage

    load_grammar()  # in no test's own time
    plugin = _Measuring(watch, _partly(into))
    pytest.main(["-q", "-p", "no:cacheprovider", file], plugins=[plugin])
    plugin.write()
    return 0


def _partly(into: Path) -> Path:
    return into.with_suffix(".partly")


def reached_lines(watch: Any, names: list[str]) -> Iterator[tuple[str, dict[int, list[int]]]]:
    """For each file the lines that the tests of these names reach, with the places of the names."""
    data = watch.get_data()
    numbers = {_IMPORTING: 0} if names else {}
    numbers |= {name: number for number, name in enumerate(names)}
    for path in data.measured_files():
        lines = data.contexts_by_lineno(path)
        found = {line: sorted({numbers[one] for one in tests if one in numbers}) for line, tests in lines.items()}
        yield Path(path).relative_to(Path.cwd()).as_posix(), {line: tests for line, tests in found.items() if tests}


def is_property(item: Any) -> bool:
    """Whether a test is tried on examples that Hypothesis draws."""
    return bool(getattr(getattr(item, "function", None), "is_hypothesis_test", False))


def try_less(item: Any) -> None:
    """Have a property tried on few examples, always the same ones."""
    import hypothesis

    if is_property(item):
        test = item.function
        own: Any = getattr(test, "_hypothesis_internal_use_settings", None) or hypothesis.settings.default
        less = hypothesis.settings(own, max_examples=min(own.max_examples, EXAMPLES), derandomize=True, database=None, deadline=None)
        test._hypothesis_internal_use_settings = less


class TooLong(BaseException):
    """A test takes too long. Code that is tested does not take it for a fault of its own."""


def end_test(signal_number: int, frame: FrameType | None) -> None:
    """End the test; but not within coverage, which would keep its lock: a little later then."""
    while frame is not None:
        if "/coverage/" in frame.f_code.co_filename:
            signal.setitimer(signal.ITIMER_PROF, _LATER)
            return
        frame = frame.f_back
    raise TooLong


class _Measuring:
    """A plugin that tells coverage which test runs, and ends one that takes too long."""

    def __init__(self, watch: Any, into: Path) -> None:
        self.watch, self.into = watch, into
        self.seconds: dict[str, float] = {}
        self._passed = False
        self._written = _processor()
        self._took = self._all = 0.0
        signal.signal(signal.SIGPROF, end_test)

    def write(self) -> None:
        """Write what was found until now."""
        begun = _processor()
        self.into.write_text(json.dumps({"seconds": self.seconds, "lines": dict(reached_lines(self.watch, list(self.seconds)))}), "utf-8")
        self._took = _processor() - begun
        self._written = _processor()

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        books = [path.name for path in (ROOT / "rules").iterdir()]
        items.sort(key=lambda item: (any(book in item.nodeid for book in books), is_property(item)))
        for item in items:
            try_less(item)

    def pytest_runtest_protocol(self, item: Any) -> None:
        if self._all > LONGEST_FILE:
            item.session.shouldstop = "its time is over"

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.watch.switch_context(nodeid)
        self._passed = True
        self._begun = _processor()
        signal.setitimer(signal.ITIMER_PROF, LONGEST)

    def pytest_runtest_logreport(self, report: Any) -> None:
        self._passed = self._passed and report.passed
        if report.when == "teardown":
            signal.setitimer(signal.ITIMER_PROF, 0)
            took = _processor() - self._begun
            self._all += took
            if self._passed:
                self.seconds[report.nodeid] = round(took, 4)
            if _processor() - self._written > _OFTEN * max(1.0, self._took):
                self.write()


def _processor() -> float:
    return sum(os.times()[:4])

"""`make thorough`: every search that an ordinary run has no time for, one after the other, and a table of what was covered.

cd tests && python -m thorough [--number 1] [--books 2000] [--minutes 30] [--questions 100] [--edits 500] [--sample 200] [--only SEARCH …]

The number says which: another one takes other generated books and other mutants. A search that is not there (the fuzzer, on another
system) is named and counts as failed.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
APART = 10_000_000
"""The numbers of the books of two runs are so far apart."""


@dataclass(frozen=True)
class Search:
    """One search: its name, its command in `tests`, and the variables that it is given."""

    name: str
    command: tuple[str, ...]
    variables: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Covered:
    """What came of a search: whether all was well, the minutes it took, and the line in which it says what it covered."""

    search: Search
    well: bool
    minutes: float
    line: str

    def __str__(self) -> str:
        return f"{self.search.name:12} {'ok' if self.well else 'FAILED':6} {self.minutes:6.1f} min  {self.line}"


def drawing_tests() -> list[str]:
    """The test files that take as many generated books as they are told to."""
    draws = re.compile(r"^(?:from drawn import|import drawn$)", re.MULTILINE)
    return sorted(
        str(path.relative_to(ROOT / "tests")) for path in (ROOT / "tests").rglob("test_*.py") if draws.search(path.read_text("utf-8"))
    )


def searches(told: argparse.Namespace) -> Iterator[Search]:
    """The searches of a run, in the order in which they are made."""
    python, pytest = (sys.executable,), (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    first = str(told.number * APART)
    spread = ("-n", "auto", "--dist", "worksteal")
    yield Search("tests", (*pytest, *spread, "--thorough", "--edits", str(told.edits), "."), {"RULEWRIGHT_NO_SKIP": "1"})
    drawn = {"RULEWRIGHT_GENERATED_BOOKS": str(told.books), "RULEWRIGHT_FIRST_BOOK": first}
    yield Search("generated", (*pytest, *spread, *drawing_tests()), drawn)
    conformance = (*python, "-m", "engines.conformance", "--books", str(told.books), "--first", first)
    yield Search("conformance", (*conformance, "--questions", str(told.questions)))
    yield Search("counts", (*python, "-m", "counts"))
    yield Search("wide", (*python, "-m", "analysis.verdicts.wide", "--books", str(told.books), "--first", first))
    yield Search("fuzz", (*python, "-m", "fuzzing", "--minutes", str(told.minutes)))
    yield Search("mutants", (*python, "-m", "mutation", "--sample", str(told.sample), "--seed", str(told.number)))


def make_search(search: Search) -> Covered:
    """Make one search, its output shown as it comes."""
    print(f"\n== {search.name}: {' '.join(search.command[1:])}", flush=True)
    began = time.monotonic()
    running = subprocess.Popen(
        search.command,
        cwd=ROOT / "tests",
        env={**os.environ, **search.variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    assert running.stdout is not None
    last = ""
    for line in running.stdout:
        print(line, end="", flush=True)
        if re.search(r"\d", line) and not line.startswith(("  ", ".")):
            last = line.strip(" =\n")
    return Covered(search, running.wait() == 0, (time.monotonic() - began) / 60, last)


def main() -> int:
    """Make the searches, print what they covered; the exit status is 1 where one of them found something."""
    given = argparse.ArgumentParser(prog="thorough", description=__doc__.split("\n")[0])
    given.add_argument("--number", type=int, default=1, help="another number takes other books and mutants")
    given.add_argument("--books", type=int, default=2_000, help="how many generated books each search takes")
    given.add_argument("--questions", type=int, default=100, help="how many questions are drawn for each edition of the shipped books")
    given.add_argument("--minutes", type=float, default=30, help="how long the fuzzer tries")
    given.add_argument("--edits", type=int, default=500, help="after how many random edits the language server is looked at")
    given.add_argument("--sample", type=int, default=200, help="how many mutants")
    given.add_argument("--only", nargs="*", default=[], metavar="SEARCH", help="tests, generated, conformance, counts, wide, fuzz, mutants")
    told = given.parse_args()
    wanted = list(searches(told))
    if unknown := set(told.only) - {search.name for search in wanted}:
        given.error(f"there is no search {', '.join(sorted(unknown))}")
    done = [make_search(search) for search in wanted if not told.only or search.name in told.only]
    print("\n== covered", *done, sep="\n")
    return int(not all(one.well for one in done))


if __name__ == "__main__":
    sys.exit(main())

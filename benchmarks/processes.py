"""Whole processes, as a person waits for them: `rulewright check` cold, warm and after an edit of prose, `rulewright ask` warm.

`benchmarks.edits` has edits of rules.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.frame import Row, choose_size, measured_books, seconds
from rulewright.base.resources import book_folder

QUESTION = ("la-grande-armee", "allowance(u)", "u.arm=cavalry", "weather=mud", "printed_allowance(u)=7 MP")
SIZES = choose_size((300, 3_000, 30_000), (60, 120, 180))
GROWTH = 1.25  # from the smallest to the largest book


def emptied(cache: Path) -> None:
    """Nothing is kept."""
    shutil.rmtree(cache, True)


def run(arguments: Sequence[str], cache: Path) -> None:
    """One run of the command with a cache folder of its own; any exit status that is an outcome is good.

    Python may keep what it compiles, as it does for whoever installs the tool.
    """
    environment = {**os.environ, "RULEWRIGHT_CACHE": str(cache), "NO_COLOR": "1"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-m", "rulewright", *arguments]
    done = subprocess.run(command, capture_output=True, env=environment, check=False)
    if done.returncode not in (0, 1, 3):
        raise RuntimeError(f"rulewright {' '.join(arguments)}: {done.stderr.decode(errors='replace')}")


def rows() -> Iterable[Row]:
    """The targets that speak of whole processes."""
    with tempfile.TemporaryDirectory() as scratch:
        cache = Path(scratch, "cache")
        books = "the shipped books"
        run(["--help"], cache)
        yield Row("the help, whole process", seconds(lambda: run(["--help"], cache), 9), "s", 0.12)
        check = ["check", *measured_books()]
        every = seconds(lambda: run([*check, "--all"], cache), 1, before=lambda: emptied(cache))
        yield Row(f"check {books}, every note, cache empty", every, "s", 35)
        yield Row(f"check {books}, cache empty", seconds(lambda: run(check, cache), 1, before=lambda: emptied(cache)), "s", 18)
        yield Row(f"check {books}, nothing changed", seconds(lambda: run(check, cache), 9), "s", 0.25)
        run(["ask", *QUESTION], cache)
        yield Row("ask, warm, whole process", seconds(lambda: run(["ask", *QUESTION], cache), 9), "s", 0.15)
        yield from _after_edits_of_prose(Path(scratch), cache)
        yield from _grown_books(Path(scratch))


PARAGRAPH = re.compile(r'^  "([^"\n]*)"$', re.MULTILINE)
"""A paragraph of one line."""


def _after_edits_of_prose(scratch: Path, cache: Path) -> Iterable[Row]:
    """Copies of the books: before each run a long file of one of them, or of each, has another comment, or another word in a paragraph."""
    folders = [scratch / book for book in measured_books()]
    for copy in folders:
        shutil.copytree(book_folder(copy.name), copy)
    check = ["check", *map(str, folders)]
    run(check, cache)
    with_prose = [[path for path in copy.glob("*.case") if PARAGRAPH.search(path.read_text("utf-8"))] for copy in folders]
    longest = [max(paths, key=lambda path: path.stat().st_size) for paths in with_prose]
    number = iter(range(100))

    def comment(path: Path) -> None:
        with path.open("a", encoding="utf-8") as file:
            file.write(f"\n# edited {next(number)}\n")

    def reword(path: Path) -> None:
        text = path.read_text("utf-8")
        path.write_text(PARAGRAPH.sub(rf'  "\g<1> Edited {next(number)}."', text, count=1), "utf-8")

    for what, edit in (("a comment", comment), ("a paragraph", reword)):
        for where, files in (("one book", longest[:1]), ("every book", longest)):
            taken = seconds(lambda: run(check, cache), 5, before=lambda edit=edit, files=files: list(map(edit, files)))  # type: ignore[misc]
            target = 0.5 if where == "one book" else None
            yield Row(f"check the shipped books, after an edit of {what} of {where}", taken, "s", target)


def _grown_books(scratch: Path) -> Iterable[Row]:
    """Synthetic books: one of 3,000 cases from an empty cache; then three sizes without a cache, for what a case costs."""
    from benchmarks.synthetic import write_book

    folders = {size: write_book(scratch / f"synthetic-{size}", size) for size in SIZES}
    cache = scratch / "other-cache"
    work = seconds(lambda: run(["check", str(folders[SIZES[1]])], cache), before=lambda: emptied(cache))
    yield Row(f"check a book of {SIZES[1]:,} cases, cache empty", work, "s", 3.0)
    start = usage(["--version"])
    costs = {size: usage(["check", str(folder), "--no-cache"]) for size, folder in folders.items()}
    for place, what, unit, scale in ((0, "processor time", "µs", 1e6), (1, "memory", "KiB", 1.0)):
        a_case = {size: (cost[place] - start[place]) / size * scale for size, cost in costs.items()}
        for size in SIZES:
            yield Row(f"check, {size:,} cases: {what} a case", a_case[size], unit)
        yield Row(f"check: growth of {what} a case, {SIZES[0]:,} to {SIZES[-1]:,}", a_case[SIZES[-1]] / a_case[SIZES[0]], "times", GROWTH)


def usage(arguments: Sequence[str]) -> tuple[float, float]:
    """Processor time in seconds, with that of the children it waits for, and the most memory that the process itself held, in KiB."""
    peak = 0.0
    with Path(os.devnull).open("wb") as nowhere:
        child = subprocess.Popen([sys.executable, "-m", "rulewright", *arguments], stdout=nowhere, stderr=nowhere)
        while True:
            peak = max(peak, _high_water(child.pid))
            ended, _, used = os.wait4(child.pid, os.WNOHANG)
            if ended:
                break
            time.sleep(0.002)
        child.returncode = 0  # it has been waited for
    return used.ru_utime + used.ru_stime, peak


def _high_water(process: int) -> float:
    """The most memory that a process has held so far, in KiB; 0 where the system does not tell. (`ru_maxrss` counts that of the caller.)"""
    try:
        told = Path(f"/proc/{process}/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return 0.0
    line = next((line for line in told.splitlines() if line.startswith("VmHWM:")), None)
    return 0.0 if line is None else float(line.split()[1])

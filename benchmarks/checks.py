"""All checks over synthetic books of 300, 3,000 and 30,000 cases: time and memory a case, and how they grow."""

from __future__ import annotations

import tempfile
import tracemalloc
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.frame import Row, choose_size, processor_seconds
from benchmarks.synthetic import write_book

if TYPE_CHECKING:
    from rulewright.core.model import Core
    from rulewright.rulebook.model import Rulebook

SIZES = choose_size((300, 3_000, 30_000), (60, 120, 180))
GROWTH = 1.25  # from the smallest to the largest book


def rows() -> Iterator[Row]:
    """Time of all checks, the same a case, and peak memory a case; the rulebook itself is read before and not counted."""
    times, peaks = {}, {}
    for size in SIZES:
        book = _book(size)
        times[size] = _time(book, times=max(3, 9_000 // size))
        peaks[size] = _peak(book)
        target = 1.0 if size == SIZES[1] else None
        yield Row(f"all checks, {size:,} cases", times[size], "s", target)
        yield Row(f"all checks, {size:,} cases, a case", times[size] / size * 1e6, "µs")
        yield Row(f"memory of all checks, {size:,} cases, a case", peaks[size] / size / 1024, "KiB")
    small, large = SIZES[0], SIZES[-1]
    yield Row(f"growth of time a case, {small:,} to {large:,}", times[large] / large / (times[small] / small), "times", GROWTH)
    yield Row(f"growth of memory a case, {small:,} to {large:,}", peaks[large] / large / (peaks[small] / small), "times", GROWTH)


@cache
def _book(size: int) -> Rulebook:
    from rulewright.rulebook import build_rulebook
    from rulewright.syntax.parser import parse_folder

    with tempfile.TemporaryDirectory() as name:
        folder = write_book(Path(name), size)
        tree, _ = parse_folder(folder)
        ledger = (folder / "ledger.csv").read_text(encoding="utf-8")
    book, _ = build_rulebook(tree, ledger=ledger, slug="synthetic")
    return book


def _cores(book: Rulebook) -> dict[str, Core]:
    """The cores of every edition; nothing is decided, which has rows of its own."""
    from rulewright.core.lower import lower
    from rulewright.semantics.elaborate import resolve

    cores = {edition: lower(resolve(book, edition)[0]) for edition in book.views}
    assert all(len(dict(core.on)) == len(core.questions) for core in cores.values())
    return cores


def _time(book: Rulebook, times: int) -> float:
    """The least time of the processor over some runs, in seconds."""
    from rulewright.checks.run import run_checks

    cores = _cores(book)
    run_checks(book, cores, decided={})  # modules imported
    return processor_seconds(lambda: run_checks(book, cores, decided={}), times)


def _peak(book: Rulebook) -> int:
    """The most that the checks hold at any time, in bytes, on top of the rulebook."""
    from rulewright.checks.run import run_checks

    cores = _cores(book)
    tracemalloc.start()
    run_checks(book, cores, decided={})
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak


if __name__ == "__main__":
    for row in rows():
        print(f"{row.what:60} {row.measured:10.3f} {row.unit}")

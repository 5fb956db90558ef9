"""What a measurement is, and how one is taken."""

from __future__ import annotations

import gc
import os
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from rulewright.base.resources import shipped_books

T = TypeVar("T")
SMALLEST = "RULEWRIGHT_SMALLEST"
"""The variable that is set where everything is measured once, and as small as it can be: to see that it can still be measured."""
SMALL_BOOK = "war-in-europe"
"""The shipped book that is checked in the least time."""


def is_smallest() -> bool:
    return SMALLEST in os.environ


def choose_size(full: T, smallest: T) -> T:
    """Return how much is measured: all that the targets speak of, or, after `make bench SMALLEST=1`, the least that can be."""
    return smallest if is_smallest() else full


def measured_books() -> tuple[str, ...]:
    """Return the shipped books, or the small one alone."""
    return choose_size(tuple(shipped_books()), (SMALL_BOOK,))


@dataclass(frozen=True, slots=True)
class Row:
    """One measured thing. `target` None: told for interest. `at_least`: more is better; otherwise less is."""

    what: str
    measured: float
    unit: str
    target: float | None = None
    at_least: bool = False
    note: str = ""

    @property
    def reached(self) -> bool | None:
        """Whether the target is reached; None where there is none."""
        if self.target is None:
            return None
        return self.measured >= self.target if self.at_least else self.measured <= self.target


def processor_seconds(work: Callable[[], object], times: int = 3) -> float:
    """The least processor time of some runs of `work`, in seconds: other work on the machine counts little. For what starts no process."""
    taken = []
    for _ in range(choose_size(times, 1)):
        with uncollected():
            start = time.process_time()
            work()
            taken.append(time.process_time() - start)
    return min(taken)


def seconds(work: Callable[[], object], times: int = 3, before: Callable[[], object] | None = None) -> float:
    """The median wall time of some runs of `work`, in seconds; `before` runs ahead of each and is not counted.

    Without the garbage collector, as the commands run: nothing of a book is garbage, and looking for some costs more with every case.
    """
    taken = []
    for _ in range(choose_size(times, 1)):
        if before is not None:
            before()
        with uncollected():
            start = time.perf_counter()
            work()
            taken.append(time.perf_counter() - start)
    return statistics.median(taken)


@contextmanager
def uncollected() -> Iterator[None]:
    """Nothing is looked for that could be thrown away; before, all of it is."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()

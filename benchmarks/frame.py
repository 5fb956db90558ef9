"""What a measurement is, and how one is taken."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


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


def seconds(work: Callable[[], object], times: int = 3, before: Callable[[], object] | None = None) -> float:
    """The median wall time of some runs of `work`, in seconds; `before` runs ahead of each and is not counted."""
    taken = []
    for _ in range(times):
        if before is not None:
            before()
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)

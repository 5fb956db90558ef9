"""Books of 1,000, 10,000 and 100,000 rules over proportionally many questions: not in `make bench`, as the last takes minutes."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.decide import spread
from benchmarks.frame import Row


def rows() -> Iterator[Row]:
    """The time of a rule, from the smallest to the largest."""
    yield from spread((1_000, 10_000, 100_000))

"""The generated books reach the hard parts of meaning: what is compared on them is not compared on easy books alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engines.solver.reached import WANTED, counted, programs_of_the_interpreter
from engines.solver.some_books import some_books
from rulewright.semantics.model import Program


def small(count: int) -> Iterator[Program]:
    return (book.program for book in some_books(count))


@pytest.mark.thorough
@pytest.mark.parametrize("programs", [programs_of_the_interpreter, small])
def test_each_is_reached_some_times_in_three_hundred_books(programs) -> None:  # type: ignore[no-untyped-def]
    found = counted(programs(300))
    assert {what: found[what] for what in WANTED if found[what] < 3} == {}

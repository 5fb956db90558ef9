"""The generated books reach the hard parts of meaning: what is compared on them is not compared on easy books alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from decision.reached import WANTED, counted, programs_of_the_interpreter
from decision.some_books import some_books
from rulewright.semantics.program import Program


def small(count: int) -> Iterator[Program]:
    return (book.program for book in some_books(count))


@pytest.mark.parametrize("programs", [programs_of_the_interpreter, small])
@pytest.mark.parametrize(("count", "least"), [(100, 1), pytest.param(300, 3, marks=pytest.mark.thorough)])
def test_each_is_reached_some_times(programs, count: int, least: int) -> None:  # type: ignore[no-untyped-def]
    found = counted(programs(count))
    assert {what: found[what] for what in WANTED if found[what] < least} == {}

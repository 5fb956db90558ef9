"""Ten small books take no more work than is written down, and no more is done to find the errors of two shipped ones.

All that the shipped books take is counted by `make counts`, in minutes.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from counts import work
from counts.work import EVALUATIONS, FORMULAS, SHIPPED, SMALL, Z3, Counts, count_errors, count_work, read_table, risen_counts, z3_version


@pytest.mark.parametrize("name", SMALL)
def test_nothing_takes_more_than_is_written_down(name: str, tmp_path: Path) -> None:
    assert risen_counts(name, count_work(name, tmp_path)) == [], "`make counts WRITE=1`, in a commit that says why"


@pytest.mark.parametrize("name", ["la-grande-armee", "war-in-europe"])
def test_errors_of_shipped_books_take_no_more_than_is_written_down(name: str, tmp_path: Path) -> None:
    assert risen_counts(name, count_errors(name, tmp_path)) == [], "`make counts WRITE=1`, in a commit that says why"


def test_every_book_is_written_down() -> None:
    assert set(read_table()[1]) == {*SHIPPED, *SMALL}


def test_a_rise_of_more_than_five_in_a_hundred_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    written: dict[str, Counts] = {"book": {"errors": {FORMULAS: 100, Z3: 100}}}
    monkeypatch.setattr(work, "read_table", lambda: (z3_version(), written))
    assert risen_counts("book", {"errors": {FORMULAS: 105, Z3: 99}}) == []
    [line] = risen_counts("book", {"errors": {FORMULAS: 106, Z3: 100}})
    assert line == "book, errors: 106 formulas, and 100 are written down"
    assert len(risen_counts("book", {"errors": {EVALUATIONS: 1, Z3: 106}})) == 2


def test_steps_of_another_z3_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "read_table", lambda: ("0.1", {"book": {"errors": {Z3: 100}}}))
    assert risen_counts("book", {"errors": {Z3: 1_000}}) == []

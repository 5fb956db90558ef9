"""Slips that are sown between a source and its book differ in what they say they change, and most are noticed at their place."""

from __future__ import annotations

from collections import Counter

import pytest
from benchmarks.slips import Book, Slip, drawn

from rulewright.base.resources import book_folder


@pytest.fixture(scope="module")
def book() -> Book:
    return Book(book_folder("leipzig"))


def test_a_slip_changes_the_lines_that_it_names(book: Book) -> None:
    for sown in drawn(book, 3, seed=2):
        before, after = book.files[sown.path].split("\n"), sown.text.split("\n")
        changed = [number for number, pair in enumerate(zip(before, after, strict=True), 1) if pair[0] != pair[1]]
        assert set(changed) == set(sown.lines) and sown.was != sown.now


def test_most_slips_are_noticed_at_their_place(book: Book) -> None:
    noticed = Counter(sown.slip for sown in drawn(book, 3, seed=2) if book.noticed(sown)[1])
    assert all(noticed[slip] for slip in (Slip.NUMBER, Slip.TAG, Slip.MISPRINT)) and sum(noticed.values()) >= 7

"""What all passes say of small books is what was approved: a change that is not meant shows, whichever pass it is in.

    RULEWRIGHT_REWRITE=1 python -m pytest tests/approved

writes anew what is said, after a change that is meant. Read the difference before it is committed: what is written here is taken for right.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from approved.kept import Kept, every_book, read, write
from approved.passes import said_of

LONG = ("hard-3010", "hard-3005")
"""Books that take seconds."""
BOOKS = [pytest.param(path, marks=pytest.mark.thorough) if path.stem in LONG else path for path in every_book()]


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_what_is_said_of_a_book_is_what_was_approved(path: Path) -> None:
    kept = read(path)
    said = said_of(kept.files)
    if os.environ.get("RULEWRIGHT_REWRITE"):
        write(path, Kept(kept.files, said))
    assert said.split("\n") == read(path).said.split("\n")


def test_a_book_is_read_as_it_is_written(tmp_path: Path) -> None:
    kept = Kept({"rulebook.case": 'rulebook one "One"\n\n', "a.case": 'case 1 "A"\n\n'}, "--- findings\nerror\n")
    write(tmp_path / "one.txt", kept)
    assert read(tmp_path / "one.txt") == kept

"""Sheets that mean harm: what the importer writes into a book, and what a new book is begun with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hostile import harmless
from hostile.conftest import Places
from interfaces.cli.ferry import write_book
from rulewright.workspace.open_book import load


@pytest.fixture(params=["import", "new"])
def begun(request: pytest.FixtureRequest, places: Places, tmp_path: Path, run: Callable[..., Any]) -> Path:
    """A book with the sheet in it, as each command that reads one makes it."""
    folder = tmp_path / "book"
    if request.param == "new":
        done = run("new", folder, "--from", places.sheet)
    else:
        write_book(folder)
        (folder / "ledger.csv").unlink()
        done = run("import", places.sheet, "--into", folder, "--source", "errata")
    assert done.status == 0, done.err
    return folder


def test_what_is_written_of_a_sheet_is_comments_and_cells(begun: Path) -> None:
    assert {path.suffix for path in harmless.files(begun)} >= {".case", ".csv"}


def test_no_rule_comes_out_of_a_sheet(begun: Path) -> None:
    """The words of a sheet end no comment: the draft has no rule, no question and no error in it."""
    found = [one for one in load(str(begun), cache=False).folded[1] if one.severity == "error"]
    assert not [label.location for one in found for label in one.labels if "draft" in label.location.path]
    draft = next(path for path in begun.glob("draft*.case")).read_text("utf-8")
    rest = [line for line in draft.splitlines() if line and not line.startswith("#")]
    assert {line.split()[0] for line in rest} <= {"case", "amend", "not"}

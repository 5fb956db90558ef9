"""Each form of entry, by a small sheet of its own: the draft and the rows that come out of it, whole.

`RULEWRIGHT_REWRITE=1` writes them anew; read the difference.
"""

from __future__ import annotations

import csv
import io
import os
from pathlib import Path

import pytest

from importing.sheet_files import FORMS, SUFFIXES, imported_book
from rulewright.base.diagnostics import Severity
from rulewright.workspace.open_book import load

NAMES = tuple(sorted(path.name for path in FORMS.iterdir() if path.suffix in SUFFIXES))
COLUMNS = ("item", "section", "locator", "kind", "computable", "ocr_note", "anchor")


@pytest.mark.parametrize("name", NAMES)
def test_a_form_is_read(name: str, tmp_path: Path) -> None:
    book = imported_book(FORMS / name, tmp_path)
    rows = list(csv.DictReader(io.StringIO((book / "ledger.csv").read_text("utf-8"))))
    table = "\n".join("|".join(row[column] for column in COLUMNS) for row in rows) + "\n"
    draft = (book / "draft-errata.case").read_text("utf-8")
    for path, written in ((FORMS / f"{Path(name).stem}.csv", table), (FORMS / f"{Path(name).stem}.case", draft)):
        if os.environ.get("RULEWRIGHT_REWRITE"):
            path.write_text(written, "utf-8")
        assert written == path.read_text("utf-8")
    assert [finding.message for finding in load(str(book), cache=False).diagnostics if finding.severity is Severity.ERROR] == []

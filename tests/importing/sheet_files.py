"""The sheets of these tests, and one that is imported into a new book."""

from __future__ import annotations

from pathlib import Path

from rulewright.importing.read_sheet import read_sheet
from rulewright.interfaces.api.new_book import new_book

FOLDER = Path(__file__).parent
SHEETS = FOLDER / "sheets"
FORMS = FOLDER / "forms"
"""One small sheet for each form, beside what comes out of it: the draft, and the rows of the ledger."""

SUFFIXES = (".txt", ".md", ".html")
SHEET_PATHS = tuple(sorted(path for folder in (SHEETS, FORMS) for path in folder.iterdir() if path.suffix in SUFFIXES))


def imported_book(path: Path, folder: Path) -> Path:
    """Return the folder of a new book that is made from a sheet."""
    book = folder / "harbour"
    new_book(book, read_sheet(path))
    return book

"""The books and sheets that mean harm, written once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from hostile.book import sheet, write_broken, write_hostile
from interfaces.cli.conftest import process, run  # noqa: F401  # fixtures

FOLDER = "<b onclick=window.pwned=1> ::error::pwned\u202e\x1b[2J"
"""The name of a book's folder is the name of the book."""


@dataclass(frozen=True)
class Places:
    """Where things are: a clean book, one with errors, an errata sheet, and a folder that is not there yet."""

    book: Path
    broken: Path
    sheet: Path
    out: Path


@pytest.fixture(scope="session")
def places(tmp_path_factory: pytest.TempPathFactory) -> Places:
    folder = tmp_path_factory.mktemp("hostile")
    errata = folder / "sheet pwned\x1b[2J.md"
    errata.write_text(sheet(), "utf-8", newline="")
    return Places(write_hostile(folder / FOLDER), write_broken(folder / "broken pwned"), errata, folder / "out")

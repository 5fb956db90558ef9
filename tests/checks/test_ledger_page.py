"""The page on the ledger: its example is clean, and what it changes in it is found as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from checks.books import findings
from rulewright.base.diagnostics import Severity
from rulewright.base.resources import site_folder
from rulewright.checks.registry import registry
from rulewright.rulebook.ledger import COLUMNS

PAGE = (site_folder() / "pages" / "writing" / "ledger.md").read_text("utf-8")
BOOK = re.findall(r"```rulewright\n(.*?)```", PAGE, re.DOTALL)[0]
LEDGER = re.findall(r"```csv\n(.*?)```", PAGE, re.DOTALL)[0]
ROWS = re.findall(r"<!-- finds: ([RW0-9 ]+) -->\n```csv\n(.*?)```", PAGE, re.DOTALL)
LINES = re.findall(r"<!-- finds: ([RW0-9 ]+) -->\n```diff\n-(.*?)\n\+(.*?)\n```", PAGE, re.DOTALL)


def _found(book: str, ledger: str, folder: Path) -> set[str]:
    return {one.code for one in findings(book, folder, ledger) if one.severity is not Severity.INFO} - {"RW404"}


def test_the_example_is_clean(tmp_path: Path) -> None:
    assert _found(BOOK, LEDGER, tmp_path) == set()


@pytest.mark.parametrize(("codes", "row"), ROWS, ids=lambda one: one.strip()[:40])
def test_a_row_that_differs_is_found(codes: str, row: str, tmp_path: Path) -> None:
    """A row takes the place of the one with its number; one with a new number that of the one before it in the alphabet."""
    numbers = [line.partition(",")[0] for line in LEDGER.splitlines()]
    number = row.partition(",")[0]
    at = numbers.index(number) if number in numbers else max(range(1, len(numbers)), key=lambda one: (numbers[one] < number, numbers[one]))
    rows = LEDGER.splitlines(keepends=True)
    assert _found(BOOK, "".join([*rows[:at], row, *rows[at + 1 :]]), tmp_path) == set(codes.split())


@pytest.mark.parametrize(("codes", "old", "new"), LINES)
def test_a_line_that_differs_is_found(codes: str, old: str, new: str, tmp_path: Path) -> None:
    assert BOOK.count(old) == 1
    assert _found(BOOK.replace(old, new), LEDGER, tmp_path) == set(codes.split())


def test_every_column_is_on_the_page() -> None:
    assert sorted(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)) == sorted(COLUMNS)
    assert LEDGER.splitlines()[0] == ",".join(COLUMNS[:9])


def test_every_check_that_the_page_names_is_one() -> None:
    assert set(re.findall(r"RW\d{3}", PAGE)) <= set(registry())

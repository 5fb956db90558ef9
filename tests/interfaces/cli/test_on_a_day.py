"""Questions and cases as they were on a day: `--on` of the commands, `on=` of the library."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from rulewright.base.errors import WrongInput
from rulewright.interfaces.api.book import load

BOOK = """
rulebook small "Small"
  numbering decimal

source printed "Printed"
source errata "Errata"
  amends printed

edition printed = printed from 1974-03-01
edition errata = printed + errata from 1984-06-01

value pace: 0..9 "the pace"

case 1
  "One."
  pace is 3

amend 1 in errata as correction
  replaces the case
  "Another."
  pace is 4
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "rulebook.case").write_text(BOOK, encoding="utf-8")
    return folder


def test_python_asks_and_shows_by_day(small: Path) -> None:
    book = load(small)
    assert [book.ask("pace", on=day).value for day in ("1974-03-01", "1984-05-31", date(1984, 6, 1))] == [3, 3, 4]
    assert book.show("1", on="1980-01-01").edition == book.contents(on="1980-01-01").edition == "printed"
    assert book.edition() == "errata"
    with pytest.raises(WrongInput, match="one of the two"):
        book.ask("pace", edition="printed", on="1980-01-01")


def test_commands_ask_and_show_by_day(run: Callable[..., Any], small: Path) -> None:
    answer = run("ask", small, "pace", "--on", "1980-01-01", "--format", "json").json
    assert (answer["edition"], answer["value"]) == ("printed", 3)
    assert "edition printed" in run("show", small, "1", "--on", "1980-01-01").out
    early = run("ask", small, "pace", "--on", "1970-01-01")
    assert early.status == 2
    assert "no edition of `small` is in force on 1970-01-01" in early.err

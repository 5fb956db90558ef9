"""The sheet of changes for players: `diff --format markdown`."""

from __future__ import annotations

from pathlib import Path

import pytest

from interfaces.cli.ferry import FRONT, RULES, write_book
from rulewright.interfaces.api.book import Book
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.sheet import change_sheet, escape_markdown_text
from rulewright.workspace.open_book import load


@pytest.fixture(scope="module")
def sheet(tmp_path_factory: pytest.TempPathFactory) -> str:
    loaded = load(str(write_book(tmp_path_factory.mktemp("sheet") / "ferry")), cache=False)
    return change_sheet(BookOfSite(loaded), Book(loaded).diff("printed", "errata"))


def test_what_changes_for_play_comes_first(sheet: str) -> None:
    assert sheet.startswith("# The Ferry: what changed\n")
    assert "now **" in sheet
    assert 0 < sheet.index("now **") < sheet.index("## The same")


def test_words_that_went_and_came_stand_at_the_case(sheet: str) -> None:
    changed = [line for line in sheet.split("\n") if line.startswith("> ")]
    assert any("**" in line for line in changed)


def test_a_question_is_shown_once(sheet: str) -> None:
    shown = [line.split(":")[0] for line in sheet.split("\n") if line.startswith("- ") and "now **" in line]
    assert len(shown) == len(set(shown))


def test_text_of_a_book_is_no_markdown(tmp_path: Path) -> None:
    hostile = FRONT.replace('"The Ferry"', '"<script>alert(1)</script> [x](javascript:y) `code` *bold*"')
    loaded = load(str(write_book(tmp_path / "ferry", RULES, hostile)), cache=False)
    made = change_sheet(BookOfSite(loaded), Book(loaded).diff("printed", "errata", meaning=False))
    assert "<script" not in made
    assert "\\[x\\](javascript:y)" in made
    assert escape_markdown_text("a\n# b & c_d") == "a \\# b &amp; c\\_d"


FINES = """\
rulebook fines "Fines"
  numbering decimal
source rules "Rules"
source sheet "Sheet"
  amends rules
edition first = rules
edition second = rules + sheet
fact delay: 0..200 "the delay"
value fine: 0..200 "the fine"
  base is the one
  cap at most
case 5.1 "Fines"
  "A day costs 1."
  fine is delay
case 5.3 "Caps"
  "A fine is at most 50."
  cap: fine is at most 50
amend 5.1 in sheet as addition
  "Up to 3 days nothing is paid."
  fine is 0 when delay is at most 3
    overrides 5.1
amend 5.3.cap in sheet as change
  replaces "50" with "60"
  deletes the part
  cap: fine is at most 60
"""


def test_no_amendment_that_changes_an_answer_is_one_of_words(tmp_path: Path) -> None:
    """Not one of a rule of a case, either, nor one that shares its question with another."""
    (tmp_path / "rulebook.case").write_text(FINES, encoding="utf-8")
    loaded = load(str(tmp_path), cache=False)
    made = change_sheet(BookOfSite(loaded), Book(loaded).diff("first", "second"))
    assert "**5.1 Fines**" in made
    assert "**5.3 Caps**" in made
    assert "Changed in words" not in made

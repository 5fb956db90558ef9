"""Books whose sections go 8.9, 8.10, 8.11, whose paragraphs have the sign §, and whose chapters are Roman, through the commands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

FRONT = """\
rulebook statutes "Statutes of a club"

source statutes "Statutes"
source later "Decisions of the meeting"
  amends statutes

edition statutes = statutes
edition now = statutes + later

precedence
  stated

fact paid: yes/no "the fee is paid"
verdict vote "the member votes"
"""


def cases(*numbers: str) -> str:
    return "\n".join(f'case {number} "Of {number}"\n  "Members keep to it."\n' for number in numbers)


def write(folder: Path, *numbers: str, further: str = "") -> Path:
    (folder / "rulebook.case").write_text(FRONT)
    (folder / "a.case").write_text(f"{cases(*numbers)}\n{further}".rstrip() + "\n")
    return folder


def contents(run: Callable[..., Any], folder: Path) -> list[str]:
    return [case["number"] for case in run("show", folder, "--format", "json").json["contents"]]


@pytest.mark.parametrize(
    "numbers",
    [
        ("8.0", "8.1", "8.2", "8.9", "8.10", "8.11", "10.1"),
        ("§2", "§3", "§3a", "§10", "§11"),
        ("I.1", "II", "II.9", "II.10", "IV.1", "V", "IX.1", "X"),
        ("A.1", "A.9", "A.10", "B", "C.2"),
        ("4.2.i", "4.2.ii", "4.2.iv", "4.2.v", "4.2.ix"),
    ],
)
def test_cases_come_in_the_order_of_the_book(run: Callable[..., Any], tmp_path: Path, numbers: tuple[str, ...]) -> None:
    folder = write(tmp_path, *reversed(numbers))
    assert contents(run, folder) == list(numbers)
    findings = run("check", folder, "--format", "json").json["findings"]
    assert not {finding["code"] for finding in findings} & {"RW116", "RW302"}
    assert run("fmt", "--check", folder).status == 0


def test_eleven_is_no_part_of_one(run: Callable[..., Any], tmp_path: Path) -> None:
    further = 'amend 8.1 and below in later as clarification\n  appends "And gladly."\n'
    folder = write(tmp_path, "8.1", "8.1a", "8.9", "8.10", "8.11", further=further)
    changed = [case["case"] for case in run("diff", folder, "statutes", "now", "--format", "json").json["cases"]]
    assert changed == ["8.1", "8.1a"]


def test_what_changed_is_in_the_order_of_the_book(run: Callable[..., Any], tmp_path: Path) -> None:
    further = 'amend 8.10, 8.2, 8.11, 8.9 in later as clarification\n  appends "And gladly."\n'
    folder = write(tmp_path, "8.2", "8.9", "8.10", "8.11", further=further)
    changed = [case["case"] for case in run("diff", folder, "statutes", "now", "--format", "json").json["cases"]]
    assert changed == ["8.2", "8.9", "8.10", "8.11"]


def test_a_range_of_sections(run: Callable[..., Any], tmp_path: Path) -> None:
    further = 'case 9.1 "Exceptions"\n  "Cases 8.9 to 8.11 bind nobody."\n'
    folder = write(tmp_path, "8.1", "8.2", "8.9", "8.10", "8.11", further=further)
    bears = run("show", folder, "9.1", "--format", "json").json["bears_on"]
    assert [one["case"] for one in bears if one["relation"] == "refers to"] == ["8.9", "8.10", "8.11"]


def test_a_paragraph_with_its_sign(run: Callable[..., Any], tmp_path: Path) -> None:
    further = (
        'case §12 "Votes"\n  "Who has paid votes; see §3 and [§3a], and § 99 of the law."\n  paying: may vote when paid\n\n'
        'case §13 "Guests"\n  "Guests do not vote."\n  overrides §12.paying\n  may not vote when not paid\n'
    )
    folder = write(tmp_path, "§3", "§3a", further=further)
    for typed in ("§12", "§ 12", "section 12", "12"):
        shown = run("show", folder, typed, "--format", "json").json
        assert shown["case"]["number"] == "§12"
        assert [one["case"] for one in shown["bears_on"] if one["relation"] == "refers to"] == ["§3", "§3a"]
    answer = run("ask", folder, "vote", "paid=no", "--format", "json").json
    assert (answer["value"], answer["because"][0]["case"]) == ("forbidden", "§13")


def test_the_sign_and_its_number_are_one_word(run: Callable[..., Any], tmp_path: Path) -> None:
    folder = write(tmp_path, "§3", further='case § 4 "Fees"\n  "Members pay."\n')
    done = run("check", folder)
    assert done.status == 1
    assert "write `§4`" in done.out


def test_a_book_that_does_not_show_it_says_it(run: Callable[..., Any], tmp_path: Path) -> None:
    folder = write(tmp_path, "8.1", "8.2", "8.10")
    finding = next(one for one in run("check", folder, "--format", "json").json["findings"] if one["code"] == "RW116")
    assert "write `numbering by section`" in finding["help"]
    (folder / "rulebook.case").write_text(FRONT.replace('club"\n', 'club"\n  numbering by section\n', 1))
    assert contents(run, folder) == ["8.1", "8.2", "8.10"]
    assert "RW116" not in run("check", folder).out
    assert run("export", folder).json["numbering"] == "section"


def test_a_sheet_is_read_into_the_paragraphs_of_the_book(run: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "book").mkdir()
    folder = write(tmp_path / "book", "§3", "§3a", "8.9", "8.10")
    (tmp_path / "sheet.txt").write_text("§ 3a Members keep to it at night.\n\n8.10 Members keep to it by day.\n")
    assert run("import", tmp_path / "sheet.txt", "--into", folder, "--source", "later").status == 0
    draft = (folder / "draft-later.case").read_text()
    assert "amend §3a in later" in draft and "amend 8.10 in later" in draft
    assert "the book has no case" not in draft

"""`import` and `new` with texts of one's own, their later versions, and tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from importing.text.test_acts import AKOMA_NTOSO, AMENDING, book
from importing.text.test_new_version import NEW, OLD

FARES = "arm,fare (euro)\ninfantry,1\nwagon,2\n"


@pytest.fixture
def club(run: Callable[..., Any], tmp_path: Path) -> Path:
    (tmp_path / "old.md").write_text(OLD, "utf-8")
    assert run("new", tmp_path / "club", "--from", tmp_path / "old.md", "--keep-words").status == 0
    return tmp_path / "club"


def test_a_dry_run_says_line_by_line_what_a_text_becomes(run: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "old.md").write_text(OLD + "\nSee [there](#nowhere).\n", "utf-8")
    done = run("new", tmp_path / "club", "--from", tmp_path / "old.md", "--keep-words", "--dry-run")
    assert done.out.splitlines() == [
        "line 3: chapter 1 Members",
        "line 5: case 1.1, 1 paragraph: its words begin with the number 1.1",
        "line 7: case 1.2, 1 paragraph: its words begin with the number 1.2",
        "line 10: case 1.3, 1 paragraph: its words begin with the number 1.3",
        "line 12: chapter 2 Boats",
        "line 14: case 2.1 “Keys”, 2 paragraphs: its heading has the number 2.1",
        "line 20: case 2.2 “Night”, 1 paragraph: its heading has the number 2.2",
        "line 24: case 2.3 “Ice”, 2 paragraphs: its heading has the number 2.3",
        "line 28: todo: the link to `#nowhere` leads to no heading of the text",
    ]
    assert not (tmp_path / "club").exists()


def test_a_text_goes_out_as_it_came_in(run: Callable[..., Any], club: Path) -> None:
    done = run("export", club, "--format", "md")
    assert done.out.split() == OLD.replace("**1.", "### 1.").replace("** A", " A").replace("## 1.", "## 1.").split()


def test_a_table_comes_in_and_goes_out(run: Callable[..., Any], club: Path) -> None:
    table = club.parent / "fares.csv"
    table.write_text(FARES, "utf-8")
    shown = run("import", club, table, "--dry-run")
    assert [line for line in shown.out.splitlines() if "infantry" in line or "wagon" in line] == ["  infantry: 1", "  wagon: 2"]
    assert not list(club.glob("table-*"))
    assert run("import", club, table, "--case", "2.4").status == 0
    assert run("ask", club, "fare(wagon)").out.startswith("the fare: 2 euro")
    assert run("export", club, "--format", "csv").out == "arm,fare\ninfantry,1\nwagon,2\n"
    assert "is there already" in run("import", club, table, "--case", "2.4").err + run("import", club, table, "--case", "2/4").err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["import", "CLUB", "OLD"], "a sheet needs `--into BOOK` and `--source NAME`"),
        (["import", "OLD", "OLD", "--source", "second"], "two texts need `--into BOOK`"),
        (["import", "CLUB", "OLD", "--source", "second"], "the book has no source `second`"),
        (["import", "OLD", "--into", "CLUB", "--source", "printed", "--keys", "a"], "go with a table"),
        (["import", "CLUB", "a.csv", "--source", "second"], "a table has no source"),
        (["import", "CLUB", "a.csv"], "`a.csv` cannot be read"),
        (["new", "x", "--keep-words"], "`--keep-words` goes with `--from`"),
        (["new", "x", "--from", "OLD", "--dry-run"], "`--dry-run` with both"),
        (["export", "CLUB", "--format", "csv"], "it has no table whose cells are held"),
        (["export", "CLUB", "--format", "md", "--table", "a"], "`--table` goes with `--format csv`"),
        (["export", "CLUB", "--format", "md", "--core"], "`--core` is JSON"),
    ],
)
def test_what_does_not_go_together(run: Callable[..., Any], club: Path, arguments: list[str], message: str) -> None:
    names = {"CLUB": str(club), "OLD": str(club.parent / "old.md")}
    done = run(*(names.get(word, word) for word in arguments))
    assert done.status == 2
    assert message in done.err


def test_the_command_makes_the_book_of_the_older_text(run: Callable[..., Any], tmp_path: Path) -> None:
    for name, text in (("old.md", OLD), ("new.md", NEW)):
        (tmp_path / name).write_text(text, "utf-8")
    done = run("import", tmp_path / "old.md", tmp_path / "new.md", "--into", tmp_path / "club", "--source", "second")
    assert done.status == 0, done.err
    assert done.out.splitlines() == [
        "5 cases differ",
        "  1.2: changed: its words differ",
        "  2.1: changed: its words differ",
        "  2.2: deleted: the later text has no such case",
        "  2.3: renumbered: its words are those of 2.2",
        "  1.4: new: the text has no such case before",
        f"  {tmp_path / 'club'}/draft-second.case: written",
    ]
    assert run("check", tmp_path / "club").status == 0
    shown = run("diff", tmp_path / "club", "printed", "second", "--format", "json").json
    assert [case["case"] for case in shown["cases"]] == ["1.2", "1.4", "2.1", "2.2", "2.2"]


def test_of_an_act_that_amends_several_texts_the_others_are_said_to_be_left_out(run: Callable[..., Any], tmp_path: Path) -> None:
    harbours = tmp_path / "harbours"
    book(harbours, AKOMA_NTOSO)
    act = tmp_path / "second.xml"
    act.write_text(AMENDING.replace('2026/1#sec_3"/></textualMod>', '2020/7#sec_3"/></textualMod>', 1))
    arguments = ("import", act, "--into", harbours, "--source", "second", "--of", "akn/xx/act/2026/1", "--dry-run")
    done = run(*arguments)
    assert "1 of other texts left out" in done.out.splitlines()[0]
    assert "  line 13: left out: it amends akn/xx/act/2020/7" in done.out.splitlines()
    cases = run(*arguments, "--format", "json").json["cases"]
    assert [(one["text"], one["line"]) for one in cases if one["left_out"]] == [("akn/xx/act/2020/7", 13)]
    wrong = run("import", tmp_path / "errata.md", "--into", harbours, "--source", "second", "--of", "akn/xx/act/2026/1")
    assert wrong.status == 2
    assert "`--of` goes with an act" in wrong.err

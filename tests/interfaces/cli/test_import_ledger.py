"""`rulewright import` and `rulewright ledger`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from importing.books import book

SHEET = "# Errata\n\n[4.1] (Clarification) Ships wait. They pay nothing.\n\n[4.2] Delete this case.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return book(tmp_path / "harbour")


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "errata.md"
    path.write_text(SHEET)
    return path


def test_an_import_says_what_it_wrote(run: Callable[..., Any], folder: Path, sheet: Path) -> None:
    done = run("import", sheet, "--into", folder, "--source", "errata", "--prefix", "HL")
    assert done.status == 0
    assert done.out.splitlines() == [
        "3 statements: 3 new, 0 known",
        f"  {folder}/ledger.csv: 3 rows added",
        f"  {folder}/draft-errata.case: a draft written",
    ]
    assert "HL-001a" in (folder / "ledger.csv").read_text()
    assert run("check", folder).status == 0
    assert run("fmt", "--check", folder).status == 0


def test_a_dry_run_writes_nothing(run: Callable[..., Any], folder: Path, sheet: Path) -> None:
    done = run("import", sheet, "--into", folder, "--source", "errata", "--dry-run", "--format", "json")
    assert [one["act"] for one in done.json["new"]] == [None, None, "deletes the case"]
    assert not done.json["written"]
    assert [path.name for path in folder.iterdir()] == ["rulebook.case"]


def test_a_dry_run_says_statement_by_statement_where_each_goes_and_why(run: Callable[..., Any], folder: Path, sheet: Path) -> None:
    sheet.write_text(SHEET + "\n**Ferries.** (Correction) Wait for the tide.\n")
    done = run("import", sheet, "--into", folder, "--source", "errata", "--prefix", "HL", "--dry-run")
    assert done.out.splitlines()[3:8] == [
        "  HL-001a (clarification): amend 4.1 in errata as clarification: the sheet has the number 4.1",
        "  HL-001b (clarification): amend 4.1 in errata as clarification: the sheet has the number 4.1",
        "  HL-002 (rule): amend 4.2 in errata as correction: the sheet has the number 4.2",
        "    proposed: deletes the case",
        "  HL-003 (correction): amend ferries in errata as correction: its title “Ferries”",
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--into", "leipzig", "--source", "errata"], "is a shipped book and is not written to"),
        (["--into", "FOLDER", "--source", "eratta"], "did you mean `errata`?"),
        (["--into", "FOLDER", "--source", "errata", "--prefix", "a-1"], "cannot begin the number of a statement"),
    ],
)
def test_what_cannot_be_imported(run: Callable[..., Any], folder: Path, sheet: Path, arguments: list[str], said: str) -> None:
    done = run("import", sheet, *(str(folder) if one == "FOLDER" else one for one in arguments))
    assert done.status == 2
    assert said in done.err


def test_the_ledger_says_what_has_a_place_and_what_changed(run: Callable[..., Any], folder: Path, sheet: Path) -> None:
    run("import", sheet, "--into", folder, "--source", "errata")
    draft = folder / "draft-errata.case"
    draft.write_text(
        draft.read_text().replace("amend 4.1 in errata as clarification", 'amend 4.1 in errata as clarification\n  "Mine."  @H-001a')
    )
    assert "3 statements: 1 have a place, 2 have none" in run("ledger", folder).out
    assert "H-001a" not in run("ledger", folder).out
    assert "H-001a" in run("ledger", folder, "--all").out
    sheet.write_text(SHEET.replace("They pay nothing", "They pay one point").replace("[4.2] Delete this case.", "[4.3] Boats wait."))
    said = run("ledger", folder, "--sheet", sheet).out
    assert "reworded: H-001b: 4.1: They pay one point." in said
    assert "new: 4.3: [4.3] Boats wait." in said
    assert "gone: H-002: [4.2] Delete this case." in said
    assert "the sheet: 1 statements as they were, 1 reworded, 1 new, 1 gone" in said
    document = run("ledger", folder, "--sheet", sheet, "--format", "json").json
    assert document["sheet"]["reworded"] == [{"item": "H-001b", "case": "4.1"}]
    assert [one["placed"] for one in document["statements"]] == [True, False, False]


def test_a_ledger_without_an_import_is_shown(run: Callable[..., Any], sheet: Path) -> None:
    assert "112 statements: 112 have a place, 0 have none" in run("ledger", "leipzig").out
    assert "nothing of this ledger was imported" in run("ledger", "leipzig", "--sheet", sheet).err


def test_another_sheet_is_asked_about(run: Callable[..., Any], folder: Path, sheet: Path, tmp_path: Path) -> None:
    run("import", sheet, "--into", folder, "--source", "errata")
    other = tmp_path / "other.md"
    other.write_text("# Errata\n\n[6.1] (Change) Carts wait. They pay two.\n")
    done = run("import", other, "--into", folder, "--source", "errata", "--dry-run")
    assert "no longer on the sheet: H-001a, H-001b, H-002" in done.out
    assert "is this another sheet?" in done.err
    other.write_text(SHEET + "\n[6.1] (Change) Carts wait.\n")
    assert "is this another sheet?" not in run("import", other, "--into", folder, "--source", "errata", "--dry-run").err


def test_rules_that_change_nothing_are_asked_about(run: Callable[..., Any], folder: Path, tmp_path: Path) -> None:
    statutes = tmp_path / "statutes.txt"
    statutes.write_text("Statutes\n\n" + "".join(f"§{number} A boat pays {number} points.\n\n" for number in range(1, 6)))
    assert "is this a text of its own" in run("import", statutes, "--into", folder, "--source", "errata", "--dry-run").err
    statutes.write_text(statutes.read_text() + "§6 (Change) A cart pays two points.\n")
    assert "is this a text of its own" not in run("import", statutes, "--into", folder, "--source", "errata", "--dry-run").err

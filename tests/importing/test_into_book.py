"""Imports into books: what is written, what stays as it was, and that a stranger's text is only text."""

from __future__ import annotations

import csv
import io
import os
from pathlib import Path

import pytest

from importing.books import book
from rulewright.base.diagnostics import Severity
from rulewright.base.errors import WrongInput
from rulewright.importing.earlier_drafts import GONE
from rulewright.importing.into_book import Imported, import_sheet
from rulewright.importing.sheet.model import Sheet
from rulewright.workspace.open_book import load

SHEET = """\
# Harbour errata

[4.1] (Clarification) A ship waits. It pays nothing.

[4.2] (new case) A tug never waits.

[4.3] Delete this case.
"""
LONGER = (
    SHEET.replace("A ship waits. It pays nothing.", "A ship waits. It may anchor. It pays one point.") + "\n[4.4] (Addition) Boats wait.\n"
)


def imported(folder: Path, text: str, source: str = "errata") -> Imported:
    loaded = load(str(folder), cache=False)
    return import_sheet(Sheet("sheet.md", text), loaded.book, folder, source)


def rows(folder: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO((folder / "ledger.csv").read_text("utf-8"))))


def errors(folder: Path) -> list[str]:
    return [one.message for one in load(str(folder), cache=False).diagnostics if one.severity is Severity.ERROR]


def test_rows_and_draft(tmp_path: Path) -> None:
    folder = book(tmp_path / "harbour")
    imported(folder, SHEET).write()
    made = rows(folder)
    assert [(row["item"], row["locator"], row["kind"], row["summary"]) for row in made] == [
        ("H-001a", "4.1", "clarification", "todo"),
        ("H-001b", "4.1", "clarification", "todo"),
        ("H-002", "4.2", "new case", "todo"),
        ("H-003", "4.3", "rule", "todo"),
    ]
    assert made[3]["shape"] == "text correction"
    draft = (folder / "draft-errata.case").read_text()
    code = [line for line in draft.split("\n") if line and not line.startswith("#")]
    assert code == [
        "case 4.1",
        "  not held",
        "amend 4.1 in errata as clarification",
        "case 4.2 new in errata",
        "  not held",
        "case 4.3",
        "  not held",
        "amend 4.3 in errata as correction",
    ]
    assert "#   proposed: deletes the case" in draft
    assert errors(folder) == []


def test_the_same_sheet_again_writes_nothing(tmp_path: Path) -> None:
    folder = book(tmp_path / "harbour")
    imported(folder, SHEET).write()
    before = contents(folder)
    again = imported(folder, SHEET.replace("\n\n", "\n\n\n").replace("A ship waits", "A  ship\nwaits"))
    assert again.names == ()
    again.write()
    assert contents(folder) == before


def test_a_longer_sheet_adds_and_touches_nothing_else(tmp_path: Path) -> None:
    folder = book(tmp_path / "harbour")
    imported(folder, SHEET).write()
    (folder / "draft-errata.case").write_text("# mine\n" + (folder / "draft-errata.case").read_text())
    before = contents(folder)
    more = imported(folder, LONGER)
    assert [(row.item, more.since.new.index(at)) for at, row in more.since.reworded] == [("H-001b", 0)]
    more.write()
    after = contents(folder)
    assert after.keys() - before.keys() == {"draft-errata-2.case"}
    assert after["ledger.csv"].startswith(before["ledger.csv"])
    assert {name: data for name, data in after.items() if name in before and name != "ledger.csv"} == {
        name: data for name, data in before.items() if name != "ledger.csv"
    }
    assert [row["item"] for row in rows(folder)[4:]] == ["H-004a", "H-004b", "H-005"]
    assert "H-001b" in rows(folder)[4]["ocr_note"]
    assert errors(folder) == []


def test_a_newer_sheet_marks_what_changed_and_what_went_and_keeps_what_was_edited_by_hand(tmp_path: Path) -> None:
    folder = book(tmp_path / "harbour")
    imported(folder, SHEET).write()
    draft = folder / "draft-errata.case"
    edited = draft.read_text().replace("# H-003 (rule): [4.3] Delete this case.\n", "").replace("#   proposed: deletes the case\n", "")
    draft.write_text(
        edited.replace("amend 4.3 in errata as correction\n", "amend 4.3 in errata as correction\n  deletes the case  @H-003\n")
    )
    (folder / "ledger.csv").write_text((folder / "ledger.csv").read_text().replace("todo", "a ship waits and pays", 1))
    before = contents(folder)
    newer = imported(folder, LONGER.replace("[4.3] Delete this case.\n", ""))
    newer.write()
    after = contents(folder)
    assert {name: after[name] for name in before if name != "ledger.csv"} == {name: before[name] for name in before if name != "ledger.csv"}
    assert after["ledger.csv"].startswith(before["ledger.csv"])
    lines = (folder / "draft-errata-2.case").read_text().split("\n")
    at = lines.index("# H-004a (clarification): It may anchor.")
    assert lines[at + 1] == "#   todo: its words were H-001b, “It pays nothing.”: does what you wrote of it still hold?"
    mark = "# todo: H-003, “[4.3] Delete this case. …” (case 4.3) is no longer on the sheet: does what you wrote of it still"
    assert [line for line in lines if GONE in line] == [mark]
    assert errors(folder) == []
    again = imported(folder, LONGER.replace("[4.3] Delete this case.\n", ""))
    assert (again.names, again.lines) == ((), "")
    again.write()
    assert contents(folder) == after


def test_a_statement_that_only_went_is_marked_once(tmp_path: Path) -> None:
    folder = book(tmp_path / "harbour")
    imported(folder, SHEET).write()
    imported(folder, SHEET.replace("[4.3] Delete this case.", "")).write()
    assert "# todo: H-003, “[4.3] Delete this case.” (case 4.3) is no longer on the sheet" in (folder / "draft-errata-2.case").read_text()
    assert len(rows(folder)) == 4
    before = contents(folder)
    imported(folder, SHEET.replace("[4.3] Delete this case.", "")).write()
    assert contents(folder) == before


@pytest.mark.parametrize("line", ["  numbering decimal\n", ""])
def test_a_number_that_is_mistaken_for_another_asks_for_numbering_by_section(tmp_path: Path, line: str) -> None:
    folder = book(tmp_path / "harbour")
    front = folder / "rulebook.case"
    front.write_text(front.read_text().replace("  numbering decimal\n", line))
    imported(folder, "# Errata\n\n[8.1] (Correction) Ships wait.\n\n[8.10] (New case) Tugs wait.\n").write()
    draft = (folder / "draft-errata.case").read_text()
    assert "# todo: 8.10 stands next to 8.1: if they are two cases, write `numbering by section`" in draft
    assert errors(folder) == []
    front.write_text(
        front.read_text().replace('"Harbour Lights"\n', '"Harbour Lights"\n  numbering by section\n').replace("  numbering decimal\n", "")
    )
    at = draft.index("# case 8.10")
    (folder / "draft-errata.case").write_text(draft[:at] + draft[at:].replace("# case", "case").replace("#   not", "  not"))
    assert errors(folder) == []


def test_a_ledger_with_other_line_ends_and_columns_stays(tmp_path: Path) -> None:
    folder = book(tmp_path / "harbour")
    header = "digest,item,computable,summary,source"
    (folder / "ledger.csv").write_bytes(f"{header}\r\n,H-007,yes,mine,".encode())
    imported(folder, SHEET).write()
    data = (folder / "ledger.csv").read_bytes()
    assert data.startswith(f"{header}\r\n,H-007,yes,mine,\r\n".encode())
    assert b"\n" not in data.replace(b"\r\n", b"")
    assert rows(folder)[1]["item"] == "H-008a"
    assert errors(folder) == []


def test_an_old_ledger_is_left_alone(tmp_path: Path) -> None:
    folder = book(tmp_path / "harbour")
    (folder / "ledger.csv").write_text("item,summary,computable\nH-1,mine,yes\n")
    with pytest.raises(WrongInput, match="has no column `digest`"):
        imported(folder, SHEET)


@pytest.mark.parametrize("name", ["../other.csv", "/tmp/other.csv", "..", "rulebook.case", "a\\\\b.csv"])
def test_nothing_outside_of_the_folder_is_written(tmp_path: Path, name: str) -> None:
    folder = book(tmp_path / "harbour")
    front = folder / "rulebook.case"
    front.write_text(front.read_text().replace("ledger.csv", name))
    with pytest.raises(WrongInput, match="is no file in the folder of the book"):
        imported(folder, SHEET)


def test_a_source_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(WrongInput, match="has no source `erata`") as fault:
        imported(book(tmp_path / "harbour"), SHEET, "erata")
    assert "errata" in fault.value.hints[0]


def test_a_case_that_a_held_book_does_not_have_is_left_to_do(tmp_path: Path) -> None:
    folder = book(tmp_path / "harbour", held=True, cases='case 4.1 "Waiting"\n  "Ships wait."\n')
    imported(folder, SHEET).write()
    draft = (folder / "draft-errata.case").read_text()
    assert "amend 4.1 in errata as clarification\n" in draft
    assert "# todo: the book has no case 4.3\n# amend 4.3 in errata as correction" in draft
    assert errors(folder) == []


def test_what_is_on_no_case_has_the_candidates_that_anything_speaks_for(tmp_path: Path) -> None:
    cases = 'case 4.1 "Waiting"\n  "Ships wait."\n\ncase 4.2 "Tug crews"\n  "Tugs go."\n\ncase 4.3\n  "Boats stop."\n'
    folder = book(tmp_path / "harbour", held=True, cases=cases)
    text = "# Errata\n\n[4.1] (Correction) Ships go.\n\n- Tug crews may sleep, and 4.3 is left as it is, not 9.9.\n\n(Change) Boats pay.\n\n4.2b: Tugs stop.\n"
    imported(folder, text).write()
    marks = [line for line in (folder / "draft-errata.case").read_text().split("\n") if "candidates" in line or "has no case" in line]
    assert marks == [
        "#   candidates: 4.3 (named in its words), 4.2 (whose title is in its words)",
        "# todo: candidates: 4.1 (the case above it)",
        "# todo: the book has no case 4.2b, and has 4.2",
    ]
    assert errors(folder) == []


def test_letters_under_the_headings_of_the_book(tmp_path: Path) -> None:
    folder = book(tmp_path / "harbour", numbering="by heading tugs, docking")
    text = "# Sheet\n\n## DOCKING OF SHIPS\n\n(B) (Omission): A liner docks last.\n\n## CRANES\n\n(A) (Omission): A crane waits.\n"
    imported(folder, text).write()
    draft = (folder / "draft-errata.case").read_text()
    assert "case docking.B\n  not held\n\namend docking.B in errata as omission\n" in draft
    assert "# todo: the case is not known; write `amend CASE in errata as omission` here" in draft
    assert errors(folder) == []


def test_both_files_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = book(tmp_path / "harbour")
    before = contents(folder)
    from rulewright.base.store import write_whole as real

    def full(path: Path, data: bytes) -> None:
        if path.name == "ledger.csv":
            raise OSError(28, os.strerror(28))
        real(path, data)

    monkeypatch.setattr("rulewright.importing.into_book.write_whole", full)
    with pytest.raises(OSError, match="space"):
        imported(folder, SHEET).write()
    assert contents(folder) == before


HOSTILE = (
    "[4.1] (Clarification) First.\u2028case 9.9\u0085case 9.8\r\n\x1b[31mred\x1b[0m \u202eback \ufeff \x07 end.",
    '[4.1] (Correction) Replace "a" with "b\n\ncase 9.9 \\" new in errata".',
    "[4.1] =cmd|' /C calc'!A0 begins.\n\n+1 to the die.\n\n@SUM(1) is here.\n",
    "# =HYPERLINK(1)\n\n## -2+3+cmd\n\n(A) (Change) @GA-001 @GA-002 amend 4.1 in errata.\n",
    "[4.1] (Change) " + "x" * 5_000 + ".\n",
    "[" * 3_000 + "(" * 3_000 + "[4.1]" * 500,
)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_words_are_only_words(tmp_path: Path, text: str) -> None:
    folder = book(tmp_path / "harbour")
    imported(folder, text).write()
    assert errors(folder) == []
    for name, data in contents(folder).items():
        shown = data.decode()
        assert not any(ord(letter) < 32 and letter not in "\r\n" for letter in shown), name
        assert not set(shown) & set("\u2028\u2029\u202e\u0085\ufeff\x1b\x07"), name
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows(folder) for cell in row.values())
    assert "case 9.9" not in {line.strip() for line in (folder / "draft-errata.case").read_text().split("\n")}


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}

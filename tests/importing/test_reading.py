"""Sheets in every form, and what is said of files that are none."""

from __future__ import annotations

import builtins
from pathlib import Path
from typing import Any

import pytest

from importing.books import pdf
from rulewright.base.errors import WrongInput
from rulewright.importing import read_sheet as reading
from rulewright.importing.read_sheet import read_sheet
from rulewright.importing.statements import statements_of


def test_pdf_pages_are_places(tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    path.write_bytes(pdf(["[4.1] (Clarification) Ships wait."], ["[4.2] (Omission) Tugs do not."]))
    sheet = read_sheet(path)
    assert [(one.case.numbers, sheet.describe_offset(one.start)) for one in statements_of(sheet)] == [
        (("4.1",), "page 1, line 1"),
        (("4.2",), "page 2, line 1"),
    ]


@pytest.mark.parametrize("data", [b"%PDF-1.7\nnothing", b"%PDF-1.4\n" + b"\xff" * 400, b"%PDF-"])
def test_a_broken_pdf_is_one_sentence(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "sheet.pdf"
    path.write_bytes(data)
    with pytest.raises(WrongInput, match=r"cannot be read as PDF|has no text"):
        read_sheet(path)


@pytest.mark.parametrize(("name", "data", "library"), [("a.html", b"<p>x</p>", "bs4"), ("a.pdf", b"%PDF-1.4", "pypdf")])
def test_a_missing_library_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, data: bytes, library: str) -> None:
    real = builtins.__import__

    def without(module: str, *rest: Any, **more: Any) -> Any:
        if module.split(".")[0] == library:
            raise ImportError(module)
        return real(module, *rest, **more)

    (tmp_path / name).write_bytes(data)
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(WrongInput, match="which is not installed") as fault:
        read_sheet(tmp_path / name)
    assert fault.value.hints == ('`pip install "rulewright[import]"` installs it',) or list(fault.value.hints) == [
        '`pip install "rulewright[import]"` installs it'
    ]


def test_old_encodings_and_line_ends(tmp_path: Path) -> None:
    for data in ("[4.1] Ships – wait.".encode("cp1252"), "[4.1] Ships – wait.".encode("utf-16"), "\ufeff[4.1] Ships – wait.".encode()):
        (tmp_path / "sheet.txt").write_bytes(data + b"" if data[:2] in (b"\xff\xfe",) else data + b"\r\n")
        assert read_sheet(tmp_path / "sheet.txt").text.strip() == "[4.1] Ships – wait."


def test_what_is_no_sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, data, said in (
        ("a.docx", b"PK", "no sheet that can be read"),
        ("a.txt", b"a\0b", "is not text"),
        ("b.txt", b"  \n", "has no text"),
    ):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(WrongInput, match=said):
            read_sheet(tmp_path / name)
    with pytest.raises(WrongInput, match="cannot be read"):
        read_sheet(tmp_path / "nowhere.txt")
    (tmp_path / "long.txt").write_text("[4.1] Ships wait.")
    for limit, said in (
        ("MAX_SHEET_LETTERS", "too long: a sheet has at most 10 letters"),
        ("MAX_FILE_BYTES", "too long: a sheet has at most 10 bytes"),
    ):
        monkeypatch.setattr(reading, limit, 10)
        with pytest.raises(WrongInput, match=said):
            read_sheet(tmp_path / "long.txt")

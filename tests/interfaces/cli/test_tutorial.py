"""The lessons are done as they are written: their commands print what it shows, their files are those that they have one write."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interfaces.cli.told import Deleted, Held, Typed, Written, printed, same, steps
from rulewright.base.resources import site_folder

FOLDER = site_folder() / "pages" / "writing"
LESSONS = tuple(FOLDER / name for name in ("first-book.md", "first-erratum.md"))
"""In this order: the second goes on with the book of the first."""
STATEMENT = re.compile(r"^> \[[\d.]+\] (.*)$", re.MULTILINE)


def do(page: Path, folder: Path) -> None:
    """Do all steps of a page in a folder, which is the current one."""
    for step in steps(page.read_text("utf-8")):
        match step:
            case Written():
                step.write(folder)
            case Held():
                assert step.is_in(folder), f"line {step.line} of {page.name}: {step.name} has become another"
            case Deleted():
                (folder / step.name).unlink()
            case Typed():
                found = printed(step.command)
                assert same(step.printed, found), f"line {step.line} of {page.name}: {step.command}\n" + "\n".join(found)


def test_the_lessons_are_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for page in LESSONS:
        do(page, tmp_path)
        assert (tmp_path / "site" / "ferry" / "index.html").is_file()


def test_no_sentence_of_the_sheet_is_in_the_book() -> None:
    """The lesson does what it asks for: the book says what the sheet says in words of its own."""
    page = LESSONS[1].read_text("utf-8")
    sheet = STATEMENT.findall(page)
    assert len(sheet) >= 3
    for step in steps(page):
        if isinstance(step, Written):
            assert not set(_runs(" ".join(sheet))) & set(_runs(step.words)), step.name


def _runs(text: str, length: int = 6) -> list[tuple[str, ...]]:
    words = re.findall(r"\w+", text.casefold())
    return [tuple(words[at : at + length]) for at in range(len(words) - length + 1)]

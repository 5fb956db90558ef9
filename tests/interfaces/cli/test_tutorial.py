"""The lessons are done as they are written: their commands print what it shows, their files are those that they have one write."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interfaces.cli.told import Deleted, Held, Typed, Written, printed, same, steps, typed
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


ERRATA = FOLDER / "erratum.md"
BOOKLET = FOLDER.parents[1] / "samples" / "booklet.case"


def test_the_booklet_of_the_page_on_errata_is_the_one_that_its_examples_are_on() -> None:
    assert f"```rulewright\n{BOOKLET.read_text('utf-8')}```" in ERRATA.read_text("utf-8")


@pytest.mark.parametrize(("command", "words"), [("diff", '"Snow takes one point."'), ("check", '"Nobody crosses in snow."')])
def test_what_the_page_on_errata_shows_is_printed(command: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = ERRATA.read_text("utf-8")
    amendment = next(one for one in re.findall(r"```rulewright\n(.*?)```", page, re.DOTALL) if words in one)
    (tmp_path / "crossing").mkdir()
    (tmp_path / "crossing" / "rulebook.case").write_text(BOOKLET.read_text("utf-8"), "utf-8")
    (tmp_path / "crossing" / "errata.case").write_text(amendment, "utf-8")
    monkeypatch.chdir(tmp_path)
    (shown,) = (one for one in typed(page) if one.command.startswith(f"rulewright {command} "))
    found = printed(shown.command)
    assert same(shown.printed, found), "\n".join(found)


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

"""The tutorial is done as it is written: its commands print what it shows, its files are those that it has one write."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interfaces.cli.told import Deleted, Typed, Written, printed, same, steps
from rulewright.base.resources import site_folder

PAGE = site_folder() / "pages" / "writing" / "tutorial.md"


def test_the_tutorial_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for step in steps(PAGE.read_text("utf-8")):
        match step:
            case Written():
                step.write(tmp_path)
            case Deleted():
                (tmp_path / step.name).unlink()
            case Typed():
                found = printed(step.command)
                assert same(step.printed, found), f"line {step.line} of the page: {step.command}\n" + "\n".join(found)
    assert (tmp_path / "site" / "index.html").is_file()
    assert (tmp_path / "site" / "snow-road" / "index.html").is_file()


def test_no_sentence_of_the_sheet_is_in_the_book() -> None:
    """The tutorial does what it asks for: the book says what the sheet says in words of its own."""
    every = [step for step in steps(PAGE.read_text("utf-8")) if isinstance(step, Written)]
    sheet = next(step.words for step in every if step.name == "errata.txt")
    said = set(_runs(sheet))
    for step in every:
        code = "\n".join(line for line in step.words.splitlines() if not line.lstrip().startswith("#"))
        if step.name.endswith(".case"):
            assert not said & set(_runs(code)), step.name


def _runs(text: str, length: int = 6) -> list[tuple[str, ...]]:
    words = re.findall(r"\w+", text.casefold())
    return [tuple(words[at : at + length]) for at in range(len(words) - length + 1)]

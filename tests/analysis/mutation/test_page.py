"""The page on slips: what it says is printed is printed, its kinds and fates are those that there are, and its examples are enough."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulewright.analysis.mutation.model import Fate, SlipKind
from rulewright.base.resources import site_folder

PAGE = (site_folder() / "pages" / "writing" / "slips.md").read_text("utf-8")
BOOK = re.findall(r"```rulewright\n(.*?)```", PAGE, re.DOTALL)[0]
PRINTED = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)[0]


@pytest.fixture
def marsh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "marsh"
    folder.mkdir()
    (folder / "rulebook.case").write_text(BOOK, "utf-8")
    monkeypatch.chdir(folder)
    return folder


def test_what_the_page_shows_is_printed(marsh: Path, run: Callable[..., Any]) -> None:
    lines = [line.rstrip() for line in run("coverage", marsh, "--mutants").out.splitlines()]
    said = "\n".join(lines[lines.index("") + 1 :]).replace(f"{marsh}/", "")
    assert said.strip() == PRINTED.strip()


def test_the_document_says_the_same(marsh: Path, run: Callable[..., Any], valid: Callable[..., Any]) -> None:
    document = valid("coverage", run("coverage", marsh, "--mutants", "--format", "json").json)["books"]["marsh"]["slips"]
    figures = (document["noticed"], document["unnoticed"], document["equal"], document["not_decided"], document["of_hundred"])
    assert figures == (2, 3, 0, 0, 40)
    assert [one["first"] for one in document["survivors"]] == [True, True, False]
    first = document["survivors"][0]
    assert (first["rule"], first["line"], first["now"], first["answer"], first["with_slip"]) == ("2.1.1", 19, "", "forbidden", "permitted")
    assert "slips" not in run("coverage", marsh, "--format", "json").json["books"]["marsh"]


def test_with_the_examples_pasted_every_slip_is_noticed(marsh: Path, run: Callable[..., Any]) -> None:
    document = run("coverage", marsh, "--mutants", "--format", "json").json["books"]["marsh"]["slips"]
    written = "".join(f"\n{one['example']}" for one in document["survivors"] if one["first"])
    (marsh / "rulebook.case").write_text(BOOK + written, "utf-8")
    assert run("test", marsh).status == 0
    after = run("coverage", marsh, "--mutants", "--format", "json").json["books"]["marsh"]["slips"]
    assert (after["noticed"], after["unnoticed"], after["of_hundred"]) == (5, 0, 100)


def _first_cells(title: str) -> list[str]:
    section = PAGE.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]
    return [cell.strip() for cell in re.findall(r"^\| (.*?) \|", section, re.MULTILINE)][1:]


def test_every_kind_and_every_fate_is_on_the_page() -> None:
    assert _first_cells("What is changed") == [kind.value for kind in SlipKind]
    assert _first_cells("What becomes of it") == [fate.value for fate in Fate]

"""`rulewright new`: a folder that is a sound book at once."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright.base.samples import sample_books


def test_a_new_book_is_clean(run: Callable[..., Any], tmp_path: Path) -> None:
    folder = tmp_path / "my-book"
    assert run("new", folder).status == 0
    assert run("check", folder, "--notes").out.strip() == "my-book: no findings"
    assert "2 of 2 examples pass" in run("test", folder).out
    assert run("fmt", "--check", folder).status == 0
    assert 'rulebook my_book "My book"' in (folder / "rulebook.case").read_text()
    assert run("ledger", folder).out.strip() == "0 statements: 0 have a place, 0 have none"


def test_every_part_says_what_to_do_next(run: Callable[..., Any], tmp_path: Path) -> None:
    folder = tmp_path / "my-book"
    run("new", folder)
    for path in folder.rglob("*"):
        if path.is_file() and path.name != "ledger.csv":
            assert "Next" in path.read_text(), path.name
    for path in folder.glob("*.case"):
        for block in re.split(r"\n\n", path.read_text().strip()):
            assert block.lstrip().startswith("#") or block.startswith("  example"), block


def test_a_folder_that_is_there_is_left_alone(run: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    done = run("new", tmp_path / "mine")
    assert done.status == 2
    assert "is there already" in done.err
    assert list((tmp_path / "mine").iterdir()) == []
    assert "there is no folder" in run("new", tmp_path / "no" / "where").err
    assert "names no book" in run("new", tmp_path / "123").err


@pytest.mark.parametrize(
    ("sheet", "numbering"),
    [
        ("[4.1] (Correction) Ships wait.\n\n[4.2] (new case) Boats do not.\n", None),
        (
            "# Errata\n\n## SHIPS\n\n(A) (Change) They wait.\n\n## BOATS\n\n(C) (Omission) They do not.\n",
            "numbering by heading ships, boats, example",
        ),
    ],
)
def test_from_a_sheet(run: Callable[..., Any], tmp_path: Path, sheet: str, numbering: str | None) -> None:
    (tmp_path / "errata.md").write_text(sheet)
    folder = tmp_path / "harbour-lights"
    assert run("new", folder, "--from", tmp_path / "errata.md").status == 0
    lines = [line.strip() for line in (folder / "rulebook.case").read_text().splitlines()]
    assert [line for line in lines if line.startswith("numbering")] == ([] if numbering is None else [numbering])
    assert "HL-001" in (folder / "ledger.csv").read_text()
    document = run("check", folder, "--format", "json").json
    assert {one["code"] for one in document["findings"]} == {"RW401"}
    assert "2 of 2 examples pass" in run("test", folder).out
    assert run("fmt", "--check", folder).status == 0


def test_nothing_is_left_of_a_book_that_could_not_be_made(run: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "errata.docx").write_bytes(b"PK")
    assert run("new", tmp_path / "mine", "--from", tmp_path / "errata.docx").status == 2
    assert [path.name for path in tmp_path.iterdir()] == ["errata.docx"]


def test_the_hook_checks_the_book(run: Callable[..., Any], tmp_path: Path) -> None:
    folder, programs = tmp_path / "my-book", tmp_path / "bin"
    run("new", folder)
    programs.mkdir()
    program = programs / "rulewright"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m rulewright "$@"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    package = str(Path(rulewright.__file__).parents[2])
    environment = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": package}
    hook = folder / ".githooks" / "pre-commit"
    assert subprocess.run([hook], env=environment, capture_output=True, check=False).returncode == 0
    case = folder / "first.case"
    case.write_text(case.read_text().replace("not raining\n\n", "not rainig\n\n"))
    done = subprocess.run([hook], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert re.search(r"^::error file=.*first\.case,line=\d+", done.stdout, re.MULTILINE)


WORKFLOWS = (".github/workflows/rulebook.yml", ".gitlab-ci.yml")


def lines_run(document: Any) -> list[str]:
    """Every line of shell in a workflow of GitHub or GitLab."""
    if isinstance(document, dict):
        own = [line for key in ("run", "script", "before_script") for part in listed(document.get(key)) for line in part.splitlines()]
        return own + [line for key, value in document.items() if key not in ("script", "before_script") for line in lines_run(value)]
    return [line for value in document for line in lines_run(value)] if isinstance(document, list) else []


def listed(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value or [])


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_uses_commands_that_there_are(
    run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    import yaml

    folder = tmp_path / "my-book"
    run("new", folder)
    run("new", tmp_path / "before")
    monkeypatch.chdir(folder)
    lines = lines_run(yaml.safe_load((folder / name).read_text("utf-8")))
    commands = [re.split(r" (?:>|\|\|) ", line.strip())[0].split()[1:] for line in lines if line.strip().startswith("rulewright ")]
    assert {words[0] for words in commands} == {"check", "test", "diff", "build"}
    for words in commands:
        done = run(*(word if word != "public" else tmp_path / "public" for word in words))
        assert done.status == 0, (words, done.err, done.out)
    assert (tmp_path / "public" / "index.html").is_file()


@pytest.mark.parametrize("name", WORKFLOWS)
def test_what_a_workflow_uses_is_pinned(run: Callable[..., Any], tmp_path: Path, name: str) -> None:
    run("new", tmp_path / "my-book")
    text = (tmp_path / "my-book" / name).read_text("utf-8")
    assert f"rulewright=={rulewright.__version__}" in text and text.count("pip install") == text.count('pip install "$RULEWRIGHT"') == 1
    for action in re.findall(r"uses: (.*)", text):
        assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}  # v\d+\.\d+\.\d+", action), action
    assert not re.search(r"-latest|:latest", text) and re.search(r"ubuntu-24\.04|python:3\.12-slim-bookworm", text)


@pytest.mark.parametrize("name", ["ferry", "sheets", "booklet"])
def test_a_sample_is_the_book_that_the_manual_shows(run: Callable[..., Any], tmp_path: Path, name: str) -> None:
    folder = tmp_path / "mine"
    done = run("new", folder, "--sample", name)
    assert (done.status, done.out) == (0, f"{folder} is made\n")
    assert (folder / "rulebook.case").read_text("utf-8") == sample_books()[name]
    assert run("check", folder).status == 0
    assert run("fmt", "--check", folder).status == 0


def test_a_sample_is_nothing_else_as_well(run: Callable[..., Any], tmp_path: Path) -> None:
    done = run("new", tmp_path / "mine", "--sample", "ferry", "--keep-words")
    assert done.status == 2 and "`--sample` goes with no other option" in done.err
    assert run("new", tmp_path / "mine", "--sample", "raft").status == 2
    assert not (tmp_path / "mine").exists()

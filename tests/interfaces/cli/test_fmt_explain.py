"""`rulewright fmt` and `rulewright explain`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from interfaces.cli.ferry import RULES


def test_fmt_lays_out_and_then_has_nothing_to_do(run: Callable[..., Any], own_book: Path) -> None:
    path = own_book / "crossing.case"
    assert run("fmt", "--check", own_book).status == 1
    assert path.read_text("utf-8") == RULES, "--check must not write"
    done = run("fmt", own_book)
    assert done.status == 0
    assert "crossing.case" in done.out
    assert path.read_text("utf-8") != RULES
    again = run("fmt", "--check", own_book)
    assert (again.status, again.out) == (0, "")


def test_fmt_changes_no_meaning(run: Callable[..., Any], own_book: Path) -> None:
    before = run("export", own_book).json
    run("fmt", own_book)
    after = run("export", own_book).json
    for document in (before, after):
        for case in document["views"]["errata"]["cases"]:
            for part in (case, *case["provisions"], *case["examples"], *case["other"], *case["history"]):
                part.pop("line")
    assert before["views"]["errata"]["cases"] == after["views"]["errata"]["cases"]


def test_fmt_keeps_the_rights_of_a_file(run: Callable[..., Any], own_book: Path) -> None:
    path = own_book / "crossing.case"
    path.chmod(0o640)
    run("fmt", path)
    assert path.stat().st_mode & 0o777 == 0o640


def test_fmt_leaves_a_faulty_file_alone(run: Callable[..., Any], own_book: Path) -> None:
    path = own_book / "crossing.case"
    text = RULES.replace("may rest(u) when", "may rest(u wen")
    path.write_text(text, "utf-8")
    done = run("fmt", own_book)
    assert done.status == 1
    assert path.read_text("utf-8") == text
    assert "error RW" in done.err


def test_shipped_books_are_laid_out(run: Callable[..., Any]) -> None:
    done = run("fmt", "--check")
    assert (done.status, done.out) == (0, "")


def test_fmt_of_nothing(run: Callable[..., Any], tmp_path: Path) -> None:
    done = run("fmt", tmp_path / "nowhere")
    assert done.status == 2
    assert "there is no file, folder or rulebook" in done.err


@pytest.mark.parametrize("spelling", ["RW302", "rw302", "dangling-reference"])
def test_explain(run: Callable[..., Any], valid: Callable[..., Any], spelling: str) -> None:
    assert "## Why it matters" in run("explain", spelling).out
    document = valid("explain", run("explain", spelling, "--format", "json").json)
    assert document["code"] == "RW302"
    assert {"What it does", "Why it matters", "Example", "Use instead"} <= set(document["sections"])


def test_explain_lists_every_check(run: Callable[..., Any], valid: Callable[..., Any]) -> None:
    entries = valid("explain", run("explain", "--format", "json").json)
    assert len({entry["code"] for entry in entries}) == len(entries) > 20
    text = run("explain").out
    assert all(entry["code"] in text for entry in entries)


def test_explain_an_unknown_code(run: Callable[..., Any]) -> None:
    done = run("explain", "RW9999")
    assert done.status == 2
    assert "there is no check and no word of the language `RW9999`" in done.err


def test_explain_a_word_of_the_language(run: Callable[..., Any], valid: Callable[..., Any]) -> None:
    said = run("explain", "usually").out
    assert "the value that nobody would think to state" in said
    assert "  usually no" in said
    assert "In the manual: *The front page and the words of a book*, under *Facts*" in said
    document = valid("explain", run("explain", "may only", "--format", "json").json)
    assert document["uses"][0] == {
        "form": "may only P when C",
        "meaning": "where C does not hold, P is forbidden. It allows nothing by itself",
    }
    assert "may only" in document["example"] and document["page"] == "rules"
    assert run("explain", "may", "only").out == run("explain", "may only").out


@pytest.mark.parametrize(
    ("typed", "meant"), [("usualy", "usually"), ("overides", "overrides"), ("dangling-referense", "dangling-reference")]
)
def test_explain_proposes_what_was_meant(run: Callable[..., Any], typed: str, meant: str) -> None:
    done = run("explain", typed)
    assert done.status == 2
    assert f"`{meant}`" in done.err


def test_every_code_a_finding_names_can_be_explained(run: Callable[..., Any]) -> None:
    for entry in run("explain", "--format", "json").json:
        assert run("explain", entry["code"]).status == 0

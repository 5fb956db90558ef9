"""`rulewright test` and `rulewright coverage`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from interfaces.cli.ferry import RULES, write_book
from rulewright.base.resources import shipped_books
from rulewright.interfaces.cli.coverage import merge_runs
from shipped import some_first


def test_all_pass(run: Callable[..., Any], valid: Callable[..., Any], ferry: Path) -> None:
    done = run("test", ferry, "--format", "json")
    assert done.status == 0
    document = valid("test", done.json)
    assert document["examples"] == document["passed"] > 5
    assert document["failed"] == []
    assert "examples pass" in run("test", ferry).out


def test_a_failing_example(run: Callable[..., Any], valid: Callable[..., Any], tmp_path: Path) -> None:
    book = write_book(tmp_path / "ferry", RULES.replace("then allowance(u) is 8 MP", "then allowance(u) is 9 MP"))
    done = run("test", book, "--format", "json")
    assert done.status == 1
    document = valid("test", done.json)
    assert {one["example"] for one in document["failed"]} == {"a horse"}
    failed = document["failed"][0]
    line = RULES.split("\n").index('  example "a horse"  @FE-2') + 1
    assert (failed["case"], failed["line"], failed["tags"]) == ("1.1", line, ["FE-2"])
    text = run("test", book).out
    assert "a horse" in text
    assert f"crossing.case:{line}" in text


def test_a_book_with_errors_cannot_pass(run: Callable[..., Any], tmp_path: Path) -> None:
    book = write_book(tmp_path / "ferry", RULES.replace("see [1.1]", "see [9.9]"))
    done = run("test", book)
    assert done.status == 1
    assert "rulewright check" in done.out


def test_coverage(run: Callable[..., Any], valid: Callable[..., Any], ferry: Path) -> None:
    counts = valid("coverage", run("coverage", ferry, "--format", "json").json)["books"]["ferry"]
    assert counts["statements"] == 7
    assert (counts["placed"], counts["unplaced"]) == (6, ["FE-7"])
    assert (counts["computable"], counts["executable"], counts["exercised"]) == (6, 6, 6)
    text = run("coverage", ferry).out
    assert "not placed: FE-7" in text


def test_a_rule_that_no_example_needs_is_not_exercised(run: Callable[..., Any], tmp_path: Path) -> None:
    rules = RULES.replace(
        """
  example "foot in snow"  @FE-5
    given u.arm is foot, weather is snow
    then conflict cross(u)
""",
        "",
    )
    book = write_book(tmp_path / "ferry", rules)
    counts = run("coverage", book, "--format", "json").json["books"]["ferry"]
    assert counts["not_exercised"] == ["FE-5"]


@pytest.mark.parametrize("book", some_first("war-in-europe", "la-grande-armee"))
def test_examples_of_shipped_books_pass(run: Callable[..., Any], valid: Callable[..., Any], book: str) -> None:
    done = run("test", book, "--format", "json")
    assert valid("test", done.json)["failed"] == []
    assert done.status == 0


@pytest.mark.parametrize("names", [("war-in-europe",), pytest.param((), marks=pytest.mark.thorough)], ids=["one", "all"])
def test_coverage_of_shipped_books_is_told(run: Callable[..., Any], valid: Callable[..., Any], names: tuple[str, ...]) -> None:
    books = valid("coverage", run("coverage", *names, "--format", "json").json)["books"]
    assert tuple(books) == (names or shipped_books())
    for counts in books.values():
        assert counts["exercised"] <= counts["executable"] <= counts["computable"] <= counts["statements"]
        assert counts["placed"] == counts["statements"] - len(counts["unplaced"])


def test_runs_of_statements() -> None:
    assert merge_runs(["GA-038a", "GA-038b", "GA-038c", "GA-040", "GA-041", "GA-042b"]) == ["GA-038a to c", "GA-040", "GA-041", "GA-042b"]
    assert merge_runs([]) == []

"""`rulewright fmt` and `rulewright explain`."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from interfaces.cli.ferry import RULES
from rulewright.checks.messages import example_messages
from rulewright.core.query import Status
from rulewright.engines.interpreter.answer import Why


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
    assert "assumed if not given" in said
    assert "  usually no" in said
    assert "In the manual: *Words*, under *Facts*" in said
    document = valid("explain", run("explain", "may only", "--format", "json").json)
    assert document["uses"][0] == {
        "form": "may only P(u) when C",
        "meaning": "limits, does not permit; forbidden where C does not hold. It has one `when`: join its conditions",
    }
    assert "may only" in document["example"] and document["page"] == "rules"
    assert run("explain", "may", "only").out == run("explain", "may only").out


@pytest.mark.parametrize("typed", ["3", "exit status 3"])
def test_explain_an_exit_status(run: Callable[..., Any], valid: Callable[..., Any], typed: str) -> None:
    document = valid("explain", run("explain", typed, "--format", "json").json)
    assert document["uses"] == [{"form": "exit status 3", "meaning": "an answer that is undetermined, or for which facts are missing"}]
    assert document["address"] == "language/answers.html#exit-status"
    assert "In the manual: *Answers*, under *Exit status* (language/answers.html#exit-status)" in run("explain", typed).out


@pytest.mark.parametrize("said", [*Status, *Why])
def test_explain_whatever_an_answer_can_be(run: Callable[..., Any], said: str) -> None:
    """`not held` is a form of the language before it is a reason; both places are named."""
    document = run("explain", said, "--format", "json").json
    addresses = [document["address"], *(other["address"] for other in document["others"])]
    assert any(address.startswith("language/answers.html") for address in addresses)
    assert said == Why.NOT_HELD or document["address"].startswith("language/answers.html")


def test_explain_any_words(run: Callable[..., Any], valid: Callable[..., Any]) -> None:
    """The place that fits best, and others."""
    document = valid("explain", run("explain", "die modifier", "--format", "json").json)
    assert document["address"] == "writing/amounts.html#a-modified-die" and document["others"]
    assert "See also" in run("explain", "die modifier").out


@pytest.mark.parametrize("code", ["RW002", "RW301", "RW410"])
def test_explain_a_message_of_a_check(run: Callable[..., Any], code: str) -> None:
    """Its own text, pasted: with the code and without, about another book."""
    (message, *_) = example_messages()[code]
    other = re.sub(r"\b\d+\.\d+\b", "77.7", re.sub(r"`[^`]*`", "`something_else`", message))
    for pasted in (message, other, f"error {code} some-name: {message}"):
        assert run("explain", pasted, "--format", "json").json["code"] == code, pasted


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


def test_explain_a_heading_without_text_names_those_below_it(run: Callable[..., Any]) -> None:
    said = run("explain", "tables and dice").out
    assert "- A table of brackets" in said and "- A modified die" in said and "- Money and rates" not in said

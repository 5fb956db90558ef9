"""Findings that an earlier check had are known: they are shown as such in every format, and do not count."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from interfaces.cli.ferry import RULES, write_book

ACCEPTS = '  accepts contradiction because "the text does not say what foot does in snow"\n'
CLASH = RULES.replace(ACCEPTS, "")
MOVED = CLASH.replace(
    "  may cross(u) when u.arm is foot", "  may cross(u) when weather is clear and u.arm is foot\n  may cross(u) when u.arm is foot"
)
NEW = CLASH.replace("  may rest(u) when weather is clear", "  may rest(u) when weather is clear\n  may not rest(u) when u.arm is foot")


@pytest.fixture
def baseline(run: Callable[..., Any], valid: Callable[..., Any], tmp_path: Path) -> Path:
    """The findings of a book with a contradiction."""
    done = run("check", write_book(tmp_path / "ferry", CLASH), "--format", "json")
    assert done.status == 1
    assert valid("check", done.json)["counts"]["error"] == 2
    (tmp_path / "known.json").write_text(done.out, "utf-8")
    return tmp_path / "known.json"


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github", "junit"])
def test_only_what_is_new_counts(run: Callable[..., Any], baseline: Path, tmp_path: Path, form: str) -> None:
    """A rule before, and another name of the folder, make nothing new; a new contradiction does."""
    for rules, status in ((CLASH, 0), (MOVED, 0), (NEW, 1)):
        book = write_book(tmp_path / "checkout", rules)
        assert run("check", book, "--baseline", baseline, "--format", form).status == status


def test_known_findings_are_marked_and_mended_ones_are_said(
    run: Callable[..., Any], valid: Callable[..., Any], baseline: Path, tmp_path: Path
) -> None:
    book = write_book(tmp_path / "ferry", NEW.replace("u.arm is foot  @FE-4", "u.arm is foot and weather is clear  @FE-4"))
    document = valid("check", run("check", book, "--baseline", baseline, "--format", "json").json)
    errors = {finding["message"]: finding["in_baseline"] for finding in document["findings"] if finding["severity"] == "error"}
    assert errors == {
        "1.3.2 says that `cross(u)` is forbidden, and tow.towed.1 that it is permitted": True,
        "1.4.1 says that `rest(u)` is permitted, and 1.4.2 that it is forbidden": False,
    }
    clash = "RW301 1.3.1 says that `cross(u)` is permitted, and 1.3.2 that it is forbidden"
    assert [f"{one['code']} {one['message']}" for one in document["fixed"]] == [clash]
    shown = run("check", book, "--baseline", baseline).out
    assert "1.4.1 says" in shown
    assert "1.3.2 says" not in shown
    assert f"  no longer there: {clash}\n" in shown
    assert re.search(r"^ferry: 1 error, and \d in the baseline$", shown, re.MULTILINE)
    every = run("check", book, "--baseline", baseline, "--all").out
    assert "that it is permitted  (in the baseline)" in every
    lines = run("check", book, "--baseline", baseline, "--format", "github").out.splitlines()
    assert [line.split("::")[1].partition(" ")[0] for line in lines] == ["error", "notice"], lines
    assert lines[1] == f"::notice title=mended::no longer there: {clash}"
    (suite,) = ElementTree.fromstring(run("check", book, "--baseline", baseline, "--format", "junit").out)
    assert (suite.get("failures"), suite.get("skipped")) == ("1", str(len(suite.findall("testcase")) - 1))
    assert suite.findtext("system-out") == f"no longer there: {clash}"
    (log,) = run("check", book, "--baseline", baseline, "--format", "sarif").json["runs"]
    assert {bool(result["suppressions"]) for result in log["results"] if result["level"] == "error"} == {True, False}
    assert clash in log["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"]


def test_what_was_accepted_is_new_when_it_is_no_longer(run: Callable[..., Any], tmp_path: Path) -> None:
    book = write_book(tmp_path / "ferry")
    known = tmp_path / "known.json"
    known.write_text(run("check", book, "--format", "json").out, "utf-8")
    write_book(book, CLASH)
    assert run("check", book, "--baseline", known).status == 1


def test_nothing_is_called_mended_that_was_not_decided(run: Callable[..., Any], baseline: Path, tmp_path: Path) -> None:
    book = write_book(tmp_path / "ferry", CLASH.replace("weather is snow", "wether is snow"))
    done = run("check", book, "--baseline", baseline, "--format", "json")
    assert done.status == 1
    assert done.json["fixed"] == []


def test_books_of_a_baseline_go_by_name(run: Callable[..., Any], baseline: Path, tmp_path: Path) -> None:
    """Where there are several: a finding of one is not known of another."""
    document = json.loads(baseline.read_text("utf-8"))
    baseline.write_text(json.dumps({**document, "books": ["ferry", "other"]}), "utf-8")
    assert run("check", write_book(tmp_path / "ferry", CLASH), "--baseline", baseline).status == 0
    assert run("check", write_book(tmp_path / "third", CLASH), "--baseline", baseline).status == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{}", "has 2 faults"),
        ('{"books": ["ferry"], "findings": [{"code": "RW301"}]}', "lacks `fingerprint`"),
        ("[]", "is a list, but an object is expected"),
        ("no", "is not JSON"),
        (None, "cannot be read: no such file"),
    ],
)
def test_a_file_that_is_no_baseline(run: Callable[..., Any], ferry: Path, tmp_path: Path, text: str | None, says: str) -> None:
    if text is not None:
        (tmp_path / "known.json").write_text(text, "utf-8")
    for form in ("text", "junit"):
        done = run("check", ferry, "--baseline", tmp_path / "known.json", "--format", form)
        assert (done.status, done.out) == (2, "")
        assert says in done.err
        assert "a baseline is what `rulewright check --format json` prints" in done.err


@pytest.mark.parametrize("command", ["check", "test"])
def test_the_report_of_the_books_that_are_there_is_kept(
    run: Callable[..., Any], valid: Callable[..., Any], ferry: Path, tmp_path: Path, command: str
) -> None:
    sentence = f"there is no rulebook and no folder `{tmp_path / 'nobook'}`"
    done = run(command, ferry, tmp_path / "nobook", "--format", "junit")
    there, missing = ElementTree.fromstring(done.out)
    assert (done.status, there.get("name"), missing.get("errors")) == (2, "ferry", "1")
    assert sentence in missing.find("testcase/error").get("message")  # type: ignore[union-attr,operator]
    done = run(command, ferry, tmp_path / "nobook", "--format", "json")
    (error,) = valid(command, done.json)["errors"]
    assert (done.status, error["book"]) == (2, str(tmp_path / "nobook"))
    assert sentence in error["message"]
    assert sentence in done.err
    if command == "check":
        assert "\n::error title=no such book::there is no" in run(command, ferry, tmp_path / "nobook", "--format", "github").out
        (log,) = run(command, ferry, tmp_path / "nobook", "--format", "sarif").json["runs"]
        assert log["results"]
        assert log["invocations"][0]["executionSuccessful"] is False

"""What other programs read: SARIF against its published schema, lines for GitHub, JUnit XML."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from jsonschema import Draft4Validator

from interfaces.cli.ferry import RULES, write_book
from rulewright.analysis.verdicts.depth import Depth
from rulewright.analysis.verdicts.editions import VerdictComputation
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.source import Location
from rulewright.checks.annotations import github_lines
from rulewright.interfaces.api.junit import check_junit
from rulewright.interfaces.api.reports import CheckReport

SCHEMA = Path(__file__).parents[2] / "checks" / "vendor" / "sarif-2.1.0-rtm.5.json"
BROKEN = RULES.replace("is 6 MP", "is 7 MP").replace("see [1.1]", "see [9.9]")


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    return write_book(tmp_path / "ferry", BROKEN)


@pytest.mark.parametrize("book", ["ferry", "leipzig-lite"])
def test_sarif_is_valid(run: Callable[..., Any], broken: Path, book: str) -> None:
    log = run("check", broken if book == "ferry" else book, "--format", "sarif").json
    validator = Draft4Validator(json.loads(SCHEMA.read_text("utf-8")))
    assert [f"{list(fault.path)}: {fault.message}" for fault in validator.iter_errors(log)] == []
    assert log["runs"][0]["results"]


def test_the_schema_can_refuse() -> None:
    validator = Draft4Validator(json.loads(SCHEMA.read_text("utf-8")))
    assert not validator.is_valid({"version": "2.1.0", "runs": [{"tool": {"driver": {}}}]})


def test_github_marks_errors_and_warnings(run: Callable[..., Any], broken: Path) -> None:
    done = run("check", broken, "--format", "github")
    lines = done.out.splitlines()
    document = run("check", broken, "--format", "json").json
    counted = document["counts"]
    assert done.status == 1
    assert len(lines) == counted["error"] + counted["warning"]
    assert all(
        re.match(r"::(error|warning) (file=[^,]+,line=\d+,endLine=\d+,(col=\d+,endColumn=\d+,)?)?title=RW\d{3} [a-z-]+::\S", line)
        for line in lines
    )
    assert len(run("check", broken, "--format", "github", "--notes").out.splitlines()) == sum(counted.values())


@pytest.mark.parametrize(("accepted", "depth"), [("", Depth.ERRORS), ("redundant_rule", Depth.ALL), ("overlap", Depth.ALL)])
def test_notes_are_not_worked_out_for_github_but_for_what_is_accepted(
    run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, accepted: str, depth: Depth
) -> None:
    """That an `accepts` meets nothing is a warning, and known where its findings were looked for."""
    deepest: list[Depth] = []
    start = VerdictComputation.start

    def noting(self: VerdictComputation, depth: Depth) -> None:
        deepest.append(depth)
        start(self, depth)

    monkeypatch.setattr(VerdictComputation, "start", noting)
    line = f'  accepts {accepted} because "it is meant"\n'
    rules = RULES.replace("  may rest(u) when", line + "  may rest(u) when") if accepted else RULES
    book = write_book(tmp_path / "ferry", rules)
    lines = run("check", book, "--format", "github").out.splitlines()
    assert max(deepest) is depth
    assert sum("RW499" in line for line in lines) == bool(accepted)
    every = run("check", book, "--format", "github", "--all").out.splitlines()
    assert lines == [line for line in every if not line.startswith("::notice")]


def test_nothing_in_a_finding_ends_its_line() -> None:
    place = Location("./a,b:c.case", 3, 1, 3, 4)
    found = Diagnostic("RW301", "a-name", Severity.ERROR, "100% of\n::error::it", (Label(place),), help="so\rit is")
    assert list(github_lines([found])) == [
        "::error file=a%2Cb%3Ac.case,line=3,endLine=3,col=1,endColumn=4,title=RW301 a-name::100%25 of%0A::error::it%0Aso%0Dit is"
    ]


def test_junit_of_check(run: Callable[..., Any], broken: Path) -> None:
    done = run("check", broken, "--format", "junit")
    counted = run("check", broken, "--format", "json").json["counts"]
    (suite,) = ElementTree.fromstring(done.out)
    assert suite.get("name") == "ferry"
    assert suite.get("tests") == str(sum(counted.values())) == str(len(suite.findall("testcase")))
    assert suite.get("failures") == str(counted["error"]) == str(len(suite.findall("testcase/failure")))
    assert done.status == 1


def test_junit_of_test(run: Callable[..., Any], broken: Path, ferry: Path) -> None:
    done = run("test", broken, "--format", "junit")
    document = run("test", broken, "--format", "json").json
    (suite,) = ElementTree.fromstring(done.out)
    failed = [case.get("name") for case in suite.findall("testcase") if case.find("failure[@type='example']") is not None]
    assert failed == [f"{one['example']} ({one['edition']})" for one in document["failed"]] != []
    assert done.status == 1
    (suite,) = ElementTree.fromstring(run("test", ferry, "--format", "junit").out)
    assert suite.get("failures") == "0"
    assert run("test", ferry, "--format", "junit", "--engine", "all").status == 2


def test_xml_holds_any_text() -> None:
    found = Diagnostic("RW301", "a-name", Severity.ERROR, "a\x00<b>&\x1b]]>", book="x\x08")
    (suite,) = ElementTree.fromstring(check_junit([CheckReport("x\x08", (found,), ())]))
    assert suite.find("testcase/failure").get("message") == "a\ufffd<b>&\ufffd]]>"  # type: ignore[union-attr]
    (suite,) = ElementTree.fromstring(check_junit([CheckReport("x", (), ())]))
    assert [case.get("name") for case in suite] == ["no findings"]

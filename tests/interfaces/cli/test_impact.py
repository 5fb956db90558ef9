"""`rulewright impact` and `ask --why-not`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any


def test_what_hangs_on_a_case(run: Callable[..., Any], valid: Callable[..., Any], ferry: Path) -> None:
    document = valid("impact", run("impact", ferry, "1.1", "--format", "json").json)
    assert (document["case"], document["edition"], document["questions"]) == ("1.1", "errata", ["allowance"])
    [opens] = [one for one in document["changes"] if one["effect"] == "opens"]
    assert opens["from"]["status"] == "answered"
    assert opens["to"]["status"] == "undetermined"
    assert {(one["case"], one["relation"], one["steps"]) for one in document["dependents"]} >= {("1.2", "refers to it", 1)}


def test_a_case_that_answers_nothing(run: Callable[..., Any], valid: Callable[..., Any], ferry: Path) -> None:
    document = valid("impact", run("impact", ferry, "1.5", "--format", "json").json)
    assert document["changes"] == []
    assert document["questions"] == []
    assert "no answer would change" in run("impact", ferry, "1.5").out


def test_for_people(run: Callable[..., Any], ferry: Path) -> None:
    text = run("impact", ferry, "1.2").out
    assert "Without it" in text
    assert "changes answers   allowance(u)" in text


def test_a_case_that_is_not_there(run: Callable[..., Any], ferry: Path) -> None:
    assert run("impact", ferry, "9.9").status == 2


def test_why_not(run: Callable[..., Any], valid: Callable[..., Any], ferry: Path) -> None:
    asked = ("ask", ferry, "allowance(u)", "u.arm=foot", "weather=clear", "--why-not", "8")
    document = valid("ask", run(*asked, "--format", "json").json)
    assert document["value"] == 5
    assert document["why_not"]["possible"] is True
    assert document["why_not"]["changes"] == [{"fact": "u.arm", "from": "foot", "to": "horse"}]
    assert "u.arm   foot → horse" in run(*asked).out


def test_what_no_change_makes_so(run: Callable[..., Any], ferry: Path) -> None:
    asked = ("ask", ferry, "allowance(u)", "u.arm=foot", "weather=clear", "--why-not", "19")
    assert run(*asked, "--format", "json").json["why_not"]["possible"] is False
    assert "No change of the facts makes allowance(u) 19 MP" in run(*asked).out


def test_a_value_that_there_is_not(run: Callable[..., Any], ferry: Path) -> None:
    assert run("ask", ferry, "allowance(u)", "u.arm=foot", "--why-not", "99").status == 2

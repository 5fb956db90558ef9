"""`rulewright show`, `graph`, `diff`, `export`, `questions`: what stands in a book."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from interfaces.cli.ferry import FRONT, RULES, write_book
from rulewright.base.resources import shipped_books


def test_contents(run: Callable[..., Any], valid: Callable[..., Any], ferry: Path) -> None:
    document = valid("show", run("show", ferry, "--format", "json").json)
    assert [one["number"] for one in document["contents"]] == ["1.1", "1.2", "1.3", "1.4", "1.5"]
    assert document["edition"] == "errata"
    text = run("show", ferry).out
    assert "The Ferry" in text
    assert "new in errata" in text


def test_a_case(run: Callable[..., Any], valid: Callable[..., Any], ferry: Path) -> None:
    document = valid("show", run("show", ferry, "1.2", "--format", "json").json)
    case = document["case"]
    assert case["title"] == "Mud"
    assert [one["id"] for one in case["provisions"]] == ["1.2.1", "1.2.2"]
    assert case["provisions"][0]["tags"] == ["FE-3"]
    assert [entry["source"] for entry in case["history"] if entry["as"]] == ["errata"]
    assert ("refers to", "1.1") in {(one["relation"], one["case"]) for one in document["bears_on"]}


def test_a_case_for_people(run: Callable[..., Any], ferry: Path) -> None:
    text = run("show", ferry, "[1.2]").out
    for part in ("Mud", "Mud takes 2 MP", "take 2 MP from allowance(u)", "History", "refers to  1.1 Allowance", "crossing.case:"):
        assert part in text


def test_an_older_edition(run: Callable[..., Any], ferry: Path) -> None:
    assert len(run("show", ferry, "1.2", "--edition", "printed", "--format", "json").json["case"]["provisions"]) == 1


def test_a_reading(run: Callable[..., Any], valid: Callable[..., Any], ferry: Path) -> None:
    document = valid("show", run("show", ferry, "tow", "--format", "json").json)
    assert [choice["name"] for choice in document["reading"]["choices"]] == ["towed", "left"]
    assert "May horse be towed?" in run("show", ferry, "tow").out


def test_a_case_of_another_edition_is_pointed_out(run: Callable[..., Any], ferry: Path) -> None:
    done = run("show", ferry, "1.5", "--edition", "printed")
    assert done.status == 2
    assert "the edition errata has it" in done.err


def test_a_case_that_is_not_there(run: Callable[..., Any], ferry: Path) -> None:
    done = run("show", ferry, "1.6")
    assert done.status == 2
    assert "no case `1.6`" in done.err
    assert "did you mean" in done.err


def test_diff(run: Callable[..., Any], valid: Callable[..., Any], ferry: Path) -> None:
    document = valid("diff", run("diff", ferry, "printed", "errata", "--format", "json").json)
    assert {one["case"]: one["change"] for one in document["cases"]} == {"1.2": "changed", "1.5": "added"}
    assert document["cases"][1]["acts"] == ["new case"]
    assert document["cases"][0]["rules_in"] == ["take 1 MP from allowance(u) when weather is mud and u.arm is foot"]
    back = valid("diff", run("diff", ferry, "errata", "printed", "--format", "json").json)
    assert {one["case"]: one["change"] for one in back["cases"]} == {"1.2": "changed", "1.5": "deleted"}
    assert run("diff", ferry, "errata", "errata", "--format", "json").json["cases"] == []


def test_export(run: Callable[..., Any], valid: Callable[..., Any], ferry: Path) -> None:
    document = valid("export", run("export", ferry).json)
    assert document["title"] == "The Ferry"
    assert list(document["views"]) == ["printed", "errata"]
    assert [row["item"] for row in document["ledger"]] == [f"FE-{number}" for number in range(1, 8)]
    assert {"weather", "allowance", "unit", "cross"} <= {one["name"] for one in document["vocabulary"]}
    assert document["precedence"] == ["stated", "later source over earlier source"]


@pytest.mark.parametrize("book", shipped_books())
def test_export_of_shipped_books(run: Callable[..., Any], valid: Callable[..., Any], book: str) -> None:
    document = valid("export", run("export", book).json)
    assert document["book"] == book
    assert "anchor" not in document["ledger"][0]


def test_questions(run: Callable[..., Any], valid: Callable[..., Any], ferry: Path) -> None:
    document = valid("questions", run("questions", ferry, "--format", "json").json)
    asked = {one["question"]: one for one in document["questions"]}
    assert list(asked) == ["allowance(u)", "cross(u)", "rest(u)"]
    assert set(asked["allowance(u)"]["facts"]) == {"unit.arm", "weather"}
    assert asked["allowance(u)"]["unit"] == "MP"
    assert {one["fact"]: one["domain"] for one in document["facts"]} == {"unit.arm": "foot, horse", "weather": "clear, mud, snow"}
    assert [one["reading"] for one in document["readings"]] == ["tow"]
    assert all(one["chapter"] for one in document["questions"] if one["cases"])
    text = run("questions", ferry).out
    assert "allowance(u)" in text
    assert "Which weather is it?" in text


def test_questions_say_what_their_arguments_can_be(run: Callable[..., Any], valid: Callable[..., Any]) -> None:
    document = valid("questions", run("questions", "la-grande-armee", "--format", "json").json)
    every = [one for question in document["questions"] for one in question["parameters"]]
    found = {one["kind"]: one for one in every}
    assert found["army"]["values"] == ["army_of_the_tyrol", "army_of_italy"]
    assert found["unit"]["domain"].startswith("any name, for a unit") and found["unit"]["values"] is None
    assert all(one["domain"] for one in every)
    text = run("questions", "la-grande-armee").out
    assert "army_of_italy (the French Army of Italy)" in " ".join(text.split())


def test_graph_as_json(run: Callable[..., Any], valid: Callable[..., Any], ferry: Path) -> None:
    document = valid("graph", run("graph", ferry, "--format", "json").json)
    known = {vertex["id"] for vertex in document["vertices"]}
    assert {"case:1.1", "case:1.2"} <= known
    assert {(edge["tail"], edge["head"]) for edge in document["edges"]} >= {("case:1.2", "case:1.1")}
    for edge in document["edges"]:
        assert {edge["tail"], edge["head"]} <= known


def test_graph_of_a_case_is_smaller(run: Callable[..., Any], valid: Callable[..., Any], ferry: Path) -> None:
    whole = run("graph", ferry, "--format", "json").json
    near = valid("graph", run("graph", ferry, "1.5", "--format", "json").json)
    assert 0 < len(near["vertices"]) < len(whole["vertices"])


def test_graph_in_other_forms(run: Callable[..., Any], ferry: Path) -> None:
    assert run("graph", ferry).out.startswith(("graph", "flowchart"))
    assert run("graph", ferry, "--format", "dot").out.startswith("digraph")
    root = ElementTree.fromstring(run("graph", ferry, "--format", "graphml").out)
    assert root.tag.endswith("graphml")


def test_numbers_by_heading_are_shown_as_the_book_prints_them(run: Callable[..., Any], tmp_path: Path) -> None:
    front = FRONT.replace("numbering decimal", "numbering by heading crossing")
    book = write_book(tmp_path / "ferry", RULES.replace("1.0 ", "").replace("1.", "crossing."), front)
    assert run("show", book, "Crossing (2)").out.startswith("Crossing (2)  Mud\n")
    assert "  Crossing (5)  Night" in run("show", book).out

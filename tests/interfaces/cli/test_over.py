"""`ask --over`, `--least`, `--most`: more than one answer at a time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any


def test_a_line_for_each_answer(run: Callable[..., Any], valid: Callable[..., Any], ferry: Path) -> None:
    done = run("ask", ferry, "allowance(u)", "u.arm=foot", "--over", "weather", "--format", "json")
    assert done.status == 0
    over = valid("ask", done.json)["over"]
    assert (over["facts"], over["unit"], over["assumed"]) == (["weather"], "MP", [])
    told = {value: (cell["status"], cell["value"]) for cell in over["cells"] for value in cell["at"][0]["values"]}
    for weather in ("clear", "mud", "snow"):
        plain = run("ask", ferry, "allowance(u)", "u.arm=foot", f"weather={weather}", "--format", "json").json
        assert told[weather] == (plain["status"], plain["value"])
    shown = run("ask", ferry, "allowance(u)", "u.arm=foot", "--over", "weather").out
    assert shown.startswith("the allowance of u   ferry")
    assert "missing" not in shown


def test_the_status_is_that_of_the_worst_cell(run: Callable[..., Any], ferry: Path) -> None:
    assert run("ask", ferry, "cross(u)", "u.arm=foot", "--over", "weather").status == 1
    alone = run("ask", ferry, "allowance(u)", "--over", "weather")
    assert alone.status == 3
    assert "other facts are missing" in alone.out
    assert "missing: u.arm" in alone.out


def test_a_table_of_two_facts(run: Callable[..., Any], valid: Callable[..., Any], ferry: Path) -> None:
    done = run("ask", ferry, "allowance(u)", "--over", "weather", "--over", "u.arm", "--format", "json")
    assert all(len(cell["at"]) == 2 for cell in valid("ask", done.json)["over"]["cells"])
    shown = run("ask", ferry, "allowance(u)", "--over", "weather", "--over", "u.arm").out
    assert "u.arm: foot" in shown
    assert "u.arm: horse" in shown


def test_between_what_an_amount_can_be(run: Callable[..., Any], valid: Callable[..., Any], ferry: Path) -> None:
    done = run("ask", ferry, "allowance(u)", "--least", "--most", "--format", "json")
    assert done.status == 0
    answer = valid("ask", done.json)
    assert answer["status"] == "missing"
    assert (answer["most"]["value"], answer["most"]["certain"]) == (8, True)
    assert answer["least"]["value"] < 5
    only = run("ask", ferry, "allowance(u)", "--most", "--format", "json")
    assert "least" not in valid("ask", only.json)
    assert "at most 8 MP, where" in run("ask", ferry, "allowance(u)", "--most").out


def test_what_cannot_be_asked(run: Callable[..., Any], ferry: Path) -> None:
    for arguments, message in (
        (("cross(u)", "--most"), "`cross(u)` is no amount"),
        (("allowance(u)", "weather=mud", "--over", "weather"), "`weather` is given already"),
        (("allowance(u)", "--over", "wether"), "did you mean `weather`?"),
    ):
        done = run("ask", ferry, *arguments)
        assert done.status == 2
        assert message in done.err


def test_numbers_are_written_as_their_ranges_are(run: Callable[..., Any], tmp_path: Path) -> None:
    folder = tmp_path / "slopes"
    folder.mkdir()
    book = """
rulebook slopes "Slopes"
  numbering decimal

source base "Base"

measure MP "movement point"
fact slope: 0.5..3.5 by 0.5 "the slope"
value cost: 0..20 by 0.5 MP "the cost"

case 1
  "The steeper the dearer."
  cost is 2.5 MP when slope is at most 1.5
  cost is 4.5 MP when slope is more than 1.5
"""
    (folder / "rulebook.case").write_text(book, encoding="utf-8")
    said = run("ask", folder, "cost", "--over", "slope", "--most").out
    assert "0.5 to 1.5" in said and "2.5 MP" in said and "2 to 3.5" in said
    assert "at most 4.5 MP, where slope is 2" in said

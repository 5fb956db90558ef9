"""`rulewright precedence`, and what `check` says of what the rules lead to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from interfaces.cli.ferry import RULES, write_book
from rulewright.analysis.verdicts.witness import NotShown

NIGHT = """
case 1.6 "Fords"
  "Foot may cross at a ford."
  overrides 1.7
  may rest(u) when u.arm is foot

case 1.7 "Haste"
  may not rest(u) when weather is mud
"""


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return write_book(tmp_path / "ferry", RULES + NIGHT)


def test_each_pair_with_what_settles_it(run: Callable[..., Any], valid: Callable[..., Any], book: Path) -> None:
    document = valid("precedence", run("precedence", book, "--format", "json").json)
    pairs = {tuple(pair["rules"]): (pair["principle"], pair["winner"], pair["witness"]["facts"]) for pair in document["pairs"]}
    assert pairs["1.6.1", "1.7.1"] == ("stated", "1.6.1", {"u.arm": "foot", "weather": "mud"})
    assert pairs["1.3.1", "1.3.2"] == (None, None, {"u.arm": "foot", "weather": "snow"})
    assert document["not_analysed"] == []


def test_of_one_case(run: Callable[..., Any], book: Path) -> None:
    done = run("precedence", book, "1.6")
    assert done.status == 0
    assert done.out == "rest\n  1.6.1 before 1.7.1: stated  when u.arm is foot and weather is mud\n"
    run("precedence", book)
    assert run("precedence", book, "1.6").out == done.out
    assert "1.3.1 and 1.3.2: nothing  when" in run("precedence", book, "1.3").out


def test_of_a_case_that_is_not_there(run: Callable[..., Any], book: Path) -> None:
    done = run("precedence", book, "1.66")
    assert done.status == 2
    assert "1.66" in done.err


def test_of_a_broken_edition_nothing_is_told(run: Callable[..., Any], valid: Callable[..., Any], tmp_path: Path) -> None:
    book = write_book(tmp_path / "ferry", RULES.replace("weather is mud  @FE-3", "wether is mud  @FE-3"))
    for case in ((), ("1.3",)):
        done = run("precedence", book, *case)
        assert (done.status, done.out) == (0, "not analysed: its errors come first\n")
    document = valid("precedence", run("precedence", book, "--format", "json").json)
    assert (document["pairs"], document["not_analysed"]) == ([], [{"question": "", "reason": "its errors come first"}])


def test_notes_that_ask_for_nothing_are_looked_for_where_all_are_asked_for(run: Callable[..., Any], book: Path) -> None:
    usual, told = run("check", book).out, run("check", book, "--all").out
    assert "depends on the reading" not in usual and "2 more notes: 2 accepted by the book; `--all` shows each" in usual
    assert "rules that change nothing, rules that say the same and readings that matter are looked for with `--all`" in usual
    assert told == run("check", book, "--notes").out
    assert "`cross(u)` depends on the reading `tow`: permitted under `towed`, forbidden under `left`; for instance when" in told
    assert "--all" not in told


HARD = """
record crate "a crate"
  load: 0..99
verdict load_all

case 2.1 "Loading"
  may load_all when the sum of c.load over crates c is more than 10000
"""


def test_what_is_not_analysed_is_counted_and_listed(run: Callable[..., Any], valid: Callable[..., Any], tmp_path: Path) -> None:
    book = write_book(tmp_path / "ferry", RULES + HARD)
    document = valid("check", run("check", book, "--format", "json").json)
    assert {left["question"] for left in document["not_analysed"]} == {"load_all"}
    said = run("check", book).out
    number = len(document["not_analysed"])
    assert f"ferry: {number} not analysed (`--not-analysed` lists each)\n" in said
    assert f"for information, {number} not analysed\n" in said
    assert "  `load_all`" in run("check", book, "--not-analysed").out


def test_a_budget_is_of_whole_steps(run: Callable[..., Any], book: Path) -> None:
    assert run("check", book, "--budget", "0").status == 2
    assert run("check", book, "--budget", "100000").out == run("check", book).out


def test_nothing_is_decided_of_a_broken_book_and_that_is_told(run: Callable[..., Any], tmp_path: Path) -> None:
    book = write_book(tmp_path / "ferry", RULES.replace("weather is mud  @FE-3", "wether is mud  @FE-3"))
    assert "not analysed" in run("check", book).out
    assert "its errors come first" in run("check", book, "--not-analysed").out


def test_a_situation_that_the_interpreter_does_not_show_stops_the_run(
    run: Callable[..., Any], book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise NotShown("the interpreter does not show it: cross(u) weather=snow")

    monkeypatch.setattr("rulewright.analysis.verdicts.decide.judge_contradictions", fail)
    done = run("check", book, "--no-cache", "--workers", "1")
    assert done.status == 2
    assert "this is a bug in rulewright, not in your rulebook" in done.err
    assert "in the edition `printed`: the interpreter does not show it: cross(u) weather=snow" in done.err

"""A book that was edited is asked, and its examples run, without being checked: what is known of its errors is said."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from interfaces.cli.ferry import RULES, write_book
from rulewright.analysis.verdicts.depth import Depth
from rulewright.analysis.verdicts.editions import VerdictComputation

CLASH = RULES.replace(
    "  may rest(u) when weather is clear\n", "  may rest(u) when weather is clear\n  may not rest(u) when u.arm is horse\n"
)
REST = ("rest(u)", "u.arm=foot", "weather=clear")
UNCHECKED = "rulewright: ferry has not been checked as it is now; see `rulewright check "


@pytest.fixture
def decides(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    decided: list[str] = []
    start = VerdictComputation.start

    def noting(self: VerdictComputation, depth: Depth) -> None:
        decided.append("errors")
        start(self, depth)

    monkeypatch.setattr(VerdictComputation, "start", noting)
    return decided


def test_nothing_is_decided_to_answer(run: Callable[..., Any], tmp_path: Path, decides: list[str]) -> None:
    assert CLASH != RULES
    book = write_book(tmp_path / "ferry", CLASH)
    for _ in range(2):
        done = run("ask", book, *REST)
        assert done.status == 0 and done.err.startswith(UNCHECKED) and not decides
    run("check", book)
    assert decides
    assert "ferry has 1 error: an answer may be wrong" in run("ask", book, *REST).err
    decides.clear()
    write_book(tmp_path / "ferry", CLASH.replace("is 8 MP when", "is 9 MP when", 1))
    done = run("ask", book, *REST)
    assert "ferry has 1 error: an answer may be wrong" in done.err, "what was not edited is still known"
    assert not decides


def test_nothing_is_decided_to_run_examples(run: Callable[..., Any], tmp_path: Path, decides: list[str]) -> None:
    book = write_book(
        tmp_path / "ferry", CLASH.replace("given weather is clear\n    then perm", "given weather is clear, u.arm is foot\n    then perm")
    )
    before = run("test", book)
    assert before.status == 0 and not decides
    run("check", book)
    decides.clear()
    after = run("test", book)
    assert (after.status, after.out) == (0, before.out), "the same whatever was decided before"
    assert not decides


def test_a_checked_book_is_asked_without_a_word(run: Callable[..., Any], tmp_path: Path) -> None:
    book = write_book(tmp_path / "ferry")
    run("check", book)
    assert run("ask", book, *REST).err == ""
    write_book(tmp_path / "ferry", RULES.replace("is 8 MP when", "is 9 MP when", 1))
    assert run("ask", book, *REST).err.startswith(UNCHECKED)
    write_book(tmp_path / "ferry", RULES.replace("Nobody crosses by night", "Nobody rows by moonlight"))
    assert run("ask", book, *REST).err == "", "words decide nothing"
    assert run("ask", book, *REST, "--brief").err == ""

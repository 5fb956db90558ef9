"""`rulewright diff`: what changed, also in answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from interfaces.cli.ferry import FRONT, RULES, write_book


def test_answers_that_change(run: Callable[..., Any], valid: Callable[..., Any], ferry: Path) -> None:
    document = valid("diff", run("diff", ferry, "printed", "errata", "--format", "json").json)
    [change] = document["meaning"]
    assert change["question"] == "allowance(u)"
    assert change["facts"] == {"u.arm": "foot", "weather": "mud"}
    assert (change["from"]["value"], change["to"]["value"], change["to"]["unit"]) == (3, 2, "MP")
    assert change["cases"] == ["1.2"]
    assert [document["amendments"][place]["case"] for place in change["amendments"]] == ["1.2"]
    assert {one["case"]: one["effect"] for one in document["amendments"]} == {"1.2": "changes", "1.5": "none"}
    assert "allowance" not in document["equal"]
    assert document["equal"]


def test_the_situation_is_what_ask_answers(run: Callable[..., Any], ferry: Path) -> None:
    [change] = run("diff", ferry, "printed", "errata", "--format", "json").json["meaning"]
    facts = [f"{name}={value}" for name, value in change["facts"].items()]
    for edition, side in (("printed", "from"), ("errata", "to")):
        assert (
            run("ask", ferry, change["question"], *facts, "--edition", edition, "--format", "json").json["value"] == change[side]["value"]
        )


def test_back_again(run: Callable[..., Any], valid: Callable[..., Any], ferry: Path) -> None:
    document = valid("diff", run("diff", ferry, "errata", "printed", "--format", "json").json)
    assert [(one["from"]["value"], one["to"]["value"]) for one in document["meaning"]] == [(2, 3)]
    assert document["amendments"] == []


def test_for_people(run: Callable[..., Any], ferry: Path) -> None:
    text = run("diff", ferry, "printed", "errata").out
    assert "2 cases differ" in text
    assert "changes answers   allowance(u)   3 MP → 2 MP" in text
    assert "when u.arm is foot, weather is mud" in text
    assert "changes no answer errata on 1.5" in text
    assert "by errata on 1.2" in text
    assert "by 1.2" not in text, "the effect of an amendment is by the case that it amends"
    assert "Answers" not in run("diff", ferry, "printed", "errata", "--no-meaning").out


def test_two_folders(run: Callable[..., Any], valid: Callable[..., Any], ferry: Path, tmp_path: Path) -> None:
    other = write_book(tmp_path / "other")
    path = next(path for path in other.glob("*.case") if "take 1 MP" in path.read_text())
    path.write_text(
        path.read_text().replace(
            "take 1 MP from allowance(u) when weather is mud and u.arm is foot",
            "take 1 MP from allowance(u) when weather is mud and u.arm is horse",
        )
    )
    document = valid("diff", run("diff", ferry, other, "--format", "json").json)
    assert {(one["facts"]["u.arm"], one["from"]["value"] - one["to"]["value"]) for one in document["meaning"]} <= {
        ("foot", -1),
        ("horse", 1),
    }
    assert [one["case"] for one in document["cases"]] == ["1.2"]
    same = valid("diff", run("diff", ferry, other, "--edition", "printed", "--format", "json").json)
    assert same["meaning"] == []
    assert same["cases"] == []


def test_wrong_arguments(run: Callable[..., Any], ferry: Path) -> None:
    assert run("diff", ferry, "printed", "errata", "third").status == 2


def test_a_sheet_for_players(run: Callable[..., Any], ferry: Path) -> None:
    done = run("diff", ferry, "printed", "errata", "--format", "markdown", "--no-meaning")
    assert done.status == 0
    assert done.out.startswith("# The Ferry: what changed\n\nFrom “")


@pytest.mark.parametrize("newer_first", [True, False])
def test_a_fact_that_one_of_two_books_lacks(run: Callable[..., Any], tmp_path: Path, newer_first: bool) -> None:
    fact = '\nfact wind: yes/no "there is wind"\n  asks "Is there wind?"\n'
    windy = write_book(
        tmp_path / "windy",
        RULES.replace("allowance(u) is 5 MP when u.arm is foot", "allowance(u) is 5 MP when u.arm is foot and not wind"),
        FRONT + fact,
    )
    calm = write_book(tmp_path / "calm")
    done = run("diff", *((windy, calm) if newer_first else (calm, windy)), "--format", "json")
    assert done.status == 0
    (changed,) = (one for one in done.json["meaning"] if one["question"].startswith("allowance"))
    assert changed["facts"]["wind"] == "yes"

"""Usual values and where facts are found, as the commands show them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rulewright

BOOK = """\
rulebook march "The March"

source printed "Rules"

edition printed = printed

measure MP "movement point"
enum weather: clear, mud
record unit "a unit"
  arm: yes/no "{it} is mounted"
    found on the counter
  flown: yes/no "{it} was flown in"
    usually no
    found remembered
fact weather: weather "the weather"
  usually clear
  found in the booklet
fact truce: yes/no "a truce is agreed"
  usually no
  found decided by red_player
fact load: 0..9 MP "the load"
die luck: 1d6 "the die of luck"
value march(u: unit): 0..20 MP "the march of {u}"
verdict halt(u: unit) "{u} halts"

case 1.1 "The march"
  "Mounted units march eight points, others five."
  march(u) is 8 MP when u.arm
  march(u) is 5 MP when not u.arm
  take 2 MP from march(u) when weather is mud
  take load from march(u) when u.flown
  take 1 MP from march(u) when luck is 1 and load is 9 MP and weather is mud
  must halt(u) when truce
  may halt(u) when not truce
"""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("books") / "march"
    folder.mkdir()
    (folder / "rulebook.case").write_text(BOOK, encoding="utf-8")
    return folder


def test_what_was_assumed_is_said(run: Callable[..., Any], valid: Callable[..., Any], book: Path) -> None:
    done = run("ask", book, "march(u)", "u.arm=yes", "--format", "json")
    assert done.status == 0
    answer = valid("ask", done.json)
    assert answer["value"] == 8
    assert answer["assumed"] == [
        {"fact": "u.flown", "value": False, "sentence": "assumed: u.flown is no"},
        {"fact": "weather", "value": "clear", "sentence": "assumed: weather is clear"},
    ]
    text = run("ask", book, "march(u)", "u.arm=yes").out
    assert "assumed, since nothing else was given" in text
    assert "u.flown  no" in text
    assert "assumed" not in run("ask", book, "march(u)", "u.arm=yes", "u.flown=no", "weather=clear").out


def test_nothing_is_assumed_where_that_is_said(run: Callable[..., Any], valid: Callable[..., Any], book: Path) -> None:
    done = run("ask", book, "march(u)", "u.arm=yes", "--assume-nothing", "--format", "json")
    assert done.status == 3
    answer = valid("ask", done.json)
    assert answer["assumed"] == []
    places = {one["fact"]: one["found"] for one in answer["missing"]}
    assert places == {"weather": "in the booklet", "u.flown": "remembered", "load": None, "luck": "thrown"}


def test_what_is_missing_is_shown_by_where_it_is_found(run: Callable[..., Any], book: Path) -> None:
    done = run("ask", book, "march(u)", "--assume-nothing", "--interview")
    lines = [line.strip() for line in done.out.split("\n")]
    assert "on the counter: u.arm" in lines
    assert "elsewhere: load" in lines
    text = run("ask", book, "halt(u)", "--assume-nothing", "--no-interview").out
    assert "decided by red_player" in text


def test_questions_are_listed_with_what_is_usual(run: Callable[..., Any], valid: Callable[..., Any], book: Path) -> None:
    listed = valid("questions", run("questions", book, "--format", "json").json)
    assert {one["fact"]: (one["usual"], one["found"]) for one in listed["facts"]} == {
        "unit.arm": (None, "on the counter"),
        "unit.flown": ("no", "remembered"),
        "weather": ("clear", "in the booklet"),
        "truce": ("no", "decided by red_player"),
        "load": (None, None),
        "luck": (None, "thrown"),
    }
    heads = ("On the counter", "In the booklet", "Thrown", "Decided by red_player", "Remembered", "Not said where")
    text = run("questions", book).out
    assert sorted(heads, key=text.index) == list(heads)


def test_the_library_assumes_as_the_command_does(book: Path) -> None:
    march = rulewright.load(book)
    answer = march.ask("march(u)", {"u.arm": True})
    assert (answer.value, [one.fact for one in answer.assumed]) == (8, ["u.flown", "weather"])
    assert march.ask("march(u)", {"u.arm": True}, assume_usual=False).status is rulewright.Status.MISSING
    assert list(march.questions().by_place()) == [
        "on the counter", "in the booklet", "thrown", "decided by red_player", "remembered", "",
    ]  # fmt: skip


def test_why_not_assumes_nothing(run: Callable[..., Any], book: Path) -> None:
    found = run("ask", book, "march(u)", "u.arm=yes", "--why-not", "6", "--format", "json").json["why_not"]
    assert (found["possible"], found["changes"]) == (True, [])
    assert {"weather", "u.flown"} <= set(found["facts"])

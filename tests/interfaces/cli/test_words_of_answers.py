"""What an answer on a terminal cites and how it names values: errata next to what they corrected, titles, rules that changed nothing."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from rulewright.core.query import Status
from rulewright.engines.interpreter.answer import Answer, MissingFact
from rulewright.interfaces.cli.answers import show_headline

BOOK = """
rulebook march "March"
source booklet "Rules booklet"
source errata "Errata sheet"
  amends booklet
edition booklet = booklet
edition errata = booklet + errata

measure MP "movement point"
measure hex_step "hex"
enum arm: foot, horse
enum fate: held "the unit holds its ground", lost "the unit is eliminated"
record unit "a unit"
  arm: arm "the arm of {it}"
value allowance(u: unit): 0..12 MP "the movement allowance of {u}"
  printed is the one
  halves times the product
  whole rounded
  floor at least
value retreat(u: unit): 0..6 hex_step "how far {u} retreats"
value fate(u: unit): fate "what becomes of {u}"

case 1.1 "Allowance"
  "Foot four points, horse six."
  table march(arm: arm): 0..12 MP "the allowance of {arm}"
    | foot  | 4 |
    | horse | 6 |
  allowance(u) is march(u.arm)
  half: multiply allowance(u) by 1/2 when u.arm is horse
  up: allowance(u) is rounded up
  floor: allowance(u) is at least 1 MP

case 1.2 "Retreat"
  "Horse retreats two hexes, foot one."
  horse: retreat(u) is 2 hex_step when u.arm is horse
  foot: retreat(u) is 1 hex_step when u.arm is foot
  fate(u) is lost

amend 1.1 in errata as correction
  replaces "Foot four" with "Foot five"                                         @E-1a
  corrects march row "foot" column "march" from 4 MP to 5 MP                    @E-1b

amend 1.2.foot in errata as change
  deletes the part
  foot: retreat(u) is 3 hex_step when u.arm is foot                             @E-2
"""


@pytest.fixture(scope="module")
def march(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("march")
    (folder / "rulebook.case").write_text(BOOK.lstrip(), encoding="utf-8")
    return folder


def _asked(run: Callable[..., Any], book: Path, question: str, *arguments: str) -> str:
    return str(run("ask", book, question, *arguments, "--no-interview").out)


def test_a_rule_that_reads_a_corrected_cell_cites_the_erratum_next_to_the_booklet(run: Callable[..., Any], march: Path) -> None:
    text = _asked(run, march, "allowance(u)", "u.arm=foot")
    line = next(line for line in text.splitlines() if "1.1.1 " in line)
    assert "1.1.1 as corrected by E-1b" in line
    assert f"(errata, {march}/rulebook.case:40, row foot of 1.1.march; booklet, {march}/rulebook.case:" in line
    assert "1.1.march as corrected by E-1b" in text
    printed = _asked(run, march, "allowance(u)", "u.arm=foot", "--edition", "booklet")
    assert "corrected" not in printed and "4 MP" in printed


def test_a_rule_that_an_erratum_put_in_place_of_another_cites_it(run: Callable[..., Any], march: Path) -> None:
    text = _asked(run, march, "retreat(u)", "u.arm=foot")
    assert "1.2.foot as changed by E-2  " in text
    assert f"(errata, {march}/rulebook.case:44)" in text


def test_json_names_the_statements_of_the_erratum(run: Callable[..., Any], march: Path) -> None:
    document = json.loads(_asked(run, march, "allowance(u)", "u.arm=foot", "--format", "json"))
    assert [(cell["rule"], cell["source"], cell["statements"]) for cell in document["cells"]] == [("1.1.1", "errata", ["E-1b"])]
    document = json.loads(_asked(run, march, "retreat(u)", "u.arm=foot", "--format", "json"))
    assert [(reason["rule"], reason["statements"]) for reason in document["because"]] == [("1.2.foot", ["E-2"])]


def test_values_and_units_have_their_titles(run: Callable[..., Any], march: Path) -> None:
    """A unit that is an abbreviation stays one."""
    assert _asked(run, march, "fate(u)").startswith("what becomes of u: the unit is eliminated ")
    text = _asked(run, march, "retreat(u)", "u.arm=horse")
    assert text.startswith("how far u retreats: 2 hexes ") and "hex_step" not in text
    assert _asked(run, march, "allowance(u)", "u.arm=foot").startswith("the movement allowance of u: 5 MP ")


GROUND = """
rulebook ground "Ground"
source booklet "Booklet"
edition booklet = booklet

enum ground: open "open ground", rough "rough ground"
enum river: no_river "no river", ford "a ford"
record army "an army"
  moving: yes/no "{it} is the army moving now"
    usually yes
  river: river "the river before {it}"
    usually no_river
record square "a square"
fact depth(q: square): 0..9 "the depth of {q}"
fact side(q: square, r: square): ground "the side that {q} turns to {r}"
  asks "Which side does {q} turn to {r}?"
value seen(q: square, r: square): ground "the side that {q} shows {r}"
value points(q: square): 0..99 "the points of {q}"
  each is the sum
value found(q: square): ground "the ground of {q}"
verdict go(a: army) "{a} goes"

case 1.1 "Points"
  add 2 to points(q)
  add depth(q) / depth(q) to points(q)
  found(q) is side(q, q)
  seen(q, r) is rough
case 1.2 "Going"
  may go(a) when a.moving and a.river is no_river
"""


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ground")
    (folder / "rulebook.case").write_text(GROUND.lstrip(), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        ("600 second", "600 seconds (10 minutes)"),
        ("10 minute", "600 seconds (10 minutes)"),
        ("60 second", "60 seconds (1 minute)"),
        ("59 second", "59 seconds"),
        ("0 minute", "0 seconds"),
        ("90 second", "90 seconds (1 minute 30 seconds)"),
        ("5 minute + 1.05 second", "301.05 seconds (5 minutes 1.05 seconds)"),
        ("2 hour", "7200 seconds (2 hours)"),
        ("90 minute", "5400 seconds (90 minutes)"),
        ("1 hour + 61 second", "3661 seconds (1 hour 1 minute 1 second)"),
        ("1 hour + 0.5 second", "3600.50 seconds (1 hour 0.50 seconds)"),
    ],
)
def test_seconds_that_are_minutes_say_so(run: Callable[..., Any], tmp_path: Path, seconds: str, said: str) -> None:
    book = (
        'rulebook race "Race"\nsource rules "Rules"\nedition rules = rules\n\nmeasure second "second"\nmeasure minute "minute"\n'
        '  is 60 seconds\nmeasure hour "hour"\n  is 60 minute\nvalue limit: 0..9999 by 0.01 second "the limit"\n\ncase 1 "Limit"\n'
    )
    (tmp_path / "rulebook.case").write_text(f"{book}  limit is {seconds}\n", encoding="utf-8")
    text = _asked(run, tmp_path, "limit")
    assert text.startswith(f"the limit: {said}   ") and f"→ {said}  (rules, " in text


def test_a_rule_that_is_open_gives_no_value_of_that_name(run: Callable[..., Any], ground: Path) -> None:
    text = _asked(run, ground, "points(q)", "depth(q)=0")
    assert "open ground" not in text and "open" in text
    assert "→ open ground" in _asked(run, ground, "found(q)", "side(q, q)=open")


def test_a_thing_that_is_called_as_an_article_is_a_thing(run: Callable[..., Any], ground: Path) -> None:
    assert "permitted, unless a is not the army moving now or the river before a is some river " in _asked(run, ground, "go(a)")


def test_a_thing_that_is_named_twice_is_the_same_thing(run: Callable[..., Any], ground: Path) -> None:
    assert "Which side does q turn to the same square?" in _asked(run, ground, "found(q)")
    assert _asked(run, ground, "seen(q, q)").startswith("the side that q shows the same square: ")
    assert _asked(run, ground, "seen(q, r)").startswith("the side that q shows r: ")


def test_a_rounding_or_limit_that_changed_nothing_is_not_among_the_reasons(run: Callable[..., Any], march: Path) -> None:
    horse = _asked(run, march, "allowance(u)", "u.arm=horse", "--edition", "booklet")
    assert "changed nothing  1.1.up (rounded up), 1.1.floor (at least 1 MP)" in horse
    assert not any(line.strip("│├└─ ").startswith(("1.1.up", "1.1.floor")) for line in horse.splitlines())


def test_a_rounding_that_changed_the_amount_is_a_reason(run: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "rulebook.case").write_text(BOOK.lstrip().replace("| horse | 6 |", "| horse | 5 |"), encoding="utf-8")
    text = _asked(run, tmp_path, "allowance(u)", "u.arm=horse")
    assert "1.1.up  The movement allowance of the unit is rounded up  → rounded up" in text
    assert "changed nothing  1.1.floor (at least 1 MP)" in text


def test_a_brief_answer_tells_facts_that_matter_from_those_that_may() -> None:
    """Of the latter it names five; its assumptions are those that a whole answer has."""
    facts = [MissingFact("weather", "clear or mud"), *(MissingFact(f"fact_{number}", "0..9", certain=False) for number in range(8))]
    out = io.StringIO()
    console = Console(file=out, width=200)
    show_headline(console, Answer("march", "errata", "allowance(u)", Status.MISSING, missing=tuple(facts)))
    assert out.getvalue().splitlines()[1:] == ["missing: weather", "may matter: fact_0, fact_1, fact_2, fact_3, fact_4, and 3 more"]

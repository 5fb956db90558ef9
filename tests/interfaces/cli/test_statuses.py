"""What stops an answer is told apart: a result out of range, words not held, silence, an option that is off."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from semantics.small import FRONT


def written(folder: Path, text: str) -> Path:
    """A book of one file."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "rulebook.case").write_text(FRONT.lstrip() + text, encoding="utf-8")
    return folder


RANGE = """
fact mud: yes/no "Is there mud?"
value allowance: 1..9 "the allowance"
value twice: 0..99 "twice that"

case 2.1 "Allowance"
  allowance is 1
  take 2 from allowance when mud
  twice is 2 * allowance
"""


def test_out_of_range(run: Callable[..., Any], valid: Callable[..., Any], tmp_path: Path) -> None:
    """The result and its range, in JSON and for people; the exit status is that of a conflict."""
    book = written(tmp_path / "small", RANGE)
    done = run("ask", book, "allowance", "mud=yes", "--format", "json")
    assert (done.status, valid("ask", done.json)["status"]) == (1, "out of range")
    assert done.json["out_of_range"] == {
        "question": "allowance",
        "value": -1,
        "unit": None,
        "declared": "1..9",
        "sentence": "allowance comes to -1, and is declared as 1..9",
    }
    shown = run("ask", book, "twice", "mud=yes").out
    assert shown.startswith("twice that: out of range ")
    assert "allowance comes to -1, and is declared as 1..9" in shown
    assert "nothing in the book says which goes first" not in shown
    assert run("ask", book, "allowance", "mud=yes", "--brief").out.startswith("the allowance: out of range (-1) ")
    assert run("ask", book, "allowance", "--over", "mud", "--format", "json").status == 1
    assert "mud is yes" in run("ask", book, "allowance", "--why-not", "out of range").out


OPTIONS = """
option fog "Fog of war"
option dusk "Dusk"
option dawn "Dawn"
at most one of dusk, dawn

record unit "a unit"
fact hit(u: unit): yes/no "Is {u} hit?"
fact in_open_order(u: unit): yes/no "Is {u} in open order?"
  usually no
predicate thin(u: unit) "{u} is thin"
verdict peek(u: unit) "the other side looks under {u}"
verdict strike_back(u: unit) "{u} strikes back"

case 1.1 "Striking back"
  must strike_back(u) when hit(u)

case 1.2 "Open order"
  option dusk
  may not strike_back(u) when thin(u)
    overrides 1.1

case 1.3 "Thin lines"
  thin(u) means in_open_order(u)

case 5.1 "Fog"
  option fog
  may not peek(u)

  example "the option is off"
    world u: unit
    then undetermined peek(u), option off

  example "silence is something else"
    world u: unit
    given not hit(u), not in_open_order(u)
    then undetermined strike_back(u), silent
"""


def test_an_option_that_is_off_is_not_silence(run: Callable[..., Any], valid: Callable[..., Any], tmp_path: Path) -> None:
    book = written(tmp_path / "small", OPTIONS)
    done = run("ask", book, "peek(u)", "--format", "json")
    assert done.status == 3
    assert valid("ask", done.json)["undetermined"] == {
        "why": "option off",
        "case": "5.1",
        "option": "fog",
        "sentence": "undetermined (the option fog is off, 5.1)",
    }
    assert "undetermined (the option fog is off, 5.1)" in run("ask", book, "peek(u)").out
    assert "undetermined (silent" in run("ask", book, "strike_back(u)", "hit(u)=no").out
    assert run("test", book).status == 0
    wrong = written(tmp_path / "wrong", OPTIONS.replace("peek(u), option off", "peek(u), silent"))
    assert "expected `undetermined peek(u), silent`, but it is undetermined (option off, 5.1)" in run("test", wrong).out


def test_a_fact_that_counts_only_with_an_option_says_so(run: Callable[..., Any], valid: Callable[..., Any], tmp_path: Path) -> None:
    """Also where the answer is definite, and where the fact is read on the way."""
    book = written(tmp_path / "small", OPTIONS)
    asked = ("ask", book, "strike_back(u)", "hit(u)=yes")
    shown = run(*asked, "in_open_order(u)=yes").out
    assert "u strikes back: required " in shown
    assert "`in_open_order(u)` counts only with `--option dusk`, which is off; with it: forbidden" in shown
    document = valid("ask", run(*asked, "in_open_order(u)=yes", "--format", "json").json)
    assert document["in_options"] == [
        {"option": "dusk", "facts": ["in_open_order(u)"], "status": "answered", "value": "forbidden", "unit": None}
    ]
    assert "counts only" not in run(*asked, "in_open_order(u)=yes", "--option", "dusk").out
    assert "counts only" not in run(*asked).out
    assert "counts only" not in run(*asked, "in_open_order(u)=yes", "--option", "dawn").out, "the two cannot be together"


GROUND = """
record unit "a unit"
fact in_reserve(u: unit): yes/no "Is {u} in the reserve?"
predicate shaken(u: unit) "{u} is shaken"

case 1.1 "Breaking of a line"
  not held

amend 1.1 in errata as addition
  shaken(u) when in_reserve(u)
"""


def test_one_ground_of_words_that_are_not_held_is_no_definition(run: Callable[..., Any], tmp_path: Path) -> None:
    book = written(tmp_path / "small", GROUND)
    assert run("ask", book, "shaken(u)", "in_reserve(u)=yes").out.startswith("u is shaken: yes ")
    assert run("ask", book, "shaken(u)", "in_reserve(u)=no").out.startswith("u is shaken: undetermined (not held, 1.1) ")
    assert "RW433 grounds-only" in run("check", book).out
    closed = written(tmp_path / "closed", GROUND.replace("shaken(u) when", "shaken(u) means"))
    assert run("ask", closed, "shaken(u)", "in_reserve(u)=no").out.startswith("u is shaken: no ")
    assert "RW433" not in run("check", closed).out


OUTLIVED = """
fact tired: yes/no "the unit is tired"
verdict march "the unit marches"

case 4.1 "Marching"
  may march

ruling Q1 on 4.1 in printed
  asks "May a tired unit march?"
  answers "No."
  may not march when tired
    overrides 4.1

amend 4.1 in errata as change
  replaces the case
  may march
"""


def test_that_a_later_source_has_changed_what_a_ruling_is_on_is_said(
    run: Callable[..., Any], valid: Callable[..., Any], tmp_path: Path
) -> None:
    book = written(tmp_path / "small", OUTLIVED)
    done = run("ask", book, "march", "tired=yes", "--format", "json")
    assert valid("ask", done.json)["outlived"] == [{"clause": "Q1", "case": "4.1", "source": "errata", "change": "replaced"}]
    assert "Q1 is on 4.1, which errata has replaced since" in run("ask", book, "march", "tired=yes").out
    assert "outlived" not in run("ask", book, "march", "tired=no", "--format", "json").json
    written(book, OUTLIVED.replace('"No."', '"No."\n  accepts outlived_ruling because "The second printing keeps it."'))
    assert "outlived" not in run("ask", book, "march", "tired=yes", "--format", "json").json

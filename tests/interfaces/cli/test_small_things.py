"""Small things that cost trust: which book is meant, what is formatted, what is proposed, explained, completed and shown meanwhile."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.shell_completion import ShellComplete

from interfaces.cli.ferry import RULES, write_book
from rulewright.interfaces.cli.app import app

WITH_OPTION = RULES + '\ncase 1.9 "Rest in fog"\n  option fog\n  "In fog units rest."\n  may rest(u)\n'


def test_a_folder_with_the_name_of_a_shipped_book(run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_book(tmp_path / "leipzig")
    done = run("questions", "leipzig")
    assert done.status == 2
    assert "is a shipped rulebook and a folder here" in done.err
    assert "`./leipzig` is the folder here" in done.err
    assert "allowance(u)" in run("questions", "./leipzig").out
    (tmp_path / "leipzig-lite").mkdir()  # no book
    assert run("questions", "leipzig-lite").status == 0
    assert "Scenarios\n  19.1: Austerlitz" in run("questions", "la-grande-armee").out


def test_fmt_formats_the_folder_one_is_in(run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("fmt")
    assert done.status == 2
    assert "there are no `.case` files in this folder" in done.err
    assert run("fmt", "--name-rules").status == 2
    book = write_book(tmp_path / "ferry", RULES.replace("  allowance(u) is", "  allowance(u)   is"))
    monkeypatch.chdir(book)
    assert "formatted" in run("fmt").out
    assert "allowance(u)   is" not in "".join(path.read_text() for path in book.glob("*.case"))


def test_whoever_is_in_a_book_and_names_none_hears_how_to_name_it(
    run: Callable[..., Any], ferry: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulewright.base.resources.shipped_books", lambda: [str(ferry)])
    monkeypatch.chdir(tmp_path)
    assert run("check").err == ""
    monkeypatch.chdir(ferry)
    assert "the book in this folder is `.`" in run("check").err


def test_a_silent_book_says_with_what_it_would_speak(run: Callable[..., Any], valid: Callable[..., Any], tmp_path: Path) -> None:
    book = write_book(tmp_path / "ferry", WITH_OPTION)
    done = run("ask", book, "rest(u)", "weather=mud")
    assert done.status == 3
    assert "with `--option fog` 1.9 would answer" in done.out
    document = valid("ask", run("ask", book, "rest(u)", "weather=mud", "--format", "json").json)
    assert document["would_answer"] == [{"option": "fog", "scenario": None, "cases": ["1.9"]}]
    assert "would answer" not in run("ask", book, "rest(u)", "weather=mud", "--option", "fog").out
    assert "would answer" not in run("ask", book, "rest(u)", "weather=clear").out


IN_SCENARIOS = (
    RULES
    + """
scenario 2.1 "The flood"
  take 1 MP from allowance(u) when weather is mud

scenario 2.2 "The dry summer"
  "Nothing is said of the ferry."

scenario 2.3 "The second flood"
  take 1 MP from allowance(u) when weather is mud
"""
)


def test_without_a_scenario_it_is_said_where_the_answer_is_another(
    run: Callable[..., Any], valid: Callable[..., Any], tmp_path: Path
) -> None:
    book = write_book(tmp_path / "ferry", IN_SCENARIOS)
    asked = ("ask", book, "allowance(u)", "u.arm=foot")
    assert "with `--scenario 2.1` or `--scenario 2.3`: 1 MP" in run(*asked, "weather=mud").out
    document = valid("ask", run(*asked, "weather=mud", "--format", "json").json)
    there = {"status": "answered", "value": 1, "unit": "MP"}
    assert document["in_scenarios"] == [
        {"scenario": "2.1", "title": "The flood", **there},
        {"scenario": "2.3", "title": "The second flood", **there},
    ]
    assert "--scenario" not in run(*asked, "weather=clear").out
    assert "--scenario" not in run(*asked, "weather=mud", "--scenario", "2.2").out
    assert "--scenario" not in run(*asked, "--over", "weather").out


def test_a_question_mark_explains(run: Callable[..., Any], ferry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["?", "foot", "clear"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(answers))
    said = run("ask", ferry, "allowance(u)", "--interview").out
    assert "u.arm is the arm of u" in said
    assert "it can be: foot or horse" in said
    assert "the answer to the allowance of u depends on it" in said
    assert "5 MP" in said


@pytest.mark.parametrize(
    ("words", "typed", "found"),
    [
        (["check"], "leip", "leipzig"),
        (["show", "FERRY"], "1.", "1.1"),
        (["ask", "FERRY"], "allow", "allowance(u)"),
        (["ask", "FERRY", "allowance(u)"], "wea", "weather="),
        (["ask", "FERRY", "allowance(u)"], "weather=m", "weather=mud"),
        (["show", "FERRY", "--edition"], "err", "errata"),
        (["diff", "FERRY"], "pri", "printed"),
        (["ask", "FERRY", "--option"], "f", "fog"),
        (["ask", "la-grande-armee", "--reading"], "depot", "depot_cities_too=they_are_meant"),
        (["ask", "la-grande-armee", "--scenario"], "19.1", "19.11"),
    ],
)
def test_the_shell_completes(ferry: Path, words: list[str], typed: str, found: str) -> None:
    shell = ShellComplete(app, {}, "rulewright", "_RULEWRIGHT_COMPLETE")
    line = [str(ferry) if word == "FERRY" else word for word in words]
    assert found in [one.value for one in shell.get_completions(line, typed)]


def test_completion_of_a_book_that_is_not_there_is_silent() -> None:
    shell = ShellComplete(app, {}, "rulewright", "_RULEWRIGHT_COMPLETE")
    assert shell.get_completions(["show", "nowhere"], "") == []
    said = app.get_help(click.Context(app))
    assert "_RULEWRIGHT_COMPLETE" in said
    assert [line.strip() for line in said.split("\n") if line.startswith("  Exit status:")], "each line is a line of its own"


def test_summaries_name_the_book_as_it_is_typed(run: Callable[..., Any], tmp_path: Path) -> None:
    book = write_book(tmp_path / "ferry", RULES.replace("u.arm is foot", "u.arm is fot"))
    assert f"see `rulewright check {book}`" in run("test", book).out


def test_what_takes_long_is_shown_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    from rulewright.interfaces.cli import terminal
    from rulewright.interfaces.cli.screen import Screen

    def shown(seconds: float, *, on_terminal: bool) -> str:
        out = io.StringIO()
        monkeypatch.setattr(terminal, "_is_shown", lambda stream: True)
        monkeypatch.setattr(terminal, "console", lambda stderr=False: Screen(file=out, force_terminal=on_terminal, width=80))
        with terminal.show_activity(delay=0.05) as report_step:
            report_step("checking ferry (1 of 1)\x1b[2J")
            time.sleep(seconds)
        return out.getvalue()

    assert shown(0.0, on_terminal=True) == ""
    assert shown(0.3, on_terminal=False) == ""
    said = shown(0.3, on_terminal=True)
    assert "checking ferry (1 of 1)␛[2J" in said


@pytest.mark.parametrize(
    ("value", "unit", "said"), [(6, "air_point", "6 air points"), (1, "air_point", "1 air point"), (5, "MP", "5 MP"), (2, None, "2")]
)
def test_units_are_read_as_words(value: int, unit: str | None, said: str) -> None:
    from rulewright.interfaces.api.value_words import value_text

    assert value_text(value, unit) == said


def test_documents_stay_alone_on_standard_output(run: Callable[..., Any], ferry: Path) -> None:
    assert json.loads(run("check", ferry, "--format", "json").out)["books"] == ["ferry"]


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("u.arm is foot", ("not true", "u.arm is foot")),
        ("not (u.arm is foot and weather is clear)", ("ruled out by", "u.arm is foot and weather is clear")),
        ("not u.reserve", ("ruled out by", "u.reserve")),
        ("not (a) and (b)", ("not true", "not (a) and (b)")),
        ("not a and b", ("not true", "not a and b")),
        ("not may cross(u)", ("ruled out by", "may cross(u)")),
    ],
)
def test_what_failed_is_said_without_two_negations(condition: str, said: tuple[str, str]) -> None:
    from rulewright.interfaces.api.answer_words import _failed_condition

    assert _failed_condition(condition) == said


def test_a_bar_that_does_not_apply_says_what_is_true(run: Callable[..., Any], tmp_path: Path) -> None:
    only = '\nverdict camp(u: unit) "{u} camps"\n\ncase 1.9 "Camps"\n  may only camp(u) when u.arm is foot and weather is clear\n'
    book = write_book(tmp_path / "ferry", RULES + only)
    said = run("ask", book, "camp(u)", "u.arm=foot", "weather=clear").out
    assert "1.9.1  ruled out by: the arm of the unit is foot and the weather is clear" in said
    assert "not (" not in said

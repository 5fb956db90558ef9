"""Small words on which a person stumbles: plurals, the thing that has a field, what to do about a name that is not there."""

from __future__ import annotations

import importlib
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulewright.interfaces.cli.common import format_passing


@pytest.mark.parametrize(
    ("passed", "number", "said"), [(1, 1, "1 of 1 example passes"), (3, 4, "3 of 4 examples pass"), (0, 0, "0 of 0 examples pass")]
)
def test_one_example_passes_and_two_pass(passed: int, number: int, said: str) -> None:
    assert format_passing(passed, number) == said


def test_a_field_is_told_with_its_thing(run: Callable[..., Any], ferry: Path) -> None:
    assert "{it}" not in run("questions", ferry).out
    assert "the arm of the unit" in run("show", ferry, "1.1").out


def test_a_name_that_resembles_none_leads_to_the_list(run: Callable[..., Any], ferry: Path) -> None:
    assert f"`rulewright questions {ferry}` lists what there is" in run("ask", ferry, "xyzzy(u)").err
    assert (
        "name what `u.army` is, and say it of that: `u.army=army1 army1.supply=…`"
        in run("ask", ferry, "allowance(u)", "u.army.supply=3").err
    )
    assert "it is a value of `weather`" in run("ask", ferry, "may mud").err


def test_an_answer_that_no_further_thing_changes_says_nothing_of_them(run: Callable[..., Any], ferry: Path) -> None:
    assert "yes   leipzig-lite" in run("ask", "leipzig-lite", "has_troops(d)", "foot.division=d", "world=foot: troop").out
    said = run("ask", "leipzig-lite", "has_troops(d)").out
    assert "no, unless there is a troop   leipzig-lite" in said and 'no troop  unless named with world="NAME: troop"' in said
    assert (
        "no, unless there is another troop   leipzig-lite"
        in run("ask", "leipzig-lite", "has_troops(d)", "foot.division=e", "world=foot: troop").out
    )
    assert "unless" not in run("ask", ferry, "allowance(u)", "u.arm=foot", "weather=clear").out


def examples_of_help() -> list[str]:
    """The examples under `--help` of the commands that only print; those that name files of the reader's own left out."""
    told: list[str] = []
    for name in ("ask", "show", "graph", "diff", "questions", "explain"):
        module = importlib.import_module(f"rulewright.interfaces.cli.{name}")
        told += [one.strip() for one in str(module.command.epilog).splitlines() if one.strip().startswith("rulewright ")]
    return [one for one in told if "situation.json" not in one and "my-book" not in one and "units.csv" not in one]


LONG = ("rulewright diff leipzig printed errata --format markdown", 'rulewright ask la-grande-armee "forage(u, t)" --edition')
"""Lines whose work takes seconds."""


@pytest.mark.parametrize(
    "line", [pytest.param(line, marks=pytest.mark.thorough) if line.startswith(LONG) else line for line in examples_of_help()]
)
def test_what_help_shows_can_be_typed(line: str, run: Callable[..., Any]) -> None:
    words = shlex.split(line.split(" | ")[0].split(" > ")[0])[1:]
    assert run(*words).status in (0, 3), line


def test_coverage_of_a_book_without_a_ledger_says_so(run: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "rulebook.case").write_text('rulebook small "Small"\n\nsource printed "Rules"\n\nedition printed = printed\n', "utf-8")
    (tmp_path / "rules.case").write_text('case 1.0 "Rest"\n  "Nothing happens."\n', "utf-8")
    assert "has no ledger of statements" in run("coverage", tmp_path).out
    assert "has no ledger" not in run("coverage", "war-in-europe").out

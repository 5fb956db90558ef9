"""Small words on which a person stumbles: plurals, the thing that has a field, what to do about a name that is not there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulewright.cli.common import passing


@pytest.mark.parametrize(
    ("passed", "number", "said"), [(1, 1, "1 of 1 example passes"), (3, 4, "3 of 4 examples pass"), (0, 0, "0 of 0 examples pass")]
)
def test_one_example_passes_and_two_pass(passed: int, number: int, said: str) -> None:
    assert passing(passed, number) == said


def test_a_field_is_told_with_its_thing(run: Callable[..., Any], ferry: Path) -> None:
    assert "{it}" not in run("questions", ferry).out
    assert "the arm of the unit" in run("show", ferry, "1.1").out


def test_a_name_that_resembles_none_leads_to_the_list(run: Callable[..., Any], ferry: Path) -> None:
    assert f"`rulewright questions {ferry}` lists what there is" in run("ask", ferry, "xyzzy(u)").err
    assert "it is a value of `weather`" in run("ask", ferry, "may mud").err


def test_an_answer_that_hangs_on_what_there_is_says_what_was_counted(run: Callable[..., Any], ferry: Path) -> None:
    said = run("ask", "leipzig-lite", "has_troops(d)", "foot.division=d", "world=foot: troop")
    assert said.status == 0 and "Only the things named in the question and the facts were counted" in said.out
    assert "were counted" not in run("ask", ferry, "allowance(u)", "u.arm=foot", "weather=clear").out

"""Old names of what a book has renamed are asked by, and answered, as those of today."""

from __future__ import annotations

from typing import Any

import pytest

from rulebook.books import build, codes
from rulewright.engines.interpreter.ask import ask
from semantics.small import core_of

RENAMED = """
option mist "Mist"
  formerly fog
enum weather: clear, mud formerly slush
record company "a company"
  formerly unit
  arm: 0..3 "the arm of {it}"
    formerly branch
fact weather: weather
  formerly sky
value pace(c: company): 0..9
  formerly allowance, speed
verdict march(c: company)
  formerly move
predicate ready(c: company)
  formerly set_up

case 1.1 "Pace"
  table cost(weather: weather): 0..9
    formerly price
    | clear | 1 |
    | mud   | 2 |
  pace(c) is c.arm + 1 when weather is mud
  pace(c) is 3 when weather is clear
  may march(c) when ready(c)
  ready(c) when c.arm is 1

case 1.2 "Mist"
  option mist
  may not march(c) when weather is mud
    overrides 1.1
"""


@pytest.mark.parametrize(
    ("question", "facts", "options", "value", "renamed"),
    [
        ("speed(a)", {"a.branch": 2, "sky": "slush"}, (), 3, ["speed", "branch", "sky", "slush"]),
        ("pace(a)", {"a.arm": 2, "weather": "mud"}, (), 3, []),
        ("may move(a)", {"a.branch": 1}, (), True, ["move", "branch"]),
        ("move(a)", {"a.branch": 1, "sky": "slush"}, ("fog",), "forbidden", ["move", "branch", "sky", "slush", "fog"]),
        ("price(slush)", {}, (), 2, ["price", "slush"]),
        ("set_up(a)", {"a.arm": 1}, (), True, ["set_up"]),
    ],
)
def test_old_names_are_answered_as_those_of_today(
    question: str, facts: dict[str, Any], options: tuple[str, ...], value: Any, renamed: list[str]
) -> None:
    answer = ask(core_of(RENAMED), question, facts, options=options)
    assert answer.value == value
    assert sorted(former for former, _ in answer.renamed) == sorted(renamed)
    present = {
        "speed": "pace",
        "branch": "arm",
        "sky": "weather",
        "slush": "mud",
        "move": "march",
        "fog": "mist",
        "price": "cost",
        "set_up": "ready",
    }
    assert all(present[former] == name for former, name in answer.renamed)
    assert answer.to_json().get("renamed", []) == [{"from": former, "to": name} for former, name in answer.renamed]


def test_an_old_kind_of_thing_in_a_world() -> None:
    assert ask(core_of(RENAMED), "pace(a)", {"a.arm": 2, "weather": "mud"}, world="a: unit").renamed == (("unit", "company"),)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("fact a: yes/no\nfact b: yes/no\n  formerly a\n", ["RW135"]),
        ("fact a: yes/no\n  formerly x\nvalue b: 0..3\n  formerly x\n", ["RW135"]),
        ('enum w: clear, mud formerly slush\noption slush "Slush"\n', ["RW135"]),
        ("fact a: yes/no\n  formerly x, y\n", []),
    ],
)
def test_a_former_name_stands_for_one_name(text: str, wanted: list[str]) -> None:
    assert codes(build(text)[1]) == wanted

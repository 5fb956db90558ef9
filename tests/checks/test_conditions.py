"""Which conditions plainly exclude each other, judged as they are written."""

from __future__ import annotations

from pathlib import Path

import pytest

from checks.books import findings
from rulewright.checks.common.conditions import are_contradictory, find_clash
from rulewright.syntax.parser import parse_expression

VALUES = frozenset({"mud", "snow", "clear", "cavalry", "infantry", "leader"})

APART = [
    ("lost(u)", "not lost(u)"),
    ("u.lost", "not u.lost"),
    ("weather is mud", "weather is snow"),
    ("weather is mud", "weather is not mud"),
    ("weather is mud", "not (weather is mud)"),
    ("weather in {mud, snow}", "weather is clear"),
    ("weather not in {mud, snow}", "weather is mud"),
    ("weather in {mud}", "weather not in {mud, snow}"),
    ("strength(u) is 3 SP", "strength(u) is 4 SP"),
    ("strength(u) is at least 5", "strength(u) is at most 3"),
    ("strength(u) is more than 5", "strength(u) is at most 5"),
    ("strength(u) is less than 5", "strength(u) is 5"),
    ("strength(u) is at least 5", "strength(u) in {1, 2}"),
    ("u.corps is none", "u.corps is not none"),
    ("lost(u) is yes", "lost(u) is no"),
    ("lost(u) is yes", "not lost(u)"),
    ("cost(mud) is 1", "cost(mud) is 2"),
    ('odds is "1-2"', 'odds is "1-1"'),
]
TOGETHER = [
    ("lost(u)", "not lost(v)"),
    ("weather is mud", "weather in {mud, snow}"),
    ("weather is not mud", "weather is not snow"),
    ("weather is wanted", "weather is mud"),
    ("weather is mud", "view is snow"),
    ("weather not in {mud, wanted}", "weather is mud"),
    ("strength(u) is at least 5", "strength(u) is at most 5"),
    ("strength(u) is more than 5", "strength(u) is less than 6"),
    ("strength(u) is 3", "strength(v) is 4"),
    ("strength(u) is 3", "strength(u) is needed(u)"),
    ("cost(mud) is 1", "cost(snow) is 2"),
    ("u.hex is v.hex", "u.hex is not w.hex"),
    ("u.arm is cavalry", "u.rank is leader"),
    ("a(u) + 1 is 2", "a(u) + 1 is 3"),
]


@pytest.mark.parametrize(("one", "other"), APART)
def test_apart(one: str, other: str) -> None:
    first, second = parse_expression(one), parse_expression(other)
    assert find_clash([first, second], VALUES) == (first, second)
    assert are_contradictory([second, first], VALUES)


@pytest.mark.parametrize(("one", "other"), TOGETHER)
def test_together(one: str, other: str) -> None:
    first, second = parse_expression(one), parse_expression(other)
    assert not are_contradictory([first, second], VALUES) and not are_contradictory([second, first], VALUES)


def test_the_parts_of_a_conjunction_are_compared_however_deep() -> None:
    inner = parse_expression("lost(u) and (weather is mud and (u.arm is leader and not lost(u)))")
    assert are_contradictory([inner], VALUES)
    assert not are_contradictory([parse_expression("lost(u) or not lost(u)")], VALUES)


@pytest.mark.parametrize("second", ["mud", "snow"])
@pytest.mark.parametrize(
    "lines",
    [
        "may not go when weather is mud and weather is {}",
        "may not go\n    overrides 1.1 when weather is mud and weather is {}",
        "may not go\n    except 1.1 when weather is mud and weather is {}",
        "sets aside 1.1 when weather is mud and weather is {}",
        "overrides 1.1 when weather is mud and weather is {}",
        "not held, bears on go when weather is mud and weather is {}",
    ],
)
def test_a_condition_that_never_holds_is_found_under_every_line(lines: str, second: str, tmp_path: Path) -> None:
    text = (
        'enum weather: mud, snow\nfact weather: weather\nverdict go\ncase 1.1 "One"\n  may go\ncase 1.2 "Two"\n  '
        + lines.format(second)
        + "\n"
    )
    found = [one.message for one in findings(text, tmp_path) if one.code == "RW319"]
    assert found == (["1.2 has a condition that can never hold"] if second == "snow" else [])

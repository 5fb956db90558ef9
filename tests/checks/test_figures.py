"""The numbers that a text says, in words and in figures, and what only looks like one."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rulewright.checks.figures import all_values, figures, own_figures


def said(text: str) -> list[str]:
    return [str(one.value) for one in figures(text)]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("two hexes, then 3 MP", ["2", "3"]),
        ("twenty-four hexes and 1,000 men", ["24", "1000"]),
        ("about five thousand men", ["5000"]),
        ("a hundred times", ["100"]),
        ("one-half, one half and half of it", ["1/2", "1/2", "1/2"]),
        ("two thirds", ["2/3"]),
        ("one and a half points, or 1 1/2", ["3/2", "3/2"]),
        ("1/0", []),
        ("double the cost, twice a turn", ["2", "2"]),
        ("the 22nd and the third", ["22", "3"]),
        ("in IV September", ["4"]),
        ("roll 1d6", ["6"]),
    ],
)
def test_a_number_is_read_in_words_and_in_figures(text: str, values: list[str]) -> None:
    assert said(text) == values


@pytest.mark.parametrize("text", ["see [9.13] and 12.79", "May 1942", "on 16 June", "B2825 and #4", "in 1812", "one of no effect", "0110"])
def test_what_only_looks_like_a_number_is_none(text: str) -> None:
    assert said(text) == []


@pytest.mark.parametrize(
    "text", ["step 4, and steps 2 to 6", "with two exceptions", "all three of them", "the second way", "a roll of 1d6"]
)
def test_what_a_text_derives_is_not_its_own_number(text: str) -> None:
    assert own_figures(text) == ()


def test_the_same_may_be_written_otherwise() -> None:
    assert {Fraction(4), Fraction(3)} <= all_values(figures("more than 3"))
    assert {Fraction(1, 2), Fraction(50)} <= all_values(figures("50 percent"))
    assert Fraction(2) in all_values(figures("a third train"))
    assert Fraction(4) not in all_values(figures("3 MP"))

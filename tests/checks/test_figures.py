"""The numbers that a text says, in words and in figures, and what only looks like one."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rulewright.checks.indexes.figures import all_values, figures_in_text, figures_of_subject


def said(text: str) -> list[str]:
    return [str(one.value) for one in figures_in_text(text)]


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


NUMBERS = {
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen": range(
        2, 20
    ),
    "twenty thirty forty fifty sixty seventy eighty ninety": range(20, 100, 10),
    "dozen hundred thousand": (12, 100, 1000),
    "second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth": range(2, 13),
    "twice double doubled doubles doubling": (2,) * 5,
    "thrice triple tripled triples": (3,) * 4,
    "half halves halved halve halving": (Fraction(1, 2),) * 5,
    "quarter": (Fraction(1, 4),),
}


@pytest.mark.parametrize(
    ("word", "number"), [(word, number) for words, numbers in NUMBERS.items() for word, number in zip(words.split(), numbers, strict=True)]
)
def test_each_word_for_a_number(word: str, number: Fraction) -> None:
    assert said(word) == said(word.capitalize()) == [str(number)]


@pytest.mark.parametrize(
    ("word", "part"),
    [("third", "1/3"), ("thirds", "1/3"), ("quarter", "1/4"), ("quarters", "1/4"), ("fifths", "1/5"), ("tenths", "1/10"), ("half", "1/2")],
)
def test_each_word_for_a_part(word: str, part: str) -> None:
    assert said(f"one {word}") == said(f"1-{word}") == [part]
    assert said(f"two {word} of it") == ([] if part == "1/2" else [str(2 * Fraction(part))])


@pytest.mark.parametrize(("quarter", "number"), [("II", 2), ("III", 3), ("IV", 4), ("V", 5), ("VI", 6)])
def test_a_part_of_a_month_is_a_number(quarter: str, number: int) -> None:
    assert said(f"in {quarter} September") == [str(number)]
    assert said(f"{quarter} of us") == []


@pytest.mark.parametrize("text", ["see [9.13] and 12.79", "May 1942", "on 16 June", "B2825 and #4", "in 1812", "one of no effect", "0110"])
def test_what_only_looks_like_a_number_is_none(text: str) -> None:
    assert said(text) == []


@pytest.mark.parametrize(
    "text", ["step 4, and steps 2 to 6", "with two exceptions", "all three of them", "the second way", "a roll of 1d6"]
)
def test_what_a_text_derives_is_not_its_own_number(text: str) -> None:
    assert figures_of_subject(text) == ()


def test_the_same_may_be_written_otherwise() -> None:
    assert {Fraction(4), Fraction(3)} <= all_values(figures_in_text("more than 3"))
    assert {Fraction(1, 2), Fraction(50)} <= all_values(figures_in_text("50 percent"))
    assert Fraction(2) in all_values(figures_in_text("a third train"))
    assert Fraction(4) not in all_values(figures_in_text("3 MP"))

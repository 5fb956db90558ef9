"""Numbers of cases: order, sub-cases, spellings."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.rulebook.case_numbers import (
    display_number,
    heading_of,
    is_below,
    match_number,
    misreading_of,
    number_spellings,
    parent_numbers,
    sort_key,
)

DECIMAL = [
    "5.0", "5.1", "6.1", "6.11", "6.111", "6.2", "8.0", "8.6", "9.9", "9.9a", "9.91", "10.1", "14.4", "14.42", "14.43", "14.43.b",
    "19.4", "19.4/1", "19.4/9", "19.4/10", "19.41", "20",
]  # fmt: skip
HEADINGS = ("movement", "zones_of_control", "retreat")


def test_decimal_numbers_are_outlines() -> None:
    mixed = list(DECIMAL)
    random.Random(7).shuffle(mixed)
    assert sorted(mixed, key=sort_key) == DECIMAL


def test_what_follows_a_slash_stands_before_what_follows_a_dot() -> None:
    assert sorted(["9.1.1", "9.1/1", "9.1/a", "9.1"], key=sort_key) == ["9.1", "9.1/1", "9.1/a", "9.1.1"]
    assert sorted(["Q9.1", "Q9/1", "Q9"], key=sort_key) == ["Q9", "Q9/1", "Q9.1"]


def test_headings_stand_in_the_order_of_the_front_page() -> None:
    numbers = [
        "movement.2",
        "movement.10",
        "movement.10a",
        "zones_of_control.A",
        "zones_of_control.Z",
        "zones_of_control.AA",
        "retreat.J",
        "else.1",
    ]
    mixed = list(reversed(numbers))
    assert sorted(mixed, key=lambda one: sort_key(one, HEADINGS)) == numbers


def test_names_stand_behind_decimal_numbers() -> None:
    assert sorted(["Q10", "8.6", "Q9", "H_42"], key=sort_key) == ["8.6", "H_42", "Q9", "Q10"]


@given(st.lists(st.from_regex(r"[1-9][0-9]?(\.[0-9]{1,3})?[a-c]?(/[1-9][0-9]?)?", fullmatch=True), unique=True))
def test_no_two_numbers_stand_in_one_place(numbers: list[str]) -> None:
    assert len({sort_key(one) for one in numbers}) == len(numbers)


@pytest.mark.parametrize(
    ("number", "up"),
    [
        ("8.61", ["8.6", "8", "8.0"]),
        ("8.6", ["8", "8.0"]),
        ("8.0", ["8"]),
        ("19.4/9", ["19.4", "19", "19.0"]),
        ("9.9a", ["9.9", "9", "9.0"]),
        ("14.43.b", ["14.43", "14.4", "14", "14.0"]),
        ("retreat.J", ["retreat"]),
        ("movement.3.a", ["movement.3", "movement"]),
        ("8", []),
    ],
)
def test_ancestors(number: str, up: list[str]) -> None:
    assert list(parent_numbers(number)) == up
    assert all(is_below(number, one) for one in up)


def test_a_case_is_not_below_itself_or_its_neighbour() -> None:
    assert not is_below("8.6", "8.6")
    assert not is_below("8.7", "8.6")
    assert not is_below("18.6", "8")
    assert is_below("8.6", "8.0")


@pytest.mark.parametrize(
    ("number", "short"), [("6.10", "6.1"), ("6.100", "6.10"), ("8.0", None), ("6.11", None), ("retreat.10", None), ("9.10a", None)]
)
def test_misleading(number: str, short: str | None) -> None:
    assert misreading_of(number) == short


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("8.6", "8.6"),
        ("8,6", "8.6"),
        ("[8.6]", "8.6"),
        ("case 8.6", "8.6"),
        ("Case [8,6]", "8.6"),
        ("rule no. 8.6", None),
        ("Movement (5)", "movement.5"),
        ("movement.5", "movement.5"),
        ("Zones of Control (A)", "zones_of_control.A"),
        ("RETREAT (J)", "retreat.J"),
        ("retreat.j", "retreat.J"),
        ("q10", "Q10"),
        ("8.7", None),
        ("", None),
    ],
)
def test_what_people_type(written: str, number: str | None) -> None:
    known = ["8.6", "movement.5", "zones_of_control.A", "retreat.J", "Q10"]
    assert match_number(written, known) == number


def test_capitals_do_not_decide_between_two() -> None:
    assert match_number("q10", ["Q10", "q10"]) == "q10"
    assert match_number("Qa", ["QA", "qa"]) is None


def test_spellings_begin_with_what_was_written() -> None:
    assert number_spellings(" 8,6 ")[0] == "8,6"
    assert "8.6" in number_spellings(" 8,6 ")


def test_as_the_book_prints_it() -> None:
    assert display_number("8.6", by_heading=False) == "8.6"
    assert display_number("zones_of_control.A", by_heading=True) == "Zones of control (A)"
    assert display_number("19.4", by_heading=True) == "19.4"
    assert display_number("movement", by_heading=True) == "movement"


def test_the_heading_of_a_number() -> None:
    assert heading_of("retreat.J") == "retreat"

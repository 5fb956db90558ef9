"""Numbers of cases: order, sub-cases, spellings."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.rulebook.case_numbers import (
    Numbering,
    heading_of,
    match_number,
    number_spellings,
    recognize_numbering,
    roman_value,
)

DECIMAL = [
    "5.0", "5.1", "6.1", "6.11", "6.111", "6.2", "8.0", "8.6", "9.9", "9.9a", "9.91", "10.1", "14.4", "14.42", "14.43", "14.43.b",
    "19.4", "19.4/1", "19.4/9", "19.4/10", "19.41", "20",
]  # fmt: skip
HEADINGS = ("movement", "zones_of_control", "retreat")
OUTLINE = Numbering()
SECTIONS = Numbering(by_section=True)


def shuffled(numbers: list[str]) -> list[str]:
    mixed = list(numbers)
    random.Random(7).shuffle(mixed)
    return mixed


def test_decimal_numbers_are_outlines() -> None:
    mixed = shuffled(DECIMAL)
    assert sorted(mixed, key=OUTLINE.sort_key) == DECIMAL


def test_what_follows_a_slash_stands_before_what_follows_a_dot() -> None:
    assert sorted(["9.1.1", "9.1/1", "9.1/a", "9.1"], key=OUTLINE.sort_key) == ["9.1", "9.1/1", "9.1/a", "9.1.1"]
    assert sorted(["Q9.1", "Q9/1", "Q9"], key=OUTLINE.sort_key) == ["Q9", "Q9/1", "Q9.1"]


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
    assert sorted(mixed, key=Numbering(HEADINGS).sort_key) == numbers


def test_names_stand_behind_decimal_numbers() -> None:
    assert sorted(["Q10", "8.6", "Q9", "H_42"], key=OUTLINE.sort_key) == ["8.6", "H_42", "Q9", "Q10"]


@given(st.lists(st.from_regex(r"[1-9][0-9]?(\.[0-9]{1,3})?[a-c]?\+{0,2}(/[1-9][0-9]?\+?)?", fullmatch=True), unique=True))
def test_no_two_numbers_stand_in_one_place(numbers: list[str]) -> None:
    for numbering in (OUTLINE, SECTIONS):
        assert len({numbering.sort_key(one) for one in numbers}) == len(numbers)


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
        ("8.6+", ["8.6", "8", "8.0"]),
        ("A1a++", ["A1a"]),
        ("A1a+/1", ["A1a+", "A1a"]),
    ],
)
def test_ancestors(number: str, up: list[str]) -> None:
    assert list(OUTLINE.parent_numbers(number)) == up
    assert all(OUTLINE.is_below(number, one) for one in up)


def test_a_case_is_not_below_itself_or_its_neighbour() -> None:
    assert not OUTLINE.is_below("8.6", "8.6")
    assert not OUTLINE.is_below("8.7", "8.6")
    assert not OUTLINE.is_below("18.6", "8")
    assert OUTLINE.is_below("8.6", "8.0")


@pytest.mark.parametrize(
    ("number", "short"), [("6.10", "6.1"), ("6.100", "6.10"), ("8.0", None), ("6.11", None), ("retreat.10", None), ("9.10a", None)]
)
def test_misleading(number: str, short: str | None) -> None:
    assert OUTLINE.misreading_of(number) == short


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
        ("A1a+", "A1a+"),
        ("[a1a++]", "A1a++"),
        ("A1a+++", None),
        ("", None),
    ],
)
def test_what_people_type(written: str, number: str | None) -> None:
    known = ["8.6", "movement.5", "zones_of_control.A", "retreat.J", "Q10", "A1a", "A1a+", "A1a++"]
    assert match_number(written, known) == number


def test_capitals_do_not_decide_between_two() -> None:
    assert match_number("q10", ["Q10", "q10"]) == "q10"
    assert match_number("Qa", ["QA", "qa"]) is None


def test_spellings_begin_with_what_was_written() -> None:
    assert number_spellings(" 8,6 ")[0] == "8,6"
    assert "8.6" in number_spellings(" 8,6 ")


def test_as_the_book_prints_it() -> None:
    by_heading = Numbering(HEADINGS)
    assert OUTLINE.display("8.6") == "8.6"
    assert by_heading.display("zones_of_control.A") == "Zones of control (A)"
    assert by_heading.display("19.4") == "19.4"
    assert by_heading.display("movement") == "movement"


def test_the_heading_of_a_number() -> None:
    assert heading_of("retreat.J") == "retreat"


SECTION_NUMBERS = ["6.0", "6.1", "6.2", "6.9", "6.9.1", "6.9.10", "6.9a", "6.10", "6.10a", "6.11", "6.91", "6.100", "7.1", "10.1"]


def test_sections_are_counted_as_a_whole() -> None:
    mixed = shuffled(SECTION_NUMBERS)
    assert sorted(mixed, key=SECTIONS.sort_key) == SECTION_NUMBERS
    assert list(SECTIONS.parent_numbers("6.91")) == ["6", "6.0"]
    assert list(SECTIONS.parent_numbers("6.10a")) == ["6.10", "6", "6.0"]
    assert not SECTIONS.is_below("6.11", "6.1")
    assert SECTIONS.misreading_of("6.10") is None
    assert Numbering(HEADINGS).misreading_of("6.10") is None


@pytest.mark.parametrize(
    ("scheme", "numbers", "by_section"),
    [
        (None, ["8.9", "8.10"], True),
        (None, ["§8.9", "§8.10"], True),
        (None, ["8.1", "8.10"], False),
        (None, ["8.9", "9.10"], False),
        (None, ["8.9", "8.91", "8.10a"], True),
        (None, ["8.9", "8/10"], False),
        ("decimal", ["8.9", "8.10"], False),
        ("section", ["8.1"], True),
    ],
)
def test_a_book_with_nine_and_ten_in_a_chapter_is_numbered_by_section(scheme: str | None, numbers: list[str], by_section: bool) -> None:
    assert recognize_numbering(scheme, None, numbers).by_section is by_section
    assert not recognize_numbering(None, HEADINGS, numbers).by_section


ROMAN_NUMBERS = ["I", "II.3", "II.10", "IV", "V.1", "VIII", "IX.1", "X", "XIV", "XL", "L.1", "XC", "CD"]


def test_roman_chapters_come_in_their_order() -> None:
    mixed = shuffled(ROMAN_NUMBERS)
    assert sorted(mixed, key=recognize_numbering(None, None, mixed).sort_key) == ROMAN_NUMBERS
    assert sorted(["L.1", "X.1"], key=recognize_numbering("roman", None, ["L.1", "X.1"]).sort_key) == ["X.1", "L.1"]


def test_roman_points_come_in_their_order() -> None:
    numbers = ["3.1.i", "3.1.ii", "3.1.iv", "3.1.ix", "3.2.c", "3.2.d", "3.2.x"]
    assert sorted(shuffled(numbers), key=recognize_numbering(None, None, numbers).sort_key) == numbers
    under_heading = ["movement.i", "movement.v", "movement.ix", "retreat.I", "retreat.J"]
    assert sorted(shuffled(under_heading), key=recognize_numbering(None, HEADINGS, under_heading).sort_key) == under_heading


def test_letters_are_not_taken_for_roman_numerals() -> None:
    letters = ["A.1", "A.9", "A.10", "B", "C", "D.1", "I", "V", "X", "AA.1", "CC", "II"]
    assert recognize_numbering(None, None, letters).roman == frozenset()
    assert sorted(shuffled(letters), key=recognize_numbering(None, None, letters).sort_key) == letters
    assert recognize_numbering(None, None, ["mix.1", "move.1", "C", "D"]).roman == frozenset()


@given(st.integers(1, 3999))
def test_every_roman_numeral_has_its_value(value: int) -> None:
    numeral, left = "", value
    signs = ("M", 1000), ("CM", 900), ("D", 500), ("CD", 400), ("C", 100), ("XC", 90), ("L", 50), ("XL", 40), ("X", 10), ("IX", 9)
    for sign, worth in (*signs, ("V", 5), ("IV", 4), ("I", 1)):
        numeral += sign * (left // worth)
        left %= worth
    assert roman_value(numeral) == roman_value(numeral.lower()) == value


@pytest.mark.parametrize("word", ["IIX", "IC", "VV", "Ii", "A", "", "IIII", "MMMM", "LC"])
def test_what_is_no_roman_numeral(word: str) -> None:
    assert roman_value(word) is None


def test_guidelines_stand_right_behind_the_case_they_are_to() -> None:
    numbers = [
        "9",
        "9.1",
        "9.1+",
        "9.1++",
        "9.1/1",
        "9.1/1+",
        "9.1/2",
        "9.1a",
        "9.11",
        "9.2",
        "A1",
        "A1+",
        "A1a",
        "A1a+",
        "A1a+/1",
        "A1a++",
        "A1a1",
        "A1b",
    ]
    assert sorted(shuffled(numbers), key=OUTLINE.sort_key) == numbers
    headed = ["movement.2", "movement.2+", "movement.2++", "movement.10", "movement.J", "movement.J+"]
    assert sorted(shuffled(headed), key=Numbering(HEADINGS).sort_key) == headed
    roman = ["IV.1", "IV.1+", "IX", "IX+", "X"]
    assert sorted(shuffled(roman), key=recognize_numbering("roman", None, roman).sort_key) == roman
    assert Numbering(HEADINGS).display("movement.J+") == "Movement (J+)"


def test_paragraphs_with_their_sign() -> None:
    numbers = ["§1", "§2", "§3", "§3a", "§10", "§12.1", "§12.2"]
    assert sorted(shuffled(numbers), key=OUTLINE.sort_key) == numbers
    assert list(OUTLINE.parent_numbers("§3a")) == ["§3"]
    assert [match_number(typed, ["§3", "§3a"]) for typed in ("§3", "§ 3a", "3", "section 3", "[§3]", "4")] == [
        "§3", "§3a", "§3", "§3", "§3", None,
    ]  # fmt: skip
    assert match_number("§ 8.6", ["8.6"]) == "8.6"


@pytest.mark.parametrize("numbering", [OUTLINE, SECTIONS, Numbering(HEADINGS)])
def test_numbers_of_any_length_have_a_place(numbering: Numbering) -> None:
    long, longer = "9" * 4500, "1" + "0" * 4500
    numbers = [f"{long}.1", f"{longer}.1", f"Q{long}", f"Q{longer}"]
    keys = [numbering.sort_key(number) for number in numbers]
    assert keys[0] < keys[1]
    assert keys[2] < keys[3]
    assert numbering.sort_key("1.2") < numbering.sort_key(f"1.{long}")
    assert not recognize_numbering(None, None, [f"1.{long}", "1.9"]).by_section
    assert numbering.sort_key("retreat.²") != numbering.sort_key("retreat.2")

"""Rulings and readings on a case that a later source has deleted, replaced or changed."""

from __future__ import annotations

import pytest

from rulebook.books import book_of
from rulewright.rulebook.outlived import find_outlived_clauses

FRONT = """\
rulebook march "Marches"
source printed "Rules"
source faq "Answers"
  amends printed
source second "Second printing"
  amends printed
source third "Third printing"
  amends printed
edition printed = printed
edition answered = printed + faq
edition second = printed + faq + second
edition third = printed + faq + second + third
fact tired: yes/no "the unit is tired"
enum ground: clear, mud
fact ground: ground "the ground"
verdict march "the unit marches"
value pace: 0..9 "the pace"

case 4.1 "Marching"
  "A unit marches by day. It rests by night."
  fast: may march when not tired
  slow: pace is 3
  table pace_on(g: ground): 0..9 "the pace on a ground"
    | clear | 4 |
    | mud   | 2 |

case 4.2 "Rest"
  "A unit rests."

reading by_day on 4.2 in printed "Whether dusk is day"
  choice no in play: pace is at most 2
  choice yes: pace is at most 4

"""
RULING = """\
ruling Q1 on 4.1 in faq
  asks "May a tired unit march?"
  answers "No."
  may not march when tired

"""
AMEND = "amend 4.1 in second as change\n"


def outlived(text: str, edition: str = "second") -> list[tuple[str, str, str, str]]:
    view = book_of({"rulebook.case": FRONT, "cases.case": text}).views[edition]
    return [(each.address, each.case.number, each.change, each.changed_by) for each in find_outlived_clauses(view)]


@pytest.mark.parametrize(
    ("amendment", "change"),
    [
        (AMEND + '  replaces the case\n  "All march."\n  may march\n', "replaced"),
        (AMEND + "  deletes the case\n", "deleted"),
        (AMEND + '  replaces the case by 4.3\n\ncase 4.3 "Anew" new in second\n  "All march."\n', "replaced"),
        (AMEND + '  strikes "It rests by night."\n', "changed"),
        ("amend 4.1.fast in second as correction\n  deletes the part\n", "changed"),
        (AMEND + '  corrects pace_on row "mud" column "pace_on" from 2 to 1\n', "changed"),
        (AMEND + "  deletes row from pace_on | mud | 2 |\n", "changed"),
        (AMEND + '  adds\n  "Guards march tired."\n  may march when tired\n', "changed"),  # the ruling would go before it
    ],
)
def test_a_ruling_is_outlived(amendment: str, change: str) -> None:
    assert outlived(RULING + amendment) == [("Q1", "4.1", change, "second")]
    for edition in ("printed", "answered"):
        assert not outlived(RULING + amendment, edition)


@pytest.mark.parametrize("sources", ["printed + second", "printed + second + faq"])
def test_without_the_ruling_or_with_it_after_the_change_nothing_is_outlived(sources: str) -> None:
    front = FRONT.replace("edition second = printed + faq + second", f"edition second = {sources}")
    view = book_of({"rulebook.case": front, "cases.case": RULING + REPLACED}).views["second"]
    assert not list(find_outlived_clauses(view))


@pytest.mark.parametrize(
    "amendment",
    [
        AMEND + "  confirms\n",
        AMEND + "  renumbers to 4.9\n",
        AMEND + '  adds\n  "The pace in snow is 1."\n',
        AMEND + "  adds\n  pace is at most 3\n",  # beside what the ruling answers
        'amend throughout in second as change\n  renames "unit" to "stand"\n',
        'amend 4.2 in second as change\n  replaces the case\n  "None rests."\n',
        'case 4.3 "More" new in second\n  "More."\n',
    ],
)
def test_what_leaves_the_words_of_a_case_leaves_its_rulings(amendment: str) -> None:
    assert not [found for found in outlived(RULING + amendment) if found[0] == "Q1"]


def test_a_ruling_of_the_source_of_the_change_is_not() -> None:
    assert not outlived(RULING.replace("in faq", "in second") + AMEND + '  strikes "It rests by night."\n')


REPLACED = AMEND + '  replaces the case\n  "All march."\n  may march\n\n'


@pytest.mark.parametrize(
    "answer",
    [
        "amend Q1 in second as clarification\n  confirms\n",
        'amend Q1 in second as change\n  replaces the case\n  "Yes."\n',
        "amend Q1 in second as change\n  deletes the case\n",
    ],
)
def test_a_ruling_that_the_later_source_looks_at_is_not(answer: str) -> None:
    assert not outlived(RULING + REPLACED + answer)


def test_what_is_confirmed_is_outlived_by_the_next_change() -> None:
    confirmed = RULING + REPLACED + "amend Q1 in second as clarification\n  confirms\n\n"
    assert outlived(confirmed + "amend 4.1 in third as change\n  deletes the case\n", "third") == [("Q1", "4.1", "deleted", "third")]


def test_a_change_that_is_withdrawn_brings_back_what_the_ruling_is_on() -> None:
    assert not outlived(RULING + REPLACED + "amend 4.1 in third as change\n  withdraws second\n", "third")


def test_the_withdrawal_of_what_the_ruling_saw_is_a_change() -> None:
    later = 'ruling Q2 on 4.1 in second\n  asks "?"\n  answers "Yes."\n\n' + REPLACED
    assert outlived(later + "amend 4.1 in third as change\n  withdraws second\n", "third") == [("Q2", "4.1", "changed", "third")]


@pytest.mark.parametrize(("part", "found"), [("fast", True), ("slow", False)])
def test_a_ruling_on_a_part_is_outlived_by_what_is_done_to_it(part: str, found: bool) -> None:
    ruling = RULING.replace("on 4.1 in", "on 4.1.fast in")
    assert bool(outlived(ruling + f"amend 4.1.{part} in second as correction\n  deletes the part\n")) is found
    assert outlived(ruling + REPLACED)


def test_a_ruling_follows_its_case_to_another_number() -> None:
    moved = RULING + AMEND + "  renumbers to 4.9\n\n"
    assert outlived(moved + 'amend 4.9 in third as change\n  replaces the case\n  "None."\n', "third") == [
        ("Q1", "4.9", "replaced", "third")
    ]


def test_a_ruling_on_two_cases_is_outlived_by_the_one_that_is_changed() -> None:
    on_both = RULING.replace("on 4.1 in", "on 4.2, 4.1 in")
    assert outlived(on_both + REPLACED) == [("Q1", "4.1", "replaced", "second")]


SETTLES = 'ruling Q1 on 4.1 in faq\n  asks "Is dusk day?"\n  answers "Yes."\n  settles by_day as yes\n\n'
RESTS = 'amend 4.2 in second as change\n  replaces the case\n  "None rests."\n'


def test_a_ruling_that_settles_a_reading_is_on_the_case_of_the_reading_too() -> None:
    assert outlived(SETTLES + RESTS) == [("Q1", "4.2", "replaced", "second")]


def test_a_reading_that_no_ruling_settles_is_outlived_itself() -> None:
    assert outlived(RESTS) == [("by_day", "4.2", "replaced", "second")]
    assert not outlived(RESTS + '\nruling Q1 on 4.2 in second\n  asks "?"\n  answers "Yes."\n  settles by_day as yes\n')

"""Choices of a reading under which every answer is the same: found where that is proved, and not where it is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from checks.books import findings

BOOK = """\
fact tired: yes/no
fact turn: 1..9
value rest: 0..9
value sleep: 0..9

case 8.1 "Rest"
  "Tired units rest."
  sleep is rest

reading how on 8.1 "How long"
  choice first: rest is 2 when tired
  choice second: {second}
  choice third: {third}
"""
SAME = "rest is 2 when tired and turn is at least 1"
OTHER = "rest is 2 when tired and turn is at least 2"


@pytest.mark.parametrize(
    ("second", "third", "message"),
    [
        (SAME, "rest is 2 when tired and turn is at most 9", "the choices of the reading `how` give the same answer in every situation"),
        (SAME, OTHER, "the choices `first` and `second` of the reading `how` give the same answer in every situation"),
        (OTHER, "rest is 3 when tired", None),
        ("sleep is 1 when tired and turn is 3\n    overrides 8.1", OTHER, None),
    ],
)
def test_choices_that_make_no_difference(second: str, third: str, message: str | None, tmp_path: Path) -> None:
    found = [one.message for one in findings(BOOK.format(second=second, third=third), tmp_path) if one.name == "choices-alike"]
    assert found == ([] if message is None else [message])


def test_what_could_not_be_decided_is_not_claimed(tmp_path: Path) -> None:
    text = """\
record crate "a crate"
  load: 0..99
fact wet: yes/no
verdict go

case 2.1 "Loads"
  "Loads."

reading heavy on 2.1 "What is heavy"
  choice by_sum: may go when the sum of c.load over crates c is more than 1000
  choice never: may go when wet and not wet
"""
    assert not [one for one in findings(text, tmp_path) if one.name == "choices-alike"]


def test_choices_that_are_alike_two_by_two_are_named_two_by_two(tmp_path: Path) -> None:
    text = BOOK.replace(
        "  choice third: {third}", "  choice third: rest is 3 when tired\n  choice fourth: rest is 3 when tired and turn is at least 1"
    )
    found = [one.message for one in findings(text.format(second=SAME), tmp_path) if one.name == "choices-alike"]
    same = "of the reading `how` give the same answer in every situation"
    assert found == [f"the choices `first` and `second` {same}", f"the choices `third` and `fourth` {same}"]

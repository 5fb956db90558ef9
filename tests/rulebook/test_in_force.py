"""Editions that are in force from a day: which one a day means, and where none is."""

from __future__ import annotations

from datetime import date

import pytest

from rulewright.base.errors import WrongInput
from rulewright.rulebook.dated_editions import day_of, edition_in_force

EDITIONS = (("printed", "1974-03-01"), ("draft", None), ("sheet", "1981-08-01"), ("errata", "1981-08-01"), ("reprint", "1979-01-01"))


@pytest.mark.parametrize(
    ("day", "edition"),
    [
        ("1974-03-01", "printed"),
        ("1978-12-31", "printed"),
        ("1979-01-01", "reprint"),
        ("1981-07-31", "reprint"),
        ("1981-08-01", "errata"),
        ("2026-01-01", "errata"),
    ],
)
def test_the_edition_of_a_day_is_the_last_that_has_begun(day: str, edition: str) -> None:
    assert edition_in_force("b", EDITIONS, day_of(day)) == edition


def test_before_the_first_none_is_in_force() -> None:
    with pytest.raises(WrongInput, match="no edition of `b` is in force on 1974-02-28: the first, `printed`, is from 1974-03-01"):
        edition_in_force("b", EDITIONS, date(1974, 2, 28))


def test_without_days_none_is_in_force_and_the_way_to_say_it_is_shown() -> None:
    with pytest.raises(WrongInput, match="the front page says it: `edition errata = … from 1984-06-01`"):
        edition_in_force("b", (("printed", None), ("draft", None), ("errata", None)), date(2000, 1, 1))


@pytest.mark.parametrize("text", ["June 1984", "1984-6-1", "1984-02-30", ""])
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(WrongInput, match="is not a date: write year, month and day"):
        day_of(text)

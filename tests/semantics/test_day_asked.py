"""The day that is asked: in each edition it is a day on which that edition is in force."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from rulewright.base.errors import WrongInput
from rulewright.interfaces.api.book import Book, load
from rulewright.semantics.types import Numeric
from semantics.small import resolved

FRONT = """
rulebook fees "Fees"
source ordinance "Ordinance"
source by_law "By-law"
  amends ordinance
edition draft = ordinance
edition ordinance = ordinance from 2023-07-01
edition by_law = ordinance + by_law from 2025-10-01
measure day "day"
calendar civil "the calendar"
  turn 1 is 1 January 2023, by day
"""
BOOK = """
fact applied: 1..1826 day in civil "the day on which one applies"
  is the day asked
value fee: 0..99 "the fee"

case 3.1 "Fee"
  plain: fee is 9
  early: fee is 8 when applied is less than 1 January 2024
    overrides 3.1.plain
  late: fee is 10 when applied is at least 1 January 2027
    overrides 3.1.plain

  example "early"
    with edition ordinance
    given applied is 2 July 2023
    then fee is 8

  example "late"
    given applied is 1 January 2027
    then fee is 10
"""
OLD = """
case 7.4 "Old applicants" new in by_law
  old: fee is 7 when applied is less than 1 January 2025
    overrides 3.1

  example "now"
    given applied is 1 December 2025
    then fee is 9
"""


def days_of(edition: str, text: str = BOOK) -> tuple[date, date]:
    program, findings = resolved(text, edition, front=FRONT)
    assert not findings
    kind = program.facts["applied"].type
    assert isinstance(kind, Numeric) and kind.low is not None and kind.high is not None
    first, last = (date(2023, 1, 1) + timedelta(days=int(turn) - 1) for turn in (kind.low, kind.high))
    return first, last


def test_its_range_is_the_time_of_the_edition() -> None:
    assert days_of("draft") == (date(2023, 1, 1), date(2027, 12, 31))
    assert days_of("ordinance") == (date(2023, 7, 1), date(2025, 9, 30))
    assert days_of("by_law") == (date(2025, 10, 1), date(2027, 12, 31))


def test_what_comes_into_force_later_ends_the_time_of_what_was_before() -> None:
    text = BOOK + "amend 3.1.plain in by_law as change from 1 March 2026\n  deletes the part\n  plain: fee is 11\n"
    assert days_of("by_law_until_2026_02_28", text) == (date(2025, 10, 1), date(2026, 2, 28))
    assert days_of("by_law", text) == (date(2026, 3, 1), date(2027, 12, 31))


@pytest.mark.parametrize(
    ("old", "new", "code", "message"),
    [
        ("1 January 2027\n    then", "1 January 2024\n    then", "RW205", "`applied is 1 January 2024`, and the edition `by_law` is in force from 1 October 2025"),
        ("applied: 1..", "applied(p: person): 1..", "RW203", "`is the day asked` is said of a day without arguments, and `applied` is no such fact"),
        ("day in civil", "day", "RW203", "`is the day asked` is said of a day without arguments, and `applied` is no such fact"),
        ("1..1826", "1..900", "RW205", "`applied` has no day of the edition `by_law`, which is in force from 1 October 2025"),
        ("  plain: fee is 9", "  plain: fee is 9\n  applied is 1 January 2024", "RW219", "`applied` is the day asked, and rules do not say what it is"),
    ],
)  # fmt: skip
def test_what_it_cannot_be_is_refused(old: str, new: str, code: str, message: str) -> None:
    _, findings = resolved(BOOK.replace(old, new) + "record person\n", "by_law", front=FRONT)
    assert (code, message) in [(finding.code, finding.message) for finding in findings]


@pytest.fixture
def book(tmp_path: Path) -> Book:
    (tmp_path / "rulebook.case").write_text(FRONT + BOOK + OLD, encoding="utf-8")
    return load(tmp_path)


def test_a_rule_is_dead_if_it_is_so_on_all_days_of_its_editions(book: Book) -> None:
    """`early` and `late` have their time in one edition each."""
    found = [(finding.code, finding.message.partition(" ")[0], finding.edition) for finding in book.check().findings]
    assert [one for one in found if one[0] in ("RW333", "RW334")] == [("RW333", "7.4.old", "by_law"), ("RW334", "`overrides", "by_law")]


def test_the_day_that_is_asked_is_given(book: Book) -> None:
    assert [book.ask("fee", on=day).value for day in ("2023-12-31", "2024-01-01", date(2026, 12, 31), "2027-01-01")] == [8, 9, 9, 10]
    assert book.ask("fee", {"applied": "1 January 2027"}, on="2027-01-01").value == 10
    assert book.why_not("fee", "10", on="2026-12-31").changes[0].new == "1 January 2027"
    assert [missing.fact for missing in book.ask("fee").missing] == ["applied"]


def test_a_second_day_is_refused(book: Book) -> None:
    with pytest.raises(WrongInput, match="`applied` is the day asked, and two days are given: 1 March 2024 and 2025-12-01"):
        book.ask("fee", {"applied": "1 March 2024"}, on="2025-12-01")
    with pytest.raises(WrongInput, match="no day of the edition `by_law`, from 1 October 2025 to 31 December 2027") as refused:
        book.ask("fee", {"applied": "1 March 2024"})
    assert refused.value.hints == ("leave out the edition and the day: `--on 2024-03-01` gives both",)
    with pytest.raises(WrongInput, match="`soon` is not a value of `applied`"):
        book.ask("fee", {"applied": "soon"})


def test_two_editions_are_compared_on_the_days_of_the_later_one(book: Book) -> None:
    """On those, the rule that is new has no effect."""
    meaning = book.diff("ordinance", "by_law").meaning
    assert meaning is not None
    assert meaning.differences.equal == ("fee",)

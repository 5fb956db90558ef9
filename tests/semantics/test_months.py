"""Months and years on a calendar by days: held against Python's own dates, in every engine; and what is refused."""

from __future__ import annotations

import calendar
import json
from datetime import date, timedelta
from random import Random

import pytest

from rulewright.base.dates import Date
from rulewright.base.keywords import Period
from rulewright.core.codec import core_json
from rulewright.core.model import Core
from rulewright.core.query import AskedQuestion, Outcome, Query, Switches
from rulewright.engines.interpreter.ask import ask
from rulewright.engines.registry import ENGINES, answering, is_there
from rulewright.interfaces.api.answer_words import outcome
from rulewright.semantics import terms
from rulewright.semantics.calendars import Calendar
from rulewright.semantics.civil_dates import later_by_months, months_between, years_between
from rulewright.semantics.model import Fix
from semantics.small import codes, core_of, resolved

FIRST = date(1600, 1, 1)
CIVIL = Calendar("the calendar", Period.DAY, 1, Date(1600, 1, day=1))


def turn(day: date) -> int:
    return (day - FIRST).days + 1


def add_months(day: date, months: int) -> date:
    """Return the same day of a later month or, where it is shorter, its last day."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def whole_months(first: date, last: date) -> int:
    """Return the most months that can be added to the first day without going past the second."""
    months = (last.year - first.year) * 12 + last.month - first.month
    return months if add_months(first, months) <= last else months - 1


def constant(term: terms.Term) -> object:
    assert isinstance(term, terms.Const)
    return term.value


def some_days(rng: Random, count: int) -> list[date]:
    """Days of eight centuries, most of them at the end of a month or next to a leap day."""
    days = [FIRST + timedelta(rng.randrange(290_000)) for _ in range(count)]
    ends = [add_months(date(day.year, day.month, 1), 1) - timedelta(rng.randint(0, 2)) for day in days]
    leap = [date(rng.choice([1700, 1800, 1896, 1900, 1904, 2000, 2024, 2100]), 2, 28) + timedelta(rng.randint(0, 2)) for _ in days]
    return days + ends + leap


def test_months_are_added_as_python_reckons_dates() -> None:
    rng = Random(31)
    for day in some_days(rng, 1000):
        for months in (1, rng.randint(-300, 1500), 12 * rng.randint(-20, 120)):
            later = constant(later_by_months(CIVIL, terms.Const(turn(day)), terms.Const(months)))
            assert later == turn(add_months(day, months)), (day, months)


def test_whole_months_and_years_are_the_most_that_can_be_added() -> None:
    rng = Random(29)
    for first in some_days(rng, 1000):
        last = add_months(first, rng.randint(-30, 1200)) + timedelta(rng.choice([-1, 0, 0, 1, rng.randint(-40, 40)]))
        args = CIVIL, terms.Const(turn(first)), terms.Const(turn(last))
        months = whole_months(first, last)
        assert constant(months_between(*args)) == months, (first, last)
        assert constant(years_between(*args)) == months // 12, (first, last)


LOANS = """
measure day "day"
measure month "month"
measure year "year"
  is 12 month
calendar civil "the calendar"
  turn 1 is 1 January 1600, by day
fact lent: 1..290000 day in civil "the day of the loan"
fact back: 1..290000 day in civil "the day of return"
fact term: 0..600 month "the term"
value due: 1..290000 day in civil "the day on which it is due"
value before: 1..290000 day in civil
value renewed: 1..290000 day in civil
value ended: 1..290000 day in civil
value years: -700..700 year
value months: -9000..9000 month
value fixed: 1..290000 day in civil
predicate in_time
predicate just_before
predicate grown
case 1
  due is lent + 3 month
  before is lent - 1 month
  renewed is 2 year + lent
  ended is lent + term
  years is the years from lent to back
  months is the months from lent to back
  fixed is 31 December 2023 + 2 month
  in_time means back is within 3 month after lent
  just_before means lent is within 30 day before back
  grown means the years from lent to back is at least 18 year
"""


@pytest.fixture(scope="module")
def loans() -> Core:
    return core_of(LOANS)


@pytest.mark.parametrize(
    ("lent", "due", "before", "renewed"),
    [
        ("31 January 2023", "30 April 2023", "31 December 2022", "31 January 2025"),
        ("30 November 2023", "29 February 2024", "30 October 2023", "30 November 2025"),
        ("30 November 2022", "28 February 2023", "30 October 2022", "30 November 2024"),
        ("29 February 2024", "29 May 2024", "29 January 2024", "28 February 2026"),
        ("31 March 1900", "30 June 1900", "28 February 1900", "31 March 1902"),
    ],
)
def test_a_shorter_month_ends_on_its_last_day(loans: Core, lent: str, due: str, before: str, renewed: str) -> None:
    assert [ask(loans, question, {"lent": lent}).date for question in ("due", "before", "renewed")] == [due, before, renewed]


@pytest.mark.parametrize(
    ("born", "day", "years", "months"),
    [
        ("29 February 2004", "27 February 2022", 17, 215),
        ("29 February 2004", "28 February 2022", 18, 216),
        ("29 February 2004", "28 February 2024", 19, 239),
        ("29 February 2004", "29 February 2024", 20, 240),
        ("31 January 2023", "27 February 2023", 0, 0),
        ("31 January 2023", "28 February 2023", 0, 1),
        ("28 February 2023", "30 March 2023", 0, 1),
        ("2 January 2023", "1 January 2023", -1, -1),
    ],
)
def test_an_age_is_a_whole_number(loans: Core, born: str, day: str, years: int, months: int) -> None:
    given = {"lent": born, "back": day}
    assert [ask(loans, question, given).value for question in ("years", "months")] == [years, months]
    assert ask(loans, "grown", given).value is (years >= 18)


def test_a_date_that_is_fixed_is_worked_out_once(loans: Core) -> None:
    assert ask(loans, "fixed").date == "29 February 2024"
    assert "arithmetic" not in json.dumps(core_json(loans)["questions"]["fixed"])


def test_a_date_beyond_the_range_is_out_of_range(loans: Core) -> None:
    assert outcome(ask(loans, "before", {"lent": "1 January 1600"})) == "out of range (-30 day)"
    assert outcome(ask(loans, "due", {"lent": 290000})) == "out of range (290090 day)"
    late = ask(loans, "in_time", {"lent": 290000, "back": 290000})
    assert late.value is True  # the end of the three months is not asked for


@pytest.mark.parametrize("engine", [name for name in ENGINES if is_there(name)])
def test_every_engine_reckons_alike(loans: Core, engine: str) -> None:
    answer = answering(engine, loans)
    rng = Random(28)
    for lent in rng.sample(some_days(rng, 40), 24):
        term = rng.randint(0, 600)
        back = add_months(lent, rng.choice([3, 3, rng.randint(-20, 600)])) + timedelta(rng.choice([-1, 0, 0, 1]))
        if not FIRST + timedelta(800) <= min(lent, back) or max(lent, back).year > 2380:
            continue
        months = whole_months(lent, back)
        expected = {
            "due": turn(add_months(lent, 3)),
            "before": turn(add_months(lent, -1)),
            "renewed": turn(add_months(lent, 24)),
            "ended": turn(add_months(lent, term)) if add_months(lent, term).year < 2390 else None,
            "years": months // 12,
            "months": months,
            "in_time": lent <= back <= add_months(lent, 3),
            "just_before": back - timedelta(30) <= lent <= back,
            "grown": months >= 216,
        }
        facts = tuple(Fix(name, (), value) for name, value in (("lent", turn(lent)), ("back", turn(back)), ("term", term)))
        for question, value in expected.items():
            found = answer(Query(AskedQuestion(question, ()), {}, facts, Switches()))
            assert value is None or (isinstance(found, Outcome) and found.value == value), (question, lent, back, term, found)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("due is lent + 1.5 month", "RW203"),
        ("due is lent + (3 * 1 month)", "RW203"),
        ("due is lent + 1 month + 1 month", "RW203"),
        ("years is the years from lent to 3 year", "RW203"),
        ("months is the months from 3 to back", "RW203"),
        ("due is lent * 1 month", "RW204"),
    ],
)
def test_what_is_no_date_or_no_whole_month_is_refused(line: str, code: str) -> None:
    declarations = LOANS.split("case 1\n")[0]
    assert codes(f"{declarations}case 1\n  {line}\n") == [code]


def test_a_number_that_is_no_turn_is_neither_before_nor_after() -> None:
    (finding,) = resolved(LOANS.replace("back is within 3 month after lent", "term is within 3 month after term"))[1]
    assert finding.code == "RW203" and finding.message.startswith("this is 0..600 month, but a turn of a calendar is expected")


def test_a_part_of_a_month_says_what_to_write() -> None:
    (finding,) = resolved(LOANS.replace("lent + 3 month", "lent + 1/2 year + 1/2 month", 1))[1]
    assert finding.message == "only whole months and years are added to a date"
    (finding,) = resolved(LOANS.replace("lent + 3 month", "lent + 1/4 month", 1))[1]
    assert finding.help == "write a whole number, `3 month`, or name a value or fact with a range of whole numbers, `0..120 month`"


def test_a_month_that_the_book_counts_in_days_is_so_many_days() -> None:
    thirty = LOANS.replace('measure month "month"', 'measure month "month"\n  is 30 day').replace("  is 12 month\n", "")
    assert ask(core_of(thirty), "due", {"lent": "31 January 2023"}).date == "1 May 2023"


def test_a_calendar_of_weeks_has_no_months_to_add() -> None:
    assert "RW204" in codes(LOANS.replace("by day", "by week"))


@pytest.mark.parametrize(
    ("born", "day", "years"),
    [
        ("29 February 2004", "28 February 2022", 17),
        ("29 February 2004", "1 March 2022", 18),
        ("29 February 2004", "28 February 2024", 19),
        ("29 February 2004", "29 February 2024", 20),
        ("28 February 2004", "28 February 2022", 18),
        ("1 March 2022", "29 February 2004", -19),
        ("1 March 2004", "28 February 2022", 17),
    ],
)
def test_a_book_may_say_that_a_birthday_of_a_leap_day_is_in_march(born: str, day: str, years: int) -> None:
    facts = {"lent": born, "back": day}
    assert ask(IN_MARCH, "years", facts).value == years
    assert ask(IN_MARCH, "grown", facts).value is (years >= 18)


IN_MARCH = core_of(LOANS.replace("by day", "by day\n  29 February is 1 March in other years"))


def test_years_that_are_added_end_on_that_day_and_months_as_they_did() -> None:
    answers = [ask(IN_MARCH, question, {"lent": "29 February 2024", "term": 12}).date for question in ("renewed", "ended", "due")]
    assert answers == ["1 March 2026", "28 February 2025", "29 May 2024"]
    assert ask(IN_MARCH, "renewed", {"lent": "28 February 2022"}).date == "28 February 2024"


@pytest.mark.parametrize("engine", [name for name in ENGINES if is_there(name)])
def test_every_engine_has_that_birthday(engine: str) -> None:
    answer, rng = answering(engine, IN_MARCH), Random(27)
    leap_days = [date(year, 2, 29) for year in (1904, 2000, 2024)]
    for lent in (*leap_days, *rng.sample(some_days(rng, 20), 8)):
        for years in (1, 4, rng.randint(1, 90)):
            try:
                birthday = lent.replace(year=lent.year + years)
            except ValueError:  # no 29 February
                birthday = date(lent.year + years, 3, 1)
            for back, age in ((birthday, years), (birthday - timedelta(1), years - 1)):
                facts = tuple(Fix(name, (), turn(day)) for name, day in (("lent", lent), ("back", back)))
                found = answer(Query(AskedQuestion("years", ()), {}, facts, Switches()))
                assert isinstance(found, Outcome) and found.value == age, (lent, back, found)


@pytest.mark.parametrize("line", ["28 February is 1 March", "29 February is 2 March", "29 February is 1 March 2027"])
def test_a_leap_day_is_next_to_its_place(line: str) -> None:
    (finding,) = resolved(LOANS.replace("by day", f"by day\n  {line} in other years"))[1]
    assert finding.message == "a calendar by day says which day 29 February is in other years, 28 February or 1 March"

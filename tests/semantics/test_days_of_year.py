"""A day within its year, compared with a date without a year: held against Python's own dates, in every engine; and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from random import Random

import pytest

from rulewright.core.model import Core
from rulewright.core.query import AskedQuestion, Outcome, Query, Switches
from rulewright.engines.interpreter.ask import ask
from rulewright.engines.registry import ENGINES, answering, is_there
from rulewright.semantics.model import Fix
from semantics.small import core_of, resolved

FIRST = date(1600, 1, 1)
BOOK = """
measure day "day"
calendar civil "the calendar"
  turn 1 is 1 January 1600, by day
record case
  filed: 1..290000 day in civil "the day of {it}"
fact applied: 1..290000 day in civil "the day on which one applies"
value due: 1..290000 day in civil
"""
CONDITIONS: dict[str, Callable[[tuple[int, int]], bool]] = {
    "is more than 30 June": lambda day: day > (6, 30),
    "is at least 30 June": lambda day: day >= (6, 30),
    "is less than 1 March": lambda day: day < (3, 1),
    "is at most 28 February": lambda day: day <= (2, 28),
    "is more than 28 February": lambda day: day > (2, 28),
    "is at least 29 February": lambda day: day >= (2, 29),
    "is 29 February": lambda day: day == (2, 29),
    "is not 31 December": lambda day: day != (12, 31),
    "is at least 1 January": lambda day: True,
    "is between 1 May and 30 September": lambda day: (5, 1) <= day <= (9, 30),
    "is between 1 October and 31 March": lambda day: day >= (10, 1) or day <= (3, 31),
    "in 24 December..6 January": lambda day: day >= (12, 24) or day <= (1, 6),
    "in {1 May, 24 December..26 December}": lambda day: day == (5, 1) or (12, 24) <= day <= (12, 26),
    "not in 1 July..31 August": lambda day: not (7, 1) <= day <= (8, 31),
}


@pytest.fixture(scope="module")
def year() -> Core:
    predicates = "".join(f"predicate p{number}\n" for number in range(len(CONDITIONS)))
    return core_of(
        BOOK + predicates + "case 1\n" + "".join(f"  p{number} when applied {words}\n" for number, words in enumerate(CONDITIONS))
    )


@pytest.mark.parametrize("engine", [name for name in ENGINES if is_there(name)])
def test_every_engine_compares_a_day_within_its_year(year: Core, engine: str) -> None:
    answer, rng = answering(engine, year), Random(17)
    edges = [date(rng.choice((1700, 1900, 2000, 2023, 2024)), month, day) for month, day in ((2, 28), (3, 1), (6, 30), (12, 31), (1, 1))]
    for day in (*edges, date(2024, 2, 29), *(FIRST + timedelta(rng.randrange(290_000)) for _ in range(12))):
        applied = Fix("applied", (), (day - FIRST).days + 1)
        for number, (words, holds) in enumerate(CONDITIONS.items()):
            found = answer(Query(AskedQuestion(f"p{number}", ()), {}, (applied,), Switches()))
            assert isinstance(found, Outcome) and (found.value is True) == holds((day.month, day.day)), (words, day, found)


def test_every_day_of_four_years_is_compared_in_the_interpreter(year: Core) -> None:
    for later in range(0, 4 * 365 + 1, 3):
        day = date(1999, 1, 1) + timedelta(later)
        for number, (words, holds) in enumerate(CONDITIONS.items()):
            assert (ask(year, f"p{number}", {"applied": (day - FIRST).days + 1}).value is True) == holds((day.month, day.day)), (words, day)


@pytest.mark.parametrize(
    ("condition", "code", "message"),
    [
        ("applied is at least 31 June", "RW205", "no year has a day `31 June`"),
        ("applied is more than 31 December", "RW205", "no day of a year is more than 31 December"),
        ("applied is between 1 May and 30 September 2027", "RW203", "`1 May` is no turn of the calendar, which goes by day"),
        ("due is 30 June", "RW203", "`30 June` is no turn of the calendar, which goes by day"),
        ("applied is within 30 day after 30 June", "RW203", "`30 June` is no turn of the calendar, which goes by day"),
        ("3 is less than 30 June", "RW203", "this is a number, but a day of a calendar is expected"),
    ],
)
def test_what_is_no_day_of_a_year_is_refused(condition: str, code: str, message: str) -> None:
    rule = f"  {condition}\n" if condition.startswith("due") else f"  p when {condition}\n"
    _, findings = resolved(f"{BOOK}predicate p\ncase 1\n{rule}")
    assert [(finding.code, finding.message) for finding in findings] == [(code, message)]


def test_a_field_through_nothing_is_not_in_a_part_of_the_year() -> None:
    text = (
        BOOK + 'record file\n  of: case or none\npredicate p(f: file) "{f} is early"\ncase 1\n  p(f) when f.of.filed is less than 1 July\n'
    )
    facts = {"f.of": "none"}
    assert ask(core_of(text), "p(f)", facts, world="f: file", closed=True).value is False

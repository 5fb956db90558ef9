"""Calendars of game turns: dates undone to turns, turns shown with their dates, and what is refused."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

import pytest

from rulewright.analysis.comparison.why_not import why_not
from rulewright.base.dates import Date, read_date
from rulewright.base.errors import WrongInput
from rulewright.base.keywords import Operator, Period
from rulewright.core.codec import core_json, read_core
from rulewright.engines.interpreter.ask import ask
from rulewright.interfaces.api.answer_words import outcome
from rulewright.semantics import types
from rulewright.semantics.calendars import Calendar, date_of, turn_of
from rulewright.semantics.expressions import _result_calendar
from semantics.small import codes, core_of, resolved

WAR = """
measure turn "turn"
calendar campaign "the calendar of the campaign"
  turn 1 is September 1939, by month
fact game_turn: 1..80 turn in campaign
value back: 1..120 turn in campaign
value waited: -200..200 turn
verdict drop
verdict sail
case 1
  early: may not drop when game_turn is less than May 1942
  later: may drop when May 1942 is at most game_turn
  back is game_turn + 10 turn
  waited is game_turn - May 1942
  may sail when game_turn in {June 1942, August 1942..October 1942}
  may not sail when game_turn is between January 1943 and 42 turn
  table cost(n: 1..80 turn in campaign): 1..80 turn in campaign
    | ..April 1942 | May 1940 |
    | May 1942     | 3 turn   |
    | June 1942..  | 4        |
"""


def test_a_date_is_the_number_of_its_turn() -> None:
    book = core_of(WAR)
    assert [ask(book, "drop", {"game_turn": turn}).value for turn in (32, 33, "33 turn", "May 1942")] == [
        "forbidden", "permitted", "permitted", "permitted",
    ]  # fmt: skip
    assert [turn for turn in range(1, 81) if ask(book, "sail", {"game_turn": turn}).value == "permitted"] == [34, 36, 37, 38]
    assert [turn for turn in range(1, 81) if ask(book, "sail", {"game_turn": turn}).value == "forbidden"] == [41, 42]


def test_turns_after_are_turns_and_differences_are_numbers_of_turns() -> None:
    book = core_of(WAR)
    back = ask(book, "back", {"game_turn": "May 1942"})
    assert (back.value, back.unit, back.date) == (43, "turn", "March 1943")
    assert back.to_json()["date"] == "March 1943"
    waited = ask(book, "waited", {"game_turn": "March 1942"})
    assert (waited.value, waited.date) == (-2, None)
    assert "date" not in waited.to_json()


def test_dates_are_shown_beside_numbers() -> None:
    book = core_of(WAR)
    assert outcome(ask(book, "back", {"game_turn": 33})) == "43 turn (March 1943)"
    over = ask(book, "drop", over=["game_turn"]).over
    assert over is not None
    assert [cell.at[0].dates for cell in over.cells] == [("September 1939", "April 1942"), ("May 1942", "April 1946")]
    (change,) = why_not(book, "drop", "permitted", {"game_turn": 3}).changes
    assert (change.old, change.new) == ("November 1939", "May 1942")


def test_a_usual_value_is_assumed_and_shown_with_its_date() -> None:
    book = core_of(WAR.replace("fact game_turn: 1..80 turn in campaign\n", "fact game_turn: 1..80 turn in campaign\n  usually May 1940\n"))
    (assumed,) = ask(book, "back", assume_usual=True).assumed
    assert (assumed.value, assumed.date) == (9, "May 1940")


def test_tables_read_dates() -> None:
    book = core_of(WAR)
    assert [ask(book, f"cost({turn})").value for turn in (1, 32, 33, 34, 80)] == [9, 9, 3, 4, 4]
    assert ask(book, "cost(May 1942)").date == "November 1939"


def test_a_core_keeps_its_calendars() -> None:
    book = core_of(WAR)
    again = read_core(core_json(book))
    assert again.calendars == book.calendars
    assert ask(again, "back", {"game_turn": "May 1942"}).date == "March 1943"


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("August 1939", "before turn 1 of the calendar of the campaign: turn 1 is September 1939, by month"),
        ("3 May 1942", "no turn of the calendar of the campaign, which goes by month"),
        ("II May 1942", "no turn of the calendar of the campaign, which goes by month"),
        ("May 1946", "`May 1946` is not a value of `game_turn`, which is 1..80 turn in campaign"),
    ],
)
def test_what_is_given_is_a_turn_of_the_calendar(given: str, says: str) -> None:
    with pytest.raises(WrongInput, match=says):
        ask(core_of(WAR), "drop", {"game_turn": given})


@pytest.mark.parametrize(
    ("period", "first", "later"),
    [
        ("half month", "II December 1812", ["II December 1812", "I January 1813", "II January 1813"]),
        ("quarter month", "III December 1812", ["III December 1812", "IV December 1812", "I January 1813"]),
        ("day", "28 February 1812", ["28 February 1812", "29 February 1812", "1 March 1812"]),
        ("week", "22 December 1812", ["22 December 1812", "29 December 1812", "5 January 1813"]),
        ("month", "November 1812", ["November 1812", "December 1812", "January 1813"]),
    ],
)
def test_each_period(period: str, first: str, later: list[str]) -> None:
    found = read_date(first)
    assert found is not None
    calendar = Calendar("c", Period(period), 7, found)
    assert [date_of(calendar, turn) for turn in (7, 8, 9)] == later
    assert [date_of(calendar, turn) for turn in (6, True, None)] == [None, None, None]
    for turn in range(7, 200):
        again = read_date(date_of(calendar, turn) or "")
        assert again is not None
        assert turn_of(calendar, again) == turn


def test_weeks_hold_each_of_their_days() -> None:
    chance = Random(7)
    start = date(1939, 9, 3)
    calendar = Calendar("c", Period.WEEK, 1, Date(1939, 9, day=3))
    for _ in range(200):
        days = chance.randrange(3000)
        day = start + timedelta(days)
        assert turn_of(calendar, Date(day.year, day.month, day=day.day)) == 1 + days // 7


def test_a_turn_after_the_last_year_has_no_date() -> None:
    assert date_of(Calendar("c", Period.WEEK, 1, Date(1939, 9, day=3)), 10**9) is None


def test_days_are_those_of_the_calendar() -> None:
    """Every day of eight years, two of them leap years, and of the turn of a century without a leap year."""
    for begin, length in ((date(2024, 1, 1), 8 * 366), (date(1899, 12, 31), 3 * 366)):
        calendar = Calendar("c", Period.DAY, 1, Date(begin.year, begin.month, day=begin.day))
        for later in range(length):
            day = begin + timedelta(later)
            assert turn_of(calendar, Date(day.year, day.month, day=day.day)) == 1 + later
            assert read_date(date_of(calendar, 1 + later) or "") == Date(day.year, day.month, day=day.day)
    assert date_of(calendar, 10**9) is None
    assert date_of(Calendar("c", Period.MONTH, 1, Date(1939, 9)), 10**9) is None


SMALL = """
measure turn "turn"
measure hex "hex"
calendar campaign "the calendar of the campaign"
  turn 1 is September 1939, by month
calendar year "the calendar of the year"
  turn 1 is 3 September 1939, by week
fact game_turn: 1..80 turn in campaign
fact week: 1..80 turn in year
fact delay: 0..9 turn
fact road: 0..9 hex
verdict rest
case 1
  may rest when {}
"""


@pytest.mark.parametrize(
    ("condition", "code", "says"),
    [
        ("game_turn is August 1939", "RW205", "`August 1939` is before turn 1 of the calendar of the campaign"),
        ("game_turn is May 1946", "RW205", "`May 1946` is turn 81 of the calendar of the campaign, outside 1..80 turn in campaign"),
        ("game_turn is II May 1942", "RW203", "`II May 1942` is no turn of the calendar of the campaign, which goes by month"),
        ("week is May 1940", "RW203", "`May 1940` is no turn of the calendar of the year, which goes by week"),
        ("week is 31 February 1940", "RW203", "there is no day `31 February 1940`"),
        ("week is game_turn", "RW203", "a turn of the calendar of the campaign does not go with a turn of the calendar of the year"),
        ("delay is May 1942", "RW203", "`May 1942` is a date, but 0..9 turn is expected"),
        ("May 1942", "RW203", "`May 1942` is a date, but yes/no is expected"),
        ("game_turn - May 1942 is 3 turn", "RW203", "nothing says of which calendar `May 1942` is a turn"),
        ("game_turn is 3 hex", "RW204", "hex does not go with turn"),
    ],
)
def test_what_a_date_does_not_go_with(condition: str, code: str, says: str) -> None:
    findings = resolved(SMALL.format(condition))[1]
    assert [(finding.code, finding.message) for finding in findings] == [(code, says)]


def test_a_calendar_begins_with_a_turn_of_its_own() -> None:
    findings = resolved('calendar war "the war"\n  turn 1 is 3 September 1939, by half month\n')[1]
    assert [(one.code, one.message) for one in findings] == [("RW203", "turns by half month cannot begin with `3 September 1939`")]
    assert codes('fact turn_now: 1..9 in wra\ncalendar war "the war"\n  turn 1 is May 1939, by month\n') == ["RW201"]


YEAR = """
measure turn "turn"
calendar year "the turns of the year"
  turn 1 is III March, by quarter month
fact now: 1..48 turn in year
value back: 1..48 turn in year
verdict sail
case 1
  may sail when now is at least II July
  may not sail when now in IV March..I July
  back is now + 4 turn
  table pay(n: 1..48 turn in year): 0..9
    | ..IV December | 1 |
    | I January     | 2 |
    | 40..          | 3 |
"""


def test_a_calendar_of_any_year_has_the_turns_of_one() -> None:
    book = core_of(YEAR)
    assert [ask(book, "sail", {"now": turn}).value for turn in (1, 2, "I July", "II July", 48, "II March")] == [
        None, "forbidden", "forbidden", "permitted", "permitted", "permitted",
    ]  # fmt: skip
    assert [ask(book, f"pay({turn})").value for turn in (38, "I January", "II January", 48)] == [1, 2, 3, 3]
    back = ask(book, "back", {"now": "IV December"})
    assert (back.value, back.date) == (42, "IV January")
    assert read_core(core_json(book)).calendars == book.calendars


def test_what_is_no_turn_of_any_year() -> None:
    assert codes('calendar year "the year"\n  turn 1 is I March, by month\n') == ["RW203"]
    assert codes(YEAR.replace("1..48 turn in year\nvalue", "1..49 turn in year\nvalue"))[0] == "RW223"
    findings = resolved(YEAR + "case 2\n  may sail when now is II July 1812\n")[1]
    assert [(one.code, one.message) for one in findings] == [
        ("RW203", "`II July 1812` is no turn of the turns of the year, which goes by quarter month")
    ]
    assert findings[0].help == "write it without a year: `III March`"
    assert codes(SMALL.format("game_turn is II July")) == ["RW203"]
    with pytest.raises(WrongInput, match="`II July 1812` is no turn of the turns of the year") as refused:
        ask(core_of(YEAR), "sail", {"now": "II July 1812"})
    assert refused.value.hints == ("write it without a year: `III March`",)
    with pytest.raises(WrongInput, match="`1812-07-15` is not a value of `now`") as refused:
        ask(core_of(YEAR), "sail", {"now": "1812-07-15"})
    assert refused.value.hints == ("write it without a year: `III March`",)


@pytest.mark.parametrize("period", ["half month", "quarter month"])
@pytest.mark.parametrize("first", ["I January", "II October"])
def test_the_turns_of_a_year_follow_one_another_round_it(period: str, first: str) -> None:
    begins = read_date(first)
    assert begins is not None
    calendar = Calendar("c", Period(period), 5, begins)
    assert calendar.last is not None
    dates = [date_of(calendar, turn) for turn in range(5, calendar.last + 1)]
    assert dates[0] == first and len(set(dates)) == len(dates) == (24 if period == "half month" else 48)
    assert [turn_of(calendar, found) for text in dates if (found := read_date(text or ""))] == list(range(5, calendar.last + 1))
    assert date_of(calendar, calendar.last + 1) is None


SET_UP = """
calendar year "the turns of the year"
  turn 1 is I January, by quarter month
case 1
  enters mortier in II July at D01 or D02
  enters ney in IV March at D03
"""


def test_a_set_up_says_when_a_piece_enters_by_its_date() -> None:
    book = core_of(SET_UP)
    said = {turn: ask(book, f"enters(mortier, {turn}, D01)").value for turn in ("II July", "IV March", 26, 25)}
    assert said == {"II July": "permitted", "IV March": "forbidden", 26: "permitted", 25: "forbidden"}
    assert ask(book, "enters(ney, IV March, D03)").value == "required"
    own = 'enum piece: mortier, ney\nenum place: D01, D02, D03\nverdict enters(p: piece, t: 1..48 in year, h: place) "{p} comes on {t}"\n'
    assert ask(core_of(own + SET_UP), "enters(ney, IV December, D03)").value == "forbidden"
    assert codes(SET_UP.replace('calendar year "the turns of the year"\n  turn 1 is I January, by quarter month\n', ""))[0] == "RW203"


TURNS, WEEK, OTHER = types.Numeric(0, 9), types.Numeric(1, 9, calendar="war"), types.Numeric(1, 9, calendar="peace")


@pytest.mark.parametrize(
    ("operator", "left", "right", "calendar"),
    [
        (Operator.ADD, WEEK, TURNS, "war"),
        (Operator.ADD, TURNS, WEEK, "war"),
        (Operator.ADD, WEEK, OTHER, None),
        (Operator.ADD, TURNS, TURNS, None),
        (Operator.SUBTRACT, WEEK, TURNS, "war"),
        (Operator.SUBTRACT, WEEK, WEEK, None),
        (Operator.SUBTRACT, TURNS, WEEK, None),
        (Operator.TIMES, WEEK, TURNS, None),
        (Operator.TIMES, TURNS, WEEK, None),
    ],
)
def test_what_is_reckoned_with_turns_is_a_turn_or_a_number_of_them(
    operator: Operator, left: types.Numeric, right: types.Numeric, calendar: str | None
) -> None:
    assert _result_calendar(operator, left, right) == calendar

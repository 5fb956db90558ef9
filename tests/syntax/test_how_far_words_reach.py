"""How far words reach: what needs no brackets means what it says, and where two readings are possible the line is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import Book, load
from rulewright.interfaces.api.new_book import new_sample

BOOK = """\
predicate one(u: unit) "the first way"
predicate both(u: unit) "the second way"
predicate inside(t: town) "a leader in reserve is in {t}"
predicate outside(t: town) "a leader is in {t}, and the weather is clear"
predicate at_rest(t: town) "all is quiet in {t}"
predicate none_rests(t: town) "no unit in {t} is in reserve"
predicate not_all_rest(t: town) "not all units in {t} are in reserve"
predicate fed(u: unit) "{u} is fed"
value each_more(t: town): 0..999 SP "a point more for each unit in {t}"
value once_more(t: town): 0..999 SP "a point more for all units in {t}"
value sum_rounded(u: unit): 0..99 by 1/2 SP "the sum, rounded"
value half_rounded(u: unit): 0..99 by 1/2 SP "the half, rounded"
value first_doubled(u: unit): 0..99 SP "twice the strength, and one"
value all_doubled(u: unit): 0..99 SP "twice the strength and one"
value quarter_of_each(u: unit): 0..99 SP "a quarter for each point of {u}"
value over_each(u: unit): 0..99 SP "twelve, divided by four for each point of {u}"
value one_and_each(u: unit): 0..99 SP "one, and two for each point of {u}"
value over_twice(u: unit): 0..99 SP "twelve, divided by twice the strength of {u}"
value larger_and_one(u: unit): 0..99 SP "the larger, and one more"
value larger_of_more(u: unit): 0..99 SP "the larger of the one and the other with one more"
fact other(u: unit): 0..40 SP "the other strength"

case 9.1 "And, or"
  may cross(u) when u.reserve and (weather is mud or weather is snow)
  may forage(u, t) when (u.reserve and weather is mud) or weather is snow

  example "no reserve, in snow"
    given not u.reserve, weather is snow
    then undetermined cross(u), silent
    then permitted forage(u, t)

case 9.2 "Not"
  one(u) means not u.reserve and weather is mud
  both(u) means not (u.reserve and weather is mud)

  example "a reserve in snow"
    given u.reserve, weather is snow
    then not one(u)
    then both(u)

case 9.3 "Some, every"
  inside(t) means some unit x among garrison(t) with (x.arm is leader and x.reserve)
  outside(t) means (some unit x among garrison(t) with x.arm is leader) and weather is clear
  at_rest(t) means (every unit x among garrison(t) satisfies x.reserve) or weather is snow

  example "a leader in reserve, in mud"
    world x: unit; t: town
    given x.town is t, x.arm is leader, x.reserve, weather is mud
    then inside(t)
    then not outside(t)
    then at_rest(t)

case 9.4 "No and not every"
  none_rests(t) means no unit x among garrison(t) with x.reserve
  not_all_rest(t) means not (every unit x among garrison(t) satisfies x.reserve)

  example "one rests, one does not"
    world x, y: unit; t: town
    given x.town is t, y.town is t, x.reserve, not y.reserve
    then not none_rests(t)
    then not_all_rest(t)

case 9.5 "A sum"
  each_more(t) is the sum of (x.strength + 1 SP) over units x with (x.town is t)
  once_more(t) is the sum of x.strength over units x with (x.town is t) + 1 SP

  example "two units"
    world x, y: unit; t: town
    given x.town is t, y.town is t, x.strength is 3 SP, y.strength is 4 SP
    then each_more(t) is 9 SP
    then once_more(t) is 8 SP

case 9.6 "Halves and doubles"
  sum_rounded(u) is 1/2 SP + u.strength / 2 rounded down
  half_rounded(u) is 1/2 SP + (u.strength / 2 rounded down)
  first_doubled(u) is 2 times u.strength + 1 SP
  all_doubled(u) is 2 times (u.strength + 1 SP)
  quarter_of_each(u) is (12 SP / 4) for each 1 SP of u.strength
  over_each(u) is 12 SP / (4 for each 1 SP of u.strength)
  one_and_each(u) is 1 SP + 2 SP for each 1 SP of u.strength
  over_twice(u) is 12 SP / (2 times (u.strength / 1 SP))
  larger_and_one(u) is the larger of u.strength and other(u) + 1 SP
  larger_of_more(u) is the larger of u.strength and (other(u) + 1 SP)

  example "a strength of three"
    given u.strength is 3 SP
    then sum_rounded(u) is 2 SP
    then half_rounded(u) is 1.5 SP
    then first_doubled(u) is 7 SP
    then all_doubled(u) is 8 SP
    then quarter_of_each(u) is 9 SP
    then over_each(u) is 1 SP
    then one_and_each(u) is 7 SP
    then over_twice(u) is 2 SP

  example "five and two"
    given u.strength is 5 SP, other(u) is 2 SP
    then larger_and_one(u) is 6 SP
    then larger_of_more(u) is 5 SP

case 9.7 "Several conditions, and items of a list"
  may cross(u) when u.arm is infantry or u.arm is leader when weather is clear unless u.strength is 0 SP
  fed(u) when any of
    1. u.arm is infantry and weather is clear
    2. u.arm is cavalry or u.arm is leader

  example "a leader in mud"
    given u.arm is leader, weather is mud, not u.reserve, u.strength is 3 SP
    then undetermined cross(u), silent
    then fed(u)

  example "a leader on a clear day"
    given u.arm is leader, weather is clear, not u.reserve, u.strength is 3 SP
    then permitted cross(u)

case 9.8 "Otherwise"
  toll(u) is 4 SP when u.arm is wagon
  toll(u) is 0 SP when u.arm is leader
  toll(u) is 2 SP otherwise

  example "a wagon"
    given u.arm is wagon
    then toll(u) is 4 SP
"""

REFUSED = [
    "may cross(u) when u.reserve and weather is mud or weather is snow",
    "may cross(u) when some unit x among garrison(t) with x.arm is leader and weather is clear",
    "may cross(u) when every unit x among garrison(u.town) satisfies x.reserve or u.arm is leader",
    "may cross(u) when no unit x with x.reserve and x.town is u.town",
    "may cross(u) when not some unit x with x.reserve",
    "toll(u) is (1 SP) * the number of units x with x.reserve + 2 SP",
    "toll(u) is the sum of x.strength + 1 SP over units x",
    "toll(u) is allowance(u) as if weather is clear",
    "toll(u) is u.strength / 2 for each 1 SP of u.strength rounded up",
    "toll(u) is u.strength / -2 for each 1 SP of u.strength",
    "toll(u) is u.strength / 50 percent of 2 SP for each 1 SP of u.strength",
    "toll(u) is u.strength / 2 times u.strength",
    "may only cross(u) when u.reserve when weather is mud",
    "may only cross(u) when u.strength is 3 when weather is mud",
    "may only cross(u) when u.reserve unless weather is mud",
    "may only cross(u) unless u.reserve unless weather is mud",
]


def _on_the_ferry(text: str, folder: Path) -> Book:
    new_sample(folder, "ferry")
    (folder / "example.case").write_text(text, "utf-8")
    return load(str(folder), cache=False)


def test_what_needs_no_brackets_reaches_as_far_as_is_said(tmp_path: Path) -> None:
    book = _on_the_ferry(BOOK, tmp_path / "book")
    assert [finding.message for finding in book.check().findings if finding.severity.name == "ERROR"] == []
    assert [(result.title, result.message) for result in book.test().results if not result.passed] == []


@pytest.mark.parametrize("line", REFUSED)
def test_what_can_be_read_in_two_ways_is_refused(line: str, tmp_path: Path) -> None:
    book = _on_the_ferry(f"case 9.1\n  {line}\n", tmp_path / "book")
    assert [finding.code for finding in book.check().findings if finding.severity.name == "ERROR"] == ["RW021"]

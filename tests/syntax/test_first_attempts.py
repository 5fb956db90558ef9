"""What the pages on writing say of lines that people write first: each *Not* of them is refused as they say, or does what they say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from rulewright import load
from rulewright.base.resources import site_folder
from rulewright.interfaces.api.new_book import new_sample

PAGES = [site_folder() / "pages" / "writing" / f"{name}.md" for name in ("patterns", "amounts", "time")]
_NOT = re.compile(r"^- \*Not\* (?:an example of .*?)?`([^`]+)`(.*)$", re.MULTILINE)
_CODE = re.compile(r"\[(RW\d{3})\]")


class Attempt(NamedTuple):
    """A line that people write first, and the code that the page names for it, if it names one."""

    line: str
    code: str


def _attempts() -> list[Attempt]:
    found = [match for page in PAGES for match in _NOT.finditer(page.read_text("utf-8"))]
    assert len(found) == sum(page.read_text("utf-8").count("*Not* ") for page in PAGES)
    return [Attempt(match[1], code[1] if (code := _CODE.search(match[2])) else "") for match in found]


ATTEMPTS = {attempt.line: attempt for attempt in _attempts()}

FACTS = """\
record corps "a corps"
  active: yes/no "{it} is active"
fact corps(u: unit): corps or none "the corps of {u}"
predicate so(u: unit) "it is so of {u}"
predicate so_at_last(u: unit) "it is so of {u} at last"
value amount(u: unit): -99..999 by 1/20 SP "the amount of {u}"
value wanted(u: unit): -99..999 by 1/20 SP "the amount of {u} that is wanted"

"""
DAYS = """\
measure day "day"
calendar civil "the calendar"
  turn 1 is 1 January 1900, by day
fact served: 1..99999 day in civil "the day of the notice"
fact answered: 1..99999 day in civil "the day of the answer"
predicate counted "the day itself counts"
predicate not_counted "the day itself does not count"

"""
STATUS = """\
status has_force_marched of unit "{it} has made a forced march"
  usually no

"""

BOOKS = {
    "may cross(u) unless u.reserve": """\
case 1.1 "A"
  may cross(u) unless u.reserve

  example "it says nothing about reserves"
    given u.reserve
    then undetermined cross(u), silent
""",
    'example "a reserve"': """\
case 1.1 "A"
  may cross(u)

example "a reserve"
  given u.reserve
  then permitted cross(u)
""",
    "may retreat(u) when u.arm is cavalry": """\
verdict retreat(u: unit) "{u} retreats"

case 1.1 "A"
  may retreat(u) when u.arm is cavalry

  example "it says nothing about infantry"
    given u.arm is infantry
    then undetermined retreat(u), silent
""",
    "u.reserve and weather is mud or weather is snow": """\
case 1.1 "A"
  may cross(u) when u.reserve and weather is mud or weather is snow
""",
    "not u.reserve and weather is mud": """\
case 1.1 "A"
  so(u) means not u.reserve and weather is mud
  so_at_last(u) means not (u.reserve and weather is mud)

  example "a reserve in snow"
    given u.reserve, weather is snow
    then not so(u)
    then so_at_last(u)
""",
    "u.arm is infantry or leader": """\
case 1.1 "A"
  may cross(u) when u.arm is infantry or leader
  may forage(u, t) when u.arm in {infantry, leader}
""",
    "some unit x with x.reserve and weather is clear": """\
case 1.1 "A"
  may cross(u) when some unit x with x.reserve and weather is clear
""",
    "not (every unit x satisfies x.reserve)": """\
case 1.1 "A"
  so(u) means not (every unit x satisfies x.reserve)
  so_at_last(u) means no unit x with x.reserve

  example "one of two is in reserve"
    world x, y: unit
    given x.reserve, not y.reserve
    then so(x)
    then not so_at_last(x)
""",
    "not corps(u).active": """\
case 1.1 "A"
  so(u) means not corps(u).active
  so_at_last(u) means not corps(u).active and corps(u) is not none

  example "without a corps"
    given corps(u) is none
    then so(u)
    then not so_at_last(u)
""",
    "all: allowance(u) is 4 MP": """\
case 1.1 "A"
  all: allowance(u) is 4 MP
""",
    "1/2 SP + u.strength / 2 rounded down": """\
case 1.1 "A"
  amount(u) is 1/2 SP + u.strength / 2 rounded down
  wanted(u) is 1/2 SP + (u.strength / 2 rounded down)

  example "the whole sum is rounded"
    given u.strength is 3 SP
    then amount(u) is 2 SP
    then wanted(u) is 1.5 SP
""",
    "2 times u.strength + 1 SP": """\
case 1.1 "A"
  amount(u) is 2 times u.strength + 1 SP
  wanted(u) is 2 times (u.strength + 1 SP)

  example "three"
    given u.strength is 3 SP
    then amount(u) is 7 SP
    then wanted(u) is 8 SP
""",
    "half of u.strength": """\
case 1.1 "A"
  amount(u) is half of u.strength
""",
    "the sum of u.strength + 1 SP over units u": """\
case 1.1 "A"
  amount(u) is the sum of u.strength + 1 SP over units u
""",
    "0..40 SP or none": """\
value weakest(t: town): 0..40 SP or none "the strength of the weakest in {t}"
""",
    "for each full week of overdue": """\
measure week "week"
measure euro "euro"
fact overdue: 0..52 week "how long the fee is overdue"
value surcharge: 0..999 euro "the surcharge"

case 1.1 "A"
  surcharge is 3 euro for each full week of overdue
""",
    "| clear | infantry | 2 |": """\
case 1.1 "A"
  table loss(w: weather, a: arm): 0..9 "the loss"
    | clear | infantry | 2 |
""",
    "within 30 day after served": """\
case 1.1 "A"
  counted means answered is within 30 day after served
  not_counted means answered is between served + 1 day and served + 30 day

  example "on the day itself"
    given served is 1 June 2026, answered is 1 June 2026
    then counted
    then not not_counted

  example "on the last"
    given served is 1 June 2026, answered is 1 July 2026
    then counted
    then not_counted
""",
    "given not has_force_marched(u)": """\
case 1.1 "A"
  may cross(u) when not has_force_marched(u)

  example "nothing is usual"
    world u: unit
    then missing cross(u), lacks u.has_force_marched

  example "but here" as usual
    world u: unit
    then permitted cross(u)
""",
    'enum phase: movement, combat "the phase"': """\
enum phase: movement, combat "the phase"
fact phase: phase "the phase"

case 1.1 "A"
  may cross(u) when phase is movement
""",
}
"""A book for each of them, on the ferry; where no code is named its examples show what the line does, often beside the line that is right."""


def test_each_has_its_book() -> None:
    assert sorted(BOOKS) == sorted(ATTEMPTS)


@pytest.mark.parametrize("line", BOOKS)
def test_it_is_refused_as_the_page_says_or_does_what_it_says(line: str, tmp_path: Path) -> None:
    new_sample(tmp_path / "book", "ferry")
    (tmp_path / "book" / "words.case").write_text(FACTS + DAYS + STATUS, "utf-8")
    (tmp_path / "book" / "example.case").write_text(BOOKS[line], "utf-8")
    book = load(str(tmp_path / "book"), cache=False)
    found = {finding.code: finding.severity.name for finding in book.check().findings}
    if code := ATTEMPTS[line].code:
        assert code in found
    else:
        assert "ERROR" not in found.values()
        assert [result.title for result in book.test().results if not result.passed] == []

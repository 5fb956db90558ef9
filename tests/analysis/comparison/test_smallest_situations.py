"""The situation that shows a difference or a contradiction is a small one: few facts, no idle thing, and links between things are given."""

from __future__ import annotations

import pytest

from rulewright.analysis.comparison.answer_change import Change
from rulewright.analysis.comparison.core_difference import compare_cores
from rulewright.analysis.verdicts.decide import decide
from rulewright.analysis.verdicts.findings import FindingKind
from semantics.small import core_of

MARCH = """
record hex "a hex"
  depot: yes/no "a depot is in {it}"
record unit "a unit"
  arm: arm "the arm of {it}"
  side: side "the side of {it}"
  hex: hex "the hex of {it}"
  commander: unit or none "the commander of {it}"
enum arm: foot, horse
enum side: blue, grey
status forced of unit "{it} makes a forced march"
  usually no
fact apart(u: unit, v: unit): 0..30 "the distance from {u} to {v}"
  symmetric
predicate led(u: unit) "{u} is led"
predicate supplied(u: unit) "{u} is in supply"
predicate watched(h: hex, s: side) "an enemy of {s} is in {h}"
value allowance(u: unit): 0..12 by 1/2 "the allowance of {u}"
  printed is the one
  changes plus the sum
  orders times the product
impossible for u: unit when u.commander is u
verdict rest(u: unit) "{u} rests"
verdict enter(u: unit, h: hex) "{u} enters {h}"

case 1.1 "Allowance"
  foot: allowance(u) is 4 when u.arm is foot
  horse: allowance(u) is 6 when u.arm is horse
  forced: add 2 to allowance(u) when forced(u)
  orders: multiply allowance(u) by 1/2 when not led(u)
case 1.2 "Led"
  led(u) means any of
    a. u.commander is none
    b. apart(u, u.commander) is at most 3
case 1.3 "Rest"
  may rest(u)
  supplied(u) means u.hex.depot
case 1.4 "Enemies"
  watched(h, s) means some unit e with (e.hex is h and e.side is not s)
case 1.5 "Entering"
  may enter(u, h) when u.arm is horse and not watched(h, u.side)
  may not enter(u, h) when h.depot

amend 1.1.foot in errata as correction
  deletes the part
  foot: allowance(u) is 5 when u.arm is foot
amend 1.3 in errata as correction
  supply: may not rest(u) when not supplied(u)
    overrides 1.3
"""


@pytest.fixture(scope="module")
def changes() -> dict[str, Change]:
    found = compare_cores(core_of(MARCH, "before"), core_of(MARCH, "after")).changes
    return {change.question: change for change in found}


def test_a_change_of_one_number_is_shown_without_another_thing(changes: dict[str, Change]) -> None:
    """Nobody else is needed to have no commander, and a forced march is unusual."""
    change = changes["allowance"]
    assert dict(change.situation.facts) == {"u.arm": "foot"}
    assert dict(change.full_situation.facts) == {"u.arm": "foot", "u.forced": "no"}, "an example takes nothing for granted"
    assert dict(change.situation.world) == {"u": "unit"}
    assert (change.outcome_before.text, change.outcome_after.text) == ("4", "5")


def test_what_links_a_thing_to_the_others_is_among_the_facts(changes: dict[str, Change]) -> None:
    """The depot is that of the unit's own hex; and the things have their first names."""
    change = changes["rest"]
    assert dict(change.situation.facts) == {"h.depot": "no", "u.hex": "h"}
    assert dict(change.situation.world) == {"h": "hex", "u": "unit"}


def test_a_contradiction_is_shown_with_the_things_that_it_is_about() -> None:
    """No unit stands in the hex, though a condition runs over all of them."""
    found = [finding for finding in decide(core_of(MARCH)).findings if finding.kind is FindingKind.CONTRADICTION]
    (situation,) = [finding.situation for finding in found if finding.question == "enter" and finding.situation is not None]
    assert dict(situation.world) == {"h": "hex", "u": "unit"}
    assert set(dict(situation.facts)) <= {"h.depot", "u.arm", "u.side", "u.hex"}


FINES = """
enum lane: left, right
record ride "a ride"
  late: yes/no "{it} is late"
    usually no
  noisy: yes/no "{it} is noisy"
    usually no
  litter: 0..9 "the litter of {it}"
    usually 0
  meter: yes/no "{it} has a meter"
    usually yes
  read: 0..20 "the meter of {it}"
  guessed: 0..20 "the guess for {it}"
  minutes: 0..60 "the minutes of {it}"
  lane: lane "the lane of {it}"
value fine(r: ride): 0..99 "the fine of {r}"
  each is the sum
value length(r: ride): 0..20 "the length of {r}"
value price(r: ride): 0..200 "the price of {r}"

case 1.1 "Fines"
  late: add 2 to fine(r) when r.late
  noisy: add 3 to fine(r) when r.noisy
  litter: add 4 * r.litter to fine(r)
  slow: add 5 to fine(r) when r.minutes is more than 30
case 1.2 "Length"
  length(r) is r.read when r.meter
  length(r) is r.guessed when not r.meter
case 1.3 "Price"
  price(r) is length(r) + fine(r)
"""
ON_THE_MINUTE = """
amend 1.1 in errata as correction
  exact: add 5 to fine(r) when r.minutes is 30
"""


@pytest.mark.parametrize(("question", "given"), [("fine", {}), ("price", {"r.read": "0"})])
def test_what_is_as_usual_is_in_no_situation_that_shows_a_difference(question: str, given: dict[str, str]) -> None:
    """The late and noisy rides with litter would pay more in both, and a guess is of no interest where there is a meter."""
    core = core_of(FINES + ON_THE_MINUTE, "before"), core_of(FINES + ON_THE_MINUTE, "after")
    [change] = compare_cores(*core, [question]).changes
    assert dict(change.situation.facts) == {"r.minutes": "30", **given}
    assert (change.outcome_before.text, change.outcome_after.text) == ("0", "5")
    assert change.cases == ("1.1",)


def test_what_is_unusual_and_matters_is_in_the_situation() -> None:
    text = FINES + "amend 1.1 in errata as correction\n  both: add 1 to fine(r) when r.late and r.noisy and r.lane is left\n"
    [change] = compare_cores(core_of(text, "before"), core_of(text, "after"), ["fine"]).changes
    assert dict(change.situation.facts) == {"r.lane": "left", "r.late": "yes", "r.minutes": "0", "r.noisy": "yes"}


def test_a_fact_of_which_another_value_is_usual_now_is_given() -> None:
    later = FINES.replace('is noisy"\n    usually no', 'is noisy"\n    usually yes')
    (change,) = compare_cores(core_of(FINES), core_of(later + "case 1.4\n  add 1 to fine(r)\n"), ["fine"]).changes
    assert dict(change.situation.facts) in ({"r.minutes": "0", "r.noisy": "no"}, {"r.minutes": "0", "r.noisy": "yes"})

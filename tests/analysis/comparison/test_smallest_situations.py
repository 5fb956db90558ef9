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


TOLLS = """
enum load: salt, wool, iron, corn, wine, fish, coal, wood, silk
record cart "a cart"
  load: load "the load of {it}"
  weight: 20..500 "the weight of {it}"
  local: yes/no "{it} is of the town"
record guild "a guild"
  poor: yes/no "{it} is poor"
fact of_guild(c: cart, g: guild): yes/no "{c} is of {g}"
value rate(c: cart): 0..99 "the rate of {c}"
value toll(c: cart): 0..99999 "the toll of {c}"
value total(g: guild): 0.. "the total of {g}"
value due(g: guild): 0.. "what {g} owes"
verdict pass(g: guild) "{g} passes"

case 1.1 "Rates"
  salt: rate(c) is 7 when c.load is salt
  wool: rate(c) is 5 when c.load is wool
  iron: rate(c) is 30 when c.load is iron
  corn: rate(c) is 31 when c.load is corn
  wine: rate(c) is 44 when c.load is wine
  fish: rate(c) is 52 when c.load is fish
  coal: rate(c) is 60 when c.load is coal
  wood: rate(c) is 71 when c.load is wood
  silk: rate(c) is 99 when c.load is silk
case 1.2 "Tolls"
  toll(c) is rate(c) * ((c.weight - 20) / 7 rounded up) when not c.local
  toll(c) is 0 when c.local
case 1.3 "Guilds"
  total(g) is the sum of toll(c) over carts c with of_guild(c, g)
  due(g) is total(g) / 2 when g.poor
  due(g) is total(g) when not g.poor
case 1.4 "Passing"
  may pass(g) when due(g) is at most 9000
  may not pass(g) when due(g) is more than 9000

amend 1.1.wool in errata as correction
  deletes the part
  wool: rate(c) is 6 when c.load is wool
"""


@pytest.mark.parametrize("question", ["total", "due"])
def test_a_sum_that_one_thing_moves_is_shown_with_that_thing(question: str) -> None:
    """A sum of the tolls of carts has too many values for formulas; one cart of wool is enough to show that it is another."""
    [verdict] = compare_cores(core_of(TOLLS, "before"), core_of(TOLLS, "after"), [question]).verdicts
    [change] = verdict.changes
    facts = dict(change.situation.facts)
    assert {"c.load": "wool", "of_guild(c, g)": "yes"}.items() <= facts.items()
    assert dict(change.situation.world) == {"c": "cart", "g": "guild"}
    assert change.outcome_before.text != change.outcome_after.text
    assert verdict.reason is not None, "it may change in other ways, too"


def test_a_sum_of_which_the_own_rule_is_another_is_shown_with_one_thing() -> None:
    text = TOLLS[: TOLLS.index("amend")] + "amend 1.3 in errata as correction\n  replaces the case\n"
    text += "  total(g) is the sum of (toll(c) + 1) over carts c with of_guild(c, g)\n  due(g) is total(g)\n"
    [change] = compare_cores(core_of(text, "before"), core_of(text, "after"), ["total"]).changes
    assert dict(change.situation.world) == {"c": "cart", "g": "guild"}


def test_a_sum_that_nothing_moves_is_not_shown_to_differ() -> None:
    text = TOLLS.replace("wool: rate(c) is 6 when", "wool: rate(c) is 5 when")
    found = compare_cores(core_of(text, "before"), core_of(text, "after"), ["total", "due"])
    assert not found.changes

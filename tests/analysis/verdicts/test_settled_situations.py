"""The situations that `precedence` shows: both rules' conditions hold in them, and nothing that these need is left out."""

from __future__ import annotations

from rulewright.analysis.verdicts.precedence_pairs import settle_pairs
from semantics.small import core_of


def shown(text: str) -> list[tuple[str, dict[str, str]]]:
    return [(pair.principle, dict(pair.situation.facts)) for pair in settle_pairs(core_of(text)).settled if pair.situation is not None]


def test_a_fact_that_both_conditions_need_is_shown_though_any_value_does() -> None:
    text = """
fact a: yes/no
record unit
  side: 1..2
  attacks: yes/no
predicate p(u: unit)
case 1.1
  p(u) when some unit v with (v.side is u.side and v.attacks)
case 1.2
  not p(u) when u.attacks
    overrides 1.1
"""
    ((principle, facts),) = shown(text)
    assert principle == "stated"
    assert facts["u.attacks"] == "yes"
    assert "u.side" in facts


def test_a_thing_that_a_condition_needs_is_there() -> None:
    text = """
record hex
  fort: yes/no
record unit
  hex: hex
  big: yes/no
predicate p(u: unit)
case 1.1
  p(u) when u.hex.fort or not u.hex.fort
case 1.2
  not p(u) when u.big
    overrides 1.1
"""
    ((_, facts),) = shown(text)
    assert {"u.big", "u.hex", f"{facts['u.hex']}.fort"} <= set(facts)


def test_things_and_facts_of_things_that_a_condition_needs_are_found_one_after_the_other() -> None:
    text = """
enum rank: low, high
record hex
  fort: yes/no
record leader
  rank: rank
  hex: hex
record unit
  commander: leader
  hex: hex
fact mud: yes/no
predicate p(u: unit)
case 1.1
  p(u) when (u.commander.rank is high or u.commander.rank is low) and (u.commander.hex.fort or not u.commander.hex.fort) and u.hex.fort and mud
case 1.2
  not p(u) when mud
    overrides 1.1
"""
    (pair,) = settle_pairs(core_of(text)).settled
    assert pair.situation is not None
    assert dict(pair.situation.world) == {"l": "leader", "u": "unit", "h": "hex"}
    assert dict(pair.situation.facts) == {"mud": "yes", "u.commander": "l", "u.hex": "h", "h.fort": "yes", "l.rank": "low", "l.hex": "h"}


def test_what_is_the_same_in_either_order_is_said_once_whatever_the_things_are_called() -> None:
    """`zone` comes after `hex` by name, and before it in the situation that was found: `near` of the two is one fact all the same."""
    text = """
record hex
fact near(h: hex, k: hex): yes/no
  symmetric
predicate p(zone: hex)
case 1.1
  p(zone) when some hex h with (h is not zone and near(h, zone))
case 1.2
  not p(zone) when some hex h with (h is not zone and near(zone, h))
    overrides 1.1
"""
    ((_, facts),) = shown(text)
    assert facts == {"near(h, zone)": "yes"}

"""The situations of findings have what they show something by."""

from __future__ import annotations

import pytest

from rulewright.analysis.verdicts.decide import decide
from rulewright.analysis.verdicts.findings import FindingKind, Witness
from rulewright.engines.solver.cone import Cones
from semantics.small import core_of

FOLLOWS = """
fact fog: yes/no
record unit
  flag: yes/no
verdict rest
  total

case 1.1
  may rest when every unit y satisfies not y.flag

case 2.1
  x.flag when fog
"""


def shown(text: str, kind: FindingKind) -> Witness:
    """The situation of the one finding of a kind."""
    found = [finding for finding in decide(core_of(text)).findings if finding.kind is kind]
    assert len(found) == 1
    assert found[0].situation is not None
    return found[0].situation


def test_a_thing_stays_whose_facts_follow() -> None:
    """No fact of the unit is given, and without it every unit would satisfy anything."""
    situation = shown(FOLLOWS, FindingKind.GAP)
    assert situation.world == (("u", "unit"),)
    assert situation.facts == (("fog", "yes"),)
    assert situation.outcome == "undetermined"


AN_AIM = """
record hex
record attack
  target: hex
record unit
  red: yes/no
  hex: hex or none
fact rolled(a: attack): yes/no
predicate enemy_in(u: unit, h: hex)
verdict support(u: unit, a: attack)

case 1.1
  enemy_in(u, h) means some unit v with (v.hex is h and v.red is not u.red)
  may support(u, a) when enemy_in(u, a.target)

reading late on 1.1 "Late support"
  choice early in play
    may not support(u, a) when rolled(a)
      overrides 1.1
  choice late_too
"""


def test_a_thing_that_a_fact_must_name_is_there() -> None:
    """Every attack has a target: where the search needed none of its hexes, the situation has one all the same."""
    situation = shown(AN_AIM, FindingKind.READING_MATTERS)
    assert dict(situation.world).get("h") == "hex"
    assert ("a.target", "h") in situation.facts


A_MAP = """
map field "The field": A0101..A0303
enum sign: B0101, A0404, A02
fact seat: field
fact sign: sign
verdict rest
case 1
  may rest when sign is B0101 and seat is A0202
  may not rest when sign is A0404
  need not rest when sign is A02
"""


def test_places_are_those_of_the_map() -> None:
    """Names of other things that look like the number of a place are none."""
    assert Cones(core_of(A_MAP)).world_needs().places == {"field": ("A0202", "A0101", "A0303")}


@pytest.mark.parametrize("fact", ["0..900", "0..90000", "-90000..90000", "0..90000 by 1/2"])
def test_a_number_of_many_is_found(fact: str) -> None:
    rules = "case 1.1\n  may rest when cash is more than 500\ncase 1.2\n  may not rest when cash is less than 502 and cash is not 1001/2\n"
    assert shown(f"fact cash: {fact}\nverdict rest\n{rules}", FindingKind.CONTRADICTION).facts == (("cash", "501"),)

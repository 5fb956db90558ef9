"""The situations of findings have what they show something by."""

from __future__ import annotations

from rulewright.decision.judge.decide import decide
from rulewright.decision.judge.findings import Kind, Witness
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


def shown(text: str, kind: Kind) -> Witness:
    """The situation of the one finding of a kind."""
    found = [finding for finding in decide(core_of(text)).findings if finding.kind is kind]
    assert len(found) == 1
    assert found[0].situation is not None
    return found[0].situation


def test_a_thing_stays_whose_facts_follow() -> None:
    """No fact of the unit is given, and without it every unit would satisfy anything."""
    situation = shown(FOLLOWS, Kind.GAP)
    assert situation.world == (("u", "unit"),)
    assert situation.facts == (("fog", "yes"),)
    assert situation.outcome == "undetermined"

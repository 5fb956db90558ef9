"""What is found in books about many things, against situations drawn at random. `make many` does it for 2,000 of them."""

from __future__ import annotations

from random import Random

import pytest

from analysis.verdicts.drawn_worlds import Drawer
from analysis.verdicts.many import Shown, Tally, false_alarm, missed, try_book
from drawn import FIRST
from rulewright.analysis.verdicts.decide import decide
from rulewright.analysis.verdicts.findings import EditionVerdicts, Finding, FindingKind, Witness
from rulewright.analysis.verdicts.precedence_pairs import settle_pairs
from semantics.small import core_of

SLOW = {8}
"""Books of an ordinary run that take more than ten seconds."""

SEEDS = """
record player
  seeded: yes/no
verdict split
  total
case 1.1
  may split when the number of players x with (x.seeded) is at least 5
  may not split when the number of players x with (x.seeded) is at least 4
"""


def test_findings_are_what_situations_show() -> None:
    """No miss, no false alarm, and every question ends with what its completions say."""
    tally = Tally()
    for number in range(FIRST, FIRST + 16):
        if number not in SLOW:
            tally.add(try_book(number))
    assert not tally.differing, "\n".join(tally.differing)
    assert tally.findings["contradiction"] > 20 and tally.seen["clashes"] > 20 and tally.asked > 200


@pytest.mark.parametrize("number", [133, pytest.param(299, marks=pytest.mark.thorough)])
def test_books_in_which_something_was_wrong(number: int) -> None:
    """No steps were left to replay a situation a second time; a situation named a thing that was not there."""
    tally = try_book(number)
    assert not tally.differing, "\n".join(tally.differing)


def seeds_without(*kinds: FindingKind) -> list[str]:
    """What is missed of the field of seeds if findings of these kinds were not made."""
    core = core_of(SEEDS)
    shown = Shown(core)
    for drawn in Drawer(core, Random(1)).some(70):
        shown.look(drawn)
    decided = decide(core)
    assert not decided.not_analysed
    left = EditionVerdicts("after", tuple(one for one in decided.findings if one.kind not in kinds))
    return list(missed(shown, left, settle_pairs(core), Tally()))


def test_a_miss_is_noticed() -> None:
    assert seeds_without() == []
    (clash,) = seeds_without(FindingKind.CONTRADICTION)
    assert clash.startswith("1.1.1 and 1.1.2 clash")
    (gap,) = seeds_without(FindingKind.GAP)
    assert gap.startswith("split is not answered")


def test_a_false_alarm_is_noticed() -> None:
    core = core_of(SEEDS)
    for finding in decide(core).findings:
        assert not false_alarm(core, finding)
    invented = Witness("split", (("a", "player"),), (("a.seeded", "yes"),))
    assert "undetermined" in false_alarm(core, Finding(FindingKind.CONTRADICTION, "split", ("1.1.1", "1.1.2"), ("1.1",), invented))


NOBODY = """
record unit
  rank: 0..3
  team: team or none
record team
  big: yes/no
value pay(u: unit): 0..600
  total
impossible for w: unit, v: unit when w.team is v.team and v is w
case 1.1
  pay(u) is 1 when the sum of x.rank over units x with (x.team is not none and x.team.big and u.rank is more than x.rank) is more than 1
  pay(u) is 2 when u.team is none or not u.team.big
"""


def test_what_is_shown_among_many_things_is_found_to_be_possible() -> None:
    """No unit is possible; that of many it is not found out within few steps shows nothing."""
    core = core_of(NOBODY)
    assert [str(one.situation) for one in decide(core).findings] == []

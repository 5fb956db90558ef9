"""`the unit v with (C) that has the least A`, and `the only unit v with (C)`: one thing, or none, or a tie."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from rulewright.core.query import Status
from rulewright.engines.interpreter.answer import Answer, Why
from rulewright.engines.interpreter.ask import ask
from semantics.small import codes, core_of

WORDS = """
scale rank: low, middle, high
record side
record unit
  strength: 0..9
  rank: rank
  reserve: yes/no
fact apart(u: unit, v: unit): 0..9
fact enemy(u: unit, v: unit): yes/no
choice picked(u: unit): unit by owner
group others(u: unit): units v with enemy(u, v)
value nearest(u: unit): unit
value weakest_near(u: unit): unit
value agreed(u: unit): unit
value highest: unit
value force(u: unit): 0..9
value alone: unit
value best: 0..6
verdict fire(u: unit, v: unit)
"""
BOOK = (
    WORDS
    + """
case 1.1
  nearest(u) is the unit v with (enemy(u, v)) that has the least apart(u, v)
  weakest_near(u) is the v among others(u) that has the least apart(u, v) then the least v.strength
  agreed(u) is the unit v with (enemy(u, v)) that has the least apart(u, v) then the least v.strength then picked(u)
  highest is the unit v that has the greatest v.rank
  force(u) is (the unit v with (enemy(u, v)) that has the least apart(u, v)).strength
  may fire(u, v) when v is the unit w with (enemy(u, w)) that has the least apart(u, w)
  alone is the only unit v with (v.reserve)
  best is the n from 1 to 6 with (n is at most 4) that has the greatest (n * (5 - n)) then the least n
"""
)
UNITS = ("a", "b", "c")


def situation(apart: tuple[int, ...], strength: tuple[int, ...], enemies: tuple[bool, ...]) -> dict[str, Any]:
    """What is given of the three units as `a` sees them."""
    facts: dict[str, Any] = {}
    for unit, far, strong, enemy in zip(UNITS, apart, strength, enemies, strict=True):
        facts |= {f"apart(a, {unit})": far, f"{unit}.strength": strong, f"enemy(a, {unit})": enemy}
    return facts


def first_of(found: list[tuple[Any, str]]) -> str | Why:
    """The unit of the least key; why there is none."""
    if not found:
        return Why.NONE
    least = min(key for key, _ in found)
    tied = [unit for key, unit in found if key == least]
    return tied[0] if len(tied) == 1 else Why.TIE


def said(answer: Answer) -> Any:
    return answer.undetermined.why if answer.undetermined is not None else answer.value


@pytest.mark.parametrize("apart", list(product((1, 2), repeat=3)))
def test_it_is_the_first_of_those_that_fit(apart: tuple[int, ...]) -> None:
    core = core_of(BOOK)
    for strength, enemies in product(((3, 3, 3), (3, 2, 2), (1, 2, 1)), product((False, True), repeat=3)):
        facts = situation(apart, strength, enemies)
        there = [(far, strong, unit) for far, strong, unit, enemy in zip(apart, strength, UNITS, enemies, strict=True) if enemy]
        nearest, both = first_of([(far, unit) for far, _, unit in there]), first_of([((far, strong), unit) for far, strong, unit in there])
        assert said(ask(core, "nearest(a)", facts, closed=True)) == nearest, facts
        assert said(ask(core, "weakest_near(a)", facts, closed=True)) == both, facts
        for picked in UNITS:
            tied = [unit for far, strong, unit in there if (far, strong) == min((far, strong) for far, strong, _ in there)]
            chosen = (picked if picked in tied else Why.NONE) if both is Why.TIE else both
            assert said(ask(core, "agreed(a)", {**facts, "picked(a)": picked}, closed=True)) == chosen, (facts, picked)


def test_what_it_is_asked_for_may_be_a_field_and_it_may_stand_in_a_condition() -> None:
    core = core_of(BOOK)
    facts = situation((0, 2, 5), (1, 7, 2), (False, True, True))
    assert ask(core, "force(a)", facts, closed=True).value == 7
    assert ask(core, "fire(a, b)", facts, closed=True).value == "permitted"
    assert said(ask(core, "fire(a, c)", facts, closed=True)) is Why.SILENT
    tied = situation((0, 2, 2), (1, 7, 2), (False, True, True))
    assert said(ask(core, "force(a)", tied, closed=True)) is Why.TIE
    assert said(ask(core, "fire(a, b)", tied, closed=True)) is Why.TIE


def test_values_of_a_scale_and_whole_numbers_are_ranked_too() -> None:
    core = core_of(BOOK)
    assert ask(core, "highest", {"a.rank": "low", "b.rank": "high", "c.rank": "middle"}, closed=True).value == "b"
    assert ask(core, "best").value == 2


def test_the_only_one_is_one() -> None:
    core = core_of(BOOK)
    for reserves in product((False, True), repeat=3):
        there = [unit for unit, reserve in zip(UNITS, reserves, strict=True) if reserve]
        facts = {f"{unit}.reserve": reserve for unit, reserve in zip(UNITS, reserves, strict=True)}
        expected = there[0] if len(there) == 1 else Why.TIE if there else Why.NONE
        assert said(ask(core, "alone", facts, closed=True)) == expected


def test_only_what_can_change_it_is_missing() -> None:
    core = core_of(BOOK)
    facts = situation((0, 2, 5), (1, 7, 2), (False, True, True))
    del facts["apart(a, c)"]
    answer = ask(core, "nearest(a)", facts, closed=True)
    assert answer.status is Status.MISSING
    assert [fact.fact for fact in answer.missing] == ["apart(a, c)"]
    near = {**facts, "apart(a, b)": 0, "enemy(a, c)": False}
    assert ask(core, "nearest(a)", near, closed=True).value == "b"
    sole = {name: value for name, value in near.items() if name != "apart(a, b)"}
    assert ask(core, "nearest(a)", sole, closed=True).value == "b"


def test_who_is_picked_matters_only_at_a_tie() -> None:
    core = core_of(BOOK)
    assert ask(core, "agreed(a)", situation((0, 2, 5), (1, 7, 2), (False, True, True)), closed=True).value == "b"
    tied = ask(core, "agreed(a)", situation((0, 2, 2), (1, 7, 7), (False, True, True)), closed=True)
    assert [fact.fact for fact in tied.missing] == ["picked(a)"]


def test_what_cannot_be_ranked_or_picked() -> None:
    assert codes(WORDS + "case 1.1\n  highest is the unit v that has the least v.reserve\n") == ["RW203"]
    assert codes(WORDS + "case 1.1\n  highest is the unit v that has the least v.strength then 3\n") == ["RW203"]
    assert codes(WORDS + "case 1.1\n  force(u) is the unit v that has the least v.strength\n") == ["RW203"]

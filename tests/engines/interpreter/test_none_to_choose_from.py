"""The greatest, the least and the only one of none: a rule with such an amount has nothing to say, and `if there is none` says what counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rulewright.core.query import Status
from rulewright.engines.interpreter.answer import Answer, Undetermined, Why
from rulewright.engines.interpreter.ask import ask
from semantics.small import codes, core_of

WORDS = """
scale rank: low, middle, high
record unit
  rating: 0..3
  rank: rank
  here: yes/no
value bonus: 0..9
value worth(u: unit): 0..9
value best: unit or none
value highest: rank
value total_of: 0..9
  all is the sum
value capped: 0..9
  base is the one
  cap at most
predicate strong
"""
CHOICE = "the greatest u.rating over units u with (u.here)"
NOBODY = {"a.here": False, "b.here": False, "a.rating": 3, "b.rating": 2}
ONE = {**NOBODY, "b.here": True}


def answer(rules: str, question: str, facts: Mapping[str, Any]) -> Answer:
    return ask(core_of(f"{WORDS}\ncase 1.1\n{rules}"), question, facts, closed=True)


def value(rules: str, question: str, facts: Mapping[str, Any]) -> object:
    found = answer(rules, question, facts)
    assert found.status is Status.ANSWERED, found
    return found.value


def test_the_reason_is_that_there_is_none_to_choose_from() -> None:
    found = answer(f"  bonus is {CHOICE}", "bonus", NOBODY)
    assert found.undetermined == Undetermined(Why.NONE, "1.1")
    assert not found.because
    assert value(f"  bonus is {CHOICE}", "bonus", ONE) == 2


def test_otherwise_speaks() -> None:
    rules = f"  bonus is {CHOICE}\n  bonus is 1 otherwise"
    assert value(rules, "bonus", NOBODY) == 1
    assert value(rules, "bonus", ONE) == 2


def test_what_it_overrides_speaks() -> None:
    rules = f"  plain: bonus is 1\n  best: bonus is {CHOICE}\n    overrides 1.1.plain"
    assert value(rules, "bonus", NOBODY) == 1
    assert value(rules, "bonus", ONE) == 2


def test_nothing_is_added_or_limited() -> None:
    rules = f"  add 1 to total_of\n  add {CHOICE} to total_of\n  capped is 7\n  capped is at most {CHOICE}"
    assert (value(rules, "total_of", NOBODY), value(rules, "total_of", ONE)) == (1, 3)
    assert (value(rules, "capped", NOBODY), value(rules, "capped", ONE)) == (7, 2)


@pytest.mark.parametrize(
    "amount", [f"1 + ({CHOICE})", f"the greatest of (0, {CHOICE})", "(the only unit u with (u.here)).rating", f"({CHOICE}) / 2 rounded up"]
)
def test_an_amount_made_with_such_a_choice_says_nothing_either(amount: str) -> None:
    assert answer(f"  bonus is {amount}", "bonus", NOBODY).undetermined == Undetermined(Why.NONE, "1.1")
    assert answer(f"  bonus is {amount}", "bonus", ONE).status is Status.ANSWERED


def test_a_choice_for_each_member_is_made_for_all_of_them() -> None:
    rules = "  bonus is the sum of (the least v.rating over units v with (v.rating is more than u.rating)) over units u with (u.here)"
    assert value(rules, "bonus", ONE) == 3
    assert answer(rules, "bonus", {**NOBODY, "a.here": True}).undetermined == Undetermined(Why.NONE, "1.1")


def test_in_a_condition_it_is_open() -> None:
    found = answer(f"  strong means ({CHOICE}) is at least 2", "strong", NOBODY)
    assert found.undetermined == Undetermined(Why.NONE, "1.1")
    assert value(f"  strong means ({CHOICE}) is at least 2", "strong", ONE) is True


@pytest.mark.parametrize(
    ("rule", "question", "nobody", "one"),
    [
        (f"bonus is {CHOICE}, 5 if there is none", "bonus", 5, 2),
        (f"bonus is 1 + ({CHOICE}, 5 if there is none)", "bonus", 6, 3),
        ("best is the only unit u with (u.here), none if there is none", "best", None, "b"),
        ("best is the unit u with (u.here) that has the least u.rating, a if there is none", "best", "a", "b"),
        ("highest is the greatest u.rank over units u with (u.here), low if there is none", "highest", "low", "high"),
    ],
)
def test_if_there_is_none(rule: str, question: str, nobody: object, one: object) -> None:
    ranks = {"a.rank": "low", "b.rank": "high"}
    rule = rule.replace(", a if", ", the unit v that has the greatest v.rating if")
    assert value(f"  {rule}", question, {**NOBODY, **ranks}) == nobody
    assert value(f"  {rule}", question, {**ONE, **ranks}) == one


def test_if_there_is_none_is_said_of_a_choice() -> None:
    assert codes(f"{WORDS}\ncase 1.1\n  bonus is the number of units u, 0 if there is none") == ["RW215"]
    assert codes(f"{WORDS}\ncase 1.1\n  bonus is 1 + {CHOICE}, 0 if there is none") == ["RW215"]


def test_a_missing_fact_that_decides_whether_there_is_one_is_asked_for() -> None:
    found = answer(f"  bonus is {CHOICE}, 0 if there is none", "bonus", {"a.here": False, "b.rating": 2})
    assert [fact.fact for fact in found.missing] == ["b.here"]


def test_an_empty_sum_is_0() -> None:
    rules = "  add 1 to total_of when strong\n  strong when some unit u with u.here"
    assert (value(rules, "total_of", NOBODY), value(rules, "total_of", ONE)) == (0, 1)


def test_a_declared_otherwise_replaces_the_0_of_an_empty_sum() -> None:
    core = core_of("fact f: yes/no\nvalue v: 0..9\n  all is the sum\n  otherwise 4\n\ncase 1.1\n  add 1 to v when f")
    assert [ask(core, "v", {"f": f}).value for f in (False, True)] == [4, 1]


def test_a_path_through_the_none_that_it_is_then_is_false() -> None:
    rules = "  strong means (the only unit u with (u.here), none if there is none).rating is at least 0"
    assert (value(rules, "strong", NOBODY), value(rules, "strong", ONE)) == (False, True)

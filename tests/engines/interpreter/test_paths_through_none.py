"""A path through nothing: what each form of condition and amount says where `u.corps` is `none`, in every engine."""

from __future__ import annotations

from typing import Any

import pytest

from engines.interpreter.test_forms import said
from rulewright.core.model import Core
from rulewright.core.query import AskedQuestion, Declined, Query, Status, Switches
from rulewright.engines.interpreter.answer import Undetermined, Why
from rulewright.engines.interpreter.ask import ask
from rulewright.engines.registry import ENGINES, answering, is_there
from rulewright.interfaces.api.answer_words import outcome
from rulewright.semantics.model import Fix
from semantics.small import core_of

WORDS = """
scale grade: raw, line, elite
enum arm: foot, horse
record corps
  active: yes/no
  rating: 0..9
  arm: arm
  grade: grade or none
  parent: corps or none
record unit
  corps: corps or none
  grade: grade or none
fact near(c: corps, d: corps): yes/no
fact known(c: corps or none): yes/no
group units_of(c: corps): units x with x.corps is c
group units_or_free(c: corps or none): units x with x.corps is c
predicate attached(c: corps)
predicate holds(u: unit, v: unit)
verdict march(c: corps)
value reserve(c: corps): 0..9
value amount(u: unit): -99..99 by 1/2
value rank(u: unit): grade
"""
CASE = """
case 1.1
  attached(c) means c.parent is not none
  may march(c) when c.active
  reserve(c) is c.rating
"""
NO_CORPS: dict[str, Any] = {"u.corps": None, "v.corps": None, "u.grade": None}
UPMOST: dict[str, Any] = {
    "u.corps": "c",
    "c.parent": None,
    "c.active": True,
    "c.rating": 5,
    "c.arm": "foot",
    "c.grade": None,
    "u.grade": None,
}
"""A unit of a corps that belongs to none itself."""


def book_of(line: str) -> Core:
    return core_of(WORDS + CASE + f"  {line}\n")


def outcomes(book: Core, question: str, facts: dict[str, Any]) -> set[tuple[str, Any]]:
    """What the engines say of a question about `u` and `v`, in a closed world of two units and two corps."""
    given = []
    for name, value in facts.items():
        thing, field = name.split(".")
        given.append(Fix(f"{'unit' if thing in {'u', 'v'} else 'corps'}.{field}", (thing,), value))
    query = Query(
        AskedQuestion(question, ("u", "v")[: len(book.on[question].question.params)]),
        {"unit": ("u", "v"), "corps": ("c", "d")},
        tuple(given),
        Switches(frozenset(), None, None, ()),
    )
    answers = [answering(name, book)(query) for name in ENGINES if is_there(name)]
    assert not isinstance(answers[0], Declined)
    return {(answer.status.value, answer.value) for answer in answers if not isinstance(answer, Declined)}


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("u.corps.active", False),
        ("u.corps.active is yes", False),
        ("u.corps.active is no", True),
        ("not u.corps.active", True),
        ("u.corps is not none and not u.corps.active", False),
        ("u.corps.active is v.corps.active", False),
        ("u.corps.rating is 3", False),
        ("u.corps.rating is not 3", True),
        ("u.corps.rating is more than 3", False),
        ("u.corps.rating is at most 3", False),
        ("not (u.corps.rating is more than 3)", True),
        ("3 is less than u.corps.rating", False),
        ("u.corps.rating + 1 is at least 0", False),
        ("u.corps.rating / 2 rounded down is at least 0", False),
        ("the larger of u.corps.rating and 3 is 3", False),
        ("reserve(u.corps) is at least 0", False),
        ("u.corps.rating is v.corps.rating", False),
        ("u.corps.rating is between 0 and 9", False),
        ("u.corps.rating in 0..9", False),
        ("u.corps.rating not in 0..9", True),
        ("u.corps.arm in {foot, horse}", False),
        ("u.corps.arm not in {foot, horse}", True),
        ("u.corps.parent is none", False),
        ("u.corps.parent is not none", True),
        ("u.corps.parent.active", False),
        ("u.corps.parent is v.corps.parent", False),
        ("u.corps is v.corps", True),
        ("attached(u.corps)", False),
        ("not attached(u.corps)", True),
        ("may march(u.corps)", False),
        ("may not march(u.corps)", False),
        ("not (may march(u.corps))", True),
        ("near(u.corps, v.corps)", False),
        ("any number of near(u.corps, v.corps)", False),
        ("v in units_of(u.corps)", False),
        ("v not in units_of(u.corps)", True),
        ("v in units_or_free(u.corps)", True),
        ("some x among units_of(u.corps) with x is x", False),
        ("no x among units_of(u.corps.parent) with x is x", True),
        ("every x among units_of(u.corps) satisfies x is not x", True),
        ("some unit x with x.corps is u.corps.parent", False),
        ("the number of x among units_of(u.corps.parent) is 0", True),
        ("u.corps.rating is 3 or u.corps is none", True),
        ("u.grade is at least raw", False),
        ("u.grade is less than line", False),
        ("u.grade is between raw and elite", False),
        ("u.grade in {raw..elite}", False),
        ("u.grade not in {raw..elite}", True),
        ("u.grade in {line..elite, none}", True),
        ("shifted(u.grade, 1) is line", False),
        ("u.corps.rating is 0 as if u.corps.active", False),
    ],
)
def test_a_condition_with_a_path_through_nothing_is_false(condition: str, expected: bool) -> None:
    assert outcomes(book_of(f"holds(u, v) when {condition}"), "holds", NO_CORPS) == {("answered", expected)}


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("u.corps.active", True),
        ("u.corps.rating is more than 3", True),
        ("u.corps.rating is at most 3", False),
        ("u.corps.parent is none", True),
        ("u.corps.parent.active", False),
        ("not u.corps.parent.active", True),
        ("u.corps.parent.rating is not u.corps.rating", True),
        ("attached(u.corps)", False),
        ("u.corps.grade is at least raw", False),
        ("u.corps.parent.grade is none", False),
    ],
)
def test_a_path_through_nothing_at_its_second_step(condition: str, expected: bool) -> None:
    assert outcomes(book_of(f"holds(u, v) when {condition}"), "holds", UPMOST) == {("answered", expected)}


@pytest.mark.parametrize(
    "amount",
    [
        "u.corps.rating",
        "u.corps.rating + 1",
        "reserve(u.corps)",
        "u.corps.parent.rating",
        "the sum of x.corps.rating over units x",
        "the greatest x.corps.rating over units x",
    ],
)
def test_an_amount_with_a_path_through_nothing_has_no_answer(amount: str) -> None:
    assert outcomes(book_of(f"amount(u) is {amount}"), "amount", NO_CORPS) == {("undetermined", None)}


@pytest.mark.parametrize("grade", ["the greatest x.grade over units x", "shifted(u.grade, 1)", "the least of (u.grade, line)"])
def test_none_has_no_place_in_an_order(grade: str) -> None:
    assert outcomes(book_of(f"rank(u) is {grade}"), "rank", {**NO_CORPS, "v.grade": "line"}) == {("undetermined", None)}


def test_a_rule_whose_amount_goes_through_nothing_has_nothing_to_say() -> None:
    book = book_of("amount(u) is u.corps.rating\n  amount(u) is 7 otherwise")
    assert outcomes(book, "amount", NO_CORPS) == {("answered", 7)}
    assert outcomes(book, "amount", UPMOST) == {("answered", 5)}
    added = book_of("amount(u) is 1\n  add u.corps.rating to amount(u)\n  take the sum of x.corps.rating over units x from amount(u)")
    assert outcomes(added, "amount", NO_CORPS) == {("answered", 1)}


@pytest.mark.parametrize(
    ("amount", "first_false"),
    [
        ("u.corps.rating + 1", "u.corps is not none"),
        ("reserve(u.corps)", "u.corps is not none"),
        ("the sum of x.corps.rating over units x", "x.corps is not none for every `x` that counts"),
    ],
)
def test_the_reason_says_what_is_none(amount: str, first_false: str) -> None:
    answer = ask(book_of(f"amount(u) is {amount}"), "amount(u)", {"u.corps": "none"}, closed=True)
    assert answer.undetermined == Undetermined(Why.THROUGH_NONE, "1.1")
    assert [rule.first_false for rule in answer.inapplicable] == [first_false]
    assert outcome(answer) == f"undetermined (`{first_false.replace(' is not none', '` is none')})"


def test_where_a_condition_of_the_rule_asks_first_it_is_not_asked_twice() -> None:
    [rule] = book_of("amount(u) is u.corps.rating when u.corps is not none").on["amount"].rules
    assert len(rule.addresses[0].rule.parts) == 1


def test_a_condition_on_a_sum_with_a_path_through_nothing_is_open() -> None:
    book = book_of("holds(u, v) when the sum of x.corps.rating over units x is at least 0")
    assert outcomes(book, "holds", NO_CORPS) == {("undetermined", None)}
    left_out = book_of("holds(u, v) when the sum of x.corps.rating over units x with (x.corps is not none) is at least 0")
    assert outcomes(left_out, "holds", NO_CORPS) == {("answered", True)}


def test_a_rule_that_holds_exactly_when_its_path_holds_forbids_what_has_no_corps() -> None:
    book = core_of(
        "record corps\n  active: yes/no\nrecord unit\n  corps: corps or none\nverdict march(u: unit)\n"
        "case 1.1\n  may march(u) when and only when u.corps.active\n"
    )
    assert said(book, "march(u)", {"u.corps": "none"}) == "forbidden"
    assert said(book, "march(u)", {"u.corps": "c", "c.active": "yes"}) == "permitted"
    assert [fact.fact for fact in ask(book, "march(u)").missing] == ["u.corps"]


def test_a_rule_that_is_open_is_listed_once() -> None:
    book = core_of("fact a: yes/no\npredicate p\n  not held\nverdict march\ncase 1.1\n  may march when and only when p\n")
    answer = ask(book, "march", {"a": "yes"})
    assert answer.status is Status.UNDETERMINED
    assert [rule.rule for rule in answer.opened] == ["1.1.1"]

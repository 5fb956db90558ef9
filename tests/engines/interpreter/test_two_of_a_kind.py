"""Facts with two arguments of one kind: `symmetric` and `never of itself`."""

from __future__ import annotations

import pytest

from rulewright.base.errors import WrongInput
from rulewright.engines.interpreter.ask import ask
from semantics.small import codes, core_of, resolved

BOOK = """
record town
fact next_to(t: town, k: town): yes/no
  symmetric
  never of itself
fact miles(t: town, k: town): 0..9
  symmetric
fact level(a: town, b: town): yes/no
verdict trade(t: town, k: town)
value toll(t: town, k: town): 0..99
predicate lonely(t: town)
predicate apart(t: town, k: town)

case 1.1
  may trade(t, k) when next_to(k, t)
  may not trade(t, k) when not next_to(t, k)
  toll(t, k) is miles(t, k) + miles(k, t)
  lonely(t) means no town k with next_to(k, t)
  apart(t, k) means not (next_to(t, k) as if next_to(k, t))
"""


def test_what_is_given_in_one_order_is_given_in_the_other() -> None:
    core = core_of(BOOK)
    for name in ("next_to(a, b)", "next_to(b, a)"):
        assert ask(core, "trade(a, b)", {name: True}).value == "permitted"
        assert ask(core, "trade(b, a)", {name: False}).value == "forbidden"
    assert ask(core, "toll(b, a)", {"miles(a, b)": 4}).value == 8


def test_it_is_asked_for_once() -> None:
    answer = ask(core_of(BOOK), "toll(b, a)")
    assert [one.fact for one in answer.missing] == ["miles(a, b)"]


@pytest.mark.meaning("pair.never")
def test_of_itself_it_is_no_and_not_asked_for() -> None:
    core = core_of(BOOK)
    assert ask(core, "trade(a, a)").value == "forbidden"
    assert ask(core, "lonely(a)", world="a: town").value is True
    assert [one.fact for one in ask(core, "lonely(a)", world="a, b: town").missing] == ["next_to(a, b)"]


def test_what_is_supposed_is_supposed_in_either_order() -> None:
    assert ask(core_of(BOOK), "apart(a, b)", {"next_to(a, b)": False}).value is False


@pytest.mark.meaning("pair.symmetric")
def test_two_values_are_refused() -> None:
    with pytest.raises(WrongInput, match=r"^`next_to\(a, b\)` and `next_to\(b, a\)` are one fact, and two values are given for it"):
        ask(core_of(BOOK), "trade(a, b)", {"next_to(a, b)": True, "next_to(b, a)": False})
    with pytest.raises(WrongInput, match="never of itself"):
        ask(core_of(BOOK), "trade(a, b)", {"next_to(a, a)": True})


EXAMPLE = """
  example "two"
    given {}
    then permitted trade(a, b)
"""


@pytest.mark.parametrize(("given", "found"), [("next_to(b, a)", []), ("next_to(a, a), next_to(a, b)", ["RW222"])])
def test_examples(given: str, found: list[str]) -> None:
    assert codes(BOOK + EXAMPLE.format(given)) == found


@pytest.mark.parametrize(
    ("fact", "found"),
    [
        ("fact f(t: town): yes/no\n  symmetric", ["RW203"]),
        ("fact f(t: town, n: 0..9): yes/no\n  never of itself", ["RW203"]),
        ("fact f(t: town, k: town): 0..9\n  never of itself", ["RW203"]),
        ("fact f(t: town, k: town): 0..9\n  symmetric", []),
    ],
)
def test_they_are_said_of_two_of_a_kind(fact: str, found: list[str]) -> None:
    assert codes("record town\n" + fact) == found


def test_the_message_says_what_is_amiss() -> None:
    _, (finding,) = resolved("record town\nfact f(t: town): yes/no\n  symmetric")
    assert finding.message == "`symmetric` is said of two arguments of one kind, and `f` has others"

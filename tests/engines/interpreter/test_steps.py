"""Every question ends: it is worked out in a counted number of steps, no range is listed that need not be, and numbers have an end."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rulewright.analysis.examples import run_examples, run_examples_of
from rulewright.base.errors import WrongInput
from rulewright.base.keywords import Pick
from rulewright.base.limits import DEFAULT_BUDGET, steps_of
from rulewright.base.workers import Parcel
from rulewright.core.model import Core
from rulewright.core.query import Status
from rulewright.engines.interpreter.ask import ask
from semantics.small import core_of


def within_each_other(depth: int, units: int = 12) -> Core:
    """Units that go through units that go through units."""
    names = [f"a{number}" for number in range(depth)]
    condition = " and ".join(f"{one}.n is {other}.n" for one, other in pairwise(names))
    for name in reversed(names):
        condition = f"some unit {name} with ({condition})"
    world = ", ".join(f"u{number}" for number in range(units))
    given = ", ".join(f"u{number}.n is {number % 10}" for number in range(units))
    example = f'  example "e"\n    world {world}: unit\n    given {given}\n    then permitted go\n'
    return core_of(f"record unit\n  n: 0..9\nverdict go\ncase 1.1\n  may go when {condition}\n{example}")


def test_what_goes_through_too_much_is_given_up_with_the_reason() -> None:
    """And a larger budget goes on: the result hangs on the budget and on nothing else."""
    core = within_each_other(4)
    (given_up,) = run_examples(core, budget=1)
    assert not given_up.passed
    assert given_up.message == f"the question takes more than {steps_of(1):,} steps, so it is not answered"
    (worked_out,) = run_examples(core, budget=20)
    assert worked_out.passed
    parcel = Parcel(core)
    assert [[one.passed for one in run_examples_of([parcel, parcel], budget)] for budget in (1, 20)] == [[False, False], [True, True]]


def test_the_usual_budget_is_that_of_the_option() -> None:
    assert steps_of(None) == steps_of(DEFAULT_BUDGET) == 2 * steps_of(DEFAULT_BUDGET // 2)


def test_the_sentence_names_the_way_out() -> None:
    core = core_of("verdict go\ncase 1.1\n  may go when some n from 1 to 3000 with (some m from 1 to 3000 with (n * m is 7919))\n")
    with pytest.raises(WrongInput, match="takes more than 4,000 steps") as given_up:
        ask(core, "go", budget=1)
    assert any("--budget" in hint for hint in given_up.value.hints)


def test_squares_of_squares_have_an_end() -> None:
    values = "".join(f'value v{number}: 0.. "v{number}"\n' for number in range(40))
    squares = "".join(f"  v{number} is v{number - 1} * v{number - 1}\n" for number in range(1, 40))
    core = core_of(f"{values}case 1.1\n  v0 is 2\n{squares}")
    assert ask(core, "v5").value == 2**32
    with pytest.raises(WrongInput, match="a number of thousands of digits, so it is not answered"):
        ask(core, "v39")


WIDE = """
fact income: 0..999999999999
fact wages: 0..999999999999
fact money: 0..99999999 by 1/100
fact size: 0..999999999999999 by 1/1000
verdict pay
predicate rich
value tax: 0..
case 1.1
  may not pay when income is 0
  may pay when income is at least 1 and money is at least 1/2
  rich when size is at least 5
  tax is wages + 1
"""


def test_a_wide_fact_is_cut_and_not_listed() -> None:
    core = core_of(WIDE)
    answer = ask(core, "pay", {"income": 0})
    assert (answer.status, answer.value) == (Status.ANSWERED, "forbidden")
    assert [(fact.fact, fact.certain) for fact in ask(core, "pay", {"income": 7}).missing] == [("money", True)]
    assert [fact.fact for fact in ask(core, "pay").missing] == ["income", "money"]
    over = ask(core, "pay", {"money": 1}, over=["income"]).over
    assert over is not None
    assert [(cell.at[0].values, cell.value) for cell in over.cells] == [((0, 0), "forbidden"), ((1, 999999999999), "permitted")]


def test_a_range_as_good_as_endless_is_asked_for() -> None:
    """None of its values is tried, so it is not proved that it matters."""
    assert [(fact.fact, fact.certain) for fact in ask(core_of(WIDE), "rich").missing] == [("size", False)]


def test_a_wide_fact_that_is_the_answer_is_asked_for() -> None:
    """The ends of what it leads to are certain all the same: every value of it is one of a kind, and the ends are tried first."""
    core = core_of(WIDE)
    assert [fact.fact for fact in ask(core, "tax").missing] == ["wages"]
    answer = ask(core, "tax", ends=[Pick.LEAST, Pick.GREATEST])
    assert answer.least is not None
    assert answer.most is not None
    assert (answer.least.value, answer.most.value, answer.most.certain) == (1, 10**12, False)


def test_two_wide_facts_end() -> None:
    core = core_of(
        "fact x: 2..99999\nfact y: 2..99999\nverdict go\ncase 1.1\n  may go when x * y is 1000036000099\n  may not go when x is y\n"
    )
    assert {fact.fact for fact in ask(core, "go").missing} == {"x", "y"}

"""Facts at the ends of what there is: of `none`, of a number out of range, and so many of some that are no whole number."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.core.query import AskedQuestion, Outcome, Query, Status, Switches
from rulewright.engines.interpreter.ask import ask
from rulewright.engines.registry import ENGINES, answering, is_there
from rulewright.semantics.model import Fix
from semantics.small import core_of

BOOK = """
record corps
record unit
  size: 0..3
  corps: corps or none
fact n: 0..3
fact marked(k: 0..2): yes/no
fact seen(c: corps or none): yes/no
predicate is_marked
predicate is_seen(u: unit)
value most: 0..9
value most_as_if: 0..9

case 1.1 "Facts"
  is_marked when marked(n)
  is_seen(u) when seen(u.corps)
  most is the sum of the greatest n of u.size over units u
  most_as_if is most as if (n is 3/2)
"""
UNITS = {"unit": ("u", "v")}
NO_CORPS = Fix("unit.corps", ("u",), None)
SIZES = (Fix("unit.size", ("u",), 2), Fix("unit.size", ("v",), 1))


@pytest.mark.parametrize("name", [name for name in ENGINES if is_there(name)])
@pytest.mark.parametrize(
    ("question", "args", "given", "status", "value"),
    [
        ("is_marked", (), (Fix("n", (), 3),), Status.UNDETERMINED, None),
        ("is_marked", (), (Fix("n", (), 2),), Status.MISSING, None),
        ("is_seen", ("u",), (NO_CORPS,), Status.MISSING, None),
        ("is_seen", ("u",), (NO_CORPS, Fix("seen", (None,), True)), Status.ANSWERED, True),
        ("most_as_if", (), SIZES, Status.ANSWERED, 2),
    ],
)
def test_engines_agree(name: str, question: str, args: tuple[Any, ...], given: tuple[Fix, ...], status: Status, value: Any) -> None:
    """No fact is asked for that nobody can give, and one of `none` is where it may be given."""
    found = answering(name, core_of(BOOK))(Query(AskedQuestion(question, args), UNITS, given, Switches()))
    assert isinstance(found, Outcome)
    assert (found.status, found.value) == (status, value)


def test_a_fact_of_none_is_named() -> None:
    assert [fact.fact for fact in ask(core_of(BOOK), "is_seen(u)", {"u.corps": "none"}).missing] == ["seen(none)"]

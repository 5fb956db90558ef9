"""`any number of next_to(h, k)`: one link or several."""

from __future__ import annotations

from itertools import product

import pytest

from rulewright.core.query import Status
from rulewright.engines.interpreter.ask import ask
from semantics.small import codes, core_of

WORDS = """
record hex
record side
fact step(h: hex, k: hex): yes/no
fact next_to(h: hex, k: hex): yes/no
  symmetric
  never of itself
fact held(h: hex, s: side): yes/no
fact miles(h: hex, k: hex): 0..9
fact big(h: hex): yes/no
predicate reached(h: hex, k: hex)
predicate round(h: hex)
predicate open_way(h: hex, k: hex, s: side)
predicate supplied(h: hex, k: hex, s: side)
predicate clash(h: hex, k: hex)
predicate odd(h: hex, k: hex)
"""
BOOK = (
    WORDS
    + """
case 1.1
  reached(h, k) means any number of step(h, k)
  round(h) when any number of step(h, h)
  open_way(h, k, s) means next_to(h, k) and held(k, s)
  supplied(h, k, s) means h is k or any number of open_way(h, k, s)
  clash(h, k) when step(h, k)
  not clash(h, k) when big(k)
  odd(h, k) means any number of clash(h, k)
"""
)
HEXES = ("a", "b", "c", "d")


def facts_of(steps: set[tuple[str, str]]) -> dict[str, bool]:
    return {f"step({h}, {k})": (h, k) in steps for h, k in product(HEXES, repeat=2)}


@pytest.mark.parametrize(
    "steps",
    [
        set(),
        {("a", "b"), ("b", "c"), ("c", "d")},
        {("a", "b"), ("b", "a"), ("c", "d"), ("d", "d")},
        {("d", "c"), ("c", "b"), ("b", "d"), ("a", "d")},
        set(product(HEXES, repeat=2)),
    ],
)
def test_it_is_the_closure_of_its_relation(steps: set[tuple[str, str]]) -> None:
    core, facts = core_of(BOOK), facts_of(steps)
    closure = set(steps)
    while more := {(h, m) for h, k in closure for n, m in steps if k == n} - closure:
        closure |= more
    for h, k in product(HEXES, repeat=2):
        assert ask(core, f"reached({h}, {k})", facts, closed=True).value is ((h, k) in closure), (h, k)
    for h in HEXES:
        assert ask(core, f"round({h})", facts, closed=True).value is ((h, h) in closure)


def test_further_arguments_are_the_same_for_every_link() -> None:
    core = core_of(BOOK)
    facts = {"next_to(a, b)": True, "next_to(b, c)": True, "next_to(a, c)": False, "held(b, x)": True, "held(c, x)": True}
    assert ask(core, "supplied(a, c, x)", facts).value is True
    assert ask(core, "supplied(a, c, x)", {**facts, "held(b, x)": False, "held(b, y)": True}).value is False
    assert ask(core, "supplied(a, a, x)").value is True


def test_what_is_open_on_the_way_is_missing_and_nothing_else() -> None:
    core = core_of(BOOK)
    facts = facts_of({("a", "b"), ("c", "d")})
    del facts["step(b, c)"], facts["step(d, a)"]
    answer = ask(core, "reached(a, d)", facts, closed=True)
    assert answer.status is Status.MISSING
    assert [one.fact for one in answer.missing] == ["step(b, c)"]
    assert ask(core, "reached(a, b)", facts, closed=True).value is True
    assert ask(core, "reached(b, a)", {**facts, "step(b, c)": False}, closed=True).value is False


def test_a_link_in_conflict_matters_only_on_the_way() -> None:
    core = core_of(BOOK)
    nothing = {f"big({h})": False for h in HEXES}
    line = facts_of({("a", "b"), ("b", "c")})
    assert ask(core, "odd(a, c)", {**line, **nothing, "big(b)": True}, closed=True).status is Status.CONFLICT
    assert ask(core, "odd(b, c)", {**line, **nothing, "big(b)": True}, closed=True).value is True
    assert ask(core, "odd(c, b)", {**line, **nothing, "big(b)": True}, closed=True).value is False


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        ("any number of next_to(h, k)", []),
        ("not any number of next_to(h, k) and big(h)", []),
        ("any number of odd(h, k)", []),
        ("any number of miles(h, k)", ["RW203"]),
        ("any number of held(h, k)", ["RW203"]),
        ("any number of big(h)", ["RW203"]),
        ("any number of nearby(h, k)", ["RW201"]),
        ("any number of reached(h, k)", ["RW209"]),
        ("any number of next_to(h)", ["RW216"]),
    ],
)
def test_what_can_be_a_link(condition: str, found: list[str]) -> None:
    assert codes(f"{WORDS}\ncase 1.1\n  reached(h, k) means {condition}\n") == found

"""A search over unknown facts ends on any book: fields of a thing's own kind, chains of them, and statements of what is impossible about them.

The interpreter and the pages' engine come to the same.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import drawn
from rulewright.base.errors import WrongInput
from rulewright.core.model import Core
from rulewright.core.query import Status
from rulewright.engines.interpreter.answer import Answer
from rulewright.engines.interpreter.ask import ask
from rulewright.engines.page.engine import PageEngine
from semantics.small import core_of

UNITS = """
record unit
  rank: 0..9
  boss: unit or none
  friend: unit
  alive: yes/no
predicate p(u: unit)
"""
CHAINS: list[tuple[str, str, dict[str, bool]]] = [
    ("for u: unit when u.boss is u", "u.boss is not none and u.boss.rank is 3", {"u.boss": True}),
    ("for u: unit when u.boss is u or u.boss is none", "u.boss.rank is 3", {"u.boss": True}),
    ("for u: unit when u.boss is u or u.boss is none", "u.boss.boss.boss.rank is 3", {"u.boss": True, "u.rank": True}),
    ("for u: unit, v: unit when u.friend is v and v.friend is not u", "u.friend.alive", {"u.alive": True, "u.friend": True}),
    ("for u: unit, v: unit, w: unit when u.friend is v and v.friend is w and w.friend is not u", "u.friend.alive", {"u.alive": True, "u.friend": True}),
    ("for u: unit when u.boss is not none and (no unit v with (v is u.boss and v.rank is more than u.rank))", "u.boss.alive", {"u.boss": True}),
]  # fmt: skip


def chained(impossible: str, condition: str) -> Core:
    return core_of(f"{UNITS}impossible {impossible}\ncase 1.1\n  p(u) when {condition}\n")


def lacks(answer: Answer) -> dict[str, bool]:
    return {fact.fact: fact.certain for fact in answer.missing}


def in_page(core: Core, **given_facts: Any) -> Any:
    facts = [{"name": name.replace("u.", "unit."), "args": ["u"], "value": value} for name, value in given_facts.items()]
    return PageEngine(core).ask(
        {"asked": {"question": "p", "args": ["u"]}, "things": {"unit": ["u"]}, "given": facts, "assumeUsual": False}
    )


@pytest.mark.parametrize(("impossible", "condition", "missing"), CHAINS)
@pytest.mark.meaning("principle.harmless")
def test_another_thing_of_another_thing_has_an_end(impossible: str, condition: str, missing: dict[str, bool]) -> None:
    core = chained(impossible, condition)
    answer = ask(core, "p(u)")
    assert (answer.status, lacks(answer), answer.left) == (Status.MISSING, missing, "")
    assert {one["fact"]: one["certain"] for one in in_page(core)["missing"]} == missing


RANKS = "for u: unit when u.boss is none or u.boss.rank is at most u.rank"


@pytest.mark.meaning("missing.budget")
def test_what_was_left_is_said_with_what_can_be_done() -> None:
    """Whoever has a boss of a higher rank, who has one: there is no end of ranks, so no such situation, but many are gone through."""
    core = core_of(f"{UNITS.replace('0..9', '0..99')}impossible {RANKS}\ncase 1.1\n  p(u) when u.boss.rank is 3\n")
    answer = ask(core, "p(u)")
    assert (answer.status, lacks(answer)) == (Status.MISSING, {"u.boss": False})
    assert "name u.boss and give what is asked of it" in answer.left
    assert "`--closed`" in answer.left
    assert answer.to_json()["left"] == answer.left == in_page(core)["left"]
    assert ask(core, "p(u)", {"u.boss": "v", "v.rank": 3}).value is True


@pytest.mark.meaning("missing.budget")
def test_nothing_is_certain_for_want_of_what_was_not_gone_through() -> None:
    """With few steps as with many: an answer is the same, or facts may matter."""
    core = chained(RANKS.replace("u.boss is none or", "u.boss is not none and"), "u.boss is not none and u.boss.rank is at least 1")
    for budget in (1, 10, None):
        answer = ask(core, "p(u)", budget=budget)
        assert answer.status is Status.MISSING
        assert "u.boss" in lacks(answer)


def drawn_condition(rng: Random, depth: int = 0) -> str:
    if depth < 2 and rng.random() < 0.4:
        return f"({drawn_condition(rng, depth + 1)} {rng.choice(('and', 'or'))} {drawn_condition(rng, depth + 1)})"
    one, other = (rng.choice(("u", "u.boss", "u.friend", "u.friend.boss")) for _ in range(2))
    return rng.choice(
        (
            f"{one}.alive",
            f"not {one}.alive",
            f"{one} is {other}",
            f"{one} is not {other}",
            f"{one}.rank is at least {rng.randint(1, 9)}",
            f"{one}.rank is less than {other}.rank",
            "u.boss is none",
            "(some unit x with (x.boss is u and x.alive))",
        )
    )


@settings(
    max_examples=max(drawn.BOOKS // 2, 20), deadline=None, suppress_health_check=list(HealthCheck), derandomize=not drawn.OTHERS_EACH_TIME
)
@given(st.randoms(use_true_random=False))
def test_drawn_chains_end_alike_in_both_engines(rng: Random) -> None:
    impossible = f"for u: unit when {drawn_condition(rng)}"
    core = chained(impossible, drawn_condition(rng))
    try:
        answer, page = ask(core, "p(u)"), in_page(core)
    except WrongInput as wrong:
        assert "no such situation is possible" in wrong.message
        return
    context = (impossible, core.on["p"], lacks(answer), answer.left)
    if answer.left or page.get("left"):  # the engines do not count the same steps
        return
    assert (answer.status.value, answer.value) == (page["status"], page["value"]), context
    assert lacks(answer) == {one["fact"]: one["certain"] for one in page["missing"]}, context

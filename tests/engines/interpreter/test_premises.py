"""What an answer rests on: usual values, and that no other things are there; and that the fact that is asked is no premise of itself."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import drawn
from rulewright.core.model import Core
from rulewright.core.query import Status
from rulewright.engines.interpreter import premises
from rulewright.engines.interpreter.answer import Answer
from rulewright.engines.interpreter.ask import ask
from semantics.small import core_of

BOOKS = max(drawn.BOOKS // 20, 10)

STACK = """
measure SP "strength point"
record hex
  port: yes/no
record unit
  hex: hex
  guard: yes/no
    usually no
fact truce: yes/no
  usually no
fact storm: yes/no
  usually no
verdict stack(u: unit)
verdict rest(u: unit)
value count: 0..99
predicate crowded
predicate alone(u: unit)
predicate empty
case 1.1
  may stack(u) when (the number of units v with (v is not u)) is at most 3 and not truce
  may not stack(u) when (the number of units v with (v is not u)) is more than 3
  may rest(u) when not truce or not storm
  count is the number of units v
  crowded when some unit v with (v.guard and (some unit w with (w is not v and w.guard)))
  alone(u) when no unit v with (v is not u and v is u)
  empty when (no unit v with v.guard) or (no hex h with h.port)
"""


def premises_of(core: Core, question: str, facts: dict[str, Any] | None = None, **more: Any) -> list[tuple[str, bool]]:
    """The premises of an answer by name: `no other unit`, `no hex`, `truce`; each with whether it is one alone."""
    answer = ask(core, question, facts or {}, assume_usual=True, premises=True, **more)
    return [(name_of(premise), premise.decisive) for premise in answer.rests_on]


def name_of(premise: Any) -> str:
    if premise.assumption is not None:
        return str(premise.assumption.fact)
    return f"no {'other ' if premise.has_named else ''}{premise.kind}"


@pytest.fixture(scope="module")
def stack() -> Core:
    return core_of(STACK)


@pytest.mark.meaning("premise.sorts", "premise.no-other")
def test_an_answer_rests_on_the_things_that_were_not_named(stack: Core) -> None:
    assert premises_of(stack, "stack(u)") == [("no other unit", True), ("truce", True)]
    assert premises_of(stack, "count") == [("no unit", True)]
    assert premises_of(stack, "count", world="u: unit") == [("no other unit", True)]


def test_two_further_things_may_be_needed_to_change_it(stack: Core) -> None:
    assert premises_of(stack, "crowded") == [("no unit", True)]


def test_what_no_further_thing_can_change_rests_on_none(stack: Core) -> None:
    assert premises_of(stack, "alone(u)") == []
    assert premises_of(stack, "rest(u)", {"truce": "yes"}) == [("storm", True)]


@pytest.mark.meaning("premise.decisive")
def test_what_changes_it_only_together_is_no_premise_alone(stack: Core) -> None:
    assert premises_of(stack, "rest(u)") == [("storm", False), ("truce", False)] or premises_of(stack, "rest(u)") == [
        ("truce", False),
        ("storm", False),
    ]
    assert premises_of(stack, "empty") == [("no hex", False), ("no unit", False)]


@pytest.mark.meaning("premise.no-other")
def test_in_a_closed_world_all_things_are_named(stack: Core) -> None:
    assert premises_of(stack, "stack(u)", closed=True) == [("truce", True)]


@pytest.mark.meaning("premise.missing")
def test_an_answer_that_lacks_facts_has_no_premise(stack: Core) -> None:
    answer = ask(stack, "u.hex.port", premises=True)
    assert answer.status is Status.MISSING and answer.rests_on == ()


@pytest.mark.meaning("premise.missing")
def test_what_cannot_be_found_out_in_time_is_a_premise(stack: Core, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(premises, "WORLDS_SHARE_OF_STEPS", 10**9)
    assert ("no other unit", True) in premises_of(stack, "stack(u)") and premises_of(stack, "alone(u)") == [("no other unit", True)]


def test_premises_stand_in_json(stack: Core) -> None:
    answer = ask(stack, "stack(u)", assume_usual=True, premises=True).to_json()
    assert answer["rests_on"] == [
        {"fact": None, "value": None, "no_other": "unit", "alone": True},
        {"fact": "truce", "value": False, "no_other": None, "alone": True},
    ]


def test_an_answer_as_it_is_played_has_premises_of_its_own() -> None:
    core = core_of(
        "fact a: yes/no\n  usually no\nrecord unit\nvalue v: 0..9\ncase 1.1\n  not held\n"
        'reading r on 1.1 "How?"\n  choice one in play\n    v is 1 when not a\n    v is 2 when a\n  choice two\n    v is the number of units w\n'
    )
    played = ask(core, "v", assume_usual=True, premises=True).as_played
    assert played is not None and [name_of(premise) for premise in played.rests_on] == ["a"]


# ---- a fact is asked for -----------------------------------------------------------------------------------------------------------------

SHORE = """
record hex
  port: yes/no
fact next_to(a: hex, b: hex): yes/no
  symmetric
  never of itself
fact landing_place(h: hex): yes/no
  usually yes
verdict land(h: hex)
case 1.1
  not landing_place(h) when (some hex n with next_to(n, h)) and every hex n with next_to(n, h) satisfies n.port
case 1.2
  may land(h) when and only when landing_place(h)
"""


def usual(core: Core, question: str, facts: dict[str, Any] | None = None) -> Answer:
    return ask(core, question, facts or {}, assume_usual=True, premises=True)


@pytest.mark.meaning("premise.own-fact")
def test_the_fact_that_is_asked_is_not_assumed() -> None:
    """Its usual value is the answer; the rules that would give it another are named, and what they need is not said."""
    answer = usual(core_of(SHORE), "landing_place(h)")
    assert (answer.value, answer.is_usual, answer.assumed) == (True, True, ())
    assert [name_of(premise) for premise in answer.rests_on] == ["no other hex"]
    assert [(rule.rule, rule.value) for rule in answer.contrary] == [("1.1.1", False)]
    assert "every hex n with next_to(n, h) satisfies n.port" in answer.contrary[0].conditions
    shown = answer.to_json()
    assert shown["usual"] is True and shown["contrary"][0]["rule"] == "1.1.1"


@pytest.mark.meaning("premise.own-fact")
def test_a_rule_that_what_is_given_excludes_is_not_contrary() -> None:
    answer = usual(core_of(SHORE), "landing_place(h)", {"next_to(n, h)": "yes", "n.port": "no"})
    assert (answer.value, answer.is_usual, answer.contrary, answer.rests_on) == (True, True, (), ())


def test_a_fact_more_is_asked_for_where_it_decides() -> None:
    answer = usual(core_of(SHORE), "landing_place(h)", {"next_to(n, h)": "yes"})
    assert ([fact.fact for fact in answer.missing], answer.assumed) == (["n.port"], ())


def test_a_question_that_needs_the_fact_rests_on_it() -> None:
    answer = usual(core_of(SHORE), "land(h)")
    assert (answer.value, answer.is_usual) == ("permitted", False)
    assert [name_of(premise) for premise in answer.rests_on] == ["no other hex", "landing_place(h)"]


def test_a_fact_without_rules_is_not_assumed_either(stack: Core) -> None:
    answer = usual(stack, "u.guard", {})
    assert (answer.value, answer.is_usual, answer.assumed, answer.contrary) == (False, True, (), ())


# ---- against every situation -------------------------------------------------------------------------------------------------------------


def condition(rng: Random, variable: str = "", depth: int = 0) -> str:
    atoms = ["a", "b", *([f"{variable}.c", f"{variable} is not u"] if variable else ["u.c"])]
    if depth < 2 and rng.random() < 0.6:
        inner = "vw"[depth]
        body = condition(rng, inner, depth + 1)
        form = rng.choice(
            (
                f"(some unit {inner} with ({body}))",
                f"(no unit {inner} with ({body}))",
                f"((the number of units {inner} with ({body})) is at most {rng.randint(0, 3)})",
            )
        )
        return f"({form} {rng.choice(('and', 'or'))} {rng.choice(atoms)})"
    return f"({rng.choice(atoms)} {rng.choice(('and', 'or'))} not {rng.choice(atoms)})"


@settings(max_examples=BOOKS, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
@pytest.mark.meaning("premise.promise")
def test_an_answer_holds_in_every_situation_that_keeps_its_premises(rng: Random) -> None:
    """With one further unit or two, and any values of all facts that are no premise."""
    rules = [f"  {rng.choice(('may', 'may not'))} v(u) when {condition(rng)}" for _ in range(rng.randint(1, 2))]
    facts = "".join(f"fact {name}: yes/no\n  usually {rng.choice(('yes', 'no'))}\n" for name in "ab")
    core = core_of(f"record unit\n  c: yes/no\n    usually no\n{facts}verdict v(u: unit)\ncase 1.1\n" + "\n".join(rules) + "\n")
    answer = usual(core, "v(u)")
    if answer.status is Status.MISSING:
        return
    kept = {premise.assumption.fact: premise.assumption.value for premise in answer.rests_on if premise.assumption is not None}
    further = [[]] if any(premise.kind == "unit" for premise in answer.rests_on) else [[], ["x"], ["x", "y"]]
    for things in further:
        names = ["a", "b", *(f"{thing}.c" for thing in ["u", *things])]
        free = [name for name in names if name not in kept]
        for values in product((True, False), repeat=len(free)):
            situation = {**kept, **dict(zip(free, values, strict=True))}
            world = ", ".join(["u", *things]) + ": unit"
            assert ask(core, "v(u)", situation, world=world, closed=True).outcome == answer.outcome

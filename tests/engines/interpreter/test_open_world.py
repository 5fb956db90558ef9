"""Things that were not named: what an open world leaves open, held against every way of naming them in a closed one."""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import drawn
from rulewright.core.model import Core
from rulewright.core.query import Status, Switches
from rulewright.engines.interpreter.anonymous import AnonymousThing, anonymous_candidates
from rulewright.engines.interpreter.answer import Answer
from rulewright.engines.interpreter.ask import Engine, ask, free_inquiry
from rulewright.engines.interpreter.explore import Inquiry
from rulewright.engines.interpreter.relevance import Leaf, rename_anonymous
from rulewright.semantics.terms import Const, FactKey
from semantics.small import core_of

WORDS = """
record unit
  hex: hex
  chief: unit or none
  big: yes/no
record hex
  fort: yes/no
predicate p(u: unit, v: unit)
case 1.1
"""
BOOKS = max(drawn.BOOKS // 6, 10)
HEXES = {"u.hex": "hex", "v.hex": "hex"}


def lacks(answer: Answer) -> list[str]:
    return [fact.fact for fact in answer.missing]


# ---- by hand -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.meaning("world.open")
def test_a_fact_is_never_silently_the_only_thing_named() -> None:
    book = core_of(WORDS + "  p(u, v) when u.hex is v.hex\n")
    answer = ask(book, "p(u, v)", {"u.hex": "q"})
    assert (answer.status, lacks(answer)) == (Status.MISSING, ["v.hex"])
    assert answer.missing[0].domain == "q or another hex"
    assert ask(book, "p(u, v)", {"u.hex": "q"}, closed=True).value is True


@pytest.mark.meaning("world.counted")
def test_nothing_of_what_runs_over_a_kind_is_missed() -> None:
    book = core_of(WORDS + "  p(u, v) when no hex h with (u.hex is h and h.fort)\n")
    assert lacks(ask(book, "p(u, v)")) == ["u.hex"]
    assert lacks(ask(book, "p(u, v)", {"q.fort": "no"})) == ["u.hex"]
    assert ask(book, "p(u, v)", {"u.hex": "q", "q.fort": "no"}).value is True
    assert ask(book, "p(u, v)", {"q.fort": "no"}, closed=True).value is True


@pytest.mark.meaning("world.counted")
def test_a_kind_that_no_fact_brings_in_has_the_named_things() -> None:
    book = core_of(WORDS + "  p(u, v) when no hex h with h.fort\n")
    assert ask(book, "p(u, v)").value is True
    assert lacks(ask(book, "p(u, v)", world="h: hex")) == ["h.fort"]


@pytest.mark.meaning("world.others")
def test_one_that_was_not_named_may_be_the_value_of_two_facts() -> None:
    book = core_of(WORDS + "  p(u, v) when u.hex is v.hex\n")
    assert sorted(lacks(ask(book, "p(u, v)"))) == ["u.hex", "v.hex"]


def test_what_holds_of_every_thing_is_answered() -> None:
    book = core_of(WORDS + "  p(u, v) when u.hex.fort or not u.hex.fort\n")
    assert ask(book, "p(u, v)").value is True


def test_a_chain_of_things_that_were_not_named() -> None:
    book = core_of(WORDS + "  p(u, v) when u.chief is not none and u.chief.chief is not none and u.chief.chief.big\n")
    answer = ask(book, "p(u, v)", {"u.chief": "w", "w.chief": "none"})
    assert answer.value is False
    told = {"u.chief": "w", "u.big": "no", "v.big": "no", "w.big": "no"}
    answer = ask(book, "p(u, v)", told)
    assert [(fact.fact, fact.domain, fact.certain) for fact in answer.missing] == [("w.chief", "u, v, w, another unit or none", True)]


def test_what_is_impossible_is_impossible_of_things_that_were_not_named() -> None:
    book = core_of(WORDS.replace("predicate", "impossible for h: hex when h.fort\npredicate") + "  p(u, v) when u.hex.fort\n")
    assert ask(book, "p(u, v)").value is False


def test_a_question_that_is_a_condition() -> None:
    book = core_of(WORDS + "  p(u, v) when u.hex is v.hex\n")
    assert lacks(ask(book, "u.hex is v.hex", {"u.hex": "q"}, world="u, v: unit")) == ["v.hex"]


# ---- by brute force ----------------------------------------------------------------------------------------------------------------------


def condition(rng: Random, depth: int = 0) -> str:
    if depth < 2 and rng.random() < 0.45:
        return f"({condition(rng, depth + 1)} {rng.choice(('and', 'or'))} {condition(rng, depth + 1)})"
    return rng.choice(
        (
            "u.hex is v.hex",
            "u.hex is not v.hex",
            "u.hex.fort",
            "not v.hex.fort",
            "(some hex h with h.fort)",
            "(no hex h with (h.fort and h is not u.hex))",
            "(every hex h satisfies (h.fort or h is v.hex))",
            "(the number of hexes h with (h.fort)) is at least 2",
            "u.big",
            "(some unit w with (w.hex is v.hex and w.big))",
        )
    )


def completions(book: Core, known: dict[str, str], used: list[str]) -> tuple[list[str], dict[tuple[str, ...], Any]]:
    """The facts that a completion gives, and the answer of each: facts of units that are used, forts of all hexes, named or not."""
    unknown = [name for name in used if name not in known]
    spare = [f"x{number}" for number in range(len([name for name in unknown if name in HEXES]) + 1)]
    names = [*unknown, *(f"{hex_}.fort" for hex_ in ("q", *spare))]
    pools = [("q", *spare) if name in HEXES else ("yes", "no") for name in names]
    found: dict[tuple[str, ...], Any] = {}
    seen: dict[Any, Any] = {}
    for values in product(*pools):
        facts = {**dict(zip(names, values, strict=True)), **known}
        there = {"q", *(facts[name] for name in used if name in HEXES)}
        given_facts = {name: value for name, value in facts.items() if not name.endswith(".fort") or name[:-5] in there}
        key = tuple(sorted(given_facts.items()))
        if key not in seen:
            seen[key] = ask(book, "p(u, v)", given_facts, world="q: hex", closed=True)
            assert seen[key].status is Status.ANSWERED
        found[values] = seen[key].value
    return names, found


@settings(max_examples=BOOKS, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
def test_the_answer_is_that_of_every_way_of_naming_what_was_not_named(rng: Random) -> None:
    rule = condition(rng)
    book = core_of(WORDS + f"  p(u, v) when {rule}\n")
    used = [name for name in ("u.big", "u.hex", "v.big", "v.hex") if name[1:] in rule]
    known = {name: ("q" if name in HEXES else rng.choice(("yes", "no"))) for name in used if rng.random() < 0.4}
    got = ask(book, "p(u, v)", known, world="q: hex")
    names, table = completions(book, known, used)
    context = (rule, known, lacks(got))
    if len(set(table.values())) == 1:
        assert (got.status, got.value) == (Status.ANSWERED, next(iter(table.values()))), context
        return
    assert got.status is Status.MISSING, context
    matter = set()
    for place, name in enumerate(names):
        groups: dict[tuple[str, ...], set[Any]] = defaultdict(set)
        for values, outcome in table.items():
            groups[(*values[:place], *values[place + 1 :])].add(outcome)
        if any(len(outcomes) > 1 for outcomes in groups.values()):
            matter.add(name)
    named = {name for name in matter if not name.startswith("x")}
    assert {fact.fact for fact in got.missing if fact.certain} <= named, (context, named)
    assert named <= set(lacks(got)), (context, named)


def test_what_a_fact_may_be_is_of_its_kind_those_brought_in_and_one_more() -> None:
    facts: dict[FactKey, Any] = {
        ("a", ()): AnonymousThing("unit", 1),
        ("b", ()): AnonymousThing("town", 1),
        ("c", ()): True,
        ("d", ()): AnonymousThing("unit", 3),
    }
    assert anonymous_candidates("unit", facts) == [AnonymousThing("unit", 1), AnonymousThing("unit", 3), AnonymousThing("unit", 2)]
    assert anonymous_candidates("town", facts) == [AnonymousThing("town", 1), AnonymousThing("town", 2)]
    assert anonymous_candidates("hex", facts) == [AnonymousThing("hex", 1)]


def test_situations_are_told_apart_under_every_name_of_what_was_not_named() -> None:
    """Of each kind as many names as one situation brings in things of it, and one more."""
    leaves = [
        Leaf({("a", ()): AnonymousThing("unit", 1)}, "yes"),
        Leaf({("a", ()): AnonymousThing("unit", 1), ("b", ()): AnonymousThing("town", 1)}, "no"),
    ]
    found = rename_anonymous(leaves)
    assert found is not None
    units, towns = [[AnonymousThing(kind, number) for number in (1, 2)] for kind in ("unit", "town")]
    assert [(dict(one.facts), one.outcome) for one in found] == [
        *(({("a", ()): unit}, "yes") for unit in units),
        *(({("a", ()): unit, ("b", ()): town}, "no") for town in towns for unit in units),
    ]


def test_what_is_asked_of_the_same_situation_counts_its_own_passes() -> None:
    engine = Engine(core_of(WORDS))
    sensitivity = partial(engine.sensitivity, Const(3), Switches())
    base = Inquiry(engine.machine, Switches(), {}, {}, {}, lambda _: None, sensitivity, passes=7, spent=True)
    found = free_inquiry(engine, base, Const(3))
    assert (found.passes, found.spent) == (0, False)
    assert found.find_answer().outcome == ("answered", 3)

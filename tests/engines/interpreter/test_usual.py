"""Usual values: what is assumed of facts that are not given, what is not, and which assumptions an answer says that it rests on."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import drawn
from rulewright.analysis.examples import run_example, run_examples
from rulewright.base.keywords import Expected, Permission
from rulewright.core.model import Core
from rulewright.core.query import Status
from rulewright.engines.conformance.kit import make_kit
from rulewright.engines.interpreter import assumptions
from rulewright.engines.interpreter.answer import Answer
from rulewright.engines.interpreter.ask import ask
from rulewright.semantics.model import Example, Expectation, Fix
from rulewright.semantics.terms import AskVerdict
from semantics.small import codes, core_of

BOOKS = max(drawn.BOOKS // 6, 10)


def assumed(answer: Answer) -> dict[str, Any]:
    return {one.fact: one.value for one in answer.assumed}


def lacks(answer: Answer) -> list[str]:
    return [fact.fact for fact in answer.missing]


def usual(book: Core, question: str, facts: dict[str, Any] | None = None, **more: Any) -> Answer:
    return ask(book, question, facts or {}, assume_usual=True, **more)


# ---- by hand -----------------------------------------------------------------------------------------------------------------------------

MARCH = """
measure MP "movement point"
enum weather: clear, mud, snow
record unit
  flown: yes/no
    usually no
fact weather: weather
  usually clear
fact printed: 0..9 MP
fact wind: 0..6 MP
  usually 0 MP
value march(u: unit): 0..20 MP
verdict rest(u: unit)
case 1.1
  march(u) is printed
  take 2 MP from march(u) when weather is mud
  take wind from march(u)
  march(u) is 1 MP when u.flown and weather is snow
    overrides 1.1.1
  may rest(u) when weather is clear
  may rest(u) when weather is not clear
"""


def test_what_is_not_given_is_as_usual_and_the_answer_says_so() -> None:
    answer = usual(core_of(MARCH), "march(u)", {"printed": 7})
    assert (answer.value, answer.unit) == (7, "MP")
    assert [(one.fact, one.value, one.unit) for one in answer.assumed] == [("weather", "clear", None), ("wind", 0, "MP")]
    assert answer.to_json()["assumed"] == [{"fact": "weather", "value": "clear"}, {"fact": "wind", "value": 0}]


def test_what_is_given_goes_before_what_is_usual() -> None:
    answer = usual(core_of(MARCH), "march(u)", {"printed": 7, "weather": "snow"})
    assert (answer.value, assumed(answer)) == (7, {"u.flown": False, "wind": 0})
    assert usual(core_of(MARCH), "march(u)", {"printed": 7, "weather": "snow", "u.flown": "yes", "wind": 0}).assumed == ()


@pytest.mark.meaning("usual.certain")
def test_what_is_certain_without_it_rests_on_no_assumption() -> None:
    answer = usual(core_of(MARCH), "rest(u)")
    assert (answer.value, answer.assumed) == ("permitted", ())


def test_nothing_is_assumed_unless_it_is_asked_for() -> None:
    assert sorted(lacks(ask(core_of(MARCH), "march(u)", {"printed": 7}))) == ["u.flown", "weather", "wind"]


@pytest.mark.meaning("usual.asked")
def test_what_is_missing_all_the_same_is_named_with_what_else_would_be() -> None:
    answer = usual(core_of(MARCH), "march(u)")
    assert (answer.status, lacks(answer)) == (Status.MISSING, ["printed"])
    assert assumed(answer) == {"u.flown": False, "weather": "clear", "wind": 0}


@pytest.mark.meaning("usual.listed")
def test_where_one_of_two_assumptions_is_enough_both_are_named() -> None:
    book = core_of(
        "fact a: yes/no\n  usually no\nfact b: yes/no\n  usually no\nfact c: yes/no\n  usually no\npredicate p\ncase 1.1\n"
        "  p when not a\n  p when not b\n  p when a and c\n"
    )
    assert assumed(usual(book, "p")) == {"a": False, "b": False}
    assert assumed(usual(book, "p", {"a": "yes", "b": "yes"})) == {"c": False}
    assert assumed(usual(book, "p", {"a": "yes", "c": "no"})) == {"b": False}
    assert assumed(usual(book, "p", {"a": "yes", "c": "yes"})) == {}


def test_of_a_fact_that_is_gone_through_nothing_is_assumed_under_a_choice_either() -> None:
    book = core_of(
        "fact a: yes/no\n  usually no\nvalue v: 0..9\ncase 1.1\n  not held\n"
        'reading r on 1.1 "How?"\n  choice one\n    v is 1 when a\n    v is 2 when not a\n  choice two\n    v is 3\n'
    )
    answer = usual(book, "v", over=["a"])
    assert [(name, lacks(one), one.value) for name, one in answer.readings[0].outcomes] == [("one", ["a"], None), ("two", [], 3)]
    assert answer.assumed == ()
    assert assumed(usual(book, "v")) == {"a": False}


def test_a_condition_can_be_asked() -> None:
    answer = usual(core_of(MARCH), "weather is clear and not u.flown")
    assert (answer.value, assumed(answer)) == (True, {"weather": "clear", "u.flown": False})


def test_conflicts_and_silence_rest_on_assumptions_too() -> None:
    book = core_of(
        "fact a: yes/no\n  usually no\nverdict v\nverdict w\ncase 1.1\n  may v when not a\n  may not v when not a\n  may w when a\n"
    )
    clash, silent = usual(book, "v"), usual(book, "w")
    assert (clash.status, assumed(clash)) == (Status.CONFLICT, {"a": False})
    assert (silent.status, assumed(silent)) == (Status.UNDETERMINED, {"a": False})


def test_examples_assume_nothing() -> None:
    book = core_of('fact a: yes/no\n  usually no\npredicate p\ncase 1.1\n  p when not a\n  example "one"\n    then missing p, lacks a\n')
    assert [result.message for result in run_examples(book)] == [""]


# ---- what cannot be together -------------------------------------------------------------------------------------------------------------

TWO = """
fact a: yes/no
  usually no
fact b: yes/no
  usually no
fact c: yes/no
  usually no
predicate p
predicate q
case 1.1
  p when not a
  q when not c
"""


def test_an_assumption_that_cannot_be_with_what_is_given_is_not_made() -> None:
    book = core_of("impossible when b and not a\n" + TWO)
    answer = usual(book, "p", {"b": "yes"})
    assert (answer.value, assumed(answer)) == (False, {})
    assert assumed(usual(book, "p")) == {"a": False}


@pytest.mark.meaning("usual.impossible")
def test_of_assumptions_that_cannot_be_together_none_is_made() -> None:
    book = core_of("impossible when not a and not b\n" + TWO)
    assert lacks(usual(book, "p")) == ["a"]
    assert assumed(usual(book, "p", {"b": "yes"})) == {"a": False}
    assert assumed(usual(book, "q")) == {"c": False}


def test_what_leaves_no_way_out_cannot_be_together_either() -> None:
    book = core_of("fact d: yes/no\nimpossible when not a and d\nimpossible when not a and not d\n" + TWO)
    answer = usual(book, "p")
    assert (answer.value, assumed(answer)) == (False, {})


def test_a_thing_that_was_not_named_is_as_usual() -> None:
    words = """
record hex
  fort: yes/no
    usually no
record unit
  hex: hex
  chief: unit or none
    usually none
predicate p(u: unit)
predicate lonely(u: unit)
case 1.1
  p(u) when u.hex.fort
  lonely(u) when no unit v with (u.chief is v)
"""
    book = core_of(words)
    answer = usual(book, "p(u)", {}, world="h: hex")
    assert (answer.value, assumed(answer)) == (False, {"h.fort": False, "another hex.fort": False})
    lonely = usual(book, "lonely(u)")
    assert (lonely.value, assumed(lonely)) == (True, {"u.chief": None})
    judged = core_of("impossible for h: hex when h.fort and h.fort\n" + words)
    assert usual(judged, "p(u)").value is False


@pytest.mark.meaning("usual.impossible")
def test_of_a_thing_that_was_not_named_nothing_is_assumed_that_may_be_impossible() -> None:
    words = """
record hex
  sea: yes/no
    usually no
  land: yes/no
    usually no
record unit
  hex: hex
predicate p(u: unit)
impossible for h: hex when not h.sea and not h.land
case 1.1
  p(u) when u.hex.sea
"""
    assert lacks(usual(core_of(words), "p(u)")) == ["u.hex"]
    assert lacks(usual(core_of(words), "p(u)", {"u.hex": "h"})) == ["h.sea"]


# ---- what may be usual -------------------------------------------------------------------------------------------------------------------


def test_a_usual_value_is_one_of_the_fact() -> None:
    head = 'measure MP "movement point"\nmeasure hex "hex"\nenum arm: foot, horse\nrecord unit\n'
    assert codes(head + "fact a: 0..9 MP\n  usually 10 MP\n") == ["RW205"]
    assert codes(head + "fact a: 0..9 by 1/2 MP\n  usually 1/3 MP\n") == ["RW205"]
    assert codes(head + "fact a: 0..9 MP\n  usually 1 hex\n") == ["RW204"]
    assert codes(head + "fact a: arm\n  usually none\n") == ["RW205"]
    assert codes(head + "fact a: arm\n  usually camel\n") == ["RW201"]
    assert codes(head + "fact a: yes/no\nfact b: yes/no\n  usually a\n") == ["RW222"]
    assert codes(head + "fact a: -3..9\n  usually -2\n") == []
    assert codes(head + "fact a: unit or none\n  usually none\n") == []


# ---- by brute force ----------------------------------------------------------------------------------------------------------------------

NAMES = ("a", "b", "c", "d", "e")


def condition(rng: Random, depth: int = 0) -> str:
    if depth < 2 and rng.random() < 0.5:
        return f"({condition(rng, depth + 1)} {rng.choice(('and', 'or'))} {condition(rng, depth + 1)})"
    return rng.choice(("", "not ")) + rng.choice(NAMES)


def author(rng: Random) -> tuple[Core, dict[str, str], list[str]]:
    """A book of yes/no facts, those with their usual values, and what is impossible in it."""
    often = {name: rng.choice(("yes", "no")) for name in NAMES if rng.random() < 0.7}
    facts = [f"fact {name}: yes/no" + (f"\n  usually {often[name]}" if name in often else "") for name in NAMES]
    ruled_out = [
        f"{rng.choice(('', 'not '))}{one} and {rng.choice(('', 'not '))}{two}" for one, two in rng.sample(PAIRS, rng.randint(0, 3))
    ]
    rules = [f"  {rng.choice(('may', 'may', 'may not', 'must'))} v when {condition(rng)}" for _ in range(rng.randint(1, 4))]
    text = "\n".join([*facts, *(f"impossible when {one}" for one in ruled_out), "verdict v", "case 1.1", *rules])
    return core_of(text + "\n"), often, ruled_out


PAIRS = list(combinations(NAMES, 2))


def completions(known: dict[str, str], ruled_out: list[str]) -> list[dict[str, str]]:
    """Every possible situation with these facts."""
    free = [name for name in NAMES if name not in known]
    ways = ({**known, **dict(zip(free, values, strict=True))} for values in product(("yes", "no"), repeat=len(free)))
    return [way for way in ways if not any(_true(one, way) for one in ruled_out)]


def _true(statement: str, way: dict[str, str]) -> bool:
    return all(way[part.removeprefix("not ")] == ("no" if part.startswith("not ") else "yes") for part in statement.split(" and "))


def outcome(book: Core, known: dict[str, str], ruled_out: list[str], kept: dict[Any, Any]) -> Any:
    """The one outcome of every completion; None if there are several."""
    found = set()
    for way in completions(known, ruled_out):
        key = tuple(way.items() if list(way) == list(NAMES) else sorted(way.items()))
        if key not in kept:
            kept[key] = ask(book, "v", way).outcome
        found.add(kept[key])
    return found.pop() if len(found) == 1 else None


def in_smallest(every: dict[str, str], holds: Callable[[dict[str, str]], bool]) -> dict[str, str]:
    """What is in some smallest set for which something holds."""
    smallest: list[frozenset[str]] = []
    for size in range(len(every) + 1):
        for some in map(frozenset, combinations(every, size)):
            if not any(one <= some for one in smallest) and holds({name: every[name] for name in some}):
                smallest.append(some)
    return {name: value for name, value in every.items() if any(name in one for one in smallest)}


def example_as_usual(known: dict[str, str], wanted: Any) -> Example:
    """An example marked `as usual` that gives some facts and expects an outcome of `v`."""
    status, value = wanted or (Status.MISSING, None)
    expected = Expectation(Expected(str(value) if status is Status.ANSWERED else status.value), AskVerdict(Permission.MAY, "v", ()), "v")
    fixes = tuple(Fix(name, (), value == "yes") for name, value in known.items())
    return Example("it", "1.1", (), fixes, (expected,), as_usual=True)


@settings(max_examples=BOOKS, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
@pytest.mark.meaning("usual.listed")
def test_what_is_assumed_is_as_defined(rng: Random) -> None:
    book, often, ruled_out = author(rng)
    known = {name: rng.choice(("yes", "no")) for name in NAMES if rng.random() < 0.3}
    if not completions(known, ruled_out):
        return
    kept: dict[Any, Any] = {}
    free = {name: value for name, value in often.items() if name not in known}
    clash = in_smallest(free, lambda some: not completions({**known, **some}, ruled_out))
    all_made = {name: value for name, value in free.items() if name not in clash}
    wanted = outcome(book, {**known, **all_made}, ruled_out, kept)
    got = usual(book, "v", known)
    rests = {one.fact: "yes" if one.value else "no" for one in got.assumed}
    assert (got.outcome if got.status is not Status.MISSING else None) == wanted
    assert rests.items() <= all_made.items()
    assert run_example(book, example_as_usual(known, wanted)).message == ""
    if wanted is None:
        assert not set(lacks(got)) & all_made.keys()
        assert set(rests) == set(lacks(ask(book, "v", known))) & all_made.keys()
        return
    assert outcome(book, {**known, **rests}, ruled_out, kept) == wanted
    if wanted[0] is Status.UNDETERMINED:  # what its reasons rest on counts, too
        return
    smallest = in_smallest(all_made, lambda some: outcome(book, {**known, **some}, ruled_out, kept) == wanted)
    assert rests.items() <= smallest.items()
    assert ruled_out or rests == smallest  # what another fact must be by a statement of what is impossible may be found in further ways


# ---- where it would take too long --------------------------------------------------------------------------------------------------------


MANY = """
measure MP "movement point"
{facts}
value march: 0..99 MP
case 1.1
  march is 9 MP when {no}
  march is 9 MP when not ({no})
{rules}
"""


def many(count: int) -> Core:
    facts = "\n".join(f"fact f{n}: 0..9\n  usually 0" for n in range(count))
    rules = "\n".join(f"  add 1 MP to march when f{n} is at least 5" for n in range(count))
    return core_of(MANY.format(facts=facts, no=" and ".join(f"f{n} is 1" for n in range(count)), rules=rules))


def test_what_takes_too_many_passes_is_answered_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then all that was read is listed, which is enough for the answer; with passes enough it is no more than that."""
    book = many(4)
    found = usual(book, "march")
    assert (found.value, assumed(found)) == (9, {f"f{n}": 0 for n in range(4)})
    monkeypatch.setattr(assumptions, "MAX_PASSES_OF_ASSUMPTIONS", -1)
    again = usual(book, "march")
    assert again.value == 9 and assumed(again).items() >= assumed(found).items()
    first = usual(core_of(MARCH), "march(u)", {"printed": 5})
    assert first.value == 5 and set(assumed(first)) >= {"weather", "wind", "u.flown"}
    monkeypatch.undo()
    assert set(assumed(usual(core_of(MARCH), "march(u)", {"printed": 5}))) == {"weather", "wind"}


def test_an_example_that_lacks_a_usual_fact_says_that_nothing_usual_is_assumed() -> None:
    text = """
record unit
  big: yes/no
    usually no
status disordered of unit
  usually no
fact weather: 1..3
verdict go(u: unit)
case 1
  may go(u) when not disordered(u) and not u.big and weather is 1
  example "of one"
    given weather is 1, not u.big
    then permitted go(u)
  example "of none"
    given not u.big, not disordered(u)
    then permitted go(u)
  example "of a condition"
    world a: unit
    then a.big
"""
    first, second, third = (result.message for result in run_examples(core_of(text)))
    assert first.endswith("depends on `u.disordered`, not given; `usually no` of `u.disordered` is assumed only in an `example … as usual`")
    assert second.endswith("it depends on `weather`, not given")
    assert third.endswith("this depends on `a.big`, not given; `usually no` of `a.big` is assumed only in an `example … as usual`")


AS_USUAL = """
record unit
  tired: yes/no
    usually no
  load: 0..9
    usually 0
  size: 0..9
fact mud: yes/no
  usually no
value pace(u: unit): -9..9
verdict cross(u: unit)
predicate slow(u: unit)
impossible for u: unit when mud and u.load is 0
reading r on 1.1 "Do the tired cross?"
  "Open."
  choice one: may not cross(u) when u.tired
  choice two: may cross(u) when u.tired
background wet
  given mud, u.load is 1
case 1.1
  pace(u) is 5
  tired: take 1 from pace(u) when u.tired
  load: take u.load from pace(u)
  take 1 from pace(u) when u.size is more than 4
  take 1 from pace(u) when mud
  slow(u) when pace(u) is less than 4
  may cross(u) when not u.tired and not mud
"""


def as_usual(*lines: str, marked: bool = True, book: str = AS_USUAL) -> list[str]:
    example = [f'  example "it"{" as usual" if marked else ""}', *(f"    {line}" for line in lines)]
    return [result.message for result in run_examples(core_of(book + "\n".join(example) + "\n"))]


@pytest.mark.parametrize(
    "lines",
    [
        ("given u.size is 3", "then pace(u) is 5"),
        ("given u.size is 3, u.tired", "then pace(u) is 4"),
        ("given u.size is 3, u.load is 2, mud", "then pace(u) is 2", "then slow(u)"),
        ("with background wet", "given u.size is 5", "then pace(u) is 2"),
        ("with background wet", "given u.size is 5, not mud", "then pace(u) is 3"),
        ("world u: unit", "then permitted cross(u)"),
        ("then missing pace(u), lacks u.size",),
        ("given mud, u.size is 1", "then missing pace(u), lacks u.load"),  # mud and no load cannot be: neither is assumed
        ("given slow(u)", "then slow(u)"),
        ("given u.tired", "then undetermined cross(u), open r"),
        ("given u.tired", "with reading r as one", "then forbidden cross(u)"),
        ("given u.size is 9", "then pace(u) is 3 or not u.tired"),
        ("given u.size is 3", "then (pace(u) as if u.tired) is 4"),
    ],
)
def test_in_an_example_as_usual_what_is_not_given_has_its_usual_value(lines: tuple[str, ...]) -> None:
    assert as_usual(*lines) == [""]


def test_only_an_example_marked_so_assumes_what_is_usual() -> None:
    (message,) = as_usual("given u.size is 3", "then pace(u) is 5", marked=False)
    assert "not given" in message
    (message,) = as_usual("given u.size is 3", "then pace(u) is 4")
    assert message.startswith("expected `pace(u) is 4`, but it is 5 by 1.1.1 and 1.1.load; ")


def test_the_kit_gives_the_usual_values_that_an_example_as_usual_looks_at() -> None:
    core = core_of(AS_USUAL + '  example "it" as usual\n    given u.size is 3\n    then slow(u)\n')
    (kit_question, *_) = make_kit(core, 0).questions
    assert {fix.name: fix.value for fix in kit_question.query.given} == {"unit.size": 3, "unit.tired": False, "unit.load": 0, "mud": False}
    assert kit_question.outcome.value is False

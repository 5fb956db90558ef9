"""Corners: forms seldom written, and what open things do in the middle of a calculation."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.analysis.touched import touched_parts
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.core.query import Status
from rulewright.engines.interpreter.answer import Why
from rulewright.engines.interpreter.ask import ask
from rulewright.engines.interpreter.explanation import undetermined_of
from rulewright.engines.interpreter.unknown import Unknown
from rulewright.semantics import terms
from semantics.small import codes, core_of, resolved


def said(book: Core, question: str, facts: dict[str, Any] | None = None, **more: Any) -> Any:
    answer = ask(book, question, facts or {}, **more)
    return answer.value if answer.status is Status.ANSWERED else answer.status.value


OPEN_IN_THE_MIDDLE = """
predicate dark
  not held
value hidden: 0..9
scale grade: raw, line, elite
fact grade: grade
value one: 0..99
value sum_first: 0..99
  parts is the sum
  factors times the product
  best times the greatest
  worst times the least
  cap at most
  floor at least
value two: grade
value three: 0..99
value four: 0..99
value five: 0..9
  otherwise hidden
case 1.1
  one is 3 when dark
  one is 3
  three is 3 when dark
  three is 4 when dark
  four is hidden when dark
  four is 4
  sum_first is at most 3
  add 2 to sum_first
  multiply sum_first by hidden at factors when dark
  multiply sum_first by 3 at factors when dark
  two is shifted(grade, 1)
"""


@pytest.mark.parametrize(
    ("question", "value"),
    [("one", 3), ("three", "undetermined"), ("four", "undetermined"), ("sum_first", "undetermined"), ("five", "undetermined")],
)
def test_open_rules_and_open_effects(question: str, value: Any) -> None:
    assert said(core_of(OPEN_IN_THE_MIDDLE), question) == value


@pytest.mark.parametrize(
    "line",
    [
        "add hidden to v", "add hidden to v when dark", "multiply v by hidden at product", "multiply v by hidden at best",
        "multiply v by hidden at best when dark", "v is at most hidden", "v is at least hidden when dark", "multiply v by 2 at product when dark",
    ],
)  # fmt: skip
def test_an_open_number_makes_the_answer_open(line: str) -> None:
    text = """
predicate dark
  not held
value hidden: 0..9
value v: 0..99
  base is the one
  changes plus the sum
  product times the product
  best times the greatest
  cap at most
  floor at least
case 1.1
  v is 5
"""
    assert said(core_of(text + f"  {line}\n"), "v") == "undetermined"


def test_a_sum_that_only_open_rules_start() -> None:
    text = "predicate dark\n  not held\nvalue hidden: 0..9\nvalue v: 0..9\n  parts is the sum\n  otherwise 3\ncase 1.1\n  add 3 to v when dark\n{}"
    assert said(core_of(text.format("")), "v") == 3
    assert said(core_of(text.format("  add 1 to v when dark\n")), "v") == "undetermined"
    assert said(core_of(text.format("  add hidden to v when dark\n")), "v") == "undetermined"


def test_many_open_rules_are_not_followed_for_ever() -> None:
    text = "predicate dark\n  not held\nvalue v: 0..99999\ncase 1.1\n  v is 1\n" + "".join(
        f"  add {2**n} to v when dark\n" for n in range(12)
    )
    assert said(core_of(text), "v") == "undetermined"


def test_a_conflict_in_an_effect_is_a_conflict_of_the_answer() -> None:
    book = core_of("fact a: yes/no\nvalue v: 0..9\nvalue w: 0..9\ncase 1.1\n  v is 1\n  v is 2\n  w is v\n")
    answer = ask(book, "w")
    assert answer.status is Status.CONFLICT
    assert {clash.rule for clash in answer.conflict} == {"1.1.1", "1.1.2"}
    assert answer.inner[0].status is Status.CONFLICT


ENUMS = """
enum arm: foot, horse, gun
class fast: horse
class light: fast, gun
scale odds: "1-2", "1-1", "2-1"
  below the first: the first
fact arm: arm
fact odds: odds
fact other: odds
fact maybe: arm or none
record unit
  odds: odds
value best: odds
value pick: odds
value moved: odds
predicate quick
predicate good
predicate inside
predicate every_arm
predicate some_arm
predicate both
case 1.1
  best is the greatest of (odds, other)
  pick is the least u.odds over units u
  moved is shifted(odds, -3)
  quick when arm in light
  good when odds is more than other
  inside when odds in "1-1".."2-1"
  every_arm when every arm k satisfies (k is arm or k in {horse, gun})
  some_arm when some arm k with k is arm
  both when maybe is not none and maybe is arm
"""


@pytest.mark.parametrize(
    ("question", "facts", "value"),
    [
        ("best", {"odds": "1-2", "other": "2-1"}, "2-1"),
        ("pick", {"u.odds": "2-1", "v.odds": "1-1"}, "1-1"),
        ("moved", {"odds": "2-1"}, "1-2"),
        ("quick", {"arm": "gun"}, True),
        ("quick", {"arm": "foot"}, False),
        ("good", {"odds": "1-2", "other": "1-1"}, False),
        ("inside", {"odds": "1-1"}, True),
        ("inside", {"odds": "1-2"}, False),
        ("every_arm", {"arm": "foot"}, True),
        ("every_arm", {"arm": "gun"}, False),
        ("some_arm", {"arm": "gun"}, True),
        ("both", {"maybe": "none"}, False),
        ("both", {"maybe": "gun", "arm": "gun"}, True),
        ("good", {"odds": "2-1"}, "missing"),
        ("best", {"odds": "2-1"}, "2-1"),
        ("some_arm", {}, True),
    ],
)
def test_enums_classes_and_scales(question: str, facts: dict[str, Any], value: Any) -> None:
    assert said(core_of(ENUMS), question, facts) == value


def test_things_of_unknown_groups() -> None:
    text = """
record hex
record unit
  hex: hex
group here(h: hex): units u with u.hex is h
value many(h: hex): 0..9
predicate with_me(u: unit)
predicate all_here(u: unit)
verdict go(u: unit)
case 1.1
  many(h) is the number of units u among here(h)
  with_me(u) when some unit v among here(u.hex) with v is not u
  all_here(u) when every unit v satisfies v in here(u.hex)
  may go(u) when no unit v among here(u.hex) with (v is not u)
"""
    book = core_of(text)
    world = {"world": "u, v: unit; h, k: hex"}
    assert said(book, "with_me(u)", {"u.hex": "h", "v.hex": "h"}, **world) is True
    assert said(book, "with_me(u)", {}, **world) == "missing"
    assert said(book, "all_here(u)", {"u.hex": "h", "v.hex": "k"}, **world) is False
    assert said(book, "many(h)", {"u.hex": "h"}, **world) == "missing"
    assert said(book, "go(u)", {"u.hex": "h", "v.hex": "k"}, **world) == "permitted"


def test_a_statement_with_for_some_and_one_on_a_rule_of_another_question() -> None:
    text = """
record unit
  free: yes/no
record stack
fact carried(u: unit, s: stack): yes/no
group of_stack(s: stack): units u with carried(u, s)
verdict stack(s: stack)
verdict lead(u: unit)
verdict leave(u: unit)
case 1.1
  may not stack(s)
case 1.2
  sets aside 1.1 for some u among of_stack(s) when u.free
case 1.3
  may not leave(u)
case 1.4
  may lead(u) when u.free
    sets aside 1.3
"""
    book = core_of(text)
    inside = {"carried(u, s)": "yes", "carried(v, s)": "yes", "u.free": "yes", "v.free": "no"}
    assert said(book, "stack(s)", inside) == "undetermined"
    assert said(book, "stack(s)", {**inside, "u.free": "no"}) == "forbidden"
    assert said(book, "leave(u)", {"u.free": "yes"}) == "undetermined"
    assert said(book, "leave(u)", {"u.free": "no"}) == "forbidden"


def test_a_statement_of_which_nothing_tells_what_its_variable_is() -> None:
    assert "RW217" in codes("verdict go\ncase 1.1\n  may go\ncase 1.2\n  sets aside 1.1 when x is y\n")


def test_relations_to_what_is_not_there_are_left_to_the_checks() -> None:
    found, findings = resolved("verdict go\ncase 1.1\n  may go\n    overrides 9.9\n    restates 9.9\n    besides 9.9\n    as in 9.9\n")
    assert not findings
    assert said(lower(found), "go") == "permitted"


def test_why_of_several_reasons_is_the_first_in_order() -> None:
    book = core_of("verdict go\ncase 1.1\n  may go\n")
    situation = type("S", (), {"selection": type("T", (), {"core": book})})()
    several = Unknown(whys=frozenset({(Why.SILENT, None), (Why.NOT_HELD, "9.1"), (Why.NOT_HELD, "8.1")}))
    found = undetermined_of(several, situation, [])
    assert found is not None
    assert (found.why, found.case) == (Why.NOT_HELD, "8.1")
    assert repr(several).startswith("Unknown(False")


def test_terms_can_be_walked() -> None:
    book = core_of(ENUMS)
    every = [term for rule in book.written_rules() for part in rule.parts for term in terms.walk(part.term)]
    every += [term for rule in book.written_rules() if rule.effect for term in terms.walk(rule.effect)]
    assert {"odds", "other", "arm", "maybe", "unit.odds"} == {name for term in every for name in terms.names_in(term).facts}
    assert not {name for term in every for name in terms.names_in(term).groups}
    binding = terms.Some | terms.Every | terms.Gathered
    assert {term.domain.name for term in every if isinstance(term, binding)} == {"u", "k"}
    assert touched_parts(book, ()) == frozenset()


def test_questions_in_terms() -> None:
    book = core_of("fact f: yes/no\npredicate p\npredicate q\nverdict v\ncase 1.1\n  p when f\n  q when p and may v\n")
    inside = {name for rule in book.written_rules() for part in rule.parts for name in terms.questions_in(part.term)}
    assert inside == {"p", "v"}

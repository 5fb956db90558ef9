"""Coverage is proved by taking parts out; and what can be asked of a book, with the facts that answers hang on."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.analysis.coverage import Coverage, measure_coverage
from rulewright.base.source import Source
from rulewright.engines.interpreter.questions import list_facts, list_questions, questions_json
from rulewright.rulebook import build_rulebook
from rulewright.semantics.elaborate import resolve
from rulewright.semantics.program_parts import PartKind, tagged_parts, without_part
from rulewright.syntax.nodes import SyntaxTree
from rulewright.syntax.parser import parse_source
from semantics.small import FRONT, core_of, resolved

HEADER = "item,section,locator,kind,summary,refs,computable,shape,ocr_note\n"


def covered(text: str, *computable: str, other: tuple[str, ...] = ()) -> Coverage:
    """The coverage of a book with these statements in its ledger."""
    front = FRONT.replace('source printed "Printed"', 'source printed "Printed"\n  ledger "ledger.csv"')
    blocks, findings = parse_source(Source("small.case", front + text))
    rows = [f"{item},1,,rule,x,,yes,,\n" for item in computable] + [f"{item},1,,rule,x,,no,,\n" for item in other]
    book, more = build_rulebook(SyntaxTree("small", tuple(blocks)), ledger=HEADER + "".join(rows), slug="small")
    assert not findings and not more, [found.message for found in (*findings, *more)]
    return measure_coverage(book, {edition: resolve(book, edition)[0] for edition in book.views})


BOOK = """
enum arm: foot, horse                                                           @L-1
enum idle: never_used                                                           @L-2
fact a: yes/no
fact n: 0..9
fact arm: arm
verdict go
verdict stay
verdict rest
value v: 0..9
  base is the one
  changes plus the sum                                                          @L-3
impossible when a and n is 9                                                    @L-4
case 1.1
  "A sentence."                                                                 @L-5
  v is 3                                                                        @L-6
  add 1 to v when all of                                                        @L-7
    a. a                                                                        @L-8
    b. n is less than 9                                                         @L-9
  may go when arm is horse                                                      @L-10
  table t(k: arm): 0..9                                                         @L-11
    | foot  | 1 |                                                               @L-12
    | horse | 2 |                                                               @L-13
  example "adds"
    given a, n is 1
    then v is 4
  example "does not"
    given not a, n is 1
    then v is 3
  example "a row"                                                               @L-14
    then t(foot) is 1
case 1.2
  may not go when a
    overrides 1.1                                                               @L-15
  sets aside 1.3 when a                                                         @L-16
  example "stops"
    given a, arm is horse
    then forbidden go
  example "set aside"
    given a
    then undetermined stay
case 1.3
  may stay
  not held, bears on rest                                                       @L-17
  example "silent"
    given n is 3, not a
    then undetermined rest, not held
  note "nothing to ask"                                                         @L-18
amend 1.3 in errata as addition
  adds                                                                          @L-19
  may rest when n is 5
    besides 1.3
  example "rests"
    given n is 5, not a
    then permitted rest
"""
ITEMS = tuple(f"L-{number}" for number in range(1, 21))


def test_what_no_example_needs_is_not_exercised() -> None:
    found = covered(BOOK, *ITEMS)
    assert found.unplaced == ("L-20",)
    assert found.not_executable == ("L-5", "L-18")
    assert set(found.not_exercised) == {"L-2", "L-4", "L-9", "L-10", "L-13", "L-19"}
    assert (found.statements, found.placed, found.computable) == (20, 19, 20)
    assert (found.executable, found.exercised) == (17, 11)
    assert set(found.unproved) == set(found.not_exercised)
    assert found.as_json()["not_exercised"] == list(found.not_exercised)


def test_what_is_not_computable_counts_only_as_placed() -> None:
    found = covered(BOOK, "L-6", other=("L-5", "L-2", "L-20"))
    assert (found.statements, found.placed, found.computable, found.executable, found.exercised) == (4, 3, 1, 1, 1)


def test_a_rule_under_two_addresses_is_taken_out_whole() -> None:
    text = """
verdict go
case 1.1
  may go                                                                        @L-1
case 1.2
  may go                                                                        @L-2
    restates 1.1.1
  example "goes"
    then permitted go
"""
    assert covered(text, "L-1", "L-2").exercised == 2
    assert covered(text.replace("    restates 1.1.1\n", ""), "L-1", "L-2").exercised == 0


POLICY = """
precedence                                                                      @L-1
  never over may
verdict go
case 1.1
  may never go
  may go
  example "never"
    then forbidden go
reading r on 1.1 "How?"
  "Open."
  choice one                                                                    @L-2
    may not go
  choice two                                                                    @L-3
"""


def test_the_policy_and_choices_of_readings() -> None:
    found = covered(POLICY, "L-1", "L-2", "L-3")
    assert found.not_exercised == ("L-2",)


@pytest.mark.parametrize("kind", list(PartKind))
def test_every_kind_of_part_can_be_taken_out(kind: PartKind) -> None:
    whole = resolved(BOOK)[0]
    mine = [part for part in tagged_parts(whole) if part.kind is kind]
    assert mine
    for part in mine:
        slim = without_part(whole, part)
        assert [one.id for one in tagged_parts(slim)] != [one.id for one in tagged_parts(whole)] or kind is PartKind.TABLE


ASKED = """
measure MP "movement point"
enum arm: foot, horse
record unit "a unit"
  arm: arm
  home: town or none
record town "a town"
status tired of unit
fact near(u: unit, t: town): yes/no "{u} is near {t}"
  asks "Is {u} near {t}?"
option o "An option"
group friends(u: unit): units v with v.arm is u.arm
predicate alone(u: unit)
value pace(u: unit): 0..9 MP "the pace of {u}"
verdict visit(u: unit, t: town)
case 1.1
  alone(u) when no unit v among friends(u)
  pace(u) is 3 MP when u.tired
  may visit(u, t) when near(u, t) and pace(u) is 3 MP
    overrides 1.2 when alone(u)
case 1.2
  may not visit(u, t)
reading r on 1.1 "How?"
  "Open."
  choice one in play
  choice two
"""


def named(document: dict[str, Any], question: str) -> dict[str, Any]:
    return next(one for one in document["questions"] if one["question"] == question)


def test_questions_with_the_facts_in_their_reach() -> None:
    found = {one.name: one for one in list_questions(core_of(ASKED))}
    assert set(found) == {"alone(u)", "pace(u)", "visit(u, t)"}
    assert (found["pace(u)"].domain, found["pace(u)"].unit, found["pace(u)"].phrase) == ("0..9 MP", "MP", "the pace of {u}")
    reach = {fact.name for fact in found["visit(u, t)"].facts}
    assert {name.split(".")[-1].split("(")[0] for name in reach} == {"near", "tired", "arm"}
    assert found["visit(u, t)"].cases == ("1.1", "1.2")


SPEAKING = """
record unit "a unit"
fact near(u: unit): yes/no
verdict visit(u: unit)
case 1.1
  may visit(u) when near(u)
case 1.2
  may not visit(u)
case 1.3
  not held, bears on visit(u)
case 1.4
  sets aside 1.2 when near(u)
case 1.5
  refers to 1.2
case 1.6
  table visits(near: yes/no): 0..9
    | yes | 1 |
    | no  | 2 |
reading r on 1.5 "How?"
  choice one
  choice two
    1.1 goes before 1.2
"""


def test_all_cases_that_speak_of_a_question() -> None:
    """Of rules, of a statement of precedence in a case of its own, of one that sets aside, of words that are held, of a table."""
    found = {one.name: one.cases for one in list_questions(core_of(SPEAKING))}
    assert found == {"visit(u)": ("1.1", "1.2", "1.5", "1.4", "1.3"), "visits(near)": ("1.6",)}


def test_questions_as_json() -> None:
    document = questions_json(core_of(ASKED))
    assert named(document, "pace(u)")["unit"] == "MP"
    assert named(document, "visit(u, t)")["parameters"] == [
        {"name": "u", "kind": "unit", "domain": "any name, for a unit", "values": None},
        {"name": "t", "kind": "town", "domain": "any name, for a town", "values": None},
    ]
    assert document["readings"][0]["in_play"] == "one"
    assert document["options"][0]["option"] == "o"
    assert len(list_facts(core_of(ASKED))) == len(document["facts"]) == 4


UNNEEDED = {
    "measure": 'measure MP "movement points" @L-1',
    "calendar": 'calendar year "the year" @L-1\n  turn 1 is 3 January 1813, by week',
    "enum": "enum arm: foot, horse @L-1",
    "scale": "scale size: small, large @L-1",
    "class": "enum arm: foot, horse\nclass rider: horse @L-1",
    "record": "record unit @L-1\n  arm: yes/no",
    "field": "record unit\n  arm: yes/no @L-1",
    "fact": "fact b: yes/no @L-1",
    "value": "value w: 0..9 @L-1",
    "verdict": "verdict wait @L-1",
    "predicate": "predicate wet @L-1",
    "group": "record unit\n  arm: yes/no\ngroup armed: unit u with u.arm @L-1",
    "option": 'option fog "Fog" @L-1',
    "exclusion": 'option fog "Fog"\noption mud "Mud"\nat most one of fog, mud @L-1',
    "in scenario": 'scenario 9.1 "Autumn"\ncase 9.2\n  scenario 9.1 @L-1\n  may go',
    "with option": 'option fog "Fog"\ncase 9.1\n  option fog @L-1\n  may go',
    "does not matter": "case 9.1\n  does not matter: a, for go @L-1",
    "adds": "case 9.1\n  may go\namend 9.1 in errata as addition\n  adds @L-1\n  may not go",
    "deletes": "case 9.1\n  may go\namend 9.1 in errata as correction\n  deletes the case @L-1",
    "replaces the case": "case 9.1\n  may go\namend 9.1 in errata as correction\n  replaces the case @L-1\n  may not go",
}
WORDS_ALONE = {
    "replaces": 'case 9.1\n  "One space."\n  may go\namend 9.1 in errata as correction\n  replaces "One" with "Two" @L-1',
    "strikes": 'case 9.1\n  "One space."\n  may go\namend 9.1 in errata as correction\n  strikes "One" @L-1',
    "inserts": 'case 9.1\n  "One space."\n  may go\namend 9.1 in errata as correction\n  inserts "big" after "One" @L-1',
    "strikes from": 'case 9.1\n  "One space however small."\n  may go\namend 9.1 in errata as correction\n  strikes from "however" to the end @L-1',
}


@pytest.mark.parametrize("kind", UNNEEDED)
def test_what_no_example_asks_about_is_not_exercised_whatever_it_is(kind: str) -> None:
    """Each line that is no prose can be needed by an example; here there is none."""
    found = covered(f"fact a: yes/no\nverdict go\n{UNNEEDED[kind]}\n", "L-1")
    assert found.not_exercised == ("L-1",)


@pytest.mark.parametrize("kind", WORDS_ALONE)
def test_an_act_on_words_cannot_be_exercised_and_does_not_count(kind: str) -> None:
    found = covered(f"fact a: yes/no\nverdict go\n{WORDS_ALONE[kind]}\n", "L-1")
    assert (found.not_exercised, found.words_only, found.to_exercise, found.executable) == ((), ("L-1",), 0, 1)


def test_a_change_of_words_alone_is_not_among_what_can_be_exercised() -> None:
    """A deletion of a rule next to it counts as before."""
    text = """
verdict go
case 1.1
  "Foot may go. Horse may go."
  foot: may go
  example "goes"
    with edition before
    then permitted go
amend 1.1 in errata as correction
  replaces "Horse may" with "Horse must"                                        @L-1
amend 1.1.foot in errata as correction
  strikes "Foot may go."                                                        @L-2
  deletes the part                                                              @L-2
"""
    found = covered(text, "L-1", "L-2")
    assert (found.executable, found.exercised, found.to_exercise) == (2, 0, 1)
    assert found.words_only == ("L-1",)
    assert dict(found.unproved) == {"L-2": ("the act “deletes a part”",)}

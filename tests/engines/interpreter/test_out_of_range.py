"""A result outside of what is declared has a status of its own, with the result and the range; all engines tell it from a conflict."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.core.query import AskedQuestion, Outcome, Query, Status, Switches
from rulewright.engines.interpreter.answer import answer_json
from rulewright.engines.interpreter.ask import ask
from rulewright.engines.registry import ENGINES, answering, is_there
from rulewright.semantics.model import Fix
from semantics.small import core_of

BOOK = """
measure MP "movement points"
fact mud: yes/no
fact snow: yes/no
fact printed: 1..9 MP
value allowance: 1..9 MP "the allowance"
  base is the one
  less plus the sum
value doubled: 0..99 MP
value share: 0..9 MP
verdict move "the unit moves"
verdict stay
predicate fast
predicate torn
predicate hidden
  not held

case 2.1
  allowance is printed
  take 2 MP from allowance when mud
  doubled is 2 * allowance
  share is printed / 2
  may move when allowance is at least 3 MP
  may stay when torn or allowance is at least 3 MP
  fast means allowance is more than 6 MP
  torn when snow
  not torn when snow
"""
LOW = {"printed": 1, "mud": True, "snow": False}


def status_of(question: str, facts: dict[str, Any], text: str = BOOK) -> Status:
    return ask(core_of(text), question, facts).status


def test_the_result_and_the_range_are_said() -> None:
    answer = ask(core_of(BOOK), "allowance", {"printed": "1 MP", "mud": "yes"})
    document = answer_json(answer)
    assert (document["status"], document["value"], document["conflict"]) == ("out of range", None, [])
    assert document["out_of_range"] == {"question": "allowance", "value": -1, "unit": "MP", "declared": "1..9 MP"}
    assert [reason["rule"] for reason in document["because"]] == ["2.1.1", "2.1.2"]
    assert "out_of_range" not in answer_json(ask(core_of(BOOK), "allowance", {"printed": "5 MP", "mud": "yes"}))


def test_between_the_steps_is_out_of_range() -> None:
    assert status_of("share", {"printed": "3 MP"}) is Status.OUT_OF_RANGE
    assert status_of("share", {"printed": "4 MP"}) is Status.ANSWERED


@pytest.mark.parametrize("question", ["doubled", "move", "fast"])
def test_what_is_worked_out_from_it_is_out_of_range_and_names_it(question: str) -> None:
    answer = ask(core_of(BOOK), question, {"printed": "1 MP", "mud": "yes"})
    assert answer.status is Status.OUT_OF_RANGE
    assert answer.out_of_range is not None
    assert (answer.out_of_range.question, answer.out_of_range.value) == ("allowance", -1)


def test_beside_a_conflict_it_is_a_conflict() -> None:
    assert status_of("stay", {**LOW, "snow": "yes"}) is Status.CONFLICT
    assert status_of("stay", LOW) is Status.OUT_OF_RANGE


OPEN_CHOICE = """
  take 1 MP from allowance when hidden
"""
APART = """
  allowance is 2 MP when hidden
"""


def test_a_result_that_is_out_of_range_in_every_open_choice() -> None:
    assert status_of("allowance", LOW, BOOK + OPEN_CHOICE) is Status.OUT_OF_RANGE
    assert status_of("allowance", {**LOW, "printed": 3}, BOOK + OPEN_CHOICE) is Status.UNDETERMINED  # 1 MP, or 0 MP


def test_out_of_range_or_a_conflict_by_what_is_open() -> None:
    assert status_of("allowance", LOW, BOOK + APART) is Status.OUT_OF_RANGE
    assert status_of("allowance", {**LOW, "printed": 5}, BOOK + APART) is Status.UNDETERMINED


def test_facts_are_asked_for_that_decide_between_out_of_range_and_conflict() -> None:
    answer = ask(core_of(BOOK), "stay", {"printed": "1 MP", "mud": "yes"})
    assert (answer.status, [fact.fact for fact in answer.missing]) == (Status.MISSING, ["snow"])


@pytest.mark.parametrize("engine", [name for name in ENGINES if is_there(name)])
@pytest.mark.parametrize("extra", ["", OPEN_CHOICE, APART])
def test_every_engine_tells_it_from_a_conflict(engine: str, extra: str) -> None:
    core = core_of(BOOK + extra)
    answers = answering(engine, core)
    for printed in (1, 3, 5):
        for snow in (True, False):
            facts = {"printed": printed, "mud": True, "snow": snow}
            for question in ("allowance", "doubled", "move", "stay", "fast"):
                given = tuple(Fix(name, (), value) for name, value in facts.items())
                outcome = answers(Query(AskedQuestion(question, ()), {}, given, Switches()))
                expected = ask(core, question, facts)
                assert isinstance(outcome, Outcome), (question, facts, outcome)
                assert (outcome.status, outcome.value) == expected.outcome, (question, facts)


CONFLICT_OR_OUT = """
fact b: yes/no
value s: 0..4
value t: 0..4

case 1.1
  s is 1/2
  s is 1 when b

case 1.2
  t is 1/2

reading r on 1.2 "How it is read"
  choice one: t is 1 otherwise
  choice two: t is 1
"""


def test_where_it_depends_on_a_fact_or_a_reading_whether_it_is_a_conflict_or_out_of_range() -> None:
    """Two outcomes like any others: the fact is missing, the reading is open."""
    core = core_of(CONFLICT_OR_OUT)
    assert [ask(core, "s", {"b": b}).status for b in (True, False)] == [Status.CONFLICT, Status.OUT_OF_RANGE]
    assert ask(core, "s").status is Status.MISSING
    assert [fact.fact for fact in ask(core, "s").missing] == ["b"]
    assert ask(core, "t").status is Status.UNDETERMINED
    assert [reading.reading for reading in ask(core, "t").readings] == ["r"]
    for name in (engine for engine in ENGINES if is_there(engine)):
        for question, status in (("s", Status.MISSING), ("t", Status.UNDETERMINED)):
            found = answering(name, core)(Query(AskedQuestion(question, ()), {}, (), Switches()))
            assert isinstance(found, Outcome), name
            assert found.status is status, (name, question)

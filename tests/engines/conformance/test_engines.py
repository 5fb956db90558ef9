"""All engines give the same outcomes: on generated books, and on kits of the shipped books, by way of the JSON forms."""

from __future__ import annotations

from random import Random

import pytest

import drawn
from engines.conformance.books import INSTALLED, Tally, try_book
from engines.interpreter import generated_books
from engines.interpreter.test_oracle import program_of
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.core.query import Argument, AskedQuestion, Declined, Outcome, Query, Status, Switches
from rulewright.engines.conformance.kit import kit_json, make_kit, read_kit
from rulewright.engines.conformance.run import difference_lines, outcomes_agree, run_book, run_kit
from rulewright.engines.registry import ENGINES, REFERENCE, answering
from rulewright.semantics.model import Fix
from rulewright.workspace.open_book import load
from semantics.small import core_of

IMPOSSIBLE = """
fact a: yes/no
predicate p
impossible when a

case 1.1 "One" in printed
  p when a
"""
SUPPOSED = """
enum side: own, enemy
record unit
  side: side
fact turn: side
fact moving(u: unit): yes/no
value side_of(u: unit): side
verdict move(u: unit)
impossible for u: unit when not moving(u) and side_of(u) is turn

case 1.1 "One" in printed
  side_of(u) is u.side
  may move(u) when moving(u)
  may not move(u) when not moving(u)
"""
LED = """
record leader
  here: yes/no
record unit
  leader: leader or none
verdict move(u: unit)

case 1.1 "One" in printed
  may move(u) when u.leader is not none and u.leader.here
"""
BOOKS = drawn.BOOKS
FIRST = 1_000_002 + drawn.FIRST


@pytest.fixture(scope="module")
def core() -> Core:
    return lower(program_of(generated_books.book(Random(3)).files))


@pytest.mark.parametrize(("every_form", "books"), [(False, BOOKS // 2), (True, BOOKS // 4)])
def test_generated_books(every_form: bool, books: int) -> None:
    """Interpreter against solver and pages; brute force is held against the interpreter by `interpreter/test_oracle.py`."""
    tally = Tally()
    for number in range(FIRST, FIRST + books):
        tally.add(try_book(number, brute_force=False, every_form=every_form))
    assert tally.questions > 3 * books
    assert not tally.differing, next(iter(tally.first.values()))
    assert tally.declined.total() < tally.questions / 100


def test_the_interpreter_is_the_reference() -> None:
    assert REFERENCE in ENGINES
    assert {"interpreter", "solver"} <= set(ENGINES)


def test_a_kit_is_the_same_for_the_same_seed(core: Core) -> None:
    assert kit_json(make_kit(core, 30, 7)) == kit_json(make_kit(core, 30, 7))
    assert kit_json(make_kit(core, 30, 7)) != kit_json(make_kit(core, 30, 8))


def test_a_kit_is_read_back(core: Core) -> None:
    kit = make_kit(core, 30, 1)
    assert read_kit(kit_json(kit)) == kit
    assert len(kit.questions) + len(kit.left_out) == 30


def test_a_thing_that_a_drawn_question_speaks_of_has_a_name() -> None:
    """The value of a fact may be a thing that the situation did not have: it is one of the situation's then."""
    led = core_of(LED)
    kit = make_kit(led, 40, 1)
    assert read_kit(kit_json(kit)) == kit
    leaders = [
        (drawn.query.things.get("leader", ()), fix.value)
        for drawn in kit.questions
        for fix in drawn.query.given
        if fix.name == "unit.leader"
    ]
    assert {value is None for _, value in leaders} == {True, False}
    assert all(value in (None, *names) for names, value in leaders)


@pytest.mark.meaning("principle.statuses")
def test_some_drawn_questions_lack_facts() -> None:
    """Over some books: every status is met, and readings are left open in some questions and taken in others."""
    kits = [make_kit(lower(program_of(generated_books.book(Random(number)).files)), 40, 0) for number in range(12)]
    questions = [one for kit in kits for one in kit.questions]
    assert {one.outcome.status for one in questions} == set(Status)
    assert {bool(one.query.switches.readings) for one in questions} == {True, False}
    assert {bool(one.query.switches.options) for one in questions} == {True, False}


@pytest.mark.parametrize(
    "name", ["war-in-europe", *(pytest.param(name, marks=pytest.mark.thorough) for name in ("leipzig", "leipzig-lite"))]
)
def test_the_solver_agrees_on_the_examples_of_a_shipped_book(name: str) -> None:
    """The pages are held to the examples of all five elsewhere, the solver by `make conformance`."""
    runs = run_book(load(name).cores.values(), ["solver"], 10, 0)
    assert sum(run.agreed for run in runs) > 200
    assert not [run.differences for run in runs if run.differences]


@pytest.mark.parametrize("engine", INSTALLED)
def test_engines_agree_on_a_kit(engine: str, core: Core) -> None:
    run = run_kit(engine, core, make_kit(core, 60, 2))
    assert run.question_count == run.agreed > 50


def test_a_difference_is_shown_with_its_situation(core: Core, monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that says yes to everything is found out."""
    yes = Outcome(Status.ANSWERED, True)
    monkeypatch.setattr("rulewright.engines.conformance.run.answering", lambda name, core: lambda query: yes)
    kit = make_kit(core, 30, 0)
    run = run_kit("yes", core, kit)
    assert run.differences
    lines = list(difference_lines(core, run.differences[0]))
    assert lines[-1] == "got:      yes"
    assert lines[-2].startswith("expected: ")
    assert any(line.startswith("asked: ") for line in lines)


def test_what_is_declined_is_counted(core: Core, monkeypatch: pytest.MonkeyPatch) -> None:
    def declines(query: Query) -> Declined:
        return Declined("too hard")

    monkeypatch.setattr("rulewright.engines.conformance.run.answering", lambda name, core: declines)
    run = run_kit("shy", core, make_kit(core, 10, 0))
    assert run.declined == {"too hard": run.question_count}
    assert run.agreed == 0
    assert not run.differences


def test_engines_decline_what_cannot_be() -> None:
    """All say so of a situation that the book rules out."""
    core = core_of(IMPOSSIBLE)
    query = Query(AskedQuestion("p", ()), {}, (Fix("a", (), True),), Switches())
    for name in INSTALLED:
        assert answering(name, core)(query) == Declined("no such situation is possible"), name


def test_what_is_impossible_goes_by_answers_that_are_given() -> None:
    """Whose side the unit is on is given as an answer, so that its own field says nothing: it can only be moving."""
    core = core_of(SUPPOSED)
    given = (Fix("side_of", ("u",), "own"), Fix("turn", (), "own"))
    query = Query(AskedQuestion("move", ("u",)), {"unit": ("u",)}, given, Switches())
    for name in INSTALLED:
        found = answering(name, core)(query)
        assert isinstance(found, Outcome), name
        assert (found.status, found.value) == (Status.ANSWERED, "permitted"), name


@pytest.mark.parametrize(
    ("got", "same"),
    [
        (Outcome(Status.ANSWERED, 1, None, None), True),
        (Outcome(Status.ANSWERED, True, None, None), False),
        (Outcome(Status.CONFLICT), False),
        (Outcome(Status.ANSWERED, 1, (), Argument(("1.1",), (), ())), True),
        (Outcome(Status.ANSWERED, 1, (), Argument((), (), ("1.1",))), False),
        (Outcome(Status.ANSWERED, 1, ("a",), None), False),
    ],
)
@pytest.mark.meaning("principle.statuses")
def test_what_agrees(got: Outcome, same: bool) -> None:
    wanted = Outcome(Status.ANSWERED, 1, (), Argument(("1.1",), (), ()))
    assert outcomes_agree(wanted, got) is same

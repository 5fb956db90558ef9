"""A sentence for every part of an answer, values as data, candidates that can be said, and what goes through a pickle."""

from __future__ import annotations

import copy
import inspect
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import rulewright
from interfaces.cli.ferry import RULES, write_book
from rulewright import Book
from rulewright.interfaces.cli.app import app

FACTS = {"u.arm": "horse", "weather": "mud"}
QUESTIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("allowance(u)", FACTS),
    ("allowance(u)", {}),
    ("cross(u)", {"u.arm": "foot", "weather": "snow"}),
    ("cross(u)", {"u.arm": "horse", "weather": "clear"}),
    ("rest(u)", {"weather": "mud"}),
    ("allowance(u) is at least 3 MP", {"allowance(u)": 2, "u.arm": "horse", "weather": "mud"}),
)


@pytest.fixture(scope="module")
def ferry(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_book(tmp_path_factory.mktemp("books") / "ferry")


@pytest.fixture(scope="module")
def book(ferry: Path) -> Book:
    return rulewright.load(ferry)


@pytest.fixture(scope="module")
def campaign() -> Book:
    return rulewright.load("la-grande-armee")


# ---- sentences -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("question", "facts"), QUESTIONS)
def test_every_part_is_said_as_the_command_says_it(book: Book, ferry: Path, question: str, facts: dict[str, Any]) -> None:
    answer = book.ask(question, facts)
    arguments = [f"{name}={value}" for name, value in facts.items()]
    printed = " ".join(CliRunner().invoke(app, ["ask", str(ferry), question, *arguments]).stdout.split())
    assert " ".join(str(answer).split()) in printed
    assert answer.text in str(answer)
    elsewhere = {reason.rule for reason in answer.idle_reasons} | {clash.rule for clash in answer.conflict}
    shown = [*answer.defeated, *answer.missing, *answer.opened, *answer.conflict, *answer.overruled]
    shown += [reason for reason in answer.because if reason.rule not in elsewhere]
    for part in shown:
        assert " ".join(str(part).split()) in printed, part
    assert not any(str(part).startswith(type(part).__name__) for part in answer.spoken_parts())


def test_the_document_has_the_same_sentences(campaign: Book) -> None:
    answer = campaign.ask("allowance(u)", {"u.arm": "cavalry", "weather": "mud", "printed_allowance(u)": 9})
    document = answer.to_json()
    assert (document["text"], document["sentence"]) == (answer.text, str(answer))
    for name in ("because", "defeated", "inapplicable", "missing", "conflict", "overruled", "assumed"):
        assert [entry["sentence"] for entry in document[name]] == [str(part) for part in getattr(answer, name)], name
    assert document["because"][0]["phrase"] == answer.because[0].phrase != answer.because[0].says
    assert str(answer.overruled[0]) == "printed_allowance(u) was given as 9 MP; 8.6.cavalry says 7 MP, and that stands"


def test_what_is_undetermined_assumed_and_missing(campaign: Book) -> None:
    missing = campaign.ask("allowance(u)")
    assert str(missing.assumed[0]) == "assumed: weather is clear"
    assert str(missing.missing[1]) == "printed_allowance(u)  0..20 MP  What is the normal movement allowance of u?"
    silent = campaign.ask("river_cost(k)", {"k": "major_river"})
    assert str(silent.undetermined) == silent.text == "undetermined (the table has no row for it, 8.32)"
    assert silent.to_json()["undetermined"]["sentence"] == silent.text


def test_a_yes_is_said_as_one(book: Book) -> None:
    answer = book.ask("allowance(u) is at least 3 MP", FACTS)
    assert (answer.value, answer.text) == (True, "yes")


def test_what_has_no_book_is_written_as_a_record() -> None:
    assert str(rulewright.Clash("1.1", "1.1.1", 3)) == "Clash(case='1.1', rule='1.1.1', value=3, says='', decimal=0)"


# ---- values as data ------------------------------------------------------------------------------------------------------------------


def test_the_values_of_facts_are_data(campaign: Book) -> None:
    facts = {fact.name: fact for fact in campaign.questions().facts}
    weather, strength, corps = facts["weather"], facts["unit.strength"], facts["unit.corps"]
    assert (weather.takes.type, weather.values, weather.low) == ("value", ("clear", "mud", "snow"), None)
    assert (strength.takes.type, strength.values, strength.takes.step) == ("number", None, 1)
    assert (corps.takes.type, corps.takes.thing, corps.takes.or_none) == ("thing", "corps", True)
    missing = {fact.fact: fact for fact in campaign.ask("allowance(u)").missing}
    assert (missing["printed_allowance(u)"].low, missing["printed_allowance(u)"].high, missing["printed_allowance(u)"].unit) == (
        0,
        20,
        "MP",
    )
    assert missing["u.arm"].takes == facts["unit.arm"].takes


def test_a_missing_fact_takes_what_it_says_that_it_takes(campaign: Book) -> None:
    for fact in campaign.ask("allowance(u)").missing:
        for value in fact.values or (fact.low, fact.high):
            campaign.ask("allowance(u)", {fact.fact: value})


# ---- plain words ---------------------------------------------------------------------------------------------------------------------


def test_a_clear_candidate_can_be_said_and_asked_as_it_stands(campaign: Book) -> None:
    meant = campaign.find_questions("what does it cost to cross a river").clear_candidate
    assert meant is not None
    assert meant.sentence == "What is the extra cost of the hexside?"
    [missing] = campaign.ask(meant.question, meant.facts).missing
    [unfilled] = meant.open_arguments
    assert (missing.fact, missing.values) == (unfilled.name, unfilled.values)
    assert campaign.ask(meant.call_with({"k": "minor_river"}), meant.facts) == campaign.ask(meant.question, {"k": "minor_river"})


def test_why_none_is_clear(campaign: Book) -> None:
    asked = campaign.find_questions("how many movement points does infantry have in mud?")
    assert asked.why_unclear == ""
    assert asked.candidates[0].sentence.endswith(", if the arm of the unit is infantry and the weather is mud?")
    assert [one.score for one in asked.candidates] == sorted((one.score for one in asked.candidates), reverse=True)
    assert all(0 < one.score <= 1 for one in asked.candidates)
    assert campaign.find_questions("what is a depot?").why_unclear.endswith("none fits the words well enough")
    assert campaign.find_questions("purple elephants").why_unclear == "`purple elephants` is not a question that the book answers"


# ---- types ---------------------------------------------------------------------------------------------------------------------------


def test_signatures_are_true() -> None:
    for name in rulewright.__all__:
        thing = getattr(rulewright, name)
        if inspect.isclass(thing) and hasattr(thing, "__dataclass_fields__"):
            parameters = inspect.signature(thing).parameters
            assert {each.kind for each in parameters.values()} <= {inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY}
            assert all(each.annotation is not inspect.Parameter.empty for each in parameters.values()), name
    assert str(inspect.signature(rulewright.Label)) == "(location: 'Location', text: 'str' = '') -> None"


def test_too_many_steps_are_a_public_error() -> None:
    with pytest.raises(rulewright.OutOfSteps) as fault:
        rulewright.load("leipzig", budget=1).ask("outmatched(u, b)")
    assert fault.value.hints[-1] == "`--budget N`, in a program `load(…, budget=N)`, allows more: 500 is the usual"


# ---- pickles -------------------------------------------------------------------------------------------------------------------------


def test_a_book_goes_through_a_pickle_whatever_was_asked(ferry: Path) -> None:
    book = rulewright.load(ferry)
    before = pickle.dumps(book)
    book.check(), book.questions(), book.contents(), book.ask("allowance(u)", FACTS)
    again = pickle.loads(pickle.dumps(book))
    assert pickle.dumps(book) == before == pickle.dumps(again)
    assert again.ask("allowance(u)", FACTS) == book.ask("allowance(u)", FACTS)
    assert copy.copy(book) is copy.deepcopy(book) is book


def test_a_book_that_has_changed_is_not_taken_for_the_old_one(tmp_path: Path) -> None:
    folder = write_book(tmp_path / "ferry")
    pickled = pickle.dumps(rulewright.load(folder))
    answer = pickle.dumps(rulewright.load(folder).ask("allowance(u)", FACTS))
    write_book(folder, RULES.replace("is 8 MP when", "is 9 MP when"))
    with pytest.raises(rulewright.LoadError, match="has changed since it was pickled"):
        pickle.loads(pickled)
    assert pickle.loads(answer).because[0].phrase == pickle.loads(answer).because[0].says


def test_answers_and_questions_are_data(campaign: Book) -> None:
    asked = campaign.questions()
    assert pickle.loads(pickle.dumps(asked)) == asked
    assert b"Core" not in pickle.dumps(asked)
    answer = campaign.ask("allowance(u)", {"u.arm": "cavalry", "weather": "mud"})
    again = pickle.loads(pickle.dumps(answer))
    assert again == answer
    assert [str(part) for part in again.spoken_parts()] == [str(part) for part in answer.spoken_parts()]
    assert json.dumps(again.to_json()) == json.dumps(answer.to_json())


# ---- links ---------------------------------------------------------------------------------------------------------------------------


def test_links(campaign: Book) -> None:
    assert campaign.link("8.6") == campaign.link("case 8,6") == campaign.link("8.6.cavalry")
    assert campaign.link("8.6", base="https://rules.example/") == f"https://rules.example/{campaign.link('8.6')}"
    assert campaign.link("allowance(u)") == "la-grande-armee/ask.html#q=allowance"
    with pytest.raises(rulewright.WrongInput, match=r"has no page for `9\.99`"):
        campaign.link("9.99")

"""A talk: each answer is that of a book that keeps nothing, whatever was given, taken back and asked before; a further turn is cheap; work ends when
it is told to."""

from __future__ import annotations

import random
import threading
import time
from typing import Any

import pytest

import rulewright
from rulewright.engines.interpreter import situation as interpreter
from rulewright.engines.interpreter.ask import engine_of
from rulewright.engines.interpreter.fact_memo import EvaluationMemo
from rulewright.interfaces.cli.interview import list_choices
from shipped import some_first


def ask_without_memo(book: rulewright.Book, question: str, facts: dict[str, str]) -> object:
    """The answer of a book that remembers nothing, or the error."""
    engine_of(book.core()).evaluations = EvaluationMemo(0)
    try:
        return book.ask(question, facts)
    except rulewright.WrongInput as error:
        return error.message


def ask_in(situation: rulewright.Situation, question: str) -> object:
    try:
        return situation.ask(question)
    except rulewright.WrongInput as error:
        return error.message


def value_for(domain: str, rng: random.Random) -> str:
    choices = list_choices(domain)
    if choices:
        return rng.choice(choices)
    lowest = domain.split(" ")[0].partition("..")[0]
    return lowest if lowest.isdigit() else "some_thing"


@pytest.mark.parametrize("name", some_first("la-grande-armee", "armee-du-nord", "war-in-europe", "leipzig-lite", "leipzig"))
def test_each_answer_of_a_talk_is_that_of_a_book_that_keeps_nothing(name: str) -> None:
    rng = random.Random(name)
    remembering, forgetful = rulewright.load(name), rulewright.load(name)
    questions = rng.sample([question.name for question in remembering.questions().questions], 4)
    for _ in range(2):
        situation = remembering.situation()
        for _ in range(4):
            question = rng.choice(questions)
            started = time.process_time()
            answer = ask_in(situation, question)
            assert answer == ask_without_memo(forgetful, question, situation.facts), (question, situation.facts)
            if time.process_time() - started > 5:
                break
            if isinstance(answer, rulewright.Answer) and answer.missing and rng.random() < 0.8:
                fact = rng.choice(answer.missing)
                situation.give(fact.fact, value_for(fact.domain, rng))
            elif situation.facts:
                situation.take_back(rng.choice(list(situation.facts)))


def test_a_second_turn_is_cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    evaluate, count = interpreter.Situation._evaluate_question, 0

    def count_evaluation(*args: Any) -> Any:
        nonlocal count
        count += 1
        return evaluate(*args)

    monkeypatch.setattr(interpreter.Situation, "_evaluate_question", count_evaluation)
    situation = rulewright.load("leipzig").situation()
    first = situation.ask("outmatched(u, b)")
    count_of_first, count = count, 0
    situation.give("turn", 3)  # the answer does not look at it
    assert situation.ask("outmatched(u, b)") == first and count == 0
    situation.give("u.strength", 3)
    assert situation.ask("outmatched(u, b)") != first and count < count_of_first / 2


def test_the_fact_to_ask_for_does_not_depend_on_the_budget() -> None:
    orders = [
        [fact.fact for fact in rulewright.load("leipzig", budget=budget).situation().ask("outmatched(u, b)").missing]
        for budget in (5, 100, None)
    ]
    assert [order[0] for order in orders] == ["u.kind"] * 3
    for order in orders:
        assert [fact for fact in order if fact in orders[-1]] == [fact for fact in orders[-1] if fact in order]


def test_facts_are_given_and_taken_back() -> None:
    book = rulewright.load("la-grande-armee")
    situation = book.situation({"u": {"arm": "infantry"}, "weather": "mud"})
    next_fact = situation.next_fact("allowance(u)")
    assert next_fact is not None and next_fact.fact == "printed_allowance(u)"
    situation.give({"printed_allowance(u)": 7})
    assert situation.ask("allowance(u)").value == 5
    assert situation.next_fact("allowance(u)") is None
    situation.give("weather", "clear")
    assert situation.ask("allowance(u)").value == 7
    situation.take_back("weather", "u.arm")
    assert situation.facts == {"printed_allowance(u)": 7}
    assert situation.ask("allowance(u)") == book.ask("allowance(u)", situation.facts)
    with pytest.raises(rulewright.WrongInput, match="`weather` is not given, so it cannot be taken back; given are `printed_allowance"):
        situation.take_back("weather")


def test_the_range_has_what_can_still_come() -> None:
    situation = rulewright.load("la-grande-armee").situation({"printed_allowance(u)": 7}, assume_usual=False)
    found = situation.find_range("allowance(u)")
    assert ([outcome.value for outcome in found.outcomes], found.unit, found.lowest, found.highest) == ([5, 6, 7], "MP", 5, 7)
    assert found.complete
    situation.give("weather", "mud")
    assert [outcome.value for outcome in situation.find_range("allowance(u)").outcomes] == [5]
    assert found.to_json()["outcomes"][0] == {"status": "answered", "value": 5}


def test_a_deadline_ends_a_question_and_leaves_nothing_half_done() -> None:
    book = rulewright.load("leipzig")
    book.core()
    engine_of(book.core()).evaluations = EvaluationMemo(10_000)
    situation = book.situation()
    with pytest.raises(rulewright.Stopped, match=r"its time was over after \d+\.\d s and [\d,]+ steps") as stopped:
        situation.ask("outmatched(u, b)", deadline=0.05)
    assert stopped.value.by_deadline and stopped.value.steps > 0 and stopped.value.rows is None
    assert situation.ask("outmatched(u, b)") == ask_without_memo(rulewright.load("leipzig"), "outmatched(u, b)", {})


def test_a_signal_ends_a_question() -> None:
    book, stop = rulewright.load("leipzig"), threading.Event()
    book.core()
    stop.set()
    with pytest.raises(rulewright.Stopped, match="it was told to stop") as stopped:
        book.ask("outmatched(u, b)", stop=stop)
    assert not stopped.value.by_deadline
    with pytest.raises(rulewright.WrongInput, match="`deadline` is the number 0, but a number above 0 or None is expected"):
        book.ask("outmatched(u, b)", deadline=0)

"""Answers that are made of many others: what is usual is assumed at the cost of what is given, and each part of the argument is there once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import StringIO

import pytest
from rich.console import Console

from engines.interpreter.tournament import QUESTIONS, book, known
from rulewright.core.query import Status
from rulewright.engines.interpreter import assumptions
from rulewright.engines.interpreter.answer import Answer
from rulewright.engines.interpreter.ask import ask
from rulewright.interfaces.api.answer_words import outcome
from rulewright.interfaces.cli.answers import show_answer
from rulewright.interfaces.cli.shown_once import all_answers
from semantics.small import core_of

# ---- what is usual -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_is_usual_is_found_within_a_small_budget(question: str) -> None:
    """Of eight players and five rounds, in a fraction of the usual steps; what is listed is enough for the answer, all else not known."""
    core, facts = book(5), known(8, 5, usual=True)
    whole = ask(core, question, known(8, 5))
    found = ask(core, question, facts, assume_usual=True, budget=8)
    assert (found.status, found.value) == (Status.ANSWERED, whole.value)
    assert found.assumed
    rests = {one.fact: one.value for one in found.assumed}
    assert rests.items() <= known(8, 5).items()
    again = ask(core, question, {**facts, **rests}, assume_usual=True)
    assert (again.value, again.assumed) == (whole.value, ())


@pytest.mark.parametrize("question", QUESTIONS[:2])
def test_where_it_takes_few_steps_no_more_is_listed_than_it_rests_on(question: str, monkeypatch: pytest.MonkeyPatch) -> None:
    core, facts = book(2), known(4, 2, usual=True)
    found = ask(core, question, facts, assume_usual=True)
    monkeypatch.setattr(assumptions, "MAX_STEPS_OF_ASSUMPTIONS", 10_000_000)
    exactly = ask(core, question, facts, assume_usual=True)
    assert set(exactly.assumed) <= set(found.assumed)
    monkeypatch.setattr(assumptions, "MAX_STEPS_OF_ASSUMPTIONS", 0)
    read = ask(core, question, facts, assume_usual=True)
    assert (read.status, read.value) == (exactly.status, exactly.value)
    assert set(found.assumed) <= set(read.assumed)
    if question == QUESTIONS[0]:
        assert [one.fact for one in found.assumed] == ["p0.fined"]


# ---- each part once ----------------------------------------------------------------------------------------------------------------------


def whole_tree(answer: Answer) -> Iterator[Answer]:
    """An answer and all that went into it, each as often as it did."""
    yield answer
    for inner in answer.inner:
        yield from whole_tree(inner)


@pytest.mark.parametrize("question", QUESTIONS)
def test_an_answer_that_went_into_several_is_made_once(question: str) -> None:
    answer = ask(book(3), question, known(4, 3))
    each = {id(one): one for one in whole_tree(answer)}
    assert len({one.question for one in each.values()}) == len(each)


@pytest.mark.parametrize("question", QUESTIONS)
def test_an_argument_shows_each_answer_once(question: str) -> None:
    """All that went into it is there; its reasons once, and once every line that begins with its outcome."""
    answer = ask(book(3), question, known(4, 3))
    text = printed(answer)
    each = {id(one): one for one in whole_tree(answer)}.values()
    for one in each:
        headline = re.escape(f"{one.phrase}: {outcome(one)}")
        assert len(re.findall(rf"[─│:;] {headline}(?=$| |;)", text, re.M)) >= (one is not answer), one.question
        assert len(re.findall(rf"^[│ ]*[├└]── {headline} ", text, re.M)) <= 1, one.question
    assert len(text.splitlines()) < 7 * len(each) + 20


def test_the_argument_of_twice_as_many_players_is_as_much_longer_as_there_are_more_answers() -> None:
    lines = {}
    for players in (4, 8):
        answer = ask(book(3), "board(p3)", known(players, 3))
        each = {id(one) for one in all_answers(answer)}
        lines[players] = len(printed(answer).splitlines()) / len(each)
    assert lines[8] <= lines[4]


def test_reasons_that_two_answers_share_are_shown_with_each() -> None:
    """With three or more of them they are shown once, and named."""
    rules = "fact f(n: 1..4): 0..9\nvalue v(n: 1..4): 0..9\nvalue w: 0..99\ncase 1\n  v(n) is f(n)\n  w is the sum of v(m) over m from 1 to {}\n"
    given = {f"f({number})": 2 * number for number in (1, 2, 3, 4)}
    two, four = (printed(ask(core_of(rules.format(most)), "w", given)) for most in (2, 4))
    assert two.count("1.1") == 2 and "same reasons" not in two
    assert four.count("1.1") == 1 and 'for the same reasons as "v(1)": v(2): 4; v(3): 6; v(4): 8' in four


def printed(answer: Answer) -> str:
    out = StringIO()
    show_answer(Console(file=out, markup=False, width=100_000), answer)
    return out.getvalue()

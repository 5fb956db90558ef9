"""Answers that are made of many others: what is usual is assumed at the cost of what is given, and each part of the argument is there once."""

from __future__ import annotations

import pytest

from interpreter.tournament import QUESTIONS, book, known
from rulewright.interpreter import assume
from rulewright.interpreter.answer import Status
from rulewright.interpreter.ask import ask

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


@pytest.mark.parametrize("question", QUESTIONS)
def test_where_it_takes_few_steps_no_more_is_listed_than_it_rests_on(question: str, monkeypatch: pytest.MonkeyPatch) -> None:
    core, facts = book(2), known(4, 2, usual=True)
    found = ask(core, question, facts, assume_usual=True)
    monkeypatch.setattr(assume, "_MOST_STEPS", 10_000_000)
    exactly = ask(core, question, facts, assume_usual=True)
    assert set(exactly.assumed) <= set(found.assumed)
    monkeypatch.setattr(assume, "_MOST_STEPS", 0)
    read = ask(core, question, facts, assume_usual=True)
    assert (read.status, read.value) == (exactly.status, exactly.value)
    assert set(found.assumed) <= set(read.assumed)
    if question == QUESTIONS[0]:
        assert [one.fact for one in found.assumed] == ["p0.fined"]

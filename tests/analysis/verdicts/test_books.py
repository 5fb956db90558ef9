"""The contradictions that careful readers found in the five books come out of the check of meaning as the books' lists foretell."""

from __future__ import annotations

from functools import cache

import pytest
from benchmarks import unsettled

from rulewright.analysis.verdicts.clashes import settled_pairs
from rulewright.analysis.verdicts.decide import Decider, decide
from rulewright.core.lower import lower

outcomes = cache(unsettled.outcomes)


SOONEST = [pytest.param(book, marks=pytest.mark.thorough) if book == "leipzig" else book for book in unsettled.BOOKS]


@pytest.mark.parametrize("book", SOONEST)
def test_the_unsettled_come_out_as_listed(book: str) -> None:
    came = {outcome.entry.name: outcome for outcome in outcomes(book)}
    assert {name: outcome.as_expected for name, outcome in came.items()} == dict.fromkeys(came, True)


@pytest.mark.parametrize("book", unsettled.BOOKS)
def test_every_entry_stands_in_the_relations_of_its_book(book: str) -> None:
    lines = (unsettled.ROOT / "rules" / book / "relations.csv").read_text(encoding="utf-8").splitlines()
    known = {line.split(",")[0] for line in lines}
    assert {entry.name for entry in unsettled.entries(book)} <= known


@pytest.mark.parametrize("book", unsettled.BOOKS)
def test_the_readings_of_an_entry_are_there(book: str) -> None:
    program = unsettled.read_stripped(book)
    assert {name for entry in unsettled.entries(book) for name in entry.readings} <= set(program.readings)


def test_a_situation_comes_with_each_contradiction() -> None:
    found = [outcome.found for outcome in outcomes("la-grande-armee") if outcome.found is not None]
    assert found
    assert all(finding.situation is not None and finding.situation.outcome == "conflict" for finding in found)


def test_stripping_takes_out_the_whole_line_and_nothing_else() -> None:
    text = '  a when b\n  accepts contradiction with 1.2 because "one\n      and two"\n  note "kept"\n'
    assert unsettled.ACCEPTS.sub("", text) == '  a when b\n  note "kept"\n'


def test_with_its_reading_nothing_clashes() -> None:
    program = unsettled.read_stripped("war-in-europe")
    assert not unsettled.clashes(decide(lower(program), questions={"controls"}))
    assert unsettled.clashes(decide(lower(unsettled.without_readings(program, {"control_of_drop_hex"})), questions={"controls"}))


def test_what_the_text_settles_is_told_with_its_principle() -> None:
    decider = Decider(lower(unsettled.read_stripped("leipzig")))
    with decider.question_context(decider.core.questions["advance"]) as context:
        settled = {pair.rules: (pair.winner, pair.principle) for pair in settled_pairs(context)}
    assert settled["combat.M.left_to_them", "combat.M.4"] == ("combat.M.left_to_them", "always over may not")


def test_the_page_holds_what_was_measured() -> None:
    page = unsettled.PAGE.read_text(encoding="utf-8")
    for book in unsettled.BOOKS:
        for entry in unsettled.entries(book):
            assert f"| {book} {entry.name} | {entry.what} |" in page

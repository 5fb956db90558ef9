"""Texts that name a term or suppose a fact: which term, which facts, and what depends on them."""

from __future__ import annotations

import pytest

from analysis.plain_questions.test_questions import BOOK
from rulewright.analysis.plain_questions.named import BearingFact, bearing_facts, find_asked_term, find_bearing_facts
from rulewright.analysis.plain_questions.table import make_table
from semantics.small import core_of

NAMES = {"supply train": ("supply train", "ST"), "force march": ("force march", "forced march")}


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("what is a supply train?", "supply train"),
        ("What are supply trains good for?", "supply train"),
        ("what does ST stand for", "supply train"),
        ("define forced marches", "force march"),
        ("the meaning of ST", "supply train"),
        ("what is the speed of a supply train", None),
        ("what is mud", None),
        ("may a supply train move", None),
        ("what is a", None),
        ("", None),
    ],
)
def test_a_term_is_asked_for_by_any_of_its_names(text: str, term: str | None) -> None:
    assert find_asked_term(NAMES, text) == (None if term is None else (term, False))


def test_the_only_one_may_be_an_amount_as_well() -> None:
    assert find_asked_term(NAMES, "what is the force march") == ("force march", True)


def bearing(text: str) -> tuple[BearingFact, ...]:
    core = core_of(BOOK)
    return find_bearing_facts({**make_table(core, {}, [], {}), "bears": bearing_facts(core)}, text, limit=3)


def test_a_supposed_fact_is_named_with_the_questions_that_depend_on_it() -> None:
    assert bearing("what if it is tired?") == (BearingFact("tired", ("cross", "routed", "rally_alone", "rally_together"), ()),)
    assert bearing("And what happens if the purple river is frozen?") == (BearingFact("river.frozen", ("cross",), ("purple",)),)


def test_a_fact_is_supposed_by_its_value_and_an_answer_by_its_phrase() -> None:
    assert bearing("what if mud")[0] == BearingFact("weather", ("cross", "cross_cost"), ())
    assert bearing("what if the unit is routed") == (BearingFact("routed", ("cross",), ()),)


def test_a_fact_on_which_nothing_else_depends_is_named_before_one_that_is_only_like_it() -> None:
    assert bearing("what if the unit crosses")[0] == BearingFact("cross", (), ())


def test_what_supposes_nothing_names_no_fact() -> None:
    for text in ("what is it", "may a tired unit cross", "what if", "what if it rains", "if it is tired"):
        assert bearing(text) == ()

"""Decimals: exact, read and written with a dot where the book declares them so, told apart from the numbers of cases."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from rulewright.base.errors import WrongInput
from rulewright.base.numerals import number_text
from rulewright.core.codec import core_json, read_core
from rulewright.engines.interpreter.ask import ask
from rulewright.interfaces.api.answer_words import outcome
from rulewright.syntax.node_text import text_of
from rulewright.syntax.parser import parse_expression
from semantics.small import codes, core_of

ROADS = """
measure MP "movement point"
fact slope: 0.5..3.5 by 0.5
value cost: 0..20 by 0.5 MP
value half: 0..20 by 1/2 MP
value fee: 0..9 by 0.25 MP
case 2.5
  cost is 2.5 MP
  half is 1/2 MP
  fee is toll(slope)
  cost is 5.5 MP when slope is 2.5
    overrides 2.5.1
  table toll(s: 0.5..3.5 by 0.5): 0..9 by 0.25 MP
    | 0.5..1.5 | 1.25 MP |
    | 2..3.5   | 2.50    |
"""


def test_a_decimal_is_exact() -> None:
    answer = ask(core_of(ROADS), "toll(1.5)")
    assert (answer.value, answer.to_json()["value"], outcome(answer)) == (Fraction(5, 4), "5/4", "1.25 MP")


def test_the_number_of_a_case_is_no_decimal() -> None:
    answer = ask(core_of(ROADS), "cost", {"slope": "2.5"})
    assert [one.rule for one in answer.defeated] == ["2.5.1"]
    assert ask(core_of(ROADS), "cost", {"slope": 3}).value == Fraction(5, 2)


def test_answers_are_written_as_the_range_is() -> None:
    book = core_of(ROADS)
    assert outcome(ask(book, "cost", {"slope": 3})) == "2.5 MP"
    assert outcome(ask(book, "half")) == "1/2 MP"
    assert [reason.effect for reason in ask(book, "toll(3.5)").because] == ["2.50 MP"]
    assert ask(book, "toll(3.5)").question == "toll(3.5)"


@pytest.mark.parametrize("given", ["2.5", "5/2", Fraction(5, 2)])
def test_a_fact_is_given_as_decimal_or_fraction(given: object) -> None:
    assert outcome(ask(core_of(ROADS), "fee", {"slope": given})) == "2.50 MP"


def test_a_number_between_two_steps_is_refused_with_the_range() -> None:
    with pytest.raises(WrongInput, match=r"`2\.3` is not a value of `slope`, which is 0\.5\.\.3\.5 by 0\.5"):
        ask(core_of(ROADS), "half", {"slope": "2.3"})


def test_an_end_that_is_no_step_is_an_error() -> None:
    assert codes("value v: 0.5..9\n") == ["RW223"]
    assert codes("value v: 0.5..9 by 0.5\n") == []


def test_a_gap_between_rows_is_one_of_steps() -> None:
    rows = "case 1\n  table t(s: 0..3 by 0.5): 0..9\n    | 0..1 | 1 |\n    | {}..3 | 2 |\n"
    assert codes(rows.format("1.5")) == []
    assert codes(rows.format("2")) == ["RW213"]


def test_the_core_says_it_too() -> None:
    book = core_of(ROADS)
    document = core_json(book)
    assert core_json(read_core(document)) == document


def test_numbers_are_read_as_they_are_written() -> None:
    rng = Random(5)
    for _ in range(300):
        value = Fraction(rng.randint(0, 10**6), 10 ** rng.randint(0, 6))
        text = number_text(value, decimal=True)
        assert Fraction(text) == value
        assert "." in text or value.denominator == 1
        assert text_of(parse_expression(text)) == text


def test_what_has_no_end_as_a_decimal_stays_a_fraction() -> None:
    assert number_text(Fraction(-7, 6), decimal=True) == "-7/6"


def test_a_factor_has_no_more_places_than_it_needs() -> None:
    words = 'measure euro "euro"\nfact late: yes/no\nvalue fee: 0..9 by 0.05 euro\n  base is the one\n  half times the product\n'
    core = core_of(words + "\ncase 1.1\n  fee is 3 euro\n  multiply fee by 1/2 when late\n")
    answer = ask(core, "fee", {"late": True})
    assert outcome(answer) == "1.50 euro"
    assert [reason.effect for reason in answer.because] == ["3 euro", "times 0.5"]

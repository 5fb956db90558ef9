"""Measures that convert: what goes together, what it comes to, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from rulewright.base.errors import WrongInput
from rulewright.core.codec import core_json, read_core
from rulewright.engines.interpreter.ask import ask
from rulewright.semantics.measures import Conversion, conversion_factor
from rulewright.semantics.types import Unit
from semantics.small import codes, core_of, resolved

TIMES = """
measure turn "turn"
measure week "week"
  is 2 turns
measure month "month"
  is 4.5 week
measure hex "hex"
fact waited: 0..50 turn
fact march: 0..90 hex
value left: -99..99 by 0.5 week
value pace: 0..900 by 1/9 hex
value shares: 0..9 by 1/9
verdict rest
verdict sleep
case 1
  left is 1 month - waited
  may rest when waited is more than 1 week
  may not rest when 1 week is at least waited
  may sleep when waited in {1 turn, 1.5 week}
  may not sleep when waited is between 2 week and 1 month
  pace is march / 1 month * 1 week
  shares is the larger of 3 week and 5 turn / 1 month
  table wait(n: 0..50 turn): 0..9 turn
    | 0..1 week | 1 turn |
    | 3 turn    | 1 week |
    | 2..25 week | 2.5 week |
"""


def test_amounts_of_two_measures_go_together() -> None:
    book = core_of(TIMES)
    assert ask(book, "left", {"waited": "3 turn"}).value == 3
    assert ask(book, "left", {"waited": "1.5 week"}).unit == "week"
    for waited, said in ((1, "forbidden"), (2, "forbidden"), (3, "permitted")):
        assert ask(book, "rest", {"waited": waited}).value == said
    assert [ask(book, "sleep", {"waited": waited}).value for waited in (1, 2, 3, 4, 9, 10)] == [
        "permitted", None, "permitted", "forbidden", "forbidden", None,
    ]  # fmt: skip


def test_a_number_of_weeks_is_rounded_as_one() -> None:
    book = core_of(TIMES + "  full is waited / 1 week rounded down\nvalue full: 0..99\n")
    assert [ask(book, "full", {"waited": waited}).value for waited in (1, 2, 5)] == [0, 1, 2]


def test_tables_convert_keys_and_cells() -> None:
    book = core_of(TIMES)
    assert [ask(book, f"wait({turns})").value for turns in (0, 2, 3, 4, 50)] == [1, 1, 2, 5, 5]


def test_what_is_made_of_measures_goes_with_what_is_made_of_others() -> None:
    assert ask(core_of(TIMES), "pace", {"march": 9}).value == 2


def test_a_product_of_bare_numbers_is_a_number_of_any_measure() -> None:
    assert ask(core_of('measure hex "hex"\nvalue pace: 0..90 hex\ncase 1\n  pace is 2 * 3 / 4 * 10\n'), "pace").value == 15


def test_a_fact_is_given_in_either_measure() -> None:
    book = core_of(TIMES)
    assert ask(book, "left", {"waited": "2 weeks"}) == ask(book, "left", {"waited": "4 turn"})
    with pytest.raises(WrongInput, match="`1/4 week` is not a value"):
        ask(book, "left", {"waited": "1/4 week"})
    with pytest.raises(WrongInput, match="`4 hex` is in hex, but turn is expected"):
        ask(book, "left", {"waited": "4 hex"})


def test_the_core_says_what_a_measure_is_of_another() -> None:
    document = core_json(core_of(TIMES))
    assert document["conversions"]["month"] == {"times": 9, "of": "turn"}
    assert core_json(read_core(document)) == document


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ('measure a "a"\n  is 2 a\n', "the measure `a` is said to be so many of itself"),
        ('measure a "a"\n  is 2 b\nmeasure b "b"\n  is 1/2 a\n', "`a` is so many `b` and `b` is so many `a`"),
    ],
)
def test_a_circle_is_an_error(lines: str, said: str) -> None:
    found = resolved(lines)[1]
    assert {one.code for one in found} == {"RW209"}
    assert found[0].message == said


def test_a_measure_that_leads_into_a_circle_is_no_second_error() -> None:
    circle = 'measure a "a"\n  is 2 b\nmeasure b "b"\n  is 1/2 a\n'
    assert codes(circle + 'measure c "c"\n  is 3 a\n') == codes(circle) == ["RW209", "RW209"]


def test_what_a_measure_is_must_be_more_than_nothing_of_a_measure() -> None:
    assert codes('measure a "a"\nmeasure b "b"\n  is 0 a\n') == ["RW204"]
    assert codes('measure b "b"\n  is 2 a\n') == ["RW201"]


def test_measures_of_which_nothing_is_said_stay_apart() -> None:
    assert codes(TIMES + "case 2\n  may rest when march is more than 1 week\n") == ["RW204"]


def test_conversions_agree_with_one_another() -> None:
    """By any way round, an amount comes back to itself; and a unit of several measures converts as each of them does."""
    rng = Random(11)
    for _ in range(200):
        conversions = {
            name: Conversion(Fraction(rng.randint(1, 9), rng.randint(1, 9)), of) for name, of in zip("abcd", "xxyy", strict=True)
        }
        units: list[Unit] = [tuple(sorted((name, rng.choice((-2, -1, 1, 2))) for name in rng.sample("abcdxyz", 3))) for _ in range(3)]
        units += [(("a", 1), ("c", -1)), (("b", 1), ("d", -1)), (("x", 1), ("y", -1))]
        for one in units:
            for other in units:
                there, back = conversion_factor(conversions, one, other), conversion_factor(conversions, other, one)
                assert (there is None) == (back is None)
                if there is not None and back is not None:
                    assert there * back == 1
                    for third in units:
                        on = conversion_factor(conversions, other, third)
                        assert conversion_factor(conversions, one, third) == (None if on is None else there * on)
    assert conversion_factor(conversions, (("a", 1), ("c", -1)), (("x", 1), ("y", -1))) == Fraction(conversions["a"].times) / Fraction(
        conversions["c"].times
    )


@pytest.mark.parametrize(
    ("written", "unit"),
    [
        ("2 * d", "SP"), ("d * 2", "SP"), ("n * d", "SP"), ("d / n", "SP"), ("d * e / d", "MP"), ("d / d", ""), ("n * n", ""),
        ("n / d", "/SP"), ("d * e", "MP*SP"), ("d / e", "SP/MP"), ("-d", "SP"), ("e * d - 2 * (d * e)", "MP*SP"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("wanted", ["", "SP", "MP"])
def test_the_unit_of_what_is_reckoned(written: str, unit: str, wanted: str) -> None:
    text = (
        'measure MP "movement point"\nmeasure SP "strength point"\nfact d: 0..9 SP\nfact e: 0..9 MP\nfact n: 1..9\n'
        f"value v: 0..99 {wanted}\ncase 1.1\n  v is {written}\n"
    )
    _, findings = resolved(text)
    sentence = f"{unit or 'a bare number'} does not go with {wanted or 'a bare number'}"
    assert [one.message for one in findings] == ([] if unit == wanted else [sentence])


@pytest.mark.parametrize("written", ["n + d", "d - n", "e * n + d", "n - d"])
def test_only_what_has_the_same_unit_is_added(written: str) -> None:
    text = (
        'measure MP "movement point"\nmeasure SP "strength point"\nfact d: 0..9 SP\nfact e: 0..9 MP\nfact n: 1..9\n'
        f"predicate p\ncase 1.1\n  p when {written} is at least 3\n"
    )
    _, findings = resolved(text)
    assert [one.code for one in findings] == ["RW204"]


@pytest.mark.parametrize(("domain", "value", "step"), [("0..24", "8.5", "1/2"), ("0..9 by 1/2", "2.25", "1/4"), ("0..20 by 5", "7", "1")])
def test_no_example_gives_a_number_between_two_values(domain: str, value: str, step: str) -> None:
    lines = 'fact clock: {}\npredicate late\ncase 1.1 "…"\n  late when clock is more than 7\n  example "a"\n    given clock is {}\n    then late\n'
    (fault,) = resolved(lines.format(domain, value))[1]
    assert (fault.code, fault.message) == ("RW205", f"`{value}` is between two values of `clock`, which is {domain}")
    assert fault.help == f"give one of its values, or declare its steps: `by {step}`"

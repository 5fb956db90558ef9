"""`at least two of (…)` as `and` and `or`: true for exactly the choices in which so many hold, and not much longer than the list."""

from __future__ import annotations

from itertools import product

import pytest

from rulewright.semantics.terms import And, Const, Or, Term, Var, walk
from rulewright.semantics.thresholds import MOST_LISTED, threshold_condition
from semantics.small import codes


def holds(term: Term, choice: tuple[bool, ...]) -> bool:
    match term:
        case Const(value=value):
            return bool(value)
        case Var(slot=slot):
            return choice[slot]
        case And(parts=parts):
            return all(holds(part, choice) for part in parts)
        case Or(parts=parts):
            return any(holds(part, choice) for part in parts)
        case _:
            raise AssertionError(term)


@pytest.mark.parametrize("length", range(1, 8))
def test_it_holds_where_so_many_hold(length: int) -> None:
    parts = tuple(Var(slot, f"p{slot}") for slot in range(length))
    for count in range(length + 2):
        term = threshold_condition(count, parts)
        for choice in product((False, True), repeat=length):
            assert holds(term, choice) is (sum(choice) >= count)


def test_a_long_list_makes_no_long_condition() -> None:
    parts = tuple(Var(slot, "p") for slot in range(MOST_LISTED))
    assert max(sum(1 for _ in walk(threshold_condition(count, parts))) for count in range(MOST_LISTED)) < 30_000


BOOK = "fact a: yes/no\nfact b: yes/no\nfact n: 0..9\nfact odd: 0..9\nenum e: even, uneven\nfact kind: e\npredicate p\n\ncase 1.1\n  p when {}\n"


@pytest.mark.parametrize("condition", ["at least two of (a, b)", "at least 1 of (a, b)", "n is odd", "kind is even", "n is not even"])
def test_it_is_read(condition: str) -> None:
    assert codes(BOOK.format(condition)) == []


def test_too_many_are_refused() -> None:
    assert codes(BOOK.format("at least three of (a, b)")) == ["RW215"]
    assert codes(BOOK.format("at least zero of (a, b)")) == ["RW215"]
    assert codes(BOOK.format(f"at least two of ({', '.join(['a'] * 27)})")) == ["RW215"]


STATEMENT = BOOK.replace("predicate p\n", "record unit\n  flag: yes/no\npredicate p\npredicate q(u: unit)\n").format("a")


@pytest.mark.parametrize("condition", ["n is odd", "(n + 1) is not even", "kind is even"])
def test_it_is_no_name_in_a_statement_about_a_case(condition: str) -> None:
    assert codes(f"{STATEMENT}case 1.2\n  sets aside 1.1 when {condition}\n") == []


@pytest.mark.parametrize(
    "form", ["the only unit v with (v.flag)", "the unit v that has the greatest n", "the only unit v, none if there is none"]
)
def test_what_is_one_of_several_says_what_a_name_is(form: str) -> None:
    """In a statement about a case, whose names nothing declares."""
    assert codes(f"{STATEMENT}case 1.2\n  q(u) when a\ncase 1.3\n  sets aside 1.2 when u is ({form})\n") == []


@pytest.mark.parametrize("form", ["the unit v that has the greatest n then u", "the only unit v, u if there is none"])
def test_so_it_does_of_a_name_in_it(form: str) -> None:
    assert codes(f"{STATEMENT}case 1.2\n  q(u) when a\ncase 1.3\n  sets aside 1.2 when ({form}).flag\n") == []


def test_a_value_or_a_fact_that_is_called_odd_is_meant_before_the_word() -> None:
    assert codes(BOOK.format("kind is odd")) == ["RW203"]

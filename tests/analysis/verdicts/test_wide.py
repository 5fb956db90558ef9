"""What is found in books about wide numbers, against brute force. `make wide` does it for 20,000 of them."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from analysis.verdicts.wide import Tally, compared, try_book
from engines.solver.stretches import ranks, stretches, value_at
from rulewright.analysis.verdicts.decide import decide
from rulewright.analysis.verdicts.findings import FindingKind
from rulewright.base.diagnostics import Severity
from rulewright.core.lower import lower
from rulewright.semantics.model import Program
from semantics.small import resolved


def program_of(text: str) -> Program:
    program, findings = resolved(text)
    assert all(finding.severity is Severity.WARNING for finding in findings), findings
    return program


def test_findings_are_those_that_there_are() -> None:
    """No miss, no false alarm; and the brute force says what the interpreter says at places that it did not look at."""
    tally = Tally()
    for number in range(25):
        try_book(number, tally)
    assert not tally.differing, "\n".join(tally.differing)
    assert tally.compared > 60 and tally.judged > 30 and tally.sampled > 5


@pytest.mark.parametrize("number", [5111, 10674, 12953])
def test_books_in_which_something_was_wrong(number: int) -> None:
    """A situation that was given facts with which it is not possible; a reason that was left out since another was named first."""
    tally = Tally()
    try_book(number, tally)
    assert not tally.differing, "\n".join(tally.differing)


SMALL = """
fact money: -20..90 by 1/2
fact debt: 1..80
fact n: 0..2
value worth: -10..60
  base is the one
  changes plus the sum
  cap at most
  total
predicate dear
case 1.1
  worth is money / 4 rounded up when money - 2 * debt is at least 3
  worth is the larger of debt and (20 percent of money) when money / debt is at most 3/2
  add price(money) to worth when (money / 5 rounded to nearest) is n + 2
  worth is at most 40 when debt is more than 70
  dear when n / 2 + money is debt and (money / debt) rounded down is at least 2
case 2.1
  table price(sum: -20..90 by 1/2): 0..9
    | -20..10 | 3 |
    | 12..40  | 5 |
"""
UNROUNDED = """
fact money: 0..200
fact debt: 0..90
predicate dear
case 1.1
  dear when money is more than 3 * debt and money + debt is less than 150
  not dear when 2 * money is 3 * debt + 1
  dear when money is the smaller of debt and 17
"""


@pytest.mark.parametrize(("text", "question"), [(SMALL, "worth"), (SMALL, "dear"), (UNROUNDED, "dear")])
def test_every_place_is_like_one_that_is_kept(text: str, question: str) -> None:
    """By looking at all of them."""
    known = stretches(program_of(text), question)
    sizes = [len(range(int((kind.high - kind.low) / Fraction(kind.step or 1)) + 1)) for kind in known.wide.values()]  # type: ignore[operator]
    for look in dict.fromkeys(known.looks.values()):
        kept = {look(*place) for place in known.places}
        assert all(look(*place) in kept for place in product(*map(range, sizes)))
    assert len(known.places) < len(list(product(*map(range, sizes)))) / 10
    assert all(value_at(kind, 0) == kind.low for kind in known.wide.values())


def test_ranks_say_how_numbers_compare() -> None:
    rng = Random(1)
    for _ in range(50):
        numbers = tuple(rng.randrange(6) for _ in range(5))
        found = ranks(numbers)
        assert all((a < b) == (x < y) for a, x in zip(numbers, found, strict=True) for b, y in zip(numbers, found, strict=True))


MILLION = """
fact money: 0..1000000
fact flag: yes/no
value levy: 0..1000000
predicate dear
value worth: 0..1000001
impossible when 50 percent of money is more than levy
case 1.1
  levy is money / 3 rounded up when money is at least 25805
  levy is 1 when money is less than 25805
  worth is levy + 1 when flag
case 1.2
  worth is levy + 1 when flag
  worth is 1 when not flag
"""
SETTLED_ONE_BY_ONE = """
fact money: 0..1000000
fact flag: yes/no
value levy: 0..2000000
predicate dear
case 1.1
  levy is 2 * money
  dear when flag and levy is at least 0
case 1.2
  dear when flag
"""


@pytest.mark.parametrize("text", [MILLION, SETTLED_ONE_BY_ONE])
def test_a_situation_among_a_million_is_shown(text: str) -> None:
    """The values of a fact that settle something, or are ruled out, one by one, are not all gone through."""
    program = program_of(text)
    _, difference = compared(program)
    assert not difference, difference
    assert FindingKind.OVERLAP in {one.kind for one in decide(lower(program)).findings}


def test_steps_that_another_question_answers_are_not_taken_for_none() -> None:
    """They have no list of values there: a shallow look took that for a shift that leads nowhere, and the contradiction was missed."""
    book = """
scale column: "low", "middle", "high"
record unit
  heavy: yes/no
value shift(u: unit): -9..9
value place_of(u: unit): column
case 1.1
  shift(u) is 1 when u.heavy
  shift(u) is 0 when not u.heavy
case 1.2
  place_of(u) is shifted("low", shift(u))
case 1.3
  place_of(u) is shifted("middle", shift(u))
"""
    findings = decide(lower(program_of(book))).findings
    assert [(found.kind, found.rules) for found in findings if found.question == "place_of"] == [
        (FindingKind.CONTRADICTION, ("1.2.1", "1.3.1"))
    ]

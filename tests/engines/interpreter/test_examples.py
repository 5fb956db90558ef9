"""Examples: what may be given, what may be expected, and the sentence that a failing one comes with."""

from __future__ import annotations

import pytest

from rulewright.analysis.examples import ExampleResult, run_example, run_examples
from rulewright.core.lower import lower
from semantics.small import core_of, resolved

BOOK = """
measure MP "movement point"
enum arm: infantry, cavalry
record unit
  arm: arm
  strength: 0..40
  chief: unit or none
record town
option ney "Ney"
fact near(u: unit, t: town): yes/no
fact lots: 0..9 by 1/2
fact tired(u: unit): yes/no
value pace(u: unit): 0..9 MP "the pace of {u}"
value worth: 0..9 by 1/2
value spare: 0..2
verdict forage(u: unit, t: town)
verdict bare(u: unit)
predicate shut(t: town)
predicate strong(u: unit)
impossible for u: unit when u.arm is cavalry and u.strength is more than 20
case 1.1
  pace(u) is 3 MP when u.arm is infantry
  pace(u) is 5 MP when u.arm is cavalry
  take 1 MP from pace(u) when tired(u)
  may forage(u, t) when near(u, t)
  may not forage(u, t) when shut(t)
  strong(u) when u.strength is at least 10
  strong(u) when u.chief is not none and u.chief.strength is at least 10
  worth is lots
case 1.2
  option ney
  add 1 MP to pace(u)
scenario 9.1 "A day"
  add 2 MP to pace(u)
case 1.3
  not held, bears on bare
reading r on 1.1 "Both?"
  "Open."
  choice one: add 1 MP to pace(u)
  choice two: take 1 MP from pace(u)
case 1.4
  spare is lots
case 5.1
"""


def results(*lines: str) -> list[ExampleResult]:
    text = BOOK.replace("not held, bears on bare\n", "not held, bears on bare(u)\n")
    return list(run_examples(core_of(text + '  example "it"\n' + "".join(f"    {line}\n" for line in lines))))


HOLD = [
    ("given u.arm is cavalry, not tired(u)", "with reading r as one", "then pace(u) is 6 MP"),
    ("given u.arm is cavalry, tired(u)", "with reading r as one", "then pace(u) is 5 MP", "then not strong(u) or strong(u)"),
    ("with option ney", "with reading r as two", "given u.arm is infantry, not tired(u)", "then pace(u) is 3 MP"),
    ("with scenario 9.1", "with reading r as two", "given u.arm is infantry, not tired(u)", "then pace(u) is 4 MP"),
    ("given u.arm is infantry, not tired(u)", "then undetermined pace(u), open r"),
    ("given near(u, t), not shut(t)", "then permitted forage(u, t)"),
    ("given shut(t), not near(u, t)", "then forbidden forage(u, t)"),
    ("given shut(t), near(u, t)", "then conflict forage(u, t)"),
    ("given lots is 3", "then out of range spare"),
    ("given not shut(t), not near(u, t)", "then undetermined forage(u, t), silent"),
    ("then undetermined bare(u), not held",),
    ("then undetermined bare(u)",),
    ("given not shut(t)", "then missing forage(u, t), lacks near(u, t)"),
    ("then missing forage(u, t)",),
    ("given may forage(u, t)", "then may forage(u, t)", "then not must forage(u, t)"),
    ("given must forage(u, t)", "then required forage(u, t)"),
    ("given not may forage(u, t)", "then may not forage(u, t)"),
    ("given u.strength is at least 12", "then strong(u)"),
    ("given u.strength in 3..5, u.chief is none", "then not strong(u)"),
    ("given u.strength is not 11, u.strength is at least 10", "then strong(u)"),
    ("given not u.strength is at least 10, u.chief is c, c.strength is 12", "then strong(u)"),
    ("given u.strength is between 12 and 14 and u.chief is none", "then strong(u)"),
    ("given u.chief is c, u.chief.strength is 12", "then strong(u)"),
    ("given 12 is u.strength", "then strong(u)"),
    ("given the least of (u.strength, 11) is at least 10", "then strong(u)"),
    ("given the greatest of (u.strength, 3) is at most 4, u.chief is none", "then not strong(u)"),
    ("given lots is 5/2", "then worth is 5/2"),
    ("given pace(u) is 4 MP", "then pace(u) + 1 MP is 5 MP"),
    ("world u, v: unit", "given u.strength is 3, v.strength is 9", "then the number of units w with (w.strength is at least 5) is 1"),
    ("then the number of n from 1 to 6 with (n is at most 2) is 2",),
    ("given u.arm is cavalry, u.chief is none", "with reading r as one", "then pace(u) up to base is 5 MP"),
    ("given u.strength is at least 21", "then u.arm is infantry"),
]


@pytest.mark.parametrize("lines", HOLD)
def test_an_example_that_holds(lines: tuple[str, ...]) -> None:
    assert [(found.passed, found.message) for found in results(*lines)] == [(True, "")]


FAIL = [
    (("given u.arm is cavalry, not tired(u)", "with reading r as one", "then pace(u) is 5 MP"),
     "expected `pace(u) is 5 MP`, but it is 6 MP by 1.1.2 and r.one.1; 1.1.1 needs `u.arm is infantry` and 1.1.3 needs `tired(u)`"),
    (("given u.arm is cavalry", "with reading r as one", "then pace(u) is 5 MP"), "expected `pace(u) is 5 MP`, but it depends on `tired(u)`, not given"),
    (("given near(u, t), not shut(t)", "then forbidden forage(u, t)"), "expected `forbidden forage(u, t)`, but it is permitted by 1.1.4; 1.1.5 needs `shut(t)`"),
    (("given near(u, t), shut(t)", "then permitted forage(u, t)"), "expected `permitted forage(u, t)`, but 1.1.4 and 1.1.5 are in conflict"),
    (("given lots is 3", "then spare is 1"), "expected `spare is 1`, but it is 3 by 1.4.1, out of its range: it is declared as 0..2"),
    (("given lots is 3", "then conflict spare"), "expected `conflict spare`, but it is 3 by 1.4.1, out of its range: it is declared as 0..2; write `then out of range spare`"),
    (("given near(u, t), not shut(t)", "then conflict forage(u, t)"), "expected `conflict forage(u, t)`, but it is permitted by 1.1.4; 1.1.5 needs `shut(t)`"),
    (("given near(u, t), not shut(t)", "then undetermined forage(u, t)"), "expected `undetermined forage(u, t)`, but it is permitted by 1.1.4; 1.1.5 needs `shut(t)`"),
    (("then undetermined bare(u), silent",), "expected `undetermined bare(u), silent`, but it is undetermined (not held, 1.3)"),
    (("given not shut(t), not near(u, t)", "then undetermined forage(u, t), open r"),
     "expected `undetermined forage(u, t), open r`, but it is undetermined (silent); 1.1.4 needs `near(u, t)` and 1.1.5 needs `shut(t)`, and the reading `r` does not decide it"),
    (("given near(u, t), not shut(t)", "then missing forage(u, t)"), "expected `missing forage(u, t)`, but it is permitted by 1.1.4; 1.1.5 needs `shut(t)`"),
    (("given not shut(t)", "then missing forage(u, t), lacks tired(u)"),
     "expected `missing forage(u, t), lacks tired(u)`, but `tired(u)` does not matter; it depends on `near(u, t)`, not given"),
    (("given u.strength is 3, u.chief is none", "then strong(u)"),
     "expected `strong(u)`, but it is no, since no rule says otherwise; 1.1.6 needs `u.strength is at least 10` and 1.1.7 needs `u.chief is not none`"),
    (("given u.strength is 30, u.chief is none", "then not strong(u)"), "expected `not strong(u)`, but it is yes by 1.1.6; 1.1.7 needs `u.chief is not none`"),
    (("given u.strength is 3", "then u.strength is 4"), "expected `u.strength is 4`, but it is false"),
    (("then u.strength is 4",), "expected `u.strength is 4`, but this depends on `u.strength`, not given"),
    (("given near(u, t), shut(t)", "then may forage(u, t) and near(u, t)"), "expected `may forage(u, t) and near(u, t)`, but rules are in conflict"),
    (("given near(u, t), shut(t)", "then may forage(u, t)"), "expected `may forage(u, t)`, but 1.1.4 and 1.1.5 are in conflict"),
    (("then may bare(u) and may bare(u)",), "expected `may bare(u) and may bare(u)`, but it is undetermined"),
    (("given u.arm is cavalry, u.strength is 30", "then strong(u)"), "no such situation is possible: the book says so"),
    (("given u.arm is cavalry",), "the example says nothing that should follow"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "message"), FAIL)
def test_a_failing_example_says_what_came_and_why(lines: tuple[str, ...], message: str) -> None:
    (found,) = results(*lines)
    assert (found.passed, found.message) == (False, message)


AT_FAULT = [
    ("given u.arm is cavalry or tired(u)", "RW222"),
    ("given u.strength is v.strength", "RW222"),
    ("given pace(u) is at least 3 MP", "RW222"),
    ("given tired(u) and tierd(u)", "RW201"),
    ("given u.arm is cavlary", "RW201"),
    ("then permitted pace(u)", "RW219"),
    ("then missing pace(u), lacks pace(u)", "RW222"),
    ("with option nay", "RW201"),
    ("with reading q as one", "RW201"),
    ("with reading r as three", "RW201"),
    ("then undetermined pace(u), open q", "RW201"),
    ("with scenario 9.2", "RW201"),
    ("world s: ship", "RW201"),
]


@pytest.mark.parametrize(("line", "code"), AT_FAULT)
def test_an_example_at_fault_is_reported_and_not_run(line: str, code: str) -> None:
    text = BOOK.replace("not held, bears on bare\n", "not held, bears on bare(u)\n")
    found, findings = resolved(text + f'  example "it"\n    {line}\n    then tired(u)\n')
    assert code in {finding.code for finding in findings}
    assert run_examples(lower(found)) == ()


def test_a_thing_of_which_nothing_tells_the_kind() -> None:
    text = "record unit\n  big: yes/no\nrecord town\n  big: yes/no\nverdict v\ncase 1.1\n  may v\n"
    example = '  example "it"\n    given x.big\n    then may v\n'
    assert [finding.code for finding in resolved(text + example)[1]] == ["RW220"]
    world = '  example "it"\n    world x: town\n    given x.big\n    then may v\n'
    assert [found.passed for found in run_examples(core_of(text + world))] == [True]


def test_examples_run_in_the_edition_that_they_name() -> None:
    text = """
fact f: yes/no
value v: 0..9
case 1.1
  v is 1
  example "of the last edition"
    then v is 2
amend 1.1 in errata as change
  replaces the case
  v is 2
  example "of the first"                                                        @TS-1
    with edition before
    then v is 1                                                                 @TS-2
  example "of the last edition"
    then v is 2
"""
    after, before = run_examples(core_of(text)), run_examples(core_of(text, "before"))
    assert [(one.title, one.passed, one.edition) for one in before] == [("of the first", True, "before")]
    assert {one.title for one in after} == {"of the last edition"}
    assert all(one.passed for one in after)
    assert set(before[0].tags) == {"TS-1", "TS-2"}


def test_an_example_knows_what_it_looked_at() -> None:
    (found,) = results("given near(u, t), not shut(t)", "then permitted forage(u, t)")
    kinds = {kind for kind, _ in found.touched}
    assert ("question", "forage") in found.touched
    assert ("fact", "near") in found.touched
    assert kinds == {"question", "rule", "fact", "impossible"}


def test_an_example_touched_what_the_groups_of_its_rules_are_made_of() -> None:
    book = core_of(
        "record unit\n  big: yes/no\n  tired: yes/no\nfact fog: yes/no\nvalue v: 0..9\n"
        "group ready: units u with not u.tired\ngroup strong: units u with u.big and u in ready\n"
        'case 1.1\n  v is the number of units u among strong\n  example "none"\n    world u: unit\n    given u.tired\n    then v is 0\n'
    )
    (result,) = [run_example(book, example) for example in book.examples]
    assert result.passed
    touched = {name for kind, name in result.touched if kind in ("fact", "group")}
    assert touched == {"strong", "ready", "unit.big", "unit.tired"}


TABLE = """
fact rating: 0..3000
value fee_due: 0..99
value entry: 0..99
case 1.1
  table fee(rating: 0..3000): 0..99
    | ..1799 | 25 |
    | 1801..2000 | - |
    | 2001.. | 50 |
  table charge(rating: 0..3000): 0..99
    not held
  fee_due is fee(rating)
  entry is charge(rating)

  example "a hole, an empty cell, and a table that is not here"
    given rating is 1800
    then undetermined fee_due, no row
    then undetermined fee(1900), empty cell
    then undetermined entry, not held
"""


def test_a_hole_in_a_table_is_told_from_words_that_are_not_held() -> None:
    (found,) = run_examples(lower(resolved(TABLE)[0]))  # the hole is a finding
    assert found.passed, found.message
    for wrong in ("silent", "not held", "empty cell"):
        (found,) = run_examples(lower(resolved(TABLE.replace("fee_due, no row", f"fee_due, {wrong}"))[0]))
        assert found.message == f"expected `undetermined fee_due, {wrong}`, but it is undetermined (no row, 1.1)"


@pytest.mark.parametrize(
    ("expected", "message"),
    [
        ("5 minute", "expected `limit is 5 minute`, but it is 330 second (5 minute 30 second) by 1.1"),
        ("5.5 minute", ""),
    ],
)
def test_a_result_is_said_in_larger_measures_too(expected: str, message: str) -> None:
    book = (
        'measure second "second"\nmeasure minute "minute"\n  is 60 second\nvalue limit: 0..7200 second\n\ncase 1 "Limit"\n'
        f'  limit is 5 minute + 30 second\n  example "one"\n    then limit is {expected}\n'
    )
    (found,) = run_examples(lower(resolved(book)[0]))
    assert found.message == message

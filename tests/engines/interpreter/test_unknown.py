"""Facts not known: which of them matter, in which order to ask, what impossible situations do, and where proof ends."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from rulewright.core.model import Core
from rulewright.core.query import Status, Switches
from rulewright.engines.interpreter.answer import Answer, Why
from rulewright.engines.interpreter.ask import Engine, ask
from rulewright.engines.interpreter.explore import Inquiry
from rulewright.semantics.terms import FactKey
from semantics.small import core_of


def lacks(book: Core, question: str, facts: dict[str, Any] | None = None, **more: Any) -> list[str]:
    return [fact.fact for fact in ask(book, question, facts or {}, **more).missing]


def test_only_facts_that_matter_are_asked_for() -> None:
    book = core_of(
        "fact a: yes/no\nfact b: yes/no\nfact c: yes/no\nverdict v\ncase 1.1\n  may v when a\n  may v when not a and b\n  may v when c and not c\n"
    )
    assert sorted(lacks(book, "v")) == ["a", "b"]
    assert lacks(book, "v", {"a": "yes"}) == []
    assert lacks(book, "v", {"a": "no"}) == ["b"]


def test_the_deciding_fact_comes_first() -> None:
    book = core_of(
        "fact a: yes/no\nfact b: yes/no\nfact c: yes/no\nverdict v\n  otherwise forbidden\ncase 1.1\n  may v when (a or b) and c\n"
    )
    assert lacks(book, "v")[0] == "c"


@pytest.mark.parametrize(
    "rules",
    [
        "v is 4 when married and age is more than 65",
        "v is 4 when third or (married and age is more than 65)",
        "v is 4 when (wed) and age is more than 65\n  wed when married",
        "v is 4 when some spouse s with (married and age is more than 65)",
        "v is 4 when married and rank is general",
    ],
)
def test_whether_there_is_one_is_asked_before_what_hangs_on_it(rules: str) -> None:
    book = core_of(
        "enum rank: private, sergeant, general\nrecord spouse\nfact married: yes/no\nfact third: yes/no\nfact age: 0..99\nfact rank: rank\n"
        f"predicate wed\nvalue v: 0..9\ncase 1.1\n  {rules}\n  v is 0 otherwise\n"
    )
    names = lacks(book, "v", world="s: spouse", closed=True)
    assert [name for name in names if name != "third"] == ["married", "rank" if "rank" in rules else "age"]


def test_impossible_situations_are_not_completions() -> None:
    book = core_of(
        """
record unit
  leader: yes/no
  strength: 0..3
predicate odd(u: unit)
predicate one_of_both(u: unit)
impossible for u: unit when u.leader and u.strength is more than 0
case 1.1
  odd(u) when u.leader and u.strength is 3
  one_of_both(u) when u.leader
  one_of_both(u) when u.strength is more than 0
"""
    )
    assert ask(book, "odd(u)").value is False
    assert sorted(lacks(book, "one_of_both(u)")) == ["u.leader", "u.strength"]
    assert ask(book, "odd(u)", {"u.strength": 3}).value is False


POSSIBLE_FAR_UP = """
fact money: 0..{last}
fact flag: yes/no
value levy: 0..{last}
predicate flown
predicate never
impossible when flag and levy is less than {least}
case 1.1
  levy is money
  flown when flag
  never when flag and levy is less than {least}
"""


def test_what_is_possible_far_up_in_a_facts_values_is_possible() -> None:
    """Though none of as many values as passes are allowed is possible with the flag."""
    book = core_of(POSSIBLE_FAR_UP.format(last=9999, least=5000))
    assert lacks(book, "flown") == ["flag"]
    few = core_of(POSSIBLE_FAR_UP.format(last=2999, least=2000))
    assert ask(few, "never").value is False


def test_an_impossible_statement_may_run_over_the_values_of_an_enum() -> None:
    book = core_of(
        """
enum side: red, blue
fact strength(s: side): 0..3
predicate weak
impossible for s: side when strength(s) is 0
case 1.1
  weak when strength(blue) is 0
"""
    )
    assert ask(book, "weak").value is False


@pytest.mark.meaning("missing.matters")
def test_where_no_single_fact_can_change_a_smallest_set_matters() -> None:
    book = core_of(
        "fact a: yes/no\nfact b: yes/no\npredicate p\nimpossible when a and not b\nimpossible when b and not a\ncase 1.1\n  p when a and b\n"
    )
    assert sorted(lacks(book, "p")) == ["a", "b"]


LINKED = "fact a: yes/no\nfact b: yes/no\nfact c: yes/no\nfact x: yes/no\npredicate p\nimpossible when a and not b\nimpossible when b and not a\n"


def test_what_differs_next_to_a_smallest_set_does_not_matter() -> None:
    """Situations with other values of `a`, `b` and `x` differ in the answer, and so do those with other values of `a` and `b` alone."""
    book = core_of(LINKED + "case 1.1\n  p when (x or not x) and a and b\n")
    assert sorted(lacks(book, "p")) == ["a", "b"]


def test_what_differs_next_to_a_fact_that_matters_alone_does_not_matter() -> None:
    book = core_of(LINKED + "case 1.1\n  p when (x or not x) and c\n")
    assert lacks(book, "p") == ["c"]


def test_two_smallest_sets_both_matter() -> None:
    more = "fact d: yes/no\nimpossible when c and not d\nimpossible when d and not c\n"
    book = core_of(LINKED + more + "case 1.1\n  p when (x or not x) and a and b and c and d\n")
    assert sorted(lacks(book, "p")) == ["a", "b", "c", "d"]


def test_an_impossible_statement_may_need_facts_that_the_question_does_not() -> None:
    book = core_of("fact a: yes/no\nfact b: 0..3\npredicate p\nimpossible when a and b is at least 0\ncase 1.1\n  p when a\n")
    assert ask(book, "p").value is False


def test_numbers_fall_into_the_classes_that_conditions_cut() -> None:
    book = core_of(
        """
fact n: 0..1000
fact m: 0..1000
fact k: 0..1000
predicate low(x: 0..1000)
predicate p
predicate q
case 1.1
  low(x) when x is at most 10
  p when n is more than 500 and m is more than 500 and k is more than 500
  q when low(n)
"""
    )
    assert sorted(lacks(book, "p")) == ["k", "m", "n"]
    assert lacks(book, "q") == ["n"]


@pytest.mark.meaning("missing.budget")
def test_beyond_the_budget_a_fact_may_matter() -> None:
    names = "abcdef"
    facts = "".join(f"fact {name}: 0..40\n" for name in names)
    total = " + ".join(names)
    book = core_of(facts + f"value v: 0..240\ncase 1.1\n  v is {total}\npredicate p\ncase 1.2\n  p when {total} is more than 250\n")
    answer = ask(book, "p")
    assert answer.status is Status.MISSING
    assert {fact.fact for fact in answer.missing if not fact.certain} <= set(names)
    assert any(not fact.certain for fact in answer.missing)


def test_statements_about_other_facts_cost_no_proof() -> None:
    """What they leave possible is looked at once, and not for each value of the facts that are asked about."""
    others = "".join(f"fact x{n}: 0..9\nfact y{n}: 0..9\nimpossible when x{n} is more than y{n}\n" for n in range(4))
    book = core_of(
        f"fact a: yes/no\nfact b: yes/no\nfact n: 0..20\n{others}impossible when a and b\nvalue v: 0..20\n"
        "case 1.1\n  v is n when a or b\n  v is 3 when not a and not b\n"
    )
    assert sorted((fact.fact, fact.certain) for fact in ask(book, "v").missing) == [("a", True), ("b", True), ("n", True)]


def test_where_other_statements_leave_nothing_possible_no_fact_is_proved_to_matter() -> None:
    book = core_of("fact a: yes/no\nfact x: yes/no\nimpossible when x\nimpossible when not x\npredicate p\ncase 1.1\n  p when a\n")
    assert [(fact.fact, fact.certain) for fact in ask(book, "p").missing] == [("a", False)]


def test_a_fact_whose_value_is_a_thing_matters_though_none_is_named() -> None:
    book = core_of("record unit\n  home: town\nrecord town\n  big: yes/no\nverdict v(u: unit)\ncase 1.1\n  may v(u) when u.home.big\n")
    answer = ask(book, "v(u)")
    assert [(fact.fact, fact.domain, fact.certain) for fact in answer.missing] == [("u.home", "a town", True)]
    closed = ask(book, "v(u)", closed=True)
    assert [(fact.fact, fact.domain, fact.certain) for fact in closed.missing] == [("u.home", "a town", True)]
    named = ask(book, "v(u)", world="t: town", closed=True)
    assert sorted((fact.fact, fact.certain) for fact in named.missing) == [("t.big", True)]


def test_a_field_of_nothing_has_no_value() -> None:
    book = core_of("record unit\n  chief: unit or none\n  big: yes/no\nverdict v(u: unit)\ncase 1.1\n  may v(u) when u.chief.big\n")
    assert ask(book, "v(u)", {"u.chief": "none"}).status is Status.UNDETERMINED


def test_readings_stand_inside_facts() -> None:
    text = """
fact a: yes/no
fact b: yes/no
verdict v
  otherwise forbidden
case 1.1
  may v when a
reading r on 1.1 "And b?"
  "Open."
  choice counts: may v when b
  choice does_not
reading s on 1.1 "And neither?"
  "Open."
  choice counts: may v when not b
  choice does_not
"""
    book = core_of(text)
    assert sorted(lacks(book, "v")) == ["a"]
    answer = ask(book, "v", {"a": "no", "b": "yes"})
    assert answer.status is Status.UNDETERMINED
    assert [reading.reading for reading in answer.readings] == ["r"]
    assert ask(book, "v", {"a": "yes"}).value == "permitted"


READ = """
map europe "Europe": B0001..B9999
fact a: yes/no
fact n: europe
verdict v
case 1.1
  may not v when {when}
reading r on 1.1 "Which?"
  "Open."
  choice one: {one}
  choice two: {two}
"""


@pytest.mark.meaning("missing.readings")
def test_each_choice_alone_answers_though_facts_are_unknown() -> None:
    """The places of a map are not tried one by one; under either choice they do not matter."""
    assert ask(core_of(READ.format(when="a or n is B0003", one="may not v", two="may not v")), "v").value == "forbidden"
    assert ask(core_of(READ.format(when="n is B0003", one="may not v when a or not a", two="may not v")), "v").value == "forbidden"
    assert "n" in lacks(core_of(READ.format(when="n is B0003", one="may not v when a", two="may not v")), "v")


def test_choices_that_never_agree_leave_it_undetermined_whatever_the_facts_are() -> None:
    book = core_of(READ.format(when="n is B0003 and n is B0004", one="may not v", two="need not v"))
    assert lacks(book, "v") == ["n"]
    book = core_of(READ.format(when="a and not a", one="may not v", two="may v"))
    answer = ask(book, "v")
    assert (answer.status, lacks(book, "v"), [one.reading for one in answer.readings]) == (Status.UNDETERMINED, [], ["r"])


@pytest.mark.meaning("reading.shown")
def test_a_reading_that_does_not_matter_is_not_named() -> None:
    book = core_of(
        """
value v: 0..9
case 1.1
  v is 1
case 1.2
  add 1 to v
reading a on 1.2 "How much more?"
  "Open."
  choice one: add 2 to v
  choice two: add 2 to v
reading z on 1.1 "Or less?"
  "Open."
  choice yes: take 1 from v
  choice no
"""
    )
    answer = ask(book, "v")
    assert (answer.status, [one.reading for one in answer.readings]) == (Status.UNDETERMINED, ["z"])
    assert answer.undetermined is not None and answer.undetermined.case == "1.1"


def test_a_rule_that_is_open_is_named_and_a_case_without_text_before_it() -> None:
    text = "value w: 0..5\nverdict v\ncase 1.1\n  may v when w is 3\n"
    answer = ask(core_of(text), "v")
    assert answer.undetermined is not None and (answer.undetermined.why, answer.undetermined.case) == (Why.SILENT, "1.1")
    assert [rule.rule for rule in answer.opened] == ["1.1.1"]
    answer = ask(core_of(text + "case 2.1\n  not held, bears on v\n"), "v")
    assert answer.undetermined is not None and (answer.undetermined.why, answer.undetermined.case) == (Why.NOT_HELD, "2.1")


def outcomes(answer: Answer) -> dict[str, Any]:
    return {choice: inner.value for choice, inner in answer.readings[0].outcomes}


def test_choices_that_agree_answer_and_are_listed() -> None:
    book = core_of(
        'fact a: yes/no\nvalue v: 0..9\ncase 1.1\n  v is 3\nreading r on 1.1 "How?"\n  "Open."\n  choice one: add 1 to v when a\n  choice two: add 1 to v when a\n'
    )
    answer = ask(book, "v", {"a": "yes"})
    assert answer.value == 4
    assert outcomes(answer) == {"one": 4, "two": 4}


def test_a_precedence_that_hangs_on_a_reading() -> None:
    book = core_of(
        """
verdict v
case 1.1
  may v
case 1.2
  may not v
reading r on 1.1 "Which?"
  "Open."
  choice first
    may v
    overrides 1.2
  choice second
    may not v
    overrides 1.1
reading s on 1.1 "Aside?"
  "Open."
  choice yes_aside
    sets aside 1.2
  choice not_aside
"""
    )
    assert ask(book, "v", readings={"r": "first", "s": "not_aside"}).value == "permitted"
    assert ask(book, "v", readings={"r": "second", "s": "not_aside"}).value == "forbidden"
    assert ask(book, "v", readings={"r": "first"}).value == "permitted"


def test_open_rules_leave_several_values_running() -> None:
    book = core_of(
        """
predicate dark
  not held
value v: 0..9
  base is the one
  changes plus the sum
  twice times the product
  more times the greatest
  cap at most
  floor at least
  whole rounded
value w: 0..9
  parts is the sum
case 1.1
  v is 3
  add 1 to v when dark
  multiply v by 2 at twice when dark
  multiply v by 2 at more when dark
  v is at most 3
  v is at least 3 when dark
  v is rounded down when dark
  add 1 to w when dark
  add 0 to w when dark
"""
    )
    assert ask(book, "v").value == 3
    assert ask(book, "w").status is Status.UNDETERMINED


PARTS = """
fact tired: yes/no
fact guard: yes/no
verdict halt
verdict march

case 1.1
  need not march when tired
    overrides 1.2 when guard

case 1.2
  {rule}

case 1.3
  may march when tired
"""


def test_a_fact_on_which_only_the_requirement_of_an_open_rule_depends_is_asked_for() -> None:
    """Whether to halt has no answer, and so it is open whether a march is required; what a guard need not do settles it."""
    book = core_of(PARTS.format(rule="must march when may halt"))
    assert ask(book, "march", {"tired": "yes", "guard": "yes"}).value == "permitted"
    assert ask(book, "march", {"tired": "yes", "guard": "no"}).status is Status.UNDETERMINED
    assert lacks(book, "march", {"tired": "yes"}) == ["guard"]


def test_a_need_not_that_may_go_before_a_may_not_changes_nothing() -> None:
    """A `may not` says nothing of the requirement: whatever a guard is, what is forbidden and permitted is a conflict."""
    book = core_of(
        PARTS.format(rule="may not march when tired") + "\ncase 1.4\n  must march when and only when may halt\n    overrides 1.2\n"
    )
    for facts in ({"tired": "yes", "guard": "yes"}, {"tired": "yes", "guard": "no"}, {"tired": "yes"}):
        assert ask(book, "march", facts).status is Status.CONFLICT, facts


def test_what_is_possible_is_kept_for_the_facts_things_and_switches_that_bear_on_it() -> None:
    """One machine, many situations: each is judged as it would be by a machine of its own."""
    text = """
option o "An option"
record unit
  away: yes/no
fact a: yes/no
fact b: yes/no
fact far: yes/no
fact x: yes/no
predicate p
predicate q
impossible when a and b
impossible when a and not b
impossible for u: unit when far and u.away
impossible for u: unit when far and not u.away
impossible when q and x
impossible when q and not x
case 1.1
  p when x
case 1.2
  option o
  q when a or not a
"""
    core = core_of(text)
    shared = Engine(core)

    def possible(engine: Engine, facts: dict[str, bool], units: tuple[str, ...], options: frozenset[str]) -> bool:
        given: dict[FactKey, Any] = {(name, ()): value for name, value in facts.items()}
        switches, things = Switches(options=options), {"unit": units} if units else {}
        sensitivity = partial(engine.sensitivity, "p", switches)
        return Inquiry(engine.machine, switches, given, {}, things, lambda _: None, sensitivity).may_be_possible({})

    situations: list[Any] = [
        (facts, units, options)
        for facts in ({}, {"a": False}, {"a": True}, {"far": False}, {"far": True}, {"x": True})
        for units in ((), ("one",), ("one", "two"))
        for options in (frozenset(), frozenset({"o"}))
    ]
    for _ in range(2):
        found = [possible(shared, *one) for one in situations]
        assert found == [possible(Engine(core), *one) for one in situations]
        assert 0 < sum(found) < len(found)
        situations.reverse()


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        ("  v(n) is 1\ncase 1.2\n  v(40) is 5\n    overrides 1.1\n", {40}),
        ("  v(n) is 1\ncase 1.2\n  v(40) is 5\n    overrides 1.1\n  v(71) is 5\n    overrides 1.1\n", {40, 71}),
        ("  table of_n(n: 0..99): 0..9\n    | 0..39 | 1 |\n    | 40..41 | 5 |\n    | 42..99 | 2 |\n  v(n) is of_n(n)\n", {40, 41}),
        (
            "  table of_n(n: 0..99): 0..9\n    | 0..6 | 2 |\n    | 7 | 5 |\n    | 8..11 | 2 |\n    | 12 | 5 |\n    | 13..99 | 2 |\n  v(n) is of_n(n)\n",
            {7, 12},
        ),
        ("  v(n) is 1\ncase 1.2\n  not held, bears on v(40)\n", set()),
        ("  v(n) is 1 when n is not 40\n  v(n) is 5 when n is 40\n", {40}),
    ],
)
def test_the_numbers_that_rules_and_tables_name_are_tried_for_a_fact_that_is_an_argument(lines: str, wanted: set[int]) -> None:
    book = core_of(f"fact f: 0..99\nvalue v(n: 0..99): 0..9\npredicate p\ncase 1.1\n{lines}case 1.9\n  p when v(f) is 5\n")
    assert lacks(book, "p") == (["f"] if wanted else [])
    assert {n for n in range(100) if ask(book, "p", {"f": n}).value is True} == wanted


def test_the_ends_of_what_a_question_is_asked_with_are_tried_for_a_fact_that_may_be_beyond_them() -> None:
    book = core_of("fact f: 0..99\nvalue v(n: 10..20): 0..9\npredicate p\ncase 1.1\n  v(n) is 5\ncase 1.9\n  p when v(f) is 5\n")
    assert lacks(book, "p") == ["f"]
    assert {n for n in range(100) if ask(book, "p", {"f": n}).value is True} == set(range(10, 21))


@pytest.mark.parametrize(
    ("declared", "rules", "asked"),
    [
        ("value v(n: 0..99999): 0..9\n", "  v(n) is 5 when n is 40\n  v(n) is 6 when n is not 40\n", ("v(f) is 5", "v(f) is 6")),
        ("verdict go(n: 0..99999)\n", "  may go(n) when n is 40\n  may not go(n) when n is not 40\n", ("may go(f)", "may not go(f)")),
        ("predicate s(n: 0..99999)\n", "  s(n) when n is 40\n  not s(n) when n is not 40\n", ("s(f)", "not s(f)")),
        (
            "value v(n: 0..99999): 0..9\n  base is the one\n  more plus the sum\n",
            "  v(n) is 5 when n is 40\n  v(n) is 6 when n is not 40\n",
            ("v(f) up to base is 5", "v(f) up to base is 6"),
        ),
    ],
)
def test_of_a_fact_that_is_handed_on_only_the_values_are_tried_that_are_told_apart(
    declared: str, rules: str, asked: tuple[str, str]
) -> None:
    """Of far more than could be gone through."""
    one, other = asked
    book = core_of(
        f"fact f: 0..99999\n{declared}predicate p\npredicate q\ncase 1.1\n{rules}  p when {one}\n  p when {other}\n  q when {one}\n"
    )
    assert ask(book, "p", {}).value is True
    assert lacks(book, "q") == ["f"]

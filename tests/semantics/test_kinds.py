"""`is a kind of` under a verdict: what may be named there, and what is at fault."""

from __future__ import annotations

import pytest

from rulewright.semantics.types import Thing, type_text
from semantics.small import resolved

WORDS = """record unit "a unit"
  tired: yes/no
value speed(u: unit): 0..9
verdict move(u: unit)
verdict march(u: unit, v: unit)
  is a kind of {}
"""

FAULTS = [
    ("mvoe(u)", "RW201", "nothing is called `mvoe`", "did you mean `move`?"),
    ("speed(u)", "RW203", "`speed` is a value, and only a verdict has kinds", "name what may or must be done, declared as a `verdict`"),
    ("move", "RW216", "`move` takes 1 argument, not 0", "write `move(u)`"),
    ("move(w)", "RW206", "`w` is not bound here", ""),
    ("march(u, v)", "RW209", "`march` is a kind of itself", "take one of these lines out"),
]


@pytest.mark.parametrize(("general", "code", "message", "help_"), FAULTS)
def test_a_line_at_fault_is_reported_and_left_out(general: str, code: str, message: str, help_: str) -> None:
    program, found = resolved(WORDS.format(general))
    assert [(one.code, one.message) for one in found] == [(code, message)]
    assert found[0].help == help_ or not help_
    assert program.questions["march"].kind_of == ()


def test_kinds_in_a_circle_are_reported_where_each_line_stands() -> None:
    program, found = resolved("verdict one\n  is a kind of two\nverdict two\n  is a kind of one\n")
    assert [one.message for one in found] == [
        "`one` is a kind of `two`, and that is a kind of `one`",
        "`two` is a kind of `one`, and that is a kind of `two`",
    ]
    assert not any(question.kind_of for question in program.questions.values())


def test_a_bar_on_other_values_is_not_handed_down() -> None:
    words = "enum pace: slow, fast\nverdict go(p: pace)\nverdict dash\n  is a kind of go(fast)\n"
    program, found = resolved(words + "case 1.1\n  may not go(slow)\n  may not go(fast)\n  may go(fast)\n")
    assert not found
    assert [(rule.id, rule.through.says) for rule in program.rules if rule.through is not None] == [("1.1.2", "go(fast)")]


def test_a_general_action_that_asks_for_its_kind_is_circular() -> None:
    _, found = resolved("verdict move\nverdict march\n  is a kind of move\ncase 1.1\n  may not move when may march\n")
    assert [one.code for one in found] == ["RW209"]


def test_a_bar_that_is_handed_down_is_a_rule_of_the_kind_and_accounts_for_no_statement() -> None:
    program, found = resolved(
        "record unit\n  tired: yes/no\nverdict move(u: unit)\nverdict march(u: unit)\n  is a kind of move(u)\n"
        "case 1.1\n  may march(u)\n  may not move(u) when u.tired  @SM-1\n"
    )
    assert not found
    (bar,) = [rule for rule in program.rules if rule.question == "move"]
    (handed,) = [rule for rule in program.rules if rule.through is not None]
    assert (handed.question, handed.through.rule if handed.through else None) == ("march", bar.uid)
    assert (list(bar.tags), handed.tags) == (["SM-1"], ())


def test_a_thing_is_one_unless_it_is_said_that_it_may_be_none() -> None:
    assert type_text(Thing("unit")) == "unit"
    assert type_text(Thing("unit", or_none=True)) == "unit or none"

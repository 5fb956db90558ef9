"""Amounts of which only the best of a kind counts: what an answer says of them, what checks find, and what is no kind. `test_meaning` has values."""

from __future__ import annotations

import pytest

from rulewright.engines.interpreter.ask import ask
from semantics.small import core_of, resolved

BOOK = """
enum bonus: status, item
fact song: yes/no "the bard sings"
fact halo: yes/no "the halo shines"
value damage: 0..99 "the damage"
case 1.1
  damage is 5
  add 2 to damage as status when song
  add 1 to damage as status
  add 3 to damage as status when halo
"""


def test_an_answer_names_the_amount_that_counts_and_why_others_do_not() -> None:
    answer = ask(core_of(BOOK), "damage", {"song": "yes", "halo": "yes"})
    assert answer.value == 8
    assert [reason.rule for reason in answer.because] == ["1.1.1", "1.1.4"]
    assert [(one.rule, one.by, one.why) for one in answer.defeated] == [
        ("1.1.2", "1.1.4", "best of its kind"),
        ("1.1.3", "1.1.4", "best of its kind"),
    ]


def test_a_lesser_amount_does_not_matter() -> None:
    assert ask(core_of(BOOK), "damage", {"halo": "yes"}).value == 8
    assert [missing.fact for missing in ask(core_of(BOOK), "damage", {"song": "yes"}).missing] == ["halo"]


@pytest.mark.parametrize(
    ("kind", "help"),
    [("statis", "did you mean `status`?"), ("dodge", "declare the kinds that do not add up: `enum bonus: dodge, …`")],
)
def test_a_kind_is_a_value_of_an_enum(kind: str, help: str) -> None:
    _, findings = resolved(BOOK.replace("as status when song", f"as {kind} when song"))
    assert [(finding.code, finding.message, finding.help) for finding in findings] == [("RW201", f"`{kind}` is no value of an enum", help)]


def test_one_kind_does_not_restate_another() -> None:
    _, findings = resolved(BOOK + "case 1.2\n  add 2 to damage as item when song\n    restates 1.1.2\n")
    assert [finding.code for finding in findings] == ["RW221"]

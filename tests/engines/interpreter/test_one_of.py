"""`exactly one of` and `at most one of` at the margin."""

from __future__ import annotations

import pytest

from rulewright.base.errors import WrongInput
from rulewright.core.query import Status
from rulewright.engines.interpreter.ask import ask
from semantics.small import codes, core_of

BOOK = """
option mist "Mist"
option tide "Tide"
record unit
  foot: yes/no
  horse: yes/no
  guns: yes/no
fact frozen: yes/no
fact thawed: yes/no
verdict gallop(u: unit)
predicate wet
"""
RULES = """
case 1.1
  may gallop(u) when u.horse
  may not gallop(u) when u.foot or u.guns
  wet means thawed
"""
EXACTLY, MOST = "exactly one of u.foot, u.horse, u.guns for u: unit\n", "at most one of u.foot, u.horse, u.guns for u: unit\n"


def test_what_is_left_is_so() -> None:
    assert ask(core_of(BOOK + EXACTLY + RULES), "gallop(u)", {"u.foot": False, "u.guns": False}).value == "permitted"
    assert ask(core_of(BOOK + MOST + RULES), "gallop(u)", {"u.foot": False, "u.guns": False}).status is Status.MISSING


@pytest.mark.parametrize("line", [EXACTLY, MOST])
def test_two_together_are_refused(line: str) -> None:
    core = core_of(BOOK + line + RULES)
    assert ask(core, "gallop(u)", {"u.horse": True}).value == "permitted"
    with pytest.raises(WrongInput, match="no such situation is possible"):
        ask(core, "gallop(u)", {"u.horse": True, "u.guns": True})


def test_none_at_all_is_refused_where_one_must_be() -> None:
    nothing = {"u.foot": False, "u.horse": False, "u.guns": False}
    with pytest.raises(WrongInput, match="no such situation is possible"):
        ask(core_of(BOOK + EXACTLY + RULES), "gallop(u)", nothing)
    assert ask(core_of(BOOK + MOST + RULES), "gallop(u)", nothing).status is Status.UNDETERMINED


def test_at_most_one_of_names_is_about_options_or_about_facts() -> None:
    core = core_of(BOOK + "at most one of mist, tide\nat most one of frozen, thawed\n" + RULES)
    assert core.exclusions == (("mist", "tide"),)
    assert [one.says for one in core.impossible] == ["not at most one of frozen, thawed"]
    assert ask(core, "wet", {"frozen": True}).value is False


@pytest.mark.parametrize(
    ("line", "found"),
    [("exactly one of frozen, mended", ["RW201"]), ("exactly one of u.foot, u.horse", ["RW206"]), ("exactly one of frozen, 3", ["RW202"])],
)
def test_what_is_no_condition_is_told(line: str, found: list[str]) -> None:
    assert codes(BOOK + line + "\n" + RULES) == found

"""Actions that are kinds of others: what is handed down, what goes before what, and what an answer says of it."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.core.model import Core
from rulewright.core.query import Status
from rulewright.engines.interpreter.ask import ask
from semantics.small import core_of

WORDS = """record unit "a unit"
  tired: yes/no
  led: yes/no
verdict move(u: unit)
verdict march(u: unit)
  is a kind of move(u)
verdict double_march(u: unit)
  is a kind of march(u)
"""
TIRED = {"u.tired": "yes", "u.led": "no"}
LED = {"u.tired": "yes", "u.led": "yes"}


def said(book: Core, question: str, facts: dict[str, str]) -> Any:
    answer = ask(book, question, facts)
    return answer.value if answer.status is Status.ANSWERED else answer.status.value


def book(*rules: str, before: str = "") -> Core:
    return core_of(before + WORDS + "case 1.1\n" + "".join(f"  {rule}\n" for rule in rules))


def test_what_forbids_the_general_action_forbids_its_kinds() -> None:
    found = book("may not move(u) when u.tired", "may march(u)", "must double_march(u)")
    assert [said(found, f"{name}(u)", TIRED) for name in ("move", "march", "double_march")] == ["forbidden"] * 3
    assert [said(found, f"{name}(u)", {"u.tired": "no"}) for name in ("march", "double_march")] == ["permitted", "required"]


def test_an_answer_says_through_which_action() -> None:
    found = book("may not move(u) when u.tired", "may march(u)", "may double_march(u)")
    answer = ask(found, "double_march(u)", TIRED)
    assert [(reason.rule, reason.through) for reason in answer.because] == [("1.1.1", "march(u)")]
    assert [(defeat.rule, defeat.by, defeat.why) for defeat in answer.defeated] == [("1.1.3", "1.1.1", "kind")]
    assert [inner.question for inner in answer.inner] == ["march(u)"]
    assert answer.to_json()["because"][0]["through"] == "march(u)"
    assert ask(found, "move(u)", TIRED).to_json()["because"][0]["through"] is None


@pytest.mark.parametrize("rule", ["may move(u) when u.tired", "must move(u) when u.tired", "need not move(u) when u.tired"])
def test_nothing_but_a_bar_is_handed_down(rule: str) -> None:
    assert said(book(rule), "march(u)", TIRED) == "undetermined"


def test_an_otherwise_is_not_handed_down() -> None:
    found = core_of(WORDS.replace("verdict march", "  otherwise forbidden\nverdict march", 1) + "case 1.1\n  may march(u)\n")
    assert said(found, "move(u)", TIRED) == "forbidden"
    assert said(found, "march(u)", TIRED) == "permitted"


def test_a_bar_that_is_overridden_generally_is_not_handed_down() -> None:
    found = book("may not move(u) when u.tired", "may move(u) when u.led\n    overrides 1.1.1", "may march(u)")
    assert said(found, "march(u)", LED) == "permitted"
    assert said(found, "march(u)", TIRED) == "forbidden"


def test_a_bar_that_is_set_aside_is_not_handed_down() -> None:
    found = core_of(WORDS + "case 1.1\n  may not move(u) when u.tired\ncase 1.2\n  sets aside 1.1 when u.led\n  may march(u)\n")
    assert said(found, "march(u)", LED) == "permitted"
    assert said(found, "march(u)", TIRED) == "forbidden"


def test_leave_of_a_kind_may_override_the_general_bar() -> None:
    found = book("may not move(u) when u.tired", "may march(u)\n    overrides 1.1.1 when u.led", "may double_march(u)")
    assert said(found, "move(u)", LED) == "forbidden"
    assert said(found, "march(u)", LED) == "permitted"
    assert said(found, "double_march(u)", LED) == "permitted", "the bar does not stand on the march, of which this is a kind"
    assert said(found, "march(u)", TIRED) == "forbidden"


def test_an_exception_written_on_the_general_case_reaches_the_kind() -> None:
    found = core_of(WORDS + "case 1.1\n  may not move(u) when u.tired\n    except 1.2 when u.led\ncase 1.2\n  may march(u)\n")
    assert said(found, "march(u)", LED) == "permitted"
    assert said(found, "march(u)", TIRED) == "forbidden"


@pytest.mark.parametrize("policy", ["always over may not", "always over may not\n  stated"])
@pytest.mark.meaning("kinds.precedence")
def test_no_line_of_the_policy_puts_leave_before_a_general_bar(policy: str) -> None:
    found = book("may not move(u) when u.tired", "may always move(u)", "may always march(u)", before=f"precedence\n  {policy}\n")
    assert said(found, "move(u)", TIRED) == "permitted"
    assert said(found, "march(u)", TIRED) == "permitted", "the bar yields to the policy where it is written"
    found = book("may not move(u) when u.tired", "may always march(u)", before=f"precedence\n  {policy}\n")
    assert said(found, "march(u)", TIRED) == "forbidden"


def test_what_is_open_of_the_general_bar_is_open_of_the_kind() -> None:
    words = WORDS + "predicate shaky\ncase 1.0\n  shaky when some unit u with u.tired\n  not shaky when some unit u with u.tired\n"
    found = core_of(words + "case 1.1\n  may not move(u) when shaky\n  may march(u)\n")
    assert said(found, "march(u)", TIRED) == "conflict"


def test_a_leave_that_is_also_a_limit_hands_its_limit_down() -> None:
    found = book("may move(u) when and only when u.led", "may march(u)")
    assert said(found, "march(u)", TIRED) == "forbidden"
    assert said(found, "march(u)", LED) == "permitted"


def test_arguments_are_the_kinds_own_or_values() -> None:
    words = """enum pace: slow, fast
record unit "a unit"
  tired: yes/no
verdict go(p: pace, u: unit)
verdict dash(u: unit, v: unit)
  is a kind of go(fast, v)
case 1.1
  may not go(slow, u)
  may not go(fast, u) when u.tired
  may dash(u, v)
"""
    found = core_of(words)
    assert said(found, "dash(u, v)", {"u.tired": "no", "v.tired": "yes"}) == "forbidden"
    assert said(found, "dash(u, v)", {"u.tired": "yes", "v.tired": "no"}) == "permitted"


def test_one_action_may_be_a_kind_of_several() -> None:
    words = WORDS + "verdict charge(u: unit)\n  is a kind of move(u)\n  is a kind of attack(u)\nverdict attack(u: unit)\n"
    found = core_of(words + "case 1.1\n  may not move(u) when u.tired\n  may not attack(u) when u.led\n  may charge(u)\n")
    facts = [{"u.tired": tired, "u.led": led} for tired in ("yes", "no") for led in ("yes", "no")]
    assert [said(found, "charge(u)", one) for one in facts] == ["forbidden"] * 3 + ["permitted"]
    assert [reason.through for reason in ask(found, "charge(u)", facts[0]).because] == ["move(u)", "attack(u)"]


def test_what_is_supposed_of_the_general_action_is_heard() -> None:
    words = WORDS + "predicate freed(u: unit)\npredicate barred(u: unit)\n"
    rules = (
        "  may march(u)\n  freed(u) when (may march(u)) as if (may move(u))\n  barred(u) when (may not march(u)) as if (may not move(u))\n"
    )
    found = core_of(words + "case 1.1\n  may not move(u) when u.tired\n" + rules)
    for facts in (TIRED, {"u.tired": "no"}):
        assert said(found, "freed(u)", facts) is True
        assert said(found, "barred(u)", facts) is True

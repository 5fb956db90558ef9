"""Rules whose head is a field, a fact or a status: where one speaks, that is the value; where none does, what is seen."""

from __future__ import annotations

import pytest

from rulewright.core.query import Status
from rulewright.engines.interpreter.answer import answer_json
from rulewright.engines.interpreter.ask import ask
from semantics.small import codes, core_of, resolved

WORDS = """
enum size: small, big
record army
  rank: 0..9
record unit
  reserve: yes/no "{it} is in reserve"
  rank: 0..9
  size: size
status tired of unit
fact mud: yes/no
fact frost: yes/no
fact near(u: unit, v: unit): yes/no
  symmetric
die luck: 1d6
choice way: size by red
verdict move(u: unit)
value pace(u: unit): 0..99
predicate slow(u: unit)
group reserves: units u with u.reserve
value held: 0..99
"""
BOOK = (
    WORDS
    + """
case 1.1
  may move(u) when not u.reserve and not u.tired
  may not move(u) when u.reserve or u.tired
  pace(u) is u.rank
  slow(u) means u.reserve as if (not u.reserve)
  held is the number of u among reserves
case 1.2
  u.reserve when u.rank is 3 and mud
  not u.reserve when u.size is big
  u.rank is 3 when frost and u.size in {small, big}
  tired(u) when mud and frost
  mud when luck is 6
"""
)


def test_where_a_rule_speaks_the_fact_is_not_asked_for() -> None:
    answer = ask(core_of(BOOK), "move(u)", {"frost": True, "luck": 6})
    assert answer.value == "forbidden"
    assert [reason.rule for inner in answer.inner for reason in inner.because] == ["1.2.4"]


def test_where_none_speaks_it_is_what_is_seen() -> None:
    core = core_of(BOOK)
    assert [one.fact for one in ask(core, "pace(u)", {"frost": False}).missing] == ["u.rank"]
    assert ask(core, "pace(u)", {"frost": False, "u.rank": 5}).value == 5
    assert ask(core, "pace(u)", {"frost": True}).value == 3


def test_groups_and_suppositions_ask_it_too() -> None:
    core = core_of(BOOK)
    facts = {"u.rank": 3, "u.size": "small", "mud": True, "frost": False, "luck": 1}
    assert ask(core, "held", facts, closed=True).value == 1
    assert ask(core, "slow(u)", facts).value is False


def test_rules_that_disagree_are_a_conflict() -> None:
    answer = ask(core_of(BOOK), "u.reserve", {"u.size": "big", "frost": True, "luck": 6})
    assert answer.status is Status.CONFLICT
    assert [clash.rule for clash in answer.conflict] == ["1.2.1", "1.2.2"]


def test_a_field_and_a_fact_can_be_asked() -> None:
    core = core_of(BOOK)
    assert ask(core, "u.rank", {"frost": True}, world="u: unit").value == 3
    assert ask(core, "mud", {"luck": 6}).value is True
    assert ask(core, "tired(u)", {"mud": True, "frost": True}).question == "u.tired"


def test_what_was_given_and_what_follows_are_both_said() -> None:
    answer = ask(core_of(BOOK), "pace(u)", {"frost": True, "u.rank": 4})
    assert answer.value == 3
    assert answer_json(answer)["overruled"] == [{"fact": "u.rank", "given": 4, "value": 3, "rules": ["1.2.3"]}]
    assert not ask(core_of(BOOK), "pace(u)", {"frost": True, "u.rank": 3}).overruled
    assert not ask(core_of(BOOK), "pace(u)", {"frost": False, "u.rank": 4}).overruled


def test_an_example_gives_what_is_seen() -> None:
    example = """
  example "a rank"
    given u.rank is 4, not frost
    then pace(u) is 4
    then u.rank is 4
"""
    program, findings = resolved(BOOK + example)
    assert not findings
    assert {given.name for given in program.examples[0].given} == {"unit.rank", "frost"}


@pytest.mark.parametrize(
    ("rule", "found"),
    [
        ("u.rank is 3", ["RW220"]),  # of a unit or of an army
        ("u.rank is 3 when u.reserve", []),
        ("u.courage is 3", ["RW201"]),
        ("u.reserve means mud", ["RW219"]),
        ("mud means frost", ["RW219"]),
        ("add 1 to mud", ["RW219"]),
        ("may mud when frost", ["RW219"]),
        ("u.size is at least small", ["RW219"]),
        ("not u.size when mud", ["RW219"]),
        ("luck is 6", ["RW219"]),
        ("way is big", ["RW219"]),
        ("near(u, v) when mud", ["RW219"]),
        ("u.size is 7", ["RW203"]),
        ("mud when mud", ["RW209"]),
        ("u.reserve when any of\n    a. mud\n    b. u.size is big", []),
    ],
)
@pytest.mark.meaning("fact.excluded")
def test_what_may_be_said(rule: str, found: list[str]) -> None:
    assert codes(f"{WORDS}\ncase 1.1\n  {rule}\n") == found


def test_what_rules_leave_open_says_nothing_against_what_is_given() -> None:
    """Two rules contradict one another on whether the unit is in reserve; one of them alone says something else than what is given."""
    alone = ask(core_of(BOOK), "move(u)", {"u.reserve": True, "u.size": "big", "u.rank": 1, "luck": 1, "mud": False, "frost": False})
    assert [(one.fact, one.given, one.value) for one in alone.overruled] == [("u.reserve", True, False)]
    both = ask(core_of(BOOK), "move(u)", {"u.reserve": True, "u.size": "big", "u.rank": 3, "luck": 6, "frost": False})
    assert (both.value, both.overruled) == ("forbidden", ())

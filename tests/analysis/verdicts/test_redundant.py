"""Rules that can be taken out: which of a question are looked at, and up to how many."""

from __future__ import annotations

import pytest

from rulewright.analysis.verdicts import rules as judge_rules
from rulewright.analysis.verdicts.decide import decide
from rulewright.analysis.verdicts.findings import EditionVerdicts, FindingKind
from rulewright.base.limits import MAX_THINGS_OF_KIND
from rulewright.engines.solver.questions import omission
from semantics.small import core_of

WEATHER = "enum weather: clear, mud, snow\nenum arm: foot, horse\nrecord unit\n  arm: arm\nfact weather: weather\nverdict go(u: unit)\nverdict rest\n"


def decided(rules: str) -> EditionVerdicts:
    return decide(core_of(f"{WEATHER}case 1.1\n{rules}"))


def redundant(rules: str) -> list[str]:
    return [rule for one in decided(rules).findings if one.kind is FindingKind.REDUNDANT_RULE for rule in one.rules]


NEEDED = "  mud: may go(u) when weather is mud\n"
NEEDLESS = "  needless: may go(u) when weather is mud and u.arm is foot\n"
DEAD = "  dead: may go(u) when weather is mud and weather is snow\n"
NEVER_STANDS = "  ahead: may not go(u) when weather is snow\n    overrides 1.1.behind\n  behind: may go(u) when weather is snow\n"


def test_a_rule_that_says_what_another_says_is_redundant() -> None:
    assert redundant(NEEDED + NEEDLESS) == ["1.1.needless"]


@pytest.mark.parametrize("before", [DEAD, NEVER_STANDS, "  again: may rest\n  once_more: may rest\n    restates 1.1.again\n"])
def test_rules_after_one_that_is_not_looked_at_are(before: str) -> None:
    found = redundant(before + NEEDED + NEEDLESS)
    assert "1.1.needless" in found
    assert not {"1.1.dead", "1.1.behind", "1.1.mud"} & set(found)


def test_a_rule_that_another_restates_is_not_redundant() -> None:
    assert redundant(NEEDED + "  again: may go(u) when weather is mud\n    restates 1.1.mud\n") == []


def test_a_need_not_that_another_always_goes_before_never_applies() -> None:
    rules = "  need not rest when weather is mud\n  need not rest\n    overrides 1.1.1\n  must rest when weather is snow\n"
    found = [(one.rules, one.authors) for one in decided(rules).findings if one.kind is FindingKind.HIDDEN_REPEAL]
    assert found == [(("1.1.2", "1.1.1"), ("1.1.2 overrides 1.1.1",))]


def test_rules_are_compared_up_to_a_number_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(omission, "MAX_RULES_COMPARED", 2)
    assert redundant(NEEDED + NEEDLESS) == ["1.1.needless"]
    found = decided(NEEDED + NEEDLESS + "  snow: may go(u) when weather is snow\n")
    assert [one.reason for one in found.not_analysed] == ["whether it is redundant: its question has more than 2 rules"]
    assert not [one for one in found.findings if one.kind is FindingKind.REDUNDANT_RULE]


def test_rules_are_held_apart_up_to_a_number_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge_rules, "MAX_RULES_APART", 2)
    assert redundant(NEEDED + NEEDLESS) == ["1.1.needless"]
    found = decided(NEEDED + NEEDLESS + "  snow: may go(u) when weather is snow\n")
    assert [(one.question, one.rule, one.reason) for one in found.not_analysed] == [
        ("go", "", "which of its rules are redundant: there are more than 2")
    ]


COUNTED = (
    "record stand\n  placed: yes/no\nverdict stack\ncase 1.1\n  may not stack when (the number of stands t with (t.placed)) is more than "
)


@pytest.mark.parametrize("count", [MAX_THINGS_OF_KIND, 11, 99])
def test_a_rule_that_stands_among_many_things_alone_is_not_dead(count: int) -> None:
    found = decide(core_of(f"{COUNTED}{count}\n"))
    assert not found.not_analysed and not found.findings


def test_a_rule_that_no_number_of_things_makes_stand_is_dead() -> None:
    found = decide(core_of(f"{COUNTED}5 and (the number of stands t with (t.placed)) is less than 4\n"))
    assert [one.kind for one in found.findings] == [FindingKind.DEAD_RULE] and not found.not_analysed


def test_what_takes_more_things_than_are_tried_is_listed() -> None:
    found = decide(core_of(f"{COUNTED}1000\n"))
    assert [one.reason for one in found.not_analysed] == [
        f"a number is made of every stand that there is, and no more than {MAX_THINGS_OF_KIND} are tried"
    ]

"""Two rules that meet: under how many options a contradiction is shown, and which rules say the same."""

from __future__ import annotations

import pytest

from rulewright.analysis.verdicts.decide import decide
from rulewright.analysis.verdicts.findings import Finding, FindingKind
from semantics.small import core_of


def found(text: str, kind: FindingKind) -> list[Finding]:
    return [finding for finding in decide(core_of(text)).findings if finding.kind is kind]


def either_of_two(pairs: int) -> str:
    """A contradiction that takes an option of each of so many pairs."""
    numbers = range(pairs)
    options = "".join(f'option a{number} "A{number}"\noption b{number} "B{number}"\n' for number in numbers)
    asked = "".join(f"predicate p{number}\n" for number in numbers)
    whole = " and ".join(f"p{number}" for number in numbers)
    cases = "".join(
        f"case {place}.{number}\n  option {name}{number}\n  p{number} always\n"
        for number in numbers
        for place, name in ((2, "a"), (3, "b"))
    )
    return f"{options}verdict rest\n{asked}case 1.1\n  may rest when {whole}\ncase 1.2\n  may not rest\n{cases}"


@pytest.mark.parametrize("pairs", [1, 3, 4, 5])
def test_a_contradiction_is_shown_under_as_few_options_as_it_takes(pairs: int) -> None:
    (shown,) = found(either_of_two(pairs), FindingKind.OPTION_CLASH)
    assert sorted(name[1:] for name in shown.options) == [str(number) for number in range(pairs)]


def test_of_many_options_none_is_shown_that_can_be_taken_away_with_those_before_it() -> None:
    """Each of two options by itself can be left out for a value of the fact that takes the other; both can for the last."""
    more = "".join(f'option z{name} "Z{name}"\npredicate with_{name}\n' for name in "ab")
    good = "fact x: 1..4\npredicate good\n"
    ways = "  good when x is 1 and with_a and with_b\n  good when x is 2 and with_b\n  good when x is 3 and with_a\n  good when x is 4\n"
    cases = "".join(f"case 5.{place}\n  option z{name}\n  with_{name} always\n" for place, name in enumerate("ab"))
    text = either_of_two(4).replace("may rest when ", "may rest when good and ")
    (shown,) = found(f"{more}{good}{text}case 4.1\n{ways}{cases}", FindingKind.OPTION_CLASH)
    assert sorted(name[1:] for name in shown.options) == ["0", "1", "2", "3"]


def test_options_that_the_conditions_need_are_among_them() -> None:
    text = 'option fog "Fog"\noption mud "Mud"\noption snow "Snow"\nverdict rest\npredicate wet\n'
    cases = "".join(f"case 2.{place}\n  option {name}\n  wet\n" for place, name in enumerate(("mud", "snow"))).replace(
        "wet\n", "wet always\n"
    )
    (shown,) = found(f"{text}case 1.1\n  option fog\n  may rest when wet\ncase 1.2\n  may not rest\n{cases}", FindingKind.OPTION_CLASH)
    assert shown.options in {("fog", "mud"), ("fog", "snow")}


SAME = """
record unit "a unit"
  tired: yes/no
fact depth: 0..2
value v: 0..9
verdict move(u: unit)
verdict march(u: unit)
  is a kind of move(u)
"""


def same(rules: str) -> list[tuple[str, ...]]:
    return [one.rules for one in found(SAME + rules, FindingKind.OVERLAP)]


TABLE = "case 1\n  table cost(n: 0..2): 0..9\n    | 0 | 1 |\n    | 1 | 2 |\n    | 2 | 3 |\n"


def test_a_rule_and_a_table_that_give_the_same_say_the_same() -> None:
    assert same(f"{TABLE}case 2\n  cost(n) is 3 when n is 2\n") == [("1.cost", "2.1")]
    assert same("case 1\n  v is 3 when depth is 2\ncase 2\n  v is 3\n") == [("1.1", "2.1")]
    assert same("case 1\n  add 3 to v when depth is 2\ncase 2\n  add 3 to v\n") == []


def test_what_is_handed_down_is_said_of_the_general_action_alone() -> None:
    bars = "case 1\n  may not move(u) when u.tired\ncase 2\n  may not move(u)\n"
    assert same(f"{bars}case 3\n  may march(u)\n") == [("1.1", "2.1")]
    assert same("case 1\n  may not move(u) when u.tired\ncase 2\n  may not march(u)\n") == []


@pytest.mark.parametrize("word", ["restates", "besides"])
@pytest.mark.parametrize("first", ["1", "2"])
def test_a_rule_that_names_the_other_is_no_finding(word: str, first: str) -> None:
    rule, other = "  v is 3 when depth is 2\n", "2" if first == "1" else "1"
    cases = {first: f"case {first}\n{rule}", other: f"case {other}\n{rule}    {word} {first}.1\n"}
    assert same(cases["1"] + cases["2"]) == []


def test_what_holds_only_at_the_end_of_a_chain_of_links_is_found() -> None:
    text = (
        "record hex\nfact step(h: hex, k: hex): yes/no\nverdict go(h: hex, k: hex)\n"
        "case 1.1\n  may go(h, k) when any number of step(h, k) and not step(h, k)\n"
        "case 1.2\n  may not go(h, k) when any number of step(h, k) and not step(h, k)\n"
    )
    (one,) = found(text, FindingKind.CONTRADICTION)
    assert one.situation is not None
    assert one.rules == ("1.1.1", "1.2.1")
    steps = [name for name, value in one.situation.facts if value == "yes"]
    assert len(steps) == 2

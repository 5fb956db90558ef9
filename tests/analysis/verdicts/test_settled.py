"""Small books on which the brute force and the decision once differed, each with what is right."""

from __future__ import annotations

from rulewright.analysis.verdicts.decide import decide
from rulewright.analysis.verdicts.findings import FindingKind
from rulewright.analysis.verdicts.precedence_pairs import settle_pairs
from rulewright.core.lower import lower
from rulewright.core.model import Core
from semantics.small import resolved


def core_of(text: str, policy: str = "") -> Core:
    program, findings = resolved(text, policy=policy)
    assert not findings, [found.message for found in findings]
    return lower(program)


def principles(core: Core) -> set[tuple[str, ...]]:
    """What settles each pair, with the pair."""
    return {(*sorted(one.rules), one.principle) for one in settle_pairs(core).settled}


def test_a_value_is_out_of_range_where_all_that_it_may_be_are() -> None:
    """Whether the second term counts is open: it is -2 or -4."""
    text = """
fact depth: 0..1
value x: 0..4
case 1.1
  x is 1
  take 3 from x when depth is 0
  take 2 from x when depth is 0 and 1 / depth is 1
"""
    assert FindingKind.OUT_OF_RANGE in {one.kind for one in decide(core_of(text)).findings}


def test_it_is_not_where_one_of_them_is_inside() -> None:
    text = """
fact depth: 0..1
value x: 0..4
case 1.1
  x is 3
  take 4 from x when depth is 0 and 1 / depth is 1
"""
    assert FindingKind.OUT_OF_RANGE not in {one.kind for one in decide(core_of(text)).findings}


def test_a_line_of_the_policy_settles_nothing_where_one_of_the_two_is_set_aside() -> None:
    text = """
fact fog: yes/no
fact rain: yes/no
verdict p
case 1.1
  may p when rain
case 2.1
  may never p
  sets aside 1.1 when fog
"""
    policy = "  never over may"
    assert principles(core_of(text, policy)) == {("1.1.1", "2.1.1", "set aside"), ("1.1.1", "2.1.1", "never over may")}
    always = text.replace(" when fog", "")
    assert principles(core_of(always, policy)) == {("1.1.1", "2.1.1", "set aside")}


def test_no_chain_comes_back_to_its_start_or_goes_on_from_its_end() -> None:
    text = """
value x: 0..9
case 1.1
  x is 1
    overrides 2.1
case 2.1
  x is 2
    overrides 1.1
    overrides 3.1
case 3.1
  x is 3
"""
    assert principles(core_of(text)) == {
        ("1.1.1", "2.1.1", "stated"),
        ("2.1.1", "3.1.1", "stated"),
        ("1.1.1", "3.1.1", "carried"),
    }

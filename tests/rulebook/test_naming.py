"""The names that lines without one should have: of their own words, as many of them as there are, without what stands for things."""

from __future__ import annotations

import pytest

from rulewright.base.source import Source
from rulewright.rulebook.rule_names import candidate_names
from rulewright.syntax import nodes
from rulewright.syntax.parser import parse_source

NAMED = [
    ("may march when mud", ["may_march", "may_march_mud"]),
    (
        "may march(u) when near(u, t) and u.tired and near(t, u) and tired(u)",
        ["may_march", "may_march_near", "may_march_near_t", "may_march_near_t_tired"],
    ),
    ("may not march unless mud", ["may_not_march", "may_not_march_unless", "may_not_march_unless_mud"]),
    ("may march when mud unless snow", ["may_march", "may_march_mud", "may_march_mud_snow"]),
    ("may march unless mud unless snow", ["may_march", "may_march_unless", "may_march_unless_mud", "may_march_unless_mud_snow"]),
    ("may march when some unit v with (v.tired and near(v, home))", ["may_march", "may_march_tired", "may_march_tired_near", "may_march_tired_near_home"]),
    (
        "may march when a and b and c and d and e",
        ["may_march", "may_march_a", "may_march_a_b", "may_march_a_b_c", "may_march_a_b_c_d"],
    ),
    ("u.tired when mud", ["tired", "tired_mud"]),
    ("not u.tired when mud", ["not_tired", "not_tired_mud"]),
    ("pace is 3 when mud", ["pace", "pace_mud"]),
    ("arm is horse when mud", ["arm_horse", "arm_horse_mud"]),
    ("add 2 to pace when mud", ["more_pace", "more_pace_mud"]),
    ("take 2 from pace", ["less_pace"]),
    ("multiply pace by 2", ["times_pace"]),
    ("pace is rounded down", ["pace_rounded"]),
    ("pace is at most 3", ["pace_at_most"]),
    ("overrides 8.1", ["over_8_1"]),
    ("overrides 8.1, 8.2.3", ["over_8_1", "over_8_1_8_2_3"]),
    ("sets aside 8.1 when mud", ["aside_8_1"]),
    ("except 8.1", ["but_8_1"]),
    ("not held, bears on march, pace", ["not_held_here", "not_held_here_march", "not_held_here_march_pace"]),
    ("does not matter: mud, for march", ["no_matter", "no_matter_march"]),
]  # fmt: skip


@pytest.mark.parametrize(("line", "names"), NAMED)
def test_a_line_is_named_by_its_words(line: str, names: list[str]) -> None:
    [block], findings = parse_source(Source("a.case", f"case 1.1\n  {line}\n"))
    assert not findings
    assert isinstance(block.block, nodes.Case)
    [node] = block.block.body
    assert isinstance(node, nodes.Rule | nodes.Relation | nodes.NotHeld | nodes.DoesNotMatter)
    assert list(candidate_names(node)) == names

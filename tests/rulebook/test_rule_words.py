"""Words of a rule that an amendment replaces: the rule is read as if it were so written."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rulebook.books import acts, build, case_of
from rulewright.syntax import nodes
from rulewright.syntax.printer import plain_source_text
from semantics.small import core_of

WORDS = """\
measure MP "movement point"
enum weather: clear, mud, snow
record unit
fact weather: weather
value allowance(u: unit): 0..20 MP
case 8.6
  "Mud takes two points, and snow."
  mud: take 2 MP from allowance(u) when any of                                  @SA-001
    a. weather is mud
    b. weather is snow                                                          @SA-002
    overrides 8.7 when weather is mud
  sets aside 8.7 when weather is clear
case 8.7
  "Else one."
  take 1 MP from allowance(u)
"""


def after(*replaced: str, source: str = "errata") -> str:
    lines = "".join(f"  in {line}\n" for line in replaced)
    return f"amend 8.6 in {source} as correction\n{lines}"


def rule_in(text: str, edition: str = "latest") -> nodes.Rule:
    rule = case_of(text, "8.6", edition).provisions[0].node
    assert isinstance(rule, nodes.Rule)
    return rule


@pytest.mark.parametrize(
    ("act", "line"),
    [
        ('8.6.mud replaces "2 MP" with "3 MP"', "mud: take 3 MP from allowance(u) when any of"),
        ('mud replaces "take 2 MP from" with "add 1 MP to"', "mud: add 1 MP to allowance(u) when any of"),
        ('8.6.1 replaces "when any" with "when  all"', "mud: take 2 MP from allowance(u) when all of"),
        ('8.6.mud replaces "is snow" with "is clear"', "b. weather is clear"),
        ('8.6.mud replaces "8.7 when weather is mud" with "8.7"', "overrides 8.7"),
    ],
)  # fmt: skip
def test_the_line_is_read_as_if_so_written(act: str, line: str) -> None:
    case = case_of(WORDS + after(act), "8.6")
    lines = [written.partition("  @")[0].strip() for written in plain_source_text(case.provisions[0].node).split("\n")]
    assert line in lines
    assert len(lines) == 4
    assert case.provisions[0].id.text == "8.6.mud"


def test_tags_and_the_other_lines_stay() -> None:
    rule = rule_in(WORDS + after('8.6.mud replaces "2 MP" with "3 MP"'))
    assert [tag.name for tag in (*rule.tags, *rule.guards[0].items[1].tags)] == ["SA-001", "SA-002"]
    assert rule.effect == nodes.Number(Fraction(3), "MP")


def test_a_statement_without_a_name_is_changed_by_its_place() -> None:
    case = case_of(WORDS + after('8.6.sets_aside replaces "is clear" with "is not mud"'), "8.6")
    assert plain_source_text(case.provisions[1].node) == "sets aside 8.7 when weather is not mud"


def test_a_rule_is_changed_from_what_it_is_by_then() -> None:
    text = WORDS + after('8.6.mud replaces "2 MP" with "3 MP"') + after('8.6.mud replaces "3 MP" with "4 MP"', source="second")
    effects = [rule_in(text, edition).effect for edition in ("printed", "errata", "latest")]
    assert effects == [nodes.Number(Fraction(amount), "MP") for amount in (2, 3, 4)]
    assert acts(case_of(text, "8.6")) == [
        ("replaces “2 MP” with “3 MP” in the rule 8.6.mud", True),
        ("replaces “3 MP” with “4 MP” in the rule 8.6.mud", True),
    ]


def test_what_formed_the_rule_is_told() -> None:
    core = core_of(WORDS + after('8.6.mud replaces "2 MP" with "3 MP"  @ER-1'))
    rules = [rule.first for rule in core.on["allowance"].rules if rule.first.id.startswith("8.6.mud")]
    assert [(rule.formed_by, rule.source, rule.tags) for rule in rules] == [
        (("errata, correction",), "printed", ("SA-001", "ER-1")),
        (("errata, correction",), "printed", ("SA-001", "SA-002", "ER-1")),
    ]


def test_a_withdrawal_takes_the_change_back() -> None:
    text = WORDS + after('8.6.mud replaces "2 MP" with "3 MP"') + "amend 8.6 in second as correction\n  withdraws errata\n"
    assert rule_in(text).effect == nodes.Number(Fraction(2), "MP")


@pytest.mark.parametrize(("end", "line"), [("3", "2..5"), ("5", "3..2")])
def test_an_end_of_a_range_is_a_word(end: str, line: str) -> None:
    text = f'case 1.1\n  few: ready(u) when u.size in 3..5\namend 1.1 in errata as change\n  in few replaces "{end}" with "2"\n'
    assert line in plain_source_text(case_of(text, "1.1").provisions[0].node)


@pytest.mark.parametrize(
    ("act", "code", "message", "help"),
    [
        ('8.6.mud replaces "4 MP" with "3 MP"', "RW113", "the words `4 MP` are not in the rule 8.6.mud",
         "cite words of the rule as it is at this point: `take 2 MP from allowance(u) when any of`"),
        ('8.6.mud replaces "is mud" with "is clear"', "RW118",
         "the words `is mud` occur 2 times in the rule 8.6.mud, and the amendment does not say which",
         "cite more words: `a. weather is mud` or `8.7 when weather is mud`"),
        ('8.6.mud replaces "any of" with "weather"', "RW127",
         "with `weather` for `any of` the rule 8.6.mud cannot be read: "
         "a line here cannot begin with `a`",
         "the line would be `take 2 MP from allowance(u) when weather`; correct the new words, or cite more of the old ones"),
        ('8.6.mut replaces "2" with "3"', "RW119", "case 8.6 has no rule `mut`", "did you mean `mud`?"),
        ('8.6.mud.a replaces "mud" with "clear"', "RW119", "case 8.6 has no rule `mud.a`",
         "the words of an item are words of its rule: write `in 8.6.mud replaces …`"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(act: str, code: str, message: str, help: str) -> None:
    _, findings = build(WORDS + after(act))
    assert [(finding.code, finding.message, finding.help) for finding in findings] == [(code, message, help)]
    assert rule_in(WORDS).effect == nodes.Number(Fraction(2), "MP")


def test_a_bound_is_a_word() -> None:
    """`2` is no word of `2.5` or `12`, and words that are only in a name or a tag are not there."""
    for words in ("SA", "mud:"):
        _, findings = build(WORDS + after(f'8.6.mud replaces "{words}" with "3"'))
        assert [finding.code for finding in findings] == ["RW113"]
    text = WORDS.replace("take 2 MP", "take 2.5 MP").replace("0..20 MP", "0..20 by 0.5 MP")
    _, findings = build(text + after('8.6.mud replaces "2" with "3"'))
    assert [finding.code for finding in findings] == ["RW113"]


def test_a_table_is_corrected_by_cells() -> None:
    text = "enum weather: clear, mud\ncase 8.6\n  table cost(w: weather): 0..9\n    | clear | 1 |\n    | mud | 2 |\n"
    _, findings = build(text + after('8.6.cost replaces "2" with "3"'))
    assert [finding.code for finding in findings] == ["RW119"]


def test_two_amendments_of_one_source_on_one_rule_have_no_order() -> None:
    _, findings = build(WORDS + after('8.6.mud replaces "2 MP" with "3 MP"') + after('8.6.mud replaces "any" with "all"'))
    assert [finding.code for finding in findings] == ["RW112"]

"""One example for each decision about meaning: the table at the end of the manual's page on meaning, row by row, with its own numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rulewright.core.model import Core
from rulewright.core.query import Status
from rulewright.engines.interpreter.answer import Answer, Why
from rulewright.engines.interpreter.ask import ask
from semantics.small import codes, core_of

WORDS = """
measure MP "movement point"
enum weather: clear, mud, snow
enum nation: french, prussian, russian
enum arm: infantry, cavalry, artillery, leader

record unit "a unit"
  nation: nation
  arm: arm
  macdonald: yes/no
  army_reserve: yes/no
  tired: yes/no

record stack "a stack"
record town "a town"

fact weather: weather
fact besieged: yes/no
fact p: yes/no
fact x: yes/no
group in_stack(s: stack): units u with carried(u, s)
fact carried(u: unit, s: stack): yes/no

value allowance(u: unit): 0..20 MP
verdict forage(u: unit, t: town)
predicate shut(t: town)
"""


def said(book: Core, question: str, facts: dict[str, Any] | None = None, **more: Any) -> Any:
    """The value of an answer, or its status where it has none."""
    answer = ask(book, question, facts or {}, **more)
    return answer.value if answer.status is Status.ANSWERED else answer.status.value


def rules_of(answer: Answer) -> list[str]:
    return [reason.rule for reason in answer.because]


# ---- rules 1 to 5 ------------------------------------------------------------------------------------------------------------------------


def test_rule_1_an_exception_is_for_one_instance() -> None:
    book = core_of(
        WORDS
        + """
case 14.42 "Prussians"
  may not forage(u, t) when u.nation is prussian

case 19.4 "Macdonald"
  overrides 14.42
  may forage(u, t) when u.nation is prussian and u.macdonald
"""
    )
    facts = {"u.nation": "prussian", "v.nation": "prussian", "u.macdonald": "yes", "v.macdonald": "no"}
    assert said(book, "forage(u, t)", facts) == "permitted"
    assert said(book, "forage(v, t)", facts) == "forbidden"


OPTIONAL = """
option ney "Marshal Ney" needs players in {2, 3}
fact players: 1..4
verdict lead
case 20.1 "Ney"
  option ney
  may lead
"""


def test_rule_2_an_option_is_off_unless_asked_for_and_never_missing() -> None:
    book = core_of(OPTIONAL)
    off = ask(book, "lead", {})
    assert (off.status, off.missing) == (Status.UNDETERMINED, ())
    assert said(book, "lead", {"players": "2"}, options=("ney",)) == "permitted"


def test_rule_3_a_question_that_needs_its_own_answer_is_an_error() -> None:
    text = """
record unit
predicate supplied(u: unit)
case 14.1
  sets aside 14.3 when supplied(u)
case 14.3
  supplied(u) always
"""
    assert codes(text) == ["RW209"]


@pytest.mark.meaning("question.loop")
def test_rule_3_dependence_through_a_statement_counts() -> None:
    text = """
record unit
fact near(u: unit): yes/no
predicate p(u: unit)
value q(u: unit): 0..9
case 1.1
  p(u) when near(u)
  q(u) is 1 when not p(u)
case 1.2
  sets aside 1.1 when p(u)
"""
    assert "RW209" in codes(text)


def test_rule_4_a_conflict_inside_a_condition_spreads_unless_another_ground_stands() -> None:
    book = core_of(
        WORDS
        + """
case 1.1
  shut(t) when p
  not shut(t) when p
case 1.2
  may forage(u, t) when shut(t)
  may forage(u, t) when u.tired
"""
    )
    answer = ask(book, "forage(u, t)", {"p": "yes", "u.tired": "no"})
    assert answer.status is Status.CONFLICT
    assert {clash.rule for clash in answer.conflict} == {"1.1.1", "1.1.2"}
    assert said(book, "forage(u, t)", {"p": "yes", "u.tired": "yes"}) == "permitted"


def test_rule_4_no_reasoning_by_cases_across_a_conflict() -> None:
    book = core_of(
        WORDS
        + """
case 1.1
  shut(t) when p
  not shut(t) when p
predicate any_way(t: town)
case 1.2
  any_way(t) when shut(t) or not shut(t)
"""
    )
    assert said(book, "any_way(t)", {"p": "yes"}) == "conflict"


ASIDE = (
    WORDS
    + """
verdict leave(u: unit)
verdict stack(s: stack)
case 9.5
  sets aside 9.13 when u.army_reserve
  sets aside 9.11 for every u among in_stack(s) when u.army_reserve
case 9.11
  may not stack(s)
case 9.13
  may not leave(u)
"""
)


def test_rule_5_a_case_without_rules_of_its_own_sets_others_aside() -> None:
    book = core_of(ASIDE)
    assert said(book, "leave(u)", {"u.army_reserve": "no"}) == "forbidden"
    answer = ask(book, "leave(u)", {"u.army_reserve": "yes"})
    assert answer.status is Status.UNDETERMINED
    assert [(one.rule, one.why) for one in answer.defeated] == [("9.13.1", "set aside")]


def test_rule_5_variables_meet_arguments_by_type_and_a_stack_says_which() -> None:
    book = core_of(ASIDE)
    inside = {"carried(u, s)": "yes", "carried(v, s)": "yes", "u.army_reserve": "yes"}
    assert said(book, "stack(s)", {**inside, "v.army_reserve": "no"}) == "forbidden"
    assert said(book, "stack(s)", {**inside, "v.army_reserve": "yes"}) == "undetermined"
    assert "RW217" in codes(ASIDE.replace("sets aside 9.13 when", "sets aside 9.11, 9.13 when"))


def test_rule_5_what_is_set_aside_sets_nothing_aside() -> None:
    book = core_of(ASIDE + "case 19.1\n  sets aside 9.5 when besieged\n")
    assert said(book, "leave(u)", {"u.army_reserve": "yes", "besieged": "yes"}) == "forbidden"
    assert said(book, "leave(u)", {"u.army_reserve": "yes", "besieged": "no"}) == "undetermined"


# ---- rules 6 to 11 -----------------------------------------------------------------------------------------------------------------------

MUD = (
    WORDS
    + """
case 7.2 "Allowance"
  allowance(u) is 10 MP
  take 2 MP from allowance(u) when weather is mud
"""
)


def test_rule_6_an_override_bites_on_the_same_stage_only() -> None:
    book = core_of(MUD + "case 8.6\n  overrides 7.2\n  take 1 MP from allowance(u) when weather is mud\n")
    answer = ask(book, "allowance(u)", {"weather": "mud"})
    assert answer.value == 9
    assert rules_of(answer) == ["7.2.1", "8.6.1"]
    assert [(one.rule, one.by, one.why) for one in answer.defeated] == [("7.2.2", "8.6.1", "stated")]


def test_rule_6_an_override_holds_also_where_the_two_agree() -> None:
    book = core_of(MUD + "case 8.6\n  overrides 7.2\n  take 2 MP from allowance(u) when weather is mud\n")
    assert said(book, "allowance(u)", {"weather": "mud"}) == 8


def test_rule_6_a_case_is_its_own_rules_and_below_says_more() -> None:
    text = (
        WORDS
        + """
case 14
  may not forage(u, t) when p
case 14.43
  may not forage(u, t) when x
case 20.1
  overrides 14{below}
  may forage(u, t)
"""
    )
    narrow, wide = core_of(text.format(below="")), core_of(text.format(below=" and below"))
    facts = {"p": "yes", "x": "yes"}
    assert said(narrow, "forage(u, t)", facts) == "conflict"
    assert said(wide, "forage(u, t)", facts) == "permitted"


def test_rule_7_other_lines_of_the_policy_speak_of_clashes_only() -> None:
    book = core_of(
        MUD
        + """
amend 7.2 in errata as addition
  adds
  take 1 MP from allowance(u) when u.arm is artillery
""",
        policy="  later source over earlier source",
    )
    assert said(book, "allowance(u)", {"weather": "mud", "u.arm": "artillery"}) == 7


def test_rule_7_the_later_source_wins_a_clash_about_the_same_case() -> None:
    text = MUD + "amend 7.2 in errata as change\n  adds\n  allowance(u) is 8 MP\n"
    with_policy = core_of(text, policy="  later source over earlier source")
    answer = ask(with_policy, "allowance(u)", {"weather": "clear"})
    assert (answer.value, answer.defeated[0].why) == (8, "later source over earlier source")
    assert answer.because[0].formed_by == ("errata, change",)
    assert said(core_of(text), "allowance(u)", {"weather": "clear"}) == "conflict"
    assert (
        said(core_of(text.replace("amend 7.2 in errata as change\n  adds", "case 9.9 in errata")), "allowance(u)", {"weather": "clear"})
        == "conflict"
    )


def test_rule_7_a_stated_override_that_is_false_leaves_the_pair_to_the_next_line() -> None:
    book = core_of(
        WORDS
        + """
verdict stack(u: unit)
case 9.11
  overrides 19.1 when besieged
  may not stack(u)
scenario 19.1 "A scenario"
  may stack(u)
""",
        policy="  stated\n  scenario rule over general rule",
    )
    assert said(book, "stack(u)", {"besieged": "yes"}, scenario="19.1") == "forbidden"
    assert said(book, "stack(u)", {"besieged": "no"}, scenario="19.1") == "permitted"
    assert said(book, "stack(u)", {"besieged": "no"}) == "forbidden"


def test_rule_7_two_rules_of_one_source_and_no_statement_are_a_conflict() -> None:
    book = core_of(MUD + "case 8.6\n  allowance(u) is 9 MP\n")
    answer = ask(book, "allowance(u)", {"weather": "clear"})
    assert answer.status is Status.CONFLICT
    assert {(clash.rule, clash.value) for clash in answer.conflict} == {("7.2.1", 10), ("8.6.1", 9)}


def test_rule_7_overrides_both_ways_are_a_conflict_that_names_both() -> None:
    text = "case {a}\n  overrides {b}\n  allowance(u) is {n} MP\n"
    book = core_of(WORDS + text.format(a="1.1", b="1.2", n=3) + text.format(a="1.2", b="1.1", n=4))
    answer = ask(book, "allowance(u)", {})
    assert answer.status is Status.CONFLICT
    assert {clash.rule for clash in answer.conflict} == {"1.1.1", "1.2.1"}


def test_rule_8_what_was_overridden_is_back_when_its_better_is_out() -> None:
    book = core_of(
        WORDS
        + """
verdict leave(u: unit)
case 9.1
  may not leave(u)
case 9.5
  overrides 9.1
  may leave(u) when u.army_reserve
case 19.1
  sets aside 9.5 when besieged
"""
    )
    assert said(book, "leave(u)", {"u.army_reserve": "yes", "besieged": "no"}) == "permitted"
    assert said(book, "leave(u)", {"u.army_reserve": "yes", "besieged": "yes"}) == "forbidden"


CHAIN = """
verdict leave
fact mud: yes/no
case 1.1
  overrides 1.2
  {first} leave
case 1.2
  overrides 1.3
  {second} leave when mud
case 1.3
  {third} leave
"""


@pytest.mark.parametrize(
    ("verbs", "mud", "expected"),
    [
        (("may", "may", "may not"), "yes", "permitted"),  # the first goes before the third by way of the second
        (("may", "may", "may not"), "no", "conflict"),  # there is no chain where the condition of the second is false
        (("need not", "must", "may not"), "yes", "permitted"),  # the first and the third do not clash: nothing is carried
    ],
)
def test_rule_8_a_chain_carries_its_precedence(verbs: tuple[str, str, str], mud: str, expected: str) -> None:
    first, second, third = verbs
    assert said(core_of(CHAIN.format(first=first, second=second, third=third)), "leave", {"mud": mud}) == expected


def test_rule_8_an_exception_to_an_exception_is_left_alone() -> None:
    book = core_of(
        """
fact mud: yes/no
fact road: yes/no
value cost: 0..20
case 1.1
  cost is 7
case 1.2
  overrides 1.1
  cost is 5 when mud
case 1.3
  overrides 1.2
  cost is 6 when mud and road
"""
    )
    for mud, road, cost in (("no", "no", 7), ("yes", "no", 5), ("yes", "yes", 6)):
        assert ask(book, "cost", {"mud": mud, "road": road}).value == cost


def test_rule_8_a_cycle_whose_conditions_exclude_each_other_is_allowed() -> None:
    book = core_of(
        WORDS
        + """
verdict move
case 1.1
  overrides 1.2 when weather is mud
  may not move
case 1.2
  overrides 1.1 when weather is snow
  may move
"""
    )
    assert said(book, "move", {"weather": "mud"}) == "forbidden"
    assert said(book, "move", {"weather": "snow"}) == "permitted"
    assert said(book, "move", {"weather": "clear"}) == "conflict"


def test_rule_9_any_ordinary_rule_displaces_an_otherwise_rule() -> None:
    book = core_of(
        """
enum effect: dr, ex, none_at_all
fact result: effect
fact grand_farm: yes/no
value effect: effect
case 1.1
  effect is result otherwise
  effect is ex when result is dr and grand_farm
"""
    )
    assert said(book, "effect", {"result": "dr", "grand_farm": "yes"}) == "ex"
    answer = ask(book, "effect", {"result": "dr", "grand_farm": "yes"})
    assert [one.why for one in answer.defeated] == ["otherwise"]
    assert said(book, "effect", {"result": "dr", "grand_farm": "no"}) == "dr"


def test_rule_9_the_otherwise_of_a_declaration_is_no_rule() -> None:
    book = core_of(
        WORDS.replace("verdict forage(u: unit, t: town)", "verdict forage(u: unit, t: town)\n  otherwise forbidden")
        + "case 1.1\n  may forage(u, t) when x\n"
    )
    answer = ask(book, "forage(u, t)", {"x": "no"})
    assert (answer.value, answer.because) == ("forbidden", ())
    assert said(book, "forage(u, t)", {"x": "yes"}) == "permitted"


def test_rule_10_a_certain_permission_is_not_lost_because_a_second_ground_is_open() -> None:
    book = core_of(
        WORDS.replace("predicate shut(t: town)", "predicate shut(t: town)\n  not held")
        + """
case 14.1
  may forage(u, t) when p
case 14.2
  may forage(u, t) when shut(t)
"""
    )
    assert said(book, "forage(u, t)", {"p": "yes"}) == "permitted"
    assert said(book, "forage(u, t)", {"p": "no"}) == "undetermined"


# ---- rules 12 to 19 ----------------------------------------------------------------------------------------------------------------------


def test_rule_12_later_limits_win() -> None:
    book = core_of(
        """
value v: 0..9
  base is the one
  cap at most
  floor at least
case 1.1
  v is 4
  v is at most 3
  v is at least 5
"""
    )
    answer = ask(book, "v")
    assert (answer.value, answer.steps) == (5, (("base", 4), ("cap", 3), ("floor", 5)))


def test_rule_12_the_one_may_only_come_first() -> None:
    assert codes("value v: 0..9\n  sums is the sum\n  late is the one\n") == ["RW208"]


def test_rule_13_a_change_without_a_base_is_undetermined_and_shown() -> None:
    book = core_of(WORDS + "case 8.6\n  take 2 MP from allowance(u) when weather is mud\n")
    answer = ask(book, "allowance(u)", {"weather": "mud"})
    assert answer.status is Status.UNDETERMINED
    assert [(reason.rule, reason.effect) for reason in answer.because] == [("8.6.1", "-2 MP")]


def test_rule_14_a_result_outside_the_declaration_is_out_of_range_never_cut() -> None:
    text = WORDS + "case 8.6\n  allowance(u) is 1 MP\n  take 2 MP from allowance(u) when weather is mud\n"
    answer = ask(core_of(text), "allowance(u)", {"weather": "mud"})
    assert answer.status is Status.OUT_OF_RANGE
    assert answer.out_of_range is not None
    assert (answer.out_of_range.value, answer.out_of_range.declared) == (-1, "0..20 MP")


VERBS = """
fact a: 0..4
fact b: 0..4
verdict act
case 1.1
  may act when a is 1
  may not act when a is 2
  must act when a is 3
  need not act when a is 4
case 1.2
  may act when b is 1
  may not act when b is 2
  must act when b is 3
  need not act when b is 4
"""

TOGETHER = {
    (1, 1): "permitted", (1, 2): "conflict", (1, 3): "required", (1, 4): "permitted", (1, 0): "permitted",
    (2, 1): "conflict", (2, 2): "forbidden", (2, 3): "conflict", (2, 4): "forbidden", (2, 0): "forbidden",
    (3, 1): "required", (3, 2): "conflict", (3, 3): "required", (3, 4): "conflict", (3, 0): "required",
    (4, 1): "permitted", (4, 2): "forbidden", (4, 3): "conflict", (4, 4): "undetermined", (4, 0): "undetermined",
}  # fmt: skip


def test_rule_15_the_table_of_verdicts() -> None:
    book = core_of(VERBS)
    assert {pair: said(book, "act", {"a": pair[0], "b": pair[1]}) for pair in TOGETHER} == TOGETHER


SECOND_LINE = """
verdict form
fact reinforced: yes/no
case 12.6
  must form
case 12.7
  overrides 12.6
  {verb} form when reinforced
"""


def test_rule_15_need_not_takes_only_the_requirement() -> None:
    book = core_of(SECOND_LINE.format(verb="need not"))
    answer = ask(book, "form", {"reinforced": "yes"})
    assert answer.value == "permitted"
    assert [(one.rule, one.by) for one in answer.defeated] == [("12.6.1", "12.7.1")]
    assert said(book, "form", {"reinforced": "no"}) == "required"
    assert said(core_of(SECOND_LINE.format(verb="may")), "form", {"reinforced": "yes"}) == "permitted"


def test_rule_15_only_bars_and_grants_nothing() -> None:
    book = core_of("fact near: yes/no\nfact snow: yes/no\nverdict move\ncase 1.1\n  may only move when near\n  may not move when snow\n")
    assert said(book, "move", {"near": "yes", "snow": "yes"}) == "forbidden"
    assert said(book, "move", {"near": "no", "snow": "yes"}) == "forbidden"
    assert said(book, "move", {"near": "yes", "snow": "no"}) == "undetermined"


def test_rule_15_when_and_only_when_grants_and_bars() -> None:
    book = core_of(
        "fact near: yes/no\nverdict move\nverdict halt\ncase 1.1\n  may move when and only when near\n  must halt when and only when near\n  may halt\n"
    )
    assert [said(book, "move", {"near": near}) for near in ("yes", "no")] == ["permitted", "forbidden"]
    assert [said(book, "halt", {"near": near}) for near in ("yes", "no")] == ["required", "permitted"]


@pytest.mark.parametrize(
    "rule",
    [
        "may move when and only when any of\n    1. near\n    2. snow\n",
        "may move when any of\n    1. near\n    2. snow\n    and no other\n",
    ],
)
def test_rule_15_a_whole_list_has_an_address_for_each_ground_and_one_for_the_rest(rule: str) -> None:
    book = core_of(f"fact near: yes/no\nfact snow: yes/no\nverdict move\ncase 1.1\n  {rule}")
    assert [reason.rule for reason in ask(book, "move", {"near": "no", "snow": "yes"}).because] == ["1.1.1.2"]
    assert [reason.rule for reason in ask(book, "move", {"near": "no", "snow": "no"}).because] == ["1.1.1"]
    assert said(book, "move", {"near": "no", "snow": "no"}) == "forbidden"


def test_rule_16_a_predicate_is_no_where_no_rule_says_yes() -> None:
    book = core_of(WORDS + "case 1.1\n  shut(t) when p\n")
    assert said(book, "shut(t)", {"p": "no"}) is False
    assert said(book, "shut(t)", {"p": "yes"}) is True


def test_rule_17_what_restates_counts_once_and_is_hit_at_both_addresses() -> None:
    text = MUD + "case 15.3\n  take 2 MP from allowance(u) when weather is mud\n{}"
    twice, once = core_of(text.format("")), core_of(text.format("    restates 7.2.2\n"))
    assert said(twice, "allowance(u)", {"weather": "mud"}) == 6
    answer = ask(once, "allowance(u)", {"weather": "mud"})
    assert answer.value == 8
    assert [(reason.rule, reason.effect) for reason in answer.because] == [
        ("7.2.1", "10 MP"),
        ("7.2.2", "-2 MP"),
        ("15.3.1", "restates 7.2.2"),
    ]
    hit = core_of(text.format("    restates 7.2.2\n") + "case 16.1\n  sets aside 15.3\n")
    assert said(hit, "allowance(u)", {"weather": "mud"}) == 10


HELD = """
fact p: yes/no
verdict stack
  otherwise permitted
predicate full
case 9.6
  may stack when p
case 9.11
  not held, bears on stack, full
"""


def test_rule_18_a_case_without_text_opens_silence_and_is_noted() -> None:
    book = core_of(HELD)
    spoken = ask(book, "stack", {"p": "yes"})
    assert (spoken.value, spoken.not_held) == ("permitted", ("9.11",))
    silent = ask(book, "stack", {"p": "no"})
    assert silent.undetermined is not None
    assert (silent.undetermined.why, silent.undetermined.case) == (Why.NOT_HELD, "9.11")
    assert said(book, "full") == "undetermined"


def test_rule_19_ratios_are_exact() -> None:
    book = core_of(
        """
measure SP "strength point"
fact ours: 0..99 SP
fact theirs: 0..99 SP
verdict retreat
case 1.1
  may not retreat when theirs is at least 500 percent of ours
  may retreat when theirs is less than 500 percent of ours
value third: 0..99 by 1/3 SP
case 1.2
  third is theirs / 3
value share: 0..99
case 1.3
  share is theirs / ours rounded down
"""
    )
    assert said(book, "retreat", {"ours": 4, "theirs": 19}) == "permitted"
    assert said(book, "retreat", {"ours": 4, "theirs": 20}) == "forbidden"
    assert said(book, "third", {"theirs": 7}) == Fraction(7, 3)
    assert said(book, "share", {"theirs": 7, "ours": 2}) == 3
    assert said(book, "share", {"theirs": 7, "ours": 0}) == "undetermined"


# ---- readings and unknown facts ----------------------------------------------------------------------------------------------------------

TIE = """
enum outcome: carry_on, fall_back
fact die: 1..6
fact hits: 0..6
value morale: outcome
case 1.1
  morale is carry_on when die is more than hits
  morale is fall_back when die is less than hits
reading tie on 1.1 "A roll equal to the hits"
  "The text gives no result."
  choice on in play: morale is carry_on when die is hits
  choice back: morale is fall_back when die is hits
"""


def test_rule_20_an_open_reading_matters_where_its_choices_differ() -> None:
    book = core_of(TIE)
    assert said(book, "morale", {"die": 4, "hits": 2}) == "carry_on"
    answer = ask(book, "morale", {"die": 2, "hits": 2})
    assert answer.undetermined is not None
    assert answer.undetermined.why is Why.OPEN_READING
    assert {choice: inner.value for choice, inner in answer.readings[0].outcomes} == {"on": "carry_on", "back": "fall_back"}
    assert said(book, "morale", {"die": 2, "hits": 2}, readings={"tie": "back"}) == "fall_back"


def test_rule_20_a_ruling_settles_a_reading() -> None:
    book = core_of(TIE + 'ruling Q1 on 1.1 in errata\n  asks "And a tie?"\n  answers "They fall back."\n  settles tie as back\n')
    assert said(book, "morale", {"die": 2, "hits": 2}) == "fall_back"


def test_rule_21_what_holds_in_every_completion_is_the_answer() -> None:
    book = core_of(
        WORDS
        + """
predicate sure
case 1.1
  sure when x or not x
case 8.6
  allowance(u) is 10 MP
  take 1 MP from allowance(u) when weather in {mud, snow}
  take 1 MP from allowance(u) when weather is clear
"""
    )
    assert said(book, "sure") is True
    assert said(book, "allowance(u)") == 9


def test_rule_21_a_fact_that_settles_an_open_reading_is_asked_for_first() -> None:
    answer = ask(core_of(TIE), "morale", {"hits": 2})
    assert answer.status is Status.MISSING
    assert [(fact.fact, fact.domain, fact.certain) for fact in answer.missing] == [("die", "1..6", True)]


def test_rule_25_some_and_every() -> None:
    book = core_of(
        WORDS
        + """
predicate led(s: stack)
case 1.1
  led(s) when some unit u among in_stack(s) with u.arm is leader
predicate mounted(s: stack)
case 1.2
  mounted(s) when every unit u among in_stack(s) satisfies u.arm is cavalry
"""
    )
    inside = {"carried(u, s)": "yes", "carried(v, s)": "yes"}
    assert said(book, "led(s)", {**inside, "u.arm": "cavalry", "v.arm": "leader"}) is True
    assert said(book, "mounted(s)", {**inside, "u.arm": "cavalry", "v.arm": "leader"}) is False
    assert said(book, "mounted(s)", {"carried(u, s)": "no"}) is True


# ---- which goes first, said from outside ---------------------------------------------------------------------------------------------------


OUTSIDE = """
case 9.5 "Reserves"
  tired: may forage(u, t) when u.tired
  may forage(u, t) when u.macdonald

case 9.13 "Besieged"
  shut: may not forage(u, t) when besieged

case 9.14 "Which first"
  {line}
"""


@pytest.mark.parametrize(
    ("line", "tired", "macdonald"),
    [
        ("9.5.tired goes before 9.13.shut", "permitted", "conflict"),
        ("9.5 goes before 9.13", "permitted", "permitted"),
        ("9.13.shut goes before 9.5", "forbidden", "forbidden"),
        ("9.13 goes before 9.5.tired when p", "forbidden", "conflict"),
        ("9.13 goes before 9.5.tired when not p", "conflict", "conflict"),
        ("first: 9.5.tired, 9.5.2 goes before 9.13", "permitted", "permitted"),
    ],
)
def test_a_line_may_say_from_outside_which_of_two_rules_goes_first(line: str, tired: str, macdonald: str) -> None:
    book = core_of(WORDS + OUTSIDE.format(line=line))
    world = {"besieged": "yes", "p": "yes"}
    assert said(book, "forage(u, t)", {**world, "u.tired": "yes", "u.macdonald": "no"}) == tired
    assert said(book, "forage(u, t)", {**world, "u.tired": "no", "u.macdonald": "yes"}) == macdonald


def test_a_choice_of_a_reading_may_only_say_which_rule_goes_first() -> None:
    reading = """
reading H_1 on 9.5, 9.13 "Which first"
  choice reserves: 9.5.tired goes before 9.13.shut
  choice siege: 9.13.shut goes before 9.5.tired
"""
    book = core_of(WORDS + OUTSIDE.format(line='"Nothing."') + reading)
    world = {"besieged": "yes", "u.tired": "yes", "u.macdonald": "no"}
    assert said(book, "forage(u, t)", world, readings={"H_1": "reserves"}) == "permitted"
    assert said(book, "forage(u, t)", world, readings={"H_1": "siege"}) == "forbidden"
    assert said(book, "forage(u, t)", world) == "undetermined"


def test_a_number_begins_a_line_only_where_it_goes_before() -> None:
    book = core_of(WORDS + "case 9.1\n  shut(t) when besieged\n  two: not shut(t) when x\n  9.1.two goes before 9.1.1\n")
    assert said(book, "shut(t)", {"besieged": "yes", "x": "yes"}) is False

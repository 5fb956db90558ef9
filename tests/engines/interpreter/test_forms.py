"""Every form of condition and effect, tried on small books: collections, tables, scales, groups, suppositions, stages, recursion."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.core.query import Status
from rulewright.engines.interpreter.answer import Why
from rulewright.engines.interpreter.ask import ask
from rulewright.engines.interpreter.query_expressions import read_free_question
from semantics.small import codes, core_of


def said(book: Core, question: str, facts: dict[str, Any] | None = None, **more: Any) -> Any:
    answer = ask(book, question, facts or {}, **more)
    return answer.value if answer.status is Status.ANSWERED else answer.status.value


# ---- collections -------------------------------------------------------------------------------------------------------------------------

COUNTS = """
measure SP "strength point"
enum arm: infantry, cavalry
scale grade: raw, line, elite
record hex
record corps
record unit
  arm: arm
  grade: grade
  strength: 0..40 SP
  hex: hex
  corps: corps or none
group units_in(h: hex): units u with u.hex is h
group all_units(h: hex): units u
value total(h: hex): 0..400 SP
value horse(h: hex): 0..99
value kinds(h: hex): 0..99
value best(h: hex): grade
value worst(h: hex): grade
value strongest(h: hex): 0..40 SP
value corps_here(h: hex): 0..99
predicate alone(u: unit)
predicate fine(h: hex)
value faces(h: hex): 0..6
predicate free(u: unit)
case 1.1
  total(h) is the sum of u.strength over units u among units_in(h)
  horse(h) is the number of u among units_in(h) with (u.arm is cavalry)
  kinds(h) is the number of different u.arm over units u among units_in(h)
  corps_here(h) is the number of different u.corps over units u among units_in(h) with (u.corps is not none)
  best(h) is the greatest u.grade over units u among units_in(h)
  worst(h) is the least u.grade over units u among units_in(h)
  strongest(h) is the greatest u.strength over units u among units_in(h)
  alone(u) when no unit v with (v is not u and v.hex is u.hex)
  fine(h) when every unit u among all_units(h) satisfies (u in units_in(h) and u.grade is at least line)
  faces(h) is the number of n from 1 to 6 with (n is at most horse(h))
  free(u) when u not in units_in(u.hex) or u.corps is none
"""
THREE = {
    "u.hex": "h", "v.hex": "h", "w.hex": "k",
    "u.arm": "cavalry", "v.arm": "infantry", "w.arm": "cavalry",
    "u.grade": "elite", "v.grade": "line", "w.grade": "raw",
    "u.strength": 5, "v.strength": "3 SP", "w.strength": 9,
    "u.corps": "none", "v.corps": "c", "w.corps": "c",
}  # fmt: skip


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("total(h)", 8),
        ("horse(h)", 1),
        ("kinds(h)", 2),
        ("corps_here(h)", 1),
        ("best(h)", "elite"),
        ("worst(h)", "line"),
        ("strongest(h)", 5),
        ("strongest(empty)", "undetermined"),
        ("total(empty)", 0),
        ("horse(empty)", 0),
        ("alone(u)", False),
        ("alone(w)", True),
        ("fine(h)", False),
        ("faces(h)", 1),
        ("free(u)", True),
        ("free(v)", False),
    ],
)
def test_collections(question: str, value: Any) -> None:
    assert said(core_of(COUNTS), question, THREE) == value


def test_a_set_whose_members_are_not_known_lacks_what_decides_them() -> None:
    book = core_of(COUNTS)
    answer = ask(book, "horse(h)", {"u.hex": "h", "u.arm": "cavalry", "v.arm": "cavalry"}, world="k: hex")
    assert [fact.fact for fact in answer.missing] == ["v.hex"]
    assert answer.missing[0].domain == "k, h or another hex"


# ---- numbers -----------------------------------------------------------------------------------------------------------------------------

NUMBERS = """
measure SP "strength point"
fact a: 0..60 SP
fact b: 0..60 SP
fact n: 0..60
value up: -99..99
value near: -99..99
value down: -99..99
value half: 0..99 by 1/2 SP
value least: 0..60 SP
value most: 0..60 SP
value turned: -99..99 SP
value tripled: 0..180 SP
value larger: 0..60 SP
value smaller: 0..60 SP
value apart: 0..60 SP
value apart_too: 0..60 SP
predicate within
predicate outside
case 1.1
  up is a / b rounded up
  near is a / b rounded to nearest
  down is - (a / b) rounded down
  half is 1/2 of a
  least is the least of (a, b)
  most is the greatest of (a, b)
  turned is - a
  tripled is 3 times a
  larger is the larger of a and b
  smaller is the smaller of a and b + 1 SP
  apart is the difference between a and b
  apart_too is the difference between b and (a + 1 SP)
  within when a is between 3 SP and 5 SP
  outside when a not in {1, 2, 7..9}
"""


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("up", 3), ("near", 3), ("down", -3), ("half", Fraction(5, 2)), ("least", 2), ("most", 5), ("turned", -5), ("tripled", 15),
        ("larger", 5), ("smaller", 3), ("apart", 3), ("apart_too", 4),
        ("within", True), ("outside", True),
    ],
)  # fmt: skip
def test_numbers_are_exact(question: str, value: Any) -> None:
    assert said(core_of(NUMBERS), question, {"a": 5, "b": 2}) == value


STAGED = """
fact a: yes/no
fact b: yes/no
fact c: yes/no
value defence: 0..99
  printed is the sum
  supply times the product
  terrain times the greatest
  weakness times the least
  whole rounded
  leader plus the sum
value bare: 0..99
case 1.1
  add 7 to defence at printed
  add 1 to defence at printed when c
  multiply defence by 1/2 at supply when a
  multiply defence by 2 at terrain when b
  multiply defence by 3 at terrain when b
  multiply defence by 1/2 at weakness when c
  defence is rounded down when a
  add 1 to defence at leader
  bare is defence up to terrain
"""


@pytest.mark.parametrize(
    ("facts", "value", "bare"),
    [
        ({"a": "no", "b": "no", "c": "no"}, 8, 7),
        ({"a": "yes", "b": "yes", "c": "no"}, 11, "out of range"),
        ({"a": "yes", "b": "yes", "c": "yes"}, 7, 12),
        ({"a": "no", "b": "no", "c": "yes"}, 5, 8),
    ],
)
def test_stages_in_order(facts: dict[str, str], value: int, bare: Any) -> None:
    book = core_of(STAGED)
    assert said(book, "defence", facts) == value
    assert said(book, "bare", facts) == bare


def test_an_answer_up_to_a_stage_is_among_those_asked_on_the_way() -> None:
    answer = ask(core_of(STAGED), "bare", {"a": "no", "b": "no", "c": "no"})
    assert [(one.question, one.value) for one in answer.inner] == [("defence", 7)]


@pytest.mark.parametrize("additions", [5, 6, 7, 8])
def test_a_sum_of_very_many_ways_is_open_though_a_later_stage_has_one_value_of_most(additions: int) -> None:
    """Of seven conditions that are open, six make 64 values: none of them is below 0, and with the last one they are."""
    facts = "".join(f"fact f{number}: yes/no\n" for number in range(additions))
    adds = "".join(f"  add {2**number} to v when f{number}\n" for number in range(additions - 1))
    stages = "  base is the one\n  more plus the sum\n  top at most\n"
    last = f"  take {2**additions} from v when f{additions - 1}\n  v is at most 0\n"
    book = core_of(f"{facts}value v: -900..900\n{stages}case 1.1\n  v is 0\n{adds}{last}")
    answer = ask(book, "v", {})
    assert answer.status is Status.MISSING
    assert f"f{additions - 1}" in {one.fact for one in answer.missing}


def test_roundings_clash_where_their_results_differ() -> None:
    book = core_of(
        "fact n: 0..9\nvalue v: 0..9\n  base is the one\n  end rounded\ncase 1.1\n  v is n / 2\n  v is rounded down\n  v is rounded up\n"
    )
    assert said(book, "v", {"n": 4}) == 2
    answer = ask(book, "v", {"n": 5})
    assert {clash.value for clash in answer.conflict} == {"rounded down", "rounded up"}


# ---- suppositions and recursion ----------------------------------------------------------------------------------------------------------

SUPPOSED = """
measure SP "strength point"
enum ground: clear, wood
record unit
  ground: ground
fact depot(u: unit): yes/no
predicate supplied(u: unit)
verdict fire(u: unit)
value defence(u: unit): 0..99 SP
value full(u: unit): 0..99 SP
value in_wood(u: unit): 0..99 SP
value unfed(u: unit): 0..99 SP
predicate would_fire(u: unit)
predicate barred(u: unit)
case 1.1
  supplied(u) when depot(u)
  defence(u) is 4 SP
  take 2 SP from defence(u) when not supplied(u)
  add 1 SP to defence(u) when u.ground is wood
  full(u) is defence(u) as if supplied(u)
  unfed(u) is defence(u) as if (not supplied(u))
  in_wood(u) is defence(u) as if (u.ground is wood)
  may not fire(u)
  barred(u) when may not fire(u)
  would_fire(u) when not barred(u) as if (may fire(u))
"""


def test_as_if() -> None:
    book = core_of(SUPPOSED)
    facts = {"depot(u)": "no", "u.ground": "clear"}
    assert [said(book, f"{name}(u)", facts) for name in ("defence", "full", "unfed", "in_wood")] == [2, 4, 2, 3]
    assert said(book, "barred(u)", facts) is True
    assert said(book, "would_fire(u)", facts) is True


def test_given_answers_stand_in_for_worked_out_ones() -> None:
    book = core_of(SUPPOSED)
    assert said(book, "defence(u)", {"supplied(u)": "yes", "u.ground": "clear"}) == 4
    assert said(book, "full(u)", {"defence(u)": "9 SP"}) == 9


HELD_TOWN = """
fact taken(turn: 1..30): yes/no
fact lost(turn: 1..30): yes/no
predicate kept(turn: 0..30)
case 1.1
  kept(turn) when taken(turn)
  kept(turn) when kept(turn - 1) and not lost(turn)
  not kept(turn) when lost(turn)
    overrides 1.1.1, 1.1.2
"""


def test_a_question_may_call_itself_on_a_smaller_number() -> None:
    book = core_of(HELD_TOWN)
    facts = {f"taken({turn})": "yes" if turn == 1 else "no" for turn in range(1, 31)}
    facts |= {f"lost({turn})": "no" for turn in range(1, 31)}
    assert said(book, "kept(30)", facts) is True
    assert said(book, "kept(9)", {**facts, "lost(5)": "yes"}) is False
    assert "RW209" in codes(HELD_TOWN.replace("turn - 1", "turn"))


def test_deep_books_do_not_meet_a_limit_of_the_host() -> None:
    deep = 700
    text = "fact zero: 0..1\n" + "".join(f"value v{n}: 0..1\n" for n in range(deep)) + "case 1.1\n  v0 is zero\n"
    book = core_of(text + "".join(f"  v{n} is v{n - 1}\n" for n in range(1, deep)))
    assert said(book, f"v{deep - 1}", {"zero": 1}) == 1


# ---- tables and scales -------------------------------------------------------------------------------------------------------------------

TABLES = """
enum troop: militia, line, elite, gun
class good: line, elite
enum season: summer, winter
scale odds: "1-2", "1-1", "2-1"
  above the last: the last
fact troop: troop
fact total: 0..900
fact odds: odds
fact shift: -5..5
fact season: season
case 1.1
  table to_hit(t: troop): 1..6
    | militia | 6 |
    | good    | 5 |
  table lost(total: 0..900): 0..12
    | 600..659 | 10 |
    | 660..711 | 11 |
    | 720..    | 12 |
  table work(t: troop, s: season, rain: yes/no): 0..9
    columns s, rain
    |             | summer / no | summer / yes | winter / any |
    | line, elite |      5      |      4       |      1       |
    | militia     |      3      |      -       |      0       |
  table clamped(n: 0..99): 0..9
    below the first: the first
    above the last: the last
    | 3..5 | 1 |
    | 6    | 2 |
  table by_odds(o: odds): 0..9
    | "1-2".."1-1" | 1 |
    | "2-1"        | 2 |
  table empty(t: troop): 0..9
    not held
value shifted_odds: odds
value beyond: 0..9
value hit: 1..6
value points: 0..12
value air: 0..12
case 1.2
  shifted_odds is shifted(odds, shift)
  beyond is overflow(odds, shift)
  hit is to_hit(troop)
  points is lost(total)
reading hole on 1.1 "712 to 719 stand in no row"
  choice as_printed
  choice to_719: lost(total) is 11 when total in 712..719
"""


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("to_hit(elite)", 5), ("to_hit(militia)", 6), ("to_hit(gun)", "undetermined"),
        ("lost(600)", 10), ("lost(711)", 11), ("lost(720)", 12), ("lost(900)", 12), ("lost(5)", "undetermined"),
        ("work(line, summer, yes)", 4), ("work(line, winter, yes)", 1), ("work(militia, summer, yes)", "undetermined"),
        ("clamped(0)", 1), ("clamped(50)", 2), ("clamped(4)", 1),
        ("empty(line)", "undetermined"),
    ],
)  # fmt: skip
def test_tables(question: str, value: Any) -> None:
    assert said(loose(TABLES), question, {}) == value


def loose(text: str) -> Core:
    """A program in which holes of tables are allowed."""
    from semantics.small import resolved

    found, findings = resolved(text)
    assert {finding.code for finding in findings} <= {"RW213"}, findings
    return lower(found)


def test_a_row_is_shown_in_the_argument() -> None:
    answer = ask(loose(TABLES), "to_hit(line)")
    assert answer.because[0].says == "table to_hit(t): | good | 5 |"
    assert answer.because[0].rule == "1.1.to_hit"


LAST_ROW = """
enum season: winter, spring, summer
fact season: season
fact guests: 1..99
value fee: 0..99
case 1.1 "Fares"
  table fare(s: season, g: 1..99): 0..99
    |           | ..8 | 9.. |
    | winter    | 12  | -   |
    | spring    | -   | 10  |
    | otherwise | 7   | 6   |
  table alone(g: 1..99): 0..99
    above the last: the last
    | 3..5      | 1 |
    | otherwise | 2 |
  fee is fare(season, guests)
"""


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("fare(winter, 3)", 12), ("fare(winter, 9)", 6), ("fare(spring, 8)", 7), ("fare(spring, 9)", 10),
        ("fare(summer, 1)", 7), ("fare(summer, 20)", 6), ("alone(1)", 2), ("alone(4)", 1), ("alone(50)", 1),
    ],
)  # fmt: skip
def test_a_last_row_holds_where_no_other_row_does(question: str, value: int) -> None:
    """It holds at the empty cells of the others too; what a table moves to its end is held by the end."""
    assert said(core_of(LAST_ROW), question, {}) == value


def test_the_row_that_gave_the_cell_is_shown() -> None:
    answers = [ask(core_of(LAST_ROW), f"fare({keys})") for keys in ("spring, 3", "summer, 3", "spring, 12")]
    assert [answer.because[0].cell.row for answer in answers if answer.because[0].cell] == ["otherwise", "otherwise", "spring"]


def test_an_unknown_key_of_a_last_row_is_missing() -> None:
    answer = ask(core_of(LAST_ROW), "fee", {"season": "summer"})
    assert [missing.fact for missing in answer.missing] == ["guests"]
    assert ask(core_of(LAST_ROW), "fee", {"guests": 3}).missing


@pytest.mark.parametrize(
    ("rows", "code", "help"),
    [
        ("| otherwise | 7 |\n    | 3..5 | 1 |", "RW211", "put the row `otherwise` last, once"),
        ("| 3..5 | 1 |\n    | otherwise | 7 |\n    | otherwise | 8 |", "RW211", "put the row `otherwise` last, once"),
        ("| 3..5 | 1 |\n    | all others | 7 |", "RW205", "if this is the last row, for all that no other row holds, write `otherwise`"),
        ("| 3..5 | 1 |\n    | any | 7 |", "RW212", "if it is for all that no other row holds, write `otherwise` as its key"),
    ],
)
def test_a_last_row_is_last(rows: str, code: str, help: str) -> None:
    from semantics.small import resolved

    _, findings = resolved(f"case 1.1\n  table fare(g: 1..9): 0..99\n    {rows}\n")
    assert [(finding.code, finding.help) for finding in findings] == [(code, help)]


SEVERAL = """
enum arm: foot, horse, gun
case 1.1
  table march(a: arm): 0..9 and delay: 0..5
    |           | delay | march |
    | foot      | 1     | 2     |
    | otherwise | 4     | -     |
"""


@pytest.mark.parametrize(("question", "value"), [("march(foot)", 2), ("delay(foot)", 1), ("delay(gun)", 4), ("march(gun)", "undetermined")])
def test_a_table_may_give_several_values(question: str, value: int | str) -> None:
    assert said(loose(SEVERAL), question) == value


def test_an_amendment_corrects_one_of_several_values_of_a_table() -> None:
    book = core_of(SEVERAL + 'amend 1.1 in errata as correction\n  corrects delay row "foot" column "delay" from 1 to 3\n')
    assert [said(book, question) for question in ("delay(foot)", "march(foot)")] == [3, 2]


def test_a_reading_may_fill_a_hole_of_a_table() -> None:
    book = loose(TABLES)
    assert said(book, "lost(715)") == "undetermined"
    assert said(book, "lost(715)", readings={"hole": "to_719"}) == 11
    answer = ask(book, "points", {"total": 715})
    assert answer.undetermined is not None
    assert answer.undetermined.why == "open reading"


def test_scales() -> None:
    book = loose(TABLES)
    assert said(book, "shifted_odds", {"odds": "1-2", "shift": 1}) == "1-1"
    assert said(book, "shifted_odds", {"odds": "2-1", "shift": 3}) == "2-1"
    assert said(book, "beyond", {"odds": "1-1", "shift": 3}) == 2
    assert said(book, "shifted_odds", {"odds": "1-2", "shift": -1}) == "undetermined"
    assert said(book, "by_odds(1-1)") == 1


def test_unknown_facts_are_cut_as_the_table_cuts_them() -> None:
    book = loose(TABLES)
    answer = ask(book, "hit")
    assert [fact.fact for fact in answer.missing] == ["troop"]
    answer = ask(book, "points")
    assert [fact.fact for fact in answer.missing] == ["total"]


# ---- precedence ---------------------------------------------------------------------------------------------------------------------------

POLICY = """
fact p: yes/no
option harsh "Harsh"
verdict go
verdict stay
case 1.1
  may never go when p
  may always stay when p
case 1.2
  may go
  may not stay
scenario 9.1 "A day"
  may not go
case 1.3
  option harsh
  may not go
ruling Q1 on 1.2 in errata
  asks "Really?"
  answers "No."
  may not go
"""


def test_lines_of_the_policy() -> None:
    lines = "  never over may\n  always over may not\n  scenario rule over general rule\n  option rule over general rule\n  ruling over general rule"
    book = core_of(POLICY.replace("ruling Q1", "ruling Q2"), policy=lines)
    answer = ask(book, "go", {"p": "yes"})
    assert (answer.value, answer.defeated[0].why) == ("forbidden", "never over may")
    assert said(book, "stay", {"p": "yes"}) == "permitted"
    assert said(book, "stay", {"p": "no"}) == "forbidden"
    assert ask(book, "go", {"p": "no"}).defeated[0].why == "ruling over general rule"
    assert said(core_of(POLICY), "go", {"p": "no"}) == "conflict"
    for line, switches in (("scenario", {"scenario": "9.1"}), ("option", {"options": ("harsh",)})):
        only = core_of(POLICY.split("ruling")[0], policy=f"  {line} rule over general rule")
        assert f"{line} rule over general rule" in {one.why for one in ask(only, "go", {"p": "no"}, **switches).defeated}


def test_a_line_before_stated_goes_before_it_where_two_rules_clash() -> None:
    text = "verdict go\ncase 1.1\n  may never go\ncase 1.2\n  overrides 1.1\n  may go\n"
    assert said(core_of(text, policy="  never over may\n  stated"), "go") == "forbidden"
    assert said(core_of(text, policy="  stated\n  never over may"), "go") == "permitted"


def test_except_is_the_override_of_the_other_case() -> None:
    book = core_of("fact p: yes/no\nverdict go\ncase 1.1\n  may go\n    except 1.2 when p\ncase 1.2\n  may not go\n")
    assert said(book, "go", {"p": "yes"}) == "forbidden"
    assert said(book, "go", {"p": "no"}) == "conflict"


def test_a_case_not_held_that_is_excepted_is_named_and_one_overridden_is_silent() -> None:
    text = "fact p: yes/no\nverdict go\ncase 6.42\n  may go\n    except 6.53\ncase 6.53\n  not held, bears on go\n{}"
    answer = ask(core_of(text.format("")), "go")
    assert (answer.value, answer.not_held) == ("permitted", ("6.53",))
    book = core_of("verdict go\ncase 6.53\n  not held, bears on go\ncase 7.1\n  need not go\n    overrides 6.53\n")
    assert ask(book, "go").undetermined.why == "silent"  # type: ignore[union-attr]
    book = core_of("verdict go\ncase 6.53\n  not held, bears on go\ncase 7.1\n  sets aside 6.53\n")
    assert ask(book, "go").undetermined.why == "silent"  # type: ignore[union-attr]


def test_an_answer_rests_on_a_case_without_text_that_it_refers_to() -> None:
    book = core_of("verdict go\ncase 12.5\n  not held\ncase 12.6\n  may go\n    as in 12.5\n")
    assert ask(book, "go").not_held == ("12.5",)


def test_a_setting_aside_on_a_rule_holds_where_the_rule_does() -> None:
    book = core_of("fact p: yes/no\nverdict go\nverdict stay\ncase 1.1\n  may stay when p\n    sets aside 1.2\ncase 1.2\n  may not go\n")
    assert said(book, "go", {"p": "no"}) == "forbidden"
    assert said(book, "go", {"p": "yes"}) == "undetermined"


def test_settings_aside_in_a_circle_are_a_conflict() -> None:
    book = core_of("verdict go\ncase 1.1\n  sets aside 1.2\n  may go\ncase 1.2\n  sets aside 1.1\n  may not go\n")
    assert said(book, "go") == "conflict"


def test_literal_arguments_speak_of_that_value_only() -> None:
    book = core_of("enum arm: foot, horse\nvalue pace(a: arm): 0..9\ncase 1.1\n  pace(foot) is 1\n  pace(horse) is 2\n")
    assert [said(book, f"pace({arm})") for arm in ("foot", "horse")] == [1, 2]
    assert [reason.rule for reason in ask(book, "pace(foot)").because] == ["1.1.1"]


def test_means_is_a_full_definition_and_grounds_are_rules_of_their_own() -> None:
    book = core_of(
        """
fact a: yes/no
fact b: yes/no
predicate p
predicate q
verdict go
case 1.1
  p means a and not b
  may go when any of
    a. a
    b. b
  q when all of
    a. a
    b. b
  not q when any of
    1. not a
"""
    )
    assert said(book, "p", {"a": "yes", "b": "no"}) is True
    answer = ask(book, "p", {"a": "yes", "b": "yes"})
    assert (answer.value, [reason.effect for reason in answer.because]) == (False, ["no"])
    answer = ask(book, "go", {"a": "no", "b": "yes"})
    assert [reason.rule for reason in answer.because] == ["1.1.2.b"]
    assert [(one.rule, one.first_false) for one in answer.inapplicable] == [("1.1.2.a", "a. a")]
    assert ask(book, "q", {"a": "yes", "b": "no"}).inapplicable[0].first_false == "b. b"


def test_unless_bars_by_its_parts() -> None:
    book = core_of(
        "fact a: yes/no\nfact b: yes/no\nverdict go\ncase 1.1\n  may go unless any of\n    1. a\n    2. b\n  may only go when all of\n    1. a\n    2. b\n"
    )
    assert ask(book, "go", {"a": "no", "b": "yes"}).inapplicable[0].first_false == "2. not b"
    assert said(book, "go", {"a": "yes", "b": "yes"}) == "undetermined"


def test_a_joint_amendment_of_scenarios_holds_in_each() -> None:
    scenarios = "".join(f'scenario 19.{n} "Day {n}"\n  "A day."\n' for n in (1, 2, 3))
    book = core_of("verdict go\n" + scenarios + "amend 19.1, 19.2 in errata as addition\n  adds\n  may go\n")
    assert [said(book, "go", scenario=f"19.{n}") for n in (1, 2, 3)] == ["permitted", "permitted", "undetermined"]
    assert said(book, "go") == "undetermined"


def test_a_set_up_line_can_be_overridden() -> None:
    text = """
map europe "Europe": B0001..B9999
scenario 19.13 "A day"
  place napoleon "Napoleon" at B2041 or B2308
  place ney "Ney" at B2041
reading r on 19.13 "Where?"
  "Open."
  choice line
    may set_up(napoleon, B2401)
    overrides 19.13.napoleon
  choice whole
    may set_up(napoleon, B2401)
    overrides 19.13
"""
    book = core_of(text)
    for choice in ("line", "whole"):
        assert said(book, "set_up(napoleon, B2401)", scenario="19.13", readings={"r": choice}) == "permitted"
        assert said(book, "set_up(ney, B2041)", scenario="19.13", readings={"r": choice}) == "required"


def test_a_group_without_arguments_in_the_condition_of_a_setting_aside() -> None:
    """A bare name that is a group is no variable of the statement."""
    book = core_of(
        """
record unit "a unit"
  reserve: yes/no
group everyone: units u
group waiting: units u with u.reserve
verdict march(u: unit)

case 9.1
  may march(u)

case 9.2
  sets aside 9.1 when every u among everyone satisfies u.reserve
  sets aside 9.1 when some u among waiting with not u.reserve
"""
    )
    assert ask(book, "march(u)", {"u.reserve": "no"}).value == "permitted"
    assert ask(book, "march(u)", {"u.reserve": "yes"}).status is Status.UNDETERMINED


LEADERS = """
measure SP "strength point"
record leader
  value: 0..9 SP
  here: yes/no
fact most: -1..5
value bonus: 0..99 SP
value other: 0..99 SP
value declared: 0..99 SP
case 1.1
  bonus is the sum of the greatest 2 of l.value over leaders l with (l.here)
  other is the sum of the least 2 of l.value over leaders l with (l.here)
  declared is the sum of the greatest most of l.value over leaders l
"""


def leaders(*values: int, **more: Any) -> dict[str, Any]:
    named = list(zip("abc", values, strict=False))
    return {**{f"{name}.value": value for name, value in named}, **{f"{name}.here": "yes" for name, _ in named}, **more}


@pytest.mark.parametrize(
    ("question", "facts", "value"),
    [
        ("bonus", leaders(3, 5, 4), 9),
        ("bonus", leaders(3), 3),
        ("bonus", leaders(3, 3, 3), 6),
        ("bonus", {**leaders(3, 5, 4), "b.here": "no"}, 7),
        ("other", leaders(3, 5, 4), 7),
        ("declared", leaders(3, 5, 4, most=1), 5),
        ("declared", leaders(3, 5, 4, most=0), 0),
        ("declared", leaders(3, 5, 4, most=-1), 0),
        ("declared", leaders(3, 5, most=5), 8),
        ("declared", leaders(3, 5), "missing"),
        ("bonus", {"a.value": 3, "b.value": 5, "a.here": "yes", "b.here": "yes", "c.value": 4}, "missing"),
    ],
)
def test_so_many_of_the_greatest_are_added_up(question: str, facts: dict[str, Any], value: Any) -> None:
    there = ", ".join(name for name in "abc" if f"{name}.value" in facts)
    assert said(core_of(LEADERS), question, facts, world=f"{there}: leader") == value


RANGES = """
case 1.1
  table both(n: 0..99): 0..9
    below the first: the first
    above the last: the last
    | 3..5 | 1 |
    | 6..9 | 2 |
  table low(n: 0..99): 0..9
    below the first: the first
    | 3..5 | 1 |
    | 6..9 | 2 |
"""


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("both(0)", 1), ("both(2)", 1), ("both(5)", 1), ("both(6)", 2), ("both(9)", 2), ("both(10)", 2), ("both(99)", 2),
        ("low(0)", 1), ("low(9)", 2), ("low(10)", "undetermined"),
    ],
)  # fmt: skip
def test_a_table_of_ranges_is_clamped_at_their_ends(question: str, value: Any) -> None:
    assert said(loose(RANGES), question, {}) == value


def test_what_did_not_hold_is_said_with_its_brackets() -> None:
    rules = "case 1.1\n  may go unless a\n  may go unless a and b\n  may go unless any of\n    a. a\n    b. b and a\n"
    answer = ask(core_of("fact a: yes/no\nfact b: yes/no\nverdict go\n" + rules), "go", {"a": True, "b": True})
    assert [one.first_false for one in answer.inapplicable] == ["not a", "not (a and b)", "a. not a"]


@pytest.mark.parametrize(
    "question",
    [
        "pace({}) + 1", "1 - pace({})", "- pace({})", "2 times pace({})", "1/2 of pace({})", "50 percent of pace({})",
        "pace({}) / 2 rounded down", "pace({}) up to base", "not tired({})", "tired({}) and mud", "mud or tired({})", "may go({})",
        "the larger of 3 and pace({})", "the difference between pace({}) and 3", "the greatest of (1, pace({}))",
        "pace({}) is between 1 and 3", "5 is between 1 and pace({})", "pace(b) as if (tired({}))", "pace({}) as if mud",
        "the larger of pace({}) and (2 times 3)", "any number of near({}, c)", "pace({}) in {{1, 3}}",
    ],
)  # fmt: skip
def test_a_thing_is_known_by_where_it_stands_in_whatever_a_question_asks(question: str) -> None:
    core = core_of(
        "record unit\n  rank: 0..9\nfact mud: yes/no\nfact tired(u: unit): yes/no\nfact near(u: unit, v: unit): yes/no\nvalue pace(u: unit): 0..20\n"
        "verdict go(u: unit)\ncase 1.1\n  pace(u) is u.rank\n"
    )
    _, _, kinds = read_free_question(core, question.format("lannes"), {})
    assert kinds.get("lannes") == "unit"


OPEN_PREDICATE = """
fact angle: 0..9
predicate askew
  otherwise undetermined
predicate told
  otherwise undetermined
option strict "Strict"
value fine: 0..9
verdict stop
  otherwise permitted
case 1.1
  askew when angle is at least 6
  not askew when angle is at most 3
  fine is 5 when askew or angle is 4
  fine is 1 when not askew and angle is not 4
  may not stop when askew
  told means angle is 9
case 1.2
  option strict
  askew when angle is 5
case 1.3
  not askew when angle is 8
    overrides 1.1
"""


@pytest.mark.parametrize(
    ("question", "facts", "said_"),
    [
        ("askew", {"angle": 6}, True), ("askew", {"angle": 3}, False), ("askew", {"angle": 4}, "undetermined"),
        ("askew", {"angle": 8}, False), ("askew", {}, "missing"), ("fine", {"angle": 4}, 5), ("fine", {"angle": 5}, "undetermined"),
        ("fine", {"angle": 2}, 1), ("stop", {"angle": 4}, "undetermined"), ("stop", {"angle": 1}, "permitted"),
        ("stop", {"angle": 4, "askew": True}, "forbidden"), ("(may not stop) as if askew", {"angle": 1}, True),
        ("told", {"angle": 9}, True), ("told", {"angle": 4}, False),
    ],
)  # fmt: skip
def test_a_predicate_may_be_open_where_no_rule_speaks(question: str, facts: dict[str, Any], said_: Any) -> None:
    assert said(core_of(OPEN_PREDICATE), question, facts) == said_


def test_why_a_predicate_is_open() -> None:
    core = core_of(OPEN_PREDICATE)
    reasons = [ask(core, "askew", {"angle": angle}).undetermined for angle in (4, 5)]
    assert [reason.why for reason in reasons if reason] == [Why.SILENT, Why.OPTION_OFF]
    assert ask(core, "askew", {"angle": 5}, options=("strict",)).value is True

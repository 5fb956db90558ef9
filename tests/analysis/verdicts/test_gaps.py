"""What leaves a question that must always be answered without an answer, and what is no gap."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from rulewright.analysis.verdicts.decide import decide
from rulewright.analysis.verdicts.findings import FindingKind
from rulewright.analysis.verdicts.witness import NotShown, Witnesses
from rulewright.core.query import Status
from rulewright.engines.interpreter.ask import ask
from rulewright.engines.solver.encoding.encoder import Encoder
from semantics.small import codes, core_of

BOOK = """
fact fog: yes/no
fact depth: 0..2
value load: 0..9
value speed: 0..9
  otherwise {otherwise}
  total

case 1.1
  speed is 3 when fog
{rules}
"""


def gaps(otherwise: str, *rules: str) -> list[tuple[str, str]]:
    """The facts that show each gap, and why it is one."""
    found = decide(core_of(BOOK.format(otherwise=otherwise, rules="\n".join(f"  {rule}" for rule in rules)))).findings
    return [
        (" ".join(f"{name}={value}" for name, value in one.situation.facts), one.why)
        for one in found
        if one.kind is FindingKind.GAP and one.situation is not None
    ]


@pytest.mark.parametrize(
    ("otherwise", "rules", "wanted"),
    [
        ("1", [], []),
        ("2 / depth", [], [("depth=0 fog=no", "a divisor is 0")]),
        ("load", [], [("fog=no", "")]),
        ("load", ["load is 1 when fog"], [("fog=no", "")]),
        ("load", ["load is 1 when not fog"], []),
    ],
)
def test_an_otherwise_that_has_no_value_is_no_answer(otherwise: str, rules: list[str], wanted: list[tuple[str, str]]) -> None:
    assert gaps(otherwise, *rules) == wanted


@pytest.mark.meaning("total.no-gap")
def test_an_otherwise_in_conflict_is_a_conflict_and_no_gap() -> None:
    assert gaps("load", "load is 1 when not fog", "load is 2 when not fog") == []
    assert gaps("load", "load is 1 when depth is at least 1", "load is 2 when depth is 2") == [("depth=0 fog=no", "")]


def test_silence_elsewhere_is_not_what_an_idle_divisor_makes_of_it() -> None:
    """The effect has no value because `load` has none; that a divisor may be 0 in a statement that changes nothing is no reason."""
    found = gaps("1", "speed is load when not fog", "speed is load when depth is 1", "  overrides 1.1.1 when 2 / depth is 1")
    assert found == [("fog=no", NO_VALUE)]


NO_VALUE = "it is worked out from what has no value"
THINGS = """
record unit "a unit"
  strength: 0..3
  boss: unit or none
value best: 0..9
  total
case 1.1
  best is {effect}
"""


@pytest.mark.parametrize(
    ("effect", "wanted", "why"),
    [
        ("the greatest u.strength over units u", [("", ("unit",))], "there is none to choose from"),
        ("the greatest of (0, the sum of u.strength over units u)", [], ""),
        ("the sum of (u.boss.strength) over units u", [("u.boss=none", ())], "an amount is a field of `none`"),
        ("the number of units u with (u.strength is 3)", [], ""),
        ("the number of units u with (u.boss.strength is 3)", [], ""),
    ],
)
@pytest.mark.meaning("total.gap")
def test_what_is_made_of_nothing_or_of_none_is_no_answer(effect: str, wanted: list[tuple[str, tuple[str, ...]]], why: str) -> None:
    found = [one for one in decide(core_of(THINGS.format(effect=effect))).findings if one.kind is FindingKind.GAP]
    shown = [(" ".join(f"{name}={value}" for name, value in one.situation.facts), one.situation.without) for one in found if one.situation]
    assert shown == wanted and all(one.why == why for one in found)


def test_the_divisor_of_another_question_leaves_this_one_without_an_answer() -> None:
    """What leaves `swim` open is that another question divides by 0; the rule in which it divides itself does not stand."""
    text = """
fact fog: yes/no
fact depth: 0..2
predicate shallow
verdict swim
  total

case 1.1
  may not swim when fog
    overrides 1.2
  may swim when not fog
  must swim when shallow
  shallow when 2 / depth is 2

case 1.2
  may swim when 2 / depth is 1 and fog
"""
    found = [one for one in decide(core_of(text)).findings if one.kind is FindingKind.GAP]
    assert [(one.why, one.situation and dict(one.situation.facts)) for one in found] == [("a divisor is 0", {"depth": "0"})]


def test_a_divisor_is_looked_at_where_silence_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    core = core_of("fact fog: yes/no\nfact depth: 0..2\nvalue speed: 0..9\n  total\ncase 1.1\n  speed is 2 / depth when fog\n")
    shown = Witnesses.replay
    times = count()

    def not_at_first(*args: Any, **kwargs: Any) -> Any:
        if next(times) < 2:  # neither without what is not needed nor with it
            raise NotShown("it does not")
        return shown(*args, **kwargs)

    monkeypatch.setattr(Witnesses, "replay", not_at_first)
    monkeypatch.setattr(Encoder, "opaque_reasons", lambda self, formula: ("left out",))
    found = decide(core)
    assert [one.why for one in found.findings if one.kind is FindingKind.GAP] == ["a divisor is 0"]


CLAMPED = """
fact n: 0..9
value v: 0..9
  total
case 1.1
  table t(n: 0..9): 0..9
{clamps}    | 3..6 | 1 |
    | 7 | 2 |
  v is t(n)
"""


@pytest.mark.parametrize(
    ("clamps", "bare"),
    [
        ("", {"0", "1", "2", "8", "9"}),
        ("    below the first: the first\n", {"8", "9"}),
        ("    above the last: the last\n", {"0", "1", "2"}),
        ("    below the first: the first\n    above the last: the last\n", set()),
    ],
)
def test_a_table_holds_beyond_its_ends_only_where_it_says_so(clamps: str, bare: set[str]) -> None:
    core = core_of(CLAMPED.format(clamps=clamps))
    found = [one for one in decide(core).findings if one.kind is FindingKind.TABLE_GAP]
    assert len(found) == bool(bare)
    assert all(one.situation is not None and dict(one.situation.facts)["n"] in bare for one in found)
    assert {str(n) for n in range(10) if ask(core, "v", {"n": n}).status is not Status.ANSWERED} == bare


EMPTY_CELL = """
enum good: ore, silk
fact good: good
die throw: 1d6
value factor: 0..9
  total
verdict sell
  total
case 4.1
  table price(throw: 1..6, good: good): 0..6
    columns good
    |      | ore | silk |
    | 1..5 | 1   | 2    |
    | 6    | 3   | -    |
  {rule}
"""


@pytest.mark.parametrize(
    ("rule", "question"),
    [
        ("factor is price(throw, good)", "factor"),
        ("factor is price(throw, good) + 1", "factor"),
        ("may sell when price(throw, good) is more than 0\n  factor is 1", "sell"),
    ],
)
def test_an_empty_cell_is_a_gap_of_what_must_be_answered(rule: str, question: str) -> None:
    found = [
        one for one in decide(core_of(EMPTY_CELL.format(rule=rule))).findings if one.kind is FindingKind.GAP and one.question == question
    ]
    assert [(one.why, one.situation and dict(one.situation.facts)) for one in found] == [
        ("the table of 4.1 has an empty cell", {"good": "silk", "throw": "6"})
    ]


KEYS = """
enum card: copper, silver, gold
scale rank: low, middle, high
fact card: card{none}
fact n: 0..20
fact rank: rank
fact warm: yes/no
value fare: 0..9
verdict ride
case 1.1
  table by_card(c: card{or_none}): 0..9
{rows}
  {rule}
"""
COPPER_AND_GOLD = "    | copper | 5 |\n    | gold | 2 |"
ALL_CARDS = "    | copper, silver | 5 |\n    | gold | 2 |"


def holes(rows: str, rule: str, none: str = "", or_none: str = "") -> list[str]:
    """What is said of keys without a row or a column."""
    core = core_of(KEYS.format(rows=rows, rule=rule, none=none, or_none=or_none))
    return [one.why for one in decide(core).findings if one.kind is FindingKind.HOLE_IN_TABLE]


SILVER = ["no row of `by_card` holds for `silver`"]


@pytest.mark.parametrize(
    ("rule", "wanted"),
    [
        ("fare is by_card(card)", SILVER),
        ("fare is by_card(card) + 1", SILVER),
        ("may ride when by_card(card) is 5", SILVER),
        ("fare is by_card(card) when card is not silver", []),
        ("fare is by_card(card)\n  fare is 3 when card is silver\n    overrides 1.1.1", []),
        ("fare is by_card(card) otherwise\n  fare is 3 when card is silver", []),
        ("fare is by_card(gold)", []),
    ],
)
def test_a_value_without_a_row_is_named_where_a_rule_looks_it_up(rule: str, wanted: list[str]) -> None:
    assert holes(COPPER_AND_GOLD, rule) == wanted


@pytest.mark.parametrize(
    ("rows", "rule", "or_none", "wanted"),
    [
        (ALL_CARDS, "fare is by_card(card)", "", ["no row of `by_card` holds for `none`; its parameters do not take `none`"]),
        (ALL_CARDS, "fare is by_card(card)", " or none", ["no row of `by_card` holds for `none`"]),
        (ALL_CARDS, "fare is by_card(card) when card is not none", "", []),
        (ALL_CARDS, "fare is by_card(card)\n  fare is 7 when card is none", "", []),
        (ALL_CARDS + "\n    | none | 1 |", "fare is by_card(card)", " or none", []),
        (COPPER_AND_GOLD, "fare is by_card(card)", " or none", ["no row of `by_card` holds for `silver, none`"]),
    ],
)
def test_none_without_a_row_is_named_where_a_rule_may_look_it_up(rows: str, rule: str, or_none: str, wanted: list[str]) -> None:
    assert holes(rows, rule, " or none", or_none) == wanted


OTHER_KEYS = [
    ("r: rank", "| low | 1 |", "rank", "no row of `t` holds for `middle, high`"),
    ("w: yes/no", "| yes | 1 |", "warm", "no row of `t` holds for `no`"),
    ("n: 0..20", "| 1..3 | 1 |\n    | 4..8 | 2 |", "n", "no row of `t` holds for `0` or `9..20`"),
    ("n: 0..8", "| 0..3 | 1 |\n    | 4..8 | 2 |", "n", "no row of `t` holds for `9..`; its parameters do not take `9..`"),
    ("n: 0..20", "| 0 | 1 |\n    | 4 | 2 |", "n", "no row of `t` holds for `1..3` or `5..20`"),
    ("n: 0..20", "below the first: the first\n    above the last: the last\n    | 3 | 1 |\n    | 4 | 2 |", "n", ""),
    ("w: yes/no, n: 0..20", "| yes / 0..20 | 1 |\n    | no / 0..20 | 1 |", "warm, n", ""),
    ("n: 0..20, c: card", "columns c\n    | | copper | gold |\n    | any | 1 | 2 |", "n, card", "no column of `t` holds for `silver`"),
    ("c: card, n: 0..20", "columns n\n    | | 0..9 | 10..15 |\n    | any | 1 | 2 |", "card, n", "no column of `t` holds for `16..20`"),
    ("c: card, n: 0..20", "| copper / any | 1 |\n    | gold / any | 1 |", "card, n", "no row of `t` holds for `silver / any`"),
    ("c: card, n: 0..20", "| copper, silver / any | 1 |\n    | gold / ..7 | 1 |", "card, n", "no row of `t` holds for `gold / 8..20`"),
]


@pytest.mark.parametrize(("params", "rows", "keys", "wanted"), OTHER_KEYS)
def test_every_kind_of_key_without_a_row_or_a_column_is_named(params: str, rows: str, keys: str, wanted: str) -> None:
    text = KEYS.format(rows=ALL_CARDS, rule=f"table t({params}): 0..9\n    {rows}\n  fare is t({keys})", none="", or_none="")
    found = [one for one in decide(core_of(text)).findings if one.kind is FindingKind.HOLE_IN_TABLE]
    assert [one.why for one in found] == [wanted] * bool(wanted)


FEES = """
fact member: yes/no
fact hours: 0..24
enum boat: punt, canoe
fact boat: boat
value most: 0..99
{declared}
value fee: 0..99
case 1.2
  most is 10 when member
{rules}
"""


@pytest.mark.parametrize(
    ("declared", "rules", "rule"),
    [
        ("", "fee is the least of (3 * hours, most)", 2),
        ("", "fee is most\n  fee is 3 when not member\n    overrides 1.2.2 when boat is punt", 2),
        ("  otherwise 99", "fee is the least of (3 * hours, most)", 0),
        ("", "fee is most when member", 0),
        ("", "most is 20 when not member\n  fee is most", 0),
        ("", "fee is most\n  fee is 3 when not member\n    overrides 1.2.2", 0),
    ],
)
def test_a_rule_without_a_condition_that_rests_on_what_is_silent_is_told(declared: str, rules: str, rule: int) -> None:
    core = core_of(FEES.format(declared=declared, rules=f"  {rules}"))
    found = [one for one in decide(core).findings if one.kind is FindingKind.RESTS_ON_SILENCE]
    assert [(one.rules, one.why) for one in found] == [((f"1.2.{rule}",), "most")] * bool(rule)
    assert all(one.situation is not None and ("member", "no") in one.situation.facts for one in found)


@pytest.mark.meaning("predicate.undetermined")
def test_a_predicate_that_silence_leaves_open_has_gaps() -> None:
    """A closed one cannot be declared `total`: it always has an answer."""
    book = "fact angle: 0..3\npredicate askew\n  otherwise undetermined\n  total\ncase 1.1\n  askew when angle is at least 3\n  {}\n"
    unsaid = [one.situation for one in decide(core_of(book.format("not askew when angle is at most 1"))).findings]
    assert [situation.facts for situation in unsaid if situation is not None] == [(("angle", "2"),)]
    assert not decide(core_of(book.format("not askew when angle is at most 2"))).findings
    assert codes(book.format("not askew when angle is 0").replace("  otherwise undetermined\n", "")) == ["RW219"]

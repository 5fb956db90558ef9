"""What the resolver says about what does not fit: one small book for each fault, the whole sentence, and the rest of the book still answers."""

from __future__ import annotations

import re

import pytest

from rulewright.core.lower import lower
from rulewright.engines.interpreter.ask import ask
from rulewright.semantics.terms import Var, walk
from semantics.small import FRONT, codes, resolved

WORDS = """
measure MP "movement point"
measure hex "hex"
enum arm: infantry, cavalry, leader
enum rank: leader, colonel
scale odds: "1-2", "1-1", "2-1"
class mounted: cavalry
record unit "a unit"
  arm: arm
  odds: odds
  town: town
record town
value summed: 0..9
  cap is the sum
  whole rounded
group units_at(t: town): units u with stands_at(u, t)
group towns_of(u: unit): towns t with stands_at(u, t)
fact stands_at(u: unit, t: town): yes/no
fact rank: rank
fact moved(u: unit): 0..20 MP
fact distance(u: unit, t: town): 0..200 hex
fact go_ahead: yes/no
value allowance(u: unit): 0..20 MP
value best(u: unit): arm
value staged: 0..9
  first is the one
  cap at most
  again at most
verdict forage(u: unit, t: town)
predicate friendly(t: town)
"""

RULES = [
    ("alowance(u) is 3 MP", "RW201", "nothing is called `alowance`", "did you mean `allowance`?"),
    ("may forage(u, t) when frendly(t)", "RW201", "nothing is called `frendly`", "did you mean `friendly`?"),
    ("may forage(u, t) when u.amr is cavalry", "RW201", "`unit` has no field `amr`", "did you mean `arm`?"),
    ("may forage(u, t) when u.arm is cavalery", "RW201", "nothing is called `cavalery`", "did you mean `cavalry`?"),
    ("may forage(u, t) when some untit v with v.arm is cavalry", "RW201", "`untit` is not a kind of thing", "did you mean `unit`?"),
    ("take 3 MPs from allowance(u)", None, "", ""),
    ("take 3 miles from allowance(u)", "RW201", "`miles` is not a measure", "declare it in a chapter: `measure miles`"),
    ("may forage(u, t) when cavalry", "RW202", "`cavalry` is a value of arm, not a condition", "say what is `cavalry`, as in `… is cavalry`"),
    ("may forage(u, t) when allowance(u)", "RW202", "`allowance` is 0..20 MP, not a condition", "compare it: `… is …`"),
    ("may forage(u, t) when forage(u, t)", "RW202", "`forage` is a verdict, not a condition", "ask it: `may forage(…)`, `may not …` or `must …`"),
    ("may forage(u, t) when units_at(t)", "RW203", "`units_at` is a group of things, not a value", "write `some … among units_at(…)` or `… in units_at(…)`"),
    ("may forage(u, t) when u is t", "RW203", "this is town, but unit is expected", ""),
    ("may forage(u, t) when friendly(u)", "RW203", "this is unit, but town is expected", ""),
    ("may forage(u, t) when u.arm is at least cavalry", "RW203", "arm has no order", "declare it as a `scale`, or compare with `is` or `in`"),
    ("may forage(u, t) when moved(u).arm is cavalry", "RW203", "this is 0..20 MP, and only things have fields such as `arm`", ""),
    ("allowance(u) is u.arm + 1 MP", "RW203", "this is arm, but a number is expected", ""),
    ("allowance(u) is shifted(u.arm, 1)", "RW203", "`shifted` is for values of a scale", ""),
    ("allowance(u) is shifted(u.odds)", "RW216", "`shifted` takes 2 arguments, not 1", ""),
    ("take 3 hex from allowance(u)", "RW204", "hex does not go with MP", "both must count the same thing"),
    ("may forage(u, t) when distance(u, t) is at most 3 MP", "RW204", "MP does not go with hex", "both must count the same thing"),
    ("allowance(u) is 2 MP * distance(u, u.town)", "RW204", "MP*hex does not go with MP", "for `2 MP * distance(u, u.town)` write `2 MP for each hex of distance(u, u.town)`"),
    ("allowance(u) is distance(u, u.town) * moved(u) / 4 rounded up", "RW204", "MP*hex does not go with MP", "for `distance(u, u.town) * moved(u)` write `moved(u) for each hex of distance(u, u.town)`"),
    ("take (1 MP + 1 MP) * (distance(u, u.town) + 1 hex) from allowance(u)", "RW204", "MP*hex does not go with MP", "for `(1 MP + 1 MP) * (distance(u, u.town) + 1 hex)` write `(1 MP + 1 MP) for each hex of (distance(u, u.town) + 1 hex)`"),
    ("may forage(u, t) when moved(u) is at least 2 MP * distance(u, t)", "RW204", None, "for `2 MP * distance(u, t)` write `2 MP for each hex of distance(u, t)`"),
    ("allowance(u) is the sum of (2 MP * distance(v, v.town)) over units v", "RW204", "MP*hex does not go with MP", "both must count the same thing"),
    ("allowance(u) is 10 percent of -(2 MP * distance(u, u.town))", "RW204", "MP*hex does not go with MP", "for `2 MP * distance(u, u.town)` write `2 MP for each hex of distance(u, u.town)`"),
    ("allowance(u) is moved(u) / distance(u, u.town)", "RW204", "MP/hex does not go with MP", "both must count the same thing"),
    ("may forage(u, t) when u.arm is cavalry or leader", "RW202", "`leader` is a value of arm, not a condition", "write `u.arm in {cavalry, leader}`"),
    ("may forage(u, t) when go_ahead and (u.arm is not cavalry or infantry or leader)", "RW202", "`infantry` is a value of arm, not a condition", "write `u.arm not in {cavalry, infantry, leader}`"),
    ("may forage(u, t) when u.arm is cavalry or go_ahead", None, "", ""),
    ("allowance(u) is moved(u) * moved(u)", "RW204", "MP^2 does not go with MP", "both must count the same thing"),
    ("allowance(u) is 21 MP", "RW205", "`21` is outside 0..20 MP", ""),
    ("may forage(u, t) when moved(u) is 40 MP", "RW205", "`40` is outside 0..20 MP", ""),
    ("may forage(u, t) when moved(u) in {3, 40}", "RW205", "`40` is outside 0..20 MP", ""),
    ("best(u) is none", "RW205", "arm is never `none`", "declare it with `or none`"),
    ("allowance(u) is none", "RW205", "0..20 MP is never `none`", "leave it out: where no rule gives a number, there is none, and an example says `then undetermined …, silent`"),
    ("may forage(u, t) when v.arm is cavalry", "RW206", "`v` is not bound here", "a variable is named in the head of the rule, or after `some`, `every` or `the number of`"),
    ("may forage(u, u) when go_ahead", "RW206", "`u` appears twice in the head", "give each argument a name of its own"),
    ("allowance(u.odds) is 3 MP", "RW206", None, None),
    ("staged is at most 3", "RW207", "`staged` has 2 stages for `is at most`", "write `at cap` or `at again`"),
    ("staged is at most 3 at cup", "RW207", "`cup` of `staged` is none of its stages", "it may be `cap` or `again`"),
    ("staged is at most 3 at first", "RW207", "`first` of `staged` takes no `is at most`", "it may be `cap` or `again`"),
    ("add 3 to staged", "RW207", "`staged` has no stage for `add`", "write under `value staged`, in this order: `first is the one`, `changes plus the sum`, `cap at most` and `again at most`"),
    ("multiply allowance(u) by 1/2", "RW207", "`allowance` has no stage for `multiply`", "write under `value allowance`, in this order: `base is the one`, `changes plus the sum` and `factors times the product`"),
    ("multiply allowance(u) by 1/2 at terrain", "RW207", "`terrain` of `allowance` is none of its stages", "write under `value allowance`, in this order: `base is the one`, `changes plus the sum` and `terrain times the product`"),
    ("allowance(u) is at most 3 MP", "RW207", "`allowance` has no stage for `is at most`", "write under `value allowance`, in this order: `base is the one`, `changes plus the sum` and `cap at most`"),
    ("staged is at least 3", "RW207", "`staged` has no stage for `is at least`", "write under `value staged`, in this order: `first is the one`, `floor at least`, `cap at most` and `again at most`"),
    ("staged is rounded up", "RW207", "`staged` has no stage for `is rounded`", "write under `value staged`, in this order: `first is the one`, `whole rounded`, `cap at most` and `again at most`"),
    ("summed is 3", "RW207", "`summed` has no stage for `is`", "its stages are `cap is the sum` and `whole rounded`; write `add … to summed`"),
    ("summed is at most 3", "RW207", "`summed` has no stage for `is at most`", "write under `value summed`, in this order: `cap is the sum`, `whole rounded` and `cap_2 at most`"),
    ("multiply staged by 2 at cap", "RW207", "`cap` of `staged` takes no `multiply`", "its stages are first, cap and again"),
    ("staged is staged up to cup", "RW207", "`staged` has no stage `cup`", "did you mean `cap`?"),
    ("staged is go_ahead up to cap", "RW207", "only a value has stages", ""),
    ("may forage(u, go_ahead) when go_ahead", "RW224", "`go_ahead` is the name of a fact, and of an argument or a thing too", "give one of the two another name"),
    ("may forage(u, go_ahead) when u.arm is cavalry and go_ahead is yes", "RW224", "`go_ahead` is the name of a fact, and of an argument or a thing too", "give one of the two another name"),
    ("may forage(u, t) when every unit v satisfies v.arm", "RW202", None, None),
    ("allowance(u) is the sum of v.arm over units v", "RW215", "arm cannot be added up", ""),
    ("may forage(u, t) when some v among friendly(t)", "RW215", "after `among` comes a group", "declare `group … : units u with …`"),
    ("may forage(u, t) when some town v among units_at(t)", "RW203", "the members of `units_at` are unit, not town", ""),
    ("may forage(u) when go_ahead", "RW216", "`forage` takes 2 arguments, not 1", "write `forage(u, t)`"),
    ("may forage(u, t) when go_ahead(u)", "RW216", "`go_ahead` takes 0 arguments, not 1", "write `go_ahead` without brackets"),
    ("allowance(u) when go_ahead", "RW219", "`allowance` is a value, and this rule is not about one", "a value takes `is`, `add … to`, `take … from`, `multiply … by`, `is at most`"),
    ("may friendly(t)", "RW219", "`friendly` is a predicate, and this rule is not about one", "a predicate takes `when`, `not … when`, `means`, `always`"),
    ("forage(u, t) is 3", "RW219", "`forage` is a verdict, and this rule is not about one", "a verdict takes `may`, `may not`, `must`, `need not`, `should`, `should not`"),
    ("add 3 MP to moved(u)", "RW219", "`moved` is a fact, and a rule can only say what it is", "write `… is … when …`"),
    ("add 3 to best(u)", "RW219", "`best` is arm, and only numbers are added, multiplied or limited", "write `is …`"),
    ("may only forage(u, t)", "RW219", "`may only forage` forbids nothing", "say when: `may only … when …`"),
    ("friendly(t) when must friendly(t)", "RW219", "`friendly` is a predicate, and only a verdict can be asked with `must`", ""),
    ("friendly(t) when go_ahead as if (go_ahead or go_ahead)", "RW222", "only one fact or answer can be supposed", "write `as if supplied(u)` or `as if (u.arm is cavalry)`"),
    ("friendly(t) when go_ahead as if (rank is not leader)", "RW222", "only one fact or answer can be supposed", "write `as if supplied(u)` or `as if (u.arm is cavalry)`"),
    ("may forage(u, t) when go_ahead as if (moved(u) is at least 3 MP)", "RW222", "only one fact or answer can be supposed", "write `as if supplied(u)` or `as if (u.arm is cavalry)`"),
    ("allowance(u) is the sum of the greatest 1/2 of moved(v) over units v", "RW215", "how many of them count must be a whole number without a measure", "write a number such as `3`, or something declared as `0..9`"),
    ("best(u) is the number of n from 5 to 3", "RW223", "there is no number from 5 to 3", ""),
    ("may forage(u, t) when leader is leader", "RW220", "`leader` is a value of arm and rank", "compare it with something of one of them"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "code", "message", "help_"), RULES)
def test_a_rule_at_fault_is_left_out_and_the_rest_answers(rule: str, code: str | None, message: str | None, help_: str | None) -> None:
    program, found = resolved(WORDS + f"case 1.1\n  {rule}\n  friendly(t) when go_ahead\n")
    if code is None:
        assert not found
        return
    assert [finding.code for finding in found] == [code]
    assert message is None or found[0].message == message
    assert help_ is None or found[0].help == help_
    assert found[0].labels[0].location.path == "small.case"
    assert found[0].labels[0].location.line > WORDS.count("\n")
    assert ask(lower(program), "friendly(t)", {"go_ahead": "yes"}).value is True


MISSING_STAGES = [(rule, help_) for rule, _, _, help_ in RULES if help_ is not None and help_.startswith("write under `value ")]


@pytest.mark.parametrize(("rule", "help_"), MISSING_STAGES)
def test_with_the_stages_that_are_named_a_rule_is_read(rule: str, help_: str) -> None:
    name, *lines = re.findall(r"`([^`]+)`", help_)
    declaration = re.compile(rf"^({name}\b.*\n)(?:  .*\n)*", re.MULTILINE)
    words = declaration.sub(lambda match: match[1] + "".join(f"  {line}\n" for line in lines), WORDS)
    assert words != WORDS
    _, found = resolved(words + f"case 1.1\n  {rule}\n")
    assert not found


ADVISED = [(rule, *match.groups()) for rule, _, _, help_ in RULES if (match := re.fullmatch(r"for `(.*)` write `(.*)`", help_ or ""))]
ADVISED += [
    (rule, match[0], help_.removeprefix("write ").strip("`"))
    for rule, _, _, help_ in RULES
    if help_ and " in {" in help_ and (match := re.search(r"u\.arm is[^()]*", rule))
]


@pytest.mark.parametrize(("rule", "wrong", "instead"), ADVISED)
def test_the_expression_that_is_advised_is_read_in_the_place_of_the_other(rule: str, wrong: str, instead: str) -> None:
    assert wrong in rule
    _, found = resolved(WORDS + f"case 1.1\n  {rule.replace(wrong, instead)}\n")
    assert not found


def test_every_fault_of_a_rule_and_of_a_book_is_told_in_one_run() -> None:
    text = """case 1.1
  may forage(u, t) when all of
    a. frendly(t)
    b. u.amr is cavalry
    c. v.arm is cavalry
  may forage(u, t) when frendly(t) unless u.amr is cavalry
  take 3 hex from allowance(u)
"""
    assert codes(WORDS + text) == ["RW201", "RW201", "RW206", "RW201", "RW201", "RW204"]


DECLARED = [
    ("fact f: wether\nenum weather: mud", "RW201", "`wether` is not an enum, scale, record or map"),
    ("fact f: 0..", "RW223", "`f` has no greatest value"),
    ("fact f: 9..3", "RW223", "the range 9..3 is empty"),
    ("class c: mudd\nenum weather: mud", "RW201", "`mudd` is a value of no enum"),
    ("enum a: x\nenum b: y\nclass c: x, y", "RW203", "the members of `c` are not values of one enum"),
    ("group g: units u", "RW201", "`units` is not a kind of thing"),
    ("record r\n  a: yes/no\n  a: 0..3", "RW218", "`r.a` is declared twice"),
    ("value v: 0..9\n  otherwise 10", "RW205", "`10` is outside 0..9"),
    ("value v: 0..9\n  cap at most", "RW208", "`cap` has no value to work on"),
    ("verdict v(x: nothing_such, y: nor_such)", "RW201", "`nothing_such` is not an enum, scale, record or map"),
    ("impossible for u: ship when u.x is 3", "RW201", "`ship` is not an enum, scale, record or map"),
    ('option o "O" needs palyers is 3\nfact players: 0..3', "RW201", "nothing is called `palyers`"),
    ("fact a: yes/no\nverdict v\ncase 1.1\n  does not matter: a, for w", "RW201", "nothing is called `w`"),
    ("fact a: yes/no\nverdict v\ncase 1.1\n  does not matter: not a, for v", "RW203", "only a fact or an answer can be said not to matter"),
    ("record u\ngroup g: us x with x.y", "RW201", None),
    ("verdict v\ncase 1.1\n  not held, bears on w", "RW201", "nothing is called `w`"),
    ("verdict v\nvalue w: 0..9\ncase 1.1\n  may v\ncase 1.2\n  w is 3\n    restates 1.1", "RW221", "`w is 3` restates no rule of 1.1"),
    ("record unit\nrecord town\nfact f(t: town): yes/no\nverdict v(a: unit)\ncase 1.1\n  may v(a)\ncase 1.2\n  sets aside 1.1 when f(t)", "RW217", None),
    ("record unit\nfact f(u: unit): yes/no\nverdict v(a: unit, b: unit)\ncase 1.1\n  may v(a, b)\ncase 1.2\n  sets aside 1.1 when f(u)", "RW217",
     "`u` (unit) meets more than one of the arguments of `v`"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "message"), DECLARED)
def test_declarations_and_statements(text: str, code: str, message: str | None) -> None:
    _, found = resolved(text + "\n")
    assert code in {finding.code for finding in found}
    assert message is None or message in {finding.message for finding in found}


def test_a_fact_that_is_an_argument_too_is_one_finding_at_its_declaration() -> None:
    text = "record unit\n  size: 0..9\nfact u: yes/no\npredicate p(u: unit)\ncase 1.1\n  p(u) when u\n  p(u) when u.size is 3\n"
    for number in range(3):
        text += f'  example "e{number}"\n    given u.size is {number}\n    then p(u)\n'
    _, found = resolved(text)
    line = FRONT.count("\n") + 3
    assert [(finding.code, finding.labels[0].location.line) for finding in found] == [("RW224", line)]
    assert [label.text for label in found[0].labels] == ["the fact", "here an argument or a thing"]


def test_a_rule_may_call_an_argument_like_a_fact_that_it_does_not_use() -> None:
    assert codes("record unit\n  size: 0..9\nfact u: yes/no\npredicate p(u: unit)\ncase 1.1\n  p(u) when u.size is 3\n") == []


TABLE = """
measure MP "movement point"
enum troop: militia, line, elite
fact troop: troop
case 1.1
  table t({params}): {type}
{rows}
"""
TABLES = [
    ("n: 0..99", "0..9", ["| 1 | 2 | 3 |"], "RW210", "this row of `t` has 2 cells, not 1"),
    ("n: 0..99, m: 0..9", "0..9", ["| 1 | 2 |"], "RW210", "`1` has 1 key, not 2"),
    ("k: troop, n: 0..9", "0..9", ["| line | 3 | 2 |", "| elite | 4 | 1 |"], "RW210", "`t` has 2 keys to a row, and each is in a cell of its own here; they are one cell, parted by `/`"),
    ("k: troop, n: 0..9, m: 0..9", "0..9", ["|  |  | 3 | 4 |", "| line | 3 | 2 | 1 |"], "RW210", "`t` has 2 keys to a row, and each is in a cell of its own here; they are one cell, parted by `/`"),
    ("k: troop, n: 0..9", "0..9", ["|  | 3 | 4 |", "| line | 3 |"], "RW210", "this row of `t` has 1 cell, not 2"),
    ("n: 0..99", "0..9", ["| 5 | 2 |", "| 3 | 1 |"], "RW211", "this row of `t` comes after a greater key"),
    ("n: 0..99", "0..9", ["| 9..3 | 2 |"], "RW211", "the range `9..3` is empty"),
    ("n: 0..99, m: 0..99", "0..9", ["|   | 5 | 3 |", "| 1 | 2 | 2 |"], "RW211", "`3` comes after a greater key"),
    ("n: 0..99, m: 0..99", "0..9", ["|   | 3.. | 2 |", "| 1 | 2 | 2 |"], "RW211", "`2` comes after a greater key"),
    ("n: 0..99", "0..9", ["| 3..6 | 2 |", "| 5..8 | 1 |"], "RW212", "two rows of `t` hold for the same keys"),
    ("k: troop", "0..9", ["| line | 2 |", "| militia, line | 1 |"], "RW212", "two rows of `t` hold for the same keys"),
    ("k: troop", "0..9", ["| any | 2 |", "| line | 1 |"], "RW212", "two rows of `t` hold for the same keys"),
    ("n: 0..99", "0..9", ["| 3..6 | 2 |", "| 8..9 | 1 |"], "RW213", "no row of `t` holds for 7"),
    ("n: 0..99", "0..9", ["| 3..6 | 2 |", "| 8 | 1 |"], "RW213", "no row of `t` holds for 7"),
    ("n: 0..99", "0..9", ["| 3 | 2 |", "| 6..8 | 1 |"], "RW213", "no row of `t` holds for 4..5"),
    ("n: 0..99", "0..9", ["| 3..6 | 2 |", "| 9.. | 1 |"], "RW213", "no row of `t` holds for 7..8"),
    ("n: 0..99", "0..9", ["| 3 | 12 |"], "RW214", "`12` is outside 0..9"),
    ("k: troop", "troop", ["| line | lien |"], "RW214", "`lien` is not a value of troop"),
    ("k: troop", "yes/no", ["| line | perhaps |"], "RW214", "`perhaps` is not yes/no"),
    ("k: troop", "0..9 MP", ["| line | 3 hex |"], "RW204", "`hex` does not go with MP"),
    ("k: troop", "0..9", ["| lien | 3 |"], "RW205", "`lien` is not a value of troop"),
    ("n: 0..99", "0..9", ["| 90..120 | 3 |"], "RW205", "`90..120` is outside 0..99"),
    ("n: 0..99", "0..9", ["columns m", "| 90 | 3 |"], "RW201", "`m` is not a parameter of `t`"),
    ("n: 0..99 miles", "0..9", ["| 90 | 3 |"], "RW201", "`miles` is not a measure"),
]  # fmt: skip


@pytest.mark.parametrize("rows", ["    | 3 |\n", "    |   | 3 |\n    | 4 | 5 |\n", "    not held\n"])
def test_a_table_without_parameters_has_no_keys(rows: str) -> None:
    _, (fault,) = resolved(f"case 1.1\n  table t: 0..9\n{rows}")
    assert (fault.code, fault.message) == ("RW210", "`t` has no parameters, so that none of its rows has a key")


@pytest.mark.parametrize(("params", "kind", "rows", "code", "message"), TABLES)
def test_tables_at_fault(params: str, kind: str, rows: list[str], code: str, message: str) -> None:
    _, found = resolved(TABLE.format(params=params, type=kind, rows="\n".join(f"    {row}" for row in rows)))
    assert [(finding.code, finding.message) for finding in found] == [(code, message)]


OTHER_NOTATIONS = [
    ("n: 0..99", "<= 8", "..8"),
    ("n: 0..99", "< 8", "..7"),
    ("n: 0..99", "8 or less", "..8"),
    ("n: 0..99", "> 8", "9.."),
    ("n: 0..99", "9+", "9.."),
    ("n: 0..99", "at least 9", "9.."),
    ("n: 0..99", "[1..8]", "1..8"),
    ("n: 0..99", "]0..9[", "1..8"),
    ("n: 0..99", "1-8", "1..8"),
    ("n: 0..99", "= 8", "8"),
    ("n: 0..9 by 0.5", "> 2.5", "3.."),
    ("n: 0..99 MP", "9+ MP", "9.. MP"),
    ("n: 0..99", "-", "any"),
    ("k: troop", "*", "any"),
    ("k: troop", "not line", "militia, elite"),
    ("k: troop", "militia or line", "militia, line"),
    ("k: troop", "= line", "line"),
    ("k: yes/no", "true", "yes"),
    ("k: troop, n: 0..99", "- / > 8", "any / 9.."),
]


@pytest.mark.parametrize(("params", "key", "written"), OTHER_NOTATIONS)
def test_a_key_in_another_notation_is_told_as_it_is_written_here(params: str, key: str, written: str) -> None:
    _, (fault,) = resolved(TABLE.format(params=params, type="0..9", rows=f"    | {key} | 3 |"))
    assert (fault.code, fault.help) == ("RW205", f"write `{written}`")
    _, found = resolved(TABLE.format(params=params, type="0..9", rows=f"    | {written} | 3 |"))
    assert not found


@pytest.mark.parametrize(
    ("params", "key"), [("n: 0..99", "> 99"), ("n: 0..99", "many"), ("k: troop", "not lien"), ("k: troop", "lien or line")]
)
def test_a_key_that_means_nothing_here_is_not_told_otherwise(params: str, key: str) -> None:
    _, (fault,) = resolved(TABLE.format(params=params, type="0..9", rows=f"    | {key} | 3 |"))
    assert fault.code == "RW205" and not fault.help.startswith("write")


def test_a_row_for_none_needs_a_parameter_that_may_be_none() -> None:
    rows = "    | line | 3 |\n    | none | 2 |"
    _, (fault,) = resolved(TABLE.format(params="k: troop", type="0..9", rows=rows))
    assert (fault.message, fault.help) == ("`none` is not a value of troop", "declare it as `troop or none`")
    assert not resolved(TABLE.format(params="k: troop or none", type="0..9", rows=rows))[1]


def test_a_table_declared_twice_with_other_keys() -> None:
    text = "enum a: x\ncase 1.1\n  table t(k: a): 0..9\n    | x | 1 |\ncase 1.2\n  table t(k: 0..9): 0..9\n    | 3 | 1 |\n"
    assert "RW218" in codes(text)


def test_a_value_may_be_answered_by_a_table() -> None:
    program, found = resolved("enum a: x, y\nvalue v(k: a): 0..9\ncase 1.1\n  table v(k: a): 0..9\n    | x | 1 |\n  v(y) is 2\n")
    assert not found
    assert [ask(lower(program), f"v({arg})").value for arg in "xy"] == [1, 2]


@pytest.mark.meaning("question.loop")
def test_a_loop_shows_every_clause_on_it_and_what_is_apart_from_it_answers() -> None:
    text = """
fact f: yes/no
predicate a
predicate b
predicate c
value d: 0..9
  otherwise e
value e: 0..9
case 1.1
  a when b
case 1.2
  b when c
  b when f
case 1.3
  c when a
case 1.4
  e is d
"""
    program, found = resolved(text)
    assert [finding.code for finding in found] == ["RW209", "RW209"]
    assert found[0].cases == ("1.1", "1.2", "1.3") or found[1].cases == ("1.1", "1.2", "1.3")
    circle = next(finding for finding in found if len(finding.cases) == 3)
    assert circle.message == "a circular definition: `a` depends on `b`, `b` on `c`, `c` on `a`"
    assert len(circle.labels) == 3
    assert circle.help is not None and "what needs no other answer is a value of its own" in circle.help
    assert ask(lower(program), "b", {"f": "yes"}).value is True
    assert ask(lower(program), "a", {"f": "yes"}).value is False


TWICE = [
    ("value {name}: 0..9\n  otherwise 12\n", "RW205"),
    ("fact {name}: 0..9\n  usually 12\n", "RW205"),
    ("impossible when {name}_there\n", "RW201"),
    ("group {name}: units u with u.{name}_there\n", "RW201"),
    ("value {name}(u: {name}_there): 0..9\n", "RW201"),
    ("predicate {name}\ncase 1.1{name}\n  {name} when {name}_there\n", "RW201"),
    ("verdict {name}(u: unit)\n  is a kind of {name}_there(u)\n", "RW201"),
    ("fact {name}: 0..9 {name}_there\n", "RW201"),
    ("record {name}\n  field: {name}_there\n", "RW201"),
    ("case 1.1{name}\n  table t{name}(n: 0..9): 0..9\n    | 0..9 | {name}_there |\n", "RW214"),
    ("{start}{name}_there", "RW201"),
]  # fmt: skip


@pytest.mark.parametrize(("declared", "code"), TWICE)
def test_what_is_at_fault_hides_nothing_else_that_is(declared: str, code: str) -> None:
    starts = {"a": "verdict go\ncase 1.1\n  may ", "b": ", ", "c": ", "}
    text = 'record unit "a unit"\n  tired: yes/no\n' + "".join(declared.format(name=name, start=starts[name]) for name in "abc") + "\n"
    _, findings = resolved(text)
    assert [one.code for one in findings] == [code] * 3
    assert len({one.labels for one in findings}) == 3


@pytest.mark.parametrize("condition", ['weather is "fog"', '"Ney".wet', '"Ney"'])
def test_words_in_quotes_that_are_the_name_of_nothing(condition: str) -> None:
    text = f"enum weather: clear, mud\nfact weather: weather\nrecord unit\n  wet: yes/no\nverdict go\ncase 1.1\n  may go when {condition}\n"
    _, (fault,) = resolved(text)
    assert (fault.code, fault.message) == ("RW201", f"nothing is called `{condition.split(chr(34))[1]}`")


@pytest.mark.parametrize(
    ("given", "known"), [("may go(chief)", []), ("must go(chief)", []), ("chief is a, may go(chief)", None), ("may go(a)", None)]
)
def test_a_verdict_that_is_given_is_of_things_that_are_known(given: str, known: list[str] | None) -> None:
    text = (
        "record unit\n  wet: yes/no\nfact chief: unit\nverdict go(u: unit)\nverdict stay(u: unit)\ncase 1.1\n  may stay(u) when may go(u)\n"
    )
    text += f'  example "one"\n    given {given}\n    then may stay(a)\n'
    found = [(one.code, one.message) for one in resolved(text)[1]]
    assert found == ([] if known is None else [("RW222", f"`{given}` is about `chief`, and which unit that is has not been said")])


def test_an_override_on_a_circle_is_left_out_and_another_of_the_same_line_stays() -> None:
    text = "verdict go\nverdict stay\ncase 1.1\n  may go\n  may stay\ncase 1.2\n  may not go\n    overrides 1.1 when may stay\n"
    program, found = resolved(text)
    assert not found and [[on.question for on in one.on] for one in program.overrides] == [["go"]]
    program, found = resolved(text + "  may not stay when may go\n")
    assert [one.code for one in found] == ["RW209"]
    assert [[on.question for on in one.on] for one in program.overrides] == [[]]


def test_a_condition_means_the_arguments_of_the_rule_that_it_stands_on() -> None:
    """`tired` is said of units and of towns; that `u` is a unit the head of the rule says."""
    text = "record unit\n  tired: yes/no\nrecord town\n  tired: yes/no\nverdict go(u: unit)\nverdict stay(a: unit, b: town)\n"
    text += "case 1.1\n  may stay(a, b)\ncase 1.2\n  may not go(u)\n    sets aside 1.1 when u.tired\n"
    program, found = resolved(text)
    assert not found
    ((on,),) = [one.on for one in program.set_asides]
    assert on.question == "stay" and on.when is not None
    assert {term.slot for term in walk(on.when) if isinstance(term, Var)} == {0}


def test_a_name_with_two_meanings_is_reported_once_and_so_is_another() -> None:
    rules = "".join(f"  may go(one, other) when {name}\n" for name in ("one", "other", "one"))
    found = resolved(f"record unit\nfact one: yes/no\nfact other: yes/no\nverdict go(u: unit, v: unit)\ncase 1.1\n{rules}")[1]
    assert [finding.message.split("`")[1] for finding in found if finding.code == "RW224"] == ["one", "other"]


def test_a_value_that_needs_its_own_answer_of_others_says_how_to_part_it() -> None:
    text = "record unit\n  leads: yes/no\n  pace: 0..9\nvalue reach(u: unit): 0..9\ncase 1.1\n  reach(u) is u.pace when not u.leads\n"
    _, (loop,) = resolved(text + "  reach(u) is the least reach(v) over units v with (not v.leads) when u.leads\n")
    assert (loop.code, loop.message) == ("RW209", "`reach` depends on itself")
    assert "declare another value or predicate for what `reach` takes of them" in (loop.help or "")
    parted = (
        "record unit\n  leads: yes/no\n  pace: 0..9\nvalue reach(u: unit): 0..9\nvalue own_reach(u: unit): 0..9\n"
        "case 1.1\n  own_reach(u) is u.pace\n  reach(u) is own_reach(u) when not u.leads\n"
        "  reach(u) is the least own_reach(v) over units v with (not v.leads) when u.leads\n"
    )
    assert not resolved(parted)[1]


def test_what_people_call_something_must_be_there() -> None:
    lines = 'also allowance: "how far"\nalso unit.arm: "branch"\nalso arm.cavalry: "horse"\n'
    assert codes(WORDS + lines) == codes(WORDS)
    assert codes(WORDS + lines + 'also alowance: "how far"\n') == [*codes(WORDS), "RW201"]

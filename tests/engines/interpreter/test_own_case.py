"""A statement may name the very case that it is part of: it is about the rest of that case."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.checks.explain import DEFAULT_FRONT_PAGE
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.engines.interpreter.ask import ask
from rulewright.rulebook import build_rulebook
from rulewright.semantics.elaborate import resolve
from rulewright.syntax.parser import parse_folder

BASE = f"""{DEFAULT_FRONT_PAGE}
record unit
  guard: yes/no
verdict move(u: unit)

case 7.1 "Moving"
  may not move(u)

"""
ON_RULE = "may move(u) when u.guard\n  overrides 7.1"
ON_CASE = "overrides 7.1\nmay move(u) when u.guard"


def _program(text: str, folder: Path) -> Core:
    (folder / "rulebook.case").write_text(BASE + text, encoding="utf-8")
    tree, found = parse_folder(folder)
    book, folded = build_rulebook(tree, ledger=None, slug="x")
    program, resolved = resolve(book, "errata")
    assert not (*found, *folded, *resolved)
    return lower(program)


def _indented(text: str, blanks: int) -> str:
    return "".join(" " * blanks + line + "\n" for line in text.split("\n"))


@pytest.mark.parametrize("rules", [ON_RULE, ON_CASE], ids=["on the rule", "on the clause"])
@pytest.mark.parametrize(
    "head",
    ["amend 7.1 in errata as addition\n", 'ruling Q1 on 7.1 in errata\n  asks "Do guards?"\n  answers "They do."\n'],
    ids=["amendment", "ruling"],
)
def test_it_goes_before_the_rest_of_its_case(head: str, rules: str, tmp_path: Path) -> None:
    program = _program(head + _indented(rules, 2), tmp_path)
    assert ask(program, "move(u)", {"u.guard": True}).value == "permitted"
    assert ask(program, "move(u)", {"u.guard": False}).value == "forbidden"


@pytest.mark.parametrize("rules", [ON_RULE, ON_CASE], ids=["on the rule", "on the choice"])
def test_a_choice_of_a_reading_does_so_where_it_is_taken(rules: str, tmp_path: Path) -> None:
    text = f'reading how on 7.1 in errata "Do guards?"\n  choice so\n{_indented(rules, 4)}  choice not_so\n'
    program = _program(text, tmp_path)
    assert ask(program, "move(u)", {"u.guard": True}, readings={"how": "so"}).value == "permitted"
    assert ask(program, "move(u)", {"u.guard": True}, readings={"how": "not_so"}).value == "forbidden"


DIVING = f"""{DEFAULT_FRONT_PAGE}
record member
  age: 8..99
fact at_night: yes/no
fact guided: yes/no
verdict dive(m: member)

case 1.1 "Diving"
"""


def _diving(rules: str, folder: Path) -> Core:
    (folder / "rulebook.case").write_text(DIVING + _indented(rules, 2), encoding="utf-8")
    tree, found = parse_folder(folder)
    book, folded = build_rulebook(tree, ledger=None, slug="x")
    program, resolved = resolve(book, "printed")
    assert not (*found, *folded, *resolved)
    return lower(program)


TWO_BARS = """may dive(m){}
child: may not dive(m) when m.age is at most 12
  {}
night: may not dive(m) when at_night
  {}"""


@pytest.mark.parametrize(
    "statements",
    [
        ("", "overrides 1.1", "overrides 1.1"),
        ("", "overrides 1.1", "overrides 1.1, 1.1.1"),
        ("\n  except 1.1", "overrides 1.1", "overrides 1.1"),
    ],
    ids=["both the case", "one by name, too", "and the leave gives way"],
)
@pytest.mark.meaning("override.own-exceptions")
def test_two_bars_of_a_case_each_go_before_its_leave_and_not_before_each_other(statements: tuple[str, str, str], tmp_path: Path) -> None:
    core = _diving(TWO_BARS.format(*statements), tmp_path)
    answer = ask(core, "dive(m)", {"m.age": 9, "at_night": True})
    assert answer.value == "forbidden"
    assert [reason.rule for reason in answer.because] == ["1.1.child", "1.1.night"]
    assert [defeat.rule for defeat in answer.defeated] == ["1.1.1"]


@pytest.mark.meaning("override.own-exceptions")
def test_a_rule_that_is_said_to_go_before_it_is_not_reached_by_its_case(tmp_path: Path) -> None:
    core = _diving(
        "may dive(m)\nchild: may not dive(m) when m.age is at most 12\n  overrides 1.1\n"
        "guided: may dive(m) when guided\n  overrides 1.1.child",
        tmp_path,
    )
    assert ask(core, "dive(m)", {"m.age": 9, "guided": True}).value == "permitted"
    assert ask(core, "dive(m)", {"m.age": 9, "guided": False}).value == "forbidden"


def test_an_exception_by_name_is_left_out_of_the_rest_of_the_case(tmp_path: Path) -> None:
    core = _diving(
        "may dive(m) when guided\nmay dive(m)\nchild: may not dive(m) when m.age is at most 12\n  overrides 1.1\n  except 1.1.1", tmp_path
    )
    assert ask(core, "dive(m)", {"m.age": 9, "guided": True}).value == "permitted"
    assert ask(core, "dive(m)", {"m.age": 9, "guided": False}).value == "forbidden"


def test_two_rules_that_each_give_way_to_the_rest_of_their_case_do_not_give_way_to_each_other(tmp_path: Path) -> None:
    core = _diving(
        "may dive(m) when m.age is at least 9\n  except 1.1\nmay dive(m) when guided\n  except 1.1\nmay not dive(m) when at_night", tmp_path
    )
    answer = ask(core, "dive(m)", {"m.age": 20, "guided": True, "at_night": False})
    assert (answer.value, [reason.rule for reason in answer.because]) == ("permitted", ["1.1.1", "1.1.2"])
    assert ask(core, "dive(m)", {"m.age": 20, "guided": True, "at_night": True}).value == "forbidden"


def test_a_circle_of_two_cases_that_say_the_same_has_them_as_its_argument(tmp_path: Path) -> None:
    core = _diving(
        "may dive(m)\nchild: may not dive(m) when m.age is at most 12\n  overrides 1.1.night, 1.1.1\n"
        "night: may not dive(m) when at_night\n  overrides 1.1.child, 1.1.1",
        tmp_path,
    )
    answer = ask(core, "dive(m)", {"m.age": 9, "at_night": True})
    assert (answer.value, answer.because) == ("forbidden", ())
    assert [rule.rule for rule in answer.opened] == ["1.1.child", "1.1.night"]
    assert [entry["rule"] for entry in answer.to_json()["open"]] == ["1.1.child", "1.1.night"]

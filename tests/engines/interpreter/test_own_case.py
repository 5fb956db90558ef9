"""An amendment, ruling or reading on a case may override that very case: it goes before the rest of it."""

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

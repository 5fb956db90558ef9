"""A union is walked to its end: what a new member of it must be told is told by the type checker, not by a wrong answer.

A `match` ends with `assert_never`, with `raise`, or hands what is left on to a function that walks it (whose parameter is then the rest
of the union). Where the subject is open (text, any node of the syntax tree, a pattern with conditions), the last case says so and why:
`case _:  # open: other declarations have no phrase`. Enums and the terms, types and acts of a program are never open.
"""

from __future__ import annotations

import ast
from enum import EnumType
from pathlib import Path
from typing import get_args

import pytest

import rulewright
from rulewright.base import keywords
from rulewright.semantics import terms, types
from rulewright.syntax import nodes

PACKAGE = Path(rulewright.__file__).parent
FILES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py") if "_data" not in path.parts)
ENUMS = {name for module in (keywords, nodes) for name, thing in vars(module).items() if isinstance(thing, EnumType)}
ENUMS |= {"TableVerb", "QuestionKind", "ClauseKind", "Status", "Why", "ClaimStatus"}
CLOSED = {kind.__name__ for union in (terms.Term, types.Type) for kind in get_args(union)}
ACTS = {kind.__name__ for kind in get_args(nodes.Act)}
PICKERS = {
    "semantics/read_examples.py": "puts values for a few terms, and leaves the rest as it stands",
    "engines/interpreter/questions.py": "what is no fact and no question may look into groups",
    "checks/upkeep/uncovered_value.py": "looks for conditions that leave a few values, among terms of any kind",
    "analysis/coverage.py": "asks of a node of any kind what an example proves of it",
    "engines/solver/encoding/world.py": "looks for conditions that plainly may fail, among terms of any kind",
    "semantics/none_paths.py": "writes the guards that it makes itself, and the steps of their paths",
    "rulebook/assemble.py": "looks for names of games in lines of any kind",
}
"""Where a few terms or acts are looked for among all: nothing is decided about the others."""
NOT_YET = ("rulebook/mentions.py",)
"""What is not walked so yet; a file that is leaves this list."""


def silent(path: Path) -> list[ast.Match]:
    """The matches of a file that end in a case for everything else which neither refuses it nor hands it on."""
    return [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Match) and _swallows(node)]


def _swallows(match: ast.Match) -> bool:
    last = match.cases[-1]
    if not isinstance(last.pattern, ast.MatchAs) or last.pattern.pattern is not None or last.guard is not None:
        return False  # no case for everything: what is left falls through, which mypy refuses (`exhaustive-match`)
    first = last.body[0]
    if isinstance(first, ast.Raise):
        return False
    call = first.value if isinstance(first, ast.Expr | ast.Return) else None
    handed = {ast.unparse(match.subject), last.pattern.name}
    return not (isinstance(call, ast.Call) and any(ast.unparse(arg) in handed for arg in call.args))


@pytest.mark.parametrize("name", FILES)
def test_every_silent_case_says_why(name: str) -> None:
    lines = (PACKAGE / name).read_text("utf-8").splitlines()
    places = [match.cases[-1].pattern.lineno for match in silent(PACKAGE / name)]
    mute = [place for place in places if "# open: " not in lines[place - 1]]
    if name in NOT_YET:
        assert mute, f"{name} is walked to its end now: take it off the list"
    else:
        assert not mute, f"{name}: end with assert_never, or say why the rest is open"


@pytest.mark.parametrize("name", [name for name in FILES if name not in NOT_YET])
def test_what_is_closed_is_walked_to_its_end(name: str) -> None:
    for match in silent(PACKAGE / name):
        met = {part for case in match.cases for part in _named(case.pattern)}
        assert not met & ENUMS, f"{name}:{match.lineno}: {met & ENUMS}"
        if name not in PICKERS:
            assert not met & ACTS, f"{name}:{match.lineno}: {met & ACTS}"
            assert not (met & {"terms", "types"} and met & CLOSED), f"{name}:{match.lineno}: {met & CLOSED}"


def _named(pattern: ast.pattern) -> set[str]:
    """`Verb` of `Verb.IS`, `terms` and `Const` of `terms.Const()`; what a value within a class is compared with does not count."""
    match pattern:
        case ast.MatchValue(value=ast.Attribute(value=of)):
            return set(ast.unparse(of).split("."))
        case ast.MatchClass(cls=kind):
            return set(ast.unparse(kind).split("."))
        case ast.MatchOr(patterns=several):
            return {name for one in several for name in _named(one)}
        case _:
            return set()

"""A book that differs in a clause or a line is resolved from what was read before to the same as anew."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from rulewright.base.diagnostics import Diagnostic
from rulewright.base.source import Source
from rulewright.rulebook.build import build_rulebook, refold_editions
from rulewright.rulebook.model import Rulebook
from rulewright.semantics.elaborate import resolve
from rulewright.semantics.model import Program
from rulewright.semantics.rule_cache import RuleCache
from rulewright.syntax.nodes import SyntaxTree
from rulewright.syntax.parser import parse_source
from rulewright.workspace.open_book import load
from semantics.small import FRONT
from shipped import some_first

Resolved = tuple[Program, tuple[Diagnostic, ...]]


def same(one: Resolved, other: Resolved) -> bool:
    return one[1] == other[1] and all(getattr(one[0], name.name) == getattr(other[0], name.name) for name in fields(Program))


def without(book: Rulebook, number: int) -> Rulebook:
    return refold_editions(replace(book, clauses=(*book.clauses[:number], *book.clauses[number + 1 :])))


@pytest.mark.parametrize("name", some_first("war-in-europe"))
def test_a_shipped_book_without_a_clause(name: str) -> None:
    book = load(name).book
    edition = list(book.editions)[-1]
    read = RuleCache()
    assert same(resolve(book, edition, rule_cache=read), resolve(book, edition))
    for number in range(0, len(book.clauses), max(1, len(book.clauses) // 6)):
        slim = without(book, number)
        assert same(resolve(slim, edition, rule_cache=read), resolve(slim, edition)), book.clauses[number].block


SMALL = """
record unit "a unit"
measure MP "movement point"
fact shaken(u: unit): yes/no
value pace(u: unit): 0..9 MP "the pace of {u}"
value cost(u: unit): 0..9 MP "the cost of {u}"
case 1.1
  pace(u) is 4 MP
case 1.2
  take 1 MP from pace(u) when shaken(u)
case 1.3
  take 1 MP from pace(u) when frightened(u)
case 1.4
  table dear(n: 1..3): 0..9 MP
    | 1..2 | 3 |
    | 3    | 4 |
case 1.5
  cost(u) is 2 MP when shaken(u)
"""


def small(text: str) -> Rulebook:
    blocks, _ = parse_source(Source("small.case", FRONT + text))
    return build_rulebook(SyntaxTree("small", tuple(blocks)), ledger=None, slug="small")[0]


def test_what_is_at_fault_is_reported_each_time() -> None:
    read = RuleCache()
    for _ in range(2):
        _, found = resolve(small(SMALL), "after", rule_cache=read)
        assert [one.code for one in found] == ["RW201"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("pace(u) is 4 MP", "pace(u) is 5 MP"),
        ("value pace(u: unit): 0..9 MP", "value pace(u: unit): 0..3 MP"),  # 4 MP is outside of it now
        ("  take 1 MP from pace(u) when shaken(u)\n", "  take 1 MP from pace(u) when shaken(u)\n  take 2 MP from pace(u) when not shaken(u)\n"),
        ("  pace(u) is 4 MP\n", ""),
        ("fact shaken(u: unit): yes/no", "fact shaken(u: unit): 0..2"),  # no condition now
        ("case 1.4\n", "case 1.4\n  option paths\n"),
        ("record unit", "option paths \"Paths\"\nrecord unit"),
    ],
)  # fmt: skip
def test_what_differs_is_read_again(old: str, new: str) -> None:
    assert old in SMALL
    read = RuleCache()
    resolve(small(SMALL), "after", rule_cache=read)
    changed = small(SMALL.replace(old, new))
    assert same(resolve(changed, "after", rule_cache=read), resolve(changed, "after"))
    assert not same(resolve(changed, "after", rule_cache=read), resolve(small(SMALL), "after"))

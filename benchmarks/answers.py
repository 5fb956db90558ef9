"""Answers with their whole argument, a second, in process; and how resolving and running examples grow with the book."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from benchmarks.frame import Row, seconds
from benchmarks.synthetic import synthetic_book
from rulewright.language.nodes import SyntaxTree
from rulewright.language.parse import parse_source
from rulewright.rulebook import build_rulebook
from rulewright.semantics.examples import run_examples
from rulewright.semantics.interpreter import ask
from rulewright.semantics.resolve import resolve
from rulewright.source import Source

if TYPE_CHECKING:
    from rulewright.rulebook.model import Rulebook
    from rulewright.semantics.program import Program

ALLOWANCE = """
rulebook small "Small"
  numbering decimal

source printed "Printed"
source errata "Errata"
  amends printed

edition errata = printed + errata

precedence
  stated
  later source over earlier source

measure MP "movement point"
enum weather: clear, mud, snow
enum arm: infantry, cavalry, leader

record unit "a unit"
  arm: arm
  tired: yes/no

fact weather: weather
fact printed_allowance(u: unit): 0..20 MP

value allowance(u: unit): 0..20 MP "the movement allowance of {u}"

case 8.1 "Allowance"
  allowance(u) is printed_allowance(u)

case 8.6 "Weather" new in errata
  take 2 MP from allowance(u) when weather is mud
  take 1 MP from allowance(u) when weather is snow
  add 1 MP to allowance(u) when u.arm is leader
  take 1 MP from allowance(u) when u.tired and u.arm is not cavalry
"""
KNOWN = {"u.arm": "cavalry", "weather": "mud", "printed_allowance(u)": "7 MP", "u.tired": "no"}
SIZES = (300, 3_000)


def rows() -> Iterator[Row]:
    """Answers a second with all facts known, with one unknown; resolving and examples, a case."""
    program = _program(_book({"small.case": ALLOWANCE}))
    yield Row("answers with argument", 5_000 / seconds(lambda: _ask(program, KNOWN, 5_000)), "a second", 10_000, at_least=True)
    partly = {name: value for name, value in KNOWN.items() if name != "weather"}
    yield Row("answers that lack a fact", 500 / seconds(lambda: _ask(program, partly, 500)), "a second", at_least=True)
    each = {}
    for size in SIZES:
        book = _book(synthetic_book(size))
        start = time.perf_counter()
        program = _program(book)
        each[size] = (time.perf_counter() - start) / size
        start = time.perf_counter()
        examples = len(run_examples(program))
        yield Row(f"resolving, {size:,} cases, a case", each[size] * 1e6, "µs")
        yield Row(f"examples of {size:,} cases, an example", (time.perf_counter() - start) / max(examples, 1) * 1e6, "µs")
    yield Row("growth of resolving a case, 300 to 3,000", each[SIZES[-1]] / each[SIZES[0]], "times", 1.25)


def _ask(program: Program, facts: dict[str, str], times: int) -> None:
    for _ in range(times):
        ask(program, "allowance(u)", facts)


def _book(files: dict[str, str]) -> Rulebook:
    blocks = [block for name, text in sorted(files.items()) if name.endswith(".case") for block in parse_source(Source(name, text))[0]]
    return build_rulebook(SyntaxTree("small", tuple(blocks)), ledger=None, slug="small")[0]


def _program(book: Rulebook) -> Program:
    return resolve(book, book.default_edition)[0]

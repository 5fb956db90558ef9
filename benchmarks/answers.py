"""Answers with their whole argument, a second, in process; and how resolving and running examples grow with the book."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from benchmarks.frame import Row, choose_size, seconds
from benchmarks.synthetic import synthetic_book
from rulewright.analysis.examples import run_examples
from rulewright.base.source import Source
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.engines.interpreter.ask import ask
from rulewright.rulebook import build_rulebook
from rulewright.semantics.elaborate import resolve
from rulewright.syntax.nodes import SyntaxTree
from rulewright.syntax.parser import parse_source

if TYPE_CHECKING:
    from rulewright.rulebook.model import Rulebook
    from rulewright.semantics.model import Program

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
SIZES = choose_size((300, 3_000), (60, 120))
TIMES, TIMES_PARTLY = choose_size((4_000, 500), (10, 2))


def allowance_core() -> Core:
    """The core of the small book that is asked for an allowance."""
    return lower(_program(_book({"small.case": ALLOWANCE})))


def rows() -> Iterator[Row]:
    """Answers a second with all facts known, with one unknown; resolving and examples, a case."""
    core = allowance_core()
    note = "processor time, best of 5"
    yield Row("answers with argument", _answers(core, KNOWN, TIMES), "a second", 10_000, at_least=True, note=note)
    partly = {name: value for name, value in KNOWN.items() if name != "weather"}
    yield Row("answers that lack a fact", _answers(core, partly, TIMES_PARTLY), "a second", at_least=True, note=note)
    each = {}
    for size in SIZES:
        book = _book(synthetic_book(size))
        gc.collect()
        gc.disable()  # as the pipeline does while it reads: nothing of a book is garbage
        each[size] = seconds(lambda book=book: _program(book)) / size  # type: ignore[misc]
        gc.enable()
        core = lower(_program(book))
        start = time.perf_counter()
        examples = len(run_examples(core))
        yield Row(f"resolving, {size:,} cases, a case", each[size] * 1e6, "µs")
        yield Row(f"examples of {size:,} cases, an example", (time.perf_counter() - start) / max(examples, 1) * 1e6, "µs")
    yield Row(f"growth of resolving a case, {SIZES[0]:,} to {SIZES[-1]:,}", each[SIZES[-1]] / each[SIZES[0]], "times", 1.25)


def _answers(core: Core, facts: dict[str, str], times: int) -> float:
    """Answers a second of processor time, the best of five runs: other work on the machine does not count."""
    best = 0.0
    for _ in range(choose_size(5, 1)):
        start = time.process_time()
        for _ in range(times):
            ask(core, "allowance(u)", facts)
        best = max(best, times / (time.process_time() - start))
    return best


def _book(files: dict[str, str]) -> Rulebook:
    blocks = [block for name, text in sorted(files.items()) if name.endswith(".case") for block in parse_source(Source(name, text))[0]]
    return build_rulebook(SyntaxTree("small", tuple(blocks)), ledger=None, slug="small")[0]


def _program(book: Rulebook) -> Program:
    return resolve(book, book.default_edition)[0]

"""How fast the language is read: a whole book, a book full of mistakes, the layout, and the parser's start."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from functools import partial

from benchmarks.frame import Row, choose_size, seconds
from benchmarks.synthetic import synthetic_book
from rulewright.base.resources import grammar_file
from rulewright.base.runtime import garbage_collector
from rulewright.base.source import Source
from rulewright.syntax.formatter import format_source
from rulewright.syntax.grammar import load_grammar
from rulewright.syntax.lalr import build_parser, table_of
from rulewright.syntax.parser import parse_source, source_of

CASES = choose_size(3_000, 60)


def rows() -> Iterable[Row]:
    """Everything about reading."""
    load_grammar()
    sources = _sources()
    with garbage_collector(running=False):  # as the pipeline does
        whole = seconds(lambda: [parse_source(source) for source in sources], 5)
    size = sum(len(source.text) for source in sources) / 1_000_000
    yield Row("parsing alone", CASES / whole, "cases/s", 3_000, at_least=True, note=f"{CASES} cases, {size:.1f} MB")
    yield _many_mistakes(sources)
    text = sources[0].text
    yield Row("laying out", len(text) / 1_000_000 / seconds(lambda: format_source(text)), "MB/s", at_least=True)
    yield from _start()


def _sources() -> list[Source]:
    """The synthetic book's files, vocabulary included."""
    return [source_of(name, text) for name, text in synthetic_book(CASES).items() if name.endswith(".case")]


def _many_mistakes(sources: list[Source]) -> Row:
    """Every tenth `when` misspelt: what a book full of mistakes costs."""
    broken = []
    for source in sources:
        parts = source.text.split(" when ")
        text = parts[0]
        for at, part in enumerate(parts[1:]):
            text += (" wehn " if at % 10 == 0 else " when ") + part
        broken.append(Source(source.path, text))
    faults = sum(len(parse_source(source)[1]) for source in broken)
    return Row(
        "reading it with mistakes", seconds(lambda: [parse_source(source) for source in broken], 1), "s", note=f"{faults} mistakes told"
    )


def _start() -> Iterable[Row]:
    """A new process that reads one expression, and the table made from the grammar."""
    quick = "from rulewright.syntax.parser import parse_expression; parse_expression('allowance(u)')"
    full = "from rulewright.syntax.parser import parse_expression; parse_expression('a and not b')"
    for what, program in (("process that reads a quick question", quick), ("process that reads a condition, table kept", full)):
        command = [sys.executable, "-c", program]
        yield Row(what, seconds(partial(subprocess.run, command, check=True), 5) * 1_000, "ms")
    source = grammar_file().read_text(encoding="utf-8")
    yield Row("parser's table made by Lark", seconds(lambda: table_of(build_parser(source)), 1) * 1_000, "ms")

"""Folding and graphs of synthetic books of 300, 3,000 and 30,000 cases: time a book, growth a case; and the graph's closure."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx

from benchmarks.frame import Row, choose_size, processor_seconds, seconds
from benchmarks.synthetic import write_book
from rulewright.analysis.dependencies.build import build_graph
from rulewright.analysis.dependencies.model import EdgeKind, edges_of_kinds
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.rulebook import build_rulebook
from rulewright.rulebook.model import Rulebook
from rulewright.semantics.elaborate import resolve
from rulewright.site.pages.graph_picture import picture
from rulewright.syntax import nodes
from rulewright.syntax.parser import parse_folder

SIZES = choose_size((300, 3_000, 30_000), (60, 120, 180))
GROWTH = 1.25  # from the smallest to the largest book


def rows() -> Iterator[Row]:
    """Every edition folded, from the syntax tree and the ledger; then the graph of the last edition."""
    folds, graphs = {}, {}
    for size in SIZES:
        times = 5 if size <= 3_000 else 3
        folds[size] = processor_seconds(lambda size=size: _fold(size), times)  # type: ignore[misc]  # bound now, not later
        yield Row(f"every edition folded, {size:,} cases", folds[size], "s", 1.0 if size == SIZES[1] else None)
    for size in SIZES:
        book = _fold(size)
        core = _core(book)
        graphs[size] = processor_seconds(lambda book=book, core=core: build_graph(book, core), 3)  # type: ignore[misc]
        yield Row(f"graph of an edition, {size:,} cases", graphs[size], "s")
    small, large = SIZES[0], SIZES[-1]
    yield Row("fold: time a case, largest to smallest book", folds[large] / large / (folds[small] / small), "x", GROWTH)
    yield Row("graph: time a case, largest to smallest book", graphs[large] / large / (graphs[small] / small), "x", GROWTH)
    middle = SIZES[1]
    book = _fold(middle)
    graph = build_graph(book, _core(book))
    refers: networkx.DiGraph[str] = networkx.DiGraph([(edge.tail, edge.head) for edge in edges_of_kinds(graph, [EdgeKind.REFERS])])
    yield Row(f"closure of references, {middle:,} cases", seconds(lambda: networkx.transitive_closure(refers)), "s")
    yield Row(f"picture of the graph, {middle:,} cases", seconds(lambda: picture(book, graph)), "s")


@cache
def _tree(size: int) -> tuple[nodes.SyntaxTree, str]:
    """The syntax tree of a synthetic book and the text of its ledger."""
    with tempfile.TemporaryDirectory() as folder:
        write_book(Path(folder), size)
        tree, faults = parse_folder(Path(folder))
        assert not faults
        return tree, (Path(folder) / "ledger.csv").read_text(encoding="utf-8")


def _core(book: Rulebook) -> Core:
    core = lower(resolve(book, book.default_edition)[0])
    assert len(dict(core.on)) == len(core.questions)  # put together now, not while the graph is made
    return core


def _fold(size: int) -> Rulebook:
    tree, ledger = _tree(size)
    book, findings = build_rulebook(tree, ledger=ledger, slug="synthetic")
    assert not findings
    return book

"""Rulebook and core -> graph of one edition."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulewright.analysis.dependencies.builder import Builder
from rulewright.analysis.dependencies.from_book import BookSide
from rulewright.analysis.dependencies.from_core import add_core
from rulewright.base.runtime import garbage_collector
from rulewright.core.model import Core
from rulewright.rulebook.mentions import Mention, mentions
from rulewright.rulebook.model import Rulebook

if TYPE_CHECKING:
    from rulewright.analysis.dependencies.model import Graph


def build_graph(book: Rulebook, core: Core, named: Iterable[Mention] | None = None) -> Graph:
    """The multigraph of the edition of a core; `named` are its mentions of cases, where they have been found already.

    From the book come its cases, rules, tables, examples and whatever names a case; from the core what rules answer, use, override and set
    aside. A rule that could not be resolved is a vertex of which the core says nothing. Mentions of what is not there are left out;
    deleted cases stay as vertices and can be reached. The graph is frozen: who wants to change it changes a `copy()`.
    """
    import networkx

    builder = Builder(book.slug, core.edition)
    with garbage_collector(running=False):
        side = BookSide(builder, book, core.edition)
        side.add(mentions(book, core.edition) if named is None else named)
        add_core(builder, core, side.relations)
    networkx.freeze(builder.graph)
    return builder.graph

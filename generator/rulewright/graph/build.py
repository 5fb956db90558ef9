"""Rulebook and core -> graph of one edition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.core.model import Core
from rulewright.graph.builder import Builder
from rulewright.graph.from_book import BookSide
from rulewright.graph.from_core import add_core
from rulewright.rulebook.model import Rulebook

if TYPE_CHECKING:
    from rulewright.graph.model import Graph


def build_graph(book: Rulebook, core: Core) -> Graph:
    """The multigraph of the edition of a core.

    From the book come its cases, rules, tables, examples and whatever names a case; from the core what rules answer, use, override and set
    aside. A rule that could not be resolved is a vertex of which the core says nothing. Mentions of what is not there are left out;
    deleted cases stay as vertices and can be reached.
    """
    builder = Builder(book.slug, core.edition)
    side = BookSide(builder, book, core.edition)
    side.add()
    add_core(builder, core, side.relations)
    return builder.graph

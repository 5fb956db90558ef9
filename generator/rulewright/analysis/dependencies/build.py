"""Rulebook and core -> graph of one edition."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulewright.analysis.dependencies.builder import GraphBuilder
from rulewright.analysis.dependencies.from_book import BookSide
from rulewright.analysis.dependencies.from_core import add_core
from rulewright.base.runtime import garbage_collector
from rulewright.core.model import Core
from rulewright.rulebook.mentions import Mention, collect_mentions
from rulewright.rulebook.model import Rulebook

if TYPE_CHECKING:
    from rulewright.analysis.dependencies.model import Graph


def build_graph(book: Rulebook, core: Core, known_mentions: Iterable[Mention] | None = None) -> Graph:
    """Build the multigraph of the edition of a core; `known_mentions` are its mentions of cases, if already computed.

    Cases, rules, tables, examples and mentions of cases come from the book; answers, uses, overrides and suspensions of rules from the
    core. A rule that could not be resolved is a vertex without edges of the core. Unresolved mentions are left out; deleted cases remain
    as vertices with their edges. The graph is frozen; to change it, make a `copy()`.
    """
    import networkx

    builder = GraphBuilder(book.slug, core.edition)
    with garbage_collector(running=False):
        side = BookSide(builder, book, core.edition)
        side.add_book(collect_mentions(book, core.edition) if known_mentions is None else known_mentions)
        add_core(builder, core, side.relations)
    networkx.freeze(builder.graph)
    return builder.graph

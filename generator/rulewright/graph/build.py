"""The graph in its public form, a networkx multigraph. networkx is imported here and late: it costs more than a whole warm command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.graph.collect import collect
from rulewright.graph.model import BookGraph
from rulewright.rulebook.model import Rulebook

if TYPE_CHECKING:
    import networkx


def build_graph(book: Rulebook, edition: str) -> networkx.MultiDiGraph[str]:
    """The multigraph of an edition; vertices are named `kind:name`, attributes are those of `Vertex` and `Edge`, locations included."""
    return to_networkx(collect(book, edition))


def to_networkx(graph: BookGraph) -> networkx.MultiDiGraph[str]:
    """Vertices carry `kind`, `name`, `label`, `case`, `held`, `deleted`, `location`; edges
    `kind`, `by`, `source`, `conditional`, `location`.

    A vertex exists only where the edition has it; an edge for each text that causes it.
    """
    import networkx

    found: networkx.MultiDiGraph[str] = networkx.MultiDiGraph(book=graph.book, edition=graph.edition)
    for vertex in graph.vertices.values():
        found.add_node(
            vertex.key,
            kind=vertex.kind.value,
            name=vertex.name,
            label=vertex.label,
            case=vertex.case,
            held=vertex.held,
            deleted=vertex.deleted,
            location=vertex.location,
        )
    for edge in graph.edges:
        found.add_edge(
            edge.tail, edge.head, kind=edge.kind.value, by=edge.by, source=edge.source, conditional=edge.conditional, location=edge.location
        )
    return found

"""Builder of a graph: adds vertices and edges, each edge with the text that causes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.analysis.dependencies.model import EdgeKind, VertexKind
from rulewright.base.source import Location

if TYPE_CHECKING:
    from rulewright.analysis.dependencies.model import Graph


class GraphBuilder:
    """A graph under construction. networkx is imported on first use: the import takes longer than a warm command."""

    def __init__(self, book: str, edition: str) -> None:
        import networkx

        self.graph: Graph = networkx.MultiDiGraph(book=book, edition=edition)
        self._edges = 0

    def add_vertex(
        self, kind: VertexKind, name: str, label: str, case: str, location: Location, *, deleted: bool = False, held: bool = True
    ) -> str:
        """Add a vertex, unless it exists, and return its key."""
        key = f"{kind.value}:{name}"
        if key not in self.graph:
            self.graph.add_node(key, kind=kind, name=name, label=label, case=case, location=location, deleted=deleted, held=held)
        return key

    def add_edge(
        self,
        tail: str,
        head: str,
        kind: EdgeKind,
        location: Location,
        by: str,
        source: str = "",
        condition: str = "",
        *,
        way: str = "",
        stage: int = 0,
        below: bool = False,
    ) -> None:
        self.graph.add_edge(
            tail,
            head,
            self._edges,
            kind=kind,
            by=by,
            source=source,
            condition=condition,
            location=location,
            way=way,
            stage=stage,
            below=below,
        )
        self._edges += 1

"""What bears on a case: the edges of the graph between it and other cases, each told once in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rulewright.graph.model import BookGraph, Edge, EdgeKind

if TYPE_CHECKING:
    from rulewright.graph.model import Vertex

OUT = {
    EdgeKind.REFERS: "refers to",
    EdgeKind.AMENDS: "amends",
    EdgeKind.RULES_ON: "rules on",
    EdgeKind.READS: "asks how to read",
    EdgeKind.OVERRIDES: "overrides",
    EdgeKind.SETS_ASIDE: "sets aside",
    EdgeKind.EXCEPTS: "gives way to",
    EdgeKind.RESTATES: "restates",
    EdgeKind.SETTLES: "settles",
}
IN = {
    EdgeKind.REFERS: "is referred to by",
    EdgeKind.AMENDS: "is amended by",
    EdgeKind.RULES_ON: "is ruled on by",
    EdgeKind.READS: "is open in",
    EdgeKind.OVERRIDES: "is overridden by",
    EdgeKind.SETS_ASIDE: "is set aside by",
    EdgeKind.EXCEPTS: "goes before",
    EdgeKind.RESTATES: "is restated by",
    EdgeKind.SETTLES: "is settled by",
}


def edges_at(graph: BookGraph, name: str) -> list[dict[str, Any]]:
    """The edges between the case or reading of that name, with its rules, and other cases; each pair of cases once a kind and direction."""
    centre = graph.vertex_of(name)
    if centre is None:
        return []
    own = {key for key, vertex in graph.vertices.items() if vertex.case == centre.case or key == centre.key}
    found: dict[tuple[str, str, str], dict[str, Any]] = {}
    for direction, edge, other in _crossing(graph, own):
        words = OUT if direction == "out" else IN
        case = other.case or other.name
        if edge.kind in words:
            key = (direction, edge.kind.value, case)
            found.setdefault(key, _edge(edge, direction, words[edge.kind], case))
    return list(found.values())


def _crossing(graph: BookGraph, own: set[str]) -> Iterator[tuple[str, Edge, Vertex]]:
    for key in sorted(own):
        for edge in graph.outgoing(key):
            if edge.head not in own and edge.head in graph.vertices:
                yield "out", edge, graph.vertices[edge.head]
        for edge in graph.incoming(key):
            if edge.tail not in own and edge.tail in graph.vertices:
                yield "in", edge, graph.vertices[edge.tail]


def _edge(edge: Edge, direction: str, says: str, case: str) -> dict[str, Any]:
    return {
        "kind": edge.kind.value,
        "says": says,
        "case": case,
        "rule": edge.by or None,
        "direction": direction,
        "path": edge.location.path,
        "line": edge.location.line,
    }

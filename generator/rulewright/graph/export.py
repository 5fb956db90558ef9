"""The graph in the forms that other tools read: mermaid and dot for pictures, GraphML and JSON for programs.

Pictures show cases and what stands between them; programs get every vertex and edge.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from rulewright.graph.model import BookGraph, Edge, EdgeKind, Vertex, VertexKind
from rulewright.graph.queries import around

_PICTURED = frozenset({VertexKind.CASE, VertexKind.SCENARIO, VertexKind.RULING, VertexKind.READING})
_BETWEEN = (
    EdgeKind.OVERRIDES,
    EdgeKind.EXCEPTS,
    EdgeKind.SETS_ASIDE,
    EdgeKind.RULES_ON,
    EdgeKind.READS,
    EdgeKind.RESTATES,
    EdgeKind.SETTLES,
    EdgeKind.REFERS,
)


def pictured(graph: BookGraph, number: str | None) -> tuple[list[Vertex], list[tuple[str, str, EdgeKind]]]:
    """Cases and the relations between them, each relation once; with a number only what is one step away from that case."""
    near = around(graph, number) if number is not None else None
    numbers = {graph.vertices[key].case for key in near} if near is not None else None
    chosen = {
        vertex.case: vertex
        for vertex in graph.vertices.values()
        if vertex.kind in _PICTURED and (numbers is None or vertex.case in numbers)
    }
    edges: dict[tuple[str, str, EdgeKind], None] = {}
    for edge in graph.edges:
        tail, head = graph.vertices[edge.tail].case, graph.vertices[edge.head].case
        if edge.kind not in _BETWEEN or tail == head or tail not in chosen or head not in chosen:
            continue
        if number is None or number in (tail, head):
            edges[(chosen[tail].key, chosen[head].key, edge.kind)] = None
    return list(chosen.values()), list(edges)


def to_mermaid(graph: BookGraph, number: str | None = None) -> str:
    """A flowchart; `number` narrows it to the neighbourhood of one case."""
    vertices, edges = pictured(graph, number)
    names = {vertex.key: f"c{at}" for at, vertex in enumerate(vertices)}
    lines = ["flowchart LR"]
    for vertex in vertices:
        opening, closing = ("([", "])") if vertex.kind is VertexKind.READING else ("[", "]")
        lines.append(f'  {names[vertex.key]}{opening}"{_mermaid_text(vertex.label)}"{closing}')
    for tail, head, kind in edges:
        arrow = "-.->" if kind is EdgeKind.REFERS else "-->"
        lines.append(f'  {names[tail]} {arrow}|"{kind.value}"| {names[head]}')
    unheld = [names[vertex.key] for vertex in vertices if not vertex.held]
    if unheld:
        lines.extend(("  classDef unheld stroke-dasharray: 4 3", f"  class {','.join(unheld)} unheld"))
    return "\n".join(lines) + "\n"


def _mermaid_text(text: str) -> str:
    return text.replace("&", "#amp;").replace('"', "#quot;").replace("<", "#lt;").replace(">", "#gt;").replace("\n", " ")


def to_dot(graph: BookGraph, number: str | None = None) -> str:
    """A digraph for Graphviz; `number` narrows it to the neighbourhood of one case."""
    vertices, edges = pictured(graph, number)
    lines = [f"digraph {_dot_text(graph.book)} {{", "  rankdir=LR;", "  node [shape=box, fontname=sans];"]
    for vertex in vertices:
        style = "" if vertex.held else ", style=dashed"
        lines.append(f"  {_dot_text(vertex.key)} [label={_dot_text(vertex.label)}{style}];")
    for tail, head, kind in edges:
        style = ", style=dotted" if kind is EdgeKind.REFERS else ""
        lines.append(f"  {_dot_text(tail)} -> {_dot_text(head)} [label={_dot_text(kind.value)}{style}];")
    return "\n".join((*lines, "}")) + "\n"


def _dot_text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'


def _chosen(graph: BookGraph, number: str | None) -> tuple[list[Vertex], list[Edge]]:
    """Every vertex and edge, or those of a neighbourhood."""
    keys: Collection[str] = graph.vertices.keys() if number is None else around(graph, number)
    vertices = [vertex for vertex in graph.vertices.values() if vertex.key in keys]
    return vertices, [edge for edge in graph.edges if edge.tail in keys and edge.head in keys]


_VERTEX_FIELDS = ("kind", "name", "label", "case", "held", "deleted", "path", "line")
_EDGE_FIELDS = ("kind", "by", "source", "conditional", "path", "line", "column")


def to_graphml(graph: BookGraph, number: str | None = None) -> str:
    """GraphML with the attributes of vertices and edges; places are a path, a line and a column."""
    vertices, edges = _chosen(graph, number)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
        *_graphml_keys("node", _VERTEX_FIELDS),
        *_graphml_keys("edge", _EDGE_FIELDS),
        f'  <graph id={quoteattr(_xml(f"{graph.book}/{graph.edition}"))} edgedefault="directed">',
    ]
    for vertex in vertices:
        lines.append(f"    <node id={quoteattr(_xml(vertex.key))}>")
        lines.extend(_graphml_data("node", vertex_json(vertex)))
        lines.append("    </node>")
    for at, edge in enumerate(edges):
        lines.append(f'    <edge id="e{at}" source={quoteattr(_xml(edge.tail))} target={quoteattr(_xml(edge.head))}>')
        lines.extend(_graphml_data("edge", edge_json(edge)))
        lines.append("    </edge>")
    return "\n".join((*lines, "  </graph>", "</graphml>")) + "\n"


_TYPES = {"held": "boolean", "deleted": "boolean", "conditional": "boolean", "line": "int", "column": "int"}


def _graphml_keys(of: str, names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        yield f'  <key id="{of}_{name}" for="{of}" attr.name="{name}" attr.type="{_TYPES.get(name, "string")}"/>'


def _graphml_data(of: str, values: Mapping[str, Any]) -> Iterator[str]:
    for name in _VERTEX_FIELDS if of == "node" else _EDGE_FIELDS:
        value = values[name]
        text = str(value).lower() if isinstance(value, bool) else str(value)
        yield f'      <data key="{of}_{name}">{escape(_xml(text))}</data>'


def _xml(text: str) -> str:
    """XML has no way to write control characters."""
    return "".join(one if one >= " " or one in "\t\n" else "\ufffd" for one in text)


def vertex_json(vertex: Vertex) -> dict[str, Any]:
    return {
        "id": vertex.key,
        "kind": vertex.kind.value,
        "name": vertex.name,
        "label": vertex.label,
        "case": vertex.case,
        "held": vertex.held,
        "deleted": vertex.deleted,
        "path": vertex.location.path,
        "line": vertex.location.line,
    }


def edge_json(edge: Edge) -> dict[str, Any]:
    return {
        "tail": edge.tail,
        "head": edge.head,
        "kind": edge.kind.value,
        "by": edge.by,
        "source": edge.source,
        "conditional": edge.conditional,
        "path": edge.location.path,
        "line": edge.location.line,
        "column": edge.location.column,
    }


def to_json(graph: BookGraph, number: str | None = None) -> dict[str, Any]:
    """The document of `graph --format json`."""
    vertices, edges = _chosen(graph, number)
    return {
        "book": graph.book,
        "edition": graph.edition,
        "case": number,
        "vertices": [vertex_json(vertex) for vertex in vertices],
        "edges": [edge_json(edge) for edge in edges],
    }

"""Export of the graph for other tools: mermaid and dot for pictures, GraphML and JSON for programs.

Pictures show cases and the relations between them; programs get all vertices and edges, written by networkx. dot is written here:
networkx needs pydot or pygraphviz for it, and has no mermaid output.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from rulewright.analysis.dependencies.model import CASES, Edge, EdgeKind, Vertex, VertexKind, edges_of_kinds, iter_vertices
from rulewright.analysis.dependencies.queries import neighbourhood
from rulewright.base.documents.versions import with_schema
from rulewright.base.records import fields_json

if TYPE_CHECKING:
    from rulewright.analysis.dependencies.model import Graph

_PICTURED_KINDS = (
    EdgeKind.OVERRIDES,
    EdgeKind.EXCEPTS,
    EdgeKind.SETS_ASIDE,
    EdgeKind.RULES_ON,
    EdgeKind.READS,
    EdgeKind.RESTATES,
    EdgeKind.SETTLES,
    EdgeKind.REFERS,
)


_NOT_IN_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def picture_graph(graph: Graph, number: str | None) -> tuple[list[Vertex], list[tuple[str, str, EdgeKind]]]:
    """Return the cases and the distinct relations between them; with a number, only those within one step of that case."""
    nearby_cases = None if number is None else {graph.nodes[key]["case"] for key in neighbourhood(graph, number)}
    vertices_by_case = {
        vertex.case: vertex for vertex in iter_vertices(graph, CASES) if nearby_cases is None or vertex.case in nearby_cases
    }
    relations: dict[tuple[str, str, EdgeKind], None] = {}
    for edge in edges_of_kinds(graph, _PICTURED_KINDS):
        tail, head = graph.nodes[edge.tail]["case"], graph.nodes[edge.head]["case"]
        if tail == head or tail not in vertices_by_case or head not in vertices_by_case:
            continue
        if number is None or number in (tail, head):
            relations[(vertices_by_case[tail].key, vertices_by_case[head].key, edge.kind)] = None
    return list(vertices_by_case.values()), list(relations)


def to_mermaid(graph: Graph, number: str | None = None) -> str:
    """Return a flowchart; `number` restricts it to the neighbourhood of one case."""
    cases, relations = picture_graph(graph, number)
    names = {vertex.key: f"c{index}" for index, vertex in enumerate(cases)}
    lines = ["flowchart LR"]
    for vertex in cases:
        opening, closing = ("([", "])") if vertex.kind is VertexKind.READING else ("[", "]")
        lines.append(f'  {names[vertex.key]}{opening}"{_mermaid_text(vertex.label)}"{closing}')
    for tail, head, kind in relations:
        arrow = "-.->" if kind is EdgeKind.REFERS else "-->"
        lines.append(f'  {names[tail]} {arrow}|"{kind.value}"| {names[head]}')
    unheld = [names[vertex.key] for vertex in cases if not vertex.held]
    if unheld:
        lines.extend(("  classDef unheld stroke-dasharray: 4 3", f"  class {','.join(unheld)} unheld"))
    return "\n".join(lines) + "\n"


def _mermaid_text(text: str) -> str:
    """Escape text for quotes, so that no character starts a directive (`%%{`), an entity, an element or Markdown."""
    return re.sub(r'[#&"<>%`]', lambda match: f"#{ord(match[0])};", text).replace("\n", " ")


def to_dot(graph: Graph, number: str | None = None) -> str:
    """Return a digraph for Graphviz; `number` restricts it to the neighbourhood of one case."""
    cases, relations = picture_graph(graph, number)
    lines = [f"digraph {_dot_text(graph.graph['book'])} {{", "  rankdir=LR;", "  node [shape=box, fontname=sans];"]
    for vertex in cases:
        style = "" if vertex.held else ", style=dashed"
        lines.append(f"  {_dot_text(vertex.key)} [label={_dot_text(vertex.label)}{style}];")
    for tail, head, kind in relations:
        style = ", style=dotted" if kind is EdgeKind.REFERS else ""
        lines.append(f"  {_dot_text(tail)} -> {_dot_text(head)} [label={_dot_text(kind.value)}{style}];")
    return "\n".join((*lines, "}")) + "\n"


def _dot_text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'


def plain_graph(graph: Graph, number: str | None = None) -> Graph:
    """Return the graph, or the neighbourhood of a case, with only texts, numbers and truth values as attributes."""
    import networkx

    keys = graph.nodes if number is None else neighbourhood(graph, number)
    plain: Graph = networkx.MultiDiGraph(book=graph.graph["book"], edition=graph.graph["edition"])
    plain.add_nodes_from((vertex.key, _vertex_data(vertex)) for vertex in iter_vertices(graph) if vertex.key in keys)
    for edge in edges_of_kinds(graph):
        if edge.tail in keys and edge.head in keys:
            plain.add_edge(edge.tail, edge.head, edge.number, **_edge_data(edge))
    return plain


def _vertex_data(vertex: Vertex) -> dict[str, Any]:
    return {
        **fields_json(vertex, "kind", "name", "label", "case", "held", "deleted"),
        **fields_json(vertex.location, "path", "line"),
    }


def _edge_data(edge: Edge) -> dict[str, Any]:
    return {
        **fields_json(edge, "kind", "by", "source", "conditional", "condition"),
        **fields_json(edge.location, *(location_field.name for location_field in fields(edge.location))),
    }


def published_graph(graph: Graph) -> Graph:
    """Return the whole graph for programs: attributes are texts, numbers and truth values, under names that no writer of networkx claims.

    GML and GEXF keep `label` for themselves, GML, node-link data and pandas `source`: here they are `title` and `stated_in`. Characters
    that XML cannot represent are replaced.
    """
    import networkx

    published: Graph = networkx.MultiDiGraph(book=graph.graph["book"], edition=graph.graph["edition"])
    for vertex in iter_vertices(graph):
        data = _vertex_data(vertex)
        published.add_node(_xml_text(vertex.key), **_in_xml({"title": data.pop("label"), **data}))
    for edge in edges_of_kinds(graph):
        data = {**_edge_data(edge), **fields_json(edge, "way", "stage", "below")}
        published.add_edge(_xml_text(edge.tail), _xml_text(edge.head), edge.number, **_in_xml({"stated_in": data.pop("source"), **data}))
    return published


def _in_xml(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return attributes without control characters."""
    return {name: _xml_text(value) if isinstance(value, str) else value for name, value in data.items()}


def to_graphml(graph: Graph, number: str | None = None) -> str:
    """Return GraphML with the attributes of vertices and edges; locations are a path, lines and columns."""
    import networkx

    plain = plain_graph(graph, number)
    escaped = networkx.relabel_nodes(plain, {key: _xml_text(key) for key in plain})
    texts: list[dict[str, Any]] = [*dict(escaped.nodes(data=True)).values(), *(edge[2] for edge in escaped.edges(data=True))]
    for data in texts:
        data.update(_in_xml(data))
    return "\n".join(networkx.generate_graphml(escaped, named_key_ids=True)) + "\n"


def _xml_text(text: str) -> str:
    """Replace characters that XML cannot represent."""
    return _NOT_IN_XML.sub("\ufffd", text)


def to_json(graph: Graph, number: str | None = None) -> dict[str, Any]:
    """Return the document of `graph --format json`: the node-link form of networkx, with the names of the schema."""
    import networkx

    data = networkx.node_link_data(plain_graph(graph, number), source="tail", target="head", name="id", nodes="vertices", edges="edges")
    return with_schema("graph", {"book": graph.graph["book"], "edition": graph.graph["edition"], "case": number, **data})

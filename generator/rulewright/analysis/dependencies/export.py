"""The graph in the forms that other tools read: mermaid and dot for pictures, GraphML and JSON for programs.

Pictures show cases and what stands between them; programs get every vertex and edge, written by networkx. dot is written here: networkx
writes it only with pydot or pygraphviz, and mermaid not at all.
"""

from __future__ import annotations

import re
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from rulewright.analysis.dependencies.model import CASES, Edge, EdgeKind, Vertex, VertexKind, edges, vertices
from rulewright.analysis.dependencies.queries import around
from rulewright.base.records import fields_json

if TYPE_CHECKING:
    from rulewright.analysis.dependencies.model import Graph

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


def pictured(graph: Graph, number: str | None) -> tuple[list[Vertex], list[tuple[str, str, EdgeKind]]]:
    """Cases and the relations between them, each relation once; with a number only what is one step away from that case."""
    near = None if number is None else {graph.nodes[key]["case"] for key in around(graph, number)}
    chosen = {vertex.case: vertex for vertex in vertices(graph, CASES) if near is None or vertex.case in near}
    found: dict[tuple[str, str, EdgeKind], None] = {}
    for edge in edges(graph, _BETWEEN):
        tail, head = graph.nodes[edge.tail]["case"], graph.nodes[edge.head]["case"]
        if tail == head or tail not in chosen or head not in chosen:
            continue
        if number is None or number in (tail, head):
            found[(chosen[tail].key, chosen[head].key, edge.kind)] = None
    return list(chosen.values()), list(found)


def to_mermaid(graph: Graph, number: str | None = None) -> str:
    """A flowchart; `number` narrows it to the neighbourhood of one case."""
    shown, between = pictured(graph, number)
    names = {vertex.key: f"c{at}" for at, vertex in enumerate(shown)}
    lines = ["flowchart LR"]
    for vertex in shown:
        opening, closing = ("([", "])") if vertex.kind is VertexKind.READING else ("[", "]")
        lines.append(f'  {names[vertex.key]}{opening}"{_mermaid_text(vertex.label)}"{closing}')
    for tail, head, kind in between:
        arrow = "-.->" if kind is EdgeKind.REFERS else "-->"
        lines.append(f'  {names[tail]} {arrow}|"{kind.value}"| {names[head]}')
    unheld = [names[vertex.key] for vertex in shown if not vertex.held]
    if unheld:
        lines.extend(("  classDef unheld stroke-dasharray: 4 3", f"  class {','.join(unheld)} unheld"))
    return "\n".join(lines) + "\n"


def _mermaid_text(text: str) -> str:
    """Text between quotes, in which no sign begins anything: a setting (`%%{`), an entity, an element, words in Markdown."""
    return re.sub(r'[#&"<>%`]', lambda found: f"#{ord(found[0])};", text).replace("\n", " ")


def to_dot(graph: Graph, number: str | None = None) -> str:
    """A digraph for Graphviz; `number` narrows it to the neighbourhood of one case."""
    shown, between = pictured(graph, number)
    lines = [f"digraph {_dot_text(graph.graph['book'])} {{", "  rankdir=LR;", "  node [shape=box, fontname=sans];"]
    for vertex in shown:
        style = "" if vertex.held else ", style=dashed"
        lines.append(f"  {_dot_text(vertex.key)} [label={_dot_text(vertex.label)}{style}];")
    for tail, head, kind in between:
        style = ", style=dotted" if kind is EdgeKind.REFERS else ""
        lines.append(f"  {_dot_text(tail)} -> {_dot_text(head)} [label={_dot_text(kind.value)}{style}];")
    return "\n".join((*lines, "}")) + "\n"


def _dot_text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'


def written(graph: Graph, number: str | None = None) -> Graph:
    """The graph, or the neighbourhood of a case, with nothing but texts, numbers and truth values as attributes."""
    import networkx

    keys = graph.nodes if number is None else around(graph, number)
    found: Graph = networkx.MultiDiGraph(book=graph.graph["book"], edition=graph.graph["edition"])
    found.add_nodes_from((vertex.key, _vertex_data(vertex)) for vertex in vertices(graph) if vertex.key in keys)
    for edge in edges(graph):
        if edge.tail in keys and edge.head in keys:
            found.add_edge(edge.tail, edge.head, edge.number, **_edge_data(edge))
    return found


def _vertex_data(vertex: Vertex) -> dict[str, Any]:
    return {
        **fields_json(vertex, "kind", "name", "label", "case", "held", "deleted"),
        **fields_json(vertex.location, "path", "line"),
    }


def _edge_data(edge: Edge) -> dict[str, Any]:
    return {
        **fields_json(edge, "kind", "by", "source", "conditional", "condition"),
        **fields_json(edge.location, *(one.name for one in fields(edge.location))),
    }


def to_graphml(graph: Graph, number: str | None = None) -> str:
    """GraphML with the attributes of vertices and edges; places are a path, lines and columns."""
    import networkx

    plain = written(graph, number)
    named = networkx.relabel_nodes(plain, {key: _xml(key) for key in plain})
    texts: list[dict[str, Any]] = [*dict(named.nodes(data=True)).values(), *(edge[2] for edge in named.edges(data=True))]
    for data in texts:
        data.update({name: _xml(value) for name, value in data.items() if isinstance(value, str)})
    return "\n".join(networkx.generate_graphml(named, named_key_ids=True)) + "\n"


def _xml(text: str) -> str:
    """XML has no way to write control characters."""
    return "".join(one if one >= " " or one in "\t\n" else "\ufffd" for one in text)


def to_json(graph: Graph, number: str | None = None) -> dict[str, Any]:
    """The document of `graph --format json`: networkx's form of vertices and links, under the words of the schema."""
    import networkx

    data = networkx.node_link_data(written(graph, number), source="tail", target="head", name="id", nodes="vertices", edges="edges")
    return {"book": graph.graph["book"], "edition": graph.graph["edition"], "case": number, **data}

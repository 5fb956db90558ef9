"""The graph of one edition: a networkx multigraph, and the records of its vertices and edges.

Vertices are named `kind:name`: `case:8.6`, `rule:8.6.1`, `table:combat.3.to_hit`, `question:allowance`, `fact:weather`, `fact:unit.arm`,
`reading:H_42`, `term:zone of control`, `example:8.6/cavalry in mud`, `amendment:errata/9.5@` and its location. Their attributes are the
fields of `Vertex` after `key`, those of edges the fields of `Edge` after `number`; the key of an edge is its number, in the order of
insertion: that of the book, then that of the core.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import chain
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, TypeAlias
from weakref import WeakKeyDictionary

from rulewright.base.records import record
from rulewright.base.source import Location

if TYPE_CHECKING:
    import networkx

    Graph: TypeAlias = networkx.MultiDiGraph[str]


class VertexKind(StrEnum):
    CASE = "case"
    SCENARIO = "scenario"
    RULING = "ruling"
    READING = "reading"
    RULE = "rule"
    TABLE = "table"
    QUESTION = "question"
    FACT = "fact"
    TERM = "term"
    EXAMPLE = "example"
    AMENDMENT = "amendment"


class EdgeKind(StrEnum):
    """The relation of the tail to the head."""

    PART_OF = "part of"
    REFERS = "refers"
    AMENDS = "amends"
    RULES_ON = "rules on"
    READS = "reads"
    OVERRIDES = "overrides"
    SETS_ASIDE = "sets aside"
    EXCEPTS = "excepts"
    CARRIED = "carried"
    DEFINES = "defines"
    USES = "uses"
    LOOKS_UP = "looks up"
    TESTS = "tests"
    RESTATES = "restates"
    SETTLES = "settles"


CASES = (VertexKind.CASE, VertexKind.SCENARIO, VertexKind.RULING, VertexKind.READING)
"""The kinds of vertices that have a number or name of their own in the book."""
STATEMENTS = (VertexKind.RULE, VertexKind.TABLE)
"""The kinds of formal statements."""


@record
class Vertex:
    """A vertex of the graph. `label` is for display; `case` is the number of the case it belongs to, `""` if there is none."""

    key: str
    kind: VertexKind
    name: str
    label: str
    case: str
    location: Location
    deleted: bool = False
    held: bool = True


@record
class Edge:
    """An edge of the graph. `location` is the span that causes it; `by` its author (a rule's address, a case, an amendment), in `source`.

    `condition` is the text of the condition under which it is true, empty if there is none. `way` is the keyword by which a case mentions
    another (`refers to`, `as in`, …), `stage` the stage of a rule in its question; `below` marks a sub-case of the case that is named.
    """

    tail: str
    head: str
    number: int
    kind: EdgeKind
    by: str
    source: str
    condition: str
    location: Location
    way: str = ""
    stage: int = 0
    below: bool = False

    @property
    def conditional(self) -> bool:
        return bool(self.condition)


_frozen_graph_edges: WeakKeyDictionary[Graph, Mapping[EdgeKind, Sequence[Edge]]] = WeakKeyDictionary()
"""Edges of frozen graphs by kind; other graphs may still change."""


def vertex_at(graph: Graph, key: str) -> Vertex:
    return Vertex(key, **graph.nodes[key])


def iter_vertices(graph: Graph, kinds: Collection[VertexKind] | None = None) -> Iterator[Vertex]:
    """Yield the vertices of some kinds, or all, in the order of the book."""
    for key, data in graph.nodes(data=True):
        if kinds is None or data["kind"] in kinds:
            yield Vertex(key, **data)


def edges_of_kinds(graph: Graph, kinds: Collection[EdgeKind] | None = None) -> list[Edge]:
    """Return the edges of some kinds, or all, in the order of insertion."""
    by_kind = _edges_by_kind(graph)
    selected = [by_kind.get(kind, ()) for kind in (EdgeKind if kinds is None else dict.fromkeys(kinds))]
    if len(selected) == 1:
        return list(selected[0])
    return sorted(chain.from_iterable(selected), key=attrgetter("number"))


def _edges_by_kind(graph: Graph) -> Mapping[EdgeKind, Sequence[Edge]]:
    import networkx

    edges_by_kind = _frozen_graph_edges.get(graph)
    if edges_by_kind is None:
        edges_by_kind = _group_edges(graph)
        if networkx.is_frozen(graph):
            _frozen_graph_edges[graph] = edges_by_kind
    return edges_by_kind


def _group_edges(graph: Graph) -> Mapping[EdgeKind, Sequence[Edge]]:
    edges_by_kind: dict[EdgeKind, list[Edge]] = defaultdict(list)
    adjacency: Iterator[tuple[str, dict[str, Any]]] = graph.adjacency()
    for tail, heads in adjacency:  # takes a third of the time of `graph.edges`
        for head, parallel in heads.items():
            for number, data in parallel.items():
                edges_by_kind[data["kind"]].append(Edge(tail, head, number, **data))
    for kind_edges in edges_by_kind.values():
        kind_edges.sort(key=attrgetter("number"))
    return edges_by_kind


def outgoing_edges(graph: Graph, key: str, kinds: Collection[EdgeKind] | None = None) -> list[Edge]:
    """Return the edges that start at a vertex."""
    return _select_edges(graph.out_edges(key, keys=True, data=True), kinds)


def incoming_edges(graph: Graph, key: str, kinds: Collection[EdgeKind] | None = None) -> list[Edge]:
    """Return the edges that end at a vertex."""
    return _select_edges(graph.in_edges(key, keys=True, data=True), kinds)


def _select_edges(edge_tuples: Any, kinds: Collection[EdgeKind] | None) -> list[Edge]:
    selected = [edge_tuple for edge_tuple in edge_tuples if kinds is None or edge_tuple[3]["kind"] in kinds]
    return [Edge(tail, head, number, **data) for tail, head, number, data in sorted(selected, key=itemgetter(2))]


def case_vertex(graph: Graph, number: str) -> str | None:
    """Return the key of the case, scenario, ruling or reading of a number, or None."""
    return next((key for kind in CASES if (key := f"{kind.value}:{number}") in graph), None)

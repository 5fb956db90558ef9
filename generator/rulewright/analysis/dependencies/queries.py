"""Queries on the graph: neighbours of a case, precedence, dependence.

Precedence and dependence are views of the multigraph: plain directed graphs for the algorithms of networkx.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from rulewright.analysis.dependencies.model import (
    CASES,
    Edge,
    EdgeKind,
    Vertex,
    VertexKind,
    case_vertex,
    edges_of_kinds,
    incoming_edges,
    outgoing_edges,
    vertex_at,
)
from rulewright.base.source import Location

if TYPE_CHECKING:
    import networkx

    from rulewright.analysis.dependencies.model import Graph


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A vertex related to a case: `number` is its case (or name), `by` the rule or line that states the relation."""

    number: str
    label: str
    by: str
    location: Location
    vertex: str


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The neighbours of a case by relation in words (`overridden by`), each list in the order of the book and without repetition."""

    number: str
    groups: Mapping[str, tuple[Neighbour, ...]]

    def __getitem__(self, words: str) -> tuple[Neighbour, ...]:
        return self.groups.get(words, ())

    def numbers(self, words: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(neighbour.number for neighbour in self[words]))


# edge kind -> (active phrase for the tail, passive phrase for the head)
WORDS: Mapping[EdgeKind, tuple[str, str]] = {
    EdgeKind.REFERS: ("refers to", "referred to by"),
    EdgeKind.OVERRIDES: ("overrides", "overridden by"),
    EdgeKind.EXCEPTS: ("gives way to", "goes before"),
    EdgeKind.SETS_ASIDE: ("sets aside", "set aside by"),
    EdgeKind.AMENDS: ("amends", "amended by"),
    EdgeKind.RULES_ON: ("rules on", "ruled on by"),
    EdgeKind.READS: ("reads", "read by"),
    EdgeKind.RESTATES: ("restates", "restated by"),
    EdgeKind.SETTLES: ("settles", "settled by"),
    EdgeKind.TESTS: ("tests", "tested by"),
    EdgeKind.DEFINES: ("answers", "answered by"),
    EdgeKind.USES: ("uses", "used by"),
}
PASSIVES = dict(WORDS.values())
ORDER = (*dict.fromkeys(word for pair in WORDS.values() for word in pair), "uses tables")
OVERRIDING = (EdgeKind.OVERRIDES, EdgeKind.EXCEPTS)
STATED = (*OVERRIDING, EdgeKind.SETS_ASIDE)
PRECEDENCE = (*STATED, EdgeKind.CARRIED)
DEPENDENCE = (EdgeKind.USES, EdgeKind.TESTS)


def find_neighbours(graph: Graph, number: str) -> Neighbours:
    """Return the neighbours of a case, scenario, ruling or reading; empty groups are left out. Unknown numbers have no neighbours.

    Relations between rules are shown as relations between their cases.
    """
    key = case_vertex(graph, number)
    if key is None:
        return Neighbours(number, {})
    groups: dict[str, dict[str, Neighbour]] = defaultdict(dict)
    defined: set[str] = set()
    for inner in case_and_statements(graph, key):
        for edge in outgoing_edges(graph, inner, WORDS):
            _add_neighbour(graph, groups, edge, edge.head, outgoing=True, number=number)
            if edge.kind is EdgeKind.DEFINES:
                defined.add(edge.head)
        for edge in incoming_edges(graph, inner, WORDS):
            _add_neighbour(graph, groups, edge, edge.tail, outgoing=False, number=number)
    for question in sorted(defined):
        for edge in incoming_edges(graph, question, [EdgeKind.USES]):
            _add_neighbour(graph, groups, edge, edge.tail, outgoing=False, number=number)
    return Neighbours(number, {word: tuple(groups[word].values()) for word in ORDER if groups.get(word)})


def case_and_statements(graph: Graph, key: str) -> list[str]:
    """Return the vertex of a case and those of its rules and tables."""
    return [key, *dict.fromkeys(edge.tail for edge in incoming_edges(graph, key, [EdgeKind.PART_OF]))]


def _add_neighbour(
    graph: Graph, groups: dict[str, dict[str, Neighbour]], edge: Edge, other_key: str, *, outgoing: bool, number: str
) -> None:
    tail, head = graph.nodes[edge.tail]["kind"], graph.nodes[edge.head]["kind"]
    if tail is VertexKind.QUESTION or (tail is VertexKind.RULE and head not in (*CASES, VertexKind.QUESTION, VertexKind.FACT)):
        return
    other = vertex_at(graph, other_key)
    if other.case == number and other.kind not in (VertexKind.EXAMPLE, VertexKind.AMENDMENT):
        return
    words = WORDS[edge.kind][0 if outgoing else 1]
    if words == "uses" and _is_table(graph, other):
        words = "uses tables"
    groups[words].setdefault(other.key, Neighbour(other.case or other.name, other.label, edge.by, edge.location, other.key))


def _is_table(graph: Graph, question: Vertex) -> bool:
    definers = incoming_edges(graph, question.key, [EdgeKind.DEFINES])
    return bool(definers) and all(graph.nodes[edge.tail]["kind"] is VertexKind.TABLE for edge in definers)


def neighbourhood(graph: Graph, number: str) -> frozenset[str]:
    """Return the vertices of a case, of its rules, and of everything one step away, as shown by `graph BOOK CASE`."""
    import networkx

    key = case_vertex(graph, number)
    if key is None:
        return frozenset()
    case_keys = case_and_statements(graph, key)
    return frozenset(case_keys).union(*(networkx.all_neighbors(graph, case_key) for case_key in case_keys))


# ---- precedence ----------------------------------------------------------------------------------------------------------------------


def precedence_graph(
    graph: Graph, kinds: Iterable[EdgeKind] = PRECEDENCE, is_kept: Callable[[Edge], bool] | None = None
) -> networkx.DiGraph[str]:
    """Return the graph of attacks: rules precede the rules they attack, a suspension precedes its targets.

    Edges carry the `edge` of the multigraph. Relations between whole cases are expanded to their rules; of several statements about two
    rules the last is kept. `is_kept` limits the statements.
    """
    import networkx

    digraph: networkx.DiGraph[str] = networkx.DiGraph()
    for edge in edges_of_kinds(graph, tuple(kinds)):
        if _is_case(graph, edge.tail) or _is_case(graph, edge.head) or (is_kept is not None and not is_kept(edge)):
            continue
        first, second = (edge.head, edge.tail) if edge.kind is EdgeKind.EXCEPTS else (edge.tail, edge.head)
        digraph.add_edge(first, second, edge=edge)
    return digraph


def _is_case(graph: Graph, key: str) -> bool:
    return graph.nodes[key]["kind"] in CASES


# ---- dependence ----------------------------------------------------------------------------------------------------------------------


def dependence_graph(graph: Graph) -> networkx.DiGraph[str]:
    """Return the dependence graph: a question depends on its rules, a rule on the questions and facts that it reads, by name.

    An example depends on the questions it asks. `networkx.descendants` gives the vertices that a vertex depends on, `networkx.ancestors`
    its dependents.
    """
    import networkx

    digraph: networkx.DiGraph[str] = networkx.DiGraph()
    digraph.add_nodes_from(graph)
    digraph.add_edges_from((edge.tail, edge.head) for edge in edges_of_kinds(graph, DEPENDENCE))
    digraph.add_edges_from((edge.head, edge.tail) for edge in edges_of_kinds(graph, [EdgeKind.DEFINES]))
    return digraph


# ---- pairs ---------------------------------------------------------------------------------------------------------------------------


def rules_on(graph: Graph, question: str) -> list[Edge]:
    """Return the edges of the rules and tables that answer a question, with stage and condition, in the order of the book."""
    key = f"{VertexKind.QUESTION.value}:{question}"
    return incoming_edges(graph, key, [EdgeKind.DEFINES]) if key in graph else []


def pairs_on(graph: Graph, question: str) -> Iterator[tuple[Edge, Edge]]:
    """Yield the pairs of rules that answer a question at one stage, as edges to it: the candidates for contradictions."""
    for first, second in combinations(rules_on(graph, question), 2):
        if first.stage == second.stage:
            yield first, second

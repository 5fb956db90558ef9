"""What people ask of the graph: what bears on a case, what goes before what, what depends on what.

Each is a view of the multigraph, a plain directed graph on which networkx's algorithms run.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from rulewright.analysis.dependencies.model import CASES, Edge, EdgeKind, Vertex, VertexKind, case_vertex, edges, incoming, outgoing, vertex
from rulewright.base.source import Location

if TYPE_CHECKING:
    import networkx

    from rulewright.analysis.dependencies.model import Graph


@dataclass(frozen=True, slots=True)
class Neighbour:
    """One thing that stands in a relation to a case: `number` is its case (or name), `by` the rule or line that says so."""

    number: str
    label: str
    by: str
    location: Location
    vertex: str


@dataclass(frozen=True, slots=True)
class Neighbours:
    """What bears on a case, by relation in words (`overridden by`), each list in the order of the book and without repetition."""

    number: str
    groups: Mapping[str, tuple[Neighbour, ...]]

    def __getitem__(self, words: str) -> tuple[Neighbour, ...]:
        return self.groups.get(words, ())

    def numbers(self, words: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one.number for one in self[words]))


# edge kind -> (what the tail's case says of it, what the head's case says of it)
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


def neighbours(graph: Graph, number: str) -> Neighbours:
    """Everything that bears on a case, scenario, ruling or reading; empty groups are left out. Unknown numbers have no neighbours.

    What rules do to rules is shown between the cases that they are of.
    """
    key = case_vertex(graph, number)
    if key is None:
        return Neighbours(number, {})
    groups: dict[str, dict[str, Neighbour]] = defaultdict(dict)
    defined: set[str] = set()
    for inner in inside(graph, key):
        for edge in outgoing(graph, inner, WORDS):
            _note(graph, groups, edge, edge.head, outgoing=True, own=number)
            if edge.kind is EdgeKind.DEFINES:
                defined.add(edge.head)
        for edge in incoming(graph, inner, WORDS):
            _note(graph, groups, edge, edge.tail, outgoing=False, own=number)
    for question in sorted(defined):
        for edge in incoming(graph, question, [EdgeKind.USES]):
            _note(graph, groups, edge, edge.tail, outgoing=False, own=number)
    return Neighbours(number, {word: tuple(groups[word].values()) for word in ORDER if groups.get(word)})


def inside(graph: Graph, key: str) -> list[str]:
    """The vertex of a case and those of its rules and tables."""
    return [key, *dict.fromkeys(edge.tail for edge in incoming(graph, key, [EdgeKind.PART_OF]))]


def _note(graph: Graph, groups: dict[str, dict[str, Neighbour]], edge: Edge, other_key: str, *, outgoing: bool, own: str) -> None:
    tail, head = graph.nodes[edge.tail]["kind"], graph.nodes[edge.head]["kind"]
    if tail is VertexKind.QUESTION or (tail is VertexKind.RULE and head not in (*CASES, VertexKind.QUESTION, VertexKind.FACT)):
        return
    other = vertex(graph, other_key)
    if other.case == own and other.kind not in (VertexKind.EXAMPLE, VertexKind.AMENDMENT):
        return
    words = WORDS[edge.kind][0 if outgoing else 1]
    if words == "uses" and _is_table(graph, other):
        words = "uses tables"
    groups[words].setdefault(other.key, Neighbour(other.case or other.name, other.label, edge.by, edge.location, other.key))


def _is_table(graph: Graph, question: Vertex) -> bool:
    definers = incoming(graph, question.key, [EdgeKind.DEFINES])
    return bool(definers) and all(graph.nodes[edge.tail]["kind"] is VertexKind.TABLE for edge in definers)


def around(graph: Graph, number: str) -> frozenset[str]:
    """The vertices of a case, of its rules, and of everything one step away: the neighbourhood that `graph BOOK CASE` shows."""
    import networkx

    key = case_vertex(graph, number)
    if key is None:
        return frozenset()
    own = inside(graph, key)
    return frozenset(own).union(*(networkx.all_neighbors(graph, one) for one in own))


# ---- precedence ----------------------------------------------------------------------------------------------------------------------


def precedence(graph: Graph, kinds: Iterable[EdgeKind] = PRECEDENCE) -> networkx.DiGraph[str]:
    """Which rule goes before which; a setting-aside goes before what it sets aside. Each edge has its `edge` of the multigraph.

    What one case says of another as a whole is spelled out for their rules; of several statements about two rules the last is kept.
    """
    import networkx

    found: networkx.DiGraph[str] = networkx.DiGraph()
    for edge in edges(graph, tuple(kinds)):
        if _is_case(graph, edge.tail) or _is_case(graph, edge.head):
            continue
        first, second = (edge.head, edge.tail) if edge.kind is EdgeKind.EXCEPTS else (edge.tail, edge.head)
        found.add_edge(first, second, edge=edge)
    return found


def _is_case(graph: Graph, key: str) -> bool:
    return graph.nodes[key]["kind"] in CASES


# ---- dependence ----------------------------------------------------------------------------------------------------------------------


def dependence(graph: Graph) -> networkx.DiGraph[str]:
    """What a question's answer may depend on: a question on its rules, these on the questions and facts that they read, by name.

    An example depends on what it asks. `networkx.descendants` tells all that a vertex depends on, `networkx.ancestors` all that depends
    on it.
    """
    import networkx

    found: networkx.DiGraph[str] = networkx.DiGraph()
    found.add_nodes_from(graph)
    found.add_edges_from((edge.tail, edge.head) for edge in edges(graph, DEPENDENCE))
    found.add_edges_from((edge.head, edge.tail) for edge in edges(graph, [EdgeKind.DEFINES]))
    return found


# ---- pairs ---------------------------------------------------------------------------------------------------------------------------


def rules_on(graph: Graph, question: str) -> list[Edge]:
    """The edges of the rules and tables that answer a question, each with its stage and condition, in the order of the book."""
    key = f"{VertexKind.QUESTION.value}:{question}"
    return incoming(graph, key, [EdgeKind.DEFINES]) if key in graph else []


def pairs_on(graph: Graph, question: str) -> Iterator[tuple[Edge, Edge]]:
    """Each two rules that answer a question at one stage, by the edges to it: where contradictions are looked for."""
    for one, other in combinations(rules_on(graph, question), 2):
        if one.stage == other.stage:
            yield one, other

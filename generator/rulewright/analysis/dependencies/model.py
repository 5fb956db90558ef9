"""The graph of one edition: a networkx multigraph, and the words for what stands on its vertices and edges.

Vertices are named `kind:name`: `case:8.6`, `rule:8.6.1`, `table:combat.3.to_hit`, `question:allowance`, `fact:weather`, `fact:unit.arm`,
`reading:H_42`, `term:zone of control`, `example:8.6/cavalry in mud`, `amendment:errata/9.5@` and where it is written. Their attributes are
the fields of `Vertex` after `key`, those of edges the fields of `Edge` after `number`; the key of an edge is its number, in the order in
which edges were laid: that of the book, then that of the core.
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
    """What the tail does to the head."""

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
"""The kinds of what has a number or name of its own in the book."""
STATEMENTS = (VertexKind.RULE, VertexKind.TABLE)
"""The kinds of what says something by formal rules."""


@record
class Vertex:
    """`label` is what people read; `case` the number of the case that it belongs to, `""` where there is none."""

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
    """`location` is the span that causes it; `by` what says so (a rule's address, a case, an amendment); `source` that clause's source.

    `condition` is the text of the condition under which it holds, empty where there is none. `way` tells how a case is named by another
    (`refers to`, `as in`, …), `stage` at which stage of its question a rule speaks, `below` that a sub-case of what is named is meant.
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


_laid: WeakKeyDictionary[Graph, Mapping[EdgeKind, Sequence[Edge]]] = WeakKeyDictionary()
"""The edges of graphs that are frozen, which change no more."""


def vertex(graph: Graph, key: str) -> Vertex:
    return Vertex(key, **graph.nodes[key])


def vertices(graph: Graph, kinds: Collection[VertexKind] | None = None) -> Iterator[Vertex]:
    """The vertices of some kinds, or all, in the order of the book."""
    for key, data in graph.nodes(data=True):
        if kinds is None or data["kind"] in kinds:
            yield Vertex(key, **data)


def edges(graph: Graph, kinds: Collection[EdgeKind] | None = None) -> list[Edge]:
    """The edges of some kinds, or all, in the order in which they were laid."""
    by_kind = _by_kind(graph)
    wanted = [by_kind.get(kind, ()) for kind in (EdgeKind if kinds is None else dict.fromkeys(kinds))]
    if len(wanted) == 1:
        return list(wanted[0])
    return sorted(chain.from_iterable(wanted), key=attrgetter("number"))


def _by_kind(graph: Graph) -> Mapping[EdgeKind, Sequence[Edge]]:
    import networkx

    found = _laid.get(graph)
    if found is None:
        found = _sorted_by_kind(graph)
        if networkx.is_frozen(graph):
            _laid[graph] = found
    return found


def _sorted_by_kind(graph: Graph) -> Mapping[EdgeKind, Sequence[Edge]]:
    found: dict[EdgeKind, list[Edge]] = defaultdict(list)
    laid_at: Iterator[tuple[str, dict[str, Any]]] = graph.adjacency()
    for tail, heads in laid_at:  # a third of the time that `graph.edges` takes
        for head, parallel in heads.items():
            for number, data in parallel.items():
                found[data["kind"]].append(Edge(tail, head, number, **data))
    for laid in found.values():
        laid.sort(key=attrgetter("number"))
    return found


def outgoing(graph: Graph, key: str, kinds: Collection[EdgeKind] | None = None) -> list[Edge]:
    """The edges that start at a vertex."""
    return _edges(graph.out_edges(key, keys=True, data=True), kinds)


def incoming(graph: Graph, key: str, kinds: Collection[EdgeKind] | None = None) -> list[Edge]:
    """The edges that end at a vertex."""
    return _edges(graph.in_edges(key, keys=True, data=True), kinds)


def _edges(found: Any, kinds: Collection[EdgeKind] | None) -> list[Edge]:
    wanted = [one for one in found if kinds is None or one[3]["kind"] in kinds]
    return [Edge(tail, head, number, **data) for tail, head, number, data in sorted(wanted, key=itemgetter(2))]


def case_vertex(graph: Graph, number: str) -> str | None:
    """The vertex of the case, scenario, ruling or reading of that number."""
    return next((key for kind in CASES if (key := f"{kind.value}:{number}") in graph), None)

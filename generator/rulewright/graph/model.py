"""A graph of one edition as plain data: vertices, and edges each with the text that caused it. networkx is only its outer form.

Vertices are named `kind:name`: `case:8.6`, `rule:8.6.1`, `table:combat.3.to_hit`, `question:allowance`, `fact:weather`, `fact:unit.arm`,
`reading:H_42`, `term:zone of control`, `example:8.6/cavalry in mud`, `amendment:errata/9.5@` and where it is written.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from rulewright.source import Location


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
    DEFINES = "defines"
    USES = "uses"
    TESTS = "tests"
    RESTATES = "restates"
    SETTLES = "settles"


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Edge:
    """`location` is the span that caused it; `by` what says so (a rule's address, a case, an amendment); `source` that clause's source."""

    tail: str
    head: str
    kind: EdgeKind
    location: Location
    by: str
    source: str = ""
    conditional: bool = False


@dataclass(frozen=True, slots=True)
class BookGraph:
    """All vertices and edges of one edition, in the order of the book."""

    book: str
    edition: str
    vertices: Mapping[str, Vertex]
    edges: tuple[Edge, ...]
    _out: dict[str, list[Edge]] = field(default_factory=lambda: defaultdict(list), compare=False, repr=False)
    _in: dict[str, list[Edge]] = field(default_factory=lambda: defaultdict(list), compare=False, repr=False)

    def __post_init__(self) -> None:
        for edge in self.edges:
            self._out[edge.tail].append(edge)
            self._in[edge.head].append(edge)

    def outgoing(self, key: str, kinds: Iterable[EdgeKind] | None = None) -> tuple[Edge, ...]:
        return _of(self._out.get(key, ()), kinds)

    def incoming(self, key: str, kinds: Iterable[EdgeKind] | None = None) -> tuple[Edge, ...]:
        return _of(self._in.get(key, ()), kinds)

    def vertex_of(self, number: str) -> Vertex | None:
        """The case, scenario, ruling or reading of that number."""
        for kind in (VertexKind.CASE, VertexKind.SCENARIO, VertexKind.RULING, VertexKind.READING):
            found = self.vertices.get(f"{kind.value}:{number}")
            if found is not None:
                return found
        return None


def _of(edges: Iterable[Edge], kinds: Iterable[EdgeKind] | None) -> tuple[Edge, ...]:
    if kinds is None:
        return tuple(edges)
    wanted = frozenset(kinds)
    return tuple(edge for edge in edges if edge.kind in wanted)

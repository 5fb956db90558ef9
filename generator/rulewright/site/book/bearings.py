"""Relations between cases: overrides, settings-aside, exceptions, references in prose and in rules, seen from both ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from rulewright.analysis.dependencies.model import CASES, edges_of_kinds
from rulewright.analysis.dependencies.queries import PASSIVES
from rulewright.base.keywords import RelationKind
from rulewright.rulebook.mentions import MentionKind

if TYPE_CHECKING:
    from rulewright.analysis.dependencies.model import Graph


class Bearing(StrEnum):
    """The relation of one case to another, seen from the first."""

    OVERRIDES = "overrides"
    SETS_ASIDE = "sets aside"
    RESTATES = "restates"
    AS_IN = "as in"
    BESIDES = "besides"
    ACCEPTS = "accepted together with"
    REFERS = "refers to"


_ONLY_HERE: dict[str, str] = {
    Bearing.AS_IN: "taken up by",
    Bearing.BESIDES: "applies besides",
    Bearing.ACCEPTS: "accepted together with",
}
PASSIVE = {bearing: {**PASSIVES, **_ONLY_HERE}[bearing] for bearing in Bearing}
"""The same from the other one's side."""
_OF_WAY: dict[str, Bearing] = {
    MentionKind.PROSE: Bearing.REFERS,
    MentionKind.REFERS_TO: Bearing.REFERS,
    MentionKind.ACCEPTS: Bearing.ACCEPTS,
    RelationKind.OVERRIDES: Bearing.OVERRIDES,
    RelationKind.SETS_ASIDE: Bearing.SETS_ASIDE,
    RelationKind.RESTATES: Bearing.RESTATES,
    RelationKind.BESIDES: Bearing.BESIDES,
    RelationKind.AS_IN: Bearing.AS_IN,
}


@dataclass(frozen=True, slots=True)
class Connection:
    """`source` bears on `target`: numbers in force of cases and rulings, names of readings."""

    source: str
    bearing: Bearing
    target: str


class Bearings:
    """The relations of one edition, by both ends, in the order of the book; a reference that resolves to nothing has none."""

    def __init__(self, graph: Graph) -> None:
        self.edges: tuple[Connection, ...] = tuple(dict.fromkeys(_every_edge(graph)))
        self._out: dict[str, list[Connection]] = {}
        self._in: dict[str, list[Connection]] = {}
        self._of: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {}
        for edge in self.edges:
            self._out.setdefault(edge.source, []).append(edge)
            self._in.setdefault(edge.target, []).append(edge)

    def bearings_on(self, number: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return the relations of a case to others, both ways: (words, numbers), strongest first; `overrides` before `overridden by`."""
        if number not in self._of:
            self._of[number] = tuple(self._find_bearings(number))
        return self._of[number]

    def _find_bearings(self, number: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        out, into = self._out.get(number, ()), self._in.get(number, ())
        if not out and not into:
            return
        for bearing in Bearing:
            targets = [edge.target for edge in out if edge.bearing is bearing]
            sources = [edge.source for edge in into if edge.bearing is bearing]
            if bearing is Bearing.ACCEPTS:
                targets, sources = [*targets, *(source for source in sources if source not in targets)], []
            if targets:
                yield bearing.value, tuple(targets)
            if sources:
                yield PASSIVE[bearing], tuple(sources)


def _every_edge(graph: Graph) -> Iterator[Connection]:
    """Yield each reference from one case to another; of `8.6 and below` only 8.6."""
    for edge in edges_of_kinds(graph):
        tail, head = graph.nodes[edge.tail], graph.nodes[edge.head]
        if not edge.way or edge.below or head["kind"] not in CASES or edge.tail == edge.head:
            continue
        source, target = tail["name"], head["name"]
        if edge.way == RelationKind.EXCEPT:  # written on the general case: the other one stands
            yield Connection(target, Bearing.OVERRIDES, source)
        else:
            yield Connection(source, _OF_WAY[edge.way], target)

"""Which cases bear on which: overrides, settings-aside, exceptions, references in prose and in rules, seen from both ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from rulewright.graph.mentions import Way, mentions
from rulewright.rulebook.model import Rulebook


class Bearing(StrEnum):
    """What one case does to another, from the first one's side."""

    OVERRIDES = "overrides"
    SETS_ASIDE = "sets aside"
    RESTATES = "restates"
    AS_IN = "as in"
    BESIDES = "besides"
    ACCEPTS = "accepted together with"
    REFERS = "refers to"


PASSIVE = {
    Bearing.OVERRIDES: "overridden by",
    Bearing.SETS_ASIDE: "set aside by",
    Bearing.RESTATES: "restated by",
    Bearing.AS_IN: "taken up by",
    Bearing.BESIDES: "applies besides",
    Bearing.ACCEPTS: "accepted together with",
    Bearing.REFERS: "referred to by",
}
_OF_WAY = {
    Way.PROSE: Bearing.REFERS,
    Way.REFERS_TO: Bearing.REFERS,
    Way.ACCEPTS: Bearing.ACCEPTS,
    Way.OVERRIDES: Bearing.OVERRIDES,
    Way.SETS_ASIDE: Bearing.SETS_ASIDE,
    Way.RESTATES: Bearing.RESTATES,
    Way.BESIDES: Bearing.BESIDES,
    Way.AS_IN: Bearing.AS_IN,
}


@dataclass(frozen=True, slots=True)
class Edge:
    """`source` bears on `target`: numbers in force of cases and rulings, names of readings."""

    source: str
    bearing: Bearing
    target: str


class Bearings:
    """Every edge of one edition, by both ends, in the order in which the book has them; what reaches nothing has none."""

    def __init__(self, book: Rulebook, edition: str) -> None:
        self.edges: tuple[Edge, ...] = tuple(dict.fromkeys(_every_edge(book, edition)))
        self._out: dict[str, list[Edge]] = {}
        self._in: dict[str, list[Edge]] = {}
        for edge in self.edges:
            self._out.setdefault(edge.source, []).append(edge)
            self._in.setdefault(edge.target, []).append(edge)

    def of(self, number: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        """What bears on a case and what it bears on: (words, numbers), strongest first; `overrides` before `overridden by`."""
        out, into = self._out.get(number, ()), self._in.get(number, ())
        if not out and not into:
            return
        for bearing in Bearing:
            targets = [edge.target for edge in out if edge.bearing is bearing]
            sources = [edge.source for edge in into if edge.bearing is bearing]
            if bearing is Bearing.ACCEPTS:
                targets, sources = [*targets, *(one for one in sources if one not in targets)], []
            if targets:
                yield bearing.value, tuple(targets)
            if sources:
                yield PASSIVE[bearing], tuple(sources)


def _every_edge(book: Rulebook, edition: str) -> Iterator[Edge]:
    for mention in mentions(book, edition):
        if mention.reached is None:
            continue
        target = mention.reached.case.number if mention.reached.case is not None else mention.reached.number
        if target == mention.teller:
            continue
        if mention.way is Way.EXCEPT:  # written on the general case: the other one stands
            yield Edge(target, Bearing.OVERRIDES, mention.teller)
        else:
            yield Edge(mention.teller, _OF_WAY[mention.way], target)

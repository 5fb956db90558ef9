"""Which cases bear on which: overrides, settings-aside, exceptions, references in prose and in rules, seen from both ends."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from rulewright.language import nodes
from rulewright.rulebook.model import CaseInForce, EditionView, Provision
from rulewright.site.addresses import Addresses

BRACKETED = re.compile(r"\[([^\[\]]{1,80})\]")


class Bearing(StrEnum):
    """What one case does to another, from the first one's side."""

    OVERRIDES = "overrides"
    SETS_ASIDE = "sets aside"
    RESTATES = "restates"
    AS_IN = "as in"
    BESIDES = "besides"
    REFERS = "refers to"


PASSIVE = {
    Bearing.OVERRIDES: "overridden by",
    Bearing.SETS_ASIDE: "set aside by",
    Bearing.RESTATES: "restated by",
    Bearing.AS_IN: "taken up by",
    Bearing.BESIDES: "stands beside",
    Bearing.REFERS: "referred to by",
}
_OF_RELATION = {
    nodes.RelationKind.OVERRIDES: Bearing.OVERRIDES,
    nodes.RelationKind.SETS_ASIDE: Bearing.SETS_ASIDE,
    nodes.RelationKind.RESTATES: Bearing.RESTATES,
    nodes.RelationKind.AS_IN: Bearing.AS_IN,
    nodes.RelationKind.BESIDES: Bearing.BESIDES,
}


@dataclass(frozen=True, slots=True)
class Edge:
    """`source` bears on `target`, both numbers in force."""

    source: str
    bearing: Bearing
    target: str


class Bearings:
    """Every edge of one edition, by both ends, in the order in which the book has them; targets that are not there have none."""

    def __init__(self, view: EditionView, addresses: Addresses) -> None:
        self._addresses = addresses
        self._numbers = {case.id: case.number for case in view.every_case()}
        self.edges: tuple[Edge, ...] = tuple(dict.fromkeys(self._every_edge(view)))
        self._out: dict[str, list[Edge]] = {}
        self._in: dict[str, list[Edge]] = {}
        for edge in self.edges:
            self._out.setdefault(edge.source, []).append(edge)
            self._in.setdefault(edge.target, []).append(edge)

    def of(self, number: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        """What bears on a case and what it bears on: (words, numbers), strongest first; `overrides` before `overridden by`."""
        for bearing in Bearing:
            out = [edge.target for edge in self._out.get(number, ()) if edge.bearing is bearing]
            into = [edge.source for edge in self._in.get(number, ()) if edge.bearing is bearing]
            if out:
                yield bearing.value, tuple(out)
            if into:
                yield PASSIVE[bearing], tuple(into)

    def _every_edge(self, view: EditionView) -> Iterator[Edge]:
        for provision in view.provisions():
            yield from self._of_provision(provision)
        for case in view.every_case():
            if not case.deleted:
                yield from self._of_text(case)

    def _of_provision(self, provision: Provision) -> Iterator[Edge]:
        here = self._numbers.get(provision.case, provision.case.number)
        relations: Iterable[nodes.Relation] = ()
        if isinstance(provision.node, nodes.Relation):
            relations = (provision.node,)
        elif isinstance(provision.node, nodes.Rule):
            relations = provision.node.relations
        for relation in relations:
            for target in self._resolved(ref.number for ref in relation.targets):
                if relation.kind is nodes.RelationKind.EXCEPT:
                    yield Edge(target, Bearing.OVERRIDES, here)
                elif target != here:
                    yield Edge(here, _OF_RELATION[relation.kind], target)

    def _of_text(self, case: CaseInForce) -> Iterator[Edge]:
        mentioned = [found[1] for paragraph in case.text if not paragraph.struck for found in BRACKETED.finditer(paragraph.text)]
        for line, _ in case.other:
            if isinstance(line, nodes.Refers):
                mentioned.extend(ref.number for ref in line.cases)
        for target in self._resolved(mentioned):
            if target != case.number:
                yield Edge(case.number, Bearing.REFERS, target)

    def _resolved(self, references: Iterable[str]) -> Iterator[str]:
        for reference in references:
            found = self._addresses.case_number(reference)
            if found is not None:
                yield found

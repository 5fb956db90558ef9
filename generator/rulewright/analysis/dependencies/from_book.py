"""What a rulebook gives to the graph of an edition: its cases, what stands in them, and every text that names a case."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from rulewright.analysis.dependencies.builder import Builder
from rulewright.analysis.dependencies.model import STATEMENTS, EdgeKind, VertexKind
from rulewright.base.keywords import FactKind, RelationKind
from rulewright.base.source import Location
from rulewright.rulebook.addresses import Addresses
from rulewright.rulebook.mentions import Mention, Way
from rulewright.rulebook.model import CaseInForce, ClauseKind, Declared, Origin, Provision, ReadingInForce, Rulebook
from rulewright.rulebook.prose import terms
from rulewright.syntax import nodes
from rulewright.syntax.node_text import text_of

_KIND = {ClauseKind.CASE: VertexKind.CASE, ClauseKind.SCENARIO: VertexKind.SCENARIO, ClauseKind.RULING: VertexKind.RULING}
_RELATION: dict[Way | RelationKind, EdgeKind] = {
    RelationKind.OVERRIDES: EdgeKind.OVERRIDES,
    RelationKind.SETS_ASIDE: EdgeKind.SETS_ASIDE,
    RelationKind.EXCEPT: EdgeKind.EXCEPTS,
    RelationKind.RESTATES: EdgeKind.RESTATES,
}


class BookSide:
    """The rulebook's part of a graph: `add` lays it."""

    def __init__(self, builder: Builder, book: Rulebook, edition: str) -> None:
        self.vertex, self.edge = builder.add_vertex, builder.add_edge
        self.graph = builder.graph
        self.book, self.view = book, book.views[edition]
        self.relations: dict[tuple[str, Location], nodes.Relation] = {}
        """Statements of precedence and the like by the address on which they stand and by their span."""
        self._case_keys: dict[str, str] = {}
        self._terms: dict[str, str] = {}
        self._amendments: set[tuple[str, str]] = set()

    @cached_property
    def addresses(self) -> Addresses:
        """Asked only for what stands below a case."""
        return Addresses(self.view)

    def add(self, mentions: Iterable[Mention]) -> None:
        for declared in self.book.declarations:
            self._declared(declared)
        for case in self.view.every_case():
            self._case(case)
        for reading in self.view.readings.values():
            self._reading(reading)
        for case in self.view.every_case():
            self._inside(case)
        for reading in self.view.readings.values():
            self._inside_reading(reading)
        for mention in mentions:
            self._mention(mention)

    # ---- vertices ------------------------------------------------------------------------------------------------------------------

    def _declared(self, declared: Declared) -> None:
        node, where = declared.node, declared.place.at(declared.node.span)
        match node:
            case nodes.Fact(kind=FactKind.STATUS):
                of = node.params[0].type if node.params else None
                owner = of.name if isinstance(of, nodes.Named) else ""
                self.vertex(VertexKind.FACT, f"{owner}.{node.name}", _said_of(owner, node.phrase) or node.name, "", where)
            case nodes.Fact():
                self.vertex(VertexKind.FACT, node.name, node.phrase or node.name, "", where)
            case nodes.Record():
                for one in node.fields:
                    here = declared.place.at(one.span)
                    self.vertex(VertexKind.FACT, f"{node.name}.{one.name}", _said_of(node.name, one.phrase) or one.name, "", here)
            case nodes.Value() | nodes.Verdict() | nodes.Predicate() | nodes.Group():
                self.vertex(VertexKind.QUESTION, node.name, node.phrase or node.name, "", where)
            case nodes.Term():
                key = self.vertex(VertexKind.TERM, node.name, node.name, "", where)
                for word in (node.name, *node.also):
                    self._terms.setdefault(word.casefold(), key)
            case _:  # open: other declarations are no vertex
                return

    def _case(self, case: CaseInForce) -> None:
        label = f"{case.number} {case.title}" if case.title else case.number
        where = _head(case.origin)
        key = self.vertex(_KIND[case.kind], case.number, label, case.number, where, deleted=case.deleted, held=case.held)
        self._case_keys[case.number] = key

    def _reading(self, reading: ReadingInForce) -> None:
        self._case_keys[reading.name] = self.vertex(
            VertexKind.READING, reading.name, f"{reading.name} {reading.title}", reading.name, _head(reading.origin)
        )

    # ---- what stands in a case -----------------------------------------------------------------------------------------------------

    def _inside(self, case: CaseInForce) -> None:
        key = self._case_keys[case.number]
        for entry in case.history:
            if entry.origin.kind is ClauseKind.AMENDMENT:
                self._amended(entry.origin, key, case.number)
        if case.deleted:
            return
        for number in case.on:
            if number.number in self._case_keys:
                self.edge(key, self._case_keys[number.number], EdgeKind.RULES_ON, _head(case.origin), case.number, case.source)
        for provision in case.provisions:
            self._provision(provision, key, case.number)
        for example, origin in case.examples:
            self._example(example, origin, key, case.number)
        for paragraph in case.text:
            if not paragraph.struck:
                self._used_terms(key, paragraph.text, paragraph.location, case.number, paragraph.origin.source)

    def _inside_reading(self, reading: ReadingInForce) -> None:
        key = self._case_keys[reading.name]
        for number in reading.on:
            self.edge(key, self._case_keys[number.number], EdgeKind.READS, _head(reading.origin), reading.name, reading.origin.source)
        for provision in reading.provisions:
            self._provision(provision, key, reading.name)
        for example, origin in reading.examples:
            self._example(example, origin, key, reading.name)
        for paragraph in reading.text:
            self._used_terms(key, paragraph.text, paragraph.location, reading.name, reading.origin.source)

    def _amended(self, origin: Origin, case: str, number: str) -> None:
        name = f"{origin.source}/{origin.number}@{origin.place.path}:{origin.place.first_line}"
        kind = origin.amendment_kind or ""
        amendment = self.vertex(VertexKind.AMENDMENT, name, f"{origin.source}: {kind} of {origin.number}", number, _head(origin))
        if (amendment, case) not in self._amendments:
            self._amendments.add((amendment, case))
            self.edge(amendment, case, EdgeKind.AMENDS, _head(origin), f"{kind} in {origin.source}", origin.source)

    def _provision(self, provision: Provision, case: str, number: str) -> None:
        node, address, origin = provision.node, provision.id.text, provision.origin
        where, source = provision.location, origin.source
        kind = VertexKind.TABLE if isinstance(node, nodes.Table) else VertexKind.RULE
        key = self.vertex(kind, address, address, number, where)
        self.edge(key, case, EdgeKind.PART_OF, where, address, source)
        for also in provision.also_of:
            if also.number in self._case_keys and self._case_keys[also.number] != case:
                self.edge(key, self._case_keys[also.number], EdgeKind.PART_OF, where, address, source)
        for relation in (node,) if isinstance(node, nodes.Relation) else node.relations if isinstance(node, nodes.Rule) else ():
            self.relations[address, origin.place.at(relation.span)] = relation
        if isinstance(node, nodes.Settles) and node.reading in self._case_keys:
            self.edge(case, self._case_keys[node.reading], EdgeKind.SETTLES, where, address, source)

    def _example(self, example: nodes.Example, origin: Origin, case: str, number: str) -> None:
        where = origin.place.at(example.span)
        key = self.vertex(VertexKind.EXAMPLE, f"{number}/{example.title}", example.title, number, where)
        self.edge(key, case, EdgeKind.TESTS, where, example.title, origin.source)

    def _used_terms(self, case: str, text: str, location: Location, by: str, source: str) -> None:
        for term in terms(text, self._case_keys):
            key = self._terms.get(term.name.casefold())
            if key is not None:
                self.edge(case, key, EdgeKind.USES, location, by, source)

    # ---- mentions ------------------------------------------------------------------------------------------------------------------

    def _mention(self, mention: Mention) -> None:
        reached = mention.reached
        if reached is None or mention.teller not in self._case_keys:
            return
        teller = self._case_keys[mention.teller]
        by = mention.provision.id.text if mention.provision is not None else mention.teller
        kind = _RELATION.get(mention.way, EdgeKind.REFERS)
        condition = condition_of(mention.relation)
        for head, below in self._heads_of(mention):
            if head != teller or kind is not EdgeKind.REFERS:
                source, way = mention.origin.source, mention.way.value
                self.edge(teller, head, kind, mention.location, by, source, condition, way=way, below=below)

    def _heads_of(self, mention: Mention) -> Iterator[tuple[str, bool]]:
        """The case that is named, and its sub-cases (marked as below) with `and below`; a rule's own vertex where a relation names one."""
        reached = mention.reached
        assert reached is not None
        if not reached.whole and mention.way is not Way.PROSE:
            for provision in reached.provisions:
                for kind in STATEMENTS:
                    key = f"{kind.value}:{provision.id.text}"
                    if key in self.graph:
                        yield key, False
        number = reached.case.number if reached.case is not None else reached.number
        home = self._case_keys.get(number) or self._case_keys.get(number.rpartition(".")[0])  # a choice of a reading: the reading
        if home is not None:
            yield home, False
        if mention.relation is not None and any(ref.number == mention.number and ref.and_below for ref in mention.relation.targets):
            for lower in self.addresses.below(mention.number):
                yield self._case_keys[lower], True


def condition_of(relation: nodes.Relation | None) -> str:
    """The text of the condition of a relation, empty where it has none."""
    return "" if relation is None or relation.when is None else text_of(relation.when)


def _head(origin: Origin) -> Location:
    return origin.place.at(origin.block.span)


def _said_of(owner: str, phrase: str | None) -> str:
    """The phrase of a field, with the kind of thing for `{it}`: `the arm of {it}` as `the arm of the unit`."""
    return (phrase or "").replace("{it}", f"the {owner.replace('_', ' ')}")

"""Rulebook -> graph of one edition: what the vertices are and which text causes which edge."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.graph.mentions import Mention, Way, mentions
from rulewright.graph.model import BookGraph, Edge, EdgeKind, Vertex, VertexKind
from rulewright.graph.names import Vocabulary, heads, uses
from rulewright.language import nodes
from rulewright.rulebook.addresses import Addresses
from rulewright.rulebook.model import CaseInForce, ClauseKind, Declared, Origin, Provision, ReadingInForce, Rulebook
from rulewright.rulebook.prose import terms
from rulewright.source import Location

_KIND = {ClauseKind.CASE: VertexKind.CASE, ClauseKind.SCENARIO: VertexKind.SCENARIO, ClauseKind.RULING: VertexKind.RULING}
_RELATION = {
    Way.OVERRIDES: EdgeKind.OVERRIDES,
    Way.SETS_ASIDE: EdgeKind.SETS_ASIDE,
    Way.EXCEPT: EdgeKind.EXCEPTS,
    Way.RESTATES: EdgeKind.RESTATES,
}


def collect(book: Rulebook, edition: str) -> BookGraph:
    """The graph of one edition. Mentions of what is not there are left out; deleted cases stay as vertices and can be reached."""
    return _Collector(book, edition).graph()


class _Collector:
    def __init__(self, book: Rulebook, edition: str) -> None:
        self.book, self.edition, self.view = book, edition, book.views[edition]
        self.addresses = Addresses(self.view)
        provisions = self.view.provisions()
        tables = [(one.id.text, one.node) for one in provisions if isinstance(one.node, nodes.Table)]
        self.vocabulary = Vocabulary(book.declarations, tables)
        self.vertices: dict[str, Vertex] = {}
        self.edges: list[Edge] = []
        self.case_keys: dict[str, str] = {}
        self.terms: dict[str, str] = {}
        self.amended: set[tuple[str, str]] = set()

    def graph(self) -> BookGraph:
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
        for mention in mentions(self.book, self.edition, self.addresses):
            self._mention(mention)
        return BookGraph(self.book.slug, self.edition, self.vertices, tuple(self.edges))

    # ---- vertices ------------------------------------------------------------------------------------------------------------------

    def _vertex(
        self, kind: VertexKind, name: str, label: str, case: str, location: Location, *, deleted: bool = False, held: bool = True
    ) -> str:
        key = f"{kind.value}:{name}"
        self.vertices.setdefault(key, Vertex(key, kind, name, label, case, location, deleted, held))
        return key

    def _edge(self, tail: str, head: str, kind: EdgeKind, location: Location, by: str, source: str = "", conditional: bool = False) -> None:
        self.edges.append(Edge(tail, head, kind, location, by, source, conditional))

    def _declared(self, declared: Declared) -> None:
        node, where = declared.node, declared.place.at(declared.node.span)
        match node:
            case nodes.Fact(kind=nodes.FactKind.STATUS):
                of = node.params[0].type if node.params else None
                owner = of.name if isinstance(of, nodes.Named) else ""
                self._vertex(VertexKind.FACT, f"{owner}.{node.name}", _said_of(owner, node.phrase) or node.name, "", where)
            case nodes.Fact():
                self._vertex(VertexKind.FACT, node.name, node.phrase or node.name, "", where)
            case nodes.Record():
                for one in node.fields:
                    here = declared.place.at(one.span)
                    self._vertex(VertexKind.FACT, f"{node.name}.{one.name}", _said_of(node.name, one.phrase) or one.name, "", here)
            case nodes.Value() | nodes.Verdict() | nodes.Predicate() | nodes.Group():
                self._vertex(VertexKind.QUESTION, node.name, node.phrase or node.name, "", where)
            case nodes.Term():
                key = self._vertex(VertexKind.TERM, node.name, node.name, "", where)
                for word in (node.name, *node.also):
                    self.terms.setdefault(word.casefold(), key)
            case _:
                return

    def _case(self, case: CaseInForce) -> None:
        label = f"{case.number} {case.title}" if case.title else case.number
        where = _head(case.origin)
        key = self._vertex(_KIND[case.kind], case.number, label, case.number, where, deleted=case.deleted, held=case.held)
        self.case_keys[case.number] = key

    def _reading(self, reading: ReadingInForce) -> None:
        self.case_keys[reading.name] = self._vertex(
            VertexKind.READING, reading.name, f"{reading.name} {reading.title}", reading.name, _head(reading.origin)
        )

    # ---- what stands in a case -----------------------------------------------------------------------------------------------------

    def _inside(self, case: CaseInForce) -> None:
        key = self.case_keys[case.number]
        for entry in case.history:
            if entry.origin.kind is ClauseKind.AMENDMENT:
                self._amended(entry.origin, key, case.number)
        if case.deleted:
            return
        for number in case.on:
            if number.number in self.case_keys:
                self._edge(key, self.case_keys[number.number], EdgeKind.RULES_ON, _head(case.origin), case.number, case.source)
        for provision in case.provisions:
            self._provision(provision, key, case.number)
        for example, origin in case.examples:
            self._example(example, origin, key, case.number)
        for paragraph in case.text:
            if not paragraph.struck:
                self._terms(key, paragraph.text, paragraph.location, case.number, paragraph.origin.source)

    def _inside_reading(self, reading: ReadingInForce) -> None:
        key = self.case_keys[reading.name]
        for number in reading.on:
            self._edge(key, self.case_keys[number.number], EdgeKind.READS, _head(reading.origin), reading.name, reading.origin.source)
        for provision in reading.provisions:
            self._provision(provision, key, reading.name)
        for example, origin in reading.examples:
            self._example(example, origin, key, reading.name)
        for paragraph in reading.text:
            self._terms(key, paragraph.text, paragraph.location, reading.name, reading.origin.source)

    def _amended(self, origin: Origin, case: str, number: str) -> None:
        name = f"{origin.source}/{origin.number}@{origin.place.path}:{origin.place.first_line}"
        kind = origin.amendment_kind or ""
        amendment = self._vertex(VertexKind.AMENDMENT, name, f"{origin.source}: {kind} of {origin.number}", number, _head(origin))
        if (amendment, case) not in self.amended:
            self.amended.add((amendment, case))
            self._edge(amendment, case, EdgeKind.AMENDS, _head(origin), f"{kind} in {origin.source}", origin.source)

    def _provision(self, provision: Provision, case: str, number: str) -> None:
        node, address, origin = provision.node, provision.id.text, provision.origin
        where, source = provision.location, origin.source
        kind = VertexKind.TABLE if isinstance(node, nodes.Table) else VertexKind.RULE
        key = self._vertex(kind, address, address, number, where)
        self._edge(key, case, EdgeKind.PART_OF, where, address, source)
        for also in provision.also_of:
            if also.number in self.case_keys and self.case_keys[also.number] != case:
                self._edge(key, self.case_keys[also.number], EdgeKind.PART_OF, where, address, source)
        for name in heads(node):
            question = self.vocabulary.keys.get(name)
            if question is None:
                continue
            if question not in self.vertices:
                self._vertex(VertexKind.QUESTION, name, name, "", where)
            self._edge(key, question, EdgeKind.DEFINES, where, address, source)
        for use in uses(node, self.vocabulary):
            if use.key not in self.vertices:
                self._vertex(VertexKind.QUESTION, use.key.partition(":")[2], use.key.partition(":")[2], "", where)
            self._edge(key, use.key, EdgeKind.USES, origin.place.at(use.span), address, source)
        if isinstance(node, nodes.Settles) and node.reading in self.case_keys:
            self._edge(case, self.case_keys[node.reading], EdgeKind.SETTLES, where, address, source)

    def _example(self, example: nodes.Example, origin: Origin, case: str, number: str) -> None:
        where = origin.place.at(example.span)
        key = self._vertex(VertexKind.EXAMPLE, f"{number}/{example.title}", example.title, number, where)
        self._edge(key, case, EdgeKind.TESTS, where, example.title, origin.source)
        for name in dict.fromkeys(_asked(example, self.vocabulary)):
            if name in self.vertices:
                self._edge(key, name, EdgeKind.TESTS, where, example.title, origin.source)

    def _terms(self, case: str, text: str, location: Location, by: str, source: str) -> None:
        for term in terms(text, self.case_keys):
            key = self.terms.get(term.name.casefold())
            if key is not None:
                self._edge(case, key, EdgeKind.USES, location, by, source)

    # ---- mentions ------------------------------------------------------------------------------------------------------------------

    def _mention(self, mention: Mention) -> None:
        reached = mention.reached
        if reached is None or mention.teller not in self.case_keys:
            return
        teller = self.case_keys[mention.teller]
        by = mention.provision.id.text if mention.provision is not None else mention.teller
        kind = _RELATION.get(mention.way, EdgeKind.REFERS)
        conditional = mention.relation is not None and mention.relation.when is not None
        for head in self._heads_of(mention):
            if head != teller or kind is not EdgeKind.REFERS:
                self._edge(teller, head, kind, mention.location, by, mention.origin.source, conditional)

    def _heads_of(self, mention: Mention) -> Iterator[str]:
        """The case that is named, and its sub-cases with `and below`; a rule's own vertex where a relation names one rule."""
        reached = mention.reached
        assert reached is not None
        if not reached.whole and mention.way is not Way.PROSE:
            for provision in reached.provisions:
                for kind in (VertexKind.RULE, VertexKind.TABLE):
                    key = f"{kind.value}:{provision.id.text}"
                    if key in self.vertices:
                        yield key
        if reached.case is not None:
            yield self.case_keys[reached.case.number]
        elif reached.number in self.case_keys:
            yield self.case_keys[reached.number]
        if mention.relation is not None and any(ref.number == mention.number and ref.and_below for ref in mention.relation.targets):
            for lower in self.addresses.below(mention.number):
                yield self.case_keys[lower]


def _head(origin: Origin) -> Location:
    return origin.place.at(origin.block.span)


def _said_of(owner: str, phrase: str | None) -> str:
    """The phrase of a field, with the kind of thing for `{it}`: `the arm of {it}` as `the arm of the unit`."""
    return (phrase or "").replace("{it}", f"the {owner.replace('_', ' ')}")


def _asked(example: nodes.Example, vocabulary: Vocabulary) -> Iterator[str]:
    for then in example.then:
        if isinstance(then.about, nodes.Call) and then.about.name in vocabulary.keys:
            yield vocabulary.keys[then.about.name]
        for use in uses(nodes.DoesNotMatter(then.about, ()), vocabulary):
            yield use.key

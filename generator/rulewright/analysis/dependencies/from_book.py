"""Rulebook -> graph: the cases of an edition, their contents, and the mentions of cases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from rulewright.analysis.dependencies.builder import GraphBuilder
from rulewright.analysis.dependencies.model import STATEMENTS, EdgeKind, VertexKind
from rulewright.base.keywords import FactKind, RelationKind
from rulewright.base.source import Location
from rulewright.rulebook.addresses import Addresses
from rulewright.rulebook.mentions import Mention, MentionKind
from rulewright.rulebook.model import CaseInForce, ClauseKind, Declared, Origin, Provision, ReadingInForce, Rulebook
from rulewright.rulebook.prose import find_terms
from rulewright.rulebook.renaming import is_throughout
from rulewright.syntax import nodes
from rulewright.syntax.node_text import text_of

_KIND = {ClauseKind.CASE: VertexKind.CASE, ClauseKind.SCENARIO: VertexKind.SCENARIO, ClauseKind.RULING: VertexKind.RULING}
_RELATION: dict[MentionKind | RelationKind, EdgeKind] = {
    RelationKind.OVERRIDES: EdgeKind.OVERRIDES,
    RelationKind.SETS_ASIDE: EdgeKind.SETS_ASIDE,
    RelationKind.EXCEPT: EdgeKind.EXCEPTS,
    RelationKind.RESTATES: EdgeKind.RESTATES,
}


class BookSide:
    """The rulebook's part of a graph, added by `add_book`."""

    def __init__(self, builder: GraphBuilder, book: Rulebook, edition: str) -> None:
        self.vertex, self.edge = builder.add_vertex, builder.add_edge
        self.graph = builder.graph
        self.book, self.view = book, book.views[edition]
        self.relations: dict[tuple[str, Location], nodes.Relation] = {}
        """Relations by the address of their provision and their location."""
        self._case_keys: dict[str, str] = {}
        self._terms: dict[str, str] = {}
        self._amendments: set[tuple[str, str]] = set()

    @cached_property
    def addresses(self) -> Addresses:
        """The addresses of the edition, needed only for sub-cases."""
        return Addresses(self.view)

    def add_book(self, mentions: Iterable[Mention]) -> None:
        for declared in self.book.declarations:
            self._add_declaration(declared)
        for case in self.view.all_cases():
            self._add_case(case)
        for reading in self.view.readings.values():
            self._add_reading(reading)
        for case in self.view.all_cases():
            self._add_case_content(case)
        for reading in self.view.readings.values():
            self._add_reading_content(reading)
        for mention in mentions:
            self._add_mention(mention)

    # ---- vertices ------------------------------------------------------------------------------------------------------------------

    def _add_declaration(self, declared: Declared) -> None:
        node, location = declared.node, declared.place.location_of(declared.node.span)
        match node:
            case nodes.Fact(kind=FactKind.STATUS):
                owner_type = node.params[0].type if node.params else None
                owner = owner_type.name if isinstance(owner_type, nodes.Named) else ""
                self.vertex(VertexKind.FACT, f"{owner}.{node.name}", _field_phrase(owner, node.phrase) or node.name, "", location)
            case nodes.Fact():
                self.vertex(VertexKind.FACT, node.name, node.phrase or node.name, "", location)
            case nodes.Record():
                for record_field in node.fields:
                    field_location = declared.place.location_of(record_field.span)
                    self.vertex(
                        VertexKind.FACT,
                        f"{node.name}.{record_field.name}",
                        _field_phrase(node.name, record_field.phrase) or record_field.name,
                        "",
                        field_location,
                    )
            case nodes.Value() | nodes.Verdict() | nodes.Predicate() | nodes.Group():
                self.vertex(VertexKind.QUESTION, node.name, node.phrase or node.name, "", location)
            case nodes.Term():
                key = self.vertex(VertexKind.TERM, node.name, node.name, "", location)
                for word in (node.name, *node.also):
                    self._terms.setdefault(word.casefold(), key)
            case _:  # open: other declarations have no vertex
                return

    def _add_case(self, case: CaseInForce) -> None:
        label = f"{case.number} {case.title}" if case.title else case.number
        location = _head_location(case.origin)
        key = self.vertex(_KIND[case.kind], case.number, label, case.number, location, deleted=case.deleted, held=case.held)
        self._case_keys[case.number] = key

    def _add_reading(self, reading: ReadingInForce) -> None:
        self._case_keys[reading.name] = self.vertex(
            VertexKind.READING, reading.name, f"{reading.name} {reading.title}", reading.name, _head_location(reading.origin)
        )

    # ---- what stands in a case -----------------------------------------------------------------------------------------------------

    def _add_case_content(self, case: CaseInForce) -> None:
        key = self._case_keys[case.number]
        for entry in case.history:
            if entry.origin.kind is ClauseKind.AMENDMENT:
                self._add_amendment(entry.origin, key, case.number)
        if case.deleted:
            return
        for number in case.ruled_cases:
            if number.number in self._case_keys:
                self.edge(key, self._case_keys[number.number], EdgeKind.RULES_ON, _head_location(case.origin), case.number, case.source)
        for provision in case.provisions:
            self._add_provision(provision, key, case.number)
        for example, origin in case.examples:
            self._add_example(example, origin, key, case.number)
        for paragraph in case.text:
            if not paragraph.struck:
                self._add_terms(key, paragraph.text, paragraph.location, case.number, paragraph.origin.source)

    def _add_reading_content(self, reading: ReadingInForce) -> None:
        key = self._case_keys[reading.name]
        for number in reading.cases:
            self.edge(
                key, self._case_keys[number.number], EdgeKind.READS, _head_location(reading.origin), reading.name, reading.origin.source
            )
        for provision in reading.provisions:
            self._add_provision(provision, key, reading.name)
        for example, origin in reading.examples:
            self._add_example(example, origin, key, reading.name)
        for paragraph in reading.text:
            self._add_terms(key, paragraph.text, paragraph.location, reading.name, reading.origin.source)

    def _add_amendment(self, origin: Origin, case: str, number: str) -> None:
        name = f"{origin.source}/{origin.number}@{origin.place.path}:{origin.place.first_line}"
        kind = origin.amendment_kind or ""
        of_what = origin.number if is_throughout(origin) else f"of {origin.number}"
        amendment = self.vertex(VertexKind.AMENDMENT, name, f"{origin.source}: {kind} {of_what}", number, _head_location(origin))
        if (amendment, case) not in self._amendments:
            self._amendments.add((amendment, case))
            self.edge(amendment, case, EdgeKind.AMENDS, _head_location(origin), f"{kind} in {origin.source}", origin.source)

    def _add_provision(self, provision: Provision, case: str, number: str) -> None:
        node, address, origin = provision.node, provision.id.text, provision.origin
        location, source = provision.location, origin.source
        kind = VertexKind.TABLE if isinstance(node, nodes.Table) else VertexKind.RULE
        key = self.vertex(kind, address, address, number, location)
        self.edge(key, case, EdgeKind.PART_OF, location, address, source)
        for also in provision.also_of:
            if also.number in self._case_keys and self._case_keys[also.number] != case:
                self.edge(key, self._case_keys[also.number], EdgeKind.PART_OF, location, address, source)
        for relation in (node,) if isinstance(node, nodes.Relation) else node.relations if isinstance(node, nodes.Rule) else ():
            self.relations[address, origin.place.location_of(relation.span)] = relation
        if isinstance(node, nodes.Settles) and node.reading in self._case_keys:
            self.edge(case, self._case_keys[node.reading], EdgeKind.SETTLES, location, address, source)

    def _add_example(self, example: nodes.Example, origin: Origin, case: str, number: str) -> None:
        location = origin.place.location_of(example.span)
        key = self.vertex(VertexKind.EXAMPLE, f"{number}/{example.title}", example.title, number, location)
        self.edge(key, case, EdgeKind.TESTS, location, example.title, origin.source)

    def _add_terms(self, case: str, text: str, location: Location, stated_by: str, source: str) -> None:
        for term in find_terms(text, self._case_keys):
            key = self._terms.get(term.name.casefold())
            if key is not None:
                self.edge(case, key, EdgeKind.USES, location, stated_by, source)

    # ---- mentions ------------------------------------------------------------------------------------------------------------------

    def _add_mention(self, mention: Mention) -> None:
        target = mention.target
        if target is None or mention.mentioned_in not in self._case_keys:
            return
        teller = self._case_keys[mention.mentioned_in]
        stated_by = mention.provision.id.text if mention.provision is not None else mention.mentioned_in
        kind = _RELATION.get(mention.kind, EdgeKind.REFERS)
        condition = condition_of(mention.relation)
        for head, below in self._heads_of(mention):
            if head != teller or kind is not EdgeKind.REFERS:
                source, way = mention.origin.source, mention.kind.value
                self.edge(teller, head, kind, mention.location, stated_by, source, condition, way=way, below=below)

    def _heads_of(self, mention: Mention) -> Iterator[tuple[str, bool]]:
        """Yield the case that is named, and its sub-cases (marked True) with `and below`; the vertex of a rule if a relation names one."""
        target = mention.target
        assert target is not None
        if not target.is_whole and mention.kind is not MentionKind.PROSE:
            for provision in target.provisions:
                for kind in STATEMENTS:
                    key = f"{kind.value}:{provision.id.text}"
                    if key in self.graph:
                        yield key, False
        number = target.case.number if target.case is not None else target.number
        home = self._case_keys.get(number) or self._case_keys.get(number.rpartition(".")[0])  # a choice of a reading: the reading
        if home is not None:
            yield home, False
        if mention.relation is not None and any(ref.number == mention.number and ref.and_below for ref in mention.relation.targets):
            for lower in self.addresses.sub_cases(mention.number):
                yield self._case_keys[lower], True


def condition_of(relation: nodes.Relation | None) -> str:
    """Return the text of the condition of a relation, empty if it has none."""
    return "" if relation is None or relation.when is None else text_of(relation.when)


def _head_location(origin: Origin) -> Location:
    return origin.place.location_of(origin.block.span)


def _field_phrase(owner: str, phrase: str | None) -> str:
    """Return the phrase of a field with its owner for `{it}`: `the arm of {it}` becomes `the arm of the unit`."""
    return (phrase or "").replace("{it}", f"the {owner.replace('_', ' ')}")

"""Index of an edition, by address: its cases, rules, tables, readings, statements of precedence, and its graph.

Every part is made when a check first asks for it. What rules answer, read, override and set aside is in the graph.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from rulewright.analysis.dependencies.model import EdgeKind, edges_of_kinds
from rulewright.analysis.dependencies.queries import dependence_graph
from rulewright.base.enablement import Scope
from rulewright.base.keywords import RelationKind
from rulewright.base.memo import memoize_method
from rulewright.base.source import Location
from rulewright.checks.indexes.book_index import BookIndex
from rulewright.core.dependence import Dependence
from rulewright.core.model import Core
from rulewright.rulebook.addresses import Addresses, ResolvedReference
from rulewright.rulebook.mentions import Mention, collect_mentions
from rulewright.rulebook.model import (
    CaseInForce,
    ClauseKind,
    EditionView,
    Origin,
    Paragraph,
    Provision,
    ReadingInForce,
    Rulebook,
)
from rulewright.semantics.groups import reachable_terms
from rulewright.syntax import nodes

if TYPE_CHECKING:
    import networkx

    from rulewright.analysis.dependencies.model import Graph

Clause: TypeAlias = CaseInForce | ReadingInForce

PRECEDENCE = (RelationKind.OVERRIDES, RelationKind.SETS_ASIDE, RelationKind.EXCEPT)


class Slot(NamedTuple):
    """The target of a rule: a question and the index of one of its stages. Rules compete only within one slot."""

    question: str
    stage: int = 0


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of precedence with one of its references, resolved."""

    provision: Provision
    relation: nodes.Relation
    ref: nodes.CaseRef
    target: ResolvedReference

    @property
    def kind(self) -> RelationKind:
        return self.relation.kind

    @property
    def location(self) -> Location:
        return self.provision.origin.place.location_of(self.relation.span)


class EditionIndex:
    """The index of one edition of one book."""

    def __init__(self, book: Rulebook, core: Core, book_index: BookIndex) -> None:
        self.book = book
        self.core = core
        self.edition = core.edition
        self.view: EditionView = book.views[core.edition]
        self.book_index = book_index

    # ---- clauses -------------------------------------------------------------------------------------------------------------------

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """The cases, rulings, scenarios and readings, with the deleted ones."""
        view = self.view
        return (*view.cases.values(), *view.rulings.values(), *view.scenarios.values(), *view.readings.values())

    @cached_property
    def clauses_by_number(self) -> dict[str, Clause]:
        """Clauses by the number (of a reading: the name) that they have in force."""
        return {clause_number(clause): clause for clause in self.clauses}

    def find_clause(self, number: str) -> Clause | None:
        """Return the clause with a number, which may predate a renumbering; None if there is none."""
        return self.clauses_by_number.get(number) or self.view.find_case(number)

    @cached_property
    def addresses(self) -> Addresses:
        return Addresses(self.view)

    @cached_property
    def chapter_numbers(self) -> frozenset[str]:
        return frozenset(chapter.number for chapter in self.book.chapters.values() if chapter.number)

    @property
    def _in_force(self) -> Iterator[Clause]:
        return (clause for clause in self.clauses if not (isinstance(clause, CaseInForce) and clause.deleted))

    def paragraphs_in_force(self) -> Iterator[tuple[Clause, Paragraph]]:
        """Yield the paragraphs in force, each with its clause."""
        for clause in self._in_force:
            for paragraph in clause.text:
                if not paragraph.struck:
                    yield clause, paragraph

    def lines_in_force(self) -> Iterator[tuple[Clause, nodes.BodyLine, Origin]]:
        """Yield all other lines in force (components, misprints, references, set-up …), each with its clause."""
        for clause in self._in_force:
            for line, origin in clause.other:
                yield clause, line, origin

    def examples_in_force(self) -> Iterator[tuple[Clause, nodes.Example, Origin]]:
        for clause in self._in_force:
            for example, origin in clause.examples:
                yield clause, example, origin

    # ---- provisions ----------------------------------------------------------------------------------------------------------------

    @cached_property
    def provisions(self) -> tuple[Provision, ...]:
        return self.view.provisions_in_force()

    @cached_property
    def provisions_by_address(self) -> dict[str, Provision]:
        return {provision.id.text: provision for provision in self.provisions}

    @cached_property
    def rules(self) -> tuple[tuple[Provision, nodes.Rule], ...]:
        return tuple((p, p.node) for p in self.provisions if isinstance(p.node, nodes.Rule))

    # ---- the graph -----------------------------------------------------------------------------------------------------------------

    @cached_property
    def graph(self) -> Graph:
        from rulewright.analysis.dependencies.build import build_graph

        return build_graph(self.book, self.core, self.mentions)

    @cached_property
    def mentions(self) -> tuple[Mention, ...]:
        """The mentions of cases in the edition."""
        return collect_mentions(self.book, self.edition, self.addresses, self.book_index.texts)

    @cached_property
    def dependence(self) -> networkx.DiGraph[str]:
        """The dependence graph of answers."""
        return dependence_graph(self.graph)

    @cached_property
    def _answer_dependence(self) -> Dependence:
        return Dependence(self.core)

    @cached_property
    def _questions_by_last_name(self) -> dict[str, list[str]]:
        names: dict[str, list[str]] = defaultdict(list)
        for question in self.core.questions:
            names[question.rpartition(".")[2]].append(question)
        return names

    def questions_named(self, name: str) -> list[str]:
        """Return the questions of a name: those of several records where it is the name of a field that rules work out."""
        return self._questions_by_last_name.get(name, [])

    @memoize_method
    def names_read_for(self, question: str) -> frozenset[str]:
        """Return the names of the facts, fields, questions and groups on which the answers of a question can depend."""
        if question not in self.core.questions:
            return frozenset()
        dependence = self._answer_dependence
        questions = dependence.called_questions(question)
        roots = [term for name in questions for term in dependence.terms_of_question(name)]
        # What makes situations impossible bears on every answer.
        roots += [statement.when for statement in self.core.impossible]
        reads = [names for _, names in reachable_terms(roots, self.core.groups)]
        groups = [group for names in reads for group in names.groups]
        facts = [fact for names in reads for fact in names.facts]
        return frozenset((*groups, *(name.rpartition(".")[2] for name in (*questions, *facts))))

    def provision_of_address(self, address: str) -> Provision:
        """Return the provision at a rule's address; for a ground, that of its rule."""
        while address not in self.provisions_by_address:
            address = address.rpartition(".")[0]
        return self.provisions_by_address[address]

    def provision_of_vertex(self, vertex: str) -> Provision:
        """Return the provision of a vertex of the graph."""
        return self.provisions_by_address[vertex.partition(":")[2]]

    @cached_property
    def _slots_by_address(self) -> dict[str, frozenset[Slot]]:
        """The slots of rules and tables, by address."""
        slots_by_address: dict[str, set[Slot]] = defaultdict(set)
        for edge in edges_of_kinds(self.graph, [EdgeKind.DEFINES]):
            slots_by_address[edge.tail.partition(":")[2]].add(Slot(edge.head.partition(":")[2], edge.stage))
        return {address: frozenset(slots) for address, slots in slots_by_address.items()}

    def slots_of(self, provision: Provision) -> frozenset[Slot]:
        """Return the slots of a rule or table; none if it could not be resolved."""
        return self._slots_by_address.get(provision.id.text, frozenset())

    def slots_of_all(self, provisions: Iterable[Provision]) -> set[Slot]:
        return {slot for provision in provisions for slot in self.slots_of(provision)}

    @cached_property
    def rules_by_question(self) -> dict[str, list[tuple[Provision, nodes.Rule, Slot]]]:
        """The rules by question, in the order of the book."""
        definitions: dict[str, dict[tuple[str, Slot], tuple[Provision, nodes.Rule, Slot]]] = defaultdict(dict)
        for edge in edges_of_kinds(self.graph, [EdgeKind.DEFINES]):
            provision = self.provision_of_vertex(edge.tail)
            if isinstance(provision.node, nodes.Rule):
                slot = Slot(edge.head.partition(":")[2], edge.stage)
                definitions[slot.question].setdefault((edge.tail, slot), (provision, provision.node, slot))
        return {question: list(rules.values()) for question, rules in definitions.items()}

    def resolve_target(self, ref: nodes.CaseRef) -> ResolvedReference | None:
        """Resolve a reference of a relation; None if its target does not exist in this edition."""
        return self.addresses.resolve_address(ref.number, and_below=ref.and_below)

    def can_be_cited(self, number: str) -> bool:
        """Return True if prose may cite the number: of a case, a reading, a part of one, a chapter, or a heading with sub-cases."""
        return (
            number in self.chapter_numbers or self.addresses.resolve_address(number) is not None or bool(self.addresses.sub_cases(number))
        )

    # ---- precedence ----------------------------------------------------------------------------------------------------------------

    @cached_property
    def relations(self) -> tuple[tuple[Provision, nodes.Relation], ...]:
        """The relations in force, of whole cases and below rules, each with the provision that it belongs to or is."""
        pairs: list[tuple[Provision, nodes.Relation]] = []
        for provision in self.provisions:
            if isinstance(provision.node, nodes.Relation):
                pairs.append((provision, provision.node))
            elif isinstance(provision.node, nodes.Rule):
                pairs.extend((provision, relation) for relation in provision.node.relations)
        return tuple(pairs)

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """The `overrides`, `sets aside` and `except` statements, once for each of their references that can be resolved."""
        resolved: list[Statement] = []
        for provision, relation in self.relations:
            if relation.kind in PRECEDENCE:
                targets = [(ref, self.resolve_target(ref)) for ref in relation.targets]
                resolved.extend(Statement(provision, relation, ref, target) for ref, target in targets if target is not None)
        return tuple(resolved)

    @cached_property
    def effective_targets(self) -> dict[tuple[str, Location | None], set[str]]:
        """Named rules that share a question with the other side, by address and location of the `overrides` or `except` statement."""
        ids = {rule.uid: rule.id for rule in self.core.written_rules()}
        targets_by_statement: dict[tuple[str, Location | None], set[str]] = {}
        for override in self.core.overrides.values():
            targets = targets_by_statement.setdefault((override.id, override.location), set())
            for attacks in override.on:
                uids = attacks.by if override.word is RelationKind.EXCEPT else attacks.targets
                targets.update(self.provision_of_address(ids[uid]).id.text for uid in uids if uid in ids)
        return targets_by_statement

    def sides_of(self, statement: Statement) -> tuple[tuple[Provision, ...], tuple[Provision, ...]]:
        """Return the provisions on both sides of a statement of precedence: its own, and those it names that can be in force with it.

        A provision on both sides, as in an amendment that overrides its own case, belongs to the own side if it is in the same clause.
        An amendment, ruling or reading that names a whole case does not name its own provisions.
        """
        provision, target = statement.provision, statement.target
        itself = provision.origin.kind is not ClauseKind.CASE and target.is_whole
        own_side = tuple(p for p in self._own_side(provision) if isinstance(p.node, nodes.Rule | nodes.Table))
        named_side = [
            p for p in target.provisions if isinstance(p.node, nodes.Rule | nodes.Table) and not (itself and _same_clause(p, provision))
        ]
        shared_ids = {p.id for p in own_side} & {p.id for p in named_side}
        if shared_ids:
            own_side = tuple(p for p in own_side if p.id not in shared_ids or _same_clause(p, provision))
        own_ids = {p.id for p in own_side}
        return own_side, tuple(p for p in named_side if p.id not in own_ids and can_coexist(provision.scope, p.scope))

    def _own_side(self, provision: Provision) -> tuple[Provision, ...]:
        """Return the rule that a statement belongs to, or all provisions of its case, ruling or choice of a reading."""
        if not isinstance(provision.node, nodes.Relation):
            return (provision,)
        if provision.node.by:
            targets = [self.resolve_target(ref) for ref in provision.node.by]
            return tuple(dict.fromkeys(p for target in targets if target is not None for p in target.provisions))
        if provision.origin.kind in {ClauseKind.RULING, ClauseKind.READING}:
            return tuple(p for p in self.provisions if p.origin == provision.origin and p.scope.choice == provision.scope.choice)
        return self.addresses.provisions_of_case(provision.case.number)


def _same_clause(first: Provision, second: Provision) -> bool:
    return (first.origin.place, first.origin.kind) == (second.origin.place, second.origin.kind)


def can_coexist(first: Scope, second: Scope) -> bool:
    """Return True unless they require two scenarios, two choices of one reading, or disjoint sets of games."""
    if first.scenario and second.scenario and first.scenario != second.scenario:
        return False
    if first.games and second.games and not set(first.games) & set(second.games):
        return False
    return not (first.reading and first.reading == second.reading and first.choice != second.choice)


def is_held(target: ResolvedReference) -> bool:
    """Return True if the text of the target is held; a part that has an address always is."""
    return target.case is None or target.case.held


def clause_number(clause: Clause) -> str:
    """Return the number of a clause as the book shows it; of a reading, its name."""
    return clause.name if isinstance(clause, ReadingInForce) else clause.number

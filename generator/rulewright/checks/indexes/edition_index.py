"""What one edition has in force, by address: cases, rules, tables, readings, statements of precedence, and its graph.

Every part is made when a check first asks for it. What rules answer, read, override and set aside is in the graph.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from rulewright.analysis.dependencies.model import EdgeKind, edges
from rulewright.analysis.dependencies.queries import dependence
from rulewright.base.enablement import Scope
from rulewright.base.keywords import RelationKind
from rulewright.base.memo import kept
from rulewright.base.source import Location
from rulewright.checks.indexes.book_index import BookIndex
from rulewright.core.model import Core
from rulewright.rulebook.addresses import Addresses, Reached
from rulewright.rulebook.mentions import Mention, mentions
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
from rulewright.syntax import nodes

if TYPE_CHECKING:
    import networkx

    from rulewright.analysis.dependencies.model import Graph
    from rulewright.engines.solver.encoding.cone import Cones

Clause: TypeAlias = CaseInForce | ReadingInForce

PRECEDENCE = (RelationKind.OVERRIDES, RelationKind.SETS_ASIDE, RelationKind.EXCEPT)


class Slot(NamedTuple):
    """Where a rule bears: a question and, by its place among those of the question, the stage. Rules meet only within one slot."""

    question: str
    stage: int = 0


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of precedence, one of the references in it, and what that reaches."""

    provision: Provision
    relation: nodes.Relation
    ref: nodes.CaseRef
    target: Reached

    @property
    def kind(self) -> RelationKind:
        return self.relation.kind

    @property
    def location(self) -> Location:
        return self.provision.origin.place.at(self.relation.span)


class EditionIndex:
    """The index of one edition of one book."""

    def __init__(self, book: Rulebook, core: Core, whole: BookIndex) -> None:
        self.book = book
        self.core = core
        self.edition = core.edition
        self.view: EditionView = book.views[core.edition]
        self.whole = whole

    # ---- clauses -------------------------------------------------------------------------------------------------------------------

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """Every case, ruling, scenario and reading, the deleted ones too."""
        view = self.view
        return (*view.cases.values(), *view.rulings.values(), *view.scenarios.values(), *view.readings.values())

    @cached_property
    def by_number(self) -> dict[str, Clause]:
        """Clauses by the number (of a reading: the name) that they have in force."""
        return {clause_number(clause): clause for clause in self.clauses}

    def find(self, number: str) -> Clause | None:
        """The clause of a number, also of one from before a renumbering."""
        return self.by_number.get(number) or self.view.find(number)

    @cached_property
    def addresses(self) -> Addresses:
        return Addresses(self.view)

    @cached_property
    def chapter_numbers(self) -> frozenset[str]:
        return frozenset(chapter.number for chapter in self.book.chapters.values() if chapter.number)

    @property
    def _in_force(self) -> Iterator[Clause]:
        return (clause for clause in self.clauses if not (isinstance(clause, CaseInForce) and clause.deleted))

    def paragraphs(self) -> Iterator[tuple[Clause, Paragraph]]:
        """Every text in force, with the clause that it stands in."""
        for clause in self._in_force:
            for paragraph in clause.text:
                if not paragraph.struck:
                    yield clause, paragraph

    def lines(self) -> Iterator[tuple[Clause, nodes.BodyLine, Origin]]:
        """Every other line in force (components, misprints, references, set-up …), with its clause."""
        for clause in self._in_force:
            for line, origin in clause.other:
                yield clause, line, origin

    def examples(self) -> Iterator[tuple[Clause, nodes.Example, Origin]]:
        for clause in self._in_force:
            for example, origin in clause.examples:
                yield clause, example, origin

    # ---- provisions ----------------------------------------------------------------------------------------------------------------

    @cached_property
    def provisions(self) -> tuple[Provision, ...]:
        return self.view.provisions()

    @cached_property
    def by_address(self) -> dict[str, Provision]:
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
        """Every place of the edition that names a case."""
        return mentions(self.book, self.edition, self.addresses, self.whole.texts)

    @cached_property
    def dependence(self) -> networkx.DiGraph[str]:
        """What answers depend on."""
        return dependence(self.graph)

    @cached_property
    def _cones(self) -> Cones:
        from rulewright.engines.solver.encoding.cone import Cones

        return Cones(self.core)

    @kept
    def read_for(self, question: str) -> frozenset[str]:
        """The names of the facts, fields, questions and groups on which the answers of a question can depend."""
        if question not in self.core.questions:
            return frozenset()
        cone = self._cones.of(self.core.questions[question])
        return frozenset((*cone.questions, *cone.groups, *(fact.rpartition(".")[2] for fact in cone.facts)))

    def known(self, address: str) -> Provision:
        """The provision of a rule's address; that of a ground is the rule's."""
        while address not in self.by_address:
            address = address.rpartition(".")[0]
        return self.by_address[address]

    def at(self, vertex: str) -> Provision:
        """The provision that a vertex stands for."""
        return self.by_address[vertex.partition(":")[2]]

    @cached_property
    def _slots(self) -> dict[str, frozenset[Slot]]:
        """Where each rule and table bears, by address."""
        found: dict[str, set[Slot]] = defaultdict(set)
        for edge in edges(self.graph, [EdgeKind.DEFINES]):
            found[edge.tail.partition(":")[2]].add(Slot(edge.head.partition(":")[2], edge.stage))
        return {address: frozenset(slots) for address, slots in found.items()}

    def slots_of(self, provision: Provision) -> frozenset[Slot]:
        """Where a rule or table bears; nowhere if it could not be resolved."""
        return self._slots.get(provision.id.text, frozenset())

    def slots_of_all(self, provisions: Iterable[Provision]) -> set[Slot]:
        return {slot for provision in provisions for slot in self.slots_of(provision)}

    @cached_property
    def by_question(self) -> dict[str, list[tuple[Provision, nodes.Rule, Slot]]]:
        """The rules about each question, in the order of the book."""
        found: dict[str, dict[tuple[str, Slot], tuple[Provision, nodes.Rule, Slot]]] = defaultdict(dict)
        for edge in edges(self.graph, [EdgeKind.DEFINES]):
            provision = self.at(edge.tail)
            if isinstance(provision.node, nodes.Rule):
                slot = Slot(edge.head.partition(":")[2], edge.stage)
                found[slot.question].setdefault((edge.tail, slot), (provision, provision.node, slot))
        return {question: list(rules.values()) for question, rules in found.items()}

    def target(self, ref: nodes.CaseRef) -> Reached | None:
        """What a reference of a relation reaches, or None if there is no such thing in this edition."""
        return self.addresses.find(ref.number, and_below=ref.and_below)

    def is_there(self, number: str) -> bool:
        """Whether prose may name it: a case, a reading, a part of one, a chapter, or a heading that has sub-cases."""
        return number in self.chapter_numbers or self.addresses.find(number) is not None or bool(self.addresses.below(number))

    # ---- precedence ----------------------------------------------------------------------------------------------------------------

    @cached_property
    def relations(self) -> tuple[tuple[Provision, nodes.Relation], ...]:
        """Every relation in force: those of whole cases, and those below a rule, each with the provision that it stands on or is."""
        found: list[tuple[Provision, nodes.Relation]] = []
        for provision in self.provisions:
            if isinstance(provision.node, nodes.Relation):
                found.append((provision, provision.node))
            elif isinstance(provision.node, nodes.Rule):
                found.extend((provision, relation) for relation in provision.node.relations)
        return tuple(found)

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """Every `overrides`, `sets aside` and `except` with each of its references that reaches something."""
        found: list[Statement] = []
        for provision, relation in self.relations:
            if relation.kind in PRECEDENCE:
                targets = [(ref, self.target(ref)) for ref in relation.targets]
                found.extend(Statement(provision, relation, ref, target) for ref, target in targets if target is not None)
        return tuple(found)

    @cached_property
    def biting(self) -> dict[tuple[str, Location | None], set[str]]:
        """For each `overrides` and `except`, by address and span: the rules of the side that it names which it meets on a question."""
        ids = {rule.uid: rule.id for rule in self.core.stated()}
        found: dict[tuple[str, Location | None], set[str]] = {}
        for override in self.core.overrides.values():
            named = found.setdefault((override.id, override.location), set())
            for on in override.on:
                uids = on.by if override.word is RelationKind.EXCEPT else on.targets
                named.update(self.known(ids[uid]).id.text for uid in uids if uid in ids)
        return found

    def sides(self, statement: Statement) -> tuple[tuple[Provision, ...], tuple[Provision, ...]]:
        """The rules and tables that a statement of precedence speaks for, and those it names that can be in force together with it.

        What stands on both sides, as where an amendment overrides its own case, speaks for itself if it is written in the same clause;
        and what an amendment, ruling or reading says of a whole case it does not say of itself.
        """
        provision, target = statement.provision, statement.target
        itself = provision.origin.kind is not ClauseKind.CASE and target.whole
        own = tuple(p for p in self._own_side(provision) if isinstance(p.node, nodes.Rule | nodes.Table))
        named = [
            p for p in target.provisions if isinstance(p.node, nodes.Rule | nodes.Table) and not (itself and _same_clause(p, provision))
        ]
        both = {p.id for p in own} & {p.id for p in named}
        if both:
            own = tuple(p for p in own if p.id not in both or _same_clause(p, provision))
        apart = {p.id for p in own}
        return own, tuple(p for p in named if p.id not in apart and can_both_be_there(provision.scope, p.scope))

    def _own_side(self, provision: Provision) -> tuple[Provision, ...]:
        """The rule on which a statement stands, or all of its case, ruling or choice of a reading."""
        if not isinstance(provision.node, nodes.Relation):
            return (provision,)
        if provision.node.by:
            reached = [self.target(ref) for ref in provision.node.by]
            return tuple(dict.fromkeys(p for one in reached if one is not None for p in one.provisions))
        if provision.origin.kind in {ClauseKind.RULING, ClauseKind.READING}:
            return tuple(p for p in self.provisions if p.origin == provision.origin and p.scope.choice == provision.scope.choice)
        return self.addresses.of_case(provision.case.number)


def _same_clause(one: Provision, other: Provision) -> bool:
    return (one.origin.place, one.origin.kind) == (other.origin.place, other.origin.kind)


def can_both_be_there(one: Scope, other: Scope) -> bool:
    """Not in two scenarios, nor under two choices of one reading, nor in games apart."""
    if one.scenario and other.scenario and one.scenario != other.scenario:
        return False
    if one.games and other.games and not set(one.games) & set(other.games):
        return False
    return not (one.reading and one.reading == other.reading and one.choice != other.choice)


def is_held(reached: Reached) -> bool:
    """Whether the text of what was reached is held; a part that can be addressed is."""
    return reached.case is None or reached.case.held


def clause_number(clause: Clause) -> str:
    """How the book shows the clause's number."""
    return clause.name if isinstance(clause, ReadingInForce) else clause.number

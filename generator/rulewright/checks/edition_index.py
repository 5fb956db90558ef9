"""What one edition has in force, by address: cases, rules, tables, readings, and who takes precedence over what.

Built from the edition's view in one pass, with plain dictionaries; every part is made when a check first asks for it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from rulewright.checks.book_index import BookIndex
from rulewright.language import nodes
from rulewright.language.nodes import RelationKind
from rulewright.rulebook.addresses import Addresses, Reached
from rulewright.rulebook.model import (
    CaseInForce,
    ClauseKind,
    EditionView,
    Origin,
    Paragraph,
    Provision,
    ReadingInForce,
    Rulebook,
    Scope,
)
from rulewright.words import Verb, stages_of

Clause: TypeAlias = CaseInForce | ReadingInForce

PRECEDENCE = (RelationKind.OVERRIDES, RelationKind.SETS_ASIDE, RelationKind.EXCEPT)


class Slot(NamedTuple):
    """Where a rule bears: a question and, for values, the stage. Rules meet only within one slot."""

    question: str
    stage: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """One precedence statement and one of its targets. For `except`, `attackers` are the rules of the case it names."""

    kind: RelationKind
    provision: Provision
    relation: nodes.Relation
    ref: nodes.CaseRef
    attackers: tuple[Provision, ...]
    target: Reached
    defenders: tuple[Provision, ...]

    @property
    def own(self) -> tuple[Provision, ...]:
        """The rules of the side on which the statement stands."""
        return self.defenders if self.kind is RelationKind.EXCEPT else self.attackers

    @property
    def others(self) -> tuple[Provision, ...]:
        """The rules of the side that it names."""
        return self.attackers if self.kind is RelationKind.EXCEPT else self.defenders


class EditionIndex:
    """The index of one edition of one book."""

    def __init__(self, book: Rulebook, edition: str, whole: BookIndex) -> None:
        self.book = book
        self.edition = edition
        self.view: EditionView = book.views[edition]
        self.whole = whole
        self._slots: dict[str, frozenset[Slot]] = {}

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

    def paragraphs(self) -> Iterator[tuple[Clause, Paragraph]]:
        """Every text in force, with the clause that it stands in."""
        for clause in self.clauses:
            if isinstance(clause, CaseInForce) and clause.deleted:
                continue
            for paragraph in clause.text:
                if not paragraph.struck:
                    yield clause, paragraph

    def lines(self) -> Iterator[tuple[Clause, nodes.BodyLine, Origin]]:
        """Every other line in force (components, print slips, references, set-up …), with its clause."""
        for clause in self.clauses:
            if isinstance(clause, CaseInForce) and clause.deleted:
                continue
            for line, origin in clause.other:
                yield clause, line, origin

    def examples(self) -> Iterator[tuple[Clause, nodes.Example, Origin]]:
        for clause in self.clauses:
            if isinstance(clause, CaseInForce) and clause.deleted:
                continue
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

    @cached_property
    def by_question(self) -> dict[str, list[tuple[Provision, nodes.Rule, Slot]]]:
        """The rules about each question."""
        found: dict[str, list[tuple[Provision, nodes.Rule, Slot]]] = defaultdict(list)
        for provision, rule in self.rules:
            for slot in self.slots(rule):
                found[slot.question].append((provision, rule, slot))
        return dict(found)

    @cached_property
    def reads(self) -> dict[str, frozenset[str]]:
        """Question -> the names that its rules, the precedences on them and its declaration read."""
        found: dict[str, set[str]] = defaultdict(set)
        for name, names in self.whole.declared_reads.items():
            found[name] |= names
        for question, rules in self.by_question.items():
            for _, rule, _ in rules:
                found[question] |= self.whole.names_in(rule)
        for edge in self.edges:
            if edge.relation.when is not None:
                for slot in self.slots_of_all(edge.defenders):
                    found[slot.question] |= self.whole.names_in(edge.relation)
        return {question: frozenset(names) for question, names in found.items()}

    def slots(self, rule: nodes.Rule) -> tuple[Slot, ...]:
        """The slots that a rule speaks in: one for each question named in its head."""
        return tuple(dict.fromkeys(self._slot(rule, head.name) for head in rule.heads))

    def slots_of(self, provision: Provision) -> frozenset[Slot]:
        """The slots of a provision: those of a rule; of a table, the question that it answers; of anything else none."""
        found = self._slots.get(provision.id.text)
        if found is None:
            found = frozenset()
            if isinstance(provision.node, nodes.Rule):
                found = frozenset(self.slots(provision.node))
            elif isinstance(provision.node, nodes.Table):
                found = frozenset((Slot(provision.node.name),))
            self._slots[provision.id.text] = found
        return found

    def slots_of_all(self, provisions: Iterable[Provision]) -> set[Slot]:
        return {slot for provision in provisions for slot in self.slots_of(provision)}

    def _slot(self, rule: nodes.Rule, question: str) -> Slot:
        declared = self.whole.questions.get(question)
        if declared is None or not isinstance(declared.node, nodes.Value):
            return Slot(question)
        if rule.stage:
            return Slot(question, rule.stage)
        verbs = stages_of(rule.verb) if isinstance(rule.verb, Verb) else ()
        if not declared.node.stages:
            return Slot(question, "base" if rule.verb is Verb.IS else "changes")
        fitting = [stage.name for stage in declared.node.stages if stage.verb in verbs]
        return Slot(question, fitting[0] if fitting else "")

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
    def edges(self) -> tuple[Edge, ...]:
        """Every `overrides`, `sets aside` and `except` with one edge a target that is there."""
        return tuple(self._edges())

    @cached_property
    def reached_slots(self) -> dict[str, set[Slot]]:
        """Address of a precedence statement -> the slots of what it goes before."""
        found: dict[str, set[Slot]] = defaultdict(set)
        for edge in self.edges:
            found[edge.provision.id.text] |= self.slots_of_all(edge.others)
        return dict(found)

    def _edges(self) -> Iterator[Edge]:
        for provision, relation in self.relations:
            if relation.kind not in PRECEDENCE:
                continue
            own = self._own_rules(provision)
            for ref in relation.targets:
                target = self.target(ref)
                if target is None:
                    continue
                rules = tuple(p for p in target.provisions if isinstance(p.node, nodes.Rule | nodes.Table) and _meets(provision, p, target))
                mine, others = _apart(provision, relation.kind, own, rules)
                attackers, defenders = (others, mine) if relation.kind is RelationKind.EXCEPT else (mine, others)
                yield Edge(relation.kind, provision, relation, ref, attackers, target, defenders)

    def _own_rules(self, provision: Provision) -> tuple[Provision, ...]:
        """The rules for which a relation speaks: its own rule, or those of its case (or of its choice of a reading)."""
        if not isinstance(provision.node, nodes.Relation):
            return (provision,)
        if provision.scope.reading is not None:
            reading = self.view.readings.get(provision.scope.reading)
            choice = provision.scope.choice
            return tuple(p for p in (reading.provisions if reading else ()) if p.scope.choice == choice and isinstance(p.node, nodes.Rule))
        if provision.origin.kind is ClauseKind.RULING:
            return tuple(
                p for p in self.addresses.of_case(provision.case.number) if p.origin == provision.origin and isinstance(p.node, nodes.Rule)
            )
        return tuple(p for p in self.addresses.of_case(provision.case.number) if isinstance(p.node, nodes.Rule | nodes.Table))


def _apart(
    provision: Provision, kind: RelationKind, own: tuple[Provision, ...], others: tuple[Provision, ...]
) -> tuple[tuple[Provision, ...], tuple[Provision, ...]]:
    """Both sides of a statement without what stands on both: an amendment that overrides its own case goes before the rest of it."""
    both = {one.id for one in own} & {one.id for one in others}
    if not both:
        return own, others
    written_here = {one.id for one in own if (one.origin.place, one.origin.kind) == (provision.origin.place, provision.origin.kind)}
    mine = own if kind is RelationKind.EXCEPT else tuple(one for one in own if one.id in written_here)
    return mine, tuple(one for one in others if one.id not in (written_here if kind is RelationKind.EXCEPT else {m.id for m in mine}))


def _meets(provision: Provision, other: Provision, target: Reached) -> bool:
    """Whether a statement can reach a rule of what it names: not under another choice or scenario, nor its own clause as part of a case."""
    own_clause = provision.origin.kind is not ClauseKind.CASE and target.whole and other.origin.place == provision.origin.place
    return not own_clause and can_both_be_there(provision.scope, other.scope)


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

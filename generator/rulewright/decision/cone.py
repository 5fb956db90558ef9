"""The cone of a question: all that its answers can hang on. It says which further things and which places the worlds must have.

Conditions on one bound variable are told exactly by as many further things as there are collections over their kind; beyond
`MOST_FURTHER`, and where a number is made of a collection, a situation with more things may do what none of those tried does: then what was
not found is not proved not to be there, and the question says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rulewright.decision.world import MOST_FURTHER, UNTOLD_PLACES
from rulewright.semantics import terms, types
from rulewright.semantics.plan import Index
from rulewright.semantics.program import Program, Question, Rule, Table
from rulewright.semantics.terms import Term


@dataclass(slots=True)
class Cone:
    """What a question hangs on, by name. `further`: things of each kind that may exist besides; `limits`: why no more can be proved."""

    questions: set[str] = field(default_factory=set)
    facts: set[str] = field(default_factory=set)
    groups: set[str] = field(default_factory=set)
    collections: list[terms.Some | terms.Every | terms.Gathered] = field(default_factory=list)
    places_named: dict[str, set[str]] = field(default_factory=dict)
    further: dict[str, int] = field(default_factory=dict)
    places: dict[str, tuple[str, ...]] = field(default_factory=dict)
    limits: tuple[str, ...] = ()


class Cones:
    """The cones of a program's questions, each worked out from the terms that bear on it."""

    def __init__(self, program: Program, index: Index) -> None:
        self.program = program
        self.index = index
        self._own: dict[str, tuple[Term, ...]] = {}

    def of(self, question: Question) -> Cone:
        """The cone of a question."""
        cone = Cone()
        waiting = [question.name]
        while waiting:
            name = waiting.pop()
            if name in cone.questions:
                continue
            cone.questions.add(name)
            for term in self._terms(name):
                waiting.extend(self._visit(cone, term))
        for statement in self.program.impossible:
            self._visit(cone, statement.when)
        self._things(cone, question)
        self._places(cone)
        return cone

    def _terms(self, name: str) -> tuple[Term, ...]:
        """The terms that bear directly on a question."""
        found = self._own.get(name)
        if found is None:
            found = self._own[name] = tuple(self._list_terms(name))
        return found

    def _list_terms(self, name: str) -> Iterator[Term]:
        question = self.program.questions[name]
        if question.otherwise is not None and not isinstance(question.otherwise, str):
            yield question.otherwise
        for rule in self.index.rules.get(name, ()):
            yield from self._terms_of_rule(rule)
        for _, on in self.index.overrides.get(name, ()):
            if on.when is not None:
                yield on.when
        for _, aside in self.index.setters.get(name, ()):
            if aside.when is not None:
                yield aside.when
        for clause in self.index.not_held.get(name, ()):
            if clause.when is not None:
                yield clause.when

    def _terms_of_rule(self, rule: Rule) -> Iterator[Term]:
        yield from (part.term for part in rule.parts)
        if rule.effect is not None:
            yield rule.effect
        if rule.table is not None:
            yield from _cells(self.program.tables[rule.table])

    def _visit(self, cone: Cone, term: Term) -> Iterator[str]:
        """Notes what a term reads; gives the questions that it asks."""
        asked: list[str] = []
        waiting = [term]
        while waiting:
            for found in terms.walk(waiting.pop()):
                match found:
                    case terms.FactOf(fact=fact):
                        cone.facts.add(fact)
                    case terms.Ask(question=name) | terms.AskVerdict(question=name) | terms.UpTo(question=name):
                        asked.append(name)
                    case terms.Some() | terms.Every() | terms.Gathered():
                        cone.collections.append(found)
                        if isinstance(found.domain.over, terms.Members):
                            waiting.extend(self._group(cone, found.domain.over.group))
                    case terms.InGroup(group=group):
                        waiting.extend(self._group(cone, group))
                    case terms.Compare(left=left, right=right):
                        self._note_places(cone, (left, right))
                    case terms.InSet():
                        self._note_places(cone, (found.of, *(end for member in found.members for end in member if end is not None)))
                    case _:
                        pass
        return iter(asked)

    def _group(self, cone: Cone, name: str) -> Iterable[Term]:
        if name in cone.groups:
            return ()
        cone.groups.add(name)
        with_ = self.program.groups[name].with_
        return () if with_ is None else (with_,)

    def _note_places(self, cone: Cone, sides: Iterable[Term]) -> None:
        """Names that are compared with a place."""
        for side in sides:
            if isinstance(side, terms.Const) and isinstance(side.value, str):
                for name, spans in self.program.maps.items():
                    if any(len(low) == len(side.value) and low <= side.value <= high for low, high in spans):
                        cone.places_named.setdefault(name, set()).add(side.value)

    # ---- what the worlds must have --------------------------------------------------------------------------------------------------

    def _things(self, cone: Cone, question: Question) -> None:
        wanted: dict[str, int] = {}
        limits: set[str] = set()
        for found in cone.collections:
            kind = self._kind_of(found.domain.over)
            if kind is None:
                continue
            wanted[kind] = wanted.get(kind, 0) + 1
            if isinstance(found, terms.Gathered):
                limits.add(f"a number made of every {kind} that there is: tried with up to {MOST_FURTHER} further ones")
                wanted[kind] = MOST_FURTHER
        for fact in cone.facts:
            kind_of = self.program.facts[fact].type
            if isinstance(kind_of, types.Thing):
                wanted[kind_of.record] = wanted.get(kind_of.record, 0) + 1
        for kind, count in wanted.items():
            if count > MOST_FURTHER:
                limits.add(f"more conditions on any {kind} than the {MOST_FURTHER} further ones that are tried")
            cone.further[kind] = min(count, MOST_FURTHER)
        cone.limits = tuple(sorted(limits))

    def _kind_of(self, over: terms.Things | terms.Members | terms.Span | terms.Values) -> str | None:
        match over:
            case terms.Things(record=kind):
                return kind
            case terms.Members(group=group):
                return self.program.groups[group].record
            case _:
                return None

    def _places(self, cone: Cone) -> None:
        """The places of each map that rules name, and some that they do not."""
        for name, spans in self.program.maps.items():
            named = set(cone.places_named.get(name, ()))
            named |= {str(head) for rule in self.program.rules for head in rule.heads if isinstance(head, str) and _is_place(head, spans)}
            others = [end for low, high in spans for end in (low, high) if end not in named]
            cone.places[name] = (*sorted(named), *dict.fromkeys(others[:UNTOLD_PLACES]))


def _is_place(name: str, spans: Iterable[tuple[str, str]]) -> bool:
    return any(len(low) == len(name) and low <= name <= high for low, high in spans)


def _cells(table: Table) -> Iterator[Term]:
    for row in table.rows:
        yield from (cell for cell in row.cells if cell is not None)

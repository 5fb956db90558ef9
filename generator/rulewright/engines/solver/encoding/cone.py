"""The cone of a question: all its answers can depend on; and the needs of the one world in which all questions are encoded.

Conditions on one bound variable are exact with as many things as there are collections over their kind; beyond `MAX_THINGS_OF_KIND`, and
where a number aggregates a collection, a situation with more things may behave differently from all those tried: then the absence of
a witness is no proof, and the cone has a limit that says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from rulewright.base.keywords import Comparison, Gather
from rulewright.base.limits import MAX_THINGS_OF_KIND, MAX_UNTOLD_PLACES
from rulewright.base.memo import memoize_method
from rulewright.core.model import Core
from rulewright.engines.solver.encoding.world import WorldNeeds
from rulewright.semantics import terms, types
from rulewright.semantics.groups import kind_of_range, quantified_kinds
from rulewright.semantics.model import Question, Table
from rulewright.semantics.terms import Term


@dataclass(slots=True)
class Cone:
    """The dependencies of a question, by name; `chains`: the kinds of things between which links are followed; `limits`: the reasons why
    the absence of a witness is no proof.

    `aggregation_limits`: the limits under which even two conditions with the same formula may differ, as "at most 40 units" and "at most
    41" do where three are tried.
    """

    questions: set[str] = field(default_factory=set)
    facts: set[str] = field(default_factory=set)
    groups: set[str] = field(default_factory=set)
    collections: list[terms.Some | terms.Every | terms.Gathered] = field(default_factory=list)
    linked_kinds: set[str] = field(default_factory=set)
    compared: list[tuple[Term, Term]] = field(default_factory=list)
    """Pairs of terms that are tested for equality."""
    supposed: set[str] = field(default_factory=set)
    """The facts and questions with suppositions."""
    limits: tuple[str, ...] = ()
    aggregation_limits: tuple[str, ...] = ()
    unbounded_kinds: frozenset[str] = frozenset()
    """The kinds of things of which more may matter than are tried."""
    distinguished_kinds: frozenset[str] = frozenset()
    """The kinds whose things are distinguished: for other kinds, one thing behaves as two that are alike."""


class Cones:
    """The cones of a core's questions, computed from the terms of their rules."""

    def __init__(self, core: Core) -> None:
        self.core = core

    def cone_of_question(self, question: Question) -> Cone:
        """The cone of a question."""
        return self._build_cone(question.name)

    @memoize_method
    def _build_cone(self, question_name: str) -> Cone:
        cone = Cone()
        pending = [question_name]
        while pending:
            name = pending.pop()
            if name in cone.questions:
                continue
            cone.questions.add(name)
            for term in self._terms_of_question(name):
                pending.extend(self._visit_term(cone, term))
        for statement in self.core.impossible:
            self._visit_term(cone, statement.when)
        cone.distinguished_kinds = frozenset(self._distinguished_kinds(cone))
        aggregated, quantified = self._aggregation_limits(cone), self._quantifier_limits(cone, self.core.questions[question_name])
        cone.aggregation_limits = tuple(sorted(aggregated))
        cone.limits = tuple(sorted({**aggregated, **quantified}))
        cone.unbounded_kinds = frozenset([*aggregated.values(), *quantified.values()])
        return cone

    def world_needs(self) -> WorldNeeds:
        """Return the needs of the one world of all questions."""
        return self._needs

    @cached_property
    def _needs(self) -> WorldNeeds:
        core = self.core
        counted = set(self._quantified_kinds())
        counted |= {fact.type.record for fact in core.facts.values() if isinstance(fact.type, types.Thing)}
        things = dict.fromkeys(counted, MAX_THINGS_OF_KIND)
        for question in core.questions.values():
            kinds = [param.type.record for param in question.params if isinstance(param.type, types.Thing)]
            for kind in kinds:
                things[kind] = max(things.get(kind, 0), kinds.count(kind))
        return WorldNeeds(things, frozenset(counted), self._map_places(), self._repeatable_kinds())

    def needs_of_arguments(self) -> WorldNeeds:
        """Return the needs of a world whose only named things are the arguments of a question."""
        needs = self.world_needs()
        things = dict.fromkeys(needs.things, 0)
        for question in self.core.questions.values():
            for kind, count in Counter(param.type.record for param in question.params if isinstance(param.type, types.Thing)).items():
                things[kind] = max(things[kind], count)
        return WorldNeeds(things, frozenset(things), needs.places, needs.mergeable_kinds)

    def _repeatable_kinds(self) -> dict[str, frozenset[str]]:
        """Return, by question, the kinds of which it has several arguments and distinguishes them."""
        kinds_by_question: dict[str, frozenset[str]] = {}
        for question in self.core.questions.values():
            kinds = Counter(param.type.record for param in question.params if isinstance(param.type, types.Thing))
            repeated = {kind for kind, count in kinds.items() if count > 1}
            if repeated and (distinguished := repeated & self.cone_of_question(question).distinguished_kinds):
                kinds_by_question[question.name] = frozenset(distinguished)
        return kinds_by_question

    def _quantified_kinds(self) -> Iterator[str]:
        """Yield the kinds of things that some term ranges over, or between which it follows links."""
        roots = [term for name in self.core.questions for term in self._terms_of_question(name)]
        roots += [statement.when for statement in self.core.impossible]
        roots += [group.with_ for group in self.core.groups.values() if group.with_ is not None]
        for root in roots:
            yield from quantified_kinds(root, self.core.groups)

    @memoize_method
    def _terms_of_question(self, name: str) -> tuple[Term, ...]:
        """Return the terms in the rules and tables of a question."""
        return tuple(self._list_terms(name))

    def _list_terms(self, name: str) -> Iterator[Term]:
        core_question = self.core.on[name]
        yield from core_question.conditions_and_effects()
        for table in dict.fromkeys(rule.table for rule in core_question.written_rules() if rule.table is not None):
            yield from _table_cells(self.core.tables[table])

    def _distinguished_kinds(self, cone: Cone) -> Iterator[str]:
        """Yield the kinds whose things are compared or counted, and those of facts that never hold of one thing twice."""
        for comparison in cone.compared:
            kinds = [kind for side in comparison if (kind := self._kind_of_term(side)) is not None]
            if len(kinds) == len(comparison):
                yield from [kind for kind in kinds if kind] or self.core.records
        for gathered in cone.collections:
            if isinstance(gathered, terms.Gathered) and gathered.gather not in (Gather.GREATEST, Gather.LEAST):
                kind = kind_of_range(gathered.domain.over, self.core.groups)
                yield from () if kind is None else (kind,)
        distinct = [self.core.facts[name].params for name in cone.facts if name in cone.supposed or self.core.facts[name].never_of_itself]
        for params in [*distinct, *(self.core.questions[name].params for name in cone.questions & cone.supposed)]:
            yield from (param.type.record for param in params if isinstance(param.type, types.Thing))

    def _kind_of_term(self, term: Term) -> str | None:
        """Return the kind of a term's value; empty if it may be any kind, None if it is no thing."""
        kind: types.Type | None
        match term:
            case terms.Var():
                return ""
            case terms.FactOf(fact=name):
                kind = self.core.facts[name].type
            case terms.Ask(question=name):
                kind = self.core.questions[name].type
            case terms.Gathered(gather=Gather.ONLY):
                return kind_of_range(term.domain.over, self.core.groups)
            case _:
                return None
        return kind.record if isinstance(kind, types.Thing) else None

    def _visit_term(self, cone: Cone, term: Term) -> Iterator[str]:
        """Record the reads of a term in the cone; return the questions that it calls."""
        called_questions: list[str] = []
        pending = [term]
        while pending:
            for subterm in terms.walk(pending.pop()):
                match subterm:
                    case terms.FactOf(fact=fact):
                        cone.facts.add(fact)
                    case (
                        terms.Ask(question=name) | terms.AskVerdict(question=name) | terms.Barred(question=name) | terms.UpTo(question=name)
                    ):
                        called_questions.append(name)
                    case terms.Some() | terms.Every() | terms.Gathered():
                        cone.collections.append(subterm)
                        if isinstance(subterm.domain.over, terms.Members):
                            pending.extend(self._visit_group(cone, subterm.domain.over.group))
                    case terms.Linked(record=kind):
                        cone.linked_kinds.add(kind)
                    case terms.InGroup(group=group):
                        pending.extend(self._visit_group(cone, group))
                    case terms.AsIf(supposed=supposed):
                        cone.supposed.add(supposed.fact if isinstance(supposed, terms.FactOf) else supposed.question)
                    case terms.Compare(op=Comparison.IS | Comparison.IS_NOT):
                        cone.compared.append((subterm.left, subterm.right))
                    case terms.InSet():
                        cone.compared += [(subterm.of, low) for low, high in subterm.members if high is None]
                    case _:
                        pass
        return iter(called_questions)

    def _visit_group(self, cone: Cone, name: str) -> Iterable[Term]:
        if name in cone.groups:
            return ()
        cone.groups.add(name)
        with_ = self.core.groups[name].with_
        return () if with_ is None else (with_,)

    # ---- needs of the world ---------------------------------------------------------------------------------------------------------

    def _aggregation_limits(self, cone: Cone) -> dict[str, str]:
        """Return the limits by aggregates and links over all things of a kind, each with the kind."""
        kinds_by_limit: dict[str, str] = {}
        for collection in cone.collections:
            kind = kind_of_range(collection.domain.over, self.core.groups)
            if kind is not None and isinstance(collection, terms.Gathered):
                operation = "one is picked out" if collection.gather is Gather.ONLY else "a number is made"
                kinds_by_limit[f"{operation} of every {kind} that there is, and no more than {MAX_THINGS_OF_KIND} are tried"] = kind
        for kind in sorted(cone.linked_kinds):
            kinds_by_limit[f"links may lead through every {kind} that there is, and no more than {MAX_THINGS_OF_KIND} are tried"] = kind
        return kinds_by_limit

    def _quantifier_limits(self, cone: Cone, question: Question) -> dict[str, str]:
        """Return the limits by kinds over which more conditions range than things are tried, each with the kind."""
        kinds = [kind for collection in cone.collections if (kind := kind_of_range(collection.domain.over, self.core.groups)) is not None]
        conditions = Counter([*kinds, *cone.linked_kinds])
        conditions.update(type_of.record for fact in cone.facts if isinstance(type_of := self.core.facts[fact].type, types.Thing))
        for param in question.params:
            if isinstance(param.type, types.Thing) and param.type.record in conditions:
                conditions[param.type.record] += 1
        return {
            f"more conditions run over every {kind} than the {MAX_THINGS_OF_KIND} that are tried": kind
            for kind, count in conditions.items()
            if count > MAX_THINGS_OF_KIND
        }

    def _map_places(self) -> dict[str, tuple[str, ...]]:
        """Return the places of each map: those that rules name, and some others."""
        places_by_map: dict[str, tuple[str, ...]] = {}
        constants = {
            str(term.value)
            for name in self.core.questions
            for root in self._terms_of_question(name)
            for term in terms.walk(root)
            if isinstance(term, terms.Const)
        }
        constants |= {head for rule in self.core.written_rules() for head in rule.heads if isinstance(head, str)}
        for name, spans in self.core.maps.items():
            named_places = sorted(text for text in constants if _is_place(text, spans))
            others = [end for span in spans for end in span if end not in named_places]
            places_by_map[name] = (*named_places, *dict.fromkeys(others[:MAX_UNTOLD_PLACES]))
        return places_by_map


def _is_place(name: str, spans: Iterable[tuple[str, str]]) -> bool:
    return any(len(low) == len(name) and low <= name <= high for low, high in spans)


def _table_cells(table: Table) -> Iterator[Term]:
    for row in table.rows:
        yield from (cell for cell in row.cells if cell is not None)

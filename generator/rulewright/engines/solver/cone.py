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

from rulewright.base.limits import MAX_THINGS_OF_KIND, MAX_UNTOLD_PLACES
from rulewright.base.memo import memoize_method
from rulewright.core.dependence import Dependence
from rulewright.core.expressions import (
    AllOfKind,
    Apply,
    Call,
    ExprId,
    Fold,
    IsOneOf,
    Literal,
    Local,
    Node,
    Reachable,
    ReadFact,
    Reducer,
    Suppose,
)
from rulewright.core.lower_expressions import lowering_of
from rulewright.core.model import Core
from rulewright.core.primitives import Primitive
from rulewright.core.reads import Reads, union_of_reads, walk_expression
from rulewright.engines.solver.encoding.world import WorldNeeds
from rulewright.semantics import types
from rulewright.semantics.model import Question


@dataclass(slots=True)
class Cone:
    """The dependences of a question, by name; `limits`: the reasons why the absence of a witness is no proof.

    `aggregation_limits`: the limits under which even two conditions with the same formula may differ, as "at most 40 units" and "at most
    41" do where three are tried.
    """

    questions: frozenset[str]
    facts: frozenset[str]
    folds: list[Fold]
    """The folds over things."""
    linked_kinds: set[str] = field(default_factory=set)
    """The kinds of things between which links are followed."""
    limits: tuple[str, ...] = ()
    aggregation_limits: tuple[str, ...] = ()
    unbounded_kinds: frozenset[str] = frozenset()
    """The kinds of things of which more may matter than are tried."""
    distinguished_kinds: frozenset[str] = frozenset()
    """The kinds whose things are distinguished: for other kinds, one thing behaves as two that are alike."""

    @property
    def kinds(self) -> set[str]:
        """The kinds of things over which something ranges."""
        return {kind_of(fold) for fold in self.folds} | self.linked_kinds


def kind_of(fold: Fold) -> str:
    """Return the kind of the things that a fold ranges over."""
    assert isinstance(fold.range, AllOfKind)
    return fold.range.kind


_NEEDS_NO_COUNT = frozenset({Reducer.ANY, Reducer.MAXIMUM, Reducer.MINIMUM})
"""The reducers to which it makes no difference whether one thing belongs, or two that are alike."""


class Cones:
    """The cones of a core's questions, computed from the terms of their rules."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.dependence = Dependence(core)
        self._lowering = lowering_of(core)

    def cone_of_question(self, question: Question) -> Cone:
        """The cone of a question."""
        return self._build_cone(question.name)

    @memoize_method
    def _build_cone(self, question_name: str) -> Cone:
        questions = self.dependence.called_questions(question_name)
        constraints = self._reads_of_constraints
        facts = constraints.facts.union(*(self.dependence.reads_of_question(name).facts for name in questions))
        nodes = [node for name in sorted(questions) for node in self.dependence.nodes_of_question(name)]
        nodes += self._constraint_nodes
        cone = Cone(questions, facts, [node for node in nodes if isinstance(node, Fold) and isinstance(node.range, AllOfKind)])
        cone.linked_kinds = {node.kind for node in nodes if isinstance(node, Reachable)}
        cone.distinguished_kinds = frozenset(self._distinguished_kinds(cone, nodes))
        aggregated, quantified = self._aggregation_limits(cone), self._quantifier_limits(cone, self.core.questions[question_name])
        cone.aggregation_limits = tuple(sorted(aggregated))
        cone.limits = tuple(sorted({**aggregated, **quantified}))
        cone.unbounded_kinds = frozenset([*aggregated.values(), *quantified.values()])
        return cone

    @cached_property
    def _constraints(self) -> list[ExprId]:
        """The conditions of `impossible` statements."""
        return [self._lowering.lower_term(statement.when, len(statement.params)) for statement in self.core.impossible]

    @cached_property
    def _reads_of_constraints(self) -> Reads:
        return union_of_reads(self._lowering.reads[condition] for condition in self._constraints)

    @cached_property
    def _constraint_nodes(self) -> list[Node]:
        return [node for condition in self._constraints for node in walk_expression(self._lowering.arena, condition)]

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

    def _quantified_kinds(self) -> frozenset[str]:
        """Return the kinds of things that something ranges over, or between which it follows links."""
        reads = [self._reads_of_constraints, *(self.dependence.reads_of_question(name) for name in self.core.questions)]
        return union_of_reads(reads).kinds

    def _distinguished_kinds(self, cone: Cone, nodes: list[Node]) -> Iterator[str]:
        """Yield the kinds whose things are compared or counted, and those of facts that never hold of one thing twice."""
        supposed: set[str] = set()
        for node in nodes:
            match node:
                case Apply(primitive=Primitive.EQUAL | Primitive.DIFFERENT):
                    kinds = [kind for side in node.operands if (kind := self._kind_of_operand(side)) is not None]
                    if len(kinds) == len(node.operands):
                        yield from [kind for kind in kinds if kind] or self.core.records
                case Fold(range=AllOfKind(kind=kind)) if node.reducer not in _NEEDS_NO_COUNT:
                    yield kind
                case Suppose():
                    supposed.add(node.name)
                case _:  # open: other nodes tell no two things apart
                    pass
        distinct = [self.core.facts[name].params for name in cone.facts if name in supposed or self.core.facts[name].never_of_itself]
        for params in [*distinct, *(self.core.questions[name].params for name in cone.questions & supposed)]:
            yield from (param.type.record for param in params if isinstance(param.type, types.Thing))

    def _kind_of_operand(self, expression: ExprId) -> str | None:
        """Return the kind of an operand's value; empty if it may be any kind, None if it is no thing."""
        node = self._lowering.arena[expression]
        kind: types.Type | None
        match node:
            case Local():
                return ""
            case ReadFact():
                kind = self.core.facts[node.fact].type
            case Call():
                kind = self.core.questions[node.question].type
            case Fold(reducer=Reducer.ONLY_MEMBER, range=AllOfKind(kind=member_kind)):
                return member_kind
            case _:  # open: the value of any other node is no thing
                return None
        return kind.record if isinstance(kind, types.Thing) else None

    # ---- needs of the world ---------------------------------------------------------------------------------------------------------

    def _aggregation_limits(self, cone: Cone) -> dict[str, str]:
        """Return the limits by aggregates and links over all things of a kind, each with the kind."""
        kinds_by_limit: dict[str, str] = {}
        for fold in cone.folds:
            if fold.reducer is not Reducer.ANY:
                kind = kind_of(fold)
                operation = "one is picked out" if fold.reducer is Reducer.ONLY_MEMBER else "a number is made"
                kinds_by_limit[f"{operation} of every {kind} that there is, and no more than {MAX_THINGS_OF_KIND} are tried"] = kind
        for kind in sorted(cone.linked_kinds):
            kinds_by_limit[f"links may lead through every {kind} that there is, and no more than {MAX_THINGS_OF_KIND} are tried"] = kind
        return kinds_by_limit

    def _quantifier_limits(self, cone: Cone, question: Question) -> dict[str, str]:
        """Return the limits by kinds over which more conditions range than things are tried, each with the kind."""
        conditions = Counter([*map(kind_of, cone.folds), *cone.linked_kinds])
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
        nodes = [node for name in self.core.questions for node in self.dependence.nodes_of_question(name)]
        values = {value for node in nodes for value in (node.values if isinstance(node, IsOneOf) else ())}
        values |= {node.value for node in nodes if isinstance(node, Literal)}
        constants = {value for value in values if isinstance(value, str)}
        constants |= {head for rule in self.core.written_rules() for head in rule.heads if isinstance(head, str)}
        for name, spans in self.core.maps.items():
            named_places = sorted(text for text in constants if _is_place(text, spans))
            others = [end for span in spans for end in span if end not in named_places]
            places_by_map[name] = (*named_places, *dict.fromkeys(others[:MAX_UNTOLD_PLACES]))
        return places_by_map


def _is_place(name: str, spans: Iterable[tuple[str, str]]) -> bool:
    return any(len(low) == len(name) and low <= name <= high for low, high in spans)

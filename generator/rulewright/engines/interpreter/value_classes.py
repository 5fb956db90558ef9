"""Value classes: values of a fact that no condition or effect tells apart; trying one value of each class is enough.

A fact that is only compared with constants has the classes that these constants cut; one that is passed to a question is cut as that
question cuts its parameter; one that is used in any other way is tried value by value.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from operator import is_
from typing import Any, TypeAlias, assert_never

from rulewright.base.limits import MAX_RANGE_SIZE
from rulewright.base.number_ranges import NumberRange
from rulewright.core.dependence import Dependence
from rulewright.core.expressions import Apply, Call, ExprId, IsOneOf, Literal, Local, Node, ReadFact, operands_of
from rulewright.core.lower_expressions import Lowering, lowering_of
from rulewright.core.model import Core, CoreQuestion
from rulewright.core.primitives import CONDITIONS
from rulewright.core.reads import walk_expression
from rulewright.semantics import types
from rulewright.semantics.model import AnyKey, Free, From, OneOf, Table
from rulewright.semantics.terms import Plain, Term

Use: TypeAlias = tuple[str, str | int, int]
"""("fact", name, 0), or ("question", name, slot) for a parameter."""

DISTINCT_TYPES = types.YesNo | types.Thing
"""Types of facts whose values are never merged into classes."""


class TermSensitivity:
    """The cuts that some expressions make in the domains of facts and parameters; `value_by_value` are those with each value apart."""

    def __init__(self, lowering: Lowering) -> None:
        self.lowering = lowering
        self.cuts: dict[Use, set[Plain]] = {}
        self.value_by_value: set[Use] = set()
        self.links: dict[Use, set[Use]] = {}

    def merge(self, other: TermSensitivity) -> None:
        """Merge the cuts of other expressions into these."""
        for use, cuts in other.cuts.items():
            self.cuts.setdefault(use, set()).update(cuts)
        self.value_by_value |= other.value_by_value
        for use, links in other.links.items():
            self.links.setdefault(use, set()).update(links)

    def visit_term(self, term: Term, question: str, arity: int, params: int) -> None:
        """Record the cuts of a term in an environment of `arity` arguments, of which the first are the `params` of a question."""
        root = self.lowering.lower_term(term, arity)
        use = self._use_of(root, question, params)
        if use is not None:
            self.value_by_value.add(use)
        for node in walk_expression(self.lowering.arena, root):
            for place, operand in enumerate(operands_of(node)):
                use = self._use_of(operand, question, params)
                if use is not None:
                    self._record_use(node, place, use)

    def _use_of(self, expression: ExprId, question: str, params: int) -> Use | None:
        node = self.lowering.arena[expression]
        if isinstance(node, ReadFact):
            return ("fact", node.fact, 0)
        if isinstance(node, Local) and node.slot < params:
            return ("question", question, node.slot)
        return None

    def _record_use(self, node: Node, place: int, use: Use) -> None:
        """Record what a node makes of an operand: it is compared with constants, passed on, or anything else."""
        match node:
            case IsOneOf():
                self.cuts.setdefault(use, set()).update(node.values)
            case Apply(primitive=primitive, operands=(_, _)) if primitive in CONDITIONS:
                other = self.lowering.arena[node.operands[1 - place]]
                if isinstance(other, Literal):
                    self.cuts.setdefault(use, set()).add(other.value)
                else:
                    self.value_by_value.add(use)
            case Call():
                self.links.setdefault(use, set()).add(("question", node.question, place))
            case _:  # open: any other node may tell all values apart
                self.value_by_value.add(use)

    def visit_heads(self, question: str, heads: tuple[Plain | Free, ...]) -> None:
        """Record the constants in the head of a rule as cuts."""
        for slot, head in enumerate(heads):
            if not isinstance(head, Free):
                self.cuts.setdefault(("question", question, slot), set()).add(head)

    def visit_keys(self, table: Table) -> None:
        """Record the keys of a table as cuts."""
        for slots, keys in [(table.row_slots, row.keys) for row in table.rows] + [(table.column_slots, keys) for keys in table.columns]:
            for slot, key in zip(slots, keys, strict=True):
                match key:
                    case OneOf():
                        self.add_cuts(table.question, slot, key.values)
                    case From():
                        self.add_cuts(table.question, slot, (key.low, key.high))
                    case AnyKey():
                        pass

    def add_cuts(self, question: str, slot: int, cuts: Iterable[Plain]) -> None:
        """Record cuts in the domain of a parameter."""
        self.cuts.setdefault(("question", question, slot), set()).update(cut for cut in cuts if cut is not None)


class QuestionCuts:
    """The cuts that the rules of each question make, worked out when asked for; one shared with a `sibling` is not analysed again."""

    def __init__(self, dependence: Dependence, sibling: QuestionCuts | None = None) -> None:
        self.dependence = dependence
        self._sibling = sibling
        self._by_question: dict[str, tuple[tuple[CoreQuestion | Table | None, ...], TermSensitivity]] = {}

    def cuts_of_question(self, name: str) -> TermSensitivity:
        """Return the cuts of the rules and tables of a question, and of the ranges of its parameters."""
        core_question, tables = self.dependence.core.on.get(name), self.dependence.tables_of_question(name)
        parts = (core_question, *tables)
        if name not in self._by_question:
            analysed = None if self._sibling is None else self._sibling._by_question.get(name)
            if analysed is None or len(analysed[0]) != len(parts) or not all(map(is_, analysed[0], parts)):
                analysed = (parts, self._analyse_question(name, core_question, tables))
            self._by_question[name] = analysed
        return self._by_question[name][1]

    def _analyse_question(self, name: str, core_question: CoreQuestion | None, tables: Sequence[Table]) -> TermSensitivity:
        core = self.dependence.core
        sensitivity, params = TermSensitivity(lowering_of(core)), core.questions[name].params
        for slot, param in enumerate(params):
            if isinstance(param.type, types.Numeric):
                sensitivity.add_cuts(name, slot, (param.type.low, param.type.high))
        for term in self.dependence.terms_of_question(name):
            sensitivity.visit_term(term, name, len(params), len(params))
        for table in tables:
            sensitivity.visit_keys(table)
        if core_question is not None:
            for heads in core_question.all_heads():
                sensitivity.visit_heads(name, heads)
        return sensitivity

    def sensitivity_of(self, goal: str | Term) -> Sensitivity:
        """Return the cuts of all that a question or a term, and what makes situations impossible, can depend on."""
        dependence = self.dependence
        terms = [(statement.when, len(statement.params)) for statement in dependence.core.impossible]
        questions = dependence.called_questions(goal) if isinstance(goal, str) else frozenset()
        if not isinstance(goal, str):
            terms.append((goal, 0))
        sensitivity = Sensitivity(dependence.core)
        for term, arity in terms:
            sensitivity.visit_term(term, "", arity, 0)
            questions |= dependence.reach_of_term(term, arity).questions
        for name in questions:
            sensitivity.merge(self.cuts_of_question(name))
        sensitivity.propagate_cuts()
        return sensitivity


class Sensitivity(TermSensitivity):
    """The cuts that some questions and terms together make in the domain of each fact."""

    def __init__(self, core: Core) -> None:
        super().__init__(lowering_of(core))
        self.core = core

    def propagate_cuts(self) -> None:
        """Propagate the cuts of a parameter to the facts that are passed to it."""
        has_grown = True
        while has_grown:
            has_grown = False
            for use, links in self.links.items():
                for link in links:
                    if link in self.value_by_value and use not in self.value_by_value:
                        self.value_by_value.add(use)
                        has_grown = True
                    new_cuts = self.cuts.get(link, set()) - self.cuts.get(use, set())
                    if new_cuts:
                        self.cuts.setdefault(use, set()).update(new_cuts)
                        has_grown = True

    # ---- choosing -------------------------------------------------------------------------------------------------------------------

    def representatives(self, fact: str, domain: Sequence[Any]) -> Sequence[Any]:
        """Return the first value of each value class of a domain."""
        return domain if self._tells_all_apart(fact) else [group[0] for group in self._cut_domain(fact, domain)]

    def value_classes(self, fact: str, domain: Sequence[Any]) -> list[Sequence[Any]]:
        """Return the value classes of a domain."""
        return [[value] for value in domain] if self._tells_all_apart(fact) else self._cut_domain(fact, domain)

    def _tells_all_apart(self, fact: str) -> bool:
        return ("fact", fact, 0) in self.value_by_value or isinstance(self.core.facts[fact].type, DISTINCT_TYPES)

    def _cut_domain(self, fact: str, domain: Sequence[Any]) -> list[Sequence[Any]]:
        cuts = self.cuts.get(("fact", fact, 0), set())
        if not isinstance(self.core.facts[fact].type, types.Numeric):
            return _group_values(domain, lambda value: value if value in cuts or value is None else _UNCUT)
        return _cut_numbers(domain, cuts)


def _cut_numbers(domain: Sequence[Any], cuts: Iterable[Plain]) -> list[Sequence[Any]]:
    """Return the parts into which cuts divide ascending numbers: those between two cuts, and each cut that is one of them."""
    points = sorted(Fraction(cut) for cut in cuts if isinstance(cut, int | Fraction) and not isinstance(cut, bool))
    places = {0, len(domain)}
    places.update(bisect(domain, point) for point in points for bisect in (bisect_left, bisect_right))
    return [domain[first:last] for first, last in pairwise(sorted(places))]


_UNCUT = object()


def _group_values(domain: Iterable[Any], key: Any) -> list[Sequence[Any]]:
    groups: dict[Any, list[Any]] = {}
    for value in domain:
        groups.setdefault(key(value), []).append(value)
    return list(groups.values())


def fact_domain(core: Core, fact: str, things: dict[str, tuple[str, ...]]) -> Sequence[Any]:
    """Return the values that a fact can have, given the things that exist; empty if they cannot be enumerated."""
    return type_domain(core, core.facts[fact].type, things)


def type_domain(core: Core, kind: types.Type, things: dict[str, tuple[str, ...]]) -> Sequence[Any]:
    """Return the values of a type, given the things that exist; empty if they cannot be enumerated."""
    none: list[Any] = [None] if getattr(kind, "or_none", False) else []
    match kind:
        case types.YesNo():
            return [True, False]
        case types.Enumerated():
            return [*core.enums[kind.name].values, *none]
        case types.Thing():
            return [*things.get(kind.record, ()), *none]
        case types.Numeric():
            return numeric_range(kind)
        case types.PlaceOf() | types.NoneType():
            return []
        case _:
            assert_never(kind)


def numeric_range(kind: types.Numeric) -> Sequence[int | Fraction]:
    """Return the numbers of a range, in order; empty if it is unbounded or too large."""
    step = kind.step or 1
    if kind.low is None or kind.high is None or (kind.high - kind.low) / Fraction(step) >= MAX_RANGE_SIZE:
        return ()
    return NumberRange.from_bounds(kind.low, kind.high, step)

"""Lowering of typed terms to expressions: the one place where the forms of the language become the nodes of `core.expressions`.

A binder of a term numbers its slot by its depth in the term; in the expression it is numbered by its depth in all that stands around it,
for the condition of a group is written out where the group is used.
"""

from __future__ import annotations

from operator import is_
from typing import assert_never

from rulewright.base.keywords import FULFILLED_BY, Comparison, Gather, Operator, Pick
from rulewright.base.memo import LruCache
from rulewright.core.expressions import (
    AllOfKind,
    Apply,
    Arena,
    Bind,
    Call,
    EnumValues,
    ExprId,
    Fold,
    Integers,
    IsOneOf,
    Local,
    LookUp,
    OfKind,
    Operands,
    Range,
    Reachable,
    ReadFact,
    Reducer,
    Suppose,
)
from rulewright.core.primitives import ROUNDINGS, Primitive
from rulewright.core.reads import ReadsTable
from rulewright.semantics import terms
from rulewright.semantics.model import Declarations, Table
from rulewright.semantics.terms import Term

_OPERATORS = {
    Operator.ADD: Primitive.ADD,
    Operator.SUBTRACT: Primitive.SUBTRACT,
    Operator.TIMES: Primitive.MULTIPLY,
    Operator.DIVIDED: Primitive.DIVIDE,
}
_COMPARISONS = {
    Comparison.IS: Primitive.EQUAL,
    Comparison.IS_NOT: Primitive.DIFFERENT,
    Comparison.AT_LEAST: Primitive.AT_LEAST,
    Comparison.AT_MOST: Primitive.AT_MOST,
    Comparison.MORE: Primitive.GREATER_THAN,
    Comparison.LESS: Primitive.LESS_THAN,
}


class Lowering:
    """The expressions of one edition, in one arena: each term is lowered on first use."""

    def __init__(self, declared: Declarations) -> None:
        self.arena = Arena()
        self.reads = ReadsTable(self.arena)
        self._enums = declared.enums
        self._groups = declared.groups
        self._lowered: dict[tuple[int, int], tuple[Term, ExprId]] = {}
        """By the identity of a term, which is kept with its expression, for an identity may be given to another one later."""

    def lower_term(self, term: Term, arity: int) -> ExprId:
        """Return the expression of a term in an environment of so many arguments."""
        key = (id(term), arity)
        entry = self._lowered.get(key)
        if entry is None:
            expression = _Scope(self, tuple(range(arity)), arity).lower_term(term)
            entry = self._lowered[key] = (term, expression)
        return entry[1]

    def digest_term(self, term: Term | None, arity: int) -> str | None:
        """Return a digest of what a term says, the same in every edition that says the same; None without a term."""
        return None if term is None else self.arena.digest_of(self.lower_term(term, arity)).hex()

    def lower_table(self, table: Table, arity: int) -> ExprId:
        """Return the expression of the cell of a table, for a question of so many arguments."""
        rows = [tuple(None if cell is None else self.lower_term(cell, arity) for cell in row.cells) for row in table.rows]
        return self.arena.add_node(LookUp(table.id, tuple(rows)))


_RECENT: LruCache[Declarations, Lowering] = LruCache(8, equal=is_)
"""The lowerings of the editions used last."""


def lowering_of(declared: Declarations) -> Lowering:
    """Return the lowering of an edition, shared by all its engines."""
    return _RECENT.get(declared) or _RECENT.put(declared, Lowering(declared))


class _Scope:
    """The place of a term: `slots` has the slot of the environment for each slot of the term, and `depth` is the first free one."""

    def __init__(self, lowering: Lowering, slots: tuple[int, ...], depth: int) -> None:
        self._lowering = lowering
        self._arena = lowering.arena
        self._slots = slots
        self._depth = depth

    def lower_term(self, term: Term) -> ExprId:
        """Return the expression of a term."""
        add = self._arena.add_node
        match term:
            case terms.Const():
                return self._arena.add_literal(term.value)
            case terms.Var():
                return add(Local(self._slots[term.slot]))
            case terms.FactOf():
                return add(ReadFact(term.fact, self._lower_all(term.args)))
            case terms.Ask():
                return add(Call(term.question, self._lower_all(term.args)))
            case terms.AskVerdict():
                verdict = add(Call(term.question, self._lower_all(term.args)))
                return add(IsOneOf(verdict, tuple(sorted(FULFILLED_BY[term.permission]))))
            case terms.Barred():
                return add(Call(term.question, self._lower_all(term.args), bar=term.by))
            case terms.UpTo():
                return add(Call(term.question, self._lower_all(term.args), stage=term.stage))
            case terms.AsIf():
                return self._lower_supposition(term)
            case terms.Compare():
                return self._lower_comparison(term)
            case terms.InSet():
                return self._negated_if(term.negated, self._lower_membership(term))
            case terms.InGroup():
                return self._negated_if(term.negated, self._lower_group_test(term))
            case terms.Not():
                return self._arena.add_negation(self.lower_term(term.of))
            case terms.And():
                return self._arena.add_conjunction(self._lower_all(term.parts))
            case terms.Or():
                return self._arena.add_disjunction(self._lower_all(term.parts))
            case terms.Some():
                return self._lower_fold(term.domain, Reducer.ANY, None)
            case terms.Every():
                return self._arena.add_negation(self._lower_fold(term.domain, Reducer.ANY, None, refuted=term.body))
            case terms.Gathered():
                return self._lower_fold(term.domain, Reducer(term.gather.value), term)
            case terms.Linked():
                return self._lower_link(term)
            case terms.Arithmetic():
                return self._apply_primitive(_OPERATORS[term.operator], self.lower_term(term.left), self.lower_term(term.right))
            case terms.Minus():
                return self._apply_primitive(Primitive.MULTIPLY, self._arena.add_literal(-1), self.lower_term(term.of))
            case terms.Rounded():
                return self._apply_primitive(ROUNDINGS[term.rounding], self.lower_term(term.of))
            case terms.PickOf():
                return self._lower_pick(term)
            case terms.Shifted():
                return self._lower_shift(term)
            case terms.Overflow():
                return self._lower_overflow(term)
            case _:
                assert_never(term)

    def _lower_all(self, parts: tuple[Term, ...]) -> Operands:
        return tuple([self.lower_term(part) for part in parts])

    def _apply_primitive(self, primitive: Primitive, *operands: ExprId, scale: str | None = None) -> ExprId:
        return self._arena.add_node(Apply(primitive, operands, scale))

    def _negated_if(self, negated: bool, condition: ExprId) -> ExprId:
        return self._arena.add_negation(condition) if negated else condition

    def _lower_supposition(self, term: terms.AsIf) -> ExprId:
        supposed = term.supposed
        is_fact = isinstance(supposed, terms.FactOf)
        name = supposed.fact if isinstance(supposed, terms.FactOf) else supposed.question
        return self._arena.add_node(
            Suppose(is_fact, name, self._lower_all(supposed.args), self.lower_term(term.value), self.lower_term(term.of))
        )

    # ---- comparisons ----------------------------------------------------------------------------------------------------------------

    def _lower_comparison(self, term: terms.Compare) -> ExprId:
        if isinstance(term.right, terms.Const) and term.op in {Comparison.IS, Comparison.IS_NOT}:
            return self._negated_if(
                term.op is Comparison.IS_NOT, self._arena.add_node(IsOneOf(self.lower_term(term.left), (term.right.value,)))
            )
        return self._apply_primitive(_COMPARISONS[term.op], self._rank_of(term.scale, term.left), self._rank_of(term.scale, term.right))

    def _rank_of(self, scale: str | None, term: Term) -> ExprId:
        """Return the rank of a value on its scale, or the number itself."""
        return self.lower_term(term) if scale is None else self._apply_primitive(Primitive.RANK, self.lower_term(term), scale=scale)

    def _lower_membership(self, term: terms.InSet) -> ExprId:
        """Return the condition that a value is one of some constants, or of some other values, or lies in a range."""
        singles = [low for low, high in term.members if high is None]
        constants = tuple(low.value for low in singles if isinstance(low, terms.Const))
        alternatives = [self._arena.add_node(IsOneOf(self.lower_term(term.of), constants))] if constants else []
        operand = self._rank_of(term.scale, term.of)
        for low, high in term.members:
            if high is not None:
                lowest, highest = self._rank_of(term.scale, low), self._rank_of(term.scale, high)
                ends = (
                    self._apply_primitive(Primitive.NOT_BELOW, operand, lowest),
                    self._apply_primitive(Primitive.NOT_ABOVE, operand, highest),
                )
                alternatives.append(self._arena.add_conjunction(ends))
            elif not isinstance(low, terms.Const):
                alternatives.append(self._apply_primitive(Primitive.EQUAL, operand, self._rank_of(term.scale, low)))
        return self._arena.add_disjunction(tuple(alternatives))

    def _lower_group_test(self, term: terms.InGroup) -> ExprId:
        group = self._lowering._groups[term.group]
        operands, (member, *args), scope = self._bind_parts((term.of, *term.args))
        belongs = self._arena.add_node(OfKind(self._arena.add_node(Local(member)), group.record))
        if group.with_ is not None:
            condition = scope._inner_scope((*args, member), scope._depth).lower_term(group.with_)
            belongs = self._arena.add_conjunction((belongs, condition))
        return self._add_binding(operands, belongs)

    # ---- binders --------------------------------------------------------------------------------------------------------------------

    def _inner_scope(self, slots: tuple[int, ...], depth: int) -> _Scope:
        return _Scope(self._lowering, slots, depth)

    def _bind_parts(self, parts: tuple[Term, ...]) -> tuple[Operands, tuple[int, ...], _Scope]:
        """Return the operands to be bound, the slots of all parts, and the scope in which they are bound; a variable has its slot."""
        operands: list[ExprId] = []
        slots: list[int] = []
        for operand in self._lower_all(parts):
            node = self._arena[operand]
            if isinstance(node, Local):
                slots.append(node.slot)
            else:
                slots.append(self._depth + len(operands))
                operands.append(operand)
        return tuple(operands), tuple(slots), self._inner_scope(self._slots, self._depth + len(operands))

    def _add_binding(self, operands: Operands, body: ExprId) -> ExprId:
        return self._arena.add_node(Bind(self._depth, operands, body)) if operands else body

    def _lower_fold(self, domain: terms.Domain, reducer: Reducer, aggregate: terms.Gathered | None, refuted: Term | None = None) -> ExprId:
        """Return a fold; with `refuted` over the members for which this condition is false."""
        group = self._lowering._groups[domain.over.group] if isinstance(domain.over, terms.Members) else None
        operands, args, scope = self._bind_parts(domain.over.args if isinstance(domain.over, terms.Members) else ())
        slot = scope._depth
        inner = self._inner_scope((*self._slots[: domain.slot], slot), slot + 1)
        conditions = []
        if group is not None and group.with_ is not None:
            conditions.append(self._inner_scope((*args, slot), slot + 1).lower_term(group.with_))
        if domain.with_ is not None:
            conditions.append(inner.lower_term(domain.with_))
        if refuted is not None:
            conditions.append(self._arena.add_negation(inner.lower_term(refuted)))
        belongs = self._arena.add_conjunction(tuple(conditions)) if conditions else None
        kinds = AllOfKind(group.record) if group is not None else _lower_range(domain.over)
        if aggregate is None:
            return self._add_binding(operands, self._arena.add_node(Fold(reducer, kinds, slot, belongs)))
        body = None if aggregate.term is None else inner._rank_of(aggregate.scale, aggregate.term)
        limit = None if aggregate.most is None else scope.lower_term(aggregate.most)
        none = None if aggregate.none is None else scope.lower_term(aggregate.none)
        scale = aggregate.scale if aggregate.gather in {Gather.GREATEST, Gather.LEAST} else None
        return self._add_binding(operands, self._arena.add_node(Fold(reducer, kinds, slot, belongs, body, limit, none, scale)))

    def _lower_link(self, term: terms.Linked) -> ExprId:
        slot = self._depth
        link = self._inner_scope((*self._slots[: term.slot], slot, slot + 1), slot + 2).lower_term(term.link)
        return self._arena.add_node(Reachable(term.record, slot, link, self.lower_term(term.first), self.lower_term(term.last)))

    # ---- numbers and scales ---------------------------------------------------------------------------------------------------------

    def _lower_pick(self, term: terms.PickOf) -> ExprId:
        primitive = Primitive.MAXIMUM if term.pick is Pick.GREATEST else Primitive.MINIMUM
        picked = self._apply_primitive(primitive, *[self._rank_of(term.scale, arg) for arg in term.args])
        return picked if term.scale is None else self._apply_primitive(Primitive.VALUE_AT_RANK, picked, scale=term.scale)

    def _shifted_rank(self, term: terms.Shifted | terms.Overflow) -> ExprId:
        return self._apply_primitive(Primitive.ADD, self._rank_of(term.scale, term.of), self.lower_term(term.by))

    def _lower_shift(self, term: terms.Shifted) -> ExprId:
        """Return the value at the shifted rank; past an end at which the scale stops, that end."""
        scale, rank = self._lowering._enums[term.scale], self._shifted_rank(term)
        if scale.clamp_below:
            rank = self._apply_primitive(Primitive.MAXIMUM, rank, self._arena.add_literal(0))
        if scale.clamp_above:
            rank = self._apply_primitive(Primitive.MINIMUM, rank, self._arena.add_literal(len(scale.values) - 1))
        return self._apply_primitive(Primitive.VALUE_AT_RANK, rank, scale=term.scale)

    def _lower_overflow(self, term: terms.Overflow) -> ExprId:
        """Return the number of steps past an end, 0 if none."""
        last = self._arena.add_literal(len(self._lowering._enums[term.scale].values) - 1)
        rank, zero = self._shifted_rank(term), self._arena.add_literal(0)
        below, above = self._apply_primitive(Primitive.SUBTRACT, zero, rank), self._apply_primitive(Primitive.SUBTRACT, rank, last)
        return self._apply_primitive(Primitive.MAXIMUM, below, above, zero)


def _lower_range(over: terms.Things | terms.Members | terms.Span | terms.Values) -> Range:
    match over:
        case terms.Things():
            return AllOfKind(over.record)
        case terms.Span():
            return Integers(over.low, over.high)
        case terms.Values():
            return EnumValues(over.enum)
        case terms.Members():
            raise AssertionError("a group is the things of its kind that meet its condition")
        case _:
            assert_never(over)

"""The one place where the nodes of expressions get their meaning, in any domain of values.

A domain says what a value is: a value or the reasons why there is none, in one situation; formulas, over all situations. It builds code
from the code of parts, once for each expression, and computes nothing itself: `compile_expression` walks the nodes, and what it returns is
called as often as there are situations and environments.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar, assert_never

from rulewright.base.records import record
from rulewright.core.expressions import (
    And,
    Apply,
    Bind,
    Call,
    ExprId,
    Fold,
    IsOneOf,
    Literal,
    Local,
    LookUp,
    Not,
    OfKind,
    Operands,
    Or,
    Reachable,
    ReadFact,
    Suppose,
)
from rulewright.core.lower_expressions import Lowering
from rulewright.semantics.terms import Plain, Term

C = TypeVar("C")
"""The code of an expression in a domain."""


@record
class Arguments(Generic[C]):
    """The code of some operands; `slots` has their slots if all are values of the environment."""

    codes: tuple[C, ...]
    slots: tuple[int, ...] | None


class Domain(Protocol[C]):
    """The meaning of each kind of node, given the code of its parts."""

    def compile_condition(self, expression: ExprId, code: C) -> C:
        """Return the code of a part that is a condition."""

    def compile_literal(self, value: Plain) -> C: ...
    def compile_local(self, slot: int) -> C: ...
    def compile_binding(self, node: Bind, arguments: Arguments[C], body: C) -> C: ...
    def compile_fact(self, fact: str, arguments: Arguments[C]) -> C: ...
    def compile_call(self, node: Call, arguments: Arguments[C]) -> C: ...
    def compile_supposition(self, node: Suppose, arguments: Arguments[C], value: C, body: C) -> C: ...
    def compile_application(self, node: Apply, operands: Sequence[C]) -> C: ...
    def compile_membership(self, operand: C, values: tuple[Plain, ...]) -> C: ...
    def compile_kind_test(self, operand: C, kind: str) -> C: ...
    def compile_negation(self, operand: C) -> C: ...
    def compile_conjunction(self, operands: Sequence[C]) -> C: ...
    def compile_disjunction(self, operands: Sequence[C]) -> C: ...
    def compile_fold(self, expression: ExprId, node: Fold, belongs: C | None, body: C | None, limit: C | None, none: C | None) -> C: ...
    def compile_link(self, expression: ExprId, node: Reachable, link: C, ends: Arguments[C]) -> C: ...
    def compile_look_up(self, table: str, cells: Sequence[Sequence[C | None]]) -> C: ...


class ExpressionCompiler(Generic[C]):
    """The code of expressions in a domain, each compiled on first use."""

    def __init__(self, lowering: Lowering, domain: Domain[C]) -> None:
        self.lowering = lowering
        self.domain = domain
        self._codes: dict[ExprId, C] = {}
        self._conditions: dict[ExprId, C] = {}

    def compile_term(self, term: Term, arity: int) -> C:
        """Return the code of a term in an environment of so many arguments."""
        return self.compile(self.lowering.lower_term(term, arity))

    def compile(self, expression: ExprId) -> C:
        """Return the code of an expression."""
        code = self._codes.get(expression)
        if code is None:
            code = self._codes[expression] = self._compile_node(expression)
        return code

    def compile_condition(self, expression: ExprId) -> C:
        """Return the code of an expression that is a condition."""
        code = self._conditions.get(expression)
        if code is None:
            code = self._conditions[expression] = self.domain.compile_condition(expression, self.compile(expression))
        return code

    def _compile_node(self, expression: ExprId) -> C:
        domain, node = self.domain, self.lowering.arena[expression]
        match node:
            case Literal():
                return domain.compile_literal(node.value)
            case Local():
                return domain.compile_local(node.slot)
            case Bind():
                return domain.compile_binding(node, self._arguments(node.operands), self.compile(node.body))
            case ReadFact():
                return domain.compile_fact(node.fact, self._arguments(node.operands))
            case Call():
                return domain.compile_call(node, self._arguments(node.operands))
            case Suppose():
                return domain.compile_supposition(node, self._arguments(node.operands), self.compile(node.value), self.compile(node.body))
            case Apply():
                return domain.compile_application(node, [self.compile(operand) for operand in node.operands])
            case IsOneOf():
                return domain.compile_membership(self.compile(node.operand), node.values)
            case OfKind():
                return domain.compile_kind_test(self.compile(node.operand), node.kind)
            case Not():
                return domain.compile_negation(self.compile_condition(node.operand))
            case And():
                return domain.compile_conjunction([self.compile_condition(operand) for operand in node.operands])
            case Or():
                return domain.compile_disjunction([self.compile_condition(operand) for operand in node.operands])
            case Fold():
                belongs = None if node.belongs is None else self.compile_condition(node.belongs)
                body, limit, none = self._compile_optional(node.body), self._compile_optional(node.limit), self._compile_optional(node.none)
                return domain.compile_fold(expression, node, belongs, body, limit, none)
            case Reachable():
                return domain.compile_link(expression, node, self.compile_condition(node.link), self._arguments((node.first, node.last)))
            case LookUp():
                return domain.compile_look_up(node.table, [[self._compile_optional(cell) for cell in row] for row in node.cells])
            case _:
                assert_never(node)

    def _compile_optional(self, expression: ExprId | None) -> C | None:
        return None if expression is None else self.compile(expression)

    def _arguments(self, operands: Operands) -> Arguments[C]:
        return Arguments(tuple([self.compile(operand) for operand in operands]), self.lowering.arena.slots_of(operands))

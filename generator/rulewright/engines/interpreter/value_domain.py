"""Expressions in one situation: closures `function(situation, environment)` that return a value, or an `Unknown` with its reasons.

Truth is Kleene's: a false operand makes `and` false, a true operand makes `or` true, else unknowns propagate. There is no reasoning by
cases.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import repeat
from math import floor
from typing import Any, TypeAlias, assert_never

from rulewright.core.domain import Arguments, ExpressionCompiler
from rulewright.core.expressions import (
    AllOfKind,
    Apply,
    Bind,
    Call,
    EnumValues,
    ExprId,
    Fold,
    Integers,
    Range,
    Reachable,
    Reducer,
    Suppose,
)
from rulewright.core.lower_expressions import lowering_of
from rulewright.core.model import Core
from rulewright.core.primitives import TAKES_NONE, VARIADIC, Undefined, function_of, reduce_fraction
from rulewright.core.reachability import reachability
from rulewright.core.tables import TableLookUp
from rulewright.engines.interpreter.answer import Why
from rulewright.engines.interpreter.kleene import KLEENE, kleene_and, kleene_any, merge_unknowns
from rulewright.engines.interpreter.unknown import (
    DIVISION_BY_ZERO,
    NONE_TO_CHOOSE_FROM,
    SILENT,
    TIE,
    Unknown,
    merge_reasons,
    missing_text_reason,
    no_cell_reason,
)
from rulewright.semantics.terms import Plain

Env: TypeAlias = tuple[Any, ...]
Code: TypeAlias = Callable[[Any, Env], Any]
"""A closure, called with a `Situation` and an environment."""
Compiler: TypeAlias = ExpressionCompiler[Code]

_ABSENT = object()
_REASONS = {Undefined.NOTHING: SILENT, Undefined.ZERO_DIVISOR: DIVISION_BY_ZERO}
_TAKE_ANY_VALUE = frozenset({Reducer.NUMBER, Reducer.DIFFERENT, Reducer.ONLY_MEMBER})
_REDUCERS: dict[Reducer, Callable[[list[Any], int], Any]] = {
    Reducer.NUMBER: lambda values, limit: len(values),
    Reducer.DIFFERENT: lambda values, limit: len(set(values)),
    Reducer.SUM: lambda values, limit: reduce_fraction(sum(values)),
    Reducer.MAXIMUM: lambda values, limit: max(values) if values else NONE_TO_CHOOSE_FROM,
    Reducer.MINIMUM: lambda values, limit: min(values) if values else NONE_TO_CHOOSE_FROM,
    Reducer.SUM_OF_GREATEST: lambda values, limit: reduce_fraction(sum(sorted(values, reverse=True)[: max(floor(limit), 0)])),
    Reducer.SUM_OF_LEAST: lambda values, limit: reduce_fraction(sum(sorted(values)[: max(floor(limit), 0)])),
    Reducer.ONLY_MEMBER: lambda values, limit: NONE_TO_CHOOSE_FROM if not values else values[0] if len(values) == 1 else TIE,
}
"""Reducers of the values of all members; `limit` is how many of them count, for the sums of the greatest or least."""


class ValueDomain:
    """The values of one situation."""

    def __init__(self, core: Core) -> None:
        self.core = core

    def compile_condition(self, expression: ExprId, code: Code) -> Code:
        return code

    def compile_literal(self, value: Plain) -> Code:
        return lambda s, e: value

    def compile_local(self, slot: int) -> Code:
        return lambda s, e: e[slot]

    def compile_binding(self, node: Bind, arguments: Arguments[Code], body: Code) -> Code:
        values, slot = _evaluate_all(arguments), node.slot

        def evaluate_with_values(s: Any, e: Env) -> Any:
            operands = values(s, e)
            return operands if operands.__class__ is Unknown else body(s, (*e[:slot], *operands))

        return evaluate_with_values

    # ---- facts and questions ------------------------------------------------------------------------------------------------------

    def compile_fact(self, fact: str, arguments: Arguments[Code]) -> Code:
        decl = self.core.facts[fact]
        args = _evaluate_all(arguments)

        def read(s: Any, e: Env) -> Any:
            operands = args(s, e)
            if operands.__class__ is Unknown:
                return operands
            key = (fact, operands)
            s.reads.add(key)
            value = s.facts.get(key, _ABSENT)
            return s.default_of_unknown(key) if value is _ABSENT else value

        def read_symmetric(s: Any, e: Env) -> Any:
            operands = args(s, e)
            if operands.__class__ is Unknown:
                return operands
            if decl.is_of_itself(operands):
                return False
            key = decl.key(operands)
            s.reads.add(key)
            value = s.facts.get(key, _ABSENT)
            return s.default_of_unknown(key) if value is _ABSENT else value

        return read_symmetric if decl.symmetric or decl.never_of_itself else read

    def compile_call(self, node: Call, arguments: Arguments[Code]) -> Code:
        question, stage, bar, args = node.question, node.stage, node.bar, _evaluate_all(arguments)

        def call_question(s: Any, e: Env) -> Any:
            operands = args(s, e)
            return operands if operands.__class__ is Unknown else s.evaluate(question, operands).value

        def call_up_to(s: Any, e: Env) -> Any:
            operands = args(s, e)
            return operands if operands.__class__ is Unknown else s.value_after_stage(question, operands, stage)

        def is_barred(s: Any, e: Env) -> Any:
            operands = args(s, e)
            if operands.__class__ is Unknown:
                return operands
            evaluation = s.evaluate(question, operands)
            if evaluation.is_fixed:
                return evaluation.value == "forbidden"
            return kleene_any(claim.acceptance() for claim in evaluation.prohibitions_at(bar))

        return is_barred if bar is not None else call_question if stage is None else call_up_to

    def compile_supposition(self, node: Suppose, arguments: Arguments[Code], value: Code, body: Code) -> Code:
        args, name, is_fact = _evaluate_all(arguments), node.name, node.is_fact
        decl = self.core.facts[name] if is_fact else None

        def evaluate_supposing(s: Any, e: Env) -> Any:
            operands, supposed_value = args(s, e), value(s, e)
            unknown = merge_unknowns((operands, supposed_value))
            if unknown is not None:
                return unknown
            key = (name, operands) if decl is None else decl.key(operands)
            child = s.with_supposition(is_fact, key, supposed_value)
            result = body(child, e)
            s.read_under(child, is_fact, key)
            return result

        return evaluate_supposing

    # ---- primitives and conditions --------------------------------------------------------------------------------------------------

    def compile_application(self, node: Apply, operands: Sequence[Code]) -> Code:
        primitive = node.primitive
        function = function_of(primitive, None if node.scale is None else self.core.enums[node.scale])
        takes_none = primitive in TAKES_NONE
        if primitive in VARIADIC:
            return _lift(function, operands)
        if len(operands) == 1:
            return _lift_unary(function, operands[0], takes_none)
        first, second = operands
        return _lift_binary(function, first, second, takes_none)

    def compile_membership(self, operand: Code, values: tuple[Plain, ...]) -> Code:
        if len(values) == 1:
            constant = values[0]

            def equals(s: Any, e: Env) -> Any:
                value = operand(s, e)
                return value if value.__class__ is Unknown else value == constant

            return equals
        members = frozenset(values)

        def is_member(s: Any, e: Env) -> Any:
            value = operand(s, e)
            return value if value.__class__ is Unknown else value in members

        return is_member

    def compile_kind_test(self, operand: Code, kind: str) -> Code:
        def is_of_kind(s: Any, e: Env) -> Any:
            value = operand(s, e)
            return value if value.__class__ is Unknown else value is not None and s.is_of_kind(kind, value)

        return is_of_kind

    def compile_negation(self, operand: Code) -> Code:
        def evaluate_not(s: Any, e: Env) -> Any:
            value = operand(s, e)
            return value if value.__class__ is Unknown else not value

        return evaluate_not

    def compile_conjunction(self, operands: Sequence[Code]) -> Code:
        def evaluate_and(s: Any, e: Env) -> Any:
            unknown: Unknown | None = None
            for operand in operands:
                value = operand(s, e)
                if value is False:
                    return False
                if value is not True:
                    unknown = value if unknown is None else merge_reasons(unknown, value)
            return True if unknown is None else unknown

        return evaluate_and

    def compile_disjunction(self, operands: Sequence[Code]) -> Code:
        return lambda s, e: kleene_any(operand(s, e) for operand in operands)

    # ---- things ---------------------------------------------------------------------------------------------------------------------

    def compile_fold(
        self, expression: ExprId, node: Fold, belongs: Code | None, body: Code | None, limit: Code | None, none: Code | None
    ) -> Code:
        members = _select_members(self._range_members(node.range), node.slot, belongs)
        if node.reducer is Reducer.ANY:
            return lambda s, e: kleene_any(belongs for _, belongs in members(s, e))
        return self._reduce(node, members, body, limit, none)

    def _range_members(self, over: Range) -> Callable[[Any], Any]:
        """Return a function of the situation that returns (member, membership) pairs; each member costs one step."""
        match over:
            case AllOfKind(kind=kind):
                return lambda s: _count_steps(s, s.members_of_kind(kind))
            case Integers(low=low, high=high):
                numbers, count = range(low, high + 1), high - low + 1

                def integers(s: Any) -> Any:
                    s.steps.take(count)
                    return zip(numbers, repeat(True))

                return integers
            case EnumValues(enum=enum):
                values = [(value, True) for value in self.core.enums[enum].values]
                return lambda s: _count_steps(s, values)
            case _:
                assert_never(over)

    def _reduce(self, node: Fold, members: Code, body: Code | None, limit: Code | None, none: Code | None) -> Code:
        slot, finish = node.slot, _REDUCERS[node.reducer]
        needs_number = node.reducer not in _TAKE_ANY_VALUE
        scale_values = None if node.scale is None else self.core.enums[node.scale].values

        def reduce_members(s: Any, e: Env) -> Any:
            gathered: list[Any] = []
            limit_value = 0 if limit is None else limit(s, e)
            unknown: Unknown | None = limit_value if limit_value.__class__ is Unknown else None
            for member, belongs in members(s, e):
                value = True if body is None else body(s, (*e[:slot], member))
                if value is None and needs_number:
                    value = SILENT
                for operand in (belongs, value):
                    if operand.__class__ is Unknown:
                        unknown = operand if unknown is None else merge_reasons(unknown, operand)
                gathered.append(value)
            if unknown is not None:
                return unknown
            if none is not None and not gathered:
                return none(s, e)
            result = finish(gathered, limit_value)
            return result if scale_values is None or result.__class__ is Unknown else scale_values[result]

        return reduce_members

    def compile_link(self, expression: ExprId, node: Reachable, link: Code, ends: Arguments[Code]) -> Code:
        evaluate_ends, slot, kind = _evaluate_all(ends), node.slot, node.kind

        def is_reachable(s: Any, e: Env) -> Any:
            operands = evaluate_ends(s, e)
            if operands.__class__ is Unknown:
                return operands
            first, last = operands
            if first is None or last is None:
                return SILENT
            members = dict(s.members_of_kind(kind)) | {first: True, last: True}
            s.steps.take(len(members) ** 2)
            return reachability(KLEENE, members, first, last, lambda source, target: link(s, (*e[:slot], source, target)))

        return is_reachable

    # ---- tables ---------------------------------------------------------------------------------------------------------------------

    def compile_look_up(self, table: str, cells: Sequence[Sequence[Code | None]]) -> Code:
        """Return the code of a table's cell; it records row and column in `situation.rows`, so that an answer can show them."""
        declared = self.core.tables[table]
        if not declared.held or not declared.rows:
            not_held = missing_text_reason(declared.case)
            return lambda s, e: not_held
        no_row, empty_cell = no_cell_reason(Why.NO_ROW, declared.case), no_cell_reason(Why.EMPTY_CELL, declared.case)
        find_cell = TableLookUp(declared).find_cell

        def look_up_cell(s: Any, e: Env) -> Any:
            row, column = find_cell(e)
            if row is None:
                return no_row
            s.rows.append((table, row, column))
            if column is None:
                return no_row
            cell = cells[row][column]
            return empty_cell if cell is None else cell(s, e)

        return look_up_cell


def compiler_of(core: Core) -> Compiler:
    """Return a compiler of a core's expressions to closures."""
    return ExpressionCompiler(lowering_of(core), ValueDomain(core))


def _count_steps(s: Any, pairs: list[Any]) -> list[Any]:
    s.steps.take(len(pairs))
    return pairs


def _select_members(candidates: Callable[[Any], Any], slot: int, belongs: Code | None) -> Code:
    """Return a function that returns the (member, membership) pairs of the members that may belong."""
    if belongs is None:
        return lambda s, e: candidates(s)

    def select(s: Any, e: Env) -> Any:
        selected = []
        for member, is_present in candidates(s):
            membership = belongs(s, (*e[:slot], member))
            if is_present is not True:
                membership = kleene_and(is_present, membership)
            if membership is not False:
                selected.append((member, membership))
        return selected

    return select


def _evaluate_all(arguments: Arguments[Code]) -> Callable[[Any, Env], Any]:
    """Return a function that returns the values of operands as a tuple, or an `Unknown` if one of them is unknown."""
    slots, codes = arguments.slots, arguments.codes
    if slots is not None:
        if not slots:
            return lambda s, e: ()
        if len(slots) == 1:
            only_slot = slots[0]
            return lambda s, e: (e[only_slot],)
        return lambda s, e: tuple([e[slot] for slot in slots])

    def evaluate_all(s: Any, e: Env) -> Any:
        values = []
        unknown: Unknown | None = None
        for code in codes:
            value = code(s, e)
            if value.__class__ is Unknown:
                unknown = value if unknown is None else merge_reasons(unknown, value)
            values.append(value)
        return tuple(values) if unknown is None else unknown

    return evaluate_all


def _defined(result: Any) -> Any:
    return _REASONS[result] if result.__class__ is Undefined else result


def _lift_unary(function: Callable[[Any], Any], operand: Code, takes_none: bool) -> Code:
    def evaluate(s: Any, e: Env) -> Any:
        value = operand(s, e)
        if value.__class__ is Unknown:
            return value
        return SILENT if value is None and not takes_none else _defined(function(value))

    return evaluate


def _lift_binary(function: Callable[[Any, Any], Any], first_operand: Code, second_operand: Code, takes_none: bool) -> Code:
    def evaluate(s: Any, e: Env) -> Any:
        first = first_operand(s, e)
        if first.__class__ is Unknown:
            if first.facts:  # one missing fact is enough: the second operand is not evaluated
                return first
            second = second_operand(s, e)
            return merge_reasons(first, second) if second.__class__ is Unknown else first
        second = second_operand(s, e)
        if second.__class__ is Unknown:
            return second
        if not takes_none and (first is None or second is None):
            return SILENT
        result = function(first, second)
        return _REASONS[result] if result.__class__ is Undefined else result

    return evaluate


def _lift(function: Callable[..., Any], operands: Sequence[Code]) -> Code:
    def evaluate(s: Any, e: Env) -> Any:
        values = [operand(s, e) for operand in operands]
        unknown = merge_unknowns(values)
        if unknown is not None:
            return unknown
        return SILENT if None in values else _defined(function(*values))

    return evaluate

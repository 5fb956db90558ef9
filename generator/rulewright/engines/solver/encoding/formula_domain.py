"""Expressions over all situations: each becomes a function of the environment that returns a truth or a value in formulas.

Folds are expanded over the things of the world; a further thing belongs to one only where it exists. What cannot be encoded is refused
(`NotAnalysable`); a condition that is refused becomes an opaque one, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import prod

from rulewright.base.keywords import Comparison
from rulewright.base.limits import MAX_CALL_COMBINATIONS
from rulewright.core.domain import Arguments, ExpressionCompiler
from rulewright.core.expressions import Apply, Bind, Call, ExprId, Fold, Reachable, Suppose
from rulewright.core.lower_expressions import lowering_of
from rulewright.core.primitives import TAKES_NONE, Primitive, Undefined, function_of
from rulewright.core.reads import walk_expression
from rulewright.core.tables import TableAxis, axes_of, last_row_of
from rulewright.engines.solver.encoding.arithmetic import NumberEncoder
from rulewright.engines.solver.encoding.encoder_part import EncoderContext, EncoderPart
from rulewright.engines.solver.encoding.folds import Code, Env, FoldEncoder
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.leaves import Expression, Linear
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, TRUE, Formula
from rulewright.engines.solver.formula.symbolic import (
    NEVER,
    NOTHING,
    UNDETERMINED,
    Leaf,
    Sign,
    Truth,
    Value,
    constant,
    is_number,
)
from rulewright.semantics.model import AnyKey, From, Key, OneOf, Table
from rulewright.semantics.terms import Plain, Term

COMPARISONS = {
    Primitive.EQUAL: Comparison.IS,
    Primitive.DIFFERENT: Comparison.IS_NOT,
    Primitive.AT_LEAST: Comparison.AT_LEAST,
    Primitive.AT_MOST: Comparison.AT_MOST,
    Primitive.GREATER_THAN: Comparison.MORE,
    Primitive.LESS_THAN: Comparison.LESS,
}
END_COMPARISONS = {Primitive.NOT_BELOW: Comparison.AT_LEAST, Primitive.NOT_ABOVE: Comparison.AT_MOST}
ON_NUMBERS: dict[Primitive, Callable[..., Leaf]] = {
    Primitive.ADD: numbers.add,
    Primitive.SUBTRACT: numbers.subtract,
    Primitive.MULTIPLY: numbers.multiply,
    Primitive.MAXIMUM: lambda *leaves: numbers.pick(True, leaves),
    Primitive.MINIMUM: lambda *leaves: numbers.pick(False, leaves),
    Primitive.ROUND_DOWN: lambda leaf: numbers.round_(leaf, "down"),
    Primitive.ROUND_UP: lambda leaf: numbers.round_(leaf, "up"),
    Primitive.ROUND_TO_NEAREST: lambda leaf: numbers.round_(leaf, "nearest"),
}
"""The primitives with a form of their own for numbers that depend on variables; others are applied to each number that there may be."""


class FormulaDomain(EncoderPart):
    """The truths and values of one space; calls and facts are those of the main encoder."""

    def __init__(self, encoder: EncoderContext) -> None:
        super().__init__(encoder)
        self.world = encoder.world
        self.compiler: ExpressionCompiler[Code] = ExpressionCompiler(lowering_of(encoder.core), self)
        self.arithmetic = NumberEncoder(encoder)
        self.folds = FoldEncoder(encoder, self.compiler.lowering, self.arithmetic)

    # ---- terms ----------------------------------------------------------------------------------------------------------------------

    def encode_truth(self, term: Term, env: Env) -> Truth:
        """Encode a condition. One that cannot be encoded becomes an opaque condition, with its reason."""
        code = self.compiler.compile_condition(self.compiler.lowering.lower_term(term, len(env)))
        return self.algebra.as_truth(code(env))

    def encode_value(self, term: Term, env: Env) -> Value:
        return self.algebra.as_value(self.encode_term(term, env))

    def encode_term(self, term: Term, env: Env) -> Sign:
        """Encode a term as a truth or a value, whichever is more direct."""
        return self.compiler.compile_term(term, len(env))(env)

    def encode_cell(self, table: Table, env: Env) -> Value:
        """Encode the cell of a table that the arguments of its question select."""
        return self.algebra.as_value(self.compiler.compile(self.compiler.lowering.lower_table(table, len(env)))(env))

    def zero_divisor_region(self, term: Term, env: Env) -> Formula:
        """Return the region in which a divisor in a term is zero; divisors that depend on a bound variable are skipped."""
        lowering, regions = self.compiler.lowering, list[Formula]()
        for node in walk_expression(lowering.arena, lowering.lower_term(term, len(env))):
            if isinstance(node, Apply) and node.primitive is Primitive.DIVIDE:
                divisor = node.operands[1]
                if all(slot < len(env) for slot in lowering.reads[divisor].slots):
                    cases = self.algebra.as_value(self.compiler.compile(divisor)(env)).cases
                    zeros = [(guard, numbers.compare(self.space, "=", leaf, 0)) for guard, leaf in cases]  # type: ignore[arg-type]
                    regions += [self.space.conjunction(guard, zero) for guard, zero in zeros]
        return self.space.disjunction(*regions)

    # ---- the environment --------------------------------------------------------------------------------------------------------------

    def compile_condition(self, expression: ExprId, code: Code) -> Code:
        def encode_condition(env: Env) -> Truth:
            try:
                return self.algebra.as_truth(code(env))
            except NotAnalysable as refusal:
                return self.encoder.opaque_condition(refusal.reason, (expression, env))

        return encode_condition

    def compile_literal(self, value: Plain) -> Code:
        literal = constant(value)
        return lambda env: literal

    def compile_local(self, slot: int) -> Code:
        return lambda env: env[slot]

    def compile_binding(self, node: Bind, arguments: Arguments[Code], body: Code) -> Code:
        slot = node.slot

        def encode_binding(env: Env) -> Sign:
            values, defined, bad = self._encode_operands(arguments.codes, env)
            result = self._split_things(values, lambda operands: body((*env[:slot], *operands)))
            return self.algebra.restrict_sign(result, defined, bad)

        return encode_binding

    def _encode_operands(self, codes: Iterable[Code], env: Env) -> tuple[list[Value], Formula, Formula]:
        """Encode operands; return them, the region in which all are defined, and that in which one is undefined by conflict."""
        values = [self.algebra.as_value(code(env)) for code in codes]
        # Strict: an answer about something that has no value has none, whatever its rules would say.
        defined = self.space.conjunction(*[self.algebra.defined_region(value) for value in values])
        return values, defined, FALSE if defined == TRUE else self.algebra.any_conflict(values)

    # ---- facts and questions ------------------------------------------------------------------------------------------------------

    def compile_fact(self, fact: str, arguments: Arguments[Code]) -> Code:
        decl = self.core.facts[fact]

        def encode_fact(env: Env) -> Sign:
            values, defined, bad = self._encode_operands(arguments.codes, env)
            guarded: list[tuple[Formula, Sign]] = []
            for guard, operands in self.algebra.combine_values(values):
                guarded.append((guard, NEVER if decl.is_of_itself(operands) else self.encoder.fact_value(decl.key(operands))))
            # As nearly always: one fact, whatever happens. A merge would copy its regions.
            if len(guarded) == 1 and guarded[0][0] == TRUE:
                return guarded[0][1]
            return self.algebra.merge_cases(guarded, bad, covering=defined == TRUE)

        return encode_fact

    def compile_call(self, node: Call, arguments: Arguments[Code]) -> Code:
        question, stage, bar = node.question, node.stage, node.bar

        def encode_call(env: Env) -> Sign:
            values, defined, bad = self._encode_operands(arguments.codes, env)
            answer = self._split_things(values, lambda operands: self.encoder.encode_answer(question, operands, stage, bar))
            return self.algebra.restrict_sign(answer, defined, bad)

        return encode_call

    def _split_things(self, values: Sequence[Value], encode: Callable[[Env], Sign]) -> Sign:
        """Encode something for each thing that its operands may be, if these are few: what is said of one thing is shared by others."""
        slots = [slot for slot, value in enumerate(values) if self._is_one_of_several_things(value)]
        if not slots or prod(len(values[slot].cases) for slot in slots) > MAX_CALL_COMBINATIONS:
            return encode(tuple(values))
        guarded: list[tuple[Formula, Sign]] = []
        for guard, things in self.algebra.combine_values([values[slot] for slot in slots]):
            operands = {**dict(enumerate(values)), **{slot: constant(thing) for slot, thing in zip(slots, things, strict=True)}}
            guarded.append((guard, encode(tuple(operands.values()))))
        return self.algebra.merge_cases(guarded, covering=all(values[slot].is_total for slot in slots))

    def _is_one_of_several_things(self, value: Value) -> bool:
        """Return True if a value may be one of several things, or none: a call is then encoded for each, and shared by other calls."""
        return len(value.cases) > 1 and all(leaf is None or leaf in self.world.kinds for _, leaf in value.cases)

    def compile_supposition(self, node: Suppose, arguments: Arguments[Code], value: Code, body: Code) -> Code:
        name, is_fact = node.name, node.is_fact

        def encode_supposition(env: Env) -> Sign:
            values, defined, _ = self._encode_operands(arguments.codes, env)
            supposed = self.algebra.as_value(value(env))
            guarded: list[tuple[Formula, Sign]] = []
            for guard, operands in self.algebra.combine_values(values):
                key = self.core.facts[name].key(operands) if is_fact else (name, operands)
                # The conflict of the supposed value is added once, below; kept here, it would be added at every use.
                with self.encoder.suppose_value(is_fact, key, Value(supposed.cases, is_total=supposed.is_total)):
                    guarded.append((guard, body(env)))
            result = self.algebra.merge_cases(guarded, covering=defined == TRUE)
            all_defined = self.space.conjunction(defined, self.algebra.defined_region(supposed))
            return self.algebra.restrict_sign(result, all_defined, self.algebra.any_conflict([*values, supposed]))

        return encode_supposition

    # ---- conditions -----------------------------------------------------------------------------------------------------------------

    def compile_negation(self, operand: Code) -> Code:
        return lambda env: self.algebra.negate_truth(self.algebra.as_truth(operand(env)))

    def compile_conjunction(self, operands: Sequence[Code]) -> Code:
        return lambda env: self.algebra.conjunction_of([self.algebra.as_truth(operand(env)) for operand in operands])

    def compile_disjunction(self, operands: Sequence[Code]) -> Code:
        return lambda env: self.algebra.disjunction_of([self.algebra.as_truth(operand(env)) for operand in operands])

    def compile_membership(self, operand: Code, values: tuple[Plain, ...]) -> Code:
        constants = [constant(value) for value in values]

        def encode_membership(env: Env) -> Truth:
            value = self.algebra.as_value(operand(env))
            if not any(isinstance(leaf, Linear | Expression) for _, leaf in value.cases):
                return self.algebra.split_value(value, lambda leaf: leaf in values)
            alternatives = [self.algebra.compare_values(Comparison.IS, value, other) for other in constants]
            return alternatives[0] if len(alternatives) == 1 else self.algebra.disjunction_of(alternatives)

        return encode_membership

    def compile_kind_test(self, operand: Code, kind: str) -> Code:
        def encode_kind(env: Env) -> Truth:
            value, kinds, exists = self.algebra.as_value(operand(env)), self.world.kinds, self.world.exists
            conjunction, disjunction = self.space.conjunction, self.space.disjunction
            guarded = [(guard, exists[str(leaf)] if kinds.get(str(leaf)) == kind else FALSE) for guard, leaf in value.cases]
            yes = disjunction(*[conjunction(guard, belongs) for guard, belongs in guarded])
            if value.is_total:
                return self.algebra.decided_truth(yes)
            no = disjunction(*[conjunction(guard, self.space.negate(belongs)) for guard, belongs in guarded])
            return Truth(yes, no, value.conflict)

        return encode_kind

    # ---- primitives -----------------------------------------------------------------------------------------------------------------

    def compile_application(self, node: Apply, operands: Sequence[Code]) -> Code:
        encode = self._primitive(node)
        return lambda env: encode([self.algebra.as_value(operand(env)) for operand in operands])

    def _primitive(self, node: Apply) -> Callable[[list[Value]], Sign]:
        """Return the function that encodes a primitive: a form of its own, or its values for all that its operands may be."""
        primitive = node.primitive
        if primitive in COMPARISONS:
            comparison = COMPARISONS[primitive]
            return lambda values: self.algebra.compare_values(comparison, values[0], values[1])
        if primitive in END_COMPARISONS:
            end_comparison = END_COMPARISONS[primitive]
            return lambda values: self._compare_with_end(end_comparison, values[0], values[1])
        if primitive in ON_NUMBERS:
            function = ON_NUMBERS[primitive]
            return lambda values: self.arithmetic.lift_numbers(function, values)
        if primitive is Primitive.DIVIDE:
            return lambda values: self.arithmetic.divide_numbers(values[0], values[1])
        scale = None if node.scale is None else self.core.enums[node.scale]
        if primitive is Primitive.VALUE_AT_RANK and scale is not None:
            return lambda values: self.arithmetic.value_at_rank(scale, values[0])
        plain_function, takes_none = function_of(primitive, scale), primitive in TAKES_NONE
        return lambda values: self._lift_plain(plain_function, values, takes_none=takes_none)

    def _compare_with_end(self, comparison: Comparison, operand: Value, end: Value) -> Truth:
        """Encode a comparison with an end of a range: `none` lies in no range."""
        truth = self.algebra.compare_values(comparison, operand, end)
        if self.algebra.is_total(truth):
            return truth
        is_none = self.space.disjunction(*[guard for guard, leaf in operand.cases if leaf is None])
        outside = self.space.conjunction(is_none, self.algebra.defined_region(end))
        return Truth(truth.yes, self.space.disjunction(truth.no, outside), truth.conflict)

    def _lift_plain(self, function: Callable[..., Plain | Undefined], values: list[Value], *, takes_none: bool) -> Value:
        """Encode a function of plain values: its result for all that the operands may be."""
        is_total = all(value.is_total for value in values)
        cases: list[tuple[Formula, Leaf]] = []
        for guard, leaves in self.algebra.combine_values(values):
            result = Undefined.NOTHING if None in leaves and not takes_none else function(*leaves)
            if isinstance(result, Undefined):
                is_total = False
            else:
                cases.append((guard, result))
        return self.algebra.make_value(cases, self.algebra.any_conflict(values), is_total=is_total)

    # ---- things ---------------------------------------------------------------------------------------------------------------------

    def compile_fold(
        self, expression: ExprId, node: Fold, belongs: Code | None, body: Code | None, limit: Code | None, none: Code | None
    ) -> Code:
        return self.folds.compile_fold(expression, node, belongs, body, limit, none)

    def compile_link(self, expression: ExprId, node: Reachable, link: Code, ends: Arguments[Code]) -> Code:
        """Return the code of the reachability of the last thing from the first, as the interpreter follows links."""

        def encode_reachable(env: Env) -> Truth:
            values, defined, bad = self._encode_operands(ends.codes, env)
            guarded: list[tuple[Formula, Sign]] = []
            for guard, (first, last) in self.algebra.combine_values(values):
                if first is None or last is None:
                    guarded.append((guard, UNDETERMINED))
                else:
                    guarded.append((guard, self.folds.encode_reachability(node, link, env, str(first), str(last))))
            merged = self.algebra.merge_cases(guarded, bad, covering=defined == TRUE)
            return self.algebra.as_truth(self.algebra.restrict_sign(merged, defined, bad))

        return encode_reachable

    # ---- tables ---------------------------------------------------------------------------------------------------------------------

    def compile_look_up(self, table: str, cells: Sequence[Sequence[Code | None]]) -> Code:
        """Return the code of a table's cell; undefined where table, row or cell is missing."""
        declared = self.core.tables[table]
        if not declared.held or not declared.rows:
            return lambda env: NOTHING
        rows, columns = axes_of(declared)
        last_row = last_row_of(declared)
        last_cells = () if last_row is None else cells[last_row]

        def encode_cell(env: Env) -> Value:
            parts: list[tuple[Formula, Sign]] = []
            in_columns = [(TRUE, 0)] if columns is None else self.match_axis(columns, env)
            for in_row, row in self.match_axis(rows, env):
                for in_column, column in in_columns:
                    cell = cells[row][column] or (last_cells[column] if last_cells else None)
                    guard = self.space.conjunction(in_row, in_column)
                    if cell is not None and guard != FALSE:
                        parts.append((guard, self.algebra.as_value(cell(env))))
            return self.algebra.as_value(self.algebra.merge_cases(parts))

        return encode_cell

    def match_axis(self, axis: TableAxis, env: Env) -> list[tuple[Formula, int]]:
        """Return the region in which each row (or column) is selected: the first that matches, in the order of look-up."""
        matched: list[tuple[Formula, int]] = []
        earlier: list[Formula] = []
        for position in axis.order:
            keys = zip(axis.keys[position], axis.slots, axis.ends, strict=True)
            matches = self.space.conjunction(*[self._key_matches(axis, key, env[slot], ends) for key, slot, ends in keys])
            if matches == FALSE:
                continue
            # Only keys that meet an earlier one are cut by it: in most tables none does, and their regions stay literals.
            overlapping = [region for region in earlier if self.space.conjunction(region, matches) != FALSE]
            earlier.append(matches)
            matched.append((self.space.conjunction(matches, *[self.space.negate(region) for region in overlapping]), position))
        return matched

    def _key_matches(self, axis: TableAxis, key: Key, value: Value, ends: tuple[Leaf, Leaf] | None) -> Formula:
        """Encode the match of a key with an operand; beyond the ends of a table that clamps, the end is looked up."""
        if isinstance(key, AnyKey):
            return self.algebra.defined_region(value)
        parts: list[Formula] = []
        for guard, leaf in value.cases:
            holds = self._leaf_matches(key, leaf)
            low, high = ends or (None, None)
            if is_number(leaf):
                if axis.below and low is not None:
                    is_beyond = numbers.compare(self.space, "<", leaf, low)  # type: ignore[arg-type]
                    holds = self.algebra.if_then_else(is_beyond, self._leaf_matches(key, low), holds)
                if axis.above and high is not None:
                    is_beyond = numbers.compare(self.space, ">", leaf, high)  # type: ignore[arg-type]
                    holds = self.algebra.if_then_else(is_beyond, self._leaf_matches(key, high), holds)
            parts.append(self.space.conjunction(guard, holds))
        return self.space.disjunction(*parts)

    def _leaf_matches(self, key: Key, leaf: Leaf) -> Formula:
        if isinstance(key, OneOf):
            return self.space.disjunction(*[self.algebra.leaves_equal(leaf, value) for value in key.values])
        if not isinstance(key, From) or not is_number(leaf):
            return TRUE if isinstance(key, AnyKey) else FALSE
        at_least = TRUE if key.low is None else numbers.compare(self.space, ">=", leaf, key.low)  # type: ignore[arg-type]
        at_most = TRUE if key.high is None else numbers.compare(self.space, "<=", leaf, key.high)  # type: ignore[arg-type]
        return self.space.conjunction(at_least, at_most)

"""Truths and values over all situations: the regions in which a condition is true, false or undefined; the guarded values of a term.

The three-valued logic is that of the interpreter: a false part makes `and` false, a true part makes `or` true, else undefinedness
propagates. Of its reason only "by conflict or not" is kept, as two outcomes are the same when status and value are. A result out of
range counts as a conflict where a mark holds, and as undetermined elsewhere: an answer is out of range where it is a conflict under the
mark alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import TypeAlias

from rulewright.base.keywords import SIGNS, Comparison
from rulewright.base.limits import MAX_CASES_OF_NAME, MAX_CASES_OF_TERM, MAX_NUMBERS_IN_PARTS, MAX_NUMBERS_OF_TERM
from rulewright.base.records import record
from rulewright.engines.solver.formula import named_numbers, numbers
from rulewright.engines.solver.formula.numbers import Expression, Linear
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, TRUE, Formula, Space, bits
from rulewright.semantics.terms import Plain

Leaf: TypeAlias = "bool | int | Fraction | str | Linear | Expression | None"
Cases: TypeAlias = Iterable[tuple[Formula, Leaf]]


class UnnamedThing(str):
    """A representative of things without a name: two of them may be one thing."""


@record
class OneThing:
    """The key of a variable for the identity of two unnamed things."""

    first: str
    second: str


@record
class RangeMark:
    """The key of the variable that marks results out of range as conflicts."""


@record
class Truth:
    """The regions in which a condition is true and false; elsewhere it is undefined, by a conflict where `bad` holds."""

    yes: Formula
    no: Formula
    conflict: Formula = FALSE


@record
class Value:
    """The guarded values of a term: disjoint (guard, value) cases. Where no guard holds it is undefined, by conflict if `bad`.

    `is_total`: known by construction to be defined everywhere, which is often hard to see from the formulas.
    """

    cases: tuple[tuple[Formula, Leaf], ...]
    conflict: Formula = FALSE
    is_total: bool = False


Sign: TypeAlias = "Truth | Value"

_RANGE_MARK = RangeMark()
ALWAYS, NEVER = Truth(TRUE, FALSE), Truth(FALSE, TRUE)
UNDETERMINED = Truth(FALSE, FALSE)
NOTHING = Value(())


def constant(leaf: Leaf) -> Value:
    return Value(((TRUE, leaf),), is_total=True)


def is_number(leaf: Leaf) -> bool:
    return isinstance(leaf, int | Fraction | Linear | Expression) and not isinstance(leaf, bool)


def value_formulas(value: Value) -> tuple[Formula, ...]:
    """Return the formulas of a value: its guards and its conflict region."""
    return (*[guard for guard, _ in value.cases], value.conflict)


def support_of(space: Space, value: Value) -> frozenset[int]:
    """Return the variables in the guards of a value, without the mark of results out of range."""
    return frozenset().union(*[space.variables_of(guard) for guard in value_formulas(value)]) - mark_of(space)


def mark_of(space: Space) -> frozenset[int]:
    """Return the variable that marks results out of range, if there is one."""
    variable = space.known_variable(_RANGE_MARK)
    return frozenset() if variable is None else frozenset({variable})


def support_with_numbers(space: Space, value: Value) -> frozenset[int]:
    """Return the variables in the guards and in the numbers of a value."""
    number_variables = 0
    for _, leaf in value.cases:
        if isinstance(leaf, Linear | Expression):
            for variable in numbers.variables(leaf):
                number_variables |= 1 << variable
    return support_of(space, value).union(bits(space.dependencies_of(number_variables)))


def restrict_value(space: Space, value: Value, variable: int, mask: int) -> Value:
    """Restrict a value to a variable, outside arithmetic, having one of the values of a mask."""
    arithmetic = [leaf for _, leaf in value.cases if isinstance(leaf, Linear | Expression)]
    (bad, *guards), rewritten = named_numbers.restricted(
        space, [value.conflict, *(guard for guard, _ in value.cases)], arithmetic, variable, mask
    )
    arithmetic_leaves = iter(rewritten)
    leaves = [next(arithmetic_leaves) if isinstance(leaf, Linear | Expression) else leaf for _, leaf in value.cases]
    return Value(tuple((guard, leaf) for guard, leaf in zip(guards, leaves, strict=True) if guard != FALSE), bad, value.is_total)


class Algebra:
    """The operations on truths (as `core.logic.Logic`) and values in one space; with `names`, a name may represent many numbers."""

    true, false, circular_truth = ALWAYS, NEVER, Truth(FALSE, FALSE, TRUE)

    def __init__(self, space: Space, *, names: bool = False) -> None:
        self.space = space
        self.names = names
        self.distinct_pairs: set[frozenset[str]] = set()
        """Pairs of unnamed things that are known to be distinct."""
        self._compared: dict[tuple[Comparison, Value, Value], Truth] = {}

    # ---- formulas -------------------------------------------------------------------------------------------------------------------

    def if_then_else(self, condition: Formula, if_true: Formula, if_false: Formula) -> Formula:
        """Return `if_true` where the condition holds, else `if_false`."""
        if if_true == if_false:
            return if_true
        conjunction, negate = self.space.conjunction, self.space.negate
        return self.space.disjunction(conjunction(condition, if_true), conjunction(negate(condition), if_false))

    def undefined_region(self, sign: Sign) -> Formula:
        """Return the region in which a truth or value is undefined."""
        return self.space.negate(self.defined_region(sign))

    def defined_region(self, sign: Sign) -> Formula:
        if self.is_total(sign):
            return TRUE
        if isinstance(sign, Truth):
            return self.space.disjunction(sign.yes, sign.no)
        return self.space.disjunction(*[guard for guard, _ in sign.cases])

    def is_total(self, sign: Sign) -> bool:
        """Return True if a truth or value is known by construction to be defined everywhere."""
        if isinstance(sign, Value):
            return sign.is_total
        return self.space.are_opposite(sign.yes, sign.no)

    def conflict_region(self, sign: Sign) -> Formula:
        """Return the region in which a truth or value is undefined by conflict; under the mark also by a result out of range."""
        return FALSE if sign.conflict == FALSE else self.space.conjunction(self.undefined_region(sign), sign.conflict)

    def marked_out_of_range(self, region: Formula) -> Formula:
        """Return a region, within the mark: results there are out of range."""
        if region == FALSE:
            return FALSE
        return self.space.conjunction(region, self.space.literal(self.space.variable(_RANGE_MARK, (False, True)), 0b10))

    def ill_region(self, sign: Sign) -> Formula:
        """Return the region in which a truth or value is undefined by conflict or by a result out of range."""
        return self._under_mark(self.conflict_region(sign), is_marked=True)

    def clash_region(self, sign: Sign) -> Formula:
        """Return the region in which a truth or value is undefined by conflict, and not only by a result out of range."""
        return self._under_mark(self.conflict_region(sign), is_marked=False)

    def outside_region(self, sign: Sign) -> Formula:
        """Return the region in which a truth or value is out of range."""
        region = self.conflict_region(sign)
        if not self._has_mark(region):
            return FALSE
        return self.space.conjunction(
            self._under_mark(region, is_marked=True), self.space.negate(self._under_mark(region, is_marked=False))
        )

    def _has_mark(self, formula: Formula) -> bool:
        variable = self.space.known_variable(_RANGE_MARK)
        return variable is not None and bool(self.space.support[formula] >> variable & 1)

    def _under_mark(self, formula: Formula, *, is_marked: bool) -> Formula:
        """Return a formula with the mark set or not."""
        if not self._has_mark(formula):
            return formula
        return self.space.restrict_formulas([formula], self.space.variable_named(_RANGE_MARK), 0b10 if is_marked else 0b01)[0]

    # ---- truths ---------------------------------------------------------------------------------------------------------------------

    def decided_truth(self, formula: Formula) -> Truth:
        """Return the truth that is true where the formula holds, else false."""
        return Truth(formula, self.space.negate(formula))

    def negate_truth(self, truth: Truth) -> Truth:
        return Truth(truth.no, truth.yes, truth.conflict)

    def conjunction_of(self, operands: Iterable[Truth]) -> Truth:
        truths = list(operands)
        if len(truths) == 1:
            return truths[0]
        yes = self.space.conjunction(*[truth.yes for truth in truths])
        if all(map(self.is_total, truths)):
            return self.decided_truth(yes)
        no = self.space.disjunction(*[truth.no for truth in truths])
        return Truth(yes, no, self.space.disjunction(*[self.conflict_region(truth) for truth in truths if truth.conflict != FALSE]))

    def disjunction_of(self, operands: Iterable[Truth]) -> Truth:
        return self.negate_truth(self.conjunction_of([self.negate_truth(truth) for truth in operands]))

    def is_true(self, truth: Truth) -> bool:
        return truth.yes == TRUE

    def is_false(self, truth: Truth) -> bool:
        return truth.no == TRUE

    def is_decided(self, truth: Truth) -> bool:
        return self.is_total(truth)

    def are_same(self, first: Truth, second: Truth) -> bool:
        return first == second

    def fill_undecided(self, truth: Truth, filling: Truth) -> Truth:
        """Return the truth, and where it is undefined the filling."""
        yes = self.if_then_else(filling.yes, self.space.negate(truth.no), truth.yes)
        if self.is_total(filling):
            return self.decided_truth(yes)
        return Truth(yes, self.if_then_else(filling.no, self.space.negate(truth.yes), truth.no), filling.conflict)

    def restrict_sign(self, sign: Sign, condition: Formula, bad: Formula) -> Sign:
        """Restrict a truth or value to a condition; elsewhere it is undefined, by conflict where `bad` holds."""
        if condition == TRUE:
            return sign
        conjunction = self.space.conjunction
        ill = self.if_then_else(condition, sign.conflict, bad)
        if isinstance(sign, Truth):
            return Truth(conjunction(sign.yes, condition), conjunction(sign.no, condition), ill)
        return self.make_value([(conjunction(guard, condition), leaf) for guard, leaf in sign.cases], ill)

    # ---- values ---------------------------------------------------------------------------------------------------------------------

    def make_value(self, cases: Iterable[tuple[Formula, Leaf]], bad: Formula = FALSE, *, is_total: bool = False) -> Value:
        """Return a value of these cases, with equal leaves merged; `is_total` if some guard is known always to hold.

        If there are too many, a name replaces the numbers. Raises `NotAnalysable` if that is not possible.
        """
        merged = self._merge_leaves(cases, MAX_CASES_OF_NAME if self.names else MAX_NUMBERS_OF_TERM)
        if merged is None:
            raise _too_many_values()
        count = sum(1 for _, leaf in merged if is_number(leaf))
        is_overfull = count > MAX_NUMBERS_OF_TERM or (count > MAX_NUMBERS_IN_PARTS and self._counts_in_parts(merged))
        value = Value(merged, bad, is_total)
        return _check_case_count(self.with_named_numbers(value) if is_overfull else value)

    def list_or_name(
        self, cases: Callable[[], Cases], renamed_cases: Callable[[], Cases], bad: Formula = FALSE, is_total: bool = False
    ) -> Value:
        """Return a value of some cases; where these are too many, of those of the same operands with their numbers renamed.

        Raises `NotAnalysable` if there are too many in both ways.
        """
        merged = self._merge_leaves(cases(), MAX_NUMBERS_OF_TERM)
        if merged is not None and len(merged) <= MAX_CASES_OF_TERM:
            return Value(merged, bad, is_total)
        if not self.names:
            raise _too_many_values()
        return self.make_value(renamed_cases(), bad, is_total=is_total)

    def _merge_leaves(self, cases: Cases, most_numbers: int) -> tuple[tuple[Formula, Leaf], ...] | None:
        """Return the cases with equal leaves merged; None if they have more different numbers than this."""
        guards_by_leaf: dict[tuple[bool, Leaf], list[Formula]] = {}
        count = 0
        for guard, leaf in cases:
            if guard != FALSE:
                guards = guards_by_leaf.setdefault((isinstance(leaf, bool), leaf), [])
                count += not guards and is_number(leaf)
                guards.append(guard)
                if count > most_numbers:
                    return None
        return tuple((self.space.disjunction(*guards), leaf) for (_, leaf), guards in guards_by_leaf.items())

    def _counts_in_parts(self, leaves: Iterable[tuple[Formula, Leaf]]) -> bool:
        """Return True if a name can replace numbers, and some of these count parts of one and have too many values to list."""
        space = self.space
        return self.names and any(
            any(space.values[variable] is None for variable in numbers.variables(leaf))
            and (named_numbers.common_denominator(space, leaf) or 1) > 1
            for _, leaf in leaves
            if isinstance(leaf, Linear | Expression)
        )

    def with_named_numbers(self, value: Value) -> Value:
        """Replace all numbers of a value by one name, where possible."""
        cases = tuple(self.name_numbers(value.cases))
        return value if len(cases) == len(value.cases) else Value(cases, value.conflict, value.is_total)

    def name_numbers(self, cases: Sequence[tuple[Formula, Leaf]]) -> list[tuple[Formula, Leaf]]:
        """Replace the numbers in disjoint cases by one name, where possible."""
        numeric_cases = [(guard, leaf) for guard, leaf in cases if is_number(leaf) and named_numbers.can_be_named(self.space, leaf)]  # type: ignore[arg-type]
        if len(numeric_cases) < 2:
            return list(cases)
        other_cases = [case for case in cases if case not in numeric_cases]
        return [*other_cases, (self.space.disjunction(*[guard for guard, _ in numeric_cases]), self.name_of_numbers(numeric_cases))]

    def name_of_numbers(self, numeric_cases: Sequence[tuple[Formula, Leaf]]) -> Leaf:
        """Return one leaf for disjoint cases of numbers that can be named."""
        guards_by_leaf: dict[Leaf, list[Formula]] = {}
        for guard, leaf in numeric_cases:
            guards_by_leaf.setdefault(leaf, []).append(guard)
        if len(guards_by_leaf) == 1:
            return numeric_cases[0][1]
        return named_numbers.name_number(self.space, [(self.space.disjunction(*guards), leaf) for leaf, guards in guards_by_leaf.items()])  # type: ignore[misc]

    def as_value(self, sign: Sign) -> Value:
        if isinstance(sign, Value):
            return sign
        return self.make_value([(sign.yes, True), (sign.no, False)], sign.conflict, is_total=self.is_total(sign))

    def as_truth(self, sign: Sign) -> Truth:
        if isinstance(sign, Truth):
            return sign
        return self.split_value(sign, lambda leaf: leaf is True)

    def split_value(self, value: Value, holds: Callable[[Leaf], bool]) -> Truth:
        """Return the truth that a predicate holds of a value."""
        yes = self.space.disjunction(*[guard for guard, leaf in value.cases if holds(leaf)])
        if value.is_total:
            return self.decided_truth(yes)
        no = self.space.disjunction(*[guard for guard, leaf in value.cases if not holds(leaf)])
        return Truth(yes, no, value.conflict)

    def list_numbers(self, value: Value) -> Value:
        """Expand numbers that depend on variables into constant cases."""
        if not any(isinstance(leaf, Linear | Expression) for _, leaf in value.cases):
            return value
        cases: dict[tuple[bool, Leaf], list[Formula]] = {}
        for guard, leaf in value.cases:
            if not isinstance(leaf, Linear | Expression):
                cases.setdefault((isinstance(leaf, bool), leaf), []).append(guard)
                continue
            for number_guard, number in self.numbers_of(leaf):
                joint = self.space.conjunction(guard, number_guard)
                if joint != FALSE:
                    cases.setdefault((False, number), []).append(joint)
        return _check_case_count(
            Value(tuple((self.space.disjunction(*guards), leaf) for (_, leaf), guards in cases.items()), value.conflict, value.is_total)
        )

    def numbers_of(self, leaf: Linear | Expression) -> Iterator[tuple[Formula, int | Fraction]]:
        """Yield the possible numbers of an expression, each with its guard."""
        variables = sorted(numbers.variables(leaf))
        sizes = [len(self.space.values[variable] or ()) for variable in variables]  # nought: too many to list
        if not all(sizes) or prod(sizes) > 4 * MAX_CASES_OF_TERM:
            raise NotAnalysable("a number with too many values used as an argument or a key")
        for indexes in product(*map(range, sizes)):
            assignment: dict[int, int] = dict(zip(variables, indexes, strict=True))
            guard = self.space.conjunction(*[self.space.literal(variable, 1 << index) for variable, index in assignment.items()])
            number = numbers.evaluate(self.space, leaf, assignment)
            if number is not None:  # None: a quotient by nought, which the caller has excluded
                yield guard, number

    def combine_values(self, values: Sequence[Value]) -> Iterator[tuple[Formula, tuple[Plain, ...]]]:
        """Yield all combinations of plain values, each with its guard."""
        count = 0
        for cases in product(*[self.list_numbers(value).cases for value in values]):
            guard = self.space.conjunction(*[guard for guard, _ in cases])
            if guard == FALSE:
                continue
            count += 1
            if count > 4 * MAX_CASES_OF_TERM:
                raise NotAnalysable("arguments with too many values together")
            yield guard, tuple(leaf for _, leaf in cases)  # type: ignore[misc]

    def merge_cases(self, guarded: Iterable[tuple[Formula, Sign]], bad: Formula = FALSE, *, covering: bool = False) -> Sign:
        """Merge guarded truths or values; `covering` if some guard always holds. Elsewhere the result is undefined, by conflict where
        `bad`."""
        pieces = list(guarded)
        conjunction, disjunction = self.space.conjunction, self.space.disjunction
        is_total = covering and all(self.is_total(sign) for _, sign in pieces)
        ill = disjunction(bad, *[conjunction(guard, sign.conflict) for guard, sign in pieces if sign.conflict != FALSE])
        if pieces and all(isinstance(sign, Truth) for _, sign in pieces):
            yes = disjunction(*[conjunction(guard, sign.yes) for guard, sign in pieces if isinstance(sign, Truth)])
            if is_total:
                return self.decided_truth(yes)
            no = disjunction(*[conjunction(guard, sign.no) for guard, sign in pieces if isinstance(sign, Truth)])
            return Truth(yes, no, ill)
        cases = [(conjunction(guard, inner_guard), leaf) for guard, sign in pieces for inner_guard, leaf in self.as_value(sign).cases]
        return self.make_value(cases, ill, is_total=is_total)

    # ---- comparing ------------------------------------------------------------------------------------------------------------------

    def leaves_equal(self, first: Leaf, second: Leaf) -> Formula:
        """Return the region in which two leaves are equal."""
        if isinstance(first, Linear | Expression) or isinstance(second, Linear | Expression):
            if not (is_number(first) and is_number(second)):
                return FALSE
            return numbers.compare(self.space, "=", first, second)  # type: ignore[arg-type]
        if first == second:
            return TRUE
        if isinstance(first, UnnamedThing) and isinstance(second, UnnamedThing) and frozenset((first, second)) not in self.distinct_pairs:
            return self.space.literal(self.space.variable(OneThing(*sorted((first, second))), (True, False)), 1)
        return FALSE

    def _may_be_equal(self, first: Leaf, second: Leaf) -> bool:
        """Return True if two leaves may be equal, though they may be written differently."""
        if isinstance(first, UnnamedThing) and isinstance(second, UnnamedThing):
            return first == second or frozenset((first, second)) not in self.distinct_pairs
        return first == second or any(isinstance(leaf, Linear | Expression) for leaf in (first, second))

    def outcomes_differ(self, first: Value, second: Value) -> Formula:
        """Return the region in which two outcomes differ: in value, in being defined, or in being undefined by conflict.

        Encoded value by value, so that common cases cancel at once.
        """
        space = self.space
        conjunction, disjunction, negate = space.conjunction, space.disjunction, space.negate
        second_guards = {(isinstance(leaf, bool), leaf): guard for guard, leaf in second.cases}
        parts: list[Formula] = []
        for guard, leaf in first.cases:
            equal_guards = [second_guards.get((isinstance(leaf, bool), leaf), FALSE)]
            if equal_guards[0] == guard:
                continue
            equal_guards += [
                conjunction(other_guard, self.leaves_equal(leaf, other_leaf))
                for other_guard, other_leaf in second.cases
                if other_leaf != leaf and self._may_be_equal(leaf, other_leaf)
            ]
            parts.append(conjunction(guard, negate(disjunction(*equal_guards))))
        first_open, second_open = self.undefined_region(first), self.undefined_region(second)
        parts.append(conjunction(first_open, negate(second_open)))
        if first.conflict != second.conflict:
            parts += [
                conjunction(
                    first_open,
                    second_open,
                    self._exclusive_or(
                        self._under_mark(first.conflict, is_marked=is_marked), self._under_mark(second.conflict, is_marked=is_marked)
                    ),
                )
                for is_marked in (True, False)
            ]
        return disjunction(*parts)

    def _exclusive_or(self, first: Formula, second: Formula) -> Formula:
        return self.if_then_else(first, self.space.negate(second), second)

    def compare_values(self, op: Comparison, lhs: Value, rhs: Value) -> Truth:
        """Encode a comparison: undefined where a side is, or where `none` is ordered."""
        key = (op, lhs, rhs)
        comparison = self._compared.get(key)
        if comparison is None:
            comparison = self._compared[key] = self._encode_comparison(op, lhs, rhs)
        return comparison

    def _encode_comparison(self, op: Comparison, lhs: Value, rhs: Value) -> Truth:
        space = self.space
        yes: list[Formula] = []
        no: list[Formula] = []
        ordered = op not in {Comparison.IS, Comparison.IS_NOT}
        is_total = lhs.is_total and rhs.is_total and not (ordered and any(leaf is None for _, leaf in (*lhs.cases, *rhs.cases)))
        for lhs_guard, lhs_leaf in lhs.cases:
            for rhs_guard, rhs_leaf in rhs.cases:
                if is_total and op is Comparison.IS and not self._may_be_equal(lhs_leaf, rhs_leaf):
                    continue  # where it does not hold is where it does not
                joint = space.conjunction(lhs_guard, rhs_guard)
                if joint == FALSE or (ordered and (lhs_leaf is None or rhs_leaf is None)):
                    continue
                holds = self._compare_leaves(op, lhs_leaf, rhs_leaf)
                yes.append(space.conjunction(joint, holds))
                if not is_total:
                    no.append(space.conjunction(joint, space.negate(holds)))
        if is_total:
            return self.decided_truth(space.disjunction(*yes))
        return Truth(space.disjunction(*yes), space.disjunction(*no), self.any_conflict([lhs, rhs]))

    def _compare_leaves(self, op: Comparison, first: Leaf, second: Leaf) -> Formula:
        if is_number(first) and is_number(second):
            return numbers.compare(self.space, SIGNS[op], first, second)  # type: ignore[arg-type]
        if op in {Comparison.IS, Comparison.IS_NOT}:
            equal = self.leaves_equal(first, second)
            return equal if op is Comparison.IS else self.space.negate(equal)
        raise NotAnalysable("an order between values that have none")

    def any_conflict(self, values: Sequence[Sign]) -> Formula:
        """Return the region in which one of these is undefined by conflict."""
        return self.space.disjunction(*[self.conflict_region(value) for value in values])


def _check_case_count(value: Value) -> Value:
    """Return the value if its cases are few enough. Raises `NotAnalysable`."""
    if len(value.cases) > MAX_CASES_OF_TERM:
        raise _too_many_values()
    return value


def _too_many_values() -> NotAnalysable:
    return NotAnalysable(f"a term with more than {MAX_CASES_OF_TERM} different values")

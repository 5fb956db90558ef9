"""Exact numbers over variables, and comparisons of them as formulas.

A comparison of one variable is a literal. One of several with few combinations of values is listed, with equal parts shared. All others
are a `NumericAtom`, a hard atom, which the search narrows and splits (and z3 decides where numbers are too many to list). A quotient with
a divisor known to be positive is multiplied out. Where a divisor can be zero, the caller guards: at zero `=` and `<=` are false.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product as every_choice
from math import gcd, lcm, prod

from rulewright.base.limits import MAX_LISTED_COMBINATIONS, MAX_SPLIT_VALUES, MAX_WORKED_COMBINATIONS
from rulewright.base.records import record
from rulewright.engines.solver.formula.leaves import (
    Expression,
    Leaf,
    Linear,
    Reach,
    Reaches,
    add,
    divide,
    evaluate,
    exact,
    limits,
    linear,
    multiply,
    pick,
    reach_of,
    renamed,
    round_,
    round_to_step,
    substitute,
    subtract,
    variable_number,
    variables,
    worked_out,
)
from rulewright.engines.solver.formula.linearize import drop_idle_roundings, linearize_comparison
from rulewright.engines.solver.formula.space import FALSE, TRUE, Exact, Formula, Space

__all__ = [
    "Expression",
    "Leaf",
    "Linear",
    "NumericAtom",
    "Reach",
    "Reaches",
    "add",
    "compare",
    "divide",
    "evaluate",
    "exact",
    "limits",
    "linear",
    "multiply",
    "pick",
    "round_",
    "round_to_step",
    "substitute",
    "subtract",
    "variable_number",
    "variables",
    "worked_out",
]


@record
class NumericAtom:
    """`leaf op 0`, a hard atom; `op` is one of `<= > = !=`."""

    op: str
    leaf: Leaf

    @property
    def variables(self) -> frozenset[int]:
        return frozenset(variables(self.leaf))

    def opposite(self) -> NumericAtom:
        return NumericAtom({"<=": ">", ">": "<=", "=": "!=", "!=": "="}[self.op], self.leaf)

    def evaluate(self, numbers: Mapping[int, Exact]) -> bool:
        return holds(self.op, worked_out(self.leaf, numbers))

    def truth_under(self, reach: Mapping[int, Reach]) -> bool | None:
        return certain_truth(self.op, reach_of(self.leaf, reach))

    def rename_variables(self, others: Mapping[int, int]) -> NumericAtom:
        return NumericAtom(self.op, renamed(self.leaf, others))


def holds(op: str, value: Exact | None) -> bool:
    """Return the truth of `value op 0`. For no value (a quotient by zero) only the negations `!=` and `>` hold."""
    if value is None:
        return op in (">", "!=")
    return {"<=": value <= 0, ">": value > 0, "=": value == 0, "!=": value != 0}[op]


def certain_truth(op: str, reach: Reach) -> bool | None:
    """Return True if `number op 0` holds for all numbers in the reach, False if for none, else None."""
    low, high = reach
    if op in (">", "!="):
        opposite_truth = certain_truth("<=" if op == ">" else "=", reach)
        return None if opposite_truth is None else not opposite_truth
    if op == "<=":
        return True if high is not None and high <= 0 else False if low is not None and low > 0 else None
    if low == high == 0:
        return True
    return False if (low is not None and low > 0) or (high is not None and high < 0) else None


# ---- comparing ---------------------------------------------------------------------------------------------------------------------------


def compare(space: Space, op: str, lhs: Leaf, rhs: Leaf) -> Formula:
    """Encode `lhs op rhs` for `= != < <= > >=`."""
    match op:
        case "!=":
            return space.negate(compare(space, "=", lhs, rhs))
        case "<":
            return space.negate(_encode_order(space, "<=", rhs, lhs))
        case ">":
            return space.negate(_encode_order(space, "<=", lhs, rhs))
        case ">=":
            return _encode_order(space, "<=", rhs, lhs)
        case _:
            return _encode_order(space, op, lhs, rhs)


def _encode_order(space: Space, op: str, lhs: Leaf, rhs: Leaf) -> Formula:
    """Encode `lhs <= rhs` or `lhs = rhs`."""
    key = (op, lhs, rhs)
    formula = space.memo.get(key)
    if formula is None:
        formula = space.memo[key] = _against_zero(space, op, subtract(lhs, rhs))
    return formula


def _against_zero(space: Space, op: str, leaf: Leaf) -> Formula:
    """Encode `leaf <= 0` or `leaf = 0`."""
    key = (op, leaf)
    formula = space.memo.get(key)
    if formula is None and isinstance(leaf, Expression) and leaf.op == "/" and not _has_quotient(leaf.args[1]):
        formula = space.memo[key] = _quotient_against_zero(space, op, *leaf.args)
    if formula is None:
        simplified = _normalize_coefficients(drop_idle_roundings(space, leaf), op)
        formula = space.memo[key] = _encode_comparison(space, op, leaf) if simplified == leaf else _against_zero(space, op, simplified)
    return formula


def _quotient_against_zero(space: Space, op: str, numerator: Leaf, divisor: Leaf) -> Formula:
    """Encode `numerator / divisor <= 0`, or `= 0`, without the quotient: false where the divisor is 0."""
    negative_divisor = multiply(-1, divisor)
    is_positive = space.negate(_against_zero(space, "<=", divisor))
    is_negative = space.negate(_against_zero(space, "<=", negative_divisor))
    return space.disjunction(
        space.conjunction(is_positive, _against_zero(space, op, numerator)),
        space.conjunction(is_negative, _against_zero(space, op, multiply(-1, numerator))),
    )


def _has_quotient(leaf: Leaf) -> bool:
    """Return True if a leaf may have no value, since it divides."""
    return isinstance(leaf, Expression) and (leaf.op == "/" or any(_has_quotient(arg) for arg in leaf.args))


def _normalize_coefficients(leaf: Leaf, op: str) -> Leaf:
    """Scale a leaf to integral coefficients without a common factor, so that equal conditions are encoded once."""
    if not isinstance(leaf, Linear):
        return leaf
    numbers = [Fraction(number) for number in (*(c for _, c in leaf.terms), leaf.constant) if number != 0]
    times = Fraction(lcm(*(n.denominator for n in numbers)), gcd(*(n.numerator for n in numbers)))
    if op == "=" and numbers[0] < 0:
        times = -times
    return multiply(times, leaf)


def _encode_comparison(space: Space, op: str, leaf: Leaf) -> Formula:
    certain = certain_truth(op, limits(space, leaf))
    if certain is not None:
        return TRUE if certain else FALSE
    ordered = sorted(variables(leaf), key=lambda variable: (space.full[variable].bit_length() or 1 << 40, variable))
    finite = [variable for variable in ordered if space.values[variable] is not None]
    combinations = prod(space.full[variable].bit_length() for variable in ordered) if len(finite) == len(ordered) else 0
    small = len(ordered) == 1 or 0 < combinations <= MAX_LISTED_COMBINATIONS
    if isinstance(leaf, Linear):
        return _encode_sum(space, op, leaf, ordered) if small and combinations else space.atom_formula(NumericAtom(op, leaf))
    if not (small and combinations):
        linearized = _encode_linearized(space, op, leaf)
        if linearized is not None:
            return linearized
    if combinations and (small or combinations <= MAX_WORKED_COMBINATIONS):
        return _encode_by_enumeration(space, op, leaf, ordered)
    split_variable = _variable_to_split(space, leaf, finite) if isinstance(leaf, Expression) else None
    if isinstance(leaf, Expression) and split_variable is not None:
        return _encode_by_cases(space, op, leaf, split_variable)
    return space.atom_formula(NumericAtom(op, leaf))


def _encode_linearized(space: Space, op: str, leaf: Leaf) -> Formula | None:
    """Encode a comparison with maximum, minimum and roundings eliminated; None if there are none to eliminate."""
    if op == "=":
        if linearize_comparison(space, leaf) is None:
            return None
        return space.conjunction(_against_zero(space, "<=", leaf), _against_zero(space, "<=", multiply(-1, leaf)))
    parts = linearize_comparison(space, leaf)
    if parts is None:
        return None
    connective, leaves = parts
    formulas = [_against_zero(space, "<=", leaf) for leaf in leaves]
    if connective == "not":
        return space.negate(formulas[0])
    return space.conjunction(*formulas) if connective == "both" else space.disjunction(*formulas)


def _encode_by_enumeration(space: Space, op: str, leaf: Leaf, ordered: Sequence[int]) -> Formula:
    """Encode a comparison by listing all combinations of values, the last variables innermost; values with equal rests share a literal."""
    sizes = [space.full[variable].bit_length() for variable in ordered]
    numbers = [space.numbers_of(variable) for variable in ordered]
    row = [
        TRUE if holds(op, worked_out(leaf, dict(zip(ordered, numbers_chosen, strict=True)))) else FALSE
        for numbers_chosen in every_choice(*numbers)
    ]
    for variable, size in zip(reversed(ordered), reversed(sizes), strict=True):
        row = [_by_value(space, variable, row[start : start + size]) for start in range(0, len(row), size)]
    return row[0]


def _by_value(space: Space, variable: int, branches: Sequence[Formula]) -> Formula:
    """Return the formula that the branch of the variable's value holds."""
    masks: dict[Formula, int] = {}
    for index, branch in enumerate(branches):
        masks[branch] = masks.get(branch, 0) | 1 << index
    return _join_by_mask(space, variable, masks)


def _join_by_mask(space: Space, variable: int, masks: Mapping[Formula, int]) -> Formula:
    """Return the formula that some branch holds, and the variable has a value of its mask."""
    return space.disjunction(*(space.conjunction(space.literal(variable, mask), branch) for branch, mask in masks.items() if mask))


def _encode_sum(space: Space, op: str, leaf: Linear, ordered: Sequence[int]) -> Formula:
    """Encode a sum over listed variables, one variable after the other."""
    coefficients = dict(leaf.terms)
    steps = [_multiples(space.numbers_of(v), coefficients[v]) for v in ordered]
    lows: list[Exact] = [0]
    highs: list[Exact] = [0]
    for step in reversed(steps):
        lows.insert(0, lows[0] + min(step))
        highs.insert(0, highs[0] + max(step))
    return _Walk(space, op, ordered, steps, lows, highs).formula_from(0, leaf.constant)


def _multiples(numbers: Sequence[Exact], times: Exact) -> Sequence[Exact]:
    return numbers if times == 1 else [exact(times * number) for number in numbers]


@dataclass
class _Walk:
    """A dynamic program over the variables of a sum: formulas are memoized by index and partial sum."""

    space: Space
    op: str
    variables: Sequence[int]
    steps: Sequence[Sequence[Exact]]
    lows: list[Exact]
    highs: list[Exact]
    memo: dict[tuple[int, Exact], Formula] = field(default_factory=dict)

    def formula_from(self, place: int, total: Exact) -> Formula:
        """Return the formula for the rest of the sum, from a variable on."""
        certain = certain_truth(self.op, (total + self.lows[place], total + self.highs[place]))
        if certain is not None:
            return TRUE if certain else FALSE
        formula = self.memo.get((place, total))
        if formula is None:
            variable, step = self.variables[place], self.steps[place]
            if place + 1 == len(self.variables):
                formula = _by_number(self.space, variable, self.op, step, -total)
            else:
                branches = [self.formula_from(place + 1, total + number) for number in step]
                is_order = self.op == "<="
                formula = _by_limit(self.space, variable, branches, step) if is_order else _by_value(self.space, variable, branches)
            self.memo[place, total] = formula
        return formula


def _by_number(space: Space, variable: int, op: str, step: Sequence[Exact], limit: Exact) -> Formula:
    """Return the same as the two below where each value decides: its step is at most the limit, or it is the limit."""
    if op == "<=":
        true = sum(1 << index for index, number in enumerate(step) if number <= limit)
        return _join_by_mask(space, variable, {TRUE: true, FALSE: space.full[variable]})
    true = index = 0
    with suppress(ValueError):
        while True:
            index = step.index(limit, index) + 1
            true |= 1 << index - 1
    false = space.full[variable] & ~true
    return _join_by_mask(space, variable, {TRUE: true, FALSE: false} if true & 1 else {FALSE: false, TRUE: true})


def _by_limit(space: Space, variable: int, branches: Sequence[Formula], step: Sequence[Exact]) -> Formula:
    """Return the same as `_by_value` where a smaller step leaves a weaker rest: the literals overlap, so that models restrict less."""
    order = sorted(range(len(step)), key=lambda index: step[index])
    mask = 0
    masks: dict[Formula, int] = {}
    for index in order:
        mask |= 1 << index
        masks[branches[index]] = mask
    return _join_by_mask(space, variable, masks)


def _variable_to_split(space: Space, leaf: Expression, finite: Iterable[int]) -> int | None:
    """Return the variable with the fewest values, at most `MAX_SPLIT_VALUES`, of those that make the leaf nonlinear."""
    tangled = _nonlinear_variables(leaf)
    return next((v for v in finite if v in tangled and space.full[v].bit_length() <= MAX_SPLIT_VALUES), None)


def _nonlinear_variables(leaf: Leaf) -> frozenset[int]:
    """Return the variables that are multiplied with each other, or divided by."""
    if not isinstance(leaf, Expression):
        return frozenset()
    if leaf.op not in "*/" or (leaf.op == "*" and isinstance(leaf.args[0], int | Fraction)):
        return frozenset().union(*(_nonlinear_variables(arg) for arg in leaf.args))
    return variables(leaf)


def _encode_by_cases(space: Space, op: str, leaf: Expression, variable: int) -> Formula:
    branches: list[Formula] = []
    for index in range(space.full[variable].bit_length()):
        fixed_leaf = substitute(leaf, {variable: space.number_at(variable, index)})
        branches.append((TRUE if holds(op, None) else FALSE) if fixed_leaf is None else _against_zero(space, op, fixed_leaf))
    return _by_value(space, variable, branches)

"""Linearization: comparisons with roundings, maximum and minimum become comparisons of sums without them.

`max(a, b) <= c` is `a <= c and b <= c`; `floor(x) <= n` is `x < n + 1` for an integer `n`. Integral numbers need no rounding.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, lcm, prod
from typing import Literal, TypeAlias

from rulewright.base.limits import MAX_OPERAND_COMBINATIONS
from rulewright.engines.solver.formula.leaves import ROUNDINGS, Expression, Leaf, Linear, add, multiply, rebuild_expression, subtract
from rulewright.engines.solver.formula.space import Exact, Space

LinearizedComparison: TypeAlias = tuple[Literal["both", "either", "not"], list[Leaf]]
"""Leaves to compare with `<= 0`, and their connective: conjunction, disjunction, or negation of the only one."""


def is_whole(space: Space, leaf: Leaf) -> bool:
    """Return True if a leaf is an integer wherever it is defined."""
    match leaf:
        case int():
            return True
        case Fraction():
            return leaf.denominator == 1
        case Linear(terms=terms, constant=constant):
            return isinstance(constant, int) and all((Fraction(c) / parts_of(space, v)).denominator == 1 for v, c in terms)
        case Expression(op=op, args=args):
            return op in ROUNDINGS or (op != "/" and all(is_whole(space, arg) for arg in args))


def parts_of(space: Space, variable: int) -> int:
    """Return the common denominator of the numbers of a variable: 2 for halves, 1 for integers."""
    key = ("parts", variable)
    part_count = space.memo.get(key)
    if part_count is None:
        part_count = space.memo[key] = lcm(*(number.denominator for number in space.numbers_of(variable)))
    return part_count


def drop_idle_roundings(space: Space, leaf: Leaf) -> Leaf:
    """Drop roundings of integral numbers from a leaf."""
    if not isinstance(leaf, Expression):
        return leaf
    args = [drop_idle_roundings(space, arg) for arg in leaf.args]
    if leaf.op in ROUNDINGS and is_whole(space, args[0]):
        return args[0]
    if all(new is old for new, old in zip(args, leaf.args, strict=True)):
        return leaf
    rebuilt = rebuild_expression(leaf.op, args)
    return leaf if rebuilt is None else rebuilt


def linearize_comparison(space: Space, leaf: Leaf) -> LinearizedComparison | None:
    """Replace `leaf <= 0` by simpler comparisons; None if there is nothing to replace."""
    terms = nonlinear_summands(leaf)
    if prod(len(nonlinear.args) for _, nonlinear in terms) > MAX_OPERAND_COMBINATIONS:
        return None
    for factor, nonlinear in terms:
        if nonlinear.op in ("min", "max"):
            remainder = subtract(leaf, multiply(factor, nonlinear))
            leaves = [add(remainder, multiply(factor, arg)) for arg in nonlinear.args]
            return ("both" if (nonlinear.op == "max") is (factor > 0) else "either"), leaves
    for factor, nonlinear in terms:
        if nonlinear.op in ROUNDINGS:
            remainder = multiply(1 / Fraction(factor if factor > 0 else -factor), subtract(leaf, multiply(factor, nonlinear)))
            if isinstance(remainder, int | Fraction):
                remainder = ceil(remainder)
            if is_whole(space, remainder):
                return _without_rounding(nonlinear, remainder, upwards=factor < 0)
    return None


def nonlinear_summands(leaf: Leaf) -> list[tuple[Exact, Expression]]:
    """Return the nonlinear parts of a sum, each with its factor."""
    if not isinstance(leaf, Expression):
        return []
    summands_found: list[tuple[Exact, Expression]] = []
    for part in leaf.args if leaf.op == "+" else (leaf,):
        if isinstance(part, Expression):
            if part.op == "*" and isinstance(part.args[0], int | Fraction) and isinstance(part.args[1], Expression):
                summands_found.append((part.args[0], part.args[1]))
            else:
                summands_found.append((1, part))
    return summands_found


def _without_rounding(rounded: Expression, remainder: Leaf, upwards: bool) -> LinearizedComparison:
    """Replace `remainder + rounded <= 0`, or with `upwards` `remainder - rounded <= 0`, for an integral remainder."""
    operand = rounded.args[0]
    if rounded.op == "nearest":
        operand = add(operand, Fraction(1, 2))
    if rounded.op == "ceil":
        # ceil(x) <= -r is x <= -r; ceil(x) >= r is x > r - 1.
        return ("not", [subtract(add(operand, 1), remainder)]) if upwards else ("both", [add(operand, remainder)])
    # floor(x) >= r is x >= r; floor(x) <= -r is x < 1 - r.
    return ("both", [subtract(remainder, operand)]) if upwards else ("not", [subtract(subtract(1, operand), remainder)])

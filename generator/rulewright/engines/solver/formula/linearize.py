"""Arithmetic taken apart: comparisons with roundings, greatest and least become comparisons of sums without them.

`max(a, b) <= c` is `a <= c and b <= c`; `floor(x) <= n` is `x < n + 1` for a whole `n`. What is whole anyway needs no rounding.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, lcm, prod
from typing import Literal, TypeAlias

from rulewright.engines.solver.formula.leaves import ROUNDINGS, Expression, Leaf, Linear, add, multiply, remade, subtract
from rulewright.engines.solver.formula.space import Exact, Space

Apart: TypeAlias = tuple[Literal["both", "either", "not"], list[Leaf]]
"""Leaves to be compared with `<= 0`, and what of it is meant: all, one of them, or that the one is not."""

WAYS = 256
"""At most so many combinations of what is picked from are distinguished."""


def is_whole(space: Space, leaf: Leaf) -> bool:
    """Whether a leaf is a whole number wherever it is a number."""
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
    """Into how many parts of one the numbers of a variable fall: 2 where some are halves, 1 where all are whole."""
    key = ("parts", variable)
    found = space.memo.get(key)
    if found is None:
        found = space.memo[key] = lcm(*(number.denominator for number in space.numbers(variable)))
    return found


def simpler(space: Space, leaf: Leaf) -> Leaf:
    """The same leaf without roundings of what is whole."""
    if not isinstance(leaf, Expression):
        return leaf
    args = [simpler(space, arg) for arg in leaf.args]
    if leaf.op in ROUNDINGS and is_whole(space, args[0]):
        return args[0]
    if all(new is old for new, old in zip(args, leaf.args, strict=True)):
        return leaf
    made = remade(leaf.op, args)
    return leaf if made is None else made


def taken_apart(space: Space, leaf: Leaf) -> Apart | None:
    """`leaf <= 0` by comparisons that are simpler; None if there is nothing to take apart."""
    terms = summands(leaf)
    if prod(len(of.args) for _, of in terms) > WAYS:
        return None
    for times, of in terms:
        if of.op in ("min", "max"):
            rest = subtract(leaf, multiply(times, of))
            several = [add(rest, multiply(times, arg)) for arg in of.args]
            return ("both" if (of.op == "max") is (times > 0) else "either"), several
    for times, of in terms:
        if of.op in ROUNDINGS:
            rest = multiply(1 / Fraction(times if times > 0 else -times), subtract(leaf, multiply(times, of)))
            if isinstance(rest, int | Fraction):
                rest = ceil(rest)
            if is_whole(space, rest):
                return _without_rounding(of, rest, upwards=times < 0)
    return None


def summands(leaf: Leaf) -> list[tuple[Exact, Expression]]:
    """The parts of a sum that are not linear, each with its factor."""
    if not isinstance(leaf, Expression):
        return []
    found: list[tuple[Exact, Expression]] = []
    for part in leaf.args if leaf.op == "+" else (leaf,):
        if isinstance(part, Expression):
            if part.op == "*" and isinstance(part.args[0], int | Fraction) and isinstance(part.args[1], Expression):
                found.append((part.args[0], part.args[1]))
            else:
                found.append((1, part))
    return found


def _without_rounding(of: Expression, rest: Leaf, upwards: bool) -> Apart:
    """`rest + rounded <= 0`, or (`upwards`) `rest - rounded <= 0`, for a whole rest."""
    inside = of.args[0]
    if of.op == "nearest":
        inside = add(inside, Fraction(1, 2))
    if of.op == "ceil":
        # ceil(x) <= -r is x <= -r; ceil(x) >= r is x > r - 1.
        return ("not", [subtract(add(inside, 1), rest)]) if upwards else ("both", [add(inside, rest)])
    # floor(x) >= r is x >= r; floor(x) <= -r is x < 1 - r.
    return ("both", [subtract(rest, inside)]) if upwards else ("not", [subtract(subtract(1, inside), rest)])

"""Exact numbers over variables, and comparisons of them as formulas.

A comparison of one variable is a literal. One of several with few combinations of values is listed, with what is alike shared. All others
are a `NumericAtom`, a hard atom, which the search narrows and splits (and z3 decides where numbers are too many to list). A quotient with
a divisor known to be positive is multiplied out. Where a divisor can be zero, the caller guards: at zero `=` and `<=` are false.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product as every_choice
from math import gcd, lcm, prod

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
    fix,
    limits,
    linear,
    multiply,
    pick,
    reach_of,
    renamed,
    round_,
    subtract,
    variable_number,
    variables,
    worked_out,
)
from rulewright.engines.solver.formula.linearize import simpler, taken_apart
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
    "fix",
    "limits",
    "linear",
    "multiply",
    "pick",
    "round_",
    "subtract",
    "variable_number",
    "variables",
    "worked_out",
]

LISTED = 64
"""How many combinations of values a comparison of sums is listed over."""
WORKED = 256
"""How many combinations of values a comparison of anything but a sum is listed over."""
SPLIT = 64
"""How many values of a variable are put in one by one to make a comparison linear."""


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

    def under(self, reach: Mapping[int, Reach]) -> bool | None:
        return certainly(self.op, reach_of(self.leaf, reach))

    def renamed(self, others: Mapping[int, int]) -> NumericAtom:
        return NumericAtom(self.op, renamed(self.leaf, others))


def holds(op: str, value: Exact | None) -> bool:
    """`value op 0`. No value (a quotient by zero) is like no number: only `!=` and `>`, the opposites, hold of it."""
    if value is None:
        return op in (">", "!=")
    return {"<=": value <= 0, ">": value > 0, "=": value == 0, "!=": value != 0}[op]


def certainly(op: str, reach: Reach) -> bool | None:
    """`leaf op 0` for every number in the reach, for none (False), or None."""
    low, high = reach
    if op in (">", "!="):
        found = certainly("<=" if op == ">" else "=", reach)
        return None if found is None else not found
    if op == "<=":
        return True if high is not None and high <= 0 else False if low is not None and low > 0 else None
    if low == high == 0:
        return True
    return False if (low is not None and low > 0) or (high is not None and high < 0) else None


# ---- comparing ---------------------------------------------------------------------------------------------------------------------------


def compare(space: Space, op: str, one: Leaf, other: Leaf) -> Formula:
    """`one op other` for `= != < <= > >=`."""
    match op:
        case "!=":
            return space.negate(compare(space, "=", one, other))
        case "<":
            return space.negate(_below(space, "<=", other, one))
        case ">":
            return space.negate(_below(space, "<=", one, other))
        case ">=":
            return _below(space, "<=", other, one)
        case _:
            return _below(space, op, one, other)


def _below(space: Space, op: str, one: Leaf, other: Leaf) -> Formula:
    """`one <= other` or `one = other`."""
    key = (op, one, other)
    made = space.memo.get(key)
    if made is None:
        made = space.memo[key] = _against_zero(space, op, subtract(one, other))
    return made


def _against_zero(space: Space, op: str, leaf: Leaf) -> Formula:
    """`leaf <= 0` or `leaf = 0`."""
    if isinstance(leaf, Expression) and leaf.op == "/":
        above, below = leaf.args
        low, high = limits(space, below)
        if low is not None and low > 0:
            return _against_zero(space, op, above)
        if high is not None and high < 0:
            return _against_zero(space, op, multiply(-1, above))
    key = (op, leaf)
    made = space.memo.get(key)
    if made is None:
        plainer = _whole(simpler(space, leaf), op)
        made = space.memo[key] = _compared(space, op, leaf) if plainer == leaf else _against_zero(space, op, plainer)
    return made


def _whole(leaf: Leaf, op: str) -> Leaf:
    """The same condition with whole coefficients without a common factor, so that equal conditions are written once."""
    if not isinstance(leaf, Linear):
        return leaf
    numbers = [Fraction(number) for number in (*(c for _, c in leaf.terms), leaf.constant) if number != 0]
    times = Fraction(lcm(*(n.denominator for n in numbers)), gcd(*(n.numerator for n in numbers)))
    if op == "=" and numbers[0] < 0:
        times = -times
    return multiply(times, leaf)


def _compared(space: Space, op: str, leaf: Leaf) -> Formula:
    known = certainly(op, limits(space, leaf))
    if known is not None:
        return TRUE if known else FALSE
    several = sorted(variables(leaf), key=lambda variable: (space.full[variable].bit_length() or 1 << 40, variable))
    listed = [variable for variable in several if space.values[variable] is not None]
    combinations = prod(space.full[variable].bit_length() for variable in several) if len(listed) == len(several) else 0
    small = len(several) == 1 or 0 < combinations <= LISTED
    if isinstance(leaf, Linear):
        return _walked(space, op, leaf, several) if small and combinations else space.hard(NumericAtom(op, leaf))
    if not (small and combinations):
        found = _taken_apart(space, op, leaf)
        if found is not None:
            return found
    if combinations and (small or combinations <= WORKED):
        return _enumerated(space, op, leaf, several)
    chosen = _to_split(space, leaf, listed) if isinstance(leaf, Expression) else None
    if isinstance(leaf, Expression) and chosen is not None:
        return _split(space, op, leaf, chosen)
    return space.hard(NumericAtom(op, leaf))


def _taken_apart(space: Space, op: str, leaf: Leaf) -> Formula | None:
    """Greatest, least and roundings out of the way; None if there are none that can be."""
    if op == "=":
        if taken_apart(space, leaf) is None:
            return None
        return space.both(_against_zero(space, "<=", leaf), _against_zero(space, "<=", multiply(-1, leaf)))
    found = taken_apart(space, leaf)
    if found is None:
        return None
    how, leaves = found
    formulas = [_against_zero(space, "<=", one) for one in leaves]
    if how == "not":
        return space.negate(formulas[0])
    return space.both(*formulas) if how == "both" else space.either(*formulas)


def _enumerated(space: Space, op: str, leaf: Leaf, several: Sequence[int]) -> Formula:
    """Every combination of values, the last variables innermost; values with the same rest share a literal."""
    sizes = [space.full[variable].bit_length() for variable in several]
    numbers = [space.numbers(variable) for variable in several]
    row = [TRUE if holds(op, worked_out(leaf, dict(zip(several, chosen, strict=True)))) else FALSE for chosen in every_choice(*numbers)]
    for variable, size in zip(reversed(several), reversed(sizes), strict=True):
        row = [_by_value(space, variable, row[start : start + size]) for start in range(0, len(row), size)]
    return row[0]


def _by_value(space: Space, variable: int, branches: Sequence[Formula]) -> Formula:
    """The variable has some value and that value's branch holds."""
    masks: dict[Formula, int] = {}
    for index, branch in enumerate(branches):
        masks[branch] = masks.get(branch, 0) | 1 << index
    return space.either(*(space.both(space.literal(variable, mask), branch) for branch, mask in masks.items()))


def _walked(space: Space, op: str, leaf: Linear, several: Sequence[int]) -> Formula:
    """A sum over listed variables, one variable after the other; a place is what is summed so far."""
    coefficients = dict(leaf.terms)
    steps = [[exact(coefficients[v] * number) for number in space.numbers(v)] for v in several]
    lows: list[Exact] = [0]
    highs: list[Exact] = [0]
    for step in reversed(steps):
        lows.insert(0, lows[0] + min(step))
        highs.insert(0, highs[0] + max(step))
    return _Walk(space, op, several, steps, lows, highs).from_(0, leaf.constant)


@dataclass
class _Walk:
    """A walk along the variables of a sum: what each place on the way comes to is kept."""

    space: Space
    op: str
    several: Sequence[int]
    steps: list[list[Exact]]
    lows: list[Exact]
    highs: list[Exact]
    known: dict[tuple[int, Exact], Formula] = field(default_factory=dict)

    def from_(self, place: int, so_far: Exact) -> Formula:
        """Where the rest of the sum makes it hold, from a variable on."""
        certain = certainly(self.op, (so_far + self.lows[place], so_far + self.highs[place]))
        if certain is not None:
            return TRUE if certain else FALSE
        made = self.known.get((place, so_far))
        if made is None:
            branches = [self.from_(place + 1, so_far + step) for step in self.steps[place]]
            joined = _by_limit if self.op == "<=" else _by_value_at
            made = self.known[place, so_far] = joined(self.space, self.several[place], branches, self.steps[place])
        return made


def _by_value_at(space: Space, variable: int, branches: Sequence[Formula], step: Sequence[Exact]) -> Formula:
    return _by_value(space, variable, branches)


def _by_limit(space: Space, variable: int, branches: Sequence[Formula], step: Sequence[Exact]) -> Formula:
    """As `_by_value`, where a smaller step leaves a weaker rest: the literals then overlap, so that models restrict less."""
    order = sorted(range(len(step)), key=lambda index: step[index])
    mask = 0
    masks: dict[Formula, int] = {}
    for index in order:
        mask |= 1 << index
        masks[branches[index]] = mask
    return space.either(*(space.both(space.literal(variable, mask), branch) for branch, mask in masks.items()))


def _to_split(space: Space, leaf: Expression, listed: Iterable[int]) -> int | None:
    """The variable with the fewest values, at most `SPLIT`, of those that keep the leaf from being linear."""
    tangled = _tangled(leaf)
    return next((v for v in listed if v in tangled and space.full[v].bit_length() <= SPLIT), None)


def _tangled(leaf: Leaf) -> frozenset[int]:
    """The variables that are multiplied with each other, or divided by."""
    if not isinstance(leaf, Expression):
        return frozenset()
    if leaf.op not in "*/" or (leaf.op == "*" and isinstance(leaf.args[0], int | Fraction)):
        return frozenset().union(*(_tangled(arg) for arg in leaf.args))
    return variables(leaf)


def _split(space: Space, op: str, leaf: Expression, variable: int) -> Formula:
    branches: list[Formula] = []
    for index in range(space.full[variable].bit_length()):
        put = fix(leaf, {variable: space.number(variable, index)})
        branches.append((TRUE if holds(op, None) else FALSE) if put is None else _against_zero(space, op, put))
    return _by_value(space, variable, branches)

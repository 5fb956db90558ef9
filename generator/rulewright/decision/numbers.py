"""Exact numbers over variables, and comparisons of them as formulas.

A leaf is a number, a `Linear` sum of variables, or an `Expression`. A comparison becomes literals: one variable at once, several by a walk
through their values that shares what is alike. Only what is too large to list becomes a `Comparison`, a hard atom that z3 decides.
Numbers stay exact; a quotient with a divisor known to be positive is multiplied out. Where a divisor can be zero, the caller guards:
at zero a quotient is `None`, and every comparison with it is false.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product as every_choice
from math import ceil, floor, gcd, lcm, prod
from typing import TypeAlias

from rulewright.decision.formula import FALSE, TRUE, Exact, Formula, Numbers, Space
from rulewright.records import record

Reach: TypeAlias = tuple[Exact | None, Exact | None]
"""Lowest and highest number, None where there is no end."""

LISTED = 2_048
"""How many steps the walk of a sum may take."""
WORKED = 256
"""How many combinations of values a comparison of anything but a sum is listed over."""
SPLIT = 64
"""How many values of a variable are put in one by one to make a comparison linear."""


@record
class Linear:
    """`coefficient * variable + … + constant`: variables ascending, no coefficient 0, at least one term. Made by `add` and `multiply`."""

    terms: tuple[tuple[int, Exact], ...]
    constant: Exact


@record
class Expression:
    """What is not linear: `op` is one of `+ * / floor ceil nearest min max`; `nearest` sends halves up."""

    op: str
    args: tuple[Leaf, ...]


Leaf: TypeAlias = int | Fraction | Linear | Expression


@record
class Comparison:
    """`leaf op 0`, a hard atom; `op` is one of `<= > = !=`."""

    op: str
    leaf: Leaf

    @property
    def variables(self) -> frozenset[int]:
        return frozenset(variables(self.leaf))

    def opposite(self) -> Comparison:
        return Comparison({"<=": ">", ">": "<=", "=": "!=", "!=": "="}[self.op], self.leaf)

    def evaluate(self, numbers: Mapping[int, Exact]) -> bool:
        return holds(self.op, worked_out(self.leaf, numbers))

    def under(self, reach: Mapping[int, Reach]) -> bool | None:
        return _settled(self.op, _reach_of(self.leaf, reach))


def holds(op: str, value: Exact | None) -> bool:
    """`value op 0`. No value (a quotient by zero) is like no number: only `!=` and `>`, the opposites, hold of it."""
    if value is None:
        return op in (">", "!=")
    return {"<=": value <= 0, ">": value > 0, "=": value == 0, "!=": value != 0}[op]


# ---- making leaves -----------------------------------------------------------------------------------------------------------------------


def exact(number: Exact) -> Exact:
    """Whole fractions as integers."""
    return int(number) if isinstance(number, Fraction) and number.denominator == 1 else number


def variable_number(variable: int) -> Linear:
    """The number that a variable is (a word counts as 0, true as 1)."""
    return Linear(((variable, 1),), 0)


def add(one: Leaf, other: Leaf) -> Leaf:
    if isinstance(one, int | Fraction) and isinstance(other, int | Fraction):
        return exact(one + other)
    for quotient, rest in ((one, other), (other, one)):
        if isinstance(quotient, Expression) and quotient.op == "/":
            above, below = quotient.args
            return divide(add(above, multiply(rest, below)), below)
    if isinstance(one, Expression) or isinstance(other, Expression):
        return _sum(one, other)
    terms: dict[int, Exact] = {}
    constant: Exact = 0
    for leaf in (one, other):
        if isinstance(leaf, Linear):
            constant += leaf.constant
            for variable, coefficient in leaf.terms:
                terms[variable] = terms.get(variable, 0) + coefficient
        else:
            constant += leaf
    return linear(terms, constant)


def linear(terms: Mapping[int, Exact], constant: Exact) -> Leaf:
    """The sum; without a term that counts, the plain number."""
    kept = tuple((variable, exact(terms[variable])) for variable in sorted(terms) if terms[variable] != 0)
    return Linear(kept, exact(constant)) if kept else exact(constant)


def _sum(one: Leaf, other: Leaf) -> Leaf:
    """A sum with something in it that is not linear: what is linear in it is one part, and equal parts that cancel are gone."""
    plain: Leaf = 0
    counted: dict[Expression, Exact] = {}
    for leaf in (one, other):
        for part in leaf.args if isinstance(leaf, Expression) and leaf.op == "+" else (leaf,):
            if not isinstance(part, Expression):
                plain = add(plain, part)
                continue
            times, of = _factor(part)
            counted[of] = counted.get(of, 0) + times
    parts: list[Leaf] = [multiply(times, of) for of, times in counted.items() if times != 0]
    parts.sort(key=repr)
    if plain != 0:
        parts.append(plain)
    if len(parts) < 2:
        return parts[0] if parts else 0
    return Expression("+", tuple(parts))


def _factor(part: Expression) -> tuple[Exact, Expression]:
    """`3 * x` as (3, x)."""
    if part.op == "*" and isinstance(part.args[0], int | Fraction) and isinstance(part.args[1], Expression):
        return part.args[0], part.args[1]
    return 1, part


def subtract(one: Leaf, other: Leaf) -> Leaf:
    return add(one, multiply(-1, other))


def multiply(one: Leaf, other: Leaf) -> Leaf:
    """A product; of a number and a sum: the sum of the products."""
    if not isinstance(one, int | Fraction):
        if not isinstance(other, int | Fraction):
            return _product(one, other)
        one, other = other, one
    if one == 0:
        return 0
    if one == 1:
        return other
    match other:
        case int() | Fraction():
            return exact(one * other)
        case Linear():
            return linear({variable: one * coefficient for variable, coefficient in other.terms}, one * other.constant)
        case Expression(op="+", args=args):
            return Expression("+", tuple(multiply(one, part) for part in args))
        case Expression(op="/", args=(above, below)):
            return divide(multiply(one, above), below)
        case Expression():
            times, of = _factor(other)
            return of if one * times == 1 else Expression("*", (exact(one * times), of))


def _product(one: Leaf, other: Leaf) -> Leaf:
    for quotient, factor in ((one, other), (other, one)):
        if isinstance(quotient, Expression) and quotient.op == "/":
            return divide(multiply(quotient.args[0], factor), quotient.args[1])
    first, second = sorted((one, other), key=repr)
    return Expression("*", (first, second))


def divide(one: Leaf, other: Leaf) -> Leaf:
    """A quotient; the caller sees to it that the divisor is not zero where it matters. Raises `ZeroDivisionError` for a plain 0."""
    if isinstance(other, int | Fraction):
        return multiply(Fraction(1) / Fraction(other), one)
    if isinstance(one, Expression) and one.op == "/":
        return divide(one.args[0], multiply(one.args[1], other))
    if isinstance(other, Expression) and other.op == "/":
        return Expression("/", (multiply(one, other.args[1]), other.args[0]))
    return Expression("/", (one, other))


ROUNDINGS: dict[str, Callable[[Exact], int]] = {
    "floor": floor,
    "ceil": ceil,
    "nearest": lambda number: floor(number + Fraction(1, 2)),
}
NAMES = {"down": "floor", "up": "ceil", "nearest": "nearest", "to nearest": "nearest"}


def round_(leaf: Leaf, kind: str) -> Leaf:
    """Rounded `down`, `up` or `nearest` (halves up) to a whole number."""
    op = NAMES[kind]
    if isinstance(leaf, int | Fraction):
        return ROUNDINGS[op](leaf)
    if isinstance(leaf, Expression) and leaf.op in ROUNDINGS:
        return leaf
    return Expression(op, (leaf,))


def pick(greatest: bool, args: Sequence[Leaf]) -> Leaf:
    """The greatest or the least of some leaves (at least one)."""
    work = max if greatest else min
    plain = [leaf for leaf in args if isinstance(leaf, int | Fraction)]
    others: list[Leaf] = sorted({leaf for leaf in args if not isinstance(leaf, int | Fraction)}, key=repr)
    if plain:
        others.append(work(plain))
    return others[0] if len(others) == 1 else Expression("max" if greatest else "min", tuple(others))


# ---- reading leaves ----------------------------------------------------------------------------------------------------------------------


def variables(leaf: Leaf) -> set[int]:
    match leaf:
        case int() | Fraction():
            return set()
        case Linear(terms=terms):
            return {variable for variable, _ in terms}
        case Expression(args=args):
            return set().union(*(variables(arg) for arg in args))


def evaluate(space: Space, leaf: Leaf, assignment: Mapping[int, Exact]) -> Exact | None:
    """The number that a leaf is, given the index of each variable's value (of a wide one, the number); None for a quotient by zero."""
    return worked_out(leaf, Numbers(space, assignment))


def worked_out(leaf: Leaf, numbers: Mapping[int, Exact]) -> Exact | None:
    """The number that a leaf is where each variable is the number that `numbers` says; None where something is divided by zero."""
    match leaf:
        case int() | Fraction():
            return leaf
        case Linear(terms=terms, constant=constant):
            return exact(sum((coefficient * numbers[variable] for variable, coefficient in terms), constant))
        case Expression(op=op, args=args):
            found = [worked_out(arg, numbers) for arg in args]
            plain = [number for number in found if number is not None]
            return None if len(plain) < len(found) else _worked(op, plain)


def _worked(op: str, args: Sequence[Exact]) -> Exact | None:
    if op == "/":
        return None if args[1] == 0 else exact(Fraction(args[0]) / Fraction(args[1]))
    if op in ROUNDINGS:
        return ROUNDINGS[op](args[0])
    if op in ("min", "max"):
        return max(args) if op == "max" else min(args)
    return exact(sum(args) if op == "+" else prod(args))


def fix(leaf: Leaf, numbers: Mapping[int, Exact]) -> Leaf | None:
    """The leaf with some variables replaced by numbers; None where that divides by zero."""
    match leaf:
        case int() | Fraction():
            return leaf
        case Linear(terms=terms, constant=constant):
            kept = {variable: coefficient for variable, coefficient in terms if variable not in numbers}
            return linear(kept, constant + sum(c * numbers[variable] for variable, c in terms if variable in numbers))
        case Expression(op=op, args=args):
            found = [fix(arg, numbers) for arg in args]
            leaves = [arg for arg in found if arg is not None]
            return None if len(leaves) < len(found) else _remade(op, leaves)


def _remade(op: str, args: Sequence[Leaf]) -> Leaf | None:
    if op == "/":
        return None if args[1] == 0 else divide(args[0], args[1])
    if op in ROUNDINGS:
        return round_(args[0], {"floor": "down", "ceil": "up"}.get(op, op))
    if op in ("min", "max"):
        return pick(op == "max", args)
    made = args[0]
    for arg in args[1:]:
        made = add(made, arg) if op == "+" else multiply(made, arg)
    return made


# ---- limits ------------------------------------------------------------------------------------------------------------------------------


def limits(space: Space, leaf: Leaf) -> Reach:
    """A lowest and a highest number that are never passed; None where there is none."""
    return _reach_of(leaf, Reaches(space))


class Reaches(Mapping[int, Reach]):
    """Lowest and highest number of each variable, of the values that a box leaves it (of a wide variable: the number that it is there)."""

    def __init__(self, space: Space, box: Mapping[int, int] | None = None) -> None:
        self.space = space
        self.box = box or {}

    def __getitem__(self, variable: int) -> Reach:
        values = self.space.values[variable]
        if values is None:
            number = self.box.get(variable)
            return self.space.ends[variable] if number is None else (number, number)
        mask = self.box.get(variable, -1)
        numbers = [self.space.number(variable, index) for index in range(len(values)) if mask >> index & 1]
        return min(numbers), max(numbers)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.space.keys)))

    def __len__(self) -> int:
        return len(self.space.keys)


def _reach_of(leaf: Leaf, reach: Mapping[int, Reach]) -> Reach:
    match leaf:
        case int() | Fraction():
            return leaf, leaf
        case Linear(terms=terms, constant=constant):
            found: Reach = (constant, constant)
            for variable, coefficient in terms:
                found = _added(found, _scaled(coefficient, reach[variable]))
            return found
        case Expression(op=op, args=args):
            return _combined(op, [_reach_of(arg, reach) for arg in args])


def _combined(op: str, parts: Sequence[Reach]) -> Reach:
    low, high = parts[0]
    if op in ROUNDINGS:
        work = ROUNDINGS[op]
        return None if low is None else work(low), None if high is None else work(high)
    if op == "/":
        below, above = parts[1]
        if below is None or above is None or below <= 0 <= above:
            return _over_unknown(parts[0], parts[1])
        return _multiplied(parts[0], (Fraction(1) / Fraction(above), Fraction(1) / Fraction(below)))
    for other in parts[1:]:
        if op == "+":
            low, high = _added((low, high), other)
        elif op == "*":
            low, high = _multiplied((low, high), other)
        else:
            low, high = _picked(op == "max", (low, high), other)
    return low, high


def _over_unknown(one: Reach, divisor: Reach) -> Reach:
    """By a positive divisor without an end (at least `low`): at least 0 if the number is, at most the number over `low`."""
    low, high = one
    below, _ = divisor
    if below is None or below <= 0 or low is None or low < 0:
        return None, None
    return 0, None if high is None else exact(Fraction(high) / Fraction(below))


def _scaled(by: Exact, reach: Reach) -> Reach:
    low = None if reach[0] is None else exact(by * reach[0])
    high = None if reach[1] is None else exact(by * reach[1])
    return (low, high) if by >= 0 else (high, low)


def _added(one: Reach, other: Reach) -> Reach:
    low = None if one[0] is None or other[0] is None else exact(one[0] + other[0])
    high = None if one[1] is None or other[1] is None else exact(one[1] + other[1])
    return low, high


def _multiplied(one: Reach, other: Reach) -> Reach:
    if None in one or None in other:
        if one[0] is not None and one[0] >= 0 and other[0] is not None and other[0] >= 0:
            return exact(one[0] * other[0]), None
        return None, None
    corners = [exact(a * b) for a in one for b in other if a is not None and b is not None]
    return min(corners), max(corners)


def _picked(greatest: bool, one: Reach, other: Reach) -> Reach:
    work = max if greatest else min
    lows = [low for low in (one[0], other[0]) if low is not None]
    highs = [high for high in (one[1], other[1]) if high is not None]
    if greatest:
        return work(lows) if lows else None, work(highs) if len(highs) == 2 else None
    return work(lows) if len(lows) == 2 else None, work(highs) if highs else None


def _settled(op: str, reach: Reach) -> bool | None:
    """`leaf op 0` for every number in the reach, for none (False), or None."""
    low, high = reach
    if op in (">", "!="):
        found = _settled("<=" if op == ">" else "=", reach)
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
    return _against_zero(space, op, subtract(one, other))


def _against_zero(space: Space, op: str, leaf: Leaf) -> Formula:
    """`leaf <= 0` or `leaf = 0`."""
    if isinstance(leaf, Expression) and leaf.op == "/":
        above, below = leaf.args
        low, high = limits(space, below)
        if low is not None and low > 0:
            return _against_zero(space, op, above)
        if high is not None and high < 0:
            return _against_zero(space, op, multiply(-1, above))
    leaf = _whole(leaf, op)
    key = (op, leaf)
    made = space.memo.get(key)
    if made is None:
        made = space.memo[key] = _compared(space, op, leaf)
    return made


def _whole(leaf: Leaf, op: str) -> Leaf:
    """The same condition with whole coefficients without a common factor, so that equal conditions are told once."""
    if not isinstance(leaf, Linear):
        return leaf
    numbers = [Fraction(number) for number in (*(c for _, c in leaf.terms), leaf.constant) if number != 0]
    times = Fraction(lcm(*(n.denominator for n in numbers)), gcd(*(n.numerator for n in numbers)))
    if op == "=" and numbers[0] < 0:
        times = -times
    return multiply(times, leaf)


def _compared(space: Space, op: str, leaf: Leaf) -> Formula:
    known = _settled(op, limits(space, leaf))
    if known is not None:
        return TRUE if known else FALSE
    several = sorted(variables(leaf), key=lambda variable: (space.full[variable].bit_length() or 1 << 40, variable))
    listed = [variable for variable in several if space.values[variable] is not None]
    if isinstance(leaf, Linear):
        made = _walked(space, op, leaf, several) if len(listed) == len(several) else None
        return space.hard(Comparison(op, leaf)) if made is None else made
    if len(listed) == len(several) and prod(space.full[variable].bit_length() for variable in several) <= WORKED:
        return _enumerated(space, op, leaf, several)
    chosen = _to_split(space, leaf, listed) if isinstance(leaf, Expression) else None
    if isinstance(leaf, Expression) and chosen is not None:
        return _split(space, op, leaf, chosen)
    return space.hard(Comparison(op, leaf))


def _enumerated(space: Space, op: str, leaf: Leaf, several: Sequence[int]) -> Formula:
    """Every combination of values, the last variables innermost; values with the same rest share a literal."""
    sizes = [space.full[variable].bit_length() for variable in several]
    numbers = [[space.number(variable, index) for index in range(size)] for variable, size in zip(several, sizes, strict=True)]
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


class _TooMany(Exception):
    """The walk of a sum has taken more steps than are worth it."""


def _walked(space: Space, op: str, leaf: Linear, several: Sequence[int]) -> Formula | None:
    """A sum over listed variables, one variable after the other; a place is what is summed so far. None if there are too many places."""
    coefficients = dict(leaf.terms)
    steps = [[coefficients[v] * space.number(v, i) for i in range(space.full[v].bit_length())] for v in several]
    lows, highs = [Fraction(0)], [Fraction(0)]
    for step in reversed(steps):
        lows.append(lows[-1] + min(step))
        highs.append(highs[-1] + max(step))
    lows.reverse()
    highs.reverse()
    known: dict[tuple[int, Exact], Formula] = {}
    taken = 0

    def walk(place: int, so_far: Exact) -> Formula:
        nonlocal taken
        settled = _settled(op, (so_far + lows[place], so_far + highs[place]))
        if settled is not None:
            return TRUE if settled else FALSE
        made = known.get((place, so_far))
        if made is None:
            taken += len(steps[place])
            if taken > LISTED:
                raise _TooMany
            branches = [walk(place + 1, so_far + step) for step in steps[place]]
            work = _by_limit if op == "<=" else _by_value_at
            made = known[place, so_far] = work(space, several[place], branches, steps[place])
        return made

    if len(several) > 200:
        return None
    try:
        return walk(0, leaf.constant)
    except _TooMany:
        return None


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


def _tangled(leaf: Leaf) -> set[int]:
    """The variables that are multiplied with each other, or divided by."""
    if not isinstance(leaf, Expression):
        return set()
    if leaf.op == "+" or (leaf.op == "*" and isinstance(leaf.args[0], int | Fraction)):
        return set().union(*(_tangled(arg) for arg in leaf.args))
    if leaf.op not in "*/":
        return set().union(*(_tangled(arg) for arg in leaf.args))
    return variables(leaf)


def _split(space: Space, op: str, leaf: Expression, variable: int) -> Formula:
    branches: list[Formula] = []
    for index in range(space.full[variable].bit_length()):
        put = fix(leaf, {variable: space.number(variable, index)})
        branches.append((TRUE if holds(op, None) else FALSE) if put is None else _against_zero(space, op, put))
    return _by_value(space, variable, branches)

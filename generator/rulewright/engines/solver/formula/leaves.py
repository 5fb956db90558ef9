"""Exact numbers over variables: what can be added, multiplied, divided, rounded and picked from, and the limits that it keeps.

A leaf is a number, a `Linear` sum of variables, or an `Expression`. Numbers stay exact. Where a divisor is zero, a quotient has no value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor, prod
from typing import TypeAlias

from rulewright.base.numerals import is_long
from rulewright.base.records import record
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import Exact, Numbers, Space

Reach: TypeAlias = tuple[Exact | None, Exact | None]
"""Lowest and highest number, None where there is no end."""


class _Kept:
    """What is worked out of a leaf once, as it is asked for at every step: its hash, its text, by which leaves are put in order, and what
    variables are in it."""

    __slots__ = ("_hash", "_text", "_variables")
    _hash: int
    _text: str
    _variables: frozenset[int]

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            object.__setattr__(self, "_hash", hash(self._parts()))
            return self._hash

    def __repr__(self) -> str:
        try:
            return self._text
        except AttributeError:
            object.__setattr__(self, "_text", f"{self.__class__.__name__}{self._parts()!r}")
            return self._text

    @property
    def variables(self) -> frozenset[int]:
        try:
            return self._variables
        except AttributeError:
            object.__setattr__(self, "_variables", self._variables_in())
            return self._variables

    def _parts(self) -> tuple[object, ...]:
        raise NotImplementedError

    def _variables_in(self) -> frozenset[int]:
        raise NotImplementedError


@record
class Linear(_Kept):
    """`coefficient * variable + … + constant`: variables ascending, no coefficient 0, at least one term. Made by `add` and `multiply`."""

    terms: tuple[tuple[int, Exact], ...]
    constant: Exact
    __hash__, __repr__ = _Kept.__hash__, _Kept.__repr__

    def _parts(self) -> tuple[object, ...]:
        return self.terms, self.constant

    def _variables_in(self) -> frozenset[int]:
        return frozenset([variable for variable, _ in self.terms])


@record
class Expression(_Kept):
    """What is not linear: `op` is one of `+ * / floor ceil nearest min max`; `nearest` sends halves up."""

    op: str
    args: tuple[Leaf, ...]
    __hash__, __repr__ = _Kept.__hash__, _Kept.__repr__

    def _parts(self) -> tuple[object, ...]:
        return self.op, self.args

    def _variables_in(self) -> frozenset[int]:
        return frozenset().union(*[variables(arg) for arg in self.args])


Leaf: TypeAlias = int | Fraction | Linear | Expression


# ---- making leaves -----------------------------------------------------------------------------------------------------------------------


def exact(number: Exact) -> Exact:
    """Whole fractions as integers."""
    return int(number) if number.__class__ is Fraction and number.denominator == 1 else number


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
            return _not_too_long(exact(one * other))
        case Linear():
            return linear({variable: one * coefficient for variable, coefficient in other.terms}, one * other.constant)
        case Expression(op="+", args=args):
            return Expression("+", tuple(multiply(one, part) for part in args))
        case Expression(op="/", args=(above, below)):
            return divide(multiply(one, above), below)
        case Expression():
            times, of = _factor(other)
            return of if one * times == 1 else Expression("*", (exact(one * times), of))


def _not_too_long(number: Exact) -> Exact:
    if is_long(number):
        raise NotAnalysable("a number of thousands of digits")
    return number


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


def variables(leaf: Leaf) -> frozenset[int]:
    """The variables in a leaf."""
    return frozenset() if isinstance(leaf, int | Fraction) else leaf.variables


def evaluate(space: Space, leaf: Leaf, assignment: Mapping[int, Exact]) -> Exact | None:
    """The number that a leaf is, given the index of each variable's value (of a wide one, the number); None for a quotient by zero."""
    return worked_out(leaf, Numbers(space, assignment))


def worked_out(leaf: Leaf, numbers: Mapping[int, Exact]) -> Exact | None:
    """The number that a leaf is where each variable is the number that `numbers` says; None where something is divided by zero."""
    match leaf:
        case Linear(terms=terms, constant=constant):
            return exact(sum([coefficient * numbers[variable] for variable, coefficient in terms], constant))
        case Expression(op=op, args=args):
            found = [worked_out(arg, numbers) for arg in args]
            plain = [number for number in found if number is not None]
            return None if len(plain) < len(found) else _worked(op, plain)
        case int() | Fraction():
            return leaf


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
            return None if len(leaves) < len(found) else remade(op, leaves)


def remade(op: str, args: Sequence[Leaf]) -> Leaf | None:
    """The expression made anew, as simple as its new parts allow; None where that divides by zero."""
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


def renamed(leaf: Leaf, others: Mapping[int, int]) -> Leaf:
    """The leaf with other variables of the same values in place of some."""
    match leaf:
        case int() | Fraction():
            return leaf
        case Linear(terms=terms, constant=constant):
            return linear({others.get(variable, variable): factor for variable, factor in terms}, constant)
        case Expression(op=op, args=args):
            return Expression(op, tuple(renamed(arg, others) for arg in args))


# ---- limits ------------------------------------------------------------------------------------------------------------------------------


def limits(space: Space, leaf: Leaf) -> Reach:
    """A lowest and a highest number that are never passed; None where there is none."""
    if not isinstance(leaf, Expression):
        return reach_of(leaf, Reaches(space))
    found: Reach | None = space.limits.get(leaf)
    if found is None:
        found = space.limits[leaf] = _combined(leaf.op, [limits(space, arg) for arg in leaf.args])
    return found


class Reaches(Mapping[int, Reach]):
    """Lowest and highest number of each variable, of the values that a box leaves it (of a wide variable: the number that it is there)."""

    def __init__(self, space: Space, box: Mapping[int, int] | None = None, known: Mapping[int, Reach] | None = None) -> None:
        self.space = space
        self.box = box or {}
        self.known = known or {}

    def __getitem__(self, variable: int) -> Reach:
        mask = self.box.get(variable)
        if mask is None:
            return self.known.get(variable) or self.space.span(variable)
        if self.space.values[variable] is None:
            return mask, mask
        if mask == self.space.full[variable]:
            return self.space.span(variable)
        numbers = self.space.numbers(variable)
        if self.space.row(variable) is not None:
            ends = numbers[(mask & -mask).bit_length() - 1], numbers[mask.bit_length() - 1]
            return min(ends), max(ends)
        left = [number for index, number in enumerate(numbers) if mask >> index & 1]
        return min(left), max(left)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.space.keys)))

    def __len__(self) -> int:
        return len(self.space.keys)


def reach_of(leaf: Leaf, reach: Mapping[int, Reach]) -> Reach:
    match leaf:
        case Linear(terms=terms, constant=constant):
            found: Reach = (constant, constant)
            for variable, coefficient in terms:
                found = _added(found, _scaled(coefficient, reach[variable]))
            return found
        case Expression(op=op, args=args):
            return _combined(op, [reach_of(arg, reach) for arg in args])
        case int() | Fraction():
            return leaf, leaf


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
    return (None, None) if any(is_long(corner) for corner in corners) else (min(corners), max(corners))


def _picked(greatest: bool, one: Reach, other: Reach) -> Reach:
    work = max if greatest else min
    lows = [low for low in (one[0], other[0]) if low is not None]
    highs = [high for high in (one[1], other[1]) if high is not None]
    if greatest:
        return work(lows) if lows else None, work(highs) if len(highs) == 2 else None
    return work(lows) if len(lows) == 2 else None, work(highs) if highs else None

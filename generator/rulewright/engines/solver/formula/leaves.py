"""Exact numbers over variables: addition, multiplication, division, rounding, minimum and maximum, and bounds.

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
"""The lowest and the highest number; None for no bound."""


class _CachedLeaf:
    """The base of leaves with cached properties, which are needed at every step: the hash, the text by which leaves are ordered, and the
    variables."""

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
class Linear(_CachedLeaf):
    """`coefficient * variable + … + constant`: variables ascending, no coefficient 0, at least one term. Made by `add` and `multiply`."""

    terms: tuple[tuple[int, Exact], ...]
    constant: Exact
    __hash__, __repr__ = _CachedLeaf.__hash__, _CachedLeaf.__repr__

    def _parts(self) -> tuple[object, ...]:
        return self.terms, self.constant

    def _variables_in(self) -> frozenset[int]:
        return frozenset([variable for variable, _ in self.terms])


@record
class Expression(_CachedLeaf):
    """A nonlinear number: `op` is one of `+ * / floor ceil nearest min max`; `nearest` rounds halves up."""

    op: str
    args: tuple[Leaf, ...]
    __hash__, __repr__ = _CachedLeaf.__hash__, _CachedLeaf.__repr__

    def _parts(self) -> tuple[object, ...]:
        return self.op, self.args

    def _variables_in(self) -> frozenset[int]:
        return frozenset().union(*[variables(arg) for arg in self.args])


Leaf: TypeAlias = int | Fraction | Linear | Expression


# ---- making leaves -----------------------------------------------------------------------------------------------------------------------


def exact(number: Exact) -> Exact:
    """Return an integral fraction as an integer, another number unchanged."""
    return int(number) if number.__class__ is Fraction and number.denominator == 1 else number


def variable_number(variable: int) -> Linear:
    """Return the number of a variable (a word counts as 0, true as 1)."""
    return Linear(((variable, 1),), 0)


def add(first: Leaf, second: Leaf) -> Leaf:
    if isinstance(first, int | Fraction) and isinstance(second, int | Fraction):
        return exact(first + second)
    for quotient, addend in ((first, second), (second, first)):
        if isinstance(quotient, Expression) and quotient.op == "/":
            numerator, divisor = quotient.args
            return divide(add(numerator, multiply(addend, divisor)), divisor)
    if isinstance(first, Expression) or isinstance(second, Expression):
        return _nonlinear_sum(first, second)
    terms: dict[int, Exact] = {}
    constant: Exact = 0
    for leaf in (first, second):
        if isinstance(leaf, Linear):
            constant += leaf.constant
            for variable, coefficient in leaf.terms:
                terms[variable] = terms.get(variable, 0) + coefficient
        else:
            constant += leaf
    return linear(terms, constant)


def linear(terms: Mapping[int, Exact], constant: Exact) -> Leaf:
    """Return a linear sum; the plain constant if no coefficient is other than 0."""
    terms_left = tuple((variable, exact(terms[variable])) for variable in sorted(terms) if terms[variable] != 0)
    return Linear(terms_left, exact(constant)) if terms_left else exact(constant)


def _nonlinear_sum(first: Leaf, second: Leaf) -> Leaf:
    """Return a sum with a nonlinear part: the linear parts become one, and equal parts cancel."""
    plain: Leaf = 0
    coefficients: dict[Expression, Exact] = {}
    for leaf in (first, second):
        for part in leaf.args if isinstance(leaf, Expression) and leaf.op == "+" else (leaf,):
            if not isinstance(part, Expression):
                plain = add(plain, part)
                continue
            factor, nonlinear = _split_factor(part)
            coefficients[nonlinear] = coefficients.get(nonlinear, 0) + factor
    parts: list[Leaf] = [multiply(factor, nonlinear) for nonlinear, factor in coefficients.items() if factor != 0]
    parts.sort(key=repr)
    if plain != 0:
        parts.append(plain)
    if len(parts) < 2:
        return parts[0] if parts else 0
    return Expression("+", tuple(parts))


def _split_factor(part: Expression) -> tuple[Exact, Expression]:
    """Split `3 * x` into (3, x)."""
    if part.op == "*" and isinstance(part.args[0], int | Fraction) and isinstance(part.args[1], Expression):
        return part.args[0], part.args[1]
    return 1, part


def subtract(minuend: Leaf, subtrahend: Leaf) -> Leaf:
    return add(minuend, multiply(-1, subtrahend))


def multiply(first: Leaf, second: Leaf) -> Leaf:
    """Return a product; that of a number and a sum is distributed."""
    if not isinstance(first, int | Fraction):
        if not isinstance(second, int | Fraction):
            return _nonlinear_product(first, second)
        first, second = second, first
    if first == 0:
        return 0
    if first == 1:
        return second
    match second:
        case int() | Fraction():
            return _check_length(exact(first * second))
        case Linear():
            return linear({variable: first * coefficient for variable, coefficient in second.terms}, first * second.constant)
        case Expression(op="+", args=args):
            return Expression("+", tuple(multiply(first, part) for part in args))
        case Expression(op="/", args=(numerator, divisor)):
            return divide(multiply(first, numerator), divisor)
        case Expression():
            factor, nonlinear = _split_factor(second)
            return nonlinear if first * factor == 1 else Expression("*", (exact(first * factor), nonlinear))


def _check_length(number: Exact) -> Exact:
    if is_long(number):
        raise NotAnalysable("a number of thousands of digits")
    return number


def _nonlinear_product(lhs: Leaf, rhs: Leaf) -> Leaf:
    for quotient, factor in ((lhs, rhs), (rhs, lhs)):
        if isinstance(quotient, Expression) and quotient.op == "/":
            return divide(multiply(quotient.args[0], factor), quotient.args[1])
    first, second = sorted((lhs, rhs), key=repr)
    return Expression("*", (first, second))


def divide(dividend: Leaf, divisor: Leaf) -> Leaf:
    """Return a quotient; the caller ensures that the divisor is not zero where it matters. Raises `ZeroDivisionError` for a plain 0."""
    if isinstance(divisor, int | Fraction):
        return multiply(Fraction(1) / Fraction(divisor), dividend)
    if isinstance(dividend, Expression) and dividend.op == "/":
        return divide(dividend.args[0], multiply(dividend.args[1], divisor))
    if isinstance(divisor, Expression) and divisor.op == "/":
        return Expression("/", (multiply(dividend, divisor.args[1]), divisor.args[0]))
    return Expression("/", (dividend, divisor))


ROUNDINGS: dict[str, Callable[[Exact], int]] = {
    "floor": floor,
    "ceil": ceil,
    "nearest": lambda number: floor(number + Fraction(1, 2)),
}
NAMES = {"down": "floor", "up": "ceil", "nearest": "nearest", "to nearest": "nearest"}


def round_(leaf: Leaf, kind: str) -> Leaf:
    """Round `down`, `up` or `nearest` (halves up) to an integer."""
    op = NAMES[kind]
    if isinstance(leaf, int | Fraction):
        return ROUNDINGS[op](leaf)
    if isinstance(leaf, Expression) and leaf.op in ROUNDINGS:
        return leaf
    return Expression(op, (leaf,))


def round_to_step(leaf: Leaf, kind: str, step: Exact) -> Leaf:
    """Round a leaf to a multiple of a step."""
    return round_(leaf, kind) if step == 1 else multiply(step, round_(divide(leaf, step), kind))


def pick(greatest: bool, args: Sequence[Leaf]) -> Leaf:
    """Return the greatest or the least of some leaves (at least one)."""
    choose = max if greatest else min
    plain = [leaf for leaf in args if isinstance(leaf, int | Fraction)]
    others: list[Leaf] = sorted({leaf for leaf in args if not isinstance(leaf, int | Fraction)}, key=repr)
    if plain:
        others.append(choose(plain))
    return others[0] if len(others) == 1 else Expression("max" if greatest else "min", tuple(others))


# ---- reading leaves ----------------------------------------------------------------------------------------------------------------------


def variables(leaf: Leaf) -> frozenset[int]:
    """Return the variables in a leaf."""
    return frozenset() if isinstance(leaf, int | Fraction) else leaf.variables


def evaluate(space: Space, leaf: Leaf, assignment: Mapping[int, Exact]) -> Exact | None:
    """Evaluate a leaf, given the index of each variable's value (the number of a wide one); None for a quotient by zero."""
    return worked_out(leaf, Numbers(space, assignment))


def worked_out(leaf: Leaf, numbers: Mapping[int, Exact]) -> Exact | None:
    """Evaluate a leaf, given the number of each variable; None for a quotient by zero."""
    match leaf:
        case Linear(terms=terms, constant=constant):
            return exact(sum([coefficient * numbers[variable] for variable, coefficient in terms], constant))
        case Expression(op=op, args=args):
            values = [worked_out(arg, numbers) for arg in args]
            known_values = [number for number in values if number is not None]
            return None if len(known_values) < len(values) else _apply_operator(op, known_values)
        case int() | Fraction():
            return leaf


def _apply_operator(op: str, args: Sequence[Exact]) -> Exact | None:
    if op == "/":
        return None if args[1] == 0 else exact(Fraction(args[0]) / Fraction(args[1]))
    if op in ROUNDINGS:
        return ROUNDINGS[op](args[0])
    if op in ("min", "max"):
        return max(args) if op == "max" else min(args)
    return exact(sum(args) if op == "+" else prod(args))


def substitute(leaf: Leaf, replacements: Mapping[int, Leaf]) -> Leaf | None:
    """Replace some variables of a leaf by numbers or other leaves; None if that divides by zero."""
    match leaf:
        case int() | Fraction():
            return leaf
        case Linear(terms=terms, constant=constant):
            result = linear({variable: coefficient for variable, coefficient in terms if variable not in replacements}, constant)
            for variable, coefficient in terms:
                if variable in replacements:
                    result = add(result, multiply(coefficient, replacements[variable]))
            return result
        case Expression(op=op, args=args):
            substituted_args = [substitute(arg, replacements) for arg in args]
            leaves = [arg for arg in substituted_args if arg is not None]
            return None if len(leaves) < len(substituted_args) else rebuild_expression(op, leaves)


def rebuild_expression(op: str, args: Sequence[Leaf]) -> Leaf | None:
    """Rebuild an expression from new operands, simplified; None if that divides by zero."""
    if op == "/":
        return None if args[1] == 0 else divide(args[0], args[1])
    if op in ROUNDINGS:
        return round_(args[0], {"floor": "down", "ceil": "up"}.get(op, op))
    if op in ("min", "max"):
        return pick(op == "max", args)
    result = args[0]
    for arg in args[1:]:
        result = add(result, arg) if op == "+" else multiply(result, arg)
    return result


def renamed(leaf: Leaf, others: Mapping[int, int]) -> Leaf:
    """Replace some variables of a leaf by others with the same domain."""
    match leaf:
        case int() | Fraction():
            return leaf
        case Linear(terms=terms, constant=constant):
            return linear({others.get(variable, variable): factor for variable, factor in terms}, constant)
        case Expression(op=op, args=args):
            return Expression(op, tuple(renamed(arg, others) for arg in args))


# ---- limits ------------------------------------------------------------------------------------------------------------------------------


def limits(space: Space, leaf: Leaf) -> Reach:
    """Return a lower and an upper bound of a leaf; None for no bound."""
    if not isinstance(leaf, Expression):
        return reach_of(leaf, Reaches(space))
    reach: Reach | None = space.limits.get(leaf)
    if reach is None:
        reach = space.limits[leaf] = _combine_reaches(leaf.op, [limits(space, arg) for arg in leaf.args])
    return reach


class Reaches(Mapping[int, Reach]):
    """A lazy mapping from variables to their reach in a box; a wide variable in the box has the one number given there."""

    def __init__(self, space: Space, box: Mapping[int, int] | None = None, known_reaches: Mapping[int, Reach] | None = None) -> None:
        self.space = space
        self.box = box or {}
        self.known_reaches = known_reaches or {}

    def __getitem__(self, variable: int) -> Reach:
        mask = self.box.get(variable)
        if mask is None:
            return self.known_reaches.get(variable) or self.space.number_range(variable)
        if self.space.values[variable] is None:
            return mask, mask
        if mask == self.space.full[variable]:
            return self.space.number_range(variable)
        numbers = self.space.numbers_of(variable)
        if self.space.arithmetic_progression(variable) is not None:
            ends = numbers[(mask & -mask).bit_length() - 1], numbers[mask.bit_length() - 1]
            return min(ends), max(ends)
        remaining = [number for index, number in enumerate(numbers) if mask >> index & 1]
        return min(remaining), max(remaining)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.space.keys)))

    def __len__(self) -> int:
        return len(self.space.keys)


def reach_of(leaf: Leaf, reach: Mapping[int, Reach]) -> Reach:
    match leaf:
        case Linear(terms=terms, constant=constant):
            bounds: Reach = (constant, constant)
            for variable, coefficient in terms:
                bounds = _add_reaches(bounds, _scale_reach(coefficient, reach[variable]))
            return bounds
        case Expression(op=op, args=args):
            return _combine_reaches(op, [reach_of(arg, reach) for arg in args])
        case int() | Fraction():
            return leaf, leaf


def _combine_reaches(op: str, parts: Sequence[Reach]) -> Reach:
    low, high = parts[0]
    if op in ROUNDINGS:
        rounding = ROUNDINGS[op]
        return None if low is None else rounding(low), None if high is None else rounding(high)
    if op == "/":
        divisor_low, divisor_high = parts[1]
        if divisor_low is None or divisor_high is None or divisor_low <= 0 <= divisor_high:
            return _divide_by_unbounded(parts[0], parts[1])
        return _multiply_reaches(parts[0], (Fraction(1) / Fraction(divisor_high), Fraction(1) / Fraction(divisor_low)))
    for operand in parts[1:]:
        if op == "+":
            low, high = _add_reaches((low, high), operand)
        elif op == "*":
            low, high = _multiply_reaches((low, high), operand)
        else:
            low, high = _pick_reach(op == "max", (low, high), operand)
    return low, high


def _divide_by_unbounded(dividend: Reach, divisor: Reach) -> Reach:
    """Divide by a positive divisor without an upper bound: at least 0 if the dividend is, at most it over the lower bound."""
    low, high = dividend
    divisor_low, _ = divisor
    if divisor_low is None or divisor_low <= 0 or low is None or low < 0:
        return None, None
    return 0, None if high is None else exact(Fraction(high) / Fraction(divisor_low))


def _scale_reach(factor: Exact, reach: Reach) -> Reach:
    low = None if reach[0] is None else exact(factor * reach[0])
    high = None if reach[1] is None else exact(factor * reach[1])
    return (low, high) if factor >= 0 else (high, low)


def _add_reaches(first: Reach, second: Reach) -> Reach:
    low = None if first[0] is None or second[0] is None else exact(first[0] + second[0])
    high = None if first[1] is None or second[1] is None else exact(first[1] + second[1])
    return low, high


def _multiply_reaches(first: Reach, second: Reach) -> Reach:
    if None in first or None in second:
        if first[0] is not None and first[0] >= 0 and second[0] is not None and second[0] >= 0:
            return exact(first[0] * second[0]), None
        return None, None
    corners = [exact(a * b) for a in first for b in second if a is not None and b is not None]
    return (None, None) if any(is_long(corner) for corner in corners) else (min(corners), max(corners))


def _pick_reach(greatest: bool, first: Reach, second: Reach) -> Reach:
    choose = max if greatest else min
    lows = [low for low in (first[0], second[0]) if low is not None]
    highs = [high for high in (first[1], second[1]) if high is not None]
    if greatest:
        return choose(lows) if lows else None, choose(highs) if len(highs) == 2 else None
    return choose(lows) if len(lows) == 2 else None, choose(highs) if highs else None

"""Primitives: the functions of plain values that expressions apply, each with its meaning.

A primitive is strict: where an operand is undefined, so is its result, and where one is `none`, too, unless it is listed in `TAKES_NONE`.
An engine that computes with formulas may have a shorter way for some of them; for the rest it applies what stands here to every value.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum as PythonEnum
from enum import StrEnum
from fractions import Fraction
from math import floor
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from rulewright.base.errors import WrongInput
from rulewright.base.keywords import Rounding
from rulewright.base.numerals import is_long
from rulewright.semantics.model import Enum


class Primitive(StrEnum):
    """A function of plain values."""

    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"
    DIVIDE = "/"
    MAXIMUM = "greatest"
    MINIMUM = "least"
    ROUND_DOWN = "rounded down"
    ROUND_UP = "rounded up"
    ROUND_TO_NEAREST = "rounded to nearest"
    EQUAL = "="
    DIFFERENT = "!="
    AT_LEAST = ">="
    AT_MOST = "<="
    GREATER_THAN = ">"
    LESS_THAN = "<"
    NOT_BELOW = "not below"
    NOT_ABOVE = "not above"
    RANK = "rank"
    VALUE_AT_RANK = "value at rank"


class Undefined(PythonEnum):
    """A result that is no value: there is none, or a divisor is zero."""

    NOTHING = 1
    ZERO_DIVISOR = 2


TAKES_NONE = frozenset({Primitive.EQUAL, Primitive.DIFFERENT, Primitive.NOT_BELOW, Primitive.NOT_ABOVE, Primitive.RANK})
"""The primitives that are defined for `none`: it equals itself alone, lies in no range, and has no rank."""
VARIADIC = frozenset({Primitive.MAXIMUM, Primitive.MINIMUM})
"""The primitives of any number of operands."""
CONDITIONS = frozenset(
    {
        Primitive.EQUAL,
        Primitive.DIFFERENT,
        Primitive.AT_LEAST,
        Primitive.AT_MOST,
        Primitive.GREATER_THAN,
        Primitive.LESS_THAN,
        Primitive.NOT_BELOW,
        Primitive.NOT_ABOVE,
    }
)
"""The primitives whose result is true or false."""


def reduce_fraction(value: Any) -> Any:
    """Return a whole fraction as an integer. Raises `WrongInput` for a fraction that is too long to write."""
    if value.__class__ is not Fraction:
        return value
    return int(value) if value.denominator == 1 else check_length(value)


def check_length(value: Any) -> Any:
    """Return a number that is short enough to be written out. Raises `WrongInput` for another."""
    if is_long(value):
        raise budget_error("the question leads to a number of thousands of digits")
    return value


def budget_error(why: str, *hints: str) -> WrongInput:
    """Return the error for a question that is given up."""
    return WrongInput(f"{why}, so it is not answered", hints=["give fewer things or more facts, or ask for a part of it", *hints])


def multiply(first: Any, second: Any) -> Any:
    """Return the product."""
    return check_length(reduce_fraction(first * second))


def divide_exactly(first: Any, second: Any) -> Any:
    """Return the quotient; undefined if the divisor is zero."""
    return Undefined.ZERO_DIVISOR if second == 0 else reduce_fraction(Fraction(first) / Fraction(second))


def round_down(value: Any) -> int:
    integer: int = floor(value)
    return integer


def round_up(value: Any) -> int:
    integer: int = floor(-value)
    return -integer


def round_to_nearest(value: Any) -> int:
    """Round to the nearest integer; halves go up."""
    integer: int = floor(value + Fraction(1, 2))
    return integer


ROUNDINGS: dict[Rounding, Primitive] = {
    Rounding.DOWN: Primitive.ROUND_DOWN,
    Rounding.UP: Primitive.ROUND_UP,
    Rounding.NEAREST: Primitive.ROUND_TO_NEAREST,
}
_FUNCTIONS: dict[Primitive, Callable[..., Any]] = {
    Primitive.ADD: lambda first, second: reduce_fraction(first + second),
    Primitive.SUBTRACT: lambda first, second: reduce_fraction(first - second),
    Primitive.MULTIPLY: multiply,
    Primitive.DIVIDE: divide_exactly,
    Primitive.MAXIMUM: lambda *values: max(values),
    Primitive.MINIMUM: lambda *values: min(values),
    Primitive.ROUND_DOWN: round_down,
    Primitive.ROUND_UP: round_up,
    Primitive.ROUND_TO_NEAREST: round_to_nearest,
    Primitive.EQUAL: eq,
    Primitive.DIFFERENT: ne,
    Primitive.AT_LEAST: ge,
    Primitive.AT_MOST: le,
    Primitive.GREATER_THAN: gt,
    Primitive.LESS_THAN: lt,
    Primitive.NOT_BELOW: lambda value, end: value is not None and value >= end,
    Primitive.NOT_ABOVE: lambda value, end: value is not None and value <= end,
}


def function_of(primitive: Primitive, scale: Enum | None = None) -> Callable[..., Any]:
    """Return a primitive as a function of plain values: its result is one, or `Undefined`."""
    if scale is None:
        return _FUNCTIONS[primitive]
    if primitive is Primitive.RANK:
        return {value: rank for rank, value in enumerate(scale.values)}.get
    last = len(scale.values) - 1
    return lambda rank: scale.values[int(rank)] if 0 <= rank <= last else Undefined.NOTHING


def round_value(value: Any, rounding: Rounding, step: int | Fraction) -> Any:
    """Return a value rounded to a multiple of a step."""
    round_number = _FUNCTIONS[ROUNDINGS[rounding]]
    return round_number(value) if step == 1 else reduce_fraction(round_number(Fraction(value) / step) * Fraction(step))

"""Kleene's three-valued logic and exact arithmetic over closures: unknowns propagate, unless another operand decides.

A false operand makes `and` false, a true operand makes `or` true. There is no reasoning by cases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import floor
from typing import Any, TypeAlias

from rulewright.base.keywords import Comparison, Gather, Operator, Rounding
from rulewright.base.numerals import is_long
from rulewright.engines.interpreter.step_budget import budget_error
from rulewright.engines.interpreter.unknown import (
    DIVISION_BY_ZERO,
    NONE_TO_CHOOSE_FROM,
    SILENT,
    TIE,
    Unknown,
    Value,
    merge_all_reasons,
    merge_reasons,
)

Env: TypeAlias = tuple[Any, ...]
Code: TypeAlias = Callable[[Any, Env], Any]
"""A closure, called with a `Situation` and an environment."""


# ---- truth -------------------------------------------------------------------------------------------------------------------------------


def kleene_not(value: Any) -> Any:
    return value if value.__class__ is Unknown else not value


def kleene_and(first: Any, second: Any) -> Any:
    if first is False or second is False:
        return False
    if first is True:
        return second
    return first if second is True else merge_reasons(first, second)


def kleene_all(parts: Iterable[Any]) -> Any:
    truth: Any = True
    for value in parts:
        truth = kleene_and(truth, value)
    return truth


def kleene_any(parts: Iterable[Any]) -> Any:
    unknown: Unknown | None = None
    for value in parts:
        if value is True:
            return True
        if value is not False:
            unknown = value if unknown is None else merge_reasons(unknown, value)
    return False if unknown is None else unknown


def compile_not(code: Code) -> Code:
    def evaluate(s: Any, e: Env) -> Any:
        value = code(s, e)
        return value if value.__class__ is Unknown else not value

    return evaluate


def compile_and(codes: list[Code]) -> Code:
    def evaluate(s: Any, e: Env) -> Any:
        unknown: Unknown | None = None
        for code in codes:
            value = code(s, e)
            if value is False:
                return False
            if value is not True:
                unknown = value if unknown is None else merge_reasons(unknown, value)
        return True if unknown is None else unknown

    return evaluate


def compile_or(codes: list[Code]) -> Code:
    return lambda s, e: kleene_any(code(s, e) for code in codes)


# ---- numbers -----------------------------------------------------------------------------------------------------------------------------


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


def multiply(first: Any, second: Any) -> Any:
    """Return the product."""
    return check_length(reduce_fraction(first * second))


def lift_unary(code: Code, operation: Callable[[Any], Any]) -> Code:
    def evaluate(s: Any, e: Env) -> Any:
        value = code(s, e)
        return value if value.__class__ is Unknown else SILENT if value is None else operation(value)

    return evaluate


def lift_binary(first_code: Code, second_code: Code, operation: Callable[[Any, Any], Any]) -> Code:
    def evaluate(s: Any, e: Env) -> Any:
        first = first_code(s, e)
        if first.__class__ is Unknown:
            return merge_with_operand(first, second_code, s, e)
        second = second_code(s, e)
        return second if second.__class__ is Unknown else operation(first, second)

    return evaluate


def merge_with_operand(first: Unknown, second_code: Code, s: Any, e: Env) -> Unknown:
    """Return the reasons of two operands of which the first is unknown; the second is evaluated only if no fact is missing."""
    if first.facts:
        return first
    value = second_code(s, e)
    return merge_reasons(first, value) if value.__class__ is Unknown else first


def merge_unknowns(values: Iterable[Any]) -> Unknown | None:
    """Return the merged reasons of all unknown values; None if there are none."""
    unknowns = [value for value in values if value.__class__ is Unknown]
    return merge_all_reasons(unknowns) if unknowns else None


def divide(first: Any, second: Any) -> Value:
    return DIVISION_BY_ZERO if second == 0 else reduce_fraction(Fraction(first) / Fraction(second))


def compile_arithmetic(operator: Operator, first_code: Code, second_code: Code) -> Code:
    operation: Callable[[Any, Any], Any] = {
        Operator.ADD: lambda first, second: reduce_fraction(first + second),
        Operator.SUBTRACT: lambda first, second: reduce_fraction(first - second),
        Operator.TIMES: multiply,
        Operator.DIVIDED: divide,
    }[operator]
    return lift_binary(
        first_code, second_code, lambda first, second: SILENT if first is None or second is None else operation(first, second)
    )


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


ROUNDINGS: dict[Rounding, Callable[[Any], int]] = {
    Rounding.DOWN: round_down,
    Rounding.UP: round_up,
    Rounding.NEAREST: round_to_nearest,
}


def round_value(value: Any, rounding: Rounding, step: int | Fraction) -> Any:
    """Return a value rounded to a multiple of a step."""
    return ROUNDINGS[rounding](value) if step == 1 else reduce_fraction(ROUNDINGS[rounding](Fraction(value) / step) * Fraction(step))


COMPARISONS: dict[Comparison, Callable[[Any, Any], bool]] = {
    Comparison.IS: lambda first, second: first == second,
    Comparison.IS_NOT: lambda first, second: first != second,
    Comparison.AT_LEAST: lambda first, second: first >= second,
    Comparison.AT_MOST: lambda first, second: first <= second,
    Comparison.MORE: lambda first, second: first > second,
    Comparison.LESS: lambda first, second: first < second,
}
ORDERED_REDUCERS = {Gather.GREATEST, Gather.LEAST}
REDUCERS: dict[Gather, Callable[[list[Any], int], Any]] = {
    Gather.NUMBER: lambda values, limit: len(values),
    Gather.DIFFERENT: lambda values, limit: len(set(values)),
    Gather.SUM: lambda values, limit: reduce_fraction(sum(values)),
    Gather.GREATEST: lambda values, limit: max(values) if values else NONE_TO_CHOOSE_FROM,
    Gather.LEAST: lambda values, limit: min(values) if values else NONE_TO_CHOOSE_FROM,
    Gather.SUM_OF_GREATEST: lambda values, limit: reduce_fraction(sum(sorted(values, reverse=True)[: max(floor(limit), 0)])),
    Gather.SUM_OF_LEAST: lambda values, limit: reduce_fraction(sum(sorted(values)[: max(floor(limit), 0)])),
    Gather.ONLY: lambda values, limit: NONE_TO_CHOOSE_FROM if not values else values[0] if len(values) == 1 else TIE,
}
"""Reducers of the values of all members; `limit` is how many of them count, for the sums of the greatest or least."""

"""Three-valued truth and exact arithmetic over functions of a situation: what is open spreads, unless another part decides.

Truth is Kleene's: a false part makes `and` false, a true part makes `or` true. Nothing is worked out by cases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import floor
from typing import Any, TypeAlias

from rulewright.base.keywords import Comparison, Gather, Operator, Rounding
from rulewright.base.numerals import is_long
from rulewright.engines.interpreter.step_budget import too_much
from rulewright.engines.interpreter.unknown import NOUGHT, SILENT, TIE, Open, Value, join, join_all

Env: TypeAlias = tuple[Any, ...]
Code: TypeAlias = Callable[[Any, Env], Any]
"""Called with a `Situation` and an environment."""


# ---- truth -------------------------------------------------------------------------------------------------------------------------------


def opposite(value: Any) -> Any:
    return value if value.__class__ is Open else not value


def both(one: Any, other: Any) -> Any:
    if one is False or other is False:
        return False
    if one is True:
        return other
    return one if other is True else join(one, other)


def all_of(parts: Iterable[Any]) -> Any:
    found: Any = True
    for value in parts:
        found = both(found, value)
    return found


def any_of(parts: Iterable[Any]) -> Any:
    opened: Open | None = None
    for value in parts:
        if value is True:
            return True
        if value is not False:
            opened = value if opened is None else join(opened, value)
    return False if opened is None else opened


def negation(code: Code) -> Code:
    def decided(s: Any, e: Env) -> Any:
        value = code(s, e)
        return value if value.__class__ is Open else not value

    return decided


def conjunction(codes: list[Code]) -> Code:
    def decided(s: Any, e: Env) -> Any:
        opened: Open | None = None
        for code in codes:
            value = code(s, e)
            if value is False:
                return False
            if value is not True:
                opened = value if opened is None else join(opened, value)
        return True if opened is None else opened

    return decided


def disjunction(codes: list[Code]) -> Code:
    return lambda s, e: any_of(code(s, e) for code in codes)


# ---- numbers -----------------------------------------------------------------------------------------------------------------------------


def exact(value: Any) -> Any:
    """Whole fractions as integers. Raises `WrongInput` for a fraction that is too long to write."""
    if value.__class__ is not Fraction:
        return value
    return int(value) if value.denominator == 1 else written_out(value)


def written_out(value: Any) -> Any:
    """A number that is short enough to be written out. Raises `WrongInput` for another."""
    if is_long(value):
        raise too_much("the question leads to a number of thousands of digits")
    return value


def times(one: Any, other: Any) -> Any:
    """The product."""
    return written_out(exact(one * other))


def strict_one(code: Code, work: Callable[[Any], Any]) -> Code:
    def strict(s: Any, e: Env) -> Any:
        value = code(s, e)
        return value if value.__class__ is Open else SILENT if value is None else work(value)

    return strict


def strict_two(left: Code, right: Code, work: Callable[[Any, Any], Any]) -> Code:
    def strict(s: Any, e: Env) -> Any:
        one = left(s, e)
        if one.__class__ is Open:
            return open_with(one, right, s, e)
        other = right(s, e)
        return other if other.__class__ is Open else work(one, other)

    return strict


def open_with(one: Open, other: Code, s: Any, e: Env) -> Open:
    """The reasons of two of which the first is open. Where that lacks a fact, the other is looked at when it is known."""
    if one.facts:
        return one
    value = other(s, e)
    return join(one, value) if value.__class__ is Open else one


def opened_of(values: Iterable[Any]) -> Open | None:
    """All reasons of those that are open; None where none is."""
    found = [value for value in values if value.__class__ is Open]
    return join_all(found) if found else None


def divide(one: Any, other: Any) -> Value:
    return NOUGHT if other == 0 else exact(Fraction(one) / Fraction(other))


def arithmetic(operator: Operator, left: Code, right: Code) -> Code:
    work: Callable[[Any, Any], Any] = {
        Operator.ADD: lambda one, other: exact(one + other),
        Operator.SUBTRACT: lambda one, other: exact(one - other),
        Operator.TIMES: times,
        Operator.DIVIDED: divide,
    }[operator]
    return strict_two(left, right, lambda one, other: SILENT if one is None or other is None else work(one, other))


def round_down(value: Any) -> int:
    whole: int = floor(value)
    return whole


def round_up(value: Any) -> int:
    whole: int = floor(-value)
    return -whole


def round_to_nearest(value: Any) -> int:
    """Halves go up."""
    whole: int = floor(value + Fraction(1, 2))
    return whole


ROUNDINGS: dict[Rounding, Callable[[Any], int]] = {
    Rounding.DOWN: round_down,
    Rounding.UP: round_up,
    Rounding.NEAREST: round_to_nearest,
}
COMPARISONS: dict[Comparison, Callable[[Any, Any], bool]] = {
    Comparison.IS: lambda one, other: one == other,
    Comparison.IS_NOT: lambda one, other: one != other,
    Comparison.AT_LEAST: lambda one, other: one >= other,
    Comparison.AT_MOST: lambda one, other: one <= other,
    Comparison.MORE: lambda one, other: one > other,
    Comparison.LESS: lambda one, other: one < other,
}
RANKED = {Gather.GREATEST, Gather.LEAST}
FINISHES: dict[Gather, Callable[[list[Any], int], Any]] = {
    Gather.NUMBER: lambda found, most: len(found),
    Gather.DIFFERENT: lambda found, most: len(set(found)),
    Gather.SUM: lambda found, most: exact(sum(found)),
    Gather.GREATEST: lambda found, most: max(found) if found else SILENT,
    Gather.LEAST: lambda found, most: min(found) if found else SILENT,
    Gather.SUM_OF_GREATEST: lambda found, most: exact(sum(sorted(found, reverse=True)[: max(most, 0)])),
    Gather.SUM_OF_LEAST: lambda found, most: exact(sum(sorted(found)[: max(most, 0)])),
    Gather.ONLY: lambda found, most: SILENT if not found else found[0] if len(found) == 1 else TIE,
}
"""What is made of the values of all members; `most` is how many of them count, where not all do."""

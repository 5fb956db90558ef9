"""Kleene's three-valued logic in one situation: unknowns propagate, unless another operand decides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.engines.interpreter.unknown import Unknown, merge_all_reasons, merge_reasons


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


def merge_unknowns(values: Iterable[Any]) -> Unknown | None:
    """Return the merged reasons of all unknown values; None if there are none."""
    unknowns = [value for value in values if value.__class__ is Unknown]
    return merge_all_reasons(unknowns) if unknowns else None


class KleeneLogic:
    """The truths of one situation: yes, no, or an `Unknown` with its reasons."""

    def conjunction_of(self, operands: Iterable[Any]) -> Any:
        return kleene_all(operands)

    def disjunction_of(self, operands: Iterable[Any]) -> Any:
        return kleene_any(operands)

    def negate_truth(self, truth: Any) -> Any:
        return kleene_not(truth)

    def is_true(self, truth: Any) -> bool:
        return truth is True

    def is_false(self, truth: Any) -> bool:
        return truth is False

    def are_same(self, first: Any, second: Any) -> bool:
        if isinstance(first, Unknown) and isinstance(second, Unknown):
            return first.says_the_same(second)
        return first is second


KLEENE = KleeneLogic()

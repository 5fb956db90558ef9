"""Kleene's three-valued logic in one situation: unknowns propagate, unless another operand decides."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from operator import is_
from typing import Any

from rulewright.engines.interpreter.unknown import CONFLICT, Unknown, merge_all_reasons, merge_reasons


def kleene_not(value: Any) -> Any:
    return value if value.__class__ is Unknown else not value


def kleene_and(first: Any, second: Any) -> Any:
    if first is False or second is False:
        return False
    if first is True:
        return second
    return first if second is True else merge_reasons(first, second)


def kleene_all(parts: Iterable[Any]) -> Any:
    unknown: Unknown | None = None
    for value in parts:
        if value is False:
            return False
        if value is not True:
            unknown = value if unknown is None else merge_reasons(unknown, value)
    return True if unknown is None else unknown


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
    """The truths of one situation, as `core.logic.Logic`."""

    true, false, circular_truth = True, False, CONFLICT
    conjunction_of = staticmethod(kleene_all)
    disjunction_of = staticmethod(kleene_any)
    negate_truth = staticmethod(kleene_not)

    is_true = partial(is_, True)
    is_false = partial(is_, False)

    @staticmethod
    def is_decided(truth: Any) -> bool:
        return truth.__class__ is not Unknown

    @staticmethod
    def are_same(first: Any, second: Any) -> bool:
        if first.__class__ is not Unknown or second.__class__ is not Unknown:
            return first is second
        return first is second or all(getattr(first, part) == getattr(second, part) for part in Unknown.__slots__)

    @staticmethod
    def fill_undecided(truth: Any, filling: Any) -> Any:
        return filling if truth.__class__ is Unknown else truth


KLEENE = KleeneLogic()

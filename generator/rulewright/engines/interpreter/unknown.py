"""Unknown values and their reasons: a conflict, a result out of range, an undetermined answer, a missing fact, an open reading."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from rulewright.engines.interpreter.answer import Why
from rulewright.semantics.terms import FactKey


class Unknown:
    """The reasons of an unknown value: `facts` in the order met; `whys` pairs a reason for being undetermined with its case.

    `out_of_range`: a result outside of its declared range is among the reasons.
    """

    __slots__ = ("conflict", "facts", "out_of_range", "readings", "whys")

    def __init__(
        self,
        conflict: bool = False,
        whys: frozenset[tuple[Why, str | None]] = frozenset(),
        facts: tuple[FactKey, ...] = (),
        readings: frozenset[str] = frozenset(),
        out_of_range: bool = False,
    ) -> None:
        self.conflict = conflict
        self.whys = whys
        self.facts = facts
        self.readings = readings
        self.out_of_range = out_of_range

    def __repr__(self) -> str:
        return f"Unknown({self.conflict}, {sorted(self.whys, key=str)}, {self.facts}, {sorted(self.readings)}, {self.out_of_range})"


Value: TypeAlias = bool | int | Fraction | str | Unknown | None

CONFLICT = Unknown(conflict=True)
OUT_OF_RANGE = Unknown(out_of_range=True)
SILENT = Unknown(whys=frozenset({(Why.SILENT, None)}))
DIVISION_BY_ZERO = Unknown(whys=frozenset({(Why.ZERO_DIVISOR, None)}))
"""Division by zero, which has no result."""
TIE = Unknown(whys=frozenset({(Why.TIE, None)}))
"""Several members where exactly one is expected."""
NONE_TO_CHOOSE_FROM = Unknown(whys=frozenset({(Why.NONE, None)}))
"""The greatest, least or only one of none."""
THROUGH_NONE = Unknown(whys=frozenset({(Why.THROUGH_NONE, None)}))
"""A field of `none`, or an answer about it."""


def no_cell_reason(why: Why, case: str) -> Unknown:
    """Return the reason of a table that is held and has nothing for its operands: no row, or an empty cell."""
    return Unknown(whys=frozenset({(why, case)}))


def missing_text_reason(case: str | None) -> Unknown:
    """Return the reason of a case without text."""
    return Unknown(whys=frozenset({(Why.NOT_HELD, case)}))


def implied_reason(why: Why, case: str) -> Unknown:
    """Return the reason of a case whose rule has none to choose from, or an amount with a path through `none`."""
    return Unknown(whys=frozenset({(why, case)}))


def says_nothing(unknown: Unknown) -> bool:
    """Return True if a value is undetermined only because no rule speaks."""
    if unknown is SILENT:
        return True
    reasons = {why for why, _ in unknown.whys}
    return {Why.NONE, Why.THROUGH_NONE} >= reasons > set() and not (
        unknown.conflict or unknown.out_of_range or unknown.facts or unknown.readings
    )


def merge_reasons(first: Unknown, second: Unknown) -> Unknown:
    """Return the union of two sets of reasons."""
    if first is second:
        return first
    facts = first.facts if not second.facts or first.facts == second.facts else tuple(dict.fromkeys(first.facts + second.facts))
    return Unknown(
        first.conflict or second.conflict,
        first.whys | second.whys,
        facts,
        first.readings | second.readings,
        first.out_of_range or second.out_of_range,
    )


def merge_all_reasons(unknowns: Sequence[Unknown]) -> Unknown:
    """Return the union of the reasons; `unknowns` is not empty."""
    merged = unknowns[0]
    for unknown in unknowns[1:]:
        merged = merge_reasons(merged, unknown)
    return merged

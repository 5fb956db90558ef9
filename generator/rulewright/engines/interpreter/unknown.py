"""Why a condition or answer is open: a conflict, something undetermined, a fact not known, a reading not chosen, or several of these."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from rulewright.engines.interpreter.answer import Why
from rulewright.semantics.terms import FactKey


class Open:
    """`facts` in the order in which they were met; `whys` pairs a reason for being undetermined with the case it is about."""

    __slots__ = ("conflict", "facts", "readings", "whys")

    def __init__(
        self,
        conflict: bool = False,
        whys: frozenset[tuple[Why, str | None]] = frozenset(),
        facts: tuple[FactKey, ...] = (),
        readings: frozenset[str] = frozenset(),
    ) -> None:
        self.conflict = conflict
        self.whys = whys
        self.facts = facts
        self.readings = readings

    def __repr__(self) -> str:
        return f"Open({self.conflict}, {sorted(self.whys, key=str)}, {self.facts}, {sorted(self.readings)})"


Value: TypeAlias = bool | int | Fraction | str | Open | None

CONFLICT = Open(conflict=True)
SILENT = Open(whys=frozenset({(Why.SILENT, None)}))
NOUGHT = Open(whys=frozenset({(Why.ZERO_DIVISOR, None)}))
"""A division by nought has no answer."""
TIE = Open(whys=frozenset({(Why.TIE, None)}))
"""Several fit where one is meant."""


def not_held(case: str | None) -> Open:
    """Undetermined because a case has no text."""
    return Open(whys=frozenset({(Why.NOT_HELD, case)}))


def join(one: Open, other: Open) -> Open:
    """Both reasons."""
    if one is other:
        return one
    facts = one.facts if not other.facts or one.facts == other.facts else tuple(dict.fromkeys(one.facts + other.facts))
    return Open(one.conflict or other.conflict, one.whys | other.whys, facts, one.readings | other.readings)


def join_all(several: list[Open]) -> Open:
    """All these reasons; there is at least one."""
    found = several[0]
    for other in several[1:]:
        found = join(found, other)
    return found

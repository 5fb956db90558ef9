"""The types of facts, questions and expressions: yes/no, exact numbers with a unit, values of an enum, things, places of a map."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from rulewright.base.numerals import decimal_places, number_text
from rulewright.base.records import record

Unit: TypeAlias = tuple[tuple[str, int], ...]
"""Measures with their powers, sorted by name: `(("MP", 1),)`; a bare number has `()`."""

NO_UNIT: Unit = ()


@record
class YesNo:
    """The type `yes/no`, also of conditions."""


@record
class Numeric:
    """Numbers from `low` to `high` (None: no end) in steps of `step`; `unit` None is a bare literal, which fits every unit.

    `decimal`: its numbers are written with a dot (`2.5`). `calendar`: its numbers are turns of that calendar.
    """

    low: int | Fraction | None = None
    high: int | Fraction | None = None
    unit: Unit | None = NO_UNIT
    step: Fraction | int | None = 1
    decimal: bool = False
    calendar: str | None = None

    def is_on_step(self, value: int | Fraction) -> bool:
        """Return True if a number is none between two of its numbers."""
        return self.step is None or (Fraction(value) / Fraction(self.step)).denominator == 1


@record
class Enumerated:
    """A value of the enum or scale `name`; with `or_none` also `none`."""

    name: str
    or_none: bool = False


@record
class Thing:
    """A thing of the kind `record`."""

    record: str
    or_none: bool = False


@record
class PlaceOf:
    """A lawful place of the map `map`."""

    map: str
    or_none: bool = False


@record
class NoneType:
    """The type of `none` alone."""


Type: TypeAlias = YesNo | Numeric | Enumerated | Thing | PlaceOf | NoneType


def unit_of_type(kind: Type | None) -> str | None:
    """Return the unit of a numeric type as people write it; None if it has none."""
    return unit_text(kind.unit) or None if isinstance(kind, Numeric) else None


def unit_text(unit: Unit | None) -> str:
    """Return a unit as people write it: `MP`, `MP/hex`, or an empty text."""
    if not unit:
        return ""
    above = [name if power == 1 else f"{name}^{power}" for name, power in unit if power > 0]
    below = [name if power == -1 else f"{name}^{-power}" for name, power in unit if power < 0]
    return "*".join(above) + "".join(f"/{name}" for name in below)


def combine_units(first: Unit, second: Unit, sign: int = 1) -> Unit:
    """Return the unit of a product (`sign` 1) or of a quotient (`sign` -1)."""
    powers = dict(first)
    for name, power in second:
        powers[name] = powers.get(name, 0) + sign * power
    return tuple(sorted((name, power) for name, power in powers.items() if power))


def written_decimals(kind: Type | None) -> int:
    """Return the least number of places of its values that are not whole, 2 for steps of 0.05; 0 if they are written as fractions."""
    return decimal_places(kind.step or 1) if isinstance(kind, Numeric) and kind.decimal else 0


def open_ended(kind: Type) -> Type:
    """Return the type of a result computed from such values: an unbounded number, or the same type."""
    return Numeric(None, None, kind.unit, None, calendar=kind.calendar) if isinstance(kind, Numeric) else kind


def amount_of(kind: Type) -> Type:
    """Return the unbounded numeric type without a calendar: the sum of two turns, or twice a turn, is no turn."""
    return Numeric(None, None, kind.unit, None) if isinstance(kind, Numeric) else kind


def calendar_of(kind: Type | None) -> str | None:
    """Return the calendar whose turns are the numbers of a type, or None."""
    return kind.calendar if isinstance(kind, Numeric) else None


def type_text(kind: Type) -> str:
    """Return a type in the words of the language, for messages and lists."""
    if isinstance(kind, YesNo):
        return "yes/no"
    if isinstance(kind, Numeric):
        unit = unit_text(kind.unit)
        if kind.low is None:
            return f"a number of {unit}" if unit else "a number"
        step = "" if kind.step in (1, None) else f" by {number_text(kind.step or 1, decimal=kind.decimal)}"
        low, high = (number_text(end, decimal=True) if end is not None else "" for end in (kind.low, kind.high))
        suffix = (f" {unit}" if unit else "") + (f" in {kind.calendar}" if kind.calendar else "")
        return f"{low}..{high}{step}{suffix}"
    if isinstance(kind, NoneType):
        return "none"
    name = kind.record if isinstance(kind, Thing) else kind.map if isinstance(kind, PlaceOf) else kind.name
    return name + (" or none" if kind.or_none else "")

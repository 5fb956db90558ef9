"""Values as text for people: `yes`, `5 MP`, `6 air points`."""

from __future__ import annotations

from fractions import Fraction

from rulewright.base.numerals import number_text
from rulewright.core.query import Plain


def value_text(value: Plain, unit: str | None, *, decimal: int = 0, date: str | None = None) -> str:
    """Return a value as text: `yes`, `5 MP`, `3/2`, `2.5 MP`, `6 air points`, `33 turn (May 1942)`, `none`."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = number_text(value, decimal=decimal) if isinstance(value, Fraction) else str(value)
    return text + (f" {spoken_unit(unit, value)}" if unit else "") + (f" ({date})" if date else "")


def spoken_unit(unit: str, value: Plain) -> str:
    """Return a unit as people read it: `MP` unchanged, `air_point` as `air points`."""
    words = unit.replace("_", " ")
    return words if words == unit or value == 1 or words.endswith("s") else f"{words}s"

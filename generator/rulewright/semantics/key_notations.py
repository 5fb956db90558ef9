"""Keys of tables in other notations, and how the language writes the same."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import assert_never

from rulewright.base.key_notations import ALL_KEYS, YES_OR_NO, equal_value, is_unlike, named_values, range_of_key
from rulewright.base.numerals import number_text
from rulewright.semantics import types


def translated_key(text: str, kind: types.Type, values: Sequence[str]) -> str | None:
    """Return what a key in another notation is in the language, None if it is not known; `values` are those of an enum or scale."""
    if all(word.strip() in values for word in text.split(",")):
        return None
    if text.casefold() in ALL_KEYS:
        return "any"
    if equal := equal_value(text):
        return equal
    match kind:
        case types.Numeric():
            as_range = _translated_range(text, kind)
            return None if as_range == text else as_range
        case types.YesNo():
            return YES_OR_NO.get(text.casefold())
        case types.Enumerated() | types.PlaceOf() | types.Thing() | types.NoneType():
            words = named_values(text, values)
            return None if words is None or (len(words) == 1 and not is_unlike(text)) else ", ".join(words)
        case _:
            assert_never(kind)


def _translated_range(text: str, kind: types.Numeric) -> str | None:
    numbers = range_of_key(text, Fraction(kind.step or 1))
    if numbers is None:
        return None
    ends = [end for end in (numbers.low, numbers.high) if end is not None]
    if ends != sorted(ends) or any(
        (kind.low is not None and end < kind.low) or (kind.high is not None and end > kind.high) for end in ends
    ):
        return None
    first, last = ("" if end is None else number_text(end, decimal=kind.decimal) for end in (numbers.low, numbers.high))
    return f"{first}..{last}" + (f" {numbers.unit}" if numbers.unit else "")

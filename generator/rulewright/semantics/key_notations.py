"""Keys of tables in other notations (`<= 8`, `[1..8]`, `9+`, `1-8`, `not winter`, `-`), and how the language writes the same."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import assert_never

from rulewright.base.names import NAME
from rulewright.base.numerals import number_text
from rulewright.semantics import types

_NUMBER = r"(-?\d+(?:\.\d+)?)"
_UNIT = rf"(?:\s+({NAME}))?"
_AT_MOST = re.compile(
    rf"(?:<=|=<|≤|up to|at most|not more than) *{_NUMBER}{_UNIT}|{_NUMBER} (?:or|and) (?:less|fewer|below|under){_UNIT}", re.I
)
_BELOW = re.compile(rf"(?:<|less than|fewer than|under|below) *{_NUMBER}{_UNIT}", re.I)
_AT_LEAST = re.compile(
    rf"(?:>=|=>|≥|from|at least|not less than) *{_NUMBER}{_UNIT}|{_NUMBER} *(?:\+|(?:or|and) (?:more|above|over|up)){_UNIT}", re.I
)
_ABOVE = re.compile(rf"(?:>|more than|over|above) *{_NUMBER}{_UNIT}", re.I)
_EQUAL = re.compile(r"={1,2} *(\S.*)")
_INTERVAL = re.compile(rf"([\[\](]?) *{_NUMBER} *(?:\.\.+|…|[-–—]|to|through|;|,) *{_NUMBER} *([\])\[]?){_UNIT}", re.I)
_UNLIKE = re.compile(r"(?:not|!=?|<>|≠) *\(?([^()]+)\)?")
_LIST = re.compile(r" *(?:[,;/|]|\bor\b|\band\b) *")
_ALL = frozenset(["-", "–", "—", "*", "all"])
_LAST_ROW_KEYS = frozenset(
    ["else", "other", "others", "all other", "all others", "any other", "anything else", "all else", "default", "rest", "the rest"]
)
_YES_OR_NO = {"y": "yes", "true": "yes", "n": "no", "false": "no"}


def is_key_of_last_row(text: str) -> bool:
    """Return True if a key is what others write for the last row, which is `otherwise` in the language."""
    return text.casefold() in _LAST_ROW_KEYS


def translated_key(text: str, kind: types.Type, values: Sequence[str]) -> str | None:
    """Return what a key in another notation is in the language, None if it is not known; `values` are those of an enum or scale."""
    if all(word.strip() in values for word in text.split(",")):
        return None
    if text.casefold() in _ALL:
        return "any"
    if equal := _EQUAL.fullmatch(text):
        return equal[1]
    match kind:
        case types.Numeric():
            as_range = _translated_range(text, kind)
            return None if as_range == text else as_range
        case types.YesNo():
            return _YES_OR_NO.get(text.casefold())
        case types.Enumerated() | types.PlaceOf() | types.Thing() | types.NoneType():
            unlike = _UNLIKE.fullmatch(text)
            words = [word.strip('" ') for word in _LIST.split(unlike[1] if unlike else text)]
            if not all(word in values for word in words) or (len(words) == 1 and not unlike):
                return None
            return ", ".join(value for value in values if value not in words) if unlike else ", ".join(words)
        case _:
            assert_never(kind)


def _translated_range(text: str, kind: types.Numeric) -> str | None:
    step = Fraction(kind.step or 1)
    low: Fraction | None = None
    high: Fraction | None = None
    if interval := _INTERVAL.fullmatch(text):
        opening, first, last, closing, unit = interval.groups()
        low, high = Fraction(first) + step * (opening in ("]", "(")), Fraction(last) - step * (closing in (")", "["))
        if not opening and not closing and re.search("[,;]", text):
            return None  # a list
    else:
        for pattern, is_low, shift in ((_AT_MOST, False, 0), (_BELOW, False, -1), (_AT_LEAST, True, 0), (_ABOVE, True, 1)):
            if bound_match := pattern.fullmatch(text):
                groups = [group for group in bound_match.groups() if group is not None]
                end, unit = Fraction(groups[0]) + step * shift, groups[1] if len(groups) > 1 else None
                low, high = (end, None) if is_low else (None, end)
                break
        else:
            return None
    ends = [end for end in (low, high) if end is not None]
    if ends != sorted(ends) or any(
        (kind.low is not None and end < kind.low) or (kind.high is not None and end > kind.high) for end in ends
    ):
        return None
    first, last = ("" if end is None else number_text(end, decimal=kind.decimal) for end in (low, high))
    return f"{first}..{last}" + (f" {unit}" if unit else "")

"""Keys of tables in other notations: `<= 8`, `[1..8]`, `9+`, `1-8`, `not winter`, `-`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from rulewright.base.names import NAME

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
ALL_KEYS = frozenset(["-", "–", "—", "*", "all"])
_LAST_ROW_KEYS = frozenset(
    ["else", "other", "others", "all other", "all others", "any other", "anything else", "all else", "default", "rest", "the rest"]
)
YES_OR_NO = {"y": "yes", "true": "yes", "n": "no", "false": "no"}


def is_key_of_last_row(text: str) -> bool:
    """Return True if a key is what others write for the last row, which is `otherwise` in the language."""
    return text.casefold() in _LAST_ROW_KEYS


class KeyRange(NamedTuple):
    """The numbers from `low` to `high`, None for no end; `unit` is the measure that is written with them."""

    low: Fraction | None
    high: Fraction | None
    unit: str | None


def equal_value(text: str) -> str | None:
    """Return the value of `= mud`, None for another key."""
    equal = _EQUAL.fullmatch(text)
    return None if equal is None else equal[1]


def named_values(text: str, values: Sequence[str]) -> tuple[str, ...] | None:
    """Return those of `values` that a list of them or `not mud` picks out, in their order for `not`; None if other words are there."""
    unlike = _UNLIKE.fullmatch(text)
    words = [word.strip('" ') for word in _LIST.split(unlike[1] if unlike else text)]
    if not all(word in values for word in words):
        return None
    return tuple(value for value in values if value not in words) if unlike else tuple(words)


def is_unlike(text: str) -> bool:
    """Return True for `not mud`."""
    return _UNLIKE.fullmatch(text) is not None


def range_of_key(text: str, step: Fraction) -> KeyRange | None:
    """Return the numbers of a key, which are multiples of `step`; None if it is no range."""
    if interval := _INTERVAL.fullmatch(text):
        opening, first, last, closing, unit = interval.groups()
        if not opening and not closing and re.search("[,;]", text):
            return None  # a list
        return KeyRange(Fraction(first) + step * (opening in ("]", "(")), Fraction(last) - step * (closing in (")", "[")), unit)
    for pattern, is_low, shift in ((_AT_MOST, False, 0), (_BELOW, False, -1), (_AT_LEAST, True, 0), (_ABOVE, True, 1)):
        if bound_match := pattern.fullmatch(text):
            groups = [group for group in bound_match.groups() if group is not None]
            end, unit = Fraction(groups[0]) + step * shift, groups[1] if len(groups) > 1 else None
            return KeyRange(end, None, unit) if is_low else KeyRange(None, end, unit)
    return None

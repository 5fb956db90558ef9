"""Reads JSON exactly: a decimal, `NaN`, a number of thousands of digits and a name that is given twice are faults, each with its place.

The parser knows no positions. So a refused value is replaced by a mark in the document, and the marks are collected afterwards.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from rulewright.base.documents.fault import Fault, Steps, cut_short

MOST_DIGITS = 1_000
DEEPEST = 200
"""Limits that no document of ours comes near; beyond them Python itself would fail."""

TOO_DEEP = "is nested too deeply to be read"


def parse_exactly(text: str) -> tuple[Any, list[Fault]]:
    """Return the document and its faults; raises `json.JSONDecodeError`, and `RecursionError` if it is too deep for the parser."""
    document = json.loads(
        text, object_pairs_hook=_build_object, parse_float=_refuse_decimal, parse_int=_read_integer, parse_constant=_refuse_constant
    )
    return document, list(_find_faults(document))


class _Mark(str):
    """A placeholder for a number that was not read: its text, and its fault."""

    says: str


def _make_mark(text: str, says: str) -> _Mark:
    mark = _Mark(text)
    mark.says = says
    return mark


class _DuplicateNames(dict[str, Any]):
    """An object in which `names` are given twice."""

    names: tuple[str, ...] = ()


def _build_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    doubled = _DuplicateNames(members)
    doubled.names = tuple(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
    return doubled


def _refuse_decimal(text: str) -> _Mark:
    return _make_mark(text, f'is the decimal {cut_short(text)}: numbers are exact, write it as text, such as "2.5" or "3/2"')


def _read_integer(text: str) -> int | _Mark:
    digits = len(text.lstrip("-"))
    return int(text) if digits <= MOST_DIGITS else _make_mark(text, f"is a number of {digits:,} digits, which is too large to be read")


def _refuse_constant(text: str) -> _Mark:
    return _make_mark(text, f"is {text}, which is no number")


def _find_faults(document: Any) -> Iterator[Fault]:
    """Yield every fault; the search ends at the first place that is too deep."""
    stack: list[tuple[Steps, Any]] = [((), document)]
    while stack:
        steps, value = stack.pop()
        if len(steps) > DEEPEST:
            yield Fault(steps[:1], TOO_DEEP)
            return
        if isinstance(value, _Mark):
            yield Fault(steps, value.says)
        elif isinstance(value, dict):
            if isinstance(value, _DuplicateNames):
                yield from (Fault((*steps, name), "is given twice") for name in value.names)
            stack.extend(((*steps, name), child) for name, child in value.items())
        elif isinstance(value, list):
            stack.extend(((*steps, position), child) for position, child in enumerate(value))

"""Reads JSON exactly: a decimal, `NaN`, a number of thousands of digits and a name that is given twice are faults, each with its place.

The parser knows no places. So what it refuses stands in the document under a mark, and the marks are looked for afterwards.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from rulewright.base.documents.fault import Fault, Steps, cut

MOST_DIGITS = 1_000
DEEPEST = 200
"""No document of ours comes near either; what goes beyond would end in a fault of Python."""

TOO_DEEP = "is nested too deeply to be read"


def parse_exactly(text: str) -> tuple[Any, list[Fault]]:
    """The document and what was refused in it; raises `json.JSONDecodeError`, and `RecursionError` for what no parser can read."""
    document = json.loads(text, object_pairs_hook=_object, parse_float=_decimal, parse_int=_whole, parse_constant=_constant)
    return document, list(_refused(document))


class _Mark(str):
    """Stands where a number is that was not read: its text, and what is wrong with it."""

    says: str


def _mark(text: str, says: str) -> _Mark:
    made = _Mark(text)
    made.says = says
    return made


class _Doubled(dict[str, Any]):
    """An object in which `names` are given twice."""

    names: tuple[str, ...] = ()


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) == len(pairs):
        return made
    doubled = _Doubled(made)
    doubled.names = tuple(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
    return doubled


def _decimal(text: str) -> _Mark:
    return _mark(text, f'is the decimal {cut(text)}: numbers are exact, write it as text, such as "2.5" or "3/2"')


def _whole(text: str) -> int | _Mark:
    digits = len(text.lstrip("-"))
    return int(text) if digits <= MOST_DIGITS else _mark(text, f"is a number of {digits:,} digits, which is too large to be read")


def _constant(text: str) -> _Mark:
    return _mark(text, f"is {text}, which is no number")


def _refused(document: Any) -> Iterator[Fault]:
    """Every place at which something is refused; nothing is looked for beyond the first place that lies too deep."""
    waiting: list[tuple[Steps, Any]] = [((), document)]
    while waiting:
        steps, value = waiting.pop()
        if len(steps) > DEEPEST:
            yield Fault(steps[:1], TOO_DEEP)
            return
        if isinstance(value, _Mark):
            yield Fault(steps, value.says)
        elif isinstance(value, dict):
            if isinstance(value, _Doubled):
                yield from (Fault((*steps, name), "is given twice") for name in value.names)
            waiting.extend(((*steps, name), one) for name, one in value.items())
        elif isinstance(value, list):
            waiting.extend(((*steps, position), one) for position, one in enumerate(value))

"""Any number of links: whether one thing is reached from another, where of some links, and of some things, it is open whether they are.

A thing is reached where there is a link from the first to it, or from one that is reached. Truth is Kleene's: what is reached for certain
is reached, however much else is open; what cannot be reached even by open links is not; the rest is open for all that lies on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from rulewright.engines.interpreter.kleene import any_of, both
from rulewright.engines.interpreter.unknown import Open


def reached(there: Mapping[str, Any], first: str, last: str, link: Callable[[str, str], Any]) -> Any:
    """Whether `last` is reached; `there` are the things, each with whether it is there. A link is asked for where it can matter alone."""
    link = cache(link)
    found: dict[str, Any] = {thing: both(is_there, link(first, thing)) for thing, is_there in there.items()}
    for _ in range(2 * len(there)):  # a way to what is open and a way on from it, none longer than there are things
        if found[last] is True:
            return True
        wider = {thing: both(there[thing], any_of([so_far, *_through(found, thing, link)])) for thing, so_far in found.items()}
        if all(_same(found[thing], value) for thing, value in wider.items()):
            break
        found = wider
    return found[last]


def _through(found: Mapping[str, Any], thing: str, link: Callable[[str, str], Any]) -> list[Any]:
    """Whether a thing is reached through each other one."""
    if found[thing] is True:
        return []
    return [both(value, link(other, thing)) for other, value in found.items() if value is not False]


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, Open) and isinstance(other, Open):
        return (one.conflict, one.whys, set(one.facts), one.readings) == (other.conflict, other.whys, set(other.facts), other.readings)
    return one is other

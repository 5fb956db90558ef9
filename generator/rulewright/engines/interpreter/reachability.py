"""Transitive closure of a link in three-valued logic, where links and things may be unknown.

A thing is reachable if there is a link to it from the first, or from a reachable thing. A thing that is certainly reachable is so however
much else is unknown; one that even unknown links do not lead to is not; for the rest the reasons on all paths are joined.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from rulewright.engines.interpreter.kleene import kleene_and, kleene_any
from rulewright.engines.interpreter.unknown import Unknown


def reachability(members: Mapping[str, Any], first: str, last: str, link: Callable[[str, str], Any]) -> Any:
    """Return the truth of `last` being reachable; `members` maps things to their existence. A link is evaluated only if it can matter."""
    link = cache(link)
    truths: dict[str, Any] = {thing: kleene_and(is_present, link(first, thing)) for thing, is_present in members.items()}
    for _ in range(2 * len(members)):  # a way to what is open and a way on from it, none longer than there are things
        if truths[last] is True:
            return True
        extended = {
            thing: kleene_and(members[thing], kleene_any([so_far, *_truths_through(truths, thing, link)]))
            for thing, so_far in truths.items()
        }
        if all(_is_same_truth(truths[thing], value) for thing, value in extended.items()):
            break
        truths = extended
    return truths[last]


def _truths_through(truths: Mapping[str, Any], thing: str, link: Callable[[str, str], Any]) -> list[Any]:
    """Return the truths of reaching a thing through each of the others."""
    if truths[thing] is True:
        return []
    return [kleene_and(value, link(intermediate, thing)) for intermediate, value in truths.items() if value is not False]


def _is_same_truth(first: Any, second: Any) -> bool:
    if isinstance(first, Unknown) and isinstance(second, Unknown):
        return (first.conflict, first.out_of_range, first.whys, set(first.facts), first.readings) == (
            second.conflict,
            second.out_of_range,
            second.whys,
            set(second.facts),
            second.readings,
        )
    return first is second

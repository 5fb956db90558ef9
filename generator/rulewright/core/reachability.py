"""Transitive closure of a link in three-valued logic, where links and things may be unknown.

A thing is reachable if there is a link to it from the first, or from a reachable thing. A thing that is certainly reachable is so however
much else is unknown; one that even unknown links do not lead to is not; for the rest what is undecided on all paths is joined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TypeVar

from rulewright.core.logic import Logic

T = TypeVar("T")


def reachability(logic: Logic[T], members: Mapping[str, T], first: str, last: str, link: Callable[[str, str], T]) -> T:
    """Return the truth of `last` being reachable; `members` maps things to their existence. A link is evaluated only if it can matter."""
    link = cache(link)
    truths = {thing: logic.conjunction_of([is_present, link(first, thing)]) for thing, is_present in members.items()}

    def links_to(thing: str) -> Iterator[T]:
        yield truths[thing]
        if not logic.is_true(truths[thing]):
            for middle, truth in truths.items():
                if not logic.is_false(truth):
                    yield logic.conjunction_of([truth, link(middle, thing)])

    for _ in range(2 * len(members)):  # a way to what is open and a way on from it, none longer than there are things
        if logic.is_true(truths[last]):
            break
        extended = {thing: logic.conjunction_of([members[thing], logic.disjunction_of(links_to(thing))]) for thing in truths}
        if all(logic.are_same(truths[thing], truth) for thing, truth in extended.items()):
            break
        truths = extended
    return truths[last]

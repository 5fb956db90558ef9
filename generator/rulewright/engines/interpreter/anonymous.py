"""Anonymous things: unless the world is closed, they may be the values of facts that are not given.

Such a thing is written `another hex`; nothing is known of it. Two facts may have the same one as value, or each its own. A range over a
kind (`some hex h with …`) has the named things, and the values of facts of named things, of the facts that the question reads.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from itertools import count, product
from typing import Any, TypeAlias

from rulewright.base.limits import UNCOUNTED_THINGS
from rulewright.base.memo import memoize_method
from rulewright.core.model import Core
from rulewright.engines.interpreter.value_classes import type_domain
from rulewright.semantics import types
from rulewright.semantics.terms import FactKey

Things: TypeAlias = dict[str, tuple[str, ...]]
"""The named things of each kind."""


class AnonymousThing(str):
    """An anonymous thing; its text is its name in messages."""

    record: str

    def __new__(cls, record: str, number: int) -> AnonymousThing:
        thing = super().__new__(cls, f"another {record}" if number == 1 else f"another {record} ({number})")
        thing.record = record
        return thing


class UncountedThing(AnonymousThing):
    """One of any number of further things of a kind, which neither a name nor a fact introduces."""

    def __new__(cls, record: str, number: int) -> UncountedThing:
        thing = str.__new__(cls, f"uncounted {record} ({number})")
        thing.record = record
        return thing


_PRESENCE = "there is another"
RANGED_OVER, NEXT_THING = "ranged over", "next thing"
"""Names under which an evaluation that reads facts also has that it ranged over a kind, and which anonymous thing of it came next."""


def is_about_uncounted(fact: FactKey) -> bool:
    """Return True for a fact of an uncounted thing, and for its presence: neither has values to try."""
    return fact[0] == _PRESENCE or any(isinstance(arg, UncountedThing) for arg in fact[1])


class OpenWorld:
    """The facts that may introduce anonymous things: those that the question reads, of named things.

    `read_names` returns the names of these facts; it is called when a kind is first ranged over. Of the kinds `uncounted` any number of
    further things may be there; `ranged_over` are the kinds that were ranged over so far.
    """

    def __init__(
        self, core: Core, read_names: Callable[[], frozenset[str]], things: Things, uncounted: frozenset[str] = frozenset()
    ) -> None:
        self._core = core
        self._read = read_names
        self._things = things
        self._uncounted = uncounted
        self.ranged_over: set[str] = set()

    def with_uncounted(self, records: Iterable[str]) -> OpenWorld:
        """Return the same world, in which there may be further things of these kinds."""
        return OpenWorld(self._core, self._read, self._things, frozenset(records))

    def uncounted_things(self, record: str) -> list[tuple[UncountedThing, FactKey]]:
        """Return the uncounted things of a kind, each with the fact that it is present."""
        self.ranged_over.add(record)
        if record not in self._uncounted:
            return []
        return [(UncountedThing(record, number), (_PRESENCE, (record,))) for number in range(1, UNCOUNTED_THINGS + 1)]

    def key(self) -> Hashable:
        """Return all that tells this world from others about the same things."""
        return self._uncounted, self._read()

    @memoize_method
    def sources(self, record: str) -> tuple[FactKey, ...]:
        """Return the facts whose value is a thing of a kind."""
        return tuple(self._facts_of(record))

    def _facts_of(self, record: str) -> Iterable[FactKey]:
        core = self._core
        for name in sorted(self._read()):
            declared = core.facts[name]
            if isinstance(declared.type, types.Thing) and declared.type.record == record:
                pools = (type_domain(core, param.type, self._things) for param in declared.params)
                yield from dict.fromkeys(declared.key(args) for args in product(*pools) if None not in args)


def anonymous_things(facts: Mapping[FactKey, Any]) -> list[AnonymousThing]:
    """Return the anonymous things that facts introduce, in their order."""
    return list(dict.fromkeys(value for value in facts.values() if isinstance(value, AnonymousThing)))


def anonymous_candidates(record: str, facts: Mapping[FactKey, Any]) -> list[AnonymousThing]:
    """Return the anonymous things of a kind that a fact may have as its value: those already introduced, and one more."""
    introduced = [thing for thing in anonymous_things(facts) if thing.record == record]
    return [*introduced, _next_anonymous(record, introduced)]


def _next_anonymous(record: str, introduced: list[AnonymousThing]) -> AnonymousThing:
    return next(candidate for number in count(1) if (candidate := AnonymousThing(record, number)) not in introduced)

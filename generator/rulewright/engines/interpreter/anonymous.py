"""Things that were not named. Unless the world is closed, the value of a fact that is not given may be one of them.

Such a thing reads `another hex`; nothing is known of it. Two facts may have the same one as value, or each its own. What runs over a kind
(`some hex h with …`) counts the named things and those that are values of facts of named things, of the facts that the question reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import count, product
from typing import Any, TypeAlias

from rulewright.base.memo import kept
from rulewright.core.model import Core
from rulewright.engines.interpreter.value_classes import domain_of_type
from rulewright.semantics import types
from rulewright.semantics.terms import FactKey

Things: TypeAlias = dict[str, tuple[str, ...]]
"""The named things of each kind."""


class Unnamed(str):
    """A thing that was not named; its text is how people read it."""

    record: str

    def __new__(cls, record: str, number: int) -> Unnamed:
        found = super().__new__(cls, f"another {record}" if number == 1 else f"another {record} ({number})")
        found.record = record
        return found


class OpenWorld:
    """Which facts may bring in things that were not named: those that what is asked reads, on things that were named.

    `read` gives the names of these facts; it is called when a kind is first looked into.
    """

    def __init__(self, core: Core, read: Callable[[], frozenset[str]], things: Things) -> None:
        self._core = core
        self._read = read
        self._things = things

    @kept
    def sources(self, record: str) -> tuple[FactKey, ...]:
        """The facts whose value is a thing of a kind."""
        return tuple(self._facts_of(record))

    def _facts_of(self, record: str) -> Iterable[FactKey]:
        core = self._core
        for name in sorted(self._read()):
            declared = core.facts[name]
            if isinstance(declared.type, types.Thing) and declared.type.record == record:
                pools = (domain_of_type(core, param.type, self._things) for param in declared.params)
                yield from dict.fromkeys(declared.key(args) for args in product(*pools) if None not in args)


def unnamed_in(facts: Mapping[FactKey, Any]) -> list[Unnamed]:
    """The things that facts bring in, in their order."""
    return list(dict.fromkeys(value for value in facts.values() if isinstance(value, Unnamed)))


def values_of(record: str, facts: Mapping[FactKey, Any]) -> list[Unnamed]:
    """The things of a kind that were not named and that a fact may have as its value: those that others brought in, and one more."""
    there = [one for one in unnamed_in(facts) if one.record == record]
    return [*there, _one_more(record, there)]


def _one_more(record: str, there: list[Unnamed]) -> Unnamed:
    return next(one for number in count(1) if (one := Unnamed(record, number)) not in there)

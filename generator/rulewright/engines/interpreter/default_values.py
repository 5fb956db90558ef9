"""Usual values: what a fact is taken for that is not given, where a question may assume it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rulewright.core.model import Core
from rulewright.engines.interpreter.anonymous import Unnamed
from rulewright.engines.interpreter.questions import Reach
from rulewright.semantics.terms import FactKey

ABSENT = object()
"""Nothing is assumed."""


@dataclass(slots=True)
class Usual:
    """What is assumed. `only` None: of every fact with a usual value, except of those `withheld`; `met` are those that were looked for,
    whether they are assumed or not.

    Of a thing that is not named nothing is assumed that a statement of what is impossible looks at (`judged`): whether it can be is
    found out for the things that are named.
    """

    values: dict[str, Any]
    judged: frozenset[str] = frozenset()
    withheld: frozenset[FactKey] = frozenset()
    only: frozenset[FactKey] | None = None
    met: set[FactKey] = field(default_factory=set)

    def of(self, key: FactKey) -> Any:
        """The value that is assumed of a fact that is not given; `ABSENT` where none is."""
        name, args = key
        if name not in self.values or (name in self.judged and any(isinstance(arg, Unnamed) for arg in args)):
            return ABSENT
        self.met.add(key)
        return ABSENT if key in self.withheld or (self.only is not None and key not in self.only) else self.values[name]


def usual_of(core: Core, reach: Callable[[], Reach]) -> Usual:
    """What a core says is usual; `reach` tells which facts its questions depend on, and is called only if that matters."""
    values = {name: fact.usual.value for name, fact in core.facts.items() if fact.usual is not None}
    judged = (reach().of_term(one.when) for one in core.impossible) if values else ()
    return Usual(values, frozenset().union(*judged))

"""Default values of facts that are not given, for questions that may assume them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rulewright.core.dependence import Dependence
from rulewright.core.model import Core
from rulewright.engines.interpreter.anonymous import AnonymousThing, is_about_uncounted
from rulewright.semantics.terms import FactKey

ABSENT = object()
"""No default applies."""


@dataclass(slots=True)
class DefaultValues:
    """The default values in use.

    `allowed` None: those of all facts, except the `withheld` ones; `consulted` are the facts looked up, assumed or not. Of an anonymous
    thing no default is assumed for a fact that an `impossible` statement reads (`constrained`): possibility is decided for named things.
    Of an uncounted thing nothing is assumed.
    """

    values: dict[str, Any]
    constrained: frozenset[str] = frozenset()
    withheld: frozenset[FactKey] = frozenset()
    allowed: frozenset[FactKey] | None = None
    consulted: set[FactKey] = field(default_factory=set)

    def default_of(self, key: FactKey) -> Any:
        """Return the default of a fact that is not given; `ABSENT` if none applies."""
        if not self._has_default(key):
            return ABSENT
        self.consulted.add(key)
        return self.peek_default(key)

    def peek_default(self, key: FactKey) -> Any:
        """Return the same without a trace in `consulted`."""
        is_off = not self._has_default(key) or key in self.withheld or (self.allowed is not None and key not in self.allowed)
        return ABSENT if is_off else self.values[key[0]]

    def _has_default(self, key: FactKey) -> bool:
        name, args = key
        if name not in self.values or is_about_uncounted(key):
            return False
        return name not in self.constrained or not any(isinstance(arg, AnonymousThing) for arg in args)


def collect_defaults(core: Core, load_dependence: Callable[[], Dependence]) -> DefaultValues:
    """Collect the default values a core declares. `load_dependence` is called only if some fact has one."""
    values = {name: fact.usual.value for name, fact in core.facts.items() if fact.usual is not None}
    constrained = (
        (load_dependence().reach_of_term(statement.when, len(statement.params)).facts for statement in core.impossible) if values else ()
    )
    return DefaultValues(values, frozenset().union(*constrained))

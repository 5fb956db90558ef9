"""A situation as input of the interpreter."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rulewright.core.query import Switches
from rulewright.semantics.terms import FactKey


@dataclass(slots=True)
class Point:
    """A question with its operands, and the facts, switches and things (name -> kind) of a situation."""

    question: str
    args: tuple[Any, ...]
    facts: dict[FactKey, Any]
    things: dict[str, str]
    options: frozenset[str] = frozenset()
    scenario: str | None = None
    game: str | None = None
    readings: dict[str, str] = field(default_factory=dict)

    @property
    def switches(self) -> Switches:
        games = None if self.game is None else frozenset({self.game})
        return Switches(self.options, self.scenario, games, tuple(sorted(self.readings.items())))

"""Situations of a book in which everything is given, drawn at random: worlds of up to six things, all alike, all different, or mixed.

Each is put to the interpreter in one pass, which says of every question how its rules stand: that is what findings are held against.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from typing import Any

from rulewright.analysis.verdicts.witness import Witnesses
from rulewright.core.model import Core
from rulewright.engines.interpreter.evaluation import Evaluation
from rulewright.engines.interpreter.situation import Situation
from rulewright.engines.solver.questions.point import Point
from rulewright.semantics import types
from rulewright.semantics.terms import FactKey

MOST_THINGS = 6
Things = Mapping[str, tuple[str, ...]]
"""The names of things, by their kind."""


def things_of(core: Core, numbers: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """So many things of each kind, with names."""
    return {kind: tuple(f"{kind[0]}{n}" for n in range(1, numbers[kind] + 1)) for kind in core.records}


def values_of(core: Core, kind: types.Type, things: Things) -> list[Any]:
    """Every value of a type where there are these things."""
    match kind:
        case types.YesNo():
            return [True, False]
        case types.Numeric(low=int() as low, high=int() as high):
            return list(range(low, high + 1))
        case types.Enumerated(name=name):
            return list(core.enums[name].values)
        case types.Thing(record=record, or_none=or_none):
            return [*things.get(record, ()), *([None] if or_none else [])]
        case _:
            raise AssertionError(kind)


def keys_of(core: Core, things: Things) -> Iterator[tuple[FactKey, types.Type]]:
    """Every fact of these things."""
    for fact in core.facts.values():
        for args in product(*(values_of(core, param.type, things) for param in fact.params)):
            yield fact.key(args), fact.type


def arguments(core: Core, question: str, things: Things) -> Iterator[tuple[Any, ...]]:
    """The arguments that a question can have where there are these things."""
    return product(*(values_of(core, param.type, things) for param in core.questions[question].params))


@dataclass(frozen=True)
class Drawn:
    """A situation in which everything is given, and what the interpreter makes of it."""

    point: Point
    things: Things
    worked_out: Situation

    @property
    def size(self) -> int:
        """How many things there are of the kind of which there are most."""
        return max(map(len, self.things.values()), default=0)

    def result(self, question: str, args: tuple[Any, ...]) -> Evaluation:
        return self.worked_out.evaluate(question, args)

    def __str__(self) -> str:
        facts = ", ".join(f"{name.split('.')[-1]}({', '.join(map(str, args))})={value}" for (name, args), value in self.point.facts.items())
        return f"{dict(self.point.things)}: {facts}"


class Drawer:
    """Draws situations of a core."""

    def __init__(self, core: Core, rng: Random) -> None:
        self.core = core
        self.rng = rng
        self.witnesses = Witnesses(core)
        self.impossible = 0

    def some(self, count: int) -> Iterator[Drawn]:
        """So many situations: those of 0 to 6 copies of one thing among them, others all different or mixed."""
        for number in range(count):
            size = number % (MOST_THINGS + 1)
            found = self.of(size, share=(1.0, 1.0, 0.8, 0.5, 0.0)[number // (MOST_THINGS + 1) % 5])
            if found is not None:
                yield found

    def of(self, size: int, share: float) -> Drawn | None:
        """A situation with so many things of one kind, of which about this share is alike; None where none was possible."""
        numbers = {kind: self.rng.randint(0, MOST_THINGS) for kind in self.core.records}
        numbers[self.rng.choice(list(self.core.records))] = size
        if "team" in numbers:
            numbers["team"] = min(numbers["team"], self.rng.randint(0, MOST_THINGS))
        return self.within(things_of(self.core, self.completed(numbers)), share)

    def completed(self, numbers: dict[str, int]) -> dict[str, int]:
        """The same with a thing of each kind that a field of another must have."""
        for fact in self.core.facts.values():
            kind = fact.type
            if isinstance(kind, types.Thing) and not kind.or_none and numbers[fact.params[0].type.record]:  # type: ignore[union-attr]
                numbers[kind.record] = max(numbers[kind.record], 1)
        return numbers

    def within(self, things: Things, share: float, tries: int = 12) -> Drawn | None:
        """A possible situation of just these things; with each try fewer things are alike."""
        for attempt in range(tries):
            facts = self._facts(things, share * (1 - attempt / tries))
            drawn = self.given(facts, things)
            if drawn is not None:
                return drawn
            self.impossible += 1
        return None

    def given(self, facts: dict[FactKey, Any], things: Things) -> Drawn | None:
        """The situation of these facts; None where it is impossible."""
        kinds = {name: kind for kind, names in things.items() for name in names}
        point = Point("", (), facts, kinds)
        if self.core.impossible and self.witnesses.inquiry(point).is_impossible({}) is True:
            return None
        inquiry = replace(self.witnesses.inquiry(point, None), goal=lambda situation: None, last=None)
        return Drawn(point, things, inquiry.run_pass({})[1])

    def _facts(self, things: Things, share: float) -> dict[FactKey, Any]:
        like: dict[str, Any] = {}
        found: dict[FactKey, Any] = {}
        for (name, args), kind in keys_of(self.core, things):
            values = values_of(self.core, kind, things)
            usual = like.setdefault(name, self.rng.choice([*values, *([None] * len(values) if None in values else [])]))
            found[name, args] = usual if self.rng.random() < share else self.rng.choice(values)
        return found

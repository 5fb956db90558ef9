"""Random questions: from those of a core, with things, switches and facts that bear on the answer.

The facts are those that the interpreter finds missing, one after the other, each with a value that the rules tell apart from others; some
are left unknown on purpose. So the situations are about facts that the rules read, and not about facts that nothing asks for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import ceil, floor
from random import Random
from typing import Any

from rulewright.base.errors import WrongInput
from rulewright.base.limits import MAX_DRAWS, MAX_FACTS_DRAWN, MAX_FACTS_UNKNOWN
from rulewright.core.model import Core
from rulewright.core.query import AskedQuestion, Query, Switches
from rulewright.engines.interpreter.anonymous import AnonymousThing
from rulewright.engines.interpreter.engine import InterpreterEngine
from rulewright.engines.interpreter.query_inputs import check_switches
from rulewright.engines.interpreter.unknown import Unknown
from rulewright.semantics import types
from rulewright.semantics.model import Fix, Question
from rulewright.semantics.terms import FactKey, Plain


class Drawer:
    """Draws queries about one core; all choices come from `rng`."""

    def __init__(self, reference: InterpreterEngine, rng: Random) -> None:
        self.reference = reference
        self.core: Core = reference.core
        self.rng = rng
        self._names = sorted(self.core.questions)

    def draw_query(self) -> Query:
        """Return one query; if no possible one is found after some tries, the last that was tried."""
        for _ in range(MAX_DRAWS):
            name = self.rng.choice(self._names)
            things, args = self._draw_arguments(self.core.questions[name])
            query = Query(AskedQuestion(name, args), things, (), self._draw_switches())
            try:
                return self._add_facts(query)
            except WrongInput:
                continue
        return query

    # ---- things and arguments -------------------------------------------------------------------------------------------------------

    def _draw_arguments(self, question: Question) -> tuple[dict[str, tuple[str, ...]], tuple[Plain, ...]]:
        """Draw the arguments of a question, and the things that exist: the arguments, and now and then others."""
        things: dict[str, list[str]] = {}
        args: list[Plain] = []
        for param in question.params:
            if isinstance(param.type, types.Thing):
                things_of_kind = things.setdefault(param.type.record, [])
                things_of_kind.append(f"{param.type.record}_{len(things_of_kind) + 1}")
                args.append(things_of_kind[-1])
            else:
                args.append(self.rng.choice(self._values_of_type(param.type)))
        for kind in self.core.records:
            if self.rng.random() < 0.3:
                things_of_kind = things.setdefault(kind, [])
                things_of_kind.append(f"{kind}_{len(things_of_kind) + 1}")
        return {kind: tuple(names) for kind, names in things.items()}, tuple(args)

    def _values_of_type(self, kind: types.Type) -> list[Plain]:
        """Return some values for an argument that is no thing."""
        match kind:
            case types.YesNo():
                return [True, False]
            case types.Enumerated():
                return [*self.core.enums[kind.name].values]
            case types.Numeric():
                low = kind.low or 0
                high = low + 12 if kind.high is None else kind.high
                integers = range(ceil(low), floor(high) + 1) or (low,)
                return [*sorted({low, high, *(self.rng.choice(integers) for _ in range(4))})]
            case types.PlaceOf():
                return [first for first, _ in self.core.maps[kind.map]]
            case types.Thing() | types.NoneType():
                return [None]

    # ---- switches -------------------------------------------------------------------------------------------------------------------

    def _draw_switches(self) -> Switches:
        """Draw switches: mostly no option and no scenario, as in play; now and then some; readings open or chosen."""
        core, rng = self.core, self.rng
        for _ in range(MAX_DRAWS):
            options = [name for name in core.options if rng.random() < 0.25] if rng.random() < 0.5 else []
            scenario = rng.choice(core.scenarios) if core.scenarios and rng.random() < 0.3 else None
            games = [rng.choice(core.games)] if core.games and rng.random() < 0.5 else None
            readings = {
                name: rng.choice(reading.choices).name
                for name, reading in core.readings.items()
                if reading.choices and reading.settled_as is None and rng.random() < 0.5
            }
            try:
                return check_switches(core, options, readings, scenario, games)
            except WrongInput:
                continue
        return Switches()

    # ---- facts ----------------------------------------------------------------------------------------------------------------------

    def _add_facts(self, query: Query) -> Query:
        """Add facts to the query, one by one, until the interpreter lacks only those that stay unknown. Raises `WrongInput`."""
        rng = self.rng
        unknowns_left = rng.choice((0, 0, 0, 1, 2, MAX_FACTS_UNKNOWN))
        unknown: set[FactKey] = set()
        assigned: dict[FactKey, Any] = {}
        for _ in range(MAX_FACTS_DRAWN):
            filled = self._with_facts(query, assigned)
            question = query.asked
            assert isinstance(question, AskedQuestion)
            inquiry = self.reference.build_inquiry(filled)
            _, situation = inquiry.run_pass({})
            result = situation.evaluate(question.question, question.args)
            weighed = [part for pair in ((claim.unknown, claim.effect) for claim in result.claims) for part in pair]
            facts = [fact for fact in _missing_facts([result.value, *weighed]) if fact not in unknown]
            if not facts:
                return filled
            fact = facts[0]
            values = inquiry.candidate_values(fact) or self._unlisted_values(fact)
            if (unknowns_left > 0 and rng.random() < 0.3) or not values:
                unknown.add(fact)
                unknowns_left -= 1
                continue
            possible = [value for value in rng.sample(values, len(values)) if inquiry.is_impossible({fact: value}) is not True]
            if not possible:
                raise WrongInput("no such situation is possible")
            value = possible[0]
            if isinstance(value, AnonymousThing):
                query, value = _name_another(query, value.record)
            assigned[fact] = value
        return self._with_facts(query, assigned)

    def _with_facts(self, query: Query, assigned: dict[FactKey, Any]) -> Query:
        fixes = tuple(Fix(name, args, value) for (name, args), value in assigned.items())
        return Query(query.asked, query.things, fixes, query.switches)

    def _unlisted_values(self, fact: FactKey) -> list[Plain]:
        """Return values for a fact whose domain cannot be listed; none for a thing, which would not exist."""
        kind = self.core.facts[fact[0]].type
        return [] if isinstance(kind, types.Thing) else self._values_of_type(kind)


def _name_another(query: Query, record: str) -> tuple[Query, str]:
    """Return the query with one more thing of a kind, and the name of that thing: a query cannot speak of things without a name."""
    names = query.things.get(record, ())
    name = f"{record}_{len(names) + 1}"
    return replace(query, things={**query.things, record: (*names, name)}), name


def _missing_facts(parts: Iterable[Any]) -> list[FactKey]:
    """Return the facts that results are open for, in the order in which they were met."""
    return list(dict.fromkeys(fact for part in parts if isinstance(part, Unknown) for fact in part.facts))

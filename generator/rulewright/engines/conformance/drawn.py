"""Questions drawn at random: from those of a core, with things, switches and facts that bear on the answer.

The facts are those that the interpreter runs into, one after the other, each with a value that the rules tell apart from others; some are
left unknown on purpose. So the situations are about what the rules look at, and not about facts that nothing asks for.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, floor
from random import Random
from typing import Any

from rulewright.base.errors import WrongInput
from rulewright.core.model import Core
from rulewright.core.query import AskedQuestion, Query, Switches
from rulewright.engines.interpreter.engine import Interpreted
from rulewright.engines.interpreter.query_inputs import check_switches
from rulewright.engines.interpreter.unknown import Open
from rulewright.semantics import types
from rulewright.semantics.model import Fix, Question
from rulewright.semantics.terms import FactKey, Plain

MOST_FACTS = 60
"""So many facts at most are given in one situation."""
MOST_UNKNOWN = 3
"""So many facts at most are left unknown: more mostly means that nothing can be said."""
TRIES = 20


class Drawer:
    """Draws queries about one core; every choice comes from `rng`."""

    def __init__(self, reference: Interpreted, rng: Random) -> None:
        self.reference = reference
        self.core: Core = reference.core
        self.rng = rng
        self._names = sorted(self.core.questions)

    def query(self) -> Query:
        """One query; if none that is possible is found after some tries, the last that was tried."""
        for _ in range(TRIES):
            name = self.rng.choice(self._names)
            things, args = self._arguments(self.core.questions[name])
            query = Query(AskedQuestion(name, args), things, (), self._switches())
            try:
                return self._given(query)
            except WrongInput:
                continue
        return query

    # ---- things and arguments -------------------------------------------------------------------------------------------------------

    def _arguments(self, question: Question) -> tuple[dict[str, tuple[str, ...]], tuple[Plain, ...]]:
        """The arguments of a question, and the things that there are: the arguments, and now and then others."""
        things: dict[str, list[str]] = {}
        args: list[Plain] = []
        for param in question.params:
            if isinstance(param.type, types.Thing):
                several = things.setdefault(param.type.record, [])
                several.append(f"{param.type.record}_{len(several) + 1}")
                args.append(several[-1])
            else:
                args.append(self.rng.choice(self._values(param.type)))
        for kind in self.core.records:
            if self.rng.random() < 0.3:
                several = things.setdefault(kind, [])
                several.append(f"{kind}_{len(several) + 1}")
        return {kind: tuple(several) for kind, several in things.items()}, tuple(args)

    def _values(self, kind: types.Type) -> list[Plain]:
        """Some values of an argument that is no thing."""
        match kind:
            case types.YesNo():
                return [True, False]
            case types.Enumerated():
                return [*self.core.enums[kind.name].values]
            case types.Numeric():
                low = kind.low or 0
                high = low + 12 if kind.high is None else kind.high
                whole = range(ceil(low), floor(high) + 1) or (low,)
                return [*sorted({low, high, *(self.rng.choice(whole) for _ in range(4))})]
            case types.PlaceOf():
                return [first for first, _ in self.core.maps[kind.map]]
            case types.Thing() | types.NoneType():
                return [None]

    # ---- switches -------------------------------------------------------------------------------------------------------------------

    def _switches(self) -> Switches:
        """Mostly no option and no scenario, as in play; now and then some; readings open or chosen."""
        core, rng = self.core, self.rng
        for _ in range(TRIES):
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

    def _given(self, query: Query) -> Query:
        """The query with facts, one after the other, until the interpreter lacks none but those that stay unknown. Raises `WrongInput`."""
        rng = self.rng
        left = rng.choice((0, 0, 0, 1, 2, MOST_UNKNOWN))
        unknown: set[FactKey] = set()
        given: dict[FactKey, Any] = {}
        for _ in range(MOST_FACTS):
            filled = self._with(query, given)
            asked = query.asked
            assert isinstance(asked, AskedQuestion)
            inquiry = self.reference.inquiry(filled)
            _, situation = inquiry.run({})
            result = situation.result(asked.question, asked.args)
            weighed = [one for several in ((one.opened, one.effect) for one in result.weighed) for one in several]
            facts = [fact for fact in _lacking([result.value, *weighed]) if fact not in unknown]
            if not facts:
                return filled
            fact = facts[0]
            values = inquiry.domain(fact) or self._untried(fact)
            if (left > 0 and rng.random() < 0.3) or not values:
                unknown.add(fact)
                left -= 1
                continue
            possible = [value for value in rng.sample(values, len(values)) if inquiry.is_impossible({fact: value}) is not True]
            if not possible:
                raise WrongInput("no such situation is possible")
            given[fact] = possible[0]
        return self._with(query, given)

    def _with(self, query: Query, given: dict[FactKey, Any]) -> Query:
        fixes = tuple(Fix(name, args, value) for (name, args), value in given.items())
        return Query(query.asked, query.things, fixes, query.switches)

    def _untried(self, fact: FactKey) -> list[Plain]:
        """Values of a fact whose domain cannot be listed; of a thing that is not there, none."""
        kind = self.core.facts[fact[0]].type
        return [] if isinstance(kind, types.Thing) else self._values(kind)


def _lacking(opened: Iterable[Any]) -> list[FactKey]:
    """The facts that results are open for, in the order in which they were met."""
    return list(dict.fromkeys(fact for one in opened if isinstance(one, Open) for fact in one.facts))

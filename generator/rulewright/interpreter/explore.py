"""Unknown facts and open readings: the one outcome of every completion, or the facts that matter.

First one pass with unknown facts open. Where that does not settle the question, branch on the facts that the pass ran into, one value for
each class that nothing tells apart, a pass at each node, at most `BUDGET` passes; readings are tried under each choice of facts, inside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice, product
from typing import Any

from rulewright.errors import WrongInput
from rulewright.interpreter.answer import Why
from rulewright.interpreter.classes import Sensitivity, domain_of
from rulewright.interpreter.kleene import Code
from rulewright.interpreter.opened import Open
from rulewright.interpreter.plan import Machine, Switches
from rulewright.interpreter.situation import Situation
from rulewright.semantics.terms import FactKey

BUDGET = 3000
_MOST_PAIRS = 200_000
Goal = Callable[[Situation], Any]


@dataclass(slots=True)
class Leaf:
    """A part of the situations, given by some facts, in which the outcome is one."""

    facts: dict[FactKey, Any]
    outcome: Any


@dataclass(slots=True)
class Found:
    """What was found out. `outcome` is None where facts are missing; `missing` pairs facts with whether it is proved that they matter."""

    outcome: Any
    value: Any
    situation: Situation
    missing: tuple[tuple[FactKey, bool], ...] = ()
    readings: frozenset[str] = frozenset()
    passes: int = 1


def outcome_of(value: Any) -> Any:
    """What makes two outcomes the same: status, and value if answered."""
    if value.__class__ is not Open:
        return ("answered", value)
    return ("conflict",) if value.conflict else ("undetermined",)


@dataclass(slots=True)
class Inquiry:
    """A question in a situation of which something may be unknown. `narrowed` are conditions on facts, the candidate in slot 0."""

    machine: Machine
    switches: Switches
    facts: dict[FactKey, Any]
    fixed: dict[FactKey, Any]
    things: dict[str, tuple[str, ...]]
    goal: Goal
    sensitivity: Callable[[], Sensitivity]
    narrowed: dict[FactKey, list[Code]] = field(default_factory=dict)
    watched: list[Situation] | None = None
    budget: int = BUDGET
    passes: int = 0
    spent: bool = False
    _impossible: list[tuple[Code, tuple[Any, ...]]] | None = None

    # ---- one pass -------------------------------------------------------------------------------------------------------------------

    def run(self, facts: dict[FactKey, Any], readings: dict[str, str] | None = None) -> tuple[Any, Situation]:
        """One pass with these facts besides the given ones, under these choices of readings."""
        self.passes += 1
        switches = self.switches
        if readings:
            chosen = tuple(sorted({**dict(switches.readings), **readings}.items()))
            switches = replace(switches, readings=chosen)
        known = {**self.facts, **facts} if facts else self.facts
        situation = Situation(self.machine.selection(switches), known, self.fixed, self.things)
        try:
            value = self.goal(situation)
        except RecursionError as error:
            raise WrongInput("this question is nested too deeply: too many questions contain one another") from error
        if self.watched is not None:
            self.watched.append(situation)
        return value, situation

    def settle(self, facts: dict[FactKey, Any], readings: dict[str, str]) -> tuple[Any, Any, Situation, frozenset[str]]:
        """The outcome given these facts, trying open readings both ways: (outcome or None, value, situation, readings tried).

        The outcome is None where facts are missing; the value is then an `Open` that names them.
        """
        value, situation = self.run(facts, readings)
        if value.__class__ is not Open or (not value.facts and not value.readings):
            return outcome_of(value), value, situation, frozenset()
        if value.facts or self.passes > self.budget:
            return None, value, situation, value.readings
        name = min(value.readings)
        outcomes: list[Any] = []
        tried = frozenset({name})
        first: tuple[Any, Situation] | None = None
        for choice in self.machine.core.readings[name].choices:
            outcome, inner, inside, more = self.settle(facts, {**readings, name: choice.name})
            tried |= more
            if outcome is None:
                return None, inner, inside, tried
            outcomes.append(outcome)
            first = first or (inner, inside)
        if first is not None and all(outcome == outcomes[0] for outcome in outcomes):
            return outcomes[0], first[0], first[1], tried
        on = self.machine.core.readings[name].on
        opened = Open(whys=frozenset({(Why.OPEN_READING, on[0] if on else None)}), readings=value.readings)
        return ("undetermined",), opened, situation, tried

    # ---- all completions ------------------------------------------------------------------------------------------------------------

    def answer(self) -> Found:
        """The outcome of every completion, or the facts that matter."""
        outcome, value, situation, tried = self.settle({}, {})
        if outcome is not None:
            return Found(outcome, value, situation, readings=tried, passes=self.passes)
        first = value
        leaves: list[Leaf] = []
        unsettled: dict[FactKey, None] = {}
        self._branch({}, value, leaves, unsettled)
        outcomes = {leaf.outcome for leaf in leaves}
        if len(outcomes) == 1 and not unsettled:
            chosen = leaves[0]
            _, value, situation, tried = self.settle(chosen.facts, {})
            return Found(chosen.outcome, value, situation, readings=tried, passes=self.passes)
        proved = self._matter(leaves) if len(outcomes) > 1 else []
        maybe = [fact for fact in unsettled if fact not in proved]
        if not leaves and not maybe:
            maybe = list(first.facts)
        ranked = self._deciding(proved)
        missing = tuple((fact, True) for fact in ranked) + tuple((fact, False) for fact in maybe)
        return Found(None, first, situation, missing, first.readings, self.passes)

    def certain(self) -> Any:
        """The one outcome of every completion; None as soon as two differ or the budget is spent. Which facts matter is not asked."""
        found: Any = None
        for outcome in self._outcomes({}):
            if outcome is None or (found is not None and outcome != found):
                return None
            found = outcome
        return found

    def _outcomes(self, facts: dict[FactKey, Any]) -> Iterator[Any]:
        """The outcomes of all possible completions, None where they are not found out."""
        outcome, value, _, _ = self.settle(facts, {})
        if outcome is not None:
            if self.possible(facts):
                yield outcome
            return
        fact = next((one for one in value.facts if self.domain(one)), None)
        if fact is None or self.passes > self.budget:
            yield None
            return
        for candidate in self.domain(fact):
            known = {**facts, fact: candidate}
            if self.is_impossible(known) is not True:
                yield from self._outcomes(known)

    def domain(self, fact: FactKey) -> list[Any]:
        """One value of each class of the fact's domain that is not given away."""
        values = domain_of(self.machine.core, fact[0], self.things)
        conditions = self.narrowed.get(fact, ())
        kept = [value for value in values if all(code(None, (value,)) is True for code in conditions)]
        return [group[0] for group in self.sensitivity().groups(fact[0], kept)]

    def _branch(self, facts: dict[FactKey, Any], value: Open, leaves: list[Leaf], unsettled: dict[FactKey, None]) -> None:
        """Tries the first fact that a pass ran into, value by value."""
        fact = next((one for one in value.facts if self.domain(one)), None)
        if fact is None or self.passes > self.budget:
            unsettled.update(dict.fromkeys(value.facts))
            self.spent = self.spent or self.passes > self.budget
            return
        for candidate in self.domain(fact):
            known = {**facts, fact: candidate}
            if self.is_impossible(known) is True:
                continue
            outcome, inner, _, _ = self.settle(known, {})
            if outcome is None:
                self._branch(known, inner, leaves, unsettled)
            elif self._statements():
                leaves.extend(Leaf(part, outcome) for part in self.possible_parts(known))
            else:
                leaves.append(Leaf(known, outcome))

    # ---- impossible situations ------------------------------------------------------------------------------------------------------

    def _statements(self) -> list[tuple[Code, tuple[Any, ...]]]:
        if self._impossible is None:
            self._impossible = [
                (code, args)
                for code, pools in self.machine.impossible()
                for args in product(*(self.things.get(pool, ()) if isinstance(pool, str) else pool for pool in pools))
            ]
        return self._impossible

    def is_impossible(self, facts: dict[FactKey, Any]) -> bool | Open:
        """Whether a statement rules these facts out: yes, no, or open."""
        statements = self._statements()
        if not statements:
            return False
        known = {**self.facts, **facts}
        situation = Situation(self.machine.selection(self.switches), known, self.fixed, self.things)
        opened: Open | None = None
        for code, args in statements:
            value = code(situation, args)
            if value is True:
                return True
            if value.__class__ is Open and value.facts:
                opened = opened or value
        return False if opened is None else opened

    def possible_parts(self, facts: dict[FactKey, Any]) -> Iterator[dict[FactKey, Any]]:
        """The situations with these facts, split until it is certain that each is possible."""
        found = self.is_impossible(facts)
        if found is False:
            yield facts
        if not isinstance(found, Open):
            return
        self.passes += 1
        fact = next((one for one in found.facts if self.domain(one)), None)
        if fact is None or self.passes > self.budget:
            yield facts
            return
        for value in self.domain(fact):
            yield from self.possible_parts({**facts, fact: value})

    def possible(self, facts: dict[FactKey, Any]) -> bool:
        """Whether some situation with these facts is possible."""
        return next(self.possible_parts(facts), None) is not None

    # ---- which facts matter ---------------------------------------------------------------------------------------------------------

    def _matter(self, leaves: list[Leaf]) -> list[FactKey]:
        """The facts in which two possible situations differ that differ in outcome.

        In it alone; where impossible statements leave no such pair, in a smallest set with it.
        """
        facts = list(dict.fromkeys(fact for leaf in leaves for fact in leaf.facts))
        alone: set[FactKey] = set()
        sets: set[frozenset[FactKey]] = set()
        forbidding = bool(self._statements())
        for one, other in islice(_pairs(leaves), _MOST_PAIRS):
            differ = _differences(one, other)
            if len(differ) == 1:
                alone |= differ
                if len(alone) == len(facts):
                    break
            elif forbidding:
                sets.add(differ)
        smallest = [differ for differ in sets if not differ & alone and not any(smaller < differ for smaller in sets)]
        alone = alone.union(*smallest)
        return [fact for fact in facts if fact in alone]

    def _deciding(self, facts: list[FactKey]) -> list[FactKey]:
        """The facts in the order in which to ask for them: first the one of which most values settle the question at once."""
        if len(facts) < 2 or self.passes > self.budget:
            return facts
        share: dict[FactKey, float] = {}
        for fact in facts:
            values = self.domain(fact)[:12]
            settled = sum(1 for value in values if self.settle({fact: value}, {})[0] is not None)
            share[fact] = settled / len(values)
        return sorted(facts, key=lambda fact: -share[fact])


def _pairs(leaves: list[Leaf]) -> Iterator[tuple[Leaf, Leaf]]:
    for index, one in enumerate(leaves):
        for other in leaves[index + 1 :]:
            if one.outcome != other.outcome:
                yield one, other


def _differences(one: Leaf, other: Leaf) -> frozenset[FactKey]:
    """The facts that both leaves tell, differently."""
    small, large = (one.facts, other.facts) if len(one.facts) < len(other.facts) else (other.facts, one.facts)
    return frozenset(fact for fact, value in small.items() if fact in large and large[fact] != value)

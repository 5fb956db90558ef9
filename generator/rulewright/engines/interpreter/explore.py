"""Unknown facts and open readings: the one outcome of every completion, or the facts that matter.

First one pass with unknown facts open. Where that does not settle the question, branch on the facts that the pass ran into, one value for
each class that nothing tells apart, a pass at each node, at most `BUDGET` passes; readings are tried under each choice of facts, inside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations, islice
from typing import Any, NamedTuple, TypeAlias

from rulewright.base.errors import WrongInput
from rulewright.base.records import record
from rulewright.core.query import Switches
from rulewright.engines.interpreter.answer import Why
from rulewright.engines.interpreter.kleene import Code
from rulewright.engines.interpreter.plan import Machine
from rulewright.engines.interpreter.possibility import BUDGET, Facts, Trial
from rulewright.engines.interpreter.relevance import Leaf, about_unnamed, brought_in_by, facts_that_matter
from rulewright.engines.interpreter.situation import Situation
from rulewright.engines.interpreter.step_budget import OutOfSteps
from rulewright.engines.interpreter.unknown import Open
from rulewright.semantics.model import Fix
from rulewright.semantics.terms import FactKey

__all__ = ["BUDGET", "UNDETERMINED", "Found", "Inquiry", "Leaf", "given_by", "outcome_of"]

_MOST_WAYS = 200_000
"""So many pairs of ways in which readings were taken are held against each other."""
UNDETERMINED = ("undetermined",)
Passed: TypeAlias = dict[Switches, Situation]
"""The situations of a pass, by the choices of readings under which it was made."""


@record
class Explored:
    """What came of some facts. `outcome` is None where facts are missing: `value` is then an `Open` that names them.

    `readings` are those that were tried; where they leave the answer undetermined, `value` names those that matter.
    """

    outcome: Any
    value: Any
    situation: Situation
    readings: frozenset[str] = frozenset()


@record
class Way:
    """Choices of readings, and the outcome under them."""

    choices: dict[str, str]
    outcome: Any


@dataclass(slots=True)
class Found:
    """What was found out. `outcome` is None where facts are missing; `missing` pairs facts with whether it is proved that they matter.

    `situation` is that of a pass in which nothing is known but what is given. Where unknown facts were tried, `leaves` are all situations
    that they led to, each with this outcome: what is so in all of them is so whatever these facts are. `is_spent`: not all was tried.
    """

    outcome: Any
    value: Any
    situation: Situation
    missing: tuple[tuple[FactKey, bool], ...] = ()
    readings: frozenset[str] = frozenset()
    passes: int = 1
    leaves: tuple[Situation, ...] = ()
    is_spent: bool = False


def _eventful(leaf: Leaf) -> int:
    """How many facts of a leaf are so."""
    return sum(value is True for value in leaf.facts.values())


def outcome_of(value: Any) -> Any:
    """What makes two outcomes the same: status, and value if answered."""
    if value.__class__ is not Open:
        return ("answered", value)
    return ("conflict",) if value.conflict else ("undetermined",)


class Given(NamedTuple):
    """What a situation gives: facts, answers that are fixed, and conditions on facts, the candidate in slot 0."""

    facts: dict[FactKey, Any]
    fixed: dict[FactKey, Any]
    narrowed: dict[FactKey, list[Code]]


def given_by(machine: Machine, fixes: Iterable[Fix]) -> Given:
    """The givens of an example or a query, ready for an inquiry."""
    found = Given({}, {}, {})
    for fix in fixes:
        key = (fix.name, fix.args)
        if fix.narrow is not None:
            found.narrowed.setdefault(key, []).append(machine.compiler.compile(fix.narrow))
        elif fix.name in machine.core.facts:
            found.facts[key] = fix.value
        else:
            found.fixed[key] = fix.value
    return found


@dataclass(slots=True)
class Inquiry(Trial):
    """A question, as a `Trial` has it, put in every way in which what is unknown may be."""

    _told: tuple[FactKey, Any] | None = field(default=None, init=False)
    _near: Passed = field(default_factory=dict, init=False)
    _here: Passed = field(default_factory=dict, init=False)

    # ---- one pass -------------------------------------------------------------------------------------------------------------------

    def run(self, facts: dict[FactKey, Any], readings: dict[str, str] | None = None) -> tuple[Any, Situation]:
        """One pass with these facts besides the given ones, under these choices of readings."""
        self.passes += 1
        switches = self.switches
        if readings:
            chosen = tuple(sorted({**dict(switches.readings), **readings}.items()))
            switches = replace(switches, readings=chosen)
        situation = self.situation(facts, switches)
        before = self._near if self.last is None else self.last
        if switches in before:
            situation.follows(before[switches])
        self._here[switches] = situation
        if self.last is not None:
            self.last[switches] = situation
        try:
            value = self.goal(situation)
        except RecursionError as error:
            raise WrongInput("this question is nested too deeply: too many questions contain one another") from error
        finally:
            situation.follows_none()
        if self.watched is not None:
            self.watched.append(situation)
        return value, situation

    def explore(self, facts: dict[FactKey, Any], readings: dict[str, str]) -> Explored:
        """The outcome given these facts, each open reading taken in every way; its `outcome` is None where facts are missing."""
        ways: list[Way] = []
        found = self._explore(facts, readings, ways)
        if found.outcome != UNDETERMINED or not found.value.readings:
            return found
        matter = frozenset(_told_apart(ways)) or found.value.readings
        on = self.machine.core.readings[min(matter)].on
        opened = Open(whys=frozenset({(Why.OPEN_READING, on[0] if on else None)}), readings=matter)
        return replace(found, value=opened)

    def _explore(self, facts: dict[FactKey, Any], readings: dict[str, str], ways: list[Way]) -> Explored:
        """The same, with each way in which readings were taken and what came of it in `ways`."""
        value, situation = self.run(facts, readings)
        if value.__class__ is not Open or not (value.facts or value.readings):
            outcome = outcome_of(value)
            ways.append(Way(readings, outcome))
            return Explored(outcome, value, situation)
        if not value.readings or self.is_spent():
            return Explored(None, value, situation, value.readings)
        name = min(value.readings)
        tried = frozenset({name})
        each: list[Explored] = []
        for choice in self.machine.core.readings[name].choices:
            found = self._explore(facts, {**readings, name: choice.name}, ways)
            tried |= found.readings
            if found.outcome is None:
                return Explored(None, value, situation, tried | value.readings) if value.facts else replace(found, readings=tried)
            each.append(found)
        if len({found.outcome for found in each}) == 1:
            undecided = (found for found in each if found.outcome == UNDETERMINED and found.value.readings)
            return replace(next(undecided, each[0]), readings=tried)
        return Explored(UNDETERMINED, Open(readings=tried), situation, tried)

    # ---- all completions ------------------------------------------------------------------------------------------------------------

    def answer(self) -> Found:
        """The outcome of every completion, or the facts that matter."""
        found = self.explore({}, {})
        if found.outcome is not None:
            return Found(found.outcome, found.value, found.situation, readings=found.readings, passes=self.passes)
        first, passed = found.value, self._here
        leaves: list[Leaf] = []
        unsettled: dict[FactKey, None] = {}
        self.begin()
        try:
            self._branch({}, first, passed, leaves, unsettled)
        except OutOfSteps:
            self.spent = True
            self._leave({}, first, unsettled)
        is_spent, outcomes = self.spent, {leaf.outcome for leaf in leaves}
        if len(outcomes) == 1 and not unsettled:
            return self._answered(leaves, found.situation)
        self.begin()
        proved, perhaps = facts_that_matter(self, leaves) if len(outcomes) > 1 else ([], [])
        maybe = [fact for fact in dict.fromkeys([*unsettled, *perhaps]) if fact not in proved]
        if not proved and not maybe:
            maybe = [fact for fact in first.facts if not about_unnamed(fact)]
        ranked = self._deciding(proved, passed)
        missing = tuple((fact, True) for fact in ranked) + tuple((fact, False) for fact in maybe)
        return Found(None, first, found.situation, missing, first.readings, self.passes, is_spent=is_spent)

    def _answered(self, leaves: list[Leaf], first: Situation) -> Found:
        """The outcome that all leaves have; why it is undetermined is taken from one in which nothing much happens."""
        leaf = min(leaves, key=_eventful)
        found = self.explore(leaf.facts, {})
        value = found.value if found.outcome is not None else self._value_of(leaf, found.value.readings)
        each = {id(one.situation): one.situation for one in leaves}
        passed = tuple(one for one in each.values() if one is not None)
        return Found(
            leaf.outcome, value, first, readings=found.readings, passes=self.passes, leaves=passed if len(passed) == len(each) else ()
        )

    def _value_of(self, leaf: Leaf, readings: frozenset[str]) -> Any:
        """The value of an outcome that was found choice by choice: no one argument has it all."""
        if leaf.outcome[0] == "answered":
            return leaf.outcome[1]
        choices = self.machine.core.readings[min(readings)].choices
        apart = len({self._certain(leaf.facts, {min(readings): choice.name}) for choice in choices}) > 1
        return Open(leaf.outcome == ("conflict",), readings=frozenset({min(readings)}) if apart else frozenset())

    def certain(self) -> Any:
        """The one outcome of every completion; None as soon as two differ or the budget is spent. Which facts matter is not asked."""
        return self._begun(None)

    def stays(self, outcome: Any, without: FactKey, value: Any) -> bool:
        """Whether an outcome that is certain where a fact has this value is so without it: what gives it another value is tried."""
        self._told = (without, value)
        return bool(self._begun(outcome) == outcome)

    def _begun(self, found: Any) -> Any:
        self.begin()
        try:
            return self._certain({}, {}, found)
        except OutOfSteps:
            self.spent = True
            return None

    def _certain(self, facts: dict[FactKey, Any], readings: dict[str, str], found: Any = None) -> Any:
        """The one outcome of every completion; `found` is one that some completion is known to have."""
        for outcome, known in self._outcomes(facts, readings):
            if outcome is None:
                return None
            if outcome == found or not self.possible(known):
                continue
            if found is not None:
                return None
            found = outcome
        return found

    def _outcomes(self, facts: dict[FactKey, Any], readings: dict[str, str]) -> Iterator[tuple[Any, dict[FactKey, Any]]]:
        """The outcomes of all completions, None where they are not found out, each with the facts that lead to it, possible or not."""
        found = self.explore(facts, readings)
        if found.outcome is not None:
            yield found.outcome, facts
            return
        fact = self.first_to_try(found.value, facts)
        if fact is None or self.is_spent():
            yield self._choice_by_choice(facts, readings, found.value), facts
            return
        passed = self._here
        for candidate in self.domain(fact, facts):
            if self.is_spent():
                yield None, facts
                return
            known = {**facts, fact: candidate}
            if self._told != (fact, candidate) and self.is_impossible(known) is not True:
                self._near, self._here = passed, {}
                yield from self._outcomes(known, readings)

    def _choice_by_choice(self, facts: dict[FactKey, Any], readings: dict[str, str], value: Open) -> Any:
        """The outcome that every completion of these facts has, where each choice of a reading has one of its own; else None."""
        if not value.readings or self.is_spent():
            return None
        name = min(value.readings)
        outcomes: set[Any] = set()
        for choice in self.machine.core.readings[name].choices:
            outcome = self._certain(facts, {**readings, name: choice.name})
            if outcome is None:
                return None
            outcomes.add(outcome)
        return outcomes.pop() if len(outcomes) == 1 else UNDETERMINED

    def _branch(self, facts: Facts, value: Open, passed: Passed, leaves: list[Leaf], unsettled: dict[FactKey, None]) -> None:
        """Tries the first fact that a pass ran into, value by value; `passed` are the situations of that pass."""
        fact = self.first_to_try(value, facts)
        if fact is None or self.is_spent():
            outcome = self._choice_by_choice(facts, {}, value)
            if outcome is None:
                self._leave(facts, value, unsettled)
            elif self.possible(facts):
                leaves.append(Leaf(facts, outcome))
            return
        for candidate in self.domain(fact, facts):
            if self.is_spent():  # not all can be gone through, so none of these facts is proved not to matter
                self._leave(facts, value, unsettled)
                return
            known = {**facts, fact: candidate}
            if self.is_impossible(known) is True:
                continue
            self._near, self._here = passed, {}
            found = self.explore(known, {})
            if found.outcome is None:
                self._branch(known, found.value, self._here, leaves, unsettled)
            elif self.possible(known):
                leaves.append(Leaf(known, found.outcome, found.situation))

    def _leave(self, facts: Facts, value: Open, unsettled: dict[FactKey, None]) -> None:
        """Notes what may matter where no more is tried: what is open, and what was tried on the way where that is for want of passes."""
        left = [*value.facts, *(facts if self.spent else ())]
        unsettled.update(dict.fromkeys(named for one in left for named in brought_in_by(one, facts)))

    # ---- in which order to ask --------------------------------------------------------------------------------------------------------

    def _deciding(self, facts: list[FactKey], passed: Passed) -> list[FactKey]:
        """The facts in the order in which to ask for them: first the one of which most values settle the question at once."""
        share: dict[FactKey, float] = {}
        for fact in facts if len(facts) > 1 else ():
            values = self.domain(fact)[:12]
            settled = 0
            for value in values:
                if self.is_spent():
                    return facts
                self._near, self._here = passed, {}
                settled += self.explore({fact: value}, {}).outcome is not None
            share[fact] = settled / len(values)
        return sorted(facts, key=lambda fact: -share.get(fact, 0))


def _told_apart(ways: list[Way]) -> set[str]:
    """The readings that matter: two ways that differ in such a one alone differ in outcome."""
    pairs = ((one, other) for one, other in combinations(ways, 2) if one.outcome != other.outcome)
    differ = (
        [name for name, choice in one.choices.items() if other.choices.get(name, choice) != choice]
        for one, other in islice(pairs, _MOST_WAYS)
    )
    return {name for names in differ if len(names) == 1 for name in names}

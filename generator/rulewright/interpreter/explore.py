"""Unknown facts and open readings: the one outcome of every completion, or the facts that matter.

First one pass with unknown facts open. Where that does not settle the question, branch on the facts that the pass ran into, one value for
each class that nothing tells apart, a pass at each node, at most `BUDGET` passes; readings are tried under each choice of facts, inside it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, combinations_with_replacement, islice, permutations, product
from math import perm, prod
from typing import Any, NamedTuple

from rulewright.errors import WrongInput
from rulewright.interpreter.answer import Why
from rulewright.interpreter.classes import ALL_APART, Sensitivity, domain_of
from rulewright.interpreter.kleene import Code
from rulewright.interpreter.opened import Open
from rulewright.interpreter.plan import Machine, Statement, Switches
from rulewright.interpreter.situation import Situation
from rulewright.interpreter.steps import Steps
from rulewright.interpreter.unnamed import OpenWorld, Unnamed, unnamed_in, values_of
from rulewright.interpreter.usual import Usual
from rulewright.records import record
from rulewright.semantics import types
from rulewright.semantics.program import Fix
from rulewright.semantics.terms import FactKey

BUDGET = 3000
_VALUES = 64
"""For each pass that is allowed, so many values of one fact are gone through where each by itself settles something."""
_MOST_PAIRS = 200_000
_MOST_RENAMED = 2_000
_MOST_KINDS = 12
UNDETERMINED = ("undetermined",)
Goal = Callable[[Situation], Any]


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
class Leaf:
    """A part of the situations, given by some facts, in which the outcome is one; no `situation` where it was found choice by choice."""

    facts: dict[FactKey, Any]
    outcome: Any
    situation: Situation | None = None


@dataclass(slots=True)
class Found:
    """What was found out. `outcome` is None where facts are missing; `missing` pairs facts with whether it is proved that they matter.

    `situation` is that of a pass in which nothing is known but what is given. Where unknown facts were tried, `leaves` are all situations
    that they led to, each with this outcome: what is so in all of them is so whatever these facts are.
    """

    outcome: Any
    value: Any
    situation: Situation
    missing: tuple[tuple[FactKey, bool], ...] = ()
    readings: frozenset[str] = frozenset()
    passes: int = 1
    leaves: tuple[Situation, ...] = ()


class _Judged(NamedTuple):
    """A statement that rules situations out, what it is about, and whether it does by what is given alone."""

    statement: Statement
    args: tuple[Any, ...]
    value: Any


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
class Inquiry:
    """A question in a situation of which something may be unknown. `narrowed` are conditions on facts, the candidate in slot 0.

    `last`, where nothing is assumed and no thing unnamed: the situation of the last pass under some switches, from which the next takes
    over what is the same; its own results are then not all that its answer is made of.
    """

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
    open_world: OpenWorld | None = None
    usual: Usual | None = None
    steps: Steps = field(default_factory=Steps)
    passes: int = 0
    spent: bool = False
    last: dict[Switches, Situation] | None = None
    _impossible: dict[frozenset[Unnamed], list[tuple[Statement, tuple[Any, ...]]]] = field(default_factory=dict)
    _apart: dict[Hashable, bool] = field(default_factory=dict, init=False)
    _before: dict[frozenset[Unnamed], list[_Judged]] = field(default_factory=dict, init=False)
    _told: tuple[FactKey, Any] | None = field(default=None, init=False)

    # ---- one pass -------------------------------------------------------------------------------------------------------------------

    def run(self, facts: dict[FactKey, Any], readings: dict[str, str] | None = None) -> tuple[Any, Situation]:
        """One pass with these facts besides the given ones, under these choices of readings."""
        self.passes += 1
        switches = self.switches
        if readings:
            chosen = tuple(sorted({**dict(switches.readings), **readings}.items()))
            switches = replace(switches, readings=chosen)
        situation = self._situation(facts, switches)
        if self.last is not None:
            before = self.last.get(switches)
            if before is not None:
                situation.follows(before)
            self.last[switches] = situation
        try:
            value = self.goal(situation)
        except RecursionError as error:
            raise WrongInput("this question is nested too deeply: too many questions contain one another") from error
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
        if not value.readings or self.passes > self.budget:
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
        first = found.value
        leaves: list[Leaf] = []
        unsettled: dict[FactKey, None] = {}
        self._branch({}, first, leaves, unsettled)
        outcomes = {leaf.outcome for leaf in leaves}
        if len(outcomes) == 1 and not unsettled:
            return self._answered(leaves, found.situation)
        proved, perhaps = self._matter(leaves) if len(outcomes) > 1 else ([], [])
        maybe = [fact for fact in dict.fromkeys([*unsettled, *perhaps]) if fact not in proved]
        if not proved and not maybe:
            maybe = [fact for fact in first.facts if not _about_unnamed(fact)]
        ranked = self._deciding(proved)
        missing = tuple((fact, True) for fact in ranked) + tuple((fact, False) for fact in maybe)
        return Found(None, first, found.situation, missing, first.readings, self.passes)

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
        return self._certain({}, {})

    def stays(self, outcome: Any, without: FactKey, value: Any) -> bool:
        """Whether an outcome that is certain where a fact has this value is so without it: what gives it another value is tried."""
        self._told = (without, value)
        return bool(self._certain({}, {}, outcome) == outcome)

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
        if fact is None or self.passes > self.budget:
            yield self._choice_by_choice(facts, readings, found.value), facts
            return
        candidates = self.domain(fact, facts)
        most = self.budget * _VALUES
        for candidate in candidates[:most]:
            known = {**facts, fact: candidate}
            if self._told != (fact, candidate) and self.is_impossible(known) is not True:
                yield from self._outcomes(known, readings)
        if len(candidates) > most:
            yield None, facts

    def _choice_by_choice(self, facts: dict[FactKey, Any], readings: dict[str, str], value: Open) -> Any:
        """The outcome that every completion of these facts has, where each choice of a reading has one of its own; else None."""
        if not value.readings or self.passes > self.budget:
            return None
        name = min(value.readings)
        outcomes: set[Any] = set()
        for choice in self.machine.core.readings[name].choices:
            outcome = self._certain(facts, {**readings, name: choice.name})
            if outcome is None:
                return None
            outcomes.add(outcome)
        return outcomes.pop() if len(outcomes) == 1 else UNDETERMINED

    def domain(self, fact: FactKey, facts: dict[FactKey, Any] | None = None) -> Sequence[Any]:
        """One value of each class of the fact's domain that is not given away; `facts` are those that are tried besides."""
        values = domain_of(self.machine.core, fact[0], self.things)
        if conditions := self.narrowed.get(fact):
            self.steps.take(len(values))
            values = [value for value in values if all(code(None, (value,)) is True for code in conditions)]
        kind = self.machine.core.facts[fact[0]].type
        tried = values if isinstance(kind, ALL_APART) else self.sensitivity().firsts(fact[0], values)
        if self.open_world is not None and isinstance(kind, types.Thing):
            return [*tried, *values_of(kind.record, facts or {})]
        return tried

    def first_to_try(self, value: Open, facts: dict[FactKey, Any]) -> FactKey | None:
        """The first fact that a pass ran into and that has values to try."""
        return next((one for one in value.facts if self.domain(one, facts)), None)

    def _branch(self, facts: dict[FactKey, Any], value: Open, leaves: list[Leaf], unsettled: dict[FactKey, None]) -> None:
        """Tries the first fact that a pass ran into, value by value."""
        fact = self.first_to_try(value, facts)
        if fact is None or self.passes > self.budget:
            outcome = self._choice_by_choice(facts, {}, value)
            if outcome is not None:
                leaves.append(Leaf(facts, outcome))
                return
            spent = self.passes > self.budget
            open_facts = [*value.facts, *(facts if spent else ())]  # those tried on the way may matter too where not all is gone through
            unsettled.update(dict.fromkeys(named for one in open_facts for named in _brought_in_by(one, facts)))
            self.spent = self.spent or spent
            return
        candidates = self.domain(fact, facts)
        if len(candidates) > self.budget:  # not all can be gone through, so none of these facts is proved not to matter
            unsettled.update(dict.fromkeys(named for one in (*value.facts, *facts) for named in _brought_in_by(one, facts)))
            self.spent = True
        for candidate in candidates[: self.budget]:
            known = {**facts, fact: candidate}
            if self.is_impossible(known) is True:
                continue
            found = self.explore(known, {})
            if found.outcome is None:
                self._branch(known, found.value, leaves, unsettled)
            elif self._statements(known):
                leaves.extend(Leaf(part, found.outcome, found.situation) for part in self.possible_parts(known))
            else:
                leaves.append(Leaf(known, found.outcome, found.situation))

    # ---- impossible situations ------------------------------------------------------------------------------------------------------

    def _statements(self, facts: dict[FactKey, Any]) -> list[tuple[Statement, tuple[Any, ...]]]:
        """The statements that rule situations out, about each thing: the named ones, and those that these facts bring in."""
        brought = self._brought(facts)
        found = self._impossible.get(brought)
        if found is None:
            things = dict(self.things)
            for one in sorted(brought):
                things[one.record] = (*things.get(one.record, ()), one)
            found = self._impossible[brought] = [
                (statement, args)
                for statement in self.machine.impossible().each
                for args in product(*(things.get(pool, ()) if isinstance(pool, str) else pool for pool in statement.pools))
            ]
        return found

    def _brought(self, facts: dict[FactKey, Any]) -> frozenset[Unnamed]:
        return frozenset(unnamed_in(facts)) if self.open_world is not None else frozenset()

    def is_impossible(self, facts: dict[FactKey, Any], groups: frozenset[int] | None = None) -> bool | Open:
        """Whether a statement, of these groups if some are named, rules these facts out: yes, no, or open."""
        if not self._judged_before(facts):
            return False
        opened: Open | None = None
        for value in self._judged(facts, groups):
            if value is True:
                return True
            if value.__class__ is Open and value.facts:
                opened = opened or value
        return False if opened is None else opened

    def _judged(self, facts: dict[FactKey, Any], groups: frozenset[int] | None) -> Iterator[Any]:
        """What the statements say of these facts. One that looks at none of them says what it says of what is given alone."""
        names = {name for name, _ in facts}
        situation = self._situation(facts, self.switches)
        for statement, args, before in self._judged_before(facts):
            if groups is None or statement.group in groups:
                yield before if before is not None and names.isdisjoint(statement.reads) else statement.code(situation, args)

    def _judged_before(self, facts: dict[FactKey, Any]) -> list[_Judged]:
        """The statements that these facts bring in, with what they say where nothing is tried; those left out that never rule out.

        None stands for what cannot be known yet: which things there are may depend on the facts. What is assumed may be tried as well.
        """
        brought = self._brought(facts)
        found = self._before.get(brought)
        if found is None:
            known = self.open_world is None or self.machine.impossible().plain
            situation = self._situation({}, self.switches)
            judged = [_Judged(one, args, one.code(situation, args) if known else None) for one, args in self._statements(facts)]
            found = self._before[brought] = [one for one in judged if one.value is not False or self.usual is not None]
        return found

    def _situation(self, facts: dict[FactKey, Any], switches: Switches) -> Situation:
        known = {**self.facts, **facts} if facts else self.facts
        return Situation(self.machine.selection(switches), known, self.fixed, self.things, self.open_world, self.usual, self.steps)

    def possible_parts(self, facts: dict[FactKey, Any]) -> Iterator[dict[FactKey, Any]]:
        """The situations with these facts, split until it is certain that each is possible.

        Statements about other facts split nothing: it is enough that something is possible under them.
        """
        statements = self.machine.impossible()
        if self.open_world is not None and not statements.plain:
            yield from self._split(facts, None)
            return
        near = frozenset(group for name, _ in facts if (group := statements.group_of.get(name)) is not None)
        if self._possible_apart(facts, near):
            yield from self._split(facts, near)

    def _possible_apart(self, facts: dict[FactKey, Any], near: frozenset[int]) -> bool:
        """Whether something is possible under the statements that are not near these facts; what these are has no part in it.

        No two groups look at one fact, so that what is possible under each is possible under all.
        """
        groups = dict.fromkeys(one.group for one in self.machine.impossible().each)
        return all(self._possible_in(group, facts) for group in groups if group not in near)

    def _possible_in(self, group: int, facts: dict[FactKey, Any]) -> bool:
        """Whether something is possible under the statements of one group; kept for all questions whose things are all named."""
        brought = self._brought(facts)
        if self.open_world is None and self.usual is None and not self.narrowed:
            kept, key = self.machine.impossible().possible, self._seen_by(group)
        else:
            kept, key = self._apart, (group, brought)
        if key not in kept:
            passes, steps = self.passes, self.steps
            self.passes, self.steps = 0, steps.anew()
            try:
                kept[key] = next(self._split(facts if brought else {}, frozenset({group})), None) is not None
            finally:
                self.passes, self.steps = passes, steps
        return kept[key]

    def _seen_by(self, group: int) -> Hashable:
        """All on which it hangs whether something is possible under the statements of a group."""
        statements = self.machine.impossible()
        facts = frozenset(one for one in self.facts.items() if statements.group_of.get(one[0][0]) == group)
        beyond = None if statements.plain else (self.switches, frozenset(self.fixed.items()))
        return group, facts, frozenset(self.things.items()), beyond, self.budget, self.steps.most

    def _split(self, facts: dict[FactKey, Any], groups: frozenset[int] | None) -> Iterator[dict[FactKey, Any]]:
        found = self.is_impossible(facts, groups)
        if found is False:
            yield facts
        if not isinstance(found, Open):
            return
        self.passes += 1
        fact = self.first_to_try(found, facts)
        if fact is None or self.passes > self.budget:
            yield facts
            return
        values = self.domain(fact, facts)
        there = False
        for value in values[: self.budget]:
            for part in self._split({**facts, fact: value}, groups):
                there = True
                yield part
        if not there and len(values) > self.budget:
            yield from self._first_part(facts, fact, values[self.budget :], groups)

    def _first_part(
        self, facts: dict[FactKey, Any], fact: FactKey, values: Sequence[Any], groups: frozenset[int] | None
    ) -> Iterator[dict[FactKey, Any]]:
        """A situation with the first of these values that is possible; where that is not found out, it is taken to be possible."""
        most = self.budget * _VALUES
        for value in values[:most]:
            part = next(self._split({**facts, fact: value}, groups), None)
            if part is not None:
                yield part
                return
        if len(values) > most:
            yield facts

    def possible(self, facts: dict[FactKey, Any]) -> bool:
        """Whether some situation with these facts is possible."""
        return next(self.possible_parts(facts), None) is not None

    # ---- which facts matter ---------------------------------------------------------------------------------------------------------

    def _matter(self, leaves: list[Leaf]) -> tuple[list[FactKey], list[FactKey]]:
        """The facts in which two possible situations differ that differ in outcome, and those that may be such facts.

        In it alone; where impossible statements leave no such pair, in a smallest set with it. Things that were not named have no names of
        their own: each leaf counts under every way of telling them apart. Where only a fact of such a thing is known to matter, those that
        bring it in may.
        """
        facts = list(dict.fromkeys(named for leaf in leaves for fact in leaf.facts for named in _brought_in_by(fact, leaf.facts)))
        renamed = _renamed(leaves)
        several = renamed or leaves
        alone: set[FactKey] = set()
        perhaps = {fact for leaf in leaves for fact, value in leaf.facts.items() if renamed is None and isinstance(value, Unnamed)}
        for fact, leaf in _in_one_alone(several):
            (perhaps if _about_unnamed(fact) else alone).update(_brought_in_by(fact, leaf.facts))
        if len(alone) < len(facts) and not _told_by(alone, several):
            sets: set[frozenset[FactKey]] = set()
            forbidding = bool(self.machine.impossible().each)
            pairs = _pairs(several)
            for one, other in islice(pairs, _MOST_PAIRS):
                differ = _differences(one.facts, other.facts)
                if len(differ) == 1:
                    fact = next(iter(differ))
                    (perhaps if _about_unnamed(fact) else alone).update(_brought_in_by(fact, one.facts))
                    if len(alone) == len(facts):
                        break
                elif forbidding:
                    sets.add(frozenset(named for fact in differ for named in _brought_in_by(fact, one.facts)))
            smallest = [differ for differ in sets if not differ & alone and not any(smaller < differ for smaller in sets)]
            # where pairs are left, a smaller set may be among them, and any other fact may matter too
            gone_through = len(alone) == len(facts) or next(pairs, None) is None
            (alone if gone_through else perhaps).update(*smallest, *([] if gone_through else [facts]))
        return [fact for fact in facts if fact in alone], [fact for fact in facts if fact in perhaps - alone]

    def _deciding(self, facts: list[FactKey]) -> list[FactKey]:
        """The facts in the order in which to ask for them: first the one of which most values settle the question at once."""
        if len(facts) < 2 or self.passes > self.budget:
            return facts
        share: dict[FactKey, float] = {}
        for fact in facts:
            values = self.domain(fact)[:12]
            settled = sum(1 for value in values if self.explore({fact: value}, {}).outcome is not None)
            share[fact] = settled / len(values)
        return sorted(facts, key=lambda fact: -share[fact])


def _pairs(leaves: list[Leaf]) -> Iterator[tuple[Leaf, Leaf]]:
    for index, one in enumerate(leaves):
        for other in leaves[index + 1 :]:
            if one.outcome != other.outcome:
                yield one, other


def _kinds(leaves: list[Leaf], told: Callable[[Leaf], tuple[FactKey, ...]]) -> list[tuple[tuple[FactKey, ...], list[Leaf]]]:
    """The leaves by which facts they tell."""
    found: dict[tuple[FactKey, ...], list[Leaf]] = {}
    for leaf in leaves:
        found.setdefault(told(leaf), []).append(leaf)
    return list(found.items())


def _in_one_alone(leaves: list[Leaf]) -> Iterator[tuple[FactKey, Leaf]]:
    """Facts in which two leaves differ, in it alone, and in outcome, each with one of the two; where leaves are of many kinds, not all."""
    kinds = _kinds(leaves, lambda leaf: tuple(leaf.facts))
    few = len(kinds) <= _MOST_KINDS
    for (told, some), (_, others) in combinations_with_replacement(kinds, 2) if few else zip(kinds, kinds, strict=True):
        shared = [fact for fact in told if fact in others[0].facts]
        for fact in shared:
            rest = [one for one in shared if one != fact]
            seen: dict[tuple[Any, ...], dict[Any, set[Any]]] = {}
            for leaf in some:
                values = seen.setdefault(tuple(leaf.facts[one] for one in rest), {}).setdefault(leaf.outcome, set())
                if len(values) < 2:
                    values.add(leaf.facts[fact])
            for leaf in others:
                alike = seen.get(tuple(leaf.facts[one] for one in rest), {})
                if any(outcome != leaf.outcome and values != {leaf.facts[fact]} for outcome, values in alike.items()):
                    yield fact, leaf
                    if not _about_unnamed(fact):
                        break  # else each leaf may have it of another thing


def _told_by(facts: Iterable[FactKey], leaves: list[Leaf]) -> bool:
    """Whether these facts tell the outcome: any two leaves that differ in outcome differ in one of them that both tell."""
    names = tuple(facts)
    kinds = _kinds(leaves, lambda leaf: tuple(name for name in names if name in leaf.facts))
    return len(kinds) <= _MOST_KINDS and all(
        _agree(some, others, [name for name in told if name in told_too])
        for (told, some), (told_too, others) in combinations_with_replacement(kinds, 2)
    )


def _agree(some: list[Leaf], others: list[Leaf], shared: list[FactKey]) -> bool:
    """Whether leaves of the one kind and of the other that have these facts in common have one outcome."""
    outcomes: dict[tuple[Any, ...], set[Any]] = {}
    for leaf in some:
        outcomes.setdefault(tuple(leaf.facts[name] for name in shared), set()).add(leaf.outcome)
    return all(outcomes.get(tuple(leaf.facts[name] for name in shared), {leaf.outcome}) == {leaf.outcome} for leaf in others)


def _differences(one: Mapping[Any, Any], other: Mapping[Any, Any]) -> frozenset[Any]:
    """What both tell, differently."""
    small, large = (one, other) if len(one) < len(other) else (other, one)
    return frozenset(name for name, value in small.items() if name in large and large[name] != value)


def _told_apart(ways: list[Way]) -> set[str]:
    """The readings that matter: two ways that differ in such a one alone differ in outcome."""
    pairs = ((one, other) for one, other in combinations(ways, 2) if one.outcome != other.outcome)
    differ = (_differences(one.choices, other.choices) for one, other in islice(pairs, _MOST_PAIRS))
    return {name for names in differ if len(names) == 1 for name in names}


def _renamed(leaves: list[Leaf]) -> list[Leaf] | None:
    """Each leaf under every way of telling apart the things in it that were not named; None where that is too many."""
    brought = [unnamed_in(leaf.facts) for leaf in leaves]
    records = sorted({one.record for several in brought for one in several})
    if not records:
        return leaves
    most = {kind: 1 + max(sum(one.record == kind for one in several) for several in brought) for kind in records}
    pools = {kind: [Unnamed(kind, number + 1) for number in range(count)] for kind, count in most.items()}
    found: list[Leaf] = []
    for leaf, several in zip(leaves, brought, strict=True):
        mine = [[one for one in several if one.record == kind] for kind in records]
        if len(found) + prod(perm(most[kind], len(ones)) for kind, ones in zip(records, mine, strict=True)) > _MOST_RENAMED:
            return None
        for taken in product(*(permutations(pools[kind], len(ones)) for kind, ones in zip(records, mine, strict=True))):
            names = {old: new for ones, others in zip(mine, taken, strict=True) for old, new in zip(ones, others, strict=True)}
            found.append(_under_names(leaf, names))
    return found


def _under_names(leaf: Leaf, names: Mapping[Any, Unnamed]) -> Leaf:
    facts = {(fact, tuple(names.get(arg, arg) for arg in args)): names.get(value, value) for (fact, args), value in leaf.facts.items()}
    return Leaf(facts, leaf.outcome)


def _about_unnamed(fact: FactKey) -> bool:
    return any(isinstance(arg, Unnamed) for arg in fact[1])


def _brought_in_by(fact: FactKey, facts: Mapping[FactKey, Any]) -> list[FactKey]:
    """The fact itself; if it is about a thing that was not named, those whose value that thing is."""
    found = [fact]
    for one in found:
        found += [name for name, value in facts.items() if isinstance(value, Unnamed) and value in one[1] and name not in found]
    return [one for one in found if not _about_unnamed(one)]

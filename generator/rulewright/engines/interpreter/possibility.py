"""What may be tried of the unknown facts of a situation, and which situations are possible under the statements that rule some out.

All that is gone through takes from the passes and the steps of one inquiry. Where they are used up nothing more is tried: what is left is
taken to be possible, so that no answer is certain for want of a situation that was not looked for.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from rulewright.base.limits import USUAL
from rulewright.core.query import Switches
from rulewright.engines.interpreter.anonymous import OpenWorld, Unnamed, unnamed_in, values_of
from rulewright.engines.interpreter.default_values import Usual
from rulewright.engines.interpreter.kleene import Code
from rulewright.engines.interpreter.plan import Machine, Statement
from rulewright.engines.interpreter.situation import Situation
from rulewright.engines.interpreter.step_budget import Steps
from rulewright.engines.interpreter.unknown import Open
from rulewright.engines.interpreter.value_classes import ALL_APART, Sensitivity, domain_of
from rulewright.semantics import types
from rulewright.semantics.terms import FactKey

BUDGET = 3000
"""So many passes one inquiry makes at most, with the usual budget."""
_SHARE = 20
"""What is tried beyond the first pass takes one in so many of the steps that a question may take."""
_LEAST = 1000
"""But no fewer steps than these."""
Facts: TypeAlias = dict[FactKey, Any]
Goal = Callable[[Situation], Any]


def passes_of(budget: int | None) -> int:
    """How many passes one inquiry makes at most, for so many nodes of the search; None is the usual budget."""
    return BUDGET if budget is None else max(1, BUDGET * budget // USUAL)


class _Judged(NamedTuple):
    """A statement that rules situations out, what it is about, and what it says where nothing is tried."""

    statement: Statement
    args: tuple[Any, ...]
    value: Any


class _AllJudged(NamedTuple):
    """All statements that may rule a situation out, in their order, and the places of those that look at a fact.

    What looks at none of the facts that are tried says of them what it says where nothing is tried.
    """

    each: list[_Judged]
    looking: dict[FactKey, list[int]]


@dataclass(slots=True)
class Trial:
    """A question in a situation of which something may be unknown. `narrowed` are conditions on facts, the candidate in slot 0.

    `last`, where nothing is assumed: the situation of the last pass under some switches, from which the next takes over what is the same;
    its own results are then not all that its answer is made of. `spent`: something was left for want of passes or steps.
    """

    machine: Machine
    switches: Switches
    facts: Facts
    fixed: Facts
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
    _apart: dict[Hashable, bool | None] = field(default_factory=dict, init=False)
    _before: dict[frozenset[Unnamed], _AllJudged] = field(default_factory=dict, init=False)
    _allowed: tuple[int, int] | None = field(default=None, init=False)

    def begin(self) -> None:
        """What is tried from here on has all passes and steps that are for it."""
        share = max(self.steps.most // _SHARE, _LEAST)
        self._allowed = (self.passes + self.budget, max(self.steps.left - share, 0))

    def is_spent(self) -> bool:
        """Whether no more is to be tried: the passes are used up, or the steps for it."""
        passes, least = self._allowed or (self.budget, 0)
        if self.passes <= passes and self.steps.left > least:
            return False
        self.spent = True
        return True

    def situation(self, facts: Facts, switches: Switches) -> Situation:
        """The situation with these facts besides the given ones."""
        known = {**self.facts, **facts} if facts else self.facts
        return Situation(self.machine.selection(switches), known, self.fixed, self.things, self.open_world, self.usual, self.steps)

    # ---- what is tried --------------------------------------------------------------------------------------------------------------

    def domain(self, fact: FactKey, facts: Facts | None = None) -> Sequence[Any]:
        """One value of each class of the fact's domain that is not given away; `facts` are those that are tried besides.

        A fact that must have a thing as its value, where none of the kind is there, has one that is not there.
        """
        values = domain_of(self.machine.core, fact[0], self.things)
        if conditions := self.narrowed.get(fact):
            self.steps.take(len(values))
            values = [value for value in values if all(code(None, (value,)) is True for code in conditions)]
        kind = self.machine.core.facts[fact[0]].type
        tried = values if isinstance(kind, ALL_APART) else self.sensitivity().firsts(fact[0], values)
        if isinstance(kind, types.Thing) and (self.open_world is not None or not values):
            return [*tried, *values_of(kind.record, facts or {})]
        return tried

    def first_to_try(self, value: Open, facts: Facts) -> FactKey | None:
        """The first fact that a pass ran into and that has values to try; in a closed world first one that has values that are there."""
        last: FactKey | None = None
        for fact in value.facts:
            values = self.domain(fact, facts)
            if values and (self.open_world is not None or not isinstance(values[0], Unnamed)):
                return fact
            last = fact if values and last is None else last
        return last

    # ---- statements that rule situations out ----------------------------------------------------------------------------------------

    def _statements(self, facts: Facts) -> list[tuple[Statement, tuple[Any, ...]]]:
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

    def _brought(self, facts: Facts) -> frozenset[Unnamed]:
        return frozenset(unnamed_in(facts))

    def is_impossible(self, facts: Facts, groups: frozenset[int] | None = None) -> bool | Open:
        """Whether a statement, of these groups if some are named, rules these facts out: yes, no, or open."""
        judged = self._judged_before(facts)
        if not judged.each:
            return False
        touched = {place for fact in facts for place in judged.looking.get(fact, ())}
        situation = self.situation(facts, self.switches) if touched else None
        opened: Open | None = None
        for place, (statement, args, before) in enumerate(judged.each):
            if groups is not None and statement.group not in groups:
                continue
            value = before
            if situation is not None and place in touched:
                self.steps.take(1)
                value = statement.code(situation, args)
            if value is True:
                return True
            if opened is None and value.__class__ is Open and value.facts:
                opened = value
        return False if opened is None else opened

    def _judged_before(self, facts: Facts) -> _AllJudged:
        """The statements that these facts bring in, with what they say where nothing is tried; those left out that never rule out.

        What is assumed may be tried as well.
        """
        brought = self._brought(facts)
        found = self._before.get(brought)
        if found is None:
            found = self._before[brought] = _AllJudged([], {})
            situation = self.situation({}, self.switches)
            for statement, args in self._statements(facts):
                self.steps.take(1)
                situation.reads = set()
                value = statement.code(situation, args)
                if value is not False or self.usual is not None:
                    for fact in situation.reads:
                        found.looking.setdefault(fact, []).append(len(found.each))
                    found.each.append(_Judged(statement, args, value))
        return found

    def near(self, facts: Facts) -> frozenset[int]:
        """The groups of statements that look at these facts, or at which things there are, which facts may decide."""
        statements = self.machine.impossible()
        found = frozenset(group for name, _ in facts if (group := statements.group_of.get(name)) is not None)
        return found | statements.roaming if self.open_world is not None else found

    def possible(self, facts: Facts) -> bool:
        """Whether some situation with these facts is possible, as far as is found out."""
        return self.is_possible(facts) is not False

    def is_possible(self, facts: Facts) -> bool | None:
        """Whether some situation with these facts is possible; None where that is not found out.

        Statements about other facts are looked at once: no two groups look at one fact, so that what is possible under each is possible
        under all.
        """
        near = self.near(facts)
        groups = dict.fromkeys(one.group for one in self.machine.impossible().each)
        apart = True
        for group in groups:
            if group not in near:
                found = self._possible_in(group, facts)
                if found is False:
                    return False
                apart = apart and found is True
        together = self._are_possible([facts], near)
        return together if apart or together is False else None

    def _possible_in(self, group: int, facts: Facts) -> bool | None:
        """Whether something is possible under the statements of one group; kept for all questions whose things are all named."""
        brought = self._brought(facts)
        if self.open_world is None and self.usual is None and not self.narrowed:
            kept, key = self.machine.impossible().possible, self._seen_by(group)
        else:
            kept, key = self._apart, (group, brought)
        if key not in kept:
            before = self.passes, self.steps, self.spent, self._allowed
            self.passes, self.steps = 0, self.steps.anew()
            self.begin()
            try:
                kept[key] = self._are_possible([facts if brought else {}], frozenset({group}))
            finally:
                self.passes, self.steps, self.spent, self._allowed = before
        return kept[key]

    def _seen_by(self, group: int) -> Hashable:
        """All on which it hangs whether something is possible under the statements of a group."""
        statements = self.machine.impossible()
        facts = frozenset(one for one in self.facts.items() if statements.group_of.get(one[0][0]) == group)
        beyond = None if statements.plain else (self.switches, frozenset(self.fixed.items()))
        return group, facts, frozenset(self.things.items()), beyond, self.budget, self.steps.most

    def possible_together(self, several: Sequence[Facts]) -> bool | None:
        """Whether these can be possible with the same values of all facts that none of them has; None where that is not found out."""
        near = frozenset().union(*(self.near(facts) for facts in several))
        return self._are_possible(several, near) if near else True

    def _are_possible(self, several: Sequence[Facts], groups: frozenset[int]) -> bool | None:
        """Whether these, each with the same further facts, can all be possible under some statements; None where that is not found out."""
        waiting: list[Iterator[Sequence[Facts]]] = [iter([several])]  # `none` before things, which may need others in their turn
        while waiting:
            known = next(waiting[-1], None)
            if known is None:
                waiting.pop()
                continue
            opened = self._opened(known, groups)
            if opened is False:
                return True
            if self.is_spent():
                return None
            if opened is True:
                continue
            self.passes += 1
            everything = {name: value for facts in known for name, value in facts.items()}
            fact = self.first_to_try(opened, everything)
            if fact is None:
                return None
            values = self.domain(fact, everything)
            is_optional = isinstance(values, list) and None in values
            waiting.append(_each_with(known, fact, [None, *(one for one in values if one is not None)] if is_optional else values))
        return False

    def _opened(self, several: Sequence[Facts], groups: frozenset[int]) -> Any:
        """Whether one of these is ruled out: yes, no, or open by the first that is open."""
        opened: Any = False
        for facts in several:
            found = self.is_impossible(facts, groups)
            if found is True:
                return True
            opened = opened or found
        return opened

    def parts(self, facts: Facts) -> Iterator[Facts | None]:
        """The situations with these facts, split until it is certain that each is possible; None at the end where that is not found out."""
        groups = self.near(facts)
        waiting: list[Iterator[Sequence[Facts]]] = [iter([[facts]])]
        while waiting:
            several = next(waiting[-1], None)
            if several is None:
                waiting.pop()
                continue
            (known,) = several
            found = self.is_impossible(known, groups)
            if found is False:
                yield known
            if isinstance(found, Open):
                self.passes += 1
                fact = self.first_to_try(found, known)
                if fact is None:
                    yield None
                    return
                waiting.append(_each_with(several, fact, self.domain(fact, known)))
            if self.is_spent():
                yield None
                return


def _each_with(several: Sequence[Facts], fact: FactKey, values: Sequence[Any]) -> Iterator[Sequence[Facts]]:
    """These facts with each value of one more."""
    return ([{**facts, fact: value} for facts in several] for value in values)

"""Candidate values of unknown facts, and the situations that are possible under the `impossible` statements of a core.

All searches draw on the passes and steps of one inquiry. When these run out, the rest is taken to be possible, so that no answer is certain
for want of a situation that was not searched.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple, Protocol, TypeAlias

from rulewright.base.limits import DEFAULT_BUDGET, INQUIRY_SHARE_OF_STEPS, MAX_PASSES_PER_INQUIRY, MIN_STEPS_OF_INQUIRY
from rulewright.core.query import Switches
from rulewright.engines.interpreter.anonymous import AnonymousThing, OpenWorld, anonymous_candidates, anonymous_things, is_about_uncounted
from rulewright.engines.interpreter.default_values import DefaultValues
from rulewright.engines.interpreter.fact_memo import EvaluationMemo
from rulewright.engines.interpreter.plan import ImpossibleStatement, Machine
from rulewright.engines.interpreter.situation import Situation, StipulatedAnswers
from rulewright.engines.interpreter.step_budget import StepBudget
from rulewright.engines.interpreter.unknown import Unknown
from rulewright.engines.interpreter.value_classes import DISTINCT_TYPES, Sensitivity, fact_domain
from rulewright.engines.interpreter.value_domain import Code
from rulewright.semantics import types
from rulewright.semantics.terms import FactKey

Facts: TypeAlias = dict[FactKey, Any]
Goal = Callable[[Situation], Any]


def max_passes(budget: int | None) -> int:
    """Return the limit of passes of one inquiry for a budget of search nodes; None is the default budget."""
    return MAX_PASSES_PER_INQUIRY if budget is None else max(1, MAX_PASSES_PER_INQUIRY * budget // DEFAULT_BUDGET)


def _no_sensitivity() -> Sensitivity:
    raise AssertionError("nothing is asked yet, so no values of facts are tried")


class _StatementInstance(NamedTuple):
    """An `impossible` statement applied to operands, with its value under the given facts alone."""

    statement: ImpossibleStatement
    args: tuple[Any, ...]
    value: Any


class _StatementInstances(NamedTuple):
    """The instances of all statements that may rule a situation out, in order, and their indexes by fact.

    The initial value of an instance holds for all tried facts that it does not read.
    """

    instances: list[_StatementInstance]
    instances_by_fact: dict[FactKey, list[int]]


class StipulationsBySwitches(Protocol):
    """Answers that are given, and facts that rules work out, under each setting of the switches."""

    def standing_under(self, switches: Switches) -> StipulatedAnswers | None:
        """Return what is given and stands under these switches; None if nothing is given."""


@dataclass(slots=True)
class Trial:
    """A question in a situation with unknown facts. The conditions in `conditions_by_fact` take a candidate in slot 0.

    With `stipulations` the answers in `fixed`, and facts that rules work out, give way to the rules; without them they are set.
    `last`, if nothing is assumed: the situation of the last pass by switches, from which the next pass reuses evaluations; its own
    evaluations are then only part of what its answer depends on. `spent`: the search was cut off for want of passes or steps.
    `evaluations` are those that other passes and questions made. In `looked_at` all facts are gathered that its situations look at.
    """

    machine: Machine
    switches: Switches
    facts: Facts
    fixed: Facts
    things: dict[str, tuple[str, ...]]
    goal: Goal = field(default=lambda situation: None)
    sensitivity: Callable[[], Sensitivity] = field(default=_no_sensitivity)
    conditions_by_fact: dict[FactKey, list[Code]] = field(default_factory=dict)
    observed: list[Situation] | None = None
    budget: int = MAX_PASSES_PER_INQUIRY
    open_world: OpenWorld | None = None
    defaults: DefaultValues | None = None
    steps: StepBudget = field(default_factory=StepBudget)
    passes: int = 0
    spent: bool = False
    last: dict[Switches, Situation] | None = None
    stipulations: StipulationsBySwitches | None = None
    evaluations: EvaluationMemo | None = None
    looked_at: set[FactKey] | None = None
    _impossible: dict[frozenset[AnonymousThing], list[tuple[ImpossibleStatement, tuple[Any, ...]]]] = field(default_factory=dict)
    _group_possibility: dict[Hashable, bool | None] = field(default_factory=dict, init=False)
    _initial_instances: dict[frozenset[AnonymousThing], _StatementInstances] = field(default_factory=dict, init=False)
    _limits: tuple[int, int] | None = field(default=None, init=False)

    def start_search(self) -> None:
        """Start a search with the full number of passes and steps that a search may take."""
        share = max(self.steps.limit // INQUIRY_SHARE_OF_STEPS, MIN_STEPS_OF_INQUIRY)
        self._limits = (self.passes + self.budget, max(self.steps.remaining - share, 0))

    def is_spent(self) -> bool:
        """Return True if the passes or the steps of the search are used up; record it in `spent`."""
        self.steps.look_at_clock()
        passes, min_remaining = self._limits or (self.budget, 0)
        if self.passes <= passes and self.steps.remaining > min_remaining:
            return False
        self.spent = True
        return True

    def build_situation(self, facts: Facts, switches: Switches) -> Situation:
        """Return the situation with these facts besides the given ones."""
        all_facts = {**self.facts, **facts} if facts else self.facts
        fixed, stipulated = (self.fixed, None) if self.stipulations is None else ({}, self.stipulations.standing_under(switches))
        selection = self.machine.specialize(switches)
        situation = Situation(
            selection, all_facts, fixed, self.things, self.open_world, self.defaults, self.steps, stipulated, self.evaluations
        )
        if self.looked_at is not None:
            situation.reads = self.looked_at
        return situation

    # ---- what is tried --------------------------------------------------------------------------------------------------------------

    def candidate_values(self, fact: FactKey, facts: Facts | None = None) -> Sequence[Any]:
        """Return one value of each value class of the fact's domain; `facts` are the other facts tried.

        A fact that must have a thing as its value has an anonymous one if none of the kind exists.
        """
        values = fact_domain(self.machine.core, fact[0], self.things)
        if conditions := self.conditions_by_fact.get(fact):
            self.steps.take(len(values))
            values = [value for value in values if all(code(None, (value,)) is True for code in conditions)]
        kind = self.machine.core.facts[fact[0]].type
        representatives = values if isinstance(kind, DISTINCT_TYPES) else self.sensitivity().representatives(fact[0], values)
        if isinstance(kind, types.Thing) and (self.open_world is not None or not values):
            return [*representatives, *anonymous_candidates(kind.record, facts or {})]
        return representatives

    def first_to_try(self, value: Unknown, facts: Facts) -> FactKey | None:
        """Return the first unknown fact that has candidate values; in a closed world preferably one whose candidates exist."""
        last: FactKey | None = None
        for fact in value.facts:
            if is_about_uncounted(fact):
                continue
            values = self.candidate_values(fact, facts)
            if values and (self.open_world is not None or not isinstance(values[0], AnonymousThing)):
                return fact
            last = fact if values and last is None else last
        return last

    # ---- statements that rule situations out ----------------------------------------------------------------------------------------

    def _instantiate_statements(self, facts: Facts) -> list[tuple[ImpossibleStatement, tuple[Any, ...]]]:
        """Return the `impossible` statements applied to all things: the named ones, and those that these facts introduce."""
        anonymous = self._anonymous_things(facts)
        instances = self._impossible.get(anonymous)
        if instances is None:
            things = dict(self.things)
            for thing in sorted(anonymous):
                things[thing.record] = (*things.get(thing.record, ()), thing)
            instances = self._impossible[anonymous] = [
                (statement, args)
                for statement in self.machine.impossible_statements().statements
                for args in product(*(things.get(pool, ()) if isinstance(pool, str) else pool for pool in statement.pools))
            ]
        return instances

    def _anonymous_things(self, facts: Facts) -> frozenset[AnonymousThing]:
        return frozenset(anonymous_things(facts))

    def is_impossible(self, facts: Facts, groups: frozenset[int] | None = None) -> bool | Unknown:
        """Return True if a statement (of these groups, if given) rules these facts out, False if none does, or an `Unknown`."""
        instances = self._evaluate_initially(facts)
        if not instances.instances:
            return False
        affected = {place for fact in facts for place in instances.instances_by_fact.get(fact, ())}
        situation = self.build_situation(facts, self.switches) if affected else None
        unknown: Unknown | None = None
        for place, (statement, args, initial_value) in enumerate(instances.instances):
            if groups is not None and statement.group not in groups:
                continue
            value = initial_value
            if situation is not None and place in affected:
                self.steps.take(1)
                value = statement.code(situation, args)
            if value is True:
                return True
            if unknown is None and value.__class__ is Unknown and value.facts:
                unknown = value
        return False if unknown is None else unknown

    def _evaluate_initially(self, facts: Facts) -> _StatementInstances:
        """Return the statements applied to the things that these facts introduce, with their initial values, without those that are false.

        If defaults are assumed, false ones are kept: what is assumed may be tried as well.
        """
        anonymous = self._anonymous_things(facts)
        instances = self._initial_instances.get(anonymous)
        if instances is None:
            instances = self._initial_instances[anonymous] = _StatementInstances([], {})
            situation = self.build_situation({}, self.switches)
            for statement, args in self._instantiate_statements(facts):
                self.steps.take(1)
                situation.reads = set()
                value = statement.code(situation, args)
                if value is not False or self.defaults is not None:
                    for fact in situation.reads:
                        instances.instances_by_fact.setdefault(fact, []).append(len(instances.instances))
                    instances.instances.append(_StatementInstance(statement, args, value))
        return instances

    def relevant_groups(self, facts: Facts) -> frozenset[int]:
        """Return the groups of statements that read these facts, or that depend on which things exist."""
        statements = self.machine.impossible_statements()
        groups = frozenset(group for name, _ in facts if (group := statements.group_of.get(name)) is not None)
        return groups | statements.thing_dependent_groups if self.open_world is not None else groups

    def may_be_possible(self, facts: Facts) -> bool:
        """Return True unless it is proved that no situation with these facts is possible."""
        return self.is_possible(facts) is not False

    def is_possible(self, facts: Facts) -> bool | None:
        """Return True if a situation with these facts is possible, False if none is, None if that is not found out.

        Statements about other facts are solved separately: no two groups read one fact, so that what is possible under each is possible
        under all.
        """
        relevant = self.relevant_groups(facts)
        groups = dict.fromkeys(statement.group for statement in self.machine.impossible_statements().statements)
        others_proved = True
        for group in groups:
            if group not in relevant:
                is_group_possible = self._is_group_possible(group, facts)
                if is_group_possible is False:
                    return False
                others_proved = others_proved and is_group_possible is True
        is_relevant_possible = self._search_possible([facts], relevant)
        return is_relevant_possible if others_proved or is_relevant_possible is False else None

    def _is_group_possible(self, group: int, facts: Facts) -> bool | None:
        """Return the satisfiability of the statements of one group; shared by all questions whose things are all named."""
        anonymous = self._anonymous_things(facts)
        is_set = self.stipulations is None or self.machine.impossible_statements().reads_facts_only
        is_shared = self.open_world is None and self.defaults is None and is_set and not self.conditions_by_fact
        if is_shared:
            memo, key = self.machine.impossible_statements().group_possibility, self._group_memo_key(group)
        else:
            memo, key = self._group_possibility, (group, anonymous)
        if key not in memo:
            saved = self.passes, self.steps, self.spent, self._limits
            self.passes, self.steps = 0, self.steps.fresh_copy()
            self.start_search()
            try:
                memo[key] = self._search_possible([facts if anonymous else {}], frozenset({group}))
            finally:
                self.passes, self.steps, self.spent, self._limits = saved
        return memo[key]

    def _group_memo_key(self, group: int) -> Hashable:
        """Return a memo key: all inputs that the satisfiability of a group depends on."""
        statements = self.machine.impossible_statements()
        facts = frozenset(entry for entry in self.facts.items() if statements.group_of.get(entry[0][0]) == group)
        context = None if statements.reads_facts_only else (self.switches, frozenset(self.fixed.items()))
        return group, facts, frozenset(self.things.items()), context, self.budget, self.steps.limit

    def are_compatible(self, fact_sets: Sequence[Facts]) -> bool | None:
        """Return True if these sets of facts are possible with equal values of all other facts; None if that is not found out."""
        groups = frozenset().union(*(self.relevant_groups(facts) for facts in fact_sets))
        return self._search_possible(fact_sets, groups) if groups else True

    def _search_possible(self, fact_sets: Sequence[Facts], groups: frozenset[int]) -> bool | None:
        """Search for common further facts under which all these sets of facts are possible; None if that is not found out."""
        pending: list[Iterator[Sequence[Facts]]] = [iter([fact_sets])]  # `none` before things, which may need others in their turn
        while pending:
            current = next(pending[-1], None)
            if current is None:
                pending.pop()
                continue
            impossibility = self._combined_impossibility(current, groups)
            if impossibility is False:
                return True
            if self.is_spent():
                return None
            if impossibility is True:
                continue
            self.passes += 1
            all_facts = {name: value for facts in current for name, value in facts.items()}
            fact = self.first_to_try(impossibility, all_facts)
            if fact is None:
                return None
            values = self.candidate_values(fact, all_facts)
            is_optional = isinstance(values, list) and None in values
            pending.append(
                _extend_with_values(
                    current, fact, [None, *(candidate for candidate in values if candidate is not None)] if is_optional else values
                )
            )
        return False

    def _combined_impossibility(self, fact_sets: Sequence[Facts], groups: frozenset[int]) -> Any:
        """Return True if one of these is ruled out, False if none is, or the first `Unknown`."""
        unknown: Any = False
        for facts in fact_sets:
            impossibility = self.is_impossible(facts, groups)
            if impossibility is True:
                return True
            unknown = unknown or impossibility
        return unknown

    def split_possible(self, facts: Facts) -> Iterator[Facts | None]:
        """Yield the situations with these facts, split until each is certain to be possible; None at the end if that is not found out."""
        groups = self.relevant_groups(facts)
        pending: list[Iterator[Sequence[Facts]]] = [iter([[facts]])]
        while pending:
            fact_sets = next(pending[-1], None)
            if fact_sets is None:
                pending.pop()
                continue
            (current,) = fact_sets
            impossibility = self.is_impossible(current, groups)
            if impossibility is False:
                yield current
            if isinstance(impossibility, Unknown):
                self.passes += 1
                fact = self.first_to_try(impossibility, current)
                if fact is None:
                    yield None
                    return
                pending.append(_extend_with_values(fact_sets, fact, self.candidate_values(fact, current)))
            if self.is_spent():
                yield None
                return


def _extend_with_values(fact_sets: Sequence[Facts], fact: FactKey, values: Sequence[Any]) -> Iterator[Sequence[Facts]]:
    """Yield these sets of facts extended by one more fact, for each of its values."""
    return ([{**facts, fact: value} for facts in fact_sets] for value in values)

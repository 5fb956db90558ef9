"""Search over unknown facts and open readings: the outcome common to all completions, or the facts that matter.

The first pass leaves unknown facts unknown. If it decides nothing, the search branches on the facts that the pass read, one value per value
class, a pass at each node, at most `MAX_PASSES_PER_INQUIRY` passes; readings are tried under each choice of facts, inside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, islice
from typing import Any, NamedTuple, TypeAlias

from rulewright.base.errors import WrongInput
from rulewright.base.limits import (
    MAX_BRANCH_PAIRS,
    MAX_FACTS_RANKED,
    MAX_PASSES_PER_INQUIRY,
    MAX_STEPS_OF_RANKING,
    MAX_VALUES_RANKED,
)
from rulewright.base.records import record
from rulewright.core.query import Switches
from rulewright.engines.interpreter.answer import ASKED_LATE, Why
from rulewright.engines.interpreter.plan import Machine
from rulewright.engines.interpreter.possibility import Facts, Trial
from rulewright.engines.interpreter.relevance import Leaf, is_about_anonymous, named_sources, relevant_facts
from rulewright.engines.interpreter.situation import Situation
from rulewright.engines.interpreter.step_budget import OutOfSteps, StepBudget
from rulewright.engines.interpreter.unknown import Unknown
from rulewright.engines.interpreter.value_domain import Code
from rulewright.semantics import types
from rulewright.semantics.model import Fix
from rulewright.semantics.terms import FactKey

__all__ = ["MAX_PASSES_PER_INQUIRY", "UNDETERMINED", "Inquiry", "InquiryResult", "Leaf", "collect_given_facts", "outcome_key"]

UNDETERMINED = ("undetermined",)
PassSituations: TypeAlias = dict[Switches, Situation]
"""The situations of a pass, by the choices of readings it was made under."""


@record
class Exploration:
    """The exploration of some facts. `outcome` is None if facts are missing: `value` is then an `Unknown` that names them.

    `readings` are those that were tried; if they leave the answer undetermined, `value` names those that matter.
    """

    outcome: Any
    value: Any
    situation: Situation
    readings: frozenset[str] = frozenset()


@record
class ReadingBranch:
    """Choices of readings, and the outcome under them."""

    choices: dict[str, str]
    outcome: Any


@dataclass(slots=True)
class InquiryResult:
    """The result of an inquiry. `outcome` is None if facts are missing; `missing` pairs facts with True if they provably matter.

    `situation` is that of a pass with the given facts alone. If unknown facts were tried, `leaves` are all situations reached, each with
    this outcome: what holds in all of them holds whatever these facts are. `is_spent`: the search was incomplete.
    """

    outcome: Any
    value: Any
    situation: Situation
    missing: tuple[tuple[FactKey, bool], ...] = ()
    readings: frozenset[str] = frozenset()
    passes: int = 1
    leaves: tuple[Situation, ...] = ()
    is_spent: bool = False


def _count_true_facts(leaf: Leaf) -> int:
    """Count the true facts of a leaf; among leaves with one outcome the one with the fewest is explained."""
    return sum(value is True for value in leaf.facts.values())


def outcome_key(value: Any) -> Any:
    """Return the comparison key of an outcome: its status, with the value if it is answered."""
    if value.__class__ is not Unknown:
        return ("answered", value)
    return ("conflict",) if value.conflict else ("out of range",) if value.out_of_range else ("undetermined",)


class GivenFacts(NamedTuple):
    """The givens of a situation: facts, fixed answers, and conditions on facts, with the candidate in slot 0."""

    facts: dict[FactKey, Any]
    fixed: dict[FactKey, Any]
    narrowed: dict[FactKey, list[Code]]


def collect_given_facts(machine: Machine, fixes: Iterable[Fix]) -> GivenFacts:
    """Collect the givens of an example or a query, with their conditions compiled."""
    given_facts = GivenFacts({}, {}, {})
    for fix in fixes:
        key = (fix.name, fix.args)
        if fix.narrow is not None:
            given_facts.narrowed.setdefault(key, []).append(machine.compiler.compile_term(fix.narrow, 1))
        elif fix.name in machine.core.facts:
            given_facts.facts[key] = fix.value
        else:
            given_facts.fixed[key] = fix.value
    return given_facts


@dataclass(slots=True)
class Inquiry(Trial):
    """A question, as a `Trial` has it, evaluated over all completions of what is unknown."""

    _skipped_value: tuple[FactKey, Any] | None = field(default=None, init=False)
    _previous_pass: PassSituations = field(default_factory=dict, init=False)
    _current_pass: PassSituations = field(default_factory=dict, init=False)

    # ---- one pass -------------------------------------------------------------------------------------------------------------------

    def run_pass(self, facts: dict[FactKey, Any], readings: dict[str, str] | None = None) -> tuple[Any, Situation]:
        """Run one pass with these facts besides the given ones, under these choices of readings."""
        self.passes += 1
        switches = self.switches.with_readings(readings) if readings else self.switches
        situation = self.build_situation(facts, switches)
        previous_pass = self._previous_pass if self.last is None else self.last
        if switches in previous_pass:
            situation.reuse_from(previous_pass[switches])
        self._current_pass[switches] = situation
        if self.last is not None:
            self.last[switches] = situation
        try:
            value = self.goal(situation)
        except RecursionError as error:
            raise WrongInput("this question is nested too deeply: too many questions contain one another") from error
        finally:
            situation.stop_reusing()
        if self.observed is not None:
            self.observed.append(situation)
        return value, situation

    def explore(self, facts: dict[FactKey, Any], readings: dict[str, str]) -> Exploration:
        """Return the outcome with these facts, over all choices of the open readings; its `outcome` is None if facts are missing."""
        branches: list[ReadingBranch] = []
        exploration = self._explore_readings(facts, readings, branches)
        if exploration.outcome != UNDETERMINED or not exploration.value.readings:
            return exploration
        deciding_readings = frozenset(_readings_that_matter(branches)) or exploration.value.readings
        cases = self.machine.core.readings[min(deciding_readings)].on
        unknown = Unknown(whys=frozenset({(Why.OPEN_READING, cases[0] if cases else None)}), readings=deciding_readings)
        return replace(exploration, value=unknown)

    def _explore_readings(self, facts: dict[FactKey, Any], readings: dict[str, str], branches: list[ReadingBranch]) -> Exploration:
        """Explore as `explore` does, and append each reading branch with its outcome to `branches`."""
        value, situation = self.run_pass(facts, readings)
        if value.__class__ is not Unknown or not (value.facts or value.readings):
            outcome = outcome_key(value)
            branches.append(ReadingBranch(readings, outcome))
            return Exploration(outcome, value, situation)
        if not value.readings or self.is_spent():
            return Exploration(None, value, situation, value.readings)
        name = min(value.readings)
        tried_readings = frozenset({name})
        explorations: list[Exploration] = []
        for choice in self.machine.core.readings[name].choices:
            exploration = self._explore_readings(facts, {**readings, name: choice.name}, branches)
            tried_readings |= exploration.readings
            if exploration.outcome is None:
                return (
                    Exploration(None, value, situation, tried_readings | value.readings)
                    if value.facts
                    else replace(exploration, readings=tried_readings)
                )
            explorations.append(exploration)
        if len({exploration.outcome for exploration in explorations}) == 1:
            undecided = (exploration for exploration in explorations if exploration.outcome == UNDETERMINED and exploration.value.readings)
            return replace(next(undecided, explorations[0]), readings=tried_readings)
        return Exploration(UNDETERMINED, Unknown(readings=tried_readings), situation, tried_readings)

    # ---- all completions ------------------------------------------------------------------------------------------------------------

    def find_answer(self, *, in_order: bool = True) -> InquiryResult:
        """Return the outcome common to all completions, or the facts that matter, in the order in which to ask for them."""
        exploration = self.explore({}, {})
        if exploration.outcome is not None:
            return InquiryResult(
                exploration.outcome, exploration.value, exploration.situation, readings=exploration.readings, passes=self.passes
            )
        unknown, first_pass = exploration.value, self._current_pass
        leaves: list[Leaf] = []
        possibly_relevant: dict[FactKey, None] = {}
        self.start_search()
        try:
            self._explore_values({}, unknown, first_pass, leaves, possibly_relevant)
        except OutOfSteps:
            self.spent = True
            self._record_unexplored({}, unknown, possibly_relevant)
        is_spent, outcomes = self.spent, {leaf.outcome for leaf in leaves}
        if len(outcomes) == 1 and not possibly_relevant:
            return self._result_of_leaves(leaves, exploration.situation)
        self.start_search()
        proved, possible = relevant_facts(self, leaves) if len(outcomes) > 1 else ([], [])
        unproved = [fact for fact in dict.fromkeys([*possibly_relevant, *possible]) if fact not in proved]
        if not proved and not unproved:
            unproved = [fact for fact in unknown.facts if not is_about_anonymous(fact)]
        missing_keys = [*proved, *unproved]
        if in_order:
            missing_keys = self._asking_order(missing_keys, unknown.facts, first_pass)
        missing = tuple((fact, fact in proved) for fact in missing_keys)
        return InquiryResult(None, unknown, exploration.situation, missing, unknown.readings, self.passes, is_spent=is_spent)

    def _result_of_leaves(self, leaves: list[Leaf], first_situation: Situation) -> InquiryResult:
        """Return the common outcome of all leaves; the reasons of an undetermined one come from the leaf with the fewest true facts."""
        leaf = min(leaves, key=_count_true_facts)
        exploration = self.explore(leaf.facts, {})
        value = exploration.value if exploration.outcome is not None else self._value_of_leaf(leaf, exploration.value.readings)
        situations_by_id = {id(leaf.situation): leaf.situation for leaf in leaves}
        situations = tuple(situation for situation in situations_by_id.values() if situation is not None)
        return InquiryResult(
            leaf.outcome,
            value,
            first_situation,
            readings=exploration.readings,
            passes=self.passes,
            leaves=situations if len(situations) == len(situations_by_id) else (),
        )

    def _value_of_leaf(self, leaf: Leaf, readings: frozenset[str]) -> Any:
        """Return the value of an outcome found choice by choice, for which no single explanation exists."""
        if leaf.outcome[0] == "answered":
            return leaf.outcome[1]
        choices = self.machine.core.readings[min(readings)].choices
        differ = len({self._common_outcome(leaf.facts, {min(readings): choice.name}) for choice in choices}) > 1
        return Unknown(
            leaf.outcome == ("conflict",),
            readings=frozenset({min(readings)}) if differ else frozenset(),
            out_of_range=leaf.outcome == ("out of range",),
        )

    def common_outcome(self) -> Any:
        """Return the outcome common to all completions; None as soon as two differ or the budget is spent. Missing facts are not sought."""
        return self._search_common_outcome(None)

    def always_has(self, outcome: Any) -> bool:
        """Return True if every completion is found to have an outcome, which some completion is known to have."""
        return bool(self._search_common_outcome(outcome) == outcome)

    def is_outcome_without(self, outcome: Any, fact: FactKey, value: Any) -> bool:
        """Return True if an outcome that is certain for one value of a fact is so for its other values too."""
        self._skipped_value = (fact, value)
        return bool(self._search_common_outcome(outcome) == outcome)

    def is_outcome(self, outcome: Any) -> bool:
        """Return True if an outcome is the one of `common_outcome`; False as soon as another one comes about or the budget is spent."""
        self.start_search()
        is_found = False
        try:
            for other, completion in self.completion_outcomes({}, {}):
                if other is None:
                    return False
                if (is_found and other == outcome) or not self.may_be_possible(completion):
                    continue
                if other != outcome:
                    return False
                is_found = True
        except OutOfSteps:
            self.spent = True
            return False
        return is_found

    def _search_common_outcome(self, outcome: Any) -> Any:
        self.start_search()
        try:
            return self._common_outcome({}, {}, outcome)
        except OutOfSteps:
            self.spent = True
            return None

    def _common_outcome(self, facts: dict[FactKey, Any], readings: dict[str, str], common: Any = None) -> Any:
        """Return the outcome common to all completions; `common` is one that some completion is known to have."""
        for outcome, completion in self.completion_outcomes(facts, readings):
            if outcome is None:
                return None
            if outcome == common or not self.may_be_possible(completion):
                continue
            if common is not None:
                return None
            common = outcome
        return common

    def completion_outcomes(self, facts: dict[FactKey, Any], readings: dict[str, str]) -> Iterator[tuple[Any, dict[FactKey, Any]]]:
        """Yield the outcome of each completion, or None if it is not found, with the facts that lead to it, possible or not."""
        exploration = self.explore(facts, readings)
        if exploration.outcome is not None:
            yield exploration.outcome, facts
            return
        fact = self.first_to_try(exploration.value, facts)
        if fact is None or self.is_spent():
            yield self._outcome_by_choice(facts, readings, exploration.value), facts
            return
        pass_situations = self._current_pass
        for candidate in self.candidate_values(fact, facts):
            if self.is_spent():
                yield None, facts
                return
            extended = {**facts, fact: candidate}
            if self._skipped_value != (fact, candidate) and self.is_impossible(extended) is not True:
                self._previous_pass, self._current_pass = pass_situations, {}
                yield from self.completion_outcomes(extended, readings)

    def _outcome_by_choice(self, facts: dict[FactKey, Any], readings: dict[str, str], value: Unknown) -> Any:
        """Return the outcome common to all completions of these facts, searched choice by choice of a reading; else None."""
        if not value.readings or self.is_spent():
            return None
        name = min(value.readings)
        outcomes: set[Any] = set()
        for choice in self.machine.core.readings[name].choices:
            outcome = self._common_outcome(facts, {**readings, name: choice.name})
            if outcome is None:
                return None
            outcomes.add(outcome)
        return outcomes.pop() if len(outcomes) == 1 else UNDETERMINED

    def _explore_values(
        self, facts: Facts, value: Unknown, pass_situations: PassSituations, leaves: list[Leaf], possibly_relevant: dict[FactKey, None]
    ) -> None:
        """Branch on the first fact that a pass read, value by value; `pass_situations` are the situations of that pass."""
        fact = self.first_to_try(value, facts)
        if fact is None or self.is_spent():
            outcome = self._outcome_by_choice(facts, {}, value)
            if outcome is None:
                self._record_unexplored(facts, value, possibly_relevant)
            elif self.may_be_possible(facts):
                leaves.append(Leaf(facts, outcome))
            return
        for candidate in self.candidate_values(fact, facts):
            if self.is_spent():  # not all can be gone through, so none of these facts is proved not to matter
                self._record_unexplored(facts, value, possibly_relevant)
                return
            extended = {**facts, fact: candidate}
            if self.is_impossible(extended) is True:
                continue
            self._previous_pass, self._current_pass = pass_situations, {}
            exploration = self.explore(extended, {})
            if exploration.outcome is None:
                self._explore_values(extended, exploration.value, self._current_pass, leaves, possibly_relevant)
            elif self.may_be_possible(extended):
                leaves.append(Leaf(extended, exploration.outcome, exploration.situation))

    def _record_unexplored(self, facts: Facts, value: Unknown, possibly_relevant: dict[FactKey, None]) -> None:
        """Record the facts that may matter in a branch that is cut off: the unknown ones, and if passes ran out the tried ones too."""
        unexplored = [*value.facts, *(facts if self.spent else ())]
        possibly_relevant.update(dict.fromkeys(source for fact in unexplored for source in named_sources(fact, facts)))

    # ---- in which order to ask --------------------------------------------------------------------------------------------------------

    def _asking_order(self, facts: Iterable[FactKey], order_read: Sequence[FactKey], pass_situations: PassSituations) -> list[FactKey]:
        """Return missing facts in the order in which to ask for them, which does not depend on the budget of the question.

        First the one of which most values decide the question at once; of equals, the one that the rules come to first (`order_read`). A
        yes or no that takes away the need for a number or a choice goes before it, and what lies on the table before what is thrown,
        decided or remembered.
        """
        core, places = self.machine.core, {fact: place for place, fact in enumerate(order_read)}
        declared = {name: place for place, name in enumerate(core.facts)}
        in_order = sorted(facts, key=lambda fact: (places.get(fact, len(places)), declared[fact[0]], tuple(map(str, fact[1]))))
        if len(in_order) < 2:
            return in_order
        trial = replace(self, steps=StepBudget.of_steps(MAX_STEPS_OF_RANKING, self.steps.watch), passes=0, spent=False)
        trial.budget = MAX_PASSES_PER_INQUIRY
        shares: dict[FactKey, float] = {}
        gates: dict[FactKey, set[FactKey]] = {}
        try:
            for place, fact in enumerate(in_order[:MAX_FACTS_RANKED]):
                left_open = trial._facts_left_open(fact, pass_situations)
                shares[fact] = left_open.count(None) / max(len(left_open), 1)
                if isinstance(core.facts[fact[0]].type, types.YesNo):
                    for later in in_order[place + 1 :]:
                        is_needed = {facts_left is not None and later in facts_left for facts_left in left_open}
                        if len(is_needed) > 1 and not isinstance(core.facts[later[0]].type, types.YesNo):
                            gates.setdefault(later, set()).add(fact)
        except OutOfSteps:  # the others follow in the order of the rules
            pass
        ranked = sorted(in_order, key=lambda fact: (core.facts[fact[0]].found in ASKED_LATE, -shares.get(fact, 0)))
        ordered: list[FactKey] = []
        while ranked:
            ready = next(fact for fact in ranked if gates.get(fact, set()).isdisjoint(ranked))
            ordered.append(ready)
            ranked.remove(ready)
        return ordered

    def _facts_left_open(self, fact: FactKey, pass_situations: PassSituations) -> list[tuple[FactKey, ...] | None]:
        """Return for some values of a fact the facts that the question then still lacks, or None if that value decides it."""
        left_open: list[tuple[FactKey, ...] | None] = []
        for value in self.candidate_values(fact)[:MAX_VALUES_RANKED]:
            self._previous_pass, self._current_pass = pass_situations, {}
            exploration = self.explore({fact: value}, {})
            left_open.append(exploration.value.facts if exploration.outcome is None else None)
        return left_open


def _readings_that_matter(branches: list[ReadingBranch]) -> set[str]:
    """Return the readings that matter: those in which alone two branches differ that differ in outcome."""
    pairs = ((first, second) for first, second in combinations(branches, 2) if first.outcome != second.outcome)
    differ = (
        [name for name, choice in first.choices.items() if second.choices.get(name, choice) != choice]
        for first, second in islice(pairs, MAX_BRANCH_PAIRS)
    )
    return {name for names in differ if len(names) == 1 for name in names}

"""Default assumptions about facts that are not given: made where the answer is not certain without them, and as few as it depends on.

An assumption never changes an answer that is certain without it: the default is one of the values the fact could have. So it is enough to
list the defaults that were assumed. An answer that is undetermined for all values may have a plainer reason under the defaults, or a
reading that says more: there the defaults are assumed, too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias, TypeVar

from rulewright.base.limits import MAX_ASSUMPTION_SETS, MAX_PASSES_OF_ASSUMPTIONS, MAX_PASSES_OF_MISSING, MAX_STEPS_OF_ASSUMPTIONS
from rulewright.engines.interpreter.default_values import ABSENT, DefaultValues
from rulewright.engines.interpreter.explore import UNDETERMINED, Inquiry
from rulewright.engines.interpreter.unknown import Unknown
from rulewright.semantics.terms import FactKey

Assumed: TypeAlias = dict[FactKey, Any]
"""The default values of facts that were not given."""
Keys: TypeAlias = frozenset[FactKey]


class AssumedInquiry(NamedTuple):
    """An inquiry with assumptions: those that its answer depends on, and of these the ones without which, one by one, it is not certain."""

    inquiry: Inquiry
    assumed: Assumed
    necessary: Keys = frozenset()


def with_assumptions(inquiry: Inquiry, load_defaults: Callable[[], DefaultValues], excluded: Keys = frozenset()) -> AssumedInquiry:
    """Return the inquiry with assumptions, and those that its answer depends on: none if it is certain without them.

    They are the union of the smallest sets of assumptions that suffice for the answer. If facts are missing all the same, they are those
    that would be missing too. `load_defaults` is called only if the answer is not certain. Nothing is assumed of the facts `excluded`.
    """
    steps_before = inquiry.steps.remaining
    if inquiry.explore({}, {}).outcome not in (None, UNDETERMINED):
        return AssumedInquiry(inquiry, {})
    max_passes = min(MAX_PASSES_OF_ASSUMPTIONS, MAX_STEPS_OF_ASSUMPTIONS // max(steps_before - inquiry.steps.remaining, 1))
    assumed_inquiry = assume_defaults(inquiry, load_defaults, excluded)
    if (defaults := assumed_inquiry.defaults) is None:
        return AssumedInquiry(inquiry, {})
    outcome = _common_outcome(assumed_inquiry)
    if outcome is None:
        return AssumedInquiry(restart_with(inquiry, defaults), _missing_assumptions(inquiry, defaults, max_passes))
    needed, necessary = _needed_assumptions(inquiry, defaults, outcome, _consulted_keys(assumed_inquiry) - defaults.withheld, max_passes)
    return AssumedInquiry(restart_with(inquiry, defaults), {key: defaults.default_of(key) for key in needed}, necessary)


def assume_defaults(inquiry: Inquiry, load_defaults: Callable[[], DefaultValues], excluded: Keys = frozenset()) -> Inquiry:
    """Return a fresh inquiry in which a fact that is not given has its default; of those that are impossible together none is assumed."""
    defaults = load_defaults()
    if not defaults.values:
        return inquiry
    defaults = replace(defaults, withheld=excluded)
    return restart_with(inquiry, replace(defaults, withheld=excluded | _impossible_assumptions(inquiry, defaults)))


def _common_outcome(inquiry: Inquiry) -> Any:
    """Return the outcome common to all completions, with the reasons if it is undetermined; None if two differ."""
    outcome = inquiry.common_outcome()
    if outcome != UNDETERMINED:
        return outcome
    value = inquiry.explore({}, {}).value
    return (*outcome, value.whys, value.readings) if value.__class__ is Unknown else outcome


def _needed_assumptions(inquiry: Inquiry, defaults: DefaultValues, outcome: Any, consulted: Keys, max_passes: int) -> tuple[Keys, Keys]:
    """Return the assumptions in some smallest set that suffices for an outcome, and those in all such sets.

    `max_passes` limits the passes. If they do not suffice, or are fewer than the assumptions, both are all consulted ones, which suffice.
    """
    if len(consulted) > max_passes:
        return consulted, consulted
    passes_made = 0

    def is_settled(assumed: DefaultValues) -> bool:
        nonlocal passes_made
        if passes_made > max_passes:
            raise _TooManyPasses
        trial = replace(restart_with(inquiry, assumed), budget=min(inquiry.budget, max_passes - passes_made))
        is_same = _common_outcome(trial) == outcome
        passes_made += trial.passes
        if passes_made > max_passes:
            raise _TooManyPasses
        return bool(is_same)

    def is_enough(keys: Keys) -> bool:
        return is_settled(replace(defaults, allowed=keys))

    try:
        necessary = frozenset(
            key for key in sorted(consulted, key=str) if not is_settled(replace(defaults, withheld=defaults.withheld | {key}))
        )
        if is_enough(necessary):
            return necessary, necessary
        candidates = necessary | frozenset(
            _missing_assumptions(restart_with(inquiry, replace(defaults, allowed=necessary)), defaults, max_passes - passes_made)
        )
        return union_of_minimal_sets(candidates if is_enough(candidates) else candidates | consulted, is_enough), necessary
    except _TooManyPasses:
        return consulted, consulted


class _TooManyPasses(Exception):
    """More passes are needed than allowed."""


def _missing_assumptions(inquiry: Inquiry, defaults: DefaultValues, max_passes: int) -> Assumed:
    """Return the defaults of the facts that an inquiry reports missing, within so many passes."""
    limited = replace(inquiry, budget=min(MAX_PASSES_OF_MISSING, max_passes))
    return {key: value for key, _ in limited.find_answer(in_order=False).missing if (value := defaults.default_of(key)) is not ABSENT}


def restart_with(inquiry: Inquiry, defaults: DefaultValues) -> Inquiry:
    """Return a fresh inquiry with assumptions."""
    return replace(inquiry, defaults=replace(defaults, consulted=set()), passes=0, spent=False)


def _consulted_keys(inquiry: Inquiry) -> Keys:
    """Return the facts with a default that an inquiry consulted."""
    assert inquiry.defaults is not None
    return frozenset(inquiry.defaults.consulted)


def _impossible_assumptions(inquiry: Inquiry, defaults: DefaultValues) -> Keys:
    """Return the assumptions in some smallest set that is impossible together with the given facts."""
    assumed_inquiry = restart_with(inquiry, defaults)
    if not inquiry.machine.impossible_statements().statements or assumed_inquiry.may_be_possible({}):
        return frozenset()
    without_defaults = restart_with(inquiry, replace(defaults, allowed=frozenset()))
    without_defaults.is_impossible({})  # where nothing is assumed every statement is gone through
    consulted = _consulted_keys(assumed_inquiry) | _consulted_keys(without_defaults)

    def is_impossible(keys: Keys) -> bool:
        nonlocal consulted
        trial = restart_with(inquiry, replace(defaults, allowed=keys))
        result = not trial.may_be_possible({})
        consulted |= _consulted_keys(trial)
        return result

    pool: Keys = frozenset()
    conflicting: Keys = frozenset()
    while pool != consulted:
        pool = consulted
        conflicting = union_of_minimal_sets(pool, is_impossible)
    return conflicting


_Key = TypeVar("_Key")


def union_of_minimal_sets(all_keys: frozenset[_Key], holds: Callable[[frozenset[_Key]], bool]) -> frozenset[_Key]:
    """Return the union of the minimal sets that satisfy a monotone predicate."""
    memo: dict[frozenset[_Key], bool] = {}

    def is_sufficient(keys: frozenset[_Key]) -> bool:
        if keys not in memo:
            memo[keys] = holds(keys)
        return memo[keys]

    minimal_union: set[_Key] = set()
    pending, visited = [all_keys], {all_keys}
    while pending:
        keys = pending.pop()
        if len(memo) > MAX_ASSUMPTION_SETS:
            return all_keys
        if not is_sufficient(keys):
            continue
        smallest = keys
        for key in sorted(keys, key=str):
            if is_sufficient(smallest - {key}):
                smallest -= {key}
        minimal_union |= smallest
        smaller_sets = [
            smaller for key in smallest if (smaller := keys - {key}) not in visited
        ]  # a further smallest set is without one of its members
        pending += smaller_sets
        visited.update(smaller_sets)
    return frozenset(minimal_union)

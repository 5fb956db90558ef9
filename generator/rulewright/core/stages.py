"""The combination of claims into an outcome, verdicts and predicates by their verbs and values stage by stage, over any domain.

An outcome is a value or an end, which is none: a clash, a result out of range, or an unknown effect as the domain knows it. Claims that are
undecided leave several outcomes possible. What follows may depend on values that are not known, such as whether two of them are equal; so
results have guards: truths in one situation, formulas over all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import cache
from itertools import product
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, assert_never

from rulewright.base.keywords import StageVerb, Verb

G = TypeVar("G")
V = TypeVar("V")
REQUIRED = "required"
"""Beside the verbs of a verdict: an accepted requirement of a `must`, whose own verb is its permission."""


class End(Enum):
    """An outcome that is no value and comes from the question's own claims: by itself it is no reason, since other choices lead elsewhere.

    `SILENT` stands for the default, which whoever combines puts in its place.
    """

    CLASH = "clash"
    OUT_OF_RANGE = "out of range"
    SILENT = "silent"


class StageDomain(Protocol[G, V]):
    """Guards, and outcomes: the values and ends of one situation, or those of all situations as formulas have them."""

    def conjunction_of(self, *guards: G) -> G:
        """Return the guard that all of these hold; of none, one that always holds."""

    def negate_guard(self, guard: G, /) -> G: ...
    def are_equal(self, first: V, second: V, /) -> G: ...
    def add_values(self, first: V, second: V, /) -> V: ...
    def multiply_values(self, first: V, second: V, /) -> V: ...
    def pick_value(self, greatest: bool, values: Sequence[V], /) -> V: ...
    def is_end(self, outcome: V) -> bool: ...

    def merge_ends(self, ends: Sequence[V]) -> V:
        """Return the end of something that has these ends together."""

    def distinct_outcomes(self, outcomes: Iterable[V]) -> tuple[V, ...]:
        """Return each outcome once, in an order that is the same in every run."""


class Joined(NamedTuple, Generic[V]):
    """The effects of some claims together: the joint effect of those that certainly stand, and what undecided ones may bring to it."""

    certain: tuple[V, ...] = ()
    """The joint effect, or a clash; nothing if no effect is certain."""
    certain_ends: tuple[V, ...] = ()
    possible: tuple[V, ...] = ()
    possible_ends: tuple[V, ...] = ()


class Combination(Generic[G, V]):
    """The way in which one stage of a value combines effects. Effects of a first stage replace the silence before it."""

    def __init__(self, domain: StageDomain[G, V], verb: StageVerb | None, *, is_first: bool) -> None:
        self.domain = domain
        self.always = domain.conjunction_of()
        self.join: Callable[[V, V], V] | None = None
        """Return the joint effect of two; None where each effect sets the value, and two that differ clash."""
        self.apply: Callable[[V, V], V] = lambda value, effect: effect
        """Return the value after the stage, from the value before it and the joint effect."""
        self.adds_up = verb in {StageVerb.SUM, StageVerb.PRODUCT}
        """True if the joint effect of two is another one than these; else it is one of them."""
        match verb:
            case StageVerb.SUM:
                self.join = self.apply = domain.add_values
            case StageVerb.PRODUCT:
                self.join = self.apply = domain.multiply_values
            case StageVerb.GREATEST | StageVerb.LEAST | StageVerb.AT_LEAST | StageVerb.AT_MOST:
                is_greatest = verb in {StageVerb.GREATEST, StageVerb.AT_LEAST}
                self.join = lambda first, second: domain.pick_value(is_greatest, (first, second))
                self.apply = self.join if verb in {StageVerb.AT_LEAST, StageVerb.AT_MOST} else domain.multiply_values
            case StageVerb.ONE | StageVerb.ROUNDED | None:
                pass
            case _:
                assert_never(verb)
        if is_first:
            self.apply = lambda value, effect: effect

    def join_effect(self, joined: Joined[V], effect: V, *, is_certain: bool) -> Iterator[tuple[Joined[V], G]]:
        """Yield what some effects come to with one more, which is certain or possible; guards exclude one another."""
        domain, always = self.domain, self.always
        certain, certain_ends, possible, possible_ends = joined
        if End.CLASH in certain:
            yield joined, always  # whatever else stands
        elif domain.is_end(effect):
            if is_certain:
                yield Joined(certain, domain.distinct_outcomes((*certain_ends, effect)), possible, possible_ends), always
            else:
                yield Joined(certain, certain_ends, possible, domain.distinct_outcomes((*possible_ends, effect))), always
        elif not is_certain:
            sums = [self.join(other, effect) for other in possible] if self.adds_up and self.join else ()
            yield Joined(certain, certain_ends, domain.distinct_outcomes((*possible, effect, *sums)), possible_ends), always
        elif not certain or self.join:
            joint_effect = self.join(certain[0], effect) if certain and self.join else effect
            yield Joined((joint_effect,), certain_ends, possible, possible_ends), always
        else:
            agrees = domain.are_equal(certain[0], effect)
            yield joined, agrees
            yield Joined((End.CLASH,)), domain.negate_guard(agrees)  # type: ignore[arg-type]

    def outcomes_after(self, running: tuple[V, ...], joined: Joined[V]) -> Iterator[tuple[tuple[V, ...], G]]:
        """Yield the sets of outcomes after a stage, from the outcomes before it and its effects; guards exclude one another.

        Nothing brings a value back after an end. Where differing effects clash, there is one value before.
        """
        domain, always = self.domain, self.always
        certain, certain_ends, possible, possible_ends = joined
        values = [outcome for outcome in running if outcome is End.SILENT or not domain.is_end(outcome)]
        ends = [outcome for outcome in running if outcome is not End.SILENT and domain.is_end(outcome)]
        if not values:
            yield running, always
            return
        if End.CLASH in certain:
            yield domain.distinct_outcomes((*certain, *ends)), always
            return
        if certain_ends:
            end = domain.merge_ends(certain_ends)
            results = [end, *[domain.merge_ends((end, other)) for other in possible_ends]]
        else:
            effects = (*certain, *[self.join(certain[0], other) for other in possible if self.join]) if certain else possible
            unchanged = () if certain else values
            results = [*unchanged, *[self.apply(value, effect) for value in values for effect in effects], *possible_ends]
        if self.join:
            yield domain.distinct_outcomes((*results, *ends)), always
            return
        agrees = equality_of(domain, (*certain, *possible))
        yield domain.distinct_outcomes((*results, *ends)), agrees
        yield domain.distinct_outcomes((*results, *ends, End.CLASH)), domain.negate_guard(agrees)  # type: ignore[arg-type]


def equality_of(domain: StageDomain[G, V], values: Sequence[V]) -> G:
    """Return the guard that all these values are equal."""
    return domain.conjunction_of(*[domain.are_equal(values[0], other) for other in values[1:]])


# ---- verdicts and predicates -------------------------------------------------------------------------------------------------------------


@cache
def outcomes_of_verdict(certain: frozenset[str], possible: frozenset[str]) -> tuple[Any, ...]:
    """Return the outcomes of a verdict from the verbs that are certainly said, and those that may be."""
    return _outcomes_of_verbs(certain, possible, _outcome_of_verdict)


@cache
def outcomes_of_predicate(certain: frozenset[str], possible: frozenset[str]) -> tuple[Any, ...]:
    """Return the outcomes of a predicate from the verbs that are certainly said, and those that may be."""
    return _outcomes_of_verbs(certain, possible, lambda verbs: End.CLASH if len(verbs) == 2 else Verb.YES in verbs if verbs else End.SILENT)


def _outcomes_of_verbs(
    certain: frozenset[str], possible: frozenset[str], outcome_of: Callable[[frozenset[str]], bool | str | End]
) -> tuple[Any, ...]:
    choices = product(*[((), (verb,)) for verb in sorted(possible - certain)])
    verb_sets = [certain.union(*choice) for choice in choices]
    return tuple(dict.fromkeys(outcome_of(verbs) for verbs in verb_sets if REQUIRED not in verbs or Verb.MUST in verbs))


def _outcome_of_verdict(verbs: frozenset[str]) -> str | End:
    """Return what these verbs come to: permission and requirement, each by itself."""
    may = Verb.MAY in verbs or Verb.MUST in verbs
    if (Verb.MAY_NOT in verbs and may) or (REQUIRED in verbs and Verb.NEED_NOT in verbs):
        return End.CLASH
    if Verb.MAY_NOT in verbs:
        return "forbidden"
    if REQUIRED in verbs:
        return "required"
    return "permitted" if may else End.SILENT

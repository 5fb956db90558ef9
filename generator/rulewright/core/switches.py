"""Enablement of a provision as a term over the switches: options, the scenario, the games in play, choices of readings.

Switches are not facts: they are set before a query. An engine evaluates such a term in its own truth values (`evaluate_switch`): in the
interpreter yes, no, or unknown if a reading has no choice; in the solver a formula.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar, assert_never

from rulewright.base.enablement import Scope
from rulewright.base.records import record
from rulewright.semantics.model import Program

T = TypeVar("T")


@record
class OptionOn:
    """True if the option is on."""

    option: str


@record
class InScenario:
    """True if one of these scenarios is played."""

    scenarios: tuple[str, ...]


@record
class InGame:
    """True if one of these games is played, or no game was named."""

    games: tuple[str, ...]


@record
class Chosen:
    """True if this choice of the reading is in force; unknown without a choice. A settled reading counts as chosen unless overridden."""

    reading: str
    choice: str


@record
class AllOf:
    """The conjunction of its parts; true without parts."""

    parts: tuple[Switching, ...] = ()


@record
class NoneOf:
    """The negated disjunction of its parts; true without parts."""

    parts: tuple[Switching, ...] = ()


@record
class AnyOf:
    """The disjunction of its parts; false without parts."""

    parts: tuple[Switching, ...] = ()


Switch: TypeAlias = OptionOn | InScenario | InGame | Chosen
Switching: TypeAlias = Switch | AllOf | AnyOf | NoneOf

ALWAYS = AllOf()
NEVER = AnyOf()


def switching_of_scope(program: Program, scope: Scope) -> Switching:
    """Return the enablement term of a scope; a choice of a reading that the edition does not have is never in force."""
    conditions: list[Switching] = []
    if scope.option is not None:
        conditions.append(OptionOn(scope.option))
    if scope.scenario is not None:
        conditions.append(InScenario((scope.scenario, *scope.also_in)))
    if scope.games:
        conditions.append(InGame(scope.games))
    if scope.reading is not None and scope.choice is not None:
        if scope.reading not in program.readings:
            return NEVER
        conditions.append(Chosen(scope.reading, scope.choice))
    return all_of(conditions)


def all_of(parts: list[Switching]) -> Switching:
    """Return the conjunction of `parts`, simplified by the constants `ALWAYS` and `NEVER`."""
    remaining = [part for part in parts if part != ALWAYS]
    if NEVER in remaining:
        return NEVER
    return remaining[0] if len(remaining) == 1 else AllOf(tuple(remaining))


def none_of(parts: list[Switching]) -> Switching:
    """Return the term that no part holds, simplified by the constants `ALWAYS` and `NEVER`."""
    if ALWAYS in parts:
        return NEVER
    remaining = tuple(part for part in parts if part != NEVER)
    return NoneOf(remaining) if remaining else ALWAYS


def evaluate_switch(
    term: Switching,
    evaluate: Callable[[Switch], T],
    conjunction: Callable[[list[T]], T],
    disjunction: Callable[[list[T]], T],
    negation: Callable[[T], T],
) -> T:
    """Evaluate a term in the truth values of an engine: `evaluate` maps a single switch, the others combine truth values."""
    match term:
        case OptionOn() | InScenario() | InGame() | Chosen():
            return evaluate(term)
        case AllOf(parts=parts):
            return conjunction([evaluate_switch(part, evaluate, conjunction, disjunction, negation) for part in parts])
        case AnyOf(parts=parts):
            return disjunction([evaluate_switch(part, evaluate, conjunction, disjunction, negation) for part in parts])
        case NoneOf(parts=parts):
            return negation(disjunction([evaluate_switch(part, evaluate, conjunction, disjunction, negation) for part in parts]))
        case _:
            assert_never(term)


def switches_in(term: Switching) -> list[Switch]:
    """Return the switches that a term reads, without duplicates."""
    match term:
        case OptionOn() | InScenario() | InGame() | Chosen():
            return [term]
        case AllOf(parts=parts) | AnyOf(parts=parts) | NoneOf(parts=parts):
            return list(dict.fromkeys(switch for part in parts for switch in switches_in(part)))
        case _:
            assert_never(term)


def readings_in(term: Switching) -> list[str]:
    """Return the readings that a term depends on, without duplicates."""
    return list(dict.fromkeys(switch.reading for switch in switches_in(term) if isinstance(switch, Chosen)))

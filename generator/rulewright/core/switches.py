"""When a provision is there at all, as a term over the switches: options, the scenario, the games that are played, choices of readings.

Switches are not facts: they are set before anything is asked. An engine works such a term out in its own truth values (`worked_out`): in
the interpreter yes, no or open where a reading is not chosen; in the solver a formula.
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
    """The option is on."""

    option: str


@record
class InScenario:
    """One of these scenarios is played."""

    scenarios: tuple[str, ...]


@record
class InGame:
    """One of these games is played, or no game was named."""

    games: tuple[str, ...]


@record
class Chosen:
    """The reading is taken in this way; open where nothing is chosen. A settled reading counts as chosen unless another choice is named."""

    reading: str
    choice: str


@record
class AllOf:
    """Every part holds; without parts it always does."""

    parts: tuple[Switching, ...] = ()


@record
class NoneOf:
    """No part holds; without parts that is always so."""

    parts: tuple[Switching, ...] = ()


@record
class AnyOf:
    """Some part holds; without parts it never does."""

    parts: tuple[Switching, ...] = ()


Switch: TypeAlias = OptionOn | InScenario | InGame | Chosen
Switching: TypeAlias = Switch | AllOf | AnyOf | NoneOf

ALWAYS = AllOf()
NEVER = AnyOf()


def scoped(program: Program, scope: Scope) -> Switching:
    """The term of a scope; a choice of a reading that the edition does not have is never taken."""
    found: list[Switching] = []
    if scope.option is not None:
        found.append(OptionOn(scope.option))
    if scope.scenario is not None:
        found.append(InScenario((scope.scenario, *scope.also_in)))
    if scope.games:
        found.append(InGame(scope.games))
    if scope.reading is not None and scope.choice is not None:
        if scope.reading not in program.readings:
            return NEVER
        found.append(Chosen(scope.reading, scope.choice))
    return all_of(found)


def all_of(parts: list[Switching]) -> Switching:
    """The conjunction, without what always holds."""
    left = [part for part in parts if part != ALWAYS]
    if NEVER in left:
        return NEVER
    return left[0] if len(left) == 1 else AllOf(tuple(left))


def none_of(parts: list[Switching]) -> Switching:
    """No part holds."""
    if ALWAYS in parts:
        return NEVER
    left = tuple(part for part in parts if part != NEVER)
    return NoneOf(left) if left else ALWAYS


def worked_out(
    term: Switching, of: Callable[[Switch], T], both: Callable[[list[T]], T], either: Callable[[list[T]], T], opposite: Callable[[T], T]
) -> T:
    """A term in the truth values of an engine: `of` gives that of one switch, the others put truth values together."""
    match term:
        case OptionOn() | InScenario() | InGame() | Chosen():
            return of(term)
        case AllOf(parts=parts):
            return both([worked_out(part, of, both, either, opposite) for part in parts])
        case AnyOf(parts=parts):
            return either([worked_out(part, of, both, either, opposite) for part in parts])
        case NoneOf(parts=parts):
            return opposite(either([worked_out(part, of, both, either, opposite) for part in parts]))
        case _:
            assert_never(term)


def switches_in(term: Switching) -> list[Switch]:
    """Every switch that a term looks at, each once."""
    match term:
        case OptionOn() | InScenario() | InGame() | Chosen():
            return [term]
        case AllOf(parts=parts) | AnyOf(parts=parts) | NoneOf(parts=parts):
            return list(dict.fromkeys(found for part in parts for found in switches_in(part)))
        case _:
            assert_never(term)


def readings_in(term: Switching) -> list[str]:
    """The readings that a term looks at."""
    return list(dict.fromkeys(found.reading for found in switches_in(term) if isinstance(found, Chosen)))

"""Queries to an engine and their outcomes: plain data, with the JSON form that the conformance kit is written in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

from rulewright.base.records import record
from rulewright.semantics.model import Fix
from rulewright.semantics.terms import Term


class Status(StrEnum):
    """The status of an outcome."""

    ANSWERED = "answered"
    CONFLICT = "conflict"
    OUT_OF_RANGE = "out of range"
    UNDETERMINED = "undetermined"
    MISSING = "missing"


Plain: TypeAlias = bool | int | Fraction | str | None
"""The value of an answer: yes/no, an exact number, the name of an enum value, thing or verdict (`permitted`), None for `none`."""


@record
class Switches:
    """Settings of the switches. `readings` are the (reading, choice) pairs in force; `games` is None if no game was named."""

    options: frozenset[str] = frozenset()
    scenario: str | None = None
    games: frozenset[str] | None = None
    readings: tuple[tuple[str, str], ...] = ()

    def with_readings(self, choices: Mapping[str, str]) -> Switches:
        """Return the same switches with these choices of readings."""
        return replace(self, readings=tuple(sorted({**dict(self.readings), **choices}.items())))


@record
class AskedQuestion:
    """A question with its arguments filled in."""

    question: str
    args: tuple[Plain, ...]


@record
class AskedTerm:
    """A condition or amount without free variables."""

    term: Term


Asked: TypeAlias = AskedQuestion | AskedTerm


@record
class Query:
    """A query in a situation. No things exist but `things`, by kind; a fact that is not given is unknown.

    A given fact has a value, or `narrow`, a condition on it with the candidate in slot 0. The answer to a question may be given, too.
    """

    asked: Asked
    things: Mapping[str, tuple[str, ...]]
    given: tuple[Fix, ...]
    switches: Switches


@record
class Defeated:
    """A rule that is defeated by another rule or by a suspension.

    `why` is `stated`, `carried`, `otherwise`, `set aside` or a line of the policy.
    """

    rule: str
    by: str
    why: str


@record
class Argument:
    """The ids of the question's rules by their fate: rules that stood, rules that were defeated, and rules whose condition was false."""

    stood: tuple[str, ...]
    defeated: tuple[Defeated, ...]
    inapplicable: tuple[str, ...]


@record
class Outcome:
    """The outcome of a query.

    `value` is set if the status is `answered`. `matter` are the facts that matter if some are missing; None if the engine does not report
    them. `argument` is None if the engine gives none, or if completions or choices of readings had to be tried.
    """

    status: Status
    value: Plain = None
    matter: tuple[str, ...] | None = None
    argument: Argument | None = None


@record
class Declined:
    """A refusal of an engine to answer, with the reason."""

    reason: str

"""What an engine is asked, and what it gives back: plain data, with a JSON form that the conformance kit is written in."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

from rulewright.base.records import record
from rulewright.semantics.model import Fix
from rulewright.semantics.terms import Term


class Status(StrEnum):
    ANSWERED = "answered"
    CONFLICT = "conflict"
    UNDETERMINED = "undetermined"
    MISSING = "missing"


Plain: TypeAlias = bool | int | Fraction | str | None
"""A value of an answer: yes/no, an exact number, the name of an enum value, thing or verdict (`permitted`), None for `none`."""


@record
class Switches:
    """What is switched on. `readings` are the choices taken; `games` None means that no game was named."""

    options: frozenset[str] = frozenset()
    scenario: str | None = None
    games: frozenset[str] | None = None
    readings: tuple[tuple[str, str], ...] = ()


@record
class AskedQuestion:
    """A question with its arguments filled in."""

    question: str
    args: tuple[Plain, ...]


@record
class AskedTerm:
    """A condition or amount, with no variables of its own."""

    term: Term


Asked: TypeAlias = AskedQuestion | AskedTerm


@record
class Query:
    """What is asked in which situation. There are no things but `things`, by kind; a fact that is not given is not known.

    A given has a value, or `narrow`, a condition on it with the candidate in slot 0. A question may be given an answer, too.
    """

    asked: Asked
    things: Mapping[str, tuple[str, ...]]
    given: tuple[Fix, ...]
    switches: Switches


@record
class Defeated:
    """A rule that another one, or a setting-aside, defeats.

    `why` is `stated`, `carried`, `otherwise`, `set aside` or a line of the policy.
    """

    rule: str
    by: str
    why: str


@record
class Argument:
    """The rules of the question by what became of them, each under its id: it stood, was defeated, or its condition was false."""

    stood: tuple[str, ...]
    defeated: tuple[Defeated, ...]
    inapplicable: tuple[str, ...]


@record
class Outcome:
    """What an engine answers.

    `value` is there where the status is `answered`. `matter` are the facts that matter, where some are missing; None: the engine does not
    say. `argument` is None where the engine has none, or where completions or choices of readings had to be tried.
    """

    status: Status
    value: Plain = None
    matter: tuple[str, ...] | None = None
    argument: Argument | None = None


@record
class Declined:
    """An engine does not answer; `reason` says why."""

    reason: str

"""A change of an answer from one core to another: its kind, the answers on both sides, and a situation that shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from enum import StrEnum
from typing import assert_never

from rulewright.analysis.verdicts.findings import Witness
from rulewright.base.records import record
from rulewright.core.query import Status
from rulewright.core.wording import with_unit
from rulewright.engines.solver.questions.point import Point
from rulewright.semantics.terms import Plain


class Effect(StrEnum):
    """A kind of change of an answer."""

    CHANGES = "changes"
    SETTLES = "settles"
    """It was undetermined, a conflict or out of range, and is answered."""
    OPENS = "opens"
    """It was answered, a conflict or out of range, and is undetermined."""
    CONFLICT = "conflict"
    """It was answered, undetermined or out of range, and is a conflict."""
    OUT_OF_RANGE = "out of range"
    """It was answered, undetermined or a conflict, and is out of range."""


@record
class Outcome:
    """A status, with the value, its unit and its least number of decimal places if it is answered."""

    status: Status
    value: Plain = None
    unit: str | None = None
    decimal: int = 0

    @property
    def text(self) -> str:
        return with_unit(self.value, self.unit, decimal=self.decimal) if self.status is Status.ANSWERED else self.status.value


@record
class Change:
    """A situation in which the answer to a question changes; `cases` are those of the rules that make the difference.

    `situation` leaves out the facts that are as usual, as a question to the book may; `full_situation` has them, as an example must.
    `point` is the full one as input of the interpreter.
    """

    question: str
    effect: Effect
    situation: Witness
    outcome_before: Outcome
    outcome_after: Outcome
    cases: tuple[str, ...]
    point: Point = field(compare=False, repr=False)
    full_situation: Witness = field(compare=False, repr=False)


def was_answered(change: Change) -> bool:
    """Return True if there was an answer before."""
    return change.outcome_before.status is Status.ANSWERED


def answered_first(changes: Sequence[Change]) -> Change | None:
    """Return the first change of an answered question, or else the first change; None if there are no changes."""
    return next((change for change in changes if was_answered(change)), next(iter(changes), None))


def effect_of(old: Outcome, new: Outcome) -> Effect | None:
    """Return the kind of change of an answer; None if it stays the same."""
    if old.status is new.status:
        return None if old == new else Effect.CHANGES
    match new.status:
        case Status.ANSWERED:
            return Effect.SETTLES
        case Status.CONFLICT:
            return Effect.CONFLICT
        case Status.OUT_OF_RANGE:
            return Effect.OUT_OF_RANGE
        case Status.UNDETERMINED | Status.MISSING:
            return Effect.OPENS
        case _:
            assert_never(new.status)

"""What an answer is: one of four outcomes, with its whole argument. The JSON form is a promise to programs outside (`answer_json`)."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import Any

from rulewright.base.records import fields_json, record
from rulewright.base.source import Location
from rulewright.core.query import Plain, Status


class Why(StrEnum):
    """Why a question is undetermined."""

    SILENT = "silent"
    NOT_HELD = "not held"
    OPEN_READING = "open reading"
    ZERO_DIVISOR = "zero divisor"
    TIE = "tie"


NOT_REQUIRED = "not required"
"""What a `need not` that stands does, as an answer says it."""


@record
class Reason:
    """A rule that stood.

    `says` is its text in the language, `effect` what it did (`-2 MP`, `permitted`), `formed_by` the amendments that made it so.
    """

    case: str
    rule: str
    source: str
    says: str
    effect: str
    location: Location | None
    formed_by: tuple[str, ...] = ()
    phrase: str = ""  # the same as a sentence for people
    through: str = ""  # the general action that it forbids, of which this is a kind: `move(u)`


@record
class Defeat:
    """A rule that would have stood without another; `why` is `stated`, `set aside`, `otherwise`, or the line of the policy."""

    case: str
    rule: str
    by: str
    why: str
    says: str = ""


@record
class Inapplicable:
    """A rule that did not apply, and the first of its conditions that is false, as written (and its label, such as `b`)."""

    case: str
    rule: str
    first_false: str


@record
class MissingFact:
    """A fact that matters and is not known; `certain` False: it may matter, which was not proved. `domain` as people read it."""

    fact: str
    domain: str
    certain: bool = True
    asks: str = ""
    found: str = ""  # where a player sees it: `on the map`


@record
class Assumption:
    """A fact that was not given, and the usual value that the answer rests on."""

    fact: str
    value: Plain
    unit: str | None = None
    decimal: bool = False
    date: str | None = None  # of a turn of a calendar

    def to_json(self) -> dict[str, Any]:
        """An entry of `assumed`."""
        return {"fact": self.fact, "value": plain_json(self.value)}


@record
class Clash:
    """Two or more rules that stand and disagree, and what each would have the answer be."""

    case: str
    rule: str
    value: Plain
    says: str = ""


@record
class OpenRule:
    """A rule of which it is open whether it stands, or what it says, where the answer is undetermined."""

    case: str
    rule: str
    says: str = ""


@record
class Undetermined:
    """Why; and the case that has no text or leaves it open, or of a rule that is open."""

    why: Why
    case: str | None

    def to_json(self) -> dict[str, Any]:
        """The entry `undetermined` of an answer."""
        return {"why": self.why.value, "case": self.case}


@record
class ReadingOutcome:
    """An open reading met on the way, and the outcome under each of its choices."""

    reading: str
    title: str
    outcomes: tuple[tuple[str, Answer], ...]
    in_play: str | None = None


@record
class Overruled:
    """A fact that was given one value where the rules, these among them, say that it is another; what the rules say stands."""

    fact: str
    given: Plain
    value: Plain
    unit: str | None
    rules: tuple[str, ...]
    decimal: bool = False


@record
class Stretch:
    """Values of a fact that lead to the same: the first and the last of several that follow one another, or a list."""

    values: tuple[Plain, ...]
    in_order: bool
    unit: str | None = None
    decimal: bool = False
    dates: tuple[str, ...] = ()  # of the first and the last, where they are turns of a calendar

    def to_json(self) -> dict[str, Any]:
        """`{"from": 1, "to": 16}`, or `{"values": ["mud", "snow"]}`."""
        if self.in_order:
            return {"from": plain_json(self.values[0]), "to": plain_json(self.values[-1])}
        return {"values": [plain_json(value) for value in self.values]}


@record
class Cell:
    """What comes of a stretch of each fact: a status and a value as answers have them, or the status `impossible`."""

    at: tuple[Stretch, ...]
    status: str
    value: Plain = None
    undetermined: Undetermined | None = None

    def to_json(self) -> dict[str, Any]:
        """One entry of `over.cells`."""
        why = None if self.undetermined is None else self.undetermined.to_json()
        at = [one.to_json() for one in self.at]
        return {"at": at, "status": self.status, "value": plain_json(self.value), "undetermined": why}


@record
class Over:
    """The answers over one fact or two, in `unit`; `assumed` are the usual values that some of them rest on."""

    facts: tuple[str, ...]
    cells: tuple[Cell, ...]
    unit: str | None = None
    assumed: tuple[Assumption, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The entry `over` of `ask --format json`."""
        return {
            "facts": list(self.facts),
            "cells": [cell.to_json() for cell in self.cells],
            "unit": self.unit,
            "assumed": [one.to_json() for one in self.assumed],
        }


@record
class End:
    """The least or the greatest answer, and the facts that were not given with which it is that; not `certain`: there may be more."""

    value: Plain
    unit: str | None
    facts: tuple[tuple[str, str], ...]
    certain: bool

    def to_json(self) -> dict[str, Any]:
        """The entry `least` or `most` of `ask --format json`."""
        return {"value": plain_json(self.value), "unit": self.unit, "facts": dict(self.facts), "certain": self.certain}


@record
class Answer:
    """The answer to one question in one edition. `steps` are the stages of a value: (stage, value after it)."""

    book: str
    edition: str
    question: str
    status: Status
    value: Plain = None
    unit: str | None = None
    because: tuple[Reason, ...] = ()
    defeated: tuple[Defeat, ...] = ()
    inapplicable: tuple[Inapplicable, ...] = ()
    missing: tuple[MissingFact, ...] = ()
    conflict: tuple[Clash, ...] = ()
    undetermined: Undetermined | None = None
    readings: tuple[ReadingOutcome, ...] = ()
    not_held: tuple[str, ...] = ()
    steps: tuple[tuple[str, Plain], ...] = ()
    inner: tuple[Answer, ...] = ()  # answers to the questions that conditions asked
    phrase: str = ""
    opened: tuple[OpenRule, ...] = ()
    assumed: tuple[Assumption, ...] = ()
    overruled: tuple[Overruled, ...] = ()
    decimal: bool = False
    """Whether its numbers are written with a dot, as those of its question are declared."""
    as_played: Answer | None = None
    """The answer under the choices in play of all open readings, where each has such a choice: where the answer is undetermined by
    readings, or facts are missing under other choices alone."""
    over: Over | None = None  # its answers over all values of a fact or two
    least: End | None = None
    most: End | None = None
    date: str | None = None
    """Of a value that is a turn of a calendar: its date."""
    left: str = ""
    """Why it is not known of every missing fact whether it matters, and what can be done; empty where all was gone through."""

    @property
    def outcome(self) -> tuple[Status, Plain]:
        """Two outcomes are the same when status and value are; the argument may differ."""
        return (self.status, self.value)

    def to_json(self) -> dict[str, Any]:
        """The document of `ask --format json`."""
        return answer_json(self)


def plain_json(value: Plain) -> Any:
    """Fractions as strings (`"700/3"`), whole numbers as numbers."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else f"{value.numerator}/{value.denominator}"
    return value


def outcome_json(answer: Answer) -> dict[str, Any]:
    """The outcome of an answer alone, as its document has it."""
    return {"status": answer.status.value, "value": plain_json(answer.value), "unit": answer.unit}


def answer_json(answer: Answer) -> dict[str, Any]:
    """The document of `ask --format json`."""
    return {
        **fields_json(answer, "book", "edition", "question"),
        **outcome_json(answer),
        "because": [
            {
                **fields_json(r, "case", "rule", "source", "says", "effect"),
                "path": r.location.path if r.location else None,
                "line": r.location.line if r.location else None,
                "formed_by": list(r.formed_by),
                "through": r.through or None,
            }
            for r in answer.because
        ],
        "defeated": [fields_json(one, "case", "rule", "by", "why") for one in answer.defeated],
        "inapplicable": [fields_json(one, "case", "rule", "first_false") for one in answer.inapplicable],
        "missing": [{"fact": m.fact, "domain": m.domain, "certain": m.certain, "found": m.found or None} for m in answer.missing],
        "conflict": [{"case": c.case, "rule": c.rule, "value": plain_json(c.value)} for c in answer.conflict],
        "undetermined": None if answer.undetermined is None else answer.undetermined.to_json(),
        "readings": [
            {
                "reading": r.reading,
                "title": r.title,
                "choices": [{"choice": name, **outcome_json(a), "in_play": name == r.in_play} for name, a in r.outcomes],
            }
            for r in answer.readings
        ],
        "as_played": None if (played := answer.as_played) is None else outcome_json(played),
        "not_held": list(answer.not_held),
        "assumed": [one.to_json() for one in answer.assumed],
        "steps": [{"stage": stage, "value": plain_json(value)} for stage, value in answer.steps],
        "overruled": [
            {"fact": o.fact, "given": plain_json(o.given), "value": plain_json(o.value), "rules": list(o.rules)} for o in answer.overruled
        ],
        **({} if answer.date is None else {"date": answer.date}),
        **({} if not answer.left else {"left": answer.left}),
        **({} if answer.over is None else {"over": answer.over.to_json()}),
        **({} if answer.least is None else {"least": answer.least.to_json()}),
        **({} if answer.most is None else {"most": answer.most.to_json()}),
    }

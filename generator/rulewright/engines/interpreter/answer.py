"""The public answer: one of five outcomes, with its explanation. The JSON form is a promise to programs outside (`answer_json`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from enum import StrEnum
from fractions import Fraction
from typing import Any, Protocol

from rulewright.base.arguments import check_arguments
from rulewright.base.documents.versions import with_schema
from rulewright.base.keywords import FactSource
from rulewright.base.records import fields_json, record
from rulewright.base.source import Location
from rulewright.core.query import Plain, Status
from rulewright.core.wording import NO_DOMAIN, DomainInfo, HasDomain, number_json, with_unit
from rulewright.semantics.model import Outlived


class Why(StrEnum):
    """The reason of an undetermined answer."""

    SILENT = "silent"
    NOT_HELD = "not held"
    NO_ROW = "no row"
    EMPTY_CELL = "empty cell"
    OPEN_READING = "open reading"
    OPTION_OFF = "option off"
    NO_SCENARIO = "no scenario"
    ZERO_DIVISOR = "zero divisor"
    TIE = "tie"
    NONE = "none to choose from"
    THROUGH_NONE = "path through none"


SAYS_NOTHING = frozenset({Why.SILENT, Why.NONE, Why.THROUGH_NONE})
"""The reasons of an answer for which no rule speaks: none applies, what it would choose from is empty, or it needs a field of nothing."""


_BOUNDS = ("rounded ", "at least ", "at most ")
ASKED_LATE = frozenset({FactSource.THROWN, FactSource.DECIDED, FactSource.REMEMBERED})
"""What is asked for last: it does not lie on the table."""
NOT_REQUIRED = "not required"
"""The effect of an accepted `need not`, as answers state it."""


class Speaker(Protocol):
    """The words of a book for answers."""

    def say_part(self, part: Spoken) -> str:
        """Return the line that says an answer or a part of it."""

    def sentence_of(self, reason: Reason) -> str:
        """Return a rule as a sentence."""

    def outcome_text(self, answer: Answer) -> str:
        """Return the outcome of an answer in words."""


@record(kw_only=True)
class Spoken:
    """An answer, or a part of one: `str()` is the line by which the command says it, once it has the words of its book."""

    _speaker: Speaker | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return repr(self) if self._speaker is None else self._speaker.say_part(self)

    def sentence_json(self) -> dict[str, str]:
        """Return the key `sentence` of an entry; nothing without the words of a book."""
        return {} if self._speaker is None else {"sentence": str(self)}


@record
class CitedCell:
    """A cell of a table that a value came from: the table's question and address, its row and column as written (None: it has one column).

    `source` is that of the table, or of the amendment (`errata, correction`) that gave the cell its value, `location` the table or the act.
    `statements` are those of the source that the amendment encodes.
    """

    question: str
    table: str
    row: str
    column: str | None
    source: str
    amendment: str | None = None
    location: Location | None = None
    statements: tuple[str, ...] = ()

    def to_json(self, rule: str) -> dict[str, Any]:
        """An entry of `cells`."""
        path, line = (self.location.path, self.location.line) if self.location else (None, None)
        document = {"rule": rule, **fields_json(self, "table", "row", "column", "source", "amendment"), "path": path, "line": line}
        return {**document, **({"statements": list(self.statements)} if self.statements else {})}


@record
class Reason(Spoken):
    """An accepted rule.

    `says` is its text in the language, `effect` what it did (`-2 MP`, `permitted`), `formed_by` the amendments that changed it, and
    `statements` those of the source that they encode. `cell` is the cell that a table gave, `reads` are the questions that the effect asks.
    """

    case: str
    rule: str
    source: str
    says: str
    effect: str
    location: Location | None
    formed_by: tuple[str, ...] = ()
    through: str = ""  # the general action that it forbids, of which this is a kind: `move(u)`
    cell: CitedCell | None = None
    reads: frozenset[str] = frozenset()
    statements: tuple[str, ...] = ()
    stage: str = ""  # of a value that comes about in several
    gives_value: bool = False  # `effect` is the name of a value of an enum, which has a title

    @property
    def phrase(self) -> str:
        """The rule as a sentence for people."""
        return self.says if self._speaker is None else self._speaker.sentence_of(self)

    @property
    def is_bound(self) -> bool:
        """True if it rounds or limits what other rules came to."""
        return self.effect.startswith(_BOUNDS)


@record
class Defeat(Spoken):
    """A rule that was defeated by another; `why` is `stated`, `set aside`, `otherwise`, or the line of the policy."""

    case: str
    rule: str
    by: str
    why: str
    says: str = ""


@record
class Inapplicable(Spoken):
    """A rule that did not apply, and its first false condition, as written (and its label, such as `b`)."""

    case: str
    rule: str
    first_false: str


@record
class MissingFact(Spoken, HasDomain):
    """A fact that matters and is not known; `certain` False: it may matter, which is not proved.

    `domain` is in words, `takes` as data; `asks` is how to ask a person for it.
    """

    fact: str
    domain: str
    certain: bool = True
    asks: str = ""
    found: str = ""  # where a player sees it: `on the map`
    takes: DomainInfo = NO_DOMAIN

    @property
    def unit(self) -> str | None:
        """The unit of a number."""
        return self.takes.unit

    def to_json(self) -> dict[str, Any]:
        """An entry of `missing`."""
        entry = {**fields_json(self, "fact", "domain", "certain"), "found": self.found or None}
        if self._speaker is None:  # an engine's own document has no more than the facts
            return entry
        takes = {} if self.takes is NO_DOMAIN else {"takes": self.takes.to_json()}
        return {**entry, "asks": self.asks or None, **takes, **self.sentence_json()}


@record
class Assumption(Spoken):
    """A fact that was not given, and the default value that the answer depends on."""

    fact: str
    value: Plain
    unit: str | None = None
    decimal: int = 0
    date: str | None = None  # of a turn of a calendar
    phrase: str = ""  # the fact in words: `the weather`, `{u} is in reserve`
    slots: tuple[tuple[str, str], ...] = ()  # what stands in the slots of the phrase

    def to_json(self) -> dict[str, Any]:
        """An entry of `assumed`."""
        return {"fact": self.fact, "value": plain_json(self.value), **self.sentence_json()}


@record
class Premise:
    """A premise of the answer: an assumption, or that there is no thing of a kind but those that are named (`has_named`: some are).

    `decisive`: without it, all other premises kept, the answer would be another one or not certain. Else it takes another premise with it.
    """

    assumption: Assumption | None = None
    kind: str | None = None
    has_named: bool = False
    decisive: bool = True

    def to_json(self) -> dict[str, Any]:
        """An entry of `rests_on`."""
        entry = {"fact": None, "value": None} if self.assumption is None else self.assumption.to_json()
        return {**entry, "no_other": self.kind, "alone": self.decisive}


@record
class Contrary:
    """A rule that would give the fact that is asked another value than its usual one, and its conditions as they are written."""

    case: str
    rule: str
    value: Plain
    conditions: tuple[str, ...] = ()


@record
class Clash(Spoken):
    """One of two or more accepted rules that disagree, and the answer that it supports."""

    case: str
    rule: str
    value: Plain
    says: str = ""
    decimal: int = 0


@record
class OutOfRange(Spoken):
    """A result outside of its declared range: of which question, the value, its unit, and the range (`1..9 MP`)."""

    question: str
    value: Plain
    unit: str | None
    declared: str
    decimal: int = 0

    def to_json(self) -> dict[str, Any]:
        """The entry `out_of_range` of an answer."""
        return {
            **fields_json(self, "question"),
            "value": plain_json(self.value),
            **fields_json(self, "unit", "declared"),
            **self.sentence_json(),
        }


@record
class OpenRule(Spoken):
    """An undecided rule of an undetermined answer, or one with an unknown effect; of an answered one, a rule that may be its reason."""

    case: str
    rule: str
    says: str = ""


@record
class Undetermined(Spoken):
    """The reason of an undetermined answer; and the case without text, the case of the open reading, or that of an undecided rule.

    If a rule is there and does not count: its case, its `option` that is off, and its `scenario` if none is played.
    """

    why: Why
    case: str | None
    option: str | None = None
    scenario: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The entry `undetermined` of an answer."""
        switches = {"option": self.option, "scenario": self.scenario}
        switches_off = {name: value for name, value in switches.items() if value is not None}
        return {"why": self.why.value, "case": self.case, **switches_off, **self.sentence_json()}


@record
class ReadingOutcome:
    """An open reading that the answer met, and the outcome under each of its choices."""

    reading: str
    title: str
    outcomes: tuple[tuple[str, Answer], ...]
    in_play: str | None = None


@record
class SettledReading(Spoken):
    """A reading that was taken as `choice`, and that a ruling settles otherwise."""

    reading: str
    choice: str
    ruling: str
    settled_as: str


@record
class Overruled(Spoken):
    """A given fact that the rules contradict; the rules' value was used."""

    fact: str
    given: Plain
    value: Plain
    unit: str | None
    rules: tuple[str, ...]
    decimal: int = 0


@record
class Stretch:
    """Values of a fact with the same outcome: the first and the last of consecutive values, or a list."""

    values: tuple[Plain, ...]
    in_order: bool
    unit: str | None = None
    decimal: int = 0
    dates: tuple[str, ...] = ()  # of the first and the last, where they are turns of a calendar

    def to_json(self) -> dict[str, Any]:
        """`{"from": 1, "to": 16}`, or `{"values": ["mud", "snow"]}`."""
        if self.in_order:
            return {"from": plain_json(self.values[0]), "to": plain_json(self.values[-1])}
        return {"values": [plain_json(value) for value in self.values]}


@record
class Cell:
    """The outcome for a stretch of each fact: a status and a value as answers have them, or the status `impossible`."""

    at: tuple[Stretch, ...]
    status: str
    value: Plain = None
    undetermined: Undetermined | None = None

    def to_json(self) -> dict[str, Any]:
        """One entry of `over.cells`."""
        why = None if self.undetermined is None else self.undetermined.to_json()
        at = [stretch.to_json() for stretch in self.at]
        return {"at": at, "status": self.status, "value": plain_json(self.value), "undetermined": why}


@record
class Over:
    """The answers over one fact or two, in `unit`; `assumed` are the defaults that some of them depend on."""

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
            "assumed": [assumption.to_json() for assumption in self.assumed],
        }


@record
class End:
    """The least or the greatest answer, and the facts not given that lead to it; not `certain`: there may be a more extreme one."""

    value: Plain
    unit: str | None
    facts: tuple[tuple[str, str], ...]
    certain: bool

    def to_json(self) -> dict[str, Any]:
        """The entry `least` or `most` of `ask --format json`."""
        return {"value": plain_json(self.value), "unit": self.unit, "facts": dict(self.facts), "certain": self.certain}


@record
class Answer(Spoken):
    """The answer to one question in one edition. `steps` are the stages of a value: (stage, value after it).

    `because` is empty where no rule speaks, and where something is forbidden since the rules allow it only at other times: `inapplicable`
    then has the rules that it depends on. In a conflict it has the rules of both sides. `missing` is in the order in which to ask: the fact
    of which most values decide the question at once; of equals, the one that the rules come to first. A yes or no that can take away the
    need for a number or a choice goes before it, and what is thrown, decided or remembered comes last. This order is promised; the budget
    only says how many facts are found, and whether each is `certain` to matter. An answer that several others use is one object.
    """

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
    decimal: int = 0
    """True if its numbers are written with a dot, as those of its question are declared."""
    as_played: Answer | None = None
    """The answer under the choices in play of all open readings, if each has one.

    For an answer that is undetermined by readings, or lacks facts under other choices alone.
    """
    over: Over | None = None  # its answers over all values of a fact or two
    least: End | None = None
    most: End | None = None
    date: str | None = None
    """The date of a value that is a turn of a calendar."""
    out_of_range: OutOfRange | None = None
    """For an answer out of range: the result that is, unless it depends on what is not known which one is."""
    outlived: tuple[Outlived, ...] = ()
    """The rulings and readings that it rests on, of which a later source has changed the case."""
    left: str = ""
    """A note on an incomplete search for missing facts, with a remedy; empty if the search was complete."""
    rests_on: tuple[Premise, ...] = ()
    """The premises of an answer that is given; they are sought for an answer as a whole, and not for its inner answers."""
    renamed: tuple[tuple[str, str], ...] = ()
    """The former names that the question or its facts were asked with, each with the present name."""
    is_usual: bool = False
    """True if a fact is asked for, and the answer is its usual value, which nothing given says."""
    against_rulings: tuple[SettledReading, ...] = ()
    """The readings that were taken otherwise than a ruling settles them."""
    contrary: tuple[Contrary, ...] = ()
    """The rules that would give it another value, if the answer is the usual value of the fact asked for."""
    advice: Answer | None = None
    """What is advised about the verdict that is asked for, if some clause of the book advises about it."""

    @property
    def text(self) -> str:
        """The outcome in words: `5 MP`, `forbidden`, `undetermined (silent)`."""
        return with_unit(self.value, self.unit, decimal=self.decimal) if self._speaker is None else self._speaker.outcome_text(self)

    @property
    def outcome(self) -> tuple[Status, Plain]:
        """Status and value: answers with equal outcomes may differ in their explanations."""
        return (self.status, self.value)

    @property
    def rests_on_open_rules(self) -> bool:
        """True if it is the same whichever of its open rules stand, and no rule stands for certain."""
        return self.status is Status.ANSWERED and bool(self.opened) and not self.because

    @property
    def idle_reasons(self) -> tuple[Reason, ...]:
        """The rules that round or limit what others came to, where that was within the limit or a whole number before."""
        if self.status is not Status.ANSWERED:
            return ()
        values = dict(self.steps)
        previous = dict(zip(values, (None, *values.values()), strict=False))
        stages = {stage for stage, value in values.items() if value is not None and value == previous[stage]}
        return tuple(reason for reason in self.because if reason.is_bound and reason.stage in stages)

    def spoken_parts(self) -> Iterator[Spoken]:
        """Yield the parts of an answer that have a sentence of their own, without the answers inside it."""
        yield from (*self.because, *self.defeated, *self.inapplicable, *self.missing, *self.conflict, *self.opened, *self.overruled)
        yield from (*self.assumed, *self.against_rulings, *(self.over.assumed if self.over is not None else ()))
        yield from (premise.assumption for premise in self.rests_on if premise.assumption is not None)
        yield from (part for part in (self.undetermined, self.out_of_range) if part is not None)

    @check_arguments
    def cells_of(self, reason: Reason) -> tuple[CitedCell, ...]:
        """Return the cells of tables that a rule of this answer has its value from, as far as its effect asks for them itself."""
        if reason.cell is not None:
            return (reason.cell,)
        found_cells = (inner_reason.cell for answer in self.inner for inner_reason in answer.because) if reason.reads else ()
        return tuple(dict.fromkeys(cell for cell in found_cells if cell is not None and cell.question in reason.reads))

    def to_json(self) -> dict[str, Any]:
        """Return the document of `ask --format json`."""
        return with_schema("ask", answer_json(self))


def attach_speaker(answer: Answer, speaker: Speaker) -> None:
    """Give an answer, and all that it consists of, the words of its book. Reasons that an engine keeps have them already."""
    pending = [answer]
    while pending:
        current = pending.pop()
        if current._speaker is speaker:
            continue
        _give_speaker(current, speaker)
        for part in current.spoken_parts():
            _give_speaker(part, speaker)
        pending += (*current.inner, *(choice for reading in current.readings for _, choice in reading.outcomes))
        pending += (other for other in (current.as_played, current.advice) if other is not None)


def _give_speaker(part: Spoken, speaker: Speaker) -> None:
    if part._speaker is not speaker:
        object.__setattr__(part, "_speaker", speaker)  # it takes no part in comparing, so nobody sees the record change


def plain_json(value: Plain) -> Any:
    """Return a fraction as a string (`"700/3"`), a whole number as a number."""
    return number_json(value) if isinstance(value, Fraction) else value


def outcome_json(answer: Answer) -> dict[str, Any]:
    """Return the outcome of an answer alone, as its document has it."""
    return {"status": answer.status.value, "value": plain_json(answer.value), "unit": answer.unit}


def _as_played_json(played: Answer) -> dict[str, Any]:
    return {**outcome_json(played), "rests_on": [premise.to_json() for premise in played.rests_on]}


def _undetermined_json(answer: Answer) -> dict[str, Any] | None:
    """Return why an answer is undetermined; its sentence is that of the answer, whose rules may say more."""
    if answer.undetermined is None:
        return None
    return {**answer.undetermined.to_json(), **({} if answer._speaker is None else {"sentence": answer.text})}


def _contrary_json(rule: Contrary) -> dict[str, Any]:
    return {**fields_json(rule, "case", "rule"), "value": plain_json(rule.value), "conditions": list(rule.conditions)}


def answer_json(answer: Answer) -> dict[str, Any]:
    """Return the document of `ask --format json`."""
    idle_reasons = answer.idle_reasons
    return {
        **fields_json(answer, "book", "edition", "question"),
        **outcome_json(answer),
        **({} if answer._speaker is None else {"text": answer.text, "sentence": str(answer)}),
        "because": [
            {
                **fields_json(r, "case", "rule", "source", "says", "effect"),
                "path": r.location.path if r.location else None,
                "line": r.location.line if r.location else None,
                "formed_by": list(r.formed_by),
                "through": r.through or None,
                **({"statements": list(r.statements)} if r.statements else {}),
                **({"changed_nothing": True} if r in idle_reasons else {}),
                **({} if r._speaker is None else {"phrase": r.phrase}),
                **r.sentence_json(),
            }
            for r in answer.because
        ],
        "cells": [cell.to_json(reason.rule) for reason in answer.because for cell in answer.cells_of(reason)],
        "defeated": [{**fields_json(defeat, "case", "rule", "by", "why"), **defeat.sentence_json()} for defeat in answer.defeated],
        "inapplicable": [{**fields_json(rule, "case", "rule", "first_false"), **rule.sentence_json()} for rule in answer.inapplicable],
        "missing": [missing.to_json() for missing in answer.missing],
        "conflict": [{"case": c.case, "rule": c.rule, "value": plain_json(c.value), **c.sentence_json()} for c in answer.conflict],
        **(
            {"open": [{**fields_json(rule, "case", "rule", "says"), **rule.sentence_json()} for rule in answer.opened]}
            if answer.rests_on_open_rules
            else {}
        ),
        "undetermined": _undetermined_json(answer),
        "readings": [
            {
                "reading": r.reading,
                "title": r.title,
                "choices": [{"choice": name, **outcome_json(a), "in_play": name == r.in_play} for name, a in r.outcomes],
            }
            for r in answer.readings
        ],
        "as_played": None if (played := answer.as_played) is None else _as_played_json(played),
        "not_held": list(answer.not_held),
        "assumed": [assumption.to_json() for assumption in answer.assumed],
        "steps": [{"stage": stage, "value": plain_json(value)} for stage, value in answer.steps],
        "overruled": [
            {"fact": o.fact, "given": plain_json(o.given), "value": plain_json(o.value), "rules": list(o.rules), **o.sentence_json()}
            for o in answer.overruled
        ],
        "rests_on": [premise.to_json() for premise in answer.rests_on],
        **({} if not answer.renamed else {"renamed": [{"from": former, "to": present} for former, present in answer.renamed]}),
        **({} if not answer.is_usual else {"usual": True, "contrary": [_contrary_json(rule) for rule in answer.contrary]}),
        **(
            {
                "against_rulings": [
                    {**fields_json(entry, "reading", "choice", "ruling", "settled_as"), **entry.sentence_json()}
                    for entry in answer.against_rulings
                ]
            }
            if answer.against_rulings
            else {}
        ),
        **({} if answer.advice is None else {"advice": answer_json(answer.advice)}),
        **({} if answer.date is None else {"date": answer.date}),
        **({} if answer.out_of_range is None else {"out_of_range": answer.out_of_range.to_json()}),
        **({} if not answer.left else {"left": answer.left}),
        **(
            {}
            if not answer.outlived
            else {"outlived": [fields_json(each, "clause", "case", "source", "change") for each in answer.outlived]}
        ),
        **({} if answer.over is None else {"over": answer.over.to_json()}),
        **({} if answer.least is None else {"least": answer.least.to_json()}),
        **({} if answer.most is None else {"most": answer.most.to_json()}),
    }

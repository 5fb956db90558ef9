"""The day that is asked: a fact with the line `is the day asked` is, in each edition, a day on which that edition is in force.

Its range is narrowed to these days, and that is all: what no day of the edition can make true is found as anything else is.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from rulewright.base.dates import Date, day_text
from rulewright.semantics.calendars import turn_of
from rulewright.semantics.faults import FaultContext
from rulewright.semantics.model import FactDecl
from rulewright.semantics.symbols import Vocabulary
from rulewright.semantics.terms import Plain
from rulewright.semantics.types import Numeric
from rulewright.syntax import nodes
from rulewright.syntax.node_text import text_of


def facts_in_force(vocabulary: Vocabulary) -> dict[str, FactDecl]:
    """Return the facts of an edition, the day asked with the days of the edition; report one that has none."""
    facts = dict(vocabulary.facts)
    for name, fact in vocabulary.facts.items():
        if fact.day_asked:
            kind = _days_in_force(vocabulary, fact)
            if kind is None:
                message = f"`{name}` has no day of the edition `{vocabulary.faults.edition}`, which is in force {_time_text(vocabulary)}"
                vocabulary.faults.add("RW205", message, fact.location, help="let its calendar and its range reach these days")
            else:
                facts[name] = replace(fact, type=kind)
    return facts


def check_day_given(vocabulary: Vocabulary, context: FaultContext, node: nodes.Expr, fact: FactDecl, value: Plain) -> None:
    """Report a value for the day asked that is no day of the edition. Raises `Unresolved`."""
    kind = _days_in_force(vocabulary, fact) if fact.day_asked else None
    if kind is not None and not isinstance(value, str | None) and not (kind.low or 0) <= value <= (kind.high or value):
        message = f"`{text_of(node)}`, and the edition `{vocabulary.faults.edition}` is in force {_time_text(vocabulary)}"
        raise context.fail("RW205", message, node, help="name the edition of that day, `with edition …`, or give a day of this one")


def _days_in_force(vocabulary: Vocabulary, fact: FactDecl) -> Numeric | None:
    """Return the range of the day asked in the edition, None if it has no day."""
    kind = fact.type
    assert isinstance(kind, Numeric) and kind.calendar is not None and kind.low is not None and kind.high is not None
    calendar = vocabulary.calendars[kind.calendar]
    since, until = (None if day is None else turn_of(calendar, Date(day.year, day.month, day=day.day)) for day in _time(vocabulary))
    low = kind.low if since is None else max(kind.low, since)
    high = kind.high if until is None else min(kind.high, until)
    return None if low > high else replace(kind, low=low, high=high)


def _time(vocabulary: Vocabulary) -> tuple[date | None, date | None]:
    since, until = vocabulary.time
    return None if since is None else date.fromisoformat(since), None if until is None else date.fromisoformat(until)


def _time_text(vocabulary: Vocabulary) -> str:
    since, until = _time(vocabulary)
    ends = [f"{word} {day_text(day)}" for word, day in (("from", since), ("until", until)) if day is not None]
    return " ".join(ends) or "on any day"

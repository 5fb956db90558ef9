"""Rulings and readings that a later source has outlived: it has deleted, replaced or changed their case, and said nothing of them.

A ruling is looked at anew by whatever amends it, even by `confirms`. What an amendment adds beside what was there leaves a ruling alone,
unless its rules answer a question that the ruling answers too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from rulewright.rulebook.acts import Subject, subject_of
from rulewright.rulebook.model import CaseInForce, EditionView, HistoryEntry, Origin, Provision, ReadingInForce, withdrawing_entry
from rulewright.syntax import nodes


class Change(StrEnum):
    """The ways in which a later source changes a case, as participles; the strongest first."""

    DELETED = "deleted"
    REPLACED = "replaced"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class OutlivedClause:
    """A ruling or reading, the case that it is on, and the changes of the case since, in their order: what was done, and where.

    `provisions` are those that an answer may rest on: its own, and those of the choices that it settles.
    """

    clause: CaseInForce | ReadingInForce
    case: CaseInForce
    changes: tuple[tuple[Change, Origin], ...]
    provisions: tuple[Provision, ...]

    @property
    def address(self) -> str:
        return self.clause.number if isinstance(self.clause, CaseInForce) else self.clause.name

    @property
    def change(self) -> Change:
        """The strongest of the changes."""
        return next(change for change in Change if any(change is done for done, _ in self.changes))

    @property
    def changed_by(self) -> str:
        """The source of the last of the strongest changes."""
        return [origin.source for done, origin in self.changes if done is self.change][-1]

    @property
    def is_accepted(self) -> bool:
        """True if the ruling or reading itself says that it still stands."""
        return any(isinstance(line, nodes.Accepts) and line.finding == "outlived_ruling" for line, _ in self.clause.other)


def find_outlived_clauses(view: EditionView) -> Iterator[OutlivedClause]:
    """Yield the rulings, then the readings that no ruling settles, on cases that a later source of the edition has changed."""
    for ruling in view.rulings.values():
        if not ruling.deleted:
            names = [line.node.reading for line in ruling.provisions if isinstance(line.node, nodes.Settles)]
            yield from _outlived_on_cases(view, ruling, [view.readings[name] for name in names if name in view.readings])
    for reading in view.readings.values():
        if reading.settled_as is None:
            yield from _outlived_on_cases(view, reading, [])


def _outlived_on_cases(
    view: EditionView, clause: CaseInForce | ReadingInForce, settled_readings: list[ReadingInForce]
) -> Iterator[OutlivedClause]:
    cases, history = (clause.ruled_cases, clause.history) if isinstance(clause, CaseInForce) else (clause.cases, ())
    cases += tuple(number for reading in settled_readings for number in reading.cases)
    rank = view.edition.sources.index
    last_seen = max(rank(origin.source) for origin in (clause.origin, *(entry.origin for entry in history)))
    provisions = clause.provisions + tuple(
        line for reading in settled_readings for line in reading.provisions if line.scope.choice in (None, reading.settled_as)
    )
    questions = {name for line in provisions for name in _question_names(line.node)}
    for number in dict.fromkeys(cases):
        case = view.find_case(number.number)
        if case is None:
            continue
        parts = {part for reference in _ruled_references(clause) if (part := _part_of(reference, case)) is not None}
        changes = tuple(
            (change, entry.origin)
            for entry in case.history
            if rank(entry.origin.source) > last_seen and withdrawing_entry(case.history, entry) is None
            if (change := _change_of(entry, questions, undoes_seen=any(rank(origin.source) <= last_seen for origin in entry.withdrawn)))
            if change is not Change.CHANGED or _touches_parts(entry.origin.block, case, parts)
        )
        if changes:
            yield OutlivedClause(clause, case, changes, provisions)


def _change_of(entry: HistoryEntry, questions: set[str], *, undoes_seen: bool) -> Change | None:
    """Return what an entry of a history has done to the text that there was; `undoes_seen`: it withdraws a part of that."""
    block = entry.origin.block
    if not isinstance(block, nodes.Amendment):
        return Change.REPLACED  # a case of the number of one that was deleted
    subjects = {subject_of(line) for line in block.body if isinstance(line, nodes.AmendingAct)}
    if Subject.CASE in subjects:
        return Change.DELETED if any(isinstance(line, nodes.DeletesCase) for line in block.body) else Change.REPLACED
    answers_too = any(not questions.isdisjoint(_question_names(line)) for line in block.body)
    return Change.CHANGED if undoes_seen or answers_too or subjects & {Subject.WORDS, Subject.DATUM} else None


def _touches_parts(block: nodes.Node, case: CaseInForce, parts: set[str]) -> bool:
    """Return False if an amendment names parts of the case in its head, and only other ones than these."""
    parts_named = [_part_of(ref, case) for ref in block.targets] if isinstance(block, nodes.Amendment) else []
    return not parts or any(name is None or name in parts for name in parts_named)


def _ruled_references(clause: CaseInForce | ReadingInForce) -> tuple[nodes.CaseRef, ...]:
    block = clause.origin.block
    return block.on if isinstance(block, nodes.Ruling | nodes.Reading) else ()


def _part_of(ref: nodes.CaseRef, case: CaseInForce) -> str | None:
    """Return the part of a case that a reference names, None if it does not name one."""
    numbers = (f"{number}." for number in (case.number, case.first_number))
    return next((ref.number.removeprefix(number) for number in numbers if ref.number.startswith(number)), None)


def _question_names(line: nodes.Node) -> set[str]:
    return {head.name for head in line.heads} if isinstance(line, nodes.Rule) else set()

"""The fold: sources one after another, each a step from one state of the book to the next. Pure; equal input gives an equal book.

A step reads the amendments of one source as one sheet: their targets are cases as they were before it, or cases that it brings itself.
The order of writing does not matter: two amendments of one sheet on one case are carried out in the order of the source's ledger (else
as written), and where that could make a difference to the words, it is a finding (`RW112`). Between sources the edition's order rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rulewright.base.diagnostics import Diagnostic
from rulewright.rulebook import faults
from rulewright.rulebook.acts import Doing, act_on
from rulewright.rulebook.additions import add_to, entries
from rulewright.rulebook.amendment_order import without_order
from rulewright.rulebook.cases import Clause, case_of, replaced_by, ruling_of
from rulewright.rulebook.clauses import addressed
from rulewright.rulebook.model import CaseId, CaseInForce, Origin, PartAmended
from rulewright.rulebook.rewrite import case_after
from rulewright.rulebook.targets import Target, Targets, owner, vacated_by
from rulewright.syntax import nodes


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything that one source says, in the order of its ledger."""

    source: nodes.SourceDecl
    cases: tuple[Clause, ...] = ()  # and scenarios
    amendments: tuple[Clause, ...] = ()
    rulings: tuple[Clause, ...] = ()


@dataclass(frozen=True, slots=True)
class Amended:
    """What one sheet does to one case: the case before it, the amendments in the order in which they are carried out, and what takes the
    place of the case after the amendment of that place among them."""

    before: CaseInForce
    targets: tuple[Target, ...]
    replacement: tuple[int, Clause] | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """What one sheet did to the book: the amended cases by the number that they had, and the numbers that it changed."""

    source: str
    amended: Mapping[str, Amended]
    moves: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class State:
    """The book between two sources: every case by its number in force, deleted ones too. `renumbered`: number before -> in force.
    `parts`: the lines that heads of amendments have named so far. `steps`: what each source did on the way to here."""

    cases: Mapping[str, CaseInForce] = field(default_factory=dict)
    renumbered: Mapping[str, str] = field(default_factory=dict)
    parts: tuple[PartAmended, ...] = ()
    steps: tuple[Step, ...] = ()


def step(state: State, sheet: Sheet, elsewhere: Mapping[str, Origin]) -> tuple[State, tuple[Diagnostic, ...]]:
    """The state after one more source, and what in that source does not fit."""
    working = _Step(sheet, dict(state.cases), elsewhere, state.renumbered)
    waiting = working.bring_in_cases()
    targets = Targets.of(sheet.amendments, working.cases, elsewhere, state.renumbered)
    working.findings.extend(targets.findings)
    for number, on_case in sorted(targets.by_case.items()):
        working.amend(number, on_case)
    renumbered = working.renumber(targets)
    for clause in waiting:
        working.bring_in(clause)
    working.check_replacements(targets)
    working.bring_in_rulings(renumbered)
    then = {old: renumbered.get(new, new) for old, new in state.renumbered.items()}
    done = Step(sheet.source.name, working.amended, renumbered)
    after = State(working.cases, {**then, **renumbered}, (*state.parts, *targets.parts), (*state.steps, done))
    return after, tuple(working.findings)


@dataclass(slots=True)
class _Step:
    """One step under way; its mutable parts never leave this module."""

    sheet: Sheet
    cases: dict[str, CaseInForce]
    elsewhere: Mapping[str, Origin]
    renumbered: Mapping[str, str]
    replacements: dict[str, Clause] = field(default_factory=dict)
    amended: dict[str, Amended] = field(default_factory=dict)
    findings: list[Diagnostic] = field(default_factory=list)

    def bring_in_cases(self) -> tuple[Clause, ...]:
        """New cases come in first. Returns those that wait until their number is free; what replaces a case of its own number is kept."""
        deleted, moved, replaced = vacated_by(self.sheet.amendments)
        waiting: list[Clause] = []
        for clause in self.sheet.cases:
            number = clause.origin.number
            there = self.cases.get(number)
            if there is None or there.deleted:
                self.bring_in(clause)
            elif number in replaced:
                self.replacements[number] = clause
            elif number in deleted or number in moved:
                waiting.append(clause)
            else:
                self.findings.append(faults.used_twice(number, there.origin, clause.origin))
        return tuple(waiting)

    def bring_in(self, clause: Clause) -> None:
        number = clause.origin.number
        there = self.cases.get(number)
        if there is not None and not there.deleted:
            self.findings.append(faults.used_twice(number, there.origin, clause.origin))
            return
        case = case_of(clause, self.sheet.source)
        self.cases[number] = case if there is None else replace(case, history=there.history + case.history)

    def amend(self, number: str, on_case: Sequence[Target]) -> None:
        """Carries out every amendment of this sheet on one case: first all acts, on the text as it was, then all that is added."""
        case = self.cases[number]
        takes_out = [target for target in on_case if target.takes_out]
        takes_out.sort(key=lambda target: not _deletes(target))  # so that a deletion next to a replacement does not go by writing
        in_order = [*takes_out, *(target for target in on_case if not target.takes_out)]
        meetings = without_order(case, on_case)
        self.findings.extend(one.finding for one in meetings)
        unordered = {id(one) for meeting in meetings for one in (meeting.first, meeting.second)}
        acted: list[tuple[Target, Doing]] = []
        self.amended[number] = Amended(case, tuple(in_order))
        for at, target in enumerate(in_order):
            if case.deleted:
                self._on_deleted(case, target, takes_out)
                continue
            doing = act_on(case, target.clause.origin, target.clause.content, target.part)
            acted.append((target, doing))
            case = doing.case
            if id(target) not in unordered:  # else what does not fit follows from the want of an order
                self.findings.extend(doing.findings)
            if number in self.replacements and not case.deleted and target in takes_out:
                clause = self.replacements.pop(number)
                case = replaced_by(case, clause, self.sheet.source)
                self.amended[number] = replace(self.amended[number], replacement=(at, clause))
        for target, doing in acted:
            case = self._added(case, target, doing, takes_out)
        self.cases[number] = case

    def _added(self, case: CaseInForce, target: Target, doing: Doing, takes_out: Sequence[Target]) -> CaseInForce:
        origin, content = target.clause.origin, target.clause.content
        if case.deleted and content.formal and target.bearing:
            self._on_deleted(case, target, takes_out)
            content = replace(content, formal=())
        case = add_to(case, origin, content, target.part, bearing=target.bearing, also_of=target.also_of)
        return replace(case, history=case.history + entries(origin, content, doing.done, doing.recorded))

    def _on_deleted(self, case: CaseInForce, target: Target, takes_out: Sequence[Target]) -> None:
        deleter = next((one.clause.origin for one in takes_out), case.history[-1].origin if case.history else case.origin)
        self.findings.append(faults.on_deleted(case, target.clause.origin, deleter))

    def renumber(self, targets: Targets) -> dict[str, str]:
        """Moves renumbered cases to their new numbers, all at once, and carries references along."""
        moves: dict[str, str] = {}
        for number, act, origin in targets.renumberings:
            new = act.new
            taken = self.cases.get(new)
            leaving = {one for one, _, _ in targets.renumberings}
            if new in moves.values() or (taken is not None and not taken.deleted and new not in leaving):
                other = taken.origin if taken is not None else origin
                self.findings.append(faults.used_twice(new, other, origin, act))
            elif not self.cases[number].deleted:
                moves[number] = new
        if not moves:
            return moves
        moved = {old: self.cases.pop(old) for old in moves}
        earlier = [number for number, case in self.cases.items() if case.origin.source != self.sheet.source.name]
        for number in earlier:
            self.cases[number] = _carried(self.cases[number], moves, self.sheet.source.name)
        for old, case in moved.items():
            new = moves[old]
            carried = _carried(case, moves, self.sheet.source.name)
            self.cases[new] = replace(carried, id=CaseId(new), number=new, provisions=addressed(new, carried.provisions))
        return moves

    def check_replacements(self, targets: Targets) -> None:
        """Every case that `replaces the case by` names is there once the sheet is through."""
        for target, number in targets.replacing:
            if number not in self.cases or self.cases[number].deleted:
                self.findings.append(faults.not_there(number, target.clause.origin, self.cases, self.elsewhere))

    def bring_in_rulings(self, moves: Mapping[str, str]) -> None:
        for clause in self.sheet.rulings:
            block = clause.origin.block
            assert isinstance(block, nodes.Ruling)
            on: list[CaseInForce] = []
            for ref in block.on:
                there = self._ruled_on(ref, moves, clause.origin)
                if there is not None:
                    on.append(there)
            there_already = self.cases.get(block.number)
            if there_already is not None and not there_already.deleted:
                self.findings.append(faults.used_twice(block.number, there_already.origin, clause.origin))
            elif on:
                self.cases[block.number] = ruling_of(clause, on)

    def _ruled_on(self, ref: nodes.CaseRef, moves: Mapping[str, str], origin: Origin) -> CaseInForce | None:
        number = moves.get(ref.number, ref.number)
        found = self.cases.get(number) or self.cases.get(owner(number, self.cases) or "")
        if found is None:
            self.findings.append(faults.not_there(ref.number, origin, self.cases, self.elsewhere, ref))
        elif found.deleted:
            self.findings.append(faults.on_deleted(found, origin, found.history[-1].origin if found.history else found.origin))
            return None
        return found


def _carried(case: CaseInForce, moves: Mapping[str, str], source: str) -> CaseInForce:
    """References of earlier sources go along with the case; those that this very source makes are written in the new numbers already."""
    after = case_after(case, moves)
    if not any(entry.origin.source == source for entry in case.history):
        return after
    text = tuple(old if old.origin.source == source else new for old, new in zip(case.text, after.text, strict=True))
    provisions = tuple(
        replace(new, node=old.node) if old.origin.source == source else new
        for old, new in zip(case.provisions, after.provisions, strict=True)
    )
    other = tuple(old if old[1].source == source else new for old, new in zip(case.other, after.other, strict=True))
    return replace(after, text=text, provisions=provisions, other=other)


def _deletes(target: Target) -> bool:
    return any(isinstance(act, nodes.DeletesCase) for act in target.clause.content.acts)

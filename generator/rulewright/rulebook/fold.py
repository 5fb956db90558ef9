"""The fold: apply the sources one after another, each taking the book from one state to the next. Pure: equal input, equal book.

The amendments of one source are read as one sheet: their targets are the cases before the sheet, or the cases that it adds itself.
The order of writing does not matter: two amendments of one sheet on one case are applied in the order of the source's ledger (else
as written); if the order could change the words, `RW112` is reported. Between sources the order of the edition decides. What a sheet
renames throughout is renamed last, in its own text too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rulewright.base.diagnostics import Diagnostic
from rulewright.rulebook import faults
from rulewright.rulebook.amendment_order import find_conflicts
from rulewright.rulebook.case_numbers import Numbering
from rulewright.rulebook.cases import Clause, build_case, build_ruling
from rulewright.rulebook.model import CaseInForce, Origin, PartAmended, Renaming
from rulewright.rulebook.renaming import rename_throughout
from rulewright.rulebook.sheet_steps import AmendedCase, Step, add_contents, carry_out, move_case
from rulewright.rulebook.targets import Target, Targets, owning_case, vacated_numbers
from rulewright.rulebook.withdrawals import (
    CaseWithdrawals,
    clauses_with_withdrawals,
    has_withdrawal,
    numbers_restored,
    with_withdrawals,
    withdraw,
)
from rulewright.syntax import nodes


@dataclass(frozen=True, slots=True)
class Sheet:
    """The clauses of one source, in the order of its ledger."""

    source: nodes.SourceDecl
    cases: tuple[Clause, ...] = ()  # and scenarios
    amendments: tuple[Clause, ...] = ()
    rulings: tuple[Clause, ...] = ()
    renaming_clauses: tuple[Clause, ...] = ()
    numbering: Numbering = field(default_factory=Numbering)


@dataclass(frozen=True, slots=True)
class State:
    """The book between two sources: all cases by their number in force, deleted ones included.

    `renumbered` maps earlier numbers to numbers in force; `parts` are the lines that heads of amendments have named so far; `steps` records
    the sources applied so far, `renamings` the terms that they rename.
    """

    cases: Mapping[str, CaseInForce] = field(default_factory=dict)
    renumbered: Mapping[str, str] = field(default_factory=dict)
    parts: tuple[PartAmended, ...] = ()
    steps: tuple[Step, ...] = ()
    renamings: tuple[Renaming, ...] = ()


def apply_source(state: State, sheet: Sheet, origins: Mapping[str, Origin]) -> tuple[State, tuple[Diagnostic, ...]]:
    """Return the state after one more source, and the faults of that source."""
    working = _SourceApplication(sheet, dict(state.cases), origins, state.renumbered, state.steps)
    deferred = working.bring_in_cases()
    targets = Targets.of(sheet.amendments, working.cases, origins, state.renumbered, sheet.numbering)
    working.findings.extend(targets.findings)
    targets.renumberings.extend(numbers_restored(targets.by_case, working.cases, state.steps))
    working.withdrawing = clauses_with_withdrawals(targets.by_case, working.cases, state.steps)
    for number, on_case in sorted(targets.by_case.items()):
        working.amend_case(number, on_case)
    renumbered = working.renumber_cases(targets)
    for clause in deferred:
        working.bring_in(clause)
    working.check_replacements(targets)
    working.bring_in_rulings(renumbered)
    earlier_renumbered = {old: renumbered.get(new, new) for old, new in state.renumbered.items()}
    renamings = rename_throughout(working.cases, sheet.renaming_clauses)
    applied_step = Step(sheet.source, working.amended, renumbered, tuple(renaming.renames.pairs for renaming in renamings))
    next_state = State(
        working.cases,
        {**earlier_renumbered, **renumbered},
        (*state.parts, *targets.parts),
        (*state.steps, applied_step),
        (*state.renamings, *renamings),
    )
    return next_state, tuple(working.findings)


@dataclass(slots=True)
class _SourceApplication:
    """The application of one sheet in progress; its mutable parts never leave this module."""

    sheet: Sheet
    cases: dict[str, CaseInForce]
    origins: Mapping[str, Origin]
    renumbered: Mapping[str, str]
    steps: tuple[Step, ...] = ()
    withdrawing: frozenset[int] = frozenset()
    replacements: dict[str, Clause] = field(default_factory=dict)
    amended: dict[str, AmendedCase] = field(default_factory=dict)
    findings: list[Diagnostic] = field(default_factory=list)

    def bring_in_cases(self) -> tuple[Clause, ...]:
        """Add the new cases; store replacements of a case of the same number. Return the cases that wait for their number to be freed."""
        deleted, moved, replaced = vacated_numbers(self.sheet.amendments)
        deferred: list[Clause] = []
        for clause in self.sheet.cases:
            number = clause.origin.number
            present = self.cases.get(number)
            if present is None or present.deleted:
                self.bring_in(clause)
            elif number in replaced:
                self.replacements[number] = clause
            elif number in deleted or number in moved:
                deferred.append(clause)
            else:
                self.findings.append(faults.number_used_twice(number, present.origin, clause.origin))
        return tuple(deferred)

    def bring_in(self, clause: Clause) -> None:
        number = clause.origin.number
        present = self.cases.get(number)
        if present is not None and not present.deleted:
            self.findings.append(faults.number_used_twice(number, present.origin, clause.origin))
            return
        case = build_case(clause, self.sheet.source)
        self.cases[number] = case if present is None else replace(case, history=present.history + case.history)

    def amend_case(self, number: str, on_case: Sequence[Target]) -> None:
        """Apply all amendments of this sheet to one case: first the acts, on the text as it was, then the additions."""
        case = self.cases[number]
        removals = [target for target in on_case if target.removes_case]
        # a deletion next to a replacement must not depend on the order of writing
        removals.sort(key=lambda target: not _deletes_case(target))
        in_order = [*removals, *(target for target in on_case if not target.removes_case)]
        base, withdrawals = self._carry_out_withdrawals(case, in_order)
        conflicts = find_conflicts(base, on_case)
        self.findings.extend(conflict.finding for conflict in conflicts)
        unordered = {id(target) for conflict in conflicts for target in (conflict.first, conflict.second)}
        drops_case = (
            frozenset(id(withdrawal.target) for withdrawal in withdrawals.withdrawals if withdrawal.whole_case)
            if withdrawals
            else frozenset()
        )
        work = carry_out(base, in_order, self.replacements.get(number), self.sheet.source, drops_case)
        replacement = self.replacements.pop(number) if work.replaced_at is not None else None
        for target in work.after_deletion:
            if withdrawals is None or withdrawals.withdrawals or not has_withdrawal(target):  # else the withdrawal is reported
                self._report_deleted(base, target, removals)
        for applied in work.applied:
            if id(applied.target) not in unordered:  # else the misfit is only a consequence of the missing order
                self.findings.extend(applied.findings)
            if work.case.deleted and applied.target.clause.content.formal and applied.target.keeps_rules:
                self._report_deleted(work.case, applied.target, removals)
        self.cases[number] = with_withdrawals(add_contents(work), withdrawals.withdrawals if withdrawals is not None else ())
        self.amended[number] = AmendedCase(
            case,
            tuple(in_order),
            (work.replaced_at, replacement) if work.replaced_at is not None and replacement is not None else None,
            withdrawals.withdrawn if withdrawals is not None else None,
            base,
            drops_case,
        )

    def _carry_out_withdrawals(self, case: CaseInForce, targets: Sequence[Target]) -> tuple[CaseInForce, CaseWithdrawals | None]:
        """Return the case after the withdrawals of this sheet, which come first, and what they are, None if it has none on this case."""
        if not any(map(has_withdrawal, targets)):
            return case, None
        sources = {self.sheet.source.name, *(step.source.name for step in self.steps)}
        withdrawals = withdraw(case, targets, self.steps, sources, self.withdrawing)
        self.findings.extend(withdrawals.findings)
        return withdrawals.case, withdrawals

    def _report_deleted(self, case: CaseInForce, target: Target, removals: Sequence[Target]) -> None:
        deleter = next((removal.clause.origin for removal in removals), case.history[-1].origin if case.history else case.origin)
        self.findings.append(faults.case_already_deleted(case, target.clause.origin, deleter))

    def renumber_cases(self, targets: Targets) -> dict[str, str]:
        """Move renumbered cases to their new numbers, all at once, and rewrite the references to them."""
        moves: dict[str, str] = {}
        for number, act, origin in targets.renumberings:
            new = act.new
            occupant = self.cases.get(new)
            leaving = {leaving_number for leaving_number, _, _ in targets.renumberings}
            if new in moves.values() or (occupant is not None and not occupant.deleted and new not in leaving):
                other = occupant.origin if occupant is not None else origin
                self.findings.append(faults.number_used_twice(new, other, origin, act))
            elif not self.cases[number].deleted:
                moves[number] = new
        if not moves:
            return moves
        moved = {old: self.cases.pop(old) for old in moves}
        earlier = [number for number, case in self.cases.items() if case.origin.source != self.sheet.source.name]
        for number in earlier:
            self.cases[number] = move_case(self.cases[number], moves, self.sheet.source.name)
        for old, case in moved.items():
            self.cases[moves[old]] = move_case(case, moves, self.sheet.source.name)
        return moves

    def check_replacements(self, targets: Targets) -> None:
        """Report cases named by `replaces the case by` that do not exist after the sheet."""
        for target, number in targets.replacing:
            if number not in self.cases or self.cases[number].deleted:
                self.findings.append(faults.case_not_there(number, target.clause.origin, self.cases, self.origins))

    def bring_in_rulings(self, moves: Mapping[str, str]) -> None:
        for clause in self.sheet.rulings:
            block = clause.origin.block
            assert isinstance(block, nodes.Ruling)
            ruled_cases: list[CaseInForce] = []
            for ref in block.on:
                case = self._find_ruled_case(ref, moves, clause.origin)
                if case is not None:
                    ruled_cases.append(case)
            occupant = self.cases.get(block.number)
            if occupant is not None and not occupant.deleted:
                self.findings.append(faults.number_used_twice(block.number, occupant.origin, clause.origin))
            elif ruled_cases:
                self.cases[block.number] = build_ruling(clause, ruled_cases)

    def _find_ruled_case(self, ref: nodes.CaseRef, moves: Mapping[str, str], origin: Origin) -> CaseInForce | None:
        number = moves.get(ref.number, ref.number)
        case = self.cases.get(number) or self.cases.get(owning_case(number, self.cases) or "")
        if case is None:
            self.findings.append(faults.case_not_there(ref.number, origin, self.cases, self.origins, ref))
        elif case.deleted:
            self.findings.append(faults.case_already_deleted(case, origin, case.history[-1].origin if case.history else case.origin))
            return None
        return case


def _deletes_case(target: Target) -> bool:
    return any(isinstance(act, nodes.DeletesCase) for act in target.clause.content.acts)

"""Targets of the amendments of one sheet: heads resolved against the book before the sheet and the new cases of the sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rulewright.base.diagnostics import Diagnostic
from rulewright.rulebook import faults
from rulewright.rulebook.case_numbers import Numbering
from rulewright.rulebook.cases import Clause, find_enclosing_line
from rulewright.rulebook.model import CaseId, CaseInForce, Origin, PartAmended
from rulewright.syntax import nodes


@dataclass(frozen=True, slots=True)
class Target:
    """One amendment on one case. `part` selects within the case; `keeps_rules` marks the first case of a joint head."""

    clause: Clause
    part: str | None
    keeps_rules: bool
    also_of: tuple[CaseId, ...]

    @property
    def removes_case(self) -> bool:
        """Return True if the amendment replaces or deletes the whole case."""
        return any(isinstance(act, nodes.ReplacesCase | nodes.DeletesCase) for act in self.clause.content.acts)


@dataclass(slots=True)
class Targets:
    """The amendments of a sheet by case, in the order of the sheet; its renumberings; the cases that must exist after a replacement.

    `parts` are the lines that heads name.
    """

    by_case: dict[str, list[Target]] = field(default_factory=dict)
    renumberings: list[tuple[str, nodes.Renumbers, Origin]] = field(default_factory=list)
    replacing: list[tuple[Target, str]] = field(default_factory=list)
    parts: list[PartAmended] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)

    @classmethod
    def of(
        cls,
        amendments: Sequence[Clause],
        cases: Mapping[str, CaseInForce],
        origins: Mapping[str, Origin],
        renumbered: Mapping[str, str],
        numbering: Numbering,
    ) -> Targets:
        targets = cls()
        old_numbers = _old_numbers(amendments)
        for clause in amendments:
            block = clause.origin.block
            assert isinstance(block, nodes.Amendment)
            selections: list[tuple[str, str | None]] = []
            for ref in block.targets:
                numbers = _select_cases(ref, cases, old_numbers, numbering)
                if not numbers:
                    targets.findings.append(faults.case_not_there(ref.number, clause.origin, cases, origins, ref, renumbered))
                selections.extend((number, _join_parts(block.part, remainder)) for number, remainder in numbers)
                lines = [find_enclosing_line(cases[number], remainder) for number, remainder in numbers if remainder is not None]
                targets.parts.extend(PartAmended(clause.origin, ref, line) for line in lines if line is not None)
            targets._add_amendment(clause, list(dict.fromkeys(selections)), cases)
        return targets

    def _add_amendment(self, clause: Clause, selections: list[tuple[str, str | None]], cases: Mapping[str, CaseInForce]) -> None:
        withdraws = any(isinstance(act, nodes.Withdraws) for act in clause.content.acts)  # it may bring a deleted case back
        rules_holder = next((number for number, _ in selections if withdraws or not cases[number].deleted), None)
        others = tuple(cases[number].id for number, _ in selections if number != rules_holder)
        for number, part in selections:
            target = Target(clause, part, number == rules_holder, others if number == rules_holder else ())
            self.by_case.setdefault(number, []).append(target)
            for act in clause.content.acts:
                if isinstance(act, nodes.Renumbers):
                    self.renumberings.append((number, act, clause.origin))
                elif isinstance(act, nodes.ReplacesCase):
                    self.replacing.extend((target, case_ref.number) for case_ref in act.by)


def vacated_numbers(amendments: Sequence[Clause]) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Return the numbers that a sheet frees: deleted (or replaced by other cases), renumbered, replaced by a case of the same number."""
    deleted: set[str] = set()
    moved: set[str] = set()
    replaced: set[str] = set()
    for clause in amendments:
        block = clause.origin.block
        assert isinstance(block, nodes.Amendment)
        for ref in block.targets:
            for act in clause.content.acts:
                if isinstance(act, nodes.DeletesCase):
                    deleted.add(ref.number)
                elif isinstance(act, nodes.Renumbers):
                    moved.add(ref.number)
                elif isinstance(act, nodes.ReplacesCase):
                    replacements = {case_ref.number for case_ref in act.by}
                    (replaced if ref.number in replacements else deleted).update({ref.number} if replacements else ())
    return frozenset(deleted), frozenset(moved), frozenset(replaced)


def owning_case(number: str, cases: Mapping[str, CaseInForce]) -> str | None:
    """Return the number of the case that contains an address such as `14.43.b`, or None."""
    while "." in number:
        number = number.rsplit(".", 1)[0]
        if number in cases:
            return number
    return None


def _old_numbers(amendments: Sequence[Clause]) -> dict[str, str]:
    old_by_new: dict[str, str] = {}
    for clause in amendments:
        block = clause.origin.block
        if isinstance(block, nodes.Amendment):
            for act in clause.content.acts:
                if isinstance(act, nodes.Renumbers) and len(block.targets) == 1:
                    old_by_new[act.new] = block.targets[0].number
    return old_by_new


def _select_cases(
    ref: nodes.CaseRef, cases: Mapping[str, CaseInForce], old_numbers: Mapping[str, str], numbering: Numbering
) -> list[tuple[str, str | None]]:
    """Return the cases that a head selects, each with the remainder of the address below the case, or None."""
    number = ref.number
    if number not in cases and old_numbers.get(number) in cases:
        number = old_numbers[number]
    selections: list[tuple[str, str | None]] = []
    if number in cases:
        selections.append((number, None))
    elif (case := owning_case(number, cases)) is not None:
        selections.append((case, number[len(case) + 1 :]))
    if ref.and_below:
        selections.extend(
            (lower_number, None)
            for lower_number in sorted(cases)
            if numbering.is_below(lower_number, ref.number) and not cases[lower_number].deleted
        )
    return selections


def _join_parts(part: str | None, remainder: str | None) -> str | None:
    return part if remainder is None else remainder if part is None else f"{remainder} {part}"

"""What the amendments of one sheet are about: each head read against the book as it was before the sheet, and the sheet's new cases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rulewright.base.diagnostics import Diagnostic
from rulewright.rulebook import faults
from rulewright.rulebook.case_numbers import is_below
from rulewright.rulebook.cases import Clause, line_at
from rulewright.rulebook.model import CaseId, CaseInForce, Origin, PartAmended
from rulewright.syntax import nodes


@dataclass(frozen=True, slots=True)
class Target:
    """One amendment on one case. `part` is finer than the case; `bearing` marks the first case of a joint head, which keeps the rules."""

    clause: Clause
    part: str | None
    bearing: bool
    also_of: tuple[CaseId, ...]

    @property
    def takes_out(self) -> bool:
        """Whether it replaces or deletes the whole case."""
        return any(isinstance(act, nodes.ReplacesCase | nodes.DeletesCase) for act in self.clause.content.acts)


@dataclass(slots=True)
class Targets:
    """The sheet's amendments by case, in the order of the sheet; its renumberings; the cases that must follow a replaced one.

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
        elsewhere: Mapping[str, Origin],
        renumbered: Mapping[str, str],
    ) -> Targets:
        targets = cls()
        moving = _renumbered_to(amendments)
        for clause in amendments:
            block = clause.origin.block
            assert isinstance(block, nodes.Amendment)
            reached: list[tuple[str, str | None]] = []
            for ref in block.targets:
                numbers = _cases_of(ref, cases, moving)
                if not numbers:
                    targets.findings.append(faults.not_there(ref.number, clause.origin, cases, elsewhere, ref, renumbered))
                reached.extend((number, _part(block.part, rest)) for number, rest in numbers)
                lines = [line_at(cases[number], rest) for number, rest in numbers if rest is not None]
                targets.parts.extend(PartAmended(clause.origin, ref, line) for line in lines if line is not None)
            targets._add(clause, list(dict.fromkeys(reached)), cases)
        return targets

    def _add(self, clause: Clause, reached: list[tuple[str, str | None]], cases: Mapping[str, CaseInForce]) -> None:
        bearer = next((number for number, _ in reached if not cases[number].deleted), None)
        others = tuple(cases[number].id for number, _ in reached if number != bearer)
        for number, part in reached:
            target = Target(clause, part, number == bearer, others if number == bearer else ())
            self.by_case.setdefault(number, []).append(target)
            for act in clause.content.acts:
                if isinstance(act, nodes.Renumbers):
                    self.renumberings.append((number, act, clause.origin))
                elif isinstance(act, nodes.ReplacesCase):
                    self.replacing.extend((target, one.number) for one in act.by)


def vacated_by(amendments: Sequence[Clause]) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Numbers that a sheet makes free: deleted (or replaced by other cases), renumbered; and those replaced by a case of that number."""
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
                    by = {one.number for one in act.by}
                    (replaced if ref.number in by else deleted).update({ref.number} if by else ())
    return frozenset(deleted), frozenset(moved), frozenset(replaced)


def owner(number: str, cases: Mapping[str, CaseInForce]) -> str | None:
    """The case that an address such as `14.43.b` is in."""
    while "." in number:
        number = number.rsplit(".", 1)[0]
        if number in cases:
            return number
    return None


def _renumbered_to(amendments: Sequence[Clause]) -> dict[str, str]:
    found: dict[str, str] = {}
    for clause in amendments:
        block = clause.origin.block
        if isinstance(block, nodes.Amendment):
            for act in clause.content.acts:
                if isinstance(act, nodes.Renumbers) and len(block.targets) == 1:
                    found[act.new] = block.targets[0].number
    return found


def _cases_of(ref: nodes.CaseRef, cases: Mapping[str, CaseInForce], moving: Mapping[str, str]) -> list[tuple[str, str | None]]:
    """The cases that a head reaches, each with the rest of an address that is finer than the case."""
    number = ref.number
    if number not in cases and moving.get(number) in cases:
        number = moving[number]
    found: list[tuple[str, str | None]] = []
    if number in cases:
        found.append((number, None))
    elif (case := owner(number, cases)) is not None:
        found.append((case, number[len(case) + 1 :]))
    if ref.and_below:
        found.extend((one, None) for one in sorted(cases) if is_below(one, ref.number) and not cases[one].deleted)
    return found


def _part(part: str | None, rest: str | None) -> str | None:
    return part if rest is None else rest if part is None else f"{rest} {part}"

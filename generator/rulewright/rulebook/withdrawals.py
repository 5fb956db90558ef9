"""Withdrawals: an amendment takes back what earlier sources did to a case, and the case is worked out again without it.

The steps of the case are repeated from the first one, without what is withdrawn, so text, rules, tables and set-ups come back together, and
what other sources did to other parts of the case stays. What a later source built on the withdrawn amendment no longer fits then: that is a
fault, never a guess.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from rulewright.base.diagnostics import Diagnostic
from rulewright.rulebook import faults
from rulewright.rulebook.act_sentences import UNDOES, act_sentence, addition_phrases
from rulewright.rulebook.clauses import tag_names
from rulewright.rulebook.model import CaseInForce, HistoryEntry, Origin
from rulewright.rulebook.renaming import rename_case
from rulewright.rulebook.sheet_steps import AmendedCase, AppliedAmendment, SheetOnCase, Step, add_contents, carry_out, move_case
from rulewright.rulebook.targets import Target
from rulewright.syntax import nodes


@dataclass(frozen=True, slots=True)
class CaseStep:
    """One step of a case: the source, its renumberings, what it did to the case, if anything, and what it renamed throughout."""

    source: nodes.SourceDecl
    moves: Mapping[str, str]
    amended: AmendedCase | None
    renamed_words: tuple[tuple[tuple[str, str], ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """The amendments that one act withdraws; `whole_case`: the source brought the case in, so the case goes with it."""

    act: nodes.Withdraws
    target: Target
    withdrawn: tuple[Target, ...]
    whole_case: bool = False


@dataclass(frozen=True, slots=True)
class CaseWithdrawals:
    """The withdrawals of one sheet on one case; `withdrawn`: the amendments without effect after it; `case`: the case worked out again."""

    case: CaseInForce
    withdrawals: tuple[Withdrawal, ...]
    withdrawn: frozenset[int]
    findings: tuple[Diagnostic, ...]


def has_withdrawal(target: Target) -> bool:
    """Return True if an act of the amendment withdraws something."""
    return any(isinstance(act, nodes.Withdraws) for act in target.clause.content.acts)


def withdraw(
    case: CaseInForce, targets: Sequence[Target], steps: Sequence[Step], sources: Collection[str], found_elsewhere: Collection[int]
) -> CaseWithdrawals:
    """Return a case after the withdrawals of one sheet.

    `sources` are those that the sheet could withdraw from, its own included; `found_elsewhere`: the clauses that withdraw something of
    another case that they name.
    """
    trail = trail_of(case, steps)
    withdrawn_before = _withdrawn_so_far(trail)
    withdrawals: list[Withdrawal] = []
    findings: list[Diagnostic] = []
    for target in targets:
        for act in _withdrawing_acts(target):
            withdrawal = _resolve(act, target, case, trail, withdrawn_before)
            if withdrawal is not None:
                withdrawals.append(withdrawal)
            elif act.source in sources and id(target.clause) not in found_elsewhere:
                findings.append(_nothing_to_withdraw(act, target, case, trail, withdrawn_before))
    if not withdrawals:
        return CaseWithdrawals(case, (), withdrawn_before, tuple(findings))
    withdrawn_after = _settle(trail, frozenset(id(other) for withdrawal in withdrawals for other in withdrawal.withdrawn))
    dropping = any(withdrawal.whole_case for withdrawal in withdrawals)
    built_on = dict(_amended_since(case, trail, withdrawn_after) if dropping else _built_on(trail, withdrawn_before, withdrawn_after))
    if built_on:
        act, origin = withdrawals[0].act, withdrawals[0].target.clause.origin
        findings.extend(faults.built_on_withdrawn(case, act, origin, later, base) for later, base in built_on.values())
        return CaseWithdrawals(case, (), withdrawn_before, tuple(findings))
    rebuilt = case if dropping else replace(_case_without(trail, withdrawn_after), history=case.history)
    return CaseWithdrawals(rebuilt, tuple(withdrawals), withdrawn_after, tuple(findings))


def clauses_with_withdrawals(
    by_case: Mapping[str, Sequence[Target]], cases: Mapping[str, CaseInForce], steps: Sequence[Step]
) -> frozenset[int]:
    """Return the clauses of a sheet that withdraw something of at least one of the cases that they name, by identity."""
    clauses: set[int] = set()
    for number, targets in by_case.items():
        for target in filter(has_withdrawal, targets):
            trail = trail_of(cases[number], steps)
            if any(_resolve(act, target, cases[number], trail, _withdrawn_so_far(trail)) for act in _withdrawing_acts(target)):
                clauses.add(id(target.clause))
    return frozenset(clauses)


def numbers_restored(
    by_case: Mapping[str, Sequence[Target]], cases: Mapping[str, CaseInForce], steps: Sequence[Step]
) -> Iterator[tuple[str, nodes.Renumbers, Origin]]:
    """Yield the renumberings that undo those of withdrawn amendments: the number in force, the act, and the amendment that withdraws."""
    for number, targets in by_case.items():
        for target in filter(has_withdrawal, targets):
            trail = trail_of(cases[number], steps)
            for act in _withdrawing_acts(target):
                withdrawal = _resolve(act, target, cases[number], trail, _withdrawn_so_far(trail))
                for other in withdrawal.withdrawn if withdrawal is not None else ():
                    old = _number_before(other, number, steps)
                    if old is not None:
                        yield number, nodes.Renumbers(old, span=act.span), target.clause.origin


def _withdrawing_acts(target: Target) -> Iterator[nodes.Withdraws]:
    return (act for act in target.clause.content.acts if isinstance(act, nodes.Withdraws))


def _number_before(target: Target, number: str, steps: Sequence[Step]) -> str | None:
    """Return the number that a case had before a renumbering by an amendment, None if that amendment did not renumber it."""
    if not any(isinstance(act, nodes.Renumbers) for act in target.clause.content.acts):
        return None
    for step in reversed(steps):
        old = next((old for old, new in step.moves.items() if new == number), None)
        amended = step.amended.get(old or number)
        if old is not None and amended is not None and any(done is target for done in amended.targets):
            return old
        number = old or number
    return None


def trail_of(case: CaseInForce, steps: Sequence[Step]) -> tuple[CaseStep, ...]:
    """Return the steps of a case, from the one that brought it in."""
    trail: list[CaseStep] = []
    number, origin = case.number, case.origin
    for step in reversed(steps):
        number = next((old for old, new in step.moves.items() if new == number), number)
        amended = step.amended.get(number)
        trail.append(CaseStep(step.source, step.moves, amended, step.renamed_words))
        if amended is not None and amended.replacement is not None and amended.replacement[1].origin is origin:
            origin = amended.case_before.origin
        elif step.source.name == origin.source:
            break
    return tuple(reversed(trail))


def _withdrawn_so_far(trail: Sequence[CaseStep]) -> frozenset[int]:
    results = (step.amended.withdrawn for step in reversed(trail) if step.amended is not None and step.amended.withdrawn is not None)
    return next(results, frozenset())


def _settle(trail: Sequence[CaseStep], withdrawn_targets: frozenset[int]) -> frozenset[int]:
    """Return the amendments without effect: a withdrawal that is withdrawn itself withdraws nothing, so what it took back is back."""
    withdrawn = set(withdrawn_targets)
    for place in range(len(trail) - 1, -1, -1):
        amended = trail[place].amended
        for target in amended.targets if amended is not None else ():
            if id(target) not in withdrawn:
                for act in _withdrawing_acts(target):
                    withdrawn.update(id(other) for other in _named_by(act, target, trail[:place]))
    return frozenset(withdrawn)


def _named_by(act: nodes.Withdraws, target: Target, trail: Sequence[CaseStep]) -> Iterator[Target]:
    """Yield the amendments of a case that an act names: those of its source, with its tag, and on the part of its head if that has one."""
    for step in trail:
        for other in step.amended.targets if step.amended is not None and act.source in _names_of(step.source) else ():
            if target.part in (None, other.part) and (act.item is None or act.item in tag_names(other.clause.origin.block)):
                yield other


def _names_of(source: nodes.SourceDecl) -> tuple[str | None, ...]:
    """Return the names by which a withdrawal names a source: its own, and that of the source that it is a part of."""
    return source.name, source.part_of


def _resolve(
    act: nodes.Withdraws, target: Target, case: CaseInForce, trail: Sequence[CaseStep], withdrawn_before: frozenset[int]
) -> Withdrawal | None:
    withdrawn_targets = tuple(other for other in _named_by(act, target, trail) if id(other) not in withdrawn_before)
    came_with_it = bool(trail) and act.source in _names_of(trail[0].source)
    if came_with_it and target.part is None and act.item is None:
        return None if case.deleted else Withdrawal(act, target, withdrawn_targets, whole_case=True)
    return Withdrawal(act, target, withdrawn_targets) if withdrawn_targets else None


def _replay(trail: Sequence[CaseStep], withdrawn: frozenset[int]) -> Iterator[tuple[CaseInForce, SheetOnCase | None]]:
    """Yield, for each step from the first that amends the case, the case after it without the withdrawn amendments, and its acts."""
    case: CaseInForce | None = None
    for step in trail:
        work = None
        if step.amended is not None:
            case = case or step.amended.case_before
            remaining = [target for target in step.amended.targets if id(target) not in withdrawn]
            replacement = step.amended.replacement[1] if step.amended.replacement is not None else None
            work = carry_out(case, remaining, replacement, step.source, step.amended.drops_case)
            case = add_contents(work)
        if case is not None:
            case = move_case(case, step.moves, step.source.name)
            for pairs in step.renamed_words:
                case = rename_case(case, pairs)
            yield case, work


def _case_without(trail: Sequence[CaseStep], withdrawn: frozenset[int]) -> CaseInForce:
    return list(_replay(trail, withdrawn))[-1][0]


BuiltOn: TypeAlias = tuple[int, tuple[Origin, Origin]]
"""The identity of an amendment, its origin, and the origin of the one that it needs."""


def _amended_since(case: CaseInForce, trail: Sequence[CaseStep], withdrawn_after: frozenset[int]) -> Iterator[BuiltOn]:
    """Yield each amendment that a later source than the first made to a case, and that is in effect."""
    for step in trail[1:]:
        for target in step.amended.targets if step.amended is not None else ():
            if id(target) not in withdrawn_after and not has_withdrawal(target):
                yield id(target), (target.clause.origin, case.origin)


def _built_on(trail: Sequence[CaseStep], withdrawn_before: frozenset[int], withdrawn_after: frozenset[int]) -> Iterator[BuiltOn]:
    """Yield each later amendment that needs one that is now withdrawn: it removes a line of it, or its acts no longer fit without it."""
    amending_targets = (target for step in trail if step.amended is not None for target in step.amended.targets)
    newly = {id(target): target.clause.origin for target in amending_targets if id(target) in withdrawn_after - withdrawn_before}
    origins = {id(origin) for origin in newly.values()}
    last_withdrawn: Origin | None = None
    amending = trail[next(place for place, step in enumerate(trail) if step.amended is not None) :]
    for (_, with_it), (_, without_it), step in zip(
        _replay(trail, withdrawn_before), _replay(trail, withdrawn_after), amending, strict=True
    ):
        if with_it is not None and without_it is not None and last_withdrawn is not None:
            misfits = {id(applied.target): len(applied.findings) for applied in with_it.applied}
            for applied in without_it.applied:
                if len(applied.findings) > misfits.get(id(applied.target), 0):
                    yield id(applied.target), (applied.target.clause.origin, last_withdrawn)
            for applied in with_it.applied:
                target, base = applied.target, _line_lost(applied, origins)
                if id(target) not in withdrawn_after and (base is not None or target.removes_case):
                    yield id(target), (target.clause.origin, base or last_withdrawn)
        last_withdrawn = next(
            (newly[id(target)] for target in (step.amended.targets if step.amended else ()) if id(target) in newly), last_withdrawn
        )


def _line_lost(applied: AppliedAmendment, origins: Collection[int]) -> Origin | None:
    """Return the origin of a line of these origins that a case had before an amendment and no longer has as it was."""
    remaining = {(id(provision.origin), id(provision.node)) for provision in applied.lines_after}
    lines = (provision for provision in applied.lines_before if id(provision.origin) in origins)
    return next((line.origin for line in lines if (id(line.origin), id(line.node)) not in remaining), None)


def _nothing_to_withdraw(
    act: nodes.Withdraws, target: Target, case: CaseInForce, trail: Sequence[CaseStep], withdrawn_before: frozenset[int]
) -> Diagnostic:
    amending = [other for step in trail if step.amended is not None for other in step.amended.targets]
    in_effect = [other.clause.origin for other in amending if id(other) not in withdrawn_before]
    return faults.nothing_to_withdraw(
        act,
        target.clause.origin,
        case,
        in_effect,
        withdrawn_already=any(_named_by(act, target, trail)),
        renames_terms=any(step.renamed_words for step in trail if act.source in _names_of(step.source)),
    )


def with_withdrawals(case: CaseInForce, withdrawals: Sequence[Withdrawal]) -> CaseInForce:
    """Return a case whose history says what each withdrawal undoes, act by act, and of which clauses."""
    if not withdrawals:
        return case
    by_origin: dict[int, list[Withdrawal]] = {}
    for withdrawal in withdrawals:
        by_origin.setdefault(id(withdrawal.target.clause.origin), []).append(withdrawal)
    by_entry = [by_origin.get(id(entry.origin), []) if entry.carried_out else [] for entry in case.history]
    history = tuple(_entry_with(entry, of_entry) for entry, of_entry in zip(case.history, by_entry, strict=True))
    return replace(case, history=history)


def _entry_with(entry: HistoryEntry, withdrawals: Sequence[Withdrawal]) -> HistoryEntry:
    if not withdrawals:
        return entry
    acts = list(entry.acts)
    for withdrawal in withdrawals:
        place = acts.index(act_sentence(withdrawal.act, withdrawal.target.part)) + 1
        acts[place:place] = [f"{UNDOES}{sentence}" for other in withdrawal.withdrawn for sentence in _sentences(other)]
    origins = (other.clause.origin for withdrawal in withdrawals for other in withdrawal.withdrawn)
    return replace(entry, acts=tuple(acts), withdrawn=tuple({id(origin): origin for origin in origins}.values()))


def _sentences(target: Target) -> list[str]:
    content = target.clause.content
    return [*(act_sentence(act, target.part) for act in content.acts), *addition_phrases(content)]

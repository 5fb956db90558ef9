"""One sheet on one case: its acts in their order on the text as it was, then its additions; and the record of it, step by step.

The fold takes these steps; a withdrawal takes them again without the amendments that it withdraws.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rulewright.base.diagnostics import Diagnostic
from rulewright.rulebook.acts import apply_acts
from rulewright.rulebook.additions import add_content, history_entries
from rulewright.rulebook.cases import Clause, empty_case, replace_case
from rulewright.rulebook.clauses import assign_addresses
from rulewright.rulebook.model import CaseId, CaseInForce, Provision
from rulewright.rulebook.rewrite import rewrite_case
from rulewright.rulebook.targets import Target
from rulewright.syntax import nodes


@dataclass(frozen=True, slots=True)
class AmendedCase:
    """The work of one sheet on one case: the case before it and the amendments in the order of application.

    `replacement`: the index of the amendment after which a new clause replaces the case, and that clause. `withdrawn`: the amendments of
    earlier sheets without effect from here on, by identity, None if this sheet withdraws nothing; `case_without_them`: the case before the
    sheet without them; `drops_case`: the amendments that withdraw the case itself.
    """

    case_before: CaseInForce
    targets: tuple[Target, ...]
    replacement: tuple[int, Clause] | None = None
    withdrawn: frozenset[int] | None = None
    case_without_them: CaseInForce | None = None
    drops_case: frozenset[int] = frozenset()

    @property
    def base(self) -> CaseInForce:
        """The case on which the acts of the sheet are carried out: before it, after its withdrawals."""
        return self.case_without_them or self.case_before


@dataclass(frozen=True, slots=True)
class Step:
    """The record of one applied sheet: the amended cases by their number before it, the renumberings (old number -> new), and the words
    that it renames throughout, act by act (old, new).
    """

    source: nodes.SourceDecl
    amended: Mapping[str, AmendedCase]
    moves: Mapping[str, str]
    renamed_words: tuple[tuple[tuple[str, str], ...], ...] = ()


@dataclass(frozen=True, slots=True)
class AppliedAmendment:
    """One amendment carried out: its acts as sentences, done or only recorded, its faults, and the lines of the case before and after it.

    Its text is not among them: a case may have thousands of amendments, each of which makes a text as long as all before it.
    """

    target: Target
    done: tuple[str, ...]
    recorded: tuple[str, ...]
    findings: tuple[Diagnostic, ...]
    lines_before: tuple[Provision, ...]
    lines_after: tuple[Provision, ...]


@dataclass(slots=True)
class SheetOnCase:
    """The acts of a sheet carried out on a case: the case after them, and each amendment as it was applied.

    `after_deletion`: the amendments that came too late, since another of the sheet had deleted the case.
    """

    case: CaseInForce
    applied: list[AppliedAmendment] = field(default_factory=list)
    after_deletion: list[Target] = field(default_factory=list)
    replaced_at: int | None = None


def carry_out(
    case: CaseInForce, targets: Sequence[Target], replacement: Clause | None, source: nodes.SourceDecl, drops_case: Collection[int] = ()
) -> SheetOnCase:
    """Carry out the acts of a sheet on a case.

    `replacement` is the clause of the sheet that takes the place of the case, if any; `drops_case`: the amendments that withdraw the case.
    """
    work = SheetOnCase(case)
    for position, target in enumerate(targets):
        if work.case.deleted:
            work.after_deletion.append(target)
            continue
        application = apply_acts(work.case, target.clause.origin, target.clause.content, target.part)
        work.applied.append(
            AppliedAmendment(
                target,
                tuple(application.done),
                tuple(application.recorded),
                tuple(application.findings),
                work.case.provisions,
                application.case.provisions,
            )
        )
        work.case = empty_case(application.case, deleted=True) if id(target) in drops_case else application.case
        if replacement is not None and work.replaced_at is None and not work.case.deleted and target.removes_case:
            work.case = replace_case(work.case, replacement, source)
            work.replaced_at = position
    return work


def add_contents(work: SheetOnCase) -> CaseInForce:
    """Return the case with all that the amendments of a sheet add, after all acts of the sheet, and with their entries in its history."""
    case = work.case
    for applied in work.applied:
        target = applied.target
        origin, content = target.clause.origin, target.clause.content
        if case.deleted and target.keeps_rules:
            content = replace(content, formal=())  # the fold reports rules for a deleted case
        case = add_content(case, origin, content, target.part, keeps_rules=target.keeps_rules, also_of=target.also_of)
        entries = history_entries(origin, content, applied.done, applied.recorded)
        case = replace(case, history=case.history + entries)
    return case


def move_case(case: CaseInForce, moves: Mapping[str, str], source: str) -> CaseInForce:
    """Return the case after the renumberings of a source: with its new number if it has one, and with its references rewritten."""
    if not moves or (case.number not in moves and case.origin.source == source):
        return case
    carried = rewrite_earlier_references(case, moves, source)
    new = moves.get(case.number)
    if new is None:
        return carried
    return replace(carried, id=CaseId(new), number=new, provisions=assign_addresses(new, carried.provisions))


def rewrite_earlier_references(case: CaseInForce, moves: Mapping[str, str], source: str) -> CaseInForce:
    """Rewrite the references of earlier sources; those made by `source` itself already use the new numbers."""
    rewritten = rewrite_case(case, moves)
    if not any(entry.origin.source == source for entry in case.history):
        return rewritten
    text = tuple(old if old.origin.source == source else new for old, new in zip(case.text, rewritten.text, strict=True))
    provisions = tuple(
        replace(new, node=old.node) if old.origin.source == source else new
        for old, new in zip(case.provisions, rewritten.provisions, strict=True)
    )
    other = tuple(old if old[1].source == source else new for old, new in zip(case.other, rewritten.other, strict=True))
    return replace(rewritten, text=text, provisions=provisions, other=other)

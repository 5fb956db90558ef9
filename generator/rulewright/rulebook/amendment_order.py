"""Conflicts between amendments of one source: they have no order on one case, so a difference in the words is reported.

Both orders are tried: they must fit and give the same words. On a text that is not held, two acts that cite the same words, or words of
which one contains the other, count as a conflict too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.base.diagnostics import Diagnostic, Label
from rulewright.rulebook import faults
from rulewright.rulebook.acts import Subject, apply_acts, subject_of
from rulewright.rulebook.clauses import Content
from rulewright.rulebook.model import CaseInForce
from rulewright.rulebook.targets import Target
from rulewright.syntax import nodes


@dataclass(frozen=True, slots=True)
class AmendmentConflict:
    """Two amendments of one sheet that change the same words, cell or field of a case, and the diagnostic about them."""

    first: Target
    second: Target
    finding: Diagnostic


def find_conflicts(case: CaseInForce, on_case: Sequence[Target]) -> list[AmendmentConflict]:
    """Return the conflicting pairs among the amendments of one sheet on a case."""
    return [
        AmendmentConflict(first, second, _unordered_finding(case, first, second, what))
        for first, second in _pairs_to_compare(on_case)
        if (what := _common_subject(case, first, second)) is not None
    ]


def _pairs_to_compare(targets: Sequence[Target]) -> list[tuple[Target, Target]]:
    """Return the pairs that can conflict, in their order: two on the case, a number or a datum, or on words and words or their end.

    Amendments that only add have none, so a case may have thousands of them.
    """
    positions: dict[object, list[int]] = defaultdict(list)
    for position, target in enumerate(targets):
        acts = target.clause.content.acts
        for aspect in {subject_of(act) for act in acts} | _corrected_data(acts):
            positions[aspect].append(position)
    changed = {position for subject in (Subject.CASE, Subject.WORDS, Subject.DATUM) for position in positions[subject]}
    meetings = [
        (positions[Subject.CASE], changed),
        (positions[Subject.WORDS], {*positions[Subject.WORDS], *positions[Subject.END]}),
        *((several, several) for aspect, several in positions.items() if aspect is Subject.NUMBER or isinstance(aspect, tuple)),
    ]
    pairs = {
        (min(position, other), max(position, other))
        for some, others in meetings
        for position in some
        for other in others
        if position != other
    }
    return [(targets[first], targets[second]) for first, second in sorted(pairs)]


def _common_subject(case: CaseInForce, first: Target, second: Target) -> str | None:
    """Return a phrase for the part of the case that two amendments both change, or None."""
    acts, others = first.clause.content.acts, second.clause.content.acts
    subjects, other_subjects = {subject_of(act) for act in acts}, {subject_of(act) for act in others}
    deletes, other_deletes = (any(isinstance(act, nodes.DeletesCase) for act in act_list) for act_list in (acts, others))
    if deletes or other_deletes:
        return "the whole case" if deletes and other_deletes else None  # anything else is an act on a deleted case
    changes = {Subject.CASE, Subject.WORDS, Subject.DATUM}
    if Subject.CASE in subjects | other_subjects and subjects & changes and other_subjects & changes:
        return "the whole case"
    if Subject.NUMBER in subjects & other_subjects:
        return "the number of the case"
    data = _corrected_data(acts) & _corrected_data(others)
    if data:
        return " ".join(min(data))
    if Subject.WORDS not in subjects | other_subjects:
        return None
    if not (_fit_in_either_order(case, first, second) and _fit_in_either_order(case, second, first)):
        return "the same words"
    return None if case.held else _common_citation(first, second)


def _corrected_data(acts: Sequence[nodes.Act]) -> set[tuple[str, ...]]:
    """Return the cells, fields and rules that acts correct, as a diagnostic names them."""
    fields: set[tuple[str, ...]] = {(act.piece, act.field_name) for act in acts if isinstance(act, nodes.CorrectsPiece)}
    fields |= {(act.table or "", act.cells[0].text) for act in acts if isinstance(act, nodes.AddsRow | nodes.DeletesRow)}
    fields |= {("the rule", act.line) for act in acts if isinstance(act, nodes.ReplacesInRule)}
    return fields | {(act.table, act.row, act.column) for act in acts if isinstance(act, nodes.CorrectsCell)}


def _fit_in_either_order(case: CaseInForce, first: Target, second: Target) -> bool:
    """Return True if both orders fit and give the same words, with what the first appends; two appended texts have the order of the ledger.

    A misfit of one amendment alone is another fault, unless the other amendment supplies its words.
    """
    after_first, first_fits = _apply_word_acts(case, first, appends=True)
    after_second, second_fits = _apply_word_acts(case, second)
    after_both, both_fit = _apply_word_acts(after_first, second)
    after_reversed, reversed_fit = _apply_word_acts(after_second, first, appends=True)
    if not first_fits or not second_fits:
        return both_fit == second_fits and reversed_fit == first_fits
    equal_words = [paragraph.text for paragraph in after_both.text] == [paragraph.text for paragraph in after_reversed.text]
    return both_fit and reversed_fit and equal_words


def _apply_word_acts(case: CaseInForce, target: Target, *, appends: bool = False) -> tuple[CaseInForce, bool]:
    content = target.clause.content
    subjects = {Subject.WORDS, Subject.END} if appends else {Subject.WORDS}
    acts = tuple(act for act in content.acts if subject_of(act) in subjects)
    application = apply_acts(case, target.clause.origin, Content((), (), (), (), acts, content.scope), target.part)
    return application.case, not application.findings


def _common_citation(first: Target, second: Target) -> str | None:
    if first.part is not None and second.part is not None and first.part != second.part:
        return None
    for words in _cited_words(first):
        for other_words in _cited_words(second):
            if words in other_words or other_words in words:
                return f"the words `{max(words, other_words, key=len)}`"
    return None


def _cited_words(target: Target) -> list[str]:
    citing = nodes.Strikes | nodes.StrikesFrom | nodes.Inserts | nodes.ReplacesWords | nodes.Redirects
    return [act.old for act in target.clause.content.acts if isinstance(act, citing) and act.old]


def _unordered_finding(case: CaseInForce, first: Target, second: Target, what: str) -> Diagnostic:
    earlier, later = first.clause.origin, second.clause.origin
    labels = (
        Label(faults.head_of(later), "this act"),
        Label(faults.head_of(earlier), "and this one"),
        Label(faults.head_of(case.origin), "the case"),
    )
    message = f"two amendments of `{later.source}` act on {what} of case {case.number} with no order between them"
    help = "write them as one amendment, in their order, or as amendments of two sources"
    return faults.error("RW112", "acts-without-order", message, labels, help, (case.number,))

"""Two amendments of one source on one case have no order between them. Where that makes a difference to the words, it is a finding.

The question is settled by trying: both orders must fit and give the same words. On a text that is not held, two acts that cite the same
words, or words one of which holds the other, are taken to meet as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from rulewright.base.diagnostics import Diagnostic, Label
from rulewright.rulebook import faults
from rulewright.rulebook.acts import Subject, act_on, subject
from rulewright.rulebook.clauses import Content
from rulewright.rulebook.model import CaseInForce
from rulewright.rulebook.targets import Target
from rulewright.syntax import nodes


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two amendments of one sheet that touch the same words, cell or field of a case, and the finding about them."""

    first: Target
    second: Target
    finding: Diagnostic


def without_order(case: CaseInForce, on_case: Sequence[Target]) -> list[Meeting]:
    """Each two amendments of one sheet that meet on a case."""
    return [
        Meeting(first, second, _finding(case, first, second, what))
        for first, second in combinations(on_case, 2)
        if (what := _meet(case, first, second)) is not None
    ]


def _meet(case: CaseInForce, first: Target, second: Target) -> str | None:
    """What two amendments both speak about, or None."""
    acts, others = first.clause.content.acts, second.clause.content.acts
    about, others_about = {subject(one) for one in acts}, {subject(one) for one in others}
    deletes, other_deletes = (any(isinstance(one, nodes.DeletesCase) for one in several) for several in (acts, others))
    if deletes or other_deletes:
        return "the whole case" if deletes and other_deletes else None  # anything else is an act on a deleted case
    changes = {Subject.CASE, Subject.WORDS, Subject.DATUM}
    if Subject.CASE in about | others_about and about & changes and others_about & changes:
        return "the whole case"
    if Subject.NUMBER in about & others_about:
        return "the number of the case"
    data = _data(acts) & _data(others)
    if data:
        return " ".join(min(data))
    if Subject.WORDS not in about | others_about:
        return None
    if not (_commute(case, first, second) and _commute(case, second, first)):
        return "the same words"
    return None if case.held else _cite_the_same(first, second)


def _data(acts: Sequence[nodes.Act]) -> set[tuple[str, ...]]:
    """The cells and fields that acts correct, as a finding names them."""
    fields: set[tuple[str, ...]] = {(one.piece, one.field_name) for one in acts if isinstance(one, nodes.CorrectsPiece)}
    fields |= {(one.table or "", one.cells[0].text) for one in acts if isinstance(one, nodes.AddsRow | nodes.DeletesRow)}
    return fields | {(one.table, one.row, one.column) for one in acts if isinstance(one, nodes.CorrectsCell)}


def _commute(case: CaseInForce, first: Target, second: Target) -> bool:
    """Whether both orders fit and give the same words, with what the first appends; two appendices have the order of the ledger.

    What does not fit alone is another finding, unless the other makes its words.
    """
    one, one_fits = _words_after(case, first, appends=True)
    other, other_fits = _words_after(case, second)
    there, there_fits = _words_after(one, second)
    back, back_fits = _words_after(other, first, appends=True)
    if not one_fits or not other_fits:
        return there_fits == other_fits and back_fits == one_fits
    same = [paragraph.text for paragraph in there.text] == [paragraph.text for paragraph in back.text]
    return there_fits and back_fits and same


def _words_after(case: CaseInForce, target: Target, *, appends: bool = False) -> tuple[CaseInForce, bool]:
    content = target.clause.content
    wanted = {Subject.WORDS, Subject.END} if appends else {Subject.WORDS}
    acts = tuple(act for act in content.acts if subject(act) in wanted)
    done = act_on(case, target.clause.origin, Content((), (), (), (), acts, content.scope), target.part)
    return done.case, not done.findings


def _cite_the_same(first: Target, second: Target) -> str | None:
    if first.part is not None and second.part is not None and first.part != second.part:
        return None
    for one in _cited(first):
        for other in _cited(second):
            if one in other or other in one:
                return f"the words `{max(one, other, key=len)}`"
    return None


def _cited(target: Target) -> list[str]:
    citing = nodes.Strikes | nodes.StrikesFrom | nodes.Inserts | nodes.ReplacesWords | nodes.Redirects
    return [act.old for act in target.clause.content.acts if isinstance(act, citing) and act.old]


def _finding(case: CaseInForce, first: Target, second: Target, what: str) -> Diagnostic:
    earlier, later = first.clause.origin, second.clause.origin
    labels = (
        Label(faults.head_of(later), "this act"),
        Label(faults.head_of(earlier), "and this one"),
        Label(faults.head_of(case.origin), "the case"),
    )
    message = f"two amendments of `{later.source}` act on {what} of case {case.number} with no order between them"
    help = "write them as one amendment, in their order, or as amendments of two sources"
    return faults.error("RW112", "acts-without-order", message, labels, help, (case.number,))

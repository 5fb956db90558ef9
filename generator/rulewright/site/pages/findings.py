"""The page of findings: what the checks say of a book, gravest first, each with its texts, its situation and what to do."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.site.book.book_data import ACCEPTED, CONTRADICTIONS, BookOfSite, is_found_in, match_acceptance
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.folds import count_text
from rulewright.site.case.page import Page, rendered_page
from rulewright.site.case.situation import Situation, case_of
from rulewright.site.case.versions import Editions, marks_of, said_together
from rulewright.site.html.escape import Html, anchor_id
from rulewright.site.pages.sides import Side, list_sides
from rulewright.site.wording.words import capitalize, join_words, spell_out

BESIDE = frozenset({"contradiction", "option-clash", "overlap"})
"""Findings of two rules that speak at once: both texts are shown side by side."""


@dataclass(frozen=True, slots=True)
class _ShownFinding:
    """A finding with the situation in which it shows: both texts where two rules speak at once, else the answers there.

    `accepted` is the case that accepts it with the reason, `edition_note` the editions that it is of, `shown_in` those that have its group.
    """

    finding: Diagnostic
    edition_note: str
    accepted: tuple[Html, str] | None
    situation: Situation | None
    sides: list[Side]
    answers: list[tuple[Html, str]]
    notes: list[str]
    editions: list[str]
    shown_in: Collection[str]


@dataclass(frozen=True, slots=True)
class _FindingGroup:
    """Findings under a heading, with how many there are in each edition; `kinds` has those that open together by their kind."""

    title: str
    anchor: str
    words: str
    counts: Mapping[str, int]
    sentences: Mapping[str, list[str]]
    findings: list[_ShownFinding]
    kinds: list[_FindingGroup]


def has_findings(site_book: BookOfSite) -> bool:
    """True where a check has found something, accepted or not, or a question is not decided."""
    return bool(site_book.data.diagnostics or site_book.data.undecided_questions)


def findings_page(site_book: BookOfSite, writer: CaseWriter) -> Page | None:
    """None where nothing was found."""
    if not has_findings(site_book):
        return None
    page = _Findings(site_book, writer)
    not_analysed = site_book.data.undecided_questions
    names = page.editions.names
    without_findings = [name for name in names if not any(is_found_in(finding, name) for finding in site_book.data.diagnostics)]
    return rendered_page(
        site_book,
        writer,
        "findings",
        "Findings",
        editions=page.editions,
        editions_without=without_findings,
        groups=list(page.list_groups()),
        not_analysed=not_analysed,
        not_analysed_in=[name for name in names if any(name in editions for _, editions in not_analysed)],
        beside=BESIDE,
        marks_of=partial(marks_of, site_book.edition),
    )


class _Findings:
    """The page in every edition: each finding once, with the editions that it is of where it is not one of all (`versions`)."""

    def __init__(self, site_book: BookOfSite, writer: CaseWriter) -> None:
        self._of, self._writer, self.editions = site_book, writer, Editions(site_book)

    def list_groups(self) -> Iterator[_FindingGroup]:
        """Yield the groups that have a finding, the gravest first; of those accepted the contradictions, whose number every page shows."""
        accepted = self._of.accepted
        findings = [finding for finding in self._of.data.diagnostics if finding not in accepted]
        by_severity = {severity: [finding for finding in findings if finding.severity is severity] for severity in Severity}
        contradictions = [finding for finding in accepted if finding.name in CONTRADICTIONS]
        others = [finding for finding in accepted if finding.name not in CONTRADICTIONS]
        of_source = "These come from the source itself. An answer that meets such a contradiction is still a conflict."
        groups = (
            (
                "Errors",
                "error",
                "error",
                by_severity[Severity.ERROR],
                "The book contradicts itself, or something in it cannot be used as it is.",
            ),
            ("Warnings", "warning", "warning", by_severity[Severity.WARNING], "Worth a look."),
            ("Accepted contradictions", "accepted", "accepted contradiction", contradictions, of_source),
            ("Other findings accepted", "accepted-others", "finding", others, "The case where it is accepted says why."),
        )
        for title, anchor, noun, some, words in groups:
            if some:
                yield self._make_group(title, anchor, noun, some, words)
        if notes := by_severity[Severity.INFO]:
            kinds = [[note for note in notes if note.name == name] for name in dict.fromkeys(note.name for note in notes)]
            yield self._make_group("For information", "info", "note", notes, "For information. None of these makes an answer wrong.", kinds)

    def _make_group(
        self, title: str, anchor: str, noun: str, some: Sequence[Diagnostic], words: str, kinds: Iterable[Sequence[Diagnostic]] = ()
    ) -> _FindingGroup:
        """A group of findings; editions without any are left out. Those of `kinds` are in groups of their own below it."""
        counts = {edition: sum(is_found_in(finding, edition) for finding in some) for edition in self.editions.names}
        counts = {edition: count for edition, count in counts.items() if count}
        sentences = said_together(counts, lambda count, _: count_text(count, noun) if noun else str(count))
        below = [
            self._make_group(capitalize(spell_out(kind[0].name.replace("-", " "))), anchor_id("notes", kind[0].name), "", kind, "")
            for kind in kinds
        ]
        shown_in = self.editions.names if noun else counts
        findings = [] if below else [self._show_finding(finding, shown_in) for finding in some]
        return _FindingGroup(title, anchor, words, counts, sentences, findings, below)

    def _show_finding(self, finding: Diagnostic, shown_in: Collection[str]) -> _ShownFinding:
        """`shown_in`: the editions in which the group is shown that it is in."""
        editions = [name for name in self.editions.names if is_found_in(finding, name)]
        acceptance = match_acceptance(finding)
        witness = finding.witness or {}
        situation = Situation(self._of, case_of(witness)) if finding.witness is not None else None
        answers = [answer for answer in witness.get("answers") or () if isinstance(answer, dict)] if situation is not None else []
        sides: list[Side] = []
        if situation is not None and finding.name in BESIDE and len(answers) > 1:
            sides = list(list_sides(self._of, self._writer, situation, answers, finding.edition or self._of.edition))
        return _ShownFinding(
            finding,
            self._edition_note(editions) if finding.edition else "",
            (self._writer.case_link(acceptance["case"], "findings"), acceptance["reason"]) if acceptance is not None else None,
            situation,
            sides,
            list(self._worded_answers(situation, answers)) if situation is not None and not sides else [],
            [note for note in finding.further_notes if _is_shown(note, finding)],
            editions,
            shown_in,
        )

    def _worded_answers(self, situation: Situation, answers: Iterable[Mapping[str, Any]]) -> Iterator[tuple[Html, str]]:
        for answer in answers:
            if text := situation.value_text(str(answer.get("value", ""))):
                yield self._writer.case_link(str(answer.get("rule") or answer.get("case") or ""), "findings"), text

    def _edition_note(self, editions: Collection[str]) -> str:
        """`in “As printed”`; `not in “As printed”` where that is shorter."""
        missing = [name for name in self.editions.names if name not in editions]
        shorter, words = (missing, "not in") if len(missing) < len(editions) else (editions, "in")
        return f"{words} {join_words([f'“{self._of.edition_title(name)}”' for name in shorter], 'and')}"


def _is_shown(note: str, finding: Diagnostic) -> bool:
    """Return True if a note is shown: its content is not on the page in another form."""
    return ACCEPTED.fullmatch(note) is None and not (finding.witness and note.startswith("for instance "))

"""The page of findings: what the checks say of a book, gravest first, each with its texts, its situation and what to do."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.site.book.book_data import ACCEPTED, CONTRADICTIONS, EDITIONS, BookOfSite, is_found_in, match_acceptance
from rulewright.site.case.badges import badge
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Page, book_page
from rulewright.site.case.situation import Situation, case_of
from rulewright.site.case.versions import Editions, marks_of, said_together
from rulewright.site.html.escape import EMPTY, Html, anchor_id, el, escape_preformatted, escape_text, join_html
from rulewright.site.html.templates import Heading
from rulewright.site.pages.sides import sides_html
from rulewright.site.wording.words import capitalize, join_words, plural, spell_out

_CODE = re.compile(r"`([^`]*)`")
_MEANING = {
    Severity.ERROR: "The book contradicts itself, or something in it cannot be used as it is.",
    Severity.WARNING: "Worth a look.",
    Severity.INFO: "For information. None of these makes an answer wrong.",
}
BESIDE = frozenset({"contradiction", "option-clash", "overlap"})
"""Findings of two rules that speak at once: both texts are shown side by side."""
MANUAL = "../project/decision.html"


def findings_page(site_book: BookOfSite, writer: CaseWriter) -> Page:
    return book_page(site_book, "findings", "Findings", _Findings(site_book, writer).parts())


class _Findings:
    """The page in every edition: each finding once, with the editions that it is of where it is not one of all (`versions`)."""

    def __init__(self, site_book: BookOfSite, writer: CaseWriter) -> None:
        self._of, self._writer, self._editions = site_book, writer, Editions(site_book)

    def parts(self) -> Iterator[Html | Heading]:
        findings = [finding for finding in self._of.data.diagnostics if finding not in self._of.accepted]
        if len(self._editions.names) > 1:
            words = "These are the findings of the edition that you read. Choose another above to see what is found in it."
            yield el("p", words, cls="rw-small")
        empty = [name for name in self._editions.names if not any(is_found_in(finding, name) for finding in self._of.data.diagnostics)]
        if empty:
            words = "Every check has been run, and none has found anything."
            yield el("p", words, cls="rw-intro", **self._editions.marks(empty))
        for severity in (Severity.ERROR, Severity.WARNING):
            some = [finding for finding in findings if finding.severity is severity]
            yield from self._finding_group(capitalize(plural(severity.value)), severity.value, severity.value, some, _MEANING[severity])
        yield from self._accepted_parts()
        yield from self._note_parts([finding for finding in findings if finding.severity is Severity.INFO])
        yield from self._not_analysed()

    def _finding_group(self, title: str, name: str, called: str, some: Sequence[Diagnostic], words: str) -> Iterator[Html | Heading]:
        """A heading, how many there are in each edition, and each; nothing where there is none."""
        if some:
            yield from self._group_heading(title, name, called, some, words)
            yield from (self._finding(finding) for finding in some)

    def _group_heading(self, title: str, name: str, called: str, some: Sequence[Diagnostic], words: str) -> Iterator[Html | Heading]:
        counts = self._count_by_edition(some)
        yield self._editions.heading(title, name, counts)
        for count, editions in said_together(
            counts, lambda count, _: escape_text(f"{count} {called if count == 1 else plural(called)}")
        ).items():
            yield el("p", count, ". ", words, **self._editions.marks(editions))

    def _count_by_edition(self, some: Sequence[Diagnostic]) -> dict[str, int]:
        """Count findings by edition; editions without any are left out."""
        counts = {edition: sum(is_found_in(finding, edition) for finding in some) for edition in self._editions.names}
        return {edition: count for edition, count in counts.items() if count}

    def _accepted_parts(self) -> Iterator[Html | Heading]:
        """Yield the accepted findings: first the contradictions, whose number every page shows, then the rest."""
        contradictions = [finding for finding in self._of.accepted if finding.name in CONTRADICTIONS]
        words = "These come from the source itself. An answer that meets such a contradiction is still a conflict."
        yield from self._finding_group("Accepted contradictions", "accepted", "accepted contradiction", contradictions, words)
        others = [finding for finding in self._of.accepted if finding.name not in CONTRADICTIONS]
        words = "The case where it is accepted says why."
        yield from self._finding_group("Other findings accepted", "accepted-others", "finding", others, words)

    def _note_parts(self, notes: Sequence[Diagnostic]) -> Iterator[Html | Heading]:
        """Yield the notes by kind; those of one kind open together."""
        if not notes:
            return
        yield from self._group_heading("For information", Severity.INFO.value, "note", notes, _MEANING[Severity.INFO])
        for name in dict.fromkeys(note.name for note in notes):
            some = [note for note in notes if note.name == name]
            edition_counts = self._count_by_edition(some)
            counts = (
                el("span", count, cls="rw-from", **marks_of(self._of.edition, edition_counts, editions))
                for count, editions in said_together(edition_counts, lambda count, _: escape_text(str(count))).items()
            )
            head = el("summary", el("b", capitalize(spell_out(name.replace("-", " ")))), " ", *counts)
            box = join_html(self._finding(finding, counts=edition_counts) for finding in some)
            yield el("details", head, box, cls="rw-ledger", id=anchor_id("notes", name), **self._editions.marks(edition_counts))

    def _not_analysed(self) -> Iterator[Html | Heading]:
        not_analysed = self._of.data.undecided_questions
        if not not_analysed:
            return
        concerned = [name for name in self._editions.names if any(name in editions for _, editions in not_analysed)]
        yield self._editions.heading("Not analysed", "not-analysed", concerned)
        yield el(
            "p",
            "Not everything about these could be decided, so there may be errors that no check has found.",
            *((" ", el("a", "What is decided, and what is not", href=MANUAL), ".") if self._of.has_manual else ()),
            **self._editions.marks(concerned),
        )
        rows = []
        for refusal, editions in not_analysed:
            place = (
                self._writer.rule_link(refusal.rule or refusal.case, "findings", editions[-1])
                if refusal.rule or refusal.case
                else escape_text("all of it")
            )
            what = el("code", refusal.question) if refusal.question else escape_text("everything")
            cells = (el("th", what, scope="row"), el("td", place), el("td", sentence(refusal.reason)))
            rows.append(el("tr", *cells, **self._editions.marks(editions)))
        head = el("thead", el("tr", *(el("th", title, scope="col") for title in ("Question", "Rule", "Why"))))
        box = el("div", el("table", head, el("tbody", *rows)), cls="rw-scroll", tabindex="0", role="group", aria_label="Not analysed")
        yield el("div", box, cls="rw-table rw-left", **self._editions.marks(concerned))

    def _finding(self, finding: Diagnostic, counts: Collection[str] = ()) -> Html:
        """`within`: the editions in which the group is shown that it is in, if not all."""
        of, writer = self._of, self._writer
        editions = [name for name in self._editions.names if is_found_in(finding, name)]
        accepted = match_acceptance(finding)
        word, colour = ("accepted", "settled") if accepted is not None else (finding.severity.value, f"severity-{finding.severity.value}")
        name = f"{finding.code} {finding.name}"
        link = el("a", name, href=f"../checks/{finding.code.lower()}.html") if of.has_manual else el("b", name)
        edition = el("span", self._edition_note(editions), cls="rw-from") if finding.edition else EMPTY
        head = el("p", badge(word, colour), " ", link, " ", edition, cls="rw-box-title")
        parts = [head, el("p", sentence(finding.message))]
        if accepted is not None:
            place = writer.case_link(accepted["case"], "findings")
            parts.append(el("p", el("b", "Accepted"), " in ", place, ": ", sentence(accepted["reason"]), cls="rw-accepted"))
        parts.append(_is_shown(of, finding, writer))
        parts.append(_places(finding, writer))
        parts.extend(el("p", sentence(note), cls="rw-small") for note in finding.notes if _is_said(note, finding))
        if finding.help and accepted is None:
            parts.append(el("p", el("b", "What would settle it: " if finding.name in BESIDE else "What to do: "), sentence(finding.help)))
        if finding.example:
            block = el("pre", el("code", escape_preformatted(finding.example)), tabindex="0")
            parts.append(el("details", el("summary", "An example to paste"), block, cls="rw-open"))
        marks = marks_of(of.edition, counts or self._editions.names, editions)
        return el("div", *parts, cls=f"rw-box rw-finding rw-finding-{finding.severity.value}", **marks)

    def _edition_note(self, editions: Collection[str]) -> str:
        """`in “As printed”`; `not in “As printed”` where that is shorter."""
        missing = [name for name in self._editions.names if name not in editions]
        is_short, words = (missing, "not in") if len(missing) < len(editions) else (editions, "in")
        return f"{words} {join_words([f'“{self._of.edition_title(name)}”' for name in is_short], 'and')}"


def _is_said(note: str, finding: Diagnostic) -> bool:
    """Return True if a note is shown: its content is not on the page in another form."""
    shown_elsewhere = ACCEPTED.fullmatch(note) is not None or EDITIONS.fullmatch(note) is not None
    return not shown_elsewhere and not (finding.witness and note.startswith("for instance "))


def _is_shown(site_book: BookOfSite, finding: Diagnostic, writer: CaseWriter) -> Html:
    """The texts, and the situation in which it shows with what is said there."""
    if finding.witness is None:
        return EMPTY
    case = case_of(finding.witness)
    situation = Situation(site_book, case)
    answers = [answer for answer in finding.witness.get("answers") or () if isinstance(answer, dict)]
    question = el("p", "When ", el("b", situation.question_text()), " is asked in this situation:") if case.question else EMPTY
    parts = [question, situation.facts_table()]
    if finding.name in BESIDE and len(answers) > 1:
        return join_html([sides_html(site_book, writer, situation, answers, finding.edition or site_book.edition), *parts])
    said = [
        el("tr", el("th", writer.case_link(str(one.get("rule") or one.get("case") or ""), "findings"), scope="row"), el("td", answer))
        for one in answers
        if (answer := situation.value_text(str(one.get("value", ""))))
    ]
    if said:
        parts.append(el("table", el("caption", "The answer"), el("tbody", *said), cls="rw-situation"))
    return join_html(parts)


def _places(cases_found: Diagnostic, writer: CaseWriter) -> Html:
    """Render the location of a finding and the cases that it is about."""
    parts: list[Html] = []
    if cases_found.cases:
        parts.append(
            el("p", "Cases ", join_html([writer.case_link(case, "findings") for case in cases_found.cases], ", "), ".", cls="rw-small")
        )
    for label in cases_found.labels:
        place = f"{label.location.path}:{label.location.line}:{label.location.column}"
        parts.append(el("p", el("code", place), " ", coded(label.text), cls="rw-small"))
    return join_html(parts)


def sentence(plain: str) -> Html:
    """A message as a sentence of a page: a capital first (not inside of code), a full stop last."""
    ended = plain if plain.rstrip().endswith((".", "?", "!", ":")) else f"{plain.rstrip()}."
    return coded(capitalize(ended))


def coded(plain: str) -> Html:
    """A message with what stands in backticks as code."""
    pieces: list[Html] = []
    for position, part in enumerate(_CODE.split(plain)):
        pieces.append(el("code", part) if position % 2 else escape_text(part))
    return join_html(pieces)

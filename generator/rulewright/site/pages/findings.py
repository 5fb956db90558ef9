"""The page of findings: what the checks say of a book, gravest first, each with its texts, its situation and what to do."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.site.book.book_data import ACCEPTED, CONTRADICTIONS, EDITIONS, BookOfSite, acceptance, found_in
from rulewright.site.case.badges import badge
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Heading, Page, book_page
from rulewright.site.case.situation import Situation, case_of
from rulewright.site.case.versions import Editions, marks_of, said_together
from rulewright.site.html.escape import EMPTY, Html, anchor, el, join, preformatted, text
from rulewright.site.pages.sides import sides_html
from rulewright.site.wording.words import capital, listed, plural, worded

_CODE = re.compile(r"`([^`]*)`")
_MEANING = {
    Severity.ERROR: "The book contradicts itself, or something in it cannot be used as it is.",
    Severity.WARNING: "Worth a look.",
    Severity.INFO: "For information. None of these makes an answer wrong.",
}
BESIDE = frozenset({"contradiction", "option-clash", "overlap"})
"""Findings of two rules that speak at once: both texts are shown side by side."""
MANUAL = "../project/decision.html"


def findings_page(of: BookOfSite, writer: CaseWriter) -> Page:
    return book_page(of, "findings", "Findings", _Findings(of, writer).parts())


class _Findings:
    """The page in every edition: each finding once, with the editions that it is of where it is not one of all (`versions`)."""

    def __init__(self, of: BookOfSite, writer: CaseWriter) -> None:
        self._of, self._writer, self._editions = of, writer, Editions(of)

    def parts(self) -> Iterator[Html | Heading]:
        found = [one for one in self._of.given.diagnostics if one not in self._of.accepted]
        if len(self._editions.names) > 1:
            words = "These are the findings of the edition that you read. Choose another above to see what is found in it."
            yield el("p", words, cls="rw-small")
        empty = [name for name in self._editions.names if not any(found_in(one, name) for one in self._of.given.diagnostics)]
        if empty:
            words = "Every check has been run, and none has found anything."
            yield el("p", words, cls="rw-intro", **self._editions.marks(empty))
        for severity in (Severity.ERROR, Severity.WARNING):
            some = [one for one in found if one.severity is severity]
            yield from self._group(capital(plural(severity.value)), severity.value, severity.value, some, _MEANING[severity])
        yield from self._accepted()
        yield from self._notes([one for one in found if one.severity is Severity.INFO])
        yield from self._not_analysed()

    def _group(self, title: str, name: str, called: str, some: Sequence[Diagnostic], words: str) -> Iterator[Html | Heading]:
        """A heading, how many there are in each edition, and each; nothing where there is none."""
        if some:
            yield from self._head(title, name, called, some, words)
            yield from (self._finding(one) for one in some)

    def _head(self, title: str, name: str, called: str, some: Sequence[Diagnostic], words: str) -> Iterator[Html | Heading]:
        many = self._counted(some)
        yield self._editions.heading(title, name, many)
        for count, editions in said_together(many, lambda count, _: text(f"{count} {called if count == 1 else plural(called)}")).items():
            yield el("p", count, ". ", words, **self._editions.marks(editions))

    def _counted(self, some: Sequence[Diagnostic]) -> dict[str, int]:
        """How many of some findings each edition has; those with none are left out."""
        many = {edition: sum(found_in(one, edition) for one in some) for edition in self._editions.names}
        return {edition: count for edition, count in many.items() if count}

    def _accepted(self) -> Iterator[Html | Heading]:
        """What the book accepts: the contradictions, whose number every page says; the rest."""
        contradictions = [one for one in self._of.accepted if one.name in CONTRADICTIONS]
        words = "These come from the source itself. An answer that meets such a contradiction is still a conflict."
        yield from self._group("Accepted contradictions", "accepted", "accepted contradiction", contradictions, words)
        rest = [one for one in self._of.accepted if one.name not in CONTRADICTIONS]
        words = "The case where it is accepted says why."
        yield from self._group("Other findings accepted", "accepted-others", "finding", rest, words)

    def _notes(self, notes: Sequence[Diagnostic]) -> Iterator[Html | Heading]:
        """What is for information, by kind; those of one kind open together."""
        if not notes:
            return
        yield from self._head("For information", Severity.INFO.value, "note", notes, _MEANING[Severity.INFO])
        for name in dict.fromkeys(one.name for one in notes):
            some = [one for one in notes if one.name == name]
            many = self._counted(some)
            counts = (
                el("span", count, cls="rw-from", **marks_of(self._of.edition, many, editions))
                for count, editions in said_together(many, lambda count, _: text(str(count))).items()
            )
            head = el("summary", el("b", capital(worded(name.replace("-", " ")))), " ", *counts)
            box = join(self._finding(one, within=many) for one in some)
            yield el("details", head, box, cls="rw-ledger", id=anchor("notes", name), **self._editions.marks(many))

    def _not_analysed(self) -> Iterator[Html | Heading]:
        left = self._of.given.left
        if not left:
            return
        having = [name for name in self._editions.names if any(name in editions for _, editions in left)]
        yield self._editions.heading("Not analysed", "not-analysed", having)
        yield el(
            "p",
            "Not everything about these could be decided, so there may be errors that no check has found. ",
            el("a", "What is decided, and what is not", href=MANUAL),
            ".",
            **self._editions.marks(having),
        )
        rows = []
        for one, editions in left:
            where = self._writer.rule_link(one.rule or one.case, "findings", editions[-1]) if one.rule or one.case else text("all of it")
            what = el("code", one.question) if one.question else text("everything")
            cells = (el("th", what, scope="row"), el("td", where), el("td", sentence(one.reason)))
            rows.append(el("tr", *cells, **self._editions.marks(editions)))
        head = el("thead", el("tr", *(el("th", title, scope="col") for title in ("Question", "Rule", "Why"))))
        box = el("div", el("table", head, el("tbody", *rows)), cls="rw-scroll", tabindex="0", role="group", aria_label="Not analysed")
        yield el("div", box, cls="rw-table rw-left", **self._editions.marks(having))

    def _finding(self, finding: Diagnostic, within: Collection[str] = ()) -> Html:
        """`within`: the editions in which the group is shown that it is in, if not all."""
        of, writer = self._of, self._writer
        having = [name for name in self._editions.names if found_in(finding, name)]
        accepted = acceptance(finding)
        word, colour = ("accepted", "settled") if accepted is not None else (finding.severity.value, f"severity-{finding.severity.value}")
        link = el("a", f"{finding.code} {finding.name}", href=f"../checks/{finding.code.lower()}.html")
        edition = el("span", self._where(having), cls="rw-from") if finding.edition else EMPTY
        head = el("p", badge(word, colour), " ", link, " ", edition, cls="rw-box-title")
        parts = [head, el("p", sentence(finding.message))]
        if accepted is not None:
            where = writer.case_link(accepted["case"], "findings")
            parts.append(el("p", el("b", "Accepted"), " in ", where, ": ", sentence(accepted["reason"]), cls="rw-accepted"))
        parts.append(_shown(of, finding, writer))
        parts.append(_places(finding, writer))
        parts.extend(el("p", sentence(note), cls="rw-small") for note in finding.notes if _is_said(note, finding))
        if finding.help and accepted is None:
            parts.append(el("p", el("b", "What would settle it: " if finding.name in BESIDE else "What to do: "), sentence(finding.help)))
        if finding.example:
            block = el("pre", el("code", preformatted(finding.example)), tabindex="0")
            parts.append(el("details", el("summary", "An example to paste"), block, cls="rw-open"))
        marks = marks_of(of.edition, within or self._editions.names, having)
        return el("div", *parts, cls=f"rw-box rw-finding rw-finding-{finding.severity.value}", **marks)

    def _where(self, having: Collection[str]) -> str:
        """`in “As printed”`; `not in “As printed”` where that is shorter."""
        without = [name for name in self._editions.names if name not in having]
        few, words = (without, "not in") if len(without) < len(having) else (having, "in")
        return f"{words} {listed([f'“{self._of.edition_title(name)}”' for name in few], 'and')}"


def _is_said(note: str, finding: Diagnostic) -> bool:
    """Whether a note is shown as it is: what it says is not on the page in another form."""
    elsewhere = ACCEPTED.fullmatch(note) is not None or EDITIONS.fullmatch(note) is not None
    return not elsewhere and not (finding.witness and note.startswith("for instance "))


def _shown(of: BookOfSite, finding: Diagnostic, writer: CaseWriter) -> Html:
    """The texts, and the situation in which it shows with what is said there."""
    if finding.witness is None:
        return EMPTY
    case = case_of(finding.witness)
    situation = Situation(of, case)
    answers = [one for one in finding.witness.get("answers") or () if isinstance(one, dict)]
    question = el("p", "When ", el("b", situation.question()), " is asked in this situation:") if case.question else EMPTY
    parts = [question, situation.table()]
    if finding.name in BESIDE and len(answers) > 1:
        return join([sides_html(of, writer, situation, answers, finding.edition or of.edition), *parts])
    said = [
        el("tr", el("th", writer.case_link(str(one.get("rule") or one.get("case") or ""), "findings"), scope="row"), el("td", answer))
        for one in answers
        if (answer := situation.value(str(one.get("value", ""))))
    ]
    if said:
        parts.append(el("table", el("caption", "The answer"), el("tbody", *said), cls="rw-situation"))
    return join(parts)


def _places(found: Diagnostic, writer: CaseWriter) -> Html:
    """Where it is written, and the cases that it is about."""
    parts: list[Html] = []
    if found.cases:
        parts.append(el("p", "Cases ", join([writer.case_link(one, "findings") for one in found.cases], ", "), ".", cls="rw-small"))
    for label in found.labels:
        place = f"{label.location.path}:{label.location.line}:{label.location.column}"
        parts.append(el("p", el("code", place), " ", coded(label.text), cls="rw-small"))
    return join(parts)


def sentence(plain: str) -> Html:
    """A message as a sentence of a page: a capital first (not inside of code), a full stop last."""
    ended = plain if plain.rstrip().endswith((".", "?", "!", ":")) else f"{plain.rstrip()}."
    return coded(capital(ended))


def coded(plain: str) -> Html:
    """A message with what stands in backticks as code."""
    pieces: list[Html] = []
    for at, part in enumerate(_CODE.split(plain)):
        pieces.append(el("code", part) if at % 2 else text(part))
    return join(pieces)

"""The page of findings: what the checks say of a book, gravest first, each with its texts, its situation and what to do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulewright.diagnostics import Diagnostic, Severity
from rulewright.site.badges import badge
from rulewright.site.case import CaseWriter
from rulewright.site.escape import EMPTY, Html, anchor, el, join, preformatted, text
from rulewright.site.given import ACCEPTED, CONTRADICTIONS, BookOfSite, acceptance
from rulewright.site.page import Heading, Page, book_page
from rulewright.site.sides import sides_html
from rulewright.site.situation import Situation, case_of
from rulewright.site.words import capital, plural, worded

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
    return book_page(of, "findings", "Findings", _parts(of, writer))


def _parts(of: BookOfSite, writer: CaseWriter) -> Iterator[Html | Heading]:
    findings = of.given.diagnostics
    if not findings:
        yield el("p", "Every check has been run, and none has found anything.", cls="rw-intro")
    accepted = of.accepted
    for severity in (Severity.ERROR, Severity.WARNING):
        some = [one for one in findings if one.severity is severity and one not in accepted]
        if some:
            yield Heading(2, f"{len(some)} {severity.value if len(some) == 1 else plural(severity.value)}", severity.value)
            yield el("p", _MEANING[severity])
            yield from (_finding(of, one, writer) for one in some)
    yield from _accepted(of, writer)
    yield from _notes(of, [one for one in findings if one.severity is Severity.INFO and one not in accepted], writer)
    yield from _not_analysed(of, writer)


def _accepted(of: BookOfSite, writer: CaseWriter) -> Iterator[Html | Heading]:
    """What the book accepts: the contradictions of the edition in force, whose number every page says; those of others; the rest."""
    now = of.accepted_contradictions(of.edition)
    before = [one for one in of.accepted if one.name in CONTRADICTIONS and one not in now]
    rest = [one for one in of.accepted if one.name not in CONTRADICTIONS]
    if now or before:
        yield Heading(2, f"{len(now)} accepted contradiction{'s' if len(now) != 1 else ''}", "accepted")
        yield el("p", "These come from the source itself. An answer that meets such a contradiction is still a conflict.")
        yield from (_finding(of, one, writer) for one in now)
    if before:
        yield Heading(3, "Of earlier editions alone", "accepted-before")
        yield from (_finding(of, one, writer) for one in before)
    if rest:
        yield Heading(2, f"{len(rest)} other finding{'s' if len(rest) != 1 else ''} accepted", "accepted-others")
        yield el("p", "The case where it is accepted says why.")
        yield from (_finding(of, one, writer) for one in rest)


def _notes(of: BookOfSite, notes: Sequence[Diagnostic], writer: CaseWriter) -> Iterator[Html | Heading]:
    """What is for information, by kind; those of one kind open together."""
    if not notes:
        return
    yield Heading(2, f"{len(notes)} for information", Severity.INFO.value)
    yield el("p", _MEANING[Severity.INFO])
    for name in dict.fromkeys(one.name for one in notes):
        some = [one for one in notes if one.name == name]
        head = el("summary", el("b", capital(worded(name.replace("-", " ")))), " ", el("span", str(len(some)), cls="rw-from"))
        yield el("details", head, *(_finding(of, one, writer) for one in some), cls="rw-ledger", id=anchor("notes", name))


def _not_analysed(of: BookOfSite, writer: CaseWriter) -> Iterator[Html | Heading]:
    left = of.given.not_analysed
    if not left:
        return
    yield Heading(2, f"{len(left)} not analysed", "not-analysed")
    yield el(
        "p",
        "Not everything about these could be decided, so there may be errors that no check has found. ",
        el("a", "What is decided, and what is not", href=MANUAL),
        ".",
    )
    rows = []
    for one in left:
        where = writer.rule_link(one["rule"] or one["case"] or "") if one["rule"] or one["case"] else text("all of it")
        edition = f" (edition {one['edition']})" if one["edition"] else ""
        what = el("code", one["question"]) if one["question"] else text("everything")
        rows.append(el("tr", el("th", what, scope="row"), el("td", where), el("td", sentence(f"{one['reason']}{edition}"))))
    head = el("thead", el("tr", *(el("th", title, scope="col") for title in ("Question", "Rule", "Why"))))
    box = el("div", el("table", head, el("tbody", *rows)), cls="rw-scroll", tabindex="0", role="group", aria_label="Not analysed")
    yield el("div", box, cls="rw-table rw-left")


def _finding(of: BookOfSite, finding: Diagnostic, writer: CaseWriter) -> Html:
    accepted = acceptance(finding)
    word, colour = ("accepted", "settled") if accepted is not None else (finding.severity.value, f"severity-{finding.severity.value}")
    link = el("a", f"{finding.code} {finding.name}", href=f"../checks/{finding.code.lower()}.html")
    edition = el("span", f"edition {finding.edition}", cls="rw-from") if finding.edition else EMPTY
    head = el("p", badge(word, colour), " ", link, " ", edition, cls="rw-box-title")
    parts = [head, el("p", sentence(finding.message))]
    if accepted is not None:
        where = writer.case_link(accepted["case"], "findings")
        parts.append(el("p", el("b", "Accepted"), " in ", where, ": ", sentence(accepted["reason"]), cls="rw-accepted"))
    parts.append(_shown(of, finding, writer))
    parts.append(_places(finding, writer))
    notes = [
        note for note in finding.notes if ACCEPTED.fullmatch(note) is None and not (finding.witness and note.startswith("for instance "))
    ]
    parts.extend(el("p", sentence(note), cls="rw-small") for note in notes)
    if finding.help and accepted is None:
        parts.append(el("p", el("b", "What would settle it: " if finding.name in BESIDE else "What to do: "), sentence(finding.help)))
    if finding.example:
        block = el("pre", el("code", preformatted(finding.example)), tabindex="0")
        parts.append(el("details", el("summary", "An example to paste"), block, cls="rw-open"))
    return el("div", *parts, cls=f"rw-box rw-finding rw-finding-{finding.severity.value}")


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

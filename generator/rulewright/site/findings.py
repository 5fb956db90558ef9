"""The page of findings: what the checks say of a book, errors first, each with its texts, its witness and what to do."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.diagnostics import Diagnostic, Severity
from rulewright.site.badges import badge
from rulewright.site.case import CaseWriter
from rulewright.site.escape import EMPTY, Html, el, join, preformatted, text
from rulewright.site.given import BookOfSite
from rulewright.site.page import Heading, Page, banner, page
from rulewright.site.words import capital, plural

_CODE = re.compile(r"`([^`]*)`")
_MEANING = {
    Severity.ERROR: "The book contradicts itself or does not hold together.",
    Severity.WARNING: "Worth a look.",
    Severity.INFO: "To be known; among them what stands in the source itself and has been accepted.",
}


def findings_page(of: BookOfSite, writer: CaseWriter) -> Page:
    return page(f"{of.folder}/findings.md", "Findings", _parts(of, writer))


def _parts(of: BookOfSite, writer: CaseWriter) -> Iterator[Html | Heading]:
    yield banner(of)
    found = of.given.diagnostics
    if not found:
        yield el("p", "Every check has been run, and none has found anything.", cls="rw-intro")
    for severity in Severity:
        some = [one for one in found if one.severity is severity]
        if not some:
            continue
        many = "for information" if severity is Severity.INFO else severity.value if len(some) == 1 else plural(severity.value)
        yield Heading(2, f"{len(some)} {many}", severity.value)
        yield el("p", _MEANING[severity])
        for one in some:
            yield _finding(of, one, writer)


def _finding(of: BookOfSite, found: Diagnostic, writer: CaseWriter) -> Html:
    link = el("a", f"{found.code} {found.name}", href=f"../checks/{found.code.lower()}.html")
    edition = el("span", f"edition {found.edition}", cls="rw-from") if found.edition else EMPTY
    head = el("p", badge(found.severity.value, f"severity-{found.severity.value}"), " ", link, " ", edition, cls="rw-box-title")
    parts = [head, el("p", sentence(found.message))]
    if found.cases:
        parts.append(el("p", "Cases ", join([writer.case_link(one, "findings") for one in found.cases], ", "), ".", cls="rw-small"))
    for label in found.labels:
        place = f"{label.location.path}:{label.location.line}:{label.location.column}"
        parts.append(el("p", el("code", place), " ", coded(label.text), cls="rw-small"))
    if found.witness:
        parts.append(_witness(found.witness))
    parts.extend(el("p", sentence(note), cls="rw-small") for note in found.notes)
    if found.help:
        parts.append(el("p", el("b", "What to do: "), sentence(found.help), cls="rw-small"))
    if found.example:
        block = el("pre", el("code", preformatted(found.example)), tabindex="0")
        parts.append(el("details", el("summary", "An example to paste"), block))
    return el("div", *parts, cls=f"rw-box rw-finding rw-finding-{found.severity.value}")


def _witness(witness: dict[str, object]) -> Html:
    """The situation in which it shows, and what each side answers there."""
    facts = witness.get("facts")
    answers = witness.get("answers")
    said: list[Html] = []
    if isinstance(facts, dict):
        said.append(join([el("b", "Where "), join([el("code", f"{name} is {value}") for name, value in facts.items()], ", ")]))
    if isinstance(answers, list):
        for one in answers:
            if isinstance(one, dict):
                said.append(join([text(f"{one.get('case', '')}: "), el("code", str(one.get("value", "")))]))
    return el("p", join(said, "; "), cls="rw-small") if said else EMPTY


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

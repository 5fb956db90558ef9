"""Two rules that speak at once, side by side: the texts of their cases, the rules as sentences, and what each says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rulewright.rulebook.model import CaseInForce, Provision
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.situation import Situation
from rulewright.site.html.addresses import number_in
from rulewright.site.html.escape import EMPTY, Html, el, escape_text, join_html
from rulewright.syntax import nodes

PARAGRAPHS = 2
"""So much of a case's text is shown; the rest is a link away."""


def sides_html(site_book: BookOfSite, writer: CaseWriter, situation: Situation, answers: Iterable[Mapping[str, Any]], edition: str) -> Html:
    """A column for each rule: its case with the text as that edition has it, the rule, its answer in the situation."""
    shown_cases: set[str] = set()
    return el("div", *(_side_html(site_book, writer, situation, answer, edition, shown_cases) for answer in answers), cls="rw-sides")


def _side_html(
    site_book: BookOfSite, writer: CaseWriter, situation: Situation, answer: Mapping[str, Any], edition: str, shown_cases: set[str]
) -> Html:
    """One column; `shown_cases` are the cases whose text is in another column already."""
    rule, number = str(answer.get("rule") or ""), str(answer.get("case") or "")
    view = site_book.book.views[edition]
    case = view.find_case(number_in(view, number) or number)
    title = f" {case.title}" if case is not None and case.title else ""
    parts = [el("p", el("b", writer.case_link(number, "findings"), title))]
    parts.append(_text_of_case(writer, case) if number not in shown_cases else EMPTY)
    shown_cases.add(number)
    provision = site_book.find_provision(edition, rule)
    if provision is not None:
        parts.append(
            el(
                "p",
                el("span", writer.rule_link(rule, "findings", edition), " ", cls="rw-tags"),
                _rule_sentence(site_book, provision, rule, edition),
            )
        )
    parts.append(el("p", "says ", el("b", situation.value_text(str(answer.get("value", ""))))))
    return el("div", *parts)


def _text_of_case(writer: CaseWriter, case: CaseInForce | None) -> Html:
    """The first paragraphs of a case's text."""
    if case is None:
        return EMPTY
    if not case.text:
        return el("p", "Its text is not held here.", cls="rw-note") if not case.held else EMPTY
    paragraphs = [paragraph for paragraph in case.text if not paragraph.struck and not paragraph.commentary]
    rendered = [writer.render_paragraph(paragraph, case.origin, "findings", say_from=False) for paragraph in paragraphs[:PARAGRAPHS]]
    ellipsis = el("p", "…", cls="rw-small") if len(paragraphs) > PARAGRAPHS else None
    return join_html([*rendered, ellipsis])


def _rule_sentence(site_book: BookOfSite, provision: Provision, rule: str, edition: str) -> Html:
    """The rule as a sentence; of a ground, its own condition."""
    node = provision.node
    if not isinstance(node, nodes.Rule):
        return escape_text(provision.id.text)
    clause = site_book.sentences_in(edition).rule_clause(node)
    label = rule.rpartition(".")[2] if rule != provision.id.text else ""
    ground = next((words for name, words in clause.items if name == label), None)
    return escape_text(clause.text + "." if ground is None else f"{clause.lead} {label}. {ground}.")

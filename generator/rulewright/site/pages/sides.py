"""Two rules that speak at once, side by side: the texts of their cases, the rules as sentences, and what each says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulewright.rulebook.model import Provision
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.situation import Situation
from rulewright.site.html.addresses import number_in
from rulewright.site.html.escape import EMPTY, Html
from rulewright.syntax import nodes

PARAGRAPHS = 2
"""So much of a case's text is shown; the rest is a link away."""


@dataclass(frozen=True, slots=True)
class Side:
    """A rule with its case as the edition has it, the beginning of the case's text, its sentence, and its answer in the situation."""

    case: Html
    title: str
    paragraphs: list[Html]
    is_cut: bool
    is_unheld: bool
    rule: Html
    sentence: str
    answer: str


def list_sides(
    site_book: BookOfSite, writer: CaseWriter, situation: Situation, answers: Iterable[Mapping[str, Any]], edition: str
) -> Iterator[Side]:
    """Yield a side for each rule; the text of a case is in the first of its sides alone."""
    shown_cases: set[str] = set()
    for answer in answers:
        rule, number = str(answer.get("rule") or ""), str(answer.get("case") or "")
        view = site_book.book.views[edition]
        case = view.find_case(number_in(view, number) or number)
        text = case.text if case is not None and number not in shown_cases else ()
        paragraphs = [paragraph for paragraph in text if not paragraph.struck and not paragraph.commentary]
        provision = site_book.find_provision(edition, rule)
        yield Side(
            writer.case_link(number, "findings"),
            (case.title if case is not None else None) or "",
            [writer.render_paragraph(paragraph, case.origin, "findings", say_from=False) for paragraph in paragraphs[:PARAGRAPHS] if case],
            len(paragraphs) > PARAGRAPHS,
            case is not None and number not in shown_cases and not case.text and not case.held,
            writer.rule_link(rule, "findings", edition) if provision is not None else EMPTY,
            _rule_sentence(site_book, provision, rule, edition) if provision is not None else "",
            situation.value_text(str(answer.get("value", ""))),
        )
        shown_cases.add(number)


def _rule_sentence(site_book: BookOfSite, provision: Provision, rule: str, edition: str) -> str:
    """The rule as a sentence; of a ground, its own condition."""
    node = provision.node
    if not isinstance(node, nodes.Rule):
        return provision.id.text
    clause = site_book.sentences_in(edition).rule_clause(node)
    label = rule.rpartition(".")[2] if rule != provision.id.text else ""
    ground = next((words for name, words in clause.items if name == label), None)
    return clause.text + "." if ground is None else f"{clause.lead} {label}. {ground}."

"""Two rules that speak at once, side by side: the texts of their cases, the rules as sentences, and what each says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rulewright.rulebook.model import CaseInForce, Provision
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.situation import Situation
from rulewright.site.html.addresses import number_in
from rulewright.site.html.escape import EMPTY, Html, el, join, text
from rulewright.syntax import nodes

PARAGRAPHS = 2
"""So much of a case's text is shown; the rest is a link away."""


def sides_html(of: BookOfSite, writer: CaseWriter, situation: Situation, answers: Iterable[Mapping[str, Any]], edition: str) -> Html:
    """A column for each rule: its case with the text as that edition has it, the rule, its answer in the situation."""
    shown: set[str] = set()
    return el("div", *(_side(of, writer, situation, one, edition, shown) for one in answers), cls="rw-sides")


def _side(of: BookOfSite, writer: CaseWriter, situation: Situation, answer: Mapping[str, Any], edition: str, shown: set[str]) -> Html:
    """One column; `shown` are the cases whose text is in another column already."""
    rule, number = str(answer.get("rule") or ""), str(answer.get("case") or "")
    view = of.book.views[edition]
    case = view.find(number_in(view, number) or number)
    title = f" {case.title}" if case is not None and case.title else ""
    parts = [el("p", el("b", writer.case_link(number, "findings"), title))]
    parts.append(_text(writer, case) if number not in shown else EMPTY)
    shown.add(number)
    provision = of.provision(edition, rule)
    if provision is not None:
        parts.append(el("p", el("span", writer.rule_link(rule, "findings", edition), " ", cls="rw-tags"), _sentence(of, provision, rule)))
    parts.append(el("p", "says ", el("b", situation.value(str(answer.get("value", ""))))))
    return el("div", *parts)


def _text(writer: CaseWriter, case: CaseInForce | None) -> Html:
    """The first paragraphs of a case's text."""
    if case is None:
        return EMPTY
    if not case.text:
        return el("p", "Its text is not held here.", cls="rw-note") if not case.held else EMPTY
    standing = [one for one in case.text if not one.struck and not one.commentary]
    shown = [writer.paragraph(one, case.origin, "findings", say_from=False) for one in standing[:PARAGRAPHS]]
    more = el("p", "…", cls="rw-small") if len(standing) > PARAGRAPHS else None
    return join([*shown, more])


def _sentence(of: BookOfSite, provision: Provision, rule: str) -> Html:
    """The rule as a sentence; of a ground, its own condition."""
    node = provision.node
    if not isinstance(node, nodes.Rule):
        return text(provision.id.text)
    clause = of.sentences.rule(node)
    label = rule.rpartition(".")[2] if rule != provision.id.text else ""
    items = [f"{name}. {words}" for name, words in clause.items if not label or name == label]
    return text(f"{clause.lead} {'; '.join(items)}".rstrip() + ".")

"""The sequence of play as a page: the phases in the order in which the book declares them, each with the cases and rules that speak in it.

The phases of a book are the values of the fact `phase`. A rule speaks in those that its conditions name (`while phase is combat`); a class
of phases stands for its members, and a predicate for the phases that it is defined by. A book without that fact has no such page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from rulewright.base.keywords import Comparison, Verb
from rulewright.rulebook.model import CaseInForce, Provision
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Page, book_page
from rulewright.site.html.escape import EMPTY, Html, anchor_id, el, escape_text, join_html
from rulewright.site.html.templates import Heading
from rulewright.site.pages.chapter import chapter_title
from rulewright.site.wording.words import capitalize
from rulewright.syntax import nodes

PHASE = "phase"
PAGE = "play"
_ORDER = re.compile(r"\b(?:sequence|order|course) of (?:play|the turn|moves)\b|\bmove sequence\b", re.IGNORECASE)
_THE = re.compile(r"(?:the|a|an) ")

ByPhase: TypeAlias = Mapping[str, Mapping[str, list[Provision]]]
"""Phase -> case -> the rules of it that speak in that phase."""


def play_page(site_book: BookOfSite, writer: CaseWriter) -> Page | None:
    """`play.md` of the book's folder; None where the book declares no phases, or no rule speaks in one of them."""
    phases = phases_of(site_book)
    speaking = rules_by_phase(site_book, phases)
    if len(phases) < 2 or not any(speaking.values()):
        return None
    return book_page(site_book, PAGE, "Sequence of play", _page_parts(site_book, writer, phases, speaking))


def phases_of(site_book: BookOfSite) -> tuple[nodes.EnumValue, ...]:
    """The values of the fact `phase`, in their order."""
    declared = [declared.node for declared in site_book.book.declarations]
    fact = next((node for node in declared if isinstance(node, nodes.Fact) and node.name == PHASE and not node.params), None)
    if fact is None or not isinstance(fact.type, nodes.Named):
        return ()
    name = fact.type.name
    return next((node.values for node in declared if isinstance(node, nodes.Enum | nodes.Scale) and node.name == name), ())


def rules_by_phase(site_book: BookOfSite, phases: Iterable[nodes.EnumValue]) -> ByPhase:
    """The rules in force that name a phase, case by case."""
    rules = [(provision, provision.node) for provision in site_book.view.provisions_in_force() if isinstance(provision.node, nodes.Rule)]
    meanings = {
        declared.node.name: declared.node.members for declared in site_book.book.declarations if isinstance(declared.node, nodes.Class)
    }
    meanings |= _names_in_predicates(node for _, node in rules)
    provisions: dict[str, dict[str, list[Provision]]] = {phase.name: {} for phase in phases}
    for provision, node in rules:
        for name in _expand_names(_names_in_rule(node), meanings):
            if name in provisions:
                provisions[name].setdefault(provision.case.number, []).append(provision)
    return provisions


def _names_in_predicates(rules: Iterable[nodes.Rule]) -> dict[str, tuple[str, ...]]:
    """Predicate -> what the rules that say when it is so name: who asks for it names the phase as well."""
    names: dict[str, tuple[str, ...]] = {}
    for rule in rules:
        if any(form.verb is Verb.YES and not form.negated for form in nodes.long_forms(rule.verb)):
            for head in rule.heads:
                if isinstance(head, nodes.Call):
                    names[head.name] = (*names.get(head.name, ()), *_names_in_rule(rule))
    return names


def _names_in_rule(rule: nodes.Rule) -> Iterator[str]:
    """The phases, classes of phases and predicates that the conditions of a rule name."""
    for guard in rule.guards:
        if not guard.unless:
            for item in guard.items:
                yield from _named_in(item.condition)


def _named_in(condition: nodes.Expr) -> Iterator[str]:
    match condition:
        case nodes.And(parts=parts) | nodes.Or(parts=parts):
            for part in parts:
                yield from _named_in(part)
        case nodes.Compare(comparison=Comparison.IS, left=nodes.Call(name=name, args=()), right=nodes.Call(name=value, args=())):
            yield from (value,) if name == PHASE else ()
        case nodes.In(of=nodes.Call(name=name, args=()), members=members, negated=False) if name == PHASE:
            yield from (member.low.name for member in members if isinstance(member.low, nodes.Call) and member.high is None)
        case nodes.Call(name=name):
            yield name
        case _:  # open: whatever else a condition says, it names no phase in which the rule speaks
            return


def _expand_names(names: Iterable[str], meanings: Mapping[str, tuple[str, ...]]) -> dict[str, None]:
    """The names with what classes and predicates among them stand for, each once."""
    expanded: dict[str, None] = {}
    pending = list(names)
    while pending:
        name = pending.pop(0)
        if name not in expanded:
            expanded[name] = None
            pending.extend(meanings.get(name, ()))
    return expanded


# ---- the page ----------------------------------------------------------------------------------------------------------------------


def _page_parts(
    site_book: BookOfSite, writer: CaseWriter, phases: tuple[nodes.EnumValue, ...], speaking: ByPhase
) -> Iterator[Html | Heading]:
    shown_phases = [phase for phase in phases if speaking[phase.name] or not phase.name.startswith("another")]
    links = (el("li", el("a", _phase_title(phase), href=f"#{anchor_id('phase', phase.name)}")) for phase in shown_phases)
    yield el("ol", *links, cls="rw-phases")
    yield el("p", "Each phase has the cases whose rules speak of it. What holds whatever the phase is in the chapters.", cls="rw-small")
    yield from _printed_sequence(site_book, writer)
    for phase in shown_phases:
        yield Heading(2, _phase_title(phase), anchor_id("phase", phase.name))
        items = [_case_item(site_book, writer, number, rules) for number, rules in speaking[phase.name].items()]
        yield el("ul", *items, cls="rw-phase") if items else el("p", "No rule here speaks of this phase alone.", cls="rw-small")


def _phase_title(phase: nodes.EnumValue) -> str:
    """`The Movement Phase`, without its article."""
    return capitalize(_THE.sub("", phase.title or phase.name.replace("_", " "), count=1))


def _printed_sequence(site_book: BookOfSite, writer: CaseWriter) -> Iterator[Html]:
    """The cases that are about the order of play, with their steps."""
    for case in site_book.view.cases.values():
        if not case.deleted and _is_of_order(site_book, case):
            steps = [
                el("li", writer.render_paragraph(paragraph, case.origin, PAGE))
                for paragraph in case.text
                if paragraph.step is not None and not paragraph.struck
            ]
            head = el("p", writer.case_link(case.number, PAGE), f" {case.title or ''}")
            yield el("div", head, el("ul", *steps) if steps else EMPTY, cls="rw-box rw-play")


def _is_of_order(site_book: BookOfSite, case: CaseInForce) -> bool:
    return bool(
        _ORDER.search(case.title or "")
        or (_ORDER.search(chapter_title(site_book, case.chapter)[1]) and any(paragraph.step for paragraph in case.text))
    )


def _case_item(site_book: BookOfSite, writer: CaseWriter, number: str, rules: list[Provision]) -> Html:
    """A case, and under it the rules that speak in the phase."""
    case = site_book.view.find_case(number)
    sentences = []
    for rule in rules:
        assert isinstance(rule.node, nodes.Rule)
        clause = site_book.sentences.rule_clause(rule.node)
        lines = el("ul", *(el("li", words) for _, words in clause.items)) if clause.items else EMPTY
        sentences.append(el("li", join_html([escape_text(clause.lead), " ", writer.rule_link(rule.id.text, PAGE)]), lines))
    count = f"{len(rules)} rule{'s' if len(rules) != 1 else ''}"
    head = join_html([writer.case_link(number, PAGE), escape_text(f" {case.title or ''}" if case is not None else "")])
    return el("li", el("span", head), el("details", el("summary", count), el("ul", *sentences), cls="rw-open"))

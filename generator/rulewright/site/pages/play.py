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
from rulewright.site.case.page import Heading, Page, book_page
from rulewright.site.html.escape import EMPTY, Html, anchor, el, join, text
from rulewright.site.pages.chapter import chapter_title
from rulewright.site.wording.words import capital
from rulewright.syntax import nodes

PHASE = "phase"
PAGE = "play"
_ORDER = re.compile(r"\b(?:sequence|order|course) of (?:play|the turn|moves)\b|\bmove sequence\b", re.IGNORECASE)
_THE = re.compile(r"(?:the|a|an) ")

ByPhase: TypeAlias = Mapping[str, Mapping[str, list[Provision]]]
"""Phase -> case -> the rules of it that speak in that phase."""


def play_page(of: BookOfSite, writer: CaseWriter) -> Page | None:
    """`play.md` of the book's folder; None where the book declares no phases, or no rule speaks in one of them."""
    phases = phases_of(of)
    speaking = rules_by_phase(of, phases)
    if len(phases) < 2 or not any(speaking.values()):
        return None
    return book_page(of, PAGE, "Sequence of play", _parts(of, writer, phases, speaking))


def phases_of(of: BookOfSite) -> tuple[nodes.EnumValue, ...]:
    """The values of the fact `phase`, in their order."""
    declared = [one.node for one in of.book.declarations]
    fact = next((one for one in declared if isinstance(one, nodes.Fact) and one.name == PHASE and not one.params), None)
    if fact is None or not isinstance(fact.type, nodes.Named):
        return ()
    name = fact.type.name
    return next((one.values for one in declared if isinstance(one, nodes.Enum | nodes.Scale) and one.name == name), ())


def rules_by_phase(of: BookOfSite, phases: Iterable[nodes.EnumValue]) -> ByPhase:
    """The rules in force that name a phase, case by case."""
    rules = [(one, one.node) for one in of.view.provisions() if isinstance(one.node, nodes.Rule)]
    meanings = {one.node.name: one.node.members for one in of.book.declarations if isinstance(one.node, nodes.Class)}
    meanings |= _predicates(node for _, node in rules)
    found: dict[str, dict[str, list[Provision]]] = {one.name: {} for one in phases}
    for provision, node in rules:
        for name in _meant(_named(node), meanings):
            if name in found:
                found[name].setdefault(provision.case.number, []).append(provision)
    return found


def _predicates(rules: Iterable[nodes.Rule]) -> dict[str, tuple[str, ...]]:
    """Predicate -> what the rules that say when it is so name: who asks for it names the phase as well."""
    found: dict[str, tuple[str, ...]] = {}
    for rule in rules:
        if any(form.verb is Verb.YES and not form.negated for form in nodes.long_forms(rule.verb)):
            for head in rule.heads:
                if isinstance(head, nodes.Call):
                    found[head.name] = (*found.get(head.name, ()), *_named(rule))
    return found


def _named(rule: nodes.Rule) -> Iterator[str]:
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
            yield from (one.low.name for one in members if isinstance(one.low, nodes.Call) and one.high is None)
        case nodes.Call(name=name):
            yield name
        case _:  # open: whatever else a condition says, it names no phase in which the rule speaks
            return


def _meant(names: Iterable[str], meanings: Mapping[str, tuple[str, ...]]) -> dict[str, None]:
    """The names with what classes and predicates among them stand for, each once."""
    found: dict[str, None] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop(0)
        if name not in found:
            found[name] = None
            waiting.extend(meanings.get(name, ()))
    return found


# ---- the page ----------------------------------------------------------------------------------------------------------------------


def _parts(of: BookOfSite, writer: CaseWriter, phases: tuple[nodes.EnumValue, ...], speaking: ByPhase) -> Iterator[Html | Heading]:
    shown = [one for one in phases if speaking[one.name] or not one.name.startswith("another")]
    links = (el("li", el("a", _title(one), href=f"#{anchor('phase', one.name)}")) for one in shown)
    yield el("ol", *links, cls="rw-phases")
    yield el("p", "Each phase has the cases whose rules speak of it. What holds whatever the phase is in the chapters.", cls="rw-small")
    yield from _printed(of, writer)
    for phase in shown:
        yield Heading(2, _title(phase), anchor("phase", phase.name))
        items = [_item(of, writer, number, rules) for number, rules in speaking[phase.name].items()]
        yield el("ul", *items, cls="rw-phase") if items else el("p", "No rule here speaks of this phase alone.", cls="rw-small")


def _title(phase: nodes.EnumValue) -> str:
    """`The Movement Phase`, without its article."""
    return capital(_THE.sub("", phase.title or phase.name.replace("_", " "), count=1))


def _printed(of: BookOfSite, writer: CaseWriter) -> Iterator[Html]:
    """The cases that are about the order of play, with their steps."""
    for case in of.view.cases.values():
        if not case.deleted and _is_of_order(of, case):
            steps = [el("li", writer.paragraph(one, case.origin, PAGE)) for one in case.text if one.step is not None and not one.struck]
            head = el("p", writer.case_link(case.number, PAGE), f" {case.title or ''}")
            yield el("div", head, el("ul", *steps) if steps else EMPTY, cls="rw-box rw-play")


def _is_of_order(of: BookOfSite, case: CaseInForce) -> bool:
    return bool(
        _ORDER.search(case.title or "") or (_ORDER.search(chapter_title(of, case.chapter)[1]) and any(one.step for one in case.text))
    )


def _item(of: BookOfSite, writer: CaseWriter, number: str, rules: list[Provision]) -> Html:
    """A case, and under it the rules that speak in the phase."""
    case = of.view.find(number)
    sentences = []
    for one in rules:
        assert isinstance(one.node, nodes.Rule)
        clause = of.sentences.rule(one.node)
        lines = el("ul", *(el("li", words) for _, words in clause.items)) if clause.items else EMPTY
        sentences.append(el("li", join([text(clause.lead), " ", writer.rule_link(one.id.text, PAGE)]), lines))
    count = f"{len(rules)} rule{'s' if len(rules) != 1 else ''}"
    head = join([writer.case_link(number, PAGE), text(f" {case.title or ''}" if case is not None else "")])
    return el("li", el("span", head), el("details", el("summary", count), el("ul", *sentences), cls="rw-open"))

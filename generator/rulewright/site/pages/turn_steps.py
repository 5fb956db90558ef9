"""The steps of a turn in an edition, with what may and must be done in each: what the book says of its order of play, and nothing else.

Steps come from two places: from the steps of the cases on the order of play, and from the values of the fact `phase`, in which rules speak
that name them (`while phase is combat`); a class of phases means its members, and a predicate the phases that it is defined by. A step of a
case that names a phase is part of that phase. The order of the values of an `enum` is that of a list, not of play: `is_ordered` says which.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from rulewright.base.keywords import Comparison, Verb
from rulewright.rulebook.model import CaseInForce, EditionView, Paragraph, Provision
from rulewright.rulebook.prose import find_references
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.html.addresses import number_in
from rulewright.site.html.escape import anchor_id
from rulewright.site.pages.chapter import chapter_title
from rulewright.site.wording.words import capitalize
from rulewright.syntax import nodes

PHASE = "phase"
FEWEST = 2
"""The steps that make an order."""
_ORDER = re.compile(r"\b(?:sequence|order|course) of (?:play|the turn|moves)\b|\b(?:move|turn) sequence\b", re.IGNORECASE)
_TURN = re.compile(r"\bturns?\b", re.IGNORECASE)
_ARTICLE = re.compile(r"(?:the|a|an) ", re.IGNORECASE)
_FIRST_SENTENCE = re.compile(r"[^.!?]*")
_WORDS = re.compile(r"\w+")
_OF_ANY_STEP = frozenset(
    [
        "the",
        "a",
        "an",
        "and",
        "of",
        "or",
        "to",
        "in",
        "on",
        "at",
        "s",
        "first",
        "second",
        "third",
        "player",
        "players",
        "phase",
        "step",
        "part",
        "segment",
        "turn",
        "sequence",
        "play",
    ]
)
"""Words that say nothing of which step is meant."""
VERDICTS = (Verb.MUST, Verb.MAY, Verb.MAY_NOT)

ByPhase: TypeAlias = Mapping[str, Mapping[str, list[Provision]]]
"""Phase -> case -> the rules of it that speak in that phase."""


@dataclass(frozen=True, slots=True)
class TurnStep:
    """A step of the turn: its title, the printed steps that are about it, the chapters and cases that have its rules, and those rules."""

    anchor: str
    title: str
    printed: tuple[tuple[CaseInForce, Paragraph], ...] = ()
    chapters: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    provisions: tuple[Provision, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnPart:
    """Steps that belong together: those that a case prints (`case`), or the phases (None). `is_ordered`: the book says that they follow
    each other so. `missing`: labels of steps before others that the book does not hold."""

    case: CaseInForce | None
    steps: tuple[TurnStep, ...]
    is_ordered: bool = True
    missing: tuple[str, ...] = field(default=())


def turn_of(site_book: BookOfSite, edition: str) -> tuple[TurnPart, ...]:
    """The parts of the turn in an edition; empty where the book says nothing of one."""
    view = site_book.book.views[edition]
    phases = phases_of(site_book)
    speaking = rules_by_phase(site_book, phases, view)
    phases = tuple(phase for phase in phases if speaking[phase.name] or not phase.name.startswith("another"))
    if len(phases) < FEWEST or not any(speaking.values()):
        phases = ()
    in_phases: dict[str, list[tuple[CaseInForce, Paragraph]]] = {phase.name: [] for phase in phases}
    parts = []
    for case, paragraphs in _printed_steps(site_book, view):
        own_steps = []
        for index, paragraph in enumerate(paragraphs):
            phases_named = _phases_named(paragraph.text, phases)
            for phase in phases_named:
                in_phases[phase.name].append((case, paragraph))
            if not phases_named:
                own_steps.append(_printed_step(site_book, view, case, paragraph, index))
        if own_steps:
            parts.append(TurnPart(case, tuple(own_steps), missing=_missing_before(paragraphs)))
    if phases:
        steps = tuple(_phase_step(site_book, view, phase, speaking, in_phases[phase.name]) for phase in phases)
        is_ordered = _is_scale(site_book) or any(in_phases.values())
        parts.append(
            TurnPart(None, steps, is_ordered, _missing_before([paragraph for some in in_phases.values() for _, paragraph in some]))
        )
    return tuple(parts)


# ---- printed steps -----------------------------------------------------------------------------------------------------------------


def _printed_steps(site_book: BookOfSite, view: EditionView) -> Iterator[tuple[CaseInForce, list[Paragraph]]]:
    """The cases on the order of play, with their steps."""
    for case in view.cases.values():
        paragraphs = [paragraph for paragraph in case.text if paragraph.step is not None and not paragraph.struck]
        title = case.title or ""
        is_of_order = _TURN.search(title) or any(_ORDER.search(words) for words in (title, chapter_title(site_book, case.chapter)[1]))
        if is_of_order and not case.deleted and len(paragraphs) >= FEWEST:
            yield case, paragraphs


def _printed_step(site_book: BookOfSite, view: EditionView, case: CaseInForce, paragraph: Paragraph, index: int) -> TurnStep:
    """A step that a case prints. It has the rules of the cases that it names, of the whole chapter where it names its first case, and those
    of its own case that come from the same statement of the source."""
    home_chapters = {other.number: other.chapter for other in view.cases.values()}
    references = find_references(paragraph.text, home_chapters)
    numbers = dict.fromkeys(number for reference in references if (number := number_in(view, reference.number)) in home_chapters)
    first_cases = {chapter: number for number, chapter in reversed(home_chapters.items())}
    chapters = tuple(home_chapters[number] for number in numbers if first_cases[home_chapters[number]] == number)
    items = {tag.name for tag in paragraph.tags}
    provisions = [
        provision
        for provision in view.provisions_in_force()
        if _has_verdict(provision)
        and (
            provision.case.number in numbers
            or _chapter_in(view, provision) in chapters
            or (provision.case.number == case.number and not items.isdisjoint(tag.name for tag in provision.node.tags))
        )
    ]
    return TurnStep(
        anchor_id("step", f"{case.first_number}-{index + 1}"),
        "",
        ((case, paragraph),),
        chapters,
        tuple(number for number in numbers if home_chapters[number] not in chapters),
        tuple(provisions),
    )


def _missing_before(paragraphs: Iterable[Paragraph]) -> tuple[str, ...]:
    """The numbers that steps have before the last one and that no step here has: a sheet of errata holds only some of them."""
    numbers = {int(paragraph.step) for paragraph in paragraphs if paragraph.step and paragraph.step.isdecimal() and len(paragraph.step) < 4}
    return tuple(str(number) for number in range(1, max(numbers, default=0)) if number not in numbers)


# ---- phases ------------------------------------------------------------------------------------------------------------------------


def phases_of(site_book: BookOfSite) -> tuple[nodes.EnumValue, ...]:
    """The values of the fact `phase`, in their order."""
    declared = _type_of_phase(site_book)
    return declared.values if declared is not None else ()


def _type_of_phase(site_book: BookOfSite) -> nodes.Enum | nodes.Scale | None:
    declared = [declared.node for declared in site_book.book.declarations]
    fact = next((node for node in declared if isinstance(node, nodes.Fact) and node.name == PHASE and not node.params), None)
    if fact is None or not isinstance(fact.type, nodes.Named):
        return None
    name = fact.type.name
    return next((node for node in declared if isinstance(node, nodes.Enum | nodes.Scale) and node.name == name), None)


def _is_scale(site_book: BookOfSite) -> bool:
    return isinstance(_type_of_phase(site_book), nodes.Scale)


def phase_title(phase: nodes.EnumValue) -> str:
    """`Movement Phase`, without its article."""
    return capitalize(_ARTICLE.sub("", phase.title or phase.name.replace("_", " "), count=1))


def _phase_step(
    site_book: BookOfSite, view: EditionView, phase: nodes.EnumValue, speaking: ByPhase, printed: list[tuple[CaseInForce, Paragraph]]
) -> TurnStep:
    """A phase, with the rules that name it, and what may and must be done by the chapter of that name, but for rules of other phases."""
    words = _telling_words(phase_title(phase))
    chapters = tuple(stem for stem in site_book.addresses.chapters if words and _telling_words(chapter_title(site_book, stem)[1]) == words)
    naming = {provision.id.text: provision for some in speaking[phase.name].values() for provision in some}
    of_others = {provision.id.text for cases in speaking.values() for some in cases.values() for provision in some} - set(naming)
    of_chapter = [
        provision
        for provision in view.provisions_in_force()
        if _chapter_in(view, provision) in chapters and _has_verdict(provision) and provision.id.text not in {*naming, *of_others}
    ]
    cases = tuple(number for number in speaking[phase.name] if (case := view.find_case(number)) is None or case.chapter not in chapters)
    return TurnStep(anchor_id("phase", phase.name), phase_title(phase), tuple(printed), chapters, cases, (*naming.values(), *of_chapter))


def _phases_named(text: str, phases: Iterable[nodes.EnumValue]) -> list[nodes.EnumValue]:
    """The phases that the first sentence of a printed step names: those that take most of its words."""
    sentence = _telling_words(_FIRST_SENTENCE.match(text)[0]) if "phase" in text.casefold() else frozenset()  # type: ignore[index]
    fitting = {phase: words for phase in phases if (words := _telling_words(phase_title(phase))) and words <= sentence}
    longest = max(map(len, fitting.values()), default=0)
    return [phase for phase, words in fitting.items() if len(words) == longest]


def _telling_words(text: str) -> frozenset[str]:
    return frozenset(_WORDS.findall(text.casefold())) - _OF_ANY_STEP


def _chapter_in(view: EditionView, provision: Provision) -> str | None:
    case = view.find_case(provision.case.number)
    return case.chapter if case is not None else None


def verbs_of(rule: nodes.Rule) -> set[Verb]:
    return {form.verb for form in nodes.long_forms(rule.verb)}


def _has_verdict(provision: Provision) -> bool:
    return isinstance(provision.node, nodes.Rule) and not verbs_of(provision.node).isdisjoint(VERDICTS)


# ---- rules that name a phase -------------------------------------------------------------------------------------------------------


def rules_by_phase(site_book: BookOfSite, phases: Iterable[nodes.EnumValue], view: EditionView) -> ByPhase:
    """The rules of an edition that name a phase, case by case."""
    rules = [(provision, provision.node) for provision in view.provisions_in_force() if isinstance(provision.node, nodes.Rule)]
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

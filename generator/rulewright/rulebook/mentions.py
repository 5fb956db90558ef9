"""Mentions of cases by number: in prose, in relations of rules, in `refers to` and `accepts`, resolved for one edition.

A mention of an unknown number or a deleted case is kept with the rest: the graph leaves it out, the checks report it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from rulewright.base.keywords import RelationKind
from rulewright.base.memo import memoize_method
from rulewright.base.source import Location
from rulewright.rulebook.addresses import Addresses, ResolvedReference
from rulewright.rulebook.model import CaseInForce, EditionView, Origin, Paragraph, Provision, ReadingInForce, Rulebook
from rulewright.rulebook.prose import ProseReference, find_references
from rulewright.syntax import nodes


class MentionKind(StrEnum):
    """The manner in which a case is mentioned, relations aside: in prose, or by a line with that keyword."""

    PROSE = "prose"
    REFERS_TO = "refers to"
    ACCEPTS = "accepts"
    AMENDS = "amends"
    """The head of an amendment, resolved in the edition before the source of the amendment."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A mention of a case by number.

    `teller` is the number of the case (scenario, ruling, reading) whose text or rule contains it; `provision` the rule, if it is in one.
    `node` is the line or reference in which it is written, None for a text produced by an act; `text` the prose around it, if it is in
    prose. `target` is None if this edition has nothing under that number. `relation` is set if `way` is a kind of relation.
    """

    mentioned_in: str
    number: str
    kind: MentionKind | RelationKind
    origin: Origin
    node: nodes.Node | None
    target: ResolvedReference | None
    text: str = ""
    provision: Provision | None = None
    relation: nodes.Relation | None = None

    @property
    def location(self) -> Location:
        """The location of the mention; for a text produced by an act, the block that contains the act."""
        return self.origin.place.location_of(self.node.span if self.node is not None else self.origin.block.span)


class ProseReferences:
    """The references in the texts of a book. The result is memoized by text, since most texts are in several editions."""

    def __init__(self, book: Rulebook) -> None:
        self.known_numbers = known_numbers(book)

    @memoize_method
    def references_in(self, text: str) -> tuple[ProseReference, ...]:
        return find_references(text, self.known_numbers)


def known_numbers(book: Rulebook) -> frozenset[str]:
    """Return the numbers of all editions, against which a bare `9.13` in prose is compared."""
    numbers: set[str] = set()
    for view in book.views.values():
        numbers.update(case.number for case in view.all_cases())
        numbers.update(case.first_number for case in view.all_cases())
        numbers.update(view.readings)
    return frozenset(numbers)


def collect_mentions(
    book: Rulebook, edition: str, addresses: Addresses | None = None, texts: ProseReferences | None = None
) -> tuple[Mention, ...]:
    """Return the mentions of an edition by case, in the order of the book, readings last; struck text and deleted cases are skipped."""
    view = book.views[edition]
    finder = _Finder(addresses or Addresses(view), texts or ProseReferences(book), book)
    collected: list[Mention] = []
    for case in view.all_cases():
        if not case.deleted:
            collected.extend(finder.mentions_of_case(case))
    for reading in view.readings.values():
        collected.extend(finder.mentions_of_reading(reading))
    return tuple(collected)


def mentions_by_position(candidates: Iterable[Mention], view: EditionView) -> Iterator[Mention]:
    """Yield the mentions that address a line by its ordinal in the case, those in heads of amendments included."""
    for part in view.parts_amended:
        number, place = part.ref.number, part.provision.positional_address
        if place is not None and (number == place or number.startswith(f"{place}.")):
            target = ResolvedReference(number, (part.provision,), by_place=True)
            yield Mention(part.origin.number, number, MentionKind.AMENDS, part.origin, part.ref, target)
    yield from (mention for mention in candidates if mention.target is not None and mention.target.by_place)


class _Finder:
    def __init__(self, addresses: Addresses, texts: ProseReferences, book: Rulebook) -> None:
        self.addresses, self.texts, self.numbering = addresses, texts, book.numbering
        self.cases = [case.number for case in addresses.view.all_cases() if not case.deleted]
        self._resolved: dict[tuple[str, bool], ResolvedReference | None] = {}

    def mentions_of_case(self, case: CaseInForce) -> Iterator[Mention]:
        yield from self._scan_paragraphs(case.number, case.text)
        for provision in case.provisions:
            yield from self._scan_provision(case.number, provision)
        yield from self._scan_lines(case.number, case.other)

    def mentions_of_reading(self, reading: ReadingInForce) -> Iterator[Mention]:
        yield from self._scan_paragraphs(reading.name, reading.text)
        for choice in reading.choices:
            for prose in choice.prose:
                yield from self._scan_prose(reading.name, prose.text, reading.origin, prose)
        for provision in reading.provisions:
            yield from self._scan_provision(reading.name, provision)
        yield from self._scan_lines(reading.name, reading.other)

    def _scan_paragraphs(self, teller: str, text: tuple[Paragraph, ...]) -> Iterator[Mention]:
        for paragraph in text:
            if not paragraph.struck:
                yield from self._scan_prose(teller, paragraph.text, paragraph.origin, paragraph.node)

    def _scan_prose(self, teller: str, text: str, origin: Origin, node: nodes.Node | None) -> Iterator[Mention]:
        for reference in self.texts.references_in(text):
            for number in reference.expand_range(self.cases, self.numbering) if reference.last is not None else (reference.number,):
                target = self._resolve_number(number) or self._find_printed_part(number)
                if target is not None or not reference.bare:
                    yield Mention(teller, number, MentionKind.PROSE, origin, node, target, text)

    def _find_printed_part(self, number: str) -> ResolvedReference | None:
        """Return the case of a lettered part that no rule has and its words have, or may have where they are not held."""
        case_number, _, letter = number.rpartition(".")
        target = self._resolve_number(case_number) if letter.isalpha() else None
        if target is None or target.case is None or not target.is_whole:
            return None
        mark = re.compile(rf"(?<![\w(])(?:\({letter}\)|{letter}[.)])(?!\w)")
        words = target.case.text
        return target if not target.case.held or any(mark.search(each.text) or each.step == letter for each in words) else None

    def _scan_provision(self, teller: str, provision: Provision) -> Iterator[Mention]:
        node, origin = provision.node, provision.origin
        if isinstance(node, nodes.Relation):
            yield from self._scan_relation(teller, node, provision)
        elif isinstance(node, nodes.Rule):
            for relation in node.relations:
                yield from self._scan_relation(teller, relation, provision)
            for note in node.notes:
                yield from self._scan_prose(teller, note.text, origin, note)

    def _scan_relation(self, teller: str, relation: nodes.Relation, provision: Provision) -> Iterator[Mention]:
        for ref in (*relation.by, *relation.targets):
            target = self._resolve_number(ref.number, ref.and_below)
            yield Mention(teller, ref.number, relation.kind, provision.origin, ref, target, "", provision, relation)

    def _scan_lines(self, teller: str, other: tuple[tuple[nodes.BodyLine, Origin], ...]) -> Iterator[Mention]:
        for line, origin in other:
            match line:
                case nodes.Refers() | nodes.Accepts():
                    way = MentionKind.REFERS_TO if isinstance(line, nodes.Refers) else MentionKind.ACCEPTS
                    for ref in line.cases:
                        yield Mention(teller, ref.number, way, origin, ref, self._resolve_number(ref.number, ref.and_below))
                case nodes.AsksQuestion() | nodes.Answers() | nodes.Component():
                    yield from self._scan_prose(teller, line.text, origin, line)
                case nodes.Reads():
                    yield from self._scan_prose(teller, line.because, origin, line)
                case _:
                    continue

    def _resolve_number(self, number: str, and_below: bool = False) -> ResolvedReference | None:
        key = (number, and_below)
        if key not in self._resolved:
            self._resolved[key] = self.addresses.resolve_address(number, and_below=and_below)
        return self._resolved[key]

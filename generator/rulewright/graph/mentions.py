"""Every place where a case is named by number: in prose, in relations of rules, in `refers to` and `accepts`, judged for one edition.

A mention that reaches nothing, or a deleted case, is kept with the rest: the graph leaves it out, the checks speak about it.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from enum import StrEnum

from rulewright.language import nodes
from rulewright.rulebook.addresses import Addresses, Reached
from rulewright.rulebook.model import CaseInForce, Origin, Paragraph, Provision, ReadingInForce, Rulebook
from rulewright.rulebook.prose import references
from rulewright.source import Location


class Way(StrEnum):
    """How a case is named: in words of the text, or by a line or relation of that name."""

    PROSE = "prose"
    REFERS_TO = "refers to"
    ACCEPTS = "accepts"
    OVERRIDES = "overrides"
    SETS_ASIDE = "sets aside"
    EXCEPT = "except"
    RESTATES = "restates"
    BESIDES = "besides"
    AS_IN = "as in"


@dataclass(frozen=True, slots=True)
class Mention:
    """`teller` is the number of the case (scenario, ruling, reading) whose text or rule it is; `provision` the rule, if it is one's.

    `reached` is None where this edition has nothing under that number. `relation` is the relation, for those ways that are relations.
    """

    teller: str
    number: str
    way: Way
    location: Location
    origin: Origin
    reached: Reached | None
    provision: Provision | None = None
    relation: nodes.Relation | None = None


def known_numbers(book: Rulebook) -> frozenset[str]:
    """Every number of every edition: what a bare `9.13` in prose is held against."""
    found: set[str] = set()
    for view in book.views.values():
        found.update(case.number for case in view.every_case())
        found.update(case.first_number for case in view.every_case())
        found.update(view.readings)
    return frozenset(found)


def mentions(book: Rulebook, edition: str, addresses: Addresses | None = None) -> tuple[Mention, ...]:
    """All mentions of an edition, case by case in the order of the book, readings last. Struck text and deleted cases mention nothing."""
    view = book.views[edition]
    finder = _Finder(addresses or Addresses(view), known_numbers(book), book)
    found: list[Mention] = []
    for case in view.every_case():
        if not case.deleted:
            found.extend(finder.of_case(case))
    for reading in view.readings.values():
        found.extend(finder.of_reading(reading))
    return tuple(found)


class _Finder:
    def __init__(self, addresses: Addresses, known: Container[str], book: Rulebook) -> None:
        self.addresses, self.known, self.headings = addresses, known, book.front.headings
        self.cases = [case.number for case in addresses.view.every_case() if not case.deleted]
        self._found: dict[tuple[str, bool], Reached | None] = {}

    def of_case(self, case: CaseInForce) -> Iterator[Mention]:
        yield from self._text(case.number, case.text)
        for provision in case.provisions:
            yield from self._formal(case.number, provision)
        yield from self._lines(case.number, case.other)

    def of_reading(self, reading: ReadingInForce) -> Iterator[Mention]:
        yield from self._text(reading.name, reading.text)
        for choice in reading.choices:
            for prose in choice.prose:
                yield from self._prose(reading.name, prose.text, reading.origin.place.at(prose.span), reading.origin)
        for provision in reading.provisions:
            yield from self._formal(reading.name, provision)
        yield from self._lines(reading.name, reading.other)

    def _text(self, teller: str, text: tuple[Paragraph, ...]) -> Iterator[Mention]:
        for paragraph in text:
            if not paragraph.struck:
                yield from self._prose(teller, paragraph.text, paragraph.location, paragraph.origin)

    def _prose(self, teller: str, text: str, location: Location, origin: Origin) -> Iterator[Mention]:
        for reference in references(text, self.known):
            for number in reference.numbers(self.cases, self.headings) if reference.last is not None else (reference.number,):
                reached = self._reach(number)
                if reached is not None or not reference.bare:
                    yield Mention(teller, number, Way.PROSE, location, origin, reached)

    def _formal(self, teller: str, provision: Provision) -> Iterator[Mention]:
        node, origin = provision.node, provision.origin
        if isinstance(node, nodes.Relation):
            yield from self._relation(teller, node, provision)
        elif isinstance(node, nodes.Rule):
            for relation in node.relations:
                yield from self._relation(teller, relation, provision)
            for note in node.notes:
                yield from self._prose(teller, note.text, origin.place.at(note.span), origin)

    def _relation(self, teller: str, relation: nodes.Relation, provision: Provision) -> Iterator[Mention]:
        way = Way(relation.kind.value)
        for ref in relation.targets:
            location = provision.origin.place.at(ref.span)
            reached = self._reach(ref.number, ref.and_below)
            yield Mention(teller, ref.number, way, location, provision.origin, reached, provision, relation)

    def _lines(self, teller: str, other: tuple[tuple[nodes.BodyLine, Origin], ...]) -> Iterator[Mention]:
        for line, origin in other:
            match line:
                case nodes.Refers() | nodes.Accepts():
                    way = Way.REFERS_TO if isinstance(line, nodes.Refers) else Way.ACCEPTS
                    for ref in line.cases:
                        yield Mention(teller, ref.number, way, origin.place.at(ref.span), origin, self._reach(ref.number, ref.and_below))
                case nodes.AsksQuestion() | nodes.Answers() | nodes.Component():
                    yield from self._prose(teller, line.text, origin.place.at(line.span), origin)
                case _:
                    continue

    def _reach(self, number: str, and_below: bool = False) -> Reached | None:
        key = (number, and_below)
        if key not in self._found:
            self._found[key] = self.addresses.find(number, and_below=and_below)
        return self._found[key]

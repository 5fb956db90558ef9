"""Every place where a case is named by number: in prose, in relations of rules, in `refers to` and `accepts`, judged for one edition.

A mention that reaches nothing, or a deleted case, is kept with the rest: the graph leaves it out, the checks report it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from rulewright.base.keywords import RelationKind
from rulewright.base.memo import kept
from rulewright.base.source import Location
from rulewright.rulebook.addresses import Addresses, Reached
from rulewright.rulebook.model import CaseInForce, EditionView, Origin, Paragraph, Provision, ReadingInForce, Rulebook
from rulewright.rulebook.prose import ProseReference, references
from rulewright.syntax import nodes


class Way(StrEnum):
    """How a case is named, relations apart: in words of the text, or by a line of that name."""

    PROSE = "prose"
    REFERS_TO = "refers to"
    ACCEPTS = "accepts"
    AMENDS = "amends"
    """The head of an amendment. What it names is judged for the edition as it is before the amendment's source."""


@dataclass(frozen=True, slots=True)
class Mention:
    """`teller` is the number of the case (scenario, ruling, reading) whose text or rule it is; `provision` the rule, if it is one's.

    `node` is the line or reference in which it is written, None for a text that an act has made; `text` the prose in which it stands, if
    it stands in prose. `reached` is None where this edition has nothing under that number. `relation` is the relation, for those ways
    that are relations.
    """

    teller: str
    number: str
    way: Way | RelationKind
    origin: Origin
    node: nodes.Node | None
    reached: Reached | None
    text: str = ""
    provision: Provision | None = None
    relation: nodes.Relation | None = None

    @property
    def location(self) -> Location:
        """Where it is written; in a text that an act has made, the block that the act stands in."""
        return self.origin.place.at(self.node.span if self.node is not None else self.origin.block.span)


class Texts:
    """What the texts of a book refer to. Each text is read once, since most stand in several editions."""

    def __init__(self, book: Rulebook) -> None:
        self.known = known_numbers(book)

    @kept
    def references(self, text: str) -> tuple[ProseReference, ...]:
        return references(text, self.known)


def known_numbers(book: Rulebook) -> frozenset[str]:
    """Every number of every edition: what a bare `9.13` in prose is held against."""
    found: set[str] = set()
    for view in book.views.values():
        found.update(case.number for case in view.every_case())
        found.update(case.first_number for case in view.every_case())
        found.update(view.readings)
    return frozenset(found)


def mentions(book: Rulebook, edition: str, addresses: Addresses | None = None, texts: Texts | None = None) -> tuple[Mention, ...]:
    """All mentions of an edition, case by case in the order of the book, readings last. Struck text and deleted cases mention nothing."""
    view = book.views[edition]
    finder = _Finder(addresses or Addresses(view), texts or Texts(book), book)
    found: list[Mention] = []
    for case in view.every_case():
        if not case.deleted:
            found.extend(finder.of_case(case))
    for reading in view.readings.values():
        found.extend(finder.of_reading(reading))
    return tuple(found)


def by_place(found: Iterable[Mention], view: EditionView) -> Iterator[Mention]:
    """Those mentions, and those in heads of amendments, that address a line by counting the lines of its case."""
    for part in view.parts_amended:
        number, place = part.ref.number, part.provision.by_place
        if place is not None and (number == place or number.startswith(f"{place}.")):
            reached = Reached(number, (part.provision,), by_place=True)
            yield Mention(part.origin.number, number, Way.AMENDS, part.origin, part.ref, reached)
    yield from (one for one in found if one.reached is not None and one.reached.by_place)


class _Finder:
    def __init__(self, addresses: Addresses, texts: Texts, book: Rulebook) -> None:
        self.addresses, self.texts, self.headings = addresses, texts, book.front.headings
        self.cases = [case.number for case in addresses.view.every_case() if not case.deleted]
        self._found: dict[tuple[str, bool], Reached | None] = {}

    def of_case(self, case: CaseInForce) -> Iterator[Mention]:
        yield from self._paragraphs(case.number, case.text)
        for provision in case.provisions:
            yield from self._formal(case.number, provision)
        yield from self._lines(case.number, case.other)

    def of_reading(self, reading: ReadingInForce) -> Iterator[Mention]:
        yield from self._paragraphs(reading.name, reading.text)
        for choice in reading.choices:
            for prose in choice.prose:
                yield from self._prose(reading.name, prose.text, reading.origin, prose)
        for provision in reading.provisions:
            yield from self._formal(reading.name, provision)
        yield from self._lines(reading.name, reading.other)

    def _paragraphs(self, teller: str, text: tuple[Paragraph, ...]) -> Iterator[Mention]:
        for paragraph in text:
            if not paragraph.struck:
                yield from self._prose(teller, paragraph.text, paragraph.origin, paragraph.node)

    def _prose(self, teller: str, text: str, origin: Origin, node: nodes.Node | None) -> Iterator[Mention]:
        for reference in self.texts.references(text):
            for number in reference.numbers(self.cases, self.headings) if reference.last is not None else (reference.number,):
                reached = self._reach(number)
                if reached is not None or not reference.bare:
                    yield Mention(teller, number, Way.PROSE, origin, node, reached, text)

    def _formal(self, teller: str, provision: Provision) -> Iterator[Mention]:
        node, origin = provision.node, provision.origin
        if isinstance(node, nodes.Relation):
            yield from self._relation(teller, node, provision)
        elif isinstance(node, nodes.Rule):
            for relation in node.relations:
                yield from self._relation(teller, relation, provision)
            for note in node.notes:
                yield from self._prose(teller, note.text, origin, note)

    def _relation(self, teller: str, relation: nodes.Relation, provision: Provision) -> Iterator[Mention]:
        for ref in (*relation.by, *relation.targets):
            reached = self._reach(ref.number, ref.and_below)
            yield Mention(teller, ref.number, relation.kind, provision.origin, ref, reached, "", provision, relation)

    def _lines(self, teller: str, other: tuple[tuple[nodes.BodyLine, Origin], ...]) -> Iterator[Mention]:
        for line, origin in other:
            match line:
                case nodes.Refers() | nodes.Accepts():
                    way = Way.REFERS_TO if isinstance(line, nodes.Refers) else Way.ACCEPTS
                    for ref in line.cases:
                        yield Mention(teller, ref.number, way, origin, ref, self._reach(ref.number, ref.and_below))
                case nodes.AsksQuestion() | nodes.Answers() | nodes.Component():
                    yield from self._prose(teller, line.text, origin, line)
                case nodes.Reads():
                    yield from self._prose(teller, line.because, origin, line)
                case _:
                    continue

    def _reach(self, number: str, and_below: bool = False) -> Reached | None:
        key = (number, and_below)
        if key not in self._found:
            self._found[key] = self.addresses.find(number, and_below=and_below)
        return self._found[key]

"""A case as each edition has it: one page holds the parts of all of them, each part with the editions that have it.

A part that is in every edition that has the case is written as it is. Any other carries the names of its editions (`data-rw-in`), and is
hidden where the edition in force is not among them; `editions.js` shows the parts of the edition that is read. So a page needs no second
copy of what is the same, which is nearly all of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import is_
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from rulewright.base.enablement import Scope
from rulewright.base.records import record
from rulewright.rulebook.model import CaseInForce, Provision, ReadingInForce
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.history import earlier_editions
from rulewright.site.html.addresses import Address
from rulewright.site.html.escape import Html, anchor_id, attributes_html, escape_text
from rulewright.site.html.templates import Heading
from rulewright.syntax.printer import source_text

T = TypeVar("T")
H = TypeVar("H", bound=Hashable)
C = TypeVar("C", bound=CaseInForce | ReadingInForce)
Marks: TypeAlias = dict[str, str | bool | None]
"""Attributes of an element, for the filter `attributes` of templates."""


@dataclass(slots=True)
class Part(Generic[T]):
    """Something that editions have, as the first of them has it, and as each of them does: there it may have another address."""

    what: T
    of_edition: dict[str, T] = field(default_factory=dict)

    @property
    def editions(self) -> list[str]:
        return list(self.of_edition)


def marks_of(now: str, all_editions: Collection[str], some: Collection[str]) -> Marks:
    """The attributes of an element that only some of the editions have; none where that is all of them."""
    return {} if set(some) >= set(all_editions) else {"data_rw_in": " ".join(some), "hidden": now not in some}


def played_marks(scope: Scope, outer: Scope | None = None) -> Marks:
    """The attributes of an element that counts only with an option or in scenarios, by which `played.js` marks it; none that those of the
    element around it, of `outer`, say already."""
    option = None if outer is not None and outer.option == scope.option else scope.option
    scenarios = (
        () if scope.scenario is None or (outer is not None and outer.scenario == scope.scenario) else (scope.scenario, *scope.also_in)
    )
    marks = {"data_rw_option": option, "data_rw_scenario": " ".join(scenarios)}
    return {name: value for name, value in marks.items() if value}


def told_apart(items: Iterable[T], key: Callable[[T], Hashable]) -> Iterator[tuple[Hashable, T]]:
    """Yield each item with its key and the number of times that the key has come up so far: an edition may say the same twice."""
    counts = Counter[Hashable]()
    for item in items:
        name = key(item)
        counts[name] += 1
        yield (name, counts[name]), item


def merge_editions(lists: Mapping[str, Sequence[T]], key: Callable[[T], Hashable]) -> list[Part[T]]:
    """The members of a list that each edition has, each once, in the order of the first edition; what it does not have comes after what
    precedes it in the other."""
    if not lists:
        return []
    first, *others = lists.values()
    if all(len(other) == len(first) and all(map(is_, first, other)) for other in others):  # of most cases, which nothing changes
        return [Part(item, dict.fromkeys(lists, item)) for item in first]
    merged_parts: dict[Hashable, Part[T]] = {}
    order: list[Hashable] = []
    for edition, items in lists.items():
        position = 0
        for name, item in told_apart(items, key):
            if name not in merged_parts:
                merged_parts[name] = Part(item)
                order.insert(position, name)
            merged_parts[name].of_edition[edition] = item
            position = order.index(name) + 1
    return [merged_parts[name] for name in order]


def said_together(of_edition: Mapping[str, T], write: Callable[[T, str], H]) -> dict[H, list[str]]:
    """Return what `write` gives for each edition, with the editions that have the same."""
    editions_by_value: dict[H, list[str]] = {}
    for edition, item in of_edition.items():
        editions_by_value.setdefault(write(item, edition), []).append(edition)
    return editions_by_value


class Versioned(NamedTuple, Generic[T]):
    """Something that some editions have, with the attributes of the element around it; none of these where all editions have it."""

    what: T
    marks: Marks


class Editions:
    """The editions of a book on one page, the one in force first."""

    def __init__(self, site_book: BookOfSite) -> None:
        self.now = site_book.edition
        self.names = (site_book.edition, *earlier_editions(site_book))

    def marks(self, some: Collection[str]) -> Marks:
        """The attributes of an element that only these editions have; none where that is all of them."""
        return marks_of(self.now, self.names, some)

    def heading(self, title: str, name: str, some: Collection[str]) -> Html | Heading:
        """A heading that only these editions have; it is listed on the page where the one in force is among them."""
        if self.now not in some:
            return Html(f"<h2{attributes_html({'id': name} | self.marks(some))}>{escape_text(title)}</h2>")
        return Heading(2, title, name, editions="" if set(some) >= set(self.names) else " ".join(some))


class Versions(Generic[C]):
    """One clause or reading in the editions that have it, the one in force first."""

    def __init__(self, now: str, of_edition: Mapping[str, C]) -> None:
        self.now = now
        self.of_edition = of_edition

    def marks(self, editions: Collection[str]) -> Marks:
        """The attributes of an element that only these editions have; none where that is all of them."""
        return marks_of(self.now, self.of_edition, editions)

    def by_edition(self, write: Callable[[C, str], H]) -> list[Versioned[H]]:
        """Return what `write` gives for each edition, once for editions that have the same; nothing for those that have nothing."""
        return self.part_by_edition(self.of_edition, write)

    def part_by_edition(self, of_edition: Mapping[str, T], write: Callable[[T, str], H]) -> list[Versioned[H]]:
        """The same of a part of them, as each edition that has the part has it."""
        return [Versioned(value, self.marks(editions)) for value, editions in said_together(of_edition, write).items() if value]

    def parts(self, list_parts: Callable[[C, str], Iterable[T]], key: Callable[[T], Hashable]) -> list[Part[T]]:
        """The members of a list that a version has under an edition, each once, in the order of the edition in force; what it does not
        have comes after what precedes it in the other edition."""
        return merge_editions({edition: list(list_parts(version, edition)) for edition, version in self.of_edition.items()}, key)

    # ---- provisions ----------------------------------------------------------------------------------------------------------------

    @cached_property
    def provisions(self) -> list[Part[Provision]]:
        """The rules, tables and statements of the case in any edition."""
        printed: dict[int, Hashable] = {}  # most lines are the same object in several editions, and are printed once

        def statement_key(provision: Provision) -> Hashable:
            if id(provision) not in printed:
                printed[id(provision)] = said_by(provision)
            return printed[id(provision)]

        def provisions_of(version: C, _: str) -> tuple[Provision, ...]:
            return () if isinstance(version, CaseInForce) and version.deleted else version.provisions

        return self.parts(provisions_of, statement_key)

    def is_now(self, part: Part[Provision]) -> bool:
        return self.now in part.editions

    def counterpart_today(self, part: Part[Provision]) -> Provision | None:
        """Return the provision in force at the address of a provision of earlier editions, or None."""
        later = (provision for provision in self.provisions if self.is_now(provision) and not set(provision.editions) & set(part.editions))
        return next((candidate.what for candidate in later if candidate.what.id == part.what.id), None)


def said_by(provision: Provision) -> Hashable:
    """Return the key by which provisions of editions are one: case, text and enablement; an address counts what is before it."""
    return provision.case, source_text(provision.node), provision.scope


def versions_of(site_book: BookOfSite, case: CaseInForce) -> Versions[CaseInForce]:
    """A case in every edition that has it; deleted ones count in the edition in force alone, whose page says so."""
    versions: dict[str, CaseInForce] = {}
    if site_book.view.find_case(case.first_number) is not None:
        versions[site_book.edition] = case
    for name in earlier_editions(site_book):
        version = site_book.book.views[name].find_case(case.first_number)
        if version is not None and not version.deleted:
            versions[name] = version
    return Versions(site_book.edition, versions)


@record
class Home:
    """The place of a provision on the site: as this edition has it, or today's if that is the same."""

    edition: str
    provision: Provision

    def anchor_of(self, now: str) -> str:
        """The address on its page; one that is no longer in force has an address of its own, which names the edition."""
        name = self.provision.id.text
        return anchor_id("rule", name) if self.edition == now else anchor_id("was", f"{self.edition} {name}")

    def address_in(self, site_book: BookOfSite) -> Address | None:
        """Return the address on its page: of its chapter, or of the readings."""
        name, view = self.provision.id.text, site_book.book.views[self.edition]
        reading = name.partition(".")[0]
        address, case = site_book.addresses.address_of_case(name), view.find_case(self.provision.case.number)
        if reading in view.readings:
            address = site_book.addresses.address_of_reading(reading)
        page = address.page if address is not None else site_book.addresses.chapters.get(case.chapter) if case is not None else None
        return Address(page, self.anchor_of(site_book.edition)) if page is not None else None


def home_of(site_book: BookOfSite, edition: str, provision: Provision) -> Home:
    """Return the place of a provision of an edition."""
    return site_book.memoize(("homes", ""), lambda: _homes_by_provision(site_book))[edition, provision.id.text]


def _homes_by_provision(site_book: BookOfSite) -> Mapping[tuple[str, str], Home]:
    result: dict[Hashable, Home] = {}
    homes: dict[tuple[str, str], Home] = {}
    for edition in (site_book.edition, *earlier_editions(site_book)):
        for name, provision in told_apart(site_book.book.views[edition].provisions_in_force(), said_by):
            homes[edition, provision.id.text] = result.setdefault(name, Home(edition, provision))
    return homes

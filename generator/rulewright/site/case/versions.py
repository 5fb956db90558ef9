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
from typing import Generic, TypeAlias, TypeVar

from rulewright.base.records import record
from rulewright.rulebook.model import CaseInForce, Provision, ReadingInForce
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.history import earlier_editions
from rulewright.site.case.page import Heading
from rulewright.site.html.addresses import Address
from rulewright.site.html.escape import EMPTY, Html, anchor, el, join
from rulewright.syntax.printer import source_text

T = TypeVar("T")
C = TypeVar("C", bound=CaseInForce | ReadingInForce)
Marks: TypeAlias = dict[str, str | bool | None]
"""Attributes of an element, for `el`."""


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


def told_apart(several: Iterable[T], key: Callable[[T], Hashable]) -> Iterator[tuple[Hashable, T]]:
    """Each with its key and the number of times that the key has come up so far: an edition may say the same twice."""
    seen = Counter[Hashable]()
    for one in several:
        name = key(one)
        seen[name] += 1
        yield (name, seen[name]), one


def merged(lists: Mapping[str, Sequence[T]], key: Callable[[T], Hashable]) -> list[Part[T]]:
    """The members of a list that each edition has, each once, in the order of the first edition; what it does not have comes after what
    precedes it in the other."""
    if not lists:
        return []
    first, *others = lists.values()
    if all(len(other) == len(first) and all(map(is_, first, other)) for other in others):  # of most cases, which nothing changes
        return [Part(one, dict.fromkeys(lists, one)) for one in first]
    found: dict[Hashable, Part[T]] = {}
    order: list[Hashable] = []
    for edition, several in lists.items():
        at = 0
        for name, one in told_apart(several, key):
            if name not in found:
                found[name] = Part(one)
                order.insert(at, name)
            found[name].of_edition[edition] = one
            at = order.index(name) + 1
    return [found[name] for name in order]


def said_together(of_edition: Mapping[str, T], write: Callable[[T, str], Html]) -> dict[Html, list[str]]:
    """What is said of something under each edition that has it, each with the editions of which it is said."""
    found: dict[Html, list[str]] = {}
    for edition, one in of_edition.items():
        found.setdefault(write(one, edition), []).append(edition)
    return found


class Editions:
    """All editions of a book, the one in force first, as a page speaks of them."""

    def __init__(self, of: BookOfSite) -> None:
        self.now = of.edition
        self.names = (of.edition, *earlier_editions(of))

    def marks(self, some: Collection[str]) -> Marks:
        """The attributes of an element that only these editions have; none where that is all of them."""
        return marks_of(self.now, self.names, some)

    def heading(self, title: str, name: str, some: Collection[str]) -> Html | Heading:
        """A heading that only these editions have; it is listed on the page where the one in force is among them."""
        if self.now not in some:
            return el("h2", title, id=name, **self.marks(some))
        return Heading(2, title, name, editions="" if set(some) >= set(self.names) else " ".join(some))


class Versions(Generic[C]):
    """One clause or reading in the editions that have it, the one in force first."""

    def __init__(self, now: str, of_edition: Mapping[str, C]) -> None:
        self.now = now
        self.of_edition = of_edition

    def marks(self, editions: Collection[str]) -> Marks:
        """The attributes of an element that only these editions have; none where that is all of them."""
        return marks_of(self.now, self.of_edition, editions)

    def element(self, tag: str, cls: str | None, write: Callable[[C, str], Html]) -> Html:
        """What a version says under an edition, in an element for each that says something else; none where it says nothing."""
        return self._elements(tag, cls, said_together(self.of_edition, write))

    def block(self, write: Callable[[C, str], Html], tag: str = "div") -> Html:
        """The same without an element of its own where all editions say one thing."""
        written = said_together(self.of_edition, write)
        return next(iter(written), EMPTY) if len(written) < 2 else self._elements(tag, None, written)

    def _elements(self, tag: str, cls: str | None, written: Mapping[Html, Collection[str]]) -> Html:
        return join(el(tag, html, cls=cls, **self.marks(editions)) for html, editions in written.items() if html)

    def parts(self, listed: Callable[[C, str], Iterable[T]], key: Callable[[T], Hashable]) -> list[Part[T]]:
        """The members of a list that a version has under an edition, each once, in the order of the edition in force; what it does not
        have comes after what precedes it in the other edition."""
        return merged({edition: list(listed(version, edition)) for edition, version in self.of_edition.items()}, key)

    # ---- provisions ----------------------------------------------------------------------------------------------------------------

    @cached_property
    def provisions(self) -> list[Part[Provision]]:
        """Every rule, table and statement of it."""
        printed: dict[int, Hashable] = {}  # most lines are the same object in several editions, and are printed once

        def said(one: Provision) -> Hashable:
            if id(one) not in printed:
                printed[id(one)] = said_by(one)
            return printed[id(one)]

        def there(version: C, _: str) -> tuple[Provision, ...]:
            return () if isinstance(version, CaseInForce) and version.deleted else version.provisions

        return self.parts(there, said)

    def is_now(self, part: Part[Provision]) -> bool:
        return self.now in part.editions

    def today(self, part: Part[Provision]) -> Provision | None:
        """What has come in force at the address of a provision of earlier editions."""
        later = (one for one in self.provisions if self.is_now(one) and not set(one.editions) & set(part.editions))
        return next((one.what for one in later if one.what.id == part.what.id), None)


def said_by(provision: Provision) -> Hashable:
    """What makes two provisions of editions one: the case, words, and when they are there; an address counts what is before it."""
    return provision.case, source_text(provision.node), provision.scope


def versions_of(of: BookOfSite, case: CaseInForce) -> Versions[CaseInForce]:
    """A case in every edition that has it; deleted ones count in the edition in force alone, whose page says so."""
    found: dict[str, CaseInForce] = {}
    if of.view.find(case.first_number) is not None:
        found[of.edition] = case
    for name in earlier_editions(of):
        version = of.book.views[name].find(case.first_number)
        if version is not None and not version.deleted:
            found[name] = version
    return Versions(of.edition, found)


@record
class Home:
    """Where a provision is shown: as this edition has it, today's if that says the same."""

    edition: str
    provision: Provision

    def anchor(self, now: str) -> str:
        """The address on its page; one that is no longer in force has an address of its own, which names the edition."""
        name = self.provision.id.text
        return anchor("rule", name) if self.edition == now else anchor("was", f"{self.edition} {name}")

    def address(self, of: BookOfSite) -> Address | None:
        """Its place on its page: of its chapter, or of the readings."""
        name, view = self.provision.id.text, of.book.views[self.edition]
        reading = name.partition(".")[0]
        found, case = of.addresses.case(name), view.find(self.provision.case.number)
        if reading in view.readings:
            found = of.addresses.reading(reading)
        page = found.page if found is not None else of.addresses.chapters.get(case.chapter) if case is not None else None
        return Address(page, self.anchor(of.edition)) if page is not None else None


def home_of(of: BookOfSite, edition: str, provision: Provision) -> Home:
    """Where a provision of an edition is shown."""
    return of.once(("homes", ""), lambda: _homes(of))[edition, provision.id.text]


def _homes(of: BookOfSite) -> Mapping[tuple[str, str], Home]:
    found: dict[Hashable, Home] = {}
    homes: dict[tuple[str, str], Home] = {}
    for edition in (of.edition, *earlier_editions(of)):
        for name, one in told_apart(of.book.views[edition].provisions(), said_by):
            homes[edition, one.id.text] = found.setdefault(name, Home(edition, one))
    return homes

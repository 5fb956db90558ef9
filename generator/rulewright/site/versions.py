"""A case as each edition has it: one page holds the parts of all of them, each part with the editions that have it.

A part that is in every edition that has the case is written as it is. Any other carries the names of its editions (`data-rw-in`), and is
hidden where the edition in force is not among them; `editions.js` shows the parts of the edition that is read. So a page needs no second
copy of what is the same, which is nearly all of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from operator import is_
from typing import Generic, TypeAlias, TypeVar

from rulewright.language.printer import source_text
from rulewright.rulebook.model import CaseInForce, Provision
from rulewright.site.escape import EMPTY, Html, el, join
from rulewright.site.given import BookOfSite
from rulewright.site.history import earlier_editions

T = TypeVar("T")
Marks: TypeAlias = dict[str, str | bool | None]
"""Attributes of an element, for `el`."""


@dataclass(slots=True)
class Part(Generic[T]):
    """Something that editions have, and which of them."""

    what: T
    editions: list[str] = field(default_factory=list)


class Versions:
    """One clause in the editions that have it, the one in force first."""

    def __init__(self, now: str, of_edition: Mapping[str, CaseInForce]) -> None:
        self.now = now
        self.of_edition = of_edition

    def marks(self, editions: Iterable[str]) -> Marks:
        """The attributes of an element that only these editions have; none where that is all of them."""
        some = list(editions)
        return {} if set(some) >= set(self.of_edition) else {"data_rw_in": " ".join(some), "hidden": self.now not in some}

    def element(self, tag: str, cls: str | None, write: Callable[[CaseInForce, str], Html]) -> Html:
        """What a version says under an edition, in an element for each that says something else; none where it says nothing."""
        written = self._written(write)
        return join(el(tag, html, cls=cls, **self.marks(editions)) for html, editions in written.items() if html)

    def block(self, write: Callable[[CaseInForce, str], Html], tag: str = "div") -> Html:
        """The same without an element of its own where all editions say one thing."""
        written = self._written(write)
        return next(iter(written), EMPTY) if len(written) < 2 else self.element(tag, None, write)

    def _written(self, write: Callable[[CaseInForce, str], Html]) -> dict[Html, list[str]]:
        found: dict[Html, list[str]] = {}
        for edition, version in self.of_edition.items():
            found.setdefault(write(version, edition), []).append(edition)
        return found

    def parts(self, listed: Callable[[CaseInForce, str], Iterable[T]], key: Callable[[T], Hashable]) -> list[Part[T]]:
        """The members of a list that a version has under an edition, each once, in the order of the edition in force; what it does not
        have comes after what precedes it in the other edition."""
        lists = {edition: list(listed(version, edition)) for edition, version in self.of_edition.items()}
        if not lists:
            return []
        first, *others = lists.values()
        if all(len(other) == len(first) and all(map(is_, first, other)) for other in others):  # of most cases, which nothing changes
            return [Part(one, list(lists)) for one in first]
        found: dict[Hashable, Part[T]] = {}
        order: list[Hashable] = []
        for edition, several in lists.items():
            at, seen = 0, Counter[Hashable]()
            for one in several:
                same = key(one)
                seen[same] += 1
                name = same, seen[same]  # the same may be there twice
                if name not in found:
                    found[name] = Part(one)
                    order.insert(at, name)
                found[name].editions.append(edition)
                at = order.index(name) + 1
        return [found[name] for name in order]

    # ---- provisions ----------------------------------------------------------------------------------------------------------------

    @cached_property
    def provisions(self) -> list[Part[Provision]]:
        """Every rule, table and statement of the clause."""
        printed: dict[int, Hashable] = {}  # most lines are the same object in several editions, and are printed once

        def said(one: Provision) -> Hashable:
            if id(one) not in printed:
                printed[id(one)] = said_by(one)
            return printed[id(one)]

        return self.parts(lambda version, _: () if version.deleted else version.provisions, said)

    def is_now(self, part: Part[Provision]) -> bool:
        return self.now in part.editions

    def today(self, part: Part[Provision]) -> Provision | None:
        """What has come in force at the address of a provision of earlier editions."""
        later = (one for one in self.provisions if self.is_now(one) and not set(one.editions) & set(part.editions))
        return next((one.what for one in later if one.what.id == part.what.id), None)

    def has_rules_of_today(self, edition: str) -> bool:
        """Whether an edition has all the rules and tables that are in force, and no others."""
        return all((edition in part.editions) == self.is_now(part) for part in self.provisions)


def said_by(provision: Provision) -> Hashable:
    """What makes two provisions of editions one: the case, words, and when they are there; an address counts what is before it."""
    return provision.case, source_text(provision.node), provision.scope


def versions_of(of: BookOfSite, case: CaseInForce) -> Versions:
    """A case in every edition that has it; deleted ones count in the edition in force alone, whose page says so."""
    found: dict[str, CaseInForce] = {}
    if of.view.find(case.first_number) is not None:
        found[of.edition] = case
    for name in earlier_editions(of):
        version = of.book.views[name].find(case.first_number)
        if version is not None and not version.deleted:
            found[name] = version
    return Versions(of.edition, found)


def only_now(of: BookOfSite, clause: CaseInForce) -> Versions:
    """A clause of which one version is shown: a ruling, which nothing amends."""
    return Versions(of.edition, {of.edition: clause})


def editions_with(of: BookOfSite, address: str) -> frozenset[str]:
    """The editions that have a rule as it is in force."""
    return of.once(("editions with", address), lambda: frozenset(_editions_with(of, of.provision(address))))


def _editions_with(of: BookOfSite, provision: Provision | None) -> Iterator[str]:
    for name, view in of.book.views.items():
        if provision is None or any(said_by(one) == said_by(provision) for one in view.provisions() if one.case == provision.case):
            yield name

"""What the site is made of: one loaded rulebook as the pipeline hands it over, and how the site sees it in its default edition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from rulewright.diagnostics import Diagnostic
from rulewright.language import nodes
from rulewright.rulebook.model import CaseInForce, ClauseKind, EditionView, Origin, Rulebook
from rulewright.rulebook.numbers import shown
from rulewright.site.addresses import Addresses
from rulewright.site.bearings import Bearings
from rulewright.site.sentences import Sentences
from rulewright.site.words import worded
from rulewright.source import Location

if TYPE_CHECKING:
    from rulewright.semantics.coverage import Coverage
    from rulewright.semantics.examples import ExampleResult


class Given(Protocol):
    """A rulebook that went through the passes; `pipeline.Loaded` is one."""

    @property
    def name(self) -> str: ...
    @property
    def book(self) -> Rulebook: ...
    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]: ...
    @property
    def examples(self) -> tuple[ExampleResult, ...]: ...
    @property
    def coverage(self) -> Coverage: ...


@dataclass
class BookOfSite:
    """One rulebook as the pages see it: the default edition, with addresses, bearings and words; all worked out once."""

    given: Given

    @cached_property
    def book(self) -> Rulebook:
        return self.given.book

    @property
    def title(self) -> str:
        return self.book.front.title

    @cached_property
    def folder(self) -> str:
        """The folder of its pages, below the top of the site."""
        return self.addresses.folder

    @property
    def edition(self) -> str:
        return self.book.default_edition

    @cached_property
    def view(self) -> EditionView:
        return self.book.views[self.edition]

    @cached_property
    def addresses(self) -> Addresses:
        return Addresses(self.book, self.view)

    @cached_property
    def bearings(self) -> Bearings:
        return Bearings(self.book, self.edition)

    @cached_property
    def sentences(self) -> Sentences:
        return Sentences(self.book)

    @cached_property
    def results(self) -> Mapping[Location | tuple[str, str], tuple[ExampleResult, ...]]:
        """Results of examples by where the example is written, or by (case, title) where that is not told: one for each edition."""
        found: dict[Location | tuple[str, str], tuple[ExampleResult, ...]] = {}
        for result in self.given.examples:
            key = result.location or (result.case, result.title)
            found[key] = (*found.get(key, ()), result)
        return found

    def results_of(self, example: nodes.Example, origin: Origin) -> tuple[ExampleResult, ...]:
        """How one example came out in every edition it was run in; nothing where it was not run."""
        return self.results.get(origin.place.at(example.span)) or self.results.get((origin.number, example.title), ())

    def number(self, number: str) -> str:
        """A number as this book prints it; a name that stands for one, in words."""
        return worded(shown(number, self.book.front.headings is not None))

    @cached_property
    def cases(self) -> tuple[CaseInForce, ...]:
        """Every case that has a place on a chapter's page, deleted ones too: cases, and scenarios at their end."""
        return (*self.view.cases.values(), *self.view.scenarios.values())

    @cached_property
    def rulings_on(self) -> Mapping[str, tuple[CaseInForce, ...]]:
        """Rulings by the number of the first case that they are on; those whose case is not there by the number of none: ``""``."""
        found: dict[str, tuple[CaseInForce, ...]] = {}
        for ruling in self.view.rulings.values():
            home = self.addresses.home_of_ruling(ruling)
            found[home] = (*found.get(home, ()), ruling)
        return found


def kind_of(case: CaseInForce) -> str:
    """The words of a case's badge: `printed case`, `new case`, `ruling`, `scenario`."""
    if case.kind is ClauseKind.CASE:
        return "new case" if case.new else "case"
    return case.kind.value

"""What the site is made of: one loaded rulebook as it was loaded, and how the site sees it in its default edition."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from rulewright.base.diagnostics import Diagnostic
from rulewright.base.source import Location
from rulewright.rulebook.backgrounds import Backgrounds
from rulewright.rulebook.case_numbers import shown
from rulewright.rulebook.model import CaseInForce, ClauseKind, EditionView, Origin, Provision, ReadingInForce, Rulebook
from rulewright.rulebook.worklist import Unheld, unheld_cases
from rulewright.site.asking.questions import Asking
from rulewright.site.book.bearings import Bearings
from rulewright.site.html.addresses import Addresses, changes_page_name
from rulewright.site.html.between import Between
from rulewright.site.wording.sentences import Sentences
from rulewright.site.wording.words import worded
from rulewright.syntax import nodes

if TYPE_CHECKING:
    from rulewright.analysis.comparison.amendments import Meaning
    from rulewright.analysis.coverage import Coverage
    from rulewright.analysis.dependencies.model import Graph
    from rulewright.analysis.examples import ExampleResult
    from rulewright.analysis.mutation.model import Slips
    from rulewright.analysis.verdicts.findings import Decided, NotAnalysed
    from rulewright.core.model import Core


T = TypeVar("T")
ACCEPTED = re.compile(r"accepted in (?P<case>[^:]+): (?P<reason>.*)", re.DOTALL)
EDITIONS = re.compile(r"in the editions (?P<names>.*)", re.DOTALL)
CONTRADICTIONS = frozenset({"contradiction", "option-clash"})
"""The findings that two rules contradict each other."""


class Given(Protocol):
    """A rulebook that went through the passes; `loaded.Loaded` is one."""

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
    @property
    def left(self) -> Sequence[tuple[NotAnalysed, Sequence[str]]]: ...
    @property
    def changes(self) -> Mapping[tuple[str, str], Meaning]: ...
    @property
    def cores(self) -> Mapping[str, Core]: ...
    def graph(self, edition: str | None = None) -> Graph: ...
    def settled(self, edition: str | None = None) -> Decided: ...
    def keep(self, part: str, make: Callable[[], T]) -> T: ...
    @property
    def changes_are_kept(self) -> bool: ...
    @property
    def slips(self) -> Slips: ...
    @property
    def slips_are_kept(self) -> bool: ...


@dataclass
class BookOfSite:
    """One rulebook as the pages see it: the default edition, with addresses, bearings and words; all worked out once."""

    given: Given
    compare: bool = True
    """Whether editions are compared where that has not been done yet; it takes long."""
    coverage_before: Coverage | None = None
    """The coverage of an earlier state, which stands in for that of this one until it is worked out; it takes long."""
    has_pdf: bool = False
    """Whether the book is printed too, so that its pages may lead to that."""
    _made: dict[tuple[str, str], Any] = field(default_factory=dict, init=False, repr=False)
    """What was worked out for one edition or place, under the name of what it is."""

    @cached_property
    def slips(self) -> Slips | None:
        """What becomes of the slips of the default edition, if it is known."""
        return self.given.slips if self.given.slips_are_kept else None

    @property
    def coverage(self) -> Coverage:
        """Of every source statement: placed, executable, exercised."""
        return self.given.coverage if self.coverage_before is None else self.coverage_before

    @cached_property
    def changes(self) -> Mapping[tuple[str, str], Meaning]:
        """What changed from one edition to the next, where there is anything to show."""
        found = self.given.changes if self.compare or self.given.changes_are_kept else {}
        return {pair: one for pair, one in found.items() if one.amendments or one.differences.changes or one.differences.not_analysed}

    @cached_property
    def effects(self) -> Mapping[Location, tuple[str, int, str]]:
        """The clauses that were compared, by where they are written: page, place among the amendments from 1, class."""
        return {
            amendment.location: (changes_page_name(*pair), number, amendment.word)
            for pair, one in self.changes.items()
            for number, amendment in enumerate(one.amendments, 1)
        }

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
        return Bearings(self.graph)

    def bearings_in(self, edition: str) -> Bearings:
        """What bears on what in an edition."""
        if edition == self.edition:
            return self.bearings
        return self.once(("bearings", edition), lambda: Bearings(self.given.graph(edition)))

    def asking_in(self, edition: str) -> Asking:
        """What can be asked of an edition."""
        return self.once(("asking", edition), lambda: Asking(self.given.cores, edition, self.addresses))

    def rulings_in(self, edition: str) -> Mapping[str, tuple[CaseInForce, ...]]:
        """The rulings of an edition by the number of the first case that they are on; ``""`` for those whose case is not there."""
        return self.once(("rulings", edition), lambda: self._rulings(self.book.views[edition]))

    def readings_in(self, edition: str) -> Mapping[str, tuple[ReadingInForce, ...]]:
        """The readings of an edition by the number of each case that they are on."""
        return self.once(("readings", edition), lambda: self._readings(self.book.views[edition]))

    def once(self, what: tuple[str, str], make: Callable[[], T]) -> T:
        """What is worked out for one edition or place of the book, when it is first asked for."""
        if what not in self._made:
            self._made[what] = make()
        made: T = self._made[what]
        return made

    @cached_property
    def graph(self) -> Graph:
        return self.given.graph(self.edition)

    @cached_property
    def sentences(self) -> Sentences:
        return Sentences(self.book)

    @cached_property
    def unheld(self) -> tuple[Unheld, ...]:
        """The cases over which a reader's own copy can be laid, with what the sources do to their words."""
        return unheld_cases(self.book)

    @cached_property
    def unheld_numbers(self) -> frozenset[str]:
        return frozenset(one.number for one in self.unheld)

    @cached_property
    def asking(self) -> Asking:
        """What can be asked, by case and by example."""
        return self.asking_in(self.edition)

    @cached_property
    def backgrounds(self) -> Backgrounds:
        """What examples of the book share."""
        return Backgrounds(self.book)

    @cached_property
    def questions(self) -> Mapping[str, nodes.Value | nodes.Verdict | nodes.Predicate | nodes.Table]:
        """What can be asked, by its name."""
        kinds = (nodes.Value, nodes.Verdict, nodes.Predicate, nodes.Table)
        found = [one.node for one in self.book.declarations] + [one.node for one in self.view.provisions()]
        return {node.name: node for node in found if isinstance(node, kinds)}

    def between(self, edition: str) -> Between:
        """What is settled between the rules of an edition."""

        def make() -> Between:
            contradictions = [one for one in self.given.diagnostics if one.name in CONTRADICTIONS and found_in(one, edition)]
            find = partial(self.provision, edition)
            return Between(self.book.views[edition], find, self.given.settled(edition), contradictions)

        return self.once(("between", edition), make)

    @cached_property
    def accepted(self) -> tuple[Diagnostic, ...]:
        """The findings that the book accepts, in any edition."""
        return tuple(found for found in self.given.diagnostics if acceptance(found) is not None)

    def accepted_contradictions(self, edition: str) -> tuple[Diagnostic, ...]:
        """The contradictions of an edition that the book accepts: one count, wherever it is said."""
        return tuple(one for one in self.accepted if one.name in CONTRADICTIONS and found_in(one, edition))

    def provision(self, edition: str, address: str) -> Provision | None:
        """A rule, table or statement of an edition by its address; of a ground (`14.43.3.b`), the rule that it is of."""
        known = self.once(("provisions", edition), lambda: {one.id.text: one for one in self.book.views[edition].provisions()})
        return known.get(address) or known.get(address.rpartition(".")[0])

    @cached_property
    def results(self) -> Mapping[Location | tuple[str, str], tuple[ExampleResult, ...]]:
        """Results of examples by where the example is written, or by (case, title) where that is not known: one for each edition."""
        found: dict[Location | tuple[str, str], tuple[ExampleResult, ...]] = {}
        for result in self.given.examples:
            key = result.location or (result.case, result.title)
            found[key] = (*found.get(key, ()), result)
        return found

    def results_of(self, example: nodes.Example, origin: Origin) -> tuple[ExampleResult, ...]:
        """How one example came out in every edition it was run in; nothing where it was not run."""
        return self.results.get(origin.place.at(example.span)) or self.results.get((origin.number, example.title), ())

    def edition_title(self, name: str) -> str:
        return self.book.editions[name].title or worded(name)

    def game_title(self, name: str) -> str:
        return next((one.title for one in self.book.games if one.name == name), worded(name))

    def number(self, number: str) -> str:
        """A number as this book prints it; a name that stands for one, or for a rule of a case, in words: `8.6 in mud`."""
        by_heading = self.book.front.headings is not None
        home = self.addresses.case_number(number)
        rest = number.removeprefix(f"{home}.")
        if rest == number or len(name := rest.split(".")[0]) == 1 or name.isdigit():
            return worded(shown(number, by_heading))
        return f"{worded(shown(home or number, by_heading))} {worded(rest.replace('.', ', '))}"

    @cached_property
    def cases(self) -> tuple[CaseInForce, ...]:
        """Every case that has a place on a chapter's page, deleted ones too: cases, and scenarios at their end."""
        return (*self.view.cases.values(), *self.view.scenarios.values())

    @property
    def rulings_on(self) -> Mapping[str, tuple[CaseInForce, ...]]:
        """The rulings in force, by the case that they are on."""
        return self.rulings_in(self.edition)

    def _rulings(self, view: EditionView) -> Mapping[str, tuple[CaseInForce, ...]]:
        found: dict[str, tuple[CaseInForce, ...]] = {}
        for ruling in view.rulings.values():
            home = self.addresses.home_of_ruling(ruling)
            found[home] = (*found.get(home, ()), ruling)
        return found

    def _readings(self, view: EditionView) -> Mapping[str, tuple[ReadingInForce, ...]]:
        found: dict[str, tuple[ReadingInForce, ...]] = {}
        for reading in view.readings.values():
            for case in reading.on:
                home = self.addresses.case_number(case.number) or ""
                found[home] = (*found.get(home, ()), reading)
        return found


def acceptance(found: Diagnostic) -> re.Match[str] | None:
    """Where and why a finding was accepted; None where it was not."""
    return next((match for note in found.notes if (match := ACCEPTED.fullmatch(note)) is not None), None)


def found_in(found: Diagnostic, edition: str) -> bool:
    """Whether a finding is one of an edition: of every one where it names none, else of those that it or its note names."""
    several = next((match for note in found.notes if (match := EDITIONS.fullmatch(note)) is not None), None)
    named = re.findall("`([^`]*)`", several["names"]) if several is not None else [found.edition]
    return not found.edition or edition in named


def kind_of(case: CaseInForce) -> str:
    """The words of a case's badge: `printed case`, `new case`, `ruling`, `scenario`."""
    if case.kind is ClauseKind.CASE:
        return "new case" if case.new else "case"
    return case.kind.value

"""The data behind the pages of a book: the open book, and values worked out for its default edition."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from rulewright.base.diagnostics import Diagnostic
from rulewright.base.source import Location
from rulewright.rulebook.backgrounds import Backgrounds
from rulewright.rulebook.model import CaseInForce, ClauseKind, EditionView, Origin, Provision, ReadingInForce, Rulebook
from rulewright.rulebook.renaming import book_of_edition
from rulewright.rulebook.worklist import UnheldCase, unheld_cases
from rulewright.site.asking.questions import Asking
from rulewright.site.book.bearings import Bearings
from rulewright.site.html.addresses import Addresses, changes_page_name
from rulewright.site.html.between import PrecedencePairs
from rulewright.site.html.templates import Templates, packaged_templates
from rulewright.site.wording.sentences import Sentences
from rulewright.site.wording.words import spell_out
from rulewright.syntax import nodes

if TYPE_CHECKING:
    from rulewright.analysis.comparison.amendments import Meaning
    from rulewright.analysis.coverage import Coverage
    from rulewright.analysis.dependencies.model import Graph
    from rulewright.analysis.examples import ExampleResult
    from rulewright.analysis.mutation.model import SlipResults
    from rulewright.analysis.verdicts.findings import EditionVerdicts, NotAnalysed
    from rulewright.core.model import Core


T = TypeVar("T")
ACCEPTED = re.compile(r"accepted in (?P<case>[^:]+): (?P<reason>.*)", re.DOTALL)
CONTRADICTIONS = frozenset({"contradiction", "option-clash"})
"""The findings that two rules contradict each other."""


class BookData(Protocol):
    """A rulebook that went through the passes; `open_book.OpenBook` is one."""

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
    def undecided_questions(self) -> Sequence[tuple[NotAnalysed, Sequence[str]]]: ...
    @property
    def changes(self) -> Mapping[tuple[str, str], Meaning]: ...
    @property
    def cores(self) -> Mapping[str, Core]: ...
    def graph(self, edition: str | None = None) -> Graph: ...
    def precedence_report(self, edition: str | None = None) -> EditionVerdicts: ...
    def load_or_make(self, part: str, make: Callable[[], T]) -> T: ...
    @property
    def has_changes(self) -> bool: ...
    @property
    def slips(self) -> SlipResults: ...
    @property
    def has_slips(self) -> bool: ...


@dataclass
class BookOfSite:
    """One rulebook as the pages see it: the default edition, with addresses, bearings and words; all worked out once."""

    data: BookData
    compare: bool = True
    """Whether editions are compared where that has not been done yet; it takes long."""
    coverage_before: Coverage | None = None
    """The coverage of an earlier state, which stands in for that of this one until it is worked out; it takes long."""
    has_pdf: bool = False
    """Whether the book is printed too, so that its pages may lead to that."""
    has_manual: bool = False
    """Whether the site has the tool's manual too, so that pages may lead to it and show its commands."""
    templates: Templates = field(default_factory=packaged_templates, repr=False)
    """The templates of the site that the book is part of."""
    _memo: dict[tuple[str, str], Any] = field(default_factory=dict, init=False, repr=False)
    """What was worked out for one edition or place, under the name of what it is."""

    @cached_property
    def slips(self) -> SlipResults | None:
        """The verdicts on the mutants of the default edition, if they are known."""
        return self.data.slips if self.data.has_slips else None

    @property
    def coverage(self) -> Coverage:
        """Of every source statement: placed, executable, exercised."""
        return self.data.coverage if self.coverage_before is None else self.coverage_before

    @cached_property
    def changes(self) -> Mapping[tuple[str, str], Meaning]:
        """The comparisons of neighbouring editions that have something to show."""
        comparisons = self.data.changes if self.is_compared else {}
        return {
            pair: meaning
            for pair, meaning in comparisons.items()
            if meaning.amendments or meaning.differences.changes or meaning.differences.not_analysed
        }

    @property
    def is_compared(self) -> bool:
        """False for a book of several editions whose answers are not compared in this build."""
        return self.compare or self.data.has_changes or len(self.book.editions) < 2

    @cached_property
    def effects(self) -> Mapping[Location, tuple[str, int, str]]:
        """The clauses that were compared, by where they are written: page, place among the amendments from 1, class."""
        return {
            amendment.location: (changes_page_name(*pair), number, amendment.word)
            for pair, meaning in self.changes.items()
            for number, amendment in enumerate(meaning.amendments, 1)
        }

    @cached_property
    def book(self) -> Rulebook:
        """The rulebook, its vocabulary in the words of the default edition."""
        book = self.data.book
        return book_of_edition(book, book.default_edition)

    @cached_property
    def renames_terms(self) -> bool:
        """True if editions have different words for the same declarations."""
        return any(view.renamings for view in self.book.views.values())

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
        """The relations between cases in an edition."""
        if edition == self.edition:
            return self.bearings
        return self.memoize(("bearings", edition), lambda: Bearings(self.data.graph(edition)))

    def asking_in(self, edition: str) -> Asking:
        """The questions of an edition."""
        return self.memoize(("asking", edition), lambda: Asking(self.data.cores, edition, self.addresses))

    def rulings_in(self, edition: str) -> Mapping[str, tuple[CaseInForce, ...]]:
        """The rulings of an edition by the number of the first case that they are on; ``""`` for those whose case is not there."""
        return self.memoize(("rulings", edition), lambda: self._rulings_by_case(self.book.views[edition]))

    def readings_in(self, edition: str) -> Mapping[str, tuple[ReadingInForce, ...]]:
        """The readings of an edition by the number of each case that they are on."""
        return self.memoize(("readings", edition), lambda: self._readings_by_case(self.book.views[edition]))

    def memoize(self, key: tuple[str, str], make: Callable[[], T]) -> T:
        """Return a value of one edition or part of the book, worked out when it is first asked for."""
        if key not in self._memo:
            self._memo[key] = make()
        value: T = self._memo[key]
        return value

    @cached_property
    def graph(self) -> Graph:
        return self.data.graph(self.edition)

    @cached_property
    def sentences(self) -> Sentences:
        return self.sentences_in(self.edition)

    def sentences_in(self, edition: str) -> Sentences:
        """The sentences of rules in the words of an edition; the same for all editions if no term was renamed."""
        if not self.renames_terms:
            edition = ""
        return self.memoize(("sentences", edition), lambda: Sentences(self.data.book, edition or None))

    @cached_property
    def unheld(self) -> tuple[UnheldCase, ...]:
        """The cases over which a reader's own copy can be laid, with what the sources do to their words."""
        return unheld_cases(self.book)

    @cached_property
    def unheld_numbers(self) -> frozenset[str]:
        return frozenset(clause.number for clause in self.unheld)

    @cached_property
    def asking(self) -> Asking:
        """The questions of the default edition, by case and by example."""
        return self.asking_in(self.edition)

    @cached_property
    def backgrounds(self) -> Backgrounds:
        """The backgrounds that examples of the book share."""
        return Backgrounds(self.book)

    @cached_property
    def questions(self) -> Mapping[str, nodes.Value | nodes.Verdict | nodes.Predicate | nodes.Table]:
        """The declarations of questions, by name."""
        kinds = (nodes.Value, nodes.Verdict, nodes.Predicate, nodes.Table)
        declared = [item.node for item in self.book.declarations] + [item.node for item in self.view.provisions_in_force()]
        return {node.name: node for node in declared if isinstance(node, kinds)}

    def precedence_pairs(self, edition: str) -> PrecedencePairs:
        """The pairs of rules of an edition that meet with opposite answers, and their precedence."""

        def collect_pairs() -> PrecedencePairs:
            contradictions = [
                finding for finding in self.data.diagnostics if finding.name in CONTRADICTIONS and is_found_in(finding, edition)
            ]
            find = partial(self.find_provision, edition)
            return PrecedencePairs(self.book.views[edition], find, self.data.precedence_report(edition), contradictions)

        return self.memoize(("between", edition), collect_pairs)

    @cached_property
    def accepted(self) -> tuple[Diagnostic, ...]:
        """The findings that the book accepts, in any edition."""
        return tuple(finding for finding in self.data.diagnostics if match_acceptance(finding) is not None)

    def accepted_contradictions(self, edition: str) -> tuple[Diagnostic, ...]:
        """The contradictions of an edition that the book accepts: one count, wherever it is said."""
        return tuple(finding for finding in self.accepted if finding.name in CONTRADICTIONS and is_found_in(finding, edition))

    def find_provision(self, edition: str, address: str) -> Provision | None:
        """A rule, table or statement of an edition by its address; of a ground (`14.43.3.b`), the rule that it is of."""
        provisions = self.memoize(
            ("provisions", edition), lambda: {provision.id.text: provision for provision in self.book.views[edition].provisions_in_force()}
        )
        return provisions.get(address) or provisions.get(address.rpartition(".")[0])

    @cached_property
    def results(self) -> Mapping[Location | tuple[str, str], tuple[ExampleResult, ...]]:
        """Results of examples by where the example is written, or by (case, title) where that is not known: one for each edition."""
        by_location: dict[Location | tuple[str, str], tuple[ExampleResult, ...]] = {}
        for result in self.data.examples:
            key = result.location or (result.case, result.title)
            by_location[key] = (*by_location.get(key, ()), result)
        return by_location

    def results_of(self, example: nodes.Example, origin: Origin) -> tuple[ExampleResult, ...]:
        """The results of one example, one for each edition in which it was run."""
        return self.results.get(origin.place.location_of(example.span)) or self.results.get((origin.number, example.title), ())

    def edition_title(self, name: str) -> str:
        return self.book.editions[name].title or spell_out(name)

    def game_title(self, name: str) -> str:
        return next((game.title for game in self.book.games if game.name == name), spell_out(name))

    def printed_number(self, number: str) -> str:
        """A number as this book prints it; a name that stands for one, or for a rule of a case, in words: `8.6 in mud`."""
        home = self.addresses.case_number(number)
        part = number.removeprefix(f"{home}.")
        if part == number or len(name := part.split(".")[0]) == 1 or name.isdigit():
            return spell_out(self.book.numbering.display(number))
        return f"{spell_out(self.book.numbering.display(home or number))} {spell_out(part.replace('.', ', '))}"

    @cached_property
    def cases(self) -> tuple[CaseInForce, ...]:
        """The cases that have a place on a chapter's page, deleted ones too; scenarios come last."""
        return (*self.view.cases.values(), *self.view.scenarios.values())

    @property
    def rulings_on(self) -> Mapping[str, tuple[CaseInForce, ...]]:
        """The rulings in force, by the case that they are on."""
        return self.rulings_in(self.edition)

    def _rulings_by_case(self, view: EditionView) -> Mapping[str, tuple[CaseInForce, ...]]:
        rulings: dict[str, tuple[CaseInForce, ...]] = {}
        for ruling in view.rulings.values():
            home = self.addresses.home_of_ruling(ruling)
            rulings[home] = (*rulings.get(home, ()), ruling)
        return rulings

    def _readings_by_case(self, view: EditionView) -> Mapping[str, tuple[ReadingInForce, ...]]:
        readings: dict[str, tuple[ReadingInForce, ...]] = {}
        for reading in view.readings.values():
            for case in reading.cases:
                home = self.addresses.case_number(case.number) or ""
                readings[home] = (*readings.get(home, ()), reading)
        return readings


def match_acceptance(finding: Diagnostic) -> re.Match[str] | None:
    """Match the note that says where and why a finding was accepted; None if it was not."""
    return next((match for note in finding.notes if (match := ACCEPTED.fullmatch(note)) is not None), None)


def is_found_in(finding: Diagnostic, edition: str) -> bool:
    """Return True if a finding is one of an edition: of each edition if it names none, else of those that it or its note names."""
    return not finding.edition_names or edition in finding.edition_names


def kind_of(case: CaseInForce) -> str:
    """The words of a case's badge: `printed case`, `new case`, `ruling`, `scenario`."""
    if case.kind is ClauseKind.CASE:
        return "new case" if case.new else "case"
    return case.kind.value

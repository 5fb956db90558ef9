"""An open rulebook: the results of the passes (`rulewright.workspace.pipeline`), computed on demand, each once.

Interfaces call only this. Each result is stored (`rulewright.base.store`) under the content of all its inputs: a second run loads it,
an edit in one file parses only that file again. Long work is handed to workers (`rulewright.base.workers`), by `start` ahead of time.
Modules that take long to import are imported by the pass that needs them, so that a warm run does not pay for them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, assert_never

from rulewright.analysis.verdicts.depth import Depth
from rulewright.base import resources
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.runtime import garbage_collector
from rulewright.base.store import Results, Store, TrackedDict, digest, plain_name
from rulewright.base.suggestions import did_you_mean
from rulewright.base.tool_version import tool_fingerprint
from rulewright.base.workers import Parcel, Pending, Workers
from rulewright.workspace import pipeline
from rulewright.workspace.inputs import Inputs, LoadError, folder_of, read_inputs

if TYPE_CHECKING:
    from rulewright.analysis.comparison.amendments import EditionComparison, Meaning
    from rulewright.analysis.comparison.core_difference import QuestionDifference
    from rulewright.analysis.coverage import Coverage, CoverageRun
    from rulewright.analysis.dependencies.model import Graph
    from rulewright.analysis.examples import ExampleResult
    from rulewright.analysis.mutation.model import SlipResults
    from rulewright.analysis.mutation.run import SlipJob
    from rulewright.analysis.plain_questions.table import Table
    from rulewright.analysis.verdicts.editions import VerdictComputation
    from rulewright.analysis.verdicts.findings import EditionVerdicts, NotAnalysed, QuestionPairs, QuestionVerdict
    from rulewright.analysis.verdicts.precedence_pairs import PairComputation
    from rulewright.checks.run import Checking
    from rulewright.core.model import Core
    from rulewright.rulebook.model import Rulebook
    from rulewright.semantics.model import Program
    from rulewright.syntax.nodes import SyntaxTree
    from rulewright.workspace.reading import Reading

__all__ = ["LoadError", "OpenBook", "Part", "load", "start_work"]

T = TypeVar("T")
PendingTree: TypeAlias = "Reading | Pending[tuple[SyntaxTree, tuple[Diagnostic, ...]]]"
"""A folder that is being parsed: its syntax tree and the diagnostics are the `result`."""
TreeReader: TypeAlias = Callable[[Inputs, Store, str, Workers], PendingTree]

TREE = "tree"
VERDICTS, SETTLED_PAIRS, COMPARED = "verdicts", "settled", "compared"
UNUSED_ACCEPTS = "RW499"
ERRORS_FIRST = "its errors come first"  # the reason that an edition is not decided
OLD_VERDICTS = 2_000  # unused verdicts kept for a book: an edit is often undone


class Part(StrEnum):
    """The results that take long to compute."""

    ERRORS = "decided.errors"
    """The verdicts on errors and warnings."""
    DECIDED = "decided"
    """All verdicts, notes among them."""
    EXAMPLES = "examples"
    COVERAGE = "coverage"
    PRECEDENCE = "settled"
    CHANGES = "changes"
    SLIPS = "slips"


PROSE_FREE, CORE, RESOLVING, PRECEDENCE, MEANING, ASK_SCRIPT = "left", "core", "resolving", "precedence", "meaning", "ask_script"
OF_RULES_ALONE = "of_rules_alone"
PLAIN_TABLE = "plain_table"
NOT_OF_WORDS = (CORE, RESOLVING, PRECEDENCE, ASK_SCRIPT, OF_RULES_ALONE, Part.DECIDED, Part.EXAMPLES, Part.SLIPS)
"""The first words of names of results that do not depend on prose."""
NOT_OF_PLACES = (MEANING, Part.COVERAGE)
"""The same of results that do not depend on line numbers either."""


@dataclass
class OpenBook:
    """One rulebook on its way through the passes. `results` are stored under the key of all their inputs."""

    name: str
    folder: Path
    inputs: Inputs
    overlay: Inputs | None
    results: Results
    workers: Workers
    budget: int | None = None
    """Search nodes that one question to the solver may take; None is the usual number."""
    read: TreeReader = pipeline.read_tree
    """The parser of files."""
    _run_values: dict[str, Any] = field(default_factory=dict, repr=False)
    _graphs: dict[str, Graph] = field(default_factory=dict, repr=False)
    _settlings: dict[str, PairComputation] = field(default_factory=dict, repr=False)

    @property
    def command_line_name(self) -> str:
        """The book's name on a command line: the name of a shipped one, else its folder."""
        return self.name if self.folder == resources.book_folder(self.name) else str(self.folder)

    # ---- reading -------------------------------------------------------------------------------------------------------------------

    @cached_property
    def _parsed_trees(self) -> tuple[PendingTree, PendingTree | None]:
        overlay_tree = None if self.overlay is None else self.read(self.overlay, self.results.store, "overlay", self.workers)
        return self.read(self.inputs, self.results.store, TREE, self.workers), overlay_tree

    @cached_property
    def folded(self) -> tuple[Rulebook, tuple[Diagnostic, ...]]:
        """The rulebook with every edition folded, and the diagnostics of reading and folding. Folding is quicker than loading."""
        with garbage_collector(running=False):
            reading, overlay_tree = self._parsed_trees
            tree, tree_diagnostics = reading.result()
            overlay, overlay_diagnostics = (None, ()) if overlay_tree is None else overlay_tree.result()
            book, fold_diagnostics = pipeline.fold_book(tree, self.inputs, self.name, overlay)
        return book, (*tree_diagnostics, *overlay_diagnostics, *fold_diagnostics)

    @property
    def book(self) -> Rulebook:
        return self.folded[0]

    def source_lines(self) -> dict[str, list[str]]:
        """The lines of every file of the book, by path as in diagnostics."""
        return {**self.inputs.lines(), **(self.overlay.lines() if self.overlay else {})}

    # ---- what results depend on ------------------------------------------------------------------------------------------------------

    @cached_property
    def _prose_free_keys(self) -> tuple[str, str]:
        """Keys of the book's content without the words of its prose: the rules with their locations, and without.

        If the book has errors, which may lie in such words, both are the key of the whole book.
        """

        def compute_keys() -> tuple[str, str]:
            if self.overlay is not None or any(diagnostic.severity is Severity.ERROR for diagnostic in self.folded[1]):
                return self.key, self.key
            from rulewright.workspace.prose_stripped import ProseStripped

            stripped = ProseStripped(self.inputs, self._parsed_trees[0].result()[0])
            return self._key_of_content(stripped.placed), self._key_of_content(stripped.formal)

        return self.results.load_or_make(PROSE_FREE, compute_keys)

    def _key_of_content(self, content: str) -> str:
        return digest([tool_fingerprint().encode(), self.name.encode(), self.inputs.shown_folder.encode(), content.encode()])

    @cached_property
    def _located_results(self) -> Results:
        """Results that mention lines of the files: valid for every book with the same rules on the same lines."""
        return Results(self.results.store, self._prose_free_keys[0])

    @cached_property
    def _rule_results(self) -> Results:
        """Results without locations: valid for every book with the same rules."""
        return Results(self.results.store, self._prose_free_keys[1])

    def _results_of(self, part: str) -> Results:
        """Return the results in which a part is stored: those whose key covers all its inputs."""
        first = part.partition(".")[0]
        if first in NOT_OF_WORDS:
            return self._located_results
        return self._rule_results if first in NOT_OF_PLACES else self.results

    # ---- meaning -------------------------------------------------------------------------------------------------------------------

    @cached_property
    def editions(self) -> tuple[str, ...]:
        """The names of the editions, in the order of the front page; the last is the default. Small, so `ask` need not load the book."""
        return self.load_or_make("editions", lambda: tuple(self.book.editions))

    def edition(self, name: str | None) -> str:
        """Return the edition of that name, or the default; raises `LoadError` if there is none."""
        if name is None and self.editions:
            return self.editions[-1]
        if name is not None and name in self.editions:
            return name
        if not self.editions:
            raise LoadError(f"`{self.name}` declares no edition")
        hint = did_you_mean(name or "", self.editions) or f"it has {', '.join(self.editions)}"
        raise LoadError(f"`{self.name}` has no edition `{name}`: {hint}")

    def edition_on(self, day: date) -> str:
        """Return the edition in force on a day; raises `WrongInput` if there is none."""
        from rulewright.rulebook.dated_editions import edition_in_force

        return edition_in_force(
            self.name, self.load_or_make("editions.from", lambda: [(entry.name, entry.since) for entry in self.book.editions.values()]), day
        )

    def _resolve_edition(self, edition: str) -> tuple[Program, tuple[Diagnostic, ...]]:
        """Resolve an edition once in a run. Not stored on disk: the core is, and a caller of the program has the book at hand."""
        return self._compute_once(f"resolved.{edition}", lambda: pipeline.resolve_edition(self.book, edition))

    def program(self, edition: str | None = None) -> Program:
        """Return the typed rules of one edition (None: the default)."""
        return self._resolve_edition(self.edition(edition))[0]

    @cached_property
    def programs(self) -> dict[str, Program]:
        """The programs of every edition, in the order of the front page."""
        return {edition: self._resolve_edition(edition)[0] for edition in self.editions}

    def core(self, edition: str | None = None) -> Core:
        """Return the core of one edition (None: the default): the input of every engine."""
        return self._core_parcel(self.edition(edition)).value

    def _core_parcel(self, edition: str) -> Parcel[Core]:
        return self._located_results.load_or_make_parcel(
            f"{CORE}.{edition}", lambda: pipeline.lower_program(self._resolve_edition(edition)[0])
        )

    @property
    def cores(self) -> dict[str, Core]:
        """The cores of every edition, in the order of the front page."""
        return {edition: self._core_parcel(edition).value for edition in self.editions}

    def plain_table(self, edition: str | None = None) -> Table:
        """Return the data by which plain words find a question of one edition (None: the default)."""
        from rulewright.analysis.plain_questions.of_book import table_of_book

        name = self.edition(edition)
        return self.load_or_make(f"{PLAIN_TABLE}.{name}", lambda: table_of_book(self.book, self.core(name)))

    def graph(self, edition: str | None = None) -> Graph:
        """Return the networkx multigraph of cases, rules, questions and facts of one edition (None: the default); built once."""
        name = self.edition(edition)
        if name not in self._graphs:
            self._graphs[name] = pipeline.make_graph(self.book, self.core(name))
        return self._graphs[name]

    # ---- what is found -------------------------------------------------------------------------------------------------------------

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The diagnostics of every pass, without duplicates, by location."""
        return self.findings(Depth.ALL)

    def findings(self, depth: Depth) -> tuple[Diagnostic, ...]:
        """Return the diagnostics of every pass, by location; consequences of the rules only if they come to light at that depth."""

        def compute_findings() -> tuple[Diagnostic, ...]:
            decided = self.decided_to(depth)
            rule_findings = self.load_or_make(
                _name_at_depth(depth, OF_RULES_ALONE), lambda: self._checking.findings_ignoring_prose(decided, depth)
            )
            return self._with_fingerprints(self._checking.findings(decided, depth, rule_findings))

        return self.load_or_make(_findings_name(depth), compute_findings)

    def _with_fingerprints(self, findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        from rulewright.checks.fingerprints import with_fingerprints

        return with_fingerprints(findings, self.book, self.source_lines())

    @property
    def depth_of_warnings(self) -> Depth:
        """The depth at which all errors and warnings come to light."""
        return self.load_or_make("depth_of_warnings", lambda: self._checking.depth_of_warnings())

    @property
    def findings_in_texts(self) -> tuple[Diagnostic, ...]:
        """The diagnostics that need no decision procedure, available long before `diagnostics`, of which they are a part."""
        return self._findings_so_far({})

    @property
    def errors_in_texts(self) -> tuple[Diagnostic, ...]:
        """The errors that need no decision procedure: the same whatever was decided before."""
        return self.load_or_make(
            "errors_in_texts", lambda: tuple(finding for finding in self.findings_in_texts if finding.severity is Severity.ERROR)
        )

    def first_findings(self) -> tuple[Diagnostic, ...] | None:
        """Return these with the errors and warnings about the questions edited since they were last decided.

        None if nothing else is left to decide, or nothing of the book was decided before.
        """
        if self._has_results_to(Depth.ERRORS):
            return None
        decided = self._decision_run[1].edited_verdicts()
        return None if decided is None else self._findings_so_far(decided)

    def _findings_so_far(self, decided: Mapping[str, EditionVerdicts]) -> tuple[Diagnostic, ...]:
        """Return the diagnostics given some verdicts; without unused `accepts`, since it is not known yet which are needed."""
        findings = self._checking.findings(decided, Depth.ERRORS)
        return self._with_fingerprints(finding for finding in findings if finding.code != UNUSED_ACCEPTS)

    @cached_property
    def _checking(self) -> Checking:
        return pipeline.check_book(self.book, self.cores, self._early_findings())

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The diagnostics that say that the book contradicts itself or does not hold together."""
        known_depth = next((depth for depth in Depth if self.has_result(_findings_name(depth))), Depth.ERRORS)  # the same at every depth
        return tuple(d for d in self.findings(known_depth) if d.severity is Severity.ERROR)

    def errors_so_far(self) -> tuple[tuple[Diagnostic, ...], bool]:
        """Return the errors known without deciding anything, and True if these are all."""

        def collect_errors() -> tuple[tuple[Diagnostic, ...], bool]:
            decided = self._decision_run[1].known_verdicts()
            if decided is None:
                return self.errors, True
            return tuple(finding for finding in self._findings_so_far(decided) if finding.severity is Severity.ERROR), False

        return (self.errors, True) if self._are_errors_known() else self.load_or_make("errors_so_far", collect_errors)

    def _early_findings(self) -> list[Diagnostic]:
        """The diagnostics of reading, folding and resolving."""
        findings = list(self.folded[1])
        for edition in self.editions:
            findings.extend(replace(finding, edition=edition) for finding in self._resolution_findings(edition))
        return findings

    def _resolution_findings(self, edition: str) -> tuple[Diagnostic, ...]:
        return self.load_or_make(f"{RESOLVING}.{edition}", lambda: self._resolve_edition(edition)[1])

    def has_no_errors(self, *editions: str) -> bool:
        """Return True if everything in these editions could be read, folded and resolved."""
        from rulewright.checks.run import is_broken

        return not any(is_broken(self._early_findings(), edition) for edition in editions)

    @property
    def decided(self) -> dict[str, EditionVerdicts]:
        """The verdicts on the rules of each edition; editions that could not be read or resolved are left out."""
        return self.decided_to(Depth.ALL)

    def decided_to(self, depth: Depth) -> dict[str, EditionVerdicts]:
        """Return the verdicts to a depth."""

        def compute_verdicts() -> dict[str, EditionVerdicts]:
            verdicts_by_depth, deciding = self._decision_run
            decided = deciding.result(depth)
            for stored_depth, verdicts in verdicts_by_depth.items():
                self._store_new(verdicts_of(stored_depth), verdicts)
            return decided

        return self.load_or_make(_decided_name(depth), compute_verdicts)

    @cached_property
    def _decision_run(self) -> tuple[_StoredVerdicts, VerdictComputation]:
        """The decision of every question whose cone has changed; the verdicts on the others are those of the last run."""
        cores = {edition: self._core_parcel(edition) for edition in self.editions if self.has_no_errors(edition)}
        verdicts_by_depth = _StoredVerdicts(lambda depth: self._load_stored(verdicts_of(depth)))
        return verdicts_by_depth, pipeline.decide_questions(cores, verdicts_by_depth, self.budget, self.workers)

    @property
    def not_analysed(self) -> tuple[dict[str, str | None], ...]:
        """The undecided rules and questions, as plain data."""
        return self.not_analysed_to(Depth.ALL)

    def not_analysed_to(self, depth: Depth) -> tuple[dict[str, str | None], ...]:
        """Return the rules and whole questions (`rule` is then empty) that were not fully decided to a depth, each with the reason.

        `edition` is None if it is so in all. Nothing is decided of an edition with errors of the layers below.
        """
        return tuple(
            {
                "question": gap.question,
                "case": gap.case,
                "rule": gap.rule,
                "reason": gap.reason,
                "edition": None if len(editions) == len(self.editions) else editions[-1],
            }
            for gap, editions in self.undecided_questions_to(depth)
        )

    @property
    def undecided_questions(self) -> tuple[tuple[NotAnalysed, tuple[str, ...]], ...]:
        """The rules and questions that were not fully decided, each with its editions."""
        return self.undecided_questions_to(Depth.ALL)

    def undecided_questions_to(self, depth: Depth) -> tuple[tuple[NotAnalysed, tuple[str, ...]], ...]:
        """Return the rules and questions that were not fully decided to a depth, each with its editions."""
        return self.load_or_make(_name_at_depth(depth, "not_analysed"), lambda: self._collect_not_analysed(depth))

    def _collect_not_analysed(self, depth: Depth) -> tuple[tuple[NotAnalysed, tuple[str, ...]], ...]:
        from rulewright.analysis.verdicts.findings import NotAnalysed

        editions_by_gap: dict[NotAnalysed, list[str]] = {}
        for edition in self.editions:
            decided = self.decided_to(depth).get(edition)
            nothing = (NotAnalysed("", "", "", ERRORS_FIRST),)
            for gap in nothing if decided is None else decided.not_analysed:
                editions_by_gap.setdefault(gap, []).append(edition)
        return tuple((gap, tuple(editions)) for gap, editions in editions_by_gap.items())

    def precedence_report(self, edition: str | None = None) -> EditionVerdicts:
        """Return all pairs of rules that meet with opposite answers, with their precedence; nothing for an edition with errors.

        Such an edition is reported as not analysed, with no question.
        """
        from rulewright.analysis.verdicts.findings import EditionVerdicts, NotAnalysed

        name = self.edition(edition)
        broken = EditionVerdicts(name, not_analysed=(NotAnalysed("", "", "", ERRORS_FIRST),))
        if not self.has_no_errors(name):
            return broken
        return self.load_or_make(_precedence_name(name), lambda: self._settle_edition(name))

    def _settle_edition(self, edition: str) -> EditionVerdicts:
        self._start_settling([edition])
        decided = self._settlings[edition].result()[edition]
        self._store_new(SETTLED_PAIRS, self._stored_settled)
        return decided

    def _start_settling(self, editions: Iterable[str]) -> None:
        """Hand out the precedence analysis of some editions; questions that they share, or that are unchanged, are analysed once."""
        cores = {edition: self._core_parcel(edition) for edition in editions if edition not in self._settlings}
        if cores:
            self._settlings |= dict.fromkeys(cores, pipeline.settle_rules(cores, self._stored_settled, self.budget, self.workers))

    @cached_property
    def _stored_settled(self) -> TrackedDict[str, QuestionPairs]:
        return self._load_stored(SETTLED_PAIRS)

    @property
    def has_findings(self) -> bool:
        """True if the complete diagnostics are computed or stored."""
        return self.has_result(_findings_name(Depth.ALL))

    @property
    def has_verdicts(self) -> bool:
        """True if the verdicts on all rules are computed or stored."""
        return self._has_results_to(Depth.ALL)

    @property
    def has_example_results(self) -> bool:
        """True if the results of the examples are computed or stored."""
        return self.has_result(Part.EXAMPLES)

    def has_precedence_report(self, edition: str) -> bool:
        """Return True if the precedence report of an edition is computed or stored, or quick to compute."""
        return self.has_result(_precedence_name(edition)) or not self.has_no_errors(edition)

    # ---- what is run ---------------------------------------------------------------------------------------------------------------

    @cached_property
    def examples(self) -> tuple[ExampleResult, ...]:
        """The result of every example in every edition in which it stands."""
        return self.load_or_make(
            Part.EXAMPLES, lambda: pipeline.name_earlier_editions(self.book, self.core(), self._example_run(), self.budget)
        )

    @cached_property
    def coverage(self) -> Coverage:
        """The coverage of every source statement: placed, executable, exercised."""
        return self.load_or_make(Part.COVERAGE, lambda: self._coverage_run.result())

    @property
    def slips(self) -> SlipResults:
        """Small changes of lines of the default edition, each with the examples that notice it. Takes long if it is not stored."""
        return self.load_or_make(Part.SLIPS, lambda: self._slip_run.result())

    @property
    def has_slips(self) -> bool:
        """True if the slips are computed or stored."""
        return self.has_result(Part.SLIPS)

    # ---- what is compared ----------------------------------------------------------------------------------------------------------

    @property
    def adjacent_editions(self) -> tuple[tuple[str, str], ...]:
        """The pairs (earlier, later) of editions: each but the first with the last one before it whose sources it includes."""
        editions = self.book.editions
        pairs: list[tuple[str, str]] = []
        for index, later in enumerate(self.editions):
            predecessors = [edition for edition in self.editions[:index] if set(editions[edition].sources) < set(editions[later].sources)]
            if index:
                pairs.append((predecessors[-1] if predecessors else self.editions[index - 1], later))
        return tuple(pairs)

    def compare_meaning(self, old: str, new: str, done: Callable[[str, int, int], object] | None = None) -> Meaning:
        """Compare the answers of two editions, and attribute the differences to amendments. Takes long if it is not stored.

        `done` is called with the current task, the amount done and the total.
        """

        def compute_comparison() -> Meaning:
            result = self._comparison_run(old, new).result(done)
            self._store_new(COMPARED, self._stored_compared)
            return result

        comparison = self.load_or_make(_meaning_name(old, new), compute_comparison)
        return pipeline.rebase_meaning(self.book, old, new, comparison)

    @property
    def changes(self) -> dict[tuple[str, str], Meaning]:
        """The comparison of each edition with the one before it; editions with errors of the layers below are left out."""
        return self.load_or_make(
            Part.CHANGES,
            lambda: {(old, new): self.compare_meaning(old, new) for old, new in self.adjacent_editions if self.has_no_errors(old, new)},
        )

    @property
    def has_changes(self) -> bool:
        """True if they are computed or stored, together or one by one."""
        if self.has_result(Part.CHANGES):
            return True
        return all(self.has_result(_meaning_name(*pair)) for pair in self.adjacent_editions if self.has_no_errors(*pair))

    # ---- work that was handed out --------------------------------------------------------------------------------------------------

    def start_reading(self, parts: Sequence[Part]) -> None:
        """Hand out the parsing of files, if one of these results is not stored."""
        has_key = self.results.has_result(PROSE_FREE)  # without it the files must be read to find stored results
        if not has_key or not all(self._has_part(part) for part in parts):
            self._parsed_trees  # noqa: B018

    def _has_part(self, part: Part) -> bool:
        """Return True if a result is computed or stored, or another from which it follows."""
        match part:
            case Part.ERRORS:
                return self._are_errors_known()
            case Part.DECIDED:
                return self.has_verdicts
            case _:  # open: the others are stored under their own names
                return self.has_result(part)

    def start_part(self, part: Part) -> None:
        """Hand out the work for a result, unless it is stored; asking for the result then waits for it.

        Coverage depends on the results of the examples: it is handed out once they are there.
        """
        match part:
            case Part.ERRORS | Part.DECIDED:
                if not self._has_part(part):
                    self._decision_run[1].start(Depth.ERRORS if part is Part.ERRORS else Depth.ALL)
            case Part.EXAMPLES:
                if not self.has_result(part):
                    self._example_run  # noqa: B018
            case Part.COVERAGE:
                if not self.has_result(part):
                    self._coverage_run  # noqa: B018
            case Part.PRECEDENCE:
                self._start_settling(edition for edition in self.editions if not self.has_precedence_report(edition))
            case Part.CHANGES:
                for old, new in () if self.has_result(part) else self.adjacent_editions:
                    if not self.has_result(_meaning_name(old, new)) and self.has_no_errors(old, new):
                        self._comparison_run(old, new)
            case Part.SLIPS:
                if not self.has_result(part):
                    self._slip_run  # noqa: B018
            case _:
                assert_never(part)

    def _has_results_to(self, depth: Depth) -> bool:
        return self.has_result(_findings_name(depth)) or self.has_result(_decided_name(depth))

    def _are_errors_known(self) -> bool:
        return any(map(self._has_results_to, Depth))

    @cached_property
    def _example_run(self) -> Callable[[], list[ExampleResult]]:
        return pipeline.run_examples([self._core_parcel(edition) for edition in self.editions], self.budget, self.workers)

    @cached_property
    def _coverage_run(self) -> CoverageRun:
        return pipeline.cover_statements(self.book, self.programs, self.examples, self.workers)

    @cached_property
    def _slip_run(self) -> SlipJob:
        return pipeline.try_slips(self.book, self.edition(None), self.budget, self.workers)

    def _comparison_run(self, old: str, new: str) -> EditionComparison:
        return self._compute_once(
            f"comparison.{old}.{new}",
            lambda: pipeline.compare_editions(self.book, old, new, self._stored_compared, self.budget, self.workers),
        )

    @cached_property
    def _stored_compared(self) -> TrackedDict[str, QuestionDifference]:
        return self._load_stored(COMPARED)

    def _compute_once(self, name: str, make: Callable[[], T]) -> T:
        """Compute a value, or hand out its computation, once in a run, without storing it."""
        if name not in self._run_values:
            self._run_values[name] = make()
        value: T = self._run_values[name]
        return value

    # ---- what is kept --------------------------------------------------------------------------------------------------------------

    @property
    def key(self) -> str:
        """The key of all inputs of the results."""
        return self.results.key

    def load_or_make(self, part: str, make: Callable[[], T]) -> T:
        """Return a result that depends on the book and the budget alone: computed once, and stored under the name of the part.

        Results named in `NOT_OF_WORDS` and `NOT_OF_PLACES` depend on the rules alone: they stay valid if the prose changes.
        """
        return self._results_of(part).load_or_make(self.part_name(part), make)

    def has_result(self, part: str) -> bool:
        """Return True if a result of that name is computed or stored."""
        return self._results_of(part).has_result(self.part_name(part))

    def _load_stored(self, part: str) -> TrackedDict[str, Any]:
        """Return the values that earlier runs of the same tool computed for questions, by the key of their inputs."""
        return TrackedDict((self.results.store.read(self.part_name(part), tool_fingerprint()) or ({},))[0])

    def _store_new(self, part: str, values: TrackedDict[str, Any]) -> None:
        """Store the new values for later runs."""
        if values.has_new_values:
            self.results.store.write(self.part_name(part), tool_fingerprint(), values.used_and_newest(OLD_VERDICTS))
            values.has_new_values = False

    def part_name(self, name: str) -> str:
        """Return the name of a result that depends on the budget."""
        return name if self.budget is None else f"{name}_{self.budget}"


class _StoredVerdicts(dict[Depth, "TrackedDict[str, QuestionVerdict]"]):
    """The verdicts of earlier runs, read from disk per depth on access."""

    def __init__(self, read: Callable[[Depth], TrackedDict[str, QuestionVerdict]]) -> None:
        super().__init__()
        self._read_stored = read

    def __missing__(self, depth: Depth) -> TrackedDict[str, QuestionVerdict]:
        verdicts = self[depth] = self._read_stored(depth)
        return verdicts


def _name_at_depth(depth: Depth, part: str) -> str:
    """The name of a result that depends on the depth of the analysis; that of the full depth has no suffix."""
    return part if depth is Depth.ALL else f"{part}.{depth.title}"


def _findings_name(depth: Depth) -> str:
    return _name_at_depth(depth, "findings")


def _decided_name(depth: Depth) -> str:
    return Part.ERRORS if depth is Depth.ERRORS else Part.DECIDED


def verdicts_of(depth: Depth) -> str:
    """The name under which the verdicts of a depth are stored."""
    return f"{VERDICTS}_{depth.title}"


def _precedence_name(edition: str) -> str:
    return f"{PRECEDENCE}.{edition}"


def _meaning_name(old: str, new: str) -> str:
    return f"{MEANING}.{old}.{new}"


def start_work(books: Sequence[OpenBook], *parts: Part) -> None:
    """Hand out the long work of several books before waiting for any of it, so that no worker is idle; does nothing with one worker.

    The smallest book comes first: its files are read soonest, and then there is work for all.
    """
    books = sorted((book for book in books if book.workers.count > 1), key=lambda book: book.inputs.size)
    for book in books:
        book.start_reading(parts)
    for part in parts:
        for book in books:
            book.start_part(part)


def load(
    name_or_path: str,
    *,
    with_folder: Path | None = None,
    cache: bool = True,
    budget: int | None = None,
    workers: Workers | None = None,
    stores: Callable[[Path | None], Store] = Store,
) -> OpenBook:
    """Open a shipped rulebook by name, or a folder of `.case` files by path; `with_folder` is a reader's own printed text, overlaid on it.

    `budget`: search nodes that a question to the solver may take; `workers`: the pool for long work, else this process;
    `stores` makes the store of a folder. Only reads the files; every pass runs when its result is asked for. Raises
    `LoadError`.
    """
    folder, name = folder_of(name_or_path)
    overlay = read_inputs(with_folder) if with_folder else None
    store = stores(results_folder(name, folder) if cache else None)
    return load_inputs(name, read_inputs(folder), store, overlay=overlay, budget=budget, workers=workers)


def load_inputs(
    name: str,
    inputs: Inputs,
    store: Store,
    *,
    overlay: Inputs | None = None,
    budget: int | None = None,
    workers: Workers | None = None,
    read: TreeReader = pipeline.read_tree,
) -> OpenBook:
    """Open a book from files already read, or held by an editor; the results are kept in `store`."""
    parts = [tool_fingerprint().encode(), name.encode(), inputs.shown_folder.encode()]
    for layer in (inputs, overlay):
        for path, data in layer.files if layer else ():
            parts += [path.encode(), data]
        for path, reason in layer.unread if layer else ():
            parts += [path.encode(), reason.encode()]
    results = Results(store, digest(parts))
    return OpenBook(name, inputs.folder, inputs, overlay, results, workers or Workers(), budget, read)


def results_folder(name: str, folder: Path) -> Path | None:
    """Return the folder for the results of a book: one for each folder on disk."""
    cache = resources.cache_folder()
    return None if cache is None else cache / f"{plain_name(name)}-{digest([os.fsencode(folder.resolve())])[:12]}"


def prepare_processes() -> None:
    """Import the passes and load the grammar before processes are forked that share them; a missing parser table is built meanwhile."""
    from rulewright.syntax.grammar import has_table, load_grammar, make_table

    if has_table():
        _import_passes()
    else:
        with Workers(2) as helper:
            table = helper.submit(make_table)
            import z3  # noqa: F401  (time is free here, and no worker has to load it)

            _import_passes()
            table.result()
    load_grammar()


def _import_passes() -> None:
    import rulewright.analysis.verdicts.editions
    import rulewright.checks.run
    import rulewright.rulebook
    import rulewright.semantics.elaborate  # noqa: F401

"""A rulebook that is loaded: what the passes (`rulewright.workspace.pipeline`) make of it, when it is asked for, each once.

Faces call only this. Each result is kept (`rulewright.base.store`) under the content of everything that it depends on: a second run loads,
an edit in one file reads that file again. What takes long is handed to workers (`rulewright.base.workers`), by `start` ahead of time.
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
from rulewright.base.store import Results, Store, Used, digest, plain_name
from rulewright.base.suggestions import did_you_mean
from rulewright.base.tool_version import tool_fingerprint
from rulewright.base.workers import Parcel, Pending, Workers
from rulewright.workspace import pipeline
from rulewright.workspace.inputs import Inputs, LoadError, folder_of, read_inputs

if TYPE_CHECKING:
    from rulewright.analysis.comparison.amendments import EditionComparison, Meaning
    from rulewright.analysis.comparison.core_difference import QuestionDifference
    from rulewright.analysis.coverage import Coverage, Covering
    from rulewright.analysis.dependencies.model import Graph
    from rulewright.analysis.examples import ExampleResult
    from rulewright.analysis.mutation.model import Slips
    from rulewright.analysis.mutation.run import Slipping
    from rulewright.analysis.verdicts.editions import Deciding
    from rulewright.analysis.verdicts.findings import Decided, NotAnalysed, QuestionSettled, QuestionVerdict
    from rulewright.analysis.verdicts.precedence_pairs import Settling
    from rulewright.checks.run import Checking
    from rulewright.core.model import Core
    from rulewright.rulebook.model import Rulebook
    from rulewright.semantics.model import Program
    from rulewright.syntax.nodes import SyntaxTree
    from rulewright.workspace.reading import Reading

__all__ = ["LoadError", "Loaded", "Part", "load", "start"]

T = TypeVar("T")
Tree: TypeAlias = "Reading | Pending[tuple[SyntaxTree, tuple[Diagnostic, ...]]]"
"""A folder that is being read: its syntax tree and what was found in it are the `result`."""
Read: TypeAlias = Callable[[Inputs, Store, str, Workers], Tree]

TREE = "tree"
VERDICTS, SETTLED, COMPARED = "verdicts", "settled", "compared"
UNUSED_ACCEPTS = "RW499"
ERRORS_FIRST = "its errors come first"  # why nothing is decided of an edition
OLD_VERDICTS = 2_000  # so many that a book does not ask for now are kept: an edit is often taken back


class Part(StrEnum):
    """The results that take long."""

    DECIDED = "decided"
    EXAMPLES = "examples"
    COVERAGE = "coverage"
    SETTLED = "settled"
    CHANGES = "changes"
    SLIPS = "slips"


LEFT, CORE, RESOLVING, PRECEDENCE, MEANING, ASK_SCRIPT = "left", "core", "resolving", "precedence", "meaning", "ask_script"
OF_RULES_ALONE = "of_rules_alone"
NOT_OF_WORDS = (CORE, RESOLVING, PRECEDENCE, ASK_SCRIPT, OF_RULES_ALONE, Part.DECIDED, Part.EXAMPLES, Part.SLIPS)
"""The first word of results on which no word of prose bears."""
NOT_OF_PLACES = (MEANING, Part.COVERAGE)
"""The same of results that no line bears on, either."""


@dataclass
class Loaded:
    """One rulebook on its way through the passes. `results` are kept under the key of all that they depend on."""

    name: str
    folder: Path
    inputs: Inputs
    overlay: Inputs | None
    results: Results
    workers: Workers
    budget: int | None = None
    """How many nodes of the search one question to the solver may take; None: as many as is usual."""
    read: Read = pipeline.read
    """Who makes syntax trees of files."""
    _made: dict[str, Any] = field(default_factory=dict, repr=False)
    _graphs: dict[str, Graph] = field(default_factory=dict, repr=False)
    _settlings: dict[str, Settling] = field(default_factory=dict, repr=False)

    @property
    def typed(self) -> str:
        """How the book is named on a command line: the name of a shipped one, else its folder."""
        return self.name if self.folder == resources.book_folder(self.name) else str(self.folder)

    # ---- reading -------------------------------------------------------------------------------------------------------------------

    @cached_property
    def _reading(self) -> tuple[Tree, Tree | None]:
        laid_over = None if self.overlay is None else self.read(self.overlay, self.results.store, "overlay", self.workers)
        return self.read(self.inputs, self.results.store, TREE, self.workers), laid_over

    @cached_property
    def folded(self) -> tuple[Rulebook, tuple[Diagnostic, ...]]:
        """The rulebook with every edition folded, and all that was found while reading and folding. Folding is quicker than loading."""
        with garbage_collector(running=False):
            reading, laid_over = self._reading
            tree, found = reading.result()
            overlay, found_there = (None, ()) if laid_over is None else laid_over.result()
            book, folded = pipeline.fold(tree, self.inputs, self.name, overlay)
        return book, (*found, *found_there, *folded)

    @property
    def book(self) -> Rulebook:
        return self.folded[0]

    def source_lines(self) -> dict[str, list[str]]:
        """The lines of every file of the book, by the path that findings name."""
        return {**self.inputs.lines(), **(self.overlay.lines() if self.overlay else {})}

    # ---- what results depend on ------------------------------------------------------------------------------------------------------

    @cached_property
    def _left(self) -> tuple[str, str]:
        """Names for what is left of the book without the words of its prose: the rules with their places, and without.

        Where the book has errors, which may be of such words, it is all of it.
        """

        def make() -> tuple[str, str]:
            if self.overlay is not None or any(found.severity is Severity.ERROR for found in self.folded[1]):
                return self.key, self.key
            from rulewright.workspace.prose_stripped import Wordless

            left = Wordless(self.inputs, self._reading[0].result()[0])
            return self._name_of(left.placed), self._name_of(left.formal)

        return self.results.keep(LEFT, make)

    def _name_of(self, left: str) -> str:
        return digest([tool_fingerprint().encode(), self.name.encode(), self.inputs.shown.encode(), left.encode()])

    @cached_property
    def _of_places(self) -> Results:
        """Results in which lines of the files are named: good for every book with the same rules on the same lines."""
        return Results(self.results.store, self._left[0])

    @cached_property
    def _of_rules(self) -> Results:
        """Results in which nothing has a place: good for every book with the same rules."""
        return Results(self.results.store, self._left[1])

    def _results_of(self, part: str) -> Results:
        """Where a result is kept: under the key of all that it depends on."""
        first = part.partition(".")[0]
        if first in NOT_OF_WORDS:
            return self._of_places
        return self._of_rules if first in NOT_OF_PLACES else self.results

    # ---- meaning -------------------------------------------------------------------------------------------------------------------

    @cached_property
    def editions(self) -> tuple[str, ...]:
        """The names of the editions, as the front page has them; the last is the default. Small, so that `ask` need not load the book."""
        return self.keep("editions", lambda: tuple(self.book.editions))

    def edition(self, name: str | None) -> str:
        """The edition of that name, or the default; raises `LoadError` where there is none."""
        if name is None and self.editions:
            return self.editions[-1]
        if name is not None and name in self.editions:
            return name
        if not self.editions:
            raise LoadError(f"`{self.name}` declares no edition")
        hint = did_you_mean(name or "", self.editions) or f"it has {', '.join(self.editions)}"
        raise LoadError(f"`{self.name}` has no edition `{name}`: {hint}")

    def edition_on(self, day: date) -> str:
        """The edition that was in force on a day; raises `WrongInput` where there is none."""
        from rulewright.rulebook.dated_editions import in_force

        return in_force(self.name, self.keep("editions.from", lambda: [(one.name, one.since) for one in self.book.editions.values()]), day)

    def _resolved(self, edition: str) -> tuple[Program, tuple[Diagnostic, ...]]:
        """Not kept on disk: the core is, and whoever needs the program has the book at hand."""
        return self._once(f"resolved.{edition}", lambda: pipeline.resolve(self.book, edition))

    def program(self, edition: str | None = None) -> Program:
        """The typed rules of one edition (None: the default)."""
        return self._resolved(self.edition(edition))[0]

    @cached_property
    def programs(self) -> dict[str, Program]:
        """The programs of every edition, in the order of the front page."""
        return {edition: self._resolved(edition)[0] for edition in self.editions}

    def core(self, edition: str | None = None) -> Core:
        """The core of one edition (None: the default): what every engine reads."""
        return self._core(self.edition(edition)).value

    def _core(self, edition: str) -> Parcel[Core]:
        return self._of_places.keep_parcel(f"{CORE}.{edition}", lambda: pipeline.lower(self._resolved(edition)[0]))

    @property
    def cores(self) -> dict[str, Core]:
        """The cores of every edition, in the order of the front page."""
        return {edition: self._core(edition).value for edition in self.editions}

    def graph(self, edition: str | None = None) -> Graph:
        """The graph of cases, rules, questions and facts of one edition (None: the default), a networkx multigraph; made once."""
        name = self.edition(edition)
        if name not in self._graphs:
            self._graphs[name] = pipeline.graph(self.book, self.core(name))
        return self._graphs[name]

    # ---- what is found -------------------------------------------------------------------------------------------------------------

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Every finding of every pass, by place; each once."""
        return self.findings(Depth.ALL)

    def findings(self, depth: Depth) -> tuple[Diagnostic, ...]:
        """The findings of every pass, by place; of what the rules lead to those that come to light at a depth."""

        def make() -> tuple[Diagnostic, ...]:
            decided = self.decided_to(depth)
            kept = self.keep(_to(depth, OF_RULES_ALONE), lambda: self._checking.of_rules_alone(decided, depth))
            return self._checking.findings(decided, depth, kept)

        return self.keep(_findings_to(depth), make)

    @property
    def depth_of_warnings(self) -> Depth:
        """The depth to which all errors and warnings come to light."""
        return self.keep("depth_of_warnings", lambda: self._checking.depth_of_warnings())

    @property
    def found_in_texts(self) -> tuple[Diagnostic, ...]:
        """The findings for which nothing has to be decided: what is there long before `diagnostics`, of which they are a part."""
        return self._found_so_far({})

    def found_first(self) -> tuple[Diagnostic, ...] | None:
        """The same with the errors and warnings about the questions that were edited since they were decided last.

        None where that is all there is to decide, or nothing of it was decided before.
        """
        if self._is_known_to(Depth.ERRORS):
            return None
        decided = self._deciding[1].of_edited()
        return None if decided is None else self._found_so_far(decided)

    def _found_so_far(self, decided: Mapping[str, Decided]) -> tuple[Diagnostic, ...]:
        """The findings as far as something is decided; it is not known yet which `accepts` are needed, and nothing is said of them."""
        return tuple(one for one in self._checking.findings(decided, Depth.ERRORS) if one.code != UNUSED_ACCEPTS)

    @cached_property
    def _checking(self) -> Checking:
        return pipeline.check(self.book, self.cores, self._found_before())

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The findings that say that the book contradicts itself or does not hold together."""
        known = next((depth for depth in Depth if self.is_kept(_findings_to(depth))), Depth.ERRORS)  # they are the same at each
        return tuple(d for d in self.findings(known) if d.severity is Severity.ERROR)

    def errors_so_far(self) -> tuple[tuple[Diagnostic, ...], bool]:
        """The errors that are known without deciding anything, and whether these are all."""

        def look() -> tuple[tuple[Diagnostic, ...], bool]:
            decided = self._deciding[1].of_known()
            if decided is None:
                return self.errors, True
            return tuple(one for one in self._found_so_far(decided) if one.severity is Severity.ERROR), False

        return (self.errors, True) if self._are_errors_known() else self.keep("errors_so_far", look)

    def _found_before(self) -> list[Diagnostic]:
        """What was found while reading, folding and resolving."""
        before = list(self.folded[1])
        for edition in self.editions:
            before.extend(replace(found, edition=edition) for found in self._found_resolving(edition))
        return before

    def _found_resolving(self, edition: str) -> tuple[Diagnostic, ...]:
        return self.keep(f"{RESOLVING}.{edition}", lambda: self._resolved(edition)[1])

    def has_no_errors(self, *editions: str) -> bool:
        """Whether everything in these editions could be read, folded and resolved."""
        from rulewright.checks.run import is_broken

        return not any(is_broken(self._found_before(), edition) for edition in editions)

    @property
    def decided(self) -> dict[str, Decided]:
        """All that the rules of each edition lead to; editions in which something could not be read or resolved are left out."""
        return self.decided_to(Depth.ALL)

    def decided_to(self, depth: Depth) -> dict[str, Decided]:
        """The same to a depth."""

        def make() -> dict[str, Decided]:
            known, deciding = self._deciding
            found = deciding.result(depth)
            for one, verdicts in known.items():
                self._keep_new(verdicts_of(one), verdicts)
            return found

        return self.keep(_decided_to(depth), make)

    @cached_property
    def _deciding(self) -> tuple[_KeptVerdicts, Deciding]:
        """Every question whose cone has changed is decided; the verdicts on the others are kept from last time."""
        cores = {edition: self._core(edition) for edition in self.editions if self.has_no_errors(edition)}
        known = _KeptVerdicts(lambda depth: self._known_before(verdicts_of(depth)))
        return known, pipeline.decide(cores, known, self.budget, self.workers)

    @property
    def not_analysed(self) -> tuple[dict[str, str | None], ...]:
        """What could not be decided, as plain data."""
        return self.not_analysed_to(Depth.ALL)

    def not_analysed_to(self, depth: Depth) -> tuple[dict[str, str | None], ...]:
        """Rules and whole questions (`rule` is then empty) of which not everything could be decided to a depth, each with the reason.

        `edition` is None where it is so in all. Of an edition with errors of the layers below nothing is decided.
        """
        return tuple(
            {
                "question": one.question,
                "case": one.case,
                "rule": one.rule,
                "reason": one.reason,
                "edition": None if len(where) == len(self.editions) else where[-1],
            }
            for one, where in self.left_to(depth)
        )

    @property
    def left(self) -> tuple[tuple[NotAnalysed, tuple[str, ...]], ...]:
        """The same of all that is decided, each with the editions in which it is so."""
        return self.left_to(Depth.ALL)

    def left_to(self, depth: Depth) -> tuple[tuple[NotAnalysed, tuple[str, ...]], ...]:
        """The same to a depth."""
        return self.keep(_to(depth, "not_analysed"), lambda: self._list_left(depth))

    def _list_left(self, depth: Depth) -> tuple[tuple[NotAnalysed, tuple[str, ...]], ...]:
        from rulewright.analysis.verdicts.findings import NotAnalysed

        found: dict[NotAnalysed, list[str]] = {}
        for edition in self.editions:
            decided = self.decided_to(depth).get(edition)
            nothing = (NotAnalysed("", "", "", ERRORS_FIRST),)
            for one in nothing if decided is None else decided.not_analysed:
                found.setdefault(one, []).append(edition)
        return tuple((one, tuple(where)) for one, where in found.items())

    def settled(self, edition: str | None = None) -> Decided:
        """Of an edition: every two rules that meet with opposite answers, and what settles it; nothing where its errors come first.

        That is then reported as not analysed, of no question.
        """
        from rulewright.analysis.verdicts.findings import Decided, NotAnalysed

        name = self.edition(edition)
        broken = Decided(name, not_analysed=(NotAnalysed("", "", "", ERRORS_FIRST),))
        if not self.has_no_errors(name):
            return broken
        return self.keep(_precedence_of(name), lambda: self._settle(name))

    def _settle(self, edition: str) -> Decided:
        self._start_settling([edition])
        found = self._settlings[edition].result()[edition]
        self._keep_new(SETTLED, self._known_settled)
        return found

    def _start_settling(self, editions: Iterable[str]) -> None:
        """Hand out what is to be settled in some editions; questions that they share, or that are as they were, are not settled again."""
        cores = {edition: self._core(edition) for edition in editions if edition not in self._settlings}
        if cores:
            self._settlings |= dict.fromkeys(cores, pipeline.settle(cores, self._known_settled, self.budget, self.workers))

    @cached_property
    def _known_settled(self) -> Used[str, QuestionSettled]:
        return self._known_before(SETTLED)

    def is_whole_at(self, depth: Depth) -> bool:
        """Whether nothing would be found where rules are looked into deeper."""
        return self.keep(_to(depth, "whole"), lambda: all(decided.is_whole for decided in self.decided_to(depth).values()))

    @property
    def are_findings_kept(self) -> bool:
        """Whether all that is found is made or kept."""
        return self.is_kept(_findings_to(Depth.ALL))

    @property
    def is_decided(self) -> bool:
        """Whether all that the rules lead to is made or kept."""
        return self._is_known_to(Depth.ALL)

    @property
    def is_run(self) -> bool:
        """Whether the results of the examples are made or kept."""
        return self.is_kept(Part.EXAMPLES)

    def is_settled(self, edition: str) -> bool:
        """Whether that is made or kept, or quick to make."""
        return self.is_kept(_precedence_of(edition)) or not self.has_no_errors(edition)

    # ---- what is run ---------------------------------------------------------------------------------------------------------------

    @cached_property
    def examples(self) -> tuple[ExampleResult, ...]:
        """Every example, run in every edition where it stands."""
        return self.keep(Part.EXAMPLES, lambda: tuple(self._running()))

    @cached_property
    def coverage(self) -> Coverage:
        """Of every source statement: placed, executable, exercised."""
        return self.keep(Part.COVERAGE, lambda: self._covering.result())

    @property
    def slips(self) -> Slips:
        """Of each small change of a line of the default edition, whether an example notices it. Takes long when it is not kept."""
        return self.keep(Part.SLIPS, lambda: self._slipping.result())

    @property
    def slips_are_kept(self) -> bool:
        """Whether that is made or kept."""
        return self.is_kept(Part.SLIPS)

    # ---- what is compared ----------------------------------------------------------------------------------------------------------

    @property
    def neighbours(self) -> tuple[tuple[str, str], ...]:
        """Each edition but the first with the last one before it whose sources it takes in: (earlier, later)."""
        editions = self.book.editions
        found: list[tuple[str, str]] = []
        for at, later in enumerate(self.editions):
            within = [one for one in self.editions[:at] if set(editions[one].sources) < set(editions[later].sources)]
            if at:
                found.append((within[-1] if within else self.editions[at - 1], later))
        return tuple(found)

    def meaning(self, old: str, new: str, done: Callable[[str, int, int], object] | None = None) -> Meaning:
        """How answers differ between two editions, and what each amendment between them does. Takes long when it is not kept.

        `done` is called with what is being done, how much of it is through and of how much.
        """

        def compare() -> Meaning:
            found = self._comparison(old, new).result(done)
            self._keep_new(COMPARED, self._known_compared)
            return found

        found = self.keep(_meaning_of(old, new), compare)
        return pipeline.placed(self.book, old, new, found)

    @property
    def changes(self) -> dict[tuple[str, str], Meaning]:
        """The same for each edition and the one before it; editions with errors of the layers below are left out."""
        return self.keep(
            Part.CHANGES, lambda: {(old, new): self.meaning(old, new) for old, new in self.neighbours if self.has_no_errors(old, new)}
        )

    @property
    def changes_are_kept(self) -> bool:
        """Whether they are made or kept, together or each by itself."""
        if self.is_kept(Part.CHANGES):
            return True
        return all(self.is_kept(_meaning_of(*pair)) for pair in self.neighbours if self.has_no_errors(*pair))

    # ---- work that was handed out --------------------------------------------------------------------------------------------------

    def start_reading(self, parts: Sequence[Part]) -> None:
        """Hand out the files, if one of these results is not kept."""
        known = self.results.has(LEFT)  # else the files have to be read to know what else is kept
        if not known or not all(self._are_errors_known() if part is Part.DECIDED else self.is_kept(part) for part in parts):
            self._reading  # noqa: B018

    def start(self, part: Part) -> None:
        """Hand out the work that a result takes, unless it is kept; asking for the result then waits for it.

        Coverage takes the results of the examples: it is handed out once they are there.
        """
        match part:
            case Part.DECIDED:
                if not self._are_errors_known():
                    self._deciding[1].start(Depth.ERRORS)
            case Part.EXAMPLES:
                if not self.is_kept(part):
                    self._running  # noqa: B018
            case Part.COVERAGE:
                if not self.is_kept(part):
                    self._covering  # noqa: B018
            case Part.SETTLED:
                self._start_settling(edition for edition in self.editions if not self.is_settled(edition))
            case Part.CHANGES:
                for old, new in () if self.is_kept(part) else self.neighbours:
                    if not self.is_kept(_meaning_of(old, new)) and self.has_no_errors(old, new):
                        self._comparison(old, new)
            case Part.SLIPS:
                if not self.is_kept(part):
                    self._slipping  # noqa: B018
            case _:
                assert_never(part)

    def start_notes(self, depth: Depth) -> None:
        """Hand out the work of notes to a depth, unless what is found is kept; errors are waited for. One worker is handed nothing."""
        if self.workers.count > 1 and not self._is_known_to(depth):
            self._deciding[1].start(depth)

    def _is_known_to(self, depth: Depth) -> bool:
        return self.is_kept(_findings_to(depth)) or self.is_kept(_decided_to(depth))

    def _are_errors_known(self) -> bool:
        return any(map(self._is_known_to, Depth))

    @cached_property
    def _running(self) -> Callable[[], list[ExampleResult]]:
        return pipeline.run_examples([self._core(edition) for edition in self.editions], self.budget, self.workers)

    @cached_property
    def _covering(self) -> Covering:
        return pipeline.cover(self.book, self.programs, self.examples, self.workers)

    @cached_property
    def _slipping(self) -> Slipping:
        return pipeline.slip(self.book, self.edition(None), self.budget, self.workers)

    def _comparison(self, old: str, new: str) -> EditionComparison:
        return self._once(
            f"comparison.{old}.{new}", lambda: pipeline.compare(self.book, old, new, self._known_compared, self.budget, self.workers)
        )

    @cached_property
    def _known_compared(self) -> Used[str, QuestionDifference]:
        return self._known_before(COMPARED)

    def _once(self, name: str, make: Callable[[], T]) -> T:
        """What is made, or handed out to be made, once in a run, and not kept."""
        if name not in self._made:
            self._made[name] = make()
        found: T = self._made[name]
        return found

    # ---- what is kept --------------------------------------------------------------------------------------------------------------

    @property
    def key(self) -> str:
        """The name of all that the results depend on."""
        return self.results.key

    def keep(self, part: str, make: Callable[[], T]) -> T:
        """A result that depends on the book and the budget and on nothing else: made once, and kept under the name of the part.

        Nothing but the rules bears on what `NOT_OF_WORDS` and `NOT_OF_PLACES` name: it is kept for other words, too.
        """
        return self._results_of(part).keep(self.part(part), make)

    def is_kept(self, part: str) -> bool:
        """Whether a result of that name is made or lies on disk."""
        return self._results_of(part).has(self.part(part))

    def _known_before(self, part: str) -> Used[str, Any]:
        """What earlier runs of the same tool have worked out of questions, by all that it depends on."""
        return Used((self.results.store.read(self.part(part), tool_fingerprint()) or ({},))[0])

    def _keep_new(self, part: str, known: Used[str, Any]) -> None:
        """Keep for later runs what is new of it."""
        if known.new:
            self.results.store.write(self.part(part), tool_fingerprint(), known.kept(OLD_VERDICTS))
            known.new = False

    def part(self, name: str) -> str:
        """The name of a result that depends on the budget."""
        return name if self.budget is None else f"{name}_{self.budget}"


class _KeptVerdicts(dict[Depth, "Used[str, QuestionVerdict]"]):
    """The verdicts of earlier runs, those of each depth read when they are asked for."""

    def __init__(self, read: Callable[[Depth], Used[str, QuestionVerdict]]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, depth: Depth) -> Used[str, QuestionVerdict]:
        found = self[depth] = self._read(depth)
        return found


def _to(depth: Depth, part: str) -> str:
    """The name of a result that depends on how deep rules are looked into; that of all there is has no addition."""
    return part if depth is Depth.ALL else f"{part}.{depth.title}"


def _findings_to(depth: Depth) -> str:
    return _to(depth, "findings")


def _decided_to(depth: Depth) -> str:
    return _to(depth, Part.DECIDED)


def verdicts_of(depth: Depth) -> str:
    """The name under which the verdicts of a depth are kept."""
    return f"{VERDICTS}_{depth.title}"


def _precedence_of(edition: str) -> str:
    return f"{PRECEDENCE}.{edition}"


def _meaning_of(old: str, new: str) -> str:
    return f"{MEANING}.{old}.{new}"


def start(books: Sequence[Loaded], *parts: Part) -> None:
    """Hand out what takes long of several books before any of it is waited for, so that no worker is idle; with one worker nothing is done.

    The smallest book comes first: its files are read soonest, and then there is work for all.
    """
    books = sorted((book for book in books if book.workers.count > 1), key=lambda book: book.inputs.size)
    for book in books:
        book.start_reading(parts)
    for part in parts:
        for book in books:
            book.start(part)


def load(
    name_or_path: str,
    *,
    with_folder: Path | None = None,
    cache: bool = True,
    budget: int | None = None,
    workers: Workers | None = None,
    stores: Callable[[Path | None], Store] = Store,
) -> Loaded:
    """A shipped rulebook by name, or a folder of `.case` files by path; `with_folder` is a reader's own copy of printed text, laid over it.

    `budget`: how many nodes of the search a question to the solver may take; `workers`: who does what takes long, else this process;
    `stores` makes of a folder what keeps results in it. Only reads the files; every pass runs when its result is asked for. Raises
    `LoadError`.
    """
    folder, name = folder_of(name_or_path)
    overlay = read_inputs(with_folder) if with_folder else None
    store = stores(kept_in(name, folder) if cache else None)
    return load_inputs(name, read_inputs(folder), store, overlay=overlay, budget=budget, workers=workers)


def load_inputs(
    name: str,
    inputs: Inputs,
    store: Store,
    *,
    overlay: Inputs | None = None,
    budget: int | None = None,
    workers: Workers | None = None,
    read: Read = pipeline.read,
) -> Loaded:
    """The same of files that were read, or that an editor holds; the results are kept in `store`."""
    parts = [tool_fingerprint().encode(), name.encode(), inputs.shown.encode()]
    for laid in (inputs, overlay):
        for path, data in laid.files if laid else ():
            parts += [path.encode(), data]
        for path, reason in laid.unread if laid else ():
            parts += [path.encode(), reason.encode()]
    results = Results(store, digest(parts))
    return Loaded(name, inputs.folder, inputs, overlay, results, workers or Workers(), budget, read)


def kept_in(name: str, folder: Path) -> Path | None:
    """Where the results of a book are kept: every folder of the disk has its own place."""
    top = resources.cache_folder()
    return None if top is None else top / f"{plain_name(name)}-{digest([os.fsencode(folder.resolve())])[:12]}"


def prepare() -> None:
    """Import the passes and load the grammar before processes are started that share them; a table that is not kept is made meanwhile."""
    from rulewright.syntax.grammar import has_table, load_grammar, make_table

    if has_table():
        _import_passes()
    else:
        with Workers(2) as helper:
            table = helper.submit(make_table)
            import z3  # noqa: F401  (there is time for it, and no worker has to load it)

            _import_passes()
            table.result()
    load_grammar()


def _import_passes() -> None:
    import rulewright.analysis.verdicts.editions
    import rulewright.checks.run
    import rulewright.rulebook
    import rulewright.semantics.elaborate  # noqa: F401

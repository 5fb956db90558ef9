"""The passes in order, on one page. Each takes what those before it made, and makes plain data of it.

    files ── read ──> syntax tree ── fold ──> rulebook ── resolve ──> programs ── lower ──> cores
                                                                                             │
        cores of all editions ── decide ──> verdicts ── check ──> findings                   │
                                                                                             │
        graph, examples, coverage, precedence, difference <──────────────────────────────────┘

Each says here what it reads and what it makes; its room says how. What takes long is handed to `workers` when the pass is called, and
waited for by `result()`; how many workers there are changes nothing of what is made. `rulewright.workspace.open_book` calls the passes and
keeps what they make. A pass imports its room when it is called, since most runs need only some.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from rulewright.base.diagnostics import Diagnostic
from rulewright.base.limits import USUAL

if TYPE_CHECKING:
    from rulewright.analysis.comparison.amendments import EditionComparison, Meaning
    from rulewright.analysis.comparison.core_difference import KnownDifferences
    from rulewright.analysis.coverage import Covering
    from rulewright.analysis.dependencies.model import Graph
    from rulewright.analysis.examples import ExampleResult
    from rulewright.analysis.mutation.run import Slipping
    from rulewright.analysis.verdicts.editions import Deciding, Known
    from rulewright.analysis.verdicts.findings import QuestionSettled
    from rulewright.analysis.verdicts.precedence_pairs import Settling
    from rulewright.base.store import Store
    from rulewright.base.workers import Parcel, Workers
    from rulewright.checks.run import Checking
    from rulewright.core.model import Core
    from rulewright.rulebook.model import Rulebook
    from rulewright.semantics.model import Program
    from rulewright.syntax.nodes import SyntaxTree
    from rulewright.workspace.inputs import Inputs
    from rulewright.workspace.reading import Reading

Found = tuple[Diagnostic, ...]

EXAMPLES = 50
"""So many examples, unless an edition has more, are run by one worker."""


def read(inputs: Inputs, store: Store, part: str, workers: Workers) -> Reading:
    """Files -> syntax tree: what is written, in the order of the files. A file that was parsed before is not parsed again."""
    from rulewright.workspace.reading import Reading

    return Reading(inputs, store, part, workers)


def fold(tree: SyntaxTree, inputs: Inputs, name: str, overlay: SyntaxTree | None) -> tuple[Rulebook, Found]:
    """Syntax tree -> rulebook: every amendment carried out, so that each edition has its clauses as they stand in it."""
    from rulewright.rulebook import build_rulebook, ledger_of

    return build_rulebook(tree, ledger=inputs.text(ledger_of(tree)), slug=name, overlay=overlay)


def resolve(book: Rulebook, edition: str) -> tuple[Program, Found]:
    """Rulebook -> program of one edition: every name, type, unit and table settled."""
    from rulewright.semantics.elaborate import resolve

    return resolve(book, edition)


def lower(program: Program) -> Core:
    """Program -> core: restatements merged, precedence laid, scopes as terms. Every engine reads it; nothing else says what rules mean."""
    from rulewright.core.lower import lower

    return lower(program)


def graph(book: Rulebook, core: Core) -> Graph:
    """Rulebook and core -> one networkx multigraph of cases, rules, questions, facts, tables and examples."""
    from rulewright.analysis.dependencies.build import build_graph

    return build_graph(book, core)


def decide(cores: Mapping[str, Parcel[Core]], known: Known, budget: int | None, workers: Workers) -> Deciding:
    """Cores -> verdicts: of each question and rule what holds in every situation, or a situation in which it does not.

    `known` are the verdicts of earlier runs, by the key of all that they depend on. What is decided first, and how deep, is asked of what
    this gives.
    """
    from rulewright.analysis.verdicts.editions import Deciding

    return Deciding(cores, known, budget or USUAL, workers)


def check(book: Rulebook, cores: Mapping[str, Core], found_before: Iterable[Diagnostic]) -> Checking:
    """All of these -> findings: those of the passes above and those of every check, each once, by place.

    With which verdicts, and how deep, is asked of what this gives.
    """
    from rulewright.checks.run import Checking

    return Checking(book, cores, found_before)


def settle(
    cores: Mapping[str, Parcel[Core]], known: MutableMapping[str, QuestionSettled], budget: int | None, workers: Workers
) -> Settling:
    """Cores -> every two rules that meet with opposite answers, and the statement of precedence that settles it.

    `known` is what earlier runs settled of questions, by the key of all that it depends on.
    """
    from rulewright.analysis.verdicts.precedence_pairs import Settling

    return Settling(cores, known, budget or USUAL, workers)


def run_examples(cores: Iterable[Parcel[Core]], budget: int | None, workers: Workers) -> Callable[[], list[ExampleResult]]:
    """Cores -> each of their examples: what the interpreter answers, and whether it is what the book expects."""
    from rulewright.analysis.examples import run_examples_of

    return workers.map_chunks(partial(run_examples_of, budget=budget), cores, EXAMPLES, lambda core: len(core.value.examples))


def cover(book: Rulebook, programs: Mapping[str, Program], results: Sequence[ExampleResult], workers: Workers) -> Covering:
    """Rulebook, programs and results of examples -> of each statement of the sources, whether rules carry it, and whether an example
    would miss it."""
    from rulewright.analysis.coverage import Covering

    return Covering(book, programs, results, workers)


def slip(book: Rulebook, edition: str, budget: int | None, workers: Workers) -> Slipping:
    """Rulebook -> of each small change of a line of an edition, whether an example notices it, or whether it changes an answer at all."""
    from rulewright.analysis.mutation.run import Slipping

    return Slipping(book, edition, budget or USUAL, workers)


def compare(book: Rulebook, old: str, new: str, known: KnownDifferences, budget: int | None, workers: Workers) -> EditionComparison:
    """Rulebook and two of its editions -> how answers differ, and what each amendment between the two does."""
    from rulewright.analysis.comparison.amendments import EditionComparison

    return EditionComparison(book, old, new, budget or USUAL, workers, known)


def placed(book: Rulebook, old: str, new: str, found: Meaning) -> Meaning:
    """What was found of a book with the same rules, with the places that the amendments have in this one."""
    from rulewright.analysis.comparison.amendments import placed

    return placed(book, old, new, found)

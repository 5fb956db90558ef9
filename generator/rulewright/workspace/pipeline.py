"""The passes in order, on one page. Each takes the results of earlier passes, and returns plain data.

    files ── read ──> syntax tree ── fold ──> rulebook ── resolve ──> programs ── lower ──> cores
                                                                                             │
        cores of all editions ── decide ──> verdicts ── check ──> findings                   │
                                                                                             │
        graph, examples, coverage, precedence, difference <──────────────────────────────────┘

Each function says here what it reads and returns; its folder has the implementation. Long work is handed to `workers` when the pass is
called, and `result()` waits for it; the number of workers does not change the results. `rulewright.workspace.open_book` calls the passes
and stores their results. A pass imports its folder when it is called, since most runs need only some.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from rulewright.base.diagnostics import Diagnostic
from rulewright.base.limits import DEFAULT_BUDGET

if TYPE_CHECKING:
    from rulewright.analysis.comparison.amendments import EditionComparison, Meaning
    from rulewright.analysis.comparison.core_difference import KnownDifferences
    from rulewright.analysis.coverage import CoverageRun
    from rulewright.analysis.dependencies.model import Graph
    from rulewright.analysis.examples import ExampleResult
    from rulewright.analysis.mutation.run import SlipJob
    from rulewright.analysis.verdicts.editions import VerdictComputation, VerdictStore
    from rulewright.analysis.verdicts.findings import QuestionPairs
    from rulewright.analysis.verdicts.precedence_pairs import PairComputation
    from rulewright.base.store import Store
    from rulewright.base.workers import Parcel, Workers
    from rulewright.checks.run import Checking
    from rulewright.core.model import Core
    from rulewright.rulebook.model import Rulebook
    from rulewright.semantics.model import Program
    from rulewright.syntax.nodes import SyntaxTree
    from rulewright.workspace.inputs import Inputs
    from rulewright.workspace.reading import Reading

Findings = tuple[Diagnostic, ...]

EXAMPLES = 50
"""The most examples that one worker runs in a task, unless an edition has more."""


def read_tree(inputs: Inputs, store: Store, part: str, workers: Workers) -> Reading:
    """Files -> syntax tree, in the order of the files. A file that was parsed before is not parsed again."""
    from rulewright.workspace.reading import Reading

    return Reading(inputs, store, part, workers)


def fold_book(tree: SyntaxTree, inputs: Inputs, name: str, overlay: SyntaxTree | None) -> tuple[Rulebook, Findings]:
    """Syntax tree -> rulebook: with all amendments carried out, so that each edition has its own clauses."""
    from rulewright.rulebook import build_rulebook, ledger_file_name

    return build_rulebook(tree, ledger=inputs.text(ledger_file_name(tree)), slug=name, overlay=overlay)


def resolve_edition(book: Rulebook, edition: str) -> tuple[Program, Findings]:
    """Rulebook -> program of one edition: names, types, units and tables resolved."""
    from rulewright.semantics.elaborate import resolve

    return resolve(book, edition)


def lower_program(program: Program) -> Core:
    """Program -> core: restatements merged, precedence computed, scopes as terms. All engines read it; nothing else defines meaning."""
    from rulewright.core.lower import lower

    return lower(program)


def make_graph(book: Rulebook, core: Core) -> Graph:
    """Rulebook and core -> one networkx multigraph of cases, rules, questions, facts, tables and examples."""
    from rulewright.analysis.dependencies.build import build_graph

    return build_graph(book, core)


def decide_questions(
    cores: Mapping[str, Parcel[Core]], stored_verdicts: VerdictStore, budget: int | None, workers: Workers
) -> VerdictComputation:
    """Cores -> verdicts: for each question and rule a property of all situations, or a situation without it.

    `stored_verdicts` are those of earlier runs, by the key of all their inputs. The caller asks the result for an order and a depth.
    """
    from rulewright.analysis.verdicts.editions import VerdictComputation

    return VerdictComputation(cores, stored_verdicts, budget or DEFAULT_BUDGET, workers)


def check_book(book: Rulebook, cores: Mapping[str, Core], found_before: Iterable[Diagnostic]) -> Checking:
    """Rulebook, cores and earlier diagnostics -> all diagnostics: of the passes above and of every check, each once, by location.

    The caller passes the verdicts and the depth to the result.
    """
    from rulewright.checks.run import Checking

    return Checking(book, cores, found_before)


def settle_rules(
    cores: Mapping[str, Parcel[Core]], stored_results: MutableMapping[str, QuestionPairs], budget: int | None, workers: Workers
) -> PairComputation:
    """Cores -> all pairs of rules that meet with opposite answers, and the statement of precedence between them.

    `stored_results` are those of earlier runs for questions, by the key of all their inputs.
    """
    from rulewright.analysis.verdicts.precedence_pairs import PairComputation

    return PairComputation(cores, stored_results, budget or DEFAULT_BUDGET, workers)


def run_examples(cores: Iterable[Parcel[Core]], budget: int | None, workers: Workers) -> Callable[[], list[ExampleResult]]:
    """Cores -> the results of their examples: the interpreter's answer, and True if it is the expected one."""
    from rulewright.analysis.examples import run_examples_of

    return workers.map_chunks(partial(run_examples_of, budget=budget), cores, EXAMPLES, lambda core: len(core.value.examples))


def name_earlier_editions(book: Rulebook, core: Core, results: Sequence[ExampleResult], budget: int | None) -> tuple[ExampleResult, ...]:
    """Results of examples -> the same; one that fails in the last edition and passes in an earlier one says so."""
    if len(book.editions) == 1 or all(result.passed for result in results):
        return tuple(results)
    from rulewright.analysis.earlier_editions import name_earlier_editions as name_editions

    return name_editions(book, core, results, budget)


def cover_statements(book: Rulebook, programs: Mapping[str, Program], results: Sequence[ExampleResult], workers: Workers) -> CoverageRun:
    """Rulebook, programs and results of examples -> coverage: for each statement of the sources, the rules that carry it, and the examples
    that would miss it."""
    from rulewright.analysis.coverage import CoverageRun

    return CoverageRun(book, programs, results, workers)


def try_slips(book: Rulebook, edition: str, budget: int | None, workers: Workers) -> SlipJob:
    """Rulebook -> slips: small changes of lines of an edition, each with the examples that notice it, or with no change of any answer."""
    from rulewright.analysis.mutation.run import SlipJob

    return SlipJob(book, edition, budget or DEFAULT_BUDGET, workers)


def compare_editions(
    book: Rulebook, old: str, new: str, stored_differences: KnownDifferences, budget: int | None, workers: Workers
) -> EditionComparison:
    """Rulebook and two of its editions -> the differences between their answers, and the effect of each amendment between them."""
    from rulewright.analysis.comparison.amendments import EditionComparison

    return EditionComparison(book, old, new, budget or DEFAULT_BUDGET, workers, stored_differences)


def rebase_meaning(book: Rulebook, old: str, new: str, comparison: Meaning) -> Meaning:
    """Rebase a comparison of an equal rulebook onto this one's locations."""
    from rulewright.analysis.comparison.amendments import rebase_comparison

    return rebase_comparison(book, old, new, comparison)

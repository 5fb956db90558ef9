"""How much work a book takes, counted: what grows is seen in it as the same number on every machine, where seconds are noise."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import z3

from approved.kept import FOLDER, read
from approved.passes import loaded
from rulewright.analysis.verdicts.depth import Depth
from rulewright.base.resources import book_folder
from rulewright.base.store import Store
from rulewright.engines.interpreter.evaluation import Evaluation
from rulewright.engines.solver.encoding.encoder import Encoder
from rulewright.engines.solver.formula.space import Space
from rulewright.engines.solver.search import z3_solver
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.content import book_pages
from rulewright.workspace.inputs import read_inputs
from rulewright.workspace.open_book import OpenBook, load_inputs

TABLE = Path(__file__).with_name("counts.json")
SHIPPED = ("armee-du-nord", "la-grande-armee", "leipzig", "leipzig-lite", "war-in-europe")
SMALL = (
    "cli-precedence-1",
    "graph-graphs-0",
    "hard-3005",
    "hard-3020",
    "interpreter-coverage-409",
    "interpreter-forms-566",
    "own-divisors",
    "own-ranges",
    "own-readings",
    "small-1105",
)
"""Each reaches something else: the search of boxes and its corners, what is left to z3, wide ranges, readings, amendments that are compared."""
RISE = 5
"""In 100: a count may be so much more than what is written."""
Z3 = "z3 steps"
ENCODINGS, FORMULAS, SEARCH, EVALUATIONS, BYTES, PAGES = "encodings", "formulas", "search steps", "evaluations", "bytes kept", "pages"
Counts = dict[str, dict[str, int]]
"""By part of the work, and by what is counted."""


def count_alone(name: str) -> Counts:
    """Return what a book takes, with nothing kept from before."""
    with tempfile.TemporaryDirectory() as folder:
        return count_work(name, Path(folder))


def count_errors(name: str, folder: Path) -> Counts:
    """Return what it takes to find the errors of a shipped or a small book, with an empty folder for what is kept of it."""
    book = _open_book(name, Store(folder))
    book.cores  # noqa: B018  # what is read first is no part of it
    with counting() as counter:
        verdicts = book.decided_to(Depth.ERRORS)
    counter[SEARCH] = sum(verdict.effort.nodes for verdict in verdicts.values())
    return {"errors": dict(counter)}


def count_work(name: str, folder: Path) -> Counts:
    """Return all that a shipped or a small book takes, part by part, with an empty folder for what is kept of it."""
    book = _open_book(name, Store(folder))
    edition_pairs = [f"{old}..{new}" for old, new in book.adjacent_editions]
    parts: Mapping[str, Callable[[], object]] = {
        "read": lambda: book.cores,
        "errors": lambda: book.decided_to(Depth.ERRORS),
        "notes": lambda: book.decided_to(Depth.ALL),
        "findings": lambda: book.diagnostics,
        "precedence": lambda: [book.precedence_report(edition) for edition in book.editions],
        "examples": lambda: (book.examples, book.coverage),
        **({"comparison": lambda: book.changes} if edition_pairs else {}),
        "site": lambda: list(book_pages(BookOfSite(book))),
    }
    counted: Counts = {}
    for part, work in parts.items():
        with counting() as counter:
            result = work()
        if part == "site":
            assert isinstance(result, list)
            counter[PAGES] = len(result)
        counted[part] = {kind: counter[kind] for kind in sorted(counter) if counter[kind]}
    errors, every = (sum(verdicts.effort.nodes for verdicts in book.decided_to(depth).values()) for depth in Depth)
    counted["errors"][SEARCH], counted["notes"][SEARCH] = errors, every - errors
    counted["kept"] = {BYTES: sum(path.stat().st_size for path in folder.rglob("*.result"))}
    return counted


def _open_book(name: str, store: Store) -> OpenBook:
    if name in SHIPPED:
        return load_inputs(name, read_inputs(book_folder(name)), store)
    return loaded(read(FOLDER / f"{name}.txt").files, store)


@contextmanager
def counting() -> Iterator[Counter[str]]:
    """Count what is encoded, evaluated and put to z3 meanwhile."""
    counter: Counter[str] = Counter()
    check_model = z3_solver._check_model

    def check_and_count(solver: Any, assertions: Any) -> Any:
        try:
            return check_model(solver, assertions)
        finally:
            counter[Z3] += int(solver.statistics().get_key_value("rlimit count"))

    with ExitStack() as stack:
        for owner, method, kind in (
            (Space, "_add_formula", FORMULAS),
            (Encoder, "_encode_within_limit", ENCODINGS),
            (Evaluation, "__init__", EVALUATIONS),
        ):
            stack.enter_context(patch.object(owner, method, _counted(getattr(owner, method), counter, kind)))
        stack.enter_context(patch.object(z3_solver, "_check_model", check_and_count))
        yield counter


def _counted(method: Callable[..., Any], counter: Counter[str], kind: str) -> Callable[..., Any]:
    def call(*args: Any, **named: Any) -> Any:
        counter[kind] += 1
        return method(*args, **named)

    return call


def z3_version() -> str:
    """Return the version of z3: another one counts its steps in another way."""
    return str(z3.get_version_string())


def read_table() -> tuple[str, dict[str, Counts]]:
    """Return the version of z3 that is written down, and the counts by book."""
    table = json.loads(TABLE.read_text(encoding="utf-8"))
    return table["z3"], table["books"]


def write_table(books: Mapping[str, Counts]) -> None:
    TABLE.write_text(json.dumps({"z3": z3_version(), "books": books}, indent=1) + "\n", encoding="utf-8")


def risen_counts(name: str, counted: Counts) -> list[str]:
    """Return a line for each count of a book that is more than `RISE` in 100 above what is written down."""
    version, books = read_table()
    written = books.get(name, {})
    lines = []
    for part, counts in counted.items():
        for kind, count in counts.items():
            before = written.get(part, {}).get(kind, 0)
            if 100 * count > (100 + RISE) * before and not (kind == Z3 and version != z3_version()):
                lines.append(f"{name}, {part}: {count:,} {kind}, and {before:,} are written down")
    return lines

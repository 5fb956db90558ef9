"""The site of a synthetic book of 2,000 cases: how long it takes to build, and how much there is to carry."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from benchmarks.frame import Row, choose_size, seconds
from benchmarks.synthetic import write_book
from rulewright.analysis.verdicts.findings import EditionVerdicts, NotAnalysed

if TYPE_CHECKING:
    from rulewright.analysis.comparison.amendments import Meaning
    from rulewright.analysis.coverage import Coverage
    from rulewright.analysis.dependencies.model import Graph
    from rulewright.analysis.examples import ExampleResult
    from rulewright.analysis.mutation.model import SlipResults
    from rulewright.base.diagnostics import Diagnostic
    from rulewright.core.model import Core
    from rulewright.rulebook.model import Rulebook
    from rulewright.workspace.open_book import OpenBook

T = TypeVar("T")
CASES = choose_size(2_000, 60)
MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Ready:
    """A book whose passes have been run: only the site is measured. Coverage is not worked out, its page is the largest it can be: every
    statement is missing, and so is in one list more than that of all. Nothing is compared, and of decisions there are none."""

    name: str
    book: Rulebook
    diagnostics: tuple[Diagnostic, ...]
    examples: tuple[ExampleResult, ...]
    coverage: Coverage
    cores: Mapping[str, Core]
    undecided_questions: tuple[tuple[NotAnalysed, tuple[str, ...]], ...] = ()
    changes: dict[tuple[str, str], Meaning] = field(default_factory=dict)

    def precedence_report(self, edition: str | None = None) -> EditionVerdicts:
        return EditionVerdicts(edition or self.book.default_edition)

    def graph(self, edition: str | None = None) -> Graph:
        from rulewright.analysis.dependencies.build import build_graph

        return build_graph(self.book, self.cores[edition or self.book.default_edition])

    def load_or_make(self, part: str, make: Callable[[], T]) -> T:
        return make()

    @property
    def has_changes(self) -> bool:
        return False

    @property
    def slips(self) -> SlipResults:
        from rulewright.analysis.mutation.model import SlipResults

        return SlipResults(self.book.default_edition, ())

    @property
    def has_slips(self) -> bool:
        return False


def rows() -> Iterator[Row]:
    """Seconds for the pages and MkDocs together, megabytes of the whole site and of the heaviest page."""
    from rulewright.site import build_site

    with tempfile.TemporaryDirectory() as scratch:
        ready, out = _ready(Path(scratch)), Path(scratch) / "site"
        taken = seconds(lambda: build_site([ready], out))
        sizes = [path.stat().st_size for path in out.rglob("*") if path.is_file()]
        chapters = [path.stat().st_size for path in (out / "synthetic").glob("chapter_*.html")]
        yield Row(f"site, {CASES:,} cases", taken, "s", 5)
        yield Row(f"site, {CASES:,} cases, whole", sum(sizes) / MEGABYTE, "MB", 15)
        yield Row(f"site, {CASES:,} cases, a chapter's page", max(chapters) / 1000, "kB", note="90 cases")


def _ready(scratch: Path) -> Ready:
    from rulewright.analysis.coverage import Coverage
    from rulewright.workspace.open_book import load

    loaded: OpenBook = load(str(write_book(scratch / "synthetic", CASES)), cache=False)
    items = tuple(row.item for row in loaded.book.ledger)
    count = len(items)
    covered = Coverage(count, 0, count, 0, 0, items, (), ())
    return Ready(loaded.name, loaded.book, loaded.diagnostics, loaded.examples, covered, loaded.cores)

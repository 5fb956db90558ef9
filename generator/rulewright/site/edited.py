"""The pages of chapters that were edited, put into a built site before the rest of it is built again.

Who edits a case looks at its page, and that page is ready long before the site is. What takes long, because it is decided or run, is shown
as far as it is known: an example of a rule that has just been edited is *not run*. The build that follows makes every page anew.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from rulewright.base.store import write_whole
from rulewright.site.book.book_data import BookData, BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.pages.chapter import chapter_pages

if TYPE_CHECKING:
    from rulewright.analysis.examples import ExampleResult
    from rulewright.analysis.verdicts.findings import EditionVerdicts, NotAnalysed
    from rulewright.base.diagnostics import Diagnostic
    from rulewright.rulebook.model import CaseInForce, Origin
    from rulewright.site.output.rendered import Rendered


class Readable(BookData, Protocol):
    """A rulebook that can say what is known of it before anything is decided; `open_book.OpenBook` is one."""

    @property
    def findings_in_texts(self) -> tuple[Diagnostic, ...]: ...
    @property
    def has_verdicts(self) -> bool: ...
    @property
    def has_example_results(self) -> bool: ...
    def has_precedence_report(self, edition: str) -> bool: ...


def _of_whole(name: str) -> Any:
    """Return an attribute of the whole rulebook."""
    return property(attrgetter(f"checked.{name}"))


@dataclass
class Early:
    """A rulebook in which nothing is decided or run that is not so already."""

    checked: Readable

    name = _of_whole("name")
    book = _of_whole("book")
    cores = _of_whole("cores")
    graph = _of_whole("graph")
    coverage = _of_whole("coverage")
    changes, has_changes = _of_whole("changes"), _of_whole("has_changes")
    slips, has_slips = _of_whole("slips"), _of_whole("has_slips")
    load_or_make = _of_whole("load_or_make")

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        return self.checked.diagnostics if self.checked.has_verdicts else self.checked.findings_in_texts

    @property
    def examples(self) -> tuple[ExampleResult, ...]:
        return self.checked.examples if self.checked.has_example_results else ()

    @property
    def undecided_questions(self) -> Sequence[tuple[NotAnalysed, Sequence[str]]]:
        return self.checked.undecided_questions if self.checked.has_verdicts else ()

    def precedence_report(self, edition: str | None = None) -> EditionVerdicts:
        from rulewright.analysis.verdicts.findings import EditionVerdicts

        name = edition or self.checked.book.default_edition
        return self.checked.precedence_report(name) if self.checked.has_precedence_report(name) else EditionVerdicts(name)


def show_edited(early: Early, files: Container[str], site: Path, rendered: Rendered) -> Mapping[Path, bytes]:
    """Replace the pages of the chapters that these files bear on, by their paths as shown; what those were that are now other."""
    of = BookOfSite(early, compare=False)
    earlier_pages: dict[Path, bytes] = {}
    for page in chapter_pages(of, CaseWriter(of), set(_touched_chapters(of, files))):
        html = rendered.render_again(Path(page.path), page.markdown)
        goal = site / Path(page.path).with_suffix(".html")
        if html is not None and goal.is_file():
            earlier_pages[goal] = goal.read_bytes()
            write_whole(goal, html)
    return earlier_pages


def _touched_chapters(site_book: BookOfSite, files: Container[str]) -> Iterator[str]:
    """The chapters with a case of which these files say something."""
    for case in (*site_book.cases, *site_book.view.rulings.values()):
        if any(origin.place.path in files for origin in _origins_of(case)):
            yield case.chapter


def _origins_of(case: CaseInForce) -> Iterable[Origin]:
    yield case.origin
    yield from (paragraph.origin for paragraph in case.text)
    yield from (provision.origin for provision in case.provisions)
    yield from (entry.origin for entry in case.history)
    yield from (origin for _, origin in (*case.examples, *case.other))

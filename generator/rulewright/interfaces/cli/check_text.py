"""Text output of `rulewright check`: errors and warnings of each book as soon as they are known, then notes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from rulewright.analysis.verdicts.depth import Depth
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.checks.causes import cause_key
from rulewright.interfaces.cli.app import CLEAN, FINDINGS
from rulewright.interfaces.cli.findings import (
    COLOURS,
    MAX_NOTES_SHOWN,
    causes_first,
    fold_unfinished,
    one_line_text,
    severity_summary,
    show_counted,
    show_finding,
    show_not_analysed,
    worth_showing,
)
from rulewright.interfaces.cli.terminal import console, show_activity
from rulewright.workspace.open_book import Part, start_work

if TYPE_CHECKING:
    from rulewright.checks.baseline import Baseline
    from rulewright.workspace.open_book import OpenBook


NOT_LOOKED_FOR = "rules that change nothing, rules that say the same and readings that matter are looked for with `--all`"
Mark: TypeAlias = Callable[[Iterable[Diagnostic]], tuple[Diagnostic, ...]]
"""A function that marks the findings that a baseline has."""
FindingsSource: TypeAlias = Callable[[], tuple[Diagnostic, ...] | None]
"""A function that returns the findings of a book down to one depth of analysis, or None."""


def check_as_text(books: Sequence[OpenBook], every: bool, all_left: bool, baseline_file: Path | None = None) -> int:
    """Print the findings of books; return the exit status. With `every` all notes are computed and shown.

    What a baseline has is shown with `every` alone, and does not count.
    """
    baseline: Baseline | None = None
    if baseline_file is not None:
        from rulewright.checks.baseline import read_baseline

        baseline = read_baseline(baseline_file, [book.name for book in books])
    mark: Mark = tuple if baseline is None else baseline.mark_findings
    depth = Depth.ALL if every else Depth.ERRORS
    with show_activity() as report_step:
        report_step("reading")
        start_work(books, Part.DECIDED if every else Part.ERRORS)
    shown_identities: set[object] = set()
    for number, book in enumerate(books, 1):
        sources = (book.first_findings, partial(book.findings, depth))
        _show_serious(book, mark, sources, every, shown_identities, f"checking {book.name} ({number} of {len(books)})")
    remaining = MAX_NOTES_SHOWN
    for book in books:
        notes = _of_severity(mark(book.findings(depth)), Severity.INFO)
        remaining -= _show_notes(book, notes, None if every else remaining)
        show_not_analysed(console(), book.name, book.not_analysed_to(depth), all_left)
    for book in books:
        _show_summary(book, mark(book.findings(depth)), book.not_analysed_to(depth))
        if baseline is not None:
            for fixed in baseline.fixed_findings(book.name, book.findings(depth), book.not_analysed_to(depth), notes=every):
                console().print(f"  {fixed.sentence}", style="green", soft_wrap=True)
    if not every:
        console().print(NOT_LOOKED_FOR, style="dim", soft_wrap=True)
    return FINDINGS if any(not error.in_baseline for book in books for error in mark(book.errors)) else CLEAN


def _show_serious(
    book: OpenBook, mark: Mark, sources: Iterable[FindingsSource], every: bool, shown_identities: set[object], activity: str
) -> None:
    """Print the errors and warnings of a book, source by source, without those in `shown_identities`."""
    lines = book.source_lines()
    for load_findings in sources:
        with show_activity() as report_step:
            report_step(activity)
            diagnostics = load_findings() or ()
        serious = _of_severity(mark(diagnostics), Severity.ERROR, Severity.WARNING)
        serious = serious if every else _without_known(serious)
        serious, lines_for_many = (serious, []) if every else fold_unfinished(serious)
        for finding, followed_by in [(diagnostic, []) for diagnostic in serious] if every else causes_first(serious):
            identity = (book.name, finding.code, finding.message, finding.cases, tuple(label.location for label in finding.labels))
            if identity not in shown_identities:
                shown_identities.add(identity)
                show_finding(console(), finding, lines, followed_by)
        for line in lines_for_many:
            if (book.name, line.plain) not in shown_identities:
                shown_identities.add((book.name, line.plain))
                console().print(line, soft_wrap=True)
                console().print()


def _show_notes(book: OpenBook, notes: list[Diagnostic], limit: int | None) -> int:
    """Print notes on one line each and count the rest; return the number printed. None as `limit` prints all."""
    printed, counted = (notes, []) if limit is None else worth_showing(notes)
    if limit is not None:
        printed, counted = printed[:limit], printed[limit:] + counted
    for line in map(one_line_text, printed):
        console().print(line, soft_wrap=True)
    show_counted(console(), book.name, counted)
    if notes:
        console().print()
    return len(printed)


def _without_known(findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the findings that no baseline has; what follows from one that it has stands by itself."""
    known_causes = {cause_key(finding) for finding in findings if finding.in_baseline}
    return [replace(finding, follows="") if finding.follows in known_causes else finding for finding in findings if not finding.in_baseline]


def _show_summary(book: OpenBook, findings: Sequence[Diagnostic], not_analysed: Sequence[object]) -> None:
    from rich.text import Text

    new = [finding for finding in findings if not finding.in_baseline]
    worst = next((severity for severity in Severity if any(finding.severity is severity for finding in new)), None)
    colour = COLOURS[worst] if worst in (Severity.ERROR, Severity.WARNING) else "bold green"
    undecided = f", {len(not_analysed):,} not analysed" if not_analysed else ""
    in_baseline = f", and {len(findings) - len(new):,} in the baseline" if len(new) < len(findings) else ""
    console().print(Text.assemble((book.name, "bold"), ": ", (severity_summary(new), colour), in_baseline, undecided), soft_wrap=True)


def _of_severity(diagnostics: Sequence[Diagnostic], *severities: Severity) -> list[Diagnostic]:
    return [finding for finding in diagnostics if finding.severity in severities]

"""Text output of `rulewright check`: errors and warnings of each book as soon as they are known, then notes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from rulewright.analysis.verdicts.depth import Depth
from rulewright.base.diagnostics import Diagnostic, Severity
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
    from rulewright.workspace.open_book import OpenBook


NOT_LOOKED_FOR = "rules that change nothing, rules that say the same and readings that matter are looked for with `--all`"
FindingsSource: TypeAlias = Callable[[], tuple[Diagnostic, ...] | None]
"""A function that returns the findings of a book down to one depth of analysis, or None."""


def check_as_text(books: Sequence[OpenBook], every: bool, all_left: bool) -> int:
    """Print the findings of books; return the exit status. With `every` all notes are computed and shown."""
    depth = Depth.ALL if every else Depth.ERRORS
    with show_activity() as report_step:
        report_step("reading")
        start_work(books, Part.DECIDED if every else Part.ERRORS)
    shown_identities: set[object] = set()
    for number, book in enumerate(books, 1):
        sources = (book.first_findings, partial(book.findings, depth))
        _show_serious(book, sources, every, shown_identities, f"checking {book.name} ({number} of {len(books)})")
    remaining = MAX_NOTES_SHOWN
    for book in books:
        notes = _of_severity(book.findings(depth), Severity.INFO)
        remaining -= _show_notes(book, notes, None if every else remaining)
        show_not_analysed(console(), book.name, book.not_analysed_to(depth), all_left)
    for book in books:
        _show_summary(book, depth)
    if not every:
        console().print(NOT_LOOKED_FOR, style="dim", soft_wrap=True)
    return FINDINGS if any(book.errors for book in books) else CLEAN


def _show_serious(book: OpenBook, sources: Iterable[FindingsSource], every: bool, shown_identities: set[object], activity: str) -> None:
    """Print the errors and warnings of a book, source by source, without those in `shown_identities`."""
    lines = book.source_lines()
    for load_findings in sources:
        with show_activity() as report_step:
            report_step(activity)
            diagnostics = load_findings() or ()
        serious = _of_severity(diagnostics, Severity.ERROR, Severity.WARNING)
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


def _show_summary(book: OpenBook, depth: Depth) -> None:
    from rich.text import Text

    findings, not_analysed = book.findings(depth), book.not_analysed_to(depth)
    worst = next((severity for severity in Severity if any(finding.severity is severity for finding in findings)), None)
    colour = COLOURS[worst] if worst in (Severity.ERROR, Severity.WARNING) else "bold green"
    undecided = f", {len(not_analysed):,} not analysed" if not_analysed else ""
    console().print(Text.assemble((book.name, "bold"), ": ", (severity_summary(findings), colour), undecided), soft_wrap=True)


def _of_severity(diagnostics: Sequence[Diagnostic], *severities: Severity) -> list[Diagnostic]:
    return [finding for finding in diagnostics if finding.severity in severities]

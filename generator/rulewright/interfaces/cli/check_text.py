"""The text of `rulewright check`: the errors and warnings of each book as soon as they are found, then notes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from rulewright.analysis.verdicts.depth import Depth
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.interfaces.cli.app import CLEAN, FINDINGS
from rulewright.interfaces.cli.findings import (
    COLOURS,
    NOTES,
    causes_first,
    line_of,
    show_counted,
    show_finding,
    show_left,
    summary,
    worth_showing,
)
from rulewright.interfaces.cli.terminal import console, waiting
from rulewright.workspace.open_book import Part, start

if TYPE_CHECKING:
    from rulewright.workspace.open_book import Loaded


Look: TypeAlias = Callable[[], tuple[Diagnostic, ...] | None]
"""Looks into a book, and finds what there is to be found as deep as it goes."""


def check_as_text(books: Sequence[Loaded], every: bool, all_left: bool) -> int:
    """Show what is found in books; return the exit status. With `every` all notes are looked for, and shown."""
    depth = Depth.ALL if every else Depth.NOTES
    with waiting() as under_way:
        under_way("reading")
        start(books, Part.DECIDED)
    shown: set[object] = set()
    for number, book in enumerate(books, 1):
        looks = (book.found_first, partial(book.findings, Depth.ERRORS))
        _show_serious(book, looks, every, shown, f"checking {book.name} ({number} of {len(books)})")
        book.start_notes(depth)
    room = NOTES
    for book in books:
        looking = f"looking for notes on {book.name}"
        _show_serious(book, [partial(book.findings, depth)], every, shown, looking)  # an `accepts` of a note may be needless
        with waiting() as under_way:
            under_way(looking)
            notes = _of_severity(book.findings(depth), Severity.INFO)
        room -= _show_notes(book, notes, None if every else room)
        show_left(console(), book.name, book.not_analysed_to(depth), all_left)
    for book in books:
        _show_summary(book, depth)
    whole = [book.is_whole_at(depth) for book in books]
    if not all(whole):
        console().print("rules that say the same and readings that matter are looked for with `--all`", style="dim", soft_wrap=True)
    return FINDINGS if any(book.errors for book in books) else CLEAN


def _show_serious(book: Loaded, looks: Iterable[Look], every: bool, shown: set[object], what: str) -> None:
    """Show the errors and warnings that each look at a book finds, those that are not `shown` yet."""
    lines = book.source_lines()
    for look in looks:
        with waiting() as under_way:
            under_way(what)
            found = look() or ()
        serious = _of_severity(found, Severity.ERROR, Severity.WARNING)
        for finding, followed_by in [(one, []) for one in serious] if every else causes_first(serious):
            identity = (book.name, finding.code, finding.message, finding.cases, tuple(label.location for label in finding.labels))
            if identity not in shown:
                shown.add(identity)
                show_finding(console(), finding, lines, followed_by)


def _show_notes(book: Loaded, notes: list[Diagnostic], room: int | None) -> int:
    """Show notes a line each and count the others: all where there is any `room`, else so many; return how many are shown."""
    shown, counted = (notes, []) if room is None else worth_showing(notes)
    if room is not None:
        shown, counted = shown[:room], shown[room:] + counted
    for line in map(line_of, shown):
        console().print(line, soft_wrap=True)
    show_counted(console(), book.name, counted)
    if notes:
        console().print()
    return len(shown)


def _show_summary(book: Loaded, depth: Depth) -> None:
    from rich.text import Text

    found, left = book.findings(depth), book.not_analysed_to(depth)
    worst = next((severity for severity in Severity if any(finding.severity is severity for finding in found)), None)
    colour = COLOURS[worst] if worst in (Severity.ERROR, Severity.WARNING) else "bold green"
    undecided = f", {len(left):,} not analysed" if left else ""
    console().print(Text.assemble((book.name, "bold"), ": ", (summary(found), colour), undecided), soft_wrap=True)


def _of_severity(found: Sequence[Diagnostic], *severities: Severity) -> list[Diagnostic]:
    return [finding for finding in found if finding.severity in severities]

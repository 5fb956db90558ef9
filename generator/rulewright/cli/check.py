"""`rulewright check`: every check over rulebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click

from rulewright.cli.app import CLEAN, FINDINGS, WrongCommand
from rulewright.cli.common import books_argument, example, format_option
from rulewright.cli.reader import Reader, working_options
from rulewright.cli.terminal import console, print_json, say, tell_job, waiting
from rulewright.diagnostics import Severity

if TYPE_CHECKING:
    from rulewright.library.reports import CheckReport
    from rulewright.loaded import Loaded


@click.command(
    epilog=example(
        "rulewright check",
        "rulewright check leipzig-lite ./my-book",
        "rulewright check leipzig --all --not-analysed",
        "rulewright check --format sarif > findings.sarif",
        "rulewright check my-book --format github",
        "rulewright check my-book --watch",
        "rulewright explain RW302",
    )
)
@books_argument
@format_option("text", "json", "sarif", "github", "junit")
@click.option(
    "--all",
    "--notes",
    "every",
    is_flag=True,
    help="Show every finding; without this, what follows from another is counted under it, and so are notes that ask for nothing.",
)
@click.option("--not-analysed", "all_left", is_flag=True, help="List each rule of which not everything could be decided.")
@click.option("--watch", "watched", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
@working_options
@click.pass_context
def command(
    ctx: click.Context,
    books: tuple[str, ...],
    form: str,
    every: bool,
    all_left: bool,
    watched: bool,
    reader: Reader,
) -> None:
    """Run every check, over every shipped rulebook by default.

    `--format github` marks the places of findings in a job on GitHub, notes only with `--all`; `sarif` is for editors and code
    hosts, `junit` for servers that run tests.

    Exit status 1 if there is a finding of severity error; with `--watch` that of the last time.
    """
    if watched:
        if form != "text":
            raise WrongCommand(f"`--watch` shows findings as text, and not as {form}", ["leave out `--format`, or `--watch`"])
        from rulewright.cli.check_again import check_again

        ctx.exit(check_again(books, reader, lambda loaded: _show(loaded, every, all_left)))
    from rulewright.library.reports import check_json

    loaded, reports = checked(books, reader)
    if form == "json":
        print_json(check_json(reports))
    elif form == "sarif":
        from rulewright.checks.export import sarif

        print_json(sarif(finding for report in reports for finding in report.findings))
    elif form == "github":
        from rulewright.checks.annotations import github_lines

        for line in github_lines(found for report in reports for found in report.findings if every or found.severity is not Severity.INFO):
            tell_job(line)
    elif form == "junit":
        from rulewright.library.junit import check_junit

        say(check_junit(reports))
    else:
        _show(loaded, every, all_left)
    ctx.exit(status(reports))


def checked(books: Sequence[str], reader: Reader) -> tuple[list[Loaded], list[CheckReport]]:
    """Books with what is found in them; what is at work is shown on a terminal."""
    from rulewright.library.book import Book
    from rulewright.loaded import Part, start

    with waiting() as under_way:
        under_way("reading")
        loaded = reader.books(books)
        start(loaded, Part.DECIDED)
        reports = []
        for number, book in enumerate(loaded, 1):
            under_way(f"checking {book.name} ({number} of {len(loaded)})")
            reports.append(Book(book).check())
    return loaded, reports


def status(reports: Iterable[CheckReport]) -> int:
    """The exit status of what was found."""
    return FINDINGS if any(report.errors for report in reports) else CLEAN


def _show(loaded: list[Loaded], every: bool, all_left: bool) -> None:
    from rich.text import Text

    from rulewright.cli.findings import COLOURS, NOTES, causes_first, line_of, show_counted, show_finding, show_left, summary, worth_showing

    out = console()
    room = NOTES
    for book in loaded:
        lines = book.source_lines()
        serious = [finding for finding in book.diagnostics if finding.severity is not Severity.INFO]
        for finding, followed_by in [(one, []) for one in serious] if every else causes_first(serious):
            show_finding(out, finding, lines, followed_by)
        notes = [finding for finding in book.diagnostics if finding.severity is Severity.INFO]
        shown, counted = (notes, []) if every else worth_showing(notes)
        shown, counted = (shown, counted) if every else (shown[:room], shown[room:] + counted)
        room -= len(shown)
        for line in map(line_of, shown):
            out.print(line, soft_wrap=True)
        show_counted(out, book.name, counted)
        if notes:
            out.print()
        show_left(out, book.name, book.not_analysed, all_left)
    for book in loaded:
        worst = next((s for s in Severity if any(finding.severity is s for finding in book.diagnostics)), None)
        colour = COLOURS[worst] if worst in (Severity.ERROR, Severity.WARNING) else "bold green"
        left = f", {len(book.not_analysed):,} not analysed" if book.not_analysed else ""
        out.print(Text.assemble((book.name, "bold"), ": ", (summary(book.diagnostics), colour), left), soft_wrap=True)

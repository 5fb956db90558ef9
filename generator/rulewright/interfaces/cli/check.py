"""`rulewright check`: run every check over rulebooks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.base.diagnostics import Severity
from rulewright.interfaces.cli.app import CLEAN, FINDINGS, WRONG, WrongCommand
from rulewright.interfaces.cli.common import books_argument, examples_epilog, format_option
from rulewright.interfaces.cli.reader import Reader, working_options
from rulewright.interfaces.cli.terminal import print_json, print_text, print_workflow_command, show_activity

if TYPE_CHECKING:
    from rulewright.checks.baseline import Baseline, FixedFinding
    from rulewright.interfaces.api.reports import CheckReport, UnreadBook
    from rulewright.workspace.open_book import OpenBook


@click.command(
    epilog=examples_epilog(
        "rulewright check",
        "rulewright check leipzig-lite ./my-book",
        "rulewright check leipzig --all --not-analysed",
        "rulewright check --format sarif > findings.sarif",
        "rulewright check my-book --format json > known.json",
        "rulewright check my-book --baseline known.json",
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
    help="Look for every note, and show every finding; without this, what follows from another is counted under it.",
)
@click.option("--not-analysed", "all_left", is_flag=True, help="List each rule of which not everything could be decided.")
@click.option("--watch", "watched", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
@click.option(
    "--baseline",
    "baseline_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Count no finding that this file has: what `check --format json` printed earlier.",
)
@working_options
@click.pass_context
def command(
    ctx: click.Context,
    books: tuple[str, ...],
    form: str,
    every: bool,
    all_left: bool,
    watched: bool,
    baseline_file: Path | None,
    reader: Reader,
) -> None:
    """Run the checks, over every shipped rulebook by default.

    Errors and warnings come first, each as soon as it is found, then notes. Notes that only inform (rules that change nothing, rules that
    say the same, readings that matter) are looked for with `--all`, and for `json`, `sarif` and `junit`, which have everything.

    `--format github` marks the places of findings in a job on GitHub, notes only with `--all`; `sarif` is for editors and code
    hosts, `junit` for servers that run tests.

    With `--baseline` only what is new counts: a finding that the file has is known again though lines and numbers of cases have changed,
    and what is no longer there is said. A book that cannot be opened is in the document of every format, beside the others.

    Exit status 1 if there is a finding of severity error that no baseline has; 2 if a book cannot be opened; with `--watch` that of the
    last time.
    """
    if watched:
        if form != "text":
            raise WrongCommand(f"`--watch` shows findings as text, and not as {form}", ["leave out `--format`, or `--watch`"])
        from rulewright.interfaces.cli.check_again import check_again

        ctx.exit(check_again(books, reader, every, all_left, baseline_file))
    if form == "text":
        from rulewright.interfaces.cli.check_text import check_as_text

        ctx.exit(check_as_text(reader.books(books), every, all_left, baseline_file))
    from rulewright.checks.baseline import read_baseline

    loaded, unread = reader.books_there(books)
    notes = every or form != "github"
    baseline = None if baseline_file is None else read_baseline(baseline_file, [book.name for book in loaded])
    reports = check_books(loaded, notes=notes)
    fixed = None
    if baseline is not None:
        reports, fixed = compare_with_baseline(reports, baseline, notes=notes)
    if form == "github" and not every:
        reports = [replace(report, findings=tuple(finding for finding in report.findings if not finding.in_baseline)) for report in reports]
    _print_reports(form, reports, unread, fixed)
    for book in unread:
        WrongCommand(book.message, book.hints).show()
    ctx.exit(WRONG if unread else FINDINGS if any(not error.in_baseline for report in reports for error in report.errors) else CLEAN)


def check_books(books: Sequence[OpenBook], *, notes: bool = True) -> list[CheckReport]:
    """Return the check reports of books, with or without notes; on a terminal the current step is shown."""
    from rulewright.analysis.verdicts.depth import Depth
    from rulewright.interfaces.api.reports import CheckReport
    from rulewright.workspace.open_book import Part, start_work

    with show_activity() as report_step:
        report_step("reading")
        start_work(books, Part.DECIDED if notes else Part.ERRORS)
        reports = []
        for number, book in enumerate(books, 1):
            report_step(f"checking {book.name} ({number} of {len(books)})")
            depth = Depth.ALL if notes else book.depth_of_warnings
            findings = [finding for finding in book.findings(depth) if notes or finding.severity is not Severity.INFO]
            reports.append(CheckReport(book.name, tuple(findings), book.not_analysed_to(depth)))
    return reports


def compare_with_baseline(
    reports: Sequence[CheckReport], baseline: Baseline, *, notes: bool
) -> tuple[list[CheckReport], list[FixedFinding]]:
    """Return the reports with the findings marked that a baseline has, and what it has and they have not."""
    fixed = [
        finding for report in reports for finding in baseline.fixed_findings(report.book, report.findings, report.not_analysed, notes=notes)
    ]
    return [replace(report, findings=baseline.mark_findings(report.findings)) for report in reports], fixed


def _print_reports(form: str, reports: Sequence[CheckReport], unread: Sequence[UnreadBook], fixed: Sequence[FixedFinding] | None) -> None:
    """Print what was found as one document of a format for programs."""
    findings = [finding for report in reports for finding in report.findings]
    faults, gone = [book.message for book in unread], [finding.sentence for finding in fixed or ()]
    if form == "json":
        from rulewright.interfaces.api.reports import check_json

        print_json(check_json(reports, unread, fixed))
    elif form == "sarif":
        from rulewright.checks.export import sarif_log

        print_json(sarif_log(findings, faults, gone))
    elif form == "github":
        from rulewright.checks.annotations import github_line, github_lines

        for line in (
            *github_lines(findings),
            *(github_line("error", text, title="no such book") for text in faults),
            *(github_line("notice", text, title="mended") for text in gone),
        ):
            print_workflow_command(line)
    else:
        from rulewright.interfaces.api.junit import check_junit

        print_text(check_junit(reports, unread, fixed or ()))

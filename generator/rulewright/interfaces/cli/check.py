"""`rulewright check`: run every check over rulebooks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from rulewright.base.diagnostics import Severity
from rulewright.interfaces.cli.app import CLEAN, FINDINGS, WrongCommand
from rulewright.interfaces.cli.common import books_argument, examples_epilog, format_option
from rulewright.interfaces.cli.reader import Reader, working_options
from rulewright.interfaces.cli.terminal import print_json, print_text, print_workflow_command, show_activity

if TYPE_CHECKING:
    from rulewright.interfaces.api.reports import CheckReport


@click.command(
    epilog=examples_epilog(
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
    help="Look for every note, and show every finding; without this, what follows from another is counted under it.",
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
    """Run the checks, over every shipped rulebook by default.

    Errors and warnings come first, each as soon as it is found, then notes. Notes that only inform (rules that change nothing, rules that
    say the same, readings that matter) are looked for with `--all`, and for `json`, `sarif` and `junit`, which have everything.

    `--format github` marks the places of findings in a job on GitHub, notes only with `--all`; `sarif` is for editors and code
    hosts, `junit` for servers that run tests.

    Exit status 1 if there is a finding of severity error; with `--watch` that of the last time.
    """
    if watched:
        if form != "text":
            raise WrongCommand(f"`--watch` shows findings as text, and not as {form}", ["leave out `--format`, or `--watch`"])
        from rulewright.interfaces.cli.check_again import check_again

        ctx.exit(check_again(books, reader, every, all_left))
    if form == "text":
        from rulewright.interfaces.cli.check_text import check_as_text

        ctx.exit(check_as_text(reader.books(books), every, all_left))
    from rulewright.interfaces.api.reports import check_json

    reports = check_books(books, reader, notes=every or form != "github")
    if form == "json":
        print_json(check_json(reports))
    elif form == "sarif":
        from rulewright.checks.export import sarif_log

        print_json(sarif_log(finding for report in reports for finding in report.findings))
    elif form == "github":
        from rulewright.checks.annotations import github_lines

        for line in github_lines(finding for report in reports for finding in report.findings):
            print_workflow_command(line)
    else:
        from rulewright.interfaces.api.junit import check_junit

        print_text(check_junit(reports))
    ctx.exit(FINDINGS if any(report.errors for report in reports) else CLEAN)


def check_books(books: Sequence[str], reader: Reader, *, notes: bool = True) -> list[CheckReport]:
    """Return the check reports of books, with or without notes; on a terminal the current step is shown."""
    from rulewright.analysis.verdicts.depth import Depth
    from rulewright.interfaces.api.reports import CheckReport
    from rulewright.workspace.open_book import Part, start_work

    with show_activity() as report_step:
        report_step("reading")
        loaded = reader.books(books)
        start_work(loaded, Part.DECIDED if notes else Part.ERRORS)
        reports = []
        for number, book in enumerate(loaded, 1):
            report_step(f"checking {book.name} ({number} of {len(loaded)})")
            depth = Depth.ALL if notes else book.depth_of_warnings
            findings = [finding for finding in book.findings(depth) if notes or finding.severity is not Severity.INFO]
            reports.append(CheckReport(book.name, tuple(findings), book.not_analysed_to(depth)))
    return reports

"""`rulewright test`: every example of rulebooks, run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.app import FINDINGS
from rulewright.cli.common import (
    books_argument,
    console,
    count,
    example,
    format_option,
    load_books,
    passing,
    print_json,
    reading_options,
    start_workers,
    workers_option,
)

if TYPE_CHECKING:
    from rulewright.library.reports import ExampleReport


@click.command(epilog=example("rulewright test", "rulewright test leipzig-lite", "rulewright test --format json"))
@books_argument
@format_option("text", "json")
@workers_option
@reading_options
@click.pass_context
def command(ctx: click.Context, books: tuple[str, ...], form: str, with_folder: Path | None, no_cache: bool, workers: int | None) -> None:
    """Run every example, of every shipped rulebook by default, in every edition that has it.

    Exit status 1 if an example fails, or if its book has errors, since what cannot be read cannot be tested.
    """
    from rulewright.library.book import Book
    from rulewright.library.reports import examples_json
    from rulewright.pipeline import Part, start

    loaded = load_books(books, with_folder, no_cache, workers=start_workers(workers))
    start(loaded, Part.DECIDED, Part.EXAMPLES)
    reports = [Book(book).test() for book in loaded]
    if form == "json":
        print_json(examples_json(reports))
    else:
        _show(reports)
    ctx.exit(0 if all(report.passed for report in reports) else FINDINGS)


def _show(reports: Sequence[ExampleReport]) -> None:
    from rulewright.cli.results import show_failure

    out = console()
    for report in reports:
        for result in report.failed:
            show_failure(out, result)
    for report in reports:
        number = len(report.results)
        broken = f"; {count(len(report.errors), 'error')}, see `rulewright check {report.book}`" if report.errors else ""
        colour = "bold green" if report.passed else "bold red"
        out.print(f"{report.book}: {passing(number - len(report.failed), number)}{broken}", style=colour, soft_wrap=True)

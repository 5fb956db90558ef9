"""`rulewright check`: every check over rulebooks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.app import FINDINGS
from rulewright.cli.common import books_argument, console, example, format_option, load_books, print_json, reading_options
from rulewright.diagnostics import Severity

if TYPE_CHECKING:
    from rulewright.pipeline import Loaded


@click.command(
    epilog=example(
        "rulewright check",
        "rulewright check leipzig-lite ./my-book",
        "rulewright check --format sarif > findings.sarif",
        "rulewright explain RW302",
    )
)
@books_argument
@format_option("text", "json", "sarif")
@reading_options
@click.pass_context
def command(ctx: click.Context, books: tuple[str, ...], form: str, with_folder: Path | None, no_cache: bool) -> None:
    """Run every check, over every shipped rulebook by default.

    Exit status 1 if there is a finding of severity error.
    """
    from rulewright.pipeline import on_two_cores

    loaded = load_books(books, with_folder, no_cache)
    on_two_cores(loaded, "findings", lambda book: book.diagnostics)
    findings = [found for book in loaded for found in book.diagnostics]
    if form == "json":
        from rulewright.checks.export import counts, diagnostic_json

        print_json(
            {
                "rulewright": _version(),
                "books": [book.name for book in loaded],
                "findings": [diagnostic_json(found) for found in findings],
                "not_analysed": [],
                "counts": counts(findings),
            }
        )
    elif form == "sarif":
        from rulewright.checks.export import sarif

        print_json(sarif(findings))
    else:
        _show(loaded)
    ctx.exit(FINDINGS if any(found.severity is Severity.ERROR for found in findings) else 0)


def _version() -> str:
    from rulewright import __version__

    return __version__


def _show(loaded: list[Loaded]) -> None:
    from rich.text import Text

    from rulewright.cli.findings import COLOURS, line_of, show_finding, summary

    out = console()
    for book in loaded:
        lines = book.source_lines()
        brief = [found for found in book.diagnostics if found.severity is Severity.INFO]
        for found in book.diagnostics:
            if found.severity is not Severity.INFO:
                show_finding(out, found, lines)
        for found in brief:
            out.print(line_of(found), soft_wrap=True)
        if brief:
            out.print()
    for book in loaded:
        worst = next((s for s in Severity if any(found.severity is s for found in book.diagnostics)), None)
        colour = COLOURS[worst] if worst in (Severity.ERROR, Severity.WARNING) else "bold green"
        out.print(Text.assemble((book.name, "bold"), ": ", (summary(book.diagnostics), colour)), soft_wrap=True)

"""`rulewright test`: run every example of rulebooks, or their conformance kits against engines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from rulewright.engines.registry import ENGINES
from rulewright.interfaces.cli.app import CLEAN, FINDINGS, WRONG, WrongCommand
from rulewright.interfaces.cli.common import books_argument, examples_epilog, format_count, format_option, format_passing
from rulewright.interfaces.cli.kits import kit_options
from rulewright.interfaces.cli.reader import Reader, working_options
from rulewright.interfaces.cli.terminal import console, print_json, print_text, show_progress

if TYPE_CHECKING:
    from rulewright.engines.conformance.run import Run
    from rulewright.interfaces.api.reports import ExampleReport
    from rulewright.workspace.open_book import OpenBook


@click.command(
    epilog=examples_epilog(
        "rulewright test",
        "rulewright test leipzig-lite",
        "rulewright test --format json",
        "rulewright test my-book --format junit > examples.xml",
        "rulewright test leipzig --engine all",
    )
)
@books_argument
@click.option("--engine", type=click.Choice([*ENGINES, "all"]), help="Put the conformance kit to this engine, or to all.")
@kit_options
@format_option("text", "json", "junit")
@working_options
@click.pass_context
def command(
    ctx: click.Context,
    books: tuple[str, ...],
    engine: str | None,
    questions: int,
    seed: int,
    form: str,
    reader: Reader,
) -> None:
    """Run every example, of every shipped rulebook by default: in the last edition, or in the one that it names.

    The examples are run in the interpreter. With --engine the questions of the conformance kit, all examples among them, are put to an
    engine as well, and its first answer that differs from the interpreter's is shown with its situation.

    Exit status 1 if an example fails, if an engine answers otherwise, or if a book has errors in its texts, since what cannot be read
    cannot be tested; `json` and `junit` have them. What its rules come to together, such as a contradiction, is searched for by `check`.
    """
    from rulewright.interfaces.api.book import Book
    from rulewright.interfaces.api.reports import examples_json
    from rulewright.workspace.open_book import Part, start_work

    if form == "junit" and engine:
        raise WrongCommand("`--format junit` shows examples, and `--engine` puts other questions", ["`--format json` has both"])
    loaded, unread = (reader.books(books), []) if form == "text" else reader.books_there(books)
    with show_progress() as report_progress:
        report_progress("reading", 0, 0)
        start_work(loaded, Part.EXAMPLES)
        reports = []
        for number, book in enumerate(loaded):
            report_progress(f"testing {book.name}", number, len(loaded))
            reports.append(Book(book).test())
    engines = ENGINES if engine == "all" else (engine,) if engine else ()
    if form == "json":
        runs = [run for book in loaded for run in _run_engines(book, engines, questions, seed)]
        print_json({**examples_json(reports, unread), **_engines_json(engines, runs)})
    elif form == "junit":
        from rulewright.interfaces.api.junit import examples_junit

        runs = []
        print_text(examples_junit(reports, unread))
    else:
        _show_results(reports, [book.command_line_name for book in loaded])
        runs = _show_engines(loaded, engines, questions, seed)
    for unread_book in unread:
        WrongCommand(unread_book.message, unread_book.hints).show()
    passed = all(report.passed for report in reports) and not any(run.differences for run in runs)
    ctx.exit(WRONG if unread else CLEAN if passed else FINDINGS)


def _show_results(reports: Sequence[ExampleReport], typed: Sequence[str]) -> None:
    """Print each failed example, then one line for each book: how many pass, and whether it has errors."""
    from rulewright.interfaces.cli.results import show_failure

    out = console()
    for report in reports:
        for result in report.failed:
            show_failure(out, result)
    for report, name in zip(reports, typed, strict=True):
        number = len(report.results)
        broken = f"; {format_count(len(report.errors), 'error')}, see `rulewright check {name}`" if report.errors else ""
        colour = "bold green" if report.passed else "bold red"
        out.print(f"{report.book}: {format_passing(number - len(report.failed), number)}{broken}", style=colour, soft_wrap=True)


# ---- engines -----------------------------------------------------------------------------------------------------------------------------


def _run_engines(book: OpenBook, engines: Sequence[str], questions: int, seed: int) -> list[Run]:
    """Run engines on the conformance kits of a book's editions; return the runs."""
    if not engines:
        return []
    from rulewright.engines.conformance.run import run_book

    return run_book(book.cores.values(), engines, questions, seed)


def _show_engines(loaded: Sequence[OpenBook], engines: Sequence[str], questions: int, seed: int) -> list[Run]:
    """Run engines on books, and print the result of each book as soon as it is known; return all runs."""
    from rulewright.interfaces.cli.results import show_runs

    out = console()
    all_runs: list[Run] = []
    for book in loaded:
        runs = _run_engines(book, engines, questions, seed)
        for name in engines:
            show_runs(out, book, [run for run in runs if run.engine == name])
        all_runs += runs
    return all_runs


def _engines_json(engines: Sequence[str], runs: Sequence[Run]) -> dict[str, object]:
    from rulewright.engines.registry import REFERENCE
    from rulewright.interfaces.cli.results import run_json

    names: dict[str, object] = {"engines": sorted({REFERENCE, *engines})}
    return {**names, "kits": [run_json(run) for run in runs]} if engines else names

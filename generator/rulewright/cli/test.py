"""`rulewright test`: every example of rulebooks, run."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.cli.app import FINDINGS
from rulewright.cli.common import books_argument, console, count, example, format_option, load_books, passing, print_json, reading_options

ENGINES = ("interpreter",)
"""The engines that run examples; each must agree with the interpreter."""


@click.command(epilog=example("rulewright test", "rulewright test leipzig-lite", "rulewright test --format json"))
@books_argument
@format_option("text", "json")
@reading_options
@click.pass_context
def command(ctx: click.Context, books: tuple[str, ...], form: str, with_folder: Path | None, no_cache: bool) -> None:
    """Run every example, of every shipped rulebook by default, in every edition where it stands.

    Exit status 1 if an example fails, or if its book has errors, since what cannot be read cannot be tested.
    """
    from rulewright.pipeline import on_two_cores

    loaded = load_books(books, with_folder, no_cache)
    on_two_cores(loaded, "examples", lambda book: (book.diagnostics, book.examples))
    results = [(book, result) for book in loaded for result in book.examples]
    failed = [(book, result) for book, result in results if not result.passed]
    if form == "json":
        from rulewright.cli.results import failure_json

        print_json(
            {
                "examples": len(results),
                "passed": len(results) - len(failed),
                "failed": [failure_json(book.name, result) for book, result in failed],
                "engines": list(ENGINES),
            }
        )
    else:
        from rulewright.cli.results import show_failure

        out = console()
        for _, result in failed:
            show_failure(out, result)
        for book in loaded:
            passed = sum(result.passed for result in book.examples)
            broken = f"; {count(len(book.errors), 'error')}, see `rulewright check {book.name}`" if book.errors else ""
            colour = "bold green" if passed == len(book.examples) and not broken else "bold red"
            out.print(f"{book.name}: {passing(passed, len(book.examples))}{broken}", style=colour, soft_wrap=True)
    ctx.exit(FINDINGS if failed or any(book.errors for book in loaded) else 0)

"""`rulewright export`: the whole rulebook as JSON."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.cli.common import book_argument, example, load_book, print_json, reading_options


@click.command(epilog=example("rulewright export leipzig-lite > leipzig-lite.json", "rulewright export ./my-book"))
@book_argument
@reading_options
def command(book: str, with_folder: Path | None, no_cache: bool) -> None:
    """Print the whole of BOOK as one JSON document: vocabulary, every edition's cases, rules, history, ledger.

    It is valid against grammar/schema/export.schema.json.
    """
    from rulewright.rulebook.to_json import rulebook_json

    print_json(rulebook_json(load_book(book, with_folder, no_cache).book))

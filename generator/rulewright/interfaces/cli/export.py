"""`rulewright export`: print the whole rulebook, or the core of one edition, as JSON."""

from __future__ import annotations

import click

from rulewright.interfaces.cli.app import WrongCommand
from rulewright.interfaces.cli.common import book_argument, edition_option, examples_epilog
from rulewright.interfaces.cli.reader import Reader, reading_options
from rulewright.interfaces.cli.terminal import print_json


@click.command(
    epilog=examples_epilog(
        "rulewright export leipzig-lite > leipzig-lite.json",
        "rulewright export ./my-book",
        "rulewright export leipzig --core --edition errata",
    )
)
@book_argument
@click.option("--core", "as_core", is_flag=True, help="The core of one edition: what every engine reads.")
@edition_option
@reading_options
def command(book: str, as_core: bool, edition: str | None, reader: Reader) -> None:
    """Print the whole of BOOK as one JSON document: vocabulary, every edition's cases, rules, history, ledger.

    It is valid against grammar/schema/export.schema.json; with --core against core.schema.json, and a page of the manual says what each
    thing in it means.
    """
    if edition is not None and not as_core:
        raise WrongCommand("`--edition` goes with `--core`: the whole rulebook has every edition in it")
    loaded = reader.book(book)
    if as_core:
        from rulewright.core.codec import core_json

        print_json(core_json(loaded.core(edition)), compact=True)
        return
    from rulewright.rulebook.export_json import rulebook_json

    print_json(rulebook_json(loaded.book))

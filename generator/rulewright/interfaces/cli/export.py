"""`rulewright export`: print the whole rulebook, or the core of one edition, as JSON; the text of an edition as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulewright.base.suggestions import did_you_mean
from rulewright.interfaces.cli.app import WrongCommand
from rulewright.interfaces.cli.common import book_argument, edition_option, examples_epilog, format_option
from rulewright.interfaces.cli.reader import Reader, reading_options
from rulewright.interfaces.cli.terminal import print_json, print_text

if TYPE_CHECKING:
    from rulewright.workspace.open_book import OpenBook


@click.command(
    epilog=examples_epilog(
        "rulewright export leipzig-lite > leipzig-lite.json",
        "rulewright export ./my-book",
        "rulewright export leipzig --core --edition errata",
        "rulewright export leipzig-lite --format md > leipzig-lite.md",
        "rulewright export leipzig-lite --format csv --table to_hit",
    )
)
@book_argument
@click.option("--core", "as_core", is_flag=True, help="The core of one edition: what every engine reads.")
@edition_option
@format_option("json", "md", "csv")
@click.option("--table", metavar="NAME", help="With `--format csv`: the table; not needed if the book has one.")
@reading_options
def command(book: str, as_core: bool, edition: str | None, form: str, table: str | None, reader: Reader) -> None:
    """Print the whole of BOOK as one JSON document: vocabulary, every edition's cases, rules, history, ledger.

    It is valid against grammar/schema/export.schema.json; with --core against core.schema.json, and a page of the manual says what each
    thing in it means.

    With `--format md` it is the text as it stands in an edition, as Markdown: titles and words of the cases, steps, questions and answers,
    tables; `rulewright new NAME --from FILE --keep-words` makes a book of it again.

    With `--format csv` it is one table of the rules, with a column for each key and one for the value.
    """
    if table is not None and form != "csv":
        raise WrongCommand("`--table` goes with `--format csv`")
    if as_core and form != "json":
        raise WrongCommand("`--core` is JSON: leave out `--format`")
    if edition is not None and not as_core and form == "json":
        raise WrongCommand("`--edition` goes with `--core`, `--format md` and `--format csv`: the whole rulebook has every edition in it")
    loaded = reader.book(book)
    if form == "md":
        from rulewright.importing.text.write_markdown import edition_markdown

        print_text(edition_markdown(loaded.book, loaded.edition(edition)), nl=False)
        return
    if form == "csv":
        print_text(_csv_of_table(loaded, loaded.edition(edition), table), nl=False)
        return
    if as_core:
        from rulewright.core.codec import core_json

        print_json(core_json(loaded.core(edition)), compact=True)
        return
    from rulewright.rulebook.export_json import rulebook_json

    print_json(rulebook_json(loaded.book))


def _csv_of_table(open_book: OpenBook, edition: str, name: str | None) -> str:
    """Return a table of an edition as CSV; raise `WrongCommand` if there is none of that name, or several and no name."""
    from rulewright.importing.tables.write_table import table_csv, tables_of

    tables = tables_of(open_book.book.views[edition])
    if name is None and len(tables) == 1:
        name = next(iter(tables))
    if name is None or name not in tables:
        message = f"`{open_book.name}` has no table `{name}`" if name is not None else "name the table with `--table`"
        hint = did_you_mean(name or "", tables) or (
            f"its tables are {', '.join(tables)}" if tables else "it has no table whose cells are held"
        )
        raise WrongCommand(message, [hint])
    return table_csv(tables[name])

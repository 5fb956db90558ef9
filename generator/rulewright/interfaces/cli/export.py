"""`rulewright export`: print the whole rulebook, or the core of one edition, as JSON; the text of an edition as Markdown."""

from __future__ import annotations

import click

from rulewright.interfaces.cli.app import WrongCommand
from rulewright.interfaces.cli.common import book_argument, edition_option, examples_epilog, format_option
from rulewright.interfaces.cli.reader import Reader, reading_options
from rulewright.interfaces.cli.terminal import print_json, print_text


@click.command(
    epilog=examples_epilog(
        "rulewright export leipzig-lite > leipzig-lite.json",
        "rulewright export ./my-book",
        "rulewright export leipzig --core --edition errata",
        "rulewright export leipzig-lite --format md > leipzig-lite.md",
    )
)
@book_argument
@click.option("--core", "as_core", is_flag=True, help="The core of one edition: what every engine reads.")
@edition_option
@format_option("json", "md")
@reading_options
def command(book: str, as_core: bool, edition: str | None, form: str, reader: Reader) -> None:
    """Print the whole of BOOK as one JSON document: vocabulary, every edition's cases, rules, history, ledger.

    It is valid against grammar/schema/export.schema.json; with --core against core.schema.json, and a page of the manual says what each
    thing in it means.

    With `--format md` it is the text as it stands in an edition, as Markdown: titles and words of the cases, steps, questions and answers,
    tables; `rulewright new NAME --from FILE --keep-words` makes a book of it again.
    """
    if as_core and form != "json":
        raise WrongCommand("`--core` is JSON: leave out `--format`")
    if edition is not None and not as_core and form == "json":
        raise WrongCommand("`--edition` goes with `--core` or `--format md`: the whole rulebook has every edition in it")
    loaded = reader.book(book)
    if form == "md":
        from rulewright.importing.text.write_markdown import edition_markdown

        print_text(edition_markdown(loaded.book, loaded.edition(edition)), nl=False)
        return
    if as_core:
        from rulewright.core.codec import core_json

        print_json(core_json(loaded.core(edition)), compact=True)
        return
    from rulewright.rulebook.export_json import rulebook_json

    print_json(rulebook_json(loaded.book))

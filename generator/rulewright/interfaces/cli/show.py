"""`rulewright show`: print a case in force with its history and related statements, or the table of contents."""

from __future__ import annotations

import click

from rulewright.interfaces.cli.common import book_argument, case_argument, edition_option, examples_epilog, format_option, on_option
from rulewright.interfaces.cli.reader import Reader, reading_options
from rulewright.interfaces.cli.terminal import console, print_json


@click.command(
    epilog=examples_epilog(
        "rulewright show la-grande-armee",
        "rulewright show la-grande-armee 14.43",
        "rulewright show leipzig-lite movement.3 --edition sheet",
    )
)
@book_argument
@case_argument()
@edition_option
@on_option
@format_option("text", "json")
@reading_options
def command(book: str, case: str | None, edition: str | None, on: str | None, form: str, reader: Reader) -> None:
    """Show CASE of BOOK as it is in force: text, rules, examples, history, and what bears on it.

    A number may be typed in any of its spellings; a reading is named as in the book. Without CASE: the table of contents. With --on it is
    shown as it was in force on that day, where the book says from when its editions are.
    """
    from rulewright.interfaces.api.book import Book
    from rulewright.interfaces.cli.cases import show_case, show_contents

    loaded = reader.book(book)
    name = Book(loaded).edition(edition, on=on)
    if case is None:
        contents = Book(loaded).contents(name)
        if form == "json":
            print_json(contents.to_json())
        else:
            show_contents(console(), loaded, contents)
        return
    shown_case = Book(loaded).show(case, name)
    if form == "json":
        print_json(shown_case.to_json())
    else:
        show_case(console(), loaded, shown_case)

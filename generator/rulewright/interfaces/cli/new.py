"""`rulewright new`: make a folder with a new book."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.interfaces.cli.common import examples_epilog, format_count
from rulewright.interfaces.cli.import_sheet import show_doubts
from rulewright.interfaces.cli.terminal import print_text


@click.command(epilog=examples_epilog("rulewright new my-book", "rulewright new my-book --from errata.md"))
@click.argument("folder", type=click.Path(path_type=Path), metavar="NAME")
@click.option(
    "--from", "sheet", type=click.Path(path_type=Path), metavar="SHEET", help="An errata sheet to begin with, as `import` reads it."
)
def command(folder: Path, sheet: Path | None) -> None:
    """Begin a rulebook in a new folder NAME.

    It has a front page, a chapter with a case, its rule and two examples, a ledger, and what git and GitHub need to check it at
    each change. `check` and `test` are clean on it from the first minute, and a comment above each line says what to do next.
    """
    from rulewright.importing.read_sheet import read_sheet
    from rulewright.interfaces.api.new_book import new_book

    imported = new_book(folder, None if sheet is None else read_sheet(sheet))
    print_text(f"{folder} is made")
    if imported is not None:
        print_text(f"  {format_count(len(imported.names), 'statement')} of the sheet: rows in ledger.csv, a draft in {imported.draft.name}")
        show_doubts(imported)
    print_text(
        f"next: read {folder}/rulebook.case and {folder}/first.case; `rulewright check {folder}` and `rulewright test {folder}`", err=True
    )

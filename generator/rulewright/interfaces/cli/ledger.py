"""`rulewright ledger`: list the statements of a book's sources, placed or not, and the changes of a sheet since its import."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.base.documents.versions import with_schema
from rulewright.interfaces.cli.app import WrongCommand
from rulewright.interfaces.cli.common import book_argument, examples_epilog, format_count, format_option
from rulewright.interfaces.cli.reader import Reader, reading_options
from rulewright.interfaces.cli.terminal import console, make_table, print_json

if TYPE_CHECKING:
    from rulewright.importing.sheet.model import Statement
    from rulewright.importing.since import SheetChanges
    from rulewright.rulebook.model import LedgerRow, Rulebook


@click.command(
    epilog=examples_epilog(
        "rulewright ledger my-book", "rulewright ledger my-book --sheet errata.md", "rulewright ledger leipzig --format json"
    )
)
@book_argument
@click.option(
    "--sheet", type=click.Path(path_type=Path), metavar="FILE", help="The sheet as it is now: what in it changed since it was imported."
)
@click.option("--source", metavar="NAME", help="The source that the sheet is, where the ledger has rows of several.")
@click.option("--all", "every", is_flag=True, help="List the statements that have a place too.")
@format_option("text", "json")
@reading_options
def command(book: str, sheet: Path | None, source: str | None, every: bool, form: str, reader: Reader) -> None:
    """List the statements of BOOK's ledger: which some part of the book carries by its tag, and which have no place yet.

    With `--sheet`, say which statements of the sheet are new, reworded or gone since it was imported.
    """
    from rulewright.analysis.coverage import placed_items

    rulebook = reader.book(book).book
    placed_statements = placed_items(rulebook)
    changed = None if sheet is None else _compare_with_sheet(rulebook, sheet, source)
    if form == "json":
        print_json(with_schema("ledger", _ledger_json(rulebook, placed_statements, changed)))
    else:
        _show_ledger(rulebook, placed_statements, every)
        if changed is not None:
            _show_changed(*changed)


def _compare_with_sheet(book: Rulebook, sheet: Path, source: str | None) -> tuple[tuple[Statement, ...], SheetChanges]:
    from rulewright.importing.into_book import rows_of_source
    from rulewright.importing.read_sheet import read_sheet
    from rulewright.importing.since import compare_with_rows
    from rulewright.importing.statements import statements_of

    imported = {row.source: None for row in book.ledger if row.digest}
    names = [source] if source else list(imported)
    if not names:
        raise WrongCommand(
            "nothing of this ledger was imported, so no sheet can be held against it", ["`rulewright import` writes such rows"]
        )
    if len(names) > 1:
        raise WrongCommand(f"the ledger has rows of {', '.join(names)}", ["`--source` says which of them the sheet is"])
    if names[0] not in imported:
        raise WrongCommand(f"nothing of `{names[0]}` was imported", [f"the ledger has rows of {', '.join(imported)}"] if imported else [])
    statements = statements_of(read_sheet(sheet))
    return statements, compare_with_rows(statements, rows_of_source(book.ledger, names[0]))


def _show_ledger(book: Rulebook, placed_statements: frozenset[str], every: bool) -> None:
    from rich.text import Text

    out = console()
    rows = [row for row in book.ledger if every or row.item not in placed_statements]
    if rows:
        ledger_table = make_table(out, "statement", "case", "kind", "has a place", "what it says")
        for row in rows:
            ledger_table.add_row(
                Text(row.item, "bold"),
                Text(_case_number(row)),
                Text(row.kind),
                "yes" if row.item in placed_statements else "no",
                Text(row.summary if row.summary != "todo" else row.anchor, "" if row.summary != "todo" else "dim"),
            )
        out.print(ledger_table)
    placed_count = sum(row.item in placed_statements for row in book.ledger)
    out.print(
        f"{format_count(len(book.ledger), 'statement')}: {placed_count:,} have a place, {len(book.ledger) - placed_count:,} have none",
        soft_wrap=True,
    )


def _case_number(row: LedgerRow) -> str:
    return row.locator if row.locator[:1].isdigit() or row.locator == row.section else f"{row.section} {row.locator}".strip()


def _show_changed(statements: tuple[Statement, ...], since: SheetChanges) -> None:
    from rich.text import Text

    out = console()
    reworded = dict(since.reworded)
    reworded_items = {row.item for row in reworded.values()}
    lines = [("reworded", f"{row.item}: {statements[index].case.locator}: {statements[index].words}") for index, row in since.reworded]
    lines += [("new", f"{statements[index].case.locator}: {statements[index].words}") for index in since.new if index not in reworded]
    lines += [("gone", f"{row.item}: {row.anchor}") for row in since.gone if row.item not in reworded_items]
    for what, line in lines:
        out.print(Text.assemble((f"{what}: ", "bold"), line), soft_wrap=True)
    out.print(
        f"the sheet: {len(statements) - len(since.new):,} statements as they were, {len(reworded):,} reworded, "
        f"{len(since.new) - len(reworded):,} new, {len(since.gone) - len(reworded_items):,} gone",
        soft_wrap=True,
    )


def _ledger_json(
    book: Rulebook, placed_statements: frozenset[str], changed: tuple[tuple[Statement, ...], SheetChanges] | None
) -> dict[str, Any]:
    document: dict[str, Any] = {
        "book": book.slug,
        "statements": [
            {
                "item": row.item,
                "section": row.section,
                "locator": row.locator,
                "kind": row.kind,
                "summary": row.summary,
                "placed": row.item in placed_statements,
                "source": row.source or None,
                "line": row.line,
            }
            for row in book.ledger
        ],
    }
    if changed is not None:
        statements, since = changed
        reworded = dict(since.reworded)
        reworded_items = {row.item for row in reworded.values()}
        document["sheet"] = {
            "as_they_were": len(statements) - len(since.new),
            "reworded": [{"item": row.item, "case": statements[index].case.locator} for index, row in since.reworded],
            "new": [
                {"case": statements[index].case.locator, "kind": statements[index].kind.value}
                for index in since.new
                if index not in reworded
            ],
            "gone": [row.item for row in since.gone if row.item not in reworded_items],
        }
    return document

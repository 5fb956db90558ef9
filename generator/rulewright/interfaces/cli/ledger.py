"""`rulewright ledger`: the statements of a book's sources: which have a place, and what has become of a sheet since it was imported."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.interfaces.cli.app import WrongCommand
from rulewright.interfaces.cli.common import book_argument, count, example, format_option
from rulewright.interfaces.cli.reader import Reader, reading_options
from rulewright.interfaces.cli.terminal import console, print_json, table

if TYPE_CHECKING:
    from rulewright.importing.model import Statement
    from rulewright.importing.since import Since
    from rulewright.rulebook.model import LedgerRow, Rulebook


@click.command(
    epilog=example("rulewright ledger my-book", "rulewright ledger my-book --sheet errata.md", "rulewright ledger leipzig --format json")
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

    whole = reader.book(book).book
    placed = placed_items(whole)
    changed = None if sheet is None else _since(whole, sheet, source)
    if form == "json":
        print_json(_json(whole, placed, changed))
    else:
        _show(whole, placed, every)
        if changed is not None:
            _show_changed(*changed)


def _since(book: Rulebook, sheet: Path, source: str | None) -> tuple[tuple[Statement, ...], Since]:
    from rulewright.importing.into_book import rows_of_source
    from rulewright.importing.read_sheet import read_sheet
    from rulewright.importing.since import compare
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
    return statements, compare(statements, rows_of_source(book.ledger, names[0]))


def _show(book: Rulebook, placed: frozenset[str], every: bool) -> None:
    from rich.text import Text

    out = console()
    rows = [row for row in book.ledger if every or row.item not in placed]
    if rows:
        listed = table(out, "statement", "case", "kind", "has a place", "what it says")
        for row in rows:
            listed.add_row(
                Text(row.item, "bold"),
                Text(_case(row)),
                Text(row.kind),
                "yes" if row.item in placed else "no",
                Text(row.summary if row.summary != "todo" else row.anchor, "" if row.summary != "todo" else "dim"),
            )
        out.print(listed)
    there = sum(row.item in placed for row in book.ledger)
    out.print(f"{count(len(book.ledger), 'statement')}: {there:,} have a place, {len(book.ledger) - there:,} have none", soft_wrap=True)


def _case(row: LedgerRow) -> str:
    return row.locator if row.locator[:1].isdigit() or row.locator == row.section else f"{row.section} {row.locator}".strip()


def _show_changed(statements: tuple[Statement, ...], since: Since) -> None:
    from rich.text import Text

    out = console()
    reworded = dict(since.reworded)
    lost = {row.item for row in reworded.values()}
    lines = [("reworded", f"{row.item}: {statements[at].case.shown}: {statements[at].words}") for at, row in since.reworded]
    lines += [("new", f"{statements[at].case.shown}: {statements[at].words}") for at in since.new if at not in reworded]
    lines += [("gone", f"{row.item}: {row.anchor}") for row in since.gone if row.item not in lost]
    for what, line in lines:
        out.print(Text.assemble((f"{what}: ", "bold"), line), soft_wrap=True)
    out.print(
        f"the sheet: {len(statements) - len(since.new):,} statements as they were, {len(reworded):,} reworded, "
        f"{len(since.new) - len(reworded):,} new, {len(since.gone) - len(lost):,} gone",
        soft_wrap=True,
    )


def _json(book: Rulebook, placed: frozenset[str], changed: tuple[tuple[Statement, ...], Since] | None) -> dict[str, Any]:
    document: dict[str, Any] = {
        "book": book.slug,
        "statements": [
            {
                "item": row.item,
                "section": row.section,
                "locator": row.locator,
                "kind": row.kind,
                "summary": row.summary,
                "placed": row.item in placed,
                "source": row.source or None,
                "line": row.line,
            }
            for row in book.ledger
        ],
    }
    if changed is not None:
        statements, since = changed
        reworded = dict(since.reworded)
        lost = {row.item for row in reworded.values()}
        document["sheet"] = {
            "as_they_were": len(statements) - len(since.new),
            "reworded": [{"item": row.item, "case": statements[at].case.shown} for at, row in since.reworded],
            "new": [{"case": statements[at].case.shown, "kind": statements[at].kind.value} for at in since.new if at not in reworded],
            "gone": [row.item for row in since.gone if row.item not in lost],
        }
    return document

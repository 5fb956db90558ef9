"""`rulewright import`: an errata sheet becomes rows of a book's ledger and a draft of amendments."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.interfaces.cli.app import WrongCommand
from rulewright.interfaces.cli.common import count, example, format_option
from rulewright.interfaces.cli.terminal import print_json, say

if TYPE_CHECKING:
    from rulewright.importing.into_book import Imported
    from rulewright.workspace.open_book import Loaded


@click.command(
    "import",
    epilog=example(
        "rulewright import errata.md --into my-book --source errata",
        "rulewright import errata.pdf --into my-book --source errata --dry-run",
        "rulewright ledger my-book --sheet errata.md",
    ),
)
@click.argument("sheet", type=click.Path(path_type=Path))
@click.option("--into", "book", required=True, metavar="BOOK", help="The folder of the book.")
@click.option("--source", required=True, metavar="NAME", help="The source of the book that the sheet is, such as errata.")
@click.option(
    "--prefix", default="", metavar="LETTERS", help="What the statements' numbers begin with; by default letters of the book's name."
)
@click.option("--dry-run", is_flag=True, help="Say what would be written, and write nothing.")
@format_option("text", "json")
def command(sheet: Path, book: str, source: str, prefix: str, dry_run: bool, form: str) -> None:
    """Read SHEET, an errata sheet or other rules, into a book.

    SHEET is plain text, Markdown, HTML or a PDF with text; the last two need `pip install "rulewright[import]"`. Each statement
    of it gets a row at the end of the book's ledger: its case, the kind of amendment, the words that locate it. A new
    `.case` file has a draft: the heads of the amendments, with the words of the sheet in comments, for you to put in your own.
    No rule is guessed; what could not be read is marked `todo`.

    A longer sheet may be imported again: what is new is added, and nothing else is touched.
    """
    from rulewright.importing.into_book import import_sheet
    from rulewright.importing.read_sheet import read_sheet

    if prefix and not re.fullmatch(r"[A-Z]+", prefix):
        raise WrongCommand(f"`{prefix}` cannot begin the number of a statement", ["it is capital letters, such as GA"])
    loaded = own_book(book)
    imported = import_sheet(read_sheet(sheet), loaded.book, loaded.folder, source, prefix)
    if not dry_run:
        imported.write()
    if form == "json":
        print_json(_json(imported, written=not dry_run))
    else:
        show_import(imported, book, written=not dry_run)


def own_book(name: str) -> Loaded:
    """A book that may be written to: a folder of one's own."""
    from rulewright.base.resources import rules_folder
    from rulewright.workspace.open_book import load

    loaded = load(name)
    if not Path(name).is_dir() and loaded.folder.parent == rules_folder():
        raise WrongCommand(f"`{name}` is a shipped book and is not written to", ["name the folder of a book of your own"])
    return loaded


def show_import(imported: Imported, book: str, *, written: bool) -> None:
    """What an import has added, and what to do next."""
    new, known, gone = len(imported.names), len(imported.statements) - len(imported.names), imported.since.gone
    would = "" if written else "would be "
    say(f"{count(len(imported.statements), 'statement')}: {new:,} new, {known:,} known")
    doubtful = [at for at in imported.since.new if imported.statements[at].doubts]
    if new:
        say(f"  {imported.ledger}: {count(new, 'row')} {would}added")
        say(f"  {imported.draft}: a draft {would}written")
    if doubtful:
        say(f"  {count(len(doubtful), 'statement')} to look at: search the draft for `todo`")
    if imported.since.reworded:
        pairs = dict(zip(imported.since.new, imported.names, strict=True))
        say(f"  reworded: {', '.join(f'{row.item} as {pairs[at]}' for at, row in imported.since.reworded)}")
    if gone:
        say(f"  no longer on the sheet: {', '.join(row.item for row in gone)}")
    if new and written:
        say(
            f"next: put the draft in your own words; `rulewright check {book}` and `rulewright ledger {book}` say what is missing", err=True
        )


def _json(imported: Imported, *, written: bool) -> dict[str, object]:
    new = dict(zip(imported.since.new, imported.names, strict=True))
    return {
        "written": written and bool(new),
        "ledger": str(imported.ledger),
        "draft": str(imported.draft) if new else None,
        "known": len(imported.statements) - len(new),
        "new": [_statement_json(imported, at, item) for at, item in new.items()],
        "reworded": [{"item": row.item, "as": new[at]} for at, row in imported.since.reworded],
        "gone": [row.item for row in imported.since.gone],
    }


def _statement_json(imported: Imported, at: int, item: str) -> dict[str, object]:
    one = imported.statements[at]
    return {
        "item": item,
        "case": one.case.shown,
        "section": one.case.section,
        "kind": one.kind.value,
        "act": one.act.line if one.act else None,
        "refs": list(one.refs),
        "doubts": list(one.doubts),
    }

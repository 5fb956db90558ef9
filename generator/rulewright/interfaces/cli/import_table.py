"""`rulewright import BOOK TABLE`: turn decision tables of a file into cases of a book."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.base.documents.versions import with_schema
from rulewright.interfaces.cli.app import WrongCommand
from rulewright.interfaces.cli.common import format_count
from rulewright.interfaces.cli.own_book import load_own_book
from rulewright.interfaces.cli.terminal import print_json, print_text

if TYPE_CHECKING:
    from rulewright.importing.tables.model import DecisionTable
    from rulewright.importing.tables.write_table import ProposedTable


def import_tables(name: str, path: Path, number: str, keys: Sequence[str], policy: str, *, dry_run: bool, form: str) -> None:
    """Write a file of cases for each table of a file into a book, and print what was written and why."""
    from rulewright.base.store import write_whole
    from rulewright.importing.tables.read_tables import read_decision_tables
    from rulewright.importing.tables.write_table import propose_table

    tables = read_decision_tables(path, keys, policy)
    if number and len(tables) > 1:
        raise WrongCommand(f"`{path}` has {len(tables)} tables, and `--case` names one case", ["leave `--case` out"])
    for table in tables:
        open_book = load_own_book(name)
        proposed = propose_table(table, open_book.book, number)
        file = open_book.folder / f"table-{proposed.number.replace('/', '-').replace('.', '-')}.case"
        if file.exists():
            raise WrongCommand(f"`{file}` is there already", ["move or rename it, or name another case with `--case`"])
        if not dry_run:
            write_whole(file, proposed.lines.encode())
        _print_table(table, proposed, file, was_written=not dry_run, form=form)


def _print_table(table: DecisionTable, proposed: ProposedTable, file: Path, *, was_written: bool, form: str) -> None:
    if form == "json":
        rows = [{"keys": keys, "values": values} for keys, values in proposed.rows]
        document = {"written": was_written, "file": str(file), "case": proposed.number, "policy": table.policy}
        print_json(with_schema("import", {**document, "columns": list(proposed.reasons), "rows": rows}))
        return
    would = "" if was_written else "would be "
    print_text(f"{table.title}: {format_count(len(table.rows), 'row')}, policy {table.policy}")
    for reason in proposed.reasons:
        print_text(f"  {reason}")
    if not was_written:
        for keys, values in proposed.rows:
            print_text(f"  {keys}: {values}")
    print_text(f"  {file}: case {proposed.number} {would}written, with {format_count(len(proposed.rows), 'row')}")
    if count := sum(line.startswith("# todo:") for line in proposed.lines.splitlines()):
        print_text(f"  {format_count(count, 'place')} to look at: search the file for `todo`")

"""A sheet into a book: new rows of its ledger and a draft of its amendments, each file written atomically."""

from __future__ import annotations

import contextlib
import csv
import io
import re
from collections.abc import Sequence
from pathlib import Path

from rulewright.base.errors import WrongInput
from rulewright.base.records import record
from rulewright.base.store import write_whole
from rulewright.base.suggestions import did_you_mean
from rulewright.importing.digests import anchors_of
from rulewright.importing.drafts import draft_text, plan_for
from rulewright.importing.earlier_drafts import read_earlier_drafts
from rulewright.importing.rows import csv_text, number_items, rows_of
from rulewright.importing.sheet.model import Sheet, Statement
from rulewright.importing.since import SheetChanges, compare_with_rows
from rulewright.importing.statements import read_statements
from rulewright.rulebook.ledger import COLUMNS
from rulewright.rulebook.model import LedgerRow, Rulebook

FEWEST_RULES = 4
"""The least number of statements of which it is said that none of them changes another text."""

NEEDED = ("digest", "source")
"""Columns without which rows of an earlier import look like rows written by a person."""


@record
class Imported:
    """The additions of an import: rows at the end of the ledger, and a draft in a file of its own. Without news, both are empty."""

    statements: tuple[Statement, ...]
    names: tuple[str, ...]  # of the new statements
    since: SheetChanges
    ledger: Path
    draft: Path
    rows: bytes  # the future content of the ledger
    lines: str

    @property
    def changes_nothing(self) -> bool:
        """True if no statement of a longer sheet says that it changes another text: it may be a text of its own."""
        plain = [statement for statement in self.statements if statement.label is None and statement.act is None]
        return len(plain) == len(self.statements) >= FEWEST_RULES

    def write(self) -> None:
        """Write the files that have something new, or none."""
        if not self.lines:
            return
        write_whole(self.draft, self.lines.encode())
        if not self.names:
            return
        try:
            write_whole(self.ledger, self.rows)
        except BaseException:
            with contextlib.suppress(OSError):
                self.draft.unlink()
            raise


def import_sheet(sheet: Sheet, book: Rulebook, folder: Path, source: str, prefix: str = "") -> Imported:
    """Return the additions of a sheet to a book of which `source` is a source. Raises `WrongInput`; nothing is written."""
    require_source(book, source)
    plan = plan_for(book, source)
    reading = read_statements(sheet, plan.cases)
    statements = reading.statements
    earlier = read_earlier_drafts(folder)
    path = folder / ledger_name(book)
    ledger_bytes = _read_bytes(path)
    columns = _ledger_columns(ledger_bytes, path)
    earlier_rows = rows_of_source(book.ledger, source)
    since = compare_with_rows(statements, earlier_rows)
    new = [statements[index] for index in since.new]
    names = number_items(prefix or _item_prefix(book, source), new, [row.item for row in book.ledger])
    located = anchors_of(sheet, statements)
    notes = _rewording_notes(since)
    rows = list(rows_of(new, names, [located[index] for index in since.new], source, [notes.get(index, "") for index in since.new]))
    changed = {index: f"its words were {earlier.describe_row(row)}: does what you wrote of it still hold?" for index, row in since.reworded}
    gone = tuple(earlier.marks_of_gone(since, earlier_rows))
    new_names = dict(zip(since.new, names, strict=True))
    return Imported(
        statements,
        tuple(names),
        since,
        path,
        free_name(folder, source),
        _append_rows(ledger_bytes, csv_text(rows, columns, header=False, newline=_newline_of(ledger_bytes)), columns),
        draft_text(sheet, reading, new_names, plan, changed, gone) if names or gone else "",
    )


def rows_of_source(rows: Sequence[LedgerRow], source: str) -> tuple[LedgerRow, ...]:
    """Return the rows written by an import of a source."""
    return tuple(row for row in rows if row.source == source and row.digest)


def ledger_name(book: Rulebook) -> str:
    """Return the name of the book's ledger, which is a file in its folder. Raises `WrongInput` for another place."""
    name = next((source.ledger for source in book.sources.values() if source.ledger), "ledger.csv")
    if Path(name).name != name or "\\" in name or not name.endswith(".csv"):
        raise WrongInput(f"`{name}` is no file in the folder of the book", hints=["a ledger is a file there whose name ends in `.csv`"])
    return name


def free_name(folder: Path, source: str) -> Path:
    """Return a new file for the draft, so that no earlier draft is touched."""
    number = 1
    while (path := folder / f"draft-{source}{'' if number == 1 else f'-{number}'}.case").exists():
        number += 1
    return path


def require_source(book: Rulebook, source: str) -> None:
    """Raise `WrongInput` if a book has no such source."""
    if source not in book.sources:
        hint = did_you_mean(source, book.sources) or f"its sources are {', '.join(book.sources)}"
        line = f'a line such as `source {source} "Errata"` on the front page makes one'
        raise WrongInput(f"the book has no source `{source}`", hints=[hint, line])


def _read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def _ledger_columns(data: bytes, path: Path) -> tuple[str, ...]:
    """Return the columns of a ledger; raises `WrongInput` for one that has rows and lacks columns of an import."""
    table = [row for row in csv.reader(io.StringIO(data.decode("utf-8-sig", "replace"), newline="")) if any(row)]
    if len(table) <= 1:
        return COLUMNS
    columns = tuple(name.strip() for name in table[0])
    if missing := [name for name in NEEDED if name not in columns]:
        raise WrongInput(
            f"`{path.name}` has no column {' and no column '.join(f'`{name}`' for name in missing)}: an import cannot know its rows again",
            hints=["add the columns, empty in the rows that are there, and import again"],
        )
    return columns


def _append_rows(data: bytes, rows: str, columns: tuple[str, ...]) -> bytes:
    """Append rows to the ledger; the existing bytes stay as they are."""
    if len(data.splitlines()) <= 1:
        return (csv_text([], columns, header=True) + rows).encode()
    end = b"" if data.endswith((b"\n", b"\r")) else _newline_of(data).encode()
    return data + end + rows.encode()


def _newline_of(data: bytes) -> str:
    return "\r\n" if b"\r\n" in data else "\n"


def _item_prefix(book: Rulebook, source: str) -> str:
    """Return the prefix of a source's items: as in its rows, or the first letters of the book's name."""
    earlier = next((row.item for row in rows_of_source(book.ledger, source)), "")
    if match := re.fullmatch(r"(.+)-\d+[a-z]*", earlier):
        return match[1]
    return "".join(word[0] for word in re.findall(r"[A-Za-z]+", book.slug)).upper() or "E"


def _rewording_notes(since: SheetChanges) -> dict[int, str]:
    """Return a note for each reworded statement: the row that it may replace."""
    return {index: f"its words are new on the sheet; they may be those of {row.item}" for index, row in since.reworded}

"""A sheet into a book: the rows that its ledger gets and a draft of its amendments, each file whole or not at all."""

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
from rulewright.importing.digests import anchors
from rulewright.importing.drafts import draft, plan_for
from rulewright.importing.model import Sheet, Statement
from rulewright.importing.rows import items, rows_of, written
from rulewright.importing.since import Since, compare
from rulewright.importing.statements import statements_of
from rulewright.rulebook.ledger import COLUMNS
from rulewright.rulebook.model import LedgerRow, Rulebook

NEEDED = ("digest", "source")
"""Without these columns, rows of an earlier import look like rows that a person wrote."""


@record
class Imported:
    """What an import adds: rows at the end of the ledger, a draft in a file of its own. Both are empty where nothing is new."""

    statements: tuple[Statement, ...]
    names: tuple[str, ...]  # of the new statements
    since: Since
    ledger: Path
    draft: Path
    rows: bytes  # the ledger as it will be
    lines: str

    def write(self) -> None:
        """Write both files, or neither."""
        if not self.names:
            return
        write_whole(self.draft, self.lines.encode())
        try:
            write_whole(self.ledger, self.rows)
        except BaseException:
            with contextlib.suppress(OSError):
                self.draft.unlink()
            raise


def import_sheet(sheet: Sheet, book: Rulebook, folder: Path, source: str, prefix: str = "") -> Imported:
    """What a sheet adds to a book of which `source` is one. Raises `WrongInput`; nothing is written."""
    _known(book, source)
    statements = statements_of(sheet)
    path = folder / ledger_name(book)
    before = _read(path)
    columns = _columns(before, path)
    since = compare(statements, rows_of_source(book.ledger, source))
    new = [statements[at] for at in since.new]
    names = items(prefix or _prefix(book, source), new, [row.item for row in book.ledger])
    located = anchors(sheet, statements)
    notes = _notes(since)
    rows = list(rows_of(new, names, [located[at] for at in since.new], source, [notes.get(at, "") for at in since.new]))
    return Imported(
        statements,
        tuple(names),
        since,
        path,
        free_name(folder, source),
        _added(before, written(rows, columns, header=False, newline=_newline(before)), columns),
        draft(sheet, new, names, plan_for(book, source)),
    )


def rows_of_source(rows: Sequence[LedgerRow], source: str) -> tuple[LedgerRow, ...]:
    """The rows that an import of a source has written."""
    return tuple(row for row in rows if row.source == source and row.digest)


def ledger_name(book: Rulebook) -> str:
    """The name of the book's ledger, which is a file in its folder. Raises `WrongInput` for another place."""
    name = next((source.ledger for source in book.sources.values() if source.ledger), "ledger.csv")
    if Path(name).name != name or "\\" in name or not name.endswith(".csv"):
        raise WrongInput(f"`{name}` is no file in the folder of the book", hints=["a ledger is a file there whose name ends in `.csv`"])
    return name


def free_name(folder: Path, source: str) -> Path:
    """The file of the draft: a new one each time, so that nothing of an earlier draft is touched."""
    number = 1
    while (path := folder / f"draft-{source}{'' if number == 1 else f'-{number}'}.case").exists():
        number += 1
    return path


def _known(book: Rulebook, source: str) -> None:
    if source not in book.sources:
        hint = did_you_mean(source, book.sources) or f"its sources are {', '.join(book.sources)}"
        line = f'a line such as `source {source} "Errata"` on the front page makes one'
        raise WrongInput(f"the book has no source `{source}`", hints=[hint, line])


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def _columns(before: bytes, path: Path) -> tuple[str, ...]:
    """The columns of a ledger. One that has rows and cannot hold an import is left as it is."""
    table = [row for row in csv.reader(io.StringIO(before.decode("utf-8-sig", "replace"), newline="")) if any(row)]
    if len(table) <= 1:
        return COLUMNS
    columns = tuple(name.strip() for name in table[0])
    if missing := [name for name in NEEDED if name not in columns]:
        raise WrongInput(
            f"`{path.name}` has no column {' and no column '.join(f'`{one}`' for one in missing)}: an import cannot know its rows again",
            hints=["add the columns, empty in the rows that are there, and import again"],
        )
    return columns


def _added(before: bytes, rows: str, columns: tuple[str, ...]) -> bytes:
    """The ledger with rows at its end; what was there stays byte by byte."""
    if len(before.splitlines()) <= 1:
        return (written([], columns, header=True) + rows).encode()
    end = b"" if before.endswith((b"\n", b"\r")) else _newline(before).encode()
    return before + end + rows.encode()


def _newline(before: bytes) -> str:
    return "\r\n" if b"\r\n" in before else "\n"


def _prefix(book: Rulebook, source: str) -> str:
    """What the items of a source begin with: as in its rows, or the first letters of the book's name."""
    earlier = next((row.item for row in rows_of_source(book.ledger, source)), "")
    if found := re.fullmatch(r"(.+)-\d+[a-z]*", earlier):
        return found[1]
    return "".join(word[0] for word in re.findall(r"[A-Za-z]+", book.slug)).upper() or "E"


def _notes(since: Since) -> dict[int, str]:
    """For statements that were reworded, which row they may take the place of."""
    return {at: f"its words are new on the sheet; they may be those of {row.item}" for at, row in since.reworded}

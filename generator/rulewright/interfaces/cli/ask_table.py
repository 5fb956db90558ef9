"""`rulewright ask --table`: a question for each row of a file."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, Any

from rulewright.base.control_characters import escape_in_json
from rulewright.base.documents.versions import with_schema
from rulewright.base.errors import WrongInput
from rulewright.core.query import Status
from rulewright.engines.interpreter.answer import plain_json
from rulewright.interfaces.api.table import BAD_ROW, ROWS_AT_ONCE, RowSource, TableRow
from rulewright.interfaces.api.value_words import value_text
from rulewright.interfaces.cli.app import CLEAN, FINDINGS, OPEN, WRONG, WrongCommand
from rulewright.interfaces.cli.common import format_count
from rulewright.interfaces.cli.terminal import print_text, show_activity

if TYPE_CHECKING:
    from rulewright.interfaces.api.asked import AskArguments
    from rulewright.interfaces.api.book import Book

_SEPARATORS = {".csv": ",", ".tsv": "\t"}
_PARQUET, _ARROW = (".parquet", ".pq"), (".arrow", ".feather", ".ipc")
_WORDS = {Status.MISSING.value: "facts are missing"}
_IN_MEMORY = 16_000_000
"""Bytes of output that are held in memory before it is all there."""


def answer_table(
    book: Book, question: str, path: Path, facts: dict[str, Any], keep: Sequence[str], out: Path | None, form: str, arguments: AskArguments
) -> int:
    """Answer a question for each row of a file, print or write the answers when all are there, and return the exit status."""
    counts: Counter[str] = Counter()
    with SpooledTemporaryFile(_IN_MEMORY, "w+", encoding="utf-8", newline="") as lines:
        with show_activity() as report_step:
            report_step(f"reading {path.name}")
            rows = book.table(question, read_table_file(path), facts, keep=keep, **arguments)
            for row in _count_rows(rows, counts, report_step):
                if form == "json":
                    head = _json_head(book, arguments, question) if row["row"] == 1 else ","
                    lines.write(f"{head}\n    {_json_line(row)}")
                else:
                    if form == "csv" and row["row"] == 1:
                        lines.write(_csv_line(list(row)))
                    lines.write(_csv_line(map(_cell_text, row.values())) if form == "csv" else f"{_text_line(row, keep)}\n")
        if form == "json":
            head = "" if counts else _json_head(book, arguments, question)
            lines.write(f'{head}\n  ],\n  "counts": {json.dumps(dict(counts))}\n}}\n')
        elif form == "csv" and not counts:
            lines.write(_csv_line([*keep, *TableRow.__annotations__]))
        lines.seek(0)
        if out is not None:
            from rulewright.base.store import write_whole

            write_whole(out, lines.read().encode())
        else:
            for line in lines:
                print_text(line.rstrip("\r\n"))
    if form == "text" or out is not None:
        print_text(_summary(counts), err=form != "text")
    return exit_status(counts)


def exit_status(counts: Counter[str]) -> int:
    """Return the exit status for rows of these statuses: that of the worst row, a bad one first."""
    if counts[BAD_ROW]:
        return WRONG
    if counts[Status.CONFLICT.value] or counts[Status.OUT_OF_RANGE.value]:
        return FINDINGS
    return CLEAN if counts.keys() <= {Status.ANSWERED.value} else OPEN


def _count_rows(rows: Iterator[dict[str, Any]], counts: Counter[str], report_step: Any) -> Iterator[dict[str, Any]]:
    for row in rows:
        counts[row["status"]] += 1
        if row["row"] % 100 == 0:
            report_step(f"answering, row {row['row']:,}")
        yield row


def _summary(counts: Counter[str]) -> str:
    parts = ", ".join(f"{count:,} {status}" for status, count in counts.items())
    return f"{format_count(counts.total(), 'row')}{': ' if parts else ''}{parts}"


# ---- lines of output ---------------------------------------------------------------------------------------------------------------------


def _json_head(book: Book, arguments: AskArguments, question: str) -> str:
    head = {"book": book.name, "edition": book.edition(arguments.get("edition"), on=arguments.get("on")), "question": question}
    return escape_in_json(json.dumps(with_schema("ask_table", head), indent=2)).removesuffix("\n}") + ',\n  "rows": ['


def _json_line(row: dict[str, Any]) -> str:
    document = {name: plain_json(value) if name == "value" else value for name, value in row.items()}
    return escape_in_json(json.dumps(document, default=str))


def _csv_line(cells: Iterable[str]) -> str:
    line = io.StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue()


def _cell_text(value: Any) -> str:
    if isinstance(value, list):
        return "; ".join(value)
    return "" if value is None else value_text(value, None) if isinstance(value, bool) else str(value)


def _text_line(row: dict[str, Any], keep: Sequence[str]) -> str:
    status = row["status"]
    outcome = value_text(row["value"], row["unit"]) if status == Status.ANSWERED.value else _WORDS.get(status, status)
    reason = row["error"] or ", ".join(row["missing"] or row["rules"] or row["cases"])
    number = " ".join([str(row["row"]), *(_cell_text(row[column]) for column in keep)])
    return f"{number}: {outcome}{f'   {reason}' if reason else ''}"


# ---- files -------------------------------------------------------------------------------------------------------------------------------


def read_table_file(path: Path) -> RowSource:
    """Return the rows of a CSV, TSV, Parquet or Arrow file, which is read as they are needed. Raises `WrongCommand`."""
    ending = path.suffix.lower()
    if ending in _SEPARATORS:
        return _read_text(path, _SEPARATORS[ending])
    if ending in (*_PARQUET, *_ARROW):
        return _read_arrow(path, is_parquet=ending in _PARQUET)
    endings = ", ".join(f"`{each}`" for each in (*_SEPARATORS, *_PARQUET, *_ARROW))
    raise WrongCommand(f"`{path}` is no table: its name ends in none of {endings}")


def _read_text(path: Path, separator: str) -> RowSource:
    records = _text_records(path, separator)
    columns = tuple(cell.strip() for cell in next(records, []))
    if not columns:
        raise WrongCommand(f"`{path}` has no first line with the names of facts")
    return RowSource(columns, (_row_of(columns, cells) for cells in records if cells))


def _text_records(path: Path, separator: str) -> Iterator[list[str]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            yield from csv.reader(file, delimiter=separator, strict=True)
    except OSError as error:
        raise WrongCommand(f"`{path}` cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise WrongCommand(f"`{path}` is not in UTF-8", ["save it as CSV in UTF-8"]) from error
    except csv.Error as error:
        raise WrongCommand(f"`{path}` cannot be read as a table: {error}") from error


def _row_of(columns: Sequence[str], cells: Sequence[str]) -> Any:
    """Return a row as a mapping; a row of another length is an error of its own."""
    if len(cells) != len(columns):
        return WrongInput(f"the row has {format_count(len(cells), 'cell')}, and the table {format_count(len(columns), 'column')}")
    return dict(zip(columns, cells, strict=True))


def _read_arrow(path: Path, *, is_parquet: bool) -> RowSource:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise WrongCommand("Parquet and Arrow files need pyarrow", ['pip install "rulewright[table]"']) from error
    try:
        if is_parquet:
            file = pyarrow.parquet.ParquetFile(path)
            return RowSource(tuple(file.schema_arrow.names), _rows_of(file.iter_batches(batch_size=ROWS_AT_ONCE), path))
        table = pyarrow.ipc.open_file(pyarrow.memory_map(str(path)))
        return RowSource(tuple(table.schema.names), _rows_of(map(table.get_batch, range(table.num_record_batches)), path))
    except OSError as error:
        raise WrongCommand(f"`{path}` cannot be read: {error.strerror or error}") from error
    except pyarrow.ArrowException as error:
        raise WrongCommand(f"`{path}` cannot be read: {error}") from error


def _rows_of(batches: Iterable[Any], path: Path) -> Iterator[Any]:
    import pyarrow

    try:
        for batch in batches:
            yield from batch.to_pylist()
    except (OSError, pyarrow.ArrowException) as error:
        raise WrongCommand(f"`{path}` cannot be read to its end: {error}") from error

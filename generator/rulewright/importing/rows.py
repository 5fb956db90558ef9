"""Statements -> the rows of a ledger, as text that is added to a file."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from rulewright.importing.digests import clean_text, digest
from rulewright.importing.sheet.model import Kind, Statement
from rulewright.rulebook.ledger import COLUMNS

TODO = "todo"
LONGEST_CELL = 200
FORMULA = ("=", "+", "-", "@")
"""The first characters of a cell that table programs take for a formula."""


def number_items(prefix: str, statements: Sequence[Statement], existing: Sequence[str]) -> list[str]:
    """Number statements after the existing ones: `GA-007`, and `GA-008a`, `GA-008b` for those of one entry."""
    numbers = [int(match[1]) for item in existing if (match := re.match(rf"{re.escape(prefix)}-(\d+)", item))]
    number = max(numbers, default=0)
    names: list[str] = []
    for _, group in groupby(statements, key=lambda statement: statement.entry):
        number += 1
        entry_statements = list(group)
        letters = [""] if len(entry_statements) == 1 else [_letter_suffix(index) for index in range(len(entry_statements))]
        names += [f"{prefix}-{number:03}{letter}" for letter in letters]
    return names


def _letter_suffix(index: int) -> str:
    """Return a letter suffix: a … z, aa, ab …"""
    return (_letter_suffix(index // 26 - 1) if index >= 26 else "") + chr(ord("a") + index % 26)


def rows_of(
    statements: Sequence[Statement], names: Sequence[str], anchors: Sequence[str], source: str, notes: Sequence[str]
) -> Iterator[dict[str, str]]:
    """Yield a row for each statement. A person writes the summaries; none is guessed."""
    for statement, name, anchor, note in zip(statements, names, anchors, notes, strict=True):
        yield {
            "item": name,
            "section": _safe_cell(statement.case.section_path),
            "locator": _safe_cell(
                ", ".join(filter(None, (statement.case.locator, statement.part, statement.point and f"point {statement.point}")))
            ),
            "kind": statement.kind.value,
            "summary": TODO,
            "refs": "; ".join(statement.refs),
            "computable": "no" if statement.kind is Kind.NOTE else "partly" if statement.doubts else "yes",
            "shape": _shape_of(statement),
            "ocr_note": _safe_cell("; ".join(filter(None, (*statement.doubts, note)))),
            "anchor": _safe_cell(anchor),
            "digest": digest(statement.words),
            "source": source,
        }


def _shape_of(statement: Statement) -> str:
    """Return the shape of a statement, if the sheet itself shows it."""
    if statement.act is not None:
        return "text correction"
    if statement.kind is Kind.TABLE:
        return "table"
    return "setup data" if statement.kind is Kind.SETUP else ""


def _safe_cell(text: str) -> str:
    """Return a stranger's text as a cell."""
    cell = clean_text(text)[:LONGEST_CELL]
    return re.sub(r"^[=+@\-\s]+", "", cell) if cell.startswith(FORMULA) else cell


def csv_text(rows: Sequence[Mapping[str, str]], columns: Sequence[str] = COLUMNS, *, header: bool, newline: str = "\n") -> str:
    """Return rows as lines of a CSV file."""
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, extrasaction="ignore", lineterminator=newline)
    if header:
        writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()

"""Statements -> the rows of a ledger, as text that is added to a file."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from rulewright.importing.digests import clean, digest
from rulewright.importing.model import Kind, Statement
from rulewright.rulebook.ledger import COLUMNS

TODO = "todo"
LONGEST_CELL = 200
FORMULA = ("=", "+", "-", "@")
"""A cell that begins so is a formula to table programs."""


def items(prefix: str, statements: Sequence[Statement], taken: Sequence[str]) -> list[str]:
    """The numbers of statements: `GA-007`, and `GA-008a`, `GA-008b` for those of one entry; they go on from those that are taken."""
    used = [int(known[1]) for one in taken if (known := re.match(rf"{re.escape(prefix)}-(\d+)", one))]
    number = max(used, default=0)
    found: list[str] = []
    for _, group in groupby(statements, key=lambda one: one.entry):
        number += 1
        several = list(group)
        letters = [""] if len(several) == 1 else [_letters(at) for at in range(len(several))]
        found += [f"{prefix}-{number:03}{letter}" for letter in letters]
    return found


def _letters(at: int) -> str:
    """a … z, aa, ab …"""
    return (_letters(at // 26 - 1) if at >= 26 else "") + chr(ord("a") + at % 26)


def rows_of(
    statements: Sequence[Statement], names: Sequence[str], anchors: Sequence[str], source: str, notes: Sequence[str]
) -> Iterator[dict[str, str]]:
    """A row for each statement. What it says is for a person to write; nothing of it is guessed."""
    for one, name, anchor, note in zip(statements, names, anchors, notes, strict=True):
        yield {
            "item": name,
            "section": _cell(one.case.section),
            "locator": _cell(", ".join(filter(None, (one.case.shown, one.part, one.point and f"point {one.point}")))),
            "kind": one.kind.value,
            "summary": TODO,
            "refs": "; ".join(one.refs),
            "computable": "no" if one.kind is Kind.NOTE else "partly" if one.doubts else "yes",
            "shape": _shape(one),
            "ocr_note": _cell("; ".join(filter(None, (*one.doubts, note)))),
            "anchor": _cell(anchor),
            "digest": digest(one.words),
            "source": source,
        }


def _shape(one: Statement) -> str:
    """The form that the sheet itself shows."""
    if one.act is not None:
        return "text correction"
    if one.kind is Kind.TABLE:
        return "table"
    return "setup data" if one.kind is Kind.SETUP else ""


def _cell(text: str) -> str:
    """A stranger's text as a cell."""
    said = clean(text)[:LONGEST_CELL]
    return re.sub(r"^[=+@\-\s]+", "", said) if said.startswith(FORMULA) else said


def written(rows: Sequence[Mapping[str, str]], columns: Sequence[str] = COLUMNS, *, header: bool, newline: str = "\n") -> str:
    """Rows as lines of a file with commas between the cells."""
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, extrasaction="ignore", lineterminator=newline)
    if header:
        writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()

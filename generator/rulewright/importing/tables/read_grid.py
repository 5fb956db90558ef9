"""Rows of cells of a spreadsheet -> a decision table: which columns are keys, which values, and what hit policy it has."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import replace

from rulewright.base.errors import WrongInput
from rulewright.base.suggestions import did_you_mean
from rulewright.importing.digests import clean_text
from rulewright.importing.tables.model import Column, DecisionRow, DecisionTable
from rulewright.importing.tables.policies import rows_are_apart

POLICIES = {
    "unique": "U", "any": "A", "first": "F", "sum": "C+", "least": "C<", "greatest": "C>", "count": "C#",
}  # fmt: skip
_SIGNS = re.compile(r"[UAFPRO]|C[+<>#]?")
_UNIT = re.compile(r"(?P<label>.*\S)\s*[(\[](?P<unit>[^\W\d]\w*|[€$£])[)\]]")
_CORNER = re.compile(r"(?P<rows>[^/\\]+?)\s*[/\\]\s*(?P<columns>[^/\\]+)")

Grid = list[list[str]]


def read_delimited(text: str, *, is_tabbed: bool) -> Grid:
    """Return the rows of a file with commas, semicolons or tabs between its cells."""
    first = text.split("\n", 1)[0]
    delimiter = "\t" if is_tabbed or ("\t" in first and "," not in first) else ";" if first.count(";") > first.count(",") else ","
    return [[clean_text(cell) for cell in row] for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)]


def table_of_grid(grid: Grid, title: str, keys: Sequence[str] = (), policy: str = "") -> DecisionTable:
    """Return the decision table of a grid; `keys` are the heads of the columns of keys; else they are the first ones by which
    no two rows hold together.

    Raises `WrongInput` if the grid has no heads, or no rows under them.
    """
    rows = [(number, row) for number, row in enumerate(grid, 1) if any(row)]
    if len(rows) < 2:
        raise WrongInput(f"`{title}` has no row under its heads", hints=["its first row names the columns"])
    heads, body = rows[0][1], rows[1:]
    while heads and not heads[-1] and not any(row[len(heads) - 1] for _, row in body if len(row) >= len(heads)):
        heads = heads[:-1]
    if _SIGNS.fullmatch(heads[0]) and all(re.fullmatch(r"\d*", row[0]) for _, row in body):
        policy, heads, body = policy or heads[0], heads[1:], [(number, row[1:]) for number, row in body]
    for number, row in body:
        if len(row) > len(heads) and any(row[len(heads) :]):
            raise WrongInput(f"`{title}`, row {number}: it has {len(row)} cells, and the first row {len(heads)}")
    cells = [(number, [*row, *[""] * (len(heads) - len(row))][: len(heads)]) for number, row in body]
    if (corner := _CORNER.fullmatch(heads[0])) is not None or not heads[0]:
        names = [corner["rows"], corner["columns"]] if corner is not None else list(keys)
        return _table_of_cross(title, names, heads, cells, policy)
    if empty := next((place for place, head in enumerate(heads) if not head), None):
        raise WrongInput(f"`{title}`: column {empty + 1} has no head", hints=["the first row names the columns"])
    columns = [_column(head) for head in heads]
    if len(columns) < 2 or len(keys) >= len(columns):
        raise WrongInput(f"`{title}` has no column with values", hints=["the columns of keys come first, then those of values"])
    if keys:
        return _table_of_columns(title, columns, cells, [_place_of(title, columns, key) for key in keys], policy)
    for count in range(1, len(columns)):
        table = _table_of_columns(title, columns, cells, range(count), "U")
        if rows_are_apart(table):
            break
    return replace(table, policy=policy or "U")


def _table_of_columns(
    title: str, columns: Sequence[Column], cells: Sequence[tuple[int, list[str]]], order: Sequence[int], policy: str
) -> DecisionTable:
    """Return the table of which the columns at these places are keys, in that order."""
    outputs = [place for place in range(len(columns)) if place not in order]
    rows = (
        DecisionRow(tuple(row[place] for place in order), tuple(row[place] for place in outputs), f"row {number}") for number, row in cells
    )
    return DecisionTable(
        title, policy or "U", tuple(columns[place] for place in order), tuple(columns[place] for place in outputs), tuple(rows)
    )


def _column(head: str) -> Column:
    unit = _UNIT.fullmatch(head)
    return Column(head) if unit is None else Column(unit["label"], unit["unit"])


def _place_of(title: str, columns: Sequence[Column], key: str) -> int:
    labels = [column.label for column in columns]
    for place, label in enumerate(labels):
        if label.casefold() == key.casefold().strip():
            return place
    raise WrongInput(f"`{title}` has no column `{key}`", hints=[did_you_mean(key, labels) or f"its columns are {', '.join(labels)}"])


def _table_of_cross(
    title: str, names: Sequence[str], heads: Sequence[str], cells: Sequence[tuple[int, list[str]]], policy: str
) -> DecisionTable:
    """Return a table whose heads are keys too: one row for each cell."""
    if len(names) != 2:
        raise WrongInput(
            f"`{title}`: the first head is empty, so that the other heads are keys", hints=["name both keys, as in `--keys die,odds`"]
        )
    rows = [
        DecisionRow((row[0], head), (cell,), f"row {number}, column `{head}`")
        for number, row in cells
        for head, cell in zip(heads[1:], row[1:], strict=True)
    ]
    return DecisionTable(title, policy or "U", (Column(names[0]), Column(names[1])), (Column(title),), tuple(rows))

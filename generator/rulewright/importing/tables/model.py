"""A decision table as its file has it."""

from __future__ import annotations

from rulewright.base.errors import WrongInput
from rulewright.base.records import record


@record
class Column:
    """A column: its label, a unit in brackets of the label, and the values that its file lists for it."""

    label: str
    unit: str = ""
    values: tuple[str, ...] = ()


@record
class DecisionRow:
    """A row as written: its keys, the values that it gives, and its place in the file."""

    keys: tuple[str, ...]
    outputs: tuple[str, ...]
    place: str


@record
class DecisionTable:
    """A decision table. `policy` is its hit policy as DMN has it: U, A, F, P, R, O, C, and C+, C<, C>, C#."""

    title: str
    policy: str
    inputs: tuple[Column, ...]
    outputs: tuple[Column, ...]
    rows: tuple[DecisionRow, ...]
    defaults: tuple[str, ...] = ()


def table_fault(table: DecisionTable, place: str, message: str, *hints: str) -> WrongInput:
    """Return the error that a table cannot be one of the language."""
    return WrongInput(f"`{table.title}`, {place}: {message}" if place else f"`{table.title}`: {message}", hints=list(hints))

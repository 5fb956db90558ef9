"""The cell of a table: the first row and the first column whose keys all fit."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, assert_never

from rulewright.semantics import model as p
from rulewright.semantics.terms import Term


def find_cell(table: p.Table, args: tuple[Any, ...]) -> Term | None:
    """Return the cell for these arguments; None where the table, the row, the column or the cell is not there."""
    if not table.held:
        return None
    row = find_line(table, [row.keys for row in table.rows], [args[slot] for slot in table.row_slots])
    column = find_line(table, table.columns, [args[slot] for slot in table.column_slots]) if table.columns else 0
    if row is None or column is None:
        return None
    cell, last = table.rows[row].cells[column], table.rows[-1]
    return last.cells[column] if cell is None and is_otherwise(last.keys) else cell


def is_otherwise(keys: Sequence[p.Key]) -> bool:
    return all(isinstance(key, p.AnyKey) for key in keys)


def find_line(table: p.Table, lines: Sequence[tuple[p.Key, ...]], values: Sequence[Any]) -> int | None:
    """Return the place of the first line of keys that fit; a number beyond all of them is taken as the end, if the table says so."""
    keyed = [keys for keys in lines if not is_otherwise(keys)]
    moved = [move_to_end(table, [keys[place] for keys in keyed], value) for place, value in enumerate(values)]
    return next((place for place, keys in enumerate(lines) if all(map(fits, keys, moved))), None)


def move_to_end(table: p.Table, keys: Sequence[p.Key], value: Any) -> Any:
    ends = [end for key in keys for end in ends_of(key)]
    if not isinstance(value, int | Fraction) or isinstance(value, bool) or not keys or any(isinstance(key, p.AnyKey) for key in keys):
        return value
    lows, highs = ends[0::2], ends[1::2]
    if table.clamp_below and None not in lows and value < min(lows):
        return min(lows)
    return max(highs) if table.clamp_above and None not in highs and value > max(highs) else value


def ends_of(key: p.Key) -> tuple[Any, ...]:
    """Return the least and the greatest number of a key, None for one that has no such end."""
    match key:
        case p.AnyKey():
            return (None, None)
        case p.OneOf(values=values):
            numbers: list[Any] = [value for value in values if isinstance(value, int | Fraction)]
            return (min(numbers), max(numbers)) if numbers else (None, None)
        case p.From(low=low, high=high):
            return (low, high)
        case _:
            assert_never(key)


def fits(key: p.Key, value: Any) -> bool:
    match key:
        case p.AnyKey():
            return True
        case p.OneOf(values=values):
            return value in values
        case p.From(low=low, high=high):
            return value is not None and (low is None or low <= value) and (high is None or value <= high)
        case _:
            assert_never(key)

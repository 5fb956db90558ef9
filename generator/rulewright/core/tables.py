"""Look-up in tables: the row and the column whose keys match the arguments of a question."""

from __future__ import annotations

from typing import Any

from rulewright.semantics.model import AnyKey, From, Key, OneOf, Table, is_last_row


class TableAxis:
    """The keys of rows, or of columns: an index if they are single values, else a search; clamped to its ends if declared."""

    def __init__(self, table: Table, keys: list[tuple[Key, ...]], slots: tuple[int, ...]) -> None:
        self.keys = keys
        self.slots = slots
        self.index: dict[tuple[Any, ...], int] = {}
        self.searched: list[int] = []
        for place, key_row in enumerate(keys):
            if all(isinstance(key, OneOf) and len(key.values) == 1 for key in key_row):
                self.index.setdefault(tuple(key.values[0] for key in key_row if isinstance(key, OneOf)), place)
            else:
                self.searched.append(place)
        self.ends = [clamp_range(table, keys, position) for position in range(len(slots))]
        self.below, self.above = table.clamp_below, table.clamp_above

    @property
    def order(self) -> list[int]:
        """The positions in the order in which they are tried: single values come before ranges, and the first that matches counts."""
        return [*self.index.values(), *self.searched]

    def find_position(self, e: tuple[Any, ...]) -> int | None:
        """Return the position of the first matching key, or None."""
        values = tuple(self._clamp_value(e[slot], position) for position, slot in enumerate(self.slots))
        position = self.index.get(values)
        if position is not None:
            return position
        for place in self.searched:
            if all(key_holds(key, value) for key, value in zip(self.keys[place], values, strict=True)):
                return place
        return None

    def _clamp_value(self, value: Any, position: int) -> Any:
        ends = self.ends[position]
        if ends is None or value is None:
            return value
        low, high = ends
        if self.below and low is not None and value < low:
            return low
        return high if self.above and high is not None and value > high else value


def key_holds(key: Key, value: Any) -> bool:
    """Return True if a key matches a value."""
    if isinstance(key, AnyKey):
        return True
    if isinstance(key, OneOf):
        return value in key.values
    return value is not None and (key.low is None or value >= key.low) and (key.high is None or value <= key.high)


def clamp_range(table: Table, keys: list[tuple[Key, ...]], position: int) -> tuple[Any, Any] | None:
    """Return the least and the greatest number among the keys at a position, each None if unbounded.

    The result is None if the table does not clamp by numbers.
    """
    if not table.clamp_below and not table.clamp_above:
        return None
    lows: list[Any] = []
    highs: list[Any] = []
    for key_row in keys:
        key = key_row[position]
        if is_last_row(key_row):
            continue
        if isinstance(key, From):
            lows.append(key.low)
            highs.append(key.high)
        elif isinstance(key, OneOf) and all(isinstance(value, int) and not isinstance(value, bool) for value in key.values):
            lows.extend(key.values)
            highs.extend(key.values)
        else:
            return None
    if not lows:
        return None
    low = None if any(end is None for end in lows) else min(lows)
    high = None if any(end is None for end in highs) else max(highs)
    return low, high


def last_row_of(table: Table) -> int | None:
    """Return the position of the row `otherwise`; None if the table has none."""
    last = len(table.rows) - 1
    return last if table.rows and is_last_row(table.rows[last].keys) else None


class TableLookUp:
    """The look-up of a cell: row and column of the arguments of a question, each None where no key matches."""

    def __init__(self, table: Table) -> None:
        self._rows, self._columns = axes_of(table)
        self._last_row = last_row_of(table)
        self._is_empty = [[cell is None for cell in row.cells] for row in table.rows]

    def find_cell(self, args: tuple[Any, ...]) -> tuple[int | None, int | None]:
        """Return row and column; the last row, where it holds at an empty cell of another."""
        row = self._rows.find_position(args)
        column = 0 if self._columns is None else self._columns.find_position(args)
        if self._last_row is not None and row is not None and column is not None and self._is_empty[row][column]:
            row = self._last_row
        return row, column


def axes_of(table: Table) -> tuple[TableAxis, TableAxis | None]:
    """Return the rows of a table, and its columns if their keys select one."""
    rows = TableAxis(table, [row.keys for row in table.rows], table.row_slots)
    return rows, TableAxis(table, list(table.columns), table.column_slots) if table.columns else None

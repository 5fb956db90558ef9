"""Looking up a table: the one row whose keys hold, the one column, the cell; or that nothing is held there."""

from __future__ import annotations

from typing import Any

from rulewright.core.model import Core
from rulewright.engines.interpreter.compile import Compiler
from rulewright.engines.interpreter.kleene import Code, Env
from rulewright.engines.interpreter.unknown import not_held
from rulewright.semantics.model import AnyKey, From, Key, OneOf, Table


def compile_table(compiler: Compiler, core: Core, table: Table) -> Code:
    """A function of the table's arguments: the cell's value, or an `Open` where table, row or cell is not there.

    Notes the row in `situation.rows`, so that an answer can show it.
    """
    nothing = not_held(table.case)
    if not table.held or not table.rows:
        return lambda s, e: nothing
    rows = Axis(table, [row.keys for row in table.rows], table.row_slots)
    columns = Axis(table, list(table.columns), table.column_slots) if table.columns else None
    cells = [[None if cell is None else compiler.compile(cell) for cell in row.cells] for row in table.rows]

    def look_up(s: Any, e: Env) -> Any:
        row = rows.find(e)
        if row is None:
            return nothing
        s.rows.append((table.id, row))
        column = 0 if columns is None else columns.find(e)
        if column is None or cells[row][column] is None:
            return nothing
        cell = cells[row][column]
        assert cell is not None
        return cell(s, e)

    return look_up


class Axis:
    """The keys of rows, or of columns: an index where all are single values, else a search; with the ends where the table clamps."""

    def __init__(self, table: Table, keys: list[tuple[Key, ...]], slots: tuple[int, ...]) -> None:
        self.keys = keys
        self.slots = slots
        self.index: dict[tuple[Any, ...], int] = {}
        self.searched: list[int] = []
        for place, several in enumerate(keys):
            if all(isinstance(key, OneOf) and len(key.values) == 1 for key in several):
                self.index.setdefault(tuple(key.values[0] for key in several if isinstance(key, OneOf)), place)
            else:
                self.searched.append(place)
        self.ends = [ends_of(table, keys, position) for position in range(len(slots))]
        self.below, self.above = table.clamp_below, table.clamp_above

    def find(self, e: Env) -> int | None:
        """The place of the key that holds, or None."""
        values = tuple(self._within(e[slot], position) for position, slot in enumerate(self.slots))
        found = self.index.get(values)
        if found is not None:
            return found
        for place in self.searched:
            if all(key_holds(key, value) for key, value in zip(self.keys[place], values, strict=True)):
                return place
        return None

    def _within(self, value: Any, position: int) -> Any:
        ends = self.ends[position]
        if ends is None or value is None:
            return value
        low, high = ends
        if self.below and low is not None and value < low:
            return low
        return high if self.above and high is not None and value > high else value


def key_holds(key: Key, value: Any) -> bool:
    """Whether a value is one that a key stands for."""
    if isinstance(key, AnyKey):
        return True
    if isinstance(key, OneOf):
        return value in key.values
    return value is not None and (key.low is None or value >= key.low) and (key.high is None or value <= key.high)


def ends_of(table: Table, keys: list[tuple[Key, ...]], position: int) -> tuple[Any, Any] | None:
    """The least and the greatest number among the keys of one argument (None: no end); None where the table does not clamp by numbers."""
    if not table.clamp_below and not table.clamp_above:
        return None
    lows: list[Any] = []
    highs: list[Any] = []
    for several in keys:
        key = several[position]
        if isinstance(key, From):
            lows.append(key.low)
            highs.append(key.high)
        elif isinstance(key, OneOf) and all(isinstance(value, int) and not isinstance(value, bool) for value in key.values):
            lows.extend(key.values)
            highs.extend(key.values)
        else:
            return None
    low = None if any(one is None for one in lows) else min(lows)
    high = None if any(one is None for one in highs) else max(highs)
    return low, high

"""What single values make of one another: comparisons, sums, roundings, keys of tables, and every value that there is of a type."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import floor
from typing import Any

from engines.solver.situations import SILENT, Bits
from rulewright.base.keywords import Comparison, Rounding, Verb
from rulewright.semantics import model as p
from rulewright.semantics.types import Enumerated, Numeric, Thing, YesNo


def touched(rule: p.Rule) -> tuple[str, ...]:
    """The parts of the answer that a rule speaks about: `need not` only of the requirement, every other verdict of both."""
    if rule.verb in (Verb.MAY, Verb.MAY_NOT, Verb.MUST):
        return ("permission", "requirement")
    return ("requirement",) if rule.verb is Verb.NEED_NOT else ("",)


def main_part(rule: p.Rule) -> str:
    return touched(rule)[0]


def compared(op: Comparison, a: Any, b: Any) -> Any:
    match op:
        case Comparison.IS:
            return a == b
        case Comparison.IS_NOT:
            return a != b
        case Comparison.AT_LEAST | Comparison.AT_MOST | Comparison.MORE | Comparison.LESS:
            if a is None or b is None:
                return SILENT
            return {Comparison.AT_LEAST: a >= b, Comparison.AT_MOST: a <= b, Comparison.MORE: a > b, Comparison.LESS: a < b}[op]


def worked_out(operator: str, a: Any, b: Any) -> Any:
    match operator:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "/":
            return SILENT if b == 0 else Fraction(a) / Fraction(b)
        case _:
            raise NotImplementedError(operator)


def rounded(rounding: Rounding, value: Any, step: Any = 1) -> Any:
    if step != 1:
        return rounded(rounding, Fraction(value) / step) * step
    match rounding:
        case Rounding.DOWN:
            return floor(value)
        case Rounding.UP:
            return -floor(-value)
        case Rounding.NEAREST:
            return floor(Fraction(value) + Fraction(1, 2))


def shifted(scale: p.Enum, value: Any, by: Any) -> Any:
    """A value of a scale so many steps up; beyond an end it stays there if the scale says so. Nothing is on no scale."""
    if value is None:
        return SILENT
    place, last = scale.values.index(value) + by, len(scale.values) - 1
    if (place < 0 and not scale.clamp_below) or (place > last and not scale.clamp_above):
        return SILENT
    return scale.values[int(min(max(place, 0), last))]


def overflow(scale: p.Enum, value: Any, by: Any) -> Any:
    """How many steps such a shift goes past an end."""
    if value is None:
        return SILENT
    place, last = scale.values.index(value) + by, len(scale.values) - 1
    return max(-place, place - last, 0)


def key_holds(key: p.Key, value: Any) -> bool:
    match key:
        case p.AnyKey():
            return True
        case p.OneOf(values=values):
            return value in values
        case p.From(low=low, high=high):
            return (low is None or value >= low) and (high is None or value <= high)


def clamped(table: p.Table, place: int, key: Any) -> Any:
    """A number beyond all rows of a table that says that its ends hold there."""
    keys = [row.keys[place] for row in table.rows if not is_last(row)]
    if not keys or not all(isinstance(one, p.From) or (isinstance(one, p.OneOf) and isinstance(one.values[0], int)) for one in keys):
        return key
    lows, highs = zip(*map(ends, keys), strict=True)
    if table.clamp_below and None not in lows and key < min(lows):
        return min(lows)
    if table.clamp_above and None not in highs and key > max(highs):
        return max(highs)
    return key


def row_of(table: p.Table, args: tuple[Any, ...]) -> int | None:
    """The place of the row that holds for these arguments; the last row holds at the empty cells of others too."""
    keys = [args[slot] for slot in table.row_slots]
    if table.clamp_below or table.clamp_above:
        keys = [clamped(table, place, key) for place, key in enumerate(keys)]
    place = next((place for place, row in enumerate(table.rows) if all(map(key_holds, row.keys, keys))), None)
    column = column_of(table, args)
    is_empty = place is not None and column is not None and table.rows[place].cells[column] is None
    return len(table.rows) - 1 if is_empty and is_last(table.rows[-1]) else place


def is_last(row: p.TableRow) -> bool:
    """Whether a row holds where no other does."""
    return all(isinstance(key, p.AnyKey) for key in row.keys)


def column_of(table: p.Table, args: tuple[Any, ...]) -> int | None:
    """The place of the column that holds for these arguments; the first of a table without keys of columns."""
    across = [args[slot] for slot in table.column_slots]
    found = (place for place, column in enumerate(table.columns) if all(map(key_holds, column, across)))
    return next(found, None) if table.columns else 0


def ends(key: p.Key) -> tuple[Any, Any]:
    """The least and the greatest number of a key."""
    if isinstance(key, p.From):
        return key.low, key.high
    numbers: list[Any] = list(key.values) if isinstance(key, p.OneOf) else []
    return min(numbers), max(numbers)


def within(kind: Numeric, value: Any) -> bool:
    """Whether a number lies between the ends of its type."""
    return (kind.low is None or value >= kind.low) and (kind.high is None or value <= kind.high)


def in_range(kind: Numeric, value: Any) -> bool:
    """Whether a number is one of its type: between the ends, and on a step."""
    return within(kind, value) and (kind.step is None or Fraction(value) % Fraction(kind.step) == 0)


def domain_of(program: p.Program, kind: Any, things: Mapping[str, Mapping[str, Bits]]) -> list[Any]:
    """Every value of a type."""
    none = [None] if getattr(kind, "or_none", False) else []
    match kind:
        case YesNo():
            return [True, False]
        case Enumerated(name=name):
            return [*program.enums[name].values, *none]
        case Numeric(low=low, high=high, step=step):
            assert low is not None and high is not None
            step = 1 if step is None else step
            return [low + index * step for index in range(int((high - low) / step) + 1)]
        case Thing(record=record):
            return [*things.get(record, {}), *none]
        case _:
            raise NotImplementedError(kind)

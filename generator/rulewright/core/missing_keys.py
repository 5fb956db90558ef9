"""Keys that no row, or no column, of a table holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import pairwise, product
from math import prod
from typing import Any, TypeAlias, assert_never

from rulewright.base.prose_lists import listing
from rulewright.core.model import Core
from rulewright.core.tables import TableAxis, axes_of, key_holds
from rulewright.core.wording import date_in, value_text
from rulewright.semantics import types
from rulewright.semantics.model import AnyKey, From, Key, OneOf, Table

Keys: TypeAlias = tuple[Key, ...]
"""The keys of a row or of a column, one for each of its parameters."""

MAX_COMBINATIONS = 4096
"""Above this number of combinations of keys a table is not looked into."""


def missing_keys(core: Core, table: Table) -> Iterator[tuple[TableAxis, list[Keys]]]:
    """Yield the rows of a table, and its columns if it has keys of these, each with the keys that none of them holds.

    They may be `none`, or numbers beyond the parameter: an operand can reach further than it. A value that is missing whatever the other
    keys are comes with `any` for these.
    """
    for axis in axes_of(table):
        if axis is not None:
            classes = [list(_key_classes(core, table, axis, position)) for position in range(len(axis.slots))]
            if prod(map(len, classes)) <= MAX_COMBINATIONS:
                yield axis, _without_repeats([keys for keys in product(*classes) if not _is_held(axis, keys)], classes)


def _is_held(axis: TableAxis, keys: Keys) -> bool:
    values = [_value_of(key) for key in keys]
    return any(all(map(key_holds, row_keys, values)) for row_keys in axis.keys)


def _without_repeats(missing: list[Keys], classes: list[list[Key]]) -> list[Keys]:
    """Return missing keys with each value that is in no combination once, with `any` for the other keys."""
    shortened: list[Keys] = []
    for position, of_position in enumerate(classes if len(classes) > 1 else ()):
        others = prod(len(each) for place, each in enumerate(classes) if place != position)
        for key in of_position:
            with_key = [keys for keys in missing if keys[position] == key]
            if len(with_key) == others:
                shortened.append(tuple(key if place == position else AnyKey() for place in range(len(classes))))
                missing = [keys for keys in missing if keys not in with_key]
    return shortened + missing


def _key_classes(core: Core, table: Table, axis: TableAxis, position: int) -> Iterator[Key]:
    """Yield the values of a parameter in classes that no key divides; of places, only those that a key names, and `none`."""
    kind, keys = _type_of(core, table, axis, position), [row_keys[position] for row_keys in axis.keys]
    match kind:
        case types.YesNo():
            yield from (OneOf((True,)), OneOf((False,)))
        case types.Enumerated():
            yield from (OneOf((value,)) for value in (*core.enums[kind.name].values, None))
        case types.Numeric():
            yield from _number_ranges(kind, keys, axis, axis.ends[position])
        case types.PlaceOf() | types.Thing() | types.NoneType():
            yield from (OneOf((value,)) for value in dict.fromkeys((*_listed_values(keys), None)))
        case _:
            assert_never(kind)


def _number_ranges(kind: types.Numeric, keys: list[Key], axis: TableAxis, ends: tuple[Any, Any] | None) -> Iterator[Key]:
    """Yield the ranges of numbers between all ends of keys and of the parameter, without those that the table clamps."""
    step = kind.step or 1
    low_end, high_end = ends or (None, None)
    bounds = [(value, value) for value in _listed_values(keys)] + [
        (key.low, key.high) for key in (*keys, kind) if isinstance(key, From | types.Numeric)
    ]
    starts = {low for low, _ in bounds if low is not None} | {high + step for _, high in bounds if high is not None}
    for start, following in pairwise([None, *sorted(starts), None]):
        low, high = start, None if following is None else following - step
        is_below = axis.below and low_end is not None and (low is None or low < low_end)
        is_above = axis.above and high_end is not None and (high is None or high > high_end)
        if not (is_below or is_above):
            yield From(low, high)


def _listed_values(keys: Iterable[Key]) -> list[Any]:
    return [value for key in keys if isinstance(key, OneOf) for value in key.values]


def _value_of(key: Key) -> Any:
    """Return a value of a class."""
    match key:
        case OneOf():
            return key.values[0]
        case From():
            return key.low if key.low is not None else key.high if key.high is not None else 0
        case AnyKey():
            return None


def _type_of(core: Core, table: Table, axis: TableAxis, position: int) -> types.Type:
    return core.questions[table.question].params[axis.slots[position]].type


def is_in_parameters(core: Core, table: Table, axis: TableAxis, keys: Keys) -> bool:
    """Return True if a question put to the table itself may have these keys."""
    for position, key in enumerate(keys):
        kind, value = _type_of(core, table, axis, position), _value_of(key)
        if isinstance(kind, types.Numeric):
            if isinstance(key, From) and not key_holds(From(kind.low, kind.high), value):
                return False
        elif (
            isinstance(key, OneOf)
            and value is None
            and not (isinstance(kind, types.Enumerated | types.PlaceOf | types.Thing) and kind.or_none)
        ):
            return False
    return True


def is_between_ranges(axis: TableAxis, keys: Keys) -> bool:
    """Return True if keys are numbers between two rows that are alike in all other keys, of rows that are ranges (RW213 of the lines)."""
    for position, key in enumerate(keys):
        if not isinstance(key, From) or key.low is None or key.high is None:
            continue
        runs: dict[Keys, list[Key]] = {}
        for row_keys in axis.keys:
            others = row_keys[:position] + row_keys[position + 1 :]
            if all(
                isinstance(each, AnyKey) or key_holds(other, _value_of(each))
                for other, each in zip(others, keys[:position] + keys[position + 1 :], strict=True)
            ):
                runs.setdefault(others, []).append(row_keys[position])
        for run in runs.values():
            if any(isinstance(each, From) for each in run):
                lows = [_value_of(each) for each in run if not isinstance(each, AnyKey)]
                if any(low < key.low for low in lows) and any(low > key.high for low in lows):
                    return True
    return False


def missing_text(core: Core, table: Table, axis: TableAxis, missing: list[Keys]) -> str:
    """Return the clause that no row, or no column, holds keys: `` no row of `fare` holds for `silver, gold / 9..` ``."""
    axis_word = "column" if axis.slots == table.column_slots else "row"
    text = f"no {axis_word} of `{table.question}` holds for {_text_of_all(core, table, axis, missing)}"
    outside = [keys for keys in missing if not is_in_parameters(core, table, axis, keys)]
    return f"{text}; its parameters do not take {_text_of_all(core, table, axis, outside)}" if outside else text


def _text_of_all(core: Core, table: Table, axis: TableAxis, missing: list[Keys]) -> str:
    kinds = [_type_of(core, table, axis, position) for position in range(len(axis.slots))]
    for position, kind in enumerate(kinds):
        missing = _merged_at(position, missing, kind.step or 1 if isinstance(kind, types.Numeric) else 1)
    texts = [" / ".join(_key_text(core, kind, key) for kind, key in zip(kinds, keys, strict=True)) for keys in missing]
    return listing([f"`{text}`" for text in texts], "or")


def _merged_at(position: int, missing: list[Keys], step: int | Fraction) -> list[Keys]:
    """Return keys with those joined that differ at one position only: values, and ranges of numbers that are a step apart."""
    joined: dict[Keys, list[Key]] = {}
    for keys in missing:
        others = keys[:position] + keys[position + 1 :]
        run = joined.setdefault(others, [])
        key = keys[position]
        if run and isinstance(key, OneOf) and isinstance(run[-1], OneOf):
            run[-1] = OneOf(run[-1].values + key.values)
        elif run and isinstance(key, From) and isinstance(run[-1], From) and run[-1].high is not None and key.low == run[-1].high + step:
            run[-1] = From(run[-1].low, key.high)
        else:
            run.append(key)
    return [(*others[:position], key, *others[position:]) for others, run in joined.items() for key in run]


def _key_text(core: Core, kind: types.Type, key: Key) -> str:
    match key:
        case AnyKey():
            return "any"
        case OneOf():
            return ", ".join(_value_text(core, kind, value) for value in key.values)
        case From():
            low, high = ("" if end is None else _value_text(core, kind, end) for end in (key.low, key.high))
            return low if low == high else f"{low}..{high}"


def _value_text(core: Core, kind: types.Type, value: Any) -> str:
    return date_in(core, kind, value) or value_text(value, decimal=types.written_decimals(kind))

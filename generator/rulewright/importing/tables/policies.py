"""Rows of a decision table under its hit policy -> rows of which at most one holds for any keys, which is what the language has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise, product

from rulewright.base.errors import WrongInput
from rulewright.base.numerals import number_text
from rulewright.base.records import record
from rulewright.importing.tables.keys import Domain, Interval, KeySet, Numbers, Values, domain_of, is_any, is_anything_else, read_key
from rulewright.importing.tables.model import DecisionRow, DecisionTable, table_fault

MAX_CELLS = 20_000
"""The most combinations of keys for which rows that overlap are worked out."""
_AGGREGATES: dict[str, Callable[[Sequence[Fraction]], Fraction]] = {
    "C+": lambda numbers: sum(numbers, Fraction(0)),
    "C<": min,
    "C>": max,
    "C#": lambda numbers: Fraction(len(numbers)),
}
_WHY_NOT = {
    "P": "the row with the output of the highest priority (`P`)",
    "R": "all rows, in their order (`R`)",
    "O": "all rows, in the order of their outputs (`O`)",
    "C": "all rows, as a list (`C`)",
}


@record
class PlainRow:
    """A row that alone holds for its keys; `keys` is None for the last row, which holds where no other does."""

    keys: tuple[KeySet, ...] | None
    outputs: tuple[str, ...]


@record
class PlainTable:
    """The rows of a table; `is_worked_out` if they are not those of the file, because those overlap."""

    rows: tuple[PlainRow, ...]
    is_worked_out: bool


def plain_rows(table: DecisionTable, domains: Sequence[Domain]) -> PlainTable:
    """Return the rows of a table of the language that answers like the table. Raises `WrongInput` if it has none."""
    if table.policy in _WHY_NOT:
        raise table_fault(
            table,
            "",
            f"it gives {_WHY_NOT[table.policy]}; a table of the language gives one answer",
            "U, A, F and C+, C<, C>, C# can be read",
        )
    if not table.rows:
        raise table_fault(table, "", "it has no row")
    rows, last = _split_last_row(table)
    keyed = [(row, _keys_of(table, row, domains)) for row in rows]
    overlapping = [
        (first, second) for place, (first, keys) in enumerate(keyed) for second, others in keyed[place + 1 :] if _keys_overlap(keys, others)
    ]
    last_rows = (PlainRow(None, last),) if last is not None else ()
    if not overlapping and table.policy != "C#":
        return PlainTable((*(PlainRow(keys, row.outputs) for row, keys in keyed), *last_rows), is_worked_out=False)
    if table.policy == "U":
        first, second = overlapping[0]
        raise table_fault(
            table, second.place, f"it holds for keys of {first.place} too", "if the first row that holds counts, say so with `--policy F`"
        )
    return PlainTable((*_worked_out(table, keyed, domains), *last_rows), is_worked_out=True)


def rows_are_apart(table: DecisionTable) -> bool:
    """Return True if no two rows of a table hold for the same keys."""
    try:
        return not plain_rows(table, [domain_of(table, column, None) for column in range(len(table.inputs))]).is_worked_out
    except WrongInput:
        return False


def _split_last_row(table: DecisionTable) -> tuple[list[DecisionRow], tuple[str, ...] | None]:
    """Return the rows with keys, and what holds where none of them does: a last row for anything else, or the outputs by default."""
    *rows, last = table.rows
    for row in rows:
        if is_anything_else(row.keys):
            raise table_fault(table, row.place, "rows follow the row for anything else", "put it last")
    takes_the_rest = is_anything_else(last.keys) or (table.policy in ("F", "U") and bool(rows) and all(is_any(key) for key in last.keys))
    if takes_the_rest:
        return rows, last.outputs
    return [*rows, last], table.defaults if any(table.defaults) else None


def _keys_of(table: DecisionTable, row: DecisionRow, domains: Sequence[Domain]) -> tuple[KeySet, ...]:
    return tuple(
        read_key(table, column, text, row.place, domain) for column, (text, domain) in enumerate(zip(row.keys, domains, strict=True))
    )


def _keys_overlap(keys: Sequence[KeySet], others: Sequence[KeySet]) -> bool:
    return all(_keys_meet(first, other) for first, other in zip(keys, others, strict=True))


def _keys_meet(first: KeySet, other: KeySet) -> bool:
    if first and isinstance(first[0], tuple):
        return any(low <= end and start <= high for low, high in _number_intervals(first) for start, end in _number_intervals(other))
    return bool(set(first) & set(other))


def _number_intervals(keys: KeySet) -> Iterator[Interval]:
    yield from (key for key in keys if isinstance(key, tuple))


# ---- rows that overlap ---------------------------------------------------------------------------------------------------------------


def _worked_out(
    table: DecisionTable, keyed: Sequence[tuple[DecisionRow, tuple[KeySet, ...]]], domains: Sequence[Domain]
) -> Iterator[PlainRow]:
    """Yield a row for each combination of keys that rows tell apart; neighbours in the last column that answer alike are one row."""
    parts = [list(_parts_of(domain, [keys[column] for _, keys in keyed])) for column, domain in enumerate(domains)]
    count = 1
    for column_parts in parts:
        count *= len(column_parts)
    if count > MAX_CELLS:
        raise table_fault(table, "", f"its rows overlap in {count:,} combinations of keys, more than {MAX_CELLS:,}")
    for leading in product(*parts[:-1]):
        merged: list[tuple[KeySet, tuple[str, ...]]] = []
        for part in parts[-1]:
            matching_rows = [row for row, keys in keyed if _keys_overlap(keys, (*leading, part))]
            if not matching_rows:
                continue
            outputs = _combine_rows(table, matching_rows)
            if merged and merged[-1][1] == outputs and (joined := _join_keys(merged[-1][0], part, domains[-1])) is not None:
                merged[-1] = joined, outputs
            else:
                merged.append((part, outputs))
        yield from (PlainRow((*leading, keys), outputs) for keys, outputs in merged)


def _parts_of(domain: Domain, keys: Sequence[KeySet]) -> Iterator[KeySet]:
    """Yield the parts of a domain that no key of a column divides."""
    if isinstance(domain, Values):
        yield from ((value,) for value in domain.values)
        return
    starts = {domain.low, domain.high + domain.step}
    for key in keys:
        for low, high in _number_intervals(key):
            starts |= {low, high + domain.step}
    yield from (((low, high - domain.step),) for low, high in pairwise(sorted(starts)))


def _join_keys(keys: KeySet, part: KeySet, domain: Domain) -> KeySet | None:
    """Return two neighbouring keys as one, None for numbers with others between them."""
    if isinstance(domain, Numbers):
        (low, high), (start, end) = next(_number_intervals(keys)), next(_number_intervals(part))
        return ((low, end),) if high + domain.step == start else None
    return tuple(key for key in (*keys, *part) if isinstance(key, str))


def _combine_rows(table: DecisionTable, rows: Sequence[DecisionRow]) -> tuple[str, ...]:
    """Return what rows that hold together give. Raises `WrongInput` where the policy asks that they give the same."""
    if table.policy == "F":
        return rows[0].outputs
    if table.policy == "A":
        for row in rows[1:]:
            if row.outputs != rows[0].outputs:
                raise table_fault(table, row.place, f"it gives another answer than {rows[0].place} for keys of both, under the policy A")
        return rows[0].outputs
    return tuple(_aggregate_numbers(table, rows, column) for column in range(len(table.outputs)))


def _aggregate_numbers(table: DecisionTable, rows: Sequence[DecisionRow], column: int) -> str:
    numbers: list[Fraction] = []
    for row in rows:
        try:
            numbers.append(Fraction(row.outputs[column].split()[0]) if table.policy != "C#" else Fraction(1))
        except (ValueError, IndexError, ZeroDivisionError):
            message = f"`{row.outputs[column]}` is no number, and the policy {table.policy} works with numbers"
            raise table_fault(table, row.place, message) from None
    return number_text(_AGGREGATES[table.policy](numbers), decimal=True)

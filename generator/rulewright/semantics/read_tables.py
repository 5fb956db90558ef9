"""From the rows of a table to keys and cells, and whether they are fit to be looked up: none short, out of order, overlapping, missing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import assert_never

from rulewright.base.dates import read_date
from rulewright.base.diagnostics import Label
from rulewright.base.numerals import number_text, plain_number
from rulewright.base.suggestions import did_you_mean
from rulewright.rulebook.act_sentences import amendment_in_words
from rulewright.rulebook.model import Provision
from rulewright.semantics import terms, types
from rulewright.semantics.faults import At, Unresolved
from rulewright.semantics.measures import times_of
from rulewright.semantics.model import AnyKey, From, Key, OneOf, Param, Question, Table, TableRow
from rulewright.semantics.read_dates import read_turn
from rulewright.semantics.symbols import COUNT_THE_SAME, Vocabulary, tag_names
from rulewright.semantics.terms import Plain, Term
from rulewright.syntax import nodes

_RANGE = re.compile(r"^(-?\d+(?:\.\d+)?)?\s*\.\.\s*(-?\d+(?:\.\d+)?)?(?:\s+([A-Za-z_]\w*))?$")
_NUMBER = re.compile(r"^(-?\s*\d+(?:/0*[1-9]\d*|\.\d+)?)(?:\s+([A-Za-z_]\w*))?$")
_MOST_ATOMS = 512


def read_table(vocabulary: Vocabulary, provision: Provision, node: nodes.Table) -> Table | None:
    """The table of a provision; None where its declaration is at fault. Rows at fault are left out."""
    question = vocabulary.questions.get(node.name)
    if question is None or len(question.params) != len(node.params):
        return None
    at = At.of(vocabulary.faults, provision)
    try:
        columns = _column_slots(at, node)
        heads, body = _header(vocabulary, at, node, question, columns)
    except Unresolved:
        return None
    row_slots = tuple(slot for slot in range(len(question.params)) if slot not in columns) if heads else tuple(range(len(question.params)))
    read = ((one, _row(vocabulary, at, node, one, question, row_slots, len(heads) or 1)) for one in body)
    rows = [replace(row, formed_by=_corrected_by(provision, one)) if provision.corrections else row for one, row in read if row is not None]
    _check_rows(at, node, rows, [question.params[slot] for slot in row_slots])
    return Table(
        str(provision.id), node.name, str(provision.case), row_slots, columns if heads else (), heads, tuple(rows), not node.not_held,
        node.clamp_below, node.clamp_above, location=provision.location, tags=tag_names(node.tags),
    )  # fmt: skip


def _corrected_by(provision: Provision, row: nodes.Row) -> tuple[str, ...]:
    """The amendments that corrected a cell of a row, in words, each once."""
    key = " ".join(row.cells[0].text.split())
    return tuple(dict.fromkeys(amendment_in_words(one.origin) for one in provision.corrections if one.row == key))


def _column_slots(at: At, node: nodes.Table) -> tuple[int, ...]:
    names = [param.name for param in node.params]
    if not names:
        raise at.fail(
            "RW210", f"`{node.name}` has no parameters, so that none of its rows has a key", node, help="give it one for each key"
        )
    if not node.columns:
        return (len(names) - 1,)
    for name in node.columns:
        if name not in names:
            raise at.fail("RW201", f"`{name}` is not a parameter of `{node.name}`", node, help=did_you_mean(name, names))
    return tuple(names.index(name) for name in node.columns)


def _header(
    vocabulary: Vocabulary, at: At, node: nodes.Table, question: Question, columns: tuple[int, ...]
) -> tuple[tuple[tuple[Key, ...], ...], tuple[nodes.Row, ...]]:
    """The keys of the columns, empty where the table has one column of values, and the rows under them."""
    if not node.rows or node.rows[0].cells[0].text or len(node.rows[0].cells) < 2:
        return (), node.rows
    params = [question.params[slot] for slot in columns]
    found = [read_keys(vocabulary, at, cell, params) for cell in node.rows[0].cells[1:]]
    _check_order(at, [(cell, keys) for cell, keys in zip(node.rows[0].cells[1:], found, strict=True)], params)
    return tuple(found), node.rows[1:]


def _row(
    vocabulary: Vocabulary, at: At, node: nodes.Table, row: nodes.Row, question: Question, slots: tuple[int, ...], width: int
) -> TableRow | None:
    assert question.type is not None
    if len(row.cells) != width + 1:
        message = f"this row of `{node.name}` has {len(row.cells) - 1} cell{'' if len(row.cells) == 2 else 's'}, not {width}"
        at.faults.add("RW210", message, at.where(row), help="put `-` in an empty cell", cases=(at.case,))
        return None
    try:
        keys = read_keys(vocabulary, at, row.cells[0], [question.params[slot] for slot in slots])
    except Unresolved:
        return None
    cells: list[Term | None] = []
    for cell in row.cells[1:]:
        try:
            cells.append(_cell(vocabulary, at, cell, question.type))
        except Unresolved:
            cells.append(None)
    text = f"| {' | '.join(cell.text for cell in row.cells)} |"
    return TableRow(text, keys, tuple(cells), at.where(row), tag_names(row.tags))


def read_keys(vocabulary: Vocabulary, at: At, cell: nodes.Cell, params: list[Param]) -> tuple[Key, ...]:
    """The keys in a cell, one for each parameter, parted by ` / `."""
    texts = [part.strip() for part in re.split(r"\s/\s", cell.text)] if len(params) > 1 else [cell.text.strip()]
    if len(texts) != len(params):
        names = " / ".join(param.name for param in params)
        raise at.fail(
            "RW210",
            f"`{cell.text}` has {len(texts)} key{'' if len(texts) == 1 else 's'}, not {len(params)}",
            cell,
            help=f"write `{names}`",
        )
    return tuple(_key(vocabulary, at, cell, text, param.type) for text, param in zip(texts, params, strict=True))


def _key(vocabulary: Vocabulary, at: At, cell: nodes.Cell, text: str, kind: types.Type) -> Key:
    if text == "any":
        return AnyKey()
    if isinstance(kind, types.Numeric):
        dates = _dates(vocabulary, at, cell, text, kind)
        if dates is not None:
            return dates
        ends = _RANGE.match(text)
        if ends and (ends[1] or ends[2]):
            of_each = _times(vocabulary, at, cell, ends[3], kind)
            low, high = (None if end is None else plain_number(Fraction(end) * of_each) for end in (ends[1], ends[2]))
            return _range(at, cell, text, low, high, kind, "write the smaller number first")
    values: list[Plain] = []
    for word in (word.strip() for word in _split(text)):
        values.extend(_values(vocabulary, at, cell, word, kind))
    return OneOf(tuple(values))


def _dates(vocabulary: Vocabulary, at: At, cell: nodes.Cell, text: str, kind: types.Numeric) -> From | None:
    """A range whose ends are dates: `May 1942..`, `May 1942..August 1942`; None for any other key."""
    first, dots, last = (part.strip() for part in text.partition(".."))
    dates = [read_date(end) if end else None for end in (first, last)]
    if not dots or not any(dates) or any(end and date is None for end, date in zip((first, last), dates, strict=True)):
        return None
    low, high = (None if date is None else read_turn(vocabulary, at, cell, date, kind)[0] for date in dates)
    return _range(at, cell, text, low, high, kind, "write the earlier date first")


def _range(
    at: At, cell: nodes.Cell, text: str, low: int | Fraction | None, high: int | Fraction | None, kind: types.Numeric, help: str
) -> From:
    """A range whose ends are in order and in the domain."""
    if low is not None and high is not None and high < low:
        raise at.fail("RW211", f"the range `{text}` is empty", cell, help=help)
    for end in (low, high):
        if end is not None:
            in_domain(at, cell, text, end, kind)
    return From(low, high)


def _split(text: str) -> list[str]:
    """A list of values; a comma inside quotes parts nothing."""
    return re.findall(r'(?:"[^"]*"|[^,"])+', text)


def _values(vocabulary: Vocabulary, at: At, cell: nodes.Cell, word: str, kind: types.Type) -> tuple[Plain, ...]:
    """The values that a word of a key stands for: itself, a class, a range of a scale."""
    if isinstance(kind, types.Enumerated):
        if word in vocabulary.classes and vocabulary.classes[word][0] == kind.name:
            return vocabulary.classes[word][1]
        ends = [end.strip().strip('"') for end in word.split("..")]
        values = vocabulary.enums[kind.name].values
        if len(ends) == 2 and vocabulary.enums[kind.name].ordered and all(end in values for end in ends):
            return values[values.index(ends[0]) : values.index(ends[1]) + 1]
    return (read_value(vocabulary, at, cell, word, kind, "RW205"),)


def read_value(vocabulary: Vocabulary, at: At, cell: nodes.Cell, word: str, kind: types.Type, code: str) -> Plain:
    """One value of a type, as it is written in a table."""
    match kind:
        case types.YesNo():
            if word in {"yes", "no"}:
                return word == "yes"
        case types.Numeric():
            date = read_date(word)
            if date is not None:
                return read_turn(vocabulary, at, cell, date, kind)[0]
            number_text = _NUMBER.match(word)
            if number_text:
                number = Fraction(number_text[1].replace(" ", ""))
                value = plain_number(number * _times(vocabulary, at, cell, number_text[2], kind))
                in_domain(at, cell, word, value, kind, code)
                return value
        case types.Enumerated():
            enum = vocabulary.enums[kind.name]
            name = word.strip('"')
            if name in enum.values:
                return name
            if name == "none" and kind.or_none:
                return None
            raise at.fail(code, f"`{name}` is not a value of {kind.name}", cell, help=did_you_mean(name, enum.values))
        case types.PlaceOf():
            if vocabulary.lawful_place(kind.map, word):
                return word
        case types.Thing() | types.NoneType():
            pass  # no word of a table is one
        case _:
            assert_never(kind)
    raise at.fail(code, f"`{word}` is not {types.type_text(kind)}", cell)


def _times(vocabulary: Vocabulary, at: At, cell: nodes.Cell, measure: str | None, kind: types.Numeric) -> Fraction:
    """By what a number of a cell is multiplied: it is in the unit of its column, or in a measure that converts into it."""
    found = times_of(vocabulary.conversions, measure, kind.unit)
    if found is not None:
        return found
    wanted = types.unit_text(kind.unit) or "a bare number"
    raise at.fail("RW204", f"`{measure}` does not go with {wanted}", cell, help=COUNT_THE_SAME)


def in_domain(at: At, node: nodes.Node, text: str, value: int | Fraction, kind: types.Numeric, code: str = "RW205") -> None:
    """Reports a number outside a range, or between its steps."""
    whole = kind.step is None or Fraction(value) % Fraction(kind.step) == 0
    if (kind.low is not None and value < kind.low) or (kind.high is not None and value > kind.high) or not whole:
        raise at.fail(code, f"`{text}` is outside {types.type_text(kind)}", node)


def _cell(vocabulary: Vocabulary, at: At, cell: nodes.Cell, kind: types.Type) -> Term | None:
    if cell.text in {"", "-"}:
        return None
    return terms.Const(read_value(vocabulary, at, cell, cell.text, kind, "RW214"))


# ---- whether the rows are fit --------------------------------------------------------------------------------------------------------


def _check_rows(at: At, node: nodes.Table, rows: list[TableRow], params: list[Param]) -> None:
    for first, second in _overlaps(rows):
        labels = [Label(row.location, text) for row, text in ((second, ""), (first, "also here")) if row.location is not None]
        at.faults.add("RW212", f"two rows of `{node.name}` hold for the same keys", *labels, cases=(at.case,))
    for slot, param in enumerate(params):
        if isinstance(param.type, types.Numeric):
            _check_runs(at, node, rows, slot, param.type)


def _overlaps(rows: list[TableRow]) -> Iterator[tuple[TableRow, TableRow]]:
    seen: dict[tuple[Plain, ...], TableRow] = {}
    wide: list[TableRow] = []
    for row in rows:
        atoms = _atoms(row.keys)
        if atoms is None:
            clash = next(
                (other for other in rows if other is not row and _meet(row.keys, other.keys) and _comes_first(rows, other, row)), None
            )
            wide.append(row)
        else:
            clash = next((seen[atom] for atom in atoms if atom in seen), None) or next(
                (other for other in wide if _meet(row.keys, other.keys)), None
            )
            for atom in atoms:
                seen.setdefault(atom, row)
        if clash is not None:
            yield clash, row


def _comes_first(rows: list[TableRow], one: TableRow, other: TableRow) -> bool:
    return next(row for row in rows if row is one or row is other) is one


def _atoms(keys: tuple[Key, ...]) -> list[tuple[Plain, ...]] | None:
    """Every combination of single values, or None where a key is a range or there are too many."""
    if not all(isinstance(key, OneOf) for key in keys):
        return None
    found = list(product(*(key.values for key in keys if isinstance(key, OneOf))))
    return found if len(found) <= _MOST_ATOMS else None


def _meet(left: tuple[Key, ...], right: tuple[Key, ...]) -> bool:
    return all(_key_meets(one, other) for one, other in zip(left, right, strict=True))


def _key_meets(one: Key, other: Key) -> bool:
    if isinstance(one, AnyKey) or isinstance(other, AnyKey):
        return True
    if isinstance(one, OneOf):
        return any(holds(other, value) for value in one.values)
    if isinstance(other, OneOf):
        return any(holds(one, value) for value in other.values)
    return (one.high is None or other.low is None or other.low <= one.high) and (
        one.low is None or other.high is None or one.low <= other.high
    )


def holds(key: Key, value: Plain) -> bool:
    """Whether a value is one that a key stands for."""
    match key:
        case AnyKey():
            return True
        case OneOf():
            return value in key.values
        case From():
            assert isinstance(value, int | Fraction)
            return (key.low is None or value >= key.low) and (key.high is None or value <= key.high)
        case _:
            assert_never(key)


def bounds(key: Key) -> tuple[int | Fraction | None, int | Fraction | None] | None:
    """The least and greatest number of a key; None for `any` and for what are no numbers."""
    match key:
        case From():
            return key.low, key.high
        case OneOf() if key.values and all(isinstance(value, int | Fraction) and not isinstance(value, bool) for value in key.values):
            numbers = [value for value in key.values if isinstance(value, int | Fraction)]
            return min(numbers), max(numbers)
        case AnyKey() | OneOf():
            return None
        case _:
            assert_never(key)


def _check_order(at: At, cells: list[tuple[nodes.Cell, tuple[Key, ...]]], params: list[Param]) -> None:
    """Reports numbers that do not rise from column to column."""
    if len(params) != 1 or not isinstance(params[0].type, types.Numeric):
        return
    before: int | Fraction | None = None
    for cell, keys in cells:
        ends = bounds(keys[0])
        if ends is None or ends[0] is None:
            continue
        if before is not None and ends[0] <= before:
            at.faults.add(
                "RW211", f"`{cell.text}` comes after a greater key", at.where(cell), help="put keys in rising order", cases=(at.case,)
            )
        before = ends[1] if ends[1] is not None else ends[0]


def _check_runs(at: At, node: nodes.Table, rows: list[TableRow], slot: int, kind: types.Numeric) -> None:
    """Among rows that agree in all other keys: numbers that fall, and numbers that are missing between two rows."""
    runs: dict[tuple[Key, ...], list[TableRow]] = {}
    for row in rows:
        runs.setdefault(row.keys[:slot] + row.keys[slot + 1 :], []).append(row)
    for run in runs.values():
        ranged = any(isinstance(row.keys[slot], From) for row in run)
        before: tuple[TableRow, int | Fraction] | None = None
        for row in run:
            ends = bounds(row.keys[slot])
            if ends is None:
                continue
            low, high = ends
            if before is not None and low is not None and row.location is not None:
                _check_step(at, node, before, row, low, kind if ranged else None)
            before = None if high is None else (row, high)


def _check_step(
    at: At, node: nodes.Table, before: tuple[TableRow, int | Fraction], row: TableRow, low: int | Fraction, kind: types.Numeric | None
) -> None:
    """Reports a key that falls, and numbers between two keys where ranges are written: `kind` is what their numbers are."""
    first, last = before
    assert row.location is not None
    if low < last:
        if not _meet(first.keys, row.keys):
            at.faults.add(
                "RW211",
                f"this row of `{node.name}` comes after a greater key",
                row.location,
                help="put keys in rising order",
                cases=(at.case,),
            )
    elif kind is not None and low > last + (step := kind.step or 1):
        ends = dict.fromkeys(number_text(end, decimal=kind.decimal) for end in (last + step, low - step))
        gap = "..".join(ends)
        message = f"no row of `{node.name}` holds for {gap}"
        labels = [Label(row.location, "after the gap")] + ([Label(first.location, "before it")] if first.location else [])
        at.faults.add("RW213", message, *labels, help="if the source has the gap too, write a reading that fills it", cases=(at.case,))

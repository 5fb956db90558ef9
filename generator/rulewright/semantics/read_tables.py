"""Elaboration of tables: rows to keys and cells, with checks for rows that are too short, out of order, overlapping or missing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import assert_never

from rulewright.base.dates import read_date
from rulewright.base.diagnostics import Label
from rulewright.base.key_notations import is_key_of_last_row
from rulewright.base.names import NAME
from rulewright.base.numerals import number_text, plain_number
from rulewright.base.suggestions import did_you_mean
from rulewright.rulebook.act_sentences import amendment_text
from rulewright.rulebook.model import Provision
from rulewright.semantics import terms, types
from rulewright.semantics.faults import FaultContext, Unresolved
from rulewright.semantics.key_notations import translated_key
from rulewright.semantics.measures import unit_factor
from rulewright.semantics.model import AnyKey, CellSource, From, Key, OneOf, Param, Question, Table, TableRow, is_last_row
from rulewright.semantics.read_dates import read_turn
from rulewright.semantics.symbols import COUNT_THE_SAME, Vocabulary, tag_names
from rulewright.semantics.terms import Plain, Term
from rulewright.syntax import nodes

_RANGE = re.compile(rf"^(-?\d+(?:\.\d+)?)?\s*\.\.\s*(-?\d+(?:\.\d+)?)?(?:\s+({NAME}))?$")
_NUMBER = re.compile(rf"^(-?\s*\d+(?:/0*[1-9]\d*|\.\d+)?)(?:\s+({NAME}))?$")
_MAX_COMBINATIONS = 512


def read_table(vocabulary: Vocabulary, provision: Provision, node: nodes.Table) -> Table | None:
    """Read the table of a provision; None if its declaration has an error. Rows with errors are left out."""
    question = vocabulary.questions.get(node.name)
    if question is None or len(question.params) != len(node.params):
        return None
    context = FaultContext.of(vocabulary.faults, provision)
    try:
        columns = _column_slots(context, node)
        _refuse_keys_by_bar(context, node, len(columns))
        heads, body = _read_header(vocabulary, context, node, question, columns)
    except Unresolved:
        return None
    row_slots = tuple(slot for slot in range(len(question.params)) if slot not in columns) if heads else tuple(range(len(question.params)))
    column_texts = tuple(" ".join(cell.text.split()) for cell in node.rows[0].cells[1:]) if heads else ()
    parsed_rows = [(row_node, _read_row(vocabulary, context, node, row_node, question, row_slots, len(heads) or 1)) for row_node in body]
    rows = [
        replace(row, formed_by=_corrected_by(provision, row_node), corrections=_cell_sources(provision, row_node, column_texts))
        if provision.corrections
        else row
        for row_node, row in parsed_rows
        if row is not None
    ]
    _check_last_row(context, node)
    keyed_rows = [row for row_node, row in parsed_rows if row is not None and not row_node.is_last]
    _check_rows(context, node, keyed_rows, [question.params[slot] for slot in row_slots])
    return Table(
        str(provision.id), node.name, str(provision.case), row_slots, columns if heads else (), heads, tuple(rows), not node.not_held,
        node.clamp_below, node.clamp_above, column_texts, location=provision.location, tags=tag_names(node.tags),
    )  # fmt: skip


def _corrected_by(provision: Provision, row: nodes.Row) -> tuple[str, ...]:
    """Return the amendments that corrected a cell of a row, in words, without duplicates."""
    key = " ".join(row.cells[0].text.split())
    return tuple(dict.fromkeys(amendment_text(correction.origin) for correction in provision.corrections if correction.row == key))


def _cell_sources(provision: Provision, row: nodes.Row, column_texts: tuple[str, ...]) -> tuple[CellSource, ...]:
    """Return the amendments that corrected a row, cell by cell; the only cell of a row without columns is the first."""
    key = " ".join(row.cells[0].text.split())
    sources: list[CellSource] = []
    for correction in provision.corrections:
        column = " ".join(correction.column.split())
        cell = None if not column else column_texts.index(column) if column in column_texts else 0
        if correction.row == key:
            origin = correction.origin
            sources.append(CellSource(cell, origin.source, amendment_text(origin), correction.act_location, correction.tags))
    return tuple(sources)


def _column_slots(context: FaultContext, node: nodes.Table) -> tuple[int, ...]:
    names = [param.name for param in node.params]
    if not names:
        raise context.fail(
            "RW210", f"`{node.name}` has no parameters, so that none of its rows has a key", node, help="give it one for each key"
        )
    if not node.columns:
        return (len(names) - 1,)
    for name in node.columns:
        if name not in names:
            raise context.fail("RW201", f"`{name}` is not a parameter of `{node.name}`", node, help=did_you_mean(name, names))
    return tuple(names.index(name) for name in node.columns)


def _refuse_keys_by_bar(context: FaultContext, node: nodes.Table, columns: int) -> None:
    """Report once, at the first row, that the keys of the rows are in cells of their own. Raises `Unresolved`."""
    if not node.rows:
        return
    first, keys = node.rows[0], len(node.params)
    has_header = not first.cells[0].text and len(first.cells) > 1
    if has_header:
        keys -= columns
    row = node.rows[min(has_header, len(node.rows) - 1)]
    by_bar = not any(cell.text for cell in first.cells[:keys]) if has_header else all(len(each.cells) == keys + 1 for each in node.rows)
    if keys < 2 or len(row.cells) <= keys or not by_bar:
        return
    cells = [cell.text for cell in row.cells]
    raise context.fail(
        "RW210",
        f"`{node.name}` has {keys} keys to a row, and each is in a cell of its own here; they are one cell, parted by `/`",
        row,
        help=f"write `| {' / '.join(cells[:keys])} | {' | '.join(cells[keys:])} |`, and every row so",
    )


def _read_header(
    vocabulary: Vocabulary, context: FaultContext, node: nodes.Table, question: Question, columns: tuple[int, ...]
) -> tuple[tuple[tuple[Key, ...], ...], tuple[nodes.Row, ...]]:
    """Return the keys of the columns (empty if the table has one column of values), and the rows below the header."""
    if not node.rows or node.rows[0].cells[0].text or len(node.rows[0].cells) < 2:
        return (), node.rows
    params = [question.params[slot] for slot in columns]
    column_keys = [read_keys(vocabulary, context, cell, params) for cell in node.rows[0].cells[1:]]
    _check_order(context, [(cell, keys) for cell, keys in zip(node.rows[0].cells[1:], column_keys, strict=True)], params)
    return tuple(column_keys), node.rows[1:]


def _read_row(
    vocabulary: Vocabulary, context: FaultContext, node: nodes.Table, row: nodes.Row, question: Question, slots: tuple[int, ...], width: int
) -> TableRow | None:
    assert question.type is not None
    if len(row.cells) != width + 1:
        message = f"this row of `{node.name}` has {len(row.cells) - 1} cell{'' if len(row.cells) == 2 else 's'}, not {width}"
        context.faults.add("RW210", message, context.location_of(row), help="put `-` in an empty cell", cases=(context.case,))
        return None
    params = [question.params[slot] for slot in slots]
    try:
        keys = (AnyKey(),) * len(params) if row.is_last else read_keys(vocabulary, context, row.cells[0], params)
    except Unresolved:
        return None
    cells: list[Term | None] = []
    for cell in row.cells[1:]:
        try:
            cells.append(_read_cell(vocabulary, context, cell, question.type))
        except Unresolved:
            cells.append(None)
    text = f"| {' | '.join(cell.text for cell in row.cells)} |"
    return TableRow(text, keys, tuple(cells), context.location_of(row), tag_names(row.tags))


def read_keys(vocabulary: Vocabulary, context: FaultContext, cell: nodes.Cell, params: list[Param]) -> tuple[Key, ...]:
    """Read the keys in a cell, one for each parameter, separated by ` / `. Raises `Unresolved`."""
    texts = [part.strip() for part in re.split(r"\s/\s", cell.text)] if len(params) > 1 else [cell.text.strip()]
    if is_key_of_last_row(cell.text) and not any(_is_value(vocabulary, cell.text, param.type) for param in params):
        help = "if this is the last row, for all that no other row holds, write `otherwise`"
        raise context.fail("RW205", f"`{cell.text}` is not a key of `{params[0].name}`", cell, help=help)
    if len(texts) != len(params):
        names = " / ".join(param.name for param in params)
        raise context.fail(
            "RW210",
            f"`{cell.text}` has {len(texts)} key{'' if len(texts) == 1 else 's'}, not {len(params)}",
            cell,
            help=f"write `{names}`",
        )
    keys = list(zip(texts, (param.type for param in params), strict=True))
    _refuse_other_notations(vocabulary, context, cell, keys)
    return tuple(_read_key(vocabulary, context, cell, text, kind) for text, kind in keys)


def _is_value(vocabulary: Vocabulary, text: str, kind: types.Type) -> bool:
    """Return True if a text is a value, or a class of values, of an enum or scale."""
    return isinstance(kind, types.Enumerated) and (text in vocabulary.enums[kind.name].values or text in vocabulary.classes)


def _refuse_other_notations(vocabulary: Vocabulary, context: FaultContext, cell: nodes.Cell, keys: list[tuple[str, types.Type]]) -> None:
    """Report the first key of a cell that is in another notation, with the whole cell as the language writes it. Raises `Unresolved`."""
    translations = [
        translated_key(text, kind, vocabulary.enums[kind.name].values if isinstance(kind, types.Enumerated) else ()) for text, kind in keys
    ]
    for (text, kind), instead in zip(keys, translations, strict=True):
        if instead is not None:
            what = f"a value of {kind.name}" if isinstance(kind, types.Enumerated) else types.type_text(kind)
            as_here = " / ".join(instead or text for (text, _), instead in zip(keys, translations, strict=True))
            raise context.fail("RW205", f"`{text}` is not {what}", cell, help=f"write `{as_here}`")


def _read_key(vocabulary: Vocabulary, context: FaultContext, cell: nodes.Cell, text: str, kind: types.Type) -> Key:
    if text == "any":
        return AnyKey()
    if isinstance(kind, types.Numeric):
        dates = _date_range(vocabulary, context, cell, text, kind)
        if dates is not None:
            return dates
        ends = _RANGE.match(text)
        if ends and (ends[1] or ends[2]):
            multiplier = _unit_multiplier(vocabulary, context, cell, ends[3], kind)
            low, high = (None if end is None else plain_number(Fraction(end) * multiplier) for end in (ends[1], ends[2]))
            return _checked_range(context, cell, text, low, high, kind, "write the smaller number first")
    values: list[Plain] = []
    for word in (word.strip() for word in _split_list(text)):
        values.extend(_values_of_word(vocabulary, context, cell, word, kind))
    return OneOf(tuple(values))


def _date_range(vocabulary: Vocabulary, context: FaultContext, cell: nodes.Cell, text: str, kind: types.Numeric) -> From | None:
    """Return a range whose ends are dates (`May 1942..`, `May 1942..August 1942`); None for any other key."""
    first, dots, last = (part.strip() for part in text.partition(".."))
    dates = [read_date(end) if end else None for end in (first, last)]
    if not dots or not any(dates) or any(end and date is None for end, date in zip((first, last), dates, strict=True)):
        return None
    low, high = (None if date is None else read_turn(vocabulary, context, cell, date, kind)[0] for date in dates)
    return _checked_range(context, cell, text, low, high, kind, "write the earlier date first")


def _checked_range(
    context: FaultContext,
    cell: nodes.Cell,
    text: str,
    low: int | Fraction | None,
    high: int | Fraction | None,
    kind: types.Numeric,
    help: str,
) -> From:
    """Return a range after checking that its ends are in order and in the domain."""
    if low is not None and high is not None and high < low:
        raise context.fail("RW211", f"the range `{text}` is empty", cell, help=help)
    for end in (low, high):
        if end is not None:
            check_in_domain(context, cell, text, end, kind)
    return From(low, high)


def _split_list(text: str) -> list[str]:
    """Split a list of values at commas outside quotes."""
    return re.findall(r'(?:"[^"]*"|[^,"])+', text)


def _values_of_word(vocabulary: Vocabulary, context: FaultContext, cell: nodes.Cell, word: str, kind: types.Type) -> tuple[Plain, ...]:
    """Return the values that a word of a key denotes: the members of a class, a range of a scale, or a single value."""
    if isinstance(kind, types.Enumerated):
        if word in vocabulary.classes and vocabulary.classes[word][0] == kind.name:
            return vocabulary.classes[word][1]
        ends = [end.strip().strip('"') for end in word.split("..")]
        values = vocabulary.enums[kind.name].values
        if len(ends) == 2 and vocabulary.enums[kind.name].ordered and all(end in values for end in ends):
            return values[values.index(ends[0]) : values.index(ends[1]) + 1]
    return (read_value(vocabulary, context, cell, word, kind, "RW205"),)


def read_value(vocabulary: Vocabulary, context: FaultContext, cell: nodes.Cell, word: str, kind: types.Type, code: str) -> Plain:
    """Read a value of a type as written in a table. Raises `Unresolved` after reporting an error with `code`."""
    match kind:
        case types.YesNo():
            if word in {"yes", "no"}:
                return word == "yes"
        case types.Numeric():
            date = read_date(word)
            if date is not None:
                return read_turn(vocabulary, context, cell, date, kind)[0]
            number_text = _NUMBER.match(word)
            if number_text:
                number = Fraction(number_text[1].replace(" ", ""))
                value = plain_number(number * _unit_multiplier(vocabulary, context, cell, number_text[2], kind))
                check_in_domain(context, cell, word, value, kind, code)
                return value
        case types.Enumerated():
            enum = vocabulary.enums[kind.name]
            name = word.strip('"')
            if name in enum.values:
                return name
            if name == "none" and kind.or_none:
                return None
            help = f"declare it as `{kind.name} or none`" if name == "none" else did_you_mean(name, enum.values)
            raise context.fail(code, f"`{name}` is not a value of {kind.name}", cell, help=help)
        case types.PlaceOf():
            if vocabulary.has_place(kind.map, word):
                return word
        case types.Thing() | types.NoneType():
            pass  # a table has no such values
        case _:
            assert_never(kind)
    raise context.fail(code, f"`{word}` is not {types.type_text(kind)}", cell)


def _unit_multiplier(vocabulary: Vocabulary, context: FaultContext, cell: nodes.Cell, measure: str | None, kind: types.Numeric) -> Fraction:
    """Return the factor that converts a number of a cell to the unit of its type. Report a measure that does not convert."""
    multiplier = unit_factor(vocabulary.conversions, measure, kind.unit)
    if multiplier is not None:
        return multiplier
    unit_name = types.unit_text(kind.unit) or "a bare number"
    raise context.fail("RW204", f"`{measure}` does not go with {unit_name}", cell, help=COUNT_THE_SAME)


def check_in_domain(
    context: FaultContext, node: nodes.Node, text: str, value: int | Fraction, kind: types.Numeric, code: str = "RW205"
) -> None:
    """Report a number outside a range, or between its steps. Raises `Unresolved`."""
    is_on_step = kind.step is None or Fraction(value) % Fraction(kind.step) == 0
    if (kind.low is not None and value < kind.low) or (kind.high is not None and value > kind.high) or not is_on_step:
        raise context.fail(code, f"`{text}` is outside {types.type_text(kind)}", node)


def _read_cell(vocabulary: Vocabulary, context: FaultContext, cell: nodes.Cell, kind: types.Type) -> Term | None:
    if cell.text in {"", "-"}:
        return None
    return terms.Const(read_value(vocabulary, context, cell, cell.text, kind, "RW214"))


# ---- checks of the rows --------------------------------------------------------------------------------------------------------------


def _check_last_row(context: FaultContext, node: nodes.Table) -> None:
    """Report a row `otherwise` that other rows follow."""
    for row in node.rows[:-1]:
        if row.is_last:
            message, location = f"rows of `{node.name}` follow the row `otherwise`", context.location_of(row)
            context.faults.add("RW211", message, location, help="put the row `otherwise` last, once", cases=(context.case,))


def _check_rows(context: FaultContext, node: nodes.Table, rows: list[TableRow], params: list[Param]) -> None:
    for first, second in _find_overlaps(rows):
        labels = [Label(row.location, text) for row, text in ((second, ""), (first, "also here")) if row.location is not None]
        help = "" if not is_last_row(second.keys) else "if it is for all that no other row holds, write `otherwise` as its key"
        context.faults.add("RW212", f"two rows of `{node.name}` hold for the same keys", *labels, help=help, cases=(context.case,))
    for slot, param in enumerate(params):
        if isinstance(param.type, types.Numeric):
            _check_runs(context, node, rows, slot, param.type)


def _find_overlaps(rows: list[TableRow]) -> Iterator[tuple[TableRow, TableRow]]:
    rows_by_combination: dict[tuple[Plain, ...], TableRow] = {}
    ranged_rows: list[TableRow] = []
    for row in rows:
        combinations = _key_combinations(row.keys)
        if combinations is None:
            clash = next(
                (other for other in rows if other is not row and _keys_overlap(row.keys, other.keys) and _comes_first(rows, other, row)),
                None,
            )
            ranged_rows.append(row)
        else:
            clash = next(
                (rows_by_combination[combination] for combination in combinations if combination in rows_by_combination), None
            ) or next((other for other in ranged_rows if _keys_overlap(row.keys, other.keys)), None)
            for combination in combinations:
                rows_by_combination.setdefault(combination, row)
        if clash is not None:
            yield clash, row


def _comes_first(rows: list[TableRow], first: TableRow, second: TableRow) -> bool:
    return next(row for row in rows if row is first or row is second) is first


def _key_combinations(keys: tuple[Key, ...]) -> list[tuple[Plain, ...]] | None:
    """Return the combinations of single values of a row's keys; None if a key is a range or there are too many."""
    if not all(isinstance(key, OneOf) for key in keys):
        return None
    combinations = list(product(*(key.values for key in keys if isinstance(key, OneOf))))
    return combinations if len(combinations) <= _MAX_COMBINATIONS else None


def _keys_overlap(first_keys: tuple[Key, ...], second_keys: tuple[Key, ...]) -> bool:
    return all(_key_overlaps(first, second) for first, second in zip(first_keys, second_keys, strict=True))


def _key_overlaps(first: Key, second: Key) -> bool:
    if isinstance(first, AnyKey) or isinstance(second, AnyKey):
        return True
    if isinstance(first, OneOf):
        return any(key_matches(second, value) for value in first.values)
    if isinstance(second, OneOf):
        return any(key_matches(first, value) for value in second.values)
    return (first.high is None or second.low is None or second.low <= first.high) and (
        first.low is None or second.high is None or first.low <= second.high
    )


def key_matches(key: Key, value: Plain) -> bool:
    """Return True if a value matches a key."""
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


def key_bounds(key: Key) -> tuple[int | Fraction | None, int | Fraction | None] | None:
    """Return the least and greatest number of a key; None for `any` and for keys that are not numbers."""
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


def _check_order(context: FaultContext, cells: list[tuple[nodes.Cell, tuple[Key, ...]]], params: list[Param]) -> None:
    """Report numeric keys that do not rise from column to column."""
    if len(params) != 1 or not isinstance(params[0].type, types.Numeric):
        return
    previous_high: int | Fraction | None = None
    for cell, keys in cells:
        ends = key_bounds(keys[0])
        if ends is None or ends[0] is None:
            continue
        if previous_high is not None and ends[0] <= previous_high:
            context.faults.add(
                "RW211",
                f"`{cell.text}` comes after a greater key",
                context.location_of(cell),
                help="put keys in rising order",
                cases=(context.case,),
            )
        previous_high = ends[1] if ends[1] is not None else ends[0]


def _check_runs(context: FaultContext, node: nodes.Table, rows: list[TableRow], slot: int, kind: types.Numeric) -> None:
    """Report numbers that fall, and gaps between two rows, among rows that agree in all other keys."""
    runs: dict[tuple[Key, ...], list[TableRow]] = {}
    for row in rows:
        runs.setdefault(row.keys[:slot] + row.keys[slot + 1 :], []).append(row)
    for run in runs.values():
        ranged = any(isinstance(row.keys[slot], From) for row in run)
        previous: tuple[TableRow, int | Fraction] | None = None
        for row in run:
            ends = key_bounds(row.keys[slot])
            if ends is None:
                continue
            low, high = ends
            if previous is not None and low is not None and row.location is not None:
                _check_step(context, node, previous, row, low, kind if ranged else None)
            previous = None if high is None else (row, high)


def _check_step(
    context: FaultContext,
    node: nodes.Table,
    previous: tuple[TableRow, int | Fraction],
    row: TableRow,
    low: int | Fraction,
    kind: types.Numeric | None,
) -> None:
    """Report a key that is less than the previous one or, in a run of ranges (`kind` is their type), a gap between the two."""
    first, last = previous
    assert row.location is not None
    if low < last:
        if not _keys_overlap(first.keys, row.keys):
            context.faults.add(
                "RW211",
                f"this row of `{node.name}` comes after a greater key",
                row.location,
                help="put keys in rising order",
                cases=(context.case,),
            )
    elif kind is not None and low > last + (step := kind.step or 1):
        ends = dict.fromkeys(number_text(end, decimal=kind.decimal) for end in (last + step, low - step))
        gap = "..".join(ends)
        message = f"no row of `{node.name}` holds for {gap}"
        labels = [Label(row.location, "after the gap")] + ([Label(first.location, "before it")] if first.location else [])
        context.faults.add(
            "RW213", message, *labels, help="if the source has the gap too, write a reading that fills it", cases=(context.case,)
        )

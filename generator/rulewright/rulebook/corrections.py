"""Corrections of data: a cell or a row of a table, a field of a piece in a set-up. The cited old value must match."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias, assert_never

from rulewright.base.suggestions import did_you_mean
from rulewright.rulebook.act_sentences import plain_value_text
from rulewright.rulebook.model import CaseInForce, CellCorrection, Origin
from rulewright.syntax import nodes
from rulewright.syntax.syntax_errors import Sentence

Lines: TypeAlias = tuple[tuple[nodes.BodyLine, Origin], ...]

_PLACE = frozenset({"at", "hex", "place", "square", "location"})


OnData: TypeAlias = nodes.CorrectsPiece | nodes.CorrectsCell | nodes.AddsRow | nodes.DeletesRow


def correct_data(case: CaseInForce, act: OnData, origin: Origin) -> tuple[CaseInForce, Sentence | None]:
    """Return the case with one value corrected; the same case and the problem if the correction does not fit."""
    match act:
        case nodes.CorrectsPiece():
            return _correct_piece(case, act, origin)
        case nodes.CorrectsCell():
            return _correct_table(case, act.table, act, origin)
        case nodes.AddsRow() | nodes.DeletesRow():
            tables = [provision.node.name for provision in case.provisions if isinstance(provision.node, nodes.Table)]
            if act.table is None and len(tables) > 1:
                help = f"name it: `{_act_words(act)} {tables[0]} | … |`; its tables are {_quote_names(tables)}"
                return case, _finds_nothing(f"case {case.number} has {len(tables)} tables, and the row does not say of which it is", help)
            return _correct_table(case, act.table or "".join(tables), act, origin)
        case _:
            assert_never(act)


def _act_words(act: nodes.AddsRow | nodes.DeletesRow) -> str:
    return "adds row to" if isinstance(act, nodes.AddsRow) else "deletes row from"


def _finds_nothing(message: str, help: str) -> Sentence:
    return Sentence("RW119", "correction-finds-nothing", message, help)


def _value_differs(what: str, actual: str, cited: str) -> Sentence:
    help = "correct the value after `from`, or look for an earlier amendment that has changed it"
    return Sentence("RW117", "old-value-differs", f"{what} is `{actual}`, not `{cited}`", help)


# ---- tables ------------------------------------------------------------------------------------------------------------------------


OnTable: TypeAlias = nodes.CorrectsCell | nodes.AddsRow | nodes.DeletesRow


def _correct_table(case: CaseInForce, name: str, act: OnTable, origin: Origin) -> tuple[CaseInForce, Sentence | None]:
    tables = {provision.node.name: provision for provision in case.provisions if isinstance(provision.node, nodes.Table)}
    table_provision = tables.get(name)
    if table_provision is None:
        help = did_you_mean(name, tables) or "name a table of this case"
        return case, _finds_nothing(f"case {case.number} has no table" + (f" `{name}`" if name else ""), help)
    table = table_provision.node
    assert isinstance(table, nodes.Table)
    corrected, problem = _apply_to_table(table, act)
    if problem is not None:
        return case, problem
    row, column = (act.row, act.column) if isinstance(act, nodes.CorrectsCell) else (act.cells[0].text, "")
    statements = tuple(tag.name for tag in act.tags)
    corrections = (*table_provision.corrections, CellCorrection(" ".join(row.split()), column, origin, act.span, statements))
    provisions = tuple(
        replace(provision, node=corrected, corrections=corrections) if provision is table_provision else provision
        for provision in case.provisions
    )
    return replace(case, provisions=provisions), None


def _apply_to_table(table: nodes.Table, act: OnTable) -> tuple[nodes.Table, Sentence | None]:
    match act:
        case nodes.CorrectsCell():
            return _correct_cell(table, act)
        case nodes.AddsRow():
            return _add_row(table, act)
        case nodes.DeletesRow():
            return _delete_row(table, act)
        case _:
            assert_never(act)


def _add_row(table: nodes.Table, act: nodes.AddsRow) -> tuple[nodes.Table, Sentence | None]:
    """Add a row, sorted in by its number, else at the end, before a row `otherwise`.

    It gets the span of the table, since it is written in another block.
    """
    key = act.cells[0].text
    if any(_equal_text(row.cells[0].text, key) for row in table.rows):
        help = 'correct a cell of it (`corrects … row "…" column "…" from … to …`), or delete it first'
        return table, Sentence("RW117", "old-value-differs", f"table `{table.name}` has a row `{key}` already", help)
    row = nodes.Row(tuple(replace(cell, span=table.span) for cell in act.cells), tags=act.tags, span=table.span)
    number = _first_number(key)
    later = (
        index for index, table_row in enumerate(table.rows) if number is not None and (_first_number(table_row.cells[0].text) or 0) > number
    )
    end = len(table.rows) - (bool(table.rows) and table.rows[-1].is_last and not row.is_last)
    index = next(later, end)
    return replace(table, rows=(*table.rows[:index], row, *table.rows[index:])), None


def _first_number(key: str) -> int | None:
    """Return the number at the start of a key: 3 of `3..5`."""
    match = re.match(r"[0-9]+", key)
    return None if match is None else int(match[0])


def _delete_row(table: nodes.Table, act: nodes.DeletesRow) -> tuple[nodes.Table, Sentence | None]:
    key, values = act.cells[0].text, act.cells[1:]
    row = next((table_row for table_row in table.rows if table_row.cells[0].text and _equal_text(table_row.cells[0].text, key)), None)
    if row is None:
        if table.not_held:
            return table, None
        rows = [table_row.cells[0].text for table_row in table.rows if table_row.cells[0].text]
        return table, _finds_nothing(
            f"table `{table.name}` has no row `{key}`", did_you_mean(key, rows) or f"its rows are {_quote_names(rows)}"
        )
    actual = [_without_unit(cell.text, table) for cell in row.cells[1:]]
    cited = [_without_unit(cell.text, table) for cell in values]
    if cited and (len(cited) != len(actual) or not all(map(_equal_value, actual, cited))):
        return table, _value_differs(f"row `{key}` of `{table.name}`", " | ".join(actual), " | ".join(cited))
    return replace(table, rows=tuple(table_row for table_row in table.rows if table_row is not row)), None


def _correct_cell(table: nodes.Table, act: nodes.CorrectsCell) -> tuple[nodes.Table, Sentence | None]:
    row_name, column_name = act.row, act.column
    heads = _column_heads(table)
    row_index = next((index for index, row in enumerate(table.rows) if _equal_text(row.cells[0].text, row_name)), None)
    column_index = _column_index(table, heads, column_name)
    if table.not_held and (row_index is None or column_index is None):
        return _add_cell(table, act), None
    if row_index is None:
        rows = [row.cells[0].text for row in table.rows if row.cells[0].text]
        return table, _finds_nothing(
            f"table `{table.name}` has no row `{row_name}`", did_you_mean(row_name, rows) or f"its rows are {_quote_names(rows)}"
        )
    if column_index is None:
        return table, _finds_nothing(
            f"table `{table.name}` has no column `{column_name}`",
            did_you_mean(column_name, heads) or f"its columns are {_quote_names(heads)}",
        )
    row = table.rows[row_index]
    if column_index >= len(row.cells):
        return table, _finds_nothing(
            f"row `{row_name}` of table `{table.name}` has no cell in column `{column_name}`", "give the row all its cells"
        )
    actual, cited = row.cells[column_index].text, plain_value_text(act.from_)
    unknown = table.not_held and actual in ("-", "")
    if not unknown and not _equal_value(_without_unit(actual, table), _without_unit(cited, table)):
        return table, _value_differs(f"row `{row_name}`, column `{column_name}` of `{table.name}`", actual, cited)
    cells = tuple(replace(cell, text=plain_value_text(act.to)) if index == column_index else cell for index, cell in enumerate(row.cells))
    rows_after = tuple(replace(table_row, cells=cells) if index == row_index else table_row for index, table_row in enumerate(table.rows))
    return replace(table, rows=rows_after), None


def _column_heads(table: nodes.Table) -> list[str]:
    if table.rows and not table.rows[0].cells[0].text:
        return [cell.text for cell in table.rows[0].cells[1:]]
    return []


def _column_index(table: nodes.Table, heads: list[str], name: str) -> int | None:
    """Return the index of the cell under a column name. A table with one value per row has one column, named as the table or `value`."""
    for index, head in enumerate(heads):
        if _equal_text(head, name):
            return index + 1
    if not heads and name in (table.name, "value", ""):
        return 1
    return None


def _add_cell(table: nodes.Table, act: nodes.CorrectsCell) -> nodes.Table:
    """Add the corrected cell to a table that is not held; its old value cannot be checked."""
    row, column, value = nodes.Cell(act.row), act.column, nodes.Cell(plain_value_text(act.to))
    if len(table.params) < 2 and not _column_heads(table):
        return replace(table, rows=(*table.rows, nodes.Row((row, value), span=act.span)))
    heads = _column_heads(table)
    if column not in heads:
        heads.append(column)
    head_row = nodes.Row((nodes.Cell(""), *map(nodes.Cell, heads)), span=act.span)
    body = [table_row for table_row in table.rows if table_row.cells[0].text]
    full = [replace(table_row, cells=table_row.cells + (nodes.Cell("-"),) * (len(heads) + 1 - len(table_row.cells))) for table_row in body]
    position = heads.index(column) + 1
    for index, table_row in enumerate(full):
        if _equal_text(table_row.cells[0].text, row.text):
            full[index] = replace(table_row, cells=(*table_row.cells[:position], value, *table_row.cells[position + 1 :]))
            return replace(table, rows=(head_row, *full))
    cells = [row, *(nodes.Cell("-") for _ in heads)]
    cells[position] = value
    return replace(table, rows=(head_row, *full, nodes.Row(tuple(cells), span=act.span)))


def _without_unit(text: str, table: nodes.Table) -> str:
    """Strip the unit of a table from a cell: `5 MP` is `5` in a table of MP."""
    unit = getattr(table.type, "unit", None)
    return text[: -len(unit)].strip() if unit and text.endswith(f" {unit}") else text


def _equal_text(first: str, second: str) -> bool:
    return " ".join(first.split()) == " ".join(second.split())


def _equal_value(first: str, second: str) -> bool:
    """Return True if two cells have equal values: `10/100` is `1/10`."""
    return _equal_text(first, second) or (_parse_number(first) is not None and _parse_number(first) == _parse_number(second))


def _parse_number(text: str) -> Fraction | None:
    try:
        return Fraction("".join(text.split()))
    except (ValueError, ZeroDivisionError):
        return None


def _quote_names(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


# ---- set-ups -----------------------------------------------------------------------------------------------------------------------


def _correct_piece(case: CaseInForce, act: nodes.CorrectsPiece, origin: Origin) -> tuple[CaseInForce, Sentence | None]:
    piece, name = act.piece, act.field_name
    pieces = {line.piece: index for index, (line, _) in enumerate(case.other) if isinstance(line, nodes.Setup)}
    if piece not in pieces:
        if case.held:
            hint = did_you_mean(piece, pieces) or "name a piece of this set-up"
            return case, _finds_nothing(f"the set-up of {case.number} has no piece `{piece}`", hint)
        return replace(case, other=(*case.other, (_new_piece(act, piece, name), origin))), None
    line, line_origin = case.other[pieces[piece]]
    assert isinstance(line, nodes.Setup)
    corrected, problem = _apply_to_piece(line, act, name, case_held=case.held)
    if problem is not None or corrected is None:
        return case, problem
    other = list(case.other)
    other[pieces[piece]] = (corrected, line_origin)
    return replace(case, other=tuple(other)), None


def _new_piece(act: nodes.CorrectsPiece, piece: str, name: str) -> nodes.Setup:
    """Build a piece of a set-up that is not held, from the correction alone."""
    setup = nodes.Setup(nodes.SetupKind.PLACE, piece, span=act.span)
    if name in _PLACE:
        return replace(setup, at=(plain_value_text(act.to),))
    if name == "turn":
        return replace(setup, kind=nodes.SetupKind.ENTERS, turn=plain_value_text(act.to))
    return replace(setup, fields=((name, act.to),))


def _apply_to_piece(
    line: nodes.Setup, act: nodes.CorrectsPiece, name: str, *, case_held: bool
) -> tuple[nodes.Setup | None, Sentence | None]:
    cited, new = plain_value_text(act.from_), plain_value_text(act.to)
    subject = f"the {name} of `{line.piece}`"
    fields = dict(line.fields)
    if name in fields:
        actual = plain_value_text(fields[name])
        if actual != cited:
            return None, _value_differs(subject, actual, cited)
        return replace(line, fields=tuple((key, act.to if key == name else value) for key, value in line.fields)), None
    if name in _PLACE and line.at:
        if cited not in line.at:
            return None, _value_differs(subject, " or ".join(line.at), cited)
        return replace(line, at=tuple(new if place == cited else place for place in line.at)), None
    if name == "turn" and line.turn is not None:
        return (replace(line, turn=new), None) if line.turn == cited else (None, _value_differs(subject, line.turn, cited))
    if case_held:
        has = [*fields, *(["hex"] if line.at else []), *(["turn"] if line.turn else [])]
        return None, _finds_nothing(
            f"the set-up gives `{line.piece}` no `{name}`", did_you_mean(name, has) or f"it gives {_quote_names(has)}" if has else ""
        )
    if name in _PLACE:
        return replace(line, at=(new,)), None
    return replace(line, fields=(*line.fields, (name, act.to))), None


def without_pieces(other: Lines, removed: frozenset[str]) -> Lines:
    """Return set-up lines without the pieces that a later clause removes."""
    return tuple((line, origin) for line, origin in other if not (isinstance(line, nodes.Setup) and line.piece in removed))

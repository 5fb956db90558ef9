"""Corrections of data: a cell or a row of a table, a field of a piece in a set-up. The old value must be what is there."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias, assert_never

from rulewright.base.suggestions import did_you_mean
from rulewright.rulebook.act_sentences import written
from rulewright.rulebook.model import CaseInForce, CellCorrection, Origin
from rulewright.syntax import nodes
from rulewright.syntax.syntax_errors import Sentence

Lines: TypeAlias = tuple[tuple[nodes.BodyLine, Origin], ...]

_PLACE = frozenset({"at", "hex", "place", "square", "location"})


OnData: TypeAlias = nodes.CorrectsPiece | nodes.CorrectsCell | nodes.AddsRow | nodes.DeletesRow


def correct(case: CaseInForce, act: OnData, origin: Origin) -> tuple[CaseInForce, Sentence | None]:
    """The case with one value corrected; the same case and the problem where the correction does not fit."""
    match act:
        case nodes.CorrectsPiece():
            return _piece(case, act, origin)
        case nodes.CorrectsCell():
            return _on_table(case, act.table, act, origin)
        case nodes.AddsRow() | nodes.DeletesRow():
            tables = [one.node.name for one in case.provisions if isinstance(one.node, nodes.Table)]
            if act.table is None and len(tables) > 1:
                help = f"name it: `{_form(act)} {tables[0]} | … |`; its tables are {_quoted(tables)}"
                return case, _nothing(f"case {case.number} has {len(tables)} tables, and the row does not say of which it is", help)
            return _on_table(case, act.table or "".join(tables), act, origin)
        case _:
            assert_never(act)


def _form(act: nodes.AddsRow | nodes.DeletesRow) -> str:
    return "adds row to" if isinstance(act, nodes.AddsRow) else "deletes row from"


def _nothing(message: str, help: str) -> Sentence:
    return Sentence("RW119", "correction-finds-nothing", message, help)


def _differs(what: str, there: str, said: str) -> Sentence:
    help = "correct the value after `from`, or look for an earlier amendment that has changed it"
    return Sentence("RW117", "old-value-differs", f"{what} is `{there}`, not `{said}`", help)


# ---- tables ------------------------------------------------------------------------------------------------------------------------


OnTable: TypeAlias = nodes.CorrectsCell | nodes.AddsRow | nodes.DeletesRow


def _on_table(case: CaseInForce, name: str, act: OnTable, origin: Origin) -> tuple[CaseInForce, Sentence | None]:
    tables = {one.node.name: one for one in case.provisions if isinstance(one.node, nodes.Table)}
    found = tables.get(name)
    if found is None:
        help = did_you_mean(name, tables) or "name a table of this case"
        return case, _nothing(f"case {case.number} has no table" + (f" `{name}`" if name else ""), help)
    table = found.node
    assert isinstance(table, nodes.Table)
    corrected, problem = _table_after(table, act)
    if problem is not None:
        return case, problem
    row, column = (act.row, act.column) if isinstance(act, nodes.CorrectsCell) else (act.cells[0].text, "")
    corrections = (*found.corrections, CellCorrection(" ".join(row.split()), column, origin))
    provisions = tuple(replace(one, node=corrected, corrections=corrections) if one is found else one for one in case.provisions)
    return replace(case, provisions=provisions), None


def _table_after(table: nodes.Table, act: OnTable) -> tuple[nodes.Table, Sentence | None]:
    match act:
        case nodes.CorrectsCell():
            return _cell_of(table, act)
        case nodes.AddsRow():
            return _with_row(table, act)
        case nodes.DeletesRow():
            return _without_row(table, act)
        case _:
            assert_never(act)


def _with_row(table: nodes.Table, act: nodes.AddsRow) -> tuple[nodes.Table, Sentence | None]:
    """A new row comes where its number belongs, else last; its place is that of the table, for it is in another block."""
    key = act.cells[0].text
    if any(_same(row.cells[0].text, key) for row in table.rows):
        help = 'correct a cell of it (`corrects … row "…" column "…" from … to …`), or delete it first'
        return table, Sentence("RW117", "old-value-differs", f"table `{table.name}` has a row `{key}` already", help)
    row = nodes.Row(tuple(replace(cell, span=table.span) for cell in act.cells), tags=act.tags, span=table.span)
    number = _first_number(key)
    later = (at for at, one in enumerate(table.rows) if number is not None and (_first_number(one.cells[0].text) or 0) > number)
    at = next(later, len(table.rows))
    return replace(table, rows=(*table.rows[:at], row, *table.rows[at:])), None


def _first_number(key: str) -> int | None:
    """The number that a key begins with: 3 of `3..5`."""
    found = re.match(r"[0-9]+", key)
    return None if found is None else int(found[0])


def _without_row(table: nodes.Table, act: nodes.DeletesRow) -> tuple[nodes.Table, Sentence | None]:
    key, values = act.cells[0].text, act.cells[1:]
    row = next((one for one in table.rows if one.cells[0].text and _same(one.cells[0].text, key)), None)
    if row is None:
        if table.not_held:
            return table, None
        rows = [one.cells[0].text for one in table.rows if one.cells[0].text]
        return table, _nothing(f"table `{table.name}` has no row `{key}`", did_you_mean(key, rows) or f"its rows are {_quoted(rows)}")
    there = [_bare(cell.text, table) for cell in row.cells[1:]]
    said = [_bare(cell.text, table) for cell in values]
    if said and (len(said) != len(there) or not all(map(_same_value, there, said))):
        return table, _differs(f"row `{key}` of `{table.name}`", " | ".join(there), " | ".join(said))
    return replace(table, rows=tuple(one for one in table.rows if one is not row)), None


def _cell_of(table: nodes.Table, act: nodes.CorrectsCell) -> tuple[nodes.Table, Sentence | None]:
    row_name, column_name = act.row, act.column
    heads = _column_heads(table)
    at_row = next((index for index, row in enumerate(table.rows) if _same(row.cells[0].text, row_name)), None)
    at_column = _column(table, heads, column_name)
    if table.not_held and (at_row is None or at_column is None):
        return _new_cell(table, act), None
    if at_row is None:
        rows = [row.cells[0].text for row in table.rows if row.cells[0].text]
        return table, _nothing(
            f"table `{table.name}` has no row `{row_name}`", did_you_mean(row_name, rows) or f"its rows are {_quoted(rows)}"
        )
    if at_column is None:
        return table, _nothing(
            f"table `{table.name}` has no column `{column_name}`", did_you_mean(column_name, heads) or f"its columns are {_quoted(heads)}"
        )
    row = table.rows[at_row]
    if at_column >= len(row.cells):
        return table, _nothing(
            f"row `{row_name}` of table `{table.name}` has no cell in column `{column_name}`", "give the row all its cells"
        )
    there, said = row.cells[at_column].text, written(act.from_)
    unknown = table.not_held and there in ("-", "")
    if not unknown and not _same_value(_bare(there, table), _bare(said, table)):
        return table, _differs(f"row `{row_name}`, column `{column_name}` of `{table.name}`", there, said)
    cells = tuple(replace(cell, text=written(act.to)) if index == at_column else cell for index, cell in enumerate(row.cells))
    rows_after = tuple(replace(one, cells=cells) if index == at_row else one for index, one in enumerate(table.rows))
    return replace(table, rows=rows_after), None


def _column_heads(table: nodes.Table) -> list[str]:
    if table.rows and not table.rows[0].cells[0].text:
        return [cell.text for cell in table.rows[0].cells[1:]]
    return []


def _column(table: nodes.Table, heads: list[str], name: str) -> int | None:
    """The index of the cell that a column's name means. A table of one value a row has one column, by its own name or `value`."""
    for index, head in enumerate(heads):
        if _same(head, name):
            return index + 1
    if not heads and name in (table.name, "value", ""):
        return 1
    return None


def _new_cell(table: nodes.Table, act: nodes.CorrectsCell) -> nodes.Table:
    """A table that is not held learns the one cell that the correction tells; its old value cannot be checked."""
    row, column, value = nodes.Cell(act.row), act.column, nodes.Cell(written(act.to))
    if len(table.params) < 2 and not _column_heads(table):
        return replace(table, rows=(*table.rows, nodes.Row((row, value), span=act.span)))
    heads = _column_heads(table)
    if column not in heads:
        heads.append(column)
    head_row = nodes.Row((nodes.Cell(""), *map(nodes.Cell, heads)), span=act.span)
    body = [one for one in table.rows if one.cells[0].text]
    full = [replace(one, cells=one.cells + (nodes.Cell("-"),) * (len(heads) + 1 - len(one.cells))) for one in body]
    at = heads.index(column) + 1
    for index, one in enumerate(full):
        if _same(one.cells[0].text, row.text):
            full[index] = replace(one, cells=(*one.cells[:at], value, *one.cells[at + 1 :]))
            return replace(table, rows=(head_row, *full))
    cells = [row, *(nodes.Cell("-") for _ in heads)]
    cells[at] = value
    return replace(table, rows=(head_row, *full, nodes.Row(tuple(cells), span=act.span)))


def _bare(text: str, table: nodes.Table) -> str:
    """`5 MP` is `5` in a table of MP."""
    unit = getattr(table.type, "unit", None)
    return text[: -len(unit)].strip() if unit and text.endswith(f" {unit}") else text


def _same(one: str, other: str) -> bool:
    return " ".join(one.split()) == " ".join(other.split())


def _same_value(one: str, other: str) -> bool:
    """Whether two cells say the same: `10/100` is `1/10`."""
    return _same(one, other) or (_number(one) is not None and _number(one) == _number(other))


def _number(text: str) -> Fraction | None:
    try:
        return Fraction("".join(text.split()))
    except (ValueError, ZeroDivisionError):
        return None


def _quoted(names: list[str]) -> str:
    return ", ".join(f"`{one}`" for one in names)


# ---- set-ups -----------------------------------------------------------------------------------------------------------------------


def _piece(case: CaseInForce, act: nodes.CorrectsPiece, origin: Origin) -> tuple[CaseInForce, Sentence | None]:
    piece, name = act.piece, act.field_name
    pieces = {line.piece: index for index, (line, _) in enumerate(case.other) if isinstance(line, nodes.Setup)}
    if piece not in pieces:
        if case.held:
            known = did_you_mean(piece, pieces) or "name a piece of this set-up"
            return case, _nothing(f"the set-up of {case.number} has no piece `{piece}`", known)
        return replace(case, other=(*case.other, (_new_piece(act, piece, name), origin))), None
    line, line_origin = case.other[pieces[piece]]
    assert isinstance(line, nodes.Setup)
    corrected, problem = _piece_after(line, act, name, held=case.held)
    if problem is not None or corrected is None:
        return case, problem
    other = list(case.other)
    other[pieces[piece]] = (corrected, line_origin)
    return replace(case, other=tuple(other)), None


def _new_piece(act: nodes.CorrectsPiece, piece: str, name: str) -> nodes.Setup:
    """The piece of a set-up that is not held: known by what the correction says of it."""
    setup = nodes.Setup(nodes.SetupKind.PLACE, piece, span=act.span)
    if name in _PLACE:
        return replace(setup, at=(written(act.to),))
    if name == "turn":
        return replace(setup, kind=nodes.SetupKind.ENTERS, turn=written(act.to))
    return replace(setup, fields=((name, act.to),))


def _piece_after(line: nodes.Setup, act: nodes.CorrectsPiece, name: str, *, held: bool) -> tuple[nodes.Setup | None, Sentence | None]:
    said, new = written(act.from_), written(act.to)
    of = f"the {name} of `{line.piece}`"
    given = dict(line.fields)
    if name in given:
        there = written(given[name])
        if there != said:
            return None, _differs(of, there, said)
        return replace(line, fields=tuple((key, act.to if key == name else value) for key, value in line.fields)), None
    if name in _PLACE and line.at:
        if said not in line.at:
            return None, _differs(of, " or ".join(line.at), said)
        return replace(line, at=tuple(new if one == said else one for one in line.at)), None
    if name == "turn" and line.turn is not None:
        return (replace(line, turn=new), None) if line.turn == said else (None, _differs(of, line.turn, said))
    if held:
        has = [*given, *(["hex"] if line.at else []), *(["turn"] if line.turn else [])]
        return None, _nothing(
            f"the set-up gives `{line.piece}` no `{name}`", did_you_mean(name, has) or f"it gives {_quoted(has)}" if has else ""
        )
    if name in _PLACE:
        return replace(line, at=(new,)), None
    return replace(line, fields=(*line.fields, (name, act.to))), None


def without_pieces(other: Lines, removed: frozenset[str]) -> Lines:
    """Set-up lines without the pieces that a later clause removes."""
    return tuple((line, origin) for line, origin in other if not (isinstance(line, nodes.Setup) and line.piece in removed))

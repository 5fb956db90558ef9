"""Tables of a rulebook: keys as row and column heads, cells as people call their values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from rulewright.core.wording import TableWords
from rulewright.site.wording.sentences import Sentences
from rulewright.site.wording.slots import fill_slots
from rulewright.site.wording.words import capitalize, spell_out
from rulewright.syntax import nodes


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table for a page. A cell is (what it says, what it says today if that is other); `axis` stands before the keys of columns."""

    name: str
    title: str
    row_heads: tuple[str, ...] = ()
    column_heads: tuple[str, ...] = ()
    axis: str = ""
    rows: tuple[tuple[tuple[str, ...], tuple[tuple[str, str | None], ...]], ...] = ()
    bounds: str = ""


def table_shown(table: nodes.Table, sentences: Sentences, today: nodes.Table | None = None) -> TableShown:
    """Return a table as people call its keys and values; without rows where its cells are not held.

    `today`: the table that is in force, where this is one of an earlier edition; cells that are others today say so.
    """
    title = capitalize(table_title(table))
    if table.not_held or not table.rows:
        return TableShown(table.name, title)
    rows = [_cell_texts(row) for row in table.rows]
    headed = _has_header(rows)
    column_params, row_params = _split_params(table, rows)
    now = _Today(today, rows[0] if headed else None)
    keys = tuple(key_said(cell, sentences) for cell in rows[0][1:]) if headed else (_value_head(table, sentences),)
    return TableShown(
        table.name,
        title,
        tuple(map(capitalize, row_params)),
        keys,
        " / ".join(column_params) if headed else "",
        tuple(_row_shown(cells, len(row_params), sentences, now) for cells in rows[headed:]),
        _bounds_text(table),
    )


class _Today:
    """The cells in force of a table of an earlier edition. By default all are as they were."""

    def __init__(self, table: nodes.Table | None, heads: list[str] | None) -> None:
        self._rows = None if table is None or table.not_held else [_cell_texts(row) for row in table.rows]
        self._heads = heads

    def cells_of_row(self, row: list[str]) -> list[str | None]:
        """The cells that a row has today, None where there is none any more."""
        if self._rows is None:
            return list(row)
        cells = next((candidate for candidate in self._rows if candidate[0] == row[0]), None)
        if cells is None:
            return [None] * len(row)
        if self._heads is None:
            return [cells[index] if index < len(cells) else None for index in range(len(row))]
        by_head = dict(zip(self._rows[0], cells, strict=False))
        heads = [*self._heads, *row[len(self._heads) :]]
        return [by_head.get(head) for head in heads[: len(row)]]


def table_grid(table: nodes.Table, sentences: Sentences) -> list[list[str]]:
    """Rows of cells as people call them, heads among them, for what is no page; nothing where the cells are not held."""
    rows = [] if table.not_held else [_cell_texts(row) for row in table.rows]
    headed = _has_header(rows)
    return [
        [
            _key_cell(cell, sentences) if index == 0 or (headed and row is rows[0]) else _value_text(cell, sentences)
            for index, cell in enumerate(row)
        ]
        for row in rows
    ]


def table_words(table: nodes.Table, sentences: Sentences) -> TableWords:
    """Return the words for a cell of the table: `row “Axis, Allied / Severe”`, `column “Clear / repair”`."""
    rows = [] if table.not_held else [_cell_texts(row) for row in table.rows]
    headed = _has_header(rows)
    keys = [f"row “{_key_cell(row[0], sentences)}”" for row in (rows[1:] if headed else rows)]
    columns = [f"column “{_key_cell(cell, sentences)}”" for cell in rows[0][1:]] if headed else []
    return TableWords(capitalize(table_title(table)), tuple(keys), tuple(columns))


def _key_cell(cell: str, sentences: Sentences) -> str:
    return " / ".join(key_said(part.strip(), sentences) for part in cell.split(" / ")) if cell else ""


def table_title(table: nodes.Table) -> str:
    """The declared phrase without its slots, or the name in words."""
    if not table.phrase:
        return spell_out(table.name)
    return fill_slots(table.phrase, {param.name: f"the {param_name(param)}" for param in table.params})


def param_name(param: nodes.Param) -> str:
    """A parameter as people call it: its name, or its kind where the name is only a letter."""
    return spell_out(param.type.name if len(param.name) < 3 and isinstance(param.type, nodes.Named) else param.name)


def _cell_texts(row: nodes.Row) -> list[str]:
    return [cell.text for cell in row.cells]


def _has_header(rows: list[list[str]]) -> bool:
    return bool(rows) and len(rows[0]) > 1 and rows[0][0] == ""


def _split_params(table: nodes.Table, rows: list[list[str]]) -> tuple[list[str], list[str]]:
    """(the parameters of the columns, of the rows), as people call them."""
    columns = (list(table.columns) or [param.name for param in table.params[-1:]]) if _has_header(rows) else []
    across = [param_name(param) for param in table.params if param.name in columns]
    return across, [param_name(param) for param in table.params if param.name not in columns]


def _row_shown(
    cells: list[str], key_columns: int, sentences: Sentences, now: _Today
) -> tuple[tuple[str, ...], tuple[tuple[str, str | None], ...]]:
    """(keys, cells) of a row."""
    keys = [part.strip() for part in cells[0].split(" / ")]
    if len(keys) > key_columns > 0:
        keys = [*keys[: key_columns - 1], " / ".join(keys[key_columns - 1 :])]
    keys += [""] * (key_columns - len(keys))
    heads = tuple(key_said(key, sentences) for key in keys)
    today = now.cells_of_row(cells)[1:]
    return heads, tuple(_cell_shown(cell, new, sentences) for cell, new in zip(cells[1:], today, strict=True))


def _cell_shown(cell: str, today: str | None, sentences: Sentences) -> tuple[str, str | None]:
    """A cell, empty where it holds nothing, and what it says today where that is other."""
    words = "" if cell in ("", "-") else _value_text(cell, sentences)
    if cell == today:
        return words, None
    return words, "no longer there" if today is None else f"now {_value_text(today, sentences)}"


def key_said(key: str, sentences: Sentences) -> str:
    """`infantry, cavalry` -> names as people call them; `3..5` -> `3–5`, `720..` -> `720 or more`."""
    phrases = []
    for part in key.split(","):
        low, dots, high = part.strip().partition("..")
        if not dots:
            phrases.append(sentences.value_name(low.strip('"')))
        elif not high:
            phrases.append(f"{low} or more")
        elif not low:
            phrases.append(f"{high} or less")
        else:
            phrases.append(f"{low}–{high}")
    return ", ".join(phrases)


def _value_text(cell: str, sentences: Sentences) -> str:
    return "–" if cell in ("", "-") else sentences.value_name(cell.strip('"'))


def _value_head(table: nodes.Table, sentences: Sentences) -> str:
    match table.type:
        case nodes.Range(unit=str(unit)):
            return capitalize(sentences.unit_name(unit))
        case nodes.Named():
            return capitalize(spell_out(table.type.name))
        case nodes.Range() | nodes.YesNo():
            return "Value"
        case _:
            assert_never(table.type)


def _bounds_text(table: nodes.Table) -> str:
    bounds = []
    if table.clamp_below:
        bounds.append("below the first row, the first row applies")
    if table.clamp_above:
        bounds.append("above the last row, the last row applies")
    return f"{capitalize('; '.join(bounds))}." if bounds else ""

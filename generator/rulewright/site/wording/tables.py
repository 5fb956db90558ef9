"""Tables of a rulebook as HTML tables: keys as row and column heads, cells as people call their values."""

from __future__ import annotations

from typing import assert_never

from rulewright.core.wording import TableWords
from rulewright.site.html.escape import Html, Piece, el, join_html
from rulewright.site.wording.sentences import Sentences
from rulewright.site.wording.slots import fill_slots
from rulewright.site.wording.words import capitalize, spell_out
from rulewright.syntax import nodes

NOTHING = el("span", "–", cls="rw-nothing")


def table_html(
    table: nodes.Table, anchor: str | None, sentences: Sentences, tags: Piece, today: nodes.Table | None = None, **marks: str | bool | None
) -> Html:
    """The table in a box of its own that scrolls sideways on a narrow screen; `anchor` is the id of the box, `marks` are its attributes.

    `today`: the table that is in force, where this is one of an earlier edition; cells that are others today are marked.
    """
    caption = el("caption", el("b", capitalize(table_title(table))), " ", el("code", table.name, cls="rw-editor"), " ", tags)
    if table.not_held or not table.rows:
        body: Html = el("p", el("b", capitalize(table_title(table))), ": the table's cells are not held.", cls="rw-note")
        return el("div", body, id=anchor, cls="rw-table", **marks)
    rows = [_cell_texts(row) for row in table.rows]
    column_params, row_params = _split_params(table, rows)
    now = _Today(today, rows[0] if _has_header(rows) else None)
    parts: list[Html] = [caption]
    if _has_header(rows):
        parts.append(el("thead", _render_header(rows[0], row_params, column_params, sentences)))
        rows = rows[1:]
    else:
        heads = [el("th", capitalize(name), scope="col") for name in row_params]
        parts.append(el("thead", el("tr", *heads, el("th", _value_head(table, sentences), scope="col"))))
    parts.append(el("tbody", *(_render_row(cells, len(row_params), sentences, now) for cells in rows)))
    ends = _render_bounds(table)
    # a box that scrolls must be reachable by keyboard
    box = el("div", el("table", *parts), cls="rw-scroll", tabindex="0", role="group", aria_label=f"Table {table.name}")
    return el("div", box, el("p", ends, cls="rw-note") if ends else None, id=anchor, cls="rw-table", **marks)


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


def _render_header(cells: list[str], row_params: list[str], column_params: list[str], sentences: Sentences) -> Html:
    corner = [el("th", capitalize(name), scope="col") for name in row_params]
    over = " / ".join(column_params)
    keys = [
        el("th", el("span", f"{over}: ", cls="rw-axis") if first else None, key_said(cell, sentences), scope="col")
        for first, cell in zip([True] + [False] * len(cells), cells[1:], strict=False)
    ]
    return el("tr", *corner, *keys)


def _render_row(cells: list[str], key_columns: int, sentences: Sentences, now: _Today) -> Html:
    keys = [part.strip() for part in cells[0].split(" / ")]
    if len(keys) > key_columns > 0:
        keys = [*keys[: key_columns - 1], " / ".join(keys[key_columns - 1 :])]
    keys += [""] * (key_columns - len(keys))
    heads = [el("th", key_said(key, sentences), scope="row") for key in keys]
    today = now.cells_of_row(cells)[1:]
    return el("tr", *heads, *(_render_cell(cell, new, sentences) for cell, new in zip(cells[1:], today, strict=True)))


def _render_cell(cell: str, today: str | None, sentences: Sentences) -> Html:
    """A cell; where it is another today, it is marked and says so."""
    if cell == today:
        return el("td", _render_value(cell, sentences))
    note = "no longer there" if today is None else f"now {_value_text(today, sentences)}"
    return el("td", el("mark", _render_value(cell, sentences)), " ", el("small", note))


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


def _render_value(cell: str, sentences: Sentences) -> Html | str:
    return NOTHING if cell in ("", "-") else _value_text(cell, sentences)


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


def _render_bounds(table: nodes.Table) -> Html:
    bounds = []
    if table.clamp_below:
        bounds.append("below the first row, the first row applies")
    if table.clamp_above:
        bounds.append("above the last row, the last row applies")
    return join_html([capitalize("; ".join(bounds)), "."]) if bounds else Html("")

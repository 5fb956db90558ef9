"""A workbook (`.xlsx`) -> the rows of its first sheet."""

from __future__ import annotations

import io
import re
import zipfile

from rulewright.base.errors import WrongInput
from rulewright.importing.tables.read_grid import Grid
from rulewright.importing.xml_tree import Element, read_xml

MAX_PART_BYTES = 40_000_000
"""The most bytes of a part of a workbook, unpacked."""
_DATE_FORMATS = (range(14, 23), range(45, 48))
_CELL = re.compile(r"([A-Z]{1,3})(\d+)")


def read_workbook(data: bytes, name: str) -> Grid:
    """Return the rows of the first sheet of a workbook. Raises `WrongInput`."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as workbook:
            parts = {info.filename: info for info in workbook.infolist()}
            shared = _read_part(workbook, parts, "xl/sharedStrings.xml", name)
            strings = [] if shared is None else [_string_of(item) for item in shared.elements("si")]
            styles = _read_part(workbook, parts, "xl/styles.xml", name)
            sheet = _read_part(workbook, parts, _first_sheet(workbook, parts, name), name)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError):
        raise WrongInput(f"`{name}` is no workbook", hints=["save it as .xlsx or .csv"]) from None
    if sheet is None:
        raise WrongInput(f"`{name}` has no sheet")
    return _rows_of(sheet, strings, _date_styles(styles), name)


def _read_part(workbook: zipfile.ZipFile, parts: dict[str, zipfile.ZipInfo], path: str, name: str) -> Element | None:
    info = parts.get(path)
    if info is None:
        return None
    if info.file_size > MAX_PART_BYTES:
        raise WrongInput(f"`{name}` is too big: a part of it has at most {MAX_PART_BYTES:,} bytes")
    with workbook.open(info) as part:
        return read_xml(part.read(MAX_PART_BYTES + 1), name)


def _first_sheet(workbook: zipfile.ZipFile, parts: dict[str, zipfile.ZipInfo], name: str) -> str:
    book = _read_part(workbook, parts, "xl/workbook.xml", name)
    relations = _read_part(workbook, parts, "xl/_rels/workbook.xml.rels", name)
    sheets = book.first_element("sheets") if book is not None else None
    first = sheets.first_element("sheet") if sheets is not None else None
    if first is None or relations is None:
        return "xl/worksheets/sheet1.xml"
    key = first.attributes.get("id", "")
    target = next((each.attributes["Target"] for each in relations.elements() if each.attributes.get("Id") == key), "worksheets/sheet1.xml")
    return target.lstrip("/") if target.startswith("/") else f"xl/{target}"


def _string_of(item: Element) -> str:
    return " ".join("".join(each.plain_text() for each in item.all_elements() if each.name == "t").split())


def _date_styles(styles: Element | None) -> frozenset[int]:
    """Return the numbers of the styles that show a number as a date."""
    formats = styles.first_element("cellXfs") if styles is not None else None
    if formats is None:
        return frozenset()
    numbers = [int(each.attributes.get("numFmtId", "0")) for each in formats.elements("xf")]
    return frozenset(place for place, number in enumerate(numbers) if any(number in dates for dates in _DATE_FORMATS))


def _rows_of(sheet: Element, strings: list[str], date_styles: frozenset[int], name: str) -> Grid:
    rows: dict[int, dict[int, str]] = {}
    for cell in (each for each in sheet.all_elements() if each.name == "c"):
        match = _CELL.fullmatch(cell.attributes.get("r", ""))
        if match is None:
            raise WrongInput(f"`{name}` has a cell without a place", hints=["save it again, or as .csv"])
        rows.setdefault(int(match[2]), {})[_column_number(match[1])] = _cell_text(cell, strings, date_styles, name)
    if rows and (max(rows) > MAX_ROWS or max(max(row) for row in rows.values()) > MAX_COLUMNS):
        raise WrongInput(f"`{name}` is too big: at most {MAX_ROWS:,} rows and {MAX_COLUMNS:,} columns")
    return [
        [rows.get(number, {}).get(column, "") for column in range(1, max(rows.get(number, {0: ""})) + 1)]
        for number in range(1, max(rows, default=0) + 1)
    ]


MAX_ROWS, MAX_COLUMNS = 20_000, 400
"""The most rows and columns of a sheet."""


def _column_number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _cell_text(cell: Element, strings: list[str], date_styles: frozenset[int], name: str) -> str:
    kind = cell.attributes.get("t", "n")
    if kind == "inlineStr":
        return _string_of(cell)
    value = cell.first_element("v")
    text = value.plain_text() if value is not None else ""
    if kind == "s":
        return strings[int(text)] if text.isdigit() and int(text) < len(strings) else ""
    if kind == "b":
        return "yes" if text == "1" else "no"
    if kind == "e":
        raise WrongInput(f"`{name}`, cell {cell.attributes['r']}: `{text}` is a fault of its formula")
    if text and kind == "n" and int(cell.attributes.get("s", "0")) in date_styles:
        raise WrongInput(
            f"`{name}`, cell {cell.attributes['r']}: it is a date, which no table has as a key or value", hints=["write it as text"]
        )
    return text.removesuffix(".0")

"""Reader of `ledger.csv`, which lists the statements of a source, one per row. Its errors name the line and column."""

from __future__ import annotations

import csv
import io

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.source import Location
from rulewright.base.suggestions import did_you_mean
from rulewright.rulebook.model import LedgerRow

COLUMN_MEANINGS = {
    "item": "the number of the statement",
    "section": "the heading that it is under",
    "locator": "its case, step or place: `8.6 step 4`",
    "kind": "what the source does, such as `correction`",
    "summary": "what the statement says, in your words",
    "refs": "other cases that it names",
    "computable": "`yes` if facts decide it; `partly`; `no`",
    "shape": "the form that it has in the book, such as `permission`",
    "ocr_note": "what is doubtful in the print, the words in quotation marks",
    "anchor": "the first words of the statement on the sheet",
    "digest": "a digest of all of its words",
    "source": "the source of the book that it comes from",
}
COLUMNS = tuple(COLUMN_MEANINGS)
OF_AUTHOR = ("summary", "shape")
"""The columns that an import leaves empty, or writes `todo` in."""
OF_IMPORT = ("anchor", "digest", "source")
"""The columns that only imports write and read: the first words, a digest of the words, and the source."""

NEEDED_COLUMNS = ("item", "summary", "computable")
_COMPUTABLE = ("yes", "partly", "no")


def read_ledger(text: str, path: str) -> tuple[tuple[LedgerRow, ...], tuple[Diagnostic, ...]]:
    """Return the rows of a ledger in order, and its faults; `path` is shown to people. Rows with an error are left out."""
    reader = csv.reader(io.StringIO(text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff"), newline=""))
    findings: list[Diagnostic] = []
    try:
        table = [(reader.line_num, row) for row in reader]
    except csv.Error as error:
        return (), (_ledger_fault(path, reader.line_num, f"the ledger cannot be read here: {error}"),)
    if not table:
        return (), (_ledger_fault(path, 1, "the ledger is empty", f"its first line names the columns: {', '.join(COLUMNS)}"),)
    header = [name.strip() for name in table[0][1]]
    findings.extend(_header_faults(header, path))
    if findings:
        return (), tuple(findings)
    rows: list[LedgerRow] = []
    lines_by_item: dict[str, int] = {}
    start = 2
    for end, cells in table[1:]:
        line, start = start, end + 1
        row = _parse_row(header, cells, path, line, lines_by_item, findings)
        if row is not None:
            lines_by_item[row.item] = row.line
            rows.append(row)
    return tuple(rows), tuple(findings)


def _header_faults(header: list[str], path: str) -> list[Diagnostic]:
    findings = [
        _ledger_fault(path, 1, f"the ledger has no column `{name}`", f"its columns are {', '.join(COLUMNS)}")
        for name in NEEDED_COLUMNS
        if name not in header
    ]
    for name in header:
        if name not in COLUMNS:
            hint = did_you_mean(name, COLUMNS) or f"the columns of a ledger are {', '.join(COLUMNS)}"
            findings.append(_ledger_fault(path, 1, f"`{name}` is not a column of a ledger", hint))
    return findings


def _parse_row(
    header: list[str], cells: list[str], path: str, line: int, lines_by_item: dict[str, int], findings: list[Diagnostic]
) -> LedgerRow | None:
    if not any(cells):
        return None
    if len(cells) != len(header):
        message = f"this row has {len(cells)} cells and the ledger {len(header)} columns"
        findings.append(_ledger_fault(path, line, message, "quote a cell that holds a comma"))
        return None
    cells_by_column = dict(zip(header, map(str.strip, cells), strict=True))
    item, computable = cells_by_column["item"], cells_by_column["computable"]
    if not item:
        findings.append(_ledger_fault(path, line, "this row has no item"))
    elif item in lines_by_item:
        findings.append(_ledger_fault(path, line, f"item `{item}` is already on line {lines_by_item[item]}"))
    elif computable not in _COMPUTABLE:
        help = "the column `computable` says whether the statement can be worked out"
        findings.append(_ledger_fault(path, line, f"`{computable}` is not yes, partly or no", help))
    else:
        return LedgerRow(**{name: cells_by_column.get(name, "") for name in COLUMNS}, line=line)
    return None


def _ledger_fault(path: str, line: int, message: str, help: str = "") -> Diagnostic:
    place = Location(path, line, 1, line, 2)
    return Diagnostic("RW130", "ledger-unreadable", Severity.ERROR, message, (Label(place),), help)
